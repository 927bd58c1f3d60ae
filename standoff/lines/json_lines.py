"""One JSON object a line: read strictly, written so that UTF-8 can hold it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isfinite
from typing import Any, cast

from ..map.json_values import Json, JsonError
from ..text.notation.quoting import quoted
from ..text.visible import visible

MOST_NESTED = 100
"""At most this deep may lists and objects of a line stand in each other."""


LONGEST_LINE_BYTES = 4_000_000
"""A line has at most so many bytes; a turn of 10,000 units has some 500,000."""

CUT_OFF = b"\0cut off"
"""What stands behind the beginning of a longer line, which is not kept whole: no JSON has it."""


def line_object(line: str) -> Json:
    """Return the JSON object that a line holds.

    Raises:
        JsonError: It holds none, names a key of an object twice, or what JSON cannot write again.

    >>> line_object('{"id": 7}')
    {'id': 7}
    """
    if len(line) > LONGEST_LINE_BYTES or (line.endswith(_CUT_OFF) and len(line) > LONGEST_LINE_BYTES // 4):
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
    # how deep Python reads depends on where it is called from: an answer must not
    if line.count("[") + line.count("{") > MOST_NESTED and not _within(data, MOST_NESTED):
        raise JsonError(_TOO_DEEP)
    found = cast(Json, data)
    if isinstance(found.get("id"), (float, list, dict)) and not _finite(found["id"]):
        raise JsonError("id: JSON has no infinite numbers")
    return found


_CUT_OFF = CUT_OFF.decode()

_TOO_DEEP = f"lists and objects stand in each other deeper than {MOST_NESTED} times"


def _once(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen = set[str]()
        for key, _ in pairs:
            if key in seen:
                raise JsonError(f"key {quoted(key)} appears twice in an object")
            seen.add(key)
    return found


def _no_number(text: str) -> None:
    raise JsonError(f"no JSON: {text}")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return cast(Json, value).values()
    return cast(list[Any], value) if isinstance(value, list) else ()


def _within(value: Any, depth: int) -> bool:
    return not isinstance(value, (dict, list)) or (
        depth > 0 and all(_within(part, depth - 1) for part in _parts(value))
    )


def _finite(value: Any) -> bool:
    return isfinite(value) if isinstance(value, float) else all(map(_finite, _parts(value)))


def written(answer: Json) -> str:
    """Return an answer as a line, which UTF-8 can hold and a terminal can show (`visible`).

    >>> written({"id": 7, "error": "no power 'Čechy'"})
    '{"id": 7, "error": "no power \\'Čechy\\'"}'
    """
    return visible(json.dumps(answer, ensure_ascii=False))
