"""The README: its seven parts, the test command that it shows, the skipped tests that it owns up to, and its claims.

The grade's section `readme` (`ReadmeCheck.to_json`):

    {"file": "README.md" | null, "parts": [{"part": "limits", "title": "Limits", "heading": "Known limits" | null,
     "where": "README.md:40" | null, "state": "there" | "empty" | "missing"}], "missing": ["Next"],
     "command": "python -m pytest" | null, "commands": [{"command": "…", "where": "README.md:7"}], "ran": "…" | null,
     "skipped": [{"test": "…", "named": false}], "claims": [{"quote": "…", "where": "README.md:3"}],
     "findings": [Evidence, …]}

Nothing is judged by words in prose. `claims` are for the reviewer: whether they are true is an open question here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.checks.claims import Claim, claims
from grader.checks.documented import Tried
from grader.checks.evidence import Evidence
from grader.checks.readme_commands import Command, commands, same_run
from grader.checks.readme_parts import PARTS, Part, Readme, Section, readme
from grader.checks.skips import Skip, is_named
from grader.submission.handin import HandIn
from grader.submission.text import clean

IN_PARTS, COMMAND, SKIPPED = "readme.parts", "readme.command", "readme.skipped"
LEFT_OUT, RUNNING = "left_out", "running"


@dataclass(frozen=True, slots=True)
class Told:
    """A part of the README as it was found: `there`, `empty` (a heading with nothing under it) or `missing`."""

    part: Part
    state: str
    sections: tuple[Section, ...]
    where: str | None

    def to_json(self) -> dict[str, Any]:
        """The part as a JSON object."""
        heading = clean(self.sections[0].heading, 200) if self.sections else None
        shown = {"part": self.part.key, "title": self.part.title, "heading": heading}
        return {**shown, "where": self.where, "state": self.state}


@dataclass(frozen=True, slots=True)
class ReadmeCheck:
    """What was found; `command` is what a runner of the hand-in's tests may try, as words."""

    file: str | None
    parts: tuple[Told, ...] = ()
    commands: tuple[Command, ...] = ()
    ran: str | None = None
    skipped: tuple[tuple[str, bool], ...] = ()
    claims: tuple[Claim, ...] = ()
    findings: tuple[Evidence, ...] = ()

    @property
    def command(self) -> tuple[str, ...] | None:
        """The documented test command, split into words, or None."""
        return self.commands[0].words if self.commands else None

    def to_json(self) -> dict[str, Any]:
        """The grade's section `readme`."""
        return {
            "file": self.file,
            "parts": [told.to_json() for told in self.parts],
            "missing": [told.part.title for told in self.parts if told.state != "there"],
            "command": clean(self.commands[0].text, 200) if self.commands else None,
            "commands": [{"command": clean(each.text, 200), "where": each.where} for each in self.commands],
            "ran": self.ran,
            "skipped": [{"test": clean(test, 200), "named": named} for test, named in self.skipped],
            "claims": [claim.to_json() for claim in self.claims],
            "findings": [each.to_json() for each in self.findings],
        }


def check(
    handin: HandIn, *, skipped: Sequence[Skip] = (), ran: str | None = None, tried: Tried | bool = False
) -> ReadmeCheck:
    """Read the README of a hand-in. `skipped`: its skipped tests; `ran`: the test command that ran, if one did.

    `tried`: a shown command that was run and does not run the tests, or whether they were tried at all.
    """
    found = readme(handin.root)
    if found is None:
        says = "There is no README at the top of the hand-in."
        missing = tuple(Told(part, "missing", (), None) for part in PARTS)
        titles = [part.title for part in PARTS]
        return ReadmeCheck(None, missing, ran=ran, findings=(Evidence(IN_PARTS, says, None, titles, []),))
    shown = commands(found, handin)
    parts = tuple(_told(found, handin.settings.readme, shown))
    named = tuple((skip.name, is_named(skip, _text(parts))) for skip in skipped)
    return ReadmeCheck(
        file=found.file,
        parts=parts,
        commands=tuple(shown),
        ran=ran,
        skipped=named,
        claims=tuple(claims(found)),
        findings=(
            *_parts_findings(found, parts, handin.settings.readme),
            *_command_findings(found, shown, ran or _wanted(handin), handin, tried),
            *_skipped_findings(found, parts, named),
        ),
    )


