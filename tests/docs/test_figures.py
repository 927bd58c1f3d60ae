"""The figures on pages that no command prints there."""

from __future__ import annotations

import re
import tomllib

import pytest
import yaml

from standoff.peers.score.card import Mark
from standoff.peers.score.questions import questions
from tests.helpers.paths import DOCS, ROOT
from tests.peers.test_score import card_under


@pytest.mark.slow
def test_the_card_of_a_rulebook_is_as_the_page_says() -> None:
    """One row of the table; for each of the others the whole DATC is asked again (`standoff score` makes the card)."""
    card, suite = card_under("2023", "datc", paradox_backup="all-hold"), "datc"
    passed, choices = card.count(Mark.PASSED, suite), card.count(Mark.CHOICE, suite)
    said = f"{passed} of {len(card.scores)} passed, {choices} choices"
    text = (DOCS / "score.md").read_text(encoding="utf-8")
    assert f"\n| standoff under `2023` with `paradox_backup=all-hold` | {said} |\n" in text


@pytest.mark.slow
def test_each_card_of_the_table_of_programs_is_of_the_whole_library_that_it_names() -> None:
    text = (DOCS / "score.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .+ \| (\d+) \| ([\d, ]+) \| ([\d, ]+) \| ([\d, ]+) \| \d+ of \d+ \|$", text, re.MULTILINE)
    assert len(rows) == 6
    asked = [*questions()]
    assert 650 < sum(len(case.questions) for case in asked) < 1000  # "more than 650 questions"
    for library, *suites in rows:
        assert sum(int(number) for suite in suites for number in suite.split(", ")) == int(library)
        assert int(library) <= len(asked)


def test_what_is_cited_is_the_version_of_the_package_and_of_the_changelog() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    heading = f"## {package['version']} - {cited['date-released']}"
    assert cited["version"] == package["version"]
    assert heading in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    assert re.fullmatch("[0-9a-f]{40}", cited["commit"])
