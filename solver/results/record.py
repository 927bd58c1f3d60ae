"""The record of a movement phase that is solved: what both engines fill in, and what everything else reads."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import RLock

from ...map import Board, Position, bits
from ..law.aftermath import OCCUPIED, Decision, dislodged_units, note_retreats, note_unit_outcomes
from ..law.records import WORD, Answers, Group, OrderRecord
from ..law.solving import solved_masks
from ..plain.house_equations import law_of
from ..plain.order_table import OrderTable
from ..plain.paradox import Solution

_recording = RLock()
"""One for all records: they are filled by Python code, of which one thread runs at a time anyway."""


def _renew_lock() -> None:
    """Take another lock in a forked process, where the thread that may hold this one does not run."""
    global _recording  # noqa: PLW0603
    _recording = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


class Record:
    """The outcome of a movement phase, by units and provinces; never changed once it is filled.

    Several threads may ask it at once.

    Args:
        answers: What becomes of each unit.
        decided_by: For each unit those whose orders decided its own, as a mask.
        contested: The contested provinces, as words of a mask over the locations.
        retreats: For each unit the locations that it may retreat to, likewise.
        fill: Fills in contested provinces, retreats and the outcomes of the units on first use; None if they are there.
        note_reasons: Does the same for `decided_by` and the reasons.
        dislodged: The dislodged units, as a mask; None to read them off the answers.
    """

    __slots__ = ("_answers", "_contested", "_decided_by", "_dislodged", "_fill", "_note_reasons", "_retreats")

    def __init__(
        self,
        answers: Answers,
        decided_by: Sequence[int],
        contested: Sequence[int],
        retreats: Sequence[Sequence[int]],
        fill: Callable[[], None] | None = None,
        note_reasons: Callable[[], None] | None = None,
        dislodged: int | None = None,
    ) -> None:
        self._answers, self._decided_by, self._contested, self._retreats = answers, decided_by, contested, retreats
        self._fill, self._note_reasons, self._dislodged = fill, note_reasons, dislodged

    @property
    def dislodged(self) -> int:
        """The dislodged units, as a mask."""
        if self._dislodged is None:
            self._dislodged = sum(1 << unit for unit, answer in enumerate(self._answers) if answer.attacker >= 0)
        return self._dislodged

    def outcomes(self) -> Answers:
        """Return the outcome of every unit; reasons and strengths may be missing."""
        if self._fill is not None:
            with _recording:
                if self._fill is not None:  # no other thread has done it meanwhile
                    self._fill()
                    self._fill = None
        return self._answers

    def reasons(self) -> tuple[Answers, Sequence[int]]:
        """Return the fault and the reason of every unit, and by unit a mask of those that decided it."""
        if self._note_reasons is not None:
            with _recording:
                if self._note_reasons is not None:
                    self._note_reasons()
                    self._note_reasons = None
        return self._answers, self._decided_by

    def retreats(self) -> Sequence[Sequence[int]]:
        """Return for each dislodged unit the locations that it may retreat to, as words of a mask."""
        self.outcomes()
        return self._retreats

    def contested(self) -> Sequence[int]:
        """Return the contested provinces, as words of a mask over the locations."""
        self.outcomes()
        return self._contested

    def arrays(self) -> tuple[Answers, Sequence[int], Sequence[int], Sequence[Sequence[int]]]:
        """Return the stored outcomes, deciding units, contested provinces and retreats."""
        self.outcomes()
        return (*self.reasons(), self._contested, self._retreats)


def named(words: Iterable[int], board: Board) -> Iterator[str]:
    """Yield the locations of a mask in words."""
    for number, word in enumerate(words):
        while word:
            bit = word & -word
            word ^= bit
            yield board.locations[number * WORD + bit.bit_length() - 1]


def record_of(table: OrderTable, solution: Solution, before: Position) -> Record:
    """Return the record of a table that is solved; outcomes and reasons are filled in on first use."""
    board, turn, rows = table.board, table.turn, table.rows
    true, false = solution.true, solution.false
    count, words = len(rows), -(-len(board.locations) // WORD)
    answers = [OrderRecord() for _ in range(count)]
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
        decision = Decision(table.live, table.moves, true, false)
        retreating = note_unit_outcomes(turn, rows, decision, answers, closed)
        law_of(rows).note_contested(turn, rows, decision, closed, contested)
        if retreating:
            if before.civil_disorder:  # rulebook 1982, XIV.3: units in civil disorder are disbanded when dislodged
                retreating &= ~sum(
                    1 << unit for unit, one in enumerate(table.units) if one.power in before.civil_disorder
                )
            note_retreats(turn, retreating, answers, closed, retreats)

    def note_reasons() -> None:
        groups: defaultdict[int, Group] = defaultdict(Group)
        solved = solved_masks(true, false, turn.rules.paradox_backup, solution.met)
        law_of(rows).note_accounts(table.legal_orders, rows, solved, answers, decided_by, groups)

    return Record(answers, decided_by, contested, retreats, fill, note_reasons, dislodged)
