"""Every case of the library, under every rulebook that it speaks of."""

from __future__ import annotations

import pytest

from standoff.cases.case import Case
from standoff.cases.catalog import library
from standoff.cases.run import rulebooks_of, run_case
from standoff.solver import Rulebook

RUNS = [
    pytest.param(case, rules, label, id=f"{case.id} {rules.name}")
    for case in library()
    for rules, label in rulebooks_of(case)
]


@pytest.mark.parametrize(("case", "rules", "label"), RUNS)
def test_case(case: Case, rules: Rulebook, label: str) -> None:
    report = run_case(case, rules, label)
    assert not report.differences, "\n".join(map(str, report.differences))


def test_ids_are_used_once() -> None:
    ids = [case.id for case in library()]
    assert len(ids) == len(set(ids))


@pytest.mark.slow
def test_every_case_says_where_it_is_from() -> None:
    assert [case.id for case in library() if not case.title or "source" not in case.head] == []
