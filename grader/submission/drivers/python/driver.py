# ruff: noqa: PTH100, PTH120 - a program, no package; pathlib is slow to load
"""The worker for Python: loads one hand-in and answers calls to its function, a JSON line each, over two descriptors.

    driver.py REQUESTS REPLIES ROOT

It imports nothing of the kit and knows no expected value. All it uses later it takes hold of before the hand-in runs.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from types import CoroutineType, TracebackType
from typing import Any

CLEAN_PATH = list(sys.path)
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# Found at run time, beside the driver, whose folder is on the path for these lines only.
from driver_exports import exported  # type: ignore[import-not-found] # noqa: E402
from driver_loading import Unloadable, load  # type: ignore[import-not-found] # noqa: E402
from driver_state import Looks, Store, built, changed, scribble, snapshot  # type: ignore[import-not-found] # noqa: E402
from driver_values import Unusable, decode, encode, type_name  # type: ignore[import-not-found] # noqa: E402

sys.path[:] = CLEAN_PATH

MESSAGE = 2000
LINE = 1_000_000
to_json = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
from_json = json.JSONDecoder().decode


class Worker:
    """One loaded hand-in, with what the call before left behind."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.function: Callable[..., Any] | None = None
        self.stores: dict[str, Store] = {}
        self.records: Any = None
        self.args: Any = None
        self.last: Any = None
        self.seen: tuple[Looks, Looks] = ("", "")

    def answer(self, line: str) -> str:
        """The reply to one request, both as JSON text."""
        message = from_json(line)
        try:
            parts = self.dispatch(message, decode if '"$"' in line else untouched)
        except BaseException as error:  # noqa: BLE001 - a hand-in may raise anything, and what it left running too
            parts = error_parts("$request", f"{type_name(type(error))} before the call", None)
        return f'{{"id":"{message["id"]}",{parts}}}'

    def dispatch(self, message: dict[str, Any], read: Callable[[Any], Any]) -> str:
        match message:
            case {"call": [name, args, context]}:
                self.take(message, read(args), read)
                return self.call(read(name), read(context))
            case {"store": key, "rows": rows}:
                self.stores[key] = built(rows)
                return '"ok":true'
            case {"load": {"file": file, "module": module, "function": function, "exports": exports}}:
                return self.load(file, module, function, exports)
            case {"scribble": True}:
                scribble(self.last, set())
                return '"ok":true' + self.changes()
        return error_parts("$request", "no such message", None)

    def load(self, file: str, module: str | None, function: str, exports: list[str]) -> str:
        try:
            loaded, self.function = load(self.root, file, module, function)
            return f'"ok":{to_json({"exports": exported(loaded, exports)})}'
        except BaseException as error:  # noqa: BLE001 - an import may raise anything, SystemExit too
            return self.failure(error)

    def call(self, name: Any, context: Any) -> str:
        awaited = ""
        try:
            result = self.function(name, self.args, context, self.records)  # type: ignore[misc] # load comes first
            if type(result) is CoroutineType:
                awaited = ',"awaited":"coroutine"'
                result = run_to_end(result)
            self.last = result
            return f'"ok":{answer_text(result)}{awaited}{self.changes()}'
        except BaseException as error:  # noqa: BLE001 - a hand-in may raise anything, SystemExit and its own kinds too
            return self.failure(error) + awaited + self.changes()

    def take(self, message: dict[str, Any], args: Any, read: Callable[[Any], Any]) -> None:
        """Lay out this call's args and records: new ones, or those of the call before, edited."""
        keep, edits = message.get("keep", ()), message.get("edit", ())
        if "records" in keep and self.records is not None:
            looks = self.seen[1]
        else:
            build, looks = self.stores[message["store"]]
            self.records = build()
        if edits:
            edit(self.records, [(key, read(ticket)) for key, ticket in edits])
            looks = snapshot(self.records)
        if "args" not in keep:
            self.args = args
        self.seen = (snapshot(self.args), looks)

    def changes(self) -> str:
        """What the reply says of args and records."""
        text: str
        text, self.seen = changed(self.args, self.records, self.seen)
        return text

    def failure(self, error: BaseException) -> str:
        """The reply that tells of an exception; never raises, whatever the exception's own methods do."""
        try:
            kind = type(error)
            if kind is Unusable:
                return error_parts("$unusable", f"returned {error}", None)
            if kind is Unloadable:
                return error_parts("$load", str(error), None)
            return error_parts(type_name(kind), self.said(error), self.place(error))
        except BaseException:  # noqa: BLE001 - its own message or name may raise anything too
            return error_parts("Exception", "an exception whose own message fails", None)

    def said(self, error: BaseException) -> str:
        if isinstance(error, SyntaxError):
            return str(error.msg)
        try:
            return str(error)
        except BaseException:  # noqa: BLE001 - the message is the hand-in's own code
            return "an exception whose own message fails"

    def place(self, error: BaseException) -> str | None:
        """`file:line` of the innermost line inside the hand-in; of the faulty line when it is no Python."""
        if isinstance(error, SyntaxError) and self.inside(error.filename):
            return f"{os.path.relpath(str(error.filename), self.root)}:{error.lineno}"
        found, step = None, error.__traceback__
        while step is not None:
            if self.inside(step.tb_frame.f_code.co_filename):
                found = step
            step = step.tb_next
        return None if found is None else self.line(found)

    def line(self, step: TracebackType) -> str:
        return f"{os.path.relpath(step.tb_frame.f_code.co_filename, self.root)}:{step.tb_lineno}"

    def inside(self, file: str | None) -> bool:
        return type(file) is str and file.startswith(self.root + os.sep)


