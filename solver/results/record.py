"""The record of a movement phase that is solved: what both engines fill in, and what everything else reads."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import RLock

from ...map import Board, Position, bits
from ..law.accounts import Account
from ..law.aftermath import OCCUPIED, Decided, came_from, dislodged_units, note_fates, note_retreats
from ..law.faults import FAULTS, VOIDS, Illegal, Void
from ..law.reasons import REASONS, Reason
from ..law.records import WORD, Answer, Answers, Group
from ..law.solving import solved_masks
from ..plain.order_table import OrderTable
from ..plain.own_equations import law_of
from ..plain.paradox import Solution

_at_work = RLock()
"""One for all records: they are filled by Python code, of which one thread runs at a time anyway."""


def _work_anew() -> None:
    """Take another lock in a forked process, where the thread that may hold this one does not run."""
    global _at_work  # noqa: PLW0603
    _at_work = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_work_anew)


class Record:
    """What became of each unit of a movement phase, and of the provinces; never changed once it is filled.

    Several threads may ask it at once.

    Args:
        answers: What becomes of each unit.
        decided_by: For each unit those whose orders decided its own, as a mask.
        contested: The contested provinces, as words of a mask over the locations.
        retreats: For each unit the locations that it may retreat to, likewise.
        solution: Which orders succeed, and the paradoxes.
        fill: What fills in contested provinces, retreats and the fates of the units when they are first asked for, None
            if they are there already.
        tell: The same for `decided_by` and the reasons.
        dislodged: The dislodged units, as a mask; None to read them off the answers.
    """

    __slots__ = ("_answers", "_contested", "_decided_by", "_dislodged", "_fill", "_retreats", "_tell", "solution")

    def __init__(
        self,
        answers: Answers,
        decided_by: Sequence[int],
        contested: Sequence[int],
        retreats: Sequence[Sequence[int]],
        solution: Solution,
        fill: Callable[[], None] | None = None,
        tell: Callable[[], None] | None = None,
        dislodged: int | None = None,
    ) -> None:
        self._answers, self._decided_by, self._contested, self._retreats = answers, decided_by, contested, retreats
        self.solution = solution
        self._fill, self._tell, self._dislodged = fill, tell, dislodged

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self._answers)

    def succeeds(self, unit: int) -> bool:
        """Tell whether the order of a unit succeeds; a hold does if the unit stays."""
        self._be_filled()
        return bool(self._answers[unit].succeeds)

    def fault(self, unit: int) -> Illegal | None:
        """Return why the order of a unit is illegal, None if it is legal."""
        return FAULTS[self._answers[unit].fault]

    def void(self, unit: int) -> Void | None:
        """Return why the order of a unit is void, None if it is not."""
        return VOIDS[self._answers[unit].void]

    def attacker(self, unit: int) -> int:
        """Return the number of the unit that dislodged `unit`, -1 if none did."""
        self._be_filled()
        return self._answers[unit].attacker

    @property
    def dislodged(self) -> int:
        """The dislodged units, as a mask."""
        if self._dislodged is None:
            self._dislodged = sum(1 << unit for unit, answer in enumerate(self._answers) if answer.attacker >= 0)
        return self._dislodged

    def destroyed(self, unit: int) -> bool:
        """Tell whether a unit was dislodged and can retreat nowhere."""
        if not self.dislodged >> unit & 1:
            return False
        self._be_filled()
        return not any(self._retreats[unit])

    def place(self, unit: int) -> int:
        """Return the number of the location where a unit stands afterwards, -1 if it was dislodged."""
        self._be_filled()
        return self._answers[unit].place

    def places(self) -> list[int]:
        """Return the same of every unit."""
        self._be_filled()
        return [answer.place for answer in self._answers]

    def came_from(self, unit: int, province: Sequence[int]) -> tuple[int, bool]:
        """Return the province that the attacker of a dislodged unit came from, and whether by convoy.

        `province` is that of each unit before the phase.
        """
        self._be_filled()
        return came_from(province, self._answers, unit)

    def convoyed(self, unit: int) -> bool:
        """Tell whether the move of a unit went by convoy."""
        self._be_filled()
        return bool(self._answers[unit].convoyed)

    def reason(self, unit: int) -> Reason:
        """Return why the order of a unit came out as it did; an illegal or void one is treated as a hold."""
        self._be_told()
        return REASONS[self._answers[unit].reason]

    def account(self, unit: int) -> Account:
        """Return the number of the reason of a unit, the attack, hold and prevent strengths, and who decided it."""
        self._be_told()
        answer = self._answers[unit]
        return answer.reason, answer.attack, answer.hold, answer.prevent, self._decided_by[unit]

    def told(self) -> tuple[Answers, Sequence[int]]:
        """Return what became of every unit, its fault and reason, and by unit a mask of those that decided it."""
        self._be_told()
        return self._answers, self._decided_by

    def retreats(self, unit: int, board: Board) -> tuple[str, ...]:
        """Return the locations that a dislodged unit may retreat to, in the order of the board."""
        self._be_filled()
        return tuple(named(self._retreats[unit], board))

    def contested(self, board: Board) -> frozenset[str]:
        """Return the ids of the contested provinces."""
        self._be_filled()
        return frozenset(named(self._contested, board)) if any(self._contested) else frozenset()

    def arrays(self) -> tuple[Answers, Sequence[int], Sequence[int], Sequence[Sequence[int]]]:
        """Return what became of every unit, who decided each, the contested provinces and the retreats, as kept."""
        self._be_filled()
        self._be_told()
        return self._answers, self._decided_by, self._contested, self._retreats

    def _be_filled(self) -> None:
        if self._fill is not None:
            with _at_work:
                if self._fill is not None:  # no other thread has done it meanwhile
                    self._fill()
                    self._fill = None

    def _be_told(self) -> None:
        if self._tell is not None:
            with _at_work:
                if self._tell is not None:
                    self._tell()
                    self._tell = None


def named(words: Iterable[int], board: Board) -> Iterator[str]:
    """Yield the locations of a mask in words."""
    for number, word in enumerate(words):
        while word:
            bit = word & -word
            word ^= bit
            yield board.locations[number * WORD + bit.bit_length() - 1]


def record_of(table: OrderTable, solution: Solution, before: Position) -> Record:
    """Return the record of a table that is solved; fates and reasons are worked out when they are first asked for."""
    board, turn, rows = table.board, table.turn, table.rows
    true, false = solution.true, solution.false
    count, words = len(rows), -(-len(board.locations) // WORD)
    answers = [Answer() for _ in range(count)]
    if any(table.illegal):
        for unit, number in enumerate(table.order_of):
            illegal = table.illegal[number] if number >= 0 else None
            answers[unit].fault = illegal.number if illegal else 0
    if any(table.void):
        for unit, void in enumerate(table.void):
            answers[unit].void = void
    dislodged = dislodged_units(rows, table.moves & true)
    contested = [0] * words
    retreats: list[list[int]] = [[]] * count if dislodged else []
    for unit in bits(dislodged):
        retreats[unit] = [0] * words
    decided_by = [0] * count

    def fill() -> None:
        closed = [0] * len(board.provinces)
        for province in before.closed:
            closed[board.province_number[province]] = OCCUPIED
        decided = Decided(table.live, table.moves, true, false)
        retreating = note_fates(turn, rows, decided, answers, closed)
        law_of(rows).note_contested(turn, rows, decided, closed, contested)
        if retreating:
            if before.civil_disorder:  # rulebook 1982, XIV.3: units in civil disorder are disbanded when dislodged
                retreating &= ~sum(
                    1 << unit for unit, one in enumerate(table.units) if one.power in before.civil_disorder
                )
            note_retreats(turn, retreating, answers, closed, retreats)

    def tell() -> None:
        groups: defaultdict[int, Group] = defaultdict(Group)
        solved = solved_masks(true, false, turn.rules.paradox_backup, solution.met)
        law_of(rows).note_accounts(table.does, rows, solved, answers, decided_by, groups)

    return Record(answers, decided_by, contested, retreats, solution, fill, tell, dislodged)
