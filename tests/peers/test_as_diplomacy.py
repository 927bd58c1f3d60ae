"""The stand-in for the package `diplomacy`: alone, under programs that import it, and beside the package."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import standoff.as_diplomacy
from standoff.map import BoardError, PhaseType, StandoffError, load_board, starting_position
from standoff.peers.stand_ins import export, game_map
from standoff.peers.stand_ins.game import Game, Renderer
from standoff.peers.stand_ins.parts import BOUNCE, OK, GamePhaseData, Message, NotOffered
from standoff.solver import Order, adjudicate_phase, following, rulebook
from standoff.text import read_order

BOARD = load_board()
OF_PLAYERS = (
    *("timestamp", "zobrist_hash", "timestamp_created", "game_id", "id", "controller", "wait", "order_is_set"),
    "phase",  # of a state: its name once more
)
"""The data of a state or game on time and players, which are never equal twice, or not kept."""


def content(value: Any) -> Any:
    """Return a state without data that differ from game to game; lists are sorted: their order has no meaning."""
    if isinstance(value, dict):
        return {str(key): content(entry) for key, entry in value.items() if key not in OF_PLAYERS}
    if isinstance(value, list | tuple):
        return sorted((content(entry) for entry in value), key=str)
    return value if value is None or isinstance(value, int) else str(value)


def standing(**units: str) -> Game:
    """Return a game with only the named units, those of a power separated by commas."""
    game = Game()
    game.clear_units()
    for power, texts in units.items():
        game.set_units(power, texts.split(", "))
    return game


def test_a_game_goes_from_phase_to_phase() -> None:
    game = Game()
    game.set_orders("france", ["A PAR - BUR", "A MAR S PAR - BUR", ""])
    game.set_orders("GERMANY", "A MUN - BUR")
    assert game.get_orders("FRANCE") == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    game.set_orders("FRANCE", "F BRE - GAS")
    assert game.get_orders("FRANCE")[-1] == "F BRE - GAS"
    game.clear_orders("FRANCE")
    game.set_orders("FRANCE", ["PAR - BUR", "A MAR S PAR - BUR"])
    assert game.powers["FRANCE"].orders == {"A PAR": "- BUR", "A MAR": "S A PAR - BUR"}
    spring = game.process()
    assert spring.results["A MUN"] == ["bounce"]
    assert game.get_order_status(loc="MUN") == ("A MUN", ["bounce"])
    assert game.get_order_status("GERMANY") == {"F KIE": [], "A BER": [], "A MUN": ["bounce"]}
    assert (game.phase, game.phase_type, game.get_orders("FRANCE")) == ("FALL 1901 MOVEMENT", "M", [])
    game.set_orders("FRANCE", ["A BUR - MUN", "A MAR - SPA"])
    game.set_orders("GERMANY", ["A MUN - RUH", "F KIE - HOL"])
    game.process()
    assert game.get_current_phase() == "W1901A"
    assert set(game.get_centers("FRANCE")) == {"BRE", "MAR", "PAR", "MUN", "SPA"}
    assert game.get_state()["builds"]["FRANCE"] == {"count": 2, "homes": ["MAR", "PAR"]}
    assert game.get_orderable_locations("FRANCE") == ["MAR", "PAR"]
    assert game.get_all_possible_orders()["MAR"] == ["A MAR B", "F MAR B", "WAIVE"]
    game.set_orders("FRANCE", ["WAIVE", "A PAR B", "F LON B"])
    winter = game.process()
    assert winter.results == {"A PAR": [""], "F LON": ["void"]}
    assert set(game.get_units("FRANCE")) == {"F BRE", "A MUN", "A SPA", "A PAR"}
    assert list(game.result_history) == ["S1901M", "F1901M", "W1901A"]
    assert game.state_history.first_value()["name"] == game.state_history.first_key() == "S1901M"
    assert [phase.to_dict() for phase in game.get_phase_history()][-1] == winter.to_dict()
    assert game.result_history.last_key() == "W1901A"


def test_retreats_are_made_where_they_are_legal() -> None:
    game = standing(FRANCE="A PAR, A MAR, A PIC", GERMANY="A BUR, A RUH")
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR", "A PIC - BEL"])
    game.set_orders("GERMANY", ["A RUH - BEL"])
    assert game.process().results["A BUR"] == ["dislodged"]
    assert game.get_current_phase() == "S1901R"
    assert game.get_units("GERMANY") == ["A RUH", "*A BUR"]
    assert game.get_state()["retreats"]["GERMANY"] == {"A BUR": ["GAS", "MUN"]}  # Belgium is contested, Paris barred
    assert game.get_orderable_locations("GERMANY") == ["BUR"]
    assert game.get_all_possible_orders()["BUR"] == ["A BUR D", "A BUR R GAS", "A BUR R MUN"]
    game.set_orders("GERMANY", ["A BUR R BEL"])
    assert (game.get_orders("GERMANY"), game.error) == ([], ["A BUR R BEL: the unit may not retreat there"])
    saved = game.get_state()
    game.set_orders("GERMANY", ["A BUR R MUN"])
    assert game.process().results == {"A BUR": []}
    assert game.get_units("GERMANY") == ["A RUH", "A MUN"]
    game.set_state(saved)
    assert content(game.get_state()) == content(saved)
    game.set_orders("GERMANY", ["A BUR D"])
    assert game.process().results == {"A BUR": ["disband"]}
    assert game.get_units("GERMANY") == ["A RUH"]


def test_a_unit_without_a_retreat_is_gone_at_once() -> None:
    game = standing(TURKEY="F NAP", ITALY="A ROM, A APU, F TYS, F ION")
    game.set_orders("ITALY", ["A ROM - NAP", "A APU S A ROM - NAP"])
    assert game.process().results["F NAP"] == ["dislodged"]
    assert (game.get_current_phase(), game.get_units("TURKEY")) == ("F1901M", [])


def test_a_state_of_another_board_is_refused() -> None:
    game = Game()
    before = game.get_state()
    with pytest.raises(StandoffError, match="a state on board czech1962; the game is on board standard"):
        game.set_state({**Game().get_state(), "map": "czech1962", "name": "F1905M"})
    assert content(game.get_state()) == content(before)


def test_orders_of_retreats_and_winters_are_examined() -> None:
    """A refused text is no order, and is listed as an error and among the results."""
    game = Game()
    game.set_current_phase("W1901A")
    game.set_units("FRANCE", ["A PAR"], reset=True)
    game.set_units("GERMANY", ["A DEN"])
    game.set_orders("FRANCE", ["F PAR B", "A BEL B", "A PAR D", "A MAR B", "F MAR B", "F BRE B"])
    assert game.get_orders("FRANCE") == ["A MAR B", "F BRE B"]
    assert [text.partition(":")[0] for text in game.error] == ["F PAR B", "A BEL B", "A PAR D", "F MAR B"]
    game.set_orders("FRANCE", "F MAR B")  # later on it takes the place of the first
    assert game.get_orders("FRANCE") == ["F MAR B", "F BRE B"]
    game.set_orders("FRANCE", [])
    assert game.get_orders("FRANCE") == []
    game.set_orders("GERMANY", ["WAIVE", "A PAR D", "A DEN D"])
    assert game.get_orders("GERMANY") == ["A DEN D"]
    game.set_orders("FRANCE", ["A BEL B", "F BRE B"])
    assert game.process().results == {
        "A BEL": ["void"],
        "A PAR": ["void"],
        "F BRE": [""],
        "A DEN": [""],
        "WAIVE": ["void"],  # of two builds one is left over
    }
    game = standing()
    game.set_current_phase("F1905R")
    game.set_units("FRANCE", ["A PAR", "*A BUR"])
    game.set_orders("FRANCE", ["A BUR R GAS", "A BUR R BEL"])
    assert (game.get_orders("FRANCE"), len(game.error)) == (["A BUR R GAS"], 1)
    game.set_orders("FRANCE", "A BUR R PAR")
    assert game.get_orders("FRANCE") == ["A BUR R GAS"]
    game.set_orders("FRANCE", [])
    game.set_orders("FRANCE", "A BUR R PAR")
    assert game.process().results == {"A BUR": ["void", "disband"]}


def test_orders_that_cannot_be_are_named_as_errors() -> None:
    game = Game()
    game.set_orders("FRANCE", ["A PAR - LON", "nonsense", "A VIE H", "F BRE H"])
    assert game.get_orders("FRANCE") == ["F BRE H"]
    assert len(game.error) == 3
    game.set_orders("FRANCE", ["F BRE - MAO"], replace=False)
    assert game.get_orders("FRANCE") == ["F BRE H"]
    game.clear_orders("FRANCE")
    assert game.get_orders()["FRANCE"] == []
    game.set_units("FRANCE", ["F GAS", "F LYO"])
    game.set_orders("FRANCE", ["GAS - SPA", "F LYO S GAS - SPA"])
    assert game.get_orders("FRANCE") == ["F GAS - SPA/NC", "F LYO S F GAS - SPA"]
    with pytest.raises(StandoffError, match="no power 'MARS'"):
        game.set_orders("MARS", [])


def test_a_power_with_enough_centers_wins() -> None:
    game = Game()
    game.set_current_phase("F1910M")
    game.set_centers("FRANCE", list(BOARD.centers[:17]), reset=True)
    for power in BOARD.powers:
        game.set_centers(power, [c for c in game.get_centers(power) if power == "FRANCE"][:17], reset=True)
    game.clear_units()
    game.set_units("FRANCE", [f"A {BOARD.centers[17]}"])
    game.process()
    assert (game.is_game_done, game.get_current_phase(), game.status) == (True, "COMPLETED", "completed")
    assert (game.outcome, game.get_state()["note"]) == (["W1910A", "FRANCE"], "Victory by: FRA")
    assert game.get_all_possible_orders()["PAR"] == []
    assert game.process().name == "COMPLETED"
    game.set_orders("FRANCE", "A PAR H")
    assert game.error == ["A PAR H: the game is over"]


def test_a_random_game_goes_as_standoff_plays_it() -> None:
    """The class does the same as `adjudicate_phase` and `following`, in the package's terms."""
    chance = random.Random(3)
    game = Game(rulebook=rulebook())
    position = starting_position(BOARD)
    for _ in range(9):
        possible = game.get_all_possible_orders()
        orders: list[Order] = []
        for power in BOARD.powers:
            texts = [chance.choice(possible[place]) for place in game.get_orderable_locations(power)]
            texts.sort(key=lambda text: text == "WAIVE")
            game.set_orders(power, texts)
            orders.extend(read_order(text, power, BOARD) for text in texts)
        assert game.error == []
        result = adjudicate_phase(position, orders, board=BOARD)
        game.process()
        position = following(result.after, BOARD)
        if position.phase and position.phase.type is PhaseType.RETREAT and not any(result.retreats.values()):
            position = following(replace(position, dislodged=()), BOARD)
        assert game.get_current_phase() == str(position.phase)
        on_board = {power: {str(u) for u in position.units if u.power == power} for power in BOARD.powers}
        assert {power: {t for t in texts if t[0] != "*"} for power, texts in game.get_units().items()} == on_board
        assert {p: set(c) for p, c in game.get_centers().items()} == {p: set(c) for p, c in position.centers.items()}


