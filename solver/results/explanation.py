"""Why each order came out as it did: the strengths compared, their parts, and the orders behind them.

Everything is read off the solved table with the functions of `equations`; no rule is stated a second time. Each
explanation names the orders that it rests on, and they have explanations of their own: a chain down to orders that
stand by themselves. All are values; `standoff.text.explaining` puts them into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ...map import bits, repr_as
from ..law.equations import (
    BY_CONVOY,
    BY_LAND,
    CONVOYS,
    MOVES,
    NO,
    OPEN,
    SUPPORTS,
    YES,
    arrives_to_cut,
    goes_by_sea,
    head_to_head,
    leaves,
    path,
    route,
)
from ..law.reasons import REASONS, Note
from ..law.records import Rows, with_fields
from ..order import Order
from ..plain.house_equations import law_of
from ..plain.paradox import ParadoxKind
from .citations import sources_of
from .outcome import MovementResult
from .results import OrderResult


class Part(NamedTuple):
    """A support in a strength: the order, and why it does not count; None if it counts."""

    order: Order
    why_not: Note | None = None

    @property
    def counts(self) -> bool:
        """True if it counts."""
        return self.why_not is None


class CountedStrength(NamedTuple):
    """A solved strength with its parts.

    Attributes:
        kind: ``"attack"``, ``"defend"``, ``"prevent"`` or ``"hold"``.
        units: Its value, in units.
        of: The order of the unit that has it; None for an empty province.
        parts: The supports given for it, those that do not count included.
        note: Why it is not one plus the supports that count, where it is not.
        rule: The name of the user's house rule that decides it, if one does.
    """

    kind: str
    units: int
    of: Order | None
    parts: tuple[Part, ...] = ()
    note: Note | None = None
    rule: str = ""


class Versus(NamedTuple):
    """An attack compared with one strength that it must exceed."""

    attack: CountedStrength
    against: CountedStrength

    @property
    def exceeds(self) -> bool:
        """True if the attack is greater."""
        return self.attack.units > self.against.units


class PossibleCut(NamedTuple):
    """A move into the province of a supporting unit: whether it cuts the support, and why or why not.

    `rule` is the name of the user's house rule that decides it, if one does.
    """

    order: Order
    cuts: bool
    why: Note
    rule: str = ""


class ConvoyFleet(NamedTuple):
    """A fleet ordered to convoy the army: whether its convoy stands."""

    order: Order
    stands: bool


class Obstacle(NamedTuple):
    """One thing that would keep a move out if nothing else did.

    Attributes:
        kind: ``"convoy"``: no convoy brings the army there; ``"hold"``: the unit at the destination, which does not
            leave; ``"defend"``: the opponent in a head-to-head battle; ``"prevent"``: another move to the province.
        orders: The order of the unit behind it; for a convoy those that fail, none if no chain of fleets was ordered.
    """

    kind: str
    orders: tuple[Order, ...]


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
    >>> result = read("FRANCE: A PAR S A MAR - BUR, A MAR - BUR\\nGERMANY: A PIC - PAR").adjudicate().phase_result
    >>> support, move, _ = explain(result)
    >>> str(support.possible_cuts[0].order), support.possible_cuts[0].why, support.sources[0]
    ('A PIC - PAR', Note.FROM_ELSEWHERE, 'DATC 5.B.2')
    >>> versus = move.versus[0]
    >>> versus.exceeds, versus.attack.units, versus.against.units, versus.attack.parts[0].why_not
    (True, 1, 0, Note.CUT)
    """

    result: OrderResult
    versus: tuple[Versus, ...] = ()
    possible_cuts: tuple[PossibleCut, ...] = ()
    legs: tuple[ConvoyFleet, ...] = ()
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
        return repr_as(self, str(self.result))


