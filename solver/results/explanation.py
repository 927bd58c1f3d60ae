"""Why each order came out as it did: the strengths compared, their parts, and the orders behind them.

Everything is read off the solved table with the functions of `equations`; no rule is stated a second time. Each
explanation names the orders that it rests on, and they have explanations of their own: a chain down to orders that
stand by themselves. `faults` holds explanations against the equations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ...map.masks import bits
from ..law.accounts import cutting
from ..law.equations import (
    BY_LAND,
    CONVOYS,
    MOVES,
    NO,
    SUPPORTS,
    YES,
    attack_strength,
    defend_strength,
    head_to_head,
    hold_strength,
    leaves,
    path,
    prevent_strength,
    rests_on,
    route,
    support_holds,
)
from ..law.reasons import Reason
from ..law.records import with_fields
from ..orders.order import Order
from ..plain.paradox import ParadoxKind
from ..rulebook import Rulebook, option
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
    """Return where the rule behind a reason stands, with the choice of the rulebook where it is a matter of one.

    >>> from standoff.solver import rulebook
    >>> sources_of(Reason.STANDOFF, rulebook("1982"))
    ('DATC 5.B.6', '1982 VIII', '2000 rule 3')
    """
    found, name = reason.sources, reason.option
    if not name:
        return found
    choice = rules[name]
    sources = () if name in rules.own_rules else sources_of_choice(name, choice)
    return (*dict.fromkeys((*found, *sources)), f"{name}={choice}")


def sources_of_choice(name: str, choice: str) -> tuple[str, ...]:
    """Return where the rule that a choice of an option stands for is written.

    >>> sources_of_choice("paradox_exception", "any-action")
    ('DATC 4.A.2', '1982 XII.5')
    """
    issue = option(name).issue
    source = _CHOICE_SOURCES.get(f"{name}={choice}")
    found = (f"DATC {issue}" if issue[:1].isdigit() else issue,)
    return (*found, source) if source else found


@dataclass(frozen=True, slots=True)
class Wording:
    """How explanations are put into words: single phrases, orders, and the reason of a result.

    >>> ENGLISH.say("attack")
    'attack'
    """

    say: Callable[[str], str]
    order: Callable[[Order], str]
    reason: Callable[[OrderResult], str]


ENGLISH = Wording(say=str, order=str, reason=lambda found: found.text)
"""The words as they stand in this module, orders in the notation of the `diplomacy` package."""


@dataclass(frozen=True, slots=True)
class Part:
    """A support in a strength: the order, whether it counts, and why not.

    >>> from standoff.map import ARMY
    >>> from standoff.solver import Support, UnitName
    >>> Part(Support("FRANCE", UnitName("MAR", ARMY), UnitName("PAR", ARMY), "BUR"), False, "cut").why_not
    'cut'
    """

    order: Order
    counts: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Strength:
    """A solved strength with its parts.

    Attributes:
        kind: ``"attack"``, ``"defend"``, ``"prevent"`` or ``"hold"``.
        units: Its value, in units.
        of: The order of the unit that has it; None for an empty province.
        parts: The supports given for it, those that do not count included.
        note: Why it is not one plus the supports that count, where it is not.

    >>> print(Strength("hold", 0, None))
    hold 0 (the province is empty)
    """

    kind: str
    units: int
    of: Order | None
    parts: tuple[Part, ...] = ()
    note: str = ""

    def text(self, wording: Wording) -> str:
        """Return the strength and its parts in words."""
        say = wording.say
        if self.of is None:
            return f"{say(self.kind)} 0 ({say('the province is empty')})"
        counted = [wording.order(part.order) for part in self.parts if part.counts]
        text = f"{say(self.kind)} {self.units}: {' + '.join((wording.order(self.of), *counted))}"
        if self.note:
            return f"{text} ({say(self.note)})"
        lost = [f"{wording.order(part.order)} ({say(part.why_not)})" for part in self.parts if not part.counts]
        return text + (f", {say('without')} {', '.join(lost)}" if lost else "")

    def __str__(self) -> str:
        return self.text(ENGLISH)


@dataclass(frozen=True, slots=True)
class Versus:
    """An attack compared with one strength that it must exceed.

    >>> from standoff import read
    >>> found = read("6.F.14").adjudicate().phase_result
    >>> versus = explain(found)[found.orders[1]].versus[0]
    >>> versus.exceeds, versus.attack.units, versus.against.units
    (True, 2, 1)
    """

    attack: Strength
    against: Strength

    @property
    def exceeds(self) -> bool:
        """True if the attack is greater."""
        return self.attack.units > self.against.units

    def text(self, wording: Wording) -> str:
        """Return the comparison in words."""
        sign = ">" if self.exceeds else "<="
        return (
            f"{self.attack.units} {sign} {self.against.units}; "
            f"{self.attack.text(wording)}; {self.against.text(wording)}"
        )

    def __str__(self) -> str:
        return self.text(ENGLISH)


@dataclass(frozen=True, slots=True)
class PossibleCut:
    """A move into the province of a supporting unit: whether it cuts the support, and why or why not.

    >>> from standoff import read
    >>> found = read("FRANCE: A PAR S A MAR - BUR, A MAR - BUR\\nGERMANY: A PIC - PAR").adjudicate().phase_result
    >>> cut = explain(found)[found.orders[0]].possible_cuts[0]
    >>> str(cut.order), cut.cuts, cut.why
    ('A PIC - PAR', True, 'it comes from another province')
    """

    order: Order
    cuts: bool
    why: str


@dataclass(frozen=True, slots=True)
class Leg:
    """A fleet ordered to convoy the army: whether its convoy stands.

    >>> from standoff import read
    >>> found = read("ENGLAND: F NTH C A YOR - BEL, A YOR - BEL").adjudicate().phase_result
    >>> leg = explain(found)[found.orders[1]].legs[0]
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
        sources: Where the rule stands.
        core: The core of the paradox whose settlement decided it.
        resolutions: How many consistent resolutions that paradox has.
        obstacles: For a move that fails: everything that would keep it out alone.

    >>> from standoff import read
    >>> found = read("FRANCE: A PAR - BUR").adjudicate().phase_result
    >>> print(explain(found)[found.orders[0]])
    A PAR - BUR: moves; the province is empty, and no other unit gets there [DATC 5.B.1; 1982 VII; 2000 rule 2]
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
        """True for a move that fails for several causes, each of which would do alone."""
        return len(self.obstacles) > 1

    def details(self, wording: Wording = ENGLISH) -> tuple[str, ...]:
        """Return what was compared, a line each."""
        say, order = wording.say, wording.order
        lines = [f"{'' if leg.stands else say('broken') + ': '}{order(leg.order)}" for leg in self.legs]
        if self.core:
            count = f"{say('consistent resolutions')}: {self.resolutions}"
            lines.append(f"{count}; {say('core')}: {'; '.join(map(order, self.core))}")
        lines.extend(versus.text(wording) for versus in self.versus)
        if self.overdetermined:
            alone = "; ".join(_obstacle_text(one, wording) for one in self.obstacles)
            lines.append(f"{say('overdetermined, each of these alone would stop it')}: {alone}")
        lines.extend(
            f"{order(cut.order)}: {say('cuts' if cut.cuts else 'does not cut')}, {say(cut.why)}"
            for cut in self.possible_cuts
        )
        return tuple(lines)

    def head(self, wording: Wording = ENGLISH) -> str:
        """Return order, outcome, reason and sources in a line."""
        found = self.result
        words = [wording.say(str(word)) for word in found.words]
        why = wording.reason(found).removeprefix(f"{words[0]}: ")  # "illegal; illegal: …" says it twice
        return f"{wording.order(found.order)}: {', '.join(words)}; {why} [{'; '.join(self.sources)}]"

    def __str__(self) -> str:
        return self.head()