# -- what is beside adjudicating --------------------------------------------------------------------------------------


def played(phases: int, seed: int = 1, game: Any = None) -> Any:
    """Return a game after some phases with random orders."""
    chance, game = random.Random(seed), game or Game()
    for _ in range(phases):
        possible = game.get_all_possible_orders()
        for name, places in game.get_orderable_locations().items():
            game.set_orders(name, [chance.choice(possible[place]) for place in places])
        game.process()
    return game


def test_a_power_is_the_game_s_own() -> None:
    """Programs keep powers over phases, and remove elements of their lists."""
    game = Game()
    france = game.get_power("FRANCE")
    assert france is not None
    assert france is game.powers["FRANCE"]
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR - SPA"])
    del france.orders["A PAR"]
    assert game.get_orders("FRANCE") == ["A MAR - SPA"]
    game.process()
    assert france.units == ["F BRE", "A SPA", "A PAR"]
    france.units.remove("A SPA")
    game.process()
    assert game.get_centers("FRANCE") == ["BRE", "MAR", "PAR"]
    assert game.get_power("MARS") is None


def test_what_is_kept_of_a_phase_follows_what_a_program_changes() -> None:
    """The position and the possible orders are computed once, but never used after a change."""
    game = Game()
    france, before = game.powers["FRANCE"], (game.get_hash(), game.turn.position)
    assert "A PAR - BUR" in game.get_all_possible_orders()["PAR"]
    game.get_all_possible_orders()["PAR"].clear()
    assert "A PAR - BUR" in game.get_all_possible_orders()["PAR"]
    france.units.remove("A PAR")
    assert game.get_all_possible_orders()["PAR"] == []
    assert str(game.turn.position.units) != str(before[1].units)
    assert game.get_hash() != before[0]
    game.set_orders("FRANCE", "A PAR - BUR")
    assert game.error == ["A PAR - BUR: no unit stands there"]
    game.rulebook = rulebook("1971")
    assert game.turn.rules == rulebook("1971")
    game.process()
    game.state_history["S1901M"]["note"] = "changed"
    first = export.to_saved_game_format(game)["phases"][0]
    assert first["state"]["note"] == "changed"
    first["state"]["units"]["FRANCE"].append("A LON")
    assert "A LON" not in game.state_history["S1901M"]["units"]["FRANCE"]