class Explanations:
    """The explanations of a solved movement phase. Iteration goes over them in the order of the result.

    Args:
        result: The solved phase.
    """

    def __init__(self, result: MovementResult) -> None:
        self.result = result
        self._rows = result.table.rows
        self._true, self._false = result.solution.true, result.solution.false
        table = result.table
        numbers = {
            id(table.orders[number]): unit
            for unit, number in enumerate(table.order_of)
            if number >= 0 and table.illegal[number] is None
        }
        self._all = [self._explain(one, numbers.get(id(one.order), -1)) for one in result]
        self._by_order = {one.result.order: one for one in reversed(self._all)}

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
        legs: tuple[ConvoyFleet, ...] = ()
        if kind == MOVES:
            legs = self._legs(unit)
            versus = tuple(self._versus(unit))
            for one in [v for v in versus if not v.exceeds] or versus:
                causes.update(part.order for part in (*one.attack.parts, *one.against.parts))
                if one.against.of is not None:
                    causes.add(one.against.of)
            causes.update(leg.order for leg in legs if leg.stands == path(self._rows, unit, self._true))
        elif kind == SUPPORTS:
            possible_cuts = tuple(self._possible_cut(unit, mover) for mover in bits(self._rows[unit].incoming))
            causes.update(cut.order for cut in possible_cuts if cut.cuts or not result.success)
        elif kind == CONVOYS:
            causes.update(self.result.assignment.orders_in(self._rows[unit].incoming))
        core, count = (), 0
        for paradox in self.result.paradoxes:
            forced = paradox.forced_true | paradox.forced_false
            if forced >> unit & 1:
                core, count = self.result.assignment.orders_in(paradox.core), len(paradox.resolutions)
                causes.update(core)
            elif paradox.kind is not ParadoxKind.CIRCULAR_MOVEMENT and (
                paradox.orders >> unit & 1 or law_of(self._rows).rests_on(self._rows, unit) & forced
            ):
                # the rule that settled the paradox decided on this order, too
                answers, _ = self.result.record.reasons()
                rule = sources_of(REASONS[answers[bits(forced)[0]].reason], self.result.assignment.rules)
                sources = tuple(dict.fromkeys((*sources, *rule)))
                causes.update(self.result.assignment.orders_in(forced))
        standing = obstacles(self.result, self.result.table.order_of[unit]) if kind == MOVES else ()
        causes.update(order for one in standing for order in one.orders)
        causes.discard(result.order)
        return Explanation(result, versus, possible_cuts, legs, self._sorted(causes), sources, core, count, standing)

    def _sorted(self, orders: set[Order]) -> tuple[Order, ...]:
        place = {order: number for number, order in enumerate(self.result.orders)}
        return tuple(sorted(orders, key=lambda order: (place.get(order, len(place)), str(order))))

    def _legs(self, move: int) -> tuple[ConvoyFleet, ...]:
        if self._rows[move].way == BY_LAND:
            return ()
        return tuple(
            ConvoyFleet(self.result.order_of(f), bool(self._true >> f & 1)) for f in bits(self._rows[move].fleets)
        )

    def _part(self, supporter: int, counts: bool) -> Part:
        why_not = Note.OF_THE_ATTACKED if self._true >> supporter & 1 else Note.CUT
        return Part(self.result.order_of(supporter), None if counts else why_not)

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
            return CountedStrength(kind, units, order, note=Note.BY_HOUSE_RULE, rule=own[0])
        note, counted = self._counted(kind, unit, battle, units)
        if note:
            return CountedStrength(kind, units, order, note=note)
        parts = (self._part(one, bool(counted >> one & 1)) for one in bits(rows[unit].supporters))
        return CountedStrength(kind, units, order, tuple(parts))

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
        battle = head_to_head(self._rows, move, self._true, self._false)
        attack = self.strength("attack", move, battle)
        for kind, unit in _opponents(self._rows, move, battle):
            yield Versus(attack, self.strength(kind, unit))

    def _possible_cut(self, support: int, mover: int) -> PossibleCut:
        rows, row, table = self._rows, self._rows[support], self.result.table
        order = self.result.order_of(mover)
        arrives = bool(self._true >> mover & 1)
        own = table.rules.functions.get("cut")
        if own is not None:
            cuts = law_of(rows).cuts(rows, support, mover, self._true, self._false) == {True}
            return PossibleCut(order, cuts, Note.BY_HOUSE_RULE, own[0])
        exception = table.rules["paradox_exception"] if "support_exception" in table.rules.functions else ""
        spared: Note | None = None
        if row.cutters >> mover & 1:
            if not path(rows, mover, self._true):
                return PossibleCut(order, False, Note.NO_CONVOY)
            if law_of(rows).cutting(rows, support, self._true, self._false) >> mover & 1:
                return PossibleCut(order, True, self._why_it_cuts(support, mover))
            if rows[mover].fleets & row.spared and goes_by_sea(rows, mover, self._true, self._false) == YES:
                needs = not route(rows, mover, self._true & ~(1 << max(row.directed_at, 0)))
                spared = Note.SPARED_BY_HOUSE_RULE if exception else Note.NEEDS_TARGET if needs else Note.SPARED
        if row.dislodgers >> mover & 1:
            without = table.spared.get(support, {}).get(mover, 0)
            if arrives and arrives_to_cut(rows, mover, without, 0, self._true, self._false) == YES:
                return PossibleCut(order, True, Note.DISLODGES)
            spared = Note.SPARED_BY_HOUSE_RULE if arrives else spared or Note.FROM_TARGET
        if spared is None:
            if table.legality.power[mover] == table.legality.power[support]:
                return PossibleCut(order, False, Note.OWN_SUPPORT)
            spared = Note.SPARED_BY_HOUSE_RULE if exception else Note.SPARED
        return PossibleCut(order, False, spared, exception if spared is Note.SPARED_BY_HOUSE_RULE else "")

    def _why_it_cuts(self, support: int, mover: int) -> Note:
        """Return why a move cuts a support by an attack, whatever becomes of the attack."""
        row = self._rows[support]
        if row.directed_at != mover:
            return Note.FROM_ELSEWHERE
        from_sea = row.cut_from_sea and row.cutters_by_sea >> mover & 1
        return Note.FROM_LAST_FLEET if from_sea else Note.ALSO_FROM_TARGET


