"""Orders held against a position: legal or why not, and what comes nearest (DATC 4.E.1; rulebook 1982, VII.4)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from standoff import Position, StandoffError, Verdict, check, legal_orders, read, rulebook
from standoff.solver import legal_orders as orders_by_power
from standoff.text import WRITTEN

_TEXTS = {
    "start": "standard S1901M AUSTRIA:AVIE,ABUD,FTRI;ENGLAND:FLON,FEDI,ALVP;FRANCE:APAR,AMAR,FBRE;"
    "GERMANY:AMUN,ABER,FKIE;ITALY:AROM,AVEN,FNAP;RUSSIA:AMOS,AWAR,FSEV,FSTP/SC;TURKEY:ACON,ASMY,FANK",
    "middle": "standard F1903M AUSTRIA:AVIE,ABUD,FTRI;ENGLAND:FNTH,FENG,ALON,AWAL,FNWY;FRANCE:APAR,FMAO,ASPA,FMAR,ABUR;"
    "GERMANY:AMUN,FKIE,ARUH,FDEN;ITALY:FION,ATUN,AVEN,FTYS;RUSSIA:FSTP/NC,AMOS,FSEV,ASWE;TURKEY:FAEG,ASMY,FBLA,ABUL",
    "coasts": "standard S1904M ENGLAND:FBAR;FRANCE:FSPA/SC,FPOR;GERMANY:FBOT;ITALY:FLYO;RUSSIA:FSTP/SC;TURKEY:FCON",
    "retreat": "standard S1902R FRANCE:APAR;GERMANY:AMUN,ABUR;ENGLAND:ABEL - FRANCE:ABUR<MUN RUH - -",
    "winter": "standard W1902A FRANCE:AMAR;GERMANY:AMUN,ARUH;ITALY:AVEN,AAPU;TURKEY:ACON "
    "FRANCE:PAR,BRE,MAR,SPA;GERMANY:MUN;ITALY:ROM,VEN;TURKEY:CON,ANK,BUL",
}


STRICT = rulebook(irrelevant_coast="fails", wrong_unit_coast="fails", wrong_unit_type="invalid")
"""Where units and coasts must be named as they are (DATC 4.B.5, 4.B.6, 4.C.2)."""


@cache
def position(name: str) -> Position:
    return read(_TEXTS[name]).position


def rows() -> list[tuple[int, list[str]]]:
    text = (Path(__file__).parent / "wrong_orders.tsv").read_text(encoding="utf-8")
    lines = [(number, line.split("\t")) for number, line in enumerate(text.splitlines(), 1)]
    return [(number, fields) for number, fields in lines if not fields[0].startswith("#")]


def test_a_corpus_of_wrong_orders_has_the_reasons_that_a_person_would_give() -> None:
    wrong: list[str] = []
    for number, (where, power, text, fault, *near) in rows():
        strict, _, name = where.rpartition("-")
        (*_, checked) = check(text, position(name), power=power, rules=STRICT if strict else None)
        first = str(checked.nearest[0]) if checked.nearest else ""
        if checked.fault != fault or (near and first != near[0]):
            wrong.append(f"{number}: {power} {text}: {checked.fault}, {first}; expected {fault} {' '.join(near)}")
    assert wrong == []
    assert len(rows()) >= 280


def test_a_legal_order_is_understood_as_its_unit_stands() -> None:
    """DATC 4.C.2: under the rules of 2023 the wrong letter does no harm, and the answer says what it is taken for."""
    orders = check("F PAR - Burgundy, Mar - Spa (sc)", "start", power="France")
    assert [(order.verdict, order.to_dict()["understood"]) for order in orders] == [
        (Verdict.LEGAL, "A PAR - BUR"),
        (Verdict.LEGAL, "A MAR - SPA"),
    ]


def test_what_an_order_with_several_meanings_may_mean_is_offered() -> None:
    """DATC 4.E.3: two of them are legal, so it is not carried out."""
    given = "standard S1901M ENGLAND:FEDI"
    (checked,) = check("F EDI - Nor", given, power="ENGLAND")
    assert (checked.verdict, checked.fault) == (Verdict.ILLEGAL, "UNREADABLE")
    assert [str(order) for order in checked.nearest] == ["F EDI - NTH", "F EDI - NWG"]


def test_a_turn_judges_the_orders_that_count() -> None:
    """A support that nobody's order matches is void, and can be handed in all the same (DATC 4.E.1)."""
    turn = read("FRANCE: A PAR S A MAR - BUR, A MAR - GAS")
    checked = turn.check()
    assert [order.verdict for order in checked] == [Verdict.VOID, Verdict.LEGAL]
    assert checked.orders == turn.orders
    assert [order.fault for order in checked.wrong] == ["MOVE_NOT_ORDERED"]


