"""One process of a hand-in with its pipes: started, asked a line at a time, bounded in time and output, and killed."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from grader.submission.sandbox import Command, Job, Sandbox
from grader.submission.watch import excess
from grader.submission.wire import LINE

PRINTED = 8 * 1024 * 1024
KEPT = 64 * 1024
_CHUNK = 1 << 16
_LOOK = 0.05
_SHELL = 128
_POLLIN, _GONE = select.POLLIN, select.POLLHUP | select.POLLERR


class Broken(Exception):  # noqa: N818 - it says what the process is
    """The process is of no further use; `kind` and the message say why."""

    def __init__(self, kind: str, says: str) -> None:
        self.kind = kind
        super().__init__(says)


class Process:
    """A running driver: `ask` sends one line and waits for one. Not thread-safe; spawn it in a thread that lives on."""

    def __init__(self, job: Job, sandbox: Sandbox) -> None:
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        self._memory = job.limits.memory
        try:
            self._command = sandbox.command(replace(job, descriptors=(requests, replies)))
            self._popen = start(self._command, job.root, (requests, replies))
        except BaseException:
            os.close(self._requests)
            os.close(self._replies)
            raise
        finally:
            os.close(requests)
            os.close(replies)
        assert self._popen.stdout is not None
        self._output = self._popen.stdout.fileno()
        for descriptor in (self._requests, self._replies, self._output):
            os.set_blocking(descriptor, False)
        # The reply pipe first: poll looks in this order, so what was printed before a reply is there when the reply is.
        self._poll = select.poll()
        self._poll.register(self._replies, select.POLLIN)
        self._poll.register(self._output, select.POLLIN)
        self._rest = b""
        self._printed = bytearray()
        self._flood = 0

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The line that answers `line`. Raises Broken when there is none within the time, or no more can come."""
        self.expect_silence()
        deadline = time.monotonic() + seconds
        self._send(line, deadline)
        return self._receive(deadline)

    def expect_silence(self) -> None:
        """Raises Broken when the reply pipe holds bytes that nobody asked for."""
        for descriptor, event in self._poll.poll(0):
            if descriptor == self._output:
                self._read_output()
            elif event & _POLLIN:
                raise Broken("protocol", "wrote to the answer pipe before it was asked")
        if self._rest:
            raise Broken("protocol", "wrote to the answer pipe before it was asked")

    def printed(self) -> str:
        """The first 64 KB printed since this was last asked."""
        if not self._flood:
            return ""
        text = bytes(self._printed).decode(errors="replace")
        self._printed.clear()
        self._flood = 0
        return text

    def ended(self, seconds: float = 0.25) -> int | None:
        """The exit status, negative for a signal; None when it still lives after waiting that long."""
        try:
            status = self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        return _SHELL - status if self._command.shell_status and status > _SHELL else status

    def kill(self) -> None:
        """End the process with all that stands in its group or box, and let go of the pipes."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.kill()
        self._popen.wait(10)
        for descriptor in (self._requests, self._replies):
            os.close(descriptor)
        assert self._popen.stdout is not None
        self._popen.stdout.close()
        leave(self._command)

    def drain(self) -> None:
        """Read what was still printed at the end."""
        with contextlib.suppress(Broken):
            while self._read_output():
                pass

    def _send(self, line: bytes, deadline: float) -> None:
        view = memoryview(line)
        while view:
            try:
                view = view[os.write(self._requests, view) :]
            except BlockingIOError:
                self._wait_to_send(deadline)
            except BrokenPipeError:
                return  # it has ended: reading the answer tells how

    def _wait_to_send(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise Broken("timeout", "")
        self._read_output()
        select.select([], [self._requests], [], min(left, 0.05))

    def _receive(self, deadline: float) -> bytes:
        look = time.monotonic() + _LOOK
        while True:
            now = time.monotonic()
            if now >= deadline:
                raise Broken("timeout", "")
            if now >= look:
                self._look()
                look = time.monotonic() + _LOOK
            closed = False
            for descriptor, event in self._poll.poll(min(deadline - now, look - now) * 1000):
                if descriptor == self._output:
                    self._hear(event)
                else:
                    closed = not self._read_reply(event)
            end = self._rest.find(b"\n")
            if end >= 0:
                line, self._rest = self._rest[:end], self._rest[end + 1 :]
                return line
            if closed:
                raise Broken("died", "closed its answer pipe")

    def _look(self) -> None:
        """Raises Broken when it uses more than it may: only an answer that takes long is looked at."""
        found = excess(self._popen.pid, self._memory)
        if found:
            raise Broken(*found)

    def _read_reply(self, event: int) -> bool:
        """Take in what the reply pipe holds; False when it was closed."""
        more = os.read(self._replies, _CHUNK) if event & (_POLLIN | _GONE) else b""
        self._rest = self._rest + more if self._rest else more
        if len(self._rest) > LINE + _CHUNK:
            raise Broken("protocol", "sent more than 1 MB as an answer to this call")
        return bool(more)

    def _hear(self, event: int) -> None:
        if not self._read_output() and event & _GONE:
            self._poll.unregister(self._output)  # it closed its output; a poll would report that without end

    def _read_output(self) -> bool:
        """Take in a piece of what was printed; whether there was one. Raises Broken on a flood."""
        try:
            more = os.read(self._output, _CHUNK)
        except BlockingIOError:
            return False
        self._flood += len(more)
        self._printed += more[: max(0, KEPT - len(self._printed))]
        if self._flood > PRINTED:
            raise Broken("flood", "printed more than 8 MB")
        return bool(more)


def start(command: Command, folder: Path, descriptors: tuple[int, ...]) -> subprocess.Popen[bytes]:
    """Start the command in `folder` with the descriptors; what it prints, on either stream, goes into one pipe."""
    try:
        return subprocess.Popen(
            command.argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(*descriptors, *command.passed),
            start_new_session=True,
            cwd=folder,
            env=command.env,
            bufsize=0,
        )
    except BaseException:
        leave(command)
        raise
    finally:
        for descriptor in command.passed:
            os.close(descriptor)


def leave(command: Command) -> None:
    """Give up what the command held while it ran."""
    if command.slot is not None:
        command.slot.close()
