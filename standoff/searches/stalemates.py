"""Stalemate lines: does a line hold, whatever the enemy has outside, and whatever he orders?

A line is units with orders, and the provinces that it keeps. The enemy's units are variables, too: where each province
outside has one, of which type, and its order. Only what acts on the line matters: on where it stands, where it moves
to, and on the kept provinces that the enemy could enter. Those orders follow the law; whatever else the enemy orders is
left out, and what acts elsewhere may succeed or fail as it likes. So each turn that could break the line has an answer
set in which it is broken: without any, the line holds. Each break is confirmed by the adjudicator.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays and clingo have no types here.
from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..map import (
    ARMY,
    FLEET,
    SEA,
    Board,
    PhaseType,
    Position,
    StandoffError,
    Unit,
    UnitType,
    has,
    members,
    province_of,
    repr_as,
)
from ..solver import (
    CONVOYS,
    HOLDS,
    MOVES,
    SUPPORTS,
    Convoy,
    Hold,
    Move,
    Order,
    Rulebook,
    Support,
    UnitName,
    law_program,
    rulebook,
    table_of,
)
from ..text import counted
from ..turn import Turn
from .choices import HOLD, batch_order, legal_choices
from .programs import (
    MOST_SECONDS,
    OpenError,
    best_model,
    choice_of,
    order_atom,
    order_facts,
    solver_of,
    tagged,
    text_of,
    why_unsolvable,
)
from .proofs import ProofError, proof_text, require_prover

if TYPE_CHECKING:
    from ..pictures import Drawing


class LineError(StandoffError):
    """The units are no line: nothing is kept, or the position cannot be searched."""


class UnitPlacement(NamedTuple):
    """A unit that the enemy may have: its type and location."""

    type: UnitType
    location: str

    @property
    def province(self) -> str:
        """The id of its province."""
        return province_of(self.location)

    def __str__(self) -> str:
        return f"{'A' if self.type is ARMY else 'F'} {self.location}"


class _EnemyOrder(NamedTuple):
    """An order that an enemy may give: of whom (a province), where to, and what it makes true."""

    kind: int
    target: str = ""
    destination: str = ""
    via: bool = False
    true: tuple[str, ...] = ()


class Frontier:
    """Where a line stands, what it keeps, and what the enemy may have and order.

    Args:
        board: The board.
        provinces: The provinces where the line has units.
        moves_to: The provinces that units of the line may move to.
        armies: Of these moves, those of armies, each as origin and destination.
        keep: The provinces that it keeps.
        no_fleets: Provinces where the enemy has no fleet.

    Attributes:
        possible: The units that the enemy may have.
        entries: The provinces behind the line that he could enter.
    """

    def __init__(
        self,
        board: Board,
        provinces: Collection[str],
        moves_to: Collection[str],
        armies: Collection[tuple[str, str]],
        keep: Collection[str],
        no_fleets: Collection[str],
    ) -> None:
        self.board, self.provinces, self.armies = board, set(provinces), armies
        self.moves_to = set(moves_to) - self.provinces
        self.no_fleets = frozenset(no_fleets)
        self.coast = {one.id for n, one in enumerate(board.provinces) if board.coastal >> n & 1}
        self.seas = {one.id for one in board.provinces if one.kind == SEA}
        self.of_province = {one.id: list(self._placements_in(one.id)) for one in board.provinces}
        walls = self.provinces | set(keep)
        self.closed = self.no_fleets - walls
        self.possible = self._reachable(walls)
        self.free = {one.province for one in self.possible}
        self.groups = _joined(board, self.free & self.seas)
        inside = {one.id for one in board.provinces} - self.free - self.provinces
        reached = {province_of(place) for one in self.possible for place in self.reach(one)}
        self.entries = {one for one in inside if one in reached or (one in self.coast and self.landings(one))}
        self.acted_on = self.provinces | self.moves_to | self.entries

    def _placements_in(self, province: str) -> Iterator[UnitPlacement]:
        if province in self.board.army_stands:
            yield UnitPlacement(ARMY, province)
        for place, home in self.board.fleet_stands.items():
            if home == province and province not in self.no_fleets:
                yield UnitPlacement(FLEET, place)

    def reach(self, placement: UnitPlacement) -> list[str]:
        """Return the locations that a unit reaches without a convoy; a fleet, none where the enemy has no fleet."""
        ways = self.board.tables.army if placement.type is ARMY else self.board.tables.fleet
        places = [self.board.locations[n] for n in members(ways, self.board.location_number[placement.location])]
        return [one for one in places if placement.type is ARMY or province_of(one) not in self.closed]

    def landings(self, province: str) -> list[frozenset[str]]:
        """Return the groups of joined seas, open to the enemy's fleets, that lie off a coast."""
        return [group for group in self.groups if any(self.off(sea, province) for sea in group)]

    def off(self, sea: str, province: str) -> bool:
        """Return whether a sea lies off a province."""
        tables, number = self.board.tables, self.board.province_number
        return bool(has(tables.shore, number[province], tables.sea[number[sea]]))

    def _reachable(self, walls: set[str]) -> set[UnitPlacement]:
        """Return the units that come from outside, from any center that is not kept, without passing the walls."""
        seen: set[UnitPlacement] = set()
        new = {one for center in self.board.centers if center not in walls for one in self.of_province[center]}
        while new:
            seen |= new
            near = {UnitPlacement(one.type, place) for one in new for place in self.reach(one)}
            if not near - seen:
                for group in _joined(self.board, {one.location for one in seen if one.type is FLEET} & self.seas):
                    beach = {one for one in self.coast if any(self.off(sea, one) for sea in group)}
                    if any(UnitPlacement(ARMY, one) in seen for one in beach):
                        near |= {UnitPlacement(ARMY, one) for one in beach}
            new = {one for one in near if one.province not in walls} - seen
        return seen

    @cached_property
    def orders(self) -> dict[UnitPlacement, list[_EnemyOrder]]:
        """By unit, the orders of the enemy that act on the line, the hold first."""
        moves = {one: list(self._moves(one)) for one in sorted(self.possible)}
        movers: dict[str, set[str]] = {}
        for one, orders in moves.items():
            for order in orders:
                movers.setdefault(province_of(order.destination), set()).add(one.province)
        for origin, destination in self.line_moves:
            movers.setdefault(destination, set()).add(origin)
        more = {one: self._supports_and_convoys(one, movers) for one in moves}
        return {one: [_EnemyOrder(HOLDS), *orders, *more[one]] for one, orders in moves.items()}

    line_moves: Sequence[tuple[str, str]] = ()

    def _moves(self, one: UnitPlacement) -> Iterator[_EnemyOrder]:
        here, near = text_of(one.province), {province_of(place) for place in self.reach(one)}
        for place in self.reach(one):
            # a unit where the line moves to may leave by any way; if it goes by convoy, it is as if it were not there
            if province_of(place) in self.acted_on or one.province in self.moves_to:
                coast = [f"coast({here},{text_of(place)})"] if "/" in place else []
                true = [f"move({here},{text_of(province_of(place))})", f"by_land({here})", *coast]
                yield _EnemyOrder(MOVES, "", place, False, tuple(true))
        if one.type is ARMY and one.location in self.coast:
            for place in sorted(self.acted_on & self.coast - {one.location}):
                if {*self.landings(place)} & {*self.landings(one.location)}:
                    true = [f"move({here},{text_of(place)})"]
                    true += [f"by_land({here})", f"via({here})"] * (place in near)
                    yield _EnemyOrder(MOVES, "", place, place in near, tuple(true))

    def _supports_and_convoys(self, one: UnitPlacement, movers: dict[str, set[str]]) -> Iterator[_EnemyOrder]:
        here = text_of(one.province)
        for place in sorted({province_of(place) for place in self.reach(one)} & self.acted_on):
            for mover in sorted(movers.get(place, set()) - {one.province}):
                true = f"support({here},{text_of(mover)},{text_of(place)})"
                yield _EnemyOrder(SUPPORTS, mover, place, False, (true,))
            if place in self.free or place in self.provinces:
                yield _EnemyOrder(SUPPORTS, place, "", False, (f"support({here},{text_of(place)})",))
        if one.type is FLEET and one.location in self.seas:
            (group,) = (group for group in self.groups if one.location in group)
            start = [place for place in self.coast & self.free if UnitPlacement(ARMY, place) in self.possible]
            pairs = {(army, place) for army in start for place in self.coast & self.acted_on if army != place}
            for army, place in sorted(pairs | set(self.armies)):
                if group in self.landings(army) and group in self.landings(place):
                    true = f"convoy({here},{text_of(army)},{text_of(place)})"
                    yield _EnemyOrder(CONVOYS, army, place, False, (true,))

    def facts(self) -> Iterator[str]:
        """Yield what lies where, and what each order of the enemy makes true: ``does(P,S,N)``."""
        for province in self.board.province_number:
            if province not in self.acted_on:
                yield f"away({text_of(province)})."
        yield from (f"line({text_of(one)})." for one in sorted(self.provinces))
        yield from (f"kept({text_of(one)})." for one in sorted(self.provinces | self.entries))
        for sea in sorted((self.free | self.provinces) & self.seas):
            yield from (
                f"off({text_of(sea)},{text_of(one)})." for one in self.board.province_number if self.off(sea, one)
            )
        by_province: dict[str, list[str]] = {}
        for one, orders in self.orders.items():
            for number, order in enumerate(orders):
                atom = f"does({text_of(one.province)},{text_of(str(one))},{number})"
                by_province.setdefault(one.province, []).append(atom)
                yield from (f"{fact} :- {atom}." for fact in order.true)
        yield from (f"{{ {'; '.join(atoms)} }} 1." for atoms in by_province.values())


