"""Waiting times of a user: starting, reading, drawing, a question as a line: `python -m benchmarks.small`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

from benchmarks.compare import movements_of, request_lines
from benchmarks.measuring import BenchmarkError, Options, Row, Section, command_line, repeated
from standoff import draw, read, starting_position
from standoff.peers.adapters import open_peer
from standoff.peers.comparing.judgement import answer_by
from standoff.random_turns import question
from standoff.solver import adjudicate, rulebook
from standoff.text import read_order, write_order

TURN = str(Path(__file__).parents[1] / "cases" / "turns" / "fall-1906.txt")
QUESTIONS, QUICK_QUESTIONS = 100, 8
LINES = 300


def starting(lines: Path) -> list[Row]:
    """Return the rows of programs that are started."""
    programs = {
        "python alone": ["-c", "pass"],
        "import standoff.solver": ["-c", "import standoff.solver"],
        "standoff --version": ["-m", "standoff", "--version"],
        "standoff adjudicate, 34 units": ["-m", "standoff", "adjudicate", TURN],
        "import standoff.solver.arrays.batch": ["-c", "import standoff.solver.arrays.batch"],
        f"standoff batch, {LINES} lines": ["-m", "standoff", "batch", str(lines)],
    }

    def start(arguments: list[str]) -> None:
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            raise BenchmarkError(f"python {' '.join(arguments)} ended with status {done.returncode}: {done.stderr}")

    return [Row(name, partial(start, arguments)) for name, arguments in programs.items()]


def reading() -> list[Row]:
    """Return a function that reads 34 orders, each time with different blanks, so that no cache is used."""
    turn, blanks = read(TURN), count(2)

    def orders(texts: list[tuple[str, str]]) -> None:
        blank = " " * next(blanks)
        for text, power in texts:
            read_order(text.replace(" ", blank), power, turn.board)

    short = [(str(order), order.power) for order in turn.orders]
    long = [(write_order(order, turn.board, "datc"), order.power) for order in turn.orders]
    return [
        Row("34 orders read, short", lambda: orders(short)),
        Row("34 orders read, as in the DATC", lambda: orders(long)),
        Row("the same turn adjudicated", lambda: adjudicate(turn.position, turn.orders)),
    ]


def drawing() -> list[Row]:
    """Return functions that each draw a picture."""
    fall, paradox, pandin = read(TURN).adjudicate(), read("6.F.14").resolutions(), read("6.F.24").compare()
    pictures: dict[str, Callable[[], object]] = {
        "drawn: the starting position": lambda: draw(starting_position()),
        "drawn: 34 units, orders and outcomes": lambda: draw(fall),
        "drawn: the same, causes of one order": lambda: draw(fall, order="A SER - RUM"),
        "drawn: two resolutions of four units": lambda: draw(paradox),
        "drawn: rulebooks compared, six outcomes": lambda: draw(pandin),
    }
    return [Row(name, picture) for name, picture in pictures.items()]


def sections(options: Options) -> Iterator[Section]:
    """Yield the waiting times of a user.

    Raises:
        BenchmarkError: A program fails, or a question has another answer as a line.
    """
    peer = open_peer(f"lines:{sys.executable} -m standoff batch")
    questions = [question(1, number) for number in range(options.of(QUESTIONS, QUICK_QUESTIONS))]
    for asked in questions:
        direct, through = answer_by(asked, peer.rules), peer.answer(asked)
        if (direct.units, direct.dislodged, direct.success) != (through.units, through.dislodged, through.success):
            raise BenchmarkError(f"answered otherwise through the lines: {peer.request_text(asked)}")
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder, "lines.jsonl")
        turns = movements_of("greedy", options)
        lines.write_text("".join(f"{text}\n" for text in repeated(request_lines(turns, rulebook()), LINES)))
        rows = [
            *starting(lines),
            *reading(),
            *drawing(),
            Row("a question, asked directly", lambda: [answer_by(q, peer.rules) for q in questions], len(questions)),
            Row("a question, through the lines", lambda: [peer.answer(q) for q in questions], len(questions)),
        ]
        yield Section("small", "what a user waits for", "task", rows, compared=False, close=peer.close)


if __name__ == "__main__":
    command_line(__doc__, "benchmarks.small", [sections])
