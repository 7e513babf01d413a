"""The house: who may import whom, what the engine must not know, and how every module opens."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

import grader
from grader.errors import KitError
from grader.submission.languages import languages
from grader.written import read

HOUSE = Path(grader.__file__).parent
ORDER = [
    "errors",
    "exits",
    "default",
    "values",
    "shapes",
    "vocabulary",
    "written",
    "exercise",
    "submission",
    "checks",
    "grading",
    "report",
    "practice",
    "kept",
    "call_line",
    "batch",
    "progress",
    "terminal",
    "summary",
    "outputs",
    "request",
    "again",
    "practised",
    "desk",
    "watch",
    "explain",
    "mutant_check",
    "kit_check",
    "items",
    "plugin",
    "practice_cli",
    "review_cli",
    "cli",
    "__main__",
]
FOR_EXERCISES = {"errors", "values", "exercise", "checks"}
MODULES = sorted(path for path in HOUSE.rglob("*.py") if not {"mutants", "drivers", "_kit"} & {*path.parts})
ENGINE = [path for path in MODULES if "exercises" not in path.parts]
DRIVERS = sorted((HOUSE / "submission" / "drivers").rglob("*.py"))

each_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOUSE)))
each_engine_file = pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(HOUSE)))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports, dotted, `grader.` left out."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] + [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name.removeprefix("grader.") for name in names if name.startswith("grader.") and exists(name))
        elif isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("grader.") for alias in node.names if alias.name.startswith("grader."))


def exists(name: str) -> bool:
    path = HOUSE.joinpath(*name.split(".")[1:])
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def room(name: str) -> str:
    return name.split(".", maxsplit=1)[0]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__")


@each_engine_file
def test_a_module_imports_only_from_its_left(path: Path) -> None:
    here = room(dotted(path))
    if path == HOUSE / "__init__.py":
        assert list(imports(path)) == []
        return
    assert here in ORDER, "a new room needs its place in the order"
    allowed = ORDER[: ORDER.index(here) + (path.parent != HOUSE)]
    assert [name for name in imports(path) if room(name) not in allowed] == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    edges = {dotted(path): {*imports(path)} for path in ENGINE}
    while free := [name for name, needs in edges.items() if not needs & edges.keys()]:
        for name in free:
            del edges[name]
    assert edges == {}, "a cycle, and what leads to it"


def test_an_exercise_imports_little() -> None:
    found = {str(path): room(name) for path in MODULES if "exercises" in path.parts for name in imports(path)}
    assert found
    assert {path: name for path, name in found.items() if name not in FOR_EXERCISES} == {}


def test_nothing_imports_an_exercise() -> None:
    assert [path for path in MODULES if any(room(name) == "exercises" for name in imports(path))] == []


def test_a_driver_imports_nothing_of_ours() -> None:
    assert DRIVERS
    assert [path for path in DRIVERS if list(imports(path))] == []


# ---- what the engine must not know ----

OF_AN_EXERCISE = re.compile(
    r"search_tickets|get_ticket|TKT-|\balpha\b|\bbeta\b|internal_note|next_cursor|ticket_id|can_read", re.IGNORECASE
)
DEFAULT = re.compile(r'^EXERCISE = "\w+"$|"--exercise", default="\w+"')
"""What is meant when no exercise is named."""
OF_A_LANGUAGE = re.compile(rf"\b({'|'.join({'javascript', 'typescript', *(each.name for each in languages())})})\b")
OWN_COMMAND = "python -m grader"


@pytest.mark.parametrize("path", [*ENGINE, *DRIVERS], ids=lambda path: str(path.relative_to(HOUSE)))
def test_the_engine_names_no_exercise_tool_or_field(path: Path) -> None:
    lines = without_docstrings(path)
    assert [line for line in lines if OF_AN_EXERCISE.search(line) and not DEFAULT.search(line)] == []


def without_docstrings(path: Path) -> list[str]:
    """The lines of a file; a docstring may give an example."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [node.body[0] for node in ast.walk(tree(path)) if isinstance(node, kinds) and ast.get_docstring(node)]
    said = {n for node in nodes for n in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return [line for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if n not in said]


@each_engine_file
def test_the_engine_names_no_language(path: Path) -> None:
    lines = without_docstrings(path)
    assert [line for line in lines if OF_A_LANGUAGE.search(line.replace(OWN_COMMAND, ""))] == []


# ---- how a module looks ----


@each_module
def test_a_module_opens_with_one_sentence(path: Path) -> None:
    first = (ast.get_docstring(tree(path)) or "").split("\n\n")[0]
    if path != HOUSE / "__init__.py":
        assert re.fullmatch(r"[A-Z`][^\n]*\.", first), first


@each_module
def test_a_module_is_short_and_so_are_its_functions(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 220
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in functions if length(node) > 30] == []


def length(node: ast.FunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_no_module_is_a_drawer() -> None:
    assert {path.stem for path in MODULES} & {"utils", "helpers", "common", "manager", "base"} == set()


# ---- YAML ----

YAML = sorted(path for path in HOUSE.parent.rglob("*.yaml") if not {".venv", "build", "node_modules"} & {*path.parts})


@pytest.mark.parametrize("path", YAML, ids=lambda path: str(path.relative_to(HOUSE.parent)))
def test_each_yaml_file_is_read_strictly_and_means_the_same_to_others(path: Path) -> None:
    assert yaml.safe_load(path.read_text(encoding="utf-8")) == read(path).data


@pytest.mark.parametrize("path", YAML, ids=lambda path: str(path.relative_to(HOUSE.parent)))
def test_each_yaml_file_refuses_a_key_twice(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    first = next((line for line in text.splitlines() if re.match(r"\w+:", line)), None)
    if first is None:
        assert read(path).data is None
        return
    key = first.split(":")[0]
    (tmp_path / "twice.yaml").write_text(f"{text}\n{key}: again\n", encoding="utf-8")
    with pytest.raises(KitError, match=rf"twice.yaml:\d+: the key '{key}' stands here for the second time"):
        read(tmp_path / "twice.yaml")
