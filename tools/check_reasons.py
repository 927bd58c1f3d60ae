"""Check that every stated reason is true: `python -m tools.check_reasons [--orders N] [--jobs N]`.

Random turns of every phase under random rulebooks, options and, every fourth time, house rules. Each reason, each
strength with its parts, each possible cut, each obstacle and each `why_not` is asked of the orders and the equations
(`law.equations`) anew; nothing here asks what words results (`law.accounts`, `results.explanation`). What makes an
order illegal, and which supports and convoys are void, is worked out elsewhere (`tools.agree`).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from standoff.map import ARMY, FLEET, PhaseType, load_board, province_of
from standoff.map.masks import bits
from standoff.random_turns import question, tangled_board
from standoff.solver import (
    OPTIONS,
    PRESETS,
    Build,
    Convoy,
    Disband,
    Illegal,
    Move,
    MovementResult,
    Note,
    Obstacle,
    Order,
    OrderResult,
    Outcome,
    PossibleCut,
    Reason,
    Retreat,
    Rulebook,
    RulebookError,
    Support,
    Waive,
    adjudicate_phase,
    explain,
    rulebook,
)
from standoff.solver.law.equations import NO, YES, goes_by_sea, head_to_head, linked_by, path, route
from standoff.solver.law.matching import takes_part
from standoff.solver.law.placement import Turn as LegalTurn
from standoff.solver.law.records import with_fields
from standoff.solver.phases.adjustments import distance_from_home
from standoff.solver.plain.house_equations import law_of
from standoff.solver.rules.options import ParadoxBackup
from standoff.turn.turn import Turn
from tools.random_house_rules import drawn
from tools.shared import Compared, command_line, in_blocks_until

BLOCK = 100
"""Turns that a process takes at a time."""

ABOUT_CUTS = ("convoyed_attack_from", "cut_by_own_target", "paradox_exception", "adjacent_convoy")
"""The options that say which attacks cut a support, and from where they come."""

CUT_REASONS = (Reason.CUT_BY_ATTACK, Reason.CUT_BY_TARGET, Reason.CUT_FROM_SEA, Reason.CUT_BY_DISLODGEMENT)


class Movement:
    """A solved movement phase, and what its orders and the equations say of it."""

    def __init__(self, result: MovementResult) -> None:
        self.result, table = result, result.table
        self.table, self.rows, self.rules = table, table.rows, table.rules
        self.law = law_of(table.rows)
        self.true = result.solution.true
        self.false = table.live & ~self.true
        self.legal_orders, legality = table.legal_orders, table.legality
        self.province, self.at, self.power = legality.province, legality.at, [unit.power for unit in table.units]
        self.moves = [unit for unit in bits(table.live) if isinstance(table.carried_out(unit), Move)]
        self.hooks = table.rules.functions
        self.own_cut = "cut" in self.hooks
        self.brannan = self.rules["convoyed_attack_from"] == "last-fleet"
        self.forced: dict[int, str] = {}
        for paradox in result.solution.paradoxes:
            for unit in bits(paradox.forced_true | paradox.forced_false):
                self.forced[unit] = paradox.settled_by

    # -- what the orders say ----------------------------------------------------------------------

    def succeeds(self, unit: int) -> bool:
        """Return whether the order of a unit succeeds."""
        return bool(self.true >> unit & 1)

    def goal(self, move: int) -> int:
        """Return the province that a move goes to."""
        return self.legal_orders[move].destination

    def there(self, move: int) -> int:
        """Return the unit at the destination of a move, -1 for none."""
        return self.at[self.goal(move)]

    def into(self, unit: int) -> list[int]:
        """Return the moves into the province of a unit."""
        return [move for move in self.moves if self.goal(move) == self.province[unit]]

    def rivals(self, move: int) -> list[int]:
        """Return the other moves to the destination of a move."""
        return [one for one in self.moves if one != move and self.goal(one) == self.goal(move)]

    def kind(self, unit: int) -> type:
        """Return what a unit does: the class of its order, `object` for a hold or an order that does not count."""
        order = self.table.carried_out(unit)
        counts = self.table.live >> unit & 1
        return type(order) if counts and isinstance(order, Move | Support | Convoy) else object

    def supports(self, unit: int) -> list[int]:
        """Return the supports that count as orders for what a unit does."""
        given = [
            one for one in bits(self.table.live) if self.kind(one) is Support and self.legal_orders[one].target == unit
        ]
        goal = self.goal(unit) if self.kind(unit) is Move else -1
        return [one for one in given if self.legal_orders[one].destination == goal]

    def attacker(self, unit: int) -> int:
        """Return who dislodges a unit, -1 for nobody."""
        if self.kind(unit) is Move and self.succeeds(unit):
            return -1
        return next((move for move in self.into(unit) if self.succeeds(move)), -1)

    def leaves(self, unit: int) -> bool:
        """Return whether a unit leaves its province."""
        return self.kind(unit) is Move and self.succeeds(unit)

    def follows(self, unit: int) -> bool:
        """Return whether a unit was to move and stays."""
        return self.kind(unit) is Move and not self.succeeds(unit)

    # -- what the equations say -------------------------------------------------------------------

    def battle(self, move: int) -> bool:
        """Return whether a move fights a head-to-head battle."""
        return head_to_head(self.rows, move, self.true, self.false) == YES

    def strength(self, kind: str, unit: int, *changed: int) -> int:
        """Return a strength once all is known, or with what succeeds and fails changed."""
        if unit < 0:
            return 0
        true, false = changed or (self.true, self.false)
        ways = (head_to_head(self.rows, unit, true, false) if not changed else NO,) if kind == "attack" else ()
        least, most = getattr(self.law, f"{kind}_strength")(self.rows, unit, *ways, true, false)
        assert changed or least == most, (kind, unit, least, most)
        return least

    def arrives(self, move: int) -> bool:
        """Return whether a move gets to the border of its destination."""
        return path(self.rows, move, self.true)

    def by_sea(self, move: int) -> bool:
        """Return whether a move goes over the sea."""
        return goes_by_sea(self.rows, move, self.true, self.false) == YES

    def resistance(self, move: int) -> int:
        """Return what a move must exceed at its destination."""
        held = self.strength("hold", self.there(move))
        if not self.battle(move):
            return held
        opponent = self.opponent(move)
        defended = self.strength("defend", opponent)
        return defended if opponent == self.there(move) else max(defended, held)

    def opponent(self, move: int) -> int:
        """Return whom a move meets in a head-to-head battle."""
        return self.rows[move].opposite

    # -- cuts -------------------------------------------------------------------------------------

    def acts_on(self, support: int) -> int:
        """Return the province that a support acts on."""
        order = self.legal_orders[support]
        return order.destination if order.destination >= 0 else self.province[order.target]

    def excepted(self, support: int, army: int) -> bool:
        """Return whether the paradox exception of the rulebook concerns an army's attack on a support."""
        choice = self.rules["paradox_exception"]
        attacks = self.legal_orders[support].destination >= 0
        fleet = self.at[self.acts_on(support)]
        if fleet < 0 or self.kind(fleet) is not Convoy:
            return False
        if choice == "any-action":
            return True
        if choice == "attack-on-own-convoy":
            mine = attacks and self.legal_orders[fleet].target == army
            turn = LegalTurn(
                self.table.board.tables, self.rules.numbers, self.table.legality.placement, self.legal_orders
            )
            return mine and bool(takes_part(turn, self.rows[army].fleets, army, fleet))
        needed = self.legal_orders[fleet].target == army and not route(self.rows, army, ~(1 << fleet))
        return choice == "attack-on-necessary" and attacks and needed

    def necessary(self, support: int, army: int) -> bool:
        """Return whether an army needs, as things are, the fleet where a support is directed."""
        fleet = self.at[self.acts_on(support)]
        return (
            fleet >= 0
            and bool(self.rows[army].fleets >> fleet & 1)
            and not route(self.rows, army, self.true & ~(1 << fleet))
        )

    def spared(self, support: int, move: int) -> bool:
        """Return whether a paradox exception keeps a move, as it goes, from cutting a support."""
        if "support_exception" in self.hooks or not self.by_sea(move):
            return False
        if self.rules["paradox_exception"] == "attack-on-necessary":
            fleet = self.at[self.acts_on(support)]
            convoys = fleet >= 0 and self.kind(fleet) is Convoy and self.legal_orders[support].destination >= 0
            return convoys and self.necessary(support, move)
        return self.excepted(support, move)

    def from_target(self, support: int, move: int) -> bool:
        """Return whether an attack comes from the province that a support acts on."""
        if self.brannan and self.by_sea(move):
            fleet = self.at[self.acts_on(support)]
            return fleet >= 0 and self.kind(fleet) is Convoy and self.necessary(support, move)
        return self.province[move] == self.acts_on(support)

    def cuts_by_attack(self, support: int, move: int) -> bool:
        """Return whether a move cuts a support whatever becomes of it."""
        if self.power[move] == self.power[support] or not self.arrives(move) or self.spared(support, move):
            return False
        choice = self.rules["cut_by_own_target"]
        allowed = choice == "cut" or (choice == "cut-by-convoy" and self.by_sea(move))
        started_there = self.province[move] == self.acts_on(support)
        return not self.from_target(support, move) or (allowed and started_there)

    def cuts(self, support: int, move: int) -> bool:
        """Return whether a move cuts a support, by an attack or by dislodging the unit."""
        if self.own_cut:
            return bool(self.law.cuts(self.rows, support, move, self.true, self.false) == {True})
        dislodges = self.succeeds(move) and self.power[move] != self.power[support] and not self.spared(support, move)
        return self.cuts_by_attack(support, move) or dislodges

    def known_cuts(self) -> bool:
        """Return whether cuts follow from the rulebook, and not from an own exception."""
        return "support_exception" not in self.hooks


