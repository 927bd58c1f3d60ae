"""Solving a turn: propagation, components, and what settles a component that has not exactly one resolution.

Source: DATC 3.0, 5.B.9 and 4.A.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..map.masks import bits
from .equations import CONVOYS, FLEETS, KIND, MOVES, propagate
from .search import independent_component, resolutions, smallest_clash
from .turn import Turn


class ParadoxKind(StrEnum):
    """What a component without exactly one resolution is."""

    CIRCULAR_MOVEMENT = "circular movement"
    CONVOY = "convoy"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Paradox:
    """A set of orders whose equations have no resolution, or several, and what settled it.

    Attributes:
        kind: Circular movement, convoy paradox, or something else.
        component: The orders that depend on each other, as a mask.
        core: The orders on which the resolutions differ; without any, a smallest set whose equations clash.
        resolutions: Every consistent resolution of the component, as masks of what succeeds.
        settled_by: The rule that settled it: ``"all succeed"``, ``"szykman"``, ``"all-hold"``, ``"unresolved"`` or
            ``"all fail"``.
        forced_true, forced_false: The orders that this rule made succeed or fail.
    """

    kind: ParadoxKind
    component: int
    core: int
    resolutions: tuple[int, ...]
    settled_by: str
    forced_true: int
    forced_false: int


@dataclass(frozen=True, slots=True)
class Solution:
    """Which orders succeed (`true`) and fail (`false`), and the paradoxes met on the way."""

    true: int
    false: int
    paradoxes: tuple[Paradox, ...] = ()


def solve(turn: Turn) -> Solution:
    """Decide every move, support and convoy of `turn`.

    What partial knowledge decides is decided first. Of the rest, a component that depends on nothing else open is
    searched for its resolutions: exactly one is adopted, else the rulebook settles the core, and so on.
    """
    rows = turn.rows
    true, false = propagate(rows, turn.live, 0, 0)
    pending = turn.live & ~(true | false)
    paradoxes: list[Paradox] = []
    while pending:
        component = independent_component(rows, pending)
        found = resolutions(rows, component, true, false)
        if len(found) == 1:
            true |= found[0]
            false |= component & ~found[0]
        else:
            paradox = _settle(turn, component, found, true, false)
            paradoxes.append(paradox)
            true |= paradox.forced_true
            false |= paradox.forced_false
        true, false = propagate(rows, turn.live & ~(true | false), true, false)
        pending = turn.live & ~(true | false)
    return Solution(true, false, tuple(paradoxes))


def _settle(turn: Turn, component: int, found: list[int], true: int, false: int) -> Paradox:
    rows = turn.rows
    core = differing(component, found) if found else smallest_clash(rows, component, true, false)
    moves = core & turn.moves
    convoys = sum(1 << order for order in bits(core) if rows[order][KIND] == CONVOYS)
    forced_true = forced_false = 0
    if found and moves == core:
        kind, settled_by = ParadoxKind.CIRCULAR_MOVEMENT, "all succeed"
        forced_true = core
    elif convoys:
        kind, settled_by = ParadoxKind.CONVOY, turn.rules["paradox_backup"]
        if settled_by == "szykman":
            forced_false = convoys
        elif settled_by == "all-hold":
            forced_false = moves
            for order in bits(turn.moves):
                if rows[order][KIND] == MOVES and rows[order][FLEETS] & convoys:
                    forced_false |= 1 << order
            forced_false &= ~(true | false)
        else:
            forced_false = core
    else:
        kind, settled_by, forced_false = ParadoxKind.OTHER, "all fail", core
    return Paradox(kind, component, core, tuple(found), settled_by, forced_true, forced_false)


def differing(component: int, found: list[int]) -> int:
    """Return the orders of `component` on which the resolutions `found`, two or more, differ."""
    always, sometimes = component, 0
    for resolution in found:
        always &= resolution
        sometimes |= resolution
    return sometimes & ~always


def all_resolutions(turn: Turn) -> list[int]:
    """Return every resolution of the whole turn, without propagation, decomposition or paradox rule.

    Returns:
        Ascending masks of the orders that succeed.
    """
    return resolutions(turn.rows, turn.live, 0, 0)
