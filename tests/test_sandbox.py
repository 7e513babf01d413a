"""The box and its proof: what it shows, what it hides, whom it runs as, and that each hole in it would be found."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from boxes import proved_box

from grader.exercise import HERE, load
from grader.submission import slots, tier
from grader.submission.box import Box
from grader.submission.handin import take_in
from grader.submission.process import Process, leave, start
from grader.submission.proof import hole
from grader.submission.sandbox import SUITE, Command, Job, Open, Sandbox, SuiteJob
from grader.submission.view import system, view
from grader.submission.watch import excess, processes
from grader.submission.worker import Worker

EXERCISE = load("search_tickets")
PREFIXES = (Path(sys.prefix), Path(sys.base_prefix))
MB = 1024 * 1024


@pytest.fixture(scope="module")
def box() -> Box:
    return proved_box()


@dataclass(frozen=True)
class Weakened:
    """A box with words of its options or of its command left out, and options added before the last wall."""

    box: Box
    without: tuple[str, ...] = ()
    plus: tuple[str, ...] = ()
    tier: str = "full"
    says: str = ""

    def command(self, job: Job) -> Command:
        made = self.box.command(job)
        words = os.pread(made.passed[0], 100_000, 0).decode().split("\0")[:-1]
        end = words.index("--remount-ro", words.index("/box"))
        words = [word for word in (*words[:end], *self.plus, *words[end:]) if word not in self.without]
        os.ftruncate(made.passed[0], 0)
        os.pwrite(made.passed[0], b"".join(word.encode() + b"\0" for word in words), 0)
        return replace(made, argv=[word for word in made.argv if not word.startswith(self.without or ("\0",))])

    def suite_command(self, job: SuiteJob) -> Command:
        raise NotImplementedError


def net(box: Box) -> Weakened:
    return Weakened(box, without=("--unshare-net",)) if box.as_root else Weakened(box, plus=("--share-net",))


HOLES = {
    "the network": (net, "the probe reached ['127.0.0.1'"),
    "files": (lambda box: Weakened(box, plus=("--bind", "/tmp", "/tmp")), "the probe read /tmp"),
    "the kit": (lambda box: Weakened(box, plus=("--ro-bind", str(HERE), str(HERE))), f"the probe read {HERE}"),
    "accounts": (lambda box: Weakened(box, plus=("--ro-bind", "/etc/passwd", "/etc/passwd")), "the probe read /etc"),
    "memory": (lambda box: Weakened(box, without=("--data",)), "the probe allocated"),
    "open files": (lambda box: Weakened(box, without=("--nofile",)), "the probe could open 72 files"),
    "processes": (lambda box: Weakened(box, without=("--nproc",)), "the probe could start 16 processes"),
}


@pytest.mark.parametrize(("weaken", "says"), HOLES.values(), ids=HOLES)
def test_each_hole_is_found(box, weaken, says):
    found = hole(weaken(box))
    assert found is not None
    assert found.startswith(says)


def test_the_box_of_this_machine_has_no_hole_and_none_at_all_has_one(box):
    assert hole(box) is None
    assert (hole(Open()) or "").startswith("the probe read ")


def test_the_home_folder_is_found_when_it_shows(box, tmp_path, monkeypatch):
    (tmp_path / "diary").write_text("mine")
    tmp_path.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert hole(Weakened(box, plus=tuple(view([tmp_path], [])))) == "the probe saw diary in the home folder"


CHOOSE = """
from grader.errors import KitError
from grader.submission.tier import choose
for wanted in ("auto", "none", "required"):
    try:
        box = choose(wanted)
        print(box.tier, box.says)
    except KitError as error:
        print("error", error)
