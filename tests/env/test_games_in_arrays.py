"""Games in arrays: every order has its number; legal orders, phases, ownership and victory are those of plain play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from standoff.map import (
    ARMY,
    FLEET,
    Board,
    Dislodged,
    Phase,
    PhaseType,
    Position,
    PositionError,
    Unit,
    load_board,
    starting_position,
)
from standoff.solver import Build, Convoy, Retreat, Support, UnitName
from standoff.solver.law.adjusting import FIRST_ONES, LAST_ONES, counting_orders

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from standoff.env.games import Games, seeds  # noqa: E402
from standoff.env.order_vocabulary import VocabularyError, vocabulary  # noqa: E402
from tests.helpers.turns import drawn  # noqa: E402


def given(games: Games, *texts: str) -> Any:
    """Return an order array for game 0: by province the order for what stands there; "POWER: WAIVE at" with a home."""
    orders = games.no_orders()
    for text in texts:
        place, _, text = text.rpartition(": ")
        number = games.vocabulary.number(text)
        home = place or text.split()[1].partition("/")[0]
        orders[0, games.board.province_number[home]] = number
    return orders


# -- the vocabulary -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_number_has_its_text_and_every_text_its_number(board: Board) -> None:
    words = vocabulary(board)
    assert len(set(words.texts)) == len(words)
    assert words.numbers(words.texts).tolist() == list(range(len(words)))


def test_the_numbers_of_the_standard_board_never_change(board: Board) -> None:
    words = vocabulary(board)
    assert len(words) == 20423
    some = ["A BOH H", "A PAR - BUR", "A LON - BEL VIA", "A GAS S A PAR", "A MAR S A PAR - BUR", "F NTH C A LON - BEL"]
    some += ["F WES S F MAO - SPA/SC", "F STP/SC R BOT", "A BUR D", "F STP/SC B", "WAIVE"]
    assert words.numbers(some).tolist() == [6, 852, 2187, 4502, 5197, 17685, 13929, 20260, 20273, 20421, 20422]
    assert words.numbers(["A PAR - MUN"]).tolist() == [-1]


def test_unknown_orders_are_refused_with_the_nearest(board: Board) -> None:
    words = vocabulary(board)
    with pytest.raises(VocabularyError, match="nearest: A BUR - MUN"):
        words.number("A BUR - MUNN")
    with pytest.raises(VocabularyError, match="the numbers go from 0 to 20422"):
        words.text(20423)
    with pytest.raises(VocabularyError, match="no such unit"):
        words.order(words.number("A MUN - BUR"), Position())


def test_a_number_becomes_the_order_of_whoever_has_the_unit(board: Board) -> None:
    words, start = vocabulary(board), starting_position(board)
    support = words.order(words.number("A MAR S A MUN - BUR"), start)
    assert support == Support("FRANCE", UnitName("MAR", ARMY), UnitName("MUN", ARMY, "GERMANY"), "BUR")
    assert words.order(words.number("F BRE B"), start, "FRANCE") == Build("FRANCE", UnitName("BRE", FLEET))
    beaten = replace(start, dislodged=(Dislodged(Unit(ARMY, "PAR", "GERMANY")),))
    assert words.order(words.number("A PAR R BUR"), beaten) == Retreat("GERMANY", UnitName("PAR", ARMY), "BUR")
    fleets = Position.parse("standard S1901M ENGLAND:FNTH,ALON")
    assert words.order(words.number("F NTH C A LON - BEL"), fleets) == Convoy(
        "ENGLAND", UnitName("NTH", FLEET), UnitName("LON", ARMY), "BEL"
    )


# -- agreement with plain play --------------------------------------------------------------------------------------


def test_games_are_on_the_board_that_their_positions_name() -> None:
    position = Position.parse("czech1962 S1901M GERMANY:AHOL")
    games = Games.from_positions([position])
    assert games.board is load_board("czech1962")
    games.advance(given(games, "A HOL - HEL"))
    assert [str(unit) for unit in games.position(0).units] == ["A HEL"]
    assert Games.from_positions([position], load_board()).position(0).board == "standard"
    assert Games.from_positions([]).board is load_board()
    with pytest.raises(PositionError, match="position 1 is on board standard, those before it on czech1962"):
        Games.from_positions([position, starting_position()])


# -- single phases --------------------------------------------------------------------------------------------------


def test_centers_change_hands_in_autumn_and_armies_are_built(board: Board) -> None:
    games = Games.from_positions(
        [Position.parse("standard F1901M FRANCE:ABUR,AMAR;GERMANY:AHOL FRANCE:PAR,MAR,BRE")], board
    )
    games.advance(given(games, "A MAR - SPA"))
    position = games.position(0)
    assert str(position.phase) == "W1901A"
    assert position.centers["FRANCE"] == ("BRE", "MAR", "PAR", "SPA")
    assert position.centers["GERMANY"] == ("HOL",)
    assert games.holdings()[0][0].tolist() == [0, 0, 4, 1, 0, 0, 0]
    assert games.legal().texts(0, "BRE") == ("A BRE B", "F BRE B", "WAIVE")
    success = games.advance(given(games, "F BRE B", "A PAR B", "A MAR B"))
    built = {str(unit) for unit in games.position(0).units if unit.power == "FRANCE"}
    assert built == {"A BUR", "A SPA", "F BRE", "A MAR"}  # two builds: those of the first provinces
    assert sorted(success[0][success[0] >= 0].tolist()) == [0, 1, 1]
    assert str(games.position(0).phase) == "S1902M"


def test_eighteen_centers_win(board: Board) -> None:
    start = starting_position(board)
    won = replace(start, centers={"FRANCE": board.centers[:18], "GERMANY": board.centers[18:]})
    games = Games.from_positions([start, won], board)
    assert games.winners().tolist() == [-1, list(board.powers).index("FRANCE")]
    assert games.winners(15).tolist() == [-1, -1]  # two have as many
    games.restart([1])
    assert games.position(1) == start


# -- what arrays hold, and what they do not -------------------------------------------------------------------------


def test_positions_are_read_back_as_they_were(board: Board) -> None:
    positions = [question.position for question in drawn(30)]
    positions = [one for one in positions if not one.civil_disorder and not one.closed and one.phase]
    games = Games.from_positions(positions, board)
    games.check()
    for number, position in enumerate(positions):
        centers = {power: position.centers.get(power, ()) for power in board.powers}
        assert games.position(number) == replace(position, centers=centers)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"civil_disorder": frozenset({"ITALY"})}, "no powers in civil disorder"),
        ({"closed": frozenset({"BEL"})}, "no closed provinces"),
        ({"phase": Phase("W", 1901, PhaseType.MOVEMENT)}, "adjustments take place in winter"),
    ],
)
def test_what_arrays_cannot_hold_is_refused(board: Board, change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Games.from_positions([replace(starting_position(board), **change)], board)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A MAR B", "an order of another phase"),
        ("A BUR - PAR", "there is no such unit"),
        ("A MAR S A BRE - GAS", "the unit that it names is a different one"),
    ],
)
def test_an_order_that_arrays_cannot_hold_is_refused_and_nothing_is_changed(board: Board, text: str, why: str) -> None:
    games = Games.start(2, board)
    orders = games.no_orders()
    orders[1, board.province_number[text.split()[1]]] = games.vocabulary.number(text)
    with pytest.raises(ValueError, match=f"game 1, {text.split()[1]}: {text}: {why}"):
        games.advance(orders)
    assert games.position(0) == games.position(1) == starting_position(board)
    orders[:] = -1
    orders[1, 0] = 99999
    with pytest.raises(ValueError, match="not an order of the vocabulary"):
        games.advance(orders)
    winter = Games.from_positions([Position.parse("standard W1901A FRANCE:ASPA FRANCE:PAR,SPA,BEL")], board)
    with pytest.raises(ValueError, match="LON: A LON B: the owner of the province, if it has one, cannot build there"):
        winter.advance(given(winter, "A LON B"))


def test_arrays_of_a_wrong_kind_are_refused(board: Board) -> None:
    games = Games.start(2, board)
    for orders in (games.no_orders()[:1], games.no_orders().astype(np.int64), [[-1]]):
        with pytest.raises(ValueError, match="orders must be int32 of shape"):
            games.advance(orders)
    for field, value in (("unit_location", 80), ("power", 7), ("owner", 9)):
        spoilt = Games.start(2, board)
        spoilt.state[field][1, board.province_number["PAR"]] = value
        with pytest.raises(ValueError, match="game 1, PAR: a province cannot be in the state"):
            spoilt.check()
    spoilt = Games.start(2, board)
    spoilt.phase["kind"][0] = 2
    with pytest.raises(ValueError, match="there is no such phase as"):
        spoilt.check()
    games.check()


# -- random play ----------------------------------------------------------------------------------------------------


def test_random_orders_are_legal_and_as_many_as_count(board: Board) -> None:
    games, chance = Games.start(12, board), seeds(6, 12)
    kinds = set()
    for _ in range(14):
        legal, orders = games.legal(), games.random_orders(chance)
        powers = np.where(games.state["unit_location"] >= 0, games.state["power"], games.state["owner"])
        adjustments = games.holdings()[2]
        for number, kind in enumerate(games.phase["kind"].tolist()):
            chosen = orders[number][orders[number] >= 0]
            assert legal.mask(number)[chosen].all()
            kinds.add(kind)
            for power in range(len(board.powers)) if kind == 2 else ():
                given = int((orders[number][powers[number] == power] >= 0).sum())
                assert given == abs(int(adjustments[number, power]))
        games.advance(orders, checked=True)
    assert kinds == {0, 1, 2}


@pytest.mark.slow
def test_all_ways_to_remove_are_as_likely(board: Board) -> None:
    position = Position.parse("standard W1901A FRANCE:APIC,AMOS,FMAO,APAR FRANCE:PAR,BRE")
    one = Games.from_positions([position], board)
    games = Games(board, one.state.repeat(6000, axis=0), one.phase.repeat(6000, axis=0))
    orders = games.random_orders(seeds(1, 6000))
    removals, counts = np.unique(orders >= 0, axis=0, return_counts=True)
    assert len(removals) == 6
    assert counts.min() > 850


def test_which_of_too_many_orders_count() -> None:
    """DATC 4.D.4: the first, the last, or none; a waiver uses up a build though no home is free for it."""
    assert counting_orders(0b1011, 0b0100, 2, 2, FIRST_ONES) == 0b0011
    assert counting_orders(0b1011, 0b0100, 2, 2, LAST_ONES) == 0b1100
    assert counting_orders(0b1011, 0b0100, 2, 2, 2) == 0
    assert counting_orders(0b1011, 0b0100, 4, 1, FIRST_ONES) == 0b0101
