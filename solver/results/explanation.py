"""Why each order came out as it did: the strengths compared, their parts, and the orders behind them.

Everything is read off the solved table with the functions of `equations`; no rule is stated a second time. Each
explanation names the orders that it rests on, and they have explanations of their own: a chain down to orders that
stand by themselves. All are values; `standoff.text.explaining` puts them into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...map import bits, shown_as
from ..law.equations import (
    BY_LAND,
    CONVOYS,
    MOVES,
    NO,
    SUPPORTS,
    YES,
    arrives_to_cut,
    head_to_head,
    leaves,
    path,
)
from ..law.reasons import Note, Reason
from ..law.records import with_fields
from ..order import Order
from ..plain.own_equations import law_of
from ..plain.paradox import ParadoxKind
from ..rules.rulebook import Rulebook, option
from .obstacles import Obstacle, obstacles
from .outcome import MovementResult
from .results import OrderResult

# where a rulebook says what a choice does
_CHOICE_SOURCES = {
    "multi_route_disruption=any": "1971 XII.4",
    "paradox_exception=attack-on-own-convoy": "1971 XII.5",
    "paradox_exception=any-action": "1982 XII.5",
    "paradox_exception=attack-on-necessary": "2000 rule 21",
    "cut_by_own_target=cut": "1962 rule 8",
}


def sources_of(reason: Reason, rules: Rulebook) -> tuple[str, ...]:
    """Return where the rule behind a reason is written, with the rulebook's choice where the reason depends on one.

    >>> from standoff.solver import rulebook
    >>> sources_of(Reason.STANDOFF, rulebook("1982"))
    ('DATC 5.B.6', '1982 VIII', '2000 rule 3')
    """
    of_reason, name = reason.sources, reason.option
    if not name:
        return of_reason
    choice = rules[name]
    sources = () if name in rules.own_rules else sources_of_choice(name, choice)
    return (*dict.fromkeys((*of_reason, *sources)), f"{name}={choice}")


def sources_of_choice(name: str, choice: str) -> tuple[str, ...]:
    """Return where the rule that a choice of an option stands for is written.

    >>> sources_of_choice("paradox_exception", "any-action")
    ('DATC 4.A.2', '1982 XII.5')
    """
    issue = option(name).issue
    source = _CHOICE_SOURCES.get(f"{name}={choice}")
    named = (f"DATC {issue}" if issue[:1].isdigit() else issue,)
    return (*named, source) if source else named


@dataclass(frozen=True, slots=True)
class Part:
    """A support in a strength: the order, whether it counts, and why not.

    >>> from standoff.map import ARMY
    >>> from standoff.solver import Support, UnitName
    >>> Part(Support("FRANCE", UnitName("MAR", ARMY), UnitName("PAR", ARMY), "BUR"), Note.CUT).counts
    False
    """

    order: Order
    why_not: Note | None = None

    @property
    def counts(self) -> bool:
        """True if it counts."""
        return self.why_not is None


@dataclass(frozen=True, slots=True)
class CountedStrength:
    """A solved strength with its parts.

    Attributes:
        kind: ``"attack"``, ``"defend"``, ``"prevent"`` or ``"hold"``.
        units: Its value, in units.
        of: The order of the unit that has it; None for an empty province.
        parts: The supports given for it, those that do not count included.
        note: Why it is not one plus the supports that count, where it is not.
        rule: The name of the user's own rule that decides it, if one does.

    >>> CountedStrength("hold", 0, None).units
    0
    """

    kind: str
    units: int
    of: Order | None
    parts: tuple[Part, ...] = ()
    note: Note | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Versus:
    """An attack compared with one strength that it must exceed.

    >>> from standoff import read
    >>> result = read("6.F.14").adjudicate().phase_result
    >>> versus = explain(result)[result.orders[1]].versus[0]
    >>> versus.exceeds, versus.attack.units, versus.against.units
    (True, 2, 1)
    """

    attack: CountedStrength
    against: CountedStrength

    @property
    def exceeds(self) -> bool:
        """True if the attack is greater."""
        return self.attack.units > self.against.units


@dataclass(frozen=True, slots=True)
class PossibleCut:
    """A move into the province of a supporting unit: whether it cuts the support, and why or why not.

    `rule` is the name of the user's own rule that decides it, if one does.

    >>> from standoff import read
    >>> result = read("FRANCE: A PAR S A MAR - BUR, A MAR - BUR\\nGERMANY: A PIC - PAR").adjudicate().phase_result
    >>> cut = explain(result)[result.orders[0]].possible_cuts[0]
    >>> str(cut.order), cut.cuts, cut.why
    ('A PIC - PAR', True, Note.FROM_ELSEWHERE)
    """

    order: Order
    cuts: bool
    why: Note
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Leg:
    """A fleet ordered to convoy the army: whether its convoy stands.

    >>> from standoff import read
    >>> result = read("ENGLAND: F NTH C A YOR - BEL, A YOR - BEL").adjudicate().phase_result
    >>> leg = explain(result)[result.orders[1]].legs[0]
    >>> str(leg.order), leg.stands
    ('F NTH C A YOR - BEL', True)
    """

    order: Order
    stands: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one order came out as it did.

    Attributes:
        result: The result that it explains.
        versus: For a move: its attack against everything that it had to exceed.
        possible_cuts: For a support: the moves into the unit's province.
        legs: For a convoyed army: the fleets ordered to convoy it.
        causes: The orders that it rests on, in the order of the turn.
        sources: Where the rule is written.
        core: The core of the paradox whose settlement decided it.
        resolutions: How many consistent resolutions that paradox has.
        obstacles: For a move that fails: everything that would keep it out by itself.

    >>> from standoff import read
    >>> result = read("FRANCE: A PAR - BUR").adjudicate().phase_result
    >>> explain(result)[result.orders[0]].sources
    ('DATC 5.B.1', '1982 VII', '2000 rule 2')
    """

    result: OrderResult
    versus: tuple[Versus, ...] = ()
    possible_cuts: tuple[PossibleCut, ...] = ()
    legs: tuple[Leg, ...] = ()
    causes: tuple[Order, ...] = ()
    sources: tuple[str, ...] = ()
    core: tuple[Order, ...] = ()
    resolutions: int = 0
    obstacles: tuple[Obstacle, ...] = ()

    @property
    def overdetermined(self) -> bool:
        """True for a move that fails for several causes, each of which would be enough by itself."""
        return len(self.obstacles) > 1

    def __repr__(self) -> str:
        return shown_as(self, str(self.result))


