"""The word of a convoy paradox: what is done, at each fleet of the ring, about the support that its fight hangs on.

A ring is a cycle of convoys and supports by turns (`research/theory.md`, theorem 2). A *stage* of it is one convoying
fleet with the support that bears on it, and has a letter:

- A: the support is for an attack on the fleet, and it stands without it, because the fleet itself is as strong;
- B: the same, but it is a rival of that attack who is as strong;
- H: the support is for the fleet, which falls without it;
- R: the support is for a rival of an attack on the fleet, which falls without it.

Under the rulebook 2023 these are all that there are (`research/paradoxes.md`). The word of a ring is a fact about the
strengths in the turn as it is; of a turn from which nothing can be left out it gives the number of units, too.
"""

from __future__ import annotations

from typing import NamedTuple

from ...map import bits
from ..law.equations import BY_CONVOY, CONVOYS, NO, SUPPORTS
from ..plain.house_equations import HouseRows, law_of
from ..plain.order_table import OrderTable
from ..plain.paradox import Component, ParadoxKind


class Stage(NamedTuple):
    """One fleet of a ring, and what its fight comes to.

    Attributes:
        letter: A, B, H or R.
        more: How many supports there are on either side besides those that the letter needs.
        fleets: How many fleets the route of its army has.
        guards: For each other fleet of the route that only stands because two attacks on it are equally strong: by how
            many supports each. Ascending.

    >>> str(Stage("H", 1, 3, (2,))), Stage("H", 1, 3, (2,)).units, str(Stage("A"))
    ('H+1~3!2', 15, 'A')
    """

    letter: str
    more: int = 0
    fleets: int = 1
    guards: tuple[int, ...] = ()

    @property
    def units(self) -> int:
        """The number of its units in a minimal paradox."""
        least = {"A": 4, "B": 5, "H": 5, "R": 6}[self.letter]
        return least + 2 * self.more + self.fleets - 1 + sum(2 + 2 * each for each in self.guards)

    @property
    def hinders(self) -> bool:
        """True if the success of its support saves the fleet: then the stage turns success into failure."""
        return self.letter in "HR"

    def __str__(self) -> str:
        more = f"+{self.more}" if self.more else ""
        fleets = f"~{self.fleets}" if self.fleets > 1 else ""
        return self.letter + more + fleets + "".join(f"!{each}" for each in self.guards)


Stages = tuple[Stage, ...]
"""The stages of a ring, each landing its army on the support of the next one; of all rotations the first in order."""


def first_rotation(stages: Stages) -> Stages:
    """Return the rotation that stands for all."""
    return min(stages[start:] + stages[:start] for start in range(len(stages)))


def stages_of(table: OrderTable, paradox: Component) -> Stages:
    """Return the stages of a convoy paradox, empty unless they are certain.

    They are uncertain under Brannan's rule and under house rules that change equations; where an army may fall back to
    land; where an army has several routes; and where a fleet and a rival both keep an attack out.

    >>> from standoff import read
    >>> from standoff.solver import table_of
    >>> turn = read("6.F.24")
    >>> table = table_of(turn.board, turn.position, turn.orders)
    >>> (paradox,) = turn.adjudicate().phase_result.paradoxes
    >>> "".join(map(str, stages_of(table, paradox)))
    'AH'
    """
    if paradox.kind is not ParadoxKind.CONVOY or isinstance(table.rows, HouseRows):
        return ()
    if table.rules["convoyed_attack_from"] == "last-fleet":
        return ()
    return _Reading(table, paradox).word()


