"""A case: one call with its store and the steps that lead to it, and the calls files that cases are read from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from grader.exercise import BEHAVIOUR, FIXTURE, Call, Exercise, Rows
from grader.shapes import CALLS
from grader.values import Value, canonical, read_tags, write_tags
from grader.written import Written, not_called, read

NEXT = "$next"
"""As a cursor: the cursor that the step before gave back."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a case, what is done to the store before it, and the reply it is due (None: ask the model)."""

    call: Call
    due: Value | None = None
    keep_args: bool = False
    scribble: bool = False
    times: int = 1
    edit: tuple[tuple[str, Value | None], ...] = ()
    store: str | Rows | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked once. The last step is judged; a `walk` follows its cursors to the end and judges the pages."""

    rule: str
    check: str
    steps: tuple[Step, ...]
    store: str | Rows = FIXTURE
    walk: bool = False
    name: str | None = None
    open: str | None = None
    source: str | None = None
    twin: Rows | None = field(default=None, compare=False)

    @property
    def call(self) -> Call:
        """The call that is judged."""
        return self.steps[-1].call

    @property
    def before(self) -> tuple[Step, ...]:
        """The steps that lead to the judged call."""
        return self.steps[:-1]

    @property
    def sequence(self) -> bool:
        """Whether more than one call is asked."""
        return len(self.steps) > 1 or self.steps[-1].times > 1

    def upto(self, n: int) -> Case:
        """This case, ending with its step `n`."""
        return replace(self, steps=self.steps[: n + 1])


def single(rule: str, check: str, call: Call, store: str | Rows = FIXTURE, **more: Any) -> Case:
    """A case of one call."""
    return Case(rule, check, (Step(call),), store, **more)


def case_id(rule: str, case: Case) -> str:
    """Six hex digits that name a case under a rule."""
    return sha256(f"{rule}\n{canonical(case_json(case))}".encode()).hexdigest()[:6]


def case_json(case: Case) -> dict[str, Any]:
    """A case as the grade writes it; where the judged call has a store of its own, `begun_on` is the first one."""
    own = case.steps[-1].store
    shown = {
        **_call_json(case.call),
        "store": _store_json(case.store if own is None else own),
        "before": [_step_json(step) for step in case.before],
    }
    last = {key: item for key, item in _step_json(case.steps[-1]).items() if key not in shown}
    begun = {} if own is None else {"begun_on": _store_json(case.store)}
    return {**shown, **begun, **last, **({"walk": True} if case.walk else {})}


def _call_json(call: Call) -> dict[str, Any]:
    return {"context": write_tags(call.context), "tool": write_tags(call.tool), "args": write_tags(call.args)}


def _store_json(store: str | Rows) -> Any:
    return store if isinstance(store, str) else {key: write_tags(row) for key, row in store.items()}


def _step_json(step: Step) -> dict[str, Any]:
    parts = _call_json(step.call)
    if step.store is not None:
        parts["store"] = _store_json(step.store)
    if step.keep_args:
        parts["keep"] = ["args"]
    if step.scribble:
        parts["scribble"] = True
    if step.times > 1:
        parts["times"] = step.times
    return {**parts, **_edit_json(step.edit)}


def _edit_json(edit: Iterable[tuple[str, Value | None]]) -> dict[str, Any]:
    insert = {key: write_tags(row) for key, row in edit if row is not None}
    delete = [key for key, row in edit if row is None]
    return {**({"insert": insert} if insert else {}), **({"delete": delete} if delete else {})}


def read_case(shown: Mapping[str, Any], rule: str, check: str) -> Case:
    """The reverse of `case_json`: the case that a grade wrote."""
    own = ("begun_on", "before", "walk") if "begun_on" in shown else ("store", "before", "walk")
    last = {key: shown[key] for key in shown if key not in own}
    steps = tuple(_read_step(step, None) for step in [*shown.get("before", ()), last])
    store = _read_store(shown.get("begun_on", shown.get("store", FIXTURE)))
    return Case(rule, check, steps, store, walk=bool(shown.get("walk")))


def _read_store(store: Any) -> str | Rows:
    return store if isinstance(store, str) else {key: read_tags(row) for key, row in store.items()}


def _read_step(step: Mapping[str, Any], before: Step | None, context: Value = None) -> Step:
    call = Call(
        read_tags(step.get("tool", before and before.call.tool)),
        read_tags(step.get("args", before and before.call.args)),
        read_tags(step.get("context", before.call.context if before else context)),
    )
    inserted = [(key, read_tags(row)) for key, row in step.get("insert", {}).items()]
    deleted = [(key, None) for key in step.get("delete", ())]
    return Step(
        call,
        keep_args="args" in step.get("keep", ()),
        scribble=step.get("scribble", False),
        times=step.get("times", 1),
        edit=(*inserted, *deleted),
        store=_read_store(step["store"]) if "store" in step else None,
    )


def written_cases(exercise: Exercise, language: str, checks: Sequence[str] = BEHAVIOUR) -> list[Case]:
    """The cases of the calls files of these checks that concern a language, in the order of the files."""
    found: list[Case] = []
    ids: dict[str, str] = {}
    for check in checks:
        path = exercise.folder / exercise.files["calls"] / f"{check}.yaml"
        if path.is_file():
            written = read(path, CALLS)
            _refuse_doubles(written, ids)
            found += _file_cases(written, check, exercise, language)
    return found


def _refuse_doubles(written: Written, ids: dict[str, str]) -> None:
    """Hold each id to one call; `ids` are those read so far, with where they stand."""
    for n, row in enumerate(written.data["calls"]):
        name, line = row["id"], written.line("calls", n, "id")
        if name in ids:
            raise written.wrong(
                f"the id {name!r} stands in {ids[name]} already; name this call otherwise", "calls", n, "id"
            )
        ids[name] = f"{written.path.name}:{line}"


def _file_cases(written: Written, check: str, exercise: Exercise, language: str) -> Iterator[Case]:
    for n, row in enumerate(written.data["calls"]):
        if language in row.get("only", [language]):
            try:
                yield _row_case(row, check, exercise, written, n)
            except (ValueError, KeyError, TypeError) as error:
                raise written.wrong(f"{row['id']}: {error}", "calls", n) from error


def _row_case(row: Mapping[str, Any], check: str, exercise: Exercise, written: Written, n: int) -> Case:
    if row["rule"] not in exercise.rules:
        raise written.wrong(not_called("rule", row["rule"], exercise.rules), "calls", n, "rule")
    case = read_row(row, row["rule"], check, exercise)
    return replace(case, source=f"calls/{check}.yaml:{written.line('calls', n)}")


def read_row(row: Mapping[str, Any], rule: str, check: str, exercise: Exercise) -> Case:
    """The case that a row of a calls file writes. Raises ValueError, KeyError or TypeError on what it cannot mean."""
    steps: list[Step] = []
    for step in row.get("steps", [row]):
        known = {key: item for key, item in step.items() if key != "store" or "steps" in row}
        read_one = _read_step(known, steps[-1] if steps else None, row.get("context"))
        _known_context(read_one.call.context, exercise)
        steps.append(replace(read_one, due=_due(step, exercise)))
    store = _read_store(row.get("store", FIXTURE))
    return Case(rule, check, tuple(steps), store, name=row["id"], open=row.get("open"))


def _known_context(context: Value, exercise: Exercise) -> None:
    if isinstance(context, str) and context not in exercise.contexts:
        raise ValueError(f"no context is called {context!r}; there are {', '.join(exercise.contexts)}")


def _due(step: Mapping[str, Any], exercise: Exercise) -> Value | None:
    if "code" in step:
        return {exercise.reply.ok: False, exercise.reply.code: step["code"]}
    return read_tags(step["expect"]) if "expect" in step else None
