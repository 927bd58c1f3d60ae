"""The readings gone wrong: each is shown by a case, and named where a program has it."""

from __future__ import annotations

import pytest

from standoff.cases.origins import read
from standoff.map import load_board
from standoff.peers.adapters.exchange import object_of, request_of
from standoff.peers.comparing.catalog import Attribution, catalog, readings, recognized
from standoff.peers.comparing.fault_kinds import Fault, changed_board, rule
from standoff.peers.comparing.fault_models import MODELS, models_of
from standoff.peers.comparing.fault_values import FAULTS
from standoff.peers.comparing.findings import Finding
from standoff.peers.comparing.judging import Judgement, Kind, answer_by, difference
from standoff.peers.comparing.question_shape import shape, units_in
from standoff.solver import rulebook
from tools.pages.readings import shown_in


@pytest.mark.slow
def test_each_reading_is_shown_by_a_case() -> None:
    assert [name for name, by_suite in shown_in().items() if not any(by_suite.values())] == []


def test_each_reading_has_a_name_of_its_own_and_is_an_entry() -> None:
    names = [one.name for one in FAULTS]
    assert len(set(names)) == len(names) >= 60
    assert {one.name for one in readings()} == set(names) - {one.name for one in catalog()}
    assert {one.name for one in catalog() if one.model} <= set(MODELS)
    assert all(one.reading and one.attribution is Attribution.FAULT for one in readings())


@pytest.mark.parametrize(
    ("name", "orders", "expected"),
    [
        ("supports-itself", "ITALY: A VEN - TRI, A TYR S A VEN - TRI\nTURKEY: F TRI S F TRI", Kind.POSITION),
        ("goes-to-its-other-coast", "FRANCE: F SPA/NC - SPA/SC", Kind.POSITION),
        ("no-border-of-gascony", "FRANCE: F GAS - SPA/NC", Kind.POSITION),
        ("circle-stands", "TURKEY: F ANK - CON, A CON - SMY, A SMY - ANK", Kind.POSITION),
        (
            "three-way-standoff-is-none",
            "FRANCE: A BUR H, A BRE - PIC\nENGLAND: F ENG - PIC, A BEL - PIC\n"
            "GERMANY: A MUN - BUR, A RUH S A MUN - BUR",
            Kind.RETREATS,
        ),
    ],
)
def test_a_reading_leads_to_another_answer_by_which_it_is_named(name: str, orders: str, expected: Kind) -> None:
    turn, rules = read(orders), rulebook()
    (answer,) = MODELS[name].answers(turn, rules)
    assert difference(answer_by(turn, rules), answer) is expected
    models = models_of(Judgement(turn, rules, answer))
    assert name in models
    assert any(one.name in models for one in readings())


def test_what_cannot_be_is_no_answer() -> None:
    """Two attacks that both succeed: the own rule is refused, and the model has nothing to say."""
    fault = Fault("all-win", "none", "every attack succeeds", rule(attack_strength=lambda _: 9, prevent_strength=_none))
    turn = read("FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR")
    assert list(fault.answers(turn, rulebook())) == []


def _none(_: object) -> int:
    return 0


def test_a_changed_board_is_made_once() -> None:
    def nothing(_: object) -> None:
        pass

    board = load_board()
    assert changed_board(board, nothing) is changed_board(board, nothing) is not board
    assert board.data["name"] == board.name


def test_of_several_readings_the_one_that_leads_to_more_turns_counts() -> None:
    entries = readings()
    one, two = entries[1].name, entries[3].name
    turn = read("FRANCE: F SPA/NC - SPA/SC")
    (answer,) = MODELS["goes-to-its-other-coast"].answers(turn, rulebook())
    request, told = request_of(turn, rulebook()), object_of(turn, answer)
    finding = Finding(0, "", turn.type, Kind.POSITION, request, shape(turn), "none", units_in(turn), told)

    def named(models: dict[str, int]) -> str:
        entry = recognized(entries, finding, models=models)
        return entry.name if entry else ""

    assert named({two: 5, one: 3}) == two
    assert named({two: 3, one: 3}) == one
