"""List the coverage of random turns: `python -m tools.coverage_of_turns [--turns 2000] [--profile NAME]`.

Two tables: every kind of order in every phase, by coast and by the cause that makes it illegal or void; every reason,
with its paragraphs. Missing entries are listed and give status 1; deliberate omissions are listed with their causes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from standoff.map import ARMY, PhaseType, province_of
from standoff.random_turns import PROFILES, question
from standoff.solver import (
    REASONS,
    Build,
    Move,
    MovementResult,
    Order,
    Retreat,
    Support,
    Waive,
    adjudicate_phase,
)
from standoff.solver.law.faults import Illegal, Void
from standoff.turn import Turn
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
"""The orders of each phase, and the causes that make them illegal or void under the 2023 rulebook; "" for neither."""

LEFT_OUT = {
    "orders to the units of others, in a movement phase": "no power orders another's units, which many programs refuse",
    "several orders to one unit": "left to how a rulebook reads careless orders (DATC 4.D.3)",
    "missing and wrong types, coasts and powers": "the same (4.B, 4.C); the cases of the library have them",
    "civil disorder, closed provinces": "positions that few programs can be given",
    "BARRED, ROUTE_DISRUPTED, SPARED, CUT_BY_TARGET, CUT_FROM_SEA, ALL_HOLD, CONSISTENT_OR_HOLD, UNRESOLVED, ALL_FAIL, "
    "BUILT_UNORDERED": "reasons that only other options lead to",
    "PARADOX": "neither circle nor convoy: such a paradox has no turn under the 2023 rulebook",
}
"""Deliberate omissions, and why."""

_OTHER_OPTIONS = {name.strip() for text in LEFT_OUT for name in text.split(",") if name.strip().isupper()}


DEMANDS = (
    *("movement in autumn", "movement after the first three years", "movement after 1920", "movement with centers"),
    *("movement without centers", "retreat in autumn with centers", "retreat with centers in spring"),
    *("powers in another order", "units of a power in another order", "orders of a power in another order"),
    *(f"a move with strength {strength}" for strength in (5, 6, 7, 8)),
    *("a chain of 7 moves or more", "a chain of 12 moves or more", "a chain of 20 moves or more"),
    *("a circle of 6 moves or more", "a circle of 12 moves or more", "a circle of 20 moves or more"),
    "retreats to one province after attacks of different strength",
)
"""What must occur in a varied profile, besides."""


def _lengths(turn: Turn) -> tuple[int, int]:
    """Return the numbers of moves of the longest chain and of the longest circle."""
    goals = {order.unit.province: province_of(order.destination) for order in turn.orders if isinstance(order, Move)}
    chain = circle = 0
    for start in goals:
        at, seen = start, list[str]()
        while at in goals and at not in seen:
            seen.append(at)
            at = goals[at]
        chain, circle = max(chain, len(seen) * (at not in goals)), max(circle, len(seen) * (at == start))
    return chain, circle


def helped(turn: Turn) -> Counter[str]:
    """Return the number of supports for the move of the unit in each province."""
    moves = {(order.unit.province, province_of(order.destination)) for order in turn.orders if isinstance(order, Move)}
    supports = (order for order in turn.orders if isinstance(order, Support) and order.destination)
    return Counter(
        s.supported.province for s in supports if (s.supported.province, province_of(s.destination or "")) in moves
    )


def demands_met(turn: Turn, before: Turn | None) -> Iterator[str]:
    """Yield those of `DEMANDS` that a question meets, after another."""
    position, phase = turn.position, turn.position.phase
    assert phase is not None
    if turn.type is PhaseType.MOVEMENT:
        yield "movement in autumn" if phase.season == "F" else ""
        yield "movement after the first three years" if phase.year > turn.board.first_year + 2 else ""
        yield "movement after 1920" if phase.year > 1920 else ""
        yield "movement with centers" if position.centers else "movement without centers"
        yield from (f"a move with strength {1 + number}" for number in {*helped(turn).values()})
        chain, circle = _lengths(turn)
        yield from (f"a chain of {least} moves or more" for least in (7, 12, 20) if chain >= least)
        yield from (f"a circle of {least} moves or more" for least in (6, 12, 20) if circle >= least)
    if turn.type is PhaseType.RETREAT and position.centers:
        yield "retreat in autumn with centers" if phase.season == "F" else "retreat with centers in spring"
    rank = list(turn.board.powers)
    powers = list(dict.fromkeys(rank.index(unit.power) for unit in position.units))
    yield "powers in another order" if powers != sorted(powers) else ""
    for what, provinces in (
        ("units", [(unit.power, unit.province) for unit in position.units]),
        ("orders", [(order.power, getattr(getattr(order, "unit", None), "province", "")) for order in turn.orders]),
    ):
        yield f"{what} of a power in another order" if provinces != sorted(provinces) else ""
    retreats = [order for order in turn.orders if isinstance(order, Retreat)]
    if before is not None and before.type is PhaseType.MOVEMENT and retreats:
        strength, came = helped(before), {d.unit.province: d.attacker_from or "" for d in position.dislodged}
        if {*before.position.units} >= {d.unit for d in position.dislodged}:
            to = [(province_of(one.destination), strength[came.get(one.unit.province, "")]) for one in retreats]
            if any(one[0] == two[0] and one[1] != two[1] for one in to for two in to):
                yield "retreats to one province after attacks of different strength"


def kind_of(order: Order, given: bool) -> str:
    """Return the kind of an order."""
    if not given:
        return "no order"
    if isinstance(order, Move | Retreat | Build):
        unit = "an army" if order.unit.type is ARMY else "a fleet"
        return f"{type(order).__name__.lower()} of {unit}"
    if isinstance(order, Support):
        return "support of a move" if order.destination else "support to hold"
    return type(order).__name__.lower()


def coast_of(order: Order) -> str:
    """Return a phrase for the coasts that an order names."""
    if isinstance(order, Waive):
        return "none"
    start, goal = "/" in order.unit.place, "/" in (getattr(order, "destination", "") or "")
    if start and goal and order.unit.province == province_of(getattr(order, "destination", "")):
        return "to its other coast" if getattr(order, "destination", "") != order.unit.place else "to its own coast"
    return "from and to a coast" if start and goal else "to a coast" if goal else "from a coast" if start else "none"


def covered(profile: str, seed: int, turns: int) -> dict[str, Counter[Any]]:
    """Count the orders, reasons, features and met demands of the first questions of a seed."""
    tables: dict[str, Counter[Any]] = {name: Counter() for name in ("orders", "reasons", "turns", "demands")}
    before: Turn | None = None
    for number in range(turns):
        turn = question(seed, number, profile=profile)
        if PROFILES[profile].varied:
            tables["demands"].update({*demands_met(turn, before)} - {""})
        before = turn
        result = adjudicate_phase(turn.position, turn.orders, board=turn.board)
        if isinstance(result, MovementResult):
            tables["turns"]["turns that dislodge"] += bool(result.after.dislodged)
            tables["turns"].update({f"turns with a paradox: {one.kind}" for one in result.solution.paradoxes})
        for n, row in enumerate(result):
            kind = kind_of(row.order, n < len(turn.orders))
            fault = row.rule.name if isinstance(row.rule, Illegal | Void) else ""
            tables["orders"][turn.type, kind, coast_of(row.order), fault] += 1
            tables["reasons"][row.reason] += 1
    return tables


def missing(tables: dict[str, Counter[Any]]) -> list[str]:
    """Return the kinds of orders, causes, reasons and demands that no turn has."""
    drawn = {(phase, kind, fault) for phase, kind, _, fault in tables["orders"]}
    absent = [
        f"{phase}: {kind}{f' ({fault})' if fault else ''}"
        for phase, kinds in WANTED.items()
        for kind, faults in kinds.items()
        for fault in faults
        if (phase, kind, fault) not in drawn
    ]
    reasons = [one for one in REASONS if one not in tables["reasons"] and one.name not in _OTHER_OPTIONS]
    unmet = [one for one in DEMANDS if not tables["demands"][one]] if tables["demands"] else []
    return absent + [f"reason {one.name}" for one in reasons] + unmet


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
    for feature, count in (tables["turns"] + tables["demands"]).items():
        print(f"{count:7,}  {feature}")
    for what, why in LEFT_OUT.items():
        print(f"left out: {what}: {why}")
    absent = missing(tables)
    for one in absent:
        print(f"MISSING: {one}")
    say(f"{given.turns} turns, {len(absent)} cells missing")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
