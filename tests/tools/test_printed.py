"""Standoff's word for every order of the DATC 3.2 and 3.3 is the printed one, or a listed difference."""

from __future__ import annotations

from collections import Counter

import pytest

from standoff.cases import datc_numbers
from standoff.solver import datc_terms
from standoff.solver.results import terms
from tests.helpers.paths import DOCS
from tests.helpers.turns import library_cases
from tools.printed import DISAGREEMENTS, Compared, compare_printed, read_printed

PRINTED = read_printed((DOCS / "datc-printed.tsv").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def compared() -> list[Compared]:
    return list(compare_printed(PRINTED))


def test_every_printed_word_is_ours_or_explained(compared: list[Compared]) -> None:
    """3.2 differs in eight words; 3.3 corrects three of them and has another place in a fourth."""
    assert Counter(edition for one in PRINTED for edition in one.words) == {"3.2": 851, "3.3": 851}
    assert {(one.printed.case, one.printed.order) for one in compared if one.differing} == set(DISAGREEMENTS)
    assert Counter(edition for one in compared for edition in one.differing) == {"3.2": 8, "3.3": 4}


@pytest.mark.parametrize("edition", ["3.2", "3.3"])
def test_no_order_of_a_case_is_without_its_printed_word(edition: str) -> None:
    words = [(one.case, one.words[edition]) for one in PRINTED if edition in one.words]
    printed = Counter(case for case, word in words if word != "automatic disband")
    cases = [case for case in library_cases("datc*") if edition in datc_numbers(case)]
    written = {case.id.removeprefix("datc-"): sum(len(p.orders) for p in case.phases) for case in cases}
    assert {case: count for case, count in written.items() if count} == dict(printed)


def test_the_words_are_those_of_the_document(compared: list[Compared]) -> None:
    """All words of 4.E.2 are printed somewhere, and the results have no others."""
    ours = {word for one in compared for word in datc_terms(one.result)}
    printed = {word for one in PRINTED for words in one.words.values() for word in words.split(", ")}
    words = {getattr(terms, name) for name in vars(terms) if name.isupper() and isinstance(getattr(terms, name), str)}
    assert ours == printed == words