def _joined(board: Board, seas: Collection[str]) -> list[frozenset[str]]:
    """Return seas in groups that are joined through each other."""
    tables, number, left, groups = board.tables, board.province_number, set(seas), list[frozenset[str]]()
    while left:
        group, new = set[str](), {min(left)}
        while new:
            group |= new
            near = {tables.sea_province[n] for sea in new for n in members(tables.near, tables.sea[number[sea]])}
            new = {one for one in left if number[one] in near} - group
        left -= group
        groups.append(frozenset(group))
    return groups


RELAXED = """
at(P) :- does(P,_,_).
1 { unit(P,W) : enemy(W) } 1 :- at(P).
:- true(U), not succeeds(U), not loose(U), not convoys(U,_).
:- succeeds(U), not true(U), not loose(U).
loose(P) :- at(P), away(P), not moves(P,_).
loose(P) :- at(P), moves(P,Q), away(Q).
loose(U) :- at(U), moves(U,V), moves(V,U), away(U).
left(P) :- line(P), moves(P,_), succeeds(P).
broken(P) :- line(P), moves(U,P), succeeds(U), not left(P).
broken(P) :- kept(P), moves(U,P), succeeds(U), at(U).
idle(U) :- supports(U,_), not succeeds(U), at(U).
idle(U) :- convoys(U,_), true(U), not succeeds(U).
#minimize { 100@2,U : idle(U); 1@2,P : at(P); 1@1,W : unit(P,W), at(P); 1@1,P : does(P,_,N), N > 0 }.
#show does/3. #show unit/2. #show order/2.
"""
"""What the enemy has and does, which orders follow the law, and when the line is broken; the fewest units first."""

