"""Citations: each is of the DATC or of the rulebook in force, and stands there."""

from __future__ import annotations

import re

import pytest

from standoff.map import load_board
from standoff.solver import OPTIONS, PRESETS, Reason, adjudicate, explain, rulebook, sources_of
from standoff.solver.results.citations import BOOKS, paragraphs
from standoff.solver.rules.presets import board_of
from tests.helpers.paths import SHARED
from tests.helpers.turns import movements

SEEDS = SHARED / "seeds"


def is_of(source: str, name: str) -> bool:
    """Return whether a citation is of the DATC, of the book of a rulebook, or names the choice that decided."""
    option, _, choice = source.partition("=")
    named = option in OPTIONS and rulebook(name)[option] == choice
    return named or source.startswith("DATC ") or (name in BOOKS and source.startswith(f"{BOOKS[name]} "))


@pytest.mark.parametrize("name", PRESETS)
def test_every_citation_is_of_the_rulebook_in_force_or_the_datc(name: str) -> None:
    cited: set[str] = set()
    for reason in Reason:
        sources = sources_of(reason, rulebook(name))
        assert all(is_of(source, name) for source in sources), (reason, sources)
        cited.update(sources)
    if name in BOOKS:
        assert any(source.startswith(BOOKS[name]) for source in cited)
    for turn in movements(25, load_board(board_of(name))):
        for one in explain(adjudicate(turn.position, turn.orders, rules=name, board=turn.board)):
            assert all(is_of(source, name) for source in one.sources), (name, one.sources)


def test_the_table_has_a_line_for_each_reason_and_only_for_choices_that_there_are() -> None:
    lines = [what for what in paragraphs() if "=" not in what]
    assert lines == [reason.name for reason in Reason]
    for what, books in paragraphs().items():
        option, _, choice = what.partition("=")
        assert "=" not in what or (OPTIONS[option].choices[choice] and books)
    # a book is cited for a choice that its own preset makes
    for what, books in paragraphs().items():
        option, _, choice = what.partition("=")
        for preset, book in BOOKS.items():
            made = "=" in what and book in books and rulebook(preset)[option] == choice
            assert "=" not in what or book not in books or made or preset == "2023", (what, preset)


def test_a_choice_that_was_set_cites_the_datc_and_no_book() -> None:
    rules = rulebook("1982", paradox_exception="attack-on-necessary")
    assert sources_of(Reason.SPARED, rules) == (*("DATC 5.B.2", "DATC 4.A.2", "paradox_exception=attack-on-necessary"),)
    own = rulebook("1982").with_rule("mine", support_exception=lambda cut: True)
    assert sources_of(Reason.SPARED, own) == ("DATC 5.B.2", "DATC 4.A.2", "paradox_exception=mine")


def headings() -> dict[str, set[str]]:
    """Return what the seeds number: chapters and paragraphs of the Czech translations, rules, sections."""
    found: dict[str, set[str]] = {}
    text = next(SEEDS.glob("000_*")).read_text(encoding="utf-8")
    chapter, numbers = "", set[str]()
    for line in text.splitlines():
        if heading := re.match(r"([IVX]+)\. \w", line):
            chapter = heading[1]
            numbers.add(chapter)
        elif chapter and (number := re.match(r"(\d+)\. \w", line)):
            numbers.add(f"{chapter}.{number[1]}")
    found["1982-czech"] = found["1982"] = numbers
    text = next(SEEDS.glob("001_*")).read_text(encoding="utf-8")
    rules = re.findall(r"^(\d+)\.\s+\S", text, re.MULTILINE)
    conflicts = text[text.index("12. Konflikty") : text.index("13. Ústup")]
    letters = re.findall(r"^([a-c])\) ", conflicts, re.MULTILINE)
    found["czech1962"] = {*(f"rule {n}" for n in rules), *(f"rule 12{letter}" for letter in letters)}
    text = next(SEEDS.glob("003_*")).read_text(encoding="utf-8")
    summary = text[text.rindex("22 правила") :]
    listed = {f"rule {n}" for n in re.findall(r"^(\d+)\. ", summary, re.MULTILINE)}
    sections = {f"section {n}" for n in re.findall(r"^#+ (\d)\. Фаза", text, re.MULTILINE)}
    found["2000-russian"] = listed | sections
    found["2000"] = listed
    found["2023"] = listed | {"page 6", "page 20"}  # the pages that the DATC names
    return found


SAID = {
    "rule 3": "равной силы занять одну",
    "rule 5": "Одно не движущееся",
    "rule 6": "не могут обмениваться",
    "rule 7": "Три или более",
    "rule 11": "не оказывает никакого влияния",
    "rule 12": "не может вытеснить",
    "rule 13": "атаковано с какой-либо территории",
    "rule 14": "подразделение вытеснено",
    "rule 17": "Вытеснение флота",
    "rule 19": "обмениваться позициями, если",
    "rule 20": "альтернативных",
    "rule 21": "необходимых армии",
}
"""Of the rules that close the book of 2000: words by which each is known."""


@pytest.mark.skipif(not SEEDS.exists(), reason="needs the seeds")
def test_each_paragraph_stands_in_its_book() -> None:
    found = headings()
    for what, books in paragraphs().items():
        for book, paragraph in books.items():
            assert book == "1971" or paragraph in found[book], (what, book, paragraph)
    text = next(SEEDS.glob("003_*")).read_text(encoding="utf-8")
    summary = text[text.rindex("22 правила") :]
    for rule, words in SAID.items():
        (said,) = re.findall(rf"^{rule.removeprefix('rule ')}\. (.*)$", summary, re.MULTILINE)
        assert words in said
    datc = (SEEDS.parent / "reference" / "DATC_v3_0.html").read_text(encoding="utf-8", errors="replace")
    for words in ("rule XII.3 of the 1971", "rule XII.5 of the 1971", "(Rule X)", "page 6 of the 2023"):
        assert words in " ".join(datc.split())
