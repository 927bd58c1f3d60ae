"""What standoff prints, in Czech and Russian."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from standoff.map import ARMY, FLEET, Position, Unit, load_board
from standoff.map.phases import Phase
from standoff.solver import Outcome, Reason, adjudicate_phase
from standoff.solver.law.faults import Illegal, Void
from standoff.text.messages import catalog, message, reason_text
from standoff.text.notation import read_orders
from tests.helpers.command import run
from tests.helpers.paths import FALL, PARADOX

BOARD = load_board()


def english() -> Iterator[str]:
    for words in (Outcome, Void, Illegal):
        for member in words:
            yield str(member.value)
    for reason in Reason:
        yield reason.sentence


@pytest.mark.parametrize("language", ["cs", "ru"])
def test_every_outcome_and_reason_has_a_translation_with_the_same_blanks(language: str) -> None:
    found = catalog(language)
    for text in english():
        assert text in found, text
        assert sorted(re.findall(r"\{\w+\}", found[text])) == sorted(re.findall(r"\{\w+\}", text))
    # "paradox" is the same word; everything else differs
    assert {text for text, translated in found.items() if text == translated} <= {"paradox"}
    assert message("holds", "en") == "holds"


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("cs", ("Rakousko-Uhersko", "Armáda", "podporuje", "odražena", "povel")),
        ("ru", ("Австрия", "Армия", "поддерживает", "отброшено", "приказ")),
    ],
)
def test_a_turn_in_another_language(language: str, parts: tuple[str, ...]) -> None:
    found = run("adjudicate", "--language", language, FALL)
    assert found.exit_code == 0
    for part in parts:
        assert part in found.output
    assert not re.search(r"\b(bounces|attack|nobody|supports|England)\b", found.output)


@pytest.mark.parametrize(("language", "part"), [("cs", "jádro"), ("ru", "ядро")])
def test_a_paradox_in_another_language(language: str, part: str) -> None:
    found = run("adjudicate", "--language", language, PARADOX)
    assert found.exit_code == 0
    assert part in found.output
    assert not re.search(r"\b(core|settled|resolution)\b", found.output)


def test_a_reason_names_powers_and_orders_in_the_language() -> None:
    position = Position((Unit(ARMY, "VIE", "AUSTRIA"), Unit(FLEET, "ADR", "ITALY")), phase=Phase.parse("S1901M"))
    result = adjudicate_phase(position, read_orders("A Vie - Mun", "AUSTRIA", BOARD))
    found = next(iter(result))
    assert reason_text(found, BOARD, "cs") == "neplatný povel: jednotka se tam nedostane"
    assert reason_text(found, BOARD, "ru") == "недопустимый приказ: подразделение не может туда попасть"
    assert reason_text(found, BOARD, "en") == found.text
