"""Notations in wide use: judges, zines, programs; every order in a text is read, or its words are named."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from standoff import adjudicate, check, read
from standoff.lines.answering import answer_line
from standoff.map import Position, load_board
from standoff.solver import OrderError
from standoff.text import lines_of, read_place, write_order
from standoff.text.notation.compound import read_each
from standoff.text.notation.remarks import split_remarks
from standoff.text.pasted import without_brackets
from tests.helpers.command import run

BOARD = load_board()
Orders = list[tuple[str, str]]


def rows(name: str) -> list[list[str]]:
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def orders_of(text: str, position: Position | None = None) -> Orders:
    lines = lines_of(text, BOARD, position=position)
    return [(line.power, f"!{line.fault}" if line.order is None else str(line.order)) for line in lines]


@pytest.mark.parametrize(("text", "expected"), rows("notations.tsv"))
def test_an_order_in_a_notation_of_judges_zines_and_programs(text: str, expected: str) -> None:
    for found in (
        [f"!{order}" if isinstance(order, OrderError) else str(order) for _, order in read_each(text, "FRANCE", BOARD)],
        [order for _, order in orders_of(f"FRANCE\n{text}")],
    ):
        parts = expected.split("|")
        assert len(found) >= len(parts), found
        for order, part in zip(found, parts, strict=False):
            assert order == part or (part[:1] == "!" and order[:1] == "!" and part[1:] in order), found
        assert len(found) == len(parts) or parts[-1][:1] == "!", found


def test_a_retreat_with_a_second_choice_is_refused_by_name() -> None:
    assert orders_of("FRANCE\nA Vie R Boh, else Gal")[0][1].endswith(": under the condition 'else'")


@pytest.mark.parametrize(("pid", "names"), rows("names.tsv"))
def test_the_names_of_public_tables(pid: str, names: str) -> None:
    for name in filter(None, names.split("|")):
        assert read_place(name, BOARD) == pid
        assert read_place(name.upper(), BOARD) == pid


@pytest.mark.parametrize("name", ["liv", "nor"])
def test_a_name_for_which_the_tables_differ_is_ambiguous(name: str) -> None:
    with pytest.raises(OrderError, match="may be"):
        read_place(name, BOARD)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Austria A Vie-Gal\nItaly A Ven-Tri", [("AUSTRIA", "A VIE - GAL"), ("ITALY", "A VEN - TRI")]),
        ("Austria A Vie-Gal, A Bud H", [("AUSTRIA", "A VIE - GAL"), ("AUSTRIA", "A BUD H")]),
        ("Austria Vie-Gal; Italy A Ven-Tri", [("AUSTRIA", "VIE - GAL"), ("ITALY", "A VEN - TRI")]),
        ("Fra A Par-Bur\nEng F Lon-Nth", [("FRANCE", "A PAR - BUR"), ("ENGLAND", "F LON - NTH")]),
        ("(Austria) A Vie-Gal\nAustria - A Bud H", [("AUSTRIA", "A VIE - GAL"), ("AUSTRIA", "A BUD H")]),
        ("Francie A Par-Bur\nФранция A Mar-Spa", [("FRANCE", "A PAR - BUR"), ("FRANCE", "A MAR - SPA")]),
        ("FRANCE: ['A PAR - BUR', 'A MAR - SPA']", [("FRANCE", "A PAR - BUR"), ("FRANCE", "A MAR - SPA")]),
        ("FRANCE ['A PAR - BUR'\n 'A MAR - SPA']", [("FRANCE", "A PAR - BUR"), ("FRANCE", "A MAR - SPA")]),
        ('FRANCE: ("A PAR H",),\nGERMANY: []\nITALY: [A VEN H]', [("FRANCE", "A PAR H"), ("ITALY", "A VEN H")]),
        ("{'FRANCE': ['A PAR H'], 'ITALY': ['A VEN H']}", [("FRANCE", "A PAR H"), ("ITALY", "A VEN H")]),
        ("SUB ( SPR #1901 ) ( ( ENG FLT EDI ) MTO NWG )", [("ENGLAND", "F EDI - NWG")]),
        ("((ENG FLT EDI) HLD)\n(FRA AMY PAR) HLD", [("ENGLAND", "F EDI H"), ("FRANCE", "A PAR H")]),
        ("FRANCE: F Bre - Eng: A Par H", [("FRANCE", "!")]),
        ("FRANCE (A Mar H): A Par - Bur", [("", "!cannot read 'A Mar H' before the colon")]),
        ("FRANCE (A Par - Bur)", [("FRANCE", "A PAR - BUR")]),
        ("FRANCE: A Par - Bur # A Mar H", [("FRANCE", "!cannot read '# A Mar H' behind the order")]),
        ("FRANCE: A Par - Bur # to Burgundy", [("FRANCE", "A PAR - BUR")]),
        ("Angleterre: F LON H", [("", "!nearest known: England")]),
        ("FRANCE: Germany builds F Kie", [("FRANCE", "!column 1, 'Germany builds F Kie': the order names GERMANY")]),
    ],
)
def test_whose_orders_they_are(text: str, orders: Orders) -> None:
    found = orders_of(text)
    assert [power for power, _ in found] == [power for power, _ in orders]
    for (_, order), (_, expected) in zip(found, orders, strict=True):
        assert order == expected or (expected[:1] == "!" and order[:1] == "!" and expected[1:] in order)
    if all(expected[:1] != "!" for _, expected in orders):
        assert [(order.power, str(order)) for order in read(text).orders] == orders


ION = Position.parse("standard S1901M ITALY:FTYS,FION;TURKEY:FAEG,FGRE")
ATTACK = "\nTURKEY\nF AEG - ION\nF GRE S F AEG - ION"


@pytest.mark.parametrize(
    ("orders", "stands"),
    [
        ("F TYS S F ION-ION\nF ION H", True),
        ("F TYS S ION - ION\nF ION - ADR", False),  # a support to hold, of a unit that moves
        ("F TYS S F ION-ION\nF ION-ION", False),  # DATC 6.A.5: the support is for an illegal move
        ("F TYS S F ION - ION\nF ION H", False),  # void in the package whose notation it is
    ],
)
def test_a_support_to_where_the_unit_stands_is_one_to_hold(orders: str, stands: bool) -> None:
    result = adjudicate(ION, f"ITALY\n{orders}{ATTACK}")
    assert (not result.dislodged and result["F TYS"].success) == stands


def test_check_says_what_was_read() -> None:
    (support, _) = check("F TYS S F ION-ION\nF ION H", ION, power="ITALY")
    assert support.inferred
    assert "read as: F TYS S F ION" in str(support)
    output = run("check", "--position", "start", "FRANCE: A Par-Bur (S by A Mar), F Bre H").output
    assert "FRANCE A Par-Bur (S by A Mar): legal; read as: A MAR S A PAR - BUR" in output
    assert "F Bre" not in output


def test_the_remarks_of_an_order_are_kept() -> None:
    for text, remarks in (
        ("A Par - Bur (bounced) FAILED", ["bounced", "FAILED"]),
        ("*A Par - Bur*", ["*"]),
        ("A Par - Bur (dislodged, retreats to Pic)", ["dislodged, retreats to Pic"]),
        ("A Par - Brr (bounced)", []),
    ):
        assert split_remarks(text, BOARD)[1] == remarks
        (order,) = read(f"FRANCE\n{text}").orders if remarks else (None,)
        assert order is None or order.text in (text, text.strip("*"))


@pytest.mark.parametrize("text", ["x ['A PAR H']", "FRANCE: ['A PAR H'", "FRANCE: A PAR H", "['A PAR H']"])
def test_what_is_no_list_of_a_power_stays(text: str) -> None:
    assert without_brackets(text, BOARD) == text


# -- no order is hidden -----------------------------------------------------------------------------

UNITS = [f"{kind} {place}" for kind in ("A", "F", "army", "Fleet") for place in ("Par", "Mar", "Eng", "Spa/sc", "StP")]
ORDERS = [
    *("{0} H", "{0} holds", "{0}-{2}", "{0} - {2}", "{0} to {2}", "{0} M {2}", "{0} S {1}", "{0} supports {1} - {2}"),
    *("{0} C {1} - {2}", "{0} R {2}"),
]
FRAMES = [
    *("{0} ({1})", "{0} [{1}]", "{0} - {1}", "{0} -- {1}", "{0}: {1}", "{1}: {0}", "{0}, {1}", "{0} // {1}"),
    *("{0}; {1}", "{0} <- {1}", "{0} (* {1} *)", "{0} (<- {1})", '{0} "{1}"', "{0} '{1}'", "{0} *{1}*", "{0} _{1}_"),
    *("{0} <b>{1}</b>", "{0} | {1}", "{0} / {1}", "{0}. {1}", "{0} → {1}", "{0} => {1}", "{0} & {1}", "{0} + {1}"),
    *("{0} (bounced, {1})", "{0} (dislodged; {1})", "{0} FAILED {1}", "({0}) {1}", "*{0}* {1}", "{0} (with {1})"),
    *("{0} (and {1})", "{0} (S by {1})", "{0} while {1}", "{0} and {1}", "{0} {{{1}}}", "{0} <{1}>", "({1}) {0}"),
    *("{0} ({1}) (bounced)", "{0} (bounced) ({1})", "{0} <!-- {1} -->", "{0} `{1}`", "{0} ((({1})))"),
    *("{0} # {1}", "FRANCE ({1}): {0}"),
    *("> {0} > {1}", "1. {0} 2. {1}", "{0} \\ {1}", "{0} !{1}", "{0} ({1}, {1})", "{0} (from {1})", "{0}   {1}"),
]


@pytest.mark.parametrize("frame", FRAMES)
def test_every_order_of_a_text_is_read_or_named(frame: str) -> None:
    chance = Random(frame)
    for _ in range(15):
        written = [chance.choice(ORDERS).format(*chance.choices(UNITS, k=2), chance.choice(["Bur", "Spa/nc", "Eng"]))]
        written.append(chance.choice(ORDERS).format(*chance.choices(UNITS, k=2), "Gas"))
        text = frame.format(*written)
        lines = [*lines_of(f"FRANCE\n{text}", BOARD, remarks=True)]
        read_orders = {str(line.order) for line in lines if line.order is not None}
        unread = " ".join(f"{line.text} {line.fault}" for line in lines if line.order is None)
        for one in written:
            wanted = {str(order) for _, order in read_each(one, "FRANCE", BOARD)}
            named = re.sub(r"\W", "", one) in re.sub(r"\W", "", unread)
            assert wanted <= read_orders or named, text


def test_a_support_to_where_a_unit_stands_means_the_same_in_lines_and_when_written() -> None:
    turn = read("ITALY: F TYS S F ION-ION, F ION H\nTURKEY: F GRE - ION, F AEG S F GRE - ION")
    assert write_order(turn.orders[0], turn.board, "short") == "F TYS S F ION-ION"
    answered, _ = answer_line(json.dumps(turn.to_dict()))
    assert answered["units"]["ITALY"] == ["F TYS", "F ION"] == [str(unit) for unit in turn.adjudicate().after.units][:2]
