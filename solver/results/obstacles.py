"""What keeps a failed move out: every obstacle that would do so by itself, where the reason names only one.

Strengths are those of `equations`; no rule is stated a second time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...map import bits
from ..law.equations import (
    BY_CONVOY,
    BY_LAND,
    MOVES,
    NO,
    YES,
    head_to_head,
    path,
)
from ..law.records import Rows, with_fields
from ..order import Order
from ..plain.own_equations import law_of

if TYPE_CHECKING:
    from .outcome import MovementResult


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One thing that would keep a move out if nothing else did.

    Attributes:
        kind: ``"convoy"``: no convoy brings the army there; ``"hold"``: the unit at the destination, which does not
            leave; ``"defend"``: the opponent in a head-to-head battle; ``"prevent"``: another move to the province.
        orders: The order of the unit behind it; for a convoy those that fail, none if no chain of fleets was ordered.

    >>> from standoff import read
    >>> result = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR, A BUR H").adjudicate().phase_result
    >>> [(one.kind, *map(str, one.orders)) for one in obstacles(result, 0)]
    [('hold', 'A BUR H'), ('prevent', 'A MUN - BUR')]
    """

    kind: str
    orders: tuple[Order, ...]


def obstacles(result: MovementResult, number: int) -> tuple[Obstacle, ...]:
    """Return everything that by itself would keep a failed move out: a move with several of these is overdetermined.

    Each is judged as if the others were not there: another move to the province with the one at the destination gone
    if that is an obstacle itself, both with the convoy whole. All else is as it came out. A unit at the destination
    that would have left if this move had succeeded, as one that waits in a circle, is left out.

    Args:
        result: The solved phase.
        number: The place of the order among those given.

    Returns:
        The obstacles: the convoy, who stands there, who else moves there. Empty for an order that is not a move,
        succeeds, is illegal, or was decided by a paradox rule.

    Source: DATC 3.0, 5.B.1 and 5.B.4 to 5.B.8.
    """
    table, solution = result.table, result.solution
    unit = table.unit_of[number]
    if unit < 0 or table.order_of[unit] != number or table.illegal[number] is not None:
        return ()
    rows, true, false = table.rows, solution.true, solution.false
    forced = 0
    for paradox in solution.paradoxes:
        forced |= paradox.forced_true | paradox.forced_false
    if rows[unit].kind != MOVES or not (false & ~forced) >> unit & 1:
        return ()
    standing = _standing(rows, unit, true, false)
    there = rows[unit].defender
    if len(standing) > 1 and ("hold", there) in standing and rows[there].kind == MOVES:
        then = _had_it_succeeded(rows, unit, table.live, true, false)
        if ("hold", there) not in _standing(rows, unit, *then):
            del standing["hold", there]  # it only waits for this move
    return tuple(Obstacle(kind, tuple(map(result.order_of, bits(behind)))) for (kind, _), behind in standing.items())


def _had_it_succeeded(rows: Rows, move: int, live: int, true: int, false: int) -> tuple[int, int]:
    """Return what would succeed and fail if `move` had succeeded; what then does not follow is left open."""
    law, concerned = law_of(rows), 1 << move
    before = 0
    while concerned != before:
        before = concerned
        for order in bits(live & ~concerned):
            if law.rests_on(rows, order) & concerned:
                concerned |= 1 << order
    bit = 1 << move
    return law.propagate(rows, concerned & ~bit, true & ~concerned | bit, false & ~concerned)


def _standing(rows: Rows, move: int, true: int, false: int) -> dict[tuple[str, int], int]:
    """Return the obstacles of `move` by kind and unit (-1: the convoy), with the units behind each as a mask.

    Where something is open, an obstacle is one that stands in any case.
    """
    row, law = rows[move], law_of(rows)
    behind: dict[tuple[str, int], int] = {}
    if not path(rows, move, ~false):
        behind["convoy", -1] = row.fleets & false
    if row.way == BY_CONVOY:
        rows = with_fields(rows, move, way=BY_LAND)
    there, opponent = row.defender, row.opposite
    battle = head_to_head(rows, move, true, false)
    ways = (battle,) if battle in (YES, NO) else (YES, NO)
    most = max(law.attack_strength(rows, move, way, true, false)[1] for way in ways)
    stands: dict[tuple[str, int], int] = {}
    if YES in ways and most <= law.defend_strength(rows, opponent, true, false)[0]:
        stands["defend", opponent] = 1 << opponent
    if there >= 0 and (NO in ways or opponent != there) and most <= law.hold_strength(rows, there, true, false)[0]:
        stands["hold", there] = 1 << there
    if battle in (YES, NO) or len(stands) == 2:
        behind |= stands
    if stands:
        for rival in bits(row.rivals):
            rows = with_fields(rows, rival, own_attack_void=0)
        rows = with_fields(rows, move, defender=-1, opposite=-1)
        most = law.attack_strength(rows, move, NO, true, false)[1]
    for rival in bits(row.rivals):
        if most <= law.prevent_strength(rows, rival, true, false)[0]:
            behind["prevent", rival] = 1 << rival
    return behind