UNBROKEN = """
gone(U) :- moves(U,_), succeeds(U).
:- line(P), moves(U,P), succeeds(U), not gone(P).
:- kept(P), moves(U,P), succeeds(U), foe(U).
"""
"""That a turn does not break the line, for orders that withstand it."""

MOST_UNCONFIRMED = 20
"""A line is open after this many breaks that the adjudicator did not confirm."""


class LineProgram:
    """The program of the turns that break a line, whose units have one order each, or any of several.

    Args:
        position: The units of the line.
        choices: By unit, its orders: int16, shape (orders, 4).
        keep, most, no_fleets: What it keeps, the most units of the enemy (None for any number), where he has no fleet.
        board, rules: The board and the rulebook.
        deadline: The time, of `monotonic`, at which to give up.

    Raises:
        OpenError: Lines under the rulebook, or on the board, are not stated for the solver.
    """

    def __init__(
        self,
        position: Position,
        choices: Sequence[Any],
        keep: Collection[str],
        most: int | None,
        no_fleets: Collection[str],
        board: Board,
        rules: Rulebook,
        deadline: float,
    ) -> None:
        self.position, self.choices, self.board, self.rules, self.deadline = position, choices, board, rules, deadline
        self.powers = {unit.power for unit in position.units}
        home = [unit.province for unit in position.units]
        moves = [
            (unit.type, home[n], board.provinces[board.tables.province[row[2]]].id)
            for n, unit in enumerate(position.units)
            for row in choices[n].tolist()
            if row[0] == MOVES
        ]
        convoys = any((rows[:, 0] == CONVOYS).any() for rows in choices)
        self.static = not moves and not convoys
        coast = {one.id for n, one in enumerate(board.provinces) if board.coastal >> n & 1}
        armies = [(a, b) for kind, a, b in moves if kind is ARMY and {a, b} <= coast]
        self.frontier = Frontier(board, home, [b for _, _, b in moves], armies, keep, no_fleets)
        self.frontier.line_moves = [(a, b) for _, a, b in moves]
        # no rule that tells rulebooks apart bears on a line of holds and supports: only its enemies move or convoy
        self.law = law_program(rulebook() if self.static else rules, routes=False)
        if why := why_unsolvable(board, rules):
            raise OpenError(why)
        # such a rule makes orders fail that the equations let succeed, or leaves circles without a resolution
        for name in ("paradox_backup", "attack_on_own"):
            if rules[name] != rulebook()[name]:
                raise OpenError(f"{rules.name}: {name}={rules[name]} is not stated for lines")
        enemies = [one for one in board.powers if one not in self.powers][: 1 if self.static else 3]
        if not enemies:
            raise LineError("the line has units of every power: nobody can attack it")
        self.program = [
            self.law,
            RELAXED,
            "{ asked(moves) }. :- not asked(moves), not broken(_). :- asked(moves), not left(_).",
            choice_of(position, choices, range(len(choices))),
            *order_facts(position, board, choices),
            *self.frontier.facts(),
            *(f"enemy({text_of(one)})." for one in enemies),
            "" if most is None else f":- {most + 1} {{ at(P) }}.",
        ]
        self.solver = solver_of(*self.program)
        self.refused: list[list[str]] = []

    def first_break(self, numbers: Sequence[int], *, moves: bool = False) -> tuple[Turn, list[str]] | None:
        """Return a turn that breaks the line, and what is broken; None if there is none.

        Args:
            numbers: By unit, the number of its order.
            moves: True for a turn in which a unit of the line leaves its place.

        Raises:
            OpenError: It is not known at the deadline, or no break is confirmed.
        """
        import clingo

        held = [(order_atom(self.position, *one), True) for one in enumerate(numbers)]
        held.append((clingo.Function("asked", [clingo.Function("moves")]), moves))
        for _ in range(MOST_UNCONFIRMED):
            atoms = best_model(self.solver, held, self.deadline)
            if atoms is None:
                return None
            turn = self._turn(numbers, atoms)
            self.found = [atom for atom in atoms if atom.name == "does"]
            if broken := self.broken(turn, moves=moves):
                return turn, broken
            self._refuse(atoms, moves=moves)
        raise OpenError(f"the adjudicator confirms none of {MOST_UNCONFIRMED} breaks")

    def _refuse(self, atoms: Sequence[Any], *, moves: bool) -> None:
        """Leave out one turn, which has these atoms and no further units."""
        at = {str(atom.arguments[0]) for atom in atoms if atom.name == "does"}
        others = [f"not at({text_of(one)})" for one in sorted(self.frontier.free) if text_of(one) not in at]
        asked = "asked(moves)" if moves else "not asked(moves)"
        self.refused.append([str(atom) for atom in atoms])
        clause, name = f":- {', '.join([asked, *self.refused[-1], *others])}.", f"refused{len(self.refused)}"
        self.program.append(clause)
        self.solver.add(name, [], clause)
        self.solver.ground([(name, [])])

    def unbroken(self, refused: Iterable[Sequence[str]] = ()) -> str:
        """Return the program that has no answer set exactly if the line holds; each unit has its first order.

        Args:
            refused: Turns to be left out, by their atoms.

        Raises:
            ProofError: One of them does break the line.
        """
        import clingo

        for texts in refused:
            atoms = [clingo.parse_term(text) for text in texts]
            if self.broken(self._turn([0] * len(self.choices), atoms)):
                raise ProofError(f"this turn breaks the line, and was left out: {', '.join(texts)}")
            self._refuse(atoms, moves=False)
        return "\n".join([*self.program, ":- asked(moves)."])

    def orders(self, numbers: Sequence[int]) -> tuple[Order, ...]:
        """Return the line's orders of these numbers."""
        from .choices import rows_of_units
        from .deciding import played

        rows = np.array([rows[number] for rows, number in zip(self.choices, numbers, strict=True)], dtype=np.int16)
        return played(self.board, rows_of_units(self.position, self.board), rows[None]).turn(0).orders

    def _turn(self, numbers: Sequence[int], atoms: Iterable[Any]) -> Turn:
        """Return the turn of an answer set."""
        power = {atom.arguments[0].string: atom.arguments[1].string for atom in atoms if atom.name == "unit"}
        chosen: dict[str, tuple[UnitPlacement, _EnemyOrder]] = {}
        placements = {str(one): one for one in self.frontier.possible}
        for atom in atoms:
            if atom.name == "does":
                place, name, number = atom.arguments
                unit = placements[name.string]
                chosen[place.string] = unit, self.frontier.orders[unit][number.number]
        enemy = [Unit(unit.type, unit.location, power[place]) for place, (unit, _) in chosen.items()]
        position = replace(self.position, units=(*self.position.units, *enemy))
        named = {unit.province: UnitName(unit.location, unit.type) for unit in position.units}
        orders = list(self.orders(numbers))
        for place, (_, order) in chosen.items():
            whose, unit = power[place], named[place]
            if order.kind == MOVES:
                orders.append(Move(whose, unit, order.destination, order.via))
            elif order.kind == SUPPORTS and order.target in named:
                orders.append(Support(whose, unit, named[order.target], order.destination or None))
            elif order.kind == CONVOYS and order.target in named:
                orders.append(Convoy(whose, unit, named[order.target], order.destination))
            else:
                orders.append(Hold(whose, unit))
        return Turn(position, tuple(orders), self.rules, board=self.board)

    def broken(self, turn: Turn, *, moves: bool = False) -> list[str]:
        """Return, in words, how a turn breaks the line, by the adjudicator; or which of its units leave."""
        after = turn.adjudicate(self.rules).after
        if moves:
            stay = {(unit.province, unit.power) for unit in after.units}
            gone = [unit for unit in self.position.units if (unit.province, unit.power) not in stay]
            return [f"{unit} leaves" for unit in gone]
        out = [one.unit for one in after.dislodged if one.unit.power in self.powers]
        kept = (self.frontier.provinces | self.frontier.entries) - {unit.province for unit in out}
        entered = [unit.province for unit in after.units if unit.power not in self.powers and unit.province in kept]
        return [*(f"{unit} is dislodged" for unit in out), *(f"{place} is entered" for place in entered)]

    def orders_that_hold(self, report: Callable[[int], None] = lambda _: None) -> list[int] | None:
        """Return, by unit, the number of an order with which the line holds; None if there are none.

        Each break found must be withstood by the orders that are tried next, so none is tried in vain twice.

        Args:
            report: Called with the number of breaks so far.
        """
        law = law_program(self.rules, rings=not self.static)
        mine = list(order_facts(self.position, self.board, self.choices))
        solver = solver_of(choice_of(self.position, self.choices, range(len(self.choices))), "#show order/2.")
        solver.configuration.solver[0].sign_def = "pos"  # supports first
        places = [unit.province for unit in self.position.units]
        facts: dict[str, list[str]] = {}
        for fact in self.frontier.facts():
            head, _, atom = fact.partition(" :- ")
            facts.setdefault(atom.removesuffix("."), []).append(f"{head}.")
        always = [fact for fact in self.frontier.facts() if fact.startswith(("off(", "line(", "kept("))]
        round_number = 0
        while True:
            atoms = best_model(solver, [], self.deadline)
            if atoms is None:
                return None
            chosen = {atom.arguments[0].string: atom.arguments[1].number for atom in atoms}
            numbers = [chosen[place] for place in places]
            found = self.first_break(numbers)
            if found is None:
                return numbers
            enemy = [unit for unit in found[0].position.units if unit.power not in self.powers]
            theirs = [fact for atom in self.found for fact in facts.get(str(atom), [])]
            theirs += [f"unit({text_of(one.province)},{text_of(one.power)})." for one in enemy]
            theirs += [f"foe({text_of(one.province)})." for one in enemy]
            round_number += 1
            report(round_number)
            copy = f"c{round_number}"
            solver.add(copy, [], tagged("\n".join([law, UNBROKEN, *always, *mine, *theirs]), copy))
            solver.ground([(copy, [])])


