"""The record of a movement phase that is solved: what both engines fill in, and what everything else reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..map import Board, Position
from .accounts import GROUP_COLUMNS, Account, Solved, note_accounts
from .aftermath import OCCUPIED, note_contested, note_fates, note_retreats
from .columns import (
    ATTACK,
    ATTACKER,
    CONVOYED,
    FAULT,
    HOLD,
    PLACE,
    PREVENT,
    REASON,
    RECORD_COLUMNS,
    SUCCEEDS,
    VOID,
    WORD,
)
from .faults import FAULTS, VOIDS, Illegal, Void
from .order_table import OrderTable
from .paradox import ParadoxKind, Solution
from .reasons import REASONS, Reason
from .solving import RULED_BY


class Record:
    """What became of each unit of a movement phase, and of the provinces; never changed once it is filled.

    Args:
        answers: For each unit its columns (`columns`).
        decided_by: For each unit those whose orders decided its own, as a mask.
        contested: The contested provinces, as words of a mask over the locations.
        retreats: For each unit the locations that it may retreat to, likewise.
        solution: Which orders succeed, and the paradoxes.
        tell: What fills in `decided_by` and the columns of the reasons when they are first asked for, None if they are
            there already.
    """

    __slots__ = ("_answers", "_contested", "_decided_by", "_retreats", "_tell", "solution")

    def __init__(
        self,
        answers: Sequence[Sequence[int]],
        decided_by: Sequence[int],
        contested: Sequence[int],
        retreats: Sequence[Sequence[int]],
        solution: Solution,
        tell: Callable[[], None] | None = None,
    ) -> None:
        self._answers, self._decided_by, self._contested, self._retreats = answers, decided_by, contested, retreats
        self.solution = solution
        self._tell = tell

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self._answers)

    def succeeds(self, unit: int) -> bool:
        """Tell whether the order of a unit succeeds; a hold does if the unit stays."""
        return bool(self._answers[unit][SUCCEEDS])

    def fault(self, unit: int) -> Illegal | None:
        """Return why the order of a unit is illegal, None if it is legal."""
        return FAULTS[self._answers[unit][FAULT]]

    def void(self, unit: int) -> Void | None:
        """Return why the order of a unit is void, None if it is not."""
        return VOIDS[self._answers[unit][VOID]]

    def attacker(self, unit: int) -> int:
        """Return the number of the unit that dislodged `unit`, -1 if none did."""
        return self._answers[unit][ATTACKER]

    def destroyed(self, unit: int) -> bool:
        """Tell whether a unit was dislodged and can retreat nowhere."""
        return self._answers[unit][ATTACKER] >= 0 and not any(self._retreats[unit])

    def place(self, unit: int) -> int:
        """Return the number of the location where a unit stands afterwards, -1 if it was dislodged."""
        return self._answers[unit][PLACE]

    def convoyed(self, unit: int) -> bool:
        """Tell whether the move of a unit went by convoy."""
        return bool(self._answers[unit][CONVOYED])

    def reason(self, unit: int) -> Reason:
        """Return why the order of a unit came out as it did; an illegal or void one is looked at as a hold."""
        self._be_told()
        return REASONS[self._answers[unit][REASON]]

    def account(self, unit: int) -> Account:
        """Return the number of the reason of a unit, the attack, hold and prevent strengths, and who decided it."""
        self._be_told()
        answer = self._answers[unit]
        return answer[REASON], answer[ATTACK], answer[HOLD], answer[PREVENT], self._decided_by[unit]

    def told(self) -> tuple[Sequence[Sequence[int]], Sequence[int]]:
        """Return the columns of every unit, and by unit those whose orders decided its own, as a mask."""
        self._be_told()
        return self._answers, self._decided_by

    def retreats(self, unit: int, board: Board) -> tuple[str, ...]:
        """Return the locations that a dislodged unit may retreat to, in the order of the board."""
        return tuple(named(self._retreats[unit], board))

    def contested(self, board: Board) -> frozenset[str]:
        """Return the ids of the contested provinces."""
        return frozenset(named(self._contested, board)) if any(self._contested) else frozenset()

    def arrays(self) -> tuple[Sequence[Sequence[int]], Sequence[int], Sequence[int], Sequence[Sequence[int]]]:
        """Return the columns of every unit, who decided each, the contested provinces and the retreats, as kept."""
        self._be_told()
        return self._answers, self._decided_by, self._contested, self._retreats

    def _be_told(self) -> None:
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


def solved_by(table: OrderTable, solution: Solution) -> Solved:
    """Return the masks of a solution, with what was settled by a rule apart."""
    circle = ruled = failed = own = 0
    own_rule = table.rules["paradox_backup"] if table.rules.settlement is not None else ""
    for paradox in solution.paradoxes:
        forced = paradox.forced_true | paradox.forced_false
        if own_rule and paradox.settled_by == own_rule:
            own |= forced
        elif paradox.kind is ParadoxKind.CIRCULAR_MOVEMENT:
            circle |= forced
        elif paradox.kind is ParadoxKind.CONVOY:
            ruled |= forced
        else:
            failed |= forced
    rule = RULED_BY[table.rules.numbers.paradox_backup]
    return Solved(solution.true, solution.false, circle, ruled, rule, failed, own)


def record_of(table: OrderTable, solution: Solution, before: Position) -> Record:
    """Return the record of a table that is solved; the reasons are worked out when they are first asked for."""
    board, placement = table.board, table.legality.placement
    true, false = solution.true, solution.false
    count, words = len(table.rows), -(-len(board.locations) // WORD)
    answers = [[0] * RECORD_COLUMNS for _ in range(count)]
    if any(table.illegal):
        for unit, number in enumerate(table.order_of):
            illegal = table.illegal[number] if number >= 0 else None
            answers[unit][FAULT] = illegal.number if illegal else 0
    if any(table.void):
        for unit, void in enumerate(table.void):
            answers[unit][VOID] = void
    closed = [0] * len(board.provinces)
    for province in before.closed:
        closed[board.province_number[province]] = OCCUPIED
    dislodged = note_fates(placement, table.does, table.rows, table.live, table.moves, true, answers, closed)
    contested = [0] * words
    note_contested(table.does, table.rows, table.moves, true, false, closed, contested)
    retreats: list[list[int]] = []
    if dislodged:
        retreats = [[0] * words if dislodged >> unit & 1 else [] for unit in range(count)]
        if before.idle:  # rulebook 1982, XIV.3: units in civil disorder are disbanded when dislodged
            dislodged &= ~sum(1 << unit for unit, one in enumerate(table.units) if one.power in before.idle)
        note_retreats(board.tables, table.rules.numbers, placement, dislodged, answers, closed, retreats)
    decided_by = [0] * count

    def tell() -> None:
        groups: defaultdict[int, list[int]] = defaultdict(lambda: [0] * GROUP_COLUMNS)
        note_accounts(table.does, table.rows, solved_by(table, solution), answers, decided_by, groups)

    return Record(answers, decided_by, contested, retreats, solution, tell)
