"""Orders as rulebooks and players write them: passives, verbs in full, "army from Paris", shorter names."""

from __future__ import annotations

import pytest

from standoff.map import load_board
from standoff.solver import OrderError
from standoff.text.notation.reader import read_order
from standoff.text.notation.several import read_each

BOARD = load_board()


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Армия Москва держится", "A MOS H"),
        ("Армия Москва обороняется", "A MOS H"),
        ("Армия Москва защищается", "A MOS H"),
        ("Армия в Москве стоит", "A MOS H"),
        ("А Мос - удержание", "A MOS H"),
        ("А Пар - Бур", "A PAR - BUR"),
        ("Армия из Варшавы продвигается в Галицию", "A WAR - GAL"),
        ("Армия Варшава поддерживается армией Москва", "A MOS S A WAR"),
        ("Армия Варшава поддержана армией из Москвы", "A MOS S A WAR"),
        ("Армия Париж поддерживает атаку армии Марсель на Бургундию", "A PAR S A MAR - BUR"),
        ("Армия Париж поддерживает удержание армии Марсель", "A PAR S A MAR"),
        ("Армия Лондон сопровождается флотом Северное море в Норвегию", "F NTH C A LON - NWY"),
        ("Флот Северное море перевозит армию из Лондона в Норвегию", "F NTH C A LON - NWY"),
        ("Армия Лондон конвоем в Норвегию", "A LON - NWY VIA"),
        ("Армия Париж расформировывается", "A PAR D"),
        ("Строится армия в Париже", "A PAR B"),
        ("Отказ от постройки", "WAIVE"),
        ("Vojsko Paříž zůstává", "A PAR H"),
        ("Armáda v Paříži se brání", "A PAR H"),
        ("Armáda z Paříže do Burgundska", "A PAR - BUR"),
        ("Flotila ze Severního moře pluje do Norského moře", "F NTH - NWG"),
        ("Armáda Marseille je podporována armádou z Paříže", "A PAR S A MAR"),
        ("Armáda Marseille má podporu armády Paříž", "A PAR S A MAR"),
        ("Armáda Paříž podporuje útok armády Marseille na Burgundsko", "A PAR S A MAR - BUR"),
        ("Armáda Paříž podporuje držení armády Marseille", "A PAR S A MAR"),
        ("Armáda Londýn je konvojována flotilou Severní moře do Norska", "F NTH C A LON - NWY"),
        ("Armáda Londýn je převezena do Norska flotilou Severní moře", "F NTH C A LON - NWY"),
        ("Armáda Londýn konvojem do Norska", "A LON - NWY VIA"),
        ("Armáda Paříž se stahuje do Gaskoňska", "A PAR R GAS"),
        ("Armáda Paříž je rozpuštěna", "A PAR D"),
        ("Je postavena armáda v Paříži", "A PAR B"),
        ("A MAR is supported by A BUR", "A BUR S A MAR"),
        ("A LON is convoyed by F NTH to NWY", "F NTH C A LON - NWY"),
        ("A Edin - Clyd", "A EDI - CLY"),
        ("A Buda S A Serb - Bulg", "A BUD S A SER - BUL"),
        ("F Bre - Mid-Atl", "F BRE - MAO"),
        ("F Bre-Eng Channel", "F BRE - ENG"),
        ("F Nwy - Nwg Sea", "F NWY - NWG"),
        ("A PAR > BUR", "A PAR - BUR"),
        ("A PAR attacks BUR", "A PAR - BUR"),
        ("A PAR goes to BUR", "A PAR - BUR"),
        ("A PAR sup A MAR into BUR", "A PAR S A MAR - BUR"),
        ("A PAR supports A MAR to hold", "A PAR S A MAR"),
        ("A PAR support hold MAR", "A PAR S MAR"),
        ("F ENG convoying A LON to BRE", "F ENG C A LON - BRE"),
        ("A PAR stays", "A PAR H"),
    ],
)
def test_it_is_read(text: str, order: str) -> None:
    assert str(read_order(text, "FRANCE", BOARD)) == order


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("Armáda Marseille je podporována", "no province of the supporting unit"),
        ("Армия Варшава поддерживается", "no province of the supporting unit"),
        ("Армия Лондон сопровождается", "no province of the convoying fleet"),
        ("Армия в Галицию", "the order ends too early"),  # whose?
        # into Burgundy, or standing in it? the case says it, but not which unit goes there
        ("Армия Париж поддерживает армию в Бургундию", "cannot read 'в Бургундию'"),
        ("Armáda Paříž podporuje útok armády Marseille", "the order ends too early"),  # on what?
        # two orders in one: the move, and the support
        ("Armáda Marseille do Burgundska je podporována armádou Paříž", "cannot read 'je podporována armádou Paříž'"),
        ("Армия Марсель – Бургундия поддерживается армией Париж", "cannot read 'поддерживается армией Париж'"),
    ],
)
def test_what_may_mean_several_things_is_named_and_not_guessed(text: str, lacking: str) -> None:
    with pytest.raises(OrderError, match=lacking.replace("?", r"\?")):
        read_order(text, "FRANCE", BOARD)


def test_a_passive_behind_a_comma_does_not_change_the_order_before_it() -> None:
    text = "Armáda Marseille do Burgundska, podporována armádou Paříž"
    (_, order), (rest, fault) = read_each(text, "FRANCE", BOARD)
    assert str(order) == "A MAR - BUR"
    assert rest == "podporována armádou Paříž"
    assert isinstance(fault, OrderError)
