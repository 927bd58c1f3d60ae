"""A turn that was found, in the types of JSON: a line of the atlas, and an entry of what `find --json` prints.

`docs/found.schema.json` describes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..map import shown_as
from ..solver import Rulebook, Waive, resolutions_of, rulebook
from ..turn import Turn
from .abstract import GO, SAILS, first_appear, shape_id
from .atlas_book import orders_text
from .cores import Core, cores_of
from .deciding import AbstractTurn, Adjudged, on_its_board
from .outcomes import outcomes
from .properties import fates_of
from .shape import shape_of

DOES = ("convoy", "move", "move", "support", "hold")
WAYS = ("far", "near", "near via convoy")
SIGNS = {"+": "+", "−": "-", "±": "+-"}


@dataclass(frozen=True)
class FoundTurn:
    """A turn with the property.

    Attributes:
        shape: What it is apart from the map; None if it has too many units for that.
        turn: The turn on a board; None if it was not placed.
        ways: The ways to divide the units among powers, up to renaming, in which it has the property and nothing can be
            left out: the power of each unit of `shape`, or, without one, of each unit of the position.
        sought: For a turn without a place, how many placings were tried before the search was given up; 0 if all were,
            so that it has none.

    >>> from standoff import read
    >>> FoundTurn(None, read("FRANCE: A PAR - BUR"), ((0,),)).units
    1
    """

    shape: AbstractTurn | None
    turn: Turn | None
    ways: tuple[tuple[int, ...], ...]
    sought: int = 0

    @property
    def units(self) -> int:
        """How many units it has."""
        if self.turn is not None:
            return len(self.turn.position.units)
        return len(self.shape) if self.shape is not None else 0

    def __str__(self) -> str:
        return str(self.shape) if self.turn is None else orders_text(self.turn).replace("\n", "; ")

    def __repr__(self) -> str:
        return shown_as(self, f"{self.units} units; {self}")


def entry_of(one: FoundTurn, rulebooks: Sequence[Rulebook] = ()) -> dict[str, Any]:
    """Return a turn that was found: its shape, all ways to divide its units, a placing, and what becomes of it.

    Args:
        one: The turn.
        rulebooks: Those under which what becomes of it is given; 2023 if there are none.

    >>> from standoff import find
    >>> entry = entry_of(find("differ(1971, 1982)", units=3)[1])
    >>> entry["pattern"], entry["ways"], entry["orders"]  # doctest: +NORMALIZE_WHITESPACE
    ('0 convoys 1; 1 to 2 by convoy (0), a neighbor; 2 to 1 by convoy (no route), a neighbor, via convoy',
     [[0, 1, 0], [0, 1, 2]], ['F NTH C A YOR - LON', 'A YOR - LON', 'A LON - YOR VIA'])
    """
    shape, numbers, ways = _numbered(one)
    placing = None
    if one.turn is None:
        assert one.shape is not None
        turn = on_its_board(one.shape)
    else:
        turn = one.turn
        placing = {key: value for key, value in turn.to_dict().items() if key not in ("rules", "season")}
    given = {order.unit.province: str(order) for order in turn.orders if not isinstance(order, Waive)}
    units = [turn.position.units[number] for number in numbers]
    return {
        "id": None if shape is None else shape_id(shape.pattern),
        "units": one.units,
        "pattern": None if shape is None else str(shape.pattern),
        "does": None if shape is None else _does(shape),
        "routes": None if shape is None else [list(route) for route in shape.pattern.routes],
        "ways": [list(way) for way in ways],
        "sides": list(first_appear([unit.power for unit in units])),
        "placing": placing,
        "orders": None if placing is None else [given.get(unit.province, f"{unit} H") for unit in units],
        "placings_tried": one.sought or None,
        "under": _under(turn, numbers, rulebooks or (rulebook(),)),
    }


def _numbered(one: FoundTurn) -> tuple[AbstractTurn | None, Sequence[int], Sequence[Sequence[int]]]:
    """Return a turn's shape, the numbers in the position of the shape's units, and the ways to divide them."""
    if one.turn is None:
        return one.shape, range(one.units), one.ways
    try:
        shape, numbers = shape_of(one.turn)
    except ValueError:  # too many units
        return None, range(one.units), one.ways
    if one.shape is not None:
        return shape, numbers, one.ways
    return shape, numbers, [first_appear([way[number] for number in numbers]) for way in one.ways]


def _does(shape: AbstractTurn) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for kind, aim, note in zip(shape.pattern.kinds, shape.pattern.aims, shape.pattern.notes, strict=True):
        entry: dict[str, Any] = {"kind": DOES[kind]}
        if kind in GO:
            entry["to"] = aim
        elif aim >= 0:
            entry["of"] = aim
        if kind == SAILS:
            entry["by_convoy"] = WAYS[note]
        out.append(entry)
    return out


def _under(turn: Turn, numbers: Sequence[int], rulebooks: Sequence[Rulebook]) -> list[dict[str, Any]]:
    """Return what becomes of a turn, with the rulebooks that agree taken together."""
    together: list[dict[str, Any]] = []
    new = {turn.position.units[old].province: number for number, old in enumerate(numbers)}
    for rules, text in zip(rulebooks, outcomes(turn, rulebooks), strict=True):
        result = Adjudged(turn).under(rules)
        fates = fates_of(result)
        resolutions = resolutions_of(result.table)
        entry = {
            "text": text,
            "outcomes": [fates[old][0] for old in numbers],
            "success": [fates[old][1] for old in numbers],
            "dislodged": [number for number, old in enumerate(numbers) if fates[old][2]],
            "resolutions": len(resolutions.whole),
            "paradoxes": [_paradox(core, new) for core in cores_of(resolutions)],
        }
        for other in together:
            if {key: value for key, value in other.items() if key != "rules"} == entry:
                other["rules"].append(rules.name)
                break
        else:
            together.append({"rules": [rules.name], **entry})
    return together


def _paradox(core: Core, new: dict[str, int]) -> dict[str, Any]:
    def numbers(orders: Iterable[Any]) -> list[int]:
        return [new[order.unit.province] for order in orders]

    return {
        "kind": core.kind,
        "name": core.name,
        "word": core.word,
        "settled_by": core.settled_by,
        "core": sorted(numbers(core.core)),
        "depends": sorted([*numbers((two, one)), SIGNS[sign]] for one, two, sign in core.depends),
        "cycles": [[length, SIGNS[sign]] for length, sign in core.cycles],
    }
