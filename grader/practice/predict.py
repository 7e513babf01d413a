"""The predictions: gathered from worksheet and events, sealed once, and marked only after that."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.errors import WrongUsage
from grader.exercise import Exercise
from grader.practice import moment
from grader.practice.answers import FILE, Answer, Said, cases, due, from_json, read, worksheet
from grader.practice.events import HOME, Told, add, told, writing


@dataclass(frozen=True, slots=True)
class Marked:
    """One call: what was predicted, None where nothing was, and what is due."""

    call: str
    said: Said | None
    due: Answer

    @property
    def right(self) -> bool:
        """Whether the prediction is what is due."""
        return self.said is not None and self.said.answer == self.due


def unsealed(folder: Path) -> bool:
    """Whether a practice is kept at `folder` whose predictions are not sealed yet."""
    if not (folder / HOME).is_dir():
        return False
    known = told(folder)
    return bool(known.of("start", "predict.one")) and known.last("predict.seal") is None


def gathered(folder: Path, known: Told, exercise: Exercise) -> dict[str, Said]:
    """All predictions so far, in the order of the calls. Raises WrongUsage where worksheet and event differ."""
    single = {event.data["call"]: said for event in known.of("predict.one") if (said := from_json(event.data["said"]))}
    written = worksheet(folder, exercise)
    for name in single.keys() & written.keys():
        if single[name] != written[name]:
            raise WrongUsage(
                None,
                None,
                f"{name} is predicted twice: {single[name].answer} by `takehome predict {name}`,"
                f" {written[name].answer} in {FILE}; make both alike, or empty the one in {FILE}",
            )
    both = {**single, **written}
    return {name: both[name] for name in cases(exercise) if name in both}


def one(folder: Path, exercise: Exercise, name: str, text: str, now: moment.Now = moment.now) -> Said:
    """Record one prediction, written as a row of the worksheet. Raises WrongUsage; nothing is marked."""
    _open(told(folder))
    said = read(f"{name}: {text}", Path(f"predict {name}"), exercise).get(name)
    if said is None:
        raise WrongUsage(None, None, f"{name} is empty; say a code, or ids and next")
    add(folder, "predict.one", now, call=name, said=said.to_json())
    return said


def _open(known: Told) -> None:
    sealed = known.last("predict.seal")
    if sealed:
        raise WrongUsage(None, None, f"the predictions were sealed at {sealed.at:%H:%M}; see: takehome predict reveal")


def seal(folder: Path, exercise: Exercise, *, partly: bool = False, now: moment.Now = moment.now) -> str:
    """Seal what is predicted: nothing changes after that. Raises WrongUsage when some are missing, unless `partly`."""
    with writing(folder, now) as pen:
        _open(pen.told)
        found = gathered(folder, pen.told, exercise)
        missing = [name for name in cases(exercise) if name not in found]
        if missing and not (partly and found):
            raise WrongUsage(
                None, None, f"not predicted yet: {', '.join(missing)}; fill them in, or seal the others with --partly"
            )
        before = len(pen.told.of("grade"))
        pen.add("predict.seal", said={name: said.to_json() for name, said in found.items()}, missing=missing)
    late = f" {before} grades were made before." if before > 1 else " A grade was made before." if before else ""
    return f"{len(found)} predictions are sealed.{late} Next: takehome predict reveal"


def marked(folder: Path, exercise: Exercise) -> list[Marked]:
    """Every call with its prediction, "sure and wrong" first. Raises WrongUsage before the seal."""
    sealed = told(folder).last("predict.seal")
    if sealed is None:
        raise WrongUsage(None, None, "nothing is marked before the predictions are sealed; run: takehome predict seal")
    rows = [
        Marked(name, from_json(sealed.data["said"].get(name)), due(exercise, case))
        for name, case in cases(exercise).items()
    ]
    return sorted(rows, key=_surely_wrong)


def _surely_wrong(row: Marked) -> tuple[int, int]:
    """Wrong ones by how sure they were, then what was not predicted, then what is right."""
    if row.said is None:
        return (1, 0)
    return (2, 0) if row.right else (0, -row.said.sure)
