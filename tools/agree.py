"""Compare plain and compiled adjudication: `python -m tools.agree [--turns 1000000] [--rules NAME …]`.

Both adjudicate movement phases of `standoff crosscheck`'s generator, each turn under each rulebook. They must agree on
the orders that succeed, the faults, void orders, every reason with its strengths and the orders behind it, paradoxes,
dislodged units and their attackers, legal retreats, and contested provinces. `--lines` also compares the answers to
interchange lines, with all reasons and with `--brief`; `--legal` compares the legal orders of positions of all phases.

`python -m tools.agree --entrances 1000000` compares every entry point for turns, under random options and house rules,
on all boards, until that many pairs of turn and entry point agree (`tools.entrances`).

`python -m tools.agree --games 100000 [--rules NAME …]` compares whole games in arrays with plain play, phase by
phase (`tools.agree_games`); the rulebooks share these games equally.
"""

from __future__ import annotations

import gc
import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial

from standoff.lines.canonical import Lines
from standoff.map import Board, PhaseType, load_board
from standoff.map.loading import board_names
from standoff.peers.adapters.exchange import request_of, unwritable
from standoff.random_turns import question
from standoff.solver import PRESETS, Rulebook, adjudicate
from standoff.solver.arrays.batch import Batch, adjudicate_batch, encode
from standoff.solver.arrays.compiled import answer_values
from standoff.solver.rules.presets import board_of
from standoff.turn.turn import Turn
from tools.agree_games import GAMES_AT_ONCE, games_differing, positions_differing
from tools.entrances import answered_otherwise_together, entrances_compared
from tools.shared import Compared, command_line, in_blocks

BLOCK = 2000
"""Questions that are compared together."""

Comparison = dict[str, Compared]
"""The outcome of a comparison by rulebook."""


def differing(batch: Batch, turns: Sequence[Turn], rules: Rulebook) -> tuple[list[Turn], Counter[str]]:
    """Return the turns on which plain and compiled code differ, and counts."""
    board = batch.board
    out = adjudicate_batch(batch, rules=rules, threads=1)
    counts = Counter(
        {"turns": len(batch), "units": len(batch.units), "with cyclic components": int((out.how == 1).sum())}
    )
    counts["handed over"] = out.fallback_count
    answers, by, contested = out.answers.tolist(), out.decided_by.tolist(), out.contested.tolist()
    retreats, masks, start = out.retreats.tolist(), out.masks.tolist(), batch.start.tolist()
    wrong: list[Turn] = []
    for turn, one in enumerate(turns):
        result = adjudicate(one.position, one.orders, rules=rules, board=board)
        solution, units = result.solution, slice(start[turn], start[turn + 1])
        rows, decided_by, closed, ways = result.record.arrays()  # every number that either fills in
        if (
            masks[turn] != [solution.true, solution.false]
            or answers[units] != [answer_values(row) for row in rows]
            or by[units] != decided_by
            or contested[turn] != _two_words(closed)
            or (retreats[units] != [_two_words(words) for words in ways] if ways else any(map(any, retreats[units])))
            or out.solution(turn).paradoxes != solution.paradoxes
        ):
            wrong.append(one)
        counts["dislodged units"] += result.record.dislodged.bit_count()
    return wrong, counts


def _two_words(words: Sequence[int]) -> list[int]:
    """Return a set of locations as the two words that arrays have; plain code has as many as the board needs."""
    return [*words, 0, 0][:2]


def lines_differing(turns: Sequence[Turn], rules: Rulebook) -> tuple[list[str], Counter[str]]:
    """Return the interchange lines whose answers in a block and one by one differ in any letter."""
    requests = ({"id": n, **request_of(one, rules)} for n, one in enumerate(turns) if unwritable(one, rules) is None)
    lines = [json.dumps(one, ensure_ascii=False) for one in requests]
    counts = Counter({"lines": len(lines)})
    counts["of them looked up"] = sum(len(block) for block in Lines("\n".join(lines).encode()).blocks())
    return answered_otherwise_together(lines), counts


def legal_compared(seed: int, first: int, last: int, names: Sequence[str]) -> Comparison:
    """Compare the legal orders of the questions `first` to `last` of a seed, of all phases, under each rulebook."""
    by_rules: Comparison = {}
    for name in names:
        positions = [question.position for question in questions_of(seed, first, last, load_board(board_of(name)))]
        by_rules[name] = positions_differing(positions, load_board(board_of(name)), PRESETS[name])
    return by_rules


