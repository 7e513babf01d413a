"""Taking in: regular files only, within bounds, from folders and archives; the original stays as it was."""

from __future__ import annotations

import io
import os
import socket
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from grader.submission import archive, intake
from grader.submission.archive import is_archive, stem, unpack
from grader.submission.intake import Copy, copy_folder
from grader.submission.refusals import Unreadable


def copied(folder: Path, into: Path) -> tuple[set[str], tuple[str, ...]]:
    """The files of the copy, and what was left out."""
    into.mkdir()
    copy = Copy(into)
    copy_folder(folder, copy)
    return files(into), copy.ignored


def files(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


def unpacked(path: Path, into: Path) -> tuple[set[str], tuple[str, ...]]:
    into.mkdir()
    copy = Copy(into)
    return files(unpack(path, copy)), copy.ignored


def zipped(path: Path, members: dict[str, bytes], modes: dict[str, int] | None = None) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (modes or {}).get(name, 0o100644) << 16
            packed.writestr(info, content, zipfile.ZIP_DEFLATED)
    return path


def tarred(path: Path, members: dict[str, bytes | str | int]) -> Path:
    """Bytes are a file, text is a link to it, a number is a member type."""
    with tarfile.open(path, "w:gz") as packed:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            match content:
                case bytes():
                    info.size = len(content)
                    packed.addfile(info, io.BytesIO(content))
                    continue
                case str():
                    info.type, info.linkname = tarfile.SYMTYPE, content
                case int():
                    info.type = tarfile.FIFOTYPE
            packed.addfile(info)
    return path


def test_links_pipes_and_sockets_are_left_out_and_listed(tmp_path, monkeypatch):
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "a.py").write_text("x")
    (folder / "notes.md").symlink_to("/etc/passwd")
    (folder / "loop").symlink_to(".")
    os.mkfifo(folder / "pipe")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind("sock")
        kept, ignored = copied(folder, tmp_path / "out")
    assert kept == {"deep/a.py"}
    assert ignored == (
        "loop is a symbolic link",
        "notes.md is a symbolic link",
        "pipe is a named pipe",
        "sock is a socket",
    )


