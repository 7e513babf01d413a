"""The documents say what is so: commands parse, paths exist, the terminal shown is the kit's, nothing is left out."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from pathlib import Path

from test_layers import ORDER
from the_desk import takehome
from the_documents import (
    DOCUMENTS,
    HOUSE,
    INSIDE,
    README,
    TOP,
    anchors,
    commands,
    each_document,
    fences,
    first_cells,
    links,
    spans,
)

from grader.cli import verbs
from grader.exercise import Exercise
from grader.exits import INTERRUPTED, WORST_FIRST
from grader.submission.languages import DRIVERS

PICTURE = TOP / "docs/report.png"
MADE = {".takehome/", ".venv/bin", "report.html"}
"""Paths that a document may name though a checkout lacks them: running the kit makes them."""
PATH = re.compile(r"\.?[\w-]+(?:/[\w.-]+)+/?|[\w-]+/|[\w-]+\.(?:py|yaml|md|toml|html|png)")
KINDS = ("rubric", "candidate_template")


def flags(verb: str) -> set[str]:
    return {name for param in verbs.commands[verb].params for name in param.opts}


# ---- commands ----


@each_document
def test_every_command_shown_parses(path: Path, exercise: Exercise) -> None:
    for program, *words in commands(path):
        if program == "takehome" and words:
            context = verbs.commands[words[0]].make_context(words[0], words[1:])
            rule = context.params.get("rule", "RULE")
            assert rule == "RULE" or rule in exercise.rules
        elif program == "make":
            assert re.search(rf"^{words[0]}:", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE), words


def test_the_front_door_shows_the_verbs_that_there_are() -> None:
    shown = {words[1] for path in DOCUMENTS for words in commands(path) if words[0] == "takehome" and words[1:]}
    assert shown == set(verbs.commands)


def test_every_flag_in_the_readme_exists() -> None:
    named = {flag for span in spans(README) for flag in re.findall(r"^--[a-z-]+", span)}
    assert named
    assert named <= flags("grade")


def test_the_readme_speaks_of_the_sandbox_as_the_command_does() -> None:
    assert ("--sandbox" in README.read_text(encoding="utf-8")) == ("--sandbox" in flags("grade"))


def test_the_exit_codes_are_those_of_the_desk() -> None:
    text = README.read_text(encoding="utf-8")
    assert sorted(int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)) == sorted(
        [*WORST_FIRST, INTERRUPTED]
    )
    assert ", ".join(map(str, WORST_FIRST)) in text


def test_the_terminal_in_the_readme_is_what_the_kit_prints() -> None:
    (shown,) = (text for text in fences(README) if text.startswith("$ "))
    command, *lines = shown.splitlines()
    said = takehome(*(TOP / word if word.startswith("sample") else word for word in shlex.split(command)[2:]))
    printed = iter(said.out.splitlines())
    assert [line for line in lines if line != "…" and line not in printed] == [], "run the command and renew the lines"


# ---- paths ----


def homes(path: Path) -> list[Path]:
    """Where a short path in a document may begin."""
    exercise = HOUSE / "exercises/search_tickets"
    return [
        path.parent,
        TOP,
        exercise,
        DRIVERS / "python",
        *(TOP / kind / exercise.name for kind in KINDS),
    ]


def there(path: Path, named: str) -> bool:
    pattern = re.sub(r"\b(NAME|LANGUAGE)\b", "*", named).rstrip("/")
    return any(next(home.glob(pattern), None) for home in homes(path))


@each_document
def test_every_path_named_exists(path: Path) -> None:
    named = [span for span in spans(path) if PATH.fullmatch(span) and span not in MADE]
    named += [
        word for text in fences(path) for word in PATH.findall(text) if (path.parent / word.split("/")[0]).is_dir()
    ]
    if path == INSIDE:
        named += re.findall(r"[\w/]+\.py\b", path.read_text(encoding="utf-8"))
    assert len(named) > 5
    assert [word for word in named if not there(path, word)] == []


@each_document
def test_every_link_leads_somewhere_inside(path: Path) -> None:
    for link in links(path):
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        assert target.is_relative_to(TOP), link
        assert not anchor or anchor in anchors(target), link


@each_document
def test_no_document_leads_out_of_the_repository(path: Path) -> None:
    assert re.findall(r"(?<![\w.*/<)`-])(?:/|~/|\.\./)\w[^\s`]*", path.read_text(encoding="utf-8")) == []
    assert [span for span in spans(path) if span.startswith(("/", "~", "../"))] == []


def test_the_picture_is_small_and_the_first_screen() -> None:
    head = PICTURE.read_bytes()
    assert len(head) <= 250_000
    assert head.startswith(b"\x89PNG")
    assert int.from_bytes(head[16:20]) == 1280
    assert int.from_bytes(head[20:24]) <= 900


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) < 150


def test_every_dependency_earns_its_line() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["node"]]
    names = [re.match(r"[\w-]+", each)[0] for each in needed]  # type: ignore[index] # a requirement begins with its name
    assert [name for name in first_cells(README, "dependency") if name != "node"] == names


# ---- the way of one case ----


def test_every_room_and_module_at_the_top_is_named() -> None:
    text = INSIDE.read_text(encoding="utf-8")
    modules = [path.name for path in HOUSE.glob("*.py") if path.name != "__init__.py"]
    rooms = [
        f"{path.name}/"
        for path in HOUSE.iterdir()
        if path.is_dir() and any(path.glob("[!_]*")) and path.name[0] not in "_."
    ]
    assert [name for name in modules + rooms if not re.search(rf"(?<![\w/]){re.escape(name)}", text)] == []


def test_the_order_of_imports_is_the_one_that_is_held() -> None:
    text = INSIDE.read_text(encoding="utf-8").split("## Who may import whom")[1]
    rooms = [
        room for room in ORDER if room != "__main__" and ((HOUSE / room).is_dir() or (HOUSE / f"{room}.py").is_file())
    ]
    assert text.split("```")[1].split() == rooms


def test_every_function_on_the_way_is_where_the_page_says() -> None:
    text = INSIDE.read_text(encoding="utf-8")
    drawn = re.findall(r"([\w/]+\.py) +\(?([A-Za-z_.]+)\)?", fences(INSIDE)[0])
    told = re.findall(r"`([\w/]+\.py)`(?:,| \()\s?`(\w+)`", text)
    assert (len(drawn), len(told)) > (9, 3)
    assert [(file, name) for file, name in drawn + told if name not in names_in(HOUSE / file)] == []


def names_in(path: Path) -> set[str]:
    """The names of a module, and `Class.part` for the parts of its classes."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found |= {node.name, *(f"{node.name}.{part_name(part)}" for part in node.body)}
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
    return found


def part_name(part: ast.stmt) -> str:
    return ast.unparse(part.target) if isinstance(part, ast.AnnAssign) else getattr(part, "name", "")
