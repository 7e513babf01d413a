"""A hand-in is understood: its entry found as a person would, or said in one sentence why not."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from grader.exercise import load
from grader.submission.handin import Entry, NotJudged, Unreadable, take_in
from grader.submission.sandbox import Open
from grader.submission.worker import Worker

EXERCISE = load("search_tickets")
FN = "def execute_tool(name, args, context, records):\n    return name\n"
METHOD = "    def {}(self, name, args, context, records):\n        return name\n"
DATACLASS = "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n"


def laid(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


LAYOUTS = {
    "single module": ({"tickets.py": FN}, "tickets.py", None),
    "src package": (
        {"src/tool/__init__.py": "from .reg import execute_tool", "src/tool/reg.py": FN},
        "src/tool/__init__.py",
        "tool",
    ),
    "re-exported over lines": (
        {"tool/__init__.py": "from .reg import (\n    other,\n    execute_tool,\n)", "tool/reg.py": "other = 1\n" + FN},
        "tool/__init__.py",
        "tool",
    ),
    "renamed re-export": (
        {
            "tool/__init__.py": "from tool.reg import run as execute_tool",
            "tool/reg.py": FN.replace("execute_tool", "run"),
        },
        "tool/__init__.py",
        "tool",
    ),
    "package that exposes nothing": (
        {
            "tool/__init__.py": "'''from .reg import execute_tool'''",
            "tool/reg.py": "from .b import X\n" + FN,
            "tool/b.py": "X=1",
        },
        "tool/reg.py",
        "tool.reg",
    ),
    "package inside a package": (
        {"a/__init__.py": "", "a/b/__init__.py": "", "a/b/c.py": "from ..d import X\n" + FN, "a/d.py": "X = 1"},
        "a/b/c.py",
        "a.b.c",
    ),
    "folder without a marker": (
        {"app/main.py": "from .b import X\n" + FN, "app/b.py": "X = 1"},
        "app/main.py",
        "app.main",
    ),
    "siblings by name": ({"app/main.py": "from other import X\n" + FN, "app/other.py": "X = 1"}, "app/main.py", None),
    "the top folder is the package": (
        {"__init__.py": "", "tool.py": "from .b import X\n" + FN, "b.py": "X = 1"},
        "tool.py",
        "handin.tool",
    ),
    "the top folder exposes it": (
        {"__init__.py": "from .tool import execute_tool", "tool.py": FN},
        "__init__.py",
        "handin",
    ),
    "relative imports at the top": ({"tool.py": "from .b import X\n" + FN, "b.py": "X = 1"}, "tool.py", "handin.tool"),
    "bound method": (
        {"t.py": f"class Tool:\n{METHOD.format('run')}execute_tool = Tool().run"},
        "t.py",
        None,
    ),
    "callable instance": (
        {"t.py": f"class Tool:\n{METHOD.format('__call__')}execute_tool: Tool = Tool()"},
        "t.py",
        None,
    ),
    "decorated": ({"t.py": "def d(f):\n    return f\n\n@d\n" + FN}, "t.py", None),
    "among other targets": ({"t.py": FN.replace("execute_tool", "f") + "other, execute_tool = 1, f"}, "t.py", None),
    "chained": ({"t.py": FN.replace("execute_tool", "f") + "run = execute_tool = f"}, "t.py", None),
    "json.py": ({"json.py": FN}, "json.py", None),
    "hyphen in the name": ({"my-tool.py": FN}, "my-tool.py", None),
    "definition before import": ({"demo.py": "from tool import execute_tool\n1/0", "tool.py": FN}, "tool.py", None),
    "fewest path parts": ({"a/tool.py": FN, "zzz.py": FN}, "zzz.py", None),
    "package before module": ({"a.py": FN, "tool/__init__.py": FN}, "tool/__init__.py", "tool"),
    "tests are not searched": ({"tests/a.py": FN, "test_a.py": FN, "conftest.py": FN, "z/z.py": FN}, "z/z.py", None),
    "dataclasses need their module": (
        {"t.py": "from __future__ import annotations\n" + DATACLASS + FN},
        "t.py",
        None,
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_entry_is_found_unaided_and_loads(tmp_path, layout):
    files, file, module = LAYOUTS[layout]
    with take_in(laid(tmp_path / "my hand-in (v2) é", files), EXERCISE) as handin:
        assert handin.entry == Entry(file, module, "execute_tool")
        with Worker(handin, sandbox=Open()) as worker:
            assert worker.loaded.kind == "ok", worker.loaded.says
            worker.store("s", {})
            assert worker.call("tool", {}, {}, "s").value == "tool"
    assert not handin.root.exists()


UNJUDGED = {
    "near names": (
        {"tools.py": FN.replace("tool(", "tools("), "b.py": FN.replace("execute_tool", "executeTool")},
        ["no function execute_tool", "b.py, tools.py", "executeTool in b.py, execute_tools in tools.py", "handin.yaml"],
    ),
    "only inside a class": (
        {"app.py": "class App:\n    def execute_tool(self): pass"},
        ["execute_tool in app.py, but not at the top level of it"],
    ),
    "only mentioned": ({"app.py": "# def execute_tool():\nx = '''\ndef execute_tool(a): pass\n'''"}, ["app.py"]),
    "imported under another name": ({"app.py": "from x import execute_tool as other"}, ["no function execute_tool"]),
    "no source": ({"README.md": "hello"}, ["No source file was found", ".py"]),
    "handin.yaml: not YAML": ({"handin.yaml": "a: b: c", "t.py": FN}, ["handin.yaml:1: "]),
    "handin.yaml: unknown key": (
        {"handin.yaml": "tests: x\nentri: y", "t.py": FN},
        ["handin.yaml:2: no key is called 'entri' here; is 'entry' meant?"],
    ),
    "handin.yaml: twice": ({"handin.yaml": "entry: t.py\nentry: t.py", "t.py": FN}, ["handin.yaml:2: ", "second time"]),
    "handin.yaml: wrong exercise": (
        {"handin.yaml": "\nexercise: other", "t.py": FN},
        ["handin.yaml:2: exercise is 'other'"],
    ),
    "handin.yaml: unknown language": (
        {"handin.yaml": "language: cobol", "t.py": FN},
        ["handin.yaml:1: language is 'cobol'"],
    ),
    "handin.yaml: open quote": (
        {"handin.yaml": 'tests: pytest "x', "t.py": FN},
        ["handin.yaml:1: tests cannot be split"],
    ),
    "handin.yaml: wrong type": ({"handin.yaml": "readme: [a]", "t.py": FN}, ["handin.yaml:1: ", "readme"]),
    "handin.yaml: no such entry": ({"handin.yaml": "entry: gone.py", "t.py": FN}, ["gone.py was not found"]),
    "handin.yaml: deep": (
        {"handin.yaml": "[" * 100_000, "t.py": FN},
        ["handin.yaml:1: exceeded maximum nesting"],
    ),
    "nothing": ({}, ["holds no files"]),
    "a link for the source": (
        {"a.txt": FN, "link": ""},
        ["No source file was found", "ignored: link is a symbolic link"],
    ),
    "nothing but links": ({"link": ""}, ["holds no files", "link is a symbolic link"]),
}


@pytest.mark.parametrize("case", UNJUDGED)
def test_what_cannot_be_judged_says_why_in_one_sentence(tmp_path, case):
    files, parts = UNJUDGED[case]
    folder = tmp_path / "h"
    folder.mkdir()
    laid(folder, files)
    if "link" in files:
        (folder / "link").unlink()
        (folder / "link").symlink_to("/etc/passwd")
    with pytest.raises(NotJudged) as refused, take_in(folder, EXERCISE):
        pass
    for part in parts:
        assert part in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 500


def test_a_file_named_like_a_module_of_python_does_not_take_its_place(tmp_path):
    text = "def execute_tool(name, args, context, records):\n    import json\n    return json.dumps(args)\n"
    with take_in(laid(tmp_path / "h", {"json.py": text}), EXERCISE) as handin, Worker(handin, sandbox=Open()) as worker:
        worker.store("s", {})
        assert worker.call("tool", [1], {}, "s").value == "[1]"


def test_what_is_no_hand_in_is_unreadable(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    for path, says in ((tmp_path / "gone", "there is no"), (tmp_path / "notes.txt", "neither a folder nor")):
        with pytest.raises(Unreadable, match=says), take_in(path, EXERCISE):
            pass


def test_an_archive_is_a_hand_in_and_nothing_is_written_beside_it(tmp_path):
    with zipfile.ZipFile(tmp_path / "ada.zip", "w") as packed:
        packed.writestr("work/tickets.py", FN)
    with take_in(tmp_path / "ada.zip", EXERCISE) as handin:
        assert (handin.name, handin.entry.file, handin.ignored) == ("ada", "tickets.py", ())
    assert [path.name for path in tmp_path.iterdir()] == ["ada.zip"]


@pytest.mark.parametrize("mark", ["handin.yaml", "README.md", "package.json"])
def test_a_single_folder_that_shows_itself_to_be_the_hand_in_is_entered(tmp_path, mark):
    files = {f"work/{mark}": "language: python\n" if mark == "handin.yaml" else "{}", "work/src/tickets.py": FN}
    with take_in(laid(tmp_path / "ada", files), EXERCISE) as handin:
        assert (handin.name, handin.entry.file) == ("ada", "src/tickets.py")
        assert handin.settings.language == ("python" if mark == "handin.yaml" else None)


def test_settings_are_read_and_name_the_entry(tmp_path):
    text = (
        "exercise: search_tickets\nlanguage: python\nentry: tool.deep:app.run\n"
        "tests: python -m pytest 'my tests'\ndeclaration: TOOL\nreadme: {limits: Bounds}\n"
    )
    files = {"handin.yaml": text, "src/tool/__init__.py": "", "src/tool/deep.py": "", "a.py": FN}
    with take_in(laid(tmp_path / "h", files), EXERCISE) as handin:
        assert handin.entry == Entry("src/tool/deep.py", "tool.deep", "app.run")
        assert handin.settings.tests == ("python", "-m", "pytest", "my tests")
        assert (handin.settings.declaration, handin.settings.readme) == ("TOOL", {"limits": "Bounds"})


@pytest.mark.parametrize("wanted", ["b.py", "b", "b:execute_tool", "b.py:execute_tool"])
def test_a_named_entry_comes_before_detection(tmp_path, wanted):
    files = {"a.py": FN, "b.py": FN, "handin.yaml": "entry: a.py"}
    with take_in(laid(tmp_path / "h", files), EXERCISE, entry=wanted) as handin:
        assert handin.entry == Entry("b.py", None, "execute_tool")


@pytest.mark.parametrize("wanted", ["../secret.py", "/etc/passwd", "a..b", ""])
def test_a_named_entry_stays_inside(tmp_path, wanted):
    (tmp_path / "secret.py").write_text(FN)
    folder = laid(tmp_path / "h", {"a.py": FN})
    if wanted:
        with pytest.raises(NotJudged, match="was not found"), take_in(folder, EXERCISE, entry=wanted):
            pass
    else:
        with take_in(folder, EXERCISE, entry=wanted) as handin:
            assert handin.entry.file == "a.py"


def test_the_original_is_never_written_to(tmp_path):
    folder = laid(tmp_path / "h", {"t.py": "open('beside.txt', 'w').write('x')\n" + FN, "tool/__init__.py": ""})
    with take_in(folder, EXERCISE) as handin, Worker(handin, sandbox=Open()) as worker:
        assert worker.loaded.kind == "ok"
        assert (handin.root / "beside.txt").is_file()
    assert sorted(path.name for path in folder.rglob("*")) == ["__init__.py", "t.py", "tool"]
