"""A running hand-in: one process that loaded it, and is handed stores and asked calls until it is let go or breaks."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from grader.submission.endings import cause, unloaded
from grader.submission.handin import HandIn
from grader.submission.process import KEPT, Broken, Process
from grader.submission.reply import Reply
from grader.submission.runtime import runtime
from grader.submission.sandbox import Job, Limits, Sandbox
from grader.submission.text import clean
from grader.submission.wire import UNCHANGED, Answer, NotAnAnswer, Rows, answer, request, spelt
from grader.values import Value

__all__ = ["UNCHANGED", "Reply", "Worker"]


class Worker:
    """One process of a hand-in. Not thread-safe; spawn it in a thread that lives on.

    `loaded` is `ok`, its value what `exports` asked for, or says why loading failed. `alive` is False once it failed to
    load, was let go, or broke (timeout, died, memory, flood, protocol). `after` is set at the end when bytes nobody
    asked for were found.
    """

    def __init__(
        self,
        handin: HandIn,
        *,
        sandbox: Sandbox,
        timeout: float = 2.0,
        loading: float = 3.0,
        exports: Sequence[str] = (),
    ) -> None:
        self._handin, self._language, self._timeout = handin, handin.language, timeout
        self._limits = Limits(**handin.language.limits)
        self._process: Process | None = Process(self._job(), sandbox)
        self._end_reply: Reply | None = None
        self.after: Reply | None = None
        self.loaded = self._load(loading, list(exports))

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return self._process is not None

    def store(self, key: str, rows: Rows) -> None:
        """Hand over a store under a key; calls get records built anew from it. What breaks here, `call` tells."""
        reply = self._ask({"store": key, "rows": list(rows.items())}, self._timeout)
        if reply.kind != "ok" and self.alive:
            self._broken(Broken("protocol", "did not take the records"), self._timeout)

    def call(
        self,
        name: Value,
        args: Value,
        context: Value,
        store: str,
        *,
        keep: Collection[str] = (),
        edit: Sequence[tuple[str, Value | None]] = (),
        timeout: float | None = None,
    ) -> Reply:
        """Call the function once. `keep` passes `records` or `args` of the call before; `edit` changes rows first."""
        parts: dict[str, Any] = {"call": [name, args, spelt(context, self._language)], "store": store}
        if keep:
            parts["keep"] = sorted(keep)
        if edit:
            parts["edit"] = list(edit)
        return self._ask(parts, self._timeout if timeout is None else timeout)

    def scribble(self) -> Reply:
        """Overwrite every part of the last returned value in place: shows what the hand-in still shares."""
        return self._ask({"scribble": True}, self._timeout)

    def close(self) -> None:
        """Let the process go: killed with its whole group, and reaped."""
        if self._process is None:
            return
        try:
            self._process.expect_silence()
        except Broken as broken:
            self.after = self._broken(broken, self._timeout)
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            self._end()

    def _job(self) -> Job:
        found = runtime(self._language)
        root, language = self._handin.root, self._language
        limits = replace(self._limits, data=self._limits.data + language.reserved)
        return Job(found.command, language.driver, (-1, -1), root, found.prefixes, limits, language.env)

    def _load(self, seconds: float, exports: list[str]) -> Reply:
        entry = self._handin.entry
        wanted = {"file": entry.file, "module": entry.module, "function": entry.function, "exports": exports}
        reply = self._ask({"load": wanted}, seconds)
        match reply:
            case Reply(kind="ok", value={"exports": dict(values)}):
                return Reply("ok", values, printed=reply.printed)
        self._end()
        says = unloaded(reply, seconds, self._language)
        self._end_reply = Reply("load", None, says, reply.error, reply.where, printed=reply.printed)
        return self._end_reply

    def _ask(self, parts: Mapping[str, Any], seconds: float) -> Reply:
        process = self._process
        if process is None:
            return self._ended()
        known = os.urandom(8).hex()
        line = request(known, self._language, parts)
        try:
            return self._reply(answer(process.ask(line, seconds), known), process.printed())
        except NotAnAnswer as error:
            return self._broken(Broken("protocol", f"not an answer to this call: {error}"), seconds)
        except Broken as broken:
            return self._broken(broken, seconds)

    def _reply(self, came: Answer, printed: str) -> Reply:
        """What a driver answered, in words; the text in it is the hand-in's."""
        reply = Reply(
            "ok",
            came.value,
            args=came.args,
            rows=came.rows,
            awaited=came.awaited,
            subclass=came.subclass,
            printed=clean(printed, KEPT) if printed else "",
        )
        match came.error:
            case None:
                return reply
            case "$unusable" | "$load":
                return replace(reply, kind=came.error.removeprefix("$"), says=clean(came.message))
            case "$request":
                raise NotAnAnswer(came.message)
        name = clean(came.error, 200)
        says = f"raised {name}: {clean(came.message)}" if came.message else f"raised {name}"
        return replace(reply, kind="error", says=says, error=name, where=clean(came.at) if came.at else None)

    def _broken(self, broken: Broken, seconds: float) -> Reply:
        """The reply of a process that is of no further use; it is ended."""
        assert self._process is not None
        kind, says = broken.kind, str(broken)
        status = self._process.ended() if kind == "died" else None
        self._process.drain()
        printed = clean(self._process.printed(), KEPT)
        if kind == "timeout":
            says = f"no answer within {seconds:g} s"
        if status is not None:
            kind, says = cause(status, printed, self._language, self._limits)
        self._end()
        self._end_reply = Reply(kind, says=says, printed=printed)
        return self._end_reply

    def _ended(self) -> Reply:
        """What ended the worker, again. Raises RuntimeError when it was let go: nothing is left to ask."""
        if self._end_reply is None:
            raise RuntimeError("this worker was let go; start another one")
        return self._end_reply

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