Claim = tuple[str, bool]


def reason_claims(turn: Movement, one: OrderResult, unit: int) -> Iterator[Claim]:
    """Yield what the reason of an order that counts says, and whether it is so."""
    reason, said = one.reason, dict(one.strengths)
    by = _units(turn, one)
    if unit in turn.forced:
        yield from settled_claims(turn, one, unit, by)
        return
    yield "decided by a rule", reason not in (Reason.SZYKMAN, Reason.ALL_HOLD, Reason.UNRESOLVED, Reason.ALL_FAIL)
    yield "success", one.success == (turn.succeeds(unit) if turn.table.live >> unit & 1 else turn.attacker(unit) < 0)
    kind = turn.kind(unit)
    if kind is Move:
        yield from move_claims(turn, one, unit, by, said)
    elif kind is Support:
        yield from support_claims(turn, one, unit, by)
    elif kind is Convoy:
        attackers = [move for move in turn.into(unit) if turn.succeeds(move)]
        yield "the fleet", reason is (Reason.FLEET_DISLODGED if attackers else Reason.FLEET_STAYS)
        yield "who dislodges it", not attackers or by == attackers
    else:
        into, attacker = turn.into(unit), turn.attacker(unit)
        right = Reason.STANDS if not into else Reason.STANDS_FAST if attacker < 0 else Reason.DISLODGED
        yield "the hold", reason is right
        if into:
            yield "hold strength", said["hold"] == turn.strength("hold", unit)
        if reason is Reason.DISLODGED:
            yield "who dislodges it", by == [attacker]
            yield "attack strength", said["attack"] == turn.strength("attack", attacker)
            yield "it exceeds", said["attack"] > said["hold"] or bool(turn.hooks)
        if reason is Reason.STANDS_FAST:
            yield "who is behind it", {*by} == {*into, *(s for s in turn.supports(unit) if turn.succeeds(s))}


