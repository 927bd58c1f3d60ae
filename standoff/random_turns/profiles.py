"""The profiles of random turns as data: interactions, their numbers, and the orders of the other units.

All weights are shares of the sum of their column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from ..map import PhaseType, StandoffError
from .draft import Draft
from .interactions import FILLINGS, INTERACTIONS

PHASES: tuple[tuple[PhaseType, int], ...] = (
    (PhaseType.MOVEMENT, 72),
    (PhaseType.RETREAT, 18),
    (PhaseType.ADJUSTMENT, 10),
)
"""How often a question is about each type of phase."""

SIZES: tuple[tuple[int, int, int], ...] = ((2, 4, 15), (5, 8, 35), (9, 14, 25), (15, 22, 15), (23, 34, 10))
"""Fewest and most units of a movement phase, and how often."""

RETREAT_ORDERS: tuple[tuple[str, int, int, int], ...] = (
    ("where another may go, too, the same for all", 60, 25, 90),
    ("anywhere it may go", 15, 60, 10),
    ("disband", 6, 12, 0),
    ("adjacent, where it may not go", 13, 0, 0),
    ("anywhere on the board", 2, 0, 0),
    ("no order", 6, 3, 0),
)
"""The orders of dislodged units: weight in a drawn phase, in a game, and after attacks of different strength."""

NOT_DISLODGED = 0.14
"""How often a drawn retreat phase holds an order to a unit that is not dislodged."""

BALANCES: tuple[tuple[int, int], ...] = (
    *((-4, 3), (-3, 6), (-2, 14), (-1, 18), (0, 6)),
    *((1, 20), (2, 18), (3, 10), (4, 5)),
)
"""How many units a power may build (positive) or must remove (negative), as far as there is room for its units."""

ADJUSTMENT_ORDERS: tuple[tuple[str, int, int], ...] = (
    ("as many as builds or removals", 48, 90),
    ("fewer", 27, 10),
    ("more", 15, 0),
    ("one that is illegal", 26, 0),
    ("two for one home", 12, 0),
)
"""How many orders a power gives in an adjustment phase: weight in a drawn phase, weight in a game."""

EQUALLY_FAR = 0.6
"""How often all units of a power are equally far from home in a winter, so that removals have to tell them apart."""

NOT_IN_A_GAME = ("gap", "own unit in the way", "support against an own unit", "mistake")
"""The interactions that no game has: its players give sensible orders."""


class ProfileError(StandoffError):
    """No profile has that name."""


@dataclass(frozen=True)
class Mixture:
    """The elements of a movement phase: weights by name, 0 for names that are left out.

    Attributes:
        interactions: The weights of interactions (`INTERACTIONS`).
        fillings: Those of the orders of units that no interaction used (`FILLINGS`).
        share: In a game: how many interactions are drawn for each unit.
        spread: In a drawn phase: how many provinces there are for each unit, at least and at most.
        sizes: In a drawn phase: fewest and most units, and how often.
    """

    interactions: Mapping[str, int]
    fillings: Mapping[str, int]
    share: float = 0.5
    spread: tuple[float, float] = (1.2, 2.4)
    sizes: tuple[tuple[int, int, int], ...] = SIZES

    def add_interaction(self, draft: Draft) -> None:
        """Add an interaction, drawn by its weight."""
        weights = [self.interactions.get(interaction.name, 0) for interaction in INTERACTIONS]
        draft.random.choices(INTERACTIONS, weights)[0].add(draft)

    def order_others(self, draft: Draft) -> None:
        """Order every unit that has no order yet."""
        weights = [self.fillings.get(name, 0) for name, *_ in FILLINGS]
        for here in draft.without_order():
            # another unit's support to hold may have ordered it by now
            if here not in draft.order and not draft.random.choices(FILLINGS, weights)[0][-1](draft, here):
                draft.hold(here)


@dataclass(frozen=True)
class Profile:
    """A way to draw turns.

    Attributes:
        about: Such turns, in a sentence.
        drawn: The elements of a question.
        in_a_game: The elements of the movement phases of a game.
        rare: The elements of a share of the questions (`RARE_SHARE`), None if there are no rare ones.
        large: The elements of another share (`LARGE_SHARE`), None if there are no large ones.
        varied: True for questions of any year and season, with and without centers, in any order of powers, units and
            orders, and for retreats that follow from the question before.
    """

    about: str
    drawn: Mixture
    in_a_game: Mixture
    rare: Mixture | None = None
    large: Mixture | None = None
    varied: bool = False


_FILLINGS = {name: weight for name, weight, *_ in FILLINGS}
_WEIGHTS = [{one.name: one.weights[column] for one in INTERACTIONS} for column in range(3)]
_DRAWN = Mixture(_WEIGHTS[0], _FILLINGS)
_RARE = Mixture(_WEIGHTS[1], _FILLINGS, spread=(1.4, 2.8))
_IN_A_GAME = Mixture(
    {name: weight for name, weight in _WEIGHTS[0].items() if name not in NOT_IN_A_GAME},
    {name: weight for name, _, weight, _ in FILLINGS},
)

BEFORE_RETREATS = Mixture(_WEIGHTS[2], _FILLINGS, spread=(1.8, 3.2))
"""The elements of the movement phase before a drawn retreat phase, in every profile."""

BEFORE_SHARED_RETREATS = Mixture(
    {"dislodged around a province": 80, "attack": 10, "standoff": 10}, _FILLINGS, 0.5, (1.8, 3.2)
)
"""The elements of a movement phase after which several units want to retreat to one province."""

RARE_SHARE = 0.15
"""How many of the questions are rare turns: most of their orders test what other turns seldom hold."""

LARGE_SHARE = 0.12
"""How many of the questions of a varied profile have strong attacks, long chains and long circles."""

_LARGE = Mixture(
    {"strong attack": 40, "chain": 20, "long circle": 25, "attack": 10, "follower": 5},
    _FILLINGS,
    spread=(1.6, 2.6),
    sizes=((14, 22, 50), (23, 34, 50)),
)

_TANGLED = Mixture(
    {
        **{"convoy paradox": 60, "landing on a unit": 8, "disruption": 8, "circle with a convoy": 6},
        **{"exchange by convoy": 4, "beleaguered garrison": 4, "cut": 4, "follower": 4},
    },
    {"support of a move that is ordered": 60, "support to hold": 15, "move": 20, "hold": 5},
    spread=(0.8, 1.3),
)
_GREEDY = Mixture({"convoy": 1}, {"move to a center": 1}, share=0.04)
_RANDOM = Mixture(
    {"convoy": 1}, {"support of a move that is ordered": 15, "support to hold": 15, "move": 60, "hold": 10}, share=0.04
)

PROFILES: dict[str, Profile] = {
    "interacting": Profile("Units whose orders interact, in every way that there is.", _DRAWN, _IN_A_GAME, _RARE),
    "demanding": Profile(
        "Interacting units, and strong attacks, long chains and circles; any year, season and order of powers.",
        *(_DRAWN, _IN_A_GAME, _RARE, _LARGE),
        varied=True,
    ),
    "tangled": Profile("Crowded shores, full of convoy paradoxes and circles.", _TANGLED, _TANGLED),
    "greedy": Profile("Each unit makes for the nearest center that its power lacks, or helps.", _GREEDY, _GREEDY),
    "random": Profile("Units go anywhere, over sea, too, or support what others do.", _RANDOM, _RANDOM),
}
"""The profiles by name."""


def profile_of(name: str) -> Profile:
    """Return the profile of a name.

    Raises:
        ProfileError: There is none.
    """
    if name not in PROFILES:
        raise ProfileError(f"no profile {name!r}; known: {', '.join(PROFILES)}")
    return PROFILES[name]


Row = TypeVar("Row", bound="tuple[Any, ...]")


def drawn_row(random: Random, table: Sequence[Row], column: int = 1) -> Row:
    """Return a row of `table`, drawn by the weights in one of its columns."""
    return random.choices(table, [row[column] for row in table])[0]
