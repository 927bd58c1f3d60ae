"""The profiles of random turns as data: of what interactions, in what numbers, with what orders for the other units.

`docs/crosscheck.md` shows these tables. All weights are shares of the sum of their column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Any, TypeVar

from ..map import PhaseType, StandoffError
from .draft import Draft
from .interactions import FILLINGS, INTERACTIONS, Filling

PHASES: tuple[tuple[PhaseType, int], ...] = (
    (PhaseType.MOVEMENT, 72),
    (PhaseType.RETREAT, 18),
    (PhaseType.ADJUSTMENT, 10),
)
"""How often a question is about each kind of phase."""

SIZES: tuple[tuple[int, int, int], ...] = ((2, 4, 15), (5, 8, 35), (9, 14, 25), (15, 22, 15), (23, 34, 10))
"""Fewest and most units of a movement phase, and how often."""

RETREAT_ORDERS: tuple[tuple[str, int, int], ...] = (
    ("where another may go, too, the same for all", 60, 25),
    ("anywhere it may go", 15, 60),
    ("disband", 6, 12),
    ("next door, where it may not go", 13, 0),
    ("no order", 6, 3),
)
"""What dislodged units are ordered: weight in a drawn phase, weight in a game."""

BALANCES: tuple[tuple[int, int], ...] = (
    *((-4, 3), (-3, 6), (-2, 14), (-1, 18), (0, 6)),
    *((1, 20), (2, 18), (3, 10), (4, 5)),
)
"""How many units a power may build (positive) or must remove (negative), as far as there is room for its units."""

ADJUSTMENT_ORDERS: tuple[tuple[str, int, int], ...] = (
    ("as many as builds or removals", 48, 90),
    ("fewer", 27, 10),
    ("more", 15, 0),
    ("more, one of them impossible or for nothing", 10, 0),
    ("two for one home", 12, 0),
)
"""How many orders a power gives in an adjustment phase: weight in a drawn phase, weight in a game."""

EQUALLY_FAR = 0.6
"""How often all units of a power are equally far from home in a winter, so that removals have to tell them apart."""

NOT_IN_A_GAME = ("gap", "own unit in the way", "mistake")
"""The interactions that no game has: its players give sensible orders."""


class ProfileError(StandoffError):
    """No profile has that name."""


@dataclass(frozen=True)
class Mixture:
    """Of what a movement phase is made: weights by name; what is not named has none.

    Attributes:
        interactions: The weights of interactions (`INTERACTIONS`).
        fillings: Those of the orders of units that no interaction used (`FILLINGS`).
        share: In a game: how many interactions are drawn for each unit.
        room: In a drawn phase: how many provinces there are for each unit, at least and at most.
    """

    interactions: Mapping[str, int]
    fillings: Mapping[str, int]
    share: float = 0.5
    room: tuple[float, float] = (1.2, 2.4)

    @cached_property
    def _up_to(self) -> tuple[int, ...]:
        return tuple(accumulate(self.interactions.get(interaction.name, 0) for interaction in INTERACTIONS))

    @cached_property
    def _fillings(self) -> list[tuple[Filling, int]]:
        return [(filling, self.fillings.get(filling.name, 0)) for filling in FILLINGS]

    def lay(self, draft: Draft) -> None:
        """Lay an interaction, drawn by its weight."""
        draft.chance.choices(INTERACTIONS, cum_weights=self._up_to)[0].lay(draft)

    def fill(self, draft: Draft) -> None:
        """Give something to do to every unit that has no order yet."""
        for here in draft.without_order():
            # a unit may have been ordered by now, to hold where another supports it
            if here not in draft.order and not drawn_row(draft.chance, self._fillings)[0].give(draft, here):
                draft.hold(here)


@dataclass(frozen=True)
class Profile:
    """A way to draw turns.

    Attributes:
        about: What such turns are like, in a sentence.
        drawn: Of what a question is made.
        in_a_game: Of what the movement phases of a game are made.
        rare: Of what a share of the questions (`RARE_SHARE`) is made instead, None for none.
    """

    about: str
    drawn: Mixture
    in_a_game: Mixture
    rare: Mixture | None = None


_DRAWN = Mixture({one.name: one.weight for one in INTERACTIONS}, {one.name: one.weight for one in FILLINGS})

BEFORE_RETREATS = Mixture({one.name: one.before_retreats for one in INTERACTIONS}, _DRAWN.fillings, room=(1.8, 3.2))
"""Of what the movement phase is made whose retreats are asked about, whatever the profile."""

RARE = Mixture(
    {
        **_DRAWN.interactions,
        **{"slip": 90, "offered convoy": 25, "foreign convoy": 15, "three-way standoff at stake": 20},
        **{"dislodged by its target": 20, "circle with a convoy": 25},
    },
    _DRAWN.fillings,
    room=(1.4, 2.8),
)
"""Of what the rare turns are made: what the law knows, and drawn turns would seldom or never hold."""

RARE_SHARE = 0.15
"""How many of the questions are such turns. The others are what they would be without them."""

_IN_A_GAME = Mixture(
    {one.name: one.weight for one in INTERACTIONS if one.name not in NOT_IN_A_GAME},
    {one.name: one.in_a_game for one in FILLINGS},
)

_TANGLED = Mixture(
    {
        **{"convoy paradox": 60, "landing on a unit": 8, "disruption": 8, "circle with a convoy": 6},
        **{"exchange by convoy": 4, "beleaguered garrison": 4, "cut": 4, "follower": 4},
    },
    {"support of a move that is ordered": 60, "support to hold": 15, "move": 20, "hold": 5},
    room=(0.8, 1.3),
)

_GREEDY = Mixture({"convoy": 1}, {"move to a center": 1}, share=0.04)

_RANDOM = Mixture(
    {"convoy": 1}, {"support of a move that is ordered": 15, "support to hold": 15, "move": 60, "hold": 10}, share=0.04
)

PROFILES: dict[str, Profile] = {
    "interacting": Profile("Units whose orders interact, in every way that there is.", _DRAWN, _IN_A_GAME, RARE),
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


Drawn = TypeVar("Drawn", bound="tuple[Any, ...]")


def drawn_row(chance: Random, table: Sequence[Drawn], column: int = 1) -> Drawn:
    """Return a row of `table`, drawn by the weights in one of its columns."""
    return chance.choices(table, [row[column] for row in table])[0]
