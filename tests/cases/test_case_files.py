"""Case files pass nothing that was not checked: what is said twice, of nothing, or wrongly is found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from standoff import read
from standoff.cases.case import Case, CaseError, Expectation, ExpectedDislodged
from standoff.cases.course import play_case
from standoff.cases.export import ExportError, exported
from standoff.cases.position_file import read_position, write_position
from standoff.cases.reading import read_cases
from standoff.cases.run import rulebooks_of, run_case
from standoff.cases.sections import SECTIONS
from standoff.cases.text_files import SourceName
from standoff.cases.write import write_cases
from standoff.map import ARMY, Position, StandoffError, Unit, load_board
from standoff.page.export import Shown, case_file
from standoff.peers.comparing.case_text import case_text
from standoff.solver import rulebook
from standoff.text import plain_orders
from tests.cases.test_formats import substance
from tests.helpers.command import as_file, refused, run
from tests.helpers.turns import drawn, library_cases

BOARD = load_board()

CASE = """case a
FRANCE
  A PAR - BUR => moves
UNITS
  Germany: A RUH
AFTER
  France: A BUR
  Germany: A RUH
OWNERS
  France: none
"""

RETREAT = """case b
PHASE S1901R
FRANCE
  A PAR - GAS => retreats
UNITS
  Germany: A PIC
RETREATING
  France: A PAR from BUR
AFTER
  France: A GAS
  Germany: A PIC
"""

LATEST = "options: order_sets=latest"
SETS = """case c
GERMANY
  SET 1
  A KIE - HOL => superseded
  SET 2
  A KIE - DEN => moves
UNITS
  Germany: A KIE
AFTER
  Germany: A DEN
