"""What cannot be read is told in the reader's language, wherever ``--language`` is taken."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from standoff import check
from standoff.cases.reading import read_cases
from standoff.map import Position, StandoffError, load_board
from standoff.text.faults import fault_text, faults_text
from tests.cases.test_case_files import CASE, SAID_WRONGLY
from tests.helpers.command import as_file, refused, run

BAD = [
    *(text for text, _ in SAID_WRONGLY),
    "FRANCE\nA Pariss - Bur\nA Par S\nA Par S A Mar -\nA Par Bur Gas\nA Par C A\nA Par - Bur foo",
    "FRANCE\nA Switzerland H\nbuild",
    "FRANCE\nA Par - Xyz\n" * 30,
    "FRANCE\n  A Liv H, A Par - Nor Nor\n  F Par supports",
    "Fooland: A Par H\n# FRANCE\nSpring 1905\nA Par H",
    "GERMANY\n A MUN H\nFRANCE A PAR - BUR\nFrance builds F Bre\nF BRE - BRE\nBRE H",
    "FRANCE\n F SPA H\n A NTH H\n F PAR H\nGERMANY\n A PAR H",
    "FRANCE: A PAR H => holdz\nFRANCE: A PAR H => xyzzy\nFRANCE\n A PAR H, A MAR H => holds\n A PAR H => holds, well",
    "FRANCE: A PAR S A MAR, A MAR S A PAR => holds",
    "UNITS\n  Turky: A PAR\n  Germany: French A RUH\n  Germany: BRE\nIDLE: Fooland\nCLOSED: Fooland",
    "PHASE retreat\nRETREATING\n  France: A PAR\nAFTER\n  nobody\nDISLODGED\n  France: A PAR\nPARADOX: what",
    CASE + "UNDER 1982\nwhat\nPROXY\n  France: A PAR to Italy",
    CASE.replace(
        "FRANCE", "year: soon\nstart: here\nrules: mine\noptions: mine=yes, order_sets=mine\nmap: mine\nFRANCE"
    ),
    "GERMANY\n SET II\n A KIE H\n",
    "FRANCE: A PAR H\nFrom: b\nSpring 1901\nFRANCE: A PAR H",
    "",
]


SYNTAX = {"via", "core", "rules", "options", "title", "year", "start", "map", "holds", "convoy"}
"""Words that case files are written with in every language."""

LISTS = re.compile(r"; (?:známé|možnosti|výsledky|известные|варианты|результаты): .*")
"""Lists of what options, outcomes and rulebooks are called, in every language."""


def english(text: str) -> set[str]:
    """Return the English words of a message that nobody quoted."""
    return set(re.findall(r"\b[a-z]{3,}\b", re.sub("'[^']*'|x[.]case", "", text))) - SYNTAX


@pytest.mark.parametrize("language", ["cs", "ru"])
@pytest.mark.parametrize("text", BAD)
def test_no_fault_of_a_file_is_told_half_in_english(text: str, language: str) -> None:
    with pytest.raises(StandoffError) as fault:
        read_cases(text, "x.case")
    for line in str(fault.value).splitlines():
        told = faults_text(line, language)
        assert told != line
        assert not english(LISTS.sub("", told)) & english(line), told


@pytest.mark.parametrize(
    ("language", "names"), [("cs", "Mnichov, Mar"), ("ru", "Мюнхен, Мар"), ("en", "Munich, Mar")]
)  # fmt: skip
def test_the_nearest_names_are_in_the_readers_language(language: str, names: str) -> None:
    told = faults_text("no province 'x'; nearest known: Munich, Marseilles, SPA", language)
    assert told.partition(": ")[2].startswith(names)
    assert told.endswith(", SPA")
    (one,) = check("FRANCE: A PAR - Mnichof", "start")
    assert names.partition(",")[0] in one.reason_in(language)


@pytest.mark.parametrize("word", ["Burgudsko", "Baltic", "Anglei", "Fracouzska"])
def test_the_names_of_one_list_are_of_one_language(word: str) -> None:
    board = load_board()
    shown = [*board.names.nearest(word), *board.names.nearest_power(word)]
    everything = {*(province.name for province in board.provinces), *(power.name for power in board.powers.values())}
    assert shown
    assert set(shown) <= everything
    assert board.names.nearest("Paříš") == ["Paříž"]


@pytest.mark.parametrize(("language", "word"), [("cs", "řádek"), ("ru", "строка")])
@pytest.mark.parametrize("command", ["adjudicate", "check", "explain", "draw", "play"])
def test_each_command_tells_a_fault_in_its_language(command: str, language: str, word: str, tmp_path: Path) -> None:
    file = as_file(tmp_path, "x.txt", "FRANCE\n  A Pariss - Mnichof\n")
    before = ["start"] if command == "play" else []
    told = refused(command, "--language", language, *before, file)
    assert f"{word} 2: " in told
    assert "expected" not in told
    assert "expected" in refused(command, *before, file)


def test_checked_orders_tell_it_too() -> None:
    done = run("check", "--json", "--language", "cs", "--position", "start", "FRANCE: A PAR - Mnichof")
    (order,) = json.loads(done.stdout)["orders"]
    assert order["reason"].startswith("sloupec 9, 'A PAR - Mnichof': čeká se prostor")
    assert (order["cause"], order["fault"]) == ("ILLEGAL", "UNREADABLE")


def test_an_impossible_position_is_told_line_by_line() -> None:
    with pytest.raises(StandoffError) as fault:
        Position.parse("standard - FRANCE:APAR,APAR,FMUN,ANTH,FSTP").check(load_board())
    told = faults_text(str(fault.value), "ru").splitlines()
    assert told[0] == "такая позиция невозможна:"
    assert [line[:2] for line in told[1:]] == ["  "] * 4
    assert not any(english(line) for line in told)


def test_english_stays_as_it_is() -> None:
    assert faults_text("x, line 3: no power 'Y'", "en") == "x, line 3: no power 'Y'"
    assert fault_text("nothing that any catalog has", "cs") == "nothing that any catalog has"
