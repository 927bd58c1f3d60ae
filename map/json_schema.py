"""Checks a JSON value against a JSON schema: reports all faults, each with its place and the expected value.

Supports the part of JSON Schema (draft 2020-12) that the schemas of boards use; an unsupported keyword is a defect of
the schema, not of the value.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, cast

Json = Mapping[str, Any]

_TYPES: dict[str, tuple[str, type | tuple[type, ...]]] = {
    "string": ("a text", str),
    "integer": ("a whole number", int),
    "number": ("a number", (int, float)),
    "boolean": ("true or false", bool),
    "object": ("an object", Mapping),
    "array": ("a list", (list, tuple)),
}
_ABOUT = {"$schema", "$id", "$defs", "title", "description"}
_KEYWORDS = {
    "if",
    "then",
    "else",
    "$ref",
    "type",
    "enum",
    "minimum",
    "maximum",
    "uniqueItems",
    "required",
    "properties",
    "additionalProperties",
    "items",
}


MOST_FAULTS = 200
"""Limit of reported faults: each unknown key is compared with all known ones."""


def schema_faults(value: object, schema: Json) -> list[str]:
    """Return a sentence for each fault of a value, with its place.

    Args:
        value: The value.
        schema: The schema.

    >>> texts = {"name": {"type": "string"}}
    >>> schema_faults({"nam": "x"}, {"type": "object", "additionalProperties": False, "properties": texts})
    ["unknown key 'nam'; did you mean 'name'?"]
    >>> schema_faults({"name": 1}, {"type": "object", "properties": texts})
    ["'name': expected a text, not 1"]
    """
    found = islice(_faults(value, schema, schema), MOST_FAULTS)
    return [f"{''.join(f'{name}: ' for name in path)}{fault}" for path, fault in found]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:200] + "…"


def _resolved(schema: Json, whole: Json) -> Json:
    reference = schema.get("$ref")
    if reference is None:
        return schema
    inner: Any = whole
    for part in str(reference).removeprefix("#/").split("/"):
        inner = inner[part]
    return cast(Json, inner)


def _expected(schema: Json, whole: Json) -> str:
    name = _TYPES[schema["type"]][0]
    if "items" in schema:
        of = _resolved(schema["items"], whole)
        return f"{name} of {_TYPES[of['type']][0].removeprefix('an ').removeprefix('a ')}s"
    return name


def _fits(value: object, schema: Json, whole: Json) -> bool:
    kind = schema.get("type")
    if kind is None:
        return True
    if not isinstance(value, _TYPES[kind][1]) or (isinstance(value, bool) and kind != "boolean"):
        return False
    if kind == "number" and not abs(cast(float, value)) <= sys.float_info.max:  # nor is NaN
        return False
    if kind == "array" and "items" in schema:
        of = _resolved(schema["items"], whole)
        return all(_fits(one, of, whole) for one in cast("list[Any]", value))
    return True


def _faults(value: object, schema: Json, whole: Json) -> Iterator[tuple[tuple[str, ...], str]]:
    schema = _resolved(schema, whole)
    assert schema.keys() <= _KEYWORDS | _ABOUT, "the schema uses more than is read here"
    if not _fits(value, schema, whole):
        yield (), f"expected {_expected(schema, whole)}, not {_shown(value)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        *others, last = map(str, schema["enum"])
        yield (), f"expected {', '.join(others)}{' or ' if others else ''}{last}, not {_shown(value)}"
    if "minimum" in schema and cast(float, value) < schema["minimum"]:
        yield (), f"expected {schema['minimum']} or more, not {_shown(value)}"
    if "maximum" in schema and cast(float, value) > schema["maximum"]:
        yield (), f"expected {schema['maximum']} or less, not {_shown(value)}"
    if schema.get("uniqueItems"):
        counts = Counter(cast("list[str]", value))
        yield from (((), f"{_shown(one)} twice") for one, count in counts.items() if count > 1)
    if isinstance(value, (list, tuple)) and "items" in schema:
        for number, one in enumerate(cast("list[Any]", value), 1):
            for path, fault in _faults(one, schema["items"], whole):
                yield (f"entry {number}", *path), fault
    if isinstance(value, Mapping):
        entry = cast(Json, value)
        yield from _faults_of_object(entry, schema, whole)
        if "if" in schema:  # schemas of boards use it only to test for a key
            there = all(key in entry for key in schema["if"]["required"])
            yield from _faults(entry, schema["then" if there else "else"], whole)


def _faults_of_object(entry: Json, schema: Json, whole: Json) -> Iterator[tuple[tuple[str, ...], str]]:
    properties: Json = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for key in schema.get("required", ()):
        if key not in entry:
            yield (), f"{key!r} is missing"
    for key, value in entry.items():
        if not isinstance(key, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            yield (), f"expected texts as keys, not {_shown(key)}"
        elif key in properties:
            for path, fault in _faults(value, properties[key], whole):
                inside = path or not fault.startswith("expected")
                yield (key if inside else repr(key), *path), fault
        elif isinstance(others, Mapping):
            for path, fault in _faults(value, cast(Json, others), whole):
                yield (key, *path), fault
        elif not others:
            import difflib

            near = difflib.get_close_matches(key, list(properties), n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(properties)}"
            yield (), f"unknown key {key!r}; {hint}"
