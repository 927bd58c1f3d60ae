"""Boards and positions at the bounds of what arrays hold: what fits comes out as in plain play, the rest is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest

from standoff.map import (
    ARMY,
    ArrayError,
    Board,
    Dislodged,
    Phase,
    PhaseType,
    Position,
    PositionError,
    StandoffError,
    Unit,
    UnknownNameError,
)
from standoff.solver import Move, Support, UnitName, adjudicate, legal_by_place, rulebook

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from standoff.env.compiled_games import PHASE, STATE  # noqa: E402
from standoff.env.games import Games  # noqa: E402
from standoff.solver.arrays import batch  # noqa: E402

SPRING = Phase("S", 1901, PhaseType.MOVEMENT)


def names(count: int) -> list[str]:
    return [f"P{n:03}" for n in range(count)]


def inland(count: int, powers: int, *, edges: Sequence[tuple[str, str]] | None = None, homes: int = 1) -> Board:
    """Return a board of inland centers, in a ring if no edges are given; the powers share out the first as homes."""
    places = names(count)
    army: dict[str, str] = {}
    for one, other in [*pairwise(places), (places[-1], places[0])] if edges is None else edges:
        army[one] = f"{army.get(one, '')} {other}".strip()
    return Board(
        {
            "name": f"inland {count}",
            "victory_centers": count,
            "provinces": {p: {"name": f"Province {p}", "kind": "inland", "center": True} for p in places},
            "powers": {
                f"Q{n:03}": {
                    **{"name": f"Power {n:03}", "adjective": f"{n:03}ish", "units": []},
                    "homes": places[n * homes : (n + 1) * homes],
                }
                for n in range(powers)
            },
            "army": army,
            "fleet": {},
        }
    )


def armies(board: Board, count: int, first_power: int = 0, **others: Any) -> Position:
    """Return armies in the first provinces, one a power in turn."""
    powers = list(board.powers)[first_power:]
    units = (Unit(ARMY, place, powers[n % len(powers)]) for n, place in enumerate(names(count)))
    return Position(tuple(units), **{"phase": SPRING, "board": board.source, **others})


def check_legal(board: Board, position: Position) -> None:
    """Hold the legal orders in arrays against those of plain play."""
    games = Games.from_positions([position], board)
    plain = legal_by_place(position, board=board)
    legal = games.legal()
    for province in board.provinces:
        assert sorted(legal.texts(0, province.id)) == sorted(map(str, plain.get(province.id, [])))


# -- what fits --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_all_orders_of_62_armies_that_reach_every_province_are_listed() -> None:
    # each holds or moves to the 74 others, and supports each of 61 to hold or to go anywhere but to itself (DATC 4.E.1)
    board = inland(75, 7, edges=list(combinations(names(75), 2)))
    games = Games.from_positions([armies(board, 62)] * 3, board)
    legal = games.legal()
    assert np.diff(legal.start[:: len(board.provinces)]).tolist() == 3 * [62 * (1 + 74 + 61 * (1 + 73))]
    assert set(games.advance(games.random_orders(np.arange(3, dtype=np.uint64))).ravel().tolist()) <= {-1, 0, 1}


def test_powers_beyond_64_have_legal_orders_and_phases_too() -> None:
    board = inland(77, 77)
    position = armies(board, 50, first_power=27)  # 27 to 76
    check_legal(board, position)
    winter = replace(position, phase=Phase("W", 1901, PhaseType.ADJUSTMENT), centers={"Q076": tuple(names(77)[60:])})
    check_legal(board, winter)


def test_powers_beyond_64_are_adjudicated_in_batches() -> None:
    board = inland(77, 77)
    position = replace(armies(board, 2), units=tuple(Unit(ARMY, p, q) for p, q in [("P000", "Q076"), ("P002", "Q070")]))
    bounce = [Move("Q076", UnitName("P000", ARMY), "P001"), Move("Q070", UnitName("P002", ARMY), "P001")]
    turns, left_out = batch.encode([(position, bounce)], board=board)
    assert left_out == []
    assert batch.adjudicate_batch(turns).contested_provinces(0) == {"P001"}  # DATC 5.B: equal moves stop each other


@pytest.mark.parametrize("count", [1, 2, 3])
def test_boards_without_seas(count: int) -> None:
    board = inland(count, 1, edges=list(combinations(names(count), 2)))
    check_legal(board, armies(board, count))


def test_the_plain_engine_fills_in_turns_of_small_boards() -> None:
    """A board of fewer than 63 locations has one word of contested provinces and retreats; arrays have two."""
    board = inland(6, 3)
    units = [("P000", "Q000"), ("P002", "Q001"), ("P003", "Q001"), ("P004", "Q002")]
    position = Position(tuple(Unit(ARMY, p, q) for p, q in units), board=board.source)
    place = {p: UnitName(p, ARMY) for p, _ in units}
    orders = [
        *(Move("Q000", place["P000"], "P001"), Move("Q001", place["P002"], "P001")),  # a standoff in P001
        Move("Q002", place["P004"], "P005"),
    ]
    beaten = [Move("Q001", place["P003"], "P004"), Support("Q001", place["P002"], place["P003"], "P004")]
    own = rulebook().with_rule("mine", settlement=lambda _: None)  # leaves all turns to the plain engine
    turns, _ = batch.encode([(position, orders), (position, [orders[0], beaten[0]])], board=board)
    outcomes = batch.adjudicate_batch(turns, rules=own)
    assert outcomes.contested_provinces(0) == {"P001"}
    assert outcomes.contested_provinces(1) == set()
    three = [("P000", "Q000"), ("P001", "Q001"), ("P002", "Q001")]
    position = Position(tuple(Unit(ARMY, p, q) for p, q in three), board=board.source)
    ring = inland(6, 3, edges=[("P000", "P001"), ("P001", "P002"), ("P000", "P002"), ("P000", "P003")])
    attack = [Move("Q001", UnitName("P001", ARMY), "P000"), Support("Q001", UnitName("P002", ARMY),
              UnitName("P001", ARMY), "P000")]  # fmt: skip
    outcomes = batch.adjudicate_batch(batch.encode([(position, attack)], board=ring)[0], rules=own)
    assert outcomes.legal_retreats(0) == {0: ("P003",)}  # not to where the attacker came from, DATC 4.A.5


def test_results_of_a_board_too_large_for_arrays_are_those_of_the_plain_engine() -> None:
    board = inland(130, 2)
    position = armies(board, 4)
    orders = [Move("Q001", UnitName("P003", ARMY), "P004")]
    (result,) = batch.results_of([(position, orders)], board=board)
    assert list(result) == list(adjudicate(position, orders, board=board))


# -- what does not -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (inland(125, 2), "board inland 125 has 125 locations; compiled code takes 124"),
        (inland(75, 128), "board inland 75 has 128 powers; games in arrays have 127 at most"),
        (
            inland(75, 1, homes=63),
            "board inland 75: Q000 has 63 home centers; games in arrays have 62",
        ),
    ],
    ids=["locations", "powers", "homes"],
)
def test_boards_that_are_too_large_are_refused_by_name(board: Board, message: str) -> None:
    state, phase = np.zeros((1, len(board.provinces)), dtype=STATE), np.zeros(1, dtype=PHASE)
    state["unit_location"] = state["dislodged_location"] = -1
    with pytest.raises(ArrayError, match=message):
        Games.from_positions([armies(board, 1)], board)
    with pytest.raises(ArrayError, match=message):
        Games(board, state, phase).legal()


def test_units_that_are_too_many_are_refused() -> None:
    board = inland(75, 7)
    with pytest.raises(PositionError, match="arrays hold 62 units at most, not 63"):
        Games.from_positions([armies(board, 63)], board)
    beaten = tuple(Dislodged(Unit(ARMY, place, "Q000")) for place in names(3))
    retreat = armies(board, 60, phase=Phase("S", 1901, PhaseType.RETREAT), dislodged=beaten)
    with pytest.raises(PositionError, match="arrays hold 62 units at most, not 63"):
        Games.from_positions([retreat], board)
    games = Games.from_positions([replace(retreat, dislodged=beaten[:2])], board)
    games.check()
    third = games.state[0, 2]  # written by hand
    third["dislodged_location"], third["dislodged_is_fleet"], third["dislodged_power"] = 2, 0, 0
    with pytest.raises(ArrayError, match="game 0: 63 units; arrays hold 62 at most, dislodged ones too"):
        games.check()


def test_builds_beyond_the_bound_are_refused_in_the_next_phase() -> None:
    """Each power has as many units as centers after an adjustment phase (rulebook 2000, page 16)."""
    board = inland(70, 2, homes=35)
    places = names(70)
    units = tuple(Unit(ARMY, place, "Q000" if place < "P035" else "Q001") for place in places[5:65])
    position = Position(
        units, {"Q000": tuple(places[:35]), "Q001": tuple(places[35:])}, phase=Phase("W", 1901, PhaseType.ADJUSTMENT)
    )
    games = Games.from_positions([replace(position, board=board.source)], board)
    build = games.no_orders()
    for number in (*range(5), *range(65, 70)):
        build[0, number] = games.vocabulary.number(f"A {places[number]} B")
    assert games.advance(build)[0, [0, 69]].tolist() == [1, 1]
    for ask in (
        games.legal,
        lambda: games.random_orders(np.zeros(1, dtype=np.uint64)),
        lambda: games.advance(games.no_orders()),
    ):
        with pytest.raises(ArrayError, match="game 0: 70 units; arrays hold 62 at most"):
            ask()


def test_years_beyond_sixteen_bits_are_refused() -> None:
    board = inland(3, 1)
    with pytest.raises(PositionError, match="arrays hold years up to 32000"):
        Games.from_positions([armies(board, 1, phase=Phase("S", 40_000, PhaseType.MOVEMENT))], board)


def test_small_integers_that_wrap_around_do_not_hide_a_wrong_start() -> None:
    start = np.array([0, 50, 100, -106, -56, -6, 44], dtype=np.int8)  # 50 apart, modulo 256
    turns = batch.Batch(inland(60, 1), start, np.zeros((44, 3), np.int16), np.zeros((44, 4), np.int16))
    with pytest.raises(ArrayError, match="turn 2 has -206 units"):
        turns.check()


def test_the_errors_of_arrays_belong_to_the_family_and_are_value_errors() -> None:
    assert issubclass(ArrayError, StandoffError)
    assert issubclass(ArrayError, ValueError)


def test_an_unknown_power_has_no_legal_orders_to_ask_for(board: Board) -> None:
    message = r"no power 'FRANC' on board standard \(nearest known: France\)"
    with pytest.raises(UnknownNameError, match=message):
        legal_by_place(Games.start(1).position(0), power="FRANC")


def test_masks_and_the_other_byte_order_are_refused() -> None:
    """Compiled code would read what a mask hides; Numba has no type for the other order."""
    board = inland(3, 1)
    start, units, orders = np.array([0, 1]), np.array([[0, 0, 0]], np.int16), np.array([[0, 0, -1, 0]], np.int16)
    batch.Batch(board, start, units, orders).check()
    games = Games.from_positions([armies(board, 1)], board)
    none = games.no_orders()
    for odd in (lambda array: np.ma.array(array, mask=False), lambda array: array.astype(array.dtype.newbyteorder())):
        for arrays in ((odd(start), units, orders), (start, odd(units), orders), (start, units, odd(orders))):
            with pytest.raises(ArrayError, match="without a mask and in this machine's byte order"):
                batch.Batch(board, *arrays).check()
        with pytest.raises(ArrayError, match="orders must be int32 of shape"):
            games.advance(odd(none))
    with pytest.raises(ArrayError, match="state must be STATE"):
        Games(board, np.ma.array(games.state), games.phase).check()
    games.advance(none)