def test_a_game_begins_where_its_board_says() -> None:
    game = Game(map_name="winter-1900")
    assert (game.get_current_phase(), game.phase_type, game.phase) == ("W1900A", "A", "WINTER 1900 ADJUSTMENTS")
    assert game.get_all_possible_orders()["BRE"] == ["A BRE B", "F BRE B", "WAIVE"]


def test_a_copy_is_a_game_of_its_own() -> None:
    game = played(2)
    copy = deepcopy(game)
    assert (copy.get_hash(), copy.powers["FRANCE"].game) == (game.get_hash(), copy)
    assert content(copy.to_dict()) == content(game.to_dict())
    copy.clear_units()
    copy.process()
    assert game.get_units("FRANCE")
    assert len(game.state_history) == 2


def test_a_saved_game_is_read_and_played_on(tmp_path: Path) -> None:
    """A player's program: it loads a game, continues, saves, draws and reads it again."""
    file = tmp_path / "games.jsonl"
    export.to_saved_game_format(played(3), str(file))
    (game,) = export.load_saved_games_from_disk(str(file))
    stood = game.get_current_phase()
    game.add_message(Message(sender="FRANCE", recipient="GERMANY", phase=stood, message="Peace?"))
    game.set_orders("FRANCE", [f"{unit} H" for unit in game.get_units("FRANCE")])
    saved = export.to_saved_game_format(game, str(file), "w")
    assert saved["phases"][-1]["messages"][0]["message"] == "Peace?"
    (again,) = export.load_saved_games_from_disk(str(file))
    assert again.get_orders("FRANCE") == game.get_orders("FRANCE")
    assert [message.message for message in again.messages.values()] == ["Peace?"]
    again.process()
    assert again.message_history[stood].last_value().sender == "FRANCE"
    assert export.is_valid_saved_game(export.to_saved_game_format(again))
    assert again.render(output_path=str(tmp_path / "game.svg")) == (tmp_path / "game.svg").read_text()
    assert json.loads(json.dumps(again.to_dict())) == Game.from_dict(again.to_dict()).to_dict()