@dataclass(frozen=True)
class Line:
    """Whether a line holds, and what breaks it; in turns that break it, the units and orders of the line come first.

    `str` gives the answer as the command prints it.

    Attributes:
        holds: True if nothing that the enemy may have and order breaks it; None if that is open.
        turn: The line: its units and their orders.
        keep: The provinces that it keeps.
        enemy_units: The units that the enemy may have, as in ``A BER``.
        entries: The provinces behind the line that he could enter.
        breaks: A turn that breaks it, with the units and orders of the enemy.
        broken: What that turn breaks, in words.
        leaves: For a line that holds with orders to move: a turn in which one of its units leaves its place.
        spare: Units that can be left out, each with the orders of the others.
        repairs: Lines that hold, each with one unit elsewhere.
        assumed: What the answer rests on, in words.
        why_open: Why it is open, or what else was asked, in words.
        proof: For a line that holds, if a proof is asked for: the text of its file (`proofs.proof_text`).

    >>> from standoff import line
    >>> small = line("TURKEY: A CON H, A ARM H", keep="CON ANK SMY", no_fleets="AEG BLA")
    >>> small.holds, small.broken, [str(order) for order in small.breaks.orders[2:]]
    (False, ('SMY is entered',), ['F SYR - SMY'])
    """

    holds: bool | None
    turn: Turn
    keep: tuple[str, ...]
    enemy_units: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    breaks: Turn | None = None
    broken: tuple[str, ...] = ()
    leaves: Turn | None = None
    spare: tuple[tuple[Unit, Turn], ...] | None = None
    repairs: tuple[Turn, ...] | None = None
    assumed: tuple[str, ...] = field(default=(), repr=False)
    why_open: str = ""
    proof: str = field(default="", repr=False)

    def picture(self, **options: Any) -> Drawing:
        """Return the turn that breaks it, or the line, as a picture: what it keeps, and the centers of the enemy.

        Args:
            options: Those of `pictures.draw`.
        """
        from ..pictures import draw

        turn, board, ours = self.breaks or self.leaves or self.turn, self.turn.board, self.turn.position.units
        enemy = next((unit.power for unit in turn.position.units[len(ours) :]), None)
        outside = {unit.rpartition(" ")[2] for unit in self.enemy_units}.intersection(board.centers)
        centers = {ours[0].power: tuple(one for one in self.keep if one in board.centers)}
        centers |= {enemy: tuple(sorted(outside))} if enemy else {}
        shown = replace(turn, position=replace(turn.position, centers=centers))
        title = options.pop("title", "") or str(self).partition("\n")[0]
        return draw(shown.adjudicate(), title=title, **options)

    def to_dict(self) -> dict[str, Any]:
        """Return it in the types of JSON."""

        def lines(turn: Turn | None) -> list[str] | None:
            return None if turn is None else _orders_by_power(turn)

        return {
            "holds": self.holds,
            "orders": _orders_by_power(self.turn),
            "keep": list(self.keep),
            "enemy_units": list(self.enemy_units),
            "entries": list(self.entries),
            "breaks": lines(self.breaks),
            "broken": list(self.broken),
            "leaves": lines(self.leaves),
            "spare": None if self.spare is None else [[str(unit), lines(turn)] for unit, turn in self.spare],
            "repairs": None if self.repairs is None else [lines(turn) for turn in self.repairs],
            "assumed": list(self.assumed),
            "why_open": self.why_open,
        }

    def __str__(self) -> str:
        what = f"{counted(len(self.turn.position.units), 'unit')}, {counted(len(self.keep), 'province')} kept"
        verdict = {True: "holds", False: "does not hold", None: f"open: {self.why_open}"}[self.holds]
        lines = [f"The line {verdict} ({what})" if self.holds is not None else f"The line is {verdict}"]
        lines += [f"  {one}" for one in _orders_by_power(self.turn)]
        for heading, turn in (
            (f"broken: {', '.join(self.broken)}", self.breaks),
            ("it holds this turn, but a unit may leave its place", self.leaves),
        ):
            if turn is not None:
                enemy = replace(turn, orders=turn.orders[len(self.turn.position.units) :])
                lines += [f"{heading}:", *(f"  {one}" for one in _orders_by_power(enemy))]
        if self.spare is not None:
            lines.append(f"can be spared: {', '.join(str(unit) for unit, _ in self.spare) or 'none'}")
            lines += [f"  without {unit}: {one}" for unit, turn in self.spare for one in _orders_by_power(turn)]
        if self.repairs is not None:
            lines.append(f"with one unit elsewhere it holds in {counted(len(self.repairs), 'way')}")
            lines += [f"  {one}" for turn in self.repairs for one in _orders_by_power(turn)]
        if self.why_open and self.holds is not None:
            lines.append(f"what else was asked is open: {self.why_open}")
        return "\n".join([*lines, "It is assumed:", *(f"- {one}" for one in self.assumed)])

    def __repr__(self) -> str:
        return repr_as(self, str(self).partition("\n")[0])


