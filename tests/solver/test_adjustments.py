"""Builds, removals and retreats: what an order means, how many count, how far a unit is from home."""

from __future__ import annotations

from dataclasses import replace

import pytest

from standoff import read
from standoff.map import ARMY, FLEET, Dislodged, Position, Unit, UnitType, load_board
from standoff.solver import Build, Disband, Order, UnitName, Waive, adjudicate, adjudicate_adjustments, rulebook
from standoff.solver.law.faults import Illegal
from standoff.solver.law.homes import UNREACHABLE
from standoff.solver.orders.adjustment_orders import balance, free_homes
from standoff.solver.orders.retreat_orders import read_retreat
from standoff.solver.phases.adjustments import distance_from_home, unused_builds

BOARD = load_board()
WINTER = Position.parse("standard W1901A RUSSIA:AUKR RUSSIA:STP,MOS,WAR,SEV,RUM")


def outcomes(position: Position, *orders: Order, **options: str) -> list[str]:
    """Return of each order its outcome, or why it is illegal."""
    result = adjudicate_adjustments(position, orders, rules=rulebook(**options), board=BOARD)
    return [order_result.rule or str(order_result.outcome) for order_result in result]


def build(place: str, kind: UnitType | None = ARMY) -> Build:
    return Build("RUSSIA", UnitName(place, kind))


