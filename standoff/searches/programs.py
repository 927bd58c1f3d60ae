"""Orders as variables: which joint orders have a given outcome, asked of an answer set solver (clingo).

The law is `solver/law/law.lp` with `settlement.lp`, which knows nothing of the equations in Python; each joint order
has exactly one answer set. The adjudicator confirms whatever is found. Needs the extra ``search``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays and clingo have no types here.
from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..map import FLEET, SEA, Board, Position, StandoffError, has, install_command
from ..solver import CONVOYS, HOLDS, MOVES, SUPPORTS, Rulebook, law_program, not_covered
from ..work import Stop

MOST_SECONDS = 120.0
"""A question that takes longer is open."""

MOST_REFUSED = 100
"""A question is open after this many joint orders that the solver found and the adjudicator did not confirm."""

_NOT_WATCHED = 0.1
"""Whether to stop is looked up after so many seconds."""

_TOO_SLOW = "the solver needs more time"

MOST_FLEETS = 8
"""Under a rulebook that asks for every route, the most fleets that may convoy: there are too many routes of more."""


class OpenError(StandoffError):
    """A question was not answered: it took too long, or rests on a rule that is not stated for the solver."""


class UnstatedError(OpenError):
    """A question cannot be stated for the solver."""


class MissingSolverError(StandoffError):
    """The package clingo is not installed."""

    def __init__(self) -> None:
        super().__init__(f"orders are searched for by clingo, which is not installed: {install_command('search')}")


def why_unsolvable(board: Board, rules: Rulebook) -> str:
    """Return, in words, why no program says what becomes of turns on a board under a rulebook; empty if one does.

    >>> from standoff import rulebook
    >>> from standoff.map import load_board
    >>> brannan = rulebook("1971", convoyed_attack_from="last-fleet")
    >>> why_unsolvable(load_board(), rulebook("dptg")), why_unsolvable(load_board(), brannan).partition(": ")[2]
    ('', 'convoyed_attack_from=last-fleet')
    """
    if options := not_covered(rules):
        return f"{rules.name}: {options}"
    if any(province.convoys and province.kind != SEA for province in board.provinces):
        return "the board has coasts whose fleets convoy"
    return "" if find_spec("clingo") else str(MissingSolverError())


def text_of(name: str) -> str:
    """Return a name as a string of an answer set program; ids of provinces and powers need no escapes."""
    return f'"{name}"'


def order_facts(position: Position, board: Board, choices: Sequence[Any]) -> Iterator[str]:
    """Yield the units of a position, and what each of their orders makes true; ``order(U,N)``: that of U is its Nth.

    Args:
        position, board: The position.
        choices: By unit, its orders: int16, shape (orders, 4).
    """
    tables = board.tables
    home = [text_of(unit.province) for unit in position.units]
    places = [text_of(board.provinces[number].id) for number in tables.province]
    for unit, (one, rows) in enumerate(zip(position.units, choices, strict=True)):
        here, number = home[unit], board.province_number[one.province]
        yield f"unit({here},{text_of(one.power)})."
        if one.type is FLEET and tables.sea[number] >= 0:
            for other in board.provinces:
                if has(tables.shore, board.province_number[other.id], tables.sea[number]):
                    yield f"off({here},{text_of(other.id)})."
        for count, (kind, target, place, via) in enumerate(rows.tolist()):
            if kind == HOLDS:
                continue
            named = [here] + [home[target]] * (target >= 0) + [places[place]] * (place >= 0)
            true = [f"{ {MOVES: 'move', SUPPORTS: 'support', CONVOYS: 'convoy'}[kind] }({','.join(named)})"]
            if place >= len(board.provinces):
                true.append(f"coast({here},{text_of(board.locations[place])})")
            if kind == MOVES and (one.type is FLEET or has(tables.army, number, tables.province[place])):
                true.append(f"by_land({here})")
            if kind == MOVES and via:
                true.append(f"via({here})")
            for fact in true:
                yield f"{fact} :- order({here},{count})."


def may_ring(position: Position, board: Board, choices: Sequence[Any]) -> bool:
    """Return whether some joint order has a ring of convoys: convoy, support in its army's way, the next convoy."""
    convoying = [unit for unit, rows in enumerate(choices) if (rows[:, 0] == CONVOYS).any()]
    if not convoying:
        return False
    at = {board.province_number[unit.province]: number for number, unit in enumerate(position.units)}
    province = board.tables.province
    after: dict[int, set[int]] = {}
    for fleet in convoying:
        ends = {at.get(province[row[2]], -1) for row in choices[fleet].tolist() if row[0] == CONVOYS}
        acted_on = {
            row[1] if row[2] < 0 else at.get(province[row[2]], -1)
            for end in ends - {-1}
            for row in choices[end].tolist()
            if row[0] == SUPPORTS
        }
        after[fleet] = acted_on.intersection(convoying)
    while any(not later.intersection(after) for later in after.values()):
        after = {fleet: later for fleet, later in after.items() if later.intersection(after)}
    return bool(after)


def choice_of(position: Position, choices: Sequence[Any], units: Iterable[int]) -> str:
    """Return the clauses by which each of some units has one of its orders."""
    names = {unit: text_of(position.units[unit].province) for unit in units}
    return "\n".join(f"1 {{ order({name},0..{len(choices[unit]) - 1}) }} 1." for unit, name in names.items())