def _orders_by_power(turn: Turn) -> list[str]:
    by_power: dict[str, list[str]] = {}
    for order in turn.orders:
        by_power.setdefault(order.power, []).append(str(order))
    return [f"{power}: {', '.join(orders)}" for power, orders in by_power.items()]


def line(
    turn: Any,
    keep: str | Iterable[str] | None = None,
    *,
    enemy: int | None = None,
    no_fleets: str | Iterable[str] = (),
    orders: bool = False,
    spare: bool = False,
    repair: bool = False,
    proof: bool = False,
    rules: Rulebook | str | None = None,
    board: str | Board | None = None,
    seconds: float = MOST_SECONDS,
    progress: Callable[[int, int | None, str], None] | None = None,
) -> Line:
    """Return whether a stalemate line holds, whatever the enemy has outside and whatever he orders.

    The enemy comes from every center that is not kept, and may have any units that can get where they stand without
    passing the line or a kept province. The line is broken if one of its units is dislodged, or an enemy enters a
    province where it stood or that it keeps.

    Args:
        turn: The units of the line and their orders, in any form that `read` takes; all its powers are allies.
        keep: The provinces that it keeps; the centers that its powers own if left out.
        enemy: The most units that the enemy has; any number if left out.
        no_fleets: Provinces where he has no fleet, and sends none.
        orders: True to find holds and supports of units without an order, with which the line holds.
        spare: True to find which units can be left out, even if the others get new holds and supports.
        repair: True to find lines that hold with one unit elsewhere: nearby, or of the other type.
        proof: True for a proof that the line holds, which rests on no solver (`Line.proof`).
        rules: The rulebook; that of the turn if left out.
        board: The board; that of the turn if left out.
        seconds: How long to look for each answer.
        progress: Called with how much is done, of how much (None if that is not known), and what is tried, in words.

    Raises:
        LineError: Nothing is kept, an order of the line counts for nothing, or the turn is no movement phase.
        ProofError: There is no package to make proofs.

    >>> from standoff import line
    >>> line("TURKEY: A CON H, A ARM H", keep="CON ANK SMY", no_fleets="AEG BLA EAS").holds
    True
    """
    from ..cases import turn_from

    given = turn_from(turn, board=board)
    chosen = given.rules if rules is None else rulebook(rules)
    own_board, position = given.board, given.position
    kept, barred = (_provinces(names, own_board) for names in ((keep or ()), no_fleets))
    if keep is None:
        powers = {unit.power for unit in position.units}
        kept = [one for power in powers for one in position.centers.get(power, ())]
    if not kept:
        raise LineError("name the provinces that the line keeps (--keep), or their owners in the turn")
    if given.type is not PhaseType.MOVEMENT or not position.units or position.civil_disorder or position.closed:
        raise LineError("a line has units and orders of a movement phase, without civil disorder or closed provinces")
    position = Position(position.units, board=position.board)
    legal, written = _choices(position, given.orders, own_board, chosen)
    if proof:
        require_prover()

    def search(units: Sequence[Unit], choices: Sequence[Any]) -> LineProgram:
        ends = monotonic() + seconds
        return LineProgram(Position(units, board=position.board), choices, kept, enemy, barred, own_board, chosen, ends)

    def report(done: int, total: int | None, what: str) -> None:
        if progress is not None:
            progress(done, total, what)

    def lines_that_hold(variants: Sequence[tuple[str, list[Unit]]]) -> Iterator[tuple[int, Turn]]:
        """Yield which of some named variants hold, each with holds and supports with which it does."""
        for number, (name, units) in enumerate(variants):
            report(number, len(variants), name)
            here = Position(units, board=position.board)
            one = search(units, _choices(here, (), own_board, chosen)[0])
            if (numbers := one.orders_that_hold()) is not None:
                yield number, Turn(here, one.orders(numbers), chosen, board=own_board)

    choices = [
        rows if orders and row is None else np.array([row or HOLD]) for rows, row in zip(legal, written, strict=True)
    ]
    report(0, None, "the line")
    answer = Line(None, Turn(position, given.orders, chosen, board=own_board), tuple(kept))
    try:
        one = search(position.units, choices)
        answer = replace(answer, **_premises(one, kept, barred, enemy))
        numbers: list[int] | None = [0] * len(choices)
        if orders and any(len(rows) > 1 for rows in choices):
            numbers = one.orders_that_hold(lambda tried: report(tried, None, f"{counted(tried, 'break')} withstood"))
        if numbers is None:
            numbers = [0] * len(choices)
        found, ordered = one.first_break(numbers), Turn(position, one.orders(numbers), chosen, board=own_board)
        answer = replace(answer, turn=ordered, holds=found is None)
        if found is not None:
            answer = replace(answer, breaks=found[0], broken=tuple(found[1]))
        elif not one.static and (moved := one.first_break(numbers, moves=True)):
            answer = replace(answer, leaves=moved[0])
        if proof and answer.holds:
            report(0, None, "the proof")
            answer = replace(answer, proof=_proof(ordered, kept, enemy, barred, seconds))
        if spare:
            fewer = [(f"without {unit}", [one for one in position.units if one is not unit]) for unit in position.units]
            left = tuple((position.units[number], turn) for number, turn in lines_that_hold(fewer))
            answer = replace(answer, spare=left)
        if repair:
            changed = list(_variants(position.units, one.frontier))
            answer = replace(answer, repairs=tuple(turn for _, turn in lines_that_hold(changed)))
    except OpenError as fault:
        return replace(answer, why_open=str(fault))
    return answer


