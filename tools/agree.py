"""Plain and compiled adjudication compared: `python -m tools.agree [--turns 1000000] [--rules NAME …]`.

The movement phases of `standoff crosscheck`'s generator are adjudicated by both, each turn under each rulebook. What is
compared: which orders succeed, the faults, what is void, every reason with its strengths and the orders behind it, the
paradoxes, who is dislodged by whom, the legal retreats, and the contested provinces. With `--lines` the answers to
interchange lines are compared, too, with all reasons and with `--brief`; with `--legal` the legal orders of the
positions of all phases.

`python -m tools.agree --entrances 1000000` compares every entrance through which a turn comes in, under random options
and own rules, on all boards, until so many pairs of turn and entrance are the same (`tools.entrances`).

`python -m tools.agree --games 100000 [--rules NAME …]` compares whole games in arrays with plain play, phase by
phase (`tools.agree_games`); these games are shared out among the rulebooks.
"""

from __future__ import annotations

import gc
import json
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from typing import Any

from standoff.lines.answering import answer_block, answer_lines
from standoff.lines.blocks import LINES_IN_BLOCK
from standoff.lines.canonical import Lines
from standoff.map import Board, PhaseType, load_board
from standoff.map.board import board_names
from standoff.peers.adapters.exchange import request_of, unwritable
from standoff.random_turns import question
from standoff.solver import PRESETS, Rulebook, adjudicate
from standoff.solver.arrays.batch import Batch, adjudicate_batch, encode
from standoff.solver.arrays.compiled import answer_values
from standoff.solver.rules.presets import board_of
from standoff.turn.turn import Turn
from tools.agree_games import GAMES_AT_ONCE, games_differing, positions_differing
from tools.entrances import entrances_compared
from tools.shared import command_line, say, seconds

BLOCK = 5000
"""At most this many questions are compared in one go."""

FEWEST = 50
"""At least this many are."""

Comparison = dict[str, tuple[list[str], Counter[str]]]
"""By rulebook, what differs, and counts of what was compared."""


def differing(batch: Batch, turns: Sequence[Turn], rules: Rulebook) -> tuple[list[Turn], Counter[str]]:
    """Return the turns on which plain and compiled code differ, and counts of what was compared."""
    board = batch.board
    out = adjudicate_batch(batch, rules=rules, threads=1)
    counts = Counter(
        {"turns": len(batch), "units": len(batch.units), "with cyclic components": int((out.how == 1).sum())}
    )
    counts["handed over"] = out.handed_over
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
    """Return a set of locations as arrays have it: plain code has as many words as the board needs."""
    return [*words, 0, 0][:2]


def lines_differing(turns: Sequence[Turn], rules: Rulebook) -> tuple[list[str], Counter[str]]:
    """Return the interchange lines that are not answered alike, to the letter, in a block and one by one."""
    requests = ({"id": n, **request_of(one, rules)} for n, one in enumerate(turns) if unwritable(one, rules) is None)
    lines = [json.dumps(one, ensure_ascii=False) for one in requests]
    counts = Counter({"lines": len(lines)})
    counts["of them looked up"] = sum(len(block) for block in Lines("\n".join(lines).encode()).blocks())
    wrong: list[str] = []
    for brief in (False, True):
        for first in range(0, len(lines), LINES_IN_BLOCK):
            block = lines[first : first + LINES_IN_BLOCK]
            pairs = zip(block, answer_block(block, brief=brief), answer_lines(block, brief=brief), strict=True)
            wrong += [line for line, in_block, alone in pairs if in_block != alone]
    return wrong, counts


def legal_compared(seed: int, first: int, last: int, names: Sequence[str], options: dict[str, str]) -> Comparison:
    """Compare the legal orders of the questions `first` to `last` of a seed, of all phases, under each rulebook."""
    by_rules: Comparison = {}
    for board_name in sorted({board_of(name) for name in names}):
        board = load_board(board_name)
        positions = [question(seed, number, board=board).position for number in range(first, last)]
        for name in names:
            if board_of(name) == board_name:
                by_rules[name] = positions_differing(positions, board, PRESETS[name].with_options(**options))
    return by_rules


def games_compared(seed: int, number: int, name: str, options: dict[str, str], last_year: int) -> Comparison:
    """Compare whole games under a rulebook."""
    board, rules = load_board(board_of(name)), PRESETS[name].with_options(**options)
    return {name: games_differing(number, rules, board, seed=seed, last_year=last_year, legal_every=20)}


@lru_cache(maxsize=2)
def movements(seed: int, first: int, last: int, board: Board) -> list[Turn]:
    """Return the movement phases `first` to before `last` of a seed."""
    return [question(seed, number, board=board, phase=PhaseType.MOVEMENT) for number in range(first, last)]


