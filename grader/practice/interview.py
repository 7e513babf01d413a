"""The interview: subjects asked one by one or answered from a sheet, kept as they come, written down as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from grader.errors import WrongUsage
from grader.practice import moment
from grader.practice.events import HOME, Told, add, told
from grader.practice.interview_notes import Answered
from grader.practice.reviewed import with_reviews
from grader.practice.script import TOP, Close, Script, Subject
from grader.submission.text import clean


class Talk(Protocol):
    """Whoever asks: a terminal, or a script."""

    def say(self, *lines: str) -> None:
        """Show some lines."""

    def notes(self) -> str:
        """What the person answers; may be empty."""

    def level(self, top: int) -> int:
        """The level the person gives it, from 0 to `top`."""


@dataclass(frozen=True, slots=True)
class Interview:
    """An interview at a hand-in: where its practice is kept (None: nowhere), its script and the grade it looks at."""

    folder: Path | None
    script: Script
    grade: Mapping[str, Any] | None
    now: moment.Now = moment.now

    @property
    def subjects(self) -> list[Subject]:
        """What is asked, in order."""
        return self.script.subjects(self.grade)

    def answered(self) -> list[Answered]:
        """What was answered since the last interview was written down: asked again after a break, it goes on there."""
        return _since_last(told(self.folder)) if self.folder else []

    def keep(self, one: Subject, answer: Answered) -> None:
        """Write an answer down, if a practice is kept."""
        if self.folder:
            self_said = {"text": one.ask, "notes": answer.notes, "level": answer.level}
            add(self.folder, "interview.answer", self.now, subject=one.id, **self_said)


def _since_last(known: Told) -> list[Answered]:
    found: dict[str, Answered] = {}
    for event in known.of("interview."):
        if event.kind == "interview.done":
            found.clear()
        elif event.kind == "interview.answer" and 0 <= event.data["level"] <= TOP:
            found[event.data["subject"]] = Answered(event.data["subject"], event.data["notes"], event.data["level"])
    return list(found.values())


def talk(held: Interview, who: Talk) -> list[Answered]:
    """Ask what was not answered yet; all answers. An interrupt is raised: what was answered until then is kept."""
    answers = {answer.subject: answer for answer in held.answered()}
    subjects = held.subjects
    for n, one in enumerate(subjects, 1):
        if one.id in answers:
            continue
        who.say("", f"{n} of {len(subjects)} · {one.title} · {one.minutes} min", clean(one.ask), "")
        notes = who.notes()
        who.say(*(f"  {level}  {says}" for level, says in enumerate(held.script.levels)))
        answers[one.id] = Answered(one.id, notes, who.level(TOP))
        held.keep(one, answers[one.id])
        who.say("A strong answer covers:", *(f"  - {point}" for point in one.strong))
    return [answers[one.id] for one in subjects if one.id in answers]


def finish(held: Interview, answers: Sequence[Answered], where: Path) -> Path:
    """Write the interview down as `interview-N.md` and note that it is over. Raises WrongUsage when it cannot be."""
    home = held.folder / HOME if held.folder else where
    text = "\n".join(markdown(held, answers)) + "\n"
    n = 1
    while True:
        path = home / f"interview-{n}.md"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
            break
        except FileExistsError:
            n += 1
        except OSError as error:
            raise WrongUsage(path, None, f"cannot be written ({error.strerror}); the answers are kept") from error
    if held.folder:
        add(held.folder, "interview.done", held.now, file=path.name, levels=[answer.level for answer in answers])
    return path


def markdown(held: Interview, answers: Sequence[Answered]) -> Iterator[str]:
    """The interview as Markdown: question, notes, level, and what a strong answer covers, for what was answered."""
    given = {answer.subject: answer for answer in answers}
    yield f"# Interview, {held.now():%Y-%m-%d %H:%M}"
    for one in held.subjects:
        answer = given.get(one.id)
        if answer is None:
            continue
        yield from ("", f"## {one.title}", "", _quoted(one.ask), "")
        yield from _from(one)
        yield from (answer.notes or "(no notes)", "", f"Level {answer.level}: {held.script.levels[answer.level]}", "")
        yield from ("A strong answer covers:", "", *(f"- {point}" for point in one.strong))
    left = [one.title for one in held.subjects if one.id not in given]
    if left:
        yield from ("", f"Not spoken of: {', '.join(left)}.")
    yield from ("", "## Closing list", "", *closing(held))


def _from(one: Subject) -> Iterator[str]:
    if one.source != "standing":
        yield from (f"Made from: {clean(one.source, 100)}", "")


def _quoted(text: str) -> str:
    """A quotation; what a hand-in wrote in it stays text."""
    safe = clean(text).replace("\\", "\\\\")
    for sign in "`*_[]<>#|":
        safe = safe.replace(sign, f"\\{sign}")
    return f"> {' '.join(safe.split())}"


def closing(held: Interview) -> Iterator[str]:
    """The closing list: what a machine can see is ticked or not, the rest is the person's to say."""
    known = with_reviews(held.folder, told(held.folder)) if held.folder else Told()
    for one in held.script.closing:
        seen = _seen(one, held.grade, known)
        tick = "x" if seen else " "
        yield f"- [{tick}] {one.says}{' (yours to say)' if seen is None else ''}"


def _seen(one: Close, grade: Mapping[str, Any] | None, known: Told) -> bool | None:
    """Whether the machine sees that it is so; None when it cannot see it."""
    match one.when:
        case {"checks": list(names)} if grade:
            counts = [grade["checks"][name] for name in names]
            return all(count["of"] and count["passed"] == count["of"] for count in counts)
        case {"noticed": str(name)} if grade and (grade.get("tests") or {}).get("judged"):
            return any(row["id"] == name and row["state"] == "killed" for row in grade["tests"].get("mutants", ()))
        case {"event": str(kind)}:
            return known.last(kind) is not None
    return None