# ---- parts ----


def _told(found: Readme, named: Mapping[str, str], shown: Sequence[Command]) -> Iterator[Told]:
    """Each part: by the heading that `handin.yaml` names, else by its own words; running also by a shown command."""
    by_key = {_key(key): heading for key, heading in named.items()}
    for part in PARTS:
        sections = _sections(found, part, by_key.get(part.key))
        state = "missing" if not sections else "there" if any(each.text for each in sections) else "empty"
        where = f"{found.file}:{sections[0].line}" if sections else None
        if part.key == RUNNING and state == "missing" and shown:
            state, where = "there", shown[0].where
        yield Told(part, state, sections, where)


def _sections(found: Readme, part: Part, heading: str | None) -> tuple[Section, ...]:
    if heading is not None:
        mapped = tuple(each for each in found.sections if _folded(each.heading) == _folded(heading))
        if mapped:
            return mapped
    return tuple(each for each in found.sections if part.shows_in(each.heading))


def _key(text: str) -> str:
    """A key of the heading map, however its words are joined."""
    return re.sub(r"[\W_]+", "_", text.strip().lower())


def _folded(heading: str) -> str:
    return " ".join(re.sub(r"[`*_#:]", " ", heading).lower().split())


def _parts_findings(found: Readme, parts: Sequence[Told], named: Mapping[str, str]) -> Iterator[Evidence]:
    missing = [told.part.title for told in parts if told.state == "missing"]
    empty = [told.part.title for told in parts if told.state == "empty"]
    says = [f"Missing: {', '.join(missing)}."] if missing else []
    if missing and not found.sections:
        says.insert(0, "It has no headings, and a part is found by its heading.")
    says += [f"A heading with nothing under it: {', '.join(empty)}."] if empty else []
    unknown = [key for key in named if _key(key) not in {part.key for part in PARTS}]
    if says and unknown:
        says.append(
            f"handin.yaml maps {', '.join(unknown)}, but the parts are {', '.join(part.key for part in PARTS)}."
        )
    if says:
        there = [told.part.title for told in parts if told.state == "there"]
        text = clean(" ".join(says), 600)
        yield Evidence(IN_PARTS, text, found.file, [part.title for part in PARTS], there)


# ---- the command ----


def _wanted(handin: HandIn) -> str | None:
    """The command that `handin.yaml` names."""
    return " ".join(handin.settings.tests) or None


def _command_findings(
    found: Readme, shown: Sequence[Command], ran: str | None, handin: HandIn, tried: Tried | bool
) -> Iterator[Evidence]:
    if not shown:
        says = "No command that runs the tests stands in the README as code."
        yield Evidence(COMMAND, says, found.file, ran or handin.language.tests.commands[0], None)
    elif isinstance(tried, Tried):
        text = clean(tried.command.text, 200)
        right = f" What runs the tests is `{clean(ran, 200)}`." if ran else ""
        yield Evidence(COMMAND, f"The README says `{text}`, which {tried.says}.{right}", tried.command.where, ran, text)
    elif not tried and ran is not None and not any(same_run(command, ran, handin) for command in shown):
        first = shown[0]
        says = f"The README says `{clean(first.text, 200)}`; what runs the tests is `{clean(ran, 200)}`."
        yield Evidence(COMMAND, says, first.where, clean(ran, 200), clean(first.text, 200))


# ---- skipped tests ----


def _text(parts: Sequence[Told]) -> str:
    """All that the README says was left out."""
    told = next(told for told in parts if told.part.key == LEFT_OUT)
    return "\n\n".join(section.text for section in told.sections)


def _skipped_findings(found: Readme, parts: Sequence[Told], named: Sequence[tuple[str, bool]]) -> Iterator[Evidence]:
    where = next(told.where for told in parts if told.part.key == LEFT_OUT)
    for test, is_there in named:
        if not is_there:
            says = f"{clean(test, 200)} is skipped, and the part on what was left out names neither it nor its subject."
            yield Evidence(SKIPPED, says, where or found.file, clean(test, 200), None)
