"""What standoff prints, in Czech and Russian."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from standoff import check, read
from standoff.map import ARMY, FLEET, Position, Unit, load_board
from standoff.map.phases import Phase
from standoff.solver import Outcome, Reason, adjudicate_phase
from standoff.solver.law.faults import Illegal, Void
from standoff.solver.law.reasons import Note, Phrase, Word
from standoff.solver.rules.options import OPTIONS
from standoff.solver.studies import counterfactuals
from standoff.text.messages import catalog, key_of, message, translator_for
from tests.helpers.command import run
from tests.helpers.orders import read_orders

BOARD = load_board()


def words() -> Iterator[Word]:
    for kind in (Outcome, Void, Illegal, Reason, Phrase, Note):
        yield from kind
    for option in OPTIONS.values():
        yield from option


@pytest.mark.parametrize("language", ["cs", "ru"])
def test_every_outcome_and_reason_has_a_translation_with_the_same_blanks(language: str) -> None:
    translations = catalog(language)
    for word in words():
        assert key_of(word) in translations, f"standoff/text/messages/{language}.json: no key {key_of(word)!r}"
        blanks = sorted(re.findall(r"\{\w+", message(word, "en")))
        assert sorted(re.findall(r"\{\w+", translations[key_of(word)])) == blanks
    for option in OPTIONS.values():
        assert option.about in translations, f"standoff/text/messages/{language}.json: no key {option.about!r}"
    # "paradox" is the same word; everything else differs
    assert {text for text, translated in translations.items() if text == translated} <= {"paradox"}
    assert message("holds", "en") == "holds"


@pytest.mark.parametrize(
    ("language", "rule", "page"),
    [
        ("en", "2023 rule 3", "2023 page 6"),
        ("cs", "2023, pravidlo 3", "2023, strana 6"),
        ("ru", "2023, правило 3", "2023, страница 6"),
    ],
)
def test_where_a_rule_is_written_is_said_in_each_language(language: str, rule: str, page: str) -> None:
    standoff, *_ = read("FRANCE: A PAR - BUR, A MAR - BUR").adjudicate().explain_orders(language=language)
    assert f"[DATC 5.B.6; {rule}]" in str(standoff)
    (wrong,) = check("F BRE - PAR", "start", power="FRANCE")
    assert f"[DATC 6.A.1; {page}]" in wrong.in_words(language)


@pytest.mark.parametrize("language", ["cs", "ru"])
def test_what_would_change_an_order_is_said_in_each_language(language: str) -> None:
    texts = {value for name, value in vars(counterfactuals).items() if name.isupper() and isinstance(value, str)}
    assert len(texts) == 10
    for text in texts | {"turned by", "tried", "nothing", "and"}:
        translated = catalog(language)[text]
        assert sorted(re.findall(r"\{\w+", text)) == sorted(re.findall(r"\{\w+", translated))


@pytest.mark.parametrize("language", ["en", "cs", "ru"])
def test_every_value_in_a_catalog_is_one_that_is_said(language: str) -> None:
    """A value that got another name, or a choice another word, would be said in English without a word."""
    values = {key_of(word) for kind in (Void, Illegal, Reason, Phrase, Note, *OPTIONS.values()) for word in kind}
    assert {key for key in catalog(language) if re.search(r"^[A-Z]\w+\.[A-Z_]+$|\w=\w", key)} <= values


def test_an_illegal_order_is_not_called_so_twice_in_any_language() -> None:
    explained = read("FRANCE: A PIC - LON").adjudicate()
    for language, expected in (
        ("en", "illegal; no chain"),
        ("cs", "neplatný; žádný řetěz"),
        ("ru", "недопустим; никакая"),
    ):
        text = "".join(str(one) for one in explained.explain_orders(language=language))
        assert expected in text


def test_a_reason_names_powers_and_orders_in_the_language() -> None:
    position = Position((Unit(ARMY, "VIE", "AUSTRIA"), Unit(FLEET, "ADR", "ITALY")), phase=Phase.parse("S1901M"))
    result = adjudicate_phase(position, read_orders("A Vie - Mun", "AUSTRIA"))
    order_result = next(iter(result))
    assert translator_for("cs", BOARD).reason(order_result) == "neplatný povel: jednotka se tam nedostane"
    assert (
        translator_for("ru", BOARD).reason(order_result) == "недопустимый приказ: подразделение не может туда попасть"
    )
    assert translator_for("en", BOARD).reason(order_result) == order_result.text


def test_a_table_names_a_fault_once_also_where_the_unit_is_dislodged() -> None:
    """The order is void: the unit that it supports to hold moves (DATC 4.E.1)."""
    orders = "AUSTRIA: A BUD S SER\nRUSSIA: A GAL - BUD, A RUM S A GAL - BUD\nITALY: A SER - GRE"
    row = run("adjudicate", orders).output.splitlines()[1]
    assert "void, dislodged  " in row
    assert row.count("void") == 1
    row = run("adjudicate", "--terms", "datc", orders).output.splitlines()[1]
    assert "invalid, dislodged  void: " in row  # the words of the DATC do not say what kind of fault it is