def settled_claims(turn: Movement, one: OrderResult, unit: int, by: list[int]) -> Iterator[Claim]:
    """Yield the claims of the reason of an order that a rule decided, each with its truth."""
    settled_by, reason = turn.forced[unit], one.reason
    right = {choice.word: Reason[choice.name] for choice in ParadoxBackup}
    right |= {"all succeed": Reason.CIRCULAR, "all fail": Reason.ALL_FAIL}
    yield "the rule", reason is right.get(settled_by, Reason.PARADOX)
    if reason is Reason.PARADOX:
        yield "the house rule", str(one.rule) == settled_by
    if reason is Reason.CIRCULAR:
        yield "the circle", by == [turn.there(unit)] and turn.forced.get(by[0]) == settled_by and turn.succeeds(by[0])
    if reason is Reason.SZYKMAN:
        yield "a convoy", turn.kind(unit) is Convoy and not turn.succeeds(unit)
    if reason is Reason.CONSISTENT_OR_HOLD:
        yield "a convoy or a move", turn.kind(unit) in (Convoy, Move) and not turn.succeeds(unit)
    if reason is Reason.ALL_HOLD:
        yield "a move", turn.kind(unit) is Move and not turn.succeeds(unit)


def move_claims(turn: Movement, one: OrderResult, move: int, by: list[int], said: dict[str, int]) -> Iterator[Claim]:
    """Yield what the reason of a move says, and whether it is so."""
    reason, there, rivals = one.reason, turn.there(move), turn.rivals(move)
    attack, hold = turn.strength("attack", move), turn.resistance(move)
    prevent = max((turn.strength("prevent", rival) for rival in rivals), default=0)
    alone = there < 0 and not rivals and not turn.rows[move].way
    yield "attack strength", said["attack"] == attack or (alone and bool(turn.hooks))
    yield "hold strength", said["hold"] == hold
    yield "prevent strength", said["prevent"] == prevent
    yield "an outcome of moves", reason.outcome in (Outcome.MOVES, Outcome.BOUNCES, Outcome.NO_CONVOY)
    strongest = [rival for rival in rivals if turn.strength("prevent", rival) == prevent]
    effective = [rival for rival in rivals if turn.strength("prevent", rival) > 0]
    stays = there >= 0 and not turn.leaves(there)
    counted = [
        s for s in turn.supports(move) if turn.succeeds(s) and not (stays and turn.power[s] == turn.power[there])
    ]
    fights = turn.battle(move)
    if turn.succeeds(move):
        right: dict[Reason, tuple[bool, set[int]]] = {
            Reason.MOVES_IN: (there < 0 and prevent == 0 and hold == 0, set()),
            Reason.FOLLOWS: (there >= 0 and prevent == 0 and hold == 0, {there}),
            Reason.OUTNUMBERS: (hold == 0 and attack > prevent > 0, {*counted, *effective}),
            Reason.DISLODGES: ((stays or bool(turn.hooks)) and attack > hold > 0, {there, *counted}),
            Reason.WINS_BATTLE: (fights and attack > hold, {turn.opponent(move), *counted}),
        }
        fits, behind = right.get(reason, (False, set()))
        yield "what lets it in", fits
        yield "who is behind it", {*by} == behind or bool(turn.hooks)
        if reason is Reason.FOLLOWS:
            yield "the unit there leaves", turn.leaves(there) or bool(turn.hooks)
        return
    fleets = turn.rows[move].fleets
    if not turn.arrives(move):
        ordered = path(turn.rows, move, -1)
        broken = turn.rules["multi_route_disruption"] == "any" and linked_by(turn.rows, move, turn.true)
        right_one = (
            Reason.NO_CONVOY_ORDERED if not ordered else (Reason.ROUTE_DISRUPTED if broken else Reason.CONVOY_DISRUPTED)
        )
        yield "the convoy", reason is right_one
        yield "who is behind it", by == bits(fleets if not ordered else fleets & turn.false)
        return
    if reason is Reason.STANDOFF:
        yield (
            "the standoff",
            attack <= prevent and (attack > hold or there < 0 or turn.follows(there) or bool(turn.hooks)),
        )
        yield "who is behind it", by == strongest
    elif reason is Reason.REPELLED:
        yield "it is repelled", attack <= hold and (stays or bool(turn.hooks))
        yield "no battle", not fights or turn.opponent(move) != there or bool(turn.hooks)
    elif reason is Reason.LOSES_BATTLE:
        yield "the battle", fights and attack <= hold == turn.strength("defend", turn.opponent(move))
    elif reason is Reason.OWN_UNIT:
        yield "an own unit", stays and turn.power[there] == turn.power[move] and attack == 0
    elif reason in (Reason.BLOCKED, Reason.BARRED):
        yield from waiting_claims(turn, one, move, by)
    else:
        yield "a reason to fail", False


