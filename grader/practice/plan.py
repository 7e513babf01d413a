"""The plan: checked for its five parts, locked with hash and time, and shown beside a model plan once it is locked."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from rich.cells import cell_len
from rich.text import Text

from grader.errors import WrongUsage
from grader.exercise import kit_folder
from grader.practice import moment
from grader.practice.checklist import checklist
from grader.practice.clock import exercise_of
from grader.practice.events import Event, told, writing
from grader.practice.written_plan import Part, drops, minutes, parts, slips, struck
from grader.submission.text import clean

FILE, MODEL = "PLAN.md", "plan.md"
SIDE_BY_SIDE = 100
"""From so many columns on, two plans stand beside each other; below, one after the other."""


def read(folder: Path, exercise: str) -> str:
    """The plan's text. Raises WrongUsage when there is none."""
    path = folder / FILE
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        form = kit_folder("candidate_template", exercise) / FILE
        raise WrongUsage(path, None, f"cannot be read ({error.strerror}); its empty form lies at {form}") from error
    except UnicodeDecodeError as error:
        raise WrongUsage(path, None, "is no text in UTF-8; save it as such") from error


def check(folder: Path, exercise: str) -> list[str]:
    """What the plan lacks, as `PLAN.md:line: what`; nothing when it is whole."""
    return [f"{FILE}:{line}: {what}" for line, what in _slips(read(folder, exercise), exercise)]


def _slips(text: str, exercise: str) -> Iterator[tuple[int, str]]:
    lists = checklist(exercise)
    yield from slips(_parts(text, exercise), lists.plan, lists.minutes)


def _parts(text: str, exercise: str) -> dict[int, Part]:
    form = kit_folder("candidate_template", exercise) / FILE
    return parts(text, form.read_text(encoding="utf-8"))


def lock(folder: Path, exercise: str, now: moment.Now = moment.now) -> Event:
    """Write the plan down as it stands. Raises WrongUsage when it lacks something, or one was locked before."""
    text = read(folder, exercise)
    with writing(folder, now) as pen:
        before = pen.told.last("plan.lock")
        if before:
            raise WrongUsage(None, None, f"the plan was locked at {before.at:%H:%M}; see both: takehome plan show")
        first = next(_slips(text, exercise_of(pen.told) or exercise), None)
        if first:
            raise WrongUsage(folder / FILE, first[0], f"{first[1]}; all of it: takehome plan check")
        needs, found = checklist(exercise).plan, _parts(text, exercise)
        return pen.add(
            "plan.lock",
            hash=sha256(text.encode()).hexdigest(),
            phases=[{"phase": name, "minutes": number} for name, number in minutes(found[needs.minutes])],
            struck=struck(found[needs.tests], needs.groups),
            drop=drops(found[needs.minutes]),
            text=text,
        )


def show(folder: Path, exercise: str, width: int) -> list[Text]:
    """The locked plan and the model plan, part by part. Raises WrongUsage before the lock."""
    locked = told(folder).last("plan.lock")
    if locked is None:
        raise WrongUsage(None, None, "the model plan is shown after yours is locked; run: takehome plan lock")
    model = (kit_folder("rubric", exercise) / MODEL).read_text(encoding="utf-8")
    yours, theirs = _parts(locked.data["text"], exercise), parts(model, "")
    shown: list[Text] = []
    for place, title in enumerate(checklist(exercise).plan.parts, 1):
        shown += [Text(f"{place} {title}", "bold"), *_pair(_body(yours.get(place)), _body(theirs.get(place)), width)]
    return [*shown, Text(_standing(folder, locked, exercise), "bold")]


def _body(part: Part | None) -> list[str]:
    return [clean(line, 1000) for _, line in part.lines] if part else ["(nothing)"]


def _standing(folder: Path, locked: Event, exercise: str) -> str:
    """When it was locked, and whether the file was changed since."""
    try:
        same = sha256(read(folder, exercise).encode()).hexdigest() == locked.data["hash"]
    except WrongUsage:
        same = False
    changed = "" if same else f"; {FILE} was changed since, the locked text is shown"
    return f"Locked at {moment.write(locked.at)}, hash {clean(locked.data['hash'], 12)[:12]}{changed}."


def _pair(left: list[str], right: list[str], width: int) -> Iterator[Text]:
    if width < SIDE_BY_SIDE:
        yield from _under("yours", left, width)
        yield from _under("model", right, width)
        return
    half = (width - 3) // 2
    ours, theirs = _wrapped(["yours", *left], half), _wrapped(["model", *right], half)
    for n in range(max(len(ours), len(theirs))):
        first = ours[n] if n < len(ours) else ""
        second = theirs[n] if n < len(theirs) else ""
        yield Text(f"{first}{' ' * max(0, half - cell_len(first))} │ {second}", "dim" if n == 0 else "")
    yield Text()


def _under(head: str, lines: list[str], width: int) -> Iterator[Text]:
    yield Text(f"  {head}", "dim")
    yield from (Text(f"    {line}") for line in _wrapped(lines, width - 4))
    yield Text()


def _wrapped(lines: list[str], width: int) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, width) or [""]]