def _proof(turn: Turn, keep: Sequence[str], enemy: int | None, no_fleets: Sequence[str], seconds: float) -> str:
    """Return the text of a file with the proof that a line holds.

    Raises:
        OpenError: There is none by the deadline.
    """
    question: dict[str, Any] = {"orders": _orders_by_power(turn), "keep": keep, "enemy": enemy, "no_fleets": no_fleets}
    question |= {"rules": turn.rules.preset, "options": turn.rules.differences, "board": turn.board.name}
    search = unbroken_program(question, seconds)
    search.first_break([0] * len(search.choices))  # leaves out breaks that the adjudicator does not confirm
    return proof_text({**question, "refused": search.refused}, search.unbroken(), seconds)


def unbroken_program(question: Mapping[str, Any], seconds: float = MOST_SECONDS) -> LineProgram:
    """Return the program of a question in a file with a proof; `LineProgram.unbroken` is what is proved.

    Raises:
        LineError: The question is about no line.
        OpenError: The question cannot be stated.
    """
    from ..cases import turn_from

    rules = rulebook(question["rules"], **question["options"])
    turn = turn_from("\n".join(question["orders"]), board=question["board"], rules=rules)
    written = _choices(turn.position, turn.orders, turn.board, rules)[1]
    choices, ends = [np.array([row or HOLD]) for row in written], monotonic() + seconds
    keep, enemy, no_fleets = question["keep"], question["enemy"], question["no_fleets"]
    return LineProgram(turn.position, choices, keep, enemy, no_fleets, turn.board, rules, ends)