class _Reading:
    """The strengths that are met in a paradox, all that it rests on being known."""

    def __init__(self, table: OrderTable, paradox: Component) -> None:
        self.table, self.rows, self.law, self.paradox = table, table.rows, law_of(table.rows), paradox
        kinds = {unit: self.rows[unit].kind for unit in bits(paradox.core)}
        self.fleets = [unit for unit, kind in kinds.items() if kind == CONVOYS]
        self.supports = [unit for unit, kind in kinds.items() if kind == SUPPORTS]

    def word(self) -> Stages:
        """Return the stages along the ring, empty unless all are certain and they make one ring."""
        if not self.supports:  # armies dislodge the fleets themselves: only where coasts convoy
            return ()
        stages: list[Stage] = []
        met: list[int] = []
        support = self.supports[0]
        while support not in met:
            fleet = next((one for one in self.fleets if self._acts_on_sea(support, one)), -1)
            army = self._army(fleet) if fleet >= 0 else -1
            landed = [] if army < 0 else [one for one in self.supports if self.rows[one].cutters >> army & 1]
            stage = self._stage(fleet, support, army) if len(landed) == 1 else None
            if stage is None:
                return ()
            met.append(support)
            stages.append(stage)
            (support,) = landed
        whole = len(met) == len(self.supports) == len(self.fleets) and support == met[0]
        return first_rotation(tuple(stages)) if whole else ()

    def _acts_on_sea(self, support: int, fleet: int) -> bool:
        """Return whether a support acts on the sea of a fleet."""
        there = [fleet, *bits(self.rows[fleet].incoming)]
        return any(self.rows[one].supporters >> support & 1 for one in there)

    def _army(self, fleet: int) -> int:
        """Return the army that a fleet convoys, and that cannot go by land."""
        armies = [move for move in bits(self.table.moves) if self.rows[move].way == BY_CONVOY]
        return next((army for army in armies if self.rows[army].fleets >> fleet & 1), -1)

    def _strengths(self, fleet: int, without: int = 0) -> tuple[int, dict[int, tuple[int, int]]] | None:
        """Return the strength of a fleet, and of each attack on it with what it keeps others out with; None if open.

        Args:
            fleet: The fleet.
            without: The supports that are taken to fail, as a mask.
        """
        known = self.paradox.true, self.paradox.false | without
        bounds = [self.law.hold_strength(self.rows, fleet, *known)]
        attacks = bits(self.rows[fleet].incoming)
        for move in attacks:
            bounds.append(self.law.attack_strength(self.rows, move, NO, *known))
            bounds.append(self.law.prevent_strength(self.rows, move, *known))
        if any(least != most for least, most in bounds):
            return None
        hold, *others = (least for least, _ in bounds)
        return hold, dict(zip(attacks, zip(others[::2], others[1::2], strict=True), strict=True))

    def _stage(self, fleet: int, support: int, army: int) -> Stage | None:
        """Return the stage of a fleet that convoys `army`, None unless it is certain."""
        fight = self._strengths(fleet, 1 << support)
        route = self._route(army, fleet)
        if fight is None or not route:
            return None
        hold, attacks = fight
        guards = [self._guard(other) for other in bits(route & ~(1 << fleet))]
        if None in guards:
            return None
        winner = _winner(hold, attacks)
        if winner >= 0:  # the fleet falls without the support
            saved = self.rows[fleet].supporters >> support & 1
            letter, more = ("H", hold - 1) if saved else ("R", attacks[winner][0] - 2)
        else:
            supported = next((move for move in attacks if self.rows[move].supporters >> support & 1), -1)
            if supported < 0:
                return None
            attack = attacks[supported][0]
            kept_out = any(prevent == attack for move, (_, prevent) in attacks.items() if move != supported)
            if attack > 1 and kept_out and hold == attack:
                return None
            letter, more = ("B" if kept_out and attack > 1 else "A"), attack - 1
        return Stage(letter, more, route.bit_count(), tuple(sorted(each for each in guards if each)))

    def _route(self, army: int, fleet: int) -> int:
        """Return the fleets of an army's route with `fleet`, over those that stand; 0 if there is another one."""
        standing = self.rows[army].fleets & (self.paradox.true | 1 << fleet)
        needed = sum(1 << one for one in bits(standing) if not self.law.route(self.rows, army, standing & ~(1 << one)))
        return needed if needed >> fleet & 1 and self.law.route(self.rows, army, needed) else 0

    def _guard(self, fleet: int) -> int | None:
        """Return by how many supports each of two equal attacks keep each other from a fleet; 0 if it needs none."""
        fight = self._strengths(fleet)
        if fight is None:
            return None
        hold, attacks = fight
        if all(attack <= hold for attack, _ in attacks.values()):
            return 0
        (one, kept_out), (two, keeps_out) = sorted(attacks.values())[-2:]
        return one - 1 if one == kept_out == two == keeps_out else None


def _winner(hold: int, attacks: dict[int, tuple[int, int]]) -> int:
    """Return the attack that exceeds the strength of a fleet and what the others keep it out with; -1 if none does."""
    for move, (attack, _) in attacks.items():
        if attack > max([hold, *(prevent for other, (_, prevent) in attacks.items() if other != move)]):
            return move
    return -1


__all__ = ["Stage", "Stages", "first_rotation", "stages_of"]
