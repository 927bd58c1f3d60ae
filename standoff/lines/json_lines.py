"""JSON objects, one per line: read strictly, written as valid UTF-8."""

from __future__ import annotations

import json
from typing import cast

from ..map import Json, JsonError, JsonSyntaxError, json_value
from ..text import quoted, visible

LONGEST_LINE_BYTES = 4_000_000
"""The most bytes of a line; a turn of 10,000 units has some 500,000."""

CUT_OFF = b"\0"
"""Replaces the end of a longer line; it cannot occur in JSON."""


def line_object(line: str) -> Json:
    """Return the JSON object that a line holds.

    Raises:
        JsonError: It holds none, repeats a key of an object, or has a value that cannot be written as JSON again.

    >>> line_object('{"id": 7}')
    {'id': 7}
    """
    if len(line) > LONGEST_LINE_BYTES or (len(line) > LONGEST_LINE_BYTES // 4 and CUT_OFF.decode() in line):
        raise JsonError(f"a line has at most {LONGEST_LINE_BYTES:,} bytes")
    try:
        data = json_value(line)
    except JsonSyntaxError as fault:
        raise JsonError(f"no JSON: {fault}") from None
    if not isinstance(data, dict):
        raise JsonError(f"expected a JSON object, found {quoted(line)}")
    return cast(Json, data)


def written(answer: Json) -> str:
    """Return an answer as a line that is valid UTF-8 and safe to show (`visible`).

    >>> written({"id": 7, "error": "no power 'Čechy'"})
    '{"id": 7, "error": "no power \\'Čechy\\'"}'
    """
    return visible(json.dumps(answer, ensure_ascii=False))
