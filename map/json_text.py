"""Reads untrusted JSON strictly: nothing is dropped, and every value can be written as JSON again.

Python's own reader silently keeps the last of two equal keys, accepts ``NaN`` and infinite numbers, and its depth
depends on the caller's stack. No other module calls it (ruff's rule TID251, `pyproject.toml`); files of the package
are read by `package_json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .errors import StandoffError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Json = dict[str, Any]


class JsonError(StandoffError):
    """A JSON value is not the expected one; the message names both."""


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
    standoff.map.json_text.JsonError: key 'FRANCE' appears twice in an object
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
    standoff.map.json_text.JsonError: expected a JSON object, found []
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


# -- values of objects -------------------------------------------------------------------------------------------------


def shown(value: Any) -> str:
    """Return a JSON value as messages quote it: at most its first 200 characters."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 200 else text[:200] + "…"


def shown_text(text: str) -> str:
    """Return a text in quotation marks as messages quote it: at most its first 200 characters."""
    return repr(text if len(text) <= 200 else text[:200] + "…")


def text_at(data: Mapping[str, Any], key: str, default: str) -> str:
    """Return the text under `key` (`default` if the key is missing).

    Raises:
        JsonError: The value is not text.
    """
    value = data.get(key, default)
    if not isinstance(value, str):
        raise JsonError(f"{key}: expected a text, found {shown(value)}")
    return value


def object_at(data: Mapping[str, Any], key: str) -> Json:
    """Return the object under `key`, an empty one if the key is missing or null.

    Raises:
        JsonError: The value is not an object.
    """
    value: Any = data.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise JsonError(f"{key}: expected an object, found {shown(value)}")
    return cast(Json, value)


def whole_number(value: Any, what: str) -> int:
    """Return a whole number: a JSON number without a fraction, or digits in a text.

    Args:
        value: The value.
        what: Its name in messages.

    Raises:
        JsonError: The value is not a whole number; true and false are none.

    >>> whole_number("47", "terrID"), whole_number(47.0, "terrID")
    (47, 47)
    >>> whole_number(True, "terrID")
    Traceback (most recent call last):
        ...
    standoff.map.json_text.JsonError: terrID: expected a whole number, found true
    """
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and len(value) <= _MOST_DIGITS and value.strip().isdecimal():
        return int(value)
    raise JsonError(f"{what}: expected a whole number, found {shown(value)}")


_MOST_DIGITS = 18


def objects_at(data: Mapping[str, Any], key: str) -> list[Json]:
    """Return the list of objects under `key`, an empty one if the key is missing or null.

    Raises:
        JsonError: The value is not a list of objects.
    """
    value: Any = data.get(key)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in cast("list[Any]", value)):
        raise JsonError(f"{key}: expected a list of objects, found {shown(value)}")
    return cast("list[Json]", value)


def list_of_texts(value: Any, what: str) -> list[str]:
    """Return a list of texts, an empty one for None.

    Args:
        value: The value; tuples and sets, which JSON does not have, are accepted.
        what: Its name in messages.

    Raises:
        JsonError: The value is not a list of texts.
    """
    if value is None:
        return []
    if not isinstance(value, (list, tuple, set, frozenset)) or not all(
        isinstance(entry, str) for entry in cast(list[Any], value)
    ):
        raise JsonError(f"{what}: expected a list of texts, found {shown(value)}")
    return list(cast(list[str], value))


def known_keys(data: Mapping[str, Any], known: tuple[str, ...], where: str = "") -> None:
    """Refuse an object with an unknown key.

    Raises:
        JsonError: A key is unknown.
    """
    unknown = next((key for key in data if key not in known), None)
    if unknown is not None:
        raise JsonError(f"{where}unknown key {str(unknown)[:200]!r}; known: {', '.join(known)}")