def test_hard_names_are_left_out_and_listed(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for name in (b"a\nb.py", b"\xff\xfe.py", b"dot.", b"-rf", "é (v2).py".encode()):
        Path(os.fsdecode(bytes(folder) + b"/" + name)).write_text("x")
    kept, ignored = copied(folder, tmp_path / "out")
    assert kept == {"-rf", "é (v2).py"}
    assert ignored == (
        "a\nb.py has a name that holds a control character",
        "dot. has a name that ends in a dot or a blank",
        "\\udcff\\udcfe.py has a name that is not UTF-8",
    )


def test_what_tools_made_is_skipped_without_a_word(tmp_path):
    folder = tmp_path / "in"
    for name in (".git", "node_modules", "__pycache__", ".venv", "venv", ".takehome", "my_env"):
        (folder / name).mkdir(parents=True)
        (folder / name / "x.py").write_text("x")
    (folder / "my_env" / "pyvenv.cfg").write_text("")
    (folder / "a.py").write_text("x")
    assert copied(folder, tmp_path / "out") == ({"a.py"}, ())


def test_a_copy_is_readable_for_all_and_the_original_untouched(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "run.sh").write_text("x")
    (folder / "run.sh").chmod(0o700)
    before = (folder / "run.sh").stat()
    copied(folder, tmp_path / "out")
    after = (folder / "run.sh").stat()
    assert stat.S_IMODE((tmp_path / "out" / "run.sh").stat().st_mode) == 0o755
    assert (before.st_mode, before.st_mtime_ns) == (after.st_mode, after.st_mtime_ns)


@pytest.mark.parametrize(
    ("bound", "value", "says"), [("FILES", 2, "more than 2 files"), ("BYTES", 10, "more than 0 MB")]
)
def test_bounds_are_kept(tmp_path, monkeypatch, bound, value, says):
    monkeypatch.setattr(intake, bound, value)
    (tmp_path / "in").mkdir()
    for n in range(3):
        (tmp_path / "in" / f"{n}.py").write_text("xxxx")
    with pytest.raises(Unreadable, match=says):
        copied(tmp_path / "in", tmp_path / "out")


def test_depth_is_bounded(tmp_path):
    deep = tmp_path.joinpath("in", *["d"] * 21)
    deep.mkdir(parents=True)
    (deep / "a.py").write_text("x")
    with pytest.raises(Unreadable, match="more than 20 deep"):
        copied(tmp_path / "in", tmp_path / "out")


def test_a_single_top_folder_is_entered(tmp_path):
    members = {"top/a.py": b"x", "top/sub/b.py": b"y", "__MACOSX/top/._a.py": b"", "top/.DS_Store": b""}
    assert unpacked(zipped(tmp_path / "h.zip", members), tmp_path / "z") == ({"a.py", "sub/b.py"}, ())
    assert unpacked(tarred(tmp_path / "h.tgz", dict(members)), tmp_path / "t") == ({"a.py", "sub/b.py"}, ())
    flat = {"a.py": b"x", "sub/b.py": b"y"}
    assert unpacked(zipped(tmp_path / "f.zip", flat), tmp_path / "f") == ({"a.py", "sub/b.py"}, ())


@pytest.mark.parametrize(
    "member", ["../evil.py", "top/../../evil.py", "/etc/evil", "C:\\evil.py", "..\\evil.py"], ids=str
)
def test_a_member_that_leads_out_refuses_the_archive_by_name(tmp_path, member):
    path = zipped(tmp_path / "h.zip", {"good.py": b"x", member: b"y"})
    with pytest.raises(Unreadable, match="evil"):
        unpacked(path, tmp_path / "out")
    assert files(tmp_path / "out") == set()


def test_links_in_archives_refuse_them_by_name(tmp_path):
    with pytest.raises(Unreadable, match=r"holds a/notes\.md, which is a link"):
        unpacked(tarred(tmp_path / "h.tar.gz", {"a/x.py": b"x", "a/notes.md": "/etc/passwd"}), tmp_path / "t")
    path = zipped(tmp_path / "h.zip", {"notes.md": b"/etc/passwd"}, {"notes.md": 0o120777})
    with pytest.raises(Unreadable, match=r"holds notes\.md, which is a link"):
        unpacked(path, tmp_path / "z")


def test_links_of_installed_packages_are_no_matter(tmp_path):
    path = tarred(tmp_path / "h.tgz", {"a/x.js": b"x", "a/node_modules/.bin/jest": "../jest/cli.js"})
    assert unpacked(path, tmp_path / "t") == ({"x.js"}, ())
    path = tarred(tmp_path / "v.tgz", {"x.py": b"x", "env/pyvenv.cfg": b"", "env/bin/python": "/usr/bin/python3"})
    assert unpacked(path, tmp_path / "v") == ({"x.py"}, ())


def test_a_pipe_in_an_archive_is_listed(tmp_path):
    path = tarred(tmp_path / "h.tgz", {"a.py": b"x", "b/pipe": 1})
    assert unpacked(path, tmp_path / "out") == ({"a.py"}, ("b/pipe is no regular file",))


def test_unpacked_size_counts_not_packed_size(tmp_path):
    path = zipped(tmp_path / "bomb.zip", {"a": b"\0" * 30_000_000})
    assert path.stat().st_size < 100_000
    with pytest.raises(Unreadable, match="more than 20 MB"):
        unpacked(path, tmp_path / "out")


def test_the_outer_layer_of_a_tar_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "UNPACKED", 1_000_000)
    path = tarred(tmp_path / "h.tgz", {"node_modules/a": b"\0" * 3_000_000})
    with pytest.raises(Unreadable, match="unpacks to more than 1 MB"):
        unpacked(path, tmp_path / "out")


def test_members_are_counted_before_they_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MEMBERS", 2)
    many = {f"node_modules/{n}": b"" for n in range(3)}
    for path in (tarred(tmp_path / "h.tgz", dict(many)), zipped(tmp_path / "h.zip", many)):
        with pytest.raises(Unreadable, match="more than 2 members"):
            unpacked(path, tmp_path / path.suffix)


@pytest.mark.parametrize("name", ["h.zip", "h.tar.gz", "h.tgz"])
@pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b\x08garbage", b"PK\x03\x04garbage"])
def test_what_is_no_archive_is_said_to_be_none(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(Unreadable, match="cannot be unpacked"):
        unpacked(tmp_path / name, tmp_path / "out")


def test_archives_go_by_their_ending():
    assert [stem(Path(name)) for name in ("a.b.zip", "x.TAR.GZ", "y.tgz")] == ["a.b", "x", "y"]
    assert not is_archive(Path("a.rar"))
