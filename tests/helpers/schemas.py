"""Values held against the published schemas."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import jsonschema

from tests.helpers.paths import DOCS


def schema_and_check(name: str) -> tuple[dict[str, Any], Callable[[Any, str], Any]]:
    """Return a schema of the documentation, and what returns a value, as JSON has it, if one of its parts fits."""
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
