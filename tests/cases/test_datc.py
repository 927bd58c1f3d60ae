"""The DATC: the cases of each edition and their numbers, and its words for what became of an order."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from standoff import read
from standoff.cases import DATC_EDITIONS, datc_numbers, library, place_of
from standoff.cases.catalog import is_named
from standoff.lines.answering import answer_line
from standoff.map import load_board
from standoff.solver import Waive
from standoff.text import read_order
from standoff.turn.turn import Turn
from tests.helpers.command import refused, run
from tests.helpers.paths import DOCS, written
from tests.helpers.turns import library_cases


@pytest.mark.slow
def test_the_library_has_every_case() -> None:
    numbers = [case.id.removeprefix("datc-") for case in library_cases("datc-6.*")]
    last = {"A": 12, "B": 19, "C": 9, "D": 35, "E": 15, "F": 30, "G": 20, "H": 17, "I": 7, "J": 12}
    assert sorted(numbers) == sorted(f"6.{letter}.{n}" for letter, most in last.items() for n in range(1, most + 1))
    assert len(numbers) == 176


@pytest.mark.parametrize("edition", DATC_EDITIONS)
def test_the_suite_of_the_datc_is_that_of_an_edition(edition: str) -> None:
    """With the examples of chapter 4, whatever the edition."""
    suite = {case.id for case in library_cases() if place_of(case, edition)[0] == "datc"}
    examples = {case.id for case in library_cases("datc-4.*")}
    assert suite - examples == {case.id for case in library_cases() if edition in datc_numbers(case)}
    assert examples < suite


def test_the_page_names_every_case_that_an_edition_lacks_or_numbers_otherwise() -> None:
    text = (DOCS / "sources.md").read_text(encoding="utf-8")
    text = re.sub(r"(6\.\w\.)(\d+) to 6\.\w\.(\d+)", _each_of, text)
    changed = [list(numbers.values()) for numbers in map(datc_numbers, library_cases("datc*")) if numbers]
    odd = {number for numbers in changed if len({*numbers}) > 1 or len(numbers) < 3 for number in numbers}
    assert len(odd) > 20
    assert sorted(number for number in odd if not re.search(rf"\b{number.rstrip('ab')}\b", text)) == []


def _each_of(span: re.Match[str]) -> str:
    return ", ".join(f"{span[1]}{n}" for n in range(int(span[2]), int(span[3]) + 1))


@pytest.mark.parametrize(
    ("number", "ids"),
    [
        ("6.J.9a", ["datc-6.J.9"]),
        ("datc-6.J.9b", ["datc-6.J.10"]),
        ("6.J.11", ["datc-6.J.11"]),  # what has the number now
        ("datc30-6.J.11", ["datc-6.J.12"]),
        ("datc30-6.J.10", ["datc30-6.J.10"]),  # the position that 3.2 replaced
        ("6.H.16", ["datc-6.H.16"]),
        ("datc33-6.H.16", ["datc-6.H.16"]),
        ("datc32-6.H.16", ["datc-6.H.17"]),  # renumbered in 3.3
        ("datc32-6.H.15", ["datc32-6.H.15"]),  # replaced in 3.3
        ("DATC32-6.H.17", ["datc32-6.H.17"]),  # dropped in 3.3
        ("datc30-6.H.17", []),  # new in 3.2
        ("datc32-6.F.14", ["datc-6.F.14"]),  # the same in all
    ],
)
def test_old_numbers_find_their_case(number: str, ids: list[str]) -> None:
    assert [case.id for case in library(number)] == ids


def test_a_case_is_found_by_each_of_its_names_and_is_read_as_within_its_file() -> None:
    """A search parses only the cases that the pattern names."""
    every = library_cases()
    for case in every[::8]:
        assert [*library(case.id)] == [case]
        for edition, number in datc_numbers(case).items():
            assert case in library(f"datc{edition.replace('.', '')}-{number}")
    for pattern in ("datc-6.H.1?", "*onvoy*", "*-D.*", "wiki-support-neighbour", "datc-6.J.9b", "DATC30-6.j.11"):
        named = [case for case in every if is_named(case, pattern)]
        current = [case for case in named if is_named(case, pattern, formerly=False)]
        assert list(library(pattern)) == (current or named) != [], pattern


def test_decline_is_waive() -> None:
    """DATC 3.2, 4.D.7, says decline for what it called waive."""
    for text in ("Decline", "decline a build", "Build declined", "Waive"):
        assert read_order(text, "FRANCE", load_board()) == Waive("FRANCE")


GONE = "ENGLAND\n F MAO S A SPA - POR\n A SPA - POR\nFRANCE\n A POR H\n"


def test_a_unit_that_can_retreat_nowhere_is_destroyed() -> None:
    """DATC 3.2, 6.H.17 (dropped in 3.3); with a way out it is dislodged."""
    out = "ENGLAND\n F WES S F LYO - SPA/SC\n F LYO - SPA/SC\nITALY\n A SPA - BRE\n"
    for text, order, words in (
        (GONE, "A POR H", ["destroyed"]),
        (out, "A SPA - BRE", ["illegal", "dislodged"]),
        (out + "FRANCE\n F POR H\n A GAS H\n A MAR H\n", "A SPA - BRE", ["illegal", "destroyed"]),
    ):
        (order_result,) = [r for r in read(text).adjudicate() if str(r.order) == order]
        assert [str(word) for word in order_result.words] == words
        assert (order_result.dislodged, order_result.destroyed) == (True, words[-1] == "destroyed")


def test_lines_tell_it_in_the_words_of_the_datc() -> None:
    line = {
        "id": 1,
        "units": {"ENGLAND": ["F MAO", "A SPA"], "FRANCE": ["A POR"]},
        "orders": {"ENGLAND": ["F MAO S A SPA - POR", "A SPA - POR"], "FRANCE": ["A POR H"]},
    }
    orders = answer_line(json.dumps({**line, "terms": "datc"}))[0]["orders"]
    held = orders["FRANCE"]["A POR H"]
    assert {key: held[key] for key in held if key != "reason"} == {
        "success": False,
        "outcome": "destroyed",
        "cause": "DISLODGED",
        "dislodged": True,
        "destroyed": True,
        "terms": ["destroyed"],
    }
    assert orders["ENGLAND"]["F MAO S A SPA - POR"]["terms"] == ["given"]
    assert "terms" not in answer_line(json.dumps(line))[0]["orders"]["FRANCE"]["A POR H"]
    with pytest.raises(Exception, match="terms can only be 'datc'"):
        Turn.from_dict({**line, "terms": "ours"})


def test_the_command_prints_them(tmp_path: Path) -> None:
    file = written(tmp_path / "turn.txt", GONE)
    shown = run("adjudicate", "--terms", "datc", file).output
    assert re.search(r"A POR H\s+destroyed", shown)
    assert re.search(r"A SPA - POR\s+succeeds", shown)
    as_json = run("adjudicate", "--terms", "datc", "--json", file).output
    assert json.loads(as_json)["orders"]["FRANCE"]["A POR H"]["terms"] == ["destroyed"]


def test_rules_of_an_older_datc() -> None:
    shown = run("rules", "--datc", "3.0").output
    assert re.search(r"4\.E\.2\s+poorly_written", shown)
    assert "--set multiple_orders=illegal --set missing_build_type=by-province" in shown
    assert run("rules", "--datc", "9").exit_code == 2


def test_an_editions_cases_go_by_its_numbers() -> None:
    """6.H.16 of DATC 3.2 is 6.H.17 of 3.3; what 3.2 has as 6.H.17 is gone."""
    for edition, number, case in (("3.2", "6.H.16", "datc-6.H.17"), ("3.2", "6.H.17", "datc32-6.H.17")):
        assert f"pass  {case} (2023)" in run("cases", "--datc", edition, number, "-v").output
    assert "datc32-6.H.17" in run("cases", "--datc", "3.2", "--table", "6.H.17").output
    assert "no case 'datc33-6.H.18'" in refused("cases", "--datc", "3.3", "6.H.18")