def untouched(value: Any) -> Any:
    """A request's part that holds no tag."""
    return value


def edit(records: dict[Any, Any], rows: list[tuple[str, Any]]) -> None:
    """Insert each row at the end, or delete it when there is no ticket."""
    for key, ticket in rows:
        if ticket is None:
            records.pop(key, None)
        else:
            records[key] = ticket


def answer_text(result: Any) -> str:
    text = to_json(encode(result))
    if len(text) > LINE:
        raise Unusable("an answer larger than 1 MB")
    return text


def error_parts(kind: str, said: str, place: str | None) -> str:
    return f'"err":{to_json(kind[:200])},"msg":{to_json(said[:MESSAGE])},"at":{to_json(place)}'


def run_to_end(coroutine: Any) -> Any:
    """The result of a coroutine; the loop's modules are fetched only now, and never from the hand-in's folder."""
    ours, sys.path[:] = list(sys.path), CLEAN_PATH
    try:
        import asyncio  # noqa: PLC0415 - slow to load, and nearly no hand-in needs it
    finally:
        sys.path[:] = ours
    return asyncio.run(coroutine)


class Pipe:
    """The two descriptors of the protocol, read and written line by line."""

    def __init__(self, requests: int, replies: int) -> None:
        self.requests, self.replies, self.rest = requests, replies, b""
        self.read, self.write, self.leave, self.sleep = os.read, os.write, os._exit, time.sleep

    def next(self) -> str:
        """The next request; the process ends when nobody can ask any more."""
        while b"\n" not in self.rest:
            more = self.read(self.requests, 1 << 16)
            if not more:
                self.leave(0)
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\n")
        return line.decode()

    def say(self, text: str) -> None:
        data = f"{text}\n".encode()
        while data:
            data = data[self.write(self.replies, data) :]

    def serve(self, worker: Worker) -> None:
        try:
            while True:
                self.say(worker.answer(self.next()))
        except BrokenPipeError:
            self.leave(0)
        except OSError:
            self.sleep(5)  # the hand-in closed our descriptors; whoever waits for us sees that first, and ends us
            self.leave(1)


if __name__ == "__main__":
    Pipe(int(sys.argv[1]), int(sys.argv[2])).serve(Worker(os.path.realpath(sys.argv[3])))
