"""The options of the rulebooks, one for each disputable issue of DATC 3.2, chapter 4.

Each option is an enumeration of its choices. The law compares numbers (``rules.convoy_path == ConvoyPath.REQUIRED``);
other code compares words (``rules["convoy_path"] == "required"``).

To add an option, add its class here and use it: in `solver/law`, for which `Choices` needs a field of its name, or in
`solver/orders` or `solver/phases`. Then run the tests; they name the files that are still missing it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Literal, NamedTuple, Self

Concern = Literal["outcomes", "retreats", "adjustments", "orders"]


class Choice(IntEnum):
    """A choice of an option; its value is its number, from 0. Each subclass is an option.

    The docstring of an option says what it decides.

    Attributes:
        option: The name of the option in rulebooks.
        issue: The option's number in DATC 3.2 ("4.A.3"), or the point of a seed edition.
        concerns: What the option affects: "retreats"; "adjustments"; "outcomes" of movement, even if each unit has one
            legal order, written out in full; or "orders", that is, which orders count otherwise.
        about: What the option decides, in one line.
        choices: The choices of the option by their words; the first is the preference of DATC 3.2.
        default: The word of the first.
        word: The name of the choice in rulebooks.
        meaning: What the choice means.

    >>> ParadoxBackup.option, ParadoxBackup.issue, ParadoxBackup.about
    ('paradox_backup', '4.A.2', 'what settles a convoy paradox that the rules leave open')
    >>> ParadoxBackup.ALL_HOLD.word, int(ParadoxBackup.ALL_HOLD), str(ParadoxBackup.ALL_HOLD)
    ('all-hold', 1, 'the moves in it fail')
    """

    _value_: int
    option: str
    issue: str
    concerns: Concern
    about: str
    choices: Mapping[str, Choice]
    default: str
    word: str
    meaning: str

    def __init_subclass__(cls, *, issue: str, concerns: Concern) -> None:
        cls.option = re.sub("(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls.issue, cls.concerns, cls.about = issue, concerns, str(cls.__doc__)
        cls.choices = MappingProxyType({choice.word: choice for choice in cls})
        cls.default = next(iter(cls.choices))

    def __new__(cls, meaning: str) -> Self:
        """Give the member the next number."""
        number = len(cls.__members__)
        choice = int.__new__(cls, number)
        choice._value_ = number
        choice.meaning = meaning
        return choice

    def __init__(self, _: str) -> None:
        self.word = self.name.lower().replace("_", "-")

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return self.meaning

    def __bool__(self) -> bool:
        return True  # even number 0


class MultiRouteDisruption(Choice, issue="4.A.1", concerns="outcomes"):
    """when a convoy with several routes is disrupted"""

    ALL = "when every route is broken"
    ANY = "when one route is broken"
    ANY_OF_OWN = "when one route is broken; foreign fleets take no part if the power's own make a route (DPTG)"


class ParadoxException(Choice, issue="4.A.2", concerns="outcomes"):
    """which supports a convoyed army never cuts"""

    NONE = "it cuts like any other move"
    ATTACK_ON_OWN_CONVOY = "a support of an attack on a fleet that convoys this army"
    ANY_ACTION = "a support of any action in a sea that holds a convoying fleet"
    ATTACK_ON_NECESSARY = "a support of an attack on a fleet without which this army has no route"


class ParadoxBackup(Choice, issue="4.A.2", concerns="outcomes"):
    """what settles a convoy paradox that the rules leave open"""

    SZYKMAN = "the convoys in its core fail"
    ALL_HOLD = "the moves in it fail"
    UNRESOLVED = "nothing; its orders are reported as unresolved and fail"
    CONSISTENT_OR_HOLD = "its convoys fail, if just one of its resolutions has that; else the moves in it fail (DPTG)"


class AdjacentConvoy(Choice, issue="4.A.3", concerns="outcomes"):
    """when an army goes by convoy to a province that it could reach over land"""

    VIA_OR_OWN_FLEET = "with 'via convoy', or if a fleet of the same power is ordered to convoy it"
    VIA_OR_OWN_FLEET_WITH_FALLBACK = "the same; over land if no route is ordered, or the convoy is disrupted"
    SWAP_ONLY = "if a route is ordered and not broken, and the unit there moves the opposite way"
    OWN_INTENT = "if a route is ordered, and 'via convoy' or a fleet of the same power shows the intent"
    OWN_INTENT_OR_EXCHANGE = "the same, or a unit of the same power that comes the opposite way shows it"
    OWN_INTENT_WITH_FALLBACK = "as own-intent, and without 'via convoy' over land if the convoy is disrupted"
    EXPLICIT = "only with 'via convoy'"
    EXPLICIT_WITH_FALLBACK = "only with 'via convoy'; over land if no route is ordered"
    ROUTE_ORDERED = "if a route is ordered, whoever wants it (DATC 2.4)"
    EXCHANGE = "if a route is ordered, broken or not, and the unit there moves the opposite way (DATC 2.4)"


class ConvoyedAttackFrom(Choice, issue="4.A.4", concerns="outcomes"):
    """where the attack of a convoyed army comes from"""

    START = "from where the army stood"
    LAST_FLEET = "from the last convoying fleet (Brannan's rule)"


class CutByOwnTarget(Choice, issue="4.A.4", concerns="outcomes"):
    """whether a support is cut by an attack from the province that the support acts on"""

    NOT_CUT = "only if the attack dislodges the unit"
    CUT_BY_CONVOY = "also if the attacker comes by convoy"
    CUT = "as by any other attack (Czech edition of 1962, rule 8; point D13)"


class RetreatToConvoyedAttacker(Choice, issue="4.A.5", concerns="retreats"):
    """whether a unit dislodged by a convoyed army may retreat to where that army came from"""

    ALLOWED = "it may"
    BARRED = "it may not"


class ConvoyPath(Choice, issue="4.A.6", concerns="outcomes"):
    """what seas written between an army and its destination mean"""

    IGNORED = "nothing"
    ALLOWED = "the army goes only that way"
    REQUIRED = "the army goes only that way, and without them not at all"


class DislodgedEffect(Choice, issue="4.A.7", concerns="outcomes"):
    """when a dislodged unit has no effect on the province its attacker came from"""

    BEATEN_HEAD_TO_HEAD = "after a head-to-head battle"
    NEVER = "always, convoys or not"


class OmittedCoastTwo(Choice, issue="4.B.1", concerns="orders"):
    """a fleet's move without a coast where it can reach two"""

    FAILS = "the order is illegal"
    DEFAULT_COAST = "it goes to the first coast that it can reach"


