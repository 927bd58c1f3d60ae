"""A game: orders, on and back, saved and read again, the variants' neutral powers and ends."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from standoff import (
    Game,
    GameError,
    Position,
    StandoffError,
    adjudicate,
    check,
    load_board,
    order,
    read,
    rulebook,
    starting_position,
)
from standoff.cases import replay
from standoff.map import Victory
from standoff.solver import variant
from tests.helpers.paths import GAMES, needs_games

PARADOX = {"ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"], "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"]}


def played(years: int = 5, seed: int = 3, start: str | None = None) -> Game:
    """Return a game of random legal orders, in which not everybody orders everything."""
    chance = Random(seed)
    game = Game(start, "1982")
    while game.phase is not None and game.phase.year < game.board.first_year + years and not game.is_over:
        for power, places in game.legal_orders().items():
            if chance.random() < 0.9:
                game.order(power, [chance.choice(orders) for orders in places.values() if chance.random() < 0.9])
        game.process()
    return game


def test_a_phase_after_the_other() -> None:
    game = Game()
    assert (str(game.phase), game.position, game.rules) == ("S1901M", starting_position(), rulebook())
    game.order("FRANCE", "A PAR - BUR", "F BRE - MAO")
    game.order({"Germany": "A MUN - BUR", "ITALY": [order("A ROM - APU", "ITALY")]})
    game.order("FRANCE: Army Paris to Burgundy")
    assert game.orders == {
        "FRANCE": ("Army Paris to Burgundy",),
        "GERMANY": ("A MUN - BUR",),
        "ITALY": ("A ROM - APU",),
    }
    expected = game.turn.adjudicate()
    result = game.process()
    assert result == expected
    assert (str(game.phase), result.contested, game.orders) == ("F1901M", {"BUR"}, {})
    assert game.history == (result,)
    assert game.position == result.next().position
    game.order("FRANCE", ["A PAR - BUR"])
    game.order("FRANCE")
    assert game.orders == {}


@pytest.mark.parametrize(
    ("start", "rules", "board"),
    [
        (None, None, "standard"),
        (None, "czech1962", "czech1962"),
        ("two-1982", "1982", "two-1982"),
        (load_board("fleet-rome"), None, "fleet-rome"),
        (variant("two-2000"), None, "two-2000"),
        ("standard F1903R FRANCE:AGAS FRANCE:PAR FRANCE:ABUR<MUN", None, "standard"),
        (Position.parse("standard W1903A FRANCE:AGAS FRANCE:PAR,MAR"), None, "standard"),
        (read("6.F.14"), "1982", "standard"),
    ],
)
def test_what_a_game_starts_from(start: object, rules: str | None, board: str) -> None:
    game = Game(start, rules)  # type: ignore[arg-type]
    assert (game.board.name, game.variant.board, game.rules) == (board, board, rulebook(rules))
    assert len(repr(game)) <= 200
    assert Game.from_dict(json.loads(json.dumps(game.to_dict()))) == game


def test_a_turn_is_a_start_with_its_orders() -> None:
    game = Game(read("6.F.14", rules="1971"))
    assert (game.rules, len(game.turn.orders)) == (rulebook("1971"), 4)
    assert game.process() == read("6.F.14", rules="1971").adjudicate()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("FRNACE", "A PAR - BUR"), "no power 'FRNACE'"),
        (("FRANCE", "A PAR - BUR", "A MAR - SPIAN"), "FRANCE, order 2: .*cannot read 'SPIAN'"),
        (("FRANCE", 5), "not 5"),
        ((5,), "not 5"),
        (({"FRANCE": ["GERMANY: A MUN H"]},), "below the name of GERMANY"),
        ((["A PAR - BUR"],), "whose order is it"),
    ],
)
def test_a_wrong_order_changes_nothing(arguments: tuple[object, ...], message: str) -> None:
    game = Game()
    game.order("FRANCE", "A PAR - PIC")
    before = game.copy()
    with pytest.raises(StandoffError, match=message):
        game.order(*arguments)  # type: ignore[arg-type]
    assert game == before


def test_five_years_saved_read_and_taken_back(tmp_path: Path) -> None:
    game = played()
    assert len(game.history) > 10
    assert {result.turn.type.value for result in game.history} == {"movement", "retreat", "adjustment"}
    for number, result in enumerate(game.history):
        assert result == adjudicate(result.turn)
        assert result.turn.position == (game.history[number - 1].next().position if number else starting_position())
    game.order("FRANCE", [orders[-1] for orders in game.legal_orders("FRANCE").get("FRANCE", {}).values()])
    file = tmp_path / "game.json"
    game.save(file)
    again = Game.load(file)
    assert again == game
    assert (again.orders, again.history, again.rules) == (game.orders, game.history, game.rules)
    middle = len(game.history) // 2
    taken = [game.undo() for _ in range(middle)]
    assert taken[::-1] == list(again.history[-middle:])
    assert game != again
    game.save(file)
    assert Game.load(file) == game
    for result in reversed(taken):
        game.order(result.turn)
        assert game.process() == result
    assert game.position == again.position


def test_a_paradox_a_retreat_nobody_ordered_and_a_removal_in_civil_disorder() -> None:
    game = Game("standard F1902M ENGLAND:FLON,FWAL;FRANCE:ABRE,FENG ENGLAND:LON;FRANCE:BRE,PAR")
    game.order(PARADOX)
    (paradox,) = game.process().paradoxes
    assert (paradox.settled_by, str(game.phase)) == ("szykman", "F1902R")
    assert not game.orders
    assert [str(each.outcome) for each in game.process()] == ["disbands"]
    assert str(game.phase) == "W1902A"
    removed = game.process()
    assert sorted(str(each.order) for each in removed) == ["F WAL D", "WAIVE"] or len(removed.units) < 3
    assert str(game.phase) == "S1903M"


def test_text_orders_come_back_as_written_and_the_package_reads_its_own(tmp_path: Path) -> None:
    game = Game()
    game.order("FRANCE", "Army Paris to Burgundy", "Paris - Pic")
    game.order("ENGLAND", "F LON - NTH")
    game.process()
    data = game.to_dict()
    assert data["phases"][0]["orders"]["FRANCE"] == ["A PAR - BUR", "A PAR - PIC"]
    assert Game.from_dict(data).history == game.history
    assert Game.from_dict(data).history[0].turn.texts == ("F LON - NTH", "Army Paris to Burgundy", "Paris - Pic")
    file = tmp_path / "game.json"
    game.save(file)
    assert {*read(file).texts} == {*game.history[0].turn.texts}
    data["phases"][0]["written"]["FRANCE"][0] = "Army Paris to Picardy"
    with pytest.raises(GameError, match="phase S1901M: its orders are not those"):
        Game.from_dict(data)


def test_a_record_that_differs_is_refused_with_the_phase(tmp_path: Path) -> None:
    game = played(2)
    data = game.to_dict()
    third = data["phases"][2]
    power = next(power for power, units in third["state"]["units"].items() if units)
    third["state"]["units"][power].pop()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    name = data["phases"][1]["name"]
    with pytest.raises(GameError, match=f"game.json: phase {name}: what follows is not as recorded: units: the record"):
        Game.load(file)


def test_a_record_with_other_retreats_is_refused() -> None:
    game = Game("standard S1901M FRANCE:APAR,AMAR;GERMANY:ABUR")
    game.order("FRANCE", "A PAR - BUR", "A MAR S A PAR - BUR")
    game.process()
    data = game.to_dict()
    data["phases"][1]["state"]["retreats"]["GERMANY"]["A BUR"].remove("GAS")
    with pytest.raises(GameError, match=r"phase S1901M: .* retreats: the record has nothing more, standoff GERMANY"):
        Game.from_dict(data)


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "5", "{", '{"phases": []}', '{"phases": 5}', '{"phases": [5]}', '{"phases": [{}]}', "[" * 100_000),
        *('{"phases": [{"name": "S1901M", "state": {"units": {"X": ["A PAR"]}}}]}', '{"map": "x", "phases": [{}]}'),
        *('{"standoff": 5, "phases": [{}]}', '{"standoff": {"rules": 5}, "phases": [{}]}'),
    ],
    ids=range(13),
)
def test_what_is_no_saved_game_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(GameError, match=r"game\.json: "):
        Game.load(file)


def test_what_cannot_be_saved_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    Game().save(file)
    before = file.read_bytes()
    own = rulebook().with_rule("mine", cut=lambda cut: True)
    sets = Game(read("FRANCE\n SET 1\n  A PAR - BUR\n SET 2\n  A PAR - PIC\n"))
    mine = replace(variant("standard"), victory=Victory(centers=5))
    for game in (Game(rules=own), sets, Game(variant=mine), Game("standard - FRANCE:APAR")):
        with pytest.raises(StandoffError):
            game.save(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    with pytest.raises(GameError, match="No such file"):
        Game().save(tmp_path / "nowhere" / "game.json")
    with pytest.raises(GameError, match="hand in all orders as a turn"):
        sets.order("FRANCE", "A PAR H")


def test_italy_joins_a_side_by_lot() -> None:
    """Rulebook 1982, XIV.2e: the lot falls before the winter of 1914, Italy plays from spring 1915."""
    game = Game("two-1982", "1982", seed=1)
    while not game.played or not game.played[-1].joined:
        assert "ITALY" in game.position.civil_disorder
        game.process()
    assert game.played[-1].joined == "by lot, Italy joins England, France, Russia"
    assert str(game.phase) == "S1915M"
    assert not game.position.civil_disorder
    again = Game.from_dict(game.to_dict())
    assert again == game
    assert again.played[-1].joined == game.played[-1].joined
    game.undo()
    assert "ITALY" in game.position.civil_disorder


def test_a_game_ends_when_somebody_has_won_or_its_last_year_is_over() -> None:
    units = "standard F1905M FRANCE:ASPA;GERMANY:AMUN FRANCE:PAR,MAR;GERMANY:MUN,BER"
    game = Game(units, variant=replace(variant("standard"), victory=Victory(centers=3)))
    assert not game.is_over
    game.process()
    assert (game.is_over, game.winner) == (True, ("FRANCE",))
    assert "won by France" in repr(game)
    with pytest.raises(GameError, match="the game is over: won by France"):
        game.process()
    game.undo()
    assert (game.is_over, game.winner) == (False, ())
    last = Game(units, variant=replace(variant("standard"), victory=Victory(year=1905, at_end="draw")))
    while not last.is_over:
        last.process()
    assert last.winner == ()
    assert len(last.played[-1].shared) == 2


def test_a_text_is_submitted_as_far_as_it_can_be_read_and_the_rest_is_reported() -> None:
    game = Game()
    game.order("GERMANY", "A MUN - RUH")
    game.order("FRANCE", "A PAR H")
    reply = 'I attack.\n{"orders": ["Army Paris to Burgundy", "A MUN - BUR", "A MAR S A PAR - XYZ", "F BRE H"]}'
    report = game.submit("France", reply)
    assert [(one.text, str(one.verdict)) for one in report] == [
        ("I attack.", "remark"),
        ("Army Paris to Burgundy", "legal"),
        ("A MUN - BUR", "illegal"),
        ("A MAR S A PAR - XYZ", "unreadable"),
        ("F BRE H", "legal"),
    ]
    assert game.orders == {"FRANCE": ("Army Paris to Burgundy", "A MUN - BUR", "F BRE H"), "GERMANY": ("A MUN - RUH",)}
    assert report.to_dict() == check(reply, game.position, power="FRANCE").to_dict()
    assert game.process()["MUN"].order.power == "GERMANY"


def test_orders_under_the_heading_of_another_power_are_reported_and_not_given() -> None:
    game = Game()
    support, other = game.submit("FRANCE", "A MAR S A MUN - BUR\nGERMANY: A MUN - BUR")
    assert (support.fault, other.power, other.verdict.value) == ("MOVE_NOT_ORDERED", "GERMANY", "illegal")
    assert (other.reason, other.nearest) == ("under the heading of another power: not given", ())
    assert [other.reason_in(language) for language in ("cs", "ru")] == [
        "pod jménem jiné velmoci: nezadáno",
        "под именем другой державы: не принято",
    ]
    assert game.orders == {"FRANCE": ("A MAR S A MUN - BUR",)}


def test_what_cannot_be_submitted_changes_nothing() -> None:
    game = Game()
    game.order("FRANCE", "A PAR H")
    for power, text in (("GALLIA", "A PAR - BUR"), ("FRANCE", 7)):
        with pytest.raises(StandoffError):
            game.submit(power, text)  # pyright: ignore[reportArgumentType]
    assert game.orders == {"FRANCE": ("A PAR H",)}
    assert (game.submit("FRANCE", ""), game.orders) == ((), {})


def test_copies_are_equal_and_independent() -> None:
    game = played(1)
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        twin.undo()
        assert twin != game
    with pytest.raises(TypeError):
        hash(game)
    assert game != Game()
    assert game != 5


@needs_games
def test_real_games() -> None:
    """Some records break off in the middle of the last winter."""
    refused: list[str] = []
    for path in sorted(GAMES.glob("*.json"))[:4]:
        try:
            game = Game.load(path, "webdiplomacy")
        except GameError as fault:
            refused.append(str(fault))
        else:
            assert Game.from_dict(game.to_dict()) == game
    assert len(refused) < 3
    assert all("phase W1908A: what follows is not as recorded" in fault for fault in refused)


def test_a_record_that_leaves_out_retreats_to_nowhere_is_read(tmp_path: Path) -> None:
    """The package has no phase of retreats when every dislodged unit has nowhere to go, and is gone at once."""
    stand_in = pytest.importorskip("standoff.peers.stand_ins.game")
    export = pytest.importorskip("standoff.peers.stand_ins.export")
    theirs = stand_in.Game()
    theirs.clear_units()
    theirs.set_units("TURKEY", ["F NAP"])
    theirs.set_units("ITALY", ["A ROM", "A APU", "F TYS", "F ION"])
    theirs.set_orders("ITALY", ["A ROM - NAP", "A APU S A ROM - NAP"])
    theirs.process()
    data = export.to_saved_game_format(theirs)
    assert [phase["name"] for phase in data["phases"]] == ["S1901M", "F1901M"]
    assert export.is_valid_saved_game(data)
    game = Game.from_dict(data, theirs.rulebook)
    assert [str(result.before.phase) for result in game.history] == ["S1901M", "S1901R"]
    assert {str(unit) for unit in game.position.units} == {"A NAP", "A APU", "F TYS", "F ION"}
    assert Game.from_dict(game.to_dict()) == game
    (tmp_path / "game.json").write_text(json.dumps(data))
    assert [phase.differences for phase in replay(str(tmp_path / "game.json"), theirs.rulebook)] == [(), ()]


def test_games_of_the_stand_in_are_read_whether_drawn_or_going_on() -> None:
    stand_in = pytest.importorskip("standoff.peers.stand_ins.game")
    export = pytest.importorskip("standoff.peers.stand_ins.export")
    theirs = stand_in.Game()
    for _ in range(3):
        theirs.set_orders("FRANCE", ["A PAR - BUR", "F BRE - MAO"])
        theirs.process()
    for _ in range(2):
        data = json.loads(json.dumps(export.to_saved_game_format(theirs)))
        game = Game.from_dict(data, theirs.rulebook)
        assert len(game.history) == 3
        theirs.draw()