def _obstacle_text(obstacle: Obstacle, wording: Wording) -> str:
    if obstacle.kind == "convoy":
        return wording.say("no convoy brings it there")
    text = wording.order(obstacle.orders[0])
    return text if obstacle.kind == "prevent" else f"{text} ({wording.say('the unit there')})"


class Explanations:
    """The explanations of a solved movement phase. Iteration goes over them in the order of the result.

    Args:
        result: The solved phase.

    >>> from standoff import read
    >>> found = read("6.F.14").adjudicate().phase_result
    >>> explain(found)
    <Explanations of 4 orders>
    """

    def __init__(self, result: MovementResult) -> None:
        self.result = result
        self._rows = result.table.rows
        self._true, self._false = result.solution.true, result.solution.false
        self._by_order: dict[Order, Explanation] = {}
        units = {id(found.order): unit for unit, found in self._units()}
        self._all: list[Explanation] = []
        for found in result:
            explanation = self._explain(found, units.get(id(found.order), -1))
            self._all.append(explanation)
            self._by_order.setdefault(found.order, explanation)

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
            KeyError: It is none.
        """
        return self._by_order[order]

    def __repr__(self) -> str:
        return f"<Explanations of {len(self)} orders>"

    # -- making them --------------------------------------------------------------------------------

    def _explain(self, found: OrderResult, unit: int) -> Explanation:
        sources = sources_of(found.reason, self.result.assignment.rules)
        causes = set(found.by)
        if unit < 0 or self.result.table.void[unit]:
            return Explanation(found, causes=self._sorted(causes), sources=sources)
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
            causes.update(cut.order for cut in possible_cuts if cut.cuts or not found.success)
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
                paradox.component >> unit & 1 or rests_on(self._rows, unit) & forced
            ):
                # the rule that settled the paradox decided on this order, too
                rule = sources_of(self.result.record.reason(bits(forced)[0]), self.result.assignment.rules)
                sources = tuple(dict.fromkeys((*sources, *rule)))
                causes.update(self.result.order_of(other) for other in bits(forced))
        standing = obstacles(self.result, self.result.table.order_of[unit]) if kind == MOVES else ()
        causes.update(order for one in standing for order in one.orders)
        causes.discard(found.order)
        return Explanation(found, versus, possible_cuts, legs, self._sorted(causes), sources, core, count, standing)

    def _sorted(self, orders: set[Order]) -> tuple[Order, ...]:
        place = {order: number for number, order in enumerate(self.result.orders)}
        return tuple(sorted(orders, key=lambda order: (place.get(order, len(place)), str(order))))

    def _legs(self, move: int) -> tuple[Leg, ...]:
        if self._rows[move].way == BY_LAND:
            return ()
        return tuple(Leg(self.result.order_of(f), bool(self._true >> f & 1)) for f in bits(self._rows[move].fleets))

    def _parts(self, unit: int, counted: int, why_not: str) -> tuple[Part, ...]:
        """Return the supports of `unit`; those given but not in the mask `counted` are left out for `why_not`."""
        parts: list[Part] = []
        for supporter in bits(self._rows[unit].supporters):
            given = self._true >> supporter & 1
            reason = "" if counted >> supporter & 1 else why_not if given else "cut"
            parts.append(Part(self.result.order_of(supporter), not reason, reason))
        return tuple(parts)

    def attack(self, move: int, battle: int) -> Strength:
        """Return the attack strength of unit number `move`; `battle` is its head-to-head, YES or NO."""
        rows, row = self._rows, self._rows[move]
        units = attack_strength(rows, move, battle, self._true, self._false)[0]
        order = self.result.order_of(move)
        if not path(rows, move, self._true):
            return Strength("attack", units, order, note="no convoy brings it there")
        counted = row.supporters & self._true
        if leaves(rows, move, battle, self._true, self._false) == NO:
            if row.own:
                return Strength("attack", units, order, note="a unit of the same power stays there")
            counted &= row.foreign_supporters
        return Strength("attack", units, order, self._parts(move, counted, "of the power of the unit attacked"))

    def defend(self, move: int) -> Strength:
        """Return the defend strength of unit number `move`."""
        units = defend_strength(self._rows, move, self._true, self._false)[0]
        parts = self._parts(move, self._rows[move].supporters & self._true, "")
        return Strength("defend", units, self.result.order_of(move), parts)

    def prevent(self, move: int) -> Strength:
        """Return the prevent strength of unit number `move`."""
        units = prevent_strength(self._rows, move, self._true, self._false)[0]
        order = self.result.order_of(move)
        counted = self._rows[move].supporters & self._true
        if not path(self._rows, move, self._true):
            return Strength("prevent", units, order, note="no convoy brings it there")
        if units != 1 + counted.bit_count():
            note = "dislodged by the unit that comes from there"
            if self._rows[move].own_attack_void:
                rows = with_fields(self._rows, move, own_attack_void=0)
                if prevent_strength(rows, move, self._true, self._false)[0] != units:
                    note = "orders against a unit of the same power count for nothing"
            return Strength("prevent", units, order, note=note)
        return Strength("prevent", units, order, self._parts(move, counted, ""))

    def hold(self, unit: int) -> Strength:
        """Return the hold strength of the province of unit number `unit`, -1 for an empty one."""
        units = hold_strength(self._rows, unit, self._true, self._false)[0]
        if unit < 0:
            return Strength("hold", 0, None)
        order = self.result.order_of(unit)
        if self._rows[unit].kind == MOVES:
            left = bool(self._true >> unit & 1)
            note = "the unit leaves" if left else "a unit that was to move is not supported in holding"
            return Strength("hold", units, order, note=note)
        return Strength("hold", units, order, self._parts(unit, self._rows[unit].supporters & self._true, ""))

    def _versus(self, move: int) -> Iterator[Versus]:
        rows, row = self._rows, self._rows[move]
        battle = head_to_head(rows, move, self._true, self._false)
        attack = self.attack(move, battle)
        if battle == YES:
            yield Versus(attack, self.defend(row.opposite))
        if battle != YES or row.opposite != row.defender:
            yield Versus(attack, self.hold(row.defender))
        for rival in bits(row.rivals):
            yield Versus(attack, self.prevent(rival))

    def _possible_cut(self, support: int, mover: int) -> PossibleCut:
        rows, row, table = self._rows, self._rows[support], self.result.table
        order = self.result.order_of(mover)
        arrives = bool(self._true >> mover & 1)
        spared = ""
        if row.cutters >> mover & 1:
            if not path(rows, mover, self._true):
                return PossibleCut(order, False, "no convoy brings it there")
            if cutting(rows, support, self._true, self._false) >> mover & 1:
                return PossibleCut(order, True, "it comes from another province")
            if rows[mover].fleets & row.spared:
                spared = "its convoy needs the fleet that the support is aimed at"
        if row.dislodgers >> mover & 1:
            if arrives:
                return PossibleCut(order, True, "it dislodges the unit")
            return PossibleCut(order, False, spared or "it comes from the province that the support is directed at")
        if spared:
            return PossibleCut(order, False, spared)
        if table.legality.power[mover] == table.legality.power[support]:
            return PossibleCut(order, False, "no power cuts its own support")
        if table.rules.support_exception is not None:
            return PossibleCut(order, False, f"the rule {table.rules['paradox_exception']!r} spares the support")
        return PossibleCut(order, False, "the paradox rule spares the support")

    # -- showing them -------------------------------------------------------------------------------

    def tree(self, explanation: Explanation, *, full: bool = False, wording: Wording = ENGLISH) -> list[str]:
        """Return an explanation as lines; with `full` every cause with its own causes below it, each once."""
        lines: list[str] = []
        seen: set[Order] = set()

        def show(one: Explanation, depth: int) -> None:
            indent = "  " * depth
            seen.add(one.result.order)
            lines.append(indent + one.head(wording))
            lines.extend(f"{indent}    {detail}" for detail in one.details(wording))
            if depth and not full:
                return
            for cause in one.causes:
                found = self._by_order.get(cause)
                if found is None:
                    lines.append(f"{indent}  {wording.order(cause)}")
                elif cause in seen:
                    lines.append(f"{indent}  {wording.order(cause)}: {wording.say('see above')}")
                else:
                    show(found, depth + 1)

        show(explanation, 0)
        return lines

    def as_object(self, explanation: Explanation) -> dict[str, Any]:
        """Return an explanation as an object for JSON; causes are named, to be looked up among the others."""

        def strength(one: Strength) -> dict[str, Any]:
            return {
                "kind": one.kind,
                "units": one.units,
                "of": None if one.of is None else str(one.of),
                "supports": [
                    {"order": str(part.order), "counts": part.counts, "why_not": part.why_not} for part in one.parts
                ],
                "note": one.note,
            }

        found = explanation.result
        return {
            "order": str(found.order),
            "power": found.order.power,
            "success": found.success,
            "outcome": str(found.outcome),
            "reason": found.text,
            "sources": list(explanation.sources),
            "compared": [
                {"attack": strength(v.attack), "against": strength(v.against), "exceeds": v.exceeds}
                for v in explanation.versus
            ],
            "moves_in": [{"order": str(e.order), "cuts": e.cuts, "why": e.why} for e in explanation.possible_cuts],
            "obstacles": [
                {"kind": one.kind, "orders": [str(order) for order in one.orders]} for one in explanation.obstacles
            ],
            "overdetermined": explanation.overdetermined,
            "core": [str(order) for order in explanation.core],
            "convoy": [{"order": str(leg.order), "stands": leg.stands} for leg in explanation.legs],
            "causes": [str(cause) for cause in explanation.causes],
        }


def explain(result: MovementResult) -> Explanations:
    """Return why each order of a solved movement phase came out as it did.

    >>> from standoff import read
    >>> found = read("FRANCE: A PAR - BUR").adjudicate().phase_result
    >>> print(*explain(found).tree(explain(found)[found.orders[0]]), sep="\\n")
    A PAR - BUR: moves; the province is empty, and no other unit gets there [DATC 5.B.1; 1982 VII; 2000 rule 2]
        1 > 0; attack 1: A PAR - BUR; hold 0 (the province is empty)
    """
    return Explanations(result)


def faults(explanations: Explanations) -> list[str]:
    """Return a sentence for every point in which an explanation contradicts the equations; none are expected.

    Checked are: each strength is the solved one and the sum of its parts; a support that counts lowers the strength
    when it is taken away; success and comparisons agree; who is said to cut does cut, and without them the support
    stands; a convoy said to be broken would arrive if the broken fleets had stayed.

    >>> from standoff import read
    >>> faults(explain(read("6.F.14").adjudicate().phase_result))
    []
    """
    result = explanations.result
    table, rows = result.table, result.table.rows
    true, false = result.solution.true, result.solution.false
    forced = 0
    for paradox in result.solution.paradoxes:
        forced |= paradox.forced_true | paradox.forced_false
    found: list[str] = []
    for unit, number in enumerate(table.order_of):
        if number < 0 or table.illegal[number] is not None or table.void[unit]:
            continue
        explanation = explanations[table.orders[number]]
        name = str(table.orders[number])
        row = rows[unit]
        if row.kind == MOVES:
            for versus in explanation.versus:
                for strength in (versus.attack, versus.against):
                    if strength.of is not None and not strength.note:
                        if strength.units != 1 + sum(part.counts for part in strength.parts):
                            found.append(f"{name}: {strength} is not the sum of its parts")
                        found.extend(_unneeded(explanations, strength))
            arrives = all(versus.exceeds for versus in explanation.versus)
            if arrives != bool(true >> unit & 1) and not forced >> unit & 1:
                found.append(f"{name}: its comparisons say {arrives}, the solution {not arrives}")
            broken = sum(1 << f for f in bits(row.fleets) if not true >> f & 1)
            if explanation.result.reason is Reason.CONVOY_DISRUPTED and not route(rows, unit, true | broken):
                found.append(f"{name}: it would not arrive even with its convoys whole")
        elif row.kind == SUPPORTS and not forced >> unit & 1:
            cutting = [cut for cut in explanation.possible_cuts if cut.cuts]
            if bool(cutting) == bool(true >> unit & 1):
                found.append(f"{name}: who is said to cut it does not agree with whether it is given")
            blamed = sum(
                1 << mover for mover in bits(row.incoming) if result.order_of(mover) in [e.order for e in cutting]
            )
            spared = {"cutters": row.cutters & ~blamed, "dislodgers": row.dislodgers & ~blamed}
            without = with_fields(rows, unit, **spared)
            if support_holds(without, unit, true, false) != YES:
                found.append(f"{name}: without those blamed it would be cut all the same")
    return found


def _unneeded(explanations: Explanations, strength: Strength) -> Iterator[str]:
    """Yield a sentence for each support said to count without which the strength would be the same."""
    result = explanations.result
    rows, table = result.table.rows, result.table
    true, false = result.solution.true, result.solution.false
    assert strength.of is not None
    unit = next(u for u in range(len(table.order_of)) if result.order_of(u) == strength.of)
    for part in strength.parts:
        if not part.counts:
            continue
        supporter = next((u for u in bits(rows[unit].supporters) if result.order_of(u) == part.order), -1)
        if supporter < 0:
            yield f"{part.order}: gives no support to {strength.of}"
            continue
        bit = 1 << supporter
        less_true, less_false = true & ~bit, false | bit
        if strength.kind == "hold":
            units = hold_strength(rows, unit, less_true, less_false)[0]
        elif strength.kind == "defend":
            units = defend_strength(rows, unit, less_true, less_false)[0]
        elif strength.kind == "prevent":
            units = prevent_strength(rows, unit, less_true, less_false)[0]
        else:
            battle = head_to_head(rows, unit, true, false)
            units = attack_strength(rows, unit, battle, less_true, less_false)[0]
        if units != strength.units - 1:
            yield f"{part.order}: {strength} would not change without it"
