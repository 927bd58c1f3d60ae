"""Turns with a property among random ones, for spaces too large to search: each is reduced to a minimal turn."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial

from ..map import Board, PhaseType, load_board
from ..peers import minimize, shape
from ..random_turns import question
from ..turn import Turn
from ..work import Stop, over_blocks
from .abstract import first_appear
from .deciding import Adjudged
from .found import Found, FoundTurn, found
from .properties import Property
from .saved_search import SavedSearch, object_of_turn, turn_in

BLOCK = 50
"""The number of random turns that a process draws at a time."""


def find_among_samples(
    query: Property,
    count: int,
    seed: int,
    *,
    board: Board,
    max_results: int | None,
    jobs: int,
    progress: Callable[[int, int, int], None] | None,
    stop: Stop,
    kept: SavedSearch | None = None,
) -> Found:
    """Draw random movement phases (`docs/crosscheck.md`), and reduce those with a property.

    About a quarter of the `count` questions are retreats and adjustments, which are left out. Different shapes count
    as finds.
    """
    blocks = range(0, count, BLOCK)
    shapes: dict[str, Turn] = {}
    having = questions = movements = done = 0

    def drawn() -> Generator[tuple[int, int, list[Turn]]]:
        """Yield the blocks of an earlier run, then new ones, which are saved."""
        before = kept.steps if kept else []
        for step in before:
            yield step["questions"], step["movements"], [turn_in(one, board) for one in step["found"]]
        work = partial(_Draw, query, seed, count, board.source)
        with closing(over_blocks(work, blocks[len(before) :], jobs=jobs, stop=stop)) as drawn_blocks:
            for block in drawn_blocks:
                if block is None:
                    return
                if kept is not None:
                    step = {"questions": block[0], "movements": block[1], "found": [*map(object_of_turn, block[2])]}
                    new = {shape(one): one for one in reversed(block[2])}
                    kept.keep(step, [find_of(one) for name, one in reversed(new.items()) if name not in shapes])
                yield block

    def find_of(one: Turn) -> FoundTurn:
        own = first_appear([unit.power for unit in one.position.units])
        return FoundTurn(None, Turn(one.position, one.orders, board=board), (own,))

    with closing(drawn()) as parts:
        for drawn_here, movements_here, found_here in parts:
            done += 1
            questions += drawn_here
            movements += movements_here
            having += len(found_here)
            for one in found_here:
                shapes.setdefault(shape(one), one)
            if progress is not None:
                progress(done, len(blocks), len(shapes))
            if max_results is not None and len(shapes) >= max_results:
                break
    smallest = sorted(shapes.items(), key=lambda entry: (len(entry[1].position.units), entry[0]))[:max_results]
    turns = tuple(find_of(one) for _, one in smallest)
    text = f"{movements:,} random movement turns, seed {seed}"
    return found(
        query,
        turns,
        (text, text),
        examined=movements,
        matches=having,
        listed=len(shapes),
        max_results=max_results,
        whole=done == len(blocks),
        not_searched=(
            f"{questions - movements:,} of the {questions:,} questions drawn, which are retreats or adjustments",
        ),
    )


class _Draw:
    """Draws a block of questions, and reduces the turns with the property."""

    def __init__(self, query: Property, seed: int, count: int, board: str, stop: Stop) -> None:
        self.query, self.seed, self.count, self.board, self.stop = query, seed, count, load_board(board), stop

    def has_it(self, turn: Turn) -> bool:
        return turn.type is PhaseType.MOVEMENT and self.query.holds(Adjudged(turn))

    def __call__(self, start: int) -> tuple[int, int, list[Turn]] | None:
        """Return the numbers of questions and movement phases drawn, and the finds; None if the search is stopped."""
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
