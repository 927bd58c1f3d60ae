"""Orders matched with each other: who may cut a support, and how; which fleets a convoy hangs on; what is void."""

from __future__ import annotations

import pytest

from standoff import read
from standoff.map import load_board
from standoff.map.masks import bits
from standoff.solver.law.equations import BY_CONVOY, BY_EITHER, BY_LAND
from standoff.solver.law.faults import Void
from tests.helpers.turns import SIMPLE_PARADOX, laid

FALLBACK = {"adjacent_convoy": "via-or-own-fleet-with-fallback"}
BRANNAN = {"convoyed_attack_from": "last-fleet"}
EXCEPTIONS = ("none", "attack-on-own-convoy", "any-action", "attack-on-necessary")


class Matched:
    """The table of a turn, its units by their provinces."""

    def __init__(self, text: str, rules: str = "2023", **options: str) -> None:
        self.table = laid(text, rules, **options)
        self.provinces = [unit.province for unit in self.table.units]

    def column(self, province: str, column: str) -> int:
        return getattr(self.table.rows[self.provinces.index(province)], column)

    def units(self, province: str, column: str) -> str:
        """Return the provinces of the units in a mask."""
        return " ".join(sorted(self.provinces[unit] for unit in bits(self.column(province, column))))

    def cut(self, province: str) -> dict[str, str]:
        """Return who may cut the support of a unit, and how; nothing for a column in which nobody is."""
        columns = {"any": "cutters", "by sea": "cutters_by_sea", "dislodging": "dislodgers", "without": "spared"}
        return {name: provinces for name, column in columns.items() if (provinces := self.units(province, column))}

    def void(self, province: str) -> int:
        return self.table.void[self.provinces.index(province)]


# -- who cuts a support, and how (DATC 5.B.2, 4.A.2, 4.A.4) ------------------------------------------------------------

ATTACKED_FROM_TARGET = """
FRANCE
  A WAL - LON
  A YOR S A WAL - LON
ENGLAND
  A LON - YOR{via}
  F NTH C A LON - YOR
"""


@pytest.mark.parametrize(
    ("via", "options", "cut"),
    [
        ("", {"adjacent_convoy": "explicit"}, {"dislodging": "LON"}),
        (" VIA", {}, {"dislodging": "LON"}),
        (" VIA", {"cut_by_own_target": "cut-by-convoy"}, {"any": "LON", "by sea": "LON"}),
        ("", {"adjacent_convoy": "explicit", "cut_by_own_target": "cut-by-convoy"}, {"dislodging": "LON"}),
        ("", FALLBACK, {"dislodging": "LON"}),
        ("", {**FALLBACK, "cut_by_own_target": "cut-by-convoy"}, {"any": "LON", "by sea": "LON", "dislodging": "LON"}),
        ("", {**FALLBACK, "cut_by_own_target": "cut"}, {"any": "LON"}),
        (" VIA", {"cut_by_own_target": "cut"}, {"any": "LON"}),
        (" VIA", {"convoyed_attack_from": "last-fleet"}, {"any": "LON", "by sea": "LON"}),
    ],
)
def test_an_attack_from_where_the_support_acts(via: str, options: dict[str, str], cut: dict[str, str]) -> None:
    turn = Matched(ATTACKED_FROM_TARGET.format(via=via), **options)
    assert turn.cut("YOR") == cut
    ways = {"": BY_LAND if options.get("adjacent_convoy") == "explicit" else BY_EITHER, " VIA": BY_CONVOY}
    if via or "adjacent_convoy" in options:
        assert turn.column("LON", "way") in (ways[via], BY_EITHER)


def test_neither_an_own_unit_nor_the_unit_itself_cuts() -> None:
    """DATC 6.D.20 and 6.D.10: an attack by its own power neither cuts nor dislodges."""
    turn = Matched("FRANCE\n A WAL - LON\n A YOR S A WAL - LON\n A EDI - YOR\nENGLAND\n A LVP - YOR\n A LON H")
    assert turn.cut("YOR") == {"any": "LVP"}


OF_ANOTHER = """
ENGLAND
  F LON S F WAL - ENG
  F WAL - ENG
FRANCE
  A PIC - IRI
  A BRE - PIC VIA
  F ENG C A BRE - PIC
GERMANY
  A BEL - LON
  F NTH C A BEL - LON
"""
"""The fleet attacked convoys, but not the army that attacks the support."""

WALKS = "ENGLAND\n F LON S F BRE - ENG\n F BRE - ENG\nFRANCE\n A WAL - LON\n F ENG C A WAL - LON"
HELD = "ENGLAND\n F LON S F ENG\nFRANCE\n A BRE - LON\n F ENG C A BRE - LON"
ONLY_BY_LAND = {"any": "WAL", "without": "ENG"}


