"""Reading without loss: orders as people paste them, whole documents, and what is said of what cannot be read."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from click.testing import Result

from standoff import read
from standoff.cases.case import CaseError
from standoff.cases.faults import FormatError
from standoff.cases.formats import FORMATS, converted
from standoff.cases.reading import read_cases
from standoff.map import PhaseType, load_board
from standoff.solver import OrderError
from standoff.text import lines_of, read_order
from standoff.text.notation.compound import split_orders
from standoff.text.notation.grammar import read_place
from standoff.text.notation.quoting import MOST_SUGGESTED
from standoff.text.pasted import by_power, sentences
from tests.helpers.command import as_file, refused, run
from tests.helpers.orders import read_orders

BOARD = load_board()
BUILDS = PhaseType.ADJUSTMENT


def read_as(text: str, phase: PhaseType = PhaseType.MOVEMENT) -> list[str]:
    return [str(order) for order in read_orders(text, "GERMANY", phase=phase)]


def in_file(text: str) -> list[tuple[str, str]]:
    (case,) = read_cases(text, "pasted")
    return [(w.order.power, str(w.order)) for phase in case.phases for w in phase.orders]


def run_on(tmp_path: Path, text: str, *arguments: str) -> Result:
    return run(*arguments, as_file(tmp_path, "turn.txt", text))


# -- orders as people paste them --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("* A Par - Bur", "A PAR - BUR"),
        ("1. A Par - Bur", "A PAR - BUR"),
        ("  • 12) A Par-Bur", "A PAR - BUR"),
        ("> A Par - Bur", "A PAR - BUR"),
        ("F Lon moves to the English Channel", "F LON - ENG"),
        ("A Par - Bur (bounced)", "A PAR - BUR"),
        ("A Par - Bur (dislodged, bounced)", "A PAR - BUR"),
        ("F Spa(nc) - Gas [fails]", "F SPA/NC - GAS"),
        ("A Vie – Bud (odražena)", "A VIE - BUD"),
        ("A Lon - Bel (via convoy)", "A LON - BEL VIA"),
        ("“A Par - Bur”", "A PAR - BUR"),
        ("**A Par** - Bur", "A PAR - BUR"),
        ("A Par - Bur and F Bre H", "A PAR - BUR|F BRE H"),
        ("Build F Kie and A Mun", "F KIE B|A MUN B"),
        ("Builds a fleet in Kiel and an army in Munich", "F KIE B|A MUN B"),
        ("Staví F Kie a A Mun", "F KIE B|A MUN B"),
        ("создаёт «F Kie» и «A Mun»", "F KIE B|A MUN B"),
        ("Remove F Kie, A Mun", "F KIE D|A MUN D"),
        ("armáda Picardie do Brestu", "A PIC - BRE"),
        ("flotila Baltického moře do Kielu", "F BAL - KIE"),
        ("Flotila Černého moře do Sevastopolu", "F BLA - SEV"),
        ("armáda Vídeň do Budapeště", "A VIE - BUD"),
        ("Mnichovská armáda podporuje berlínskou armádu do Kielu", "A MUN S A BER - KIE"),
        ("норвежская армия в Финляндию", "A NWY - FIN"),
        ("Мюнхенская армия поддерживает кильский флот в Голландию", "A MUN S F KIE - HOL"),
        ("Decline a build", "WAIVE"),
        ("A Pari\u0301s - Bur", "A PAR - BUR"),
        ("F Lon - Nor\u00adth Sea", "F LON - NTH"),
        ("\u200bA Par\u200d - \ufeffBur\u200e", "A PAR - BUR"),
        ("Retreat A Bur - Mun", "A BUR R MUN"),
        ("retreat army Burgundy to Munich", "A BUR R MUN"),
        ("A Bur - OTB", "A BUR D"),
        ("A Bur retreats off the board", "A BUR D"),
        ("A Bur removed", "A BUR D"),
    ],
)
def test_an_order_as_it_is_pasted(text: str, orders: str) -> None:
    assert read_as(text) == orders.split("|")


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("> FRANCE:\n> A Par - Bur\n>> A Mar H", "A PAR - BUR|A MAR H"),
        ("FRANCE\u200b:\nA Par - Bur\nA M\u00adar H", "A PAR - BUR|A MAR H"),
        ("FRANCE\n------\nA Par - Bur\n* * *\nA Mar H\n======\n", "A PAR - BUR|A MAR H"),
        ("FRANCE: NMR!\nITALY: no orders\nFRANCE: A Mar H\nGermany: none\nItalie: bez povelů", "A MAR H"),
        ("PHASE W1901A\nFRANCE\nBuilds: F Bre, A Mar\nGermany: Remove: A Mun", "F BRE B|A MAR B|A MUN D"),
        ("UNITS\n  France: A Par\nFall 1901\nFRANCE: A Par - Bur", "A PAR - BUR"),
    ],
)
def test_a_file_as_it_is_pasted(text: str, orders: str) -> None:
    """From mails: quoted, with letters that nobody sees, ruled off, and powers that sent nothing."""
    (case,) = read_cases(text, "pasted", position_known=True)
    assert [str(w.order) for w in case.phases[0].orders] == orders.split("|")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"hello": 1}', "JSON, but of no form that standoff reads: "),
        ('{"unit": ', "not JSON: Expecting value"),
        ("FRANCE: F Bre H => Eng", "no outcome 'Eng' after '=>'; a move is written with '-' or '->'; outcomes:"),
        ("FRANCE\nRemoves:\nA Par", "no power 'Removes'"),
    ],
)
def test_what_a_file_is_not(tmp_path: Path, text: str, message: str) -> None:
    assert message in refused("adjudicate", as_file(tmp_path, "turn.txt", text))


@pytest.mark.parametrize(
    "text", ["A Lon - Bel (perhaps)", "A Par - Bur (if Mun moves)", "A (bounced) Par - Bur", "A Par and"]
)
def test_what_is_no_remark_is_not_left_out(text: str) -> None:
    with pytest.raises(OrderError):
        read_as(text)


def test_a_unit_alone_is_built_only_where_builds_are_due() -> None:
    assert read_as("«F Kie»", BUILDS) == ["F KIE B"]
    assert read_as("F Kie a A Mun", BUILDS) == ["F KIE B", "A MUN B"]
    assert read_as("F Kie, A Mun", BUILDS) == ["F KIE B", "A MUN B"]
    assert read_as("Remove F Kie, A Mun", BUILDS) == ["F KIE D", "A MUN D"]
    for text, phase in (("F Kie", PhaseType.MOVEMENT), ("Kie", BUILDS), ("Russian F Sev", BUILDS)):
        with pytest.raises(OrderError):
            read_as(text, phase)


def test_an_and_separates_only_before_a_unit_or_a_verb() -> None:
    assert split_orders("Build F Kie and A Mun") == ["Build F Kie", "A Mun"]
    assert split_orders("Builds a fleet in Kiel") == ["Builds a fleet in Kiel"]
    assert split_orders("armáda Berlín drží a flotila Kiel drží") == ["armáda Berlín drží", "flotila Kiel drží"]


def test_several_powers_in_one_line() -> None:
    expected = [("FRANCE", "A PAR - BUR"), ("FRANCE", "A MAR H"), ("GERMANY", "A MUN - RUH")]
    for text in (
        "France: A Par-Bur, A Mar H; Germany: A Mun-Ruh",
        "**France:** A Par-Bur; A Mar H. **Germany:** A Mun-Ruh.",
        "France: A Par-Bur, A Mar H Germany: A Mun-Ruh",
        "**France**\n* A Par-Bur\n* A Mar H\n\n__Germany__\n1. A Mun-Ruh",
        "<b>Франция:</b>\t<u>A Par—Bur</u> , <u>A Mar—Удерживать</u>\n<b>Германия:</b> <u>A Mun—Ruh</u>",
        "–Francie–\n- Armáda Paříž do Burgundska\n- Armáda Marseille drží\n–Německo–\n- Armáda Mnichov do Porúří",
        "Fra: A Par-Bur, A Mar H\nGer.: A Mun-Ruh",
        "FRANCE (Alice):\nA Par-Bur\nA Mar H\n*Germany* (Bob)\nA Mun-Ruh",
    ):
        assert in_file(text) == expected, text
    assert by_power("A Sil S Russian A War-Pru", BOARD.names) == [(None, "A Sil S Russian A War-Pru")]


@pytest.mark.parametrize(
    ("date", "phase"),
    [
        ("Spring 1901", "S1901M"),
        ("**Fall 1901: retreats**", "F1901R"),
        ("Orders for Autumn of 1905", "F1905M"),
        ("WINTER 1901 ADJUSTMENTS", "W1901A"),
        ("W1901A", "W1901A"),
        ("Jaro 1901", "S1901M"),
        ("podzim 1914 - ústupy", "F1914R"),
        ("Весна 1902 года", "S1902M"),
        ("PHASE Fall 1903", "F1903M"),
    ],
)
def test_orders_are_dated(date: str, phase: str) -> None:
    """Rulebook 1982, VII: the orders of a turn bear its date."""
    for text in (f"{date}\nFRANCE: A PAR H", f"UNITS\n  France: A PAR\n\n{date}\nFRANCE\n  A PAR H"):
        (case,) = read_cases(text, "dated")
        assert str(case.phases[-1].phase) == phase
        assert str(case.phases[-1].orders[0].order.power) == "FRANCE"


def test_a_name_is_shortened_only_where_nothing_else_begins_so() -> None:
    names = BOARD.names
    for short, pid in (("Edin", "EDI"), ("Live", "LVP"), ("Livo", "LVN"), ("Const", "CON")):
        assert names.find(short) == (pid,)
        assert {ids for name, ids in names.provinces.items() if name.startswith(short.lower())} == {(pid,)}
    for short in ("Engl", "Aust", "Nort", "Stan"):  # England, Austria; North Sea, North Africa; to stand
        assert len(names.find(short)) != 1


def test_two_dates_are_two_phases() -> None:
    text = "Spring 1901\nFRANCE: A PAR - BUR\nFall 1901\nFRANCE: A BUR - BEL"
    (case,) = read_cases(text, "dated")
    assert [str(phase.phase) for phase in case.phases] == ["S1901M", "F1901M"]
    assert [len(phase.orders) for phase in case.phases] == [1, 1]


@pytest.mark.parametrize("text", ["Spring", "1901", "Spring 1901 A PAR", "Spring Fall 1901", "Spring 1901 1902"])
def test_what_is_no_date_is_a_fault(text: str) -> None:
    with pytest.raises(CaseError, match="line 1"):
        read_cases(f"{text}\nFRANCE: A PAR H", "dated")


def test_sentences_that_say_who_builds_what() -> None:
    text = "Anglie staví F Edi, Francie F Mar, Německo F Kie a A Mun a Turecko staví A Smy."
    expected = [("ENGLAND", "F EDI B"), ("FRANCE", "F MAR B"), ("GERMANY", "F KIE B"), ("GERMANY", "A MUN B")]
    assert in_file(f"PHASE W1901A\nUNITS\n  Italy: A ROM\n{text}") == [*expected, ("TURKEY", "A SMY B")]
    text = "Германия создаёт «F Kie» и «A Mun». Россия убирает «A Gal». Italy waives"
    assert in_file(f"PHASE W1901A\nUNITS\n  Italy: A ROM\n{text}") == [
        *expected[2:],
        ("RUSSIA", "A GAL D"),
        ("ITALY", "WAIVE"),
    ]
    # under a heading of another power it stays a fault
    with pytest.raises(CaseError, match="names FRANCE, but stands among"):
        read_cases("PHASE W1901A\nEngland\n  Francie staví F Mar", "pasted")
    assert sentences("A Par - Bur", BOARD) is None


def test_a_power_and_its_order_in_one_line_for_retreats() -> None:
    text = "PHASE F1902R\nRETREATING\n  Russia: A STP from NWY\n  France: A BUR from RUH\n"
    assert in_file(text + "Россия: «A StP—Mos». Франция: «A Bur—Gas».") == [
        ("RUSSIA", "A STP - MOS"),
        ("FRANCE", "A BUR - GAS"),
    ]


# -- what is said of what cannot be read ------------------------------------------------------------


@pytest.mark.parametrize("text", ["A Mun - Switzerland", "A Mun do Švýcarska", "армия Мюнхен в Швейцарию", "A Mun-Swi"])
def test_switzerland_cannot_be_entered(text: str) -> None:
    with pytest.raises(OrderError, match="cannot be entered"):
        read_as(text)


def test_a_colon_left_out_gives_no_unit_to_the_power_above(tmp_path: Path) -> None:
    """``Italian F ROM - TYS`` below Germany's orders is an order of Germany for an Italian fleet (DATC 6.A.6)."""
    result = run_on(tmp_path, "GERMANY: A MUN - BUR\nItalian F ROM - TYS", "adjudicate", "--json")
    answer = json.loads(result.output)
    assert answer["orders"]["GERMANY"]["Italian F ROM - TYS"]["outcome"] == "illegal"
    assert answer["units"] == {"GERMANY": ["A BUR"], "ITALY": ["F ROM"]}
    result = run_on(tmp_path, "GERMANY: A MUN - BUR\nITALY F ROM - TYS", "adjudicate")
    assert result.exit_code == 2
    assert "is ITALY a heading, too? then write ITALY: before it" in result.output
    result = run_on(tmp_path, "Italian F ROM - TYS", "adjudicate")
    assert "write ITALY: before the orders" in result.output
    result = run_on(tmp_path, "UNITS\n  Italy: Turkish A CON\nITALY: A CON - BUL", "adjudicate")
    assert "line 2: 'Turkish A CON' is called a unit of TURKEY, but stands among those of ITALY" in result.output


