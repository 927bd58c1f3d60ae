"""The standard board by its numbers, the graphs, names, and boards that contradict themselves."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import networkx
import pytest

from standoff import OrderError, read
from standoff.map import (
    ARMY,
    FLEET,
    Board,
    BoardError,
    Dislodged,
    Phase,
    PhaseType,
    Position,
    PositionError,
    Unit,
    UnitType,
    UnknownNameError,
    load_board,
    starting_position,
)
from standoff.solver import Move, Retreat, Support, UnitName, adjudicate, adjudicate_retreats
from standoff.text import NotationError, read_order, write_order
from tests.helpers.paths import written


def test_the_standard_board_has_its_known_size(board: Board) -> None:
    kinds = [province.kind for province in board.provinces]
    assert (len(kinds), kinds.count("sea"), kinds.count("inland"), kinds.count("coastal")) == (75, 19, 14, 42)
    assert (board.army_graph.number_of_nodes(), board.army_graph.number_of_edges()) == (56, 111)
    assert (board.fleet_graph.number_of_nodes(), board.fleet_graph.number_of_edges()) == (64, 141)
    assert board.province_graph.number_of_edges() == 206
    assert networkx.is_connected(board.fleet_graph)
    # North Africa and Tunis are joined to each other only, the British isles among themselves
    assert sorted(len(c) for c in networkx.connected_components(board.army_graph)) == [2, 6, 48]
    assert len(board.centers) == 34
    assert {p.id for p in board.provinces if p.coasts} == {"BUL", "SPA", "STP"}
    assert "SWI" not in board.location_number


def test_the_masks_are_the_graphs(board: Board) -> None:
    for n, province in enumerate(board.provinces):
        reach = {p.id for m, p in enumerate(board.provinces) if board.tables.army[n] >> m & 1}
        expected = set(board.army_graph[province.id]) if province.id in board.army_graph else set()
        assert reach == expected
        around = {p.id for m, p in enumerate(board.provinces) if board.around[n] >> m & 1}
        assert around == set(board.province_graph[province.id])
    for n, location in enumerate(board.locations):
        reach = {loc for m, loc in enumerate(board.locations) if board.tables.fleet[n] >> m & 1}
        assert reach == (set(board.fleet_graph[location]) if location in board.fleet_graph else set())


def test_the_start_has_22_units_and_22_owned_centers(board: Board) -> None:
    start = starting_position(board)
    start.check(board)
    assert len(start.units) == 22
    assert sum(len(centers) for centers in start.centers.values()) == 22
    assert Unit(FLEET, "STP/SC", "RUSSIA") in start.units
    assert str(start.phase) == "S1901M"


def test_an_ambiguous_name_keeps_all_its_meanings(board: Board) -> None:
    assert set(board.names.find("Liv")) == {"LVP", "LVN"}
    assert board.names.find("Atlantis") == ()
    assert "Norwegian Sea" in board.names.nearest("Norwegean Sea")
    with pytest.raises(UnknownNameError, match="Vienna"):
        board.province("Viena")


def test_nearest_names_are_english_first_and_in_the_language_of_letters_that_english_lacks(board: Board) -> None:
    assert board.names.nearest("Londn")[0] == "London"  # "Londýn", which is Czech, is as near
    assert board.names.nearest("Brst")[0] == "Brest"
    assert board.names.nearest("Londýnn")[0] == "Londýn"
    assert board.names.nearest("Мюнхенн") == ["Мюнхен"]
    assert board.names.nearest_power("Nemecko1") == ["Germany"]
    assert board.names.nearest_power("Německoo") == ["Německo"]


def test_a_position_reports_all_its_faults_at_once(board: Board) -> None:
    standing = {"ENGLAND": "A NTH", "GERMANY": "F MUN", "FRANCE": "F SPA", "ITALY": "A XYZ"}
    units = [Unit(UnitType(text[0]), text[2:], power) for power, text in standing.items()]
    units += [Unit(ARMY, "PAR", power) for power in ("FRANCE", "GERMANY")]
    position = Position(units, {"FRANCE": ("PAR", "PIC"), "GERMANY": ("PAR",)})
    with pytest.raises(PositionError) as fault:
        position.check(board)
    assert str(fault.value).splitlines()[1:] == [
        "  ENGLAND: A NTH: an army cannot stand at sea",
        "  GERMANY: F MUN: a fleet cannot stand inland",
        "  FRANCE: F SPA: the coast is missing; expected one of SPA/NC, SPA/SC",
        "  ITALY: A XYZ: no such place",
        "  GERMANY: A PAR: two units in one province; FRANCE: A PAR stands there too",
        "  FRANCE: PIC is not a supply center",
        "  PAR is owned by FRANCE and by GERMANY",
    ]


TINY: dict[str, Any] = {
    "name": "tiny",
    "powers": {"RED": {"name": "Red", "adjective": "Red", "homes": ["AAA"], "units": ["A AAA"]}},
    "provinces": {"AAA": {"name": "Aaa", "kind": "inland", "center": True}, "BBB": {"name": "Bbb", "kind": "inland"}},
    "army": {"AAA": "BBB"},
    "fleet": {},
}


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("army",), None, "'army' is missing"),
        (("provinces",), [], "'provinces': expected an object, not []"),
        (("victory_centers",), "many", "'victory_centers': expected a whole number, not 'many'"),
        (("victory_centres",), 18, "unknown key 'victory_centres'; did you mean 'victory_centers'?"),
        (("provinces", "BBB", "kind"), None, "province BBB: 'kind' is missing"),
        (("provinces", "BBB", "kind"), "hill", "province BBB: 'kind': expected sea, inland or coastal, not 'hill'"),
        (("provinces", "BBB", "name"), "aaa", "AAA and BBB are both called 'aaa'"),
        (("provinces", "BBB", "alias"), ["x"], "province BBB: unknown key 'alias'; did you mean 'aliases'?"),
        (("provinces", "BBB"), "Bbb", "province BBB: expected an object, not 'Bbb'"),
        (("powers", "RED", "homes"), "AAA", "power RED: 'homes': expected a list of texts, not 'AAA'"),
        (("powers", "RED", "adjective"), None, "power RED: 'adjective' is missing"),
        (("powers", "RED", "units"), ["X AAA"], "RED: starting unit 'X AAA'; expected A or F and where it can stand"),
        (("powers", "RED", "units"), ["F AAA"], "RED: starting unit 'F AAA'; expected A or F and where it can stand"),
        (("army", "AAA"), ["BBB"], "army AAA: expected a text, not ['BBB']"),
        (("army", "BBB"), "BBB", "army BBB BBB: written twice, or a loop"),
        (("army", "BBB"), "AAA", "army BBB AAA: written twice, or a loop"),
        (("army", "BBB"), "CCC", "army BBB CCC: an army cannot stand at CCC"),
        (("fleet", "AAA"), "BBB", [f"fleet AAA BBB: a fleet cannot stand at {place}" for place in ("AAA", "BBB")]),
        (("powers", "RED", "homes"), ["BBB"], "RED: home center BBB is not a supply center"),
        (("powers", "RED", "centers"), ["BBB"], "RED: center BBB is not a supply center"),
        (("impassable",), {"AAA": "Aaa"}, "'AAA' is impassable, and a province"),
    ],
)
def test_a_fault_of_a_board_is_named(path: tuple[str, ...], value: object, message: str | list[str]) -> None:
    data = json.loads(json.dumps(TINY))
    *inside, key = path
    entry = data
    for part in inside:
        entry = entry[part]
    if value is None:
        del entry[key]
    else:
        entry[key] = value
    with pytest.raises(BoardError) as fault:
        Board(data)
    faults = [message] if isinstance(message, str) else message
    assert str(fault.value).split("\n  ") == ["board tiny:", *faults]


def test_what_a_board_file_says_twice_or_of_no_other_board_is_refused(tmp_path: Path) -> None:
    """JSON keeps the second of two entries of one name; edges of the first would be lost."""
    twice = json.dumps(TINY).replace('{"AAA": "BBB"}', '{"AAA": "BBB", "AAA": ""}')
    with pytest.raises(BoardError, match=r"twice\.json: key 'AAA' appears twice in an object"):
        load_board(written(tmp_path / "twice.json", twice))
    other = {"name": "mine", "extends": "standard", "army_add": {"NAF": "SPA"}}
    with pytest.raises(BoardError, match="unknown key 'army_add'; did you mean 'army_added'"):
        load_board(written(tmp_path / "extended.json", other))


@pytest.mark.parametrize(
    ("name", "powers", "gone"),
    [
        ("czech1962-six", 6, {"BUL", "ANK", "ARM", "CON", "SMY", "SYR"}),
        ("czech1962-five", 5, {"RUM", "STP", "MOS", "WAR", "SEV", "UKR", "LVN", "FIN"}),
        ("czech1962-four", 4, {"GRE", "SER", "BUD", "GAL"}),
        ("czech1962-three", 3, {"TUN", "VEN", "ROM", "TRI", "VIE"}),
    ],
)
def test_reduced_boards_of_the_oldest_czech_edition(name: str, powers: int, gone: set[str]) -> None:
    """Rule 15: provinces are left out, and ships pass from the Black Sea to the Aegean."""
    small = load_board(name)
    assert len(small.powers) == powers
    assert not gone & set(small.location_number)
    assert small.fleet_graph.has_edge("BLA", "AEG")
    assert small.army_graph.has_edge("HEL", "KIE")  # rule 6a: Helgoland is not among the forbidden islands


def test_an_unknown_destination_is_named() -> None:
    position = Position(units=(Unit(ARMY, "PAR", "FRANCE"), Unit(FLEET, "BRE", "FRANCE")))
    army, fleet = UnitName("PAR", ARMY), UnitName("BRE", FLEET)
    for order in (Move("FRANCE", army, "PIX"), Support("FRANCE", fleet, army, "PIX")):
        with pytest.raises(UnknownNameError, match="no province 'PIX' on board standard \\(nearest known: PI"):
            adjudicate(position, [order])
    retreat = Position(
        dislodged=(Dislodged(Unit(ARMY, "PAR", "FRANCE"), "GAX"),), phase=Phase("S", 1901, PhaseType.RETREAT)
    )
    with pytest.raises(UnknownNameError, match="no province 'GAX'"):
        adjudicate_retreats(retreat, [Retreat("FRANCE", army, "BUR")])


@pytest.mark.parametrize(
    ("place", "reached"),
    [
        ("SPA", "GAS LYO MAO MAR POR WES"),
        ("SPA/NC", "GAS MAO POR"),
        ("STP", "BAR BOT FIN LVN NWY"),
        ("BUL", "AEG BLA CON GRE RUM"),
        ("BRE", "ENG GAS MAO PIC"),
        ("PAR", ""),
    ],
)
def test_fleets_reach_from_a_province_what_they_reach_from_any_of_its_coasts(place: str, reached: str) -> None:
    assert " ".join(load_board().neighbors(place, FLEET)) == reached


def test_powers_are_named_as_the_board_names_them() -> None:
    """Sentences name powers as the board does; a DAIDE token of two powers means neither."""
    data = deepcopy(load_board()._data)
    for old, new, name in (("FRANCE", "NORTH_KOREA", "North Korea"), ("GERMANY", "NORWAY", "Norge")):
        data["powers"][new] = {**data["powers"].pop(old), "name": name, "adjective": name}
    board = Board({**data, "name": "korea"})
    turn = read("NORTH_KOREA: A PAR - BUR\nNORWAY: A MUN - BUR", board=board)
    result = turn.adjudicate()
    assert str(result).startswith("North Korea: A PAR - BUR: bounces")
    assert "prevent strength 1 of A PAR - BUR (North Korea)" in str(result)
    assert "A MUN - BUR (Norge)" in str(next(iter(result.explain_orders())))
    assert "A PAR - BUR (North Korea)" in result["MUN"].text
    with pytest.raises(NotationError, match="'NOR' may be NORTH_KOREA or NORWAY"):
        write_order(turn.orders[0], board, "daide")
    with pytest.raises(OrderError, match="'NOR' may be NORTH_KOREA or NORWAY"):
        read_order("((NOR AMY PAR) MTO BUR)", "NORWAY", board)