"""


def differences(text: str) -> list[str]:
    (case,) = read_cases(text, "x.case")
    return [str(one) for rules, label in rulebooks_of(case) for one in run_case(case, rules, label).differences]


@pytest.mark.parametrize("text", [CASE, RETREAT, SETS])
def test_the_cases_below_pass_as_they_are(text: str) -> None:
    assert differences(text) == []


# -- said twice, or of nothing ----------------------------------------------------------------------


SAID_WRONGLY = [
    (CASE + "UNDER 1982\nUNDER 1982\nPAR => bounces", "line 12: UNDER 1982: a second time in this phase; .*11"),
    (CASE + "UNDER ,", "line 11: expected rulebooks or options after UNDER"),
    (CASE + "UNDER adjacent_convoy=explicit, adjacent_convoy=webdiplomacy", "adjacent_convoy: twice after UNDER"),
    (CASE + "UNDER 1982\nBUR => moves", "line 12: BUR: no order of this phase is for a unit there"),
    (CASE + "UNDER 1982\nPAR => moves\nPAR => bounces", "line 13: PAR: a second time in this UNDER block"),
    (CASE + "UNDER 1982\nUNITS\n  France: A GAS", "line 12: UNITS stands in an UNDER block"),
    (CASE + "AFTER: none", "'none' conflicts with an entry of AFTER in line 7"),
    (CASE + "AFTER\n  France: none", "'none' conflicts with an entry of AFTER in line 7"),
    (CASE + "OWNERS\n  France: PAR", "'none' conflicts with an entry of OWNERS in line 10"),
    (CASE + "OWNERS\n  Germany: MUN\nOWNERS\n  France: BER\n  Austria: MUN", "MUN: a second time in OWNERS"),
    (CASE + "OWNERS\n  France: none", "'none': a second time in OWNERS; the first is in line 10"),
    (CASE + "DISLODGED\n  Germany: A RUH from BUR; KIE, KIE", "KIE twice among the retreats of A RUH"),
    (CASE + "PARADOX: none\nPARADOX: convoy; core PAR; 2 resolutions; szykman", "'none' conflicts with an entry"),
    (CASE + "UNITS\n  Austria: F RUH", "RUH: a second time in UNITS"),
    (CASE + "CENTERS\n  France: PAR\n  Germany: PAR", "PAR: a second time in CENTERS"),
    (CASE + "EMPTY: RUH", "line 11: EMPTY: RUH: UNITS lists a unit there"),
    (CASE + "EMPTY: TYR", "line 11: EMPTY: TYR: no order is for a unit there"),
    (CASE + "CLOSED: SWI2", "cannot read|expected a province"),
    (CASE + "PROXY\n  Germany: A KIE by France", "line 12: PROXY: GERMANY has no unit in KIE"),
    (CASE + "LASTING\n  Germany: A KIE H", "line 12: LASTING: GERMANY has no unit in KIE"),
    (CASE + "BARRED: GAS", "BARRED in a movement phase; it belongs below 'PHASE retreat'"),
    (CASE + "RETREATING\n  Germany: A MUN from BOH", "RETREATING in a movement phase"),
    (RETREAT + "RETREATING\n  France: F PAR from PIC", "PAR: a second time in RETREATING; the first is in line 8"),
    (SETS.replace("SET 2", "SET 2 KEEPS RUH"), "line 5: KEEPS RUH: no other set of GERMANY has an order"),
    (SETS.replace("SET 2", "SET 1 REPLACES"), "SET 1: a second time below GERMANY"),
    (CASE.replace("FRANCE", "rules: 2023\nrules: 1982\nFRANCE"), "line 3: rules: a second time .*'2023'"),
    (CASE.replace("FRANCE", "options: a=b\nOptions: c=d\nFRANCE"), "no option"),
    (CASE.replace("FRANCE", "options: order_sets=latest, order_sets=combined\nFRANCE"), "twice after opt"),
    (CASE.replace("FRANCE", "rules: 2023, 2023\nFRANCE"), "2023: twice after rules"),
    (CASE.replace("FRANCE", "title: one\ntitle: two\nFRANCE"), "line 3: title: a second time in this case"),
    (CASE.replace("FRANCE", "variant: nonesuch\nFRANCE"), "no variant"),
    (CASE.replace("FRANCE", "year: 1905\nPHASE S1901M\nFRANCE"), "S1901M is not in the year .* 1905"),
    (CASE.replace("moves", "moves; GERMANY: A MUN H => holds"), "line 3: no outcome|expected 'outcome'"),
    (CASE.replace("A PAR", "A MAR H, A PAR"), "line 3: one outcome for several orders"),
    (CASE.replace("  A PAR - BUR", "  NMR"), "line 3: one outcome for several orders"),
    (CASE.replace("  A PAR - BUR", "Spring 1901"), "line 3: one outcome for several orders"),
    (CASE.replace("FRANCE", "start: standard\nFRANCE"), "UNITS in the first phase of a case"),
]  # fmt: skip
"""Case files that say something twice, or of nothing, and what is said of it."""


@pytest.mark.parametrize(("text", "fault"), SAID_WRONGLY)
def test_what_is_said_twice_or_of_nothing_is_refused(text: str, fault: str) -> None:
    with pytest.raises(StandoffError, match=fault):
        read_cases(text, "x.case")


@pytest.mark.parametrize("name", list(SECTIONS))
def test_every_section_refuses_the_same_thing_twice_and_adds_another(name: str) -> None:
    """A line for each section of the table: a new one cannot be forgotten."""
    lines = {
        "LASTING": ("Germany: A RUH H", "Germany: A MUN H"),
        "PROXY": ("Germany: A RUH by France", "Germany: A MUN by France"),
        "UNITS": ("Italy: A ROM", "Italy: A NAP"),
        "CENTERS": ("Germany: MUN", "Germany: BER"),
        "RETREATING": ("Germany: A BOH from VIE", "Germany: A TYR from VIE"),
        "BARRED": ("TYR", "BOH"),
        "IDLE": ("Italy", "Austria"),
        "CLOSED": ("TYR", "BOH"),
        "EMPTY": ("TYR", "BOH"),
        "AFTER": ("Germany: A BOH", "Germany: A MUN"),
        "DISLODGED": ("Germany: A BOH from VIE; none", "Germany: A TYR from VIE; none"),
        "CONTESTED": ("TYR", "BOH"),
        "PARADOX": ("convoy; core PAR; 2 resolutions; szykman", "convoy; core MAR; 2 resolutions; szykman"),
        "OWNERS": ("Germany: MUN", "Germany: BER"),
    }
    section = SECTIONS[name]
    head = "case a\nPHASE S1901R\n" if name in ("RETREATING", "BARRED") else "case a\n"
    units = "" if name == "UNITS" else "UNITS\n  Germany: A RUH, A MUN\n"

    def held(*entries: str) -> object:
        blocks = "".join(f"{name}\n  {entry}\n" for entry in entries)
        orders = "FRANCE: A PAR H" + (", A TYR H, A BOH H" if name == "EMPTY" else "") + "\n"
        (case,) = read_cases(head + orders + units + blocks, "x.case")
        (phase,) = case.phases
        return section.contents(phase.expected if section.expected else phase)

    one, two = lines[name]
    with pytest.raises(CaseError, match=f"a second time in {name}"):
        held(one, one)
    first, both = held(one), held(one, two)
    assert first != both
    assert all(entry in repr(both) for entry in re.findall(r"'[A-Z]{3}'", repr(first)))


def test_an_order_for_nobody_s_unit_is_written_so_that_it_stays_one() -> None:
    """Without EMPTY, a unit would follow from the order."""
    turn = read("FRANCE: A PAR - BUR\nITALY: BAL - BOT", position="standard S1901M FRANCE:APAR")
    again = read(case_file([Shown(turn, "", "")]))
    assert again.position == turn.position
    assert [(str(one.order), str(one.outcome)) for one in again.adjudicate()] == [
        ("A PAR - BUR", "moves"),
        ("BAL - BOT", "illegal"),
    ]


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        (CASE.replace("France: none", "France: PAR"), "OWNERS FRANCE: expected PAR, found none"),
        (RETREAT + "CONTESTED: UKR", "CONTESTED: expected UKR, found none"),
        (RETREAT + "DISLODGED\n  France: A GAS from MAR; none", "DISLODGED FRANCE A GAS"),
        (RETREAT + "PARADOX: convoy; core PAR; 2 resolutions; szykman", "PARADOX: expected convoy"),
        # the unit has two orders, and neither counts under the block
        (CASE.replace("BUR => moves", "RUH => illegal") + "UNDER 1982\nPAR => moves", "A PAR - RUH: expected moves"),
        # the block speaks of an order that another set supersedes
        (
            SETS.replace("SET 1\n", "SET 1\n  A MUN - RUH => superseded\n").replace("case c", f"case c\n{LATEST}")
            + "UNDER 2023\nMUN => moves",
            "A MUN - RUH: expected moves, found superseded",
        ),
    ],
)  # fmt: skip
def test_what_was_passed_over_is_compared(text: str, difference: str) -> None:
    assert any(one.startswith(difference) for one in differences(text)), differences(text)


def test_two_powers_that_write_the_same_are_told_apart() -> None:
    """With a section on which orders count, results are found by power and text, not by text alone."""
    text = SETS.replace("GERMANY", "FRANCE\n  A KIE - DEN => illegal\nGERMANY", 1)
    assert differences(text) == []
    assert differences(text.replace("=> illegal", "=> moves")) == ["A KIE - DEN: expected moves, found illegal"]


def test_the_later_of_two_sets_that_say_the_same_counts() -> None:
    text = SETS.replace("A KIE - HOL", "A KIE - DEN")
    assert differences(text) == []
    swapped = text.replace("superseded", "x").replace("moves", "superseded").replace("x", "moves")
    assert differences(swapped) == [
        "A KIE - DEN: expected moves, found superseded",
        "A KIE - DEN: expected superseded, found moves",
    ]


def test_an_unclear_order_beside_a_unit_handed_over_is_compared() -> None:
    text = """case d