@pytest.mark.parametrize("line", ["{} A PAR - BUR", "{}. A PAR H => holds", "A RUH H, {} A PAR - BUR", "{} Liv - Yor"])
@pytest.mark.parametrize("name", ["FRANCE", "France", "Francie", "Франция"])
def test_a_heading_without_its_colon_is_asked_about(line: str, name: str) -> None:
    with pytest.raises(CaseError, match=r"line 3: .* stands below the heading of GERMANY; is FRANCE a heading"):
        read_cases(f"GERMANY\n  A MUN H\n{line.format(name)}", "x")


@pytest.mark.parametrize(
    "line", ["French A PAR - BUR", "francouzská A PAR - BUR", "GERMANY A MUN - BUR", "The French A PAR H"]
)
def test_an_order_that_describes_its_unit_is_none(line: str) -> None:
    (case,) = read_cases(f"GERMANY\n  A KIE H\n{line}", "x")
    assert [written.order.power for written in case.phases[0].orders] == ["GERMANY"] * 2


def test_an_ambiguous_abbreviation_names_its_meanings(tmp_path: Path) -> None:
    with pytest.raises(OrderError, match=r"'Nor' may be .*North Sea, Norway or Norwegian Sea"):
        read_place("Nor", BOARD)
    text = "ENGLAND: F Edi - Nor\nUNITS\n  England: F EDI\n"
    for command in ("check", "adjudicate"):
        assert "it may mean F EDI - NTH or F EDI - NWG" in " ".join(run_on(tmp_path, text, command).output.split())


