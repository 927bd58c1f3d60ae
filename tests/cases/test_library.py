"""Every case of the library, under every rulebook that it speaks of."""

from __future__ import annotations

import pytest

from standoff.cases.catalog import library_titles
from standoff.cases.run import rulebooks_of, run_case
from tests.helpers.turns import library_cases


@pytest.mark.parametrize("name", library_titles())
def test_case(name: str) -> None:
    (case,) = (one for one in library_cases() if one.id == name)
    reports = [run_case(case, rules, label) for rules, label in rulebooks_of(case)]
    differing = [f"{report.rules.name}: {one}" for report in reports for one in report.differences]
    assert not differing, "\n".join(differing)


def test_ids_are_used_once() -> None:
    ids = [case.id for case in library_cases()]
    assert len(ids) == len(set(ids))
    assert list(library_titles()) == ids


def test_every_case_says_where_it_is_from() -> None:
    assert [case.id for case in library_cases() if not case.title or "source" not in case.head] == []