class OmittedCoastOne(Choice, issue="4.B.2", concerns="orders"):
    """a fleet's move without a coast where it can reach one"""

    ONLY_POSSIBLE = "it goes there"
    FAILS = "the order is illegal"


class ImpossibleCoast(Choice, issue="4.B.3", concerns="orders"):
    """a fleet's move to a coast that it cannot reach, where it can reach the other"""

    ILLEGAL = "the order is illegal"
    IGNORED = "it goes to the coast that it can reach"


class SupportCoast(Choice, issue="4.B.4", concerns="orders"):
    """a support of a fleet's move that leaves out the coast"""

    MAY_BE_OMITTED = "valid for either coast"
    OWN_ONLY = "valid for a unit of the same power"
    REQUIRED = "illegal where the fleet can reach both coasts"
    ALWAYS_REQUIRED = "illegal, whether the fleet can reach both coasts or one (DATC 2.4)"
    DEFAULT_COAST = "for a move to the first coast that the fleet can reach (DATC 2.4)"
    IGNORED = "valid for either coast, as is one that names a coast (DPTG)"


class WrongUnitCoast(Choice, issue="4.B.5", concerns="orders"):
    """an order that names the wrong coast of a fleet where none is needed: its own, or one that it supports"""

    IGNORED = "the coast is ignored"
    FAILS = "the order is illegal"


