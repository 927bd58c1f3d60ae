"""Values that mean nothing are refused where they are made; none can be changed; those that say the same are equal."""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import standoff
from standoff import (
    Dislodged,
    Hold,
    Move,
    Phase,
    PhaseType,
    Position,
    PositionError,
    RulebookError,
    StandoffError,
    Support,
    Turn,
    Unclear,
    Unit,
    UnitName,
    Waive,
    WrongTypeError,
    load_board,
    read,
    rulebook,
    starting_position,
)
from standoff.map import ARMY, Board, BoardError
from standoff.solver import OPTIONS, PRESETS, Rulebook

PARIS, BREST = UnitName("PAR", ARMY), UnitName("BRE")
UNIT, M = Unit(ARMY, "BUR", "FRANCE"), PhaseType.MOVEMENT
ANY: Any = None  # what type checkers would refuse


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Unit("A", "PAR", "FRANCE"), "Unit, type: expected ARMY or FLEET, not 'A'"),  # type: ignore[arg-type]
        (lambda: Move("FRANCE", PARIS, ANY), "Move, destination: expected a text, not None"),
        (lambda: Move("FRANCE", "PAR", "BUR"), "Move, unit: expected a unit by its name"),  # type: ignore[arg-type]
        (lambda: Move("FRANCE", PARIS, "BUR", route=["ENG"]), "Move, route: expected a tuple"),  # type: ignore[arg-type]
        (lambda: Support("FRANCE", PARIS, ANY), "Support, supported: expected a unit by its name"),
        (lambda: Support("FRANCE", PARIS, BREST, 5), "Support, destination: expected a text or None"),  # type: ignore[arg-type]
        (lambda: Hold("FRANCE", ANY), "Hold, unit: expected a unit by its name"),
        (lambda: Waive(ANY), "Waive, power: expected a text, not None"),
        (lambda: Unclear("FRANCE", "A Nor H", (5,)), "Unclear, meanings: expected an order, not 5"),  # type: ignore[arg-type]
        (lambda: Phase("S", 1901, "M"), "Phase, type: expected PhaseType.MOVEMENT, .* not 'M'"),  # type: ignore[arg-type]
        (lambda: Phase("S", "1901", M), "Phase, year: expected a number, not '1901'"),  # type: ignore[arg-type]
        (lambda: Dislodged(UNIT, 5), "Dislodged, attacker_from: expected a text or None, not 5"),  # type: ignore[arg-type]
        (lambda: Dislodged(UNIT, "MUN", "no"), "Dislodged, by_convoy: expected True or False"),  # type: ignore[arg-type]
        (lambda: Position(UNIT), "Position, units: expected units, .*, not Unit"),  # type: ignore[arg-type]
        (lambda: Position(phase="S1901M"), "Position, phase: .* not 'S1901M'; Phase.parse reads texts"),  # type: ignore[arg-type]
        (lambda: Position(centers=["PAR"]), "Position, centers: expected the centers of each power"),  # type: ignore[arg-type]
        (lambda: Position(closed="BUR"), "Position, closed: expected the ids of provinces, not 'BUR'"),
        (lambda: Position(contested=[[]]), "Position, contested: expected the ids of provinces"),  # type: ignore[list-item]
        (lambda: Position(board=load_board()), "Position, board: expected the name of a board"),  # type: ignore[arg-type]
        (lambda: str(Position((5,))), "Position, units: expected units, for example Unit.*, not 5"),  # type: ignore[arg-type]
        (lambda: Position(dislodged=(UNIT,)).check(load_board()), "Position, dislodged: expected dislodged units"),  # type: ignore[arg-type]
        (lambda: Position(centers={"FRANCE": "PAR"}).to_dict(), "Position, centers: .* not 'FRANCE': 'PAR'"),  # type: ignore[dict-item]
        (lambda: Position().check("standard"), "expected a board, not 'standard'; load_board finds it"),  # type: ignore[arg-type]
        (lambda: Turn(Position(), "A PAR H"), "Turn, orders: .* standoff.read reads texts"),  # type: ignore[arg-type]
        (lambda: Turn(Position(), rules="1982"), "Turn, rules: expected a rulebook, not '1982'"),  # type: ignore[arg-type]
        (lambda: load_board().province(5), "expected a name as text, not 5"),  # type: ignore[arg-type]
        (lambda: starting_position(5), "expected the name of a board, not 5"),  # type: ignore[arg-type]
        (lambda: Board([]), "expected the data of a board as a dict"),  # type: ignore[arg-type]
    ],
)
def test_what_means_nothing_is_refused_where_it_is_made(make: Callable[[], object], message: str) -> None:
    with pytest.raises(WrongTypeError, match=message):
        make()