def waiting_claims(turn: Movement, one: OrderResult, move: int, by: list[int]) -> Iterator[Claim]:
    """Yield what the reason says of a move whose way a unit does not clear, and whether it is so."""
    there = turn.there(move)
    yield "the unit there was to move", there >= 0 and turn.follows(there)
    left = turn.true | 1 << there, turn.false & ~(1 << there)
    attack, hold = turn.strength("attack", move, *left), turn.strength("hold", there, *left)
    prevent = [turn.strength("prevent", rival, *left) for rival in turn.rivals(move)]
    if one.reason is Reason.BARRED:
        yield "it would be kept out", all(turn.strength("prevent", rival, *left) >= attack for rival in by)
        yield "by some", bool(by) and {*by} <= {*turn.rivals(move)}
        return
    yield "it would get in", attack > hold and attack > max(prevent, default=0)
    met, current = [move], there
    while current >= 0 and current not in met and current != by[0]:
        met.append(current)
        current = turn.there(current) if turn.follows(current) else -1
    yield "the chain ends there", current == by[0] and turn.follows(current)
    root = one.root
    yield "the root fails", root is not None and not root.success and root.reason is not Reason.BLOCKED


def support_claims(turn: Movement, one: OrderResult, support: int, by: list[int]) -> Iterator[Claim]:
    """Yield what the reason of a support says, and whether it is so."""
    reason, into = one.reason, turn.into(support)
    if not (turn.known_cuts() or turn.own_cut):
        yield "a reason of supports", reason.outcome in (Outcome.SUPPORTS, Outcome.CUT)
        return
    if turn.succeeds(support):
        yield "nobody cuts it", not any(turn.cuts(support, move) for move in into)
        yield "a reason to stand", reason in (Reason.GIVEN, Reason.SPARED)
        if reason is Reason.SPARED and turn.known_cuts():
            yield "the exception", all(turn.excepted(support, army) for army in by)
            yield "convoyed armies", bool(by) and all(turn.rows[army].way for army in by)
            yield "of others", all(turn.power[army] != turn.power[support] for army in by)
        return
    yield "a reason to fail", reason in CUT_REASONS
    yield "who cuts it", bool(by) and all(turn.cuts(support, move) for move in by)
    by_attack = turn.cuts_by_attack
    if reason is Reason.CUT_BY_ATTACK:
        yield "from elsewhere", not any(turn.province[move] == turn.acts_on(support) for move in by)
        yield "by an attack", turn.own_cut or all(by_attack(support, move) for move in by)
    elif reason is Reason.CUT_BY_TARGET:
        yield "from there", all(turn.province[move] == turn.acts_on(support) for move in by)
        allowed = turn.rules["cut_by_own_target"] != "not-cut" or turn.own_cut
        yield (
            "the choice",
            allowed
            and str(one.rule)
            == (
                turn.hooks["cut"][0]
                if turn.own_cut
                else str(OPTIONS["cut_by_own_target"].choices[turn.rules["cut_by_own_target"]])
            ),
        )
        yield "by an attack", turn.own_cut or all(by_attack(support, move) for move in by)
    elif reason is Reason.CUT_FROM_SEA:
        yield "from the sea", turn.brannan and all(turn.by_sea(move) for move in by)
        yield "not from there", not any(turn.from_target(support, move) for move in by)
    else:
        yield "it is dislodged", by == [turn.attacker(support)]
        yield "by that alone", turn.own_cut or not by_attack(support, by[0])


