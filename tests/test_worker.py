"""A worker is a real process: what it answers, how it breaks, and the sentence for each."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.exercise import load
from grader.submission.handin import take_in
from grader.submission.sandbox import Open
from grader.submission.wire import UNCHANGED
from grader.submission.worker import Worker
from grader.values import Tagged

EXERCISE = load("search_tickets")
ALPHA = {"tenant": "alpha", "can_read_tickets": True}
ROWS = {"a:2": {"id": "2", "n": [1, 2]}, "a:1": {"id": "1", "n": []}, "b:1": None}
ANY = "def execute_tool(name, args, context, records):\n"


@contextlib.contextmanager
def working(folder: Path, text: str, file: str = "tickets.py", **how: object) -> Iterator[Worker]:
    """A worker on a hand-in of one file."""
    folder.joinpath("handed").mkdir(exist_ok=True)
    folder.joinpath("handed", file).write_text(text, encoding="utf-8")
    with take_in(folder / "handed", EXERCISE) as handin, Worker(handin, sandbox=Open(), **how) as worker:  # type: ignore[arg-type]
        yield worker


def one_call(folder: Path, body: str, args: object = None, timeout: float = 2.0, before: str = ""):
    """The reply of a function with this body."""
    with working(folder, before + ANY + "\n".join(f"    {line}" for line in body.splitlines())) as worker:
        assert worker.loaded.kind == "ok", worker.loaded.says
        worker.store("s", ROWS)
        return worker.call("tool", args, ALPHA, "s", timeout=timeout)


def test_a_call_gets_its_four_parameters_and_answers(tmp_path):
    reply = one_call(tmp_path, "return [name, args, context, list(records.items())]", {"x": 1})
    rows = [Tagged("tuple", [key, row]) for key, row in ROWS.items()]
    assert (reply.kind, reply.value) == ("ok", ["tool", {"x": 1}, ALPHA, rows])
    assert (reply.args, reply.rows) == (UNCHANGED, None)


SENTENCES = [
    ("raise KeyError('x')", "error", "raised KeyError: 'x'"),
    ("import sys; sys.exit(0)", "error", "raised SystemExit: 0"),
    ("raise KeyboardInterrupt", "error", "raised KeyboardInterrupt"),
    ("input()", "error", "raised EOFError"),
    ("return execute_tool(name, args, context, records)", "error", "raised RecursionError"),
    ("class E(Exception):\n    def __str__(self): raise ValueError\nraise E", "error", "whose own message fails"),
    ("raise ValueError('x' * 50_000_000)", "error", "raised ValueError: xxx"),
    ("return bytearray(700_000_000)", "error", "raised MemoryError"),
    ("while True: pass", "timeout", "no answer within 0.5 s"),
    ("import time; time.sleep(60)", "timeout", "no answer within 0.5 s"),
    ("import os; os._exit(0)", "died", "ended before it answered, exit status 0"),
    ("print('so far'); import os; os._exit(3)", "died", "exit status 3; it printed last: so far"),
    ("import ctypes; ctypes.string_at(0)", "died", "signal SIGSEGV"),
    ("import os; os.abort()", "died", "signal SIGABRT"),
    ("import os; os.kill(os.getpid(), 9)", "died", "signal SIGKILL"),
    ("import os; os.closerange(3, 64)", "died", "closed its answer pipe"),
    ("for _ in range(9_000): print('x' * 1000)", "flood", "printed more than 8 MB"),
    (
        "import os\nfor fd in range(3, 64):\n    try: os.write(fd, b'[' * 500_000 + b'\\n')\n    except OSError: pass",
        "protocol",
        "not an answer",
    ),
    ("yield 1", "unusable", "returned a generator; did you forget list(...)?"),
    ("return {'tickets': (t for t in [])}", "unusable", "a value that holds a generator; did you forget list(...)?"),
    ("return map(str, [1])", "unusable", "returned a map; did you forget list(...)?"),
    ("class A: pass\nreturn A()", "unusable", "returned a tickets.A object, which cannot be compared"),
    ("x = []; x.append(x); return x", "unusable", "nested too deeply, or one that contains itself"),
    ("return [0] * 10_000_000", "unusable", "too many parts"),
    ("return 1 << 200_000", "unusable", "more than 10,000 bits"),
    ("return 'x' * 2_000_000", "unusable", "an answer larger than 1 MB"),
    ("return 'x' * 100_000_000", "unusable", "an answer larger than 1 MB"),
    ("y = 'x' * 900_000; return [y] * 100_000", "unusable", "an answer larger than 1 MB"),
    ("y = 'x' * 1000; return [y] * 2000", "unusable", "an answer larger than 1 MB"),
    ("return ['\\u0416' * 900] * 300", "unusable", "an answer larger than 1 MB"),
]


@pytest.mark.parametrize(("body", "kind", "says"), SENTENCES, ids=[body[:40] for body, _, _ in SENTENCES])
def test_each_odd_answer_has_one_sentence(tmp_path, body, kind, says):
    started = time.monotonic()
    reply = one_call(tmp_path, body, timeout=0.5 if kind == "timeout" else 5.0)
    assert (reply.kind, says in reply.says) == (kind, True), reply.says
    assert len(reply.says) < 2200
    assert "\n" not in reply.says
    assert time.monotonic() - started < 4


VALUES = [
    ("float('nan')", Tagged("number", "nan")),
    ("-1e999", Tagged("number", "-inf")),
    ("(1, [2])", Tagged("tuple", [1, [2]])),
    ("{2, 1}", Tagged("set", [1, 2])),
    ("frozenset()", Tagged("frozenset", [])),
    ("b'\\x01'", Tagged("bytes", "01")),
    ("{1: 2}", Tagged("pairs", [[1, 2]])),
    ("{'$': 'set', 'v': [1]}", {"$": "set", "v": [1]}),
    (
        "{'a': True, 'b': 1, 'c': 1.0, 'd': None, 'e': '\\ud800'}",
        {"a": True, "b": 1, "c": 1.0, "d": None, "e": "\ud800"},
    ),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[text for text, _ in VALUES])
def test_a_value_keeps_its_exact_type(tmp_path, text, value):
    reply = one_call(tmp_path, f"return {text}")
    assert (reply.kind, reply.value, reply.subclass) == ("ok", value, False)
    assert repr(reply.value) == repr(value)


def test_a_subclass_is_read_through_its_base_value_and_never_through_its_methods(tmp_path):
    lying = "class D(dict):\n    def items(self): raise ValueError\n    __iter__ = __len__ = items\n"
    reply = one_call(tmp_path, "class S(str, __import__('enum').Enum): A = 'a'\nreturn D({S.A: [S.A]})", before=lying)
    assert (reply.kind, reply.value, reply.subclass) == ("ok", {"a": ["a"]}, True)


def test_a_coroutine_is_awaited_and_noted(tmp_path):
    with working(tmp_path, "import asyncio\nasync " + ANY + "    await asyncio.sleep(0)\n    return 7") as worker:
        worker.store("s", ROWS)
        reply = worker.call("t", {}, ALPHA, "s")
    assert (reply.kind, reply.value, reply.awaited) == ("ok", 7, "coroutine")


def test_a_shadowing_module_does_not_reach_the_driver(tmp_path):
    (tmp_path / "handed").mkdir()
    for name in ("asyncio", "json", "driver_values", "marshal", "enum"):
        (tmp_path / "handed" / f"{name}.py").write_text("raise SystemExit('theirs')")
    with working(tmp_path, "async " + ANY + "    return args") as worker:
        worker.store("s", ROWS)
        assert worker.call("t", {"$": 1}, ALPHA, "s").value == {"$": 1}


def test_where_is_the_innermost_line_inside_the_hand_in(tmp_path):
    body = "def inner(): import json; return json.loads('{')\nreturn inner()"
    reply = one_call(tmp_path, body)
    assert (reply.error, reply.where) == ("json.decoder.JSONDecodeError", "tickets.py:2")


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (Tagged("tuple", [1]), "(1,)"),
        (Tagged("number", "nan"), "nan"),
        (Tagged("set", ["a"]), "{'a'}"),
        (Tagged("bytes", "00"), "b'\\x00'"),
        (Tagged("sub", 5, "int"), "5"),
        (Tagged("pairs", [[1, 2]]), "{1: 2}"),
        ({"$": Tagged("tuple", [])}, "{'$': ()}"),
    ],
)
def test_tagged_arguments_arrive_as_what_they_stand_for(tmp_path, args, shown):
    assert one_call(tmp_path, "return repr(args)", args).value == shown


@pytest.mark.parametrize(
    ("args", "test"),
    [
        (Tagged("sub", {"a": 1}, "dict"), "isinstance(args, dict) and type(args) is not dict and args['a'] == 1"),
        (Tagged("sub", "a", "str"), "isinstance(args, str) and type(args) is not str"),
        (Tagged("mapping", {"a": 1}), "not isinstance(args, dict) and args['a'] == 1 and len(args) == 1"),
        (Tagged("object", {"a": 1}), "args.a == 1"),
        (Tagged("frozenset", []), "args == frozenset()"),
    ],
)
def test_subclasses_and_instances_are_of_another_type(tmp_path, args, test):
    reply = one_call(tmp_path, f"return {test}", args)
    assert (reply.value, reply.args) == (True, UNCHANGED)


def test_records_and_args_are_new_for_every_call_and_told_when_changed(tmp_path):
    body = "    args['n'] += 1\n    records['a:2']['n'].append(args['n'])\n    return records['a:2']['n']"
    with working(tmp_path, ANY + body) as worker:
        worker.store("s", ROWS)
        for _ in range(2):
            reply = worker.call("t", {"n": 1}, ALPHA, "s")
            assert (reply.value, reply.args) == ([1, 2, 2], {"n": 2})
            assert reply.rows == {**ROWS, "a:2": {"id": "2", "n": [1, 2, 2]}}


@pytest.mark.parametrize(
    "change",
    [
        "records['a:1']['id'] = True",
        "records['a:1'] = dict(reversed(records['a:1'].items()))",
        "first = records.pop('a:2'); records['a:2'] = first",
        "records['a:2']['n'] = tuple(records['a:2']['n'])",
        "records['index'] = object()",
        "records['self'] = records",
        "records['a:1']['id'] = type('S', (str,), {})('1')",
        "records['big'] = 'x' * 900_000",
    ],
)
def test_every_change_of_the_records_is_seen(tmp_path, change):
    assert one_call(tmp_path, f"{change}\nreturn 1").rows is not None


def test_a_change_is_seen_when_the_call_raises_too(tmp_path):
    reply = one_call(tmp_path, "records.clear()\nraise ValueError")
    assert (reply.kind, reply.rows) == ("error", {})


def test_keep_and_edit_go_on_with_the_objects_of_the_call_before(tmp_path):
    body = "    args['seen'] = args.get('seen', 0) + 1\n    return [args['seen'], list(records)]"
    with working(tmp_path, ANY + body) as worker:
        worker.store("s", ROWS)
        first = worker.call("t", {}, ALPHA, "s")
        second = worker.call("t", {}, ALPHA, "s", keep=["records", "args"], edit=[("a:1", None), ("a:9", {"id": "9"})])
        third = worker.call("t", {}, ALPHA, "s", keep=["records"])
    assert first.value == [1, ["a:2", "a:1", "b:1"]]
    assert (second.value, second.rows) == ([2, ["a:2", "b:1", "a:9"]], None)
    assert third.value == [1, ["a:2", "b:1", "a:9"]]


def test_scribble_shows_what_is_still_shared(tmp_path):
    shared = "kept = {'ok': True, 'tickets': []}\n" + ANY
    with working(tmp_path, shared + "    return {'ticket': records['a:1']} if name == 'live' else kept") as worker:
        worker.store("s", ROWS)
        worker.call("live", {}, ALPHA, "s")
        assert worker.scribble().rows["a:1"] == {"id": "scribbled", "n": "scribbled", "scribbled": "scribbled"}
        worker.call("t", {}, ALPHA, "s")
        assert worker.scribble().rows is None
        assert worker.call("t", {}, ALPHA, "s").value["ok"] == "scribbled"


def test_what_is_printed_belongs_to_its_call(tmp_path):
    with working(tmp_path, "print('loading')\n" + ANY + "    print(name, '\\x1b[31m')\n    return 1") as worker:
        assert worker.loaded.printed == "loading\n"
        worker.store("s", ROWS)
        assert worker.call("one", {}, ALPHA, "s").printed == "one \\u001b[31m\n"
        assert worker.call("two", {}, ALPHA, "s").printed == "two \\u001b[31m\n"


def test_only_the_first_64_kb_printed_are_kept(tmp_path):
    reply = one_call(tmp_path, "for n in range(20_000): print(n, '.' * 90)\nreturn 1")
    assert (reply.kind, len(reply.printed)) == ("ok", 64 * 1024)


LOADS = [
    ("def execute_tool(:", "did not load: tickets.py:1: SyntaxError: invalid syntax"),
    ("import absent_module\n" + ANY + " pass", "did not load: tickets.py:1: ModuleNotFoundError: No module named"),
    ("raise SystemExit(0)\n" + ANY + " pass", "did not load: tickets.py:1: SystemExit: 0"),
    ("import os; os._exit(0)\n" + ANY + " pass", "ended while loading, exit status 0"),
    ("while True: pass\n" + ANY + " pass", "did not finish loading within 0.5 s"),
    ("print('x' * 9_000_000)\n" + ANY + " pass", "printed more than 8 MB while loading"),
    ("if 0:\n  pass\nexecute_tool = 5", "execute_tool in tickets.py is a int, which cannot be called"),
    ("execute_tool = 5\ndel execute_tool", "tickets.py has no function execute_tool"),
    ("import os; os.write(int(__import__('sys').argv[2]), b'x\\n')\n" + ANY + " pass", "not an answer to this call"),
]


@pytest.mark.parametrize(("text", "says"), LOADS, ids=[says for _, says in LOADS])
def test_what_does_not_load_says_why(tmp_path, text, says):
    with working(tmp_path, text, loading=0.5) as worker:
        assert (worker.loaded.kind, says in worker.loaded.says, worker.alive) == ("load", True, False), (
            worker.loaded.says
        )
        assert worker.call("t", {}, ALPHA, "s") == worker.loaded


def test_a_wrong_arity_loads_and_shows_at_the_call(tmp_path):
    with working(tmp_path, "def execute_tool(name):\n    return 1") as worker:
        assert worker.loaded.kind == "ok"
        worker.store("s", ROWS)
        assert worker.call("t", {}, ALPHA, "s").error == "TypeError"
        assert worker.alive


def test_exports_are_sent_back_when_they_are_there(tmp_path):
    text = "TOOL = {'name': 'x', 'kinds': (1,), 'parse': len}\n" + ANY + "    return 1"
    (tmp_path / "handed").mkdir()
    (tmp_path / "handed" / "words.py").write_text("HELLO = 'hello'")
    with working(tmp_path, text, exports=["TOOL", "ABSENT", "words:HELLO", "missing:X"]) as worker:
        loaded = worker.loaded.value
    assert loaded["TOOL"]["kinds"] == Tagged("tuple", [1])
    assert loaded["TOOL"]["parse"].kind == "object"
    assert (loaded["words:HELLO"], "ABSENT" in loaded) == ("hello", False)
    assert loaded["missing:X"].v == "ModuleNotFoundError while loading"


def test_an_unasked_for_line_is_found_before_the_next_call_and_at_the_end(tmp_path):
    body = "    import os, sys\n    os.write(int(sys.argv[2]), b'{}\\n') if name == 'late' else None\n    return 1"
    after = "import threading\n" + ANY + "    threading.Timer(0.05, _late).start()\n    return 1\n"
    late = "def _late():\n    import os, sys\n    os.write(int(sys.argv[2]), b'{}\\n')\n"
    with working(tmp_path, late + after) as worker:
        worker.store("s", ROWS)
        assert worker.call("t", {}, ALPHA, "s").kind == "ok"
        time.sleep(0.2)
        reply = worker.call("t", {}, ALPHA, "s")
    assert (reply.kind, reply.says) == ("protocol", "wrote to the answer pipe before it was asked")
    assert not worker.alive
    with working(tmp_path, late + after) as worker:
        worker.store("s", ROWS)
        worker.call("t", {}, ALPHA, "s")
        time.sleep(0.2)
    assert worker.after is not None
    assert worker.after.kind == "protocol"
    with working(tmp_path, ANY + body) as worker:
        worker.store("s", ROWS)
        assert worker.call("late", {}, ALPHA, "s").kind == "protocol"


def test_the_whole_group_is_gone_after_close(tmp_path):
    body = "    import subprocess\n    return subprocess.Popen(['sleep', '60']).pid"
    with working(tmp_path, ANY + body) as worker:
        worker.store("s", ROWS)
        pid = worker.call("t", {}, ALPHA, "s").value
        os.kill(pid, 0)
    deadline = time.monotonic() + 2
    while time.monotonic() < deadline and _alive(pid):
        time.sleep(0.01)
    assert not _alive(pid)
    with pytest.raises(RuntimeError, match="was let go"):
        worker.call("t", {}, ALPHA, "s")


def _alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0]
    except FileNotFoundError:
        return False


def test_a_worker_leaves_no_descriptor_behind(tmp_path):
    before = len(list(Path("/proc/self/fd").iterdir()))
    with working(tmp_path, ANY + "    return 1") as worker:
        worker.store("s", ROWS)
        worker.call("t", {}, ALPHA, "s")
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_the_environment_is_six_harmless_variables(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "topsecret")
    seen = one_call(tmp_path, "import os; return dict(os.environ)").value
    assert sorted(seen) == ["HOME", "LANG", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "TZ"]


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="this system has no prlimit")
def test_limits_hold_without_a_box(tmp_path):
    limits = "from resource import *\n"
    body = "return [getrlimit(k)[0] for k in (RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CORE, RLIMIT_CPU)]"
    assert one_call(tmp_path, body, before=limits).value == [512 * 1024 * 1024, 16 * 1024 * 1024, 64, 0, 30]


def test_a_large_store_goes_over_and_a_call_sees_all_of_it(tmp_path):
    with working(tmp_path, ANY + "    return len(records)") as worker:
        worker.store("s", {f"a:{n}": {"title": "x" * 100} for n in range(5000)})
        assert worker.call("t", {}, ALPHA, "s").value == 5000
