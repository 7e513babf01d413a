"""The examples in CONTRIBUTING.md are the kit's own: rule, calls, mutant, tags, keys, messages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from the_documents import CONTRIBUTING, fences, first_cells, spans

from grader.checks.cases import written_cases
from grader.checks.mutants import FROM, folder, mutants
from grader.exercise import Exercise
from grader.shapes import CALLS, MUTANTS, ROW, RULES, SEQUENCE, STEP
from grader.submission.language_shape import SCHEMA
from grader.submission.languages import languages
from grader.values import TAGS, read_tags
from grader.written import read


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
