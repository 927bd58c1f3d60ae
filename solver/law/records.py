"""The records that the law reads and fills in, each a list of named fields.

Plain code has them as objects with slots; compiled code has them as rows of an array, laid out by the same lists
(`arrays.compiled.layout`). The type of a field says how many bits it takes there. What rows of different kinds have in
the same place, so that a row stays short, has a name for each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, dataclass_transform

Mask = Annotated[int, 64]
Short = Annotated[int, 16]
Small = Annotated[int, 8]

T = TypeVar("T")


class _Place(NamedTuple):
    field: str


def alias_of(field: str, *, init: Literal[False] = False) -> Any:  # noqa: ARG001
    """Declare a field that shares another field's slot; no row uses both. It is no parameter of the constructor."""
    return _Place(field)


@dataclass_transform(field_specifiers=(alias_of,))
def record(fields: type[T]) -> type[T]:
    """Return a class of records with these fields in slots, whose values are the defaults at first."""
    shared = {name: place.field for name, place in vars(fields).items() if isinstance(place, _Place)}
    for name in shared:
        delattr(fields, name)
        del fields.__annotations__[name]
    made = dataclass(slots=True)(fields)
    for name, other in shared.items():
        setattr(made, name, getattr(made, other))  # the same slot by another name
    return made


@record
class Row:
    """The order of a unit and the units that it meets, as the equations need them; initially a lone hold.

    Attributes:
        supporters: The supports given to it: of its move if it moves, else of its hold.
        incoming: The moves into its province.
        foreign_supporters: Of a move: the supporters that are not of the power of the unit at the destination.
        rivals: Of a move: the other moves to the same destination.
        fleets: Of a move: the convoy orders for it.
        first: Of a move: those of them next to its origin.
        last: Of a move: those of them next to its destination.
        kind: HOLDS, MOVES, SUPPORTS or CONVOYS.
        way: Of a move: BY_LAND, BY_CONVOY, BY_EITHER or FACING.
        defender: Of a move: the unit at the destination, or -1.
        opposite: Of a move: the opponent in a head-to-head battle, if one is possible: nearly always the defender;
            else -1.
        beaten: Of a move: whether the defender, who moves the opposite way, takes its effect away without a battle
            (4.A.7).
        own: Of a move: 1 if the unit at the destination is of the same power.
        every_route: Of a move: 1 if one broken route disrupts the convoy (1971).
        own_attack_void: Of a move: 1 if orders against own units count for nothing (Czech edition of 1962).
        cutters: Of a support: the moves that cut it by an attack, whatever becomes of the attack.
        dislodgers: Of a support: the moves that cut it only by dislodging the unit.
        spared: Of a support: fleets; a convoy that needs one of them does not cut it (2000, Brannan's rule).
        cutters_by_sea: Of a support: those of its cutters that cut it only when they come by convoy.
        directed_at: Of a support that may be cut: the unit in the province that it acts on, or -1.
        cut_from_sea: Of a support: 1 if convoyed attacks come from the last fleet (Brannan's rule).
        near: Of a convoying fleet: the convoying fleets in adjacent seas.
    """

    supporters: Mask = 0
    incoming: Mask = 0
    foreign_supporters: Mask = 0
    rivals: Mask = 0
    fleets: Mask = 0
    first: Mask = 0
    last: Mask = 0
    kind: Small = 0
    way: Small = 0
    defender: Small = -1
    opposite: Small = -1
    beaten: Small = 0
    own: Small = 0
    every_route: Small = 0
    own_attack_void: Small = 0
    cutters: Mask = alias_of("rivals")
    dislodgers: Mask = alias_of("fleets")
    spared: Mask = alias_of("first")
    cutters_by_sea: Mask = alias_of("last")
    directed_at: Small = alias_of("defender")
    cut_from_sea: Small = alias_of("own")
    near: Mask = alias_of("rivals")


Rows = Sequence[Row]


@record
class LegalOrder:
    """A legal order in the board's numbers; at first that to hold. Of an order as written it says what is known of it.

    Attributes:
        route: The seas that it names as its way, as a mask over their numbers; 0 for any.
        kind: HOLDS, MOVES, SUPPORTS or CONVOYS.
        target: The supported or convoyed unit, or -1.
        destination: The province that the unit or the target moves to, -1 for a hold and a support to hold.
        coast: The location there, where a fleet's coast is known, or -1.
        via: 1 for a move expressly by convoy.
        doubtful: 1 if another order to the unit, named more exactly, displaces it (4.C); never in arrays.
    """

    route: Mask = 0
    kind: Small = 0
    target: Small = -1
    destination: Short = -1
    coast: Short = -1
    via: Small = 0
    doubtful: Small = 0


LegalOrders = Sequence[LegalOrder]


@record
class OrderRecord:
    """The outcome of a unit and its order; an illegal or void order is treated as a hold.

    Attributes:
        succeeds: 1 if its order succeeds; of a hold, if it stays.
        fault: The number of the fault that makes the order illegal (`faults.Illegal`), or 0.
        void: The number of the fault that makes it void (`faults.Void`), or 0.
        attacker: The unit that dislodges it, or -1.
        place: The number of the location where it stands afterwards, or -1 if it is dislodged.
        reason: Why the order came out as it did (`reasons.Reason`).
        attack, hold, prevent: The strengths that the reason compares, 0 where it compares none.
        convoyed: 1 if it moves by convoy.
    """

    succeeds: Short = 0
    fault: Short = 0
    void: Short = 0
    attacker: Short = 0
    place: Short = 0
    reason: Short = 0
    attack: Short = 0
    hold: Short = 0
    prevent: Short = 0
    convoyed: Short = 0


Answers = Sequence[OrderRecord]


@record
class Group:
    """The notes on the moves to a province, in the row of the first of them, and on a blocked move.

    Attributes:
        most: The greatest prevent strength.
        with_most: The moves that have it.
        following: The next one.
        with_following: The moves that have that.
        with_any: The moves that have any at all.
        noted: 1 once these are filled in.
        root: 1 + the order that stops the blocked move in the end, `NO_ROOT` if none does; 0 before.
    """

    most: Mask = 0
    with_most: Mask = 0
    following: Mask = 0
    with_following: Mask = 0
    with_any: Mask = 0
    noted: Mask = 0
    root: Mask = 0


NO_ROOT = -1

WORD = 62
"""A set of locations is kept in words of this many bits."""


def with_fields(rows: Rows, unit: int, **values: int) -> Rows:
    """Return the rows with some fields of one of them changed.

    >>> with_fields([Row(), Row()], 1, way=2)[1].way
    2
    """
    changed: Any = copy(rows)
    row = changed[unit] = copy(rows[unit])
    for name, value in values.items():
        setattr(row, name, value)
    return changed
