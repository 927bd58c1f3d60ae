"""Turns with a property among random ones, where all of them are too many: each is reduced until nothing can go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..map import Board, PhaseType, load_board
from ..peers import minimize, shape
from ..random_turns import question
from ..turn import Turn
from ..work import Stop, over_blocks
from .abstract import first_appear
from .deciding import Adjudged
from .found import Found, FoundTurn, ended
from .properties import Property

BLOCK = 50
"""How many random turns a process draws at a time."""


def find_among_samples(
    wanted: Property,
    count: int,
    seed: int,
    *,
    board: Board,
    first: int | None,
    jobs: int,
    progress: Callable[[int, int, int], None] | None,
    stop: Stop,
) -> Found:
    """Draw random movement phases (`docs/generator.md`), and reduce those with a property.

    About a quarter of the `count` questions are retreats and adjustments, which are left out. Different shapes count
    as finds.
    """
    blocks = range(0, count, BLOCK)
    shapes: dict[str, Turn] = {}
    having = questions = movements = done = 0
    for drawn in over_blocks(partial(_Draw, wanted, seed, count, board.source), blocks, jobs=jobs, stop=stop):
        if drawn is None:
            continue
        done += 1
        drawn_here, movements_here, found_here = drawn
        questions += drawn_here
        movements += movements_here
        having += len(found_here)
        for one in found_here:
            shapes.setdefault(shape(one), one)
        if progress is not None:
            progress(done, len(blocks), len(shapes))
        if first is not None and len(shapes) >= first:
            stop.set()
    smallest = sorted(shapes.items(), key=lambda entry: (len(entry[1].position.units), entry[0]))[:first]
    turns = tuple(
        FoundTurn(
            None,
            Turn(one.position, one.orders, board=board),
            (first_appear([unit.power for unit in one.position.units]),),
        )
        for _, one in smallest
    )
    complete, stopped_after = ended(len(shapes), first, whole=done == len(blocks))
    return Found(
        wanted,
        turns,
        f"{movements:,} random movement turns, seed {seed}",
        0,
        movements,
        having,
        complete,
        outside=(f"{questions - movements:,} of the {questions:,} questions drawn, which are retreats or adjustments",),
        first=stopped_after,
        known=len(shapes),
    )


class _Draw:
    """Draws a block of questions, and reduces those with the property."""

    def __init__(self, wanted: Property, seed: int, count: int, board: str, stop: Stop) -> None:
        self.wanted, self.seed, self.count, self.board, self.stop = wanted, seed, count, load_board(board), stop

    def has_it(self, turn: Turn) -> bool:
        return turn.type is PhaseType.MOVEMENT and self.wanted.holds(Adjudged(turn))

    def __call__(self, start: int) -> tuple[int, int, list[Turn]] | None:
        """Return how many questions and movement phases were drawn, and the finds; None if the search is ended."""
        finds: list[Turn] = []
        movements = 0
        for number in range(start, min(start + BLOCK, self.count)):
            if self.stop.is_set():
                return None
            one = question(self.seed, number, board=self.board)
            movements += one.type is PhaseType.MOVEMENT
            if self.has_it(one):
                finds.append(minimize(one, self.has_it))
        return min(BLOCK, self.count - start), movements, finds
