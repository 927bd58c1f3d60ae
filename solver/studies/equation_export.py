"""The equations of a turn written out, so that any other solver can look for the resolutions.

Every move, support and convoy that is legal and not void is a Boolean; its equation says from which of the others, and
how, it follows. An equation is written as the cases that it tells apart: in each some orders are known to succeed and
some to fail, and whatever the rest do, the order succeeds, or fails. The cases of an equation exclude each other, and
together they are all there is; so they read as a formula, a truth table or clauses. The models of all clauses are the
resolutions of the turn, before any rule for paradoxes: no variable is added, and no rule is stated here.
`solver/law/law.lp` states the rules once more, for answer set solvers; what is written for it are the facts of the
turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from ...map import Board, Position, StandoffError, bits, has, on_board, repr_as
from ..law.equations import CONVOYS, MOVES, OPEN, SUPPORTS
from ..order import Order
from ..plain.house_equations import law_of
from ..plain.house_table import table_of
from ..plain.order_table import OrderTable
from ..rules.options import OPTIONS, CivilDisorderSupport, ParadoxBackup
from ..rules.rulebook import Rulebook

PARAGRAPHS = {SUPPORTS: "5.B.2", CONVOYS: "5.B.3"}
"""The paragraph of the DATC that states each kind of equation; that of a move is 5.B.1, with those that it names."""

MOST_CASES = 200_000
"""At most this many cases of an equation are written out."""


class EquationError(StandoffError):
    """Equations cannot be written: the format is unknown, or there are too many cases.

    >>> from standoff import read
    >>> read("FRANCE: A PAR - BUR").equations().text("dimac")
    Traceback (most recent call last):
        ...
    standoff.solver.studies.equation_export.EquationError: no format 'dimac'; known: text, dimacs, asp
    """


class Branch(NamedTuple):
    """The value of an equation if some orders succeed and others fail, all given by number."""

    succeed: frozenset[int]
    fail: frozenset[int]
    value: bool


@dataclass(frozen=True, slots=True)
class Equation:
    """Whether one order succeeds, as a function of others.

    Attributes:
        number: The number of its variable, from 1.
        order: The order.
        rests_on: The numbers of the orders that can make a difference to it, perhaps itself.
        cases: The cases that it tells apart; they exclude each other, and leave none out.
        paragraph: The paragraph of the DATC.

    >>> from standoff import read
    >>> equation = read("FRANCE: A PAR - BUR\\nGERMANY: A BUR - PAR").equations()[0]
    >>> equation.rests_on, equation.paragraph, [case.value for case in equation.cases]
    ((), '5.B.1', [False])
    """

    number: int
    order: Order
    rests_on: tuple[int, ...]
    cases: tuple[Branch, ...]
    paragraph: str

    def value(self, succeed: Iterable[int]) -> bool:
        """Return the value of the equation if exactly the orders with these numbers succeed."""
        those = frozenset(succeed)
        return next(case.value for case in self.cases if case.succeed <= those and not case.fail & those)

    def truth_table(self) -> Iterator[tuple[tuple[bool, ...], bool]]:
        """Yield every assignment of the orders that it rests on, in their order, and what the equation says there.

        >>> from standoff import read
        >>> list(read("FRANCE: A PAR - BUR\\nGERMANY: A BUR - MUN").equations()[0].truth_table())
        [((False,), False), ((True,), True)]
        """
        for values in product((False, True), repeat=len(self.rests_on)):
            yield values, self.value(number for number, value in zip(self.rests_on, values, strict=True) if value)

    def __repr__(self) -> str:
        return repr_as(self, f"x{self.number} {self.order.power}: {self.order}")


class Equations(tuple[Equation, ...]):
    """The equations of a turn; `str` writes them to be read, `text` also for solvers.

    Attributes:
        table: The table of the turn.

    >>> from standoff import read
    >>> print(read("6.F.14").equations("2023"))
    rulebook 2023, 4 equations
    x1  ENGLAND: F LON S F WAL - ENG
        succeeds if not x4  [DATC 5.B.2]
    x2  ENGLAND: F WAL - ENG
        succeeds if x1  [DATC 5.B.1]
    x3  FRANCE: A BRE - LON
        never succeeds  [DATC 5.B.1]
    x4  FRANCE: F ENG C A BRE - LON
        succeeds if not x2  [DATC 5.B.3]
    """

    table: OrderTable

    @cached_property
    def fixed_orders(self) -> tuple[tuple[Order, str], ...]:
        """The orders that are not variables, each with the reason: it is illegal, void, or a hold."""
        table = self.table
        variables = {equation.order for equation in self}
        left_out: list[tuple[Order, str]] = []
        for order, unit, illegal in zip(table.orders, table.unit_of, table.illegal, strict=True):
            if illegal is not None:
                left_out.append((order, "illegal"))
            elif table.void[unit]:
                left_out.append((order, "void"))
            elif order not in variables:
                left_out.append((order, "a hold"))
        return tuple(left_out)

    def text(self, form: str = "text") -> str:
        """Return the equations in a format.

        Args:
            form: ``"text"``; ``"dimacs"`` (clauses, for solvers of SAT); ``"asp"`` (facts for `solver/law/law.lp`).

        Raises:
            EquationError: There is no such format; or house rules change equations, which ``"asp"`` has not.
        """
        if not isinstance(form, str) or form not in FORMATS:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise EquationError(f"no format {form!r}; known: {', '.join(FORMATS)}")
        return FORMATS[form](self)

    def to_dict(self) -> dict[str, Any]:
        """Return the equations as an object for JSON."""
        rules = self.table.rules
        return {
            "rules": {"rules": rules.preset, "options": dict(rules.differences)},
            "equations": [
                {
                    "number": one.number,
                    "power": one.order.power,
                    "order": str(one.order),
                    "paragraph": one.paragraph,
                    "rests_on": list(one.rests_on),
                    "cases": [
                        {"succeed": sorted(case.succeed), "fail": sorted(case.fail), "value": case.value}
                        for case in one.cases
                    ],
                }
                for one in self
            ],
            "others": [{"power": order.power, "order": str(order), "why": why} for order, why in self.fixed_orders],
        }

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<{len(self)} equations>"


def equations_of(table: OrderTable) -> Equations:
    """Return the equations of a turn.

    Raises:
        EquationError: An equation has more than `MOST_CASES` cases.

    Source: DATC 3.2, 5.B.
    """
    number_of = {unit: number for number, unit in enumerate(bits(table.live), 1)}

    def numbers(mask: int) -> frozenset[int]:
        return frozenset(number_of[unit] for unit in bits(mask))

    equations: list[Equation] = []
    for unit, number in number_of.items():
        cases = tuple(Branch(numbers(yes), numbers(no), value) for yes, no, value in _cases(table, unit))
        equations.append(
            Equation(
                number,
                table.order(unit),
                tuple(sorted({other for case in cases for other in case.succeed | case.fail})),
                cases,
                PARAGRAPHS.get(table.rows[unit].kind, "5.B.1"),
            )
        )
    made = Equations(equations)
    made.table = table
    return made


def _cases(table: OrderTable, unit: int) -> list[tuple[int, int, bool]]:
    """Return the cases of the equation of `unit`: masks of what succeeds and what fails, and whether it succeeds."""
    rows = table.rows
    law = law_of(rows)
    # where a convoyed attack may come from the last fleet, less knowledge may seem to decide what more does not, and
    # whether a move meets an army at sea may hang on its own success
    at_once = table.rules["convoyed_attack_from"] == "start"
    made = 0

    def cases(yes: int, no: int, left: int) -> list[tuple[int, int, bool]]:
        """Split by the orders of a mask, one after the other, where they make a difference."""
        nonlocal made
        decided = law.decide(rows, unit, yes, no) if at_once or not left else OPEN
        if decided != OPEN:
            made += 1
            if made > MOST_CASES:
                raise EquationError(f"{table.order(unit)}: its equation has more than {MOST_CASES:,} cases")
            return [(0, 0, bool(decided))]
        bit = left & -left
        without, with_it = cases(yes, no | bit, left ^ bit), cases(yes | bit, no, left ^ bit)
        if without == with_it:
            return without
        failing = [(succeed, fail | bit, value) for succeed, fail, value in without]
        return failing + [(succeed | bit, fail, value) for succeed, fail, value in with_it]

    return cases(0, 0, (law.rests_on(rows, unit) | (0 if at_once else 1 << unit)) & table.live)


def equations(
    position: Position, orders: Iterable[Order], *, rules: Rulebook | str | None = None, board: Board | None = None
) -> Equations:
    """Return the equations of a movement phase.

    Args:
        position: The position.
        orders: The orders.
        rules: The rulebook; 2023 if left out.
        board: The board; that of the position if left out.

    >>> from standoff import read
    >>> turn = read("FRANCE: A PAR - BUR")
    >>> equations(turn.position, turn.orders)
    <1 equations>
    """
    position, board = on_board(position, board)
    return equations_of(table_of(board, position, orders, rules))


# -- formats -----------------------------------------------------------------------------------------------------------



# Powers and provinces of a board have plain ids, but orders and house rules may be named otherwise: whatever
# stands in a name is quoted by the rules of each format, so that it ends neither a comment nor a name.
def _line(text: str) -> str:
    """Return a text as one line without control characters."""
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


def _string(text: str) -> str:
    r"""Return a text as a string of an answer set program, on one line: ``\`` and ``"`` are escaped by ``\``."""
    return '"' + re.sub(r'(["\\])', r"\\\1", _line(text)) + '"'


