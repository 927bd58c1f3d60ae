"""Which orders can bear on an outcome, and which cannot, whatever else is ordered."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from ..map import Board, Position
from ..solver import CONVOYS, HOLDS, MOVES, SUPPORTS, Rulebook

VOID = "void: the unit it is for cannot be given that order"
ELSEWHERE = "no bearing: it acts on no province where it matters who gets in"


class Bearing:
    """The orders that can bear on an outcome, by the provinces for which it matters who gets in.

    Every order acts on one province: a move on its destination, a support or convoy on that of the move it is for, a
    support to hold on where the unit stands. The provinces for which it matters who gets in are closed under two steps:

    1. a support or convoy that acts on one of them can be cut or disrupted: its unit's province is one;
    2. a unit in one of them that can leave it makes a difference by leaving, and so does a fleet there that can convoy
       (what supports an attack on it may be spared, 4.A.2): the destination is one, for it matters whether the unit
       gets there, and whether the convoy matches.

    The orders that act on one of them, and the moves and convoys of a unit in one, bear on the outcome. Any other order
    may be replaced by a hold, and nothing that is asked about changes. Proof: take the success of any order that acts
    on such a province, or of one that leaves it. What its equation looks at (`equations.rests_on`, DATC
    5.B) are orders that act on the same province (the rivals, all supports and convoys for them, supports to hold), and
    the order of the unit there, which matters only in so far as it is a move, or a convoy. If that is a move, then it,
    and the supports and convoys for it (head-to-head; Brannan's rule), act on its destination: step 2. Whether a
    support is cut, or a convoy disrupted, rests on what acts on the province of its unit: step 1; on the exceptions for
    convoyed armies, which ask which army the fleet convoys that the support acts against: step 2. By which way an army
    goes (4.A.3), what matches, and what is void against own units, is decided by orders that act on its destination and
    by the move of the unit there. So the orders asked about, and all that they rest on in any circle, have the same
    equations with a hold in place of the other order; and a paradox is settled within the orders that depend on each
    other. This holds for every option, but not for a user's own rules, which may look at the whole turn.

    Args:
        position, board: The position.
        choices: By unit, the orders it may be given: int16, shape (orders, 4), the first one a hold.
        start: The numbers of the provinces for which it matters, to begin with, who gets in.
        rules: The rulebook.

    Attributes:
        provinces: All such provinces.
        choices: By unit, the first order and those that bear on the outcome.
    """

    def __init__(
        self, position: Position, board: Board, choices: Sequence[Any], start: Collection[int], rules: Rulebook
    ) -> None:
        self.of_location = board.province_of_location
        self.home = [board.province_number[unit.province] for unit in position.units]
        self.provinces = set(start)
        # a fleet with a convoy order, void or not, may not be supported (Czech edition of 1962, rule 10)
        self.void_counts = rules["support_of_convoying_fleet"] == "void"
        # rules of one's own may look at anything
        self.everything = bool(rules.own_rules)
        rows: list[list[tuple[int, ...]]] = [list(map(tuple, of_unit.tolist())) for of_unit in choices]
        self.goes = [{self.of_location[row[2]] for row in of_unit if row[0] == MOVES} for of_unit in rows]
        # a move against an own unit may be void, and its unit may be supported where it stands (the same, rule 12)
        void_moves = rules["attack_on_own"] == "void"
        self.stays = [void_moves or any(row[0] != MOVES for row in of_unit) for of_unit in rows]
        while True:
            before = len(self.provinces)
            for unit, of_unit in enumerate(rows):
                for row in of_unit:
                    if row[0] == HOLDS or self.why_not(unit, row):
                        continue
                    if row[0] in (SUPPORTS, CONVOYS):
                        self.provinces.add(self.home[unit])
                    if row[0] in (MOVES, CONVOYS) and self.home[unit] in self.provinces:
                        self.provinces.add(self.of_location[row[2]])
            if len(self.provinces) == before:
                break
        self.choices = [
            np.array([row for n, row in enumerate(of_unit) if not n or not self.why_not(unit, row)], dtype=np.int16)
            for unit, of_unit in enumerate(rows)
        ]

    def why_not(self, unit: int, row: tuple[int, ...]) -> str:
        """Return why an order other than a hold cannot bear on the outcome; empty if it can."""
        if self.everything:
            return ""
        kind, target, place, _ = row
        if (kind == SUPPORTS or (kind == CONVOYS and not self.void_counts)) and not (
            self.stays[target] if place < 0 else self.of_location[place] in self.goes[target]
        ):
            return VOID
        if kind in (MOVES, CONVOYS) and self.home[unit] in self.provinces:
            return ""
        acts_on = self.of_location[place] if place >= 0 else self.home[target]
        return "" if acts_on in self.provinces else ELSEWHERE