def test_what_stands_nowhere_on_the_board_is_refused() -> None:
    board = load_board()
    for position, message in (
        (Position(civil_disorder=frozenset({"Germany"})), "civil_disorder: no power Germany"),
        (Position(closed=frozenset({"XXX"})), "closed: no province XXX"),
        (Position(contested=frozenset({"XXX"})), "contested: no province XXX"),
    ):
        with pytest.raises(PositionError, match=message):
            position.check(board)
        with pytest.raises(PositionError, match=message):
            Turn(position)
    with pytest.raises(PositionError, match="Phase, season: expected S, F or W, not 'X'"):
        Phase("X", 1901, M)
    with pytest.raises(BoardError, match="expected texts as keys, not 5"):
        Board({5: 5})  # type: ignore[dict-item]


def test_other_collections_are_made_tuples_and_frozen_sets() -> None:
    position = Position([UNIT], contested=["BUR"], civil_disorder={"FRANCE"}, closed=iter(["SPA"]))
    assert position == Position((UNIT,), {}, (), frozenset({"BUR"}), None, frozenset({"FRANCE"}), frozenset({"SPA"}))
    assert hash(position) == hash(Position.parse(str(position)))


def test_a_game_starts_on_a_board_by_its_name() -> None:
    assert starting_position("fleet-rome") == starting_position(load_board("fleet-rome"))
    with pytest.raises(BoardError, match="no board named 'flet-rome'; did you mean fleet-rome"):
        starting_position("flet-rome")


def test_what_is_no_phase_is_neither_before_nor_after_one() -> None:
    for compared in (lambda one, two: one < two, lambda one, two: one > two):
        with pytest.raises(TypeError, match="not supported between instances of 'Phase' and 'str'"):
            compared(Phase("S", 1901, M), "S1901M")


def test_a_language_that_is_not_spoken_is_named() -> None:
    turn = read("FRANCE: A PAR - LON")
    (checked,) = turn.check()
    for asked in (turn.adjudicate().to_dict, turn.compare().to_dict, turn.resolutions().to_dict, checked.to_dict):
        with pytest.raises(StandoffError, match="no language 'de'; known: en, cs, ru"):
            asked(language="de")


def test_texts_of_a_subtype_are_texts() -> None:
    class Name(str):
        __slots__ = ()

    assert Move(Name("FRANCE"), UnitName(Name("PAR"), ARMY), Name("BUR")) == Move("FRANCE", PARIS, "BUR")


# -- rulebooks --------------------------------------------------------------------------------------------------------


def test_a_preset_cannot_be_changed() -> None:
    for change in (
        lambda: rulebook("2023").choices.__setitem__("waiving", "not-allowed"),  # type: ignore[attr-defined]
        lambda: PRESETS.__setitem__("2023", rulebook("1982")),  # type: ignore[attr-defined]
        lambda: OPTIONS["paradox_backup"].choices.__setitem__("any", "changed"),  # type: ignore[attr-defined]
    ):
        with pytest.raises((TypeError, AttributeError)):
            change()
    choices = dict(rulebook("1971"))
    mine = Rulebook("mine", choices)
    choices["waiving"] = "?"
    assert mine["waiving"] == rulebook("1971")["waiving"]


def test_rulebooks_that_decide_alike_are_equal_whatever_they_are_called() -> None:
    one, other = rulebook("2023-book", paradox_exception="none"), rulebook("2023")
    assert one == other
    assert hash(one) == hash(other)
    assert {one: 1}[other] == 1
    backwards = Rulebook("backwards", dict(reversed(list(rulebook("1982").items()))))
    assert backwards == rulebook("1982")
    assert hash(backwards) == hash(rulebook("1982"))
    assert list(backwards) == list(rulebook("1982"))
    assert rulebook("1971") != rulebook("1982")
    assert rulebook("1971") != dict(rulebook("1971"))

    def settle(_: object) -> None:
        return None

    own = rulebook().with_rule("mine", settlement=settle)
    assert own == rulebook("2023").with_rule("mine", settlement=settle)
    assert own != rulebook()
    assert own != rulebook().with_rule("mine", settlement=lambda _: None)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda rules: pickle.loads(pickle.dumps(rules))])
