"""Base classes of the project's values: their `repr` is the call that makes them again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from types import UnionType
from typing import Any, ClassVar, NoReturn, TypeVar

from .errors import WrongTypeError

MOST_SHOWN = 200


def short_repr(call: str, otherwise: str) -> str:
    """Return the `repr` of a value: the call that makes it again, or, if that exceeds 200 characters, a description.

    Args:
        call: The call.
        otherwise: A short description.

    >>> short_repr("Unit(ARMY, 'PAR', 'FRANCE')", "a unit"), short_repr("Turn(" + 300 * ".", "Turn of 22 units")
    ("Unit(ARMY, 'PAR', 'FRANCE')", '<Turn of 22 units>')
    """
    return call if len(call) <= MOST_SHOWN else f"<{otherwise}>"


K = TypeVar("K")
V = TypeVar("V")


class ReadOnlyDict(dict[K, V]):
    """A read-only dictionary, for shared data and for hashable values.

    Unlike `types.MappingProxyType`, it is as fast to read as a dictionary, and can be pickled.

    >>> centers = ReadOnlyDict({"FRANCE": ("PAR",)})
    >>> centers, centers | {"ITALY": ()}
    ({'FRANCE': ('PAR',)}, {'FRANCE': ('PAR',), 'ITALY': ()})
    >>> centers.clear()
    Traceback (most recent call last):
        ...
    TypeError: this mapping cannot be changed; dict(…) makes a copy that can
    """

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this mapping cannot be changed; dict(…) makes a copy that can")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]

    def __reduce__(self) -> tuple[object, ...]:
        return ReadOnlyDict, (dict(self),)


def repr_as(value: object, what: str) -> str:
    """Return the `repr` of a value that no call makes again: its type and a description, in at most 200 characters.

    >>> repr_as(Picture(), "of a board")
    '<Picture: of a board>'
    """
    text = f"<{type(value).__name__}: {what}"
    return f"{text}>" if len(text) < MOST_SHOWN else f"{text[: MOST_SHOWN - 2]}…>"


class Value:
    """Base of frozen dataclasses (with ``repr=False``): `repr` evaluates; fields at their defaults are left out."""

    __slots__ = ()

    def _require(self, kind: type | UnionType, expected: str, *names: str) -> None:
        """Refuse fields of the wrong type.

        Raises:
            WrongTypeError: A field has the wrong type.
        """
        for name in names:
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise WrongTypeError(f"{type(self).__name__}, {name}: expected {expected}, not {value!r}")

    def __repr__(self) -> str:
        parts: list[str] = []
        named = False  # after an omitted field, the others need their names
        for field in fields(self):  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
            value = getattr(self, field.name)
            if not field.init:
                continue
            if field.default is not MISSING and value == field.default:
                named = True
            else:
                parts.append(f"{field.name}={value!r}" if named else repr(value))
        return f"{type(self).__name__}({', '.join(parts)})"


class Picture:
    """Base of values that a notebook shows as a picture.

    Attributes:
        drawn: Draws one as SVG. The public API sets it, as drawing belongs to a higher layer.
    """

    __slots__ = ()
    drawn: ClassVar[Callable[[Any], str]]

    def _repr_svg_(self) -> str | None:
        return Picture.drawn(self)


class Printed:
    """Base of values that notebooks show as `str` rather than `repr`.

    It must precede a base `tuple`, as notebooks show tuples in their own way.
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Table:
    """Base of values that a notebook shows as a table.

    Attributes:
        _written: Writes headings and rows as HTML. The public API sets it, as templates belong to a higher layer.
    """

    __slots__ = ()
    _written: ClassVar[Callable[[list[str], list[list[str]]], str]]

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the headings and the rows."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return Table._written(*self.table())