def test_a_saved_game_that_does_not_follow_its_orders_is_told() -> None:
    saved = export.to_saved_game_format(played(2))
    saved["phases"][1]["state"]["units"]["FRANCE"] = ["A PAR"]
    assert not export.is_valid_saved_game(saved)
    assert not export.is_valid_saved_game({"phases": [{"name": "S1901M"}]})


def test_a_drawn_game_is_over_and_stays_so_when_saved() -> None:
    game = played(1)
    game.draw(winners=["FRANCE", "ITALY"])
    assert (game.outcome, game.note) == (["F1901M", "FRANCE", "ITALY"], "Victory by: FRA, ITA")
    again = export.from_saved_game_format(export.to_saved_game_format(game))
    assert (again.is_game_done, again.outcome, again.status) == (True, game.outcome, "completed")
    assert Game.from_dict(game.to_dict()).is_game_done


def test_an_order_refused_is_explained() -> None:
    """DATC 6.A.1: no border between Paris and London."""
    game = Game()
    game.set_orders("FRANCE", ["A PAR - LON"])
    assert game.error == ["A PAR - LON: the unit cannot get there"]
    (checked,) = game.check_orders("FRANCE", ["A PAR - LON"])
    assert (checked.verdict, checked.sources[0], str(checked.nearest[0])) == ("illegal", "DATC 6.A.1", "A PAR - BRE")


