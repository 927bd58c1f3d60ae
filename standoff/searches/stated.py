"""Properties of turns as clauses, for questions about more joint orders than can be tried (`programs`)."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import numpy as np

from ..map import FLEET, Board, Position, members
from ..solver import FACTS, HOLDS, Rulebook
from ..work import Stop
from .choices import HOLD, rows_of_units
from .deciding import played
from .limits import parts_of
from .programs import Program, UnstatedError, law_for, tagged, text_of
from .properties import (
    COMPONENTS,
    POSITION,
    RETREATS,
    SUCCESS,
    Both,
    Counted,
    Described,
    Differ,
    HasOrder,
    Not,
    Paradoxical,
    Predicate,
    Property,
    having,
)

ORDERED = """
kind(U,hold) :- stays(U).
kind(U,move) :- move(U,_).
kind(U,support) :- support(U,_).
kind(U,support) :- support(U,_,_).
kind(U,convoy) :- convoy(U,_,_).
of(U,V) :- support(U,V).
of(U,V) :- support(U,V,_).
of(U,V) :- convoy(U,V,_).
at(U,V) :- move(U,V), unit(V,_).
at(U,V) :- support(U,V).
at(U,V) :- support(U,_,V), unit(V,_).
at(U,V) :- convoy(U,_,V), unit(V,_).
allied(U) :- move(U,V), unit(U,W), unit(V,W).
allied(U) :- of(U,V), unit(U,W), unit(V,W).
"""
"""What orders are, under any rulebook; ``stays(U)``: it has no other order than to hold."""

OUTCOME = """
gone(U) :- moves(U,_), succeeds(U).
lost(U) :- unit(U,_), dislodged(U), not gone(U).
out(U,V) :- lost(U), moves(V,U), succeeds(V).
fine(U) :- outcome(U,("holds";"moves";"supports";"convoys")).
outcome(U,"holds") :- stays(U), not lost(U).
outcome(U,"dislodged") :- stays(U), lost(U).
outcome(U,"moves") :- gone(U).
outcome(U,"supports") :- supports(U,_), succeeds(U).
outcome(U,"convoys") :- convoys(U,_), succeeds(U).
outcome(U,"void") :- kind(U,K), K != hold, not moves(U,_), not supports(U,_), not convoys(U,_).
outcome(U,"unresolved") :- unresolved(U).
outcome(U,"bounces") :- moves(U,_), not succeeds(U), 1 { path(U); failing(U) }, not unresolved(U).
outcome(U,"no convoy") :- moves(U,_), not succeeds(U), not path(U), not failing(U).
outcome(U,"cut") :- supports(U,_), not succeeds(U), not unresolved(U).
outcome(U,"disrupted") :- convoys(U,_), not succeeds(U), not unresolved(U).
"""
"""What becomes of orders, in the words of `Outcome`; ``out(U,V)``: V dislodges U."""

RETREATING = """
closed(P) :- unit(P,_), not gone(P), not lost(P).
closed(P) :- gone(U), moves(U,P).
closed(P) :- moves(U,P), not succeeds(U), prevent(U,_).
retreat(U,L) :- lost(U), near(U,L,P), not closed(P), not barred(U,P).
"""
"""Where the dislodged may retreat to (DATC 6.H)."""

CYCLES = """
later(U) :- open(U), follows(U,V), V < U.
several(K) :- K = #count { U : open(U), not later(U) }.
"""
"""How many cycles of orders are open: each has two resolutions, or none."""

_OPEN = {
    "any": "open(U)",
    "convoy": "open(U), ring(U)",
    "circular movement": "open(U), circle(U), not odd(U)",
    "other": "open(U), circle(U), odd(U)",
}
"""By kind of paradox, when there is one."""

_COMPARED = {
    POSITION: ("gone(U)", "lost(U)"),
    SUCCESS: ("fine(U)",),
    RETREATS: ("lost(U)", "retreat(U,L)"),
}
"""By what `Differ` compares, the atoms."""

_SHARED = frozenset({*FACTS, "order", "stays", "near", "kind", "of", "at", "allied", "has"})


def why_unstated(query: Property) -> str:
    """Return, in words, why a property cannot be stated for the solver; empty if it can.

    >>> from standoff.searches.expression import property_of
    >>> why_unstated(property_of("differ(1971, 1982) and not paradox('convoy')"))
    ''
    >>> why_unstated(property_of("components(2)"))
    'components(2) cannot be asked of a solver: it is about how the adjudicator goes on'
    """
    for part in parts_of(query):
        why = ""
        if isinstance(part, Predicate):
            why = "it is a function"
        elif isinstance(part, Counted) and part.what == COMPONENTS:
            why = "it is about how the adjudicator goes on"
        elif isinstance(part, HasOrder) and any(name == "by" for one in part.order.all() for name, _ in one.relations):
            why = "it is about reasons ('by')"
        if why:
            return f"{part} cannot be asked of a solver: {why}"
    return ""


def first_with(
    query: Property,
    position: Position,
    board: Board,
    choices: Sequence[Any],
    known: Sequence[Any],
    ends: float,
    stop: Stop,
) -> Any:
    """Return a joint order with a property in which no order can become a hold: int16, shape (units, 4).

    It does not have all the orders of one that is known; None if there is no other.

    Args:
        query: The property.
        position, board: The position.
        choices: By unit, its orders: int16, shape (orders, 4).
        known: Joint orders that were found before.
        ends: The time, of `time.monotonic`, at which to give up.
        stop: Ends the search when it is set.

    Raises:
        UnstatedError: The property, or the law under one of its rulebooks, cannot be stated.
        OpenError: It takes too long, or it was stopped.
    """
    if why := why_unstated(query):
        raise UnstatedError(why)
    units = rows_of_units(position, board)

    def has_it(rows: Any) -> Any:
        return having(query, played(board, units, rows))

    program = "\n".join(_Statement(query, position, board, choices).lines)
    solver = Program(position, board, choices, program, lambda rows: bool(has_it(rows[None])[0]), smallest=False)
    for one in known:
        ordered = np.flatnonzero(one[:, 0] != HOLDS).tolist()
        solver.refuse({unit: (choices[unit] == one[unit]).all(axis=1).argmax() for unit in ordered})
    rows = solver.first(deadline=ends, stop=stop)
    while rows is not None:  # a hold in place of each order in turn
        ordered = np.flatnonzero(rows[:, 0] != HOLDS)
        fewer = np.repeat(rows[None], len(ordered), axis=0)
        fewer[np.arange(len(ordered)), ordered] = HOLD
        left = np.flatnonzero(has_it(fewer)) if len(ordered) else ordered
        if not len(left):
            break
        rows = fewer[left[0]]
    return rows


class _Statement:
    """A property as a program: the law under each of its rulebooks, and the clauses of its parts, as `lines`."""

    def __init__(self, query: Property, position: Position, board: Board, choices: Sequence[Any]) -> None:
        self.units = len(position.units)
        self.tag = {rules: f"w{number}" for number, rules in enumerate(query.rulebooks)}
        parts, counting, retreating = list(parts_of(query)), set[Rulebook](), set[Rulebook]()
        for part in parts:
            if isinstance(part, Counted) or (isinstance(part, Paradoxical) and part.kind != "convoy"):
                counting.add(part.rules)
            elif isinstance(part, Differ) and part.what == RETREATS:
                retreating |= {*part.rulebooks}
        self.lines = [ORDERED]
        for rules, tag in self.tag.items():
            text = law_for(position, board, choices, rules, circles=rules in counting) + OUTCOME
            if rules["paradox_backup"] == "unresolved":
                text += "unresolved(U) :- failing(U), not circle(U).\n"
            if rules in counting:
                text += CYCLES
            if rules in retreating:
                may = rules["retreat_to_convoyed_attacker"] == "allowed"
                text += f"{RETREATING}barred(U,V) :- out(U,V){', not by_sea(V)' * may}.\n"
            self.lines.append(tagged(text, tag, _SHARED))
        for unit, rows in zip(position.units, choices, strict=True):
            here = text_of(unit.province)
            self.lines += [f"stays({here}) :- order({here},{n})." for n, row in enumerate(rows) if row[0] == HOLDS]
            if retreating:
                ways = board.tables.fleet if unit.type is FLEET else board.tables.army
                for goal in members(ways, board.location_number[unit.location]):
                    province = board.provinces[board.tables.province[goal]].id
                    self.lines.append(f"near({here},{text_of(board.locations[goal])},{text_of(province)}).")
        self.numbers = count()
        self.lines.append(f":- not {self.atom_of(query)}.")

    def atom_of(self, query: Property) -> str:
        """Add the clauses of a property, and return the atom that says that a turn has it."""
        atom = f"has({next(self.numbers)})"
        if isinstance(query, Both):
            parts = [self.atom_of(part) for part in query.parts]
            bodies = [", ".join(parts)] if query.conjunction else parts
        elif isinstance(query, Not):
            bodies = [f"not {self.atom_of(query.part)}"]
        elif isinstance(query, Differ):
            names = _COMPARED[query.what]
            one, two = (self.tag[rules] for rules in query.rulebooks)
            pairs = [(tagged(name, a), tagged(name, b)) for name in names for a, b in ((one, two), (two, one))]
            bodies = [f"{here}, not {there}" for here, there in pairs]
        else:
            assert isinstance(query, Paradoxical | Counted | HasOrder), "what is not stated is refused before"
            bodies = [tagged(body, self.tag[query.rules], _SHARED) for body in self._bodies(query)]
        self.lines += [f"{atom} :- {body}." for body in bodies]
        return atom

    def _bodies(self, query: Paradoxical | Counted | HasOrder) -> Iterator[str]:
        """Yield the ways in which a turn has a property, each as the body of a clause."""
        if isinstance(query, HasOrder):
            yield ", ".join(_described(query.order, {}, count()))
        elif isinstance(query, Paradoxical):
            yield _OPEN[query.kind]
        else:
            if query.fits(0):
                yield "odd(_)"
            for cycles in range(self.units + 1):
                if query.fits(2**cycles):
                    yield f"several({cycles}), not odd(_)"


def _described(one: Described, names: dict[str, str], numbers: Iterator[int]) -> Iterator[str]:
    """Yield the literals that say that an order fits a description; the first one names its variable."""
    variable = f"U{next(numbers)}"
    if one.name is not None:
        variable = names.setdefault(one.name, variable)
    yield f"kind({variable},{one.kind or '_'})"
    if one.outcome is not None:
        yield f"outcome({variable},{text_of(one.outcome)})"
    for wanted, atom in ((one.success, "fine"), (one.dislodged, "lost"), (one.convoyed, "by_sea"), (one.own, "allied")):
        if wanted is not None:
            yield f"{'' if wanted else 'not '}{atom}({variable})"
    for relation, other in one.relations:
        if isinstance(other, Described):
            first, *rest = _described(other, names, numbers)
            there = first[len("kind(") : first.index(",")]
            yield from (first, *rest)
        else:
            there = names.setdefault(other, f"U{next(numbers)}")
        pair = f"{there},{variable}" if relation == "dislodges" else f"{variable},{there}"
        yield f"{relation if relation in ('of', 'at') else 'out'}({pair})"