"""


def chosen(path: str, **env: str) -> list[str]:
    """The lines for `auto`, `none` and `required` of a process whose programs lie in `path`."""
    run = [sys.executable, "-c", CHOOSE]
    done = subprocess.run(run, env={**os.environ, "PATH": path, **env}, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.usefixtures("box")
def test_a_box_that_holds_is_chosen():
    auto, none, required = chosen(os.environ["PATH"])
    assert auto == required == "full sandbox: full (bubblewrap): no files, no network, own processes, 512 MB"
    assert none.startswith("none sandbox: none: this hand-in runs with your own rights.")


def test_without_bubblewrap_the_tier_is_none_and_a_required_box_an_error(tmp_path):
    auto, none, required = chosen(str(tmp_path))
    assert auto.startswith("none sandbox: none: this hand-in runs with your own rights.")
    assert "Install it (apt-get install bubblewrap), or grade inside WSL2 or a container." in auto
    assert none.startswith("none sandbox: none")
    assert required.startswith("error a sandbox is required and there is none. bubblewrap is not installed.")
    assert "apt-get install bubblewrap" in required


def fake(folder: Path, version: str, says: str) -> str:
    """A PATH whose bubblewrap makes no box."""
    program = folder / "bwrap"
    program.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo "bubblewrap {version}" && exit\necho "{says}"; exit 1\n'
    )
    program.chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


def test_a_box_that_cannot_be_made_says_why(tmp_path):
    auto, _, required = chosen(fake(tmp_path, "0.9.0", "bwrap: setting up uid map: Permission denied"))
    assert auto.startswith("none sandbox: none: this hand-in runs with your own rights.")
    assert "does not hold: bwrap: setting up uid map: Permission denied." in auto
    assert required.startswith("error")


def test_an_old_bubblewrap_is_to_be_upgraded(tmp_path):
    assert "older than 0.8: upgrade it" in chosen(fake(tmp_path, "0.6.1", "bwrap: Unknown option --size"))[0]


def test_where_apparmor_refuses_the_cure_is_printed(tmp_path, monkeypatch):
    """The file stands for the kernel's own, which only a machine with AppArmor has."""
    (tmp_path / "restricted").write_text("1\n")
    monkeypatch.setattr(tier, "_RESTRICTED", tmp_path / "restricted")
    assert "sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict" in tier._cure(str(shutil.which("true")))