def _named(order: Order) -> str:
    return _line(f"{order.power}: {order}")


def _heading(made: Equations) -> list[str]:
    rules = made.table.rules
    options = ", ".join(f"{name}={choice}" for name, choice in rules.differences.items())
    rulebook = _line(f"rulebook {rules.preset}" + (f" with {options}" if options else ""))
    return [rulebook, *(f"no variable: {_named(order)} ({why})" for order, why in made.fixed_orders)]


def _formula(equation: Equation) -> str:
    """Return when an order succeeds, in words: by the cases of success, or by those of failure if they are fewer."""
    if not equation.rests_on:
        return "always succeeds" if equation.cases[0].value else "never succeeds"
    sense = 2 * sum(case.value for case in equation.cases) <= len(equation.cases)
    parts: list[str] = []
    for case in equation.cases:
        if case.value is sense:
            literals = [*(f"x{n}" for n in sorted(case.succeed)), *(f"not x{n}" for n in sorted(case.fail))]
            parts.append(" and ".join(literals))
    if len(parts) > 1:
        parts = [f"({part})" if " and " in part else part for part in parts]
    return f"succeeds {'if' if sense else 'unless'} {' or '.join(parts)}"


def _as_text(made: Equations) -> str:
    first, *rest = _heading(made)
    lines = [f"{first}, {len(made)} equation{'s' * (len(made) != 1)}", *rest]
    width = len(f"x{len(made)}")
    for equation in made:
        lines.append(f"{f'x{equation.number}':{width}}  {_named(equation.order)}")
        lines.append(f"{'':{width}}  {_formula(equation)}  [DATC {equation.paragraph}]")
    return "\n".join(lines) + "\n"


