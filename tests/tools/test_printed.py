"""The word that DATC 3.2 prints behind every order of its cases is ours, or it is said why not."""

from __future__ import annotations

from collections import Counter

import pytest

from standoff.solver import datc_terms
from standoff.solver.results import terms
from tests.helpers.paths import DOCS
from tests.helpers.turns import library_cases
from tools.printed import DISAGREEMENTS, Compared, compare_printed, read_printed

PRINTED = read_printed((DOCS / "datc-3.2-printed.tsv").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def compared() -> list[Compared]:
    return list(compare_printed(PRINTED))


def test_every_printed_word_is_ours_or_explained(compared: list[Compared]) -> None:
    assert len(compared) == len(PRINTED) == 851
    differ = {(one.printed.case, one.printed.order) for one in compared if not one.agree}
    assert differ == set(DISAGREEMENTS)


def test_no_order_of_a_case_is_without_its_printed_word() -> None:
    printed = Counter(one.case for one in PRINTED if one.words != "automatic disband")
    cases = library_cases("datc-6.*")
    written = {case.id.removeprefix("datc-"): sum(len(p.orders) for p in case.phases) for case in cases}
    assert {number: count for number, count in written.items() if count} == dict(printed)


def test_the_words_are_those_of_the_document(compared: list[Compared]) -> None:
    """All words of 4.E.2 are printed somewhere, and we have no others for the orders of its cases."""
    ours = {word for one in compared for word in datc_terms(one.result)}
    printed = {word for one in PRINTED for word in one.words.split(", ")}
    words = {getattr(terms, name) for name in vars(terms) if name.isupper() and isinstance(getattr(terms, name), str)}
    assert ours == printed == words