def _units(turn: Movement, one: OrderResult) -> list[int]:
    """Return the numbers of the units behind a result."""
    unit_of = {turn.result.order_of(unit): unit for unit in range(len(turn.table.units))}
    return sorted(unit_of[order] for order in one.by)


# -- explanations ------------------------------------------------------------------------------------------------------


def explanation_claims(turn: Movement, result: MovementResult) -> Iterator[tuple[str, str, bool]]:
    """Yield what the explanations of a phase say: the order, what is said, and whether it is so."""
    unit_of = {turn.result.order_of(unit): unit for unit in range(len(turn.table.units))}
    for each in explain(result):
        unit = unit_of.get(each.result.order, -1)
        if unit < 0 or each.result.reason is Reason.ILLEGAL or not turn.table.live >> unit & 1:
            continue
        text = str(each.result.order)
        if turn.kind(unit) is Move:
            sought = {("prevent", rival) for rival in turn.rivals(unit)}
            fights, there = turn.battle(unit), turn.there(unit)
            if fights:
                sought.add(("defend", turn.opponent(unit)))
            if not fights or turn.opponent(unit) != there:
                sought.add(("hold", there))
            found = set[tuple[str, int]]()
            for versus in each.versus:
                against = versus.against
                other = -1 if against.of is None else unit_of[against.of]
                found.add((against.kind, other))
                for one, whose in ((versus.attack, unit), (against, other)):
                    yield from ((text, what, so) for what, so in strength_claims(turn, one, whose))
            yield text, "what it is compared with", found == sought
            fleets = {turn.result.order_of(f): turn.succeeds(f) for f in bits(turn.rows[unit].fleets)}
            legs = {leg.order: leg.stands for leg in each.legs}
            yield text, "the fleets of its convoy", legs == (fleets if turn.rows[unit].way else {})
            yield from ((text, what, so) for what, so in obstacle_claims(turn, unit, each.obstacles, unit_of))
        elif turn.kind(unit) is Support:
            cuts = {unit_of[cut.order]: cut for cut in each.possible_cuts}
            yield text, "who moves in", {*cuts} == {*turn.into(unit)}
            for move, cut in cuts.items():
                yield from ((text, f"{cut.why.name} of {cut.order}", so) for so in cut_claims(turn, unit, move, cut))


