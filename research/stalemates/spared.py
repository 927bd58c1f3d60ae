"""Which units a line of holds and supports can spare, by the theorem of README.md; `standoff line --spare` asks turns."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# clingo has no types here.
from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import clingo

from standoff import Line
from standoff.map import Board, Unit, province_of
from standoff.searches.frontier import EnemyUnit, Frontier

GROUPS = """
{ support(P,Q) : can(P,Q) } 1 :- unit(P).
group(Q,O) :- touches(O,Q).
group(Q,O) :- support(P,Q), touches(O,P), touches(_,Q).
:- touches(_,Q), #sum { 1,O : group(Q,O); -1,P,unit : support(P,Q) } > 1.
"""
"""Each unit that something touches is in a group, it and the units that support it, which no more provinces touch."""


def spared(line: Line, no_fleets: Collection[str]) -> Iterator[Unit]:
    """Yield the units without which the others hold the same, with holds and supports of their own.

    Args:
        line: A line.
        no_fleets: Provinces where the enemy has no fleet.
    """
    units = line.turn.position.units
    for unit in units:
        if can_hold([one for one in units if one is not unit], line.keep, no_fleets, line.turn.board):
            yield unit


def can_hold(units: Sequence[Unit], keep: Collection[str], no_fleets: Collection[str], board: Board) -> bool:
    """Return whether units can hold what they keep, with holds and supports."""
    stands = {unit.province for unit in units}
    frontier = Frontier(board, stands, (), keep, no_fleets)
    if frontier.entries:
        return False
    facts = {f'unit("{one}").' for one in stands}
    for one in frontier.possible:
        reached = stands.intersection(map(province_of, frontier.reach(one)))
        facts |= {f'touches("{one.province}","{place}").' for place in reached}
    for unit in units:
        near = stands.intersection(map(province_of, frontier.reach(EnemyUnit(unit.type, unit.location))))
        facts |= {f'can("{unit.province}","{place}").' for place in near}
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join([GROUPS, *sorted(facts)]))
    control.ground([("base", [])])
    return bool(control.solve().satisfiable)
