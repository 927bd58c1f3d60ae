"""What random turns cover: `python -m tools.coverage_of_turns [--turns 2000] [--profile NAME]`.

Three tables: every kind of order in every phase, by coast and by what makes it illegal or void; every reason, with its
paragraphs; and constellations that programs get wrong. What the law has and no turn holds is listed, and ends with
status 1; what is left out on purpose is listed with its reason.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from standoff.map import ARMY, FLEET, Dislodged, PhaseType, province_of
from standoff.random_turns import PROFILES, question
from standoff.solver import (
    REASONS,
    Build,
    Convoy,
    Move,
    MovementResult,
    Order,
    OrderResult,
    ParadoxKind,
    PhaseResult,
    Retreat,
    Support,
    Waive,
    adjudicate_phase,
)
from standoff.solver.law.faults import Illegal, Void
from standoff.turn.turn import Turn
from tools.shared import command_line, say

WANTED: dict[PhaseType, dict[str, tuple[str, ...]]] = {
    PhaseType.MOVEMENT: {
        "move of an army": ("", "SAME_PLACE", "OUT_OF_REACH", "NO_ROUTE"),
        "move of a fleet": ("", "SAME_PLACE", "OUT_OF_REACH", "COAST_OUT_OF_REACH"),
        "support to hold": ("", "UNIT_MOVES", "NOBODY_TO_SUPPORT", "SUPPORTS_ITSELF", "TARGET_OUT_OF_REACH"),
        "support of a move": (
            *("", "MOVE_NOT_ORDERED", "OTHER_COAST", "OWN_PROVINCE", "TARGET_OUT_OF_REACH"),
            *("SUPPORTED_CANNOT_MOVE", "ONLY_WITH_SUPPORTER"),
        ),
        "convoy": (
            *("", "GOES_OVER_LAND", "MOVE_NOT_ORDERED", "NOT_AT_SEA", "NOT_ON_ROUTE", "ONLY_ARMIES"),
            "NOT_COASTAL",
        ),
        "hold": ("",),
        "no order": ("",),
    },
    PhaseType.RETREAT: {
        "retreat of an army": ("", "CLOSED", "NOT_DISLODGED"),
        "retreat of a fleet": ("", "CLOSED", "NOT_DISLODGED"),
        "disband": ("", "NOT_DISLODGED"),
        "no order": ("",),
    },
    PhaseType.ADJUSTMENT: {
        "build of an army": ("", "BUILT_TWICE", "NO_BUILDS", "NOT_HOME", "OCCUPIED"),
        "build of a fleet": ("", "BUILT_TWICE", "NO_BUILDS", "NOT_HOME", "OCCUPIED", "INLAND_FLEET"),
        "disband": ("", "NOT_YOURS", "NO_REMOVALS", "REMOVED_TWICE"),
        "waive": ("", "NO_BUILDS"),
        "no order": ("",),
    },
}
"""The orders of each phase, and what makes them illegal or void under the 2023 rulebook; "" for neither."""

LEFT_OUT = {
    "orders to the units of others, in a movement phase": "no power orders another's units, which many programs refuse",
    "several orders to one unit": "left to how a rulebook reads careless orders (DATC 4.D.3)",
    "missing and wrong types, coasts and powers": "the same (4.B, 4.C); the cases of the library have them",
    "civil disorder, closed provinces": "positions that few programs can be given",
    "BARRED, ROUTE_DISRUPTED, SPARED, CUT_BY_TARGET, ALL_HOLD, UNRESOLVED, ALL_FAIL, BUILT_UNORDERED": (
        "reasons that only other options lead to"
    ),
    "PARADOX": "neither circle nor convoy: such a paradox has no turn under the 2023 rulebook",
}
"""What no turn holds on purpose, and why."""

_OTHER_OPTIONS = {name.strip() for text in LEFT_OUT for name in text.split(",") if name.strip().isupper()}
def kind_of(order: Order, given: bool) -> str:
    """Return the kind of an order in a word or two."""
    if not given:
        return "no order"
    if isinstance(order, Move | Retreat | Build):
        unit = "an army" if order.unit.type is ARMY else "a fleet"
        return f"{type(order).__name__.lower()} of {unit}"
    if isinstance(order, Support):
        return "support of a move" if order.destination else "support to hold"
    return type(order).__name__.lower()


def coast_of(order: Order) -> str:
    """Return what coasts an order names."""
    if isinstance(order, Waive):
        return "none"
    start, goal = "/" in order.unit.place, "/" in (getattr(order, "destination", "") or "")
    if start and goal and order.unit.province == province_of(getattr(order, "destination", "")):
        return "to its other coast" if getattr(order, "destination", "") != order.unit.place else "to its own coast"
    return "from and to a coast" if start and goal else "to a coast" if goal else "from a coast" if start else "none"


def constellations(turn: Turn, result: PhaseResult) -> Iterator[str]:
    """Yield what of `CONSTELLATIONS` a turn holds."""
    if not isinstance(result, MovementResult):
        return
    rows = list(result)[: len(turn.orders)]
    moves = {row.order.unit.province: row for row in rows if isinstance(row.order, Move)}
    supports = [row for row in rows if isinstance(row.order, Support)]
    yield from _illegal_moves(moves, supports)
    powers = {unit.province: unit.power for unit in turn.position.units}
    convoys: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        if isinstance(row.order, Convoy):
            key = row.order.convoyed.province, province_of(row.order.destination)
            convoys.setdefault(key, set()).add(row.order.power)
    for (army, goal), fleets in convoys.items():
        row = moves.get(army)
        if row is None or province_of(row.order.destination) != goal or powers[army] in fleets:
            continue
        if len(fleets) > 1:
            yield "a convoy by fleets of two other powers"
        if turn.board.army_reach[turn.board.province_number[army]] >> turn.board.province_number[goal] & 1:
            yield "a convoy next door that only others order" + (", two powers" if len(fleets) > 1 else "")
    for d in result.after.dislodged:
        yield from _dislodged(turn, result, d, moves, supports)
    for paradox in result.paradoxes:
        if paradox.kind is ParadoxKind.CIRCULAR_MOVEMENT and paradox.core.bit_count() > 3:
            provinces = {turn.position.units[n].province for n in range(len(powers)) if paradox.core >> n & 1}
            yield "a circle of four or more"
            if any(army in provinces and goal in provinces for army, goal in convoys):
                yield "a circle of four or more with a convoy"


def _illegal_moves(moves: dict[str, OrderResult], supports: list[OrderResult]) -> Iterator[str]:
    for province, row in moves.items():
        if not isinstance(row.rule, Illegal):
            continue
        whose = "a fleet" if row.order.unit.type is FLEET else "an army"
        if coast_of(row.order) == "to its other coast":
            yield "a fleet to the other coast of its own province"
        for support in supports:
            if support.order.supported.province == province:
                yield f"{whose} with an illegal move, supported {'in it' if support.order.destination else 'to hold'}"


def _dislodged(
    turn: Turn, result: MovementResult, d: Dislodged, moves: dict[str, OrderResult], supports: list[OrderResult]
) -> Iterator[str]:
    here, board = d.unit.province, turn.board
    near = board.around[board.province_number[here]]
    for place in result.after.contested:
        into = [row for row in moves.values() if province_of(row.order.destination) == place and not row.rule]
        if near >> board.province_number[place] & 1 and len(into) > 2:
            yield "three moves meet where a dislodged unit might retreat to"
    for support in supports:
        order = support.order
        if order.unit.province != here or d.attacker_from is None:
            continue
        target = province_of(order.destination) if order.destination else order.supported.province
        helpers = {
            one.order.power
            for one in supports
            if one.order.supported.province == d.attacker_from and province_of(one.order.destination or "") == here
        }
        if target == d.attacker_from:
            yield "a supporter dislodged by the unit that it acts against"
            if helpers - {moves[d.attacker_from].order.power}:
                yield "the same with the help of another power"


CONSTELLATIONS = (
    "a fleet to the other coast of its own province",
    *(f"{whose} with an illegal move, supported in it" for whose in ("a fleet", "an army")),
    *(f"{whose} with an illegal move, supported to hold" for whose in ("a fleet", "an army")),
    "a convoy by fleets of two other powers",
    "a convoy next door that only others order",
    "a convoy next door that only others order, two powers",
    "three moves meet where a dislodged unit might retreat to",
    "a supporter dislodged by the unit that it acts against",
    "the same with the help of another power",
    "a circle of four or more",
    "a circle of four or more with a convoy",
)
"""Constellations that were found to be missing once, or are easily missed."""


def covered(profile: str, seed: int, turns: int) -> dict[str, Counter[Any]]:
    """Return how many orders, or turns, of the first questions of a seed are in each cell of each table."""
    tables: dict[str, Counter[Any]] = {name: Counter() for name in ("orders", "reasons", "constellations")}
    for number in range(turns):
        turn = question(seed, number, profile=profile)
        result = adjudicate_phase(turn.position, turn.orders, board=turn.board)
        rows = list(result)
        tables["constellations"].update(set(constellations(turn, result)))
        for n, row in enumerate(rows):
            kind = kind_of(row.order, n < len(turn.orders))
            fault = row.rule.name if isinstance(row.rule, Illegal | Void) else ""
            tables["orders"][turn.type, kind, coast_of(row.order), fault] += 1
            tables["reasons"][row.reason] += 1
    return tables


def missing(tables: dict[str, Counter[Any]]) -> list[str]:
    """Return what the law has and no turn holds."""
    drawn = {(phase, kind, fault) for phase, kind, _, fault in tables["orders"]}
    absent = [
        f"{phase}: {kind}{f' ({fault})' if fault else ''}"
        for phase, kinds in WANTED.items()
        for kind, faults in kinds.items()
        for fault in faults
        if (phase, kind, fault) not in drawn
    ]
    reasons = [one for one in REASONS if one not in tables["reasons"] and one.name not in _OTHER_OPTIONS]
    absent += [f"reason {one.name}" for one in reasons]
    return absent + [one for one in CONSTELLATIONS if one not in tables["constellations"]]


def main() -> int:
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--turns", type=int, default=2000, help="how many questions")
    parser.add_argument("--profile", default="interacting", choices=PROFILES, help="the profile")
    given = parser.parse_args()
    tables = covered(given.profile, given.seed, given.turns)
    for (phase, kind, coast, fault), count in sorted(tables["orders"].items()):
        print(f"{count:7,}  {phase}, {kind}{f', {coast}' if coast != 'none' else ''}{f': {fault}' if fault else ''}")
    for reason, count in sorted(tables["reasons"].items()):
        print(f"{count:7,}  {reason.name} ({', '.join(reason.sources) or 'no paragraph'})")
    for name in CONSTELLATIONS:
        print(f"{tables['constellations'][name]:7,}  turns with {name}")
    for what, why in LEFT_OUT.items():
        print(f"left out: {what}: {why}")
    absent = missing(tables)
    for one in absent:
        print(f"MISSING: {one}")
    say(f"{given.turns} turns, {len(absent)} cells missing")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