def strength_claims(turn: Movement, said: object, unit: int) -> Iterator[Claim]:
    """Yield what is said of a strength, and whether it is so."""
    from standoff.solver import CountedStrength

    assert isinstance(said, CountedStrength)
    kind = said.kind
    if unit < 0:
        yield f"{kind} of an empty province", said.units == 0
        return
    yield f"{kind} strength", said.units == turn.strength(kind, unit)
    there = turn.there(unit) if turn.kind(unit) is Move else -1
    stays = there >= 0 and (turn.battle(unit) or not turn.leaves(there))
    note = said.note
    if note is None:
        supports = {turn.result.order_of(one): one for one in turn.supports(unit)}
        yield f"{kind}: the supports", {part.order for part in said.parts} == {*supports}
        yield f"{kind}: the sum", said.units == 1 + sum(part.counts for part in said.parts)
        for part in said.parts:
            one = supports.get(part.order, -1)
            foreign = not (kind == "attack" and stays and turn.power[one] == turn.power[there])
            yield f"{kind}: {part.order} counts", part.counts == (turn.succeeds(one) and foreign)
            if part.why_not is Note.CUT:
                yield f"{kind}: {part.order} is cut", not turn.succeeds(one)
            elif part.why_not is not None:
                yield f"{kind}: of the attacked", part.why_not is Note.OF_THE_ATTACKED and not foreign
        return
    beaten = there >= 0 and turn.succeeds(there) and turn.goal(there) == turn.province[unit] if there >= 0 else False
    beaten |= turn.attacker(unit) >= 0 and turn.attacker(unit) == turn.rows[unit].opposite
    void = turn.rules["attack_on_own"] == "void" and there >= 0 and stays
    right: dict[Note, Callable[[], bool]] = {
        Note.NO_CONVOY: lambda: not turn.arrives(unit) and said.units == 0,
        Note.OWN_UNIT_STAYS: lambda: stays and turn.power[there] == turn.power[unit] and said.units == 0,
        Note.LEAVES: lambda: turn.leaves(unit) and said.units == 0,
        Note.WAS_TO_MOVE: lambda: turn.follows(unit) and said.units == 1,
        Note.DISLODGED_FROM_THERE: lambda: beaten,
        Note.VOID_AGAINST_OWN: lambda: void,
        Note.BY_HOUSE_RULE: lambda: turn.hooks[f"{kind}_strength"][0] == said.rule,
    }
    yield f"{kind}: {note.name}", note in right and right[note]()


def cut_claims(turn: Movement, support: int, move: int, said: PossibleCut) -> Iterator[bool]:
    """Yield whether what is said of a move into the province of a supporting unit is so."""
    if said.why is Note.BY_HOUSE_RULE:
        yield said.cuts == turn.cuts(support, move) and said.rule == turn.hooks["cut"][0]
        return
    if not turn.known_cuts():
        yield said.why is not Note.SPARED_BY_HOUSE_RULE or said.rule == turn.rules["paradox_exception"]
        return
    yield said.cuts == turn.cuts(support, move)
    by_attack, started = turn.cuts_by_attack(support, move), turn.province[move] == turn.acts_on(support)
    right: dict[Note, Callable[[], bool]] = {
        Note.NO_CONVOY: lambda: not turn.arrives(move),
        Note.FROM_ELSEWHERE: lambda: by_attack and not started,
        Note.ALSO_FROM_TARGET: lambda: by_attack and started and turn.rules["cut_by_own_target"] != "not-cut",
        Note.FROM_LAST_FLEET: lambda: by_attack and started and turn.brannan and turn.by_sea(move),
        Note.FROM_TARGET: lambda: turn.from_target(support, move) or (started and not turn.arrives(move)),
        Note.DISLODGES: lambda: turn.succeeds(move) and not by_attack,
        Note.NEEDS_TARGET: lambda: turn.necessary(support, move),
        Note.OWN_SUPPORT: lambda: turn.power[move] == turn.power[support],
        Note.SPARED: lambda: turn.excepted(support, move) and bool(turn.rows[move].way),
    }
    yield said.why in right and right[said.why]()


