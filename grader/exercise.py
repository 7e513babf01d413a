"""An exercise as a whole: its words, rules, store and model, loaded from its folder and checked line by line."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from grader.errors import KitError
from grader.shapes import CHECKS, EXERCISE, RULES, STORE
from grader.values import Value, canonical, read_tags
from grader.vocabulary import Item, Paging, ReplyWords, Rule, Tool
from grader.written import Written, read

HERE = Path(__file__).parent
BEHAVIOUR = CHECKS[:9]
BLOCKING = ("whose_data", "data_leaves", "contract")
FILES = ("calls", "model", "probes", "misreadings", "mutants")
FIXTURE = "fixture"

Rows = dict[str, Value]
"""Stored items by key, `tenant:id`, in the order in which they were inserted."""
Context = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the tool function; `context` is a name the exercise knows, or the mapping itself."""

    tool: Value
    args: Value
    context: Value

    def __hash__(self) -> int:
        return hash(canonical([self.tool, self.args, self.context]))


class Contract(Protocol):
    """The model: a second, independent statement of what each call is due."""

    def answer(self, call: Call, context: Context, rows: Rows) -> dict[str, Value]:
        """The whole due reply."""

    def decides(self, call: Call, context: Context, rows: Rows) -> str:
        """The rule that a wrong code on this call breaks."""

    def owns(self, context: Context, key: str) -> bool:
        """Whether the row under `key` belongs to the session."""

    def keeps_out(self, call: Call, key: str, row: Value) -> str | None:
        """The rule that keeps this row of the caller out of the whole result, or None when it belongs."""


@dataclass(frozen=True)
class Exercise:
    """An exercise, ready to be asked about."""

    name: str
    version: int
    title: str
    minutes: int
    folder: Path
    function: Mapping[str, str]
    parameters: tuple[str, ...]
    contexts: Mapping[str, Context]
    tenant: str
    permission: str
    reply: ReplyWords
    item: Item
    tools: Mapping[str, Tool]
    paging: Paging | None
    rules: Mapping[str, Rule]
    follows: Mapping[str, Sequence[str]]
    store: Rows
    files: Mapping[str, str]

    @cached_property
    def contract(self) -> Contract:
        """The model, imported from the exercise's own file when first asked."""
        return self._module("model")

    @cached_property
    def probes(self) -> Any:
        """The exercise's generators of cases, imported when first asked."""
        return self._module("probes")

    def decides(self, call: Call, rows: Rows) -> str:
        """The rule that a wrong code on this call breaks."""
        return self.contract.decides(call, self.context(call.context), rows)

    @cached_property
    def misreadings(self) -> Any:
        """The exercise's known misreadings of a page, or None."""
        return self._module("misreadings") if "misreadings" in self.files else None

    def context(self, context: Value) -> Context:
        """The mapping behind a context's name; an inline context is its own."""
        return self.contexts[context] if isinstance(context, str) else context

    @property
    def readers(self) -> dict[str, Context]:
        """The named contexts that may read."""
        return {name: each for name, each in self.contexts.items() if each[self.permission] is True}

    def reader(self, context: Value) -> str | None:
        """The named context of the same tenant that may read, for one that may not."""
        wanted = {**self.context(context), self.permission: True} if isinstance(context, str) else None
        if wanted is None or wanted == self.context(context):
            return None
        return next((name for name, each in self.contexts.items() if each == wanted), None)

    def rows(self, store: str | Rows) -> Rows:
        """The rows behind a store's name; inline rows are their own."""
        return self.store if isinstance(store, str) else store

    def due(self, call: Call, rows: Rows) -> dict[str, Value]:
        """The whole reply that the model owes this call."""
        return self.contract.answer(call, self.context(call.context), rows)

    def misread(
        self, call: Call, rows: Rows, names: Collection[str] | None = None
    ) -> Iterator[tuple[str, str, list[str]]]:
        """The wrong pages that known misreadings (those of these names, or all) give for a call: name, rule and ids."""
        if self.misreadings and (names is None or names):
            yield from self.misreadings.pages(call, self.context(call.context), rows, names)

    def leaks_scope(self, rules: Sequence[str]) -> bool:
        """Whether one of these rules says that somebody else's data was shown."""
        return any(rule.startswith("scope.") and rule != "scope.page" for rule in rules)

    def known(self, rule: str, instead: str) -> str:
        """A rule that the engine names; `instead` where this exercise has none of that name."""
        return rule if rule in self.rules else instead

    def tool(self, call: Call) -> Tool | None:
        """The tool a call names, or None when no tool bears that name."""
        return self.tools.get(call.tool) if isinstance(call.tool, str) else None

    def _module(self, kind: str) -> ModuleType:
        return _load_module(self.folder / self.files[kind], f"exercise_{self.name}_{kind}")


def exercises() -> list[str]:
    """The names of all exercises, sorted."""
    return sorted(path.parent.name for path in (HERE / "exercises").glob("*/exercise.yaml"))


def kit_folder(kind: str, exercise: str) -> Path:
    """An exercise's `candidate_template`, `reference`, `sample_submission` or `rubric`, in a checkout or a wheel."""
    for top in (HERE.parent, HERE / "_kit"):
        if (top / kind / exercise).is_dir():
            return top / kind / exercise
    if exercise not in exercises():
        raise KitError(None, None, f"no exercise is called {exercise!r}; there are: {', '.join(exercises())}")
    raise KitError(None, None, f"the kit has no {kind}/{exercise}; write it, or install the kit again")


def load(name: str) -> Exercise:
    """The exercise called `name`. Raises KitError with `path:line:` when one of its files is wrong."""
    return load_folder(HERE / "exercises" / name, kit_folder("rubric", name) / "rules.yaml")


def load_folder(folder: Path, rules: Path) -> Exercise:
    """The exercise that lies in `folder`, with the rules of the file `rules`."""
    written = read(folder / "exercise.yaml", EXERCISE)
    data = written.data
    return Exercise(
        **{key: data[key] for key in ("name", "version", "title", "minutes", "function", "tenant", "permission")},
        folder=folder,
        parameters=tuple(data["parameters"]),
        contexts={name: read_tags(context) for name, context in data["contexts"].items()},
        reply=ReplyWords(**data["reply"]),
        item=Item(data["item"]["id"], data["item"]["text"], tuple(data["item"]["public"])),
        tools={name: _tool(name, tool) for name, tool in data["tools"].items()},
        paging=Paging(**data["paging"]) if "paging" in data else None,
        rules=_rules(read(rules, RULES)),
        follows=data.get("follows", {}),
        store=read(folder / data["store"], STORE).data["rows"],
        files={kind: data[kind] for kind in FILES if kind in data},
    )


def _tool(name: str, tool: dict[str, Any]) -> Tool:
    return Tool(name, tool.get("one"), tool.get("many"), tuple(tool["args"]), tool["rules"])


def _rules(written: Written) -> dict[str, Rule]:
    rules = written.data["rules"]
    return {id_: Rule(id=id_, place=place, **rule) for place, (id_, rule) in enumerate(rules.items())}


def _load_module(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise KitError(path, None, "is named in exercise.yaml but is not there")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module