def _as_dimacs(made: Equations) -> str:
    clauses: list[list[int]] = []  # number n says that order n succeeds, -n that it fails
    for equation in made:
        for case in equation.cases:
            own = equation.number if case.value else -equation.number
            literals = {own, *(-number for number in case.succeed), *case.fail}
            if not any(-literal in literals for literal in literals):  # else it is always true
                clauses.append(sorted(literals, key=abs))
    lines = [f"c {line}" for line in _heading(made)]
    lines += [f"c {equation.number} {_named(equation.order)}" for equation in made]
    lines.append(f"p cnf {len(made)} {len(clauses)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join(lines) + "\n"


def _as_asp(made: Equations) -> str:
    """Return the facts of the turn, for `solver/law/law.lp`."""
    return "".join(f"% {line}\n" for line in _heading(made)) + facts_of(made.table)


LAW = tuple(
    name
    for name, option in OPTIONS.items()
    if (option.concerns == "outcomes" and option is not ParadoxBackup) or option is CivilDisorderSupport
)
"""The options that affect the equations, or the matching of orders; not the rule that settles paradoxes afterwards."""

ORDERS = {MOVES: "move", SUPPORTS: "support", CONVOYS: "convoy"}


def facts_of(table: OrderTable) -> str:
    """Return the facts of a turn for `solver/law/law.lp`, which states the equations as an answer set program.

    Raises:
        EquationError: The rulebook has house rules that change equations.
    """
    rules = table.rules
    if rules.house_equations or "support_exception" in rules.functions:
        raise EquationError("solver/law/law.lp knows no house rules; text and dimacs have their equations")
    lines: list[str] = []
    for one in table.units:
        lines.append(f"unit({_string(one.province)},{_string(one.power)}).")
        if one.power in table.legality.civil_disorder:
            lines.append(f"disorder({_string(one.province)}).")
    lines += [f"illegal({_string(table.units[unit].province)})." for unit in bits(table.illegally_moved())]
    for unit in range(len(table.units)):
        lines += _facts_of_order(table, unit)
    lines += [f"option({name},{rules[name].replace('-', '_')})." for name in LAW]
    return "\n".join([*lines, ""])


def _facts_of_order(table: OrderTable, unit: int) -> Iterator[str]:
    """Yield the facts of a legal order, and the adjacencies on the routes of a convoyed army."""
    board, legal_orders, number_of = table.board, table.legal_orders, table.legality.province
    order, here, tables = legal_orders[unit], _string(table.units[unit].province), board.tables
    if order.kind not in ORDERS:
        return
    named = [table.units[order.target].province] if order.target >= 0 else []
    if order.destination >= 0:
        named.append(board.provinces[order.destination].id)
    yield f"{ORDERS[order.kind]}({','.join([here, *map(_string, named)])}).  % {_named(table.order(unit))}"
    if order.coast >= 0:
        yield f"coast({here},{_string(board.locations[order.coast])})."
    if order.kind != MOVES:
        return
    if table.legality.is_fleet[unit] or has(tables.army, number_of[unit], order.destination):
        yield f"by_land({here})."
    if order.via:
        yield f"via({here})."
    for sea in bits(order.route):
        # a bit above those of the seas stands for what is no sea
        place = board.provinces[tables.sea_province[sea]].id if sea < len(tables.sea_province) else "land"
        yield f"through({here},{_string(place)})."
    fleets = [number_of[fleet] for fleet, one in enumerate(legal_orders) if one.kind == CONVOYS and one.target == unit]
    for fleet in fleets:
        for place in (number_of[unit], order.destination, *fleets):
            if tables.shore[place] >> tables.sea[fleet] & 1:
                yield f"off({_string(board.provinces[fleet].id)},{_string(board.provinces[place].id)})."


FORMATS: dict[str, Callable[[Equations], str]] = {"text": _as_text, "dimacs": _as_dimacs, "asp": _as_asp}
"""The writers of equations, by the names of their formats."""
