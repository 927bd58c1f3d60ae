"""What stands under a key of a JSON object, read strictly."""

from __future__ import annotations

import json
from typing import Any, cast

from ..map import StandoffError

Json = dict[str, Any]


class LineError(StandoffError):
    """A line is no request; the message says what was found and what is expected."""


def shown(value: Any) -> str:
    """Return any JSON value as a message quotes it."""
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:200] + "…"


def text_at(data: Json, key: str, default: str) -> str:
    """Return the text under `key`, `default` if there is none.

    Raises:
        LineError: Something else stands there.
    """
    value = data.get(key, default)
    if not isinstance(value, str):
        raise LineError(f"{key}: expected a text, found {shown(value)}")
    return value


def object_at(data: Json, key: str) -> Json:
    """Return the object under `key`, an empty one if there is none.

    Raises:
        LineError: Something else stands there.
    """
    value: Any = data.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise LineError(f"{key}: expected an object, found {shown(value)}")
    return cast(Json, value)


def list_of_texts(value: Any, what: str) -> list[str]:
    """Return a list of texts, an empty one for None.

    Args:
        value: What may be one.
        what: What it is called in a message.

    Raises:
        LineError: It is something else.
    """
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in cast(list[Any], value)):
        raise LineError(f"{what}: expected a list of texts, found {shown(value)}")
    return cast(list[str], value)
