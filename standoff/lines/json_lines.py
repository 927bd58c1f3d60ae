"""JSON objects, one per line: read strictly, written as valid UTF-8."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isinf
from typing import Any, cast

from ..map import Json, JsonError
from ..text import quoted, visible

MOST_NESTED = 100
"""Lists and objects of a line may be nested at most this deep."""

LONGEST_LINE_BYTES = 4_000_000
"""A line has at most this many bytes; a turn of 10,000 units has some 500,000."""

CUT_OFF = b"\0"
"""Stands behind the beginning of a longer line, which is not kept whole; it cannot occur in JSON."""


def line_object(line: str) -> Json:
    """Return the JSON object that a line holds.

    Raises:
        JsonError: It holds none, repeats a key in an object, or holds a value that cannot be written as JSON again.

    >>> line_object('{"id": 7}')
    {'id': 7}
    """
    if len(line) > LONGEST_LINE_BYTES or (len(line) > LONGEST_LINE_BYTES // 4 and CUT_OFF.decode() in line):
        raise JsonError(f"a line has at most {LONGEST_LINE_BYTES:,} bytes")
    try:
        data: Any = _DECODER.decode(line)
    except json.JSONDecodeError as fault:
        raise JsonError(f"no JSON: {fault.msg} at column {fault.colno}") from None
    except RecursionError:
        raise JsonError(_TOO_DEEP) from None
    except ValueError:
        raise JsonError("JSON that cannot be read: a number has too many digits") from None
    if not isinstance(data, dict):
        raise JsonError(f"expected a JSON object, found {quoted(line)}")
    # how deep Python can read depends on the caller's stack; answers must not
    if line.count("[") + line.count("{") > MOST_NESTED and not _within(data, MOST_NESTED):
        raise JsonError(_TOO_DEEP)
    return cast(Json, data)


_TOO_DEEP = f"lists and objects stand in each other deeper than {MOST_NESTED} times"


def _once(pairs: list[tuple[str, Any]]) -> Json:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = set[str]()
        for key, _ in pairs:
            if key in keys:
                raise JsonError(f"key {quoted(key)} appears twice in an object")
            keys.add(key)
    return data


def _no_number(text: str) -> None:
    raise JsonError(f"no JSON: {text}")


def _finite(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise JsonError("JSON has no infinite numbers")
    return value


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite)


def _within(value: Any, depth: int) -> bool:
    """Return whether lists and objects are nested at most this deep."""
    if not isinstance(value, (dict, list)):
        return True
    parts: Iterable[Any] = cast(Json, value).values() if isinstance(value, dict) else cast(list[Any], value)
    return depth > 0 and all(_within(part, depth - 1) for part in parts)


def written(answer: Json) -> str:
    """Return an answer as a line that is valid UTF-8 and safe to show (`visible`).

    >>> written({"id": 7, "error": "no power 'Čechy'"})
    '{"id": 7, "error": "no power \\'Čechy\\'"}'
    """
    return visible(json.dumps(answer, ensure_ascii=False))
