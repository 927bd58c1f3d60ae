"""Whole games of random orders: invariants under every preset; setting up, the calendar, the end."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from standoff import read
from standoff.cases.position_file import read_position, write_position
from standoff.cases.text_files import SourceName
from standoff.map import ARMY, FLEET, Board, Phase, PhaseType, Position, Unit, load_board, starting_position
from standoff.random_turns import game
from standoff.solver import (
    PRESETS,
    Move,
    Order,
    Retreat,
    UnitName,
    adjudicate_phase,
    following,
    rulebook,
)
from standoff.solver.orders.adjustment_orders import balance
from standoff.solver.rules.presets import board_of
from standoff.solver.rules.variants import (
    SetupError,
    choose_powers,
    draw_powers,
    draw_side,
    leaders,
    sharing_draw,
    variant,
    variants,
    winner,
)


def random_orders(board: Board, position: Position, chance: random.Random) -> tuple[Order, ...]:
    return next(game(position, chance.randrange(1 << 30), board=board)).orders


def moment(phase: Phase) -> tuple[int, int, int]:
    return phase.year, "SFW".index(phase.season), list(PhaseType).index(phase.type)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PRESETS))
def test_fifteen_years_keep_the_invariants(name: str, tmp_path: Path) -> None:
    chance = random.Random(f"fifteen years under {name}")
    board = load_board(board_of(name))
    position = starting_position(board)
    assert position.phase is not None
    while position.phase is not None and position.phase.year < 1916:
        phase = position.phase
        result = adjudicate_phase(position, random_orders(board, position, chance), rules=rulebook(name), board=board)
        after = following(result.after, board)
        after.check(board)
        if phase.type is not PhaseType.ADJUSTMENT:
            assert len(result.after.units) + len(result.after.dislodged) <= len(position.units) + len(
                position.dislodged
            )
        if phase.type is PhaseType.ADJUSTMENT:
            for power in board.powers:
                before, now = balance(position, power), balance(after, power)
                assert now >= 0
                assert 0 <= now <= before or before < 0
        if after.centers != position.centers:
            assert phase.season == "F"
        assert after.phase is not None
        assert moment(after.phase) > moment(phase)
        if phase.year % 5 == 1:  # what a phase needs survives writing and reading
            file = tmp_path / "position.txt"
            file.write_text(write_position(after, board), encoding="utf-8")
            again, board_again, _ = read_position(SourceName(file), board)
            assert board_again.name == board.name
            assert (set(again.units), again.phase, set(again.dislodged), again.contested) == (
                set(after.units), after.phase, set(after.dislodged), after.contested)  # fmt: skip
            assert {p: set(c) for p, c in again.centers.items()} == {p: set(c) for p, c in after.centers.items()}
        position = after


def test_a_year_without_orders_runs_from_spring_to_spring(board: Board) -> None:
    position = starting_position(board)
    seen = []
    for _ in range(3):
        seen.append(str(position.phase))
        position = following(adjudicate_phase(position, [], board=board).after, board)
    assert seen == ["S1901M", "F1901M", "S1902M"]  # nothing to build: no winter


# -- variants -------------------------------------------------------------------------------------------------------


def test_every_variant_starts_from_a_possible_position() -> None:
    for name, entry in variants().items():
        position = entry.start()
        position.check(load_board(entry.board))
        played = [power for powers in entry.players for power in powers]
        assert len(played) == len(set(played)), name
        assert set(played) | position.civil_disorder == set(load_board(entry.board).powers)


@pytest.mark.parametrize(
    ("name", "players", "year"),
    [("six-1982", 6, 1870), ("five-1982", 5, 1801), ("four-1982", 4, 1901), ("three-1982-a", 3, 1901),
     ("three-1982-b", 3, 1901), ("two-1982", 2, 1914), ("two-2000", 2, 1914), ("three-czech1962", 3, 1901)],
)  # fmt: skip
def test_variants_have_their_players_and_year(name: str, players: int, year: int) -> None:
    """Rulebook 1982, XIV.2; 2000, page 20; the Czech edition of 1962, 15."""
    entry = variant(name)
    assert len(entry.players) == players
    assert entry.start().phase == Phase("S", year, PhaseType.MOVEMENT)


def test_an_idle_power_holds_does_not_support_and_loses_dislodged_units() -> None:
    """Rulebook 1982, XIV.2a: Italy with six players."""
    result = read(
        "ITALY\n A ROM S A VEN\nAUSTRIA\n A TYR S A TRI - VEN\n A TRI - VEN\nUNITS\n Italy: A VEN\nIDLE: Italy"
    ).adjudicate()
    assert [r.success for r in result][:3] == [False, True, True]
    assert [str(d.unit) for d in result.after.dislodged] == ["A VEN"]
    retreats = adjudicate_phase(
        replace(result.after, phase=Phase("S", 1870, PhaseType.RETREAT)),
        [Retreat("ITALY", UnitName("VEN", ARMY), "APU")],
    )
    assert [unit.power for unit in retreats.after.units] == ["ITALY", "AUSTRIA", "AUSTRIA"]


def test_foreign_units_may_support_an_idle_power() -> None:
    turn = read(
        "FRANCE\n A PIE S A VEN\nAUSTRIA\n A TYR S A TRI - VEN\n A TRI - VEN\nUNITS\n Italy: A VEN\nIDLE: Italy"
    )
    for choice, dislodged in (("allowed", 0), ("fails", 1)):  # DATC 4.D.9
        assert len(turn.adjudicate(rulebook(civil_disorder_support=choice)).after.dislodged) == dislodged


def test_borders_of_a_neutral_power_are_closed_until_it_joins(board: Board) -> None:
    """Rulebook 1982, XIV.2e."""
    game = variant("two-1982")
    start = game.start()
    moves: list[Order] = [Move("AUSTRIA", UnitName("TRI", FLEET), "VEN"), Move("FRANCE", UnitName("MAR", ARMY), "PIE")]
    assert [str(r.outcome) for r in adjudicate_phase(start, moves, board=board)][:2] == ["illegal", "illegal"]
    joined = game.after_lot(start)
    assert not joined.civil_disorder
    # now Venice is defended as ever, and Piedmont free
    assert [str(r.outcome) for r in adjudicate_phase(joined, moves, board=board)][:2] == ["bounces", "moves"]
    assert draw_side(game, 1) == draw_side(game, 1)
    assert {draw_side(game, seed) for seed in range(20)} == {0, 1}
    with pytest.raises(SetupError):
        draw_side(variant("six-1982"), 0)


def test_victory_counts_centers_or_units(board: Board) -> None:
    """18 centers; 24 units with two players in 1982, 24 centers in 2000."""
    centers = board.centers
    position = Position(centers={"FRANCE": centers[:18], "GERMANY": centers[18:]})
    assert winner(position, variant("standard")) == ("FRANCE",)
    assert winner(Position(centers={"FRANCE": centers[:17]}), variant("standard")) is None
    assert winner(Position(centers={"ENGLAND": centers[:12], "RUSSIA": centers[12:24]}), variant("two-2000")) == (
        "ENGLAND", "FRANCE", "RUSSIA")  # fmt: skip
    assert winner(Position(centers={"ENGLAND": centers[:12], "RUSSIA": centers[12:24]}), variant("two-1982")) is None
    places = [p.id for p in board.provinces if p.kind != "sea"][:24]
    units = tuple(Unit(ARMY, place, "TURKEY") for place in places)
    assert winner(Position(units), variant("two-1982")) == ("AUSTRIA", "GERMANY", "TURKEY")


def test_an_agreed_end_goes_to_the_most_units_and_a_draw_to_all_who_have_any(board: Board) -> None:
    units = (Unit(ARMY, "PAR", "FRANCE"), Unit(ARMY, "MUN", "GERMANY"), Unit(ARMY, "BER", "GERMANY"))
    assert leaders(Position(units), variant("standard")) == (("GERMANY",),)
    assert sharing_draw(Position(units), variant("standard")) == (("FRANCE",), ("GERMANY",))


def test_the_worked_example_of_the_choice_by_lists() -> None:
    """The Czech 1982 rules, appendix on the choice of powers."""
    lists = ["AEFRGTI", "EFTRIGA", "TREFGIA", "FERTIAG", "EFGRAIT", "TIAREFG", "ERTGFIA"]
    chosen = choose_powers({str(n): names for n, names in enumerate(lists, 1)}, lots={"T": "3", "E": "7"})
    assert "".join(chosen.values()) == "ARTFGIE"
    for names, power in zip(lists, chosen.values(), strict=True):
        assert names.index(power) < 4


def test_lots_are_drawn_from_the_seed(board: Board) -> None:
    lists = {"one": "AB", "two": "AB"}
    assert choose_powers(lists, 5) == choose_powers(lists, 5)
    assert {choose_powers(lists, seed)["one"] for seed in range(20)} == {"A", "B"}
    drawn = draw_powers(["Anna", "Ben"], board, 3)
    assert drawn == draw_powers(["Anna", "Ben"], board, 3)
    assert len(set(drawn.values())) == 2
    with pytest.raises(SetupError, match="twice"):
        choose_powers({"one": "AA", "two": "AB"})
    with pytest.raises(SetupError, match="no power is left"):
        choose_powers({"one": "A", "two": "A"})
