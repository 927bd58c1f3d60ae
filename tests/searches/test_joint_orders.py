"""All joint orders of a position: how many there are, how many have a property, and what is said of it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.command import refused, run

pytest.importorskip("numba")

from standoff import find, force, read
from standoff.map import Position, load_board
from standoff.searches import half_given, stated
from standoff.searches.ask import FindError
from standoff.searches.deciding import Adjudged
from standoff.searches.expression import property_of
from standoff.searches.programs import OpenError
from standoff.searches.properties import PropertyError
from standoff.solver import legal_by_place
from standoff.work.workers import Stop

PARIS_AND_SMYRNA = "standard S1901M FRANCE:APAR;TURKEY:ASMY"


def test_all_joint_orders_are_those_of_all_units_together() -> None:
    """Paris and Smyrna have five orders each (a hold, four moves): 25 together, each with one resolution."""
    legal = legal_by_place(read(PARIS_AND_SMYRNA).position)
    assert [len(orders) for orders in legal.values()] == [5, 5]
    finds = find("resolutions(1)", position=PARIS_AND_SMYRNA)
    assert (finds.examined, finds.matches, len(finds)) == (25, 25, 1)
    assert "all 25 joint legal orders of 2 units" in finds.summary()
    assert finds.not_searched == ("orders illegal under 2023",)


def test_circles_far_apart_have_four_resolutions_together() -> None:
    """Two circles of three: each has two resolutions, in each of the 203 ways to divide six units.

    Those that go from Ankara to Constantinople and on to Smyrna may be armies or fleets.
    """
    circles = "ENGLAND: F NTH - ENG, F ENG - BEL, F BEL - NTH\nTURKEY: A SMY - ANK, A ANK - CON, A CON - SMY"
    assert [len(one.power_assignments) for one in find("resolutions(4)", orders=circles)] == [203] * 4


def test_orders_legal_under_one_rulebook_only_are_not_tried_and_named() -> None:
    """ "Via convoy" where no fleet could carry the army: illegal under 2023 (DATC 4.A.3), land move under 1982.

    To Serbia, which is inland, it is illegal under both (DATC 4.E.1).
    """
    finds = find("differ(2023, 1982)", position="standard S1901M GERMANY:FADR,AALB;ITALY:FTRI")
    assert finds.matches == 24
    assert "not included: orders illegal under 2023 or 1982" in finds.summary()
    assert "1 order legal under 1982 only, not tried: A ALB - GRE VIA." in finds.summary()
    for one in finds:
        assert one.turn is not None
        for name in ("2023", "1982"):
            assert all(each.outcome != "illegal" for each in one.turn.adjudicate(name).phase_result)
    assert find("paradox()", position="standard S1901M GERMANY:AALB", rules="1982").examined == 6


def test_orders_are_legal_under_the_rulebook_of_a_function() -> None:
    """1982 lets an army be ordered "via convoy" wherever it could go."""
    position = "standard S1901M ENGLAND:AYOR"
    assert find("predicate('builtins:bool')", position=position, rules="2023").examined == 5
    finds = find("predicate('builtins:bool')", position=position, rules="1982")
    assert finds.examined == 9
    assert finds.not_searched == ("orders illegal under 1982",)


def test_the_first_finds_are_the_smallest_of_those_counted() -> None:
    every = find("not order('hold')", position=PARIS_AND_SMYRNA)
    some = find("not order('hold')", position=PARIS_AND_SMYRNA, max_results=3)
    assert [str(one) for one in some] == [str(one) for one in every][:3]
    assert not some.complete
    assert "3 of 16 turns in which no order can become a hold" in some.summary()


def test_too_many_to_list_are_refused_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_given, "MOST_LISTED", 15)
    with pytest.raises(FindError, match=r"in 16 no order can become a hold: too many to list.*--max-results"):
        find("not order('hold')", position=PARIS_AND_SMYRNA)
    assert len(find("not order('hold')", position=PARIS_AND_SMYRNA, max_results=3)) == 3
    monkeypatch.setattr(half_given, "MOST_TURNS", 20)
    with pytest.raises(
        FindError,
        match=r"25 joint legal orders of 2 units are too many to try, and components\(1\) cannot be asked of a solver",
    ):
        find("components(1)", position=PARIS_AND_SMYRNA)


CHANNEL = "standard S1901M ENGLAND:FENG,ALON;FRANCE:FBRE,FWAL"
CIRCLE = "standard S1901M FRANCE:FENG,FNTH;ENGLAND:FBEL"


@pytest.mark.parametrize(
    "query",
    [
        "paradox('convoy')",
        "differ(2023, 1982)",
        "differ(1971, 1982, 'success')",
        "differ(2023, 2000) and not paradox('convoy', rules=2000)",
        "paradox('convoy', rules=1982)",
        "paradox('convoy') or differ(1971, 'webdiplomacy')",
        "differ(1982, 2000, 'retreats')",
        "differ('dptg', 'czech1962')",
        "paradox()",
        "paradox('circular movement')",
        "paradox('other', rules='czech1962')",
        "resolutions(0)",
        "resolutions(2) and not paradox('convoy')",
        "resolutions(3, more=True)",
        "order('move', convoyed=True, success=False, outcome='no convoy')",
        "order('support', outcome='cut', dislodged=True, dislodged_by=order('move', own=False))",
        "order('convoy', outcome='disrupted', of=order('move', own=False, name='army'), at=order('support'))",
        "order('support', outcome='void', of=order('hold', outcome='dislodged'))",
        "order('move', dislodges=order('convoy'), name='one', at=order(dislodged_by='one'))",
        "order('hold', outcome='holds') and not order('move', outcome='bounces')",
        "order('convoy', outcome='unresolved', rules=rules(2023, paradox_backup='unresolved'))",
    ],
)
@pytest.mark.parametrize("position", [CHANNEL, CIRCLE])
def test_a_solver_finds_what_the_enumeration_has(query: str, position: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("clingo")
    every = [frozenset(map(str, one.turn.orders)) for one in find(query, position=position) if one.turn]
    monkeypatch.setattr(half_given, "MOST_TURNS", 0)
    finds = find(query, position=position, max_results=3)
    some = [frozenset(map(str, one.turn.orders)) for one in finds if one.turn]
    assert len(some) == len({*some}) == len(finds)
    assert {*some} <= {*every}
    assert bool(some) == bool(every)
    assert "by a solver" in finds.summary()


def test_the_first_finds_among_orders_that_would_be_examined_one_by_one_come_from_a_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(half_given, "MOST_EXAMINED", 100)
    for query, solved in (
        ("order('support')", True),
        ("order('support', by=order('move'))", False),
        ("paradox()", False),
    ):
        finds = find(query, position=CIRCLE, max_results=1)
        assert ("by a solver" in finds.summary()) == solved
        assert len(finds) == 1
    assert "by a solver" not in find("order('hold')", position=PARIS_AND_SMYRNA).summary()


def test_what_no_solver_can_be_asked_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_given, "MOST_TURNS", 0)
    for query, words in (
        ("differ(2023, rules(2023, convoyed_attack_from='last-fleet'))", "convoyed_attack_from=last-fleet"),
        ("components(2)", "about how the adjudicator goes on"),
        ("order('support', by=order('move'))", "about reasons"),
        ("paradox() and predicate('builtins:bool')", "it is a function"),
    ):
        with pytest.raises(FindError, match=words):
            find(query, position=CHANNEL)


def test_a_search_by_a_solver_is_saved_and_goes_on_as_if_it_had_not_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(half_given, "MOST_TURNS", 0)
    query, whole, parts = "paradox()", tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    wanted = find(query, position=CHANNEL, max_results=4, output=whole)
    for expected in (1, 2, 4):
        stop, finds = Stop(), list[int]()

        def progress(_: int, most: int, count: int, stop: Stop = stop, finds: list[int] = finds) -> None:
            assert most == 4
            finds.append(count)
            if len(finds) == 1 and count < 3:
                stop.set()

        found = find(
            query, position=CHANNEL, max_results=4, output=parts, go_on=expected > 1, stop=stop, progress=progress
        )
        assert (len(found), found.complete) == (expected, False)
        begins = "The search was not finished" if expected < 4 else "Stopped after the first 4 finds"
        assert found.summary().startswith(begins)
    assert list(map(str, found)) == list(map(str, wanted))
    assert parts.read_text("utf-8") == whole.read_text("utf-8")


def test_a_search_by_a_solver_that_ends_says_so_and_one_without_time_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(half_given, "MOST_TURNS", 0)
    every = find("paradox('convoy')", position=CHANNEL, max_results=99, output=tmp_path / "finds.jsonl")
    again = find("paradox('convoy')", position=CHANNEL, max_results=99, output=tmp_path / "finds.jsonl", go_on=True)
    assert (every.complete, again.complete, list(map(str, again))) == (True, True, list(map(str, every)))
    none = run("find", "paradox('convoy')", "--position", CHANNEL, "--seconds", "0")
    assert (none.exit_code, "Warning: the solver needs more time." in none.output) == (3, True)
    search = stated.first_with

    def without_time(*asked: Any) -> Any:
        if asked[4]:  # what was found before
            raise OpenError("the solver needs more time")
        return search(*asked)

    monkeypatch.setattr(stated, "first_with", without_time)
    some = find("paradox('convoy')", position=CHANNEL, max_results=99)
    assert (len(some), some.complete) == (1, False)
    assert some.summary().endswith("Warning: the solver needs more time.")


def test_a_search_that_is_ended_counts_what_it_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_given, "FIRST_PIECE", 2)
    stop = Stop()
    stop.set()
    finds = find("resolutions(1)", position=PARIS_AND_SMYRNA, stop=stop)
    assert not finds.complete
    assert (finds.examined, finds.matches) == (2, 2)
    assert finds.summary().startswith("The search was not finished; searched so far: 2 of 25 joint legal orders")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_shows_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_given, "FIRST_PIECE", 1)

    asked: list[Any] = []

    def interrupted(turn: Any) -> bool:
        asked.append(turn)
        if len(asked) == 1:
            signal.raise_signal(signal.SIGINT)
        return True

    monkeypatch.setattr("builtins.interrupted", interrupted, raising=False)
    ended = run("find", "predicate('builtins:interrupted')", "--position", PARIS_AND_SMYRNA)
    assert ended.exit_code == 130
    assert "The search was not finished; searched so far: 1 of 25 joint legal orders" in ended.output
    asked.clear()
    ended = run("find", "predicate('builtins:interrupted')", "--orders", "6.F.14")
    assert ended.exit_code == 130
    assert "searched so far: 15 ways to choose types" in ended.output


@pytest.mark.parametrize("way", ["position", "orders"])
def test_positions_that_arrays_do_not_have_are_refused(way: str) -> None:
    """A closed province would be entered, and powers in civil disorder given orders."""
    turn = read("FRANCE: A PAR - BUR")
    board, wanted = load_board(), property_of("paradox()")
    searches: dict[str, Callable[[Position], object]] = {
        "position": lambda position: find(wanted, position=position),
        "orders": lambda position: half_given.find_units(
            wanted, position, turn.orders, board, max_results=None, stop=Stop()
        ),
    }
    for more in ({"closed": frozenset({"BUR"})}, {"civil_disorder": frozenset({"FRANCE"})}):
        with pytest.raises(FindError, match="civil disorder, closed provinces, no units"):
            searches[way](Position(turn.position.units, **more))


def test_owners_are_ways_to_divide_units_among_powers() -> None:
    """Four units are divided in 15 ways, and each of them may be army or fleet on these coasts, but for the sea."""
    finds = find("paradox('convoy')", orders="6.F.14")
    assert finds.examined == 120
    assert finds.summary().startswith("Searched: all 120 ways to choose types and to divide the 4 units among powers")
    assert "powers of other names" in find("predicate('builtins:bool')", orders="6.F.14").summary()


def test_without_a_place_in_a_region_is_not_without_one_on_the_board() -> None:
    ended = run("find", "differ(1971, 1982)", "--units", "3", "--region", "North Sea, lon, WAL")
    assert "Without a place in NTH, LON, WAL (all placings were tried):" in ended.output
    assert "2 of them without a place in NTH, LON, WAL." in ended.output
    assert "on the board" not in ended.output


def test_a_function_that_fails_is_an_error_of_the_input() -> None:
    wrong = "predicate('math:sqrt')"
    for where in (["--units", "1"], ["--position", PARIS_AND_SMYRNA], ["--sample", "3"], ["--orders", "6.F.14"]):
        shown = refused("find", wrong, *where)
        assert "predicate 'math:sqrt', which is given a standoff.Turn: TypeError: must be real number" in shown
    with pytest.raises(PropertyError, match="'math:sqrt'"):
        property_of(wrong).holds(Adjudged(read("FRANCE: A PAR - BUR")))


def test_a_property_that_cannot_be_read_is_said_before_what_is_searched() -> None:
    assert "did you mean resolutions?" in refused("find", "resolutionz(1)")
    shown = refused("find", "paradox()")
    for way in ("--units 3", "--sample 1000", "--position", "--orders", "given: none"):
        assert way in shown
    assert "given: --units and --position" in refused("find", "paradox()", "--units", "1", "--position", "start")
    for option in (["--complete-convoys"], ["--region", "LON"]):
        assert f"{option[0]} (Python: " in refused("find", "paradox()", "--position", "start", *option)


def test_force_says_whose_joint_orders_there_are() -> None:
    """A PAR - BUR alone of France's; of A MUN a hold, seven moves, and a support of A PAR - BUR."""
    position = "standard S1901M FRANCE:APAR;GERMANY:AMUN"
    assert "\n1 joint order of France;" in str(force(position, "A PAR - BUR", "FRANCE"))
    together = force(position, "A PAR - BUR", "FRANCE", cooperative=True)
    assert "\n9 joint orders of both sides;" in str(together)
    never = force("standard S1901M ITALY:AVEN;AUSTRIA:ATRI", "A TRI dislodged", "ITALY", cooperative=True)
    assert str(never).splitlines()[0] == "A TRI dislodged: not possible"
    assert "for example" not in str(never)
