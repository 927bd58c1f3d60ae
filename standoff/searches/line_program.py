"""The program of the turns that break a stalemate line.

The orders that act on the line follow the law; whatever else the enemy orders is left out, and what acts elsewhere may
succeed or fail as it likes. So each turn that could break the line has an answer set in which it is broken: without
any, the line holds. Each break is confirmed by the adjudicator.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays and clingo have no types here.
from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..map import FLEET, Board, Position, StandoffError, Unit
from ..solver import (
    CONVOYS,
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
)
from ..turn import Turn
from ..work import Stop
from .choices import rows_of_units
from .deciding import played
from .frontier import EnemyOrder, EnemyUnit, Frontier
from .programs import (
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
from .proofs import ProofError


class LineError(StandoffError):
    """The units are no line: nothing is kept, or the position cannot be searched."""


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
        stop: Ends the search when it is set.

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
        stop: Stop | None = None,
    ) -> None:
        self.position, self.choices, self.board, self.rules = position, choices, board, rules
        self.deadline, self.stop = deadline, stop
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
        self.frontier = Frontier(board, home, moves, keep, no_fleets)
        # no rule that tells rulebooks apart bears on a line of holds and supports: only its enemies move or convoy
        self.law = law_program(rulebook() if self.static else rules, routes=False)
        if why := why_unsolvable(board, rules):
            raise OpenError(why)
        # such a rule makes orders fail that the equations let succeed, or leaves circles without a resolution
        for name in ("paradox_backup", "attack_on_own"):
            if not self.static and rules[name] != rulebook()[name]:
                raise OpenError(f"{rules.name}: {name}={rules[name]} is not stated for lines")
        # there, a convoy to anywhere spares the supports that act on its fleet
        met = [one for one in self.frontier.possible if one.type is FLEET and one.province in self.frontier.moves_to]
        self._not_stated = met and rules["paradox_exception"] == "any-action"
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
            atoms = best_model(self.solver, held, self.deadline, self.stop)
            if atoms is None and self._not_stated:
                raise OpenError(f"{self.rules.name}: convoys by fleets where the line moves to are not all stated")
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
        rows = np.array([rows[number] for rows, number in zip(self.choices, numbers, strict=True)], dtype=np.int16)
        return played(self.board, rows_of_units(self.position, self.board), rows[None]).turn(0).orders

    def _turn(self, numbers: Sequence[int], atoms: Iterable[Any]) -> Turn:
        """Return the turn of an answer set."""
        power = {atom.arguments[0].string: atom.arguments[1].string for atom in atoms if atom.name == "unit"}
        chosen: dict[str, tuple[EnemyUnit, EnemyOrder]] = {}
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
            atoms = best_model(solver, [], self.deadline, self.stop)
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
