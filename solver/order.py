"""Orders as data: what a player wrote, with names resolved and nothing judged.

An order names units and places as its writer did: the unit's letter or coast may be missing or wrong, and
what the rulebook makes of that is `legality`'s business. `str` gives the notation of the `diplomacy` package.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from types import NoneType
from typing import Any, get_args

from ..map import StandoffError, UnitType, Value, WrongTypeError


class OrderError(StandoffError):
    """An order cannot be read; the message shows the text, the place and the fault.

    >>> from standoff import adjudicate
    >>> adjudicate("start", {"FRANCE": ["A PAR - "]})
    Traceback (most recent call last):
        ...
    standoff.solver.order.OrderError: FRANCE, order 1: column 8, 'A PAR -': no province to move to
    """


class _Checked(Value):
    """Base of unit names and orders: a field of a wrong type raises `WrongTypeError` (`_TYPES`).

    The exact types are asked for first, all at once: names and orders are made by the million.
    """

    __slots__ = ()

    def _refuse(self) -> None:
        """Refuse a field of a wrong type; those of a subtype pass."""
        for one in fields(self):  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
            if one.type in _TYPES:
                self._require(*_TYPES[one.type], one.name)


@dataclass(frozen=True, slots=True, repr=False)
class UnitName(_Checked):
    """A unit as an order names it.

    Attributes:
        place: Province id, with the coast as written behind a slash if one was ("SPA/NC", even "BRE/EC").
        type: The letter as written, None where it was left out.
        nationality: The power named with it ("Russian A War"), None where none was.

    >>> from standoff.map import FLEET
    >>> str(UnitName("SPA/NC", FLEET)), UnitName("SPA/NC").province
    ('F SPA/NC', 'SPA')
    """

    place: str
    type: UnitType | None = None
    nationality: str | None = None

    def __post_init__(self) -> None:
        if (type(self.place), type(self.type), type(self.nationality)) not in _NAMES:
            self._refuse()

    @property
    def province(self) -> str:
        """The id of the province."""
        return self.place.partition("/")[0]

    def __str__(self) -> str:
        return f"{self.type} {self.place}" if self.type else self.place


_NAMES = {(str, kind, nationality) for kind in (UnitType, NoneType) for nationality in (str, NoneType)}

_TYPES: dict[Any, tuple[Any, str]] = {
    "str": (str, "a text"),
    "str | None": (str | None, "a text or None"),
    "UnitType | None": (UnitType | None, "ARMY, FLEET or None"),
    "UnitName": (UnitName, "a unit by its name (UnitName)"),
    "tuple[str, ...]": (tuple, "a tuple of seas"),
    "tuple[Order, ...]": (tuple, "a tuple of orders"),
}
"""By the annotation of a field, what it must be, and that in words."""

UNKNOWN_UNIT = UnitName("?")
"""The unit of an unclear order whose meanings are for different ones: a place that no board has."""


@dataclass(frozen=True, slots=True, repr=False)
class _Written(_Checked):
    """Base of orders: `text` is how the order was written (`as_written`), empty if nobody wrote it; not compared."""

    text: str = field(default="", init=False, compare=False)


@dataclass(frozen=True, slots=True, repr=False)
class _OfUnit(_Written):
    """Base of the orders that name a unit and nothing else."""

    power: str
    unit: UnitName

    def __post_init__(self) -> None:
        if (type(self.power), type(self.unit)) != (str, UnitName):
            self._refuse()


@dataclass(frozen=True, slots=True, repr=False)
class Hold(_OfUnit):
    """The unit holds.

    >>> from standoff.map import ARMY
    >>> str(Hold("FRANCE", UnitName("PAR", ARMY)))
    'A PAR H'
    """

    def __str__(self) -> str:
        return f"{self.unit} H"


@dataclass(frozen=True, slots=True, repr=False)
class Move(_Written):
    """The unit moves to `destination`, with `via_convoy` expressly by convoy; `route` holds seas written between.

    >>> from standoff.map import ARMY
    >>> str(Move("ENGLAND", UnitName("LON", ARMY), "BEL", via_convoy=True))
    'A LON - BEL VIA'
    """

    power: str
    unit: UnitName
    destination: str
    via_convoy: bool = False
    route: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        types = type(self.power), type(self.unit), type(self.destination), type(self.route)
        if types != (str, UnitName, str, tuple):
            self._refuse()

    def __str__(self) -> str:
        way = " - ".join((str(self.unit), *self.route, self.destination))
        return f"{way} VIA" if self.via_convoy else way


@dataclass(frozen=True, slots=True, repr=False)
class Support(_Written):
    """The unit supports `supported` in moving to `destination`, or in holding where that is None.

    >>> from standoff.map import ARMY
    >>> str(Support("FRANCE", UnitName("MAR", ARMY), UnitName("PAR", ARMY), "BUR"))
    'A MAR S A PAR - BUR'
    """

    power: str
    unit: UnitName
    supported: UnitName
    destination: str | None = None

    def __post_init__(self) -> None:
        types = type(self.power), type(self.unit), type(self.supported)
        if types != (str, UnitName, UnitName) or type(self.destination) not in (str, NoneType):
            self._refuse()

    def __str__(self) -> str:
        target = f" - {self.destination}" if self.destination else ""
        return f"{self.unit} S {self.supported}{target}"


@dataclass(frozen=True, slots=True, repr=False)
class Convoy(_Written):
    """The fleet convoys the army `convoyed` to `destination`.

    >>> from standoff.map import ARMY, FLEET
    >>> str(Convoy("ENGLAND", UnitName("NTH", FLEET), UnitName("LON", ARMY), "BEL"))
    'F NTH C A LON - BEL'
    """

    power: str
    unit: UnitName
    convoyed: UnitName
    destination: str

    def __post_init__(self) -> None:
        types = type(self.power), type(self.unit), type(self.convoyed), type(self.destination)
        if types != (str, UnitName, UnitName, str):
            self._refuse()

    def __str__(self) -> str:
        return f"{self.unit} C {self.convoyed} - {self.destination}"


@dataclass(frozen=True, slots=True, repr=False)
class Retreat(_Written):
    """The dislodged unit retreats to `destination`.

    >>> from standoff.map import ARMY
    >>> str(Retreat("FRANCE", UnitName("BUR", ARMY), "GAS"))
    'A BUR R GAS'
    """

    power: str
    unit: UnitName
    destination: str

    def __post_init__(self) -> None:
        if (type(self.power), type(self.unit), type(self.destination)) != (str, UnitName, str):
            self._refuse()

    def __str__(self) -> str:
        return f"{self.unit} R {self.destination}"


@dataclass(frozen=True, slots=True, repr=False)
class Disband(_OfUnit):
    """The unit is disbanded: instead of a retreat, or as an adjustment.

    >>> from standoff.map import ARMY
    >>> str(Disband("FRANCE", UnitName("BUR", ARMY)))
    'A BUR D'
    """

    def __str__(self) -> str:
        return f"{self.unit} D"


@dataclass(frozen=True, slots=True, repr=False)
class Build(_OfUnit):
    """A new unit is built; a fleet in a province with several coasts needs the coast.

    >>> from standoff.map import FLEET
    >>> str(Build("RUSSIA", UnitName("STP/SC", FLEET)))
    'F STP/SC B'
    """

    def __str__(self) -> str:
        return f"{self.unit} B"


@dataclass(frozen=True, slots=True, repr=False)
class Waive(_Written):
    """The power does without a build.

    >>> str(Waive("FRANCE"))
    'WAIVE'
    """

    power: str

    def __post_init__(self) -> None:
        if type(self.power) is not str:
            self._refuse()

    def __str__(self) -> str:
        return "WAIVE"


@dataclass(frozen=True, slots=True, repr=False)
class Unclear(_Checked):
    """An order with several meanings (1982, VII.4): not carried out unless the position leaves only one of them legal.

    Attributes:
        power: The power that gave it.
        text: The order as written.
        meanings: The orders that it may be, two or more.

    >>> from standoff import read
    >>> turn = read("ENGLAND: A Liv - Yor", position="start")
    >>> [str(meaning) for meaning in turn.orders[0].meanings]
    ['A LVN - YOR', 'A LVP - YOR']
    """

    power: str
    text: str
    meanings: tuple[Order, ...]

    def __post_init__(self) -> None:
        self._refuse()
        for meaning in self.meanings:
            if not is_order(meaning):
                raise WrongTypeError(f"Unclear, meanings: expected an order, not {meaning!r}")

    @property
    def unit(self) -> UnitName:
        """The unit that all meanings are for; `UNKNOWN_UNIT` if they differ in it."""
        units = {order.unit for order in self.meanings if not isinstance(order, Waive)}
        return units.pop() if len(units) == 1 else UNKNOWN_UNIT

    def __str__(self) -> str:
        return self.text


def as_written(order: Order, text: str) -> Order:
    """Return an order just read, which now carries its text; what `dataclasses.replace` makes of it carries none.

    >>> as_written(Waive("FRANCE"), "no build").text, as_written(Waive("FRANCE"), "no build") == Waive("FRANCE")
    ('no build', True)
    """
    if not isinstance(order, Unclear):  # which has its own
        object.__setattr__(order, "text", text)
    return order


def is_order(value: object) -> bool:
    """Return whether `value` is an order.

    >>> is_order(Waive("FRANCE")), is_order("A PAR - BUR")
    (True, False)
    """
    return isinstance(value, _ORDERS)


Order = Hold | Move | Support | Convoy | Retreat | Disband | Build | Waive | Unclear
_ORDERS = get_args(Order)


def units_named(order: Order) -> dict[str, UnitName]:
    """Return the units that an order names, by what it does with each: ``unit``, ``supported``, ``convoyed``.

    >>> list(units_named(Support("FRANCE", UnitName("MAR"), UnitName("PAR"), "BUR")))
    ['unit', 'supported']
    """
    parts = ((part, getattr(order, part, None)) for part in ("unit", "supported", "convoyed"))
    return {part: named for part, named in parts if isinstance(named, UnitName)}