@pytest.mark.parametrize(
    ("text", "options", "cuts"),
    [
        (SIMPLE_PARADOX, {}, [{"any": "BRE"}, {}, {}, {"any": "BRE", "without": "ENG"}]),
        (HELD, {}, [{"any": "BRE"}, {"any": "BRE"}, {}, {"any": "BRE"}]),
        (OF_ANOTHER, {}, [{"any": "BEL"}, {"any": "BEL"}, {}, {"any": "BEL", "without": "ENG"}]),
        (OF_ANOTHER, BRANNAN, [{"any": "BEL"}, {"any": "BEL"}, {}, {"any": "BEL", "without": "ENG"}]),
        (WALKS, FALLBACK, [{"any": "WAL"}, ONLY_BY_LAND, ONLY_BY_LAND, ONLY_BY_LAND]),
    ],
    ids=["attack on its fleet", "its fleet holds", "fleet of another", "fleet of another, Brannan", "it may walk"],
)
def test_a_convoyed_army_and_the_support_of_an_action_at_a_convoying_fleet(
    text: str, options: dict[str, str], cuts: list[dict[str, str]]
) -> None:
    """DATC 4.A.2."""
    for exception, cut in zip(EXCEPTIONS, cuts, strict=True):
        assert Matched(text, paradox_exception=exception, **options).cut("LON") == cut, exception
    if text is WALKS:
        assert Matched(text, **options).column("WAL", "way") == BY_EITHER


def test_where_a_convoyed_attack_comes_from_the_last_fleet_it_cuts_no_support_against_that() -> None:
    """Brannan's rule, 4.A.4: the support acts on where the attack comes from; the army cuts by dislodging alone."""
    turn = Matched(SIMPLE_PARADOX, convoyed_attack_from="last-fleet")
    assert turn.cut("LON") == {"any": "BRE", "without": "ENG", "dislodging": "BRE"}


def test_the_first_province_of_the_board_is_one_like_the_others() -> None:
    """Adriatic Sea, number 0: a convoy over it, a support of an attack on it, a unit of the same power in it."""
    assert load_board().provinces[0].id == "ADR"
    text = """
AUSTRIA
  A ALB - VEN
  F ADR C A ALB - VEN
ITALY
  F VEN S F ION - ADR
  F ION - ADR
"""
    assert Matched(text).cut("VEN") == {"any": "ALB"}
    for exception in ("attack-on-own-convoy", "any-action"):
        assert Matched(text, paradox_exception=exception).cut("VEN") == {}
    assert Matched(text, paradox_exception="attack-on-necessary").cut("VEN") == {"any": "ALB", "without": "ADR"}
    own = Matched("ITALY\n F ADR H\n F VEN - ADR\n F APU S F VEN - ADR\n F ION S F VEN - ADR", "czech1962")
    assert [own.void(province) for province in ("VEN", "APU", "ION")] == [Void.AGAINST_OWN.number] * 3


# -- which fleets a convoy hangs on ------------------------------------------------------------------------------------

SUPERFLUOUS = """
FRANCE
  A BRE - NWY
  F ENG C A BRE - NWY
  F NTH C A BRE - NWY
  F {fleet} C A BRE - NWY
  F NAO H
  F {idle} H
ENGLAND
  F IRI - {fleet}
"""


@pytest.mark.parametrize(("fleet", "idle"), [("MAO", "NWG"), ("NWG", "MAO")])
def test_where_one_broken_route_disrupts_fleets_on_no_route_do_not_count(fleet: str, idle: str) -> None:
    """1971, DATC 6.F.12: the other fleets for the way round stand there, but are not ordered to convoy."""
    text = SUPERFLUOUS.format(fleet=fleet, idle=idle)
    turn = Matched(text, "1971")
    assert turn.void(fleet) == 0
    assert turn.units("BRE", "fleets") == "ENG NTH"
    assert turn.units("BRE", "first") == "ENG"
    assert turn.units("BRE", "last") == "NTH"
    assert turn.column("BRE", "every_route") == 1
    usual = Matched(text)
    assert usual.units("BRE", "fleets") == " ".join(sorted(["ENG", "NTH", fleet]))
    assert usual.column("BRE", "every_route") == 0


def test_a_fleet_on_no_route_may_be_dislodged_and_the_convoy_stands() -> None:
    text = SUPERFLUOUS.format(fleet="MAO", idle="NWG") + "  F WES S F IRI - MAO"
    result = read(text).adjudicate("1971")
    assert result["MAO"].dislodged
    assert result["BRE"].outcome == "moves"


def test_in_1971_an_army_goes_by_sea_to_its_neighbor_only_to_change_places() -> None:
    exchange = "ENGLAND\n A SWE - NWY\n F SKA C A SWE - NWY\nRUSSIA\n A NWY - SWE"
    assert Matched(exchange, "1971").column("SWE", "way") == BY_EITHER
    for other in ("A NWY - FIN", "A NWY H", "A NWY S A SWE - FIN"):
        turn = Matched(exchange.replace("A NWY - SWE", other), "1971")
        assert turn.column("SWE", "way") == BY_LAND
        assert turn.void("SKA") == Void.GOES_OVER_LAND.number


def test_whom_a_landing_army_meets_at_its_last_fleet() -> None:
    """Brannan's rule: the unit that goes from the destination to that fleet, whichever unit of the turn it is."""
    text = "GERMANY\n F BEL - NTH\nENGLAND\n F NTH C A LON - BEL\n A LON - BEL"
    turn = Matched(text, convoyed_attack_from="last-fleet")
    assert turn.column("LON", "opposite") == turn.provinces.index("BEL") == 0
    assert turn.column("BEL", "opposite") == turn.provinces.index("LON")
    for other in ("F BEL - ENG", "F BEL H", "F BEL S F HOL - NTH"):
        turn = Matched(text.replace("F BEL - NTH", other), convoyed_attack_from="last-fleet")
        assert turn.column("LON", "opposite") == turn.column("BEL", "opposite") == -1
    assert Matched(text).column("LON", "opposite") == -1
