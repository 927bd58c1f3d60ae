"""Orders of which it cannot be told whether a convoy needs them: too many ways lead over the fleets at sea.

They count as legal wherever it is asked: one turn, many in arrays, lines, and lists of legal orders, which all are
complete. The search for a route is hard on arbitrary boards (research/theory.md), so it gives up at some point.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

from standoff import Turn
from standoff.env.games import Games
from standoff.map import ARMY, FLEET, Board, Position, Unit, routes
from standoff.map.loading import allow_boards
from standoff.solver import Convoy, Move, Order, UnitName, adjudicate, legal_by_place
from standoff.solver.arrays.batch import FALLBACK, adjudicate_batch, encode, results_of
from tests.helpers.boards import archipelago
from tests.helpers.lines import answer_block, answer_lines
from tests.helpers.paths import written

HERE, THERE, CORNER = "I1Y1N0", "I6Y5N0", "S7Y6"
"""Two islands in a grid of seas, and a sea over which so many ways lead from one to the other that the search for one
without superfluous fleets gives up."""


@cache
def grid_data() -> dict[str, Any]:
    """Return a board of eight times seven seas, with two islands."""
    board: dict[str, Any] = archipelago(8, 7, islands=1)
    islands = {place for place, of in board["provinces"].items() if of["kind"] == "coastal"} - {HERE, THERE}
    for place in islands:
        del board["provinces"][place]
    board["fleet"] = {
        place: " ".join(near for near in beside.split() if near not in islands)
        for place, beside in board["fleet"].items()
        if place not in islands
    }
    return board


@cache
def grid() -> tuple[Board, Position]:
    """Return that board with a fleet in each sea, and an army on one of the islands."""
    board = Board(grid_data())
    fleets = [Unit(FLEET, place.id, "AMBER") for place in board.provinces if place.kind == "sea"]
    return board, Position(units=(*fleets, Unit(ARMY, HERE, "AMBER")))


ARMY_HERE = UnitName(HERE, ARMY)
CONVOY = Convoy("AMBER", UnitName(CORNER, FLEET), ARMY_HERE, THERE)
ORDERS: tuple[Order, ...] = (Move("AMBER", ARMY_HERE, THERE), CONVOY)


@pytest.mark.slow
def test_one_turn_and_many_in_arrays_and_lines_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "MOST_STEPS", 500)  # compiled code goes on as long as it does; plain code is slow
    board, position = grid()
    result = adjudicate(position, ORDERS, board=board)
    assert result.undecided == (CONVOY,)
    # the corner alone is no route, and nobody attacks it; the other fleets hold
    assert [str(one.order) for one in result if not one.success] == [str(ORDERS[0])]
    (same,) = results_of([(position, ORDERS)], board=board)
    assert (list(same), same.undecided) == (list(result), (CONVOY,))
    batch, _ = encode([(position, ORDERS), (position, ORDERS[:1])], board=board)
    outcomes = adjudicate_batch(batch)
    assert (outcomes.how == FALLBACK).tolist() == [True, False]
    units = position.units
    assert outcomes.success(0) == [True] * (len(units) - 1) + [False]
    path = written(tmp_path / "board.json", grid_data())
    allow_boards([path])
    line = json.dumps({"id": 1, **Turn(position, ORDERS, board=board).to_dict(), "map": path})
    together, singly = answer_block([line, line]), list(answer_lines([line, line]))
    assert together == singly
    assert all("undecided" in json.loads(text) and good for text, good in together)


@pytest.mark.slow
def test_legal_orders_are_listed_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    board, position = grid()
    monkeypatch.setattr(routes, "MOST_STEPS", 500)  # plain code gives up earlier, so it lists some convoys more
    games = Games.from_positions([position], board).legal()
    assert str(CONVOY) in games.texts(0, CORNER)
    listed = legal_by_place(position, board=board)
    for place, orders in listed.items():
        in_arrays, texts = set(games.texts(0, board.province(place).id)), set(map(str, orders))
        assert in_arrays <= texts
        assert all(" C " in text for text in texts - in_arrays)