def _provinces(names: str | Iterable[str], board: Board) -> list[str]:
    """Return the ids of named provinces."""
    some = re.split(r"[,\s]+", names.strip()) if isinstance(names, str) else names
    return list(dict.fromkeys(board.province(name).id for name in some if name))


def _choices(
    position: Position, orders: Sequence[Order], board: Board, rules: Rulebook
) -> tuple[list[Any], list[tuple[int, ...] | None]]:
    """Return, by unit, its holds and supports for units that stay; and the order that it is given, None without one.

    Raises:
        LineError: An order is illegal, or void: it supports a unit of the line in what this does not do.
    """
    legal = legal_choices(position, board, (rules,))
    static = [rows[(rows[:, 0] == HOLDS) | ((rows[:, 0] == SUPPORTS) & (rows[:, 2] < 0))] for rows in legal]
    table = table_of(board, position, orders, rules)
    at = {unit.province: number for number, unit in enumerate(position.units)}
    given: list[tuple[int, ...] | None] = [None] * len(legal)
    for order in orders:
        unit = at.get(order.unit.province, -1) if isinstance(order, Hold | Move | Support | Convoy) else -1
        legal_order = table.legal_orders[unit]
        if unit < 0 or (legal_order.kind == HOLDS) != isinstance(order, Hold) or table.void[unit]:
            raise LineError(f"{order.power}: {order}: the order counts for nothing")
        given[unit] = batch_order(legal_order)
    return static, given


