"""What a user waits for: starting, reading orders, drawing, a question through the lines: `python -m benchmarks.small`.

Each line is the median of several rounds, in which everything takes turns.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import count
from statistics import median
from time import perf_counter

from standoff import draw, read, starting_position
from standoff.peers.adapters import open_peer
from standoff.peers.comparing.judging import answer_by
from standoff.random_turns import question
from standoff.text import read_order, write_order

TURN = "cases/turns/fall-1906.txt"
ROUNDS, QUESTIONS = 15, 100


def starting() -> dict[str, Callable[[], object]]:
    """Return what starts a program each."""
    programs = {
        "python alone": ["-c", "pass"],
        "import standoff.solver": ["-c", "import standoff.solver"],
        "standoff --version": ["-m", "standoff", "--version"],
        "standoff adjudicate, 34 units": ["-m", "standoff", "adjudicate", TURN],
        "import standoff.solver.arrays.batch": ["-c", "import standoff.solver.arrays.batch"],
    }

    def start(arguments: list[str]) -> object:
        return subprocess.run([sys.executable, *arguments], capture_output=True, check=True)

    return {name: lambda arguments=arguments: start(arguments) for name, arguments in programs.items()}


def reading() -> dict[str, Callable[[], object]]:
    """Return what reads 34 orders, each time with another run of blanks in them, so that no cache of them helps."""
    turn, blanks = read(TURN), count(2)

    def orders(texts: list[tuple[str, str]]) -> None:
        blank = " " * next(blanks)
        for text, power in texts:
            read_order(text.replace(" ", blank), power, turn.board)

    short = [(str(order), order.power) for order in turn.orders]
    long = [(write_order(order, turn.board, "datc"), order.power) for order in turn.orders]
    return {"34 orders read, short": lambda: orders(short), "34 orders read, as in the DATC": lambda: orders(long)}


def drawing() -> dict[str, Callable[[], object]]:
    """Return what draws a picture each."""
    fall, paradox, pandin = read(TURN).adjudicate(), read("6.F.14").resolutions(), read("6.F.24").compare()
    return {
        "drawn: the starting position": lambda: draw(starting_position()),
        "drawn: 34 units, orders and outcomes": lambda: draw(fall),
        "drawn: the same, causes of one order": lambda: draw(fall, order="A SER - RUM"),
        "drawn: two resolutions of four units": lambda: draw(paradox),
        "drawn: rulebooks compared, six outcomes": lambda: draw(pandin),
    }


def main() -> None:
    """Print the medians in milliseconds."""
    peer = open_peer(f"lines:{sys.executable} -m standoff batch")
    questions = [question(1, number) for number in range(QUESTIONS)]
    tasks = {
        **starting(),
        **reading(),
        **drawing(),
        f"{QUESTIONS} questions, asked directly": lambda: [answer_by(each, peer.rules) for each in questions],
        f"{QUESTIONS} questions, through the lines": lambda: [peer.answer(each) for each in questions],
    }
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            began = perf_counter()
            task()
            seconds[name].append(perf_counter() - began)
    peer.close()
    for name, taken in seconds.items():
        print(f"{name:42} {median(taken) * 1e3:8.2f} ms")


if __name__ == "__main__":
    main()
