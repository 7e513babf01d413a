"""Whatever is handed in, the grader ends with one kind sentence and the right exit code, and goes on to the rest."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from the_desk import TOP, Said, takehome

RIGHT = (TOP / "grader/exercises/search_tickets/mutants/python/correct_1/tickets.py").read_text(encoding="utf-8")
FUNCTION = "def execute_tool(name, args, context, records):\n    {}\n"
TWIST = """
right = execute_tool


def execute_tool(name, args, context, records):
    reply = right(name, args, context, records)
    if "tickets" in reply:
        {}
    return reply
"""

# What is handed in: the files of a folder; its exit code; what the reason says, or the rules that are found broken.
STOPPED = {
    "empty": ({}, "holds no files to grade"),
    "only-empty-folders": ({"src/": ""}, "holds no files to grade"),
    "no-function": ({"tickets.py": "def run_tool(a, b):\n    return 1\n"}, "no function execute_tool"),
    "nothing-of-ours": ({"notes.txt": "to do"}, "source file was found"),
    "syntax": (
        {"tickets.py": "def execute_tool(name, args, context, records) return 1\n"},
        "tickets.py:1: SyntaxError",
    ),
    "import": (
        {"tickets.py": "import no_such_module\n" + FUNCTION.format("return 1")},
        "No module named 'no_such_module'",
    ),
    "raises": ({"tickets.py": FUNCTION.format("return 1") + "1 / 0\n"}, "tickets.py:3: ZeroDivisionError"),
    "exits": ({"tickets.py": FUNCTION.format("return 1") + "import sys\nsys.exit(0)\n"}, "SystemExit"),
    "exits-hard": ({"tickets.py": FUNCTION.format("return 1") + "import os\nos._exit(0)\n"}, "exit status 0"),
    "hangs": (
        {"tickets.py": FUNCTION.format("return 1") + "while True:\n    pass\n"},
        "did not finish loading within 3 s",
    ),
}
JUDGED = {
    "arity": ({"tickets.py": "def execute_tool(name, args):\n    return {}\n"}, 1, 0, {"answer.returned"}),
    "no-code": ({"tickets.py": FUNCTION.format("return None")}, 1, 0, {"answer.returned"}),
    "text": ({"tickets.py": FUNCTION.format("return 'ok'")}, 1, 0, {"reply.shape"}),
    "async": (
        {
            "tickets.py": RIGHT
            + "\nright = execute_tool\n\n\nasync "
            + FUNCTION.format("return right(name, args, context, records)")
        },
        1,
        13,
        {"answer.sync"},
    ),
    "set": ({"tickets.py": RIGHT + TWIST.format('reply["seen"] = {1}')}, 1, 5, {"reply.json"}),
    "nan": ({"tickets.py": RIGHT + TWIST.format('reply["took"] = float("nan")')}, 1, 5, {"reply.json"}),
    "tuple": ({"tickets.py": RIGHT + TWIST.format('reply["tickets"] = tuple(reply["tickets"])')}, 1, 5, {"reply.type"}),
    "cyclic": ({"tickets.py": RIGHT + TWIST.format('reply["all"] = reply')}, 1, 5, {"reply.json"}),
    "huge": ({"tickets.py": RIGHT + TWIST.format('reply["pad"] = "x" * 100_000_000')}, 1, 5, {"reply.json"}),
    "exits-when-called": ({"tickets.py": FUNCTION.format("raise SystemExit(0)")}, 1, 0, {"answer.returned"}),
    "dies-when-called": ({"tickets.py": "import os\n\n\n" + FUNCTION.format("os._exit(0)")}, 1, 0, {"answer.alive"}),
    "prints": ({"tickets.py": RIGHT + "\nprint('loading')\n" + TWIST.format("print('found', reply)")}, 0, 13, set()),
    "my hand-in (v2) é": ({"tickets.py": RIGHT}, 0, 13, set()),
    "named-json": ({"json.py": RIGHT}, 0, 13, set()),
    "named-like-an-option": ({"--json.py": RIGHT}, 0, 13, set()),
}


def lay_out(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir() if name.endswith("/") else path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def all_of_them(tmp_path_factory: pytest.TempPathFactory) -> tuple[Said, dict[str, Any]]:
    """Every hand-in above, graded by one command; one answer each, in the order given."""
    top = tmp_path_factory.mktemp("inbox")
    rows = {name: files for table in (STOPPED, JUDGED) for name, (files, *_) in table.items()}
    paths = [lay_out(top / name, files) for name, files in rows.items()]
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        said = takehome("grade", *paths, top / "missing", "--only", "acceptance", "--json", "--timeout", "1")
    return said, dict(zip([*rows, "missing"], said.json, strict=True))


def test_one_bad_hand_in_never_stops_the_rest(all_of_them: tuple[Said, dict[str, Any]]) -> None:
    said, graded = all_of_them
    assert said.code == 2, "the worst in the order 4, 2, 3, 1, 0"
    assert [grade.get("name") for grade in graded.values()] == [*STOPPED, *JUDGED, None]


@pytest.mark.parametrize("name", STOPPED)
def test_what_cannot_be_loaded_is_not_judged_and_says_why(name: str, all_of_them: tuple[Said, dict[str, Any]]) -> None:
    grade = all_of_them[1][name]
    assert (grade["verdict"], grade["exit"], grade["findings"]) == ("not_judged", 3, [])
    (reason,) = grade["not_judged"]
    assert STOPPED[name][1] in reason
    assert "\n" not in reason
    assert "Traceback" not in reason


@pytest.mark.parametrize("name", JUDGED)
def test_what_answers_is_judged_however_it_answers(name: str, all_of_them: tuple[Said, dict[str, Any]]) -> None:
    grade, (_, code, passed, rules) = all_of_them[1][name], JUDGED[name]
    assert ({each["rule"] for each in grade["findings"]}, grade["acceptance"]["passed"]) == (rules, passed)
    assert grade["exit"] == code


def test_an_unusable_answer_is_told_in_a_sentence(all_of_them: tuple[Said, dict[str, Any]]) -> None:
    says = {name: grade["findings"][0]["says"] for name, grade in all_of_them[1].items() if grade.get("findings")}
    assert "positional argument" in says["arity"]
    assert "coroutine" in says["async"]
    assert "contains itself" in says["cyclic"]
    assert "exit status 0" in says["dies-when-called"]


def links_out(path: Path) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        link = tarfile.TarInfo("hand-in/tickets.py")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return path


def climbs_out(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../tickets.py", RIGHT)
    return path


def broken(path: Path) -> Path:
    path.write_bytes(b"PK\x03\x04 and no more")
    return path


def plain_file(path: Path) -> Path:
    path.write_text(RIGHT, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("make", "name", "says"),
    [
        (climbs_out, "climbs.zip", ".."),
        (links_out, "links.tar.gz", "link"),
        (broken, "broken.zip", "broken.zip"),
        (plain_file, "tickets.py", "neither a folder nor a .zip, .tar.gz or .tgz archive"),
        (Path, "missing", "there is no"),
    ],
)
def test_what_cannot_be_read_is_wrong_usage_told_in_one_line(make: Any, name: str, says: str, tmp_path: Path) -> None:
    said = takehome("grade", make(tmp_path / name))
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("takehome: ")
    assert said.err.count("\n") == 1
    assert says in said.err
    as_json = takehome("grade", tmp_path / name, "--json")
    assert as_json.json == {"schema": "error/1", "exit": 2, "error": as_json.json["error"]}
    assert says in as_json.json["error"]


def test_a_hand_in_not_judged_leads_to_the_next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    said = takehome("grade", lay_out(tmp_path / "my hand-in", STOPPED["syntax"][0]))
    assert said.code == 3
    assert said.out.splitlines()[-1] == "Not judged: did not load: tickets.py:1: SyntaxError: expected ':'."
    assert f"next:   mend that, then: takehome grade '{tmp_path}/my hand-in'" in said.out
    assert said.err == ""
