"""The driver by itself: spoken to over its pipes, as any grader would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

from grader.submission.languages import languages

DRIVER = next(language for language in languages() if language.name == "python").driver
ECHO = "def execute_tool(name, args, context, records):\n    return args\n"


class Spoken:
    """A driver process and its two pipes."""

    def __init__(self, root):
        theirs_read, self.write = os.pipe()
        self.read, theirs_write = os.pipe()
        argv = [sys.executable, "-s", "-P", str(DRIVER), str(theirs_read), str(theirs_write), str(root)]
        self.process = subprocess.Popen(argv, pass_fds=(theirs_read, theirs_write), cwd=root)
        os.close(theirs_read)
        os.close(theirs_write)
        self.replies = os.fdopen(self.read)

    def ask(self, **message):
        os.write(self.write, (json.dumps({"id": "0f", **message}) + "\n").encode())
        return json.loads(self.replies.readline())

    def load(self, **wanted):
        return self.ask(load={"file": "t.py", "module": None, "function": "execute_tool", "exports": [], **wanted})


@pytest.fixture
def spoken(tmp_path):
    driver = Spoken(tmp_path)
    yield driver
    os.close(driver.write)
    assert driver.process.wait(5) is not None
    driver.replies.close()


def test_the_four_messages(spoken, tmp_path):
    (tmp_path / "t.py").write_text("TOOL = {1: 2}\n" + ECHO)
    assert spoken.load(exports=["TOOL"]) == {"id": "0f", "ok": {"exports": {"TOOL": {"$": "pairs", "v": [[1, 2]]}}}}
    assert spoken.ask(store="s", rows=[["a", {"n": {"$": "tuple", "v": []}}]]) == {"id": "0f", "ok": True}
    assert spoken.ask(call=["t", {"a": 1}, {}], store="s") == {"id": "0f", "ok": {"a": 1}}
    assert spoken.ask(scribble=True) == {"id": "0f", "ok": True, "args": {"a": "scribbled", "scribbled": "scribbled"}}


def test_a_request_that_makes_no_sense_is_refused_and_the_next_is_answered(spoken, tmp_path):
    (tmp_path / "t.py").write_text(ECHO)
    spoken.load()
    assert spoken.ask(dance=1)["err"] == "$request"
    assert spoken.ask(call=["t", {}, {}], store="absent")["err"] == "$request"
    spoken.ask(store="s", rows=[])
    assert spoken.ask(call=["t", {"$": "undefined"}, {}], store="s")["err"] == "$request"
    assert spoken.ask(call=["t", 5, {}], store="s")["ok"] == 5


def test_a_store_with_a_value_that_cannot_be_frozen_is_built_anew_too(spoken, tmp_path):
    body = "    records['a'].n += 1\n    return records['a'].n\n"
    (tmp_path / "t.py").write_text(ECHO.splitlines(keepends=True)[0] + body)
    spoken.load()
    spoken.ask(store="s", rows=[["a", {"$": "object", "v": {"n": 1}}]])
    for _ in range(2):
        reply = spoken.ask(call=["t", {}, {}], store="s")
        assert (reply["ok"], reply["rows"]) == (2, [["a", {"$": "object", "v": {"n": 2}}]])


def test_it_imports_nothing_of_the_kit(spoken, tmp_path):
    modules = "    import sys\n    return [m for m in sys.modules if m.startswith('grader')]\n"
    (tmp_path / "t.py").write_text(ECHO.splitlines(keepends=True)[0] + modules)
    spoken.load()
    spoken.ask(store="s", rows=[])
    assert spoken.ask(call=["t", {}, {}], store="s")["ok"] == []


def test_a_hand_in_that_clears_and_patches_its_surroundings_harms_only_itself(spoken, tmp_path):
    patch = (
        "import json, sys, os, marshal\njson.dumps = json.JSONEncoder = json.loads = None\n"
        "os.write = os.read = marshal.dumps = None\nsys.stdout = None\nsys.modules.clear()\n"
    )
    (tmp_path / "t.py").write_text(patch + ECHO)
    spoken.load()
    spoken.ask(store="s", rows=[])
    assert spoken.ask(call=["t", [1], {}], store="s")["ok"] == [1]


def test_calls_are_fast(spoken, tmp_path):
    """A bound far below what is measured: it goes red when a call costs several times as much."""
    (tmp_path / "t.py").write_text(ECHO)
    spoken.load()
    spoken.ask(store="s", rows=[[f"a:{n}", {"id": f"{n}", "title": "x" * 20, "status": "open"}] for n in range(10)])
    line = (json.dumps({"id": "0f", "call": ["t", {"limit": 3}, {"tenant": "a"}], "store": "s"}) + "\n").encode()
    started = time.perf_counter()
    for _ in range(100):
        os.write(spoken.write, line * 20)
        for _ in range(20):
            spoken.replies.readline()
    assert 2000 / (time.perf_counter() - started) > 5_000