def test_a_relative_folder_of_path_is_not_searched(tmp_path):
    fake(tmp_path, "0.9.0", "taken")
    run = [sys.executable, "-c", "from grader.submission.tier import _program; print(_program())"]
    env = {**os.environ, "PATH": ".:", "PYTHONPATH": str(HERE.parent)}
    done = subprocess.run(run, env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "None\n"


@contextlib.contextmanager
def boxed(sandbox: Sandbox, folder: Path, body: str, **changes: object) -> Iterator[Worker]:
    """A worker on a hand-in whose function has this body; `changes` are made to its language."""
    folder.joinpath("handed").mkdir(exist_ok=True)
    text = "def execute_tool(name, args, context, records):\n" + "\n".join(f"    {line}" for line in body.splitlines())
    folder.joinpath("handed", "tickets.py").write_text(text, encoding="utf-8")
    with take_in(folder / "handed", EXERCISE) as handin:
        changed = replace(handin, language=replace(handin.language, **changes))  # type: ignore[arg-type]
        with Worker(changed, sandbox=sandbox) as worker:
            worker.store("s", {"a:1": {"id": "1"}})
            yield worker


def ask(worker: Worker, args: object = None, timeout: float = 2.0):
    return worker.call("t", args, {}, "s", timeout=timeout)


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


SUITE_PROGRAM = """
import json, os, resource, subprocess
def attempt(path):
    try:
        open(path, "w").close()
        return "written"
    except OSError as error:
        return error.strerror
print(json.dumps({
    "beside": attempt("made.txt"), "modules": attempt("node_modules/own.txt"), "kit": os.path.exists(%r),
    "read": open("node_modules/lib.txt").read(), "runner": open("tools/runner.txt").read(),
    "path": os.environ["PATH"].split(":"), "here": os.getcwd(), "found": subprocess.check_output(["tool"], text=True),
    "limits": [resource.getrlimit(k)[0] for k in (resource.RLIMIT_DATA, resource.RLIMIT_NOFILE, resource.RLIMIT_CPU)],
    "nproc": resource.getrlimit(resource.RLIMIT_NPROC)[0], "env": sorted(os.environ)}))
"""


@pytest.fixture
def suite(tmp_path) -> SuiteJob:
    """A hand-in's tests, with modules that are shown and not copied, and a runner of ours."""
    for name, text in {
        "copy/suite.py": SUITE_PROGRAM % str(HERE),
        "modules/lib.txt": "lib",
        "ours/runner.txt": "ours",
    }.items():
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(text)
    tool = tmp_path / "modules" / ".bin" / "tool"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho tool of the hand-in\n")
    tool.chmod(0o755)
    return SuiteJob(
        argv=(sys.executable, "suite.py"),
        root=tmp_path / "copy",
        bound={"node_modules": tmp_path / "modules", "tools/runner.txt": tmp_path / "ours" / "runner.txt"},
        path=(str(Path(sys.executable).parent), "{root}/node_modules/.bin"),
        prefixes=PREFIXES,
    )


def ran(command: Command, folder: Path) -> dict[str, object]:
    process = start(command, folder, ())
    out = process.communicate(timeout=20)[0].decode()
    leave(command)
    assert process.returncode == 0, out
    return json.loads(out.splitlines()[-1])


def test_a_suite_runs_in_the_wider_box(box, suite):
    seen = ran(box.suite_command(suite), suite.root)
    assert (seen["beside"], seen["modules"], seen["kit"]) == ("written", "Read-only file system", False)
    assert (seen["read"], seen["runner"], seen["found"]) == ("lib", "ours", "tool of the hand-in\n")
    assert seen["here"] == "/box"
    assert seen["path"] == [str(Path(sys.executable).parent), "/box/node_modules/.bin", "/usr/bin", "/bin"]
    assert (seen["limits"], seen["nproc"]) == ([SUITE.data, SUITE.nofile, SUITE.cpu], SUITE.nproc)
    assert seen["env"] == ["HOME", "LANG", "PATH", "PWD", "TZ"]
    assert (suite.root / "made.txt").exists()


def test_a_suite_runs_without_a_box_too(suite):
    seen = ran(Open().suite_command(suite), suite.root)
    assert (seen["beside"], seen["read"], seen["runner"]) == ("written", "lib", "ours")
    assert seen["found"] == "tool of the hand-in\n"
    assert seen["here"] == str(suite.root)
    assert seen["limits"] == [SUITE.data, SUITE.nofile, SUITE.cpu]


CHILDREN = """
import os, sys, time
kept = b"x" * int(sys.argv[2])
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        break
else:
    print("ready", flush=True)
time.sleep(20)
"""


@contextlib.contextmanager
def family(children: int, size: int) -> Iterator[int]:
    """The id of a process with so many children, who all share `size` bytes."""
    run = [sys.executable, "-c", CHILDREN, str(children), str(size)]
    parent = subprocess.Popen(run, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert parent.stdout.readline() == "ready\n"
    try:
        yield parent.pid
    finally:
        os.killpg(parent.pid, signal.SIGKILL)
        parent.wait()
        parent.stdout.close()


def test_shared_memory_counts_once():
    with family(6, 100 * MB) as pid:
        assert excess(pid, 300 * MB) is None
        assert excess(pid, 90 * MB) == ("memory", "used more than 90 MB")


def test_a_walk_is_never_longer_than_its_bound():
    with family(10, 0) as pid:
        assert len(list(processes(pid, 5))) == 5
        assert len(list(processes(pid, 100))) == 11
    assert list(processes(pid, 5)) == [pid]


def test_a_crowd_of_processes_is_ended_without_a_box(tmp_path):
    """Three hundred processes that sleep, and end by themselves."""
    child = "    if os.fork() == 0:\n        time.sleep(8)\n        os._exit(0)\n"
    body = f"import os, time\nfor _ in range(300):\n{child}time.sleep(8)"
    started = time.monotonic()
    with boxed(Open(), tmp_path, body) as worker:
        reply = ask(worker, timeout=6)
    assert (reply.kind, reply.says) == ("died", "started more than 255 processes")
    assert time.monotonic() - started < 5