def test_copies_of_rulebooks_are_equal(again: Callable[[Rulebook], Rulebook]) -> None:
    rules = rulebook("1982", adjacent_convoy="explicit")
    assert again(rules) == rules
    assert again(rules).name == rules.name
    assert again(OPTIONS["paradox_backup"]) is OPTIONS["paradox_backup"]  # type: ignore[arg-type, comparison-overlap]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({}, "rulebook 'x' has no choice for multi_route_disruption, .*start from a preset"),
        ({**rulebook(), "waving": "allowed"}, "no option named 'waving'; did you mean waiving?"),
        ({**rulebook(), "waiving": "perhaps"}, "waiving cannot be 'perhaps'; choices: "),
        ({**rulebook(), "paradox_backup": "mine"}, "paradox_backup cannot be 'mine'"),
        (None, "rulebook 'x': expected a mapping of options to choices, not None"),
    ],
)
def test_a_rulebook_that_lacks_something_is_refused_where_it_is_made(choices: Any, message: str) -> None:
    with pytest.raises(StandoffError, match=message):
        Rulebook("x", choices)


def test_a_misspelled_argument_is_answered_with_the_right_one() -> None:
    with pytest.raises(RulebookError, match=r"no option named 'rule'; did you mean rules\?"):
        standoff.adjudicate("start", {}, rule="1982")
    with pytest.raises(RulebookError, match=r"no option named 'boards'; did you mean board\?"):
        standoff.read("FRANCE: A PAR - BUR").adjudicate(boards="standard")


# -- errors -----------------------------------------------------------------------------------------------------------


def test_the_error_of_a_case_file_is_offered_at_the_front_door(tmp_path: Path) -> None:
    path = tmp_path / "x.case"
    path.write_text("id: x\nposition: nonsense\n")
    with pytest.raises(standoff.CaseError, match=r"x\.case"):
        standoff.read(str(path))


# -- board files ------------------------------------------------------------------------------------------------------


def ring(name: str, *places: str) -> str:
    import json

    edges = dict(zip(places, (*places[1:], places[0]), strict=True))
    provinces = {place: {"name": place.title(), "kind": "inland"} for place in places}
    return json.dumps({"name": name, "powers": {}, "provinces": provinces, "army": edges, "fleet": {}})


def provinces(board: Board) -> list[str]:
    return [province.id for province in board.provinces]


def test_a_board_file_that_was_edited_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(ring("b", "ABC", "DEF", "GHI"))
    first = load_board(str(path))
    assert load_board(str(path)) is first
    path.write_text(ring("b", "ABC", "DEF", "XYZ"))  # as long as before
    assert provinces(load_board(str(path))) == ["ABC", "DEF", "XYZ"]
    assert provinces(first) == ["ABC", "DEF", "GHI"]
    os.utime(path, (1_000_000_000, 1_000_000_000))  # an old file: only its times and size are looked at
    second = load_board(str(path))
    assert load_board(str(path)) is second
    path.write_text(ring("b", "ABC", "DEF", "GHI", "JKL"))
    assert provinces(load_board(str(path))) == ["ABC", "DEF", "GHI", "JKL"]
    assert pickle.loads(pickle.dumps(second)).provinces == second.provinces
    path.unlink()
    with pytest.raises(BoardError, match="No such file"):
        load_board(str(path))


def test_a_board_file_with_a_fault_is_never_the_board_that_it_was(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(ring("b", "ABC", "DEF", "GHI"))
    first = load_board(str(path))
    path.write_text("{")
    for age_seconds in (0, 0, 1_000_000, 1_000_000):
        os.utime(path, (path.stat().st_mtime - age_seconds,) * 2)
        with pytest.raises(BoardError, match=r"b\.json"):
            load_board(str(path))
    path.write_text(ring("b", "ABC", "DEF", "GHI"))
    assert load_board(str(path)) is first
