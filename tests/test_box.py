"""What a box shows and hides, and whom it runs as."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from boxes import PREFIXES, ask, boxed, proved_box

from grader.exercise import HERE
from grader.submission import slots
from grader.submission.box import Box
from grader.submission.process import Process
from grader.submission.sandbox import Job
from grader.submission.view import system, view

MB = 1024 * 1024


@pytest.fixture(scope="module")
def box() -> Box:
    return proved_box()


def test_a_hand_in_sees_the_system_its_runtime_its_copy_and_nothing_else(box, tmp_path):
    body = "import os\nreturn [sorted(os.listdir('/')), os.listdir('/box'), sorted(os.listdir('/driver')), os.getcwd()]"
    with boxed(box, tmp_path, body) as worker:
        root, own, driver, here = ask(worker).value
    first = {path.parts[1] for path in (*PREFIXES, Path(sys.executable).parent)}
    system_folders = {"usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc", "proc", "dev", "tmp"}
    assert set(root) <= system_folders | {"box", "driver"} | first
    assert (own, here) == (["tickets.py"], "/box")
    assert "driver.py" in driver
    assert "exercises" not in driver


def test_every_limit_is_set(box, tmp_path):
    body = "import resource\nreturn [resource.getrlimit(getattr(resource, kind))[1] for kind in args]"
    with boxed(box, tmp_path, body) as worker:
        kinds = ["DATA", "FSIZE", "NOFILE", "NPROC", "CORE", "CPU"]
        assert ask(worker, [f"RLIMIT_{kind}" for kind in kinds]).value == [512 * MB, 16 * MB, 64, 32, 0, 31]


def test_nothing_of_root_is_left(box, tmp_path):
    body = "return [line for line in open('/proc/self/status') if line.startswith(('Uid', 'Cap', 'NoNew', 'Groups'))]"
    with boxed(box, tmp_path, body) as worker:
        lines = dict(line.split(":") for line in ask(worker).value)
    assert {int(value, 16) for name, value in lines.items() if name in {"CapEff", "CapPrm", "CapInh", "CapAmb"}} == {0}
    assert lines["NoNewPrivs"].strip() == "1"
    if box.as_root:
        assert slots.FIRST <= int(lines["Uid"].split()[0]) < slots.FIRST + slots.COUNT
        assert not lines["Groups"].strip()


def test_two_workers_of_root_share_no_user(box, tmp_path):
    if not box.as_root:
        pytest.skip("an ordinary user's boxes have user namespaces of their own")
    with (
        boxed(box, tmp_path, "import os\nreturn os.getuid()") as one,
        boxed(box, tmp_path, "import os\nreturn os.getuid()") as two,
    ):
        assert ask(one).value != ask(two).value


HOLD = """
import time
from grader.submission import slots
slots._turns = iter(range(7, 99))
slot = slots.take_slot()
print(slot.uid, flush=True)
time.sleep(20)
"""


def test_slots_differ_between_processes_and_are_free_again_when_one_is_killed():
    holders = [subprocess.Popen([sys.executable, "-c", HOLD], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    uids = {int(holder.stdout.readline()) for holder in holders}
    for holder in holders:
        holder.kill()
        holder.wait()
        holder.stdout.close()
    assert len(uids) == 3
    with contextlib.ExitStack() as stack:
        taken = set()
        for uid in uids:
            lock = slots._lock(uid - slots.FIRST)
            assert lock is not None
            stack.enter_context(lock)
            taken.add(uid)
        assert taken == uids


def seen_through(options: list[str], script: str) -> str:
    """What a shell script prints in a box with these options."""
    bwrap = str(shutil.which("bwrap"))
    argv = [bwrap, "--unshare-pid", *system(), "--dev", "/dev", "--tmpfs", "/tmp", *options, "--", "sh", "-c", script]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.usefixtures("box")
def test_what_is_hidden_inside_what_is_shown_is_empty_and_the_reverse_shows(tmp_path):
    kit = tmp_path / "prefix" / "lib" / "kit"
    for path in (kit / "answers", kit / "venv" / "bin" / "program"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("found")
    options = view([tmp_path / "prefix" / "lib", kit / "venv" / "bin"], [kit, tmp_path / "other"])
    assert seen_through(options, f"ls {kit}; cat {kit}/venv/bin/program; ls {tmp_path}") == "venv\nfoundprefix\n"
    assert "Read-only file system" in seen_through(options, f"echo x > {kit}/written")
    assert seen_through(options, f"stat -c %a {tmp_path} {tmp_path.parent}") == "755\n755\n"


LISTS = "import os, sys\nfolder = os.read(int(sys.argv[1]), 999).decode().strip()\n"
LISTS += "os.write(int(sys.argv[2]), f'{os.path.isdir(folder)} {os.listdir(folder)}\\n'.encode())"
INSTALLED = """
import sys
from pathlib import Path
from grader.exercise import HERE
from grader.submission.process import Process
from grader.submission.sandbox import Job
from grader.submission.tier import choose
base = Path(sys.argv[1])
prefixes = (base, Path(sys.prefix), Path(sys.base_prefix))
job = Job((sys.executable, "-I"), base / "driver" / "lists.py", (-1, -1), base / "root", prefixes)
process = Process(job, choose("required"))
print(process.ask(f"{HERE}\\n".encode(), 5).decode())
process.kill()
"""


@pytest.mark.usefixtures("box")
def test_an_installed_kit_is_hidden_although_the_folder_around_it_shows(tmp_path):
    shutil.copytree(HERE, tmp_path / "lib" / "grader", ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
    for name in ("driver", "root"):
        (tmp_path / name).mkdir()
    (tmp_path / "driver" / "lists.py").write_text(LISTS)
    run = [sys.executable, "-P", "-c", INSTALLED, str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "lib")}
    assert subprocess.run(run, env=env, capture_output=True, text=True, check=True).stdout == "True []\n"


def test_a_runtime_behind_a_chain_of_links_runs(box, tmp_path):
    for name, target in (("one", tmp_path / "two/bin/python"), ("two", Path(sys.executable))):
        (tmp_path / name / "bin").mkdir(parents=True)
        (tmp_path / name / "bin" / "python").symlink_to(target)
    (tmp_path / "driver").mkdir()
    program = tmp_path / "driver" / "echo.py"
    program.write_text("import os, sys\nos.write(int(sys.argv[2]), os.read(int(sys.argv[1]), 100))")
    (tmp_path / "root").mkdir()
    job = Job((str(tmp_path / "one/bin/python"), "-I"), program, (-1, -1), tmp_path / "root", PREFIXES)
    process = Process(job, box)
    try:
        assert process.ask(b"hello\n", 5) == b"hello"
    finally:
        process.kill()


def test_using_up_the_cpu_is_named(box, tmp_path):
    body = "import time\nend = time.process_time() + 0.4\nwhile time.process_time() < end: pass\nreturn 1"
    with boxed(box, tmp_path, body, limits={"cpu": 1}) as worker:
        replies = [ask(worker, timeout=5) for _ in range(5)]
    assert [replies[0].kind, replies[-1].kind] == ["ok", "died"]
    assert replies[-1].says == "used more than 1 s of CPU (SIGXCPU)"
