"""A JSON schema as a validator: which objects it accepts, found out in a process of its own with a deadline.

A schema is a hand-in's text. Its patterns and references can be made to run for ever, so it never runs in the kit's
own process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.checks.ecma import compiled

SECONDS = 10
_MEMORY = 1 << 30
_HOUSE = Path(__file__).resolve().parents[2]


class NoVerdict(Exception):  # noqa: N818 - it says what there is none of
    """The schema accepts and refuses nothing; the message says why, for a candidate to read."""


def accepts(schema: Any, objects: Sequence[Any], seconds: float = SECONDS) -> list[bool]:
    """For each object whether the schema accepts it. Raises NoVerdict when the schema is none or takes too long."""
    asked = json.dumps({"schema": schema, "objects": list(objects)})
    env = {"PYTHONPATH": str(_HOUSE), "PATH": os.environ.get("PATH", ""), "PYTHONHASHSEED": "0"}
    argv = [sys.executable, "-m", __name__]
    try:
        done = subprocess.run(argv, input=asked, capture_output=True, text=True, timeout=seconds, env=env, check=False)
    except subprocess.TimeoutExpired as error:
        raise NoVerdict(f"the schema gave no verdict within {seconds:g} s") from error
    if done.returncode != 0:
        raise NoVerdict("the schema needed more memory than a validator should, or nests without end")
    said = json.loads(done.stdout)
    if isinstance(said, str):
        raise NoVerdict(said)
    return [bool(one) for one in said]


def verdicts(schema: Any, objects: Sequence[Any]) -> list[bool] | str:
    """The same in this process: the verdicts, or the sentence on why there are none."""
    from jsonschema import Draft202012Validator, ValidationError, validators  # noqa: PLC0415 - only the child needs it
    from jsonschema.exceptions import SchemaError  # noqa: PLC0415 - the same
    from referencing import Registry  # noqa: PLC0415 - the same
    from referencing.exceptions import Unresolvable  # noqa: PLC0415 - the same

    def pattern(_: Any, wanted: str, text: Any, __: Any) -> Iterator[ValidationError]:
        if isinstance(text, str) and not compiled(wanted).search(text):
            yield ValidationError(f"does not match {wanted}")

    def named(validator: Any, wanted: Mapping[str, Any], value: Any, _: Any) -> Iterator[ValidationError]:
        for one, part in wanted.items() if isinstance(value, dict) else ():
            for key in filter(compiled(one).search, value):
                yield from validator.descend(value[key], part, path=key, schema_path=one)

    checks = {"pattern": pattern, "patternProperties": named}
    kind = validators.extend(Draft202012Validator, checks)  # type: ignore[no-untyped-call] # its stub gives no types
    try:
        kind.check_schema(schema, format_checker=None)
        validator = kind(schema, registry=Registry())
        return [validator.is_valid(each) for each in objects]
    except SchemaError as error:
        return f"the schema is no JSON schema: {error.message[:200]}"
    except Unresolvable as error:
        return f"the schema refers to something that is not there: {error}"[:300]
    except (ValueError, RecursionError) as error:
        return f"the schema cannot be run: {error}"[:300]


def _limit() -> None:
    try:
        import resource  # noqa: PLC0415 - not there on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


if __name__ == "__main__":
    _limit()
    given = json.load(sys.stdin)
    json.dump(verdicts(given["schema"], given["objects"]), sys.stdout)
