"""Check values against the published schemas."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import jsonschema

from tests.helpers.paths import DOCS


def schema_and_check(name: str) -> tuple[dict[str, Any], Callable[[Any, str], Any]]:
    """Return a documented schema, and a function that validates a value against a part of it and returns it as JSON."""
    schema = json.loads((DOCS / name).read_text(encoding="utf-8"))

    @cache
    def validator(part: str) -> Any:
        return jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": f"#/$defs/{part}"}]})

    def checked(value: Any, part: str) -> Any:
        value = json.loads(json.dumps(value))
        validator(part).validate(value)
        return value

    jsonschema.Draft202012Validator.check_schema(schema)
    return schema, checked
