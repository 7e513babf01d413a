"""The arguments a model wrote: read against a table of checks, since nothing about their form is promised."""

import re
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from tickets.refusal import Refusal

Check = Callable[[object], bool]

TICKET_ID = "TKT-[0-9]{3}"


def read(args: object, checks: Mapping[str, Check], required: AbstractSet[str] = frozenset()) -> dict[str, Any]:
    """The arguments that were given, every one in `checks` and passing its check. Refuses all others.

    A key that is there counts as given whatever it holds, so null is a wrong value and never "left out".
    """
    if not isinstance(args, dict) or not required <= args.keys() <= checks.keys():
        raise Refusal("invalid_arguments")
    if not all(checks[name](value) for name, value in args.items()):
        raise Refusal("invalid_arguments")
    return dict(args)


def is_ticket_id(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(TICKET_ID, value) is not None


def one_of(options: tuple[str, ...]) -> Check:
    return lambda value: isinstance(value, str) and value in options


def text(shortest: int, longest: int) -> Check:
    return lambda value: isinstance(value, str) and shortest <= len(value) <= longest


def whole_number(least: int, most: int) -> Check:
    # By exact type: `True` is an int to isinstance.
    return lambda value: type(value) is int and least <= value <= most
