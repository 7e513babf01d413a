"""Finding the entry of a hand-in: which file binds the function, by reading its text and never by running it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from grader.submission.languages import FUNCTION, EntryPatterns, Language
from grader.submission.manifest import main_files, meant_files
from grader.submission.near import near_names
from grader.submission.refusals import NotJudged
from grader.submission.sources import Source, sources

_NAMED = 5
_BY_MANIFEST, _BY_PACKAGE, _BY_ITSELF = range(3)
Place = tuple[int, int, bool, str]
"""How near at hand a file is: smaller is nearer."""
Found = tuple[Place, Language, Source]
Binding = Callable[[Sequence[Source], str, Language], Iterator[tuple[Source, str]]]


@dataclass(frozen=True, slots=True)
class Entry:
    """The function to call: `function` is a dotted path inside `file`, which lies under the copy's root.

    `module` is the dotted name when the file is loaded through its package.
    """

    file: str
    module: str | None
    function: str


def detect(root: Path, top: str, function: Mapping[str, str], known: Sequence[Language]) -> tuple[Language, Entry]:
    """The language and entry of the hand-in at `root`; `top` names its own folder, `function` is per spelling.

    The first of: what a manifest names, a package that exposes the function, then fewest path parts, a definition
    before an import, and the name. Files that only perhaps expose it are looked at when no other does. Raises
    NotJudged: what was looked for, where, and names that come near.
    """
    found = _found(root, function, known, _binding) or _found(root, function, known, _perhaps)
    if not found:
        raise NotJudged(_nothing_found(root, function, known))
    built = {name for _, language, _ in found for name in language.builds}
    _, language, source = min(found, key=lambda row: (_is_built(row[0], row[1], built), row[0], row[1].name))
    return language, entry(root, top, source, language, function[language.spelling])


def _found(root: Path, function: Mapping[str, str], known: Sequence[Language], binding: Binding) -> list[Found]:
    """The files of each language that bind the function, with the place of each."""
    return [
        (_place(root, source, language, binds), language, source)
        for language in known
        for source, binds in binding(list(sources(root, language)), function[language.spelling], language)
    ]


def _is_built(place: Place, language: Language, built: Collection[str]) -> bool:
    """Whether a file was made from another one that was found too, and no manifest asks for it."""
    return place[0] != _BY_MANIFEST and language.name in built


def _binding(read: Sequence[Source], function: str, language: Language) -> Iterator[tuple[Source, str]]:
    """The sources that bind the function, and how: `defined` or `imported`; passing on all names of one imports it."""
    files = {str(source.file): source for source in read}
    for source in read:
        how = bound(source.text, function, language.entry)
        if how is not None or _passes_on(source, function, language, files, set()):
            yield source, how or "imported"


def _perhaps(read: Sequence[Source], function: str, language: Language) -> Iterator[tuple[Source, str]]:
    """The sources that have the function's name in them and hand out something that may be or hold it."""
    name = _compiled(rf"\b{re.escape(function)}\b", 0)
    for source in read:
        if name.search(source.text) and _matches(source.text, function, language.entry.perhaps, language.entry.noise):
            yield source, "defined"


def _passes_on(
    source: Source, function: str, language: Language, files: Mapping[str, Source], seen: set[PurePosixPath]
) -> bool:
    seen.add(source.file)
    for target in _followed(source, language, files):
        if target.file in seen:
            continue
        if bound(target.text, function, language.entry) or _passes_on(target, function, language, files, seen):
            return True
    return False


def _followed(source: Source, language: Language, files: Mapping[str, Source]) -> Iterator[Source]:
    """The sources whose names are all passed on; a path may bear the suffix of what they are built into."""
    for pattern in language.entry.follows:
        for path in _compiled(pattern, re.MULTILINE).findall(source.text):
            whole = f"{source.file.parent}/{path}"
            meant = [*meant_files(whole, language), *meant_files(posixpath.splitext(whole)[0], language)]
            yield from (files[file] for file in meant if file in files)


def bound(text: str, function: str, patterns: EntryPatterns) -> str | None:
    """`defined` or `imported` when the text binds the function where others find it, else None."""
    for how, group in (("defined", patterns.defines), ("imported", patterns.imports)):
        if _matches(text, function, group, patterns.noise):
            return how
    return None


def _matches(text: str, function: str, patterns: Iterable[str], noise: str | None) -> bool:
    """Whether one of the patterns is found in a text, comments and strings left out."""
    if noise is not None:
        text = _compiled(noise, re.DOTALL).sub("", text)
    return any(_compiled(p.replace(FUNCTION, re.escape(function)), re.MULTILINE).search(text) for p in patterns)


def entry(root: Path, top: str, source: Source, language: Language, function: str) -> Entry:
    """The entry for a function in a file, with the module name under which the file is loaded."""
    return Entry(str(source.file), module_name(root, top, source, language), function)


def module_name(root: Path, top: str, source: Source, language: Language) -> str | None:
    """The dotted name of a file inside a package; None when it is loaded by its path."""
    package = language.package
    if package is None or not package.dotted:
        return None
    names = list(_packages(root, source.file, package.marker + source.file.suffix))
    relative = package.relative is not None and _compiled(package.relative, re.MULTILINE).search(source.text)
    if not names and source.file.parent == PurePosixPath() and (relative or source.file.stem == package.marker):
        names = [top]
    elif not names and relative:
        names = [part for n, part in enumerate(source.file.parent.parts) if (n, part) != (0, "src")]
    if not names or any("." in name for name in names):
        return None
    return ".".join(names if source.file.stem == package.marker else [*names, source.file.stem])


def _packages(root: Path, file: PurePosixPath, marker: str) -> Iterator[str]:
    """The names of the packages around a file, outermost first."""
    if file.parent != PurePosixPath() and (root / file.parent / marker).is_file():
        yield from _packages(root, file.parent, marker)
        yield file.parent.name


def _place(root: Path, source: Source, language: Language, binds: str) -> Place:
    by = _BY_ITSELF
    if str(source.file) in main_files(root, language):
        by = _BY_MANIFEST
    elif language.package is not None and source.file.stem == language.package.marker:
        by = _BY_PACKAGE
    return by, len(source.file.parts), binds == "imported", str(source.file)


@cache
def _compiled(pattern: str, flags: int) -> re.Pattern[str]:
    return re.compile(pattern, flags)


def _nothing_found(root: Path, function: Mapping[str, str], known: Iterable[Language]) -> str:
    said, near = [], []
    for language in known:
        read = list(sources(root, language))
        if read:
            name = function[language.spelling]
            said.append(f"no function {name} {language.entry.place} {_files(read)}")
            near += near_names(name, read, language)
    if not said:
        suffixes = ", ".join(suffix for language in known for suffix in language.suffixes)
        return (
            f"No source file was found: no file ends in {suffixes}, tests apart."
            " Hand in the source in one of these languages, or name its file in handin.yaml as `entry: file.ext`."
        )
    text = f"No entry was found: {'; '.join(said)}."
    if near:
        text += f" Near it: {', '.join(near[:3])}."
    return f"{text} Rename the function, or name it in handin.yaml as `entry: file.ext` or `entry: module:function`."


def _files(read: Sequence[Source]) -> str:
    names = [str(source.file) for source in read[:_NAMED]] + (["…"] if len(read) > _NAMED else [])
    return ", ".join(names)
