"""The same text says the same wherever it comes in: as a source, to a position, on the page, in files, in lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from standoff import adjudicate, read
from standoff.cases.case import start_from
from standoff.cases.course import start_of
from standoff.cases.formats import FORMATS
from standoff.cases.origins import orders_in as order_fields, position_in
from standoff.cases.reading import read_cases
from standoff.lines.answering import turn_in
from standoff.map import Position, StandoffError, load_board, starting_position
from standoff.page.editing import changed
from standoff.page.messages import answer, orders_in
from standoff.solver import Order
from tests.helpers.command import as_file, run

BOARD = load_board()
START = starting_position()
WINTER = Position.parse("standard W1901A FRANCE:APIC;GERMANY:ABER FRANCE:PAR,MAR,BRE;GERMANY:BER,KIE,MUN - - - -")
RETREATS = Position.parse("standard F1901R FRANCE:AMAR;GERMANY:ABUR - FRANCE:ABUR<MUN - - -")

Texts = list[tuple[str, str]] | None
"""Power and order, in their order; None for a fault."""


def texts_of(orders: list[Order] | tuple[Order, ...]) -> Texts:
    return [(order.power, str(order)) for order in orders]


def on_the_page(text: str, position: Position) -> Texts:
    lines = orders_in(text, BOARD, position)
    return None if any(line.fault for line in lines) else texts_of([line.order for line in lines if line.order])


def as_a_file(text: str, position: Position) -> Texts:
    (case,) = read_cases(text, "orders", position=position)
    start_from(case, position)
    return texts_of([w.order for phase in case.phases for w in phase.orders])


def below(text: str, wrapped: Callable[[list[str]], object], position: Position) -> Texts:
    """Give the lines below the heading of one power as the value of a mapping."""
    heading, _, rest = text.partition("\n")
    power = BOARD.power_named(heading)
    return texts_of(order_fields({power: wrapped(rest.split("\n"))}, BOARD, position)["orders"])


ENTRANCES: dict[str, Callable[[str, Position], Texts]] = {
    "read(text, position=)": lambda text, position: texts_of(read(text, position=position).orders),
    "adjudicate(position, text)": lambda text, position: texts_of(adjudicate(position, text).turn.orders),
    "position string, then text": lambda text, position: texts_of(read(f"{position}\n{text}").orders),
    "the page": on_the_page,
    "file of orders": as_a_file,
    "mapping of texts": lambda text, position: below(text, "\n".join, position),
    "mapping of lists": lambda text, position: below(text, list, position),
}


def came_in(entrance: str, text: str, position: Position) -> Texts:
    try:
        return ENTRANCES[entrance](text, position)
    except StandoffError:
        return None


TEXTS: list[tuple[Position, str, Texts]] = [
    (START, "FRANCE\nA PAR - BUR", [("FRANCE", "A PAR - BUR")]),
    (
        START,
        "FRANCE\nA PAR - BUR, A MAR H\nF BRE - MAO",
        [("FRANCE", o) for o in ("A PAR - BUR", "A MAR H", "F BRE - MAO")],
    ),
    (START, "FRANCE\nA Par - Bur and A Mar H", [("FRANCE", "A PAR - BUR"), ("FRANCE", "A MAR H")]),
    # what stands between orders
    (START, "FRANCE\nNMR", []),
    (START, "FRANCE\n(no orders)", []),
    (START, "FRANCE\n------\nA PAR H\n* * *", [("FRANCE", "A PAR H")]),
    (START, "FRANCE\n# comment\nA PAR H  # another", [("FRANCE", "A PAR H")]),
    (START, "FRANCE\n\n  \nA PAR H", [("FRANCE", "A PAR H")]),
    (START, "FRANCE\nSpring 1901\nA PAR H", [("FRANCE", "A PAR H")]),
    (START, "FRANCE\nFall 1901\nA PAR H", None),
    (START, "FRANCE\nA PAR H\n# Germany\nA MUN H", None),
    # what mails and markup add
    (START, "FRANCE\n> A PAR - BUR", [("FRANCE", "A PAR - BUR")]),
    (START, "FRANCE\n**A PAR** - BUR", [("FRANCE", "A PAR - BUR")]),
    (START, "FRANCE\n1. A PAR - BUR\n2. A MAR H", [("FRANCE", "A PAR - BUR"), ("FRANCE", "A MAR H")]),
    (START, "FRANCE (Alice)\nA PAR H", [("FRANCE", "A PAR H")]),
    (START, "France: A PAR H; Germany (Bob): A MUN H", [("FRANCE", "A PAR H"), ("GERMANY", "A MUN H")]),
    (START, "FRANCE\nA PAR => BUR", [("FRANCE", "A PAR - BUR")]),
    # builds and removals
    (WINTER, "GERMANY\nBuilds: F Kie", [("GERMANY", "F KIE B")]),
    (WINTER, "GERMANY\nF Kie, A Mun", [("GERMANY", "F KIE B"), ("GERMANY", "A MUN B")]),
    (WINTER, "GERMANY\nRemove F Kie, A Mun", [("GERMANY", "F KIE D"), ("GERMANY", "A MUN D")]),
    (WINTER, "Germany builds F Kie and A Mun", [("GERMANY", "F KIE B"), ("GERMANY", "A MUN B")]),
    (START, "GERMANY\nF Kie", None),
    # whose orders they are
    (START, "A PAR - BUR", [("FRANCE", "A PAR - BUR")]),
    (
        START,
        "A PAR - BUR\nA MUN H, F LON - ENG",
        [("FRANCE", "A PAR - BUR"), ("GERMANY", "A MUN H"), ("ENGLAND", "F LON - ENG")],
    ),
    (START, "French A PAR H", [("FRANCE", "A PAR H")]),
    (START, "Paris - BUR", [("FRANCE", "PAR - BUR")]),
    (START, "Austrian A PAR H", None),
    (START, "German A PAR H", None),
    (START, "F PAR - BUR", None),
    (START, "A BUR - PAR", None),
    (START, "NMR", None),
    (START, "F Nor - SKA", None),
    (WINTER, "A BER D", [("GERMANY", "A BER D")]),
    (WINTER, "F KIE B", None),
    (WINTER, "WAIVE", None),
    (
        RETREATS,
        "A BUR - GAS",
        [("FRANCE", "A BUR - GAS")],
    ),  # of the two armies in Burgundy only the dislodged is ordered
    (RETREATS, "A MAR H", None),
    (START, "FRANCE\nGerman A MUN - RUH", [("FRANCE", "A MUN - RUH")]),
    # faults
    (START, "FRANCE\nA PAR - XYZ", None),
    (START, "FRNCE: A PAR - BUR", None),
    (START, "FRANCE: A PAR - BUR\nGERMNY:\nA MUN - RUH", None),
]


@pytest.mark.parametrize(("position", "text", "orders"), TEXTS, ids=[text for _, text, _ in TEXTS])
def test_a_text_says_the_same_at_every_entrance(position: Position, text: str, orders: Texts) -> None:
    headed = BOARD.names.power(text.partition("\n")[0]) is not None
    entrances = [name for name in ENTRANCES if headed or not name.startswith("mapping")]  # which names powers itself
    assert {name: came_in(name, text, position) for name in entrances} == dict.fromkeys(entrances, orders)


def test_a_misspelled_heading_gives_no_order_to_the_power_above_it() -> None:
    first, fault, order = orders_in("FRANCE: A PAR - BUR\nGERMNY:\nA MUN - RUH", BOARD, START)
    assert (first.power, order.power, str(order.order)) == ("FRANCE", "GERMANY", "A MUN - RUH")
    assert "nearest known: Germany" in fault.fault


def test_units_that_a_file_lists_say_whose_an_order_is() -> None:
    turn = read("UNITS\n  France: A PAR\n  Germany: A MUN\nA PAR - BUR\nA MUN - BUR")
    assert texts_of(turn.orders) == [("FRANCE", "A PAR - BUR"), ("GERMANY", "A MUN - BUR")]
    turn = read("start: standard\nA PAR - BUR")
    assert texts_of(turn.orders) == [("FRANCE", "A PAR - BUR")]
    turn = read("PHASE F1901R\nUNITS\n  Germany: A BUR\nRETREATING\n  France: A BUR from MUN\nA BUR - GAS")
    assert texts_of(turn.orders) == [("FRANCE", "A BUR - GAS")]
    with pytest.raises(StandoffError, match="no power stands before 'A PAR - BUR'"):
        read("A PAR - BUR\nUNITS\n  France: A PAR")


def test_the_page_shows_what_it_reads() -> None:
    shown = answer({"do": "look", "position": str(START), "orders": "# first turn\nA PAR - BUR\n------\nGERMANY\nNMR"})
    assert shown["faults"] == []
    assert [(one["line"], one["power"], one["order"]) for one in shown["orders"]] == [(2, "FRANCE", "A PAR - BUR")]


@pytest.mark.parametrize("command", ["check", "adjudicate", "play"])
def test_the_commands_read_so_too(command: str, tmp_path: Path) -> None:
    file = as_file(tmp_path, "turn.txt", "start: standard\n# first turn\nA PAR - BUR\n------\nGERMANY\nNMR\n")
    result = run(command, *(["start"] if command == "play" else []), file)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "text", ["A PAR - BUR", "A Paris to Burgundy", "German A MUN - RUH", "A Par - Nor", "A PAR => BUR"]
)
def test_a_line_s_order_says_what_a_text_says(text: str) -> None:
    """One order a text: headings, lists and remarks are for people, not for the interchange lines."""
    line = {"units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}, "orders": {"FRANCE": [text]}}
    _, turn = turn_in(json.dumps(line))
    assert turn is not None
    (there,) = orders_in(f"FRANCE\n{text}", BOARD)
    assert list(turn.orders) == [there.order]
    for other in ("NMR", "# A PAR H", "A PAR H, A MUN H", "FRANCE: A PAR H", "> ------"):
        line["orders"] = {"FRANCE": [other]}
        assert turn_in(json.dumps(line))[1] is None


# -- units -------------------------------------------------------------------------------------------------------------


def in_units(power: str, text: str) -> list[tuple[str, str]]:
    (case,) = read_cases(f"PHASE S1901M\nUNITS\n  {power}: {text}\nPHASE F1901M", "units")
    return [(unit.power, str(unit)) for unit in start_of(case).units]


def in_a_file(form: str, written: str) -> Callable[[str, str], list[tuple[str, str]]]:
    def units_in(power: str, text: str) -> list[tuple[str, str]]:
        (case,) = FORMATS[form].read(written.replace("POWER", power).replace("UNIT", text), "file", None)
        return [(unit.power, str(unit)) for unit in case.phases[0].position.units]

    return units_in


STANDING: dict[str, Callable[[str, str], list[tuple[str, str]]]] = {
    "UNITS": in_units,
    "mapping": lambda power, text: [(u.power, str(u)) for u in position_in({power: text}, BOARD).units],
    "the page": lambda power, text: [
        (u.power, str(u)) for u in changed(Position(), {"unit": text, "power": power}, BOARD).units
    ],
    "jDip": in_a_file("jdip", "VARIANT_ALL Standard\nCASE x\nPRESTATE\n  POWER: UNIT\nORDERS\nEND\n"),
}


@pytest.mark.parametrize(
    ("power", "text", "unit"),
    [
        ("France", "A PAR", "A PAR"),
        ("France", "Army Paris", "A PAR"),
        ("Russia", "F STP/SC", "F STP/SC"),
        ("Russia", "F St Petersburg(sc)", "F STP/SC"),
        ("France", "A Spain(nc)", "A SPA"),  # an army stands on no coast
        ("Germany", "F Kiel", "F KIE"),
        ("France", "A Xyz", None),
        ("France", "A Nor", None),  # Norway, or one of two seas
        ("France", "German A MUN", None),
    ],
)
def test_a_standing_unit_is_the_same_everywhere(power: str, text: str, unit: str | None) -> None:
    for entrance, reader in STANDING.items():
        try:
            units = reader(power, text)
        except StandoffError:
            units = []
        assert units == ([] if unit is None else [(power.upper(), unit)]), entrance


@pytest.mark.parametrize("entrance", [*STANDING])
def test_where_one_type_alone_can_stand_it_may_be_left_out(entrance: str) -> None:
    assert STANDING[entrance]("France", "Paris") == [("FRANCE", "A PAR")]
    assert STANDING[entrance]("France", "MAO") == [("FRANCE", "F MAO")]
    assert STANDING[entrance]("Germany", "German A MUN") == [("GERMANY", "A MUN")]
    with pytest.raises(StandoffError, match="needs A or F"):
        STANDING[entrance]("France", "Brest")


def test_a_line_s_units_stand_as_ids_say() -> None:
    for text in ("German A MUN", "Army Munich", "MUN", "a MUN"):
        answered, turn = turn_in(json.dumps({"units": {"GERMANY": [text]}}))
        assert turn is None
        assert "expected A or F and a place" in answered["error"]


def test_orders_of_a_mapping_may_be_orders_already() -> None:
    given = order_fields({"FRANCE": "A PAR H # here"}, BOARD)
    assert order_fields({"FRANCE": list(given["orders"])}, BOARD) == given
    assert given["orders"][0].text == "A PAR H"
    with pytest.raises(StandoffError, match="FRANCE, order 2: 'A MUN H' stands below the name of GERMANY"):
        order_fields({"FRANCE": "A PAR H\nGERMANY: A MUN H"}, BOARD)
