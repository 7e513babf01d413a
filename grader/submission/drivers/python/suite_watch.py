"""The watch over the tool function while a hand-in's own tests run: it counts the calls, and answers them differently.

It is put in the function's place as the module that makes the function is imported; so every name that tests have for
it, whenever they took it, leads here.
"""

import functools
import inspect
import json
import os
from collections.abc import Callable
from typing import Any

MARK = "__watched__"
PARAMETERS = 4
LEAST_CALLS, TIMES = 1_000, 100

Encode = Callable[[Any], Any]


class Unbounded(BaseException):
    """A test calls the function without end. Not an Exception: a test that catches those must not go on."""


class Watch:
    """What is done with each call of the function; one for a process.

    `adapter` answers in place of the hand-in's own function when it is set. `note` is told each call and its reply.
    """

    def __init__(self, encode: Encode) -> None:
        self.encode = encode
        self.adapter: Callable[..., Any] | None = None
        self.spoiled: tuple[str, str, str] | None = None
        self.note: Callable[[Any, Any, list[Any]], None] | None = None
        self.on_call: Callable[[], None] | None = None
        self.depth = self.calls = 0
        self.limit = LEAST_CALLS
        self.unbounded = False

    def begin(self, usual: int) -> None:
        """A test begins that makes `usual` calls of the hand-in's own function."""
        self.depth = self.calls = 0
        self.limit, self.unbounded = max(LEAST_CALLS, TIMES * usual), False

    def ask(self, function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any], skip: int) -> Any:
        """Answer a call. A call that the function makes of itself, or of one it wraps, is its own affair."""
        if self.depth:
            return function(*given, **named)
        self.calls += 1
        if self.on_call is not None:
            self.on_call()
        if self.calls > self.limit:
            self.unbounded = True
            raise Unbounded(f"more than {self.limit} calls in one test: your walk has no bound")
        self.depth += 1
        try:
            return self._answer(function, given, named, skip)
        finally:
            self.depth -= 1

    def _answer(self, function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any], skip: int) -> Any:
        values = given[skip:] if not named else _ordered(function, given, named, skip)
        if len(values) != PARAMETERS or (self.note is None and self.spoiled is None):
            return self._reply(function, given, named, values)
        call, rows = self.encode(list(values[:3])), self.encode(values[3])
        if self.spoiled is not None and (text(call), text(rows)) == self.spoiled[:2]:
            return json.loads(self.spoiled[2])
        told: list[Any] = []
        try:
            reply = self._reply(function, given, named, values)
            told.append(self.encode(reply))
        finally:
            if self.note is not None:
                self.note(call, rows, told)
        return reply

    def _reply(
        self, function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any], values: tuple[Any, ...]
    ) -> Any:
        return function(*given, **named) if self.adapter is None else self.adapter(*values)


def text(encoded: Any) -> str:
    """An encoded value as text, the same for equal ones: the order of keys does not matter."""
    return json.dumps(encoded, sort_keys=True, separators=(",", ":"))


def _ordered(function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any], skip: int) -> tuple[Any, ...]:
    """The values of a call by the order of the function's parameters, however they were passed."""
    bound = inspect.signature(function).bind(*given, **named)
    return tuple((*bound.args, *bound.kwargs.values())[skip:])


# ---- putting it in place ----


def hold(holder: dict[str, Any], path: str, watch: Watch) -> bool:
    """Put the watch where `path` leads to from a module's names; whether something was there to watch."""
    *outer, name = path.split(".")
    place: Any = holder
    for step in outer:
        place = place.get(step) if place is holder else getattr(place, step, None)
    if place is holder:
        if not callable(place.get(name)):
            return False
        place[name] = watched(place[name], watch, 0)
        return True
    return _hold_inside(place, name, watch)


def _hold_inside(place: Any, name: str, watch: Watch) -> bool:
    """Watch a method: on its class where it has one, so that every object of it is watched."""
    owner = next((each for each in type(place).__mro__ if inspect.isfunction(each.__dict__.get(name))), None)
    if owner is not None and not isinstance(place, type):
        setattr(owner, name, watched(owner.__dict__[name], watch, 1))
        return True
    if not callable(getattr(place, name, None)):
        return False
    held = watched(getattr(place, name), watch, 0)
    setattr(place, name, staticmethod(held) if isinstance(place, type) else held)
    return True


def watched(function: Callable[..., Any], watch: Watch, skip: int) -> Callable[..., Any]:
    """A function that looks like `function` and asks the watch; `skip` parameters before the call's own (`self`)."""
    if getattr(function, MARK, False):
        return function
    if inspect.iscoroutinefunction(function):

        async def held(*given: Any, **named: Any) -> Any:
            reply = watch.ask(function, given, named, skip)
            return await reply if inspect.isawaitable(reply) else reply

        return _alike(held, function)
    if not inspect.isfunction(function):
        return Held(function, watch)

    def told(*given: Any, **named: Any) -> Any:
        return watch.ask(function, given, named, skip)

    return _alike(told, function)


def _alike(held: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    functools.update_wrapper(held, function)
    setattr(held, MARK, True)
    return held


class Held:
    """Stands for a callable that is no plain function: an object with `__call__`, a partial, a cached function."""

    def __init__(self, inner: Any, watch: Watch) -> None:
        self.__dict__.update({"__wrapped__": inner, "_watch": watch, MARK: True})

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self._watch.ask(self.__wrapped__, given, named, 0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__wrapped__, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.__wrapped__, name, value)

    @property
    def __class__(self) -> Any:
        return self.__wrapped__.__class__

    @__class__.setter
    def __class__(self, kind: Any) -> None:
        self.__wrapped__.__class__ = kind

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self.__wrapped__)


def is_own(found: Any, module: str) -> bool:
    """Whether a module's value is a function that it defines itself and that takes a call's four values."""
    if not callable(found) or inspect.isclass(found) or getattr(found, "__module__", None) != module:
        return False
    try:
        inspect.signature(found).bind(*range(PARAMETERS))
    except (TypeError, ValueError):
        return False
    return True


def file_of(module: Any) -> str:
    """The file a module was loaded from, its links followed."""
    return os.path.realpath(str(getattr(module, "__file__", None) or ""))
