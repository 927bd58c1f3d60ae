"""What a search found, in the types of JSON: the lines of the atlas, and what `find --json` prints.

`docs/found.schema.json` describes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from ..solver import Rulebook, Waive, resolutions_of, rulebook
from .abstract import GO, SAILS, first_appear, shape_id
from .cores import Core, cores_of
from .deciding import AbstractTurn, Adjudged, on_its_board
from .properties import fates_of
from .report import outcomes
from .shape import shape_of

if TYPE_CHECKING:
    from ..turn.turn import Turn
    from .finding import Found, FoundTurn

DOES = ("convoy", "move", "move", "support", "hold")
WAYS = ("far", "near", "near via convoy")
SIGNS = {"+": "+", "−": "-", "±": "+-"}


def data_of(finds: Found) -> dict[str, Any]:
    """Return a search: what was asked and examined, and an entry for each turn that was found.

    >>> from standoff import find
    >>> data_of(find("differ(1971, 1982)", units=3))["found"][0]["id"]
    'a31978'
    """
    return {
        "made_by": {"version": version("standoff"), "expression": str(finds.wanted), "searched": finds.searched},
        "outside": list(finds.outside),
        "warnings": list(finds.warnings),
        "complete": finds.complete,
        "first": finds.first,
        "patterns": finds.patterns,
        "examined": finds.examined,
        "having": finds.having,
        "found": [entry_of(one, finds.wanted.rulebooks) for one in finds],
    }


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
        "settled_by": core.settled_by,
        "core": sorted(numbers(core.core)),
        "depends": sorted([*numbers((two, one)), SIGNS[sign]] for one, two, sign in core.depends),
        "cycles": [[length, SIGNS[sign]] for length, sign in core.cycles],
    }
