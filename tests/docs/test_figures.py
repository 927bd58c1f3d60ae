"""The figures on pages that no command prints there: each is computed, or has a source (`figures`)."""

from __future__ import annotations

import re
import tomllib

import pytest
import yaml

from standoff.peers.score.card import Mark
from standoff.peers.score.questions import questions
from tests.docs.figures import COMPUTED, LISTED, RECORDED, Computed
from tests.helpers.paths import DOCS, ROOT
from tests.peers.test_score import card_under


@pytest.mark.slow
def test_the_card_of_a_rulebook_is_as_the_page_says() -> None:
    """One row of the table; each other row would ask the whole DATC again (`standoff score` makes the card)."""
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


PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "tools/README.md")),
    *sorted(DOCS.glob("*.md")),
    *sorted((ROOT / "research").rglob("*.md")),
]

FIGURE = re.compile(
    r"(?<![\w.,/])\d{1,3}(?:,\d{3})+(?![\d,]*\.\d)|"
    r"(?<![\w.])\d[\d.,]* (?:%|ms|µs|[kM]B|seconds?|minutes?|hours?|times)(?!\w)|"
    r"\b(?:a|an|two|three|five|nine|ten|half an?|quarter of an?) (?:minutes?|hours?)\b"
)
"""A number of four digits or more, a share, a size, a time."""


def plain_text(page: str) -> str:
    """Return the text of a page without blocks of code and parts filled from the benchmarks."""
    text = (ROOT / page).read_text(encoding="utf-8")
    text = re.sub(r"<!-- measured: (\w+) -->.*?<!-- end of \1 -->", "", text, flags=re.DOTALL)
    return " ".join(re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE).split())


def pattern(one: Computed) -> re.Pattern[str]:
    return re.compile(re.escape(" ".join(one.sentence.split())).replace(r"\{\}", r"([\w,]+?)"))


@pytest.mark.slow
@pytest.mark.parametrize("one", COMPUTED, ids=lambda one: f"{one.page}: {one.sentence[:40]}")
def test_a_page_says_the_figures_that_are_computed(one: Computed) -> None:
    if one.page in ("docs/arrays.md",):
        pytest.importorskip("numba")
    (found,) = pattern(one).finditer(plain_text(one.page))
    assert list(found.groups()) == [str(figure) for figure in one.figures()]


@pytest.mark.parametrize("page", [str(page.relative_to(ROOT)) for page in PAGES])
def test_every_figure_has_a_source(page: str) -> None:
    text = plain_text(page)
    spans = [found.span() for one in COMPUTED if one.page == page for found in pattern(one).finditer(text)]
    known = {**RECORDED.get(page, {}), **LISTED.get(page, {})}
    if "*" in known:
        return
    unknown = [
        text[max(0, found.start() - 30) : found.end() + 20]
        for found in FIGURE.finditer(text)
        if not any(begin <= found.start() < end for begin, end in spans) and found[0] not in known
    ]
    assert unknown == []


def test_what_is_listed_stands_on_its_page() -> None:
    for page, known in (*RECORDED.items(), *LISTED.items()):
        text = plain_text(page)
        assert [figure for figure in known if figure != "*" and figure not in text] == [], page