@lru_cache(maxsize=4)
def questions_of(seed: int, first: int, last: int, board: Board, phase: PhaseType | None = None) -> list[Turn]:
    """Return the questions `first` to before `last` of a seed."""
    return [question(seed, number, board=board, phase=phase) for number in range(first, last)]


def movements(seed: int, first: int, last: int, board: Board) -> list[Turn]:
    """Return the movement phases `first` to before `last` of a seed."""
    return questions_of(seed, first, last, board, PhaseType.MOVEMENT)


def compared(seed: int, first: int, last: int, names: Sequence[str], lines: bool = False) -> Comparison:
    """Compare the questions `first` to `last` of a seed under each rulebook; with `lines` also as interchange lines."""
    by_rules: Comparison = {}
    for board_name in sorted({board_of(name) for name in names}):
        board = load_board(board_name)
        turns = movements(seed, first, last, board)
        batch, left_out = encode(((one.position, one.orders) for one in turns), board=board)
        kept = [one for number, one in enumerate(turns) if number not in left_out]
        gc.freeze()  # what Numba and the questions brought is not looked through again and again
        for name in (name for name in names if board_of(name) == board_name):
            wrong, counts = differing(batch, kept, PRESETS[name])
            faulty = [f"{name}: {one.position.units} {one.orders}" for one in wrong]
            if lines:
                unlike, of_lines = lines_differing(turns, PRESETS[name])
                faulty += [f"{name}: {line}" for line in unlike]
                counts += of_lines
            by_rules[name] = faulty, counts
    gc.unfreeze()
    return by_rules


RULEBOOKS_AT_ONCE = 10
"""Random rulebooks in a block; its turns are on one board."""


def of_turns(given: Namespace, number: int) -> Compared:
    """Compare a block of questions, or their legal orders, under each rulebook."""
    some = given.seed, number * BLOCK, (number + 1) * BLOCK, given.rules
    by_rules = legal_compared(*some) if given.legal else compared(*some, given.lines)
    wrong = [text for texts, _ in by_rules.values() for text in texts]
    counts = {f"{name}: {what}": count for name, (_, of_rules) in by_rules.items() for what, count in of_rules.items()}
    return wrong, Counter(counts | {"questions": BLOCK})


def of_games(given: Namespace, number: int) -> Compared:
    """Compare whole games under one of the rulebooks."""
    rules = PRESETS[given.rules[number % len(given.rules)]]
    seed, board = given.seed * 1_000_003 + number // len(given.rules), load_board(board_of(rules.name))
    return games_differing(GAMES_AT_ONCE, rules, board, seed=seed, last_year=1915, legal_every=20)


def of_entrances(given: Namespace, number: int) -> Compared:
    """Compare all entry points; every other block is on the standard board."""
    boards = [board for board in board_names() if board != "standard"]
    board = "standard" if number % 2 else boards[number // 2 % len(boards)]
    return entrances_compared(given.seed, number * RULEBOOKS_AT_ONCE, (number + 1) * RULEBOOKS_AT_ONCE, board)


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    parser.add_argument("--turns", type=int, default=1_000_000, help="random turns, each under each rulebook")
    parser.add_argument("--rules", nargs="*", default=list(PRESETS), help="the rulebooks")
    parser.add_argument("--lines", action="store_true", help="also compare interchange lines, in blocks and one by one")
    parser.add_argument("--legal", action="store_true", help="compare the legal orders of the positions instead")
    parser.add_argument("--games", type=int, default=0, help="compare whole games instead, shared among the rulebooks")
    parser.add_argument("--entrances", type=int, default=0, metavar="PAIRS", help="compare every entry point instead")
    given = parser.parse_args()
    if given.entrances:
        return in_blocks(partial(of_entrances, given), lambda done: done["pairs"] >= given.entrances, given.jobs)
    if given.games:
        return in_blocks(partial(of_games, given), lambda done: done["whole games"] >= given.games, given.jobs)
    return in_blocks(partial(of_turns, given), lambda done: done["questions"] >= given.turns, given.jobs)


if __name__ == "__main__":
    sys.exit(main())
