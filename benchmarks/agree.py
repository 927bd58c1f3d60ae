"""Plain and compiled adjudication compared: `python -m benchmarks.agree [--turns 1000000] [--rules NAME …]`.

The movement phases of `standoff crosscheck`'s generator are adjudicated by both, under each rulebook. What is compared:
which orders succeed, why, who is dislodged by whom, the legal retreats, and the contested provinces.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

from standoff.cases.crosscheck.generator import questions
from standoff.cases.peers.peer import Question
from standoff.map import Board, PhaseType, load_board
from standoff.solver import PRESETS, Rulebook, adjudicate
from standoff.solver.batch import Outcomes, adjudicate_batch, encode
from standoff.solver.rulebook import board_of

BLOCK = 2000


def movements(seed: int, board: Board) -> Iterator[Question]:
    return (question for question in questions(seed, board=board) if question.type is PhaseType.MOVEMENT)


def differing(asked: list[Question], rules: Rulebook, board: Board) -> tuple[list[Question], Counter[str]]:
    """Return the turns on which plain and compiled code differ, and counts of what was compared."""
    batch, left_out = encode(((question.position, question.orders) for question in asked), rules=rules, board=board)
    out = adjudicate_batch(batch, rules=rules, threads=1)
    skip = set(left_out)
    kept = [question for number, question in enumerate(asked) if number not in skip]
    counts: Counter[str] = Counter({"turns": len(batch), "not in arrays": len(left_out)})
    counts["with cyclic components"] = int((out.how == 1).sum())
    counts["handed over"] = out.handed_over
    return [
        question for turn, question in enumerate(kept) if not equal(out, turn, question, rules, board, counts)
    ], counts


def equal(out: Outcomes, turn: int, question: Question, rules: Rulebook, board: Board, counts: Counter[str]) -> bool:
    result = adjudicate(question.position, question.orders, rules=rules, board=board)
    table, solution = result.turn, result.solution
    units = range(len(table.rows))
    attackers = [result.attacker(unit) for unit in units]
    retreats = {unit: result.retreats[question.position.units[unit].province] for unit in units if attackers[unit] >= 0}
    faults = [table.illegal[number] if number >= 0 else None for number in table.order_of]
    counts["units"] += len(table.rows)
    counts["dislodged"] += len(retreats)
    return (
        out.masks[turn].tolist() == [solution.true, solution.false]
        and out.attackers(turn) == attackers
        and out.faults(turn) == faults
        and out.voids(turn) == table.void
        and out.accounts(turn) == [result.account(unit) for unit in units]
        and out.contested_provinces(turn) == result.after.contested
        and out.legal_retreats(turn) == retreats
    )


def compared(name: str, seed: int, turns: int) -> tuple[list[str], Counter[str]]:
    """Compare `turns` random turns of a seed under the rulebook `name`."""
    rules, board = PRESETS[name], load_board(board_of(name))
    asked = movements(seed, board)
    gc.freeze()  # what Numba brought is not looked through again and again
    found, total = list[str](), Counter[str]()
    while turns > 0:
        bad, counts = differing(list(islice(asked, min(turns, BLOCK))), rules, board)
        found.extend(f"{name}: {question.position.units} {question.orders}" for question in bad)
        total += counts
        turns -= BLOCK
    return found, total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1_000_000, help="random turns, for each rulebook")
    parser.add_argument("--rules", nargs="*", default=list(PRESETS), help="the rulebooks")
    parser.add_argument("--jobs", type=int, default=1, help="how many rulebooks at once")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    status = 0
    with ProcessPoolExecutor(given.jobs) as pool:
        began = time.perf_counter()
        tasks = {name: pool.submit(compared, name, given.seed, given.turns) for name in given.rules}
        for name, task in tasks.items():
            bad, counts = task.result()
            print(f"{name:14} {', '.join(f'{count} {what}' for what, count in counts.items())}; {len(bad)} differ")
            for text in bad[:5]:
                print("  ", text)
            sys.stdout.flush()
            status = 1 if bad else status
        print(f"{time.perf_counter() - began:.0f} s")
    return status


if __name__ == "__main__":
    sys.exit(main())