def test_twenty_faults_are_shown_and_their_number(tmp_path: Path) -> None:
    lines = run_on(tmp_path, "FRANCE\n" + "  A Par - Xyz\n" * 50, "check").output.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "and 30 more"


def test_a_comment_that_is_a_power_s_name_is_refused() -> None:
    with pytest.raises(CaseError, match="line 3: '# Germany' is a comment; as a heading write 'Germany:'"):
        read_cases("France\n  A Par H\n# Germany\n  A Mun H", "pasted")


def test_standings_on_another_board_are_those_of_its_powers(tmp_path: Path) -> None:
    text = "map: czech1962-four\nUNITS\n  Italy: A VEN\nCENTERS\n  Italy: VEN\n"
    assert "most units: Italy\nagreed draw shared by: Italy" in run_on(tmp_path, text, "play", "standings").output
    output = refused("play", "standings", as_file(tmp_path, "turn.txt", "variant: standard\n" + text))
    assert "has no AUSTRIA" in output
    assert "--variant" in output


# -- faults -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("Frnace: A PAR H", " (nearest known: France)"),
        ("Frnace", " (nearest known: France)"),
        ("FRANCE: A PRIS H", "; nearest known: Paris"),
    ],
)
def test_nearest_names_are_looked_up_for_the_first_hundred_faults(line: str, hint: str) -> None:
    faults = [one.fault for one in lines_of(f"{line}\n" * (MOST_SUGGESTED + 2), BOARD)]
    assert [fault.count(hint) for fault in faults] == [1] * MOST_SUGGESTED + [0, 0]
    assert faults[0].startswith(faults[-1] + hint)


