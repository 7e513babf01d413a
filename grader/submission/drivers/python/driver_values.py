"""Values on the wire: what a reply holds becomes JSON with tags, and the tags of a request become Python values.

A value is read by its exact type and never through one of its own methods, so an object that lies is not believed.
"""

import builtins
from collections import UserDict
from collections.abc import Callable
from math import isfinite, isnan
from types import AsyncGeneratorType, GeneratorType
from typing import Any

DEPTH = 100
PARTS = 200_000
TEXT = 1_000_000
BITS = 10_000

Odd = Callable[[str], Any]
"""What to do with a part that cannot be sent: given "a generator; …", it raises or returns a stand-in."""


class Unusable(Exception):  # noqa: N818 - it says what the value is
    """A value that cannot be sent; the message says what it is."""


class Instance:
    """The tag `object`: an instance of a class that a caller might pass instead of plain data."""

    def __init__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)


class Mapped(UserDict[Any, Any]):
    """The tag `mapping`: a mapping that is no dict."""


class Whole(int):
    """The tag `sub` of int."""


class Text(str):
    """The tag `sub` of str."""

    __slots__ = ()


class Keyed(dict[Any, Any]):
    """The tag `sub` of dict."""


SUBCLASSES = {"int": Whole, "str": Text, "dict": Keyed}
TAGS: dict[str, Callable[[Any], Any]] = {
    "tuple": tuple,
    "bytes": bytes.fromhex,
    "object": Instance,
    "set": set,
    "frozenset": frozenset,
    "number": float,
    "mapping": Mapped,
    "pairs": dict,
}
VIEWS = tuple(map(type, ({}.keys(), {}.values(), {}.items())))
LAZY = (GeneratorType, AsyncGeneratorType, map, filter, zip, range, reversed, enumerate, *VIEWS)
PLAIN: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (dict, lambda v: dict(dict.items(v))),
    (list, lambda v: list(list.__iter__(v))),
    (str, str.__str__),
    (int, int.__int__),
    (float, float.__float__),
)


def decode(value: Any) -> Any:
    """The Python value of a request's part. Raises ValueError on a tag that Python has no value for."""
    if type(value) is list:
        return [decode(item) for item in value]
    if type(value) is not dict:
        return value
    if "$" not in value:
        return {key: decode(item) for key, item in value.items()}
    kind, inner = value["$"], decode(value.get("v"))
    if kind == "sub" and value.get("of") in SUBCLASSES:
        return SUBCLASSES[value["of"]](inner)
    if kind not in TAGS:
        raise ValueError(f"there is no {kind} value here")
    return TAGS[kind](inner)


def refuse(what: str) -> Any:
    """Raise: this cannot be the answer to a call."""
    raise Unusable(what)


def mark(what: str) -> Any:
    """A stand-in, where the rest is still worth sending."""
    return {"$": "object", "v": what}


def encode(value: Any, odd: Odd = refuse) -> Any:
    """What `value` is in JSON with tags; `odd` decides about parts that cannot be sent."""
    return _Encoding(odd).walk(value, 0)


def type_name(kind: type) -> str:
    """A class's name with its module, read past whatever its metaclass says."""
    name = str.__str__(type.__dict__["__name__"].__get__(kind))
    module = type.__dict__["__module__"].__get__(kind)
    return name if type(module) is not str or module == "builtins" else f"{module}.{name}"


class _Encoding:
    """One walk through one value, with what is left of its bounds."""

    __slots__ = ("odd", "parts", "text")

    def __init__(self, odd: Odd) -> None:
        self.odd, self.parts, self.text = odd, PARTS, TEXT

    def walk(self, v: Any, depth: int) -> Any:
        kind = type(v)
        if kind is str:
            self.text -= len(v)
            return v if self.text >= 0 else self.odd("an answer larger than 1 MB")
        if kind is bool or v is None:
            return v
        if kind is int:
            return v if v.bit_length() <= BITS else self.odd("a whole number of more than 10,000 bits")
        if kind is dict or kind is list:
            return self.inside(v, kind, depth)
        if kind is float:
            return v if isfinite(v) else {"$": "number", "v": "nan" if isnan(v) else "inf" if v > 0 else "-inf"}
        return self.rare(v, kind, depth)

    def inside(self, v: Any, kind: type, depth: int) -> Any:
        self.parts -= len(v) + 1
        if depth >= DEPTH:
            return self.odd("a value nested too deeply, or one that contains itself")
        if self.parts < 0:
            return self.odd("a value of too many parts")
        walk, below = self.walk, depth + 1
        if kind is not dict:
            return [walk(item, below) for item in v]
        out = {}
        for key, item in v.items():
            if type(key) is not str or key == "$":
                return self.pairs(v, below)
            self.text -= len(key)
            out[key] = walk(item, below)
        return out

    def pairs(self, v: dict[Any, Any], depth: int) -> Any:
        """A dict whose keys JSON cannot carry, or carries with another meaning."""
        odd_keys = {key: type(key) for key in v if type(key) is not str and issubclass(type(key), str)}
        if odd_keys:
            plain = {str.__str__(key) if key in odd_keys else key: item for key, item in v.items()}
            return {"$": "sub", "type": type_name(next(iter(odd_keys.values()))), "v": self.walk(plain, depth)}
        return {"$": "pairs", "v": [[self.walk(key, depth), self.walk(item, depth)] for key, item in v.items()]}

    def rare(self, v: Any, kind: type, depth: int) -> Any:
        match kind:
            case builtins.bytes:
                return {"$": "bytes", "v": self.walk(v.hex(), depth)}
            case builtins.tuple:
                return {"$": "tuple", "v": self.inside(v, kind, depth)}
            case builtins.set | builtins.frozenset:
                return {"$": kind.__name__, "v": sorted(self.inside(v, kind, depth), key=repr)}
        return self.derived(v, kind, depth)

    def derived(self, v: Any, kind: type, depth: int) -> Any:
        """A subclass by its base value, a value that a tag of ours made by that tag; all else is odd."""
        if kind is Instance or kind is Mapped:
            tag, inner = ("object", v.__dict__) if kind is Instance else ("mapping", v.data)
            return {"$": tag, "v": self.walk(inner, depth + 1)}
        for base, read in PLAIN:
            if issubclass(kind, base):
                return {"$": "sub", "type": type_name(kind), "v": self.walk(read(v), depth + 1)}
        held = "" if depth == 0 else "a value that holds "
        if kind in LAZY:
            return self.odd(f"{held}a {type_name(kind)}; did you forget list(...)?")
        return self.odd(f"{held}a {type_name(kind)} object, which cannot be compared")
