"""Faults put into the solver: the catalog, and that a fault is there only as long as it is wanted."""

from __future__ import annotations

import os
from functools import cache

import pytest

from standoff.cases.case import Case
from standoff.cases.run import rulebooks_of
from standoff.map import Position
from standoff.peers.crosscheck.sources import asked_in
from standoff.solver import adjudicate_phase, rulebook
from standoff.turn.turn import Turn
from tests.helpers.turns import library_cases
from tools.forked import in_child
from tools.mutants import (
    ORDERS,
    UNITS,
    Probe,
    answer,
    assigned,
    concerns_partial_knowledge,
    left_behind,
    probe,
    shows,
)
from tools.mutation import EDITION, Misreading, Mutant, PlantedFault, absent, catalog, misreadings, mutants
from tools.separate import CASES, HEAD, abstract_turns, case_for, proved, report, size

STRENGTHS = "return (1 + count(supporters & true), 1 + count(supporters & ~false))"


@cache
def every() -> tuple[Mutant, ...]:
    return tuple(mutants())


@cache
def by_name() -> dict[str, Mutant]:
    return {mutant.name: mutant for mutant in every()}


def question_of(name: str) -> Probe:
    (case,) = library_cases(name)
    rules, _ = next(rulebooks_of(case))
    return probe(name, next(iter(asked_in(case, rules))), rules)


@pytest.mark.slow
def test_every_mutant_has_a_name_of_its_own() -> None:
    assert len(by_name()) == len(every()) > 2000
    assert {mutant.module for mutant in by_name().values()} == {*catalog()["modules"]}


def test_an_error_of_the_run_itself_is_no_fault_that_is_caught() -> None:
    assert in_child(lambda: [1, "a"], 10) == [1, "a"]
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        in_child(lambda: 1 // 0, 10)
    assert in_child(lambda: os._exit(1), 10) is None


@pytest.mark.slow
def test_nearly_all_that_is_explained_is_in_the_catalog() -> None:
    """The code goes on, and an explanation may be left behind: the command names it, and a few do no harm."""
    likes = [like for entry in catalog()["explained"] for like in entry["like"]]
    assert len(left_behind()) * 10 < len(likes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "case", "shown"),
    [
        ("matching.void_support: not moving or given.destination != destination -> not moving", "D.1", UNITS),
        (f"equations.defend_strength: 1 -> 0 in {STRENGTHS}", "separating-E.1", UNITS),
        (f"equations.defend_strength: 1 -> 0 in {STRENGTHS}", "6.D.2", ""),
        ("reach.landing: if place >= 0 -> if False", "6.B.1", UNITS),
        ("aftermath.note_fates: answer.succeeds = true >> i & 1 -> pass", "6.D.1", ORDERS),
    ],
)
def test_a_fault_is_shown_by_a_case_and_is_gone_afterwards(name: str, case: str, shown: str) -> None:
    one = question_of(case)
    assert shows(PlantedFault(by_name()[name]), one) == shown
    assert answer(one.question, one.rules) == one.own


def test_a_rule_of_another_edition_is_followed_where_the_rulebook_says_otherwise() -> None:
    fault = PlantedFault(Mutant("solver.rulebook", "multiple_orders", EDITION, "first", "last", 1, (0, 0)))
    assert shows(fault, question_of("separating-D.12")) == UNITS
    assert shows(fault, question_of("separating-H.2")) == ""  # where the rulebook says so anyway
    assert fault.mutant.rules(rulebook())["multiple_orders"] == "last"


@pytest.mark.slow
def test_a_fault_of_partial_knowledge_says_the_same_where_nothing_is_open() -> None:
    assignments = assigned({"some": [question_of("separating-E.1"), question_of("6.D.1"), question_of("6.E.4")]})
    assert concerns_partial_knowledge(by_name()["equations.hold_strength: 1 -> 2 in return (0, 1)"], assignments)
    assert not concerns_partial_knowledge(by_name()[f"equations.hold_strength: 1 -> 2 in {STRENGTHS}"], assignments)


