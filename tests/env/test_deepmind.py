"""DeepMind's layout: held to what its README and its lists say, and to what its networks' code looks for."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from standoff.map import ArrayError, Position, load_board

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from standoff.env import VectorEnv, deepmind  # noqa: E402
from standoff.solver.arrays.vocabulary import vocabulary  # noqa: E402

BOARD = load_board()
FRANCE, GERMANY, RUSSIA, TURKEY = 2, 3, 5, 6


def layout() -> deepmind.Layout:
    return deepmind.layout(BOARD)


def areas() -> dict[str, int]:
    return {area: number for number, area in enumerate(layout().areas)}


def seen(line: str) -> tuple[Any, VectorEnv]:
    """Return the board of a position, and its game."""
    envs = VectorEnv(1)
    envs.reset(positions=[Position.parse(f"standard {line}")])
    return deepmind.boards(envs.games, envs.last_adjustments)[0], envs


def features(row: Any) -> list[int]:
    return np.flatnonzero(row).tolist()


# -- orders -------------------------------------------------------------------------------------------------------


def test_the_numbers_of_orders_are_those_of_the_published_list() -> None:
    """The checksum is that of the 18,584 codes of `environment/action_list.py`, 32 bits each, the lowest byte first."""
    assert len(layout().actions) == deepmind.ORDERS == 18_584
    codes = (layout().actions & 0xFFFF_FFFF).astype("<u4").tobytes()
    assert hashlib.sha256(codes).hexdigest() == "926681764e778ed1bca991d72c5be7551ccac5e2c570911a4cca8e3ebdedd884"
    assert (layout().actions >> 48).tolist() == list(range(18_584))
    assert (layout().actions >> 32 & 0xFFFF).any().item() is False


@pytest.mark.parametrize(
    ("number", "action", "text"),
    [
        (0, 0x0000_0000_0000_0003, "BOH H"),
        (1, 0x0001_0000_0000_0008, "BOH D"),
        (2, 0x0002_0000_0000_000C, "BOH D"),
        (3, 0x0003_0000_0000_000D, "WAIVE"),
        (8, 0x0008_0000_0000_0404, "GAL - BOH"),
        (11, 0x000B_0000_0000_0409, "GAL R BOH"),
    ],
)
def test_single_orders_have_their_published_numbers(number: int, action: int, text: str) -> None:
    assert layout().actions[number] == action
    assert layout().text(number) == text


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("A PAR H", "PAR H"),
        ("F MAO - SPA/SC", "MAO - SPA/SC"),
        ("F MAO - SPA/NC", "MAO - SPA"),  # the north, or the east, is the coast that is not marked
        ("A LON - BEL", "LON - BEL VIA"),  # there is no other way
        ("A LON - BEL VIA", "LON - BEL VIA"),
        ("A GAS S A PAR", "GAS S PAR"),
        ("F WES S F MAO - SPA/SC", "WES S MAO - SPA"),
        ("F NTH C A LON - NWY", "NTH C LON - NWY"),
        ("F STP/SC B", "F STP/SC B"),
        ("F STP/NC B", "F STP/NC B"),
        ("A STP B", "A STP B"),
        ("F MAO R SPA/SC", "MAO R SPA/SC"),
    ],
)
def test_our_orders_are_theirs(ours: str, theirs: str) -> None:
    assert layout().text(layout().numbers(vocabulary(BOARD).number(ours)).item()) == theirs


def test_removals_in_winter_have_numbers_of_their_own() -> None:
    number = vocabulary(BOARD).number("A PAR D")
    in_retreat, in_winter = layout().numbers([number, number], [False, True]).tolist()
    assert layout().actions[in_retreat] & 255 == deepmind.DISBAND
    assert layout().actions[in_winter] & 255 == deepmind.REMOVE


@pytest.mark.slow
def test_every_legal_order_comes_back_from_their_number() -> None:
    envs = VectorEnv(6, seed=3)
    kinds = set[int]()
    for _ in range(14):
        legal = envs.legal()
        for game in range(len(envs)):
            numbers = np.flatnonzero(legal.mask(game))
            kinds.add(int(envs.games.phase["kind"][game]))
            theirs = layout().numbers(numbers, envs.games.phase["kind"][game] == 2).tolist()
            assert deepmind.our_orders(envs.games, game, theirs) == numbers.tolist()
        envs.step(envs.sample())
    assert kinds == {0, 1, 2}


def test_an_order_for_a_unit_that_is_not_there_is_nobodys() -> None:
    envs = VectorEnv(1)
    assert deepmind.our_orders(envs.games, 0, [0]) == [-1]
    with pytest.raises(ArrayError, match="no order number 18584; DeepMind's go from 0 to 18583"):
        deepmind.our_orders(envs.games, 0, [18_584])


def test_other_boards_have_no_such_layout() -> None:
    with pytest.raises(ArrayError, match="board czech1962"):
        deepmind.layout(load_board("czech1962"))


# -- boards -------------------------------------------------------------------------------------------------------


def test_provinces_and_areas_stand_in_the_published_order() -> None:
    assert len(layout().provinces) == 75
    assert len(layout().areas) == 81
    assert layout().provinces[:8] == ("BOH", "BUR", "GAL", "RUH", "SIL", "TYR", "UKR", "BUD")
    assert layout().provinces[14:23] == ("ADR", "AEG", "BAL", "BAR", "BLA", "EAS", "ENG", "BOT", "LYO")
    assert layout().provinces[33] == "ALB"
    assert layout().provinces[48] == "ANK"
    assert layout().areas[71:] == (
        "VEN", "BUL", "BUL/EC", "BUL/SC", "SPA", "SPA/NC", "SPA/SC", "STP", "STP/NC", "STP/SC",
    )  # fmt: skip


def test_the_features_of_an_area_are_one_of_each_group() -> None:
    board, _ = seen("F1901M FRANCE:APAR,FSPA/NC;RUSSIA:ASTP FRANCE:PAR,SPA")
    assert board.shape == (81, 35)
    assert features(board[areas()["PAR"]]) == [0, 3 + FRANCE, 15, 23, 24, 27 + FRANCE]
    # a fleet on one of two coasts stands in two areas, an army there in one; the owner is that of all three
    assert features(board[areas()["SPA"]]) == [1, 3 + FRANCE, 15, 23, 24, 27 + FRANCE]
    assert features(board[areas()["SPA/NC"]]) == [1, 3 + FRANCE, 15, 23, 26, 27 + FRANCE]
    assert features(board[areas()["SPA/SC"]]) == [2, 10, 15, 23, 26, 27 + FRANCE]
    assert features(board[areas()["STP"]]) == [0, 3 + RUSSIA, 15, 23, 24, 34]
    assert features(board[areas()["STP/NC"]]) == [2, 10, 15, 23, 26, 34]
    assert features(board[areas()["NTH"]]) == [2, 10, 15, 23, 25]


def test_dislodged_units_have_features_of_their_own() -> None:
    envs = VectorEnv(1)
    envs.reset(positions=[Position.parse("standard F1901M FRANCE:ABUR,AGAS,FSPA/SC;GERMANY:AMUN,ARUH FRANCE:PAR")])
    orders = envs.games.no_orders()
    for text in ("A MUN - BUR", "A RUH S A MUN - BUR"):
        orders[0, BOARD.province_number[text.split()[1]]] = vocabulary(BOARD).number(text)
    envs.step(orders)
    board = deepmind.boards(envs.games, envs.last_adjustments)[0]
    assert features(board[areas()["BUR"]]) == [0, 3 + GERMANY, 13, 16 + FRANCE, 24]
    assert deepmind.seasons(envs.games).tolist() == [3]


def test_builds_and_removals_are_marked_in_winter() -> None:
    board, envs = seen("W1901A RUSSIA:AMOS;TURKEY:ABUL,ARUM RUSSIA:MOS,STP,SWE;TURKEY:ANK")
    assert deepmind.build_numbers(envs).tolist() == [[0, 0, 0, 0, 0, 1, -1]]  # only one home center is free
    assert deepmind.seasons(envs.games).tolist() == [4]
    marked = {area for area in layout().areas if board[areas()[area], 11]}
    assert marked == {"STP", "STP/NC", "STP/SC"}
    assert {area for area in layout().areas if board[areas()[area], 12]} == {"BUL", "RUM"}
    envs.step(envs.games.no_orders())
    # documented: outside winter the removals of the last one stay, the builds do not
    assert deepmind.build_numbers(envs).tolist() == [[0, 0, 0, 0, 0, 0, -1]]
    assert not deepmind.boards(envs.games, envs.last_adjustments)[0][:, 11:13].any()
    assert envs.observe().adjustments.tolist() == [[0] * 7]


@pytest.mark.slow
def test_boards_of_random_games_have_one_feature_of_each_group() -> None:
    envs = VectorEnv(40, seed=2)
    for _ in range(25):
        boards = deepmind.boards(envs.games, envs.last_adjustments)
        for first, last in ((0, 3), (3, 11), (13, 16), (16, 24), (24, 27)):
            assert (boards[:, :, first:last].sum(axis=2) == 1).all()
        mains = [areas()[province] for province in layout().provinces]
        units = boards[:, :, 3:10][:, mains].sum(axis=1) + boards[:, :, 16:23][:, mains].sum(axis=1)
        seen = envs.observe()
        assert (units == seen.units).all()
        assert (boards[:, :, 27:34][:, mains].sum(axis=1) == seen.centers).all()
        assert (boards[:, :, 27:35][:, mains].sum(axis=(1, 2)) == 34).all()
        envs.step(envs.sample())