def test_a_map_file_is_played_on(tmp_path: Path) -> None:
    """The package's ``.map`` files are not part of standoff: users name them by path."""
    from tests.map.test_importers import MAP

    (tmp_path / "bay.map").write_text(MAP, encoding="utf-8")
    game = Game(map_name=str(tmp_path / "bay.map"))
    assert (game.get_current_phase(), game.win, game.get_orderable_locations("SOUTH")) == (
        "F1492M", 3, ["TWN"],
    )  # fmt: skip
    assert game.get_all_possible_orders()["TWN"] == ["F TWN H", "F TWN - BAY", "F TWN - SPT/SC", "F TWN S A HIL - SPT"]
    game.set_orders("SOUTH", "F TWN - SPT/SC")
    game.process()
    assert (game.get_current_phase(), game.get_units("SOUTH")) == ("W1492A", ["F SPT/SC"])
    with pytest.raises(BoardError, match=r"a \.map file, such as the package has them, is read by its path"):
        Game(map_name="ancmed")
    with pytest.raises(BoardError, match="No such file"):
        Game(map_name=str(tmp_path / "gone.map"))


def test_what_is_not_offered_says_so() -> None:
    for name in ("has_draw_vote", "set_controlled", "supports", "new_power_message", "set_wait", "combat"):
        with pytest.raises(NotOffered, match=f"`Game.{name}` is not offered by standoff: it "):
            getattr(Game(), name)
    with pytest.raises(NotOffered, match=r"`Power.tokens` is not offered by standoff: it has no network"):
        _ = Game().powers["FRANCE"].tokens
    with pytest.raises(NotOffered, match=r"`Map.compact` is not offered by standoff: it reads orders with a grammar"):
        Game().map.compact("A PAR - BUR")


def test_a_rule_of_another_game_is_refused() -> None:
    for rule in ("BUILD_ANY", "HOLD_WIN", "DONT_SKIP_PHASES", "WELFARE"):
        with pytest.raises(NotOffered, match=f"rule {rule} is not offered"):
            Game(rules=[rule])


def test_what_a_game_takes_of_servers_is_ignored_with_a_warning() -> None:
    """Programs write `Game(map="standard")`, which the package silently ignores."""
    with pytest.warns(UserWarning, match=r"Game\(\) takes no 'map'; it is ignored"):
        assert Game(map="standard", win=10, registration_password=None).win == 10


def test_a_result_is_a_text_with_a_number() -> None:
    """The package prints both, and treats even the empty text as true."""
    assert (BOUNCE, str(BOUNCE), repr(BOUNCE), BOUNCE.code) == ("bounce", "bounce", "10002:bounce", 10002)
    assert bool(OK)
    assert deepcopy(BOUNCE).code == 10002
    phase = GamePhaseData.from_dict(
        {"name": "S1901M", "state": {}, "orders": {}, "results": {"A PAR": ["10002:bounce", "void"]}}
    )
    assert phase.results == {"A PAR": ["bounce", "void"]}
    with pytest.raises(StandoffError, match="result 'tired'; expected one of: no convoy, bounce"):
        GamePhaseData.from_dict({"name": "S1901M", "state": {}, "orders": {}, "results": {"A PAR": ["tired"]}})


# -- under a program --------------------------------------------------------------------------------------------------


@pytest.fixture
def installed() -> Iterator[None]:
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "diplomacy"}
    standoff.as_diplomacy.install()
    yield
    standoff.as_diplomacy.uninstall()
    sys.modules.update(kept)


