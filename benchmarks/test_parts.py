"""The parts of standoff, each by itself, over 1000 turns: `pytest benchmarks` (needs pytest-benchmark).

Every time in the table is that of 1000 turns, so that milliseconds there are microseconds a turn. Objects that
remember what they found once are made anew for each round, outside of the time measured.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from benchmarks.compare import Turn, movements_of
from standoff.cases.reading import read_cases
from standoff.lines.answering import answer_line
from standoff.map import PhaseType, load_board
from standoff.random_turns import questions
from standoff.solver import MovementResult, adjudicate, adjudicate_retreats, explain
from standoff.solver.law.equations import propagate
from standoff.solver.plain.order_table import OrderTable as Table
from standoff.solver.plain.own_table import table_of
from standoff.solver.plain.paradox import Solution, solve
from standoff.text.reading import read_order
from standoff.turn.codec import turn_object

pytest.importorskip("pytest_benchmark")

BOARD = load_board()
TURNS = 1000
ROUNDS = 7

Benchmark = Any  # the fixture has no type of its own


@cache
def turns_of(kind: str) -> tuple[Turn, ...]:
    if kind != "tangled":
        return tuple(movements_of(kind, 1, TURNS))
    tangled = questions(1, phase=PhaseType.MOVEMENT, profile=kind)
    return tuple((turn.position, list(turn.orders)) for turn in islice(tangled, TURNS))


@pytest.fixture(params=["greedy", "random", "tangled"], scope="module")
def turns(request: pytest.FixtureRequest) -> tuple[Turn, ...]:
    return turns_of(request.param)


def tables(turns: Sequence[Turn]) -> list[Table]:
    return [table_of(BOARD, position, orders) for position, orders in turns]


def results(turns: Sequence[Turn]) -> list[MovementResult]:
    return [adjudicate(position, orders) for position, orders in turns]


def over(benchmark: Benchmark, function: Callable[[Any], Any], fresh: Callable[[], Sequence[Any]]) -> list[Any]:
    """Measure `function` over all of what `fresh` makes for each round; return what it gives for another round of it.

    In the rounds measured nothing is kept, as in a long run.
    """

    def run(items: Sequence[Any]) -> None:
        for item in items:
            function(item)

    benchmark.pedantic(run, setup=lambda: ((fresh(),), {}), rounds=ROUNDS, warmup_rounds=1)
    return [function(item) for item in fresh()]


def test_position_check(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    over(benchmark, lambda turn: turn[0].check(BOARD), lambda: turns)


def test_turn(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    """From orders to the table of the equations: legality and matching."""
    order_tables = over(benchmark, lambda turn: table_of(BOARD, turn[0], turn[1]), lambda: turns)
    assert sum(table.moves.bit_count() for table in order_tables) > TURNS


def test_propagate(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    order_tables = tables(turns)
    decisions = over(benchmark, lambda table: propagate(table.rows, table.live, 0, 0), lambda: order_tables)
    decided = sum((true | false) == table.live for table, (true, false) in zip(order_tables, decisions, strict=True))
    assert decided > 0.9 * TURNS


def test_solve(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    order_tables = tables(turns)
    solutions: list[Solution] = over(benchmark, solve, lambda: order_tables)
    assert all((s.true | s.false) == table.live for table, s in zip(order_tables, solutions, strict=True))


def test_adjudicate(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    over(benchmark, lambda turn: adjudicate(turn[0], turn[1]), lambda: turns)


def test_listing_results(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    """The result of every order, with its reason."""
    order_results = over(benchmark, list, lambda: results(turns))
    assert sum(map(len, order_results)) == sum(len(orders) for _, orders in turns)


def test_position_after(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    over(benchmark, lambda result: result.after, lambda: results(turns))


def test_legal_retreats(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    """Where dislodged units may go, the position after the phase included."""
    retreats = over(benchmark, lambda result: result.retreats, lambda: results(turns))
    assert any(retreats)


def test_retreat_phase(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    """A retreat phase without orders: everybody disbands."""
    after = [result.after for result in results(turns)]
    retreat_results = over(benchmark, lambda position: adjudicate_retreats(position, ()), lambda: after)
    assert sum(map(len, retreat_results)) == sum(len(position.dislodged) for position in after)


def test_explaining_one_order(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    explanations = over(benchmark, lambda result: explain(result)[result.orders[0]], lambda: results(turns))
    assert len(explanations) == TURNS


def test_reading_34_orders(benchmark: Benchmark) -> None:
    """Orders that were not read before: each round adds another blank to them."""
    path = Path(__file__).parents[1] / "cases" / "turns" / "fall-1906.txt"
    (case,) = read_cases(path.read_text(encoding="utf-8"), path.name)
    order_texts = [(str(w.order), w.order.power) for w in case.phases[0].orders]
    assert len(order_texts) == 34
    blanks = iter(range(2, 10_000))

    def fresh() -> list[tuple[str, str]]:
        blank = " " * next(blanks)
        return [(text.replace(" ", blank), power) for text, power in order_texts]

    orders = over(benchmark, lambda pair: read_order(pair[0], pair[1], BOARD), fresh)
    assert [str(order) for order in orders] == [text for text, _ in order_texts]


def test_interchange_line(benchmark: Benchmark, turns: tuple[Turn, ...]) -> None:
    """From a line to the answer; orders that were read before are remembered, as in a long run."""
    lines = [
        json.dumps(turn_object(position, ((order.power, str(order)) for order in orders))) for position, orders in turns
    ]
    answers = over(benchmark, answer_line, lambda: lines)
    assert all(good for _, good in answers)
