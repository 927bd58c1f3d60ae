"""The titles of the library's cases in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from standoff import draw, read
from standoff.cases import library, retitled, title_in
from standoff.cases.catalog import is_named, titles
from standoff.cases.run import run_case
from standoff.pictures import title_of
from standoff.solver import rulebook
from tests.helpers.command import run
from tests.helpers.turns import library_cases

NAMES = "Szykman|Pandin|DATC|Kruijswijk|Brannan"
ENGLISH = {"cs": r"\b(the|of|and|is|are|not|no|support|move|fleet|army|convoy|unit)\b", "ru": "[A-Za-z]{2,}"}


@pytest.mark.parametrize("language", ["cs", "ru"])
def test_each_case_has_a_title(language: str) -> None:
    english, own = {case.id: case.title for case in library_cases()}, titles(language)
    assert set(own) == set(english)
    assert [name for name, title in own.items() if not title.strip() or title == english[name]] == []
    left = re.compile(ENGLISH[language])
    assert [title for title in own.values() if left.search(re.sub(NAMES, "", title))] == []


def test_english_reads_no_translations(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    read_text = Path.read_text

    def noted(path: Path, *args: Any, **options: Any) -> str:
        opened.append(path.parent.name)
        return read_text(path, *args, **options)

    monkeypatch.setattr(Path, "read_text", noted)
    titles.cache_clear()
    assert "Pandin's: the supported" in run("cases", "6.F.16", "--verbose").output
    assert "titles" not in opened
    assert "Pandinův paradox" in run("cases", "6.F.16", "--verbose", "--language", "cs").output
    assert "titles" in opened


def test_cases_are_found_by_the_words_of_a_language() -> None:
    for words, language in (("*PANDINŮV*", "cs"), ("*парадокс пандина*", "ru")):
        assert [case.id for case in library(words, language)] == ["datc-6.F.16", "datc-6.F.17"]
        assert not [case.id for case in library_cases() if is_named(case, words)]
    english = "*pandin's: the supported*"
    assert [case.id for case in library_cases() if is_named(case, english, language="cs")] == ["datc-6.F.16"]


def test_a_case_of_ones_own_keeps_its_title() -> None:
    assert title_in("datc-6.F.16", "My own paradox", "cs") == "My own paradox"
    assert retitled("datc-6.F.16", "My own paradox", "cs") == "My own paradox"
    assert title_in("mine", "Two equal moves", "ru") == retitled("mine", "Two equal moves", "ru") == "Two equal moves"


@pytest.mark.parametrize("language", ["en", "cs", "ru"])
def test_a_title_in_any_language_is_known(language: str) -> None:
    (case,) = library("datc-6.F.16")
    shown = {title_in(case.id, case.title, one) for one in ("en", "cs", "ru")}
    assert len(shown) == 3
    assert {retitled(case.id, title, language) for title in shown} == {title_in(case.id, case.title, language)}


def test_pictures_and_reports_have_it() -> None:
    assert title_of(read("6.A.12"), "cs") == "datc-6.A.12: Tři stejně silné tahy"
    assert "datc-6.A.12: Три равных хода" in draw("6.A.12", language="ru").svg
    (case,) = library("6.A.12")
    assert run_case(case, rulebook()).text("cs") == "pass  datc-6.A.12 (2023): Tři stejně silné tahy"
