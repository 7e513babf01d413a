"""The documents say what is so: commands parse, paths exist, examples are the kit's own, nothing is left out."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from test_layers import ORDER
from the_desk import takehome

from grader.batch import WORST_FIRST
from grader.checks.cases import written_cases
from grader.checks.mutants import FROM, folder, mutants
from grader.cli import INTERRUPTED, verbs
from grader.exercise import Exercise
from grader.shapes import CALLS, MUTANTS, ROW, RULES, SEQUENCE, STEP
from grader.submission.language_shape import SCHEMA
from grader.submission.languages import DRIVERS, languages
from grader.values import TAGS, read_tags
from grader.written import read

TOP = Path(__file__).parent.parent
HOUSE = TOP / "grader"
README, CONTRIBUTING, INSIDE = TOP / "README.md", TOP / "CONTRIBUTING.md", HOUSE / "README.md"
DOCUMENTS = [README, CONTRIBUTING, INSIDE]
PICTURE = TOP / "docs/report.png"
MADE = {".takehome/", ".venv/bin", "report.html"}
"""Paths that a document may name though a checkout lacks them: running the kit makes them."""
PATH = re.compile(r"\.?[\w-]+(?:/[\w.-]+)+/?|[\w-]+/|[\w-]+\.(?:py|yaml|md|toml|html|png)")

each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(TOP)))


# ---- reading a document ----


@cache
def tokens(path: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))


def inlines(path: Path) -> Iterator[Token]:
    for token in tokens(path):
        yield from token.children or ()


def spans(path: Path) -> list[str]:
    return [token.content for token in inlines(path) if token.type == "code_inline"]


def fences(path: Path, info: str | None = None) -> list[str]:
    return [token.content for token in tokens(path) if token.type == "fence" and info in (None, token.info)]


def links(path: Path) -> list[str]:
    return [str(token.attrs.get("href") or token.attrs.get("src")) for token in inlines(path) if token.attrs]


def headings(path: Path) -> list[str]:
    each = tokens(path)
    return [each[n + 1].content for n, token in enumerate(each) if token.type == "heading_open"]


def first_cells(path: Path, heading: str) -> list[str]:
    """The code spans in the first column of the table whose first head is `heading`."""
    text = path.read_text(encoding="utf-8")
    table = text.split(f"\n| {heading} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [name for row in table for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


def commands(path: Path) -> list[list[str]]:
    """Every command that is shown, split as a shell does, without its comment and where its output goes."""
    lines = [line.strip().removeprefix("$ ") for text in fences(path) for line in text.splitlines()] + spans(path)
    found = [shlex.split(line.split(" > ")[0], comments=True) for line in lines if re.match(COMMAND, line)]
    return [[words[0].removeprefix(".venv/bin/"), *words[1:]] for words in found]


COMMAND = re.compile(r"(?:\.venv/bin/)?(?:takehome|pytest|make)(?: |$)")


def flags(verb: str) -> set[str]:
    return {name for param in verbs.commands[verb].params for name in param.opts}


def slug(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


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
        *(TOP / kind / exercise.name for kind in ("rubric", "candidate_template")),
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
        assert not anchor or anchor in map(slug, headings(target)), link


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
        found.add(getattr(node, "name", ""))
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            name = getattr(part, "name", None) or getattr(getattr(part, "target", None), "id", None)
            found.add(f"{node.name}.{name}")
    return found


# ---- the examples of CONTRIBUTING ----


def example(key: str, schema: dict[str, Any], tmp_path: Path) -> Any:
    """The YAML example that begins with `key`, held to the shape of its file."""
    (text,) = (text for text in fences(CONTRIBUTING, "yaml") if text.startswith(f"{key}:"))
    (tmp_path / "example.yaml").write_text(text, encoding="utf-8")
    return read(tmp_path / "example.yaml", schema).data[key]


def test_the_rule_is_one_of_the_kit(exercise: Exercise, tmp_path: Path) -> None:
    for name, rule in example("rules", RULES, tmp_path).items():
        mine = exercise.rules[name]
        assert (rule["tier"], rule["check"], rule["title"]) == (mine.tier, mine.check, mine.title)
        assert mine.why.startswith(rule["why"])
        assert mine.fix.startswith(rule["fix"])


def test_the_calls_are_those_of_the_kit(exercise: Exercise, tmp_path: Path) -> None:
    known = {case.name: case for case in written_cases(exercise, "python")}
    for row in example("calls", CALLS, tmp_path):
        case = known[row["id"]]
        assert case.rule == row["rule"]
        assert [step.call.args for step in case.steps] == [read_tags(step["args"]) for step in row.get("steps", [row])]


def test_the_mutant_is_one_of_the_kit(exercise: Exercise, tmp_path: Path) -> None:
    known = {mutant.name: mutant for mutant in mutants(exercise, "python")}
    assert (folder(exercise, "python") / FROM).is_dir()
    for row in example("mutants", MUTANTS, tmp_path):
        mine = known[row["name"]]
        assert tuple((each["old"], each["new"]) for each in row["edit"]) == mine.edit
        assert (row["star"], row["tier"], row["class"], row["says"], row["rule"]) == (
            mine.star,
            mine.tier,
            mine.kind,
            mine.says,
            mine.rule,
        )
        assert row["call"]["args"] == mine.case.call.args


def test_every_key_of_a_calls_file_is_named() -> None:
    keys = {key for shape in (ROW, SEQUENCE, STEP) for key in shape["properties"]}
    said = " ".join(spans(CONTRIBUTING) + fences(CONTRIBUTING, "yaml"))
    assert [key for key in sorted(keys) if not re.search(rf"\b{key}\b", said)] == []


def test_every_tag_has_its_row() -> None:
    assert sorted(first_cells(CONTRIBUTING, "tag")) == sorted(TAGS | {"nan", "inf", "repeat", "b64json"})


def test_every_key_of_a_language_has_its_row() -> None:
    assert sorted(first_cells(CONTRIBUTING, "key of `language.yaml`")) == sorted(SCHEMA["properties"])


def test_the_messages_are_what_a_driver_answers(exercise: Exercise) -> None:
    (shown,) = (text for text in fences(CONTRIBUTING) if text.startswith("> "))
    asked, due = ([line[2:] for line in shown.splitlines() if line[0] == sign] for sign in "><")
    assert [json.loads(line) for line in answered(asked, folder(exercise, "python") / FROM)] == list(
        map(json.loads, due)
    )


def answered(asked: list[str], root: Path) -> list[str]:
    """The lines that the Python driver answers to these."""
    (language,) = (each for each in languages() if each.name == "python")
    (ask_end, ask), (answer, answer_end) = os.pipe(), os.pipe()
    argv = [sys.executable, *language.runtime.flags, str(language.driver), str(ask_end), str(answer_end), str(root)]
    with subprocess.Popen(argv, pass_fds=(ask_end, answer_end)) as driver:
        os.close(ask_end)
        os.close(answer_end)
        with os.fdopen(ask, "w") as requests:
            requests.write("".join(f"{line}\n" for line in asked))
        with os.fdopen(answer) as replies:
            lines = replies.read().splitlines()
        driver.wait(timeout=10)
    return lines
