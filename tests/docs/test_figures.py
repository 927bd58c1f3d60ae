"""The figures on pages that no command prints there."""

from __future__ import annotations

import gzip
import re
import tomllib

import pytest
import yaml

from standoff.cases import as_text, exported, of_datc
from standoff.peers.score.card import Card, Mark
from standoff.peers.score.questions import questions
from tests.helpers.paths import DOCS, ROOT
from tests.helpers.turns import library_cases
from tests.peers.test_score import card_of, card_under

ALL_HOLD = "standoff under `2023` with `paradox_backup=all-hold`"
SHOWN = {
    "nothing ever moves": lambda: card_of("nothing moves", whole=True),
    "every order to convoy is ignored": lambda: card_of("without convoys", whole=True),
    "standoff under `2023`, whatever the rulebook of the case": lambda: card_under("2023", "datc"),
    ALL_HOLD: lambda: card_under("2023", "datc", paradox_backup="all-hold"),
    "standoff under `1982`": lambda: card_under("1982", "datc"),
    "standoff under `czech1962`": lambda: card_under("czech1962", "datc"),
}


def in_words(card: Card) -> str:
    passed, choices, failed = (card.count(mark, "datc") for mark in (Mark.PASSED, Mark.CHOICE, Mark.FAILED))
    rest = [f"{choices} choices"] * bool(choices) + [f"{failed} failed"] * bool(failed)
    of_all = sum(score.asked.suite == "datc" for score in card.scores)
    named = "; no rulebook is named" * (card.follows.rules is None)
    return ", ".join([f"{passed} of {of_all} passed", *rest]) + named


@pytest.mark.slow
def test_the_cards_of_some_programs_are_as_the_page_says() -> None:
    text = (DOCS / "score.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"\| program \| card \|\n.*?\n((?:\|.*\n)+)", text)
    rows = dict(re.findall(r"^\| (.*?) \| (.*?) \|$", table, re.MULTILINE))
    assert {name: in_words(card()) for name, card in SHOWN.items()} == rows


def test_each_card_of_the_table_of_programs_is_of_the_whole_library_that_it_names() -> None:
    text = (DOCS / "score.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .+ \| (\d+) \| ([\d, ]+) \| ([\d, ]+) \| ([\d, ]+) \| \d+ of \d+ \|$", text, re.MULTILINE)
    assert len(rows) == 6
    for library, *suites in rows:
        assert sum(int(number) for suite in suites for number in suite.split(", ")) == int(library)
        assert int(library) <= len([*questions()])


@pytest.mark.slow
def test_the_sizes_that_pages_name_are_about_right() -> None:
    data = exported(library_cases())
    text = as_text(data)
    assert 3000 < len(data["cases"]) < 4000  # "more than 3,000 phases"
    assert 2.5e6 < len(text.encode()) < 3.5e6  # "some 3 MB"
    assert 10 < len(text.encode()) / len(gzip.compress(text.encode())) < 30  # "a twentieth of that compressed"
    for edition in ("3.0", "3.2", "3.3"):
        assert len(as_text(of_datc(library_cases("datc*"), edition, "2023")).encode()) < 200_000
    assert 650 < sum(len(case.questions) for case in questions()) < 1000  # "more than 650 questions"


def test_what_is_cited_is_the_version_of_the_package_and_of_the_changelog() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    heading = f"## {package['version']} - {cited['date-released']}"
    assert cited["version"] == package["version"]
    assert heading in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    assert re.fullmatch("[0-9a-f]{40}", cited["commit"])
