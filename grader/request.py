"""What the command line asked for: which hand-ins to grade, how, and what to write."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.batch import Task
from grader.errors import WrongUsage
from grader.exits import NOT_READY, READY
from grader.grading.options import Options
from grader.grading.rubric import read_notes
from grader.outputs import Outputs
from grader.submission.tier import choose


@dataclass(frozen=True, slots=True)
class Request:
    """One request; `several`: the answer is a list, however many paths there are."""

    paths: tuple[Path, ...]
    several: bool
    as_json: bool
    outputs: Outputs
    open_it: bool
    only: tuple[str, ...]
    case_id: str | None
    source: Path | None
    seed: int
    jobs: int | None
    timeout: float
    sandbox: str
    entry: str | None
    notes: Path | None
    spoil: bool
    exit_zero: bool
    exercise: str

    @property
    def task(self) -> Task:
        """What is done to each path. Raises KitError when a sandbox is required and there is none."""
        options = Options(only=self.only, seed=self.seed, timeout=self.timeout, sandbox=choose(self.sandbox))
        return Task(self.exercise, options, self.entry)

    def check(self) -> None:
        """What cannot go together, or could not be written at the end: raises WrongUsage before anything is graded."""
        self.outputs.check(several=self.several)
        if self.several and self.case_id:
            raise WrongUsage(None, None, "--case asks one case of one hand-in; name one path")
        if self.several and self.notes:
            raise WrongUsage(None, None, "--notes are about one hand-in; name one path")
        if self.case_id and self.outputs.written():
            raise WrongUsage(None, None, "--case asks one case and writes no files; leave the files or --case out")
        if self.source and not self.case_id:
            raise WrongUsage(None, None, "--from goes with --case ID; the ids stand in the grade's findings")
        if self.notes:
            read_notes(self.notes, self.exercise)

    def code(self, worst: int) -> int:
        """The exit code, made kind where that was asked for."""
        return READY if worst == NOT_READY and self.exit_zero else worst