@pytest.mark.usefixtures("installed")
def test_every_module_that_programs_import_is_there() -> None:
    """As the programs named in docs/python.md import them."""
    assert import_module("diplomacy").Game is Game
    assert import_module("diplomacy.engine.map").Map is game_map.Map
    assert import_module("diplomacy.engine.message").GLOBAL == "GLOBAL"
    assert import_module("diplomacy.engine.renderer").Renderer is Renderer
    assert import_module("diplomacy.utils").export.to_saved_game_format is export.to_saved_game_format
    assert import_module("diplomacy.utils.game_phase_data").GamePhaseData is GamePhaseData
    assert import_module("diplomacy.utils.order_results").BOUNCE is BOUNCE
    connect = import_module("diplomacy.client.connection").connect  # a program may import it and not use it
    with pytest.raises(NotOffered, match="it has no network"):
        connect("localhost", 8432)
    assert find_spec("diplomacy") is not None
    with pytest.raises(ImportError, match=r"diplomacy\.daide is not offered by standoff; offered are: diplomacy, "):
        import_module("diplomacy.daide")


@pytest.mark.slow
def test_a_program_runs_unchanged(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("from diplomacy import Game\n")
    (tmp_path / "program.py").write_text(
        "import sys\nfrom beside import Game\ngame = Game()\ngame.process()\nprint(*sys.argv[1:], game.phase)\n"
    )

    command = [sys.executable, "-m", "standoff.as_diplomacy", "program.py", "a", "--b"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "a --b FALL 1901 MOVEMENT\n", "")


def test_a_program_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert standoff.as_diplomacy.main(["none.py"]) == 2
    assert capsys.readouterr().err == "Error: there is no program none.py\n"
    assert standoff.as_diplomacy.main([""]) == 2
    assert not any(finder.__class__.__module__ == standoff.as_diplomacy.__name__ for finder in sys.meta_path)


# -- beside the package -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def package() -> Any:
    return pytest.importorskip("diplomacy")


def explained(order: str, theirs: list[str], ours: list[str]) -> bool:
    """Return whether the codes of an order may differ (docs/python.md explains the package's codes of supports)."""
    return order.split()[2:3] in (["S"], ["C"]) and "void" in theirs + ours


@pytest.mark.slow
def test_whole_games_have_the_same_shapes(package: Any) -> None:
    """States, possible orders, powers, results and saved games, in whole games with random orders."""
    words = 0
    chance, theirs, ours = random.Random(1), package.Game(), Game()
    for _ in range(20):
        possible = theirs.get_all_possible_orders()
        assert content(possible) == content(ours.get_all_possible_orders())
        assert content(theirs.get_state()) == content(ours.get_state())
        assert theirs.get_orderable_locations() == ours.get_orderable_locations()
        for name in theirs.powers:
            assert content(theirs.powers[name].to_dict()) == content(ours.powers[name].to_dict())
            places = theirs.get_orderable_locations(name)
            orders = [chance.choice(sorted(possible[place])) for place in places]
            theirs.set_orders(name, orders)
            ours.set_orders(name, orders)
        assert ours.error == []
        before, after = theirs.process().to_dict(), ours.process().to_dict()
        ordered = {order[:5]: order for own in after["orders"].values() for order in own}
        for unit, codes in before.pop("results").items():
            own_codes = after["results"].pop(unit)
            if codes != own_codes:
                assert explained(ordered[unit[:5]], codes, own_codes), (ordered[unit[:5]], codes, own_codes)
                words += 1
        assert after.pop("results") == {}
        for phase in (before, after):  # a support keeps the coast that it names
            phase["orders"] = {
                name: [o if " S " not in o else o[:15] for o in own] for name, own in phase["orders"].items()
            }
        assert content(before) == content(after)
        for told in ("phase", "phase_type", "is_game_done"):
            assert getattr(theirs, told) == getattr(ours, told)
    saved = import_module("diplomacy.utils.export").to_saved_game_format(theirs)
    assert set(saved) == set(export.to_saved_game_format(ours))
    assert content(export.from_saved_game_format(saved).get_state()) == content(theirs.get_state())
    back = import_module("diplomacy.utils.export").from_saved_game_format(export.to_saved_game_format(ours))
    assert content(back.get_state()) == content(ours.get_state())
    assert content(Game.from_dict(theirs.to_dict()).get_state()) == content(theirs.get_state())
    assert set(theirs.to_dict()) == set(ours.to_dict())
    assert words < 5
