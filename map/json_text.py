"""Reads untrusted JSON strictly: nothing is dropped, and every value can be written as JSON again.

Python's own reader silently keeps the last of two equal keys, accepts ``NaN`` and infinite numbers, and its depth
depends on the caller's stack. No other module calls it (ruff's rule TID251, `pyproject.toml`); files of the package
are read by `package_json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .json_values import Json, JsonError, shown

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MOST_NESTED = 100
"""Limit of the depth of nested lists and objects."""

_TOO_DEEP = f"lists and objects stand in each other deeper than {MOST_NESTED} times"
_TOO_MANY_DIGITS = "a number has too many digits"


class JsonSyntaxError(JsonError):
    """A text is not JSON.

    Attributes:
        line, column: Its place, from 1.
    """

    def __init__(self, reason: str, line: int, column: int) -> None:
        super().__init__(reason)
        self.line, self.column = line, column


def json_value(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    Args:
        text: The text; bytes are UTF-8.

    Raises:
        JsonSyntaxError: The text is not JSON.
        JsonError: A key is repeated in an object, values are nested deeper than `MOST_NESTED`, or a number is not valid
            in JSON or too long for Python.

    >>> json_value('{"id": 7}')
    {'id': 7}
    >>> json_value('{"FRANCE": [], "FRANCE": []}')
    Traceback (most recent call last):
        ...
    standoff.map.json_values.JsonError: key 'FRANCE' appears twice in an object
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        data: Any = _DECODER.decode(text)
    except json.JSONDecodeError as fault:
        raise JsonSyntaxError(f"{fault.msg} at column {fault.colno}", fault.lineno, fault.colno) from None
    except RecursionError:
        raise JsonError(_TOO_DEEP) from None
    except UnicodeDecodeError as fault:
        raise JsonError(f"not UTF-8: byte {fault.start + 1}") from None
    except ValueError:
        raise JsonError(_TOO_MANY_DIGITS) from None
    if text.count("[") + text.count("{") > MOST_NESTED and not _is_within(data, MOST_NESTED):
        raise JsonError(_TOO_DEEP)
    return data


def json_object(text: str | bytes) -> Json:
    """Return the object of a JSON text.

    Raises:
        JsonError: The value is not an object, or not valid (`json_value`).

    >>> json_object("[]")
    Traceback (most recent call last):
        ...
    standoff.map.json_values.JsonError: expected a JSON object, found []
    """
    data = json_value(text)
    if not isinstance(data, dict):
        raise JsonError(f"expected a JSON object, found {shown(data)}")
    return cast(Json, data)


def package_json(file: Path | Traversable) -> Any:
    """Return the value of a file of the package, which tests check against its schema."""
    return json.loads(file.read_text(encoding="utf-8"))  # noqa: TID251


def _unique_keys(pairs: list[tuple[str, Any]]) -> Json:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = set[str]()
        for key, _ in pairs:
            if key in keys:
                raise JsonError(f"key {key[:200]!r} appears twice in an object")
            keys.add(key)
    return data


def _refuse_constant(text: str) -> None:
    raise JsonError(f"{text} is not a number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise JsonError("JSON has no infinite numbers")
    return value


_DECODER = json.JSONDecoder(  # noqa: TID251
    object_pairs_hook=_unique_keys, parse_constant=_refuse_constant, parse_float=_finite
)


def _is_within(value: Any, depth: int) -> bool:
    """Return whether lists and objects are nested at most this deep."""
    if not isinstance(value, (dict, list)):
        return True
    parts: Iterable[Any] = cast(Json, value).values() if isinstance(value, dict) else cast("list[Any]", value)
    return depth > 0 and all(_is_within(part, depth - 1) for part in parts)


__all__ = ["MOST_NESTED", "JsonSyntaxError", "json_object", "json_value", "package_json"]