def explain(result: MovementResult) -> Explanations:
    """Return why each order of a solved movement phase came out as it did.

    >>> from standoff import read
    >>> explain(read("6.F.14").adjudicate().phase_result)
    <Explanations of 4 orders>
    """
    return Explanations(result)


# -- what alone would stop a move --------------------------------------------------------------------------------------


def _opponents(rows: Rows, move: int, battle: int) -> Iterator[tuple[str, int]]:
    """Yield the strengths that a move must exceed, each by its kind and its unit, -1 for an empty province."""
    row = rows[move]
    if battle != NO:
        yield "defend", row.opposite
    if battle != YES or row.opposite != row.defender:
        yield "hold", row.defender
    for rival in bits(row.rivals):
        yield "prevent", rival


def obstacles(result: MovementResult, number: int) -> tuple[Obstacle, ...]:
    """Return everything that by itself would keep a failed move out: a move with several of these is overdetermined.

    Each is judged as if the others were not there: another move to the province with the one at the destination gone
    if that is an obstacle itself, both with the convoy whole. All else is as it came out. A unit at the destination
    that would have left if this move had succeeded, as one that waits in a circle, is left out.

    Args:
        result: The solved phase.
        number: The place of the order among those given.

    Returns:
        The obstacles: the convoy, who stands there, who else moves there. Empty for an order that is not a move,
        succeeds, is illegal, or was decided by a paradox rule.

    Source: DATC 3.0, 5.B.1 and 5.B.4 to 5.B.8.

    >>> from standoff import read
    >>> result = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR, A BUR H").adjudicate().phase_result
    >>> [(one.kind, *map(str, one.orders)) for one in obstacles(result, 0)]
    [('hold', 'A BUR H'), ('prevent', 'A MUN - BUR')]
    """
    table, true, false = result.table, result.solution.true, result.solution.false
    unit = table.unit_of[number]
    if unit < 0 or table.order_of[unit] != number or table.illegal[number] is not None:
        return ()
    rows, forced = table.rows, 0
    for paradox in result.paradoxes:
        forced |= paradox.forced_true | paradox.forced_false
    if rows[unit].kind != MOVES or not (false & ~forced) >> unit & 1:
        return ()
    standing = _standing(rows, unit, true, false)
    there = rows[unit].defender
    if len(standing) > 1 and ("hold", there) in standing and rows[there].kind == MOVES:
        then = _had_it_succeeded(rows, unit, table.live, true, false)
        if ("hold", there) not in _standing(rows, unit, *then):
            del standing["hold", there]  # it only waits for this move
    return tuple(Obstacle(kind, table.orders_in(behind)) for (kind, _), behind in standing.items())


def _had_it_succeeded(rows: Rows, move: int, live: int, true: int, false: int) -> tuple[int, int]:
    """Return the orders that would succeed and fail if `move` had succeeded; undecided ones are in neither."""
    law, concerned = law_of(rows), 1 << move
    before = 0
    while concerned != before:
        before = concerned
        for order in bits(live & ~concerned):
            if law.rests_on(rows, order) & concerned:
                concerned |= 1 << order
    bit = 1 << move
    return law.propagate(rows, concerned & ~bit, true & ~concerned | bit, false & ~concerned)


def _standing(rows: Rows, move: int, true: int, false: int) -> dict[tuple[str, int], int]:
    """Return the obstacles of `move` by kind and unit (-1: the convoy), with the units behind each as a mask.

    Where something is open, an obstacle is one that stands in any case.
    """
    row, law = rows[move], law_of(rows)
    behind: dict[tuple[str, int], int] = {}
    if not path(rows, move, ~false):
        behind["convoy", -1] = row.fleets & false
    if row.way == BY_CONVOY:
        rows = with_fields(rows, move, way=BY_LAND)
    battle = head_to_head(rows, move, true, false)
    ways = (YES, NO) if battle == OPEN else (battle,)

    def stopping(attack: int, *kinds: str) -> dict[tuple[str, int], int]:
        return {
            (kind, unit): 1 << unit
            for kind, unit in _opponents(rows, move, battle)
            if kind in kinds and unit >= 0 and attack <= getattr(law, f"{kind}_strength")(rows, unit, true, false)[0]
        }

    attack = max(law.attack_strength(rows, move, way, true, false)[1] for way in ways)
    there = stopping(attack, "defend", "hold")
    if battle != OPEN or len(there) == 2:
        behind |= there
    if there:
        for rival in bits(row.rivals):
            rows = with_fields(rows, rival, own_attack_void=0)
        rows = with_fields(rows, move, defender=-1, opposite=-1)
        attack = law.attack_strength(rows, move, NO, true, false)[1]
    return behind | stopping(attack, "prevent")