class Explanations:
    """The explanations of a solved movement phase. Iteration goes over them in the order of the result.

    Args:
        result: The solved phase.

    >>> from standoff import read
    >>> result = read("6.F.14").adjudicate().phase_result
    >>> explain(result)
    <Explanations of 4 orders>
    """

    def __init__(self, result: MovementResult) -> None:
        self.result = result
        self._rows = result.table.rows
        self._true, self._false = result.solution.true, result.solution.false
        self._by_order: dict[Order, Explanation] = {}
        units = {id(one.order): unit for unit, one in self._units()}
        self._all: list[Explanation] = []
        for one in result:
            explanation = self._explain(one, units.get(id(one.order), -1))
            self._all.append(explanation)
            self._by_order.setdefault(one.order, explanation)

    def _units(self) -> Iterator[tuple[int, OrderResult]]:
        table = self.result.table
        for number, unit in enumerate(table.unit_of):
            if unit >= 0 and table.order_of[unit] == number and table.illegal[number] is None:
                yield unit, self.result.result(number)

    def __iter__(self) -> Iterator[Explanation]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, order: Order) -> Explanation:
        """Return the explanation of an order of the turn.

        Raises:
            KeyError: It is not one of them.
        """
        return self._by_order[order]

    def __repr__(self) -> str:
        return f"<Explanations of {len(self)} orders>"

    # -- making them --------------------------------------------------------------------------------

    def _explain(self, result: OrderResult, unit: int) -> Explanation:
        sources = sources_of(result.reason, self.result.assignment.rules)
        causes = set(result.by)
        if unit < 0 or self.result.table.void[unit]:
            return Explanation(result, causes=self._sorted(causes), sources=sources)
        kind = self._rows[unit].kind
        versus: tuple[Versus, ...] = ()
        possible_cuts: tuple[PossibleCut, ...] = ()
        legs: tuple[Leg, ...] = ()
        if kind == MOVES:
            legs = self._legs(unit)
            versus = tuple(self._versus(unit))
            deciding = [v for v in versus if not v.exceeds] or list(versus)
            for one in deciding:
                for strength in (one.attack, one.against):
                    causes.update(part.order for part in strength.parts)
                if one.against.of is not None:
                    causes.add(one.against.of)
            causes.update(leg.order for leg in legs if leg.stands == path(self._rows, unit, self._true))
        elif kind == SUPPORTS:
            possible_cuts = tuple(self._possible_cut(unit, mover) for mover in bits(self._rows[unit].incoming))
            causes.update(cut.order for cut in possible_cuts if cut.cuts or not result.success)
        elif kind == CONVOYS:
            causes.update(self.result.order_of(mover) for mover in bits(self._rows[unit].incoming))
        core: tuple[Order, ...] = ()
        count = 0
        for paradox in self.result.solution.paradoxes:
            forced = paradox.forced_true | paradox.forced_false
            if forced >> unit & 1:
                core = tuple(self.result.order_of(other) for other in bits(paradox.core))
                count = len(paradox.resolutions)
                causes.update(core)
            elif paradox.kind is not ParadoxKind.CIRCULAR_MOVEMENT and (
                paradox.orders >> unit & 1 or law_of(self._rows).rests_on(self._rows, unit) & forced
            ):
                # the rule that settled the paradox decided on this order, too
                rule = sources_of(self.result.record.reason(bits(forced)[0]), self.result.assignment.rules)
                sources = tuple(dict.fromkeys((*sources, *rule)))
                causes.update(self.result.order_of(other) for other in bits(forced))
        standing = obstacles(self.result, self.result.table.order_of[unit]) if kind == MOVES else ()
        causes.update(order for one in standing for order in one.orders)
        causes.discard(result.order)
        return Explanation(result, versus, possible_cuts, legs, self._sorted(causes), sources, core, count, standing)

    def _sorted(self, orders: set[Order]) -> tuple[Order, ...]:
        place = {order: number for number, order in enumerate(self.result.orders)}
        return tuple(sorted(orders, key=lambda order: (place.get(order, len(place)), str(order))))

    def _legs(self, move: int) -> tuple[Leg, ...]:
        if self._rows[move].way == BY_LAND:
            return ()
        return tuple(Leg(self.result.order_of(f), bool(self._true >> f & 1)) for f in bits(self._rows[move].fleets))

    def _parts(self, unit: int, counted: int) -> tuple[Part, ...]:
        """Return the supports of `unit`, of which those in the mask `counted` count."""
        parts: list[Part] = []
        for supporter in bits(self._rows[unit].supporters):
            given = self._true >> supporter & 1
            why_not = None if counted >> supporter & 1 else Note.OF_THE_ATTACKED if given else Note.CUT
            parts.append(Part(self.result.order_of(supporter), why_not))
        return tuple(parts)

    def strength(self, kind: str, unit: int, battle: int = NO) -> CountedStrength:
        """Return a strength: "attack", "defend" or "prevent" of a moving unit, "hold" of the province of a unit.

        Args:
            kind: Which.
            unit: The number of the unit; -1 for an empty province.
            battle: For "attack": whether the unit is in a head-to-head battle, YES or NO.
        """
        if unit < 0:
            return CountedStrength(kind, 0, None)
        rows, order = self._rows, self.result.order_of(unit)
        ways = (battle,) if kind == "attack" else ()
        units: int = getattr(law_of(rows), f"{kind}_strength")(rows, unit, *ways, self._true, self._false)[0]
        own = self.result.assignment.rules.functions.get(f"{kind}_strength")
        if own is not None:
            return CountedStrength(kind, units, order, note=Note.BY_OWN_RULE, rule=own[0])
        note, counted = self._counted(kind, unit, battle, units)
        return CountedStrength(kind, units, order, () if note else self._parts(unit, counted), note)

    def _counted(self, kind: str, unit: int, battle: int, units: int) -> tuple[Note | None, int]:
        """Return why a strength is not one plus the supports that count, or None and these supports as a mask."""
        rows, row, true, false = self._rows, self._rows[unit], self._true, self._false
        counted = row.supporters & true
        if kind == "hold" and row.kind == MOVES:
            return Note.LEAVES if true >> unit & 1 else Note.WAS_TO_MOVE, 0
        if kind in ("attack", "prevent") and not path(rows, unit, true):
            return Note.NO_CONVOY, 0
        if kind == "attack" and leaves(rows, unit, battle, true, false) == NO:
            return (Note.OWN_UNIT_STAYS, 0) if row.own else (None, counted & row.foreign_supporters)
        if kind == "prevent" and units != 1 + counted.bit_count():
            if row.own_attack_void:
                rows = with_fields(rows, unit, own_attack_void=0)
                if law_of(rows).prevent_strength(rows, unit, true, false)[0] != units:
                    return Note.VOID_AGAINST_OWN, 0
            return Note.DISLODGED_FROM_THERE, 0
        return None, counted

    def _versus(self, move: int) -> Iterator[Versus]:
        rows, row = self._rows, self._rows[move]
        battle = head_to_head(rows, move, self._true, self._false)
        attack = self.strength("attack", move, battle)
        if battle == YES:
            yield Versus(attack, self.strength("defend", row.opposite))
        if battle != YES or row.opposite != row.defender:
            yield Versus(attack, self.strength("hold", row.defender))
        for rival in bits(row.rivals):
            yield Versus(attack, self.strength("prevent", rival))

    def _possible_cut(self, support: int, mover: int) -> PossibleCut:
        rows, row, table = self._rows, self._rows[support], self.result.table
        order = self.result.order_of(mover)
        arrives = bool(self._true >> mover & 1)
        own = table.rules.functions.get("cut")
        if own is not None:
            cuts = law_of(rows).cuts(rows, support, mover, self._true, self._false) == {True}
            return PossibleCut(order, cuts, Note.BY_OWN_RULE, own[0])
        exception = table.rules["paradox_exception"] if table.rules.support_exception is not None else ""
        spared: Note | None = None
        if row.cutters >> mover & 1:
            if not path(rows, mover, self._true):
                return PossibleCut(order, False, Note.NO_CONVOY)
            if law_of(rows).cutting(rows, support, self._true, self._false) >> mover & 1:
                return PossibleCut(order, True, Note.FROM_ELSEWHERE)
            if rows[mover].fleets & row.spared:
                spared = Note.SPARED_BY_OWN_RULE if exception else Note.NEEDS_TARGET
        if row.dislodgers >> mover & 1:
            without = table.spared.get(support, {}).get(mover, 0)
            if arrives and arrives_to_cut(rows, mover, without, 0, self._true, self._false) == YES:
                return PossibleCut(order, True, Note.DISLODGES)
            spared = Note.SPARED_BY_OWN_RULE if arrives else spared or Note.FROM_TARGET
        if spared is None:
            if table.legality.power[mover] == table.legality.power[support]:
                return PossibleCut(order, False, Note.OWN_SUPPORT)
            spared = Note.SPARED_BY_OWN_RULE if exception else Note.SPARED
        return PossibleCut(order, False, spared, exception if spared is Note.SPARED_BY_OWN_RULE else "")


def explain(result: MovementResult) -> Explanations:
    """Return why each order of a solved movement phase came out as it did.

    >>> from standoff import read
    >>> result = read("FRANCE: A PAR - BUR").adjudicate().phase_result
    >>> explain(result)[result.orders[0]].versus[0].exceeds
    True
    """
    return Explanations(result)