def test_a_fault_is_its_message_in_another_process() -> None:
    for text in ("A PRIS H", "A PAR - BUR or else"):
        with pytest.raises(OrderError) as fault:
            read_order(text, "FRANCE", BOARD)
        assert str(pickle.loads(pickle.dumps(fault.value))) == str(fault.value)


def test_units_of_orders_are_the_same_in_texts_and_case_files() -> None:
    orders = "FRANCE: A PAR - BUR, Mao H\nRUSSIA: F STP H\nITALY: A VEN H"
    for date, places in (("Spring 1901", ["PAR", "MAO", "STP/SC", "VEN"]), ("", "the coast of F STP is missing")):
        for text in (f"{date}\n{orders}", f"{date}\n{orders} => holds"):
            if isinstance(places, str):
                with pytest.raises(CaseError, match=places):
                    read(text)
            else:
                assert [unit.location for unit in read(text).position.units] == places


# -- jDip -------------------------------------------------------------------------------------------


JDIP = "VARIANT_ALL Standard\nCASE x\nPRESTATE\nFrance: A par\nORDERS\nFrance: A par H\n"


def test_what_no_case_can_hold_is_listed() -> None:
    text = f"{JDIP}POSTSTATE_DISLODGED\nFrance: A par\nEND"
    _, messages = converted(text, "sample", FORMATS["jdip"], FORMATS["standoff"])
    (told,) = [message for message in messages if message.startswith("sample: not read: ")]
    assert "that A PAR is dislodged" in told


@pytest.mark.parametrize(
    ("text", "part"), [(JDIP, "has no END"), ("VARIANT_ALL Modern\nCASE x\nEND", "the variant 'Modern'")]
)
def test_what_was_left_out_in_silence_is_a_fault(text: str, part: str) -> None:
    with pytest.raises(FormatError, match=part):
        FORMATS["jdip"].read(text, "sample", None)
