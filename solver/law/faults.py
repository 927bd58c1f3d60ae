"""The faults that make orders illegal or void, each with its name, number and sentence."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """A fault of an order: the sentence for players. The law has its number, from 1."""

    number: int

    def __new__(cls, sentence: str) -> Fault:
        """Give the member the next number."""
        fault = str.__new__(cls, sentence)
        fault._value_ = sentence
        fault.number = len(cls.__members__) + 1
        return fault


class Illegal(Fault):
    """A fault that makes an order illegal."""

    NO_UNIT = "no unit stands there"
    NOT_YOURS = "the unit belongs to another power"
    WRONG_PHASE = "an order of this kind cannot be given in this phase"
    CIVIL_DISORDER = "the power is in civil disorder"
    UNREADABLE = "the order has several meanings or none"
    MISSING_TYPE = "the order does not say army or fleet"
    WRONG_TYPE = "the order names the wrong type of unit"
    MISSING_NATIONALITY = "the order does not name the power of the foreign unit"
    WRONG_NATIONALITY = "the order names the wrong power"
    WRONG_COAST = "the order names a coast on which the unit does not stand"
    NO_SUCH_COAST = "the order names a coast that does not apply there"
    SAME_PLACE = "a unit cannot move to the province it is in"
    OUT_OF_REACH = "the unit cannot get there"
    BORDERS_CLOSED = "no unit may enter there"
    NO_ROUTE = "no chain of fleets at sea could carry the army there"
    COAST_OPEN = "the fleet could reach two coasts, and the order names neither"
    COAST_OUT_OF_REACH = "the fleet cannot reach that coast"
    COAST_OMITTED = "the order leaves out the coast"
    NOBODY_TO_SUPPORT = "there is no unit where the order names one"
    SUPPORTS_ITSELF = "a unit cannot support itself"
    TARGET_OUT_OF_REACH = "the supporting unit could not move there itself"
    OWN_PROVINCE = "a unit cannot support a move to the province it is in"
    SUPPORTED_CANNOT_MOVE = "the supported unit could not move there"
    ONLY_WITH_SUPPORTER = "the supported army could not move there without the supporting fleet to convoy it"
    NOT_AT_SEA = "only a fleet at sea can convoy"
    ONLY_ARMIES = "only an army can be convoyed"
    NOT_COASTAL = "a convoy must go from one coastal province to another"
    NOT_ON_ROUTE = "no convoy route for that move could use this fleet"
    SEVERAL_ORDERS = "the unit was given several different orders"
    NOT_DISLODGED = "the power has no dislodged unit there"
    CLOSED = "the unit may not retreat there"
    NO_BUILDS = "the power may not build"
    NO_REMOVALS = "the power need not remove a unit"
    NOT_HOME = "it is not a home center that the power owns"
    OCCUPIED = "a unit stands there"
    BUILT_TWICE = "another build is ordered there"
    REMOVED_TWICE = "the unit is already being removed"
    INLAND_FLEET = "a fleet cannot be built inland"
    NO_WAIVING = "a build may not be waived"
    PATH_MISSING = "the order does not name the seas of the convoy"


class Void(Fault):
    """A fault that makes a legal order void."""

    MOVE_NOT_ORDERED = "the move that it is meant for was not ordered"
    OTHER_COAST = "the supported fleet is ordered to the other coast"
    UNIT_MOVES = "the unit that it is meant for does not hold"
    GOES_OVER_LAND = "the army goes over land"
    OTHER_ROUTE = "the army's order names a different route"
    AGAINST_OWN = "it is against a unit of the same power"
    CIVIL_DISORDER = "the unit that it is meant for is in civil disorder"
    FLEET_CONVOYS = "a convoying fleet cannot be supported"
    ILLEGALLY_MOVED = "the unit that it is meant for was given an impossible move"
    OWN_FLEETS_CONVOY = "fleets of the army's own power convoy it"


FAULTS: tuple[Illegal | None, ...] = (None, *Illegal)
VOIDS: tuple[Void | None, ...] = (None, *Void)
"""The faults by their numbers; 0 means no fault."""


def illegal(number: int) -> Illegal:
    """Return the fault of a number from 1."""
    fault = FAULTS[number]
    assert fault is not None, "0 is no fault"
    return fault