def _premises(search: LineProgram, keep: Sequence[str], no_fleets: Sequence[str], most: int | None) -> dict[str, Any]:
    """Return what a line's answer rests on, as fields of it."""
    frontier, board = search.frontier, search.board
    units = "any number of units" if most is None else f"at most {counted(most, 'unit')}"
    inside = [one.id for one in board.provinces if one.id not in frontier.free | frontier.provinces]
    homes = {home for name, power in board.powers.items() if name not in search.powers for home in power.homes}
    own_homes = [one for one in keep if one in homes]
    assumed = [
        f"rulebook {search.rules.name}",
        f"the enemy has {units}, anywhere outside",
        *([f"he has no fleet in, and sends none to {', '.join(sorted(no_fleets))}"] if no_fleets else []),
        f"he has nothing inside, in {', '.join(inside) or 'no province'}",
        *([f"he builds nothing in his home centers inside: {', '.join(own_homes)}"] if own_homes else []),
    ]
    centers = sum(one in board.centers for one in keep)
    if centers < len(search.position.units):
        assumed.append(f"{len(search.position.units)} units are kept with {counted(centers, 'center')}")
    possible = tuple(sorted(map(str, frontier.possible)))
    return {"enemy_units": possible, "entries": tuple(sorted(frontier.entries)), "assumed": tuple(assumed)}


def _variants(units: Sequence[Unit], frontier: Frontier) -> Iterator[tuple[str, list[Unit]]]:
    """Yield which of some units is elsewhere, of the other type or where it could move; and the units."""
    taken = {unit.province for unit in units}
    for number, unit in enumerate(units):
        here = UnitPlacement(unit.type, unit.location)
        others = [one for one in frontier.of_province[unit.province] if one != here]
        near = [UnitPlacement(unit.type, place) for place in frontier.reach(here)]
        for one in [*others, *(other for other in near if other.province not in taken)]:
            changed = [*units[:number], Unit(one.type, one.location, unit.power), *units[number + 1 :]]
            yield f"{one} for {unit}", changed