def compared(
    seed: int, first: int, last: int, names: Sequence[str], options: dict[str, str], lines: bool = False
) -> Comparison:
    """Compare the questions `first` to `last` of a seed under each rulebook, single options set on top.

    With `lines` also as interchange lines.
    """
    by_rules: Comparison = {}
    for board_name in sorted({board_of(name) for name in names}):
        board = load_board(board_name)
        turns = movements(seed, first, last, board)
        batch, left_out = encode(((one.position, one.orders) for one in turns), board=board)
        skip = set(left_out)
        kept = [one for number, one in enumerate(turns) if number not in skip]
        gc.freeze()  # what Numba and the questions brought is not looked through again and again
        for name in names:
            if board_of(name) == board_name:
                rules = PRESETS[name].with_options(**options)
                wrong, counts = differing(batch, kept, rules)
                faulty = [f"{name}: {one.position.units} {one.orders}" for one in wrong]
                if lines:
                    unlike, of_lines = lines_differing(turns, rules)
                    faulty += [f"{name}: {line}" for line in unlike]
                    counts += of_lines
                by_rules[name] = faulty, counts
    gc.unfreeze()
    return by_rules


RULEBOOKS_AT_ONCE = 10
"""Under so many random rulebooks are turns drawn in one go, on one board."""


def every_entrance(seed: int, pairs: int, jobs: int) -> int:
    """Compare all entrances, half of the turns on the standard board; return the exit status."""
    boards = [board for board in board_names() if board != "standard"]
    counts: Counter[str] = Counter()
    differ = number = 0
    with ProcessPoolExecutor(jobs) as pool:
        while counts["pairs"] < pairs:
            tasks: list[Future[tuple[list[str], Counter[str]]]] = []
            for n in range(number, number + 2 * jobs):
                board = "standard" if n % 2 else boards[n // 2 % len(boards)]
                ends = n * RULEBOOKS_AT_ONCE, (n + 1) * RULEBOOKS_AT_ONCE
                tasks.append(pool.submit(entrances_compared, seed, *ends, board))
            number += 2 * jobs
            for task in tasks:
                wrong, compared_now = task.result()
                counts += compared_now
                differ += len(wrong)
                for text in wrong[:3]:
                    print(text, flush=True)
            say(f"{counts['pairs']} pairs")
    for what, count in sorted(counts.items()):
        print(f"{count:9,} {what}")
    print(f"{differ} differ; {seconds():.0f} s")
    return 1 if differ else 0


def main() -> int:
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--turns", type=int, default=1_000_000, help="random turns, each under each rulebook")
    parser.add_argument("--rules", nargs="*", default=list(PRESETS), help="the rulebooks")
    parser.add_argument("--set", nargs="*", default=[], metavar="OPTION=CHOICE", help="options on top of each rulebook")
    parser.add_argument("--lines", action="store_true", help="also as interchange lines, in blocks and one by one")
    parser.add_argument("--legal", action="store_true", help="the legal orders of the positions instead")
    parser.add_argument("--games", type=int, default=0, help="whole games instead, shared out among the rulebooks")
    parser.add_argument("--entrances", type=int, default=0, metavar="PAIRS", help="every entrance instead")
    parser.add_argument("--last-year", type=int, default=1915, help="the last year of a game that nobody wins")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    if given.entrances:
        return every_entrance(given.seed, given.entrances, given.jobs)
    options = dict(entry.split("=", 1) for entry in given.set)
    parts: list[tuple[Any, ...]] = []
    if given.games:
        each = -(-given.games // len(given.rules))
        for n in range(0, each, GAMES_AT_ONCE):
            some = given.seed * 1_000_003 + n, min(GAMES_AT_ONCE, each - n)
            parts += [(games_compared, *some, name, options, given.last_year) for name in given.rules]
    else:
        size = min(BLOCK, max(FEWEST, -(-given.turns // (2 * given.jobs))))
        for first in range(0, given.turns, size):
            some = given.seed, first, min(first + size, given.turns), given.rules, options
            parts.append((legal_compared, *some) if given.legal else (compared, *some, given.lines))
    totals: dict[str, Counter[str]] = {name: Counter() for name in given.rules}
    differ = 0
    with ProcessPoolExecutor(given.jobs) as pool:
        for number, task in enumerate([pool.submit(*part) for part in parts], 1):
            for name, (wrong, counts) in task.result().items():
                totals[name] += counts
                differ += len(wrong)
                for text in wrong[:3]:
                    print(text, flush=True)
            say(f"{number} of {len(parts)} parts")
    for name, counts in totals.items():
        print(f"{name:14} {', '.join(f'{count} {what}' for what, count in counts.items())}")
    print(f"{differ} differ; {seconds():.0f} s")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
