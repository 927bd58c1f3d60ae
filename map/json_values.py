"""Reads values of JSON objects strictly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from .errors import StandoffError

Json = dict[str, Any]


class JsonError(StandoffError):
    """A JSON value is not the expected one; the message names both."""


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
    standoff.map.json_values.JsonError: terrID: expected a whole number, found true
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