def obstacle_claims(
    turn: Movement, move: int, said: tuple[Obstacle, ...], unit_of: dict[Order, int]
) -> Iterator[Claim]:
    """Yield whether the obstacles of a move are what would stop it: each with the others gone."""
    if turn.succeeds(move) or move in turn.forced:
        yield "no obstacles", not said
        return
    found = {(one.kind, *(unit_of[order] for order in one.orders)) for one in said}
    sought = set[tuple[object, ...]]()
    rows = turn.rows
    if not turn.arrives(move):
        sought.add(("convoy", *bits(rows[move].fleets & turn.false)))
    whole = with_fields(rows, move, way=0) if rows[move].way == 1 else rows
    fights = head_to_head(whole, move, turn.true, turn.false) == YES
    attack = turn.law.attack_strength(whole, move, YES if fights else NO, turn.true, turn.false)[0]
    there = turn.there(move)
    if fights and attack <= turn.strength("defend", turn.opponent(move)):
        sought.add(("defend", turn.opponent(move)))
    if there >= 0 and (not fights or turn.opponent(move) != there) and attack <= turn.strength("hold", there):
        sought.add(("hold", there))
    kept = any(one[0] in ("defend", "hold") for one in sought)
    if kept:
        for rival in turn.rivals(move):
            whole = with_fields(whole, rival, own_attack_void=0)
        whole = with_fields(whole, move, defender=-1, opposite=-1)
        attack = turn.law.attack_strength(whole, move, NO, turn.true, turn.false)[0]
    for rival in turn.rivals(move):
        if attack <= turn.law.prevent_strength(whole, rival, turn.true, turn.false)[0]:
            sought.add(("prevent", rival))
    waits = there >= 0 and turn.follows(there) and len(sought) > 1
    yield "the obstacles", found == sought or (waits and found == sought - {("hold", there)})


# -- retreats and adjustments ------------------------------------------------------------------------------------------


def later_claims(
    turn: Turn, results: list[OrderResult], rules: Rulebook, given: int
) -> Iterator[tuple[str, str, bool]]:
    """Yield what the reasons of a retreat or adjustment phase say: the order, what is said, and whether it is so."""
    counting = [one for one in results[:given] if one.reason is not Reason.ILLEGAL]
    winter = turn.type is PhaseType.ADJUSTMENT
    standing = {unit.province: unit for unit in turn.position.units}
    for one in results:
        order, reason = one.order, one.reason
        text = str(order)
        unordered = one not in results[:given]
        if isinstance(order, Retreat | Move) and reason is not Reason.ILLEGAL:
            goal = province_of(order.destination)
            others = [
                each.order
                for each in counting
                if each is not one
                and isinstance(each.order, Retreat | Move)
                and province_of(each.order.destination) == goal
            ]
            yield text, "who else retreats there", reason is (Reason.COLLISION if others else Reason.RETREATS)
            yield text, "by", [*one.by] == (others if reason is Reason.COLLISION else [])
        elif reason is Reason.DISBANDED_WITHOUT_ORDER:
            mine = [each for each in counting if not isinstance(each.order, Waive)]
            place = order.unit.province if isinstance(order, Disband) else ""
            yield (
                text,
                "no order that counts",
                all(
                    getattr(each.order, "unit", None) is None or each.order.unit.province != place  # type: ignore[union-attr]
                    for each in mine
                ),
            )
        elif reason is Reason.DISBANDED_AS_ORDERED:
            yield text, "ordered", not unordered and isinstance(order, Disband)
        elif reason is Reason.BUILT:
            yield text, "ordered", not unordered and isinstance(order, Build)
        elif reason is Reason.BUILT_UNORDERED:
            yield text, "no waiving", unordered and rules["waiving"] == "not-allowed"
        elif reason is Reason.WAIVED:
            yield text, "waived", isinstance(order, Waive)
        elif reason is Reason.SURPLUS:
            power = order.power
            done = [each for each in counting if each.order.power == power and each.success]
            legal = [each for each in counting if each.order.power == power]
            yield text, "too many", (winter and len(legal) > _balance(turn, power)) or len(done) < len(legal)
        elif reason is Reason.REMOVED:
            yield text, "without an order", unordered
            yield text, "farthest from home", _is_farthest(turn, results, one, standing, rules)


