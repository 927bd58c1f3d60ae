"""Large synthetic boards, and the turns that are made to measure with: outcomes only, no times."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import networkx
import pytest

from standoff.lines.answering import answer_block, answer_lines
from standoff.map import Board, load_board
from standoff.map.board import allow_boards
from standoff.map.masks import bits
from standoff.solver import Move, MovementResult, ParadoxKind, Reason, adjudicate
from standoff.solver.law import accounts, searching
from standoff.solver.law.records import Row, Rows
from standoff.solver.law.searching import deciding, is_circle
from standoff.solver.plain.search import smallest_clash
from standoff.solver.results.results import MOST_NAMED
from standoff.turn.codec import turn_object
from tests.helpers import boards
from tests.helpers.boards import FAMILIES, Family, KnownTurn
from tests.helpers.command import run
from tests.helpers.paths import written

FAMILY = {family.name: family for family in FAMILIES}
SMALL, LARGE = 14, 300
# what still grows faster than its turn is kept smaller
LARGE_OF = {"full sea, mixed": 60}

families = pytest.mark.parametrize("family", FAMILIES, ids=[family.name for family in FAMILIES])


@cache
def laid_out(family: Family, size: int) -> tuple[Board, KnownTurn]:
    return Board(family.board(size)), family.lay(size)


@cache
def settled(family: Family, size: int) -> tuple[KnownTurn, MovementResult]:
    board, layout = laid_out(family, size)
    return layout, adjudicate(layout.position, layout.orders, board=board)


def results_of(result: MovementResult) -> dict[str, tuple[object, ...]]:
    """What became of each order, whatever the units' numbers."""
    return {
        # which of too many causes are named depends on the order of the units
        str(order_result.order): (
            *(
                order_result.success,
                order_result.outcome,
                order_result.reason,
                order_result.strengths,
                order_result.rule,
            ),
            len(order_result.by) + order_result.more if order_result.more else frozenset(order_result.by),
        )
        for order_result in result
    }


def paradoxes_of(result: MovementResult) -> set[tuple[object, ...]]:
    def orders(mask: int) -> frozenset[str]:
        return frozenset(str(result.order_of(unit)) for unit in bits(mask))

    return {(p.kind, orders(p.orders), orders(p.core), p.settled_by) for p in result.solution.paradoxes}


@pytest.mark.slow
@families
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_outcomes(family: Family, size: int) -> None:
    layout, result = settled(family, LARGE_OF.get(family.name, size) if size == LARGE else size)
    assert not layout.faults(result)
    assert len(result) == len(layout.orders) == len(layout.position.units)


@pytest.mark.slow
@families
def test_the_order_of_units_and_orders_does_not_matter(family: Family) -> None:
    board, layout = laid_out(family, LARGE_OF.get(family.name, LARGE))
    random = Random(7)
    units, orders = list(layout.position.units), list(layout.orders)
    random.shuffle(units)
    random.shuffle(orders)
    _, result = settled(family, LARGE_OF.get(family.name, LARGE))
    other = adjudicate(replace(layout.position, units=tuple(units)), orders, board=board)
    assert results_of(result) == results_of(other)
    assert paradoxes_of(result) == paradoxes_of(other)
    assert set(result.after.units) == set(other.after.units)
    assert result.after.contested == other.after.contested
    assert set(result.after.dislodged) == set(other.after.dislodged)


@families
def test_a_wrong_outcome_is_noticed(family: Family) -> None:
    layout, result = settled(family, SMALL)
    for number, right in enumerate(layout.succeeds):
        if right is not None:
            wrong = list(layout.succeeds)
            wrong[number] = not right
            assert len(replace(layout, succeeds=tuple(wrong)).faults(result)) == 1
    if layout.paradoxes is not None:
        assert replace(layout, paradoxes=layout.paradoxes + 1).faults(result)
    solution = result.solution
    for unit in bits(result.table.live):
        if not any((p.forced_true | p.forced_false | p.orders) >> unit & 1 for p in solution.paradoxes):
            turned = replace(solution, true=solution.true ^ 1 << unit, false=solution.false ^ 1 << unit)
            assert boards.contradictions(MovementResult(result.table, layout.position, turned))


