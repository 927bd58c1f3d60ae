"""Large synthetic boards, and turns on them whose outcome is known."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import networkx
import pytest

from standoff.map import Board, load_board
from standoff.map.loading import allow_boards
from standoff.solver import Move, MovementResult, adjudicate
from standoff.solver.law import searching
from standoff.solver.law.records import Row
from standoff.solver.law.searching import deciding, is_circle
from standoff.solver.results.results import MOST_NAMED
from standoff.turn.codec import turn_object
from tests.helpers.boards import FAMILIES, Family, KnownTurn
from tests.helpers.command import run
from tests.helpers.lines import answer_block, answer_lines
from tests.helpers.paths import written

FAMILY = {family.name: family for family in FAMILIES}
SMALL, LARGE = 14, 300

families = pytest.mark.parametrize("family", FAMILIES, ids=[family.name for family in FAMILIES])


@cache
def laid_out(family: Family, size: int) -> tuple[Board, KnownTurn]:
    return Board(family.board(size)), family.lay(size)


@cache
def settled(family: Family, size: int) -> tuple[KnownTurn, MovementResult]:
    board, layout = laid_out(family, size)
    return layout, adjudicate(layout.position, layout.orders, board=board)


@pytest.mark.slow
@families
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_outcomes(family: Family, size: int) -> None:
    layout, result = settled(family, size)
    assert not layout.faults(result)
    assert len(result) == len(layout.orders) == len(layout.position.units)


@pytest.mark.parametrize("seed", range(60))
def test_without_the_deciding_orders_no_circle_is_left(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, orders = Random(seed), 7
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    for number in range(orders):  # strongly connected
        graph.add_edge(number, (number + 1) % orders)
    for _ in range(seed % 6):
        graph.add_edge(chance.randrange(orders), chance.randrange(orders))
    rests = {order: sum(1 << other for other in graph.successors(order)) for order in graph}
    monkeypatch.setattr(searching, "rests_on", lambda rows, order: rests[order])
    rows, component = [Row()] * orders, (1 << orders) - 1
    assert is_circle(rows, component) is (graph.number_of_edges() == orders)
    decisive = deciding(rows, component)
    assert decisive
    assert networkx.is_directed_acyclic_graph(graph.subgraph([order for order in graph if not decisive >> order & 1]))
    if seed % 6 == 0:
        assert decisive == 1


def test_beyond_its_limit_a_component_is_no_result_but_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One order tried both ways is enough for a circle of movement, however long."""
    layout, board = FAMILY["circle"].lay(30), written(tmp_path / "board.json", FAMILY["circle"].board(30))
    allow_boards([board])
    turn = turn_object(layout.position, [(order.power, str(order)) for order in layout.orders], board)
    heads = "".join(f"{power}: {', '.join(orders)}\n" for power, orders in turn["orders"].items())
    for most in (1, 0):
        monkeypatch.setattr(searching, "MOST_TRIED", most)
        ((answer, good),) = answer_lines([json.dumps(turn)])
        result = run("adjudicate", "--map", board, "-", stdin=heads)
        assert good is bool(most)
        assert result.exit_code == (0 if most else 2)
    words = "orders depend on each other in too many circles to be searched for resolutions"
    assert words in json.loads(answer)["error"]
    assert f"standoff: {words}" in result.output


def test_of_many_causes_the_first_are_named_and_the_others_counted() -> None:
    """Each of 40 armies that cross to one port is stopped by the 39 others."""
    layout, result = settled(FAMILY["rivals"], 80)
    armies = [order_result for order_result in result if isinstance(order_result.order, Move)]
    assert [len(order_result.by) + order_result.more for order_result in armies] == [39] * 40
    for order_result in armies:
        moves = {order.unit.place: order for order in layout.orders if isinstance(order, Move)}
        places = [unit.location for unit in layout.position.units]
        others = [moves[place] for place in places if place in moves and moves[place] != order_result.order]
        assert list(order_result.by) == others[:MOST_NAMED]
        assert order_result.text.endswith(
            f"{order_result.by[-1]} ({order_result.by[-1].power.capitalize()}); and 15 more"
        )


@pytest.mark.slow
def test_many_causes_are_told_alike_by_lines(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    from standoff.lines.canonical import Lines

    file = written(tmp_path / "harbor.json", FAMILY["rivals"].board(60))
    layout = FAMILY["rivals"].lay(60)
    powers = list(load_board(file).powers)
    units = sorted(layout.position.units, key=lambda unit: powers.index(unit.power))
    position = replace(layout.position, units=tuple(units))
    turn = turn_object(position, ((order.power, str(order)) for order in layout.orders), file)
    line = json.dumps(turn)
    assert [len(block) for block in Lines(line.encode()).blocks()] == [1]
    ((answer, _),) = answer_lines([line])
    assert "; and 5 more" in answer
    assert answer_block([line]) == [(answer, True)]