@pytest.mark.parametrize(
    ("order", "options", "wanted"),
    [
        (build("STP/NC", FLEET), {}, "F STP/NC"),
        (build("STP", FLEET), {}, Illegal.COAST_OMITTED),
        (build("STP/EC", FLEET), {}, Illegal.NO_SUCH_COAST),
        (build("STP/EC", FLEET), {"build_coast": "default-coast"}, "F STP/NC"),
        (build("STP", FLEET), {"build_coast": "default-coast"}, "F STP/NC"),
        (build("STP/SC", FLEET), {"build_coast": "default-coast"}, "F STP/SC"),
        (build("SEV", FLEET), {}, "F SEV"),
        (build("SEV/NC", FLEET), {}, "F SEV"),
        (build("SEV/NC", FLEET), {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        (build("STP/NC"), {}, "A STP"),
        (build("STP/NC"), {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        (build("STP"), {"irrelevant_coast": "fails"}, "A STP"),
        (build("MOS", FLEET), {}, Illegal.INLAND_FLEET),
        (build("MOS", FLEET), {"build_fleet_inland": "army"}, "A MOS"),
        (build("MOS", None), {}, "A MOS"),
        (build("MOS", None), {"missing_build_type": "fails"}, Illegal.MISSING_TYPE),
        (build("SEV", None), {}, Illegal.MISSING_TYPE),
        (build("STP/NC", None), {"missing_build_type": "by-province"}, "F STP/NC"),
        (build("STP", None), {"missing_build_type": "by-province"}, Illegal.MISSING_TYPE),
        (build("RUM"), {}, Illegal.NOT_HOME),
        (build("VIE"), {}, Illegal.NOT_HOME),
    ],
)
def test_what_an_order_to_build_means(order: Build, options: dict[str, str], wanted: Illegal | str) -> None:
    """DATC 4.B.6, 4.B.7, 4.C.3, 4.C.4."""
    if isinstance(wanted, Illegal):
        assert outcomes(WINTER, order, **options) == [wanted.value]
        return
    result = adjudicate_adjustments(WINTER, [order], rules=rulebook(**options), board=BOARD)
    assert [str(unit) for unit in result.after.units] == ["A UKR", wanted]


@pytest.mark.parametrize(
    ("choice", "wanted"),
    [("first", [True, False, True]), ("last", [False, True, True]), ("none", [False, False, True])],
)
def test_two_builds_in_one_province_and_one_elsewhere(choice: str, wanted: list[bool]) -> None:
    """DATC 4.D.5: the third is no matter of this."""
    orders = [build("STP/NC", FLEET), build("STP"), build("MOS")]
    every_outcome = outcomes(WINTER, *orders, multiple_builds_one_province=choice)
    assert [outcome == "builds" for outcome in every_outcome] == wanted
    assert all(outcome in ("builds", Illegal.BUILT_TWICE.value) for outcome in every_outcome)


def test_what_is_ordered_beyond_the_number_is_surplus() -> None:
    """DATC 4.D.4: three units, five centers; a build that is waived counts."""
    position = replace(WINTER, units=(*WINTER.units, Unit(ARMY, "GAL", "RUSSIA"), Unit(ARMY, "BUD", "RUSSIA")))
    orders = [build("MOS"), Waive("RUSSIA"), build("WAR")]
    assert outcomes(position, *orders) == ["builds", "waives", "surplus"]
    assert outcomes(position, *orders, too_many_builds="last") == ["surplus", "waives", "builds"]
    assert outcomes(position, *orders, too_many_builds="none") == ["surplus", "surplus", "surplus"]
    assert outcomes(position, build("MOS"), build("WAR")) == ["builds", "builds"]
    assert outcomes(position, Waive("RUSSIA"), Waive("RUSSIA"), Waive("RUSSIA")) == ["waives", "waives", "surplus"]


def test_builds_that_were_not_used() -> None:
    """Those of a power in civil disorder are none; nor is one for which no home is free."""

    def unused(position: Position, *orders: Order) -> dict[str, int]:
        return unused_builds(BOARD, adjudicate_adjustments(position, orders, board=BOARD))

    assert unused(WINTER) == {"RUSSIA": 4}
    assert unused(WINTER, build("MOS"), Waive("RUSSIA")) == {"RUSSIA": 2}
    assert unused(WINTER, build("MOS"), build("WAR"), build("SEV"), build("STP")) == {}
    assert unused(replace(WINTER, civil_disorder=frozenset({"RUSSIA"}))) == {}
    two = replace(WINTER, centers={"RUSSIA": ("MOS", "RUM", "SER")}, units=(Unit(ARMY, "MOS", "RUSSIA"),))
    assert unused(two) == {}
    assert free_homes(BOARD, two, "RUSSIA") == []
    assert unused(Position.parse("standard W1901A RUSSIA:AUKR;FRANCE:APAR,ABRE RUSSIA:MOS,WAR;FRANCE:PAR")) == {
        "RUSSIA": 1
    }


@pytest.mark.parametrize(
    ("unit", "choice", "moves"),
    [
        ("A MUN", "owned-centers", 1),
        ("F LVN", "owned-centers", 0),
        ("A LON", "home-centers", 2),
        ("F LON", "home-centers", 2),
        ("F SPA/SC", "home-centers", 1),
        ("F SPA/NC", "home-centers", 2),
        ("F SPA/SC", "owned-centers", 2),
        ("A LON", "home-centers-convoys", 1),
        ("F MAO", "home-country", 1),
        ("F NTH", "home-country", 2),
        ("F NTH", "home-centers", 2),
        ("A SPA", "home-country", 1),
    ],
)
def test_how_far_a_unit_is_from_home(unit: str, choice: str, moves: int) -> None:
    """DATC 4.D.8: to the nearest owned center for all alike; or to a home center, or the country, as units move."""
    kind, place = unit.split()
    owned = {"A MUN": ["PAR", "BUR"], "F LVN": ["LVN"], "F SPA/SC": ["PAR"]}.get(unit, ["BRE"])
    standing = Unit(ARMY if kind == "A" else FLEET, place, "FRANCE")
    distance = distance_from_home(BOARD, standing, owned, rulebook(civil_disorder_distance=choice))
    assert distance == moves


def test_a_power_that_is_not_on_the_board_is_as_far_as_its_centers() -> None:
    rules = rulebook(civil_disorder_distance="home-centers")
    assert distance_from_home(BOARD, Unit(FLEET, "MAO", "SPAIN"), ["BRE"], rules) == 1
    assert distance_from_home(BOARD, Unit(FLEET, "MAO", "SPAIN"), [], rules) == UNREACHABLE


def test_an_order_of_a_power_without_a_unit_is_refused_and_one_in_civil_disorder_removes_by_itself() -> None:
    position = Position.parse("standard W1901A RUSSIA:AUKR,AMOS RUSSIA:MOS")
    assert outcomes(position, Disband("RUSSIA", UnitName("UKR", ARMY))) == ["disbands"]
    idle = replace(position, civil_disorder=frozenset({"RUSSIA"}))
    result = adjudicate_adjustments(idle, [Disband("RUSSIA", UnitName("MOS", ARMY))], board=BOARD)
    assert [str(unit) for unit in result.after.units] == ["A MOS"]
    assert next(iter(result)).rule == Illegal.CIVIL_DISORDER.value


BEATEN = Dislodged(Unit(FLEET, "MAO", "FRANCE"), "IRI")
LEGAL = ("GAS", "POR", "SPA/NC", "SPA/SC")


@pytest.mark.parametrize(
    ("place", "legal", "options", "wanted"),
    [
        ("SPA/NC", LEGAL, {}, "SPA/NC"),
        ("SPA", LEGAL, {}, Illegal.COAST_OPEN),
        ("SPA", LEGAL, {"omitted_coast_two": "default-coast"}, "SPA/NC"),
        ("SPA", ("POR", "SPA/SC"), {}, "SPA/SC"),
        ("SPA", ("POR", "SPA/SC"), {"omitted_coast_one": "fails"}, Illegal.COAST_OMITTED),
        ("SPA/SC", ("POR", "SPA/SC"), {"omitted_coast_one": "fails"}, "SPA/SC"),
        ("SPA/NC", ("POR", "SPA/SC"), {}, Illegal.CLOSED),
        ("SPA/NC", ("POR", "SPA/SC"), {"impossible_coast": "ignored"}, "SPA/SC"),
        ("SPA/NC", ("POR", "SPA/SC"), {"impossible_coast": "ignored", "omitted_coast_one": "fails"}, "SPA/SC"),
        ("SPA/EC", ("POR", "SPA/SC"), {}, "SPA/SC"),
        ("SPA/EC", ("POR", "SPA/SC"), {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        ("SPA/EC", LEGAL, {}, Illegal.NO_SUCH_COAST),
        ("SPA/EC", LEGAL, {"omitted_coast_two": "default-coast"}, "SPA/NC"),
        ("SPA/EC", ("POR", "SPA/SC"), {"omitted_coast_one": "fails"}, Illegal.NO_SUCH_COAST),
        ("POR/NC", LEGAL, {}, "POR"),
        ("POR/NC", LEGAL, {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        ("POR", LEGAL, {"omitted_coast_one": "fails"}, "POR"),
        ("BRE", LEGAL, {}, Illegal.CLOSED),
    ],
)
def test_where_a_written_retreat_goes(
    place: str, legal: tuple[str, ...], options: dict[str, str], wanted: str | Illegal
) -> None:
    """DATC 4.B, for retreats."""
    assert read_retreat(BOARD, BEATEN, place, legal, rulebook(**options)) == wanted


def test_a_dislodged_fleet_may_not_go_where_the_rules_close_the_borders() -> None:
    turn = read("FRANCE\n F MAO H\nENGLAND\n F IRI - MAO\n F ENG S F IRI - MAO")
    usual = adjudicate(turn.position, turn.orders, board=turn.board)
    assert {"POR", "GAS", "WES"} <= set(usual.retreats["MAO"])
    closed = replace(turn.position, closed=frozenset({"POR", "GAS"}))
    result = adjudicate(closed, turn.orders, board=turn.board)
    assert set(usual.retreats["MAO"]) - set(result.retreats["MAO"]) == {"POR", "GAS"}


@pytest.mark.parametrize(("place", "fault"), [("PAR", Illegal.NOT_YOURS), ("BUR", Illegal.NO_UNIT)])
def test_a_removal_of_a_foreign_unit_says_so(place: str, fault: Illegal) -> None:
    turn = read("standard W1901A FRANCE:APAR;RUSSIA:AMOS,AWAR RUSSIA:MOS;FRANCE:PAR - - - -")
    result = turn.with_orders({"RUSSIA": [f"A {place} D"]}).adjudicate()
    assert next(iter(result)).text == f"illegal: {fault.value}"


def test_a_home_whose_unit_another_power_removes_is_no_place_to_build_in_the_same_winter() -> None:
    """DATC 6.I.4: builds need a free home center; adjustments are made at once, whoever comes first in the list."""
    position = Position.parse("standard W1901A AUSTRIA:APAR,AVIE;FRANCE:ABRE AUSTRIA:VIE;FRANCE:BRE,PAR")
    orders = [Disband("AUSTRIA", UnitName("PAR", ARMY)), Build("FRANCE", UnitName("PAR", ARMY))]
    for given in (orders, orders[::-1]):
        result = adjudicate_adjustments(position, given, board=BOARD)
        assert {str(one.order): one.success for one in result} == {"A PAR D": True, "A PAR B": False}
        assert {str(unit) for unit in result.after.units} == {"A VIE", "A BRE"}
    built = adjudicate_adjustments(position, orders[:1], rules=rulebook(waiving="not-allowed"), board=BOARD)
    assert {str(unit) for unit in built.after.units} == {"A VIE", "A BRE"}


def test_a_power_in_civil_disorder_builds_nothing_and_still_removes() -> None:
    """Rulebook 1982, XIV.4; the balance is counted by the same rule for one power as for all."""
    assert balance(WINTER, "RUSSIA") == 4
    assert balance(replace(WINTER, civil_disorder=frozenset({"RUSSIA"})), "RUSSIA") == 0
    many = Position.parse("standard W1901A RUSSIA:AUKR,AMOS RUSSIA:MOS")
    assert balance(replace(many, civil_disorder=frozenset({"RUSSIA"})), "RUSSIA") == -1