def test_what_the_paradoxes_are() -> None:
    expected = {
        "circle": (ParadoxKind.CIRCULAR_MOVEMENT, {2}),
        "circles": (ParadoxKind.CIRCULAR_MOVEMENT, {2}),
        "paradoxes": (ParadoxKind.CONVOY, {0, 2}),
        "convoy circle": (ParadoxKind.CONVOY, {2}),
        "convoy circle, odd": (ParadoxKind.CONVOY, {0}),
    }
    for name, (kind, counts) in expected.items():
        paradoxes = settled(FAMILY[name], LARGE)[1].solution.paradoxes
        assert {paradox.kind for paradox in paradoxes} == {kind}
        assert {len(paradox.resolutions) for paradox in paradoxes} == counts


@pytest.mark.parametrize("name", ["convoy circle", "convoy circle, odd"])
def test_the_component_grows_with_the_circle(name: str) -> None:
    sizes: list[int] = []
    for size in (12, 20):
        (paradox,) = settled(FAMILY[name], size)[1].solution.paradoxes
        sizes.append(paradox.orders.bit_count())
    assert sizes[1] - sizes[0] == 2 * 3  # a fleet, a support and an attack for each sea more


def test_of_a_blocked_chain_each_move_is_looked_at_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stops its head stops all of them, and is looked for once."""
    board, layout = laid_out(FAMILY["chain, bouncing"], LARGE)
    looked_at: list[int] = []

    def is_blocked(rows: Rows, move: int, true: int, false: int, groups: accounts.Groups) -> bool:
        looked_at.append(move)
        return blocked(rows, move, true, false, groups)

    blocked = accounts.is_blocked
    monkeypatch.setattr(accounts, "is_blocked", is_blocked)
    order_results = list(adjudicate(layout.position, layout.orders, board=board))
    assert sum(order_result.reason is Reason.BLOCKED for order_result in order_results) > LARGE // 2
    assert len(order_results) / 2 < len(looked_at) <= 2 * len(order_results)


def test_the_core_of_a_single_circle_is_all_of_it() -> None:
    _, result = settled(FAMILY["convoy circle, odd"], 40)
    ((component, paradox),) = ((one, one.paradox) for one in result.solution.components)
    assert is_circle(result.table.rows, component.orders)
    clash = smallest_clash(result.table.rows, component.orders, component.true, component.false)
    assert paradox is not None
    assert clash == component.orders == paradox.core


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


def test_a_longer_chain_stops_with_its_head() -> None:
    board, layout = laid_out(FAMILY["chain"], LARGE)
    moving = {order.unit.place for order in layout.orders}
    (free,) = {order.destination for order in layout.orders} - moving  # where the head goes
    result = adjudicate(replace(layout.position, closed=frozenset({free})), layout.orders, board=board)
    succeeded = [order_result.order for order_result in result if order_result.success]
    assert not succeeded


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


# -- boards ---------------------------------------------------------------------------------------------------------


def test_a_grid() -> None:
    board = Board(boards.grid(5, 4))
    assert len(board.provinces) == 20
    assert len(board.army_edges) == 4 * 4 + 5 * 3
    assert {p.kind for p in board.provinces} == {"inland"}
    corner, middle = (board.army_reach[board.province_number[boards.land(*at)]] for at in ((0, 0), (2, 2)))
    assert (corner.bit_count(), middle.bit_count()) == (2, 4)


@pytest.mark.parametrize("round_world", [False, True])
def test_an_archipelago(round_world: bool) -> None:
    board = Board(boards.archipelago(4, 3, islands=2, round_world=round_world))
    straits = (4 if round_world else 3) * 3
    assert board.seas.bit_count() == 12
    assert board.coastal.bit_count() == 2 * 12 + straits
    reach = {p.id: board.around[n] for n, p in enumerate(board.provinces)}
    assert reach[boards.strait(0, 1)].bit_count() == 2
    assert reach[boards.island(1, 0, 1)].bit_count() == 1
    first = board.province_number[boards.sea(0, 1)]
    assert bool(reach[boards.sea(3, 1)] >> first & 1) is round_world
    assert not board.army_edges


def test_the_data_are_those_of_a_board_file(tmp_path: Path) -> None:
    board = load_board(written(tmp_path / "archipelago.json", boards.archipelago(3, 2)))
    assert board.name == "archipelago 3 x 2"
    layout = boards.paradoxes(10)
    assert not layout.faults(adjudicate(layout.position, layout.orders, board=board))


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
