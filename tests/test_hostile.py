"""Hostile hand-ins, each with the sentence that it must get, and with nothing of it left afterwards."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from boxes import proved_box
from hostile_world import CASES, EXERCISE, FOLDER, HOLES, SAME, World, gone, left_over, meet, text, was_called

from grader.exercise import HERE
from grader.submission.handin import take_in
from grader.submission.sandbox import Limits, Open, Sandbox
from grader.submission.view import view
from grader.submission.worker import Worker

NOBODY = 12345


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    secret = secrets.token_hex(16)
    for name in ("canary", "home/canary", "temp/"):
        path = tmp_path / name
        (path if name.endswith("/") else path.parent).mkdir(exist_ok=True)
        if not name.endswith("/"):
            path.write_text(secret)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temp"))
    bystander = subprocess.Popen(["sleep", "60"], env={"CANARY": secret})
    with bystander, socket.create_server(("127.0.0.1", 0)) as port, socket.socket(socket.AF_UNIX) as nameless:
        nameless.bind("")
        nameless.listen()
        port.setblocking(False)
        nameless.setblocking(False)
        yield World(tmp_path, secret, port, nameless)
        bystander.kill()


@pytest.fixture(scope="module")
def box() -> Sandbox:
    return proved_box()


@pytest.fixture(scope="module")
def limits_hold(box: Sandbox) -> int:
    """How many processes a hand-in can start. No bomb goes off before this is known to be bounded."""
    with take_in(FOLDER / "fork_count", EXERCISE) as handin, Worker(handin, sandbox=box) as worker:
        worker.store("s", {})
        count = worker.call("t", {}, {}, "s").value["forks"]
    assert 0 < count <= Limits().nproc
    return count


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_it_gets_its_sentence_and_leaves_nothing(case, box, world, request):
    if case.limits_first:
        request.getfixturevalue("limits_hold")
    started = time.monotonic()
    replies = meet(case, box, world)
    seconds = time.monotonic() - started
    first = replies[0]
    assert first.kind in case.kinds, first
    assert case.word in text(first)
    assert [reply.kind for reply in replies[1:]] == ([case.then] if case.then else [])
    assert seconds < case.max_seconds + case.wait
    assert gone(world.mark)
    assert not was_called(world.port)
    assert not was_called(world.nameless)
    assert sorted(path.name for path in world.folder.iterdir()) == ["canary", "home", "temp"]
    assert list((world.folder / "temp").iterdir()) == []
    for reply in replies:
        assert world.secret not in text(reply)
        assert len(reply.says) < 2300
        assert reply.says.isprintable()


@pytest.mark.parametrize("case", SAME, ids=[case.name for case in SAME])
def test_an_honest_mistake_gets_the_same_sentence_without_a_box(case, world):
    first = meet(case, Open(), world)[0]
    assert first.kind in case.kinds, first
    assert case.word in text(first)
    assert gone(world.mark)


@pytest.mark.parametrize("case", HOLES, ids=[case.name for case in HOLES])
def test_without_a_box_the_same_hand_in_gets_out(case, world):
    """The tests above can see a hole: here there is one."""
    reply = meet(case, Open(), world)[0]
    try:
        assert case.open_word in text(reply)
        match case.name:
            case "daemon":
                assert not gone(world.mark, 0.3)
            case "connects":
                assert was_called(world.port)
            case "connects_nameless":
                assert was_called(world.nameless)
            case "reads_canary" | "reads_environment" | "ways_up":
                assert world.secret in text(reply)
    finally:
        for pid in left_over(world.mark):
            os.kill(pid, signal.SIGKILL)


GRADER = """
import sys
from dataclasses import replace
from pathlib import Path
from grader.exercise import load
from grader.submission.handin import take_in
from grader.submission.tier import choose
from grader.submission.worker import Worker
with take_in(Path(sys.argv[1]), load("search_tickets")) as handin:
    language = replace(handin.language, env={**handin.language.env, "HOSTILE_MARK": sys.argv[2]})
    with Worker(replace(handin, language=language), sandbox=choose("required")) as worker:
        worker.store("s", {})
        worker.call("t", {}, {}, "s")
        print("asked", flush=True)
        worker.call("loop", {}, {}, "s", timeout=30)
"""
LOOP = """import os, time
def execute_tool(name, args, context, records):
    if os.fork() == 0:
        os.setsid()
        time.sleep(20)
    time.sleep(20 if name == "loop" else 0)
"""


@pytest.mark.usefixtures("box")
def test_a_killed_grader_leaves_no_process(world, hand_in):
    folder = hand_in(LOOP)
    run = [sys.executable, "-c", GRADER, folder, world.mark]
    env = {**os.environ, "TMPDIR": str(world.folder / "temp")}  # what a killed process cannot remove lies there
    grader = subprocess.Popen(run, stdout=subprocess.PIPE, text=True, env=env)
    assert grader.stdout.readline() == "asked\n"
    assert len(left_over(world.mark)) >= 2
    grader.kill()
    grader.wait()
    grader.stdout.close()
    assert gone(world.mark)


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user runs these tests as such already")
@pytest.mark.usefixtures("box")
def test_the_box_of_an_ordinary_user_holds_as_well():
    """Root runs the reading, connecting, killing and counting hand-ins once more as somebody without any rights."""
    only = "gets_its_sentence and not js_ and (reads or connects or writes or daemon or fork or kill or gain or raise)"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={folder}/t", __file__]
        argv = as_nobody([*run, "-k", only])
        done = subprocess.run(argv, capture_output=True, text=True, timeout=100, check=False, cwd=HERE.parent)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout


def as_nobody(argv: list[str]) -> list[str]:
    """`argv` as an ordinary user, who sees the interpreter and the kit even where they lie in root's home folder."""
    home = Path.home()
    places = {Path(sys.base_prefix), Path(sys.prefix), HERE.parent}
    needed = [path for path in places if path.is_relative_to(home)]
    house = ["--perms", "0755", "--tmpfs", str(home), *view(needed, [])] if needed else []
    rights = ["--clear-groups", "--inh-caps=-all", "--bounding-set=-all"]
    become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", *rights]
    return [str(shutil.which("bwrap")), "--dev-bind", "/", "/", *house, "--cap-add", "ALL", *become, *argv]