def law_for(position: Position, board: Board, choices: Sequence[Any], rules: Rulebook, *, circles: bool = False) -> str:
    """Return the program of what becomes of any joint order; `circles` is that of `law_program`.

    Raises:
        UnstatedError: The law under the rulebook, or on the board, is not stated for the solver.
    """
    if why := why_unsolvable(board, rules):
        raise UnstatedError(why)
    law = law_program(rules, rings=may_ring(position, board, choices), circles=circles)
    if "route(" in law and sum((rows[:, 0] == CONVOYS).any() for rows in choices) > MOST_FLEETS:
        why = f"{rules.name} asks for every route of a convoy, and more than {MOST_FLEETS} fleets may convoy"
        raise UnstatedError(why)
    return law


SHOWN, FEWEST = "#show order/2.", "#minimize { 1,U : order(U,N), N > 0 }."


class Program:
    """A question about joint orders of a position.

    Args:
        position, board: The position, and its board.
        choices: By unit, its orders: int16, shape (orders, 4), the first one a hold if the unit may hold.
        program: The law (`law_for`), and the clauses that say what must come of the orders.
        confirmed: Returns whether a joint order, int16, shape (units, 4), has the outcome, by the adjudicator.

    Attributes:
        numbers: By unit, the number of its order in what `first` found last.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        choices: Sequence[Any],
        program: str,
        confirmed: Callable[[Any], bool],
        *,
        smallest: bool = True,
    ) -> None:
        self.position, self.choices, self.confirmed, self.refused = position, choices, confirmed, 0
        self.numbers: dict[int, int] = {}
        free = choice_of(position, choices, range(len(choices)))
        self.solver = solver_of(program, free, FEWEST * smallest, SHOWN, *order_facts(position, board, choices))

    def first(
        self, fixed: Mapping[int, int] | None = None, deadline: float | None = None, stop: Stop | None = None
    ) -> Any:
        """Return a joint order with the outcome, int16, shape (units, 4), with the fewest orders; None if none has it.

        Args:
            fixed: By unit, the number of its order; other units have any.
            deadline: The time, of `time.monotonic`, at which to give up.
            stop: Ends the search when it is set.

        Raises:
            OpenError: It took too long, or was stopped, or the adjudicator refused too many.
        """
        deadline = time.monotonic() + MOST_SECONDS if deadline is None else deadline
        while True:
            held = [(order_atom(self.position, *one), True) for one in (fixed or {}).items()]
            atoms = best_model(self.solver, held, deadline, stop)
            if atoms is None:
                return None
            number = {atom.arguments[0].string: atom.arguments[1].number for atom in atoms}
            self.numbers = {unit: number[one.province] for unit, one in enumerate(self.position.units)}
            rows = np.array([self.choices[unit][one] for unit, one in self.numbers.items()], dtype=np.int16)
            if self.confirmed(rows):
                return rows
            self.refused += 1
            if self.refused >= MOST_REFUSED:
                raise OpenError(f"the adjudicator refused {self.refused} joint orders that the solver found")
            self.refuse(self.numbers)

    def refuse(self, numbers: Mapping[int, int]) -> None:
        """Leave out the joint orders in which units, by number, have orders of these numbers."""
        atoms = self.solver.symbolic_atoms
        with self.solver.backend() as backend:
            backend.add_rule([], [atoms[order_atom(self.position, *one)].literal for one in numbers.items()])


def order_atom(position: Position, unit: int, number: int) -> Any:
    """Return the atom which says that a unit has its order of a number."""
    import clingo

    return clingo.Function("order", [clingo.String(position.units[unit].province), clingo.Number(number)])


def solver_of(*parts: str) -> Any:
    """Return a solver with a program; it decides the same way on every run."""
    import clingo

    solver = clingo.Control(["--warn=none", "--seed=1"])
    solver.add("base", [], "\n".join(parts))
    solver.ground([("base", [])])
    return solver


def best_model(
    solver: Any, held: Sequence[tuple[Any, bool]], deadline: float, stop: Stop | None = None
) -> list[Any] | None:
    """Return the shown atoms of the best answer set in which some atoms hold or not; None if there is no answer set.

    Raises:
        OpenError: It is not known at the deadline, or when it is stopped, whether there is one. (A later one that is
            better is not waited for.)
    """
    if time.monotonic() >= deadline:  # a quick answer would come or not, as chance has it
        raise OpenError(_TOO_SLOW)
    best = None
    with solver.solve(held, yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(min(_NOT_WATCHED, max(0.0, deadline - time.monotonic()))):
                stopped = stop is not None and stop.is_set()
                if not stopped and time.monotonic() < deadline:
                    continue
                handle.cancel()
                if best is None:
                    raise OpenError("the search was stopped" if stopped else _TOO_SLOW)
                return best
            model = handle.model()
            if model is None:
                return best
            best = model.symbols(shown=True)


def tagged(program: str, tag: str, shared: Collection[str] = ("order",)) -> str:
    """Return a program as a copy of its own, which has only some predicates in common with others."""
    return re.sub(
        r"(?<![\w\"])([a-z]\w*)(?=\()|\bwords_only\b",
        lambda found: found[0] if found[0] in shared else f"{found[0]}_{tag}",
        program,
    )