class IrrelevantCoast(Choice, issue="4.B.6", concerns="orders"):
    """an order with a coast that the province does not have, or for an army"""

    IGNORED = "the coast is ignored"
    FAILS = "the order is illegal"


class MissingUnitType(Choice, issue="4.C.1", concerns="orders"):
    """an order without army or fleet"""

    VALID = "is valid"
    INVALID = "is illegal"
    VALID_UNLESS_OTHER = "is valid unless another order to the unit names its type"
    INVALID_OF_ORDERED = "is illegal if that is the unit ordered, not one that it supports or convoys (point D9)"


class WrongUnitType(Choice, issue="4.C.2", concerns="orders"):
    """an order that says army for a fleet, or fleet for an army"""

    VALID = "is valid"
    INVALID = "is illegal"
    VALID_UNLESS_OTHER = "is valid unless another order to the unit names the right type"


class MissingNationality(Choice, issue="4.C.5", concerns="orders"):
    """a support or convoy of a foreign unit that does not name its power"""

    VALID = "is valid"
    INVALID = "is illegal"
    VALID_UNLESS_OTHER = "is valid unless another order to the unit names the power"


class WrongNationality(Choice, issue="4.C.6", concerns="orders"):
    """a support or convoy that names the wrong power"""

    VALID = "is valid"
    INVALID = "is illegal"
    VALID_UNLESS_OTHER = "is valid unless another order to the unit names the right power"


class MultipleOrders(Choice, issue="4.D.3", concerns="orders"):
    """several different legal orders to one unit"""

    FIRST = "the first counts"
    LAST = "the last counts"
    ILLEGAL = "none is carried out"


class BuildCoast(Choice, issue="4.B.7", concerns="adjustments"):
    """a fleet's build without a coast in a province with several"""

    REQUIRED = "the order is illegal"
    DEFAULT_COAST = "it is built on the first coast"


class MissingBuildType(Choice, issue="4.C.3", concerns="adjustments"):
    """a build that does not say army or fleet"""

    INLAND_ARMY = "an army inland; else illegal"
    BY_PROVINCE = "an army inland, a fleet where a coast is named; else illegal"
    FAILS = "the order is illegal"


class BuildFleetInland(Choice, issue="4.C.4", concerns="adjustments"):
    """a build of a fleet in an inland province"""

    FAILS = "the order is illegal"
    ARMY = "an army is built"


class OrderSets(Choice, issue="4.D.1", concerns="orders"):
    """several sets of orders of one power, in a known order"""

    LATEST_UNLESS_CLEAR = "the latest counts; an earlier one only for what the latest says it keeps"
    LATEST = "the latest counts"
    COMBINED = "all are one set"
    COMBINED_UNLESS_CLEAR = "all are one set, unless the latest says that it replaces the others"


class UnorderedSets(Choice, issue="4.D.2", concerns="orders"):
    """several sets of orders of one power, in no known order"""

    COMBINED = "all are one set"
    ALL_HOLD = "all its units hold"


class TooManyBuilds(Choice, issue="4.D.4", concerns="adjustments"):
    """more builds ordered than allowed"""

    FIRST = "the first legal ones are carried out"
    LAST = "the last legal ones"
    NONE = "none"


class MultipleBuildsOneProvince(Choice, issue="4.D.5", concerns="adjustments"):
    """several builds ordered in one province"""

    FIRST = "the first is carried out"
    LAST = "the last is"
    NONE = "none is"


class TooManyDisbands(Choice, issue="4.D.6", concerns="adjustments"):
    """more removals ordered than needed"""

    FIRST = "the first legal ones are carried out"
    LAST = "the last legal ones"
    CIVIL_DISORDER = "none; units are removed as in civil disorder"


class Waiving(Choice, issue="4.D.7", concerns="adjustments"):
    """whether a power may do without a build"""

    ALLOWED = "it may"
    NOT_ALLOWED = "it must build where it can; what it does not order is built for it"