def test_orders_without_a_heading_are_their_owners() -> None:
    assert [order.power for order in check("A PAR - BUR\nA MUN - BUR", "start")] == ["FRANCE", "GERMANY"]


def test_all_legal_orders_of_a_power_in_a_form() -> None:
    assert legal_orders({"ITALY": "A NAP", "FRANCE": "A PAR"}, "Italy", notation="cs") == {
        "ITALY": {"NAP": ["Armáda Neapol drží", "Armáda Neapol – Apulie", "Armáda Neapol – Řím"]}
    }
    with pytest.raises(StandoffError, match="no notation 'klingon'; known: package, datc"):
        legal_orders(notation="klingon")


def test_the_legal_orders_of_a_unit_that_can_support_foreign_ones() -> None:
    """With nothing but a position: the notation of the package names no powers of units, and needs none."""
    listed = legal_orders("standard F1901M AUSTRIA:ABUD,AVIE;ITALY:AVEN,ATYR")
    assert "A VIE S A TYR - TRI" in listed["AUSTRIA"]["VIE"]
    assert "A BUD S A VEN - TRI" in listed["AUSTRIA"]["BUD"]


NAMING = rulebook(missing_nationality="invalid", wrong_nationality="invalid")
"""Where a support or convoy names the power of a foreign unit (DATC 4.C.5, 4.C.6)."""


@pytest.mark.parametrize("notation", WRITTEN)
@pytest.mark.parametrize("name", _TEXTS)
def test_every_legal_order_is_read_back_as_itself_in_every_form(name: str, notation: str) -> None:
    """DAIDE has no *via convoy* without the seas (its order is CTO … VIA …): those are left out."""
    place = position(name)
    for rules in (rulebook(), NAMING) if name == "middle" else (rulebook(),):
        listed, by_power = legal_orders(place, notation=notation, rules=rules), orders_by_power(place, rules=rules)
        assert {power: [*texts] for power, texts in listed.items()} == {
            power: [*orders] for power, orders in by_power.items()
        }
        for power, places in by_power.items():
            orders = [order for of_unit in places.values() for order in of_unit]
            held = [order for order in orders if notation != "daide" or not str(order).endswith(" VIA")]
            again = read(place, {power: [text for texts in listed[power].values() for text in texts]}, rules).orders
            unnamed = notation == "package" and rules is not NAMING
            assert [*map(str, again)] == [*map(str, held)] if unnamed else [*again] == held


def test_what_a_form_cannot_hold_is_left_out() -> None:
    """DAIDE names the type of every unit, and the seas of every convoy."""
    place = "standard S1901M FRANCE:APIC,FENG"
    (checked,) = check({"FRANCE": ["PIC - PAR VIA"]}, place)
    assert checked.to_dict()["nearest"] == ["A PIC - PAR", "A PIC - BRE VIA", "A PIC - BRE"]
    assert checked.to_dict(notation="daide")["nearest"] == ["((FRA AMY PIC) MTO PAR)", "((FRA AMY PIC) MTO BRE)"]
    assert "understood" not in checked.to_dict(notation="daide")
    assert checked.to_dict(language="cs")["reason"] == checked.reason_in("cs") != checked.reason
    with pytest.raises(StandoffError, match="no notation 'klingon'; known: package, datc"):
        checked.to_dict(notation="klingon")


def test_a_list_of_texts_is_checked_where_the_power_is_named() -> None:
    checked = check(["A PAR - MUN", "F BRE - MAO"], "start", power="France")
    assert [(one.power, str(one.verdict)) for one in checked] == [("FRANCE", "illegal"), ("FRANCE", "legal")]
    with pytest.raises(StandoffError, match="expected a text of orders"):
        check(["A PAR - MUN"], "start")