options: proxy_orders=in-orders
ENGLAND
  A Liv - Yor => moves
GERMANY
  French A PAR - BUR => moves
PROXY
  France: A PAR by Germany
UNITS
  England: A LVP
  France: A PAR
AFTER
  England: A YOR
  France: A BUR
"""
    assert differences(text) == []


@pytest.mark.parametrize(
    "section", ["CLOSED: BUR", "CENTERS\n  France: PAR, MAR, BRE", "IDLE: France"]
)  # fmt: skip
def test_a_later_phase_heeds_what_it_says(section: str) -> None:
    text = f"FRANCE: A PAR H\nPHASE F1901M\nFRANCE\n  A PAR - BUR\n{section}\n"
    (case,) = read_cases(text, "x.case")
    before = [result.before for _, result, _ in play_case(case, rulebook())][1]
    said = case.phases[1].position
    for ours, theirs in (
        (before.closed, said.closed), (before.centers, said.centers), (before.civil_disorder, said.civil_disorder)
    ):  # fmt: skip
        assert not theirs or ours == theirs


# -- there and back ---------------------------------------------------------------------------------


def whole(case: Case) -> object:
    """Return what a case says: `substance`, and which orders stand in which sets, what lasts, who orders whose."""
    more = [
        ([(w.order, w.set) for w in phase.orders], phase.sets, phase.lasting, phase.proxies) for phase in case.phases
    ]
    return substance([case]), re.sub(r"unnumbered \d+", "unnumbered", repr(more))


def generated(count: int) -> Iterator[str]:
    """Yield case files of random turns of all phases, with what standoff finds under a random rulebook."""
    chance = Random(38)
    for number, turn in enumerate(drawn(count)):
        rules = rulebook(chance.choice(["2023", "1982", "1971", "dptg", "webdiplomacy"]))
        yield case_text(turn, id=f"random-{number}", title=f"Turn {number}", rules=rules)


def test_a_generated_case_reads_back_equal_and_passes() -> None:
    for text in generated(30):
        (case,) = read_cases(text, "x.case")
        again, losses = write_cases([case])
        assert (losses, again) == ([], text)
        assert whole(read_cases(again, "x.case")[0]) == whole(case)
        assert differences(text) == []


@pytest.mark.slow
def test_the_library_reads_back_equal() -> None:
    for case in library_cases():
        text, losses = write_cases([case])
        assert losses == []
        (again,) = read_cases(text, "x.case")
        assert whole(again) == whole(case)
        assert write_cases([again]) == (text, [])


@pytest.mark.parametrize(
    "text",
    [
        "GERMANY\n  SET 1\n  A KIE H\n  A RUH H\nFRANCE\n  A PAR H\nGERMANY\n  SET 1\n  A MUN H\n  SET 3\n",
        "GERMANY\n  SET 1\n  A KIE H\nGERMANY\n  A KIE H\n",
        "PHASE movement\nUNITS\n  France: A PAR\nPHASE S1901M\nFRANCE: A PAR H\nCLOSED: BUR\nCENTERS\n  France: none\n",
        RETREAT + "BARRED: MAR\nUNDER 1982\nAFTER: none\nOWNERS\n  France: PAR\n  Italy: none\n",
        CASE + "DISLODGED\n  Germany: A RUH from nowhere; none\nUNDER order_sets=latest\nPAR => bounces, dislodged\n",
        "UNITS: none\n",
    ],
)
def test_odd_cases_read_back_equal(text: str) -> None:
    (case,) = read_cases(text, "x.case")
    written, losses = write_cases([case])
    assert losses == []
    assert whole(read_cases(written, "x.case")[0]) == whole(case)


def test_a_remark_in_a_title_is_named_as_lost() -> None:
    (case,) = read_cases(CASE, "x.case")
    case.head["title"] = "Case #3, and #4"
    text, losses = write_cases([case])
    assert losses == ["a: all of the title 'Case #3, and #4'"]
    assert read_cases(text, "x.case")[0].title == "Case"


def test_an_empty_position_can_be_written(tmp_path: Path) -> None:
    file = as_file(tmp_path, "empty.txt", write_position(Position(), BOARD))
    assert read_position(SourceName(file))[0].units == ()


# -- every expectation counts -----------------------------------------------------------------------

_OUTCOMES = ("moves", "bounces", "holds", "void", "illegal", "cut", "supports", "disbands", "superseded", "no convoy")
NOWHERE = ExpectedDislodged(Unit(ARMY, "SYR", "FRANCE"), "ARM", frozenset())


def wrong_values(section: str, held: Any) -> Iterator[object]:
    """Yield what a section could expect instead: one thing more, one less, or something else of one."""
    if section == "owners":
        yield from ({**held, power: owned ^ {"SMY"}} for power, owned in held.items())
        return
    more = {"after": NOWHERE.unit, "dislodged": NOWHERE, "contested": "SYR", "paradoxes": "another"}[section]
    yield type(held)(one for one in (*held, more) if one != more or more not in held)
    for one in held:
        others = [other for other in held if other != one]
        yield type(held)(others)
        if isinstance(one, ExpectedDislodged):
            yield frozenset([*others, replace(one, retreats=one.retreats ^ {"SYR"})])
            yield frozenset([*others, replace(one, attacker_from="SYR")])


def falsified(case: Case, chance: Random) -> Iterator[str]:
    """Change one expectation of a case after the other; yield what is changed while it is."""
    for phase in case.phases:
        for number, written in enumerate(phase.orders):
            if (now := written.expected) is not None:
                other = chance.choice([one for one in _OUTCOMES if one != now.outcome])
                fates = Expectation(now.outcome, not now.dislodged), Expectation(other, now.dislodged)
                for wrong in (one for one in fates if str(one) != str(now)):
                    phase.orders[number] = written._replace(expected=wrong)
                    yield f"{written.text} => {wrong}"
                phase.orders[number] = written
        for expected in (phase.expected, *(under.expected for under in phase.under)):
            for section in fields(expected):
                held = getattr(expected, section.name)
                for wrong in wrong_values(section.name, held) if held is not None else ():
                    setattr(expected, section.name, wrong)
                    yield f"{section.name}: {wrong}"
                setattr(expected, section.name, held)


def missed(text: str, chance: Random) -> list[str]:
    """Return the falsified expectations of a case file with which it still passes."""
    slipped: list[str] = []
    (case,) = read_cases(text, "x.case")
    for what in falsified(case, chance):
        if all(run_case(case, rules, label).passed for rules, label in rulebooks_of(case)):
            slipped.append(what)
    return slipped


@pytest.mark.slow
def test_a_generated_case_with_one_wrong_expectation_fails() -> None:
    chance = Random(1)
    for text in generated(12):
        assert missed(text, chance) == [], text


IN_A_PARADOX = case_text(read("6.F.14"), id="paradox", title="A simple paradox", rules=rulebook())


@pytest.mark.parametrize(
    "text", [CASE, RETREAT, SETS, CASE + "UNDER 1982\nPAR => moves\nCONTESTED: none\n", IN_A_PARADOX]
)
def test_a_case_with_one_wrong_expectation_fails(text: str) -> None:
    assert missed(text, Random(1)) == []


# -- the command ------------------------------------------------------------------------------------


def test_the_table_is_that_of_the_file(tmp_path: Path) -> None:
    file = as_file(tmp_path, "mine.txt", CASE)
    assert run("cases", "--file", file, "--table", "--rules", "1982").output.splitlines()[2] == "| a | PAR - BUR |"
    everything = run("cases", "--file", file, "--table").output.splitlines()
    assert len(everything) == 3
    assert everything[2].startswith("| a | \\* PAR - BUR | = |")
    other = as_file(tmp_path, "other.txt", "GERMANY: A MUN H")
    assert len(run("cases", "--file", file, "--file", other, "--table").output.splitlines()) == 4


@pytest.mark.parametrize("more", [(), ("--table",), ("--export", "-"), ("--verbose",)])
def test_a_file_that_does_not_exist_is_a_fault(more: tuple[str, ...]) -> None:
    assert "nonesuch" in refused("cases", "--file", "nonesuch", *more)


def test_what_runs_nothing_is_a_fault(tmp_path: Path) -> None:
    file = as_file(tmp_path, "mine.txt", CASE)
    assert "1 case, but none that names rulebook 1982" in refused("cases", "--file", file, "--rules", "1982")
    assert f"no case '6.F.14' in {file}" in refused("cases", "--file", file, "6.F.14")
    assert "mutually exclusive" in refused("cases", "--file", file, "--table", "--export", "-")
    assert f"cases of a file: --file {file}" in refused("cases", file)


def test_a_board_is_found_next_to_its_case_file_and_without_it_nothing_else_is_said(tmp_path: Path) -> None:
    file = as_file(tmp_path, "mine.txt", "case a\nmap: islands.json\nRED\n  A ASH H => holds\nAFTER\n  Red: A ASH\n")
    lines = refused("cases", "--file", file).splitlines()
    assert len(lines) == 1
    assert "line 2: board file islands.json: No such file" in lines[0]
    provinces = {"ASH": {"name": "Ash", "kind": "inland", "center": True}, "ELM": {"name": "Elm", "kind": "inland"}}
    powers = {"RED": {"name": "Red", "adjective": "red", "homes": ["ASH"], "units": ["A ASH"]}}
    board = {"name": "islands", "powers": powers, "provinces": provinces, "army": {"ASH": "ELM"}, "fleet": {}}
    as_file(tmp_path, "islands.json", json.dumps(board))
    assert "1 passed, 0 failed" in run("cases", "--file", file).output


def test_cases_without_an_id_of_their_own_are_not_exported() -> None:
    for text, fault in ((CASE + CASE, "a second case 'a'"), (CASE.replace("case a", ""), "a case without an id")):
        with pytest.raises(ExportError, match=fault):
            exported(read_cases(text, "x.case"))


def test_plain_orders_are_read_as_in_a_case_file() -> None:
    """The same orders, texts and units; what has faults is left to the reader of case files, which says them."""
    taken = 0
    for case in library_cases():
        text = "\n".join(f"{written.order.power}: {written.text}" for written in case.phases[0].orders)
        plain = plain_orders(text, case.board)
        try:
            (read,) = read_cases(text, "text", board=case.board)
        except CaseError:
            assert plain is None, text
            continue
        if plain is None:
            continue
        (phase,) = read.phases
        assert plain.orders == tuple(written.order for written in phase.orders)
        assert [one.text for one in plain.orders] == [written.text for written in phase.orders]
        assert plain.units == phase.position.units
        taken += 1
    assert taken > 400


MORE_THAN_ORDERS = """PHASE F1901R/UNDER 1982/SET/case x/title: x/note: A MAR H/A MAR H => holds/Spring 1902
Winter 1901/A MAR - XYZ/Mar H"""
NONE_OF = [f"{name}: none" for name in SECTIONS]


@pytest.mark.parametrize("line", [*SECTIONS, *NONE_OF, *re.split("[/\n]", MORE_THAN_ORDERS)])
def test_a_line_of_a_case_file_is_no_plain_order(line: str) -> None:
    assert plain_orders(f"FRANCE\nA PAR H\n{line}", BOARD) is None
    assert plain_orders(f"FRANCE: A PAR H\n{line}\nGERMANY: A MUN H", BOARD) is None
