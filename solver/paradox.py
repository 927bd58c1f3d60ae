"""Solving a turn: propagation, components, and what settles a component that has not exactly one resolution.

Source: DATC 3.0, 5.B.9 and 4.A.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..map.masks import bits
from .equations import CONVOYS, KIND, propagate
from .own_rules import check_settled, own_settlement
from .search import component_resolutions, independent_components, resolutions, smallest_clash
from .settling import CIRCULAR_MOVEMENT, CONVOY_PARADOX, OTHER_PARADOX, settlement
from .turn import Turn


class ParadoxKind(StrEnum):
    """What a component without exactly one resolution is."""

    CIRCULAR_MOVEMENT = "circular movement"
    CONVOY = "convoy"
    OTHER = "other"


KINDS: dict[int, ParadoxKind] = {
    CIRCULAR_MOVEMENT: ParadoxKind.CIRCULAR_MOVEMENT,
    CONVOY_PARADOX: ParadoxKind.CONVOY,
    OTHER_PARADOX: ParadoxKind.OTHER,
}
"""The kinds by the numbers that `settling` gives them."""


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

    What partial knowledge decides is decided first. Of the rest, each component that depends on nothing else open is
    searched for its resolutions: exactly one is adopted, else the rulebook settles the core, and so on.

    Raises:
        ComponentLimitError: A component is too large to be searched.
    """
    rows = turn.rows
    true, false = propagate(rows, turn.live, 0, 0)
    pending = turn.live & ~(true | false)
    paradoxes: list[Paradox] = []
    while pending:
        for component in independent_components(rows, pending):
            found = component_resolutions(rows, component, true, false)
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
    if turn.rules.settlement is not None:
        check_settled(turn, true)
    return Solution(true, false, tuple(paradoxes))


def _settle(turn: Turn, component: int, found: list[int], true: int, false: int) -> Paradox:
    rows, backup = turn.rows, turn.rules["paradox_backup"]
    core = differing(component, found) if found else smallest_clash(rows, component, true, false)
    number, forced_true, forced_false = settlement(
        rows, core, bool(found), turn.rules.numbers.paradox_backup, turn.live & ~(true | false)
    )
    kind = KINDS[number]
    if turn.rules.settlement is not None and kind is not ParadoxKind.CIRCULAR_MOVEMENT:
        convoys = sum(1 << order for order in bits(core) if rows[order][KIND] == CONVOYS)
        own = own_settlement(turn, component, core, convoys, found, turn.live & ~(true | false))
        if own is not None:
            return Paradox(kind, component, core, tuple(found), backup, *own)
        backup = "szykman"
    settled_by = {
        ParadoxKind.CIRCULAR_MOVEMENT: "all succeed",
        ParadoxKind.CONVOY: backup,
        ParadoxKind.OTHER: "all fail",
    }[kind]
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