@pytest.mark.slow
def test_every_separating_case_says_which_fault_it_catches() -> None:
    cases = library_cases("separating-*")
    assert len(cases) > 80
    assert all(case.notes and case.notes[0].startswith("Catches: ") for case in cases)


def test_the_catalogs_name_what_is_there() -> None:
    assert absent() == []
    names = [fault.name for fault in misreadings()]
    assert len(set(names)) == len(names) >= 55


@pytest.mark.parametrize("fault", misreadings(), ids=lambda fault: fault.name)
def test_every_rule_read_wrongly_can_be_planted(fault: Misreading) -> None:
    """What is to be changed stands where it is said to stand, once."""
    PlantedFault(fault)


def planted(name: str) -> PlantedFault:
    return PlantedFault(next(fault for fault in misreadings() if fault.name == name))


def test_a_rule_read_wrongly_is_shown_and_is_gone_afterwards() -> None:
    """DATC 6.D.17: a supporter that is dislodged by the unit attacked no longer supports."""
    one = question_of("6.D.17")
    assert shows(planted("dislodged-by-its-target-supports-on"), one) == UNITS
    assert answer(one.question, one.rules) == one.own
    assert shows(planted("own-unit-dislodged-by-convoy"), one) == ""


def test_what_is_worked_out_without_a_fault_is_not_used_with_it() -> None:
    """The alphabet is kept from one winter to the next. Norway comes before the Norwegian Sea, NWY after NWG."""
    position = Position.parse("standard W1901A ENGLAND:FNWG,FNWY ENGLAND:LON")
    winter = probe("x", Turn(position), rulebook())
    assert [str(unit) for unit in adjudicate_phase(position, ()).after.units] == ["F NWG"]
    fault = planted("removal-by-abbreviation")
    with fault.planted():
        assert [str(unit) for unit in adjudicate_phase(position, ()).after.units] == ["F NWY"]
    assert answer(winter.question, winter.rules) == winter.own


@pytest.mark.slow
@pytest.mark.parametrize("case", [*library_cases("separating-?.*-*")], ids=lambda case: case.id)
def test_a_separating_case_shows_the_fault_that_it_is_named_after(case: Case) -> None:
    one = question_of(case.id)
    assert shows(planted(case.id.partition(".")[2]), one) == UNITS
    proved(one.question, one.rules)


@pytest.mark.slow
def test_the_separating_cases_of_readings_are_what_the_tool_writes() -> None:
    """No expectation in them is anybody's but the solver's, with whom `proved` agrees."""
    head, *blocks = CASES.read_text(encoding="utf-8").rstrip("\n").split("\n\ncase ")
    assert head == HEAD.rstrip()
    assert len(blocks) > 50
    for block in blocks:
        one = question_of(block.partition("\n")[0])
        (note,) = (line for line in block.splitlines() if line.startswith("note: Catches: "))
        caught = [fault for fault in misreadings() if f"; {fault.wrong};" in f"; {note[15:-1]};"]
        assert case_for(one.question, one.rules, caught) == f"case {block}"


def test_the_report_counts_what_each_suite_shows() -> None:
    one, two = (fault for fault in misreadings() if fault.name.startswith("circle-of-"))
    shown_by = {one.name: {"DATC 3.2": "datc-6.C.1", "separating": "", "random": ""}, two.name: {"random": "1/5"}}
    first, second, _, *rows = (line for line in report([one, two], shown_by).splitlines() if line.startswith("| "))
    assert first == "| faults | number | DATC 3.2 | separating | random | any |"
    assert second == "| rules read wrongly, before the cases | 1 | 1 | 0 | 0 | 1 |"
    assert rows[-1].endswith("| no | no | 1/5 |")


def test_small_turns_come_once_each_from_what_find_goes_through() -> None:
    """Of two units that have to do with each other, in `check_find`'s count: see `Space(2)`."""
    turns = list(abstract_turns(2))
    assert {size(turn)[0] for turn in turns} == {1, 2}
    texts = [str((turn.position.units, [str(order) for order in turn.orders])) for turn in turns]
    assert len(set(texts)) == len(texts)