def _balance(turn: Turn, power: str) -> int:
    owned = len(turn.position.centers.get(power, ()))
    return abs(owned - sum(unit.power == power for unit in turn.position.units))


def _is_farthest(
    turn: Turn, results: list[OrderResult], one: OrderResult, standing: dict[str, object], rules: Rulebook
) -> bool:
    """Return whether the unit removed is farthest from home of those that are left when it goes."""
    from standoff.map import Unit

    power, board = one.order.power, turn.board
    left = {place: unit for place, unit in standing.items() if isinstance(unit, Unit) and unit.power == power}
    for each in results:
        if each is one:
            break
        if each.success and isinstance(each.order, Disband) and each.order.power == power:
            left.pop(each.order.unit.province, None)
    owned = turn.position.centers.get(power, ())
    far = {place: distance_from_home(board, unit, owned, rules) for place, unit in left.items()}
    assert isinstance(one.order, Disband)
    gone = one.order.unit.province
    best = max(far.values())
    same = [place for place in far if far[place] == best]
    fleets = [place for place in same if left[place].type is FLEET]
    return gone in (fleets or same) and (bool(fleets) == (left[gone].type is FLEET) or left[gone].type is ARMY)


# -- drawing and comparing ---------------------------------------------------------------------------------------------


def claims(turn: Turn, rules: Rulebook) -> Iterator[tuple[str, str, bool]]:
    """Yield what is said of a turn: the order, what is said, and whether it is so."""
    result = adjudicate_phase(turn.position, turn.orders, rules=rules, board=turn.board)
    if not isinstance(result, MovementResult):
        yield from later_claims(turn, [*result], rules, len(turn.orders))
        return
    facts = Movement(result)
    unit_of = {result.order_of(unit): unit for unit in range(len(facts.table.units))}
    for one in result:
        unit = unit_of.get(one.order, -1)
        if one.reason in (Reason.ILLEGAL, Reason.VOID) or unit < 0:
            yield str(one.order), "it does not count", isinstance(one.rule, Illegal) or facts.table.void[unit] > 0
        else:
            yield from (
                (str(one.order), f"{one.reason.name}: {what}", so) for what, so in reason_claims(facts, one, unit)
            )
    yield from explanation_claims(facts, result)


def rules_drawn(chance: Random) -> Rulebook:
    """Return a random rulebook: some options changed, more often those on which reasons turn, or house rules."""
    names = [name for name, kind in OPTIONS.items() if kind.concerns != "orders"]
    chosen = [*chance.sample(names, chance.choice((0, 2, 4))), *(name for name in ABOUT_CUTS if chance.random() < 0.25)]
    options = {name: chance.choice([*OPTIONS[name]]).word for name in chosen}
    rules = rulebook(chance.choice([*PRESETS]), **options)
    return drawn(chance, rules) if chance.random() < 0.25 else rules


def block(seed: int, number: int, size: int = BLOCK) -> Compared:
    """Check some turns; return what is false, and counts."""
    chance, counts, faults, standard = Random(f"{seed} {number}"), Counter[str](), list[str](), load_board()
    for _ in range(size):
        tangled = chance.random() < 0.4
        board = tangled_board(chance) if tangled else standard
        phase = PhaseType.MOVEMENT if tangled else chance.choice((PhaseType.MOVEMENT,) * 4 + (*PhaseType,))
        profile = "tangled" if tangled else "interacting"
        turn = question(chance.randrange(1 << 30), 0, board=board, phase=phase, profile=profile, most=16)
        rules = rules_drawn(chance)
        try:
            said = list(claims(turn, rules))
        except RulebookError:
            counts["refused"] += 1
            continue
        counts["orders"] += len(turn.orders)
        counts["statements"] += len(said)
        for order, what, so in said:
            if not so:
                faults.append(f"{rules!r}: {turn.position.units} {[*map(str, turn.orders)]}: {order}: {what}")
    return faults, counts


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    return in_blocks_until(parser, lambda given: partial(block, given.seed), orders=50_000)


if __name__ == "__main__":
    sys.exit(main())
