"""Why orders are illegal or void: each fault once, with its name, its number and its sentence."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """A fault of an order: the text that says it to a player. Its number, from 1, is what integer functions know."""

    number: int

    def __new__(cls, sentence: str) -> Fault:
        """Give the member the next number."""
        fault = str.__new__(cls, sentence)
        fault._value_ = sentence
        fault.number = len(cls.__members__) + 1
        return fault


class Illegal(Fault):
    """Why an order is illegal; the value says it to a player."""

    NO_UNIT = "no unit stands there"
    NOT_YOURS = "the unit belongs to another power"
    WRONG_PHASE = "such an order has no place in this phase"
    CIVIL_DISORDER = "the power is in civil disorder"
    UNREADABLE = "the order has several meanings or none"
    MISSING_TYPE = "the order does not say army or fleet"
    WRONG_TYPE = "the order names the wrong type of unit"
    MISSING_NATIONALITY = "the order does not name the power of the foreign unit"
    WRONG_NATIONALITY = "the order names the wrong power"
    WRONG_COAST = "the order names a coast on which the unit does not stand"
    NO_SUCH_COAST = "the order names a coast that means nothing there"
    SAME_PLACE = "a unit cannot move to where it stands"
    OUT_OF_REACH = "the unit cannot get there"
    BORDERS_CLOSED = "nobody may enter there"
    NO_ROUTE = "no chain of fleets at sea could carry the army there"
    COAST_OPEN = "the fleet could reach two coasts, and the order names neither"
    COAST_OUT_OF_REACH = "the fleet cannot reach that coast"
    COAST_OMITTED = "the order leaves out the coast"
    NOBODY_TO_SUPPORT = "no unit stands where the support is meant for"
    SUPPORTS_ITSELF = "a unit cannot support itself"
    TARGET_OUT_OF_REACH = "the unit could not itself move to where it supports"
    OWN_PROVINCE = "a unit cannot support a move to where it stands itself"
    SUPPORTED_CANNOT_MOVE = "the supported unit could not move there"
    ONLY_WITH_SUPPORTER = "the supported army could not move there without the supporting fleet to convoy it"
    NOT_AT_SEA = "only a fleet at sea can convoy"
    ONLY_ARMIES = "only an army can be convoyed"
    NOT_COASTAL = "a convoy goes from coast to coast"
    NOT_ON_ROUTE = "no convoy for that move could need this fleet"
    SEVERAL_ORDERS = "the unit was given several different orders"
    NOT_DISLODGED = "no dislodged unit of the power stands there"
    CLOSED = "the unit may not retreat there"
    NO_BUILDS = "the power may not build"
    NO_REMOVALS = "the power need not remove a unit"
    NOT_HOME = "it is not an owned home center of the power"
    OCCUPIED = "a unit stands there"
    BUILT_TWICE = "another build is ordered there"
    REMOVED_TWICE = "the unit is removed already"
    INLAND_FLEET = "a fleet cannot be built inland"
    NO_WAIVING = "a build may not be waived"
    PATH_MISSING = "the order does not name the seas of the convoy"


class Void(Fault):
    """Why a legal order is void; the value says it to a player."""

    MOVE_NOT_ORDERED = "the move that it is for is not ordered"
    OTHER_COAST = "the supported fleet is ordered to the other coast"
    UNIT_MOVES = "the unit that it is for does not hold"
    GOES_OVER_LAND = "the army goes over land"
    OTHER_ROUTE = "the army's order names another way"
    AGAINST_OWN = "it is against a unit of the same power"
    CIVIL_DISORDER = "the unit that it is for is in civil disorder"
    FLEET_CONVOYS = "a convoying fleet cannot be supported"
    ILLEGALLY_MOVED = "the unit that it is for was given an impossible move"


FAULTS: tuple[Illegal | None, ...] = (None, *Illegal)
VOIDS: tuple[Void | None, ...] = (None, *Void)
"""The faults by their numbers; 0 is none."""


def illegal(number: int) -> Illegal:
    """Return the fault of a number from 1."""
    fault = FAULTS[number]
    assert fault is not None, "0 is no fault"
    return fault