class CivilDisorderDistance(Choice, issue="4.D.8", concerns="adjustments"):
    """how far a unit is from home when one must be removed"""

    OWNED_CENTERS = "to the nearest owned center, over land and sea for all"
    HOME_CENTERS = "to the nearest home center; armies over land and sea, fleets as fleets move"
    HOME_CENTERS_CONVOYS = "to the nearest home center as units move, a convoy of any length one move"
    HOME_COUNTRY = "to the nearest province of the country; armies over land and sea, fleets as fleets move"


class CivilDisorderSupport(Choice, issue="4.D.9", concerns="orders"):
    """a support to hold given to a unit of a power in civil disorder"""

    ALLOWED = "is valid"
    FAILS = "is void"


class IllegalOrders(Choice, issue="4.E.1", concerns="outcomes"):
    """what an order that could never be carried out is worth"""

    IGNORED = "nothing: the unit holds, and can be supported"
    CANNOT_BE_SUPPORTED = "its unit holds without support"


class PoorlyWritten(Choice, issue="4.E.3", concerns="orders"):
    """how a badly written order is read"""

    ALONE = "by itself"
    WITH_THE_SET = "other orders of the player may make it clear"


class ImplicitOrders(Choice, issue="4.E.3", concerns="orders"):
    """whether a unit without an order follows what a support or convoy by its own power presumes"""

    NOT_ALLOWED = "no; it holds"
    ALLOWED = "yes"


class PerpetualOrders(Choice, issue="4.E.4", concerns="orders"):
    """whether an order may be given for all turns to come"""

    NOT_ALLOWED = "no"
    ALLOWED = "yes"


class ProxyOrders(Choice, issue="4.E.5", concerns="orders"):
    """whether another power may order a unit"""

    NOT_ALLOWED = "no"
    ANNOUNCED = "yes, if announced beforehand"
    IN_ORDERS = "yes, by an order that hands the unit over"


class SupportOfConvoyingFleet(Choice, issue="D17", concerns="outcomes"):
    """a support to hold of a fleet that convoys"""

    ALLOWED = "is valid"
    VOID = "is void (Czech edition of 1962, rule 10)"


class ExchangeByConvoy(Choice, issue="D19", concerns="outcomes"):
    """whether two units may exchange places when one goes by convoy"""

    ALLOWED = "they may"
    NEVER = "they meet head to head all the same (Czech edition of 1962, rule 12c)"


class AttackOnOwn(Choice, issue="D20", concerns="outcomes"):
    """a move against, or a support against, a unit of the same power that does not leave"""

    COUNTS = "dislodges nobody, but stands off others"
    VOID = "has no effect at all (1962, rule 12)"


OPTIONS: Mapping[str, type[Choice]] = MappingProxyType({option.option: option for option in Choice.__subclasses__()})
"""The options by their names."""


class Choices(NamedTuple):
    """The choices of a rulebook that the law uses, one field per option.

    >>> from standoff.solver import rulebook
    >>> rulebook("1971").numbers.paradox_exception
    ParadoxException.ATTACK_ON_OWN_CONVOY
    """

    multi_route_disruption: MultiRouteDisruption
    paradox_exception: ParadoxException
    paradox_backup: ParadoxBackup
    adjacent_convoy: AdjacentConvoy
    convoyed_attack_from: ConvoyedAttackFrom
    cut_by_own_target: CutByOwnTarget
    retreat_to_convoyed_attacker: RetreatToConvoyedAttacker
    convoy_path: ConvoyPath
    dislodged_effect: DislodgedEffect
    omitted_coast_two: OmittedCoastTwo
    omitted_coast_one: OmittedCoastOne
    impossible_coast: ImpossibleCoast
    support_coast: SupportCoast
    illegal_orders: IllegalOrders
    support_of_convoying_fleet: SupportOfConvoyingFleet
    exchange_by_convoy: ExchangeByConvoy
    attack_on_own: AttackOnOwn

    def as_integers(self) -> Choices:
        """Return the same as plain integers, for compiled code."""
        return self._make(map(int, self))
