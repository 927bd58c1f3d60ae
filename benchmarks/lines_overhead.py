"""A question through the interchange lines against the same asked directly: `python -m benchmarks.lines_overhead`.

The peer is `standoff batch` in a process of its own, as `standoff crosscheck 'lines:standoff batch'` asks it; the same
questions are adjudicated in this process. Both alternate, in rounds; the median counts. Answers must be equal.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

from standoff.peers.adapters import open_peer
from standoff.peers.crosscheck.differences import answer_by, difference
from standoff.random_turns import question

QUESTIONS, ROUNDS, SEED = 500, 7, 1


def main() -> None:
    """Print the time of a question both ways, in microseconds, and the difference."""
    peer = open_peer(f"lines:{sys.executable} -m standoff batch")
    questions = [question(SEED, number) for number in range(QUESTIONS)]
    times: dict[str, list[float]] = {"directly": [], "through the lines": []}
    for number in range(ROUNDS + 1):
        start = perf_counter()
        own = [answer_by(each, peer.rules) for each in questions]
        middle = perf_counter()
        theirs = [peer.answer(each) for each in questions]
        end = perf_counter()
        assert all(difference(*pair) is None for pair in zip(own, theirs, strict=True))
        if number:  # the first round starts the program and fills the caches of both
            times["directly"].append(middle - start)
            times["through the lines"].append(end - middle)
    peer.close()
    per_question = {name: median(seconds) / QUESTIONS * 1e6 for name, seconds in times.items()}
    for name, microseconds in per_question.items():
        print(f"{name}: {microseconds:.0f} us a question (median of {ROUNDS} rounds of {QUESTIONS})")
    print(f"overhead: {per_question['through the lines'] - per_question['directly']:.0f} us")


if __name__ == "__main__":
    main()
