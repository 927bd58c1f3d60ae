"""What the values of the project have in common: `repr` is the call that makes them again."""

from __future__ import annotations

from dataclasses import MISSING, fields


class Value:
    """Base of frozen dataclasses (with ``repr=False``): `repr` evaluates; fields at their defaults are left out."""

    __slots__ = ()

    def __repr__(self) -> str:
        parts: list[str] = []
        named = False  # behind a field left out, the others need their names
        for field in fields(self):  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
            value = getattr(self, field.name)
            if field.default is not MISSING and value == field.default:
                named = True
            else:
                parts.append(f"{field.name}={value!r}" if named else repr(value))
        return f"{type(self).__name__}({', '.join(parts)})"
