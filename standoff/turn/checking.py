"""Orders checked against a position one by one: is each legal, why not, what was understood, what comes closest.

>>> from standoff import Turn, starting_position
>>> turn = Turn(starting_position()).with_orders("FRANCE: A PAR - MUN, F BRE - MAO")
>>> for checked in turn.check():
...     print(f"{checked.text} is {checked.verdict}", *checked.nearest, sep="; ")
A PAR - MUN is illegal; A PAR - BUR; A PAR - GAS; A PAR - PIC
F BRE - MAO is legal
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, cast

from ..map import ARMY, Board, Position, Table, Unit, UnknownNameError, province_of, shown_as
from ..solver import (
    Illegal,
    Move,
    Order,
    OrderResult,
    Outcome,
    Retreat,
    Rulebook,
    Unclear,
    Void,
    Waive,
    adjudicate_phase,
    legal_by_place,
    sources_of,
    units_named,
)
from ..text import (
    WRITTEN,
    Line,
    NotationError,
    counted,
    faults_text,
    known_language,
    message,
    order_text,
    ordered_units,
    source_text,
    wording_in,
    write_order,
)
from .nearest import nearest, wanted_by, wanted_in

Json = dict[str, Any]


class Verdict(StrEnum):
    """What an order is, before anything is adjudicated.

    A support or convoy is *void* if it is legal, but the order that it is for was not given. A *remark* is no order: it
    stands around the orders of an answer, such as a language model's reasoning.

    >>> from standoff import check
    >>> check("F BRE - PAR", "start", power="FRANCE")[0].verdict is Verdict.ILLEGAL
    True
    """

    LEGAL = "legal"
    ILLEGAL = "illegal"
    VOID = "void"
    UNREADABLE = "unreadable"
    REMARK = "remark"


_CASES: dict[Illegal | Void | None, str] = {
    Illegal.NOT_YOURS: "DATC 6.A.6",
    Illegal.SAME_PLACE: "DATC 6.A.5",
    Illegal.OUT_OF_REACH: "DATC 6.A.1",
    Illegal.NO_ROUTE: "DATC 4.E.1",
    Illegal.COAST_OPEN: "DATC 4.B.1",
    Illegal.COAST_OUT_OF_REACH: "DATC 4.B.3",
    Illegal.WRONG_COAST: "DATC 4.B.5",
    Illegal.NO_SUCH_COAST: "DATC 4.B.6",
    Illegal.SUPPORTS_ITSELF: "DATC 6.A.8",
    Illegal.TARGET_OUT_OF_REACH: "DATC 6.A.10",
    Illegal.SUPPORTED_CANNOT_MOVE: "DATC 4.E.1",
    Illegal.ONLY_WITH_SUPPORTER: "DATC 6.D.31",
    Illegal.ONLY_ARMIES: "DATC 6.A.7",
    Illegal.UNREADABLE: "DATC 4.E.3",
    Illegal.WRONG_TYPE: "DATC 4.C.2",
    Illegal.MISSING_TYPE: "DATC 4.C.1",
    Illegal.MISSING_NATIONALITY: "DATC 4.C.5",
    Illegal.WRONG_NATIONALITY: "DATC 4.C.6",
    Illegal.SEVERAL_ORDERS: "DATC 4.D.3",
}
"""The test case or issue of the DATC that has the fault, where one has."""


@dataclass(frozen=True)
class CheckedOrder:
    """An order, or what was meant for one, checked against a position.

    Attributes:
        power: Whose order it is; empty if that is not known.
        text: As written.
        verdict: What it is.
        order: What was understood, None if it cannot be read.
        reason: Why it is not legal, as a sentence in English; empty for a legal order.
        sources: Where to find the rule that makes it illegal or void.
        nearest: The legal orders nearest to it, the nearest first; none for a legal order.
        line: Its line in the text that it was read from, from 1; 0 if it was not read from a text.
        fault: The fault of an illegal or void order.
        board: The board.
        found: The solver's result for it; None if it is legal or cannot be read.

    >>> from standoff import check
    >>> (checked,) = check("F BRE - PAR", "start", power="FRANCE")
    >>> checked.reason, [str(order) for order in checked.nearest]
    ('the unit cannot get there', ['F BRE - GAS', 'F BRE - PIC', 'F BRE - ENG'])
    """

    power: str
    text: str
    verdict: Verdict
    board: Board
    order: Order | None = None
    reason: str = ""
    sources: tuple[str, ...] = ()
    nearest: tuple[Order, ...] = ()
    line: int = 0
    fault: Illegal | Void | None = None
    found: OrderResult | None = None

    @property
    def cause(self) -> str:
        """The fault by a name that does not change with the sentence: ``"out-of-reach"``; empty if legal."""
        if self.fault is None:
            return "unreadable" if self.verdict is Verdict.UNREADABLE else ""
        return self.fault.name.lower().replace("_", "-")

    def why(self, language: str = "en") -> str:
        """Return the reason in a language.

        >>> from standoff import check
        >>> check("F BRE - PAR", "start", power="FRANCE")[0].why("cs")
        'jednotka se tam nedostane'
        """
        known_language(language)
        if self.found is None or language == "en":
            return faults_text(self.reason, language, self.board)
        return wording_in(language, self.board).why(self.found)

    def to_dict(self, *, language: str = "en", form: str = "package") -> Json:
        """Return the order as JSON has it.

        Args:
            language: The language of the reason: en, cs or ru.
            form: The notation of the order as understood and of the nearest orders (`WRITTEN` of the notations); what
                it cannot hold is left out.

        Raises:
            UnknownNameError: There is no such language or notation.

        >>> from standoff import check
        >>> check("A PAR - MUN", "start", power="FRANCE")[0].to_dict()["cause"]
        'out-of-reach'
        """
        known_language(language)
        entry: Json = {"power": self.power, "text": self.text, "verdict": str(self.verdict)}
        if self.line:
            entry["line"] = self.line
        if self.order is not None and not isinstance(self.order, Unclear):
            for text in _written((self.order,), self.board, form):
                entry["understood"] = text
        if self.reason:
            entry |= {"cause": self.cause, "reason": self.why(language), "sources": list(self.sources)}
            entry["nearest"] = [*_written(self.nearest, self.board, form)]
        return entry

    def in_words(self, language: str = "en") -> str:
        """Return the order and its verdict in a line.

        >>> from standoff import check
        >>> check("F BRE H", "start", power="FRANCE")[0].in_words()
        'FRANCE F BRE H: legal'
        """
        known_language(language)
        text = f"{self.power} {self.text}" if self.power else self.text
        if not self.reason:
            return f"{text}: {message(str(self.verdict), language)}"
        parts = [f"{text}: {message(str(self.verdict), language)}; {self.why(language)}"]
        if self.sources:
            parts[0] += f" [{'; '.join(source_text(one, language) for one in self.sources)}]"
        if self.nearest:
            orders = ", ".join(order_text(order, self.board, language) for order in self.nearest)
            parts.append(f"{message('nearest', language)}: {orders}")
        return "; ".join(parts)

    def __str__(self) -> str:
        return self.in_words()

    def __repr__(self) -> str:
        return shown_as(self, str(self))


class CheckedOrders(tuple[CheckedOrder, ...], Table):
    """The orders of a text or turn, each with its verdict, in the order of the text.

    >>> from standoff import check
    >>> checks = check("A PAR - BUR, F BRE - PAR", "start", power="FRANCE")
    >>> len(checks), [str(order) for order in checks.orders]
    (2, ['A PAR - BUR'])
    """

    __slots__ = ()

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that can be handed in: the legal ones, and those that are void only because another is missing."""
        fit = (Verdict.LEGAL, Verdict.VOID)
        return tuple(each.order for each in self if each.order is not None and each.verdict in fit)

    @property
    def wrong(self) -> tuple[CheckedOrder, ...]:
        """The orders that are not legal."""
        fine = (Verdict.LEGAL, Verdict.REMARK)
        return tuple(checked for checked in self if checked.verdict not in fine)

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return them as notebooks show them: order, verdict, why, and the nearest legal orders.

        >>> from standoff import check
        >>> check("F BRE - PAR", "start", power="FRANCE").table()[1][0][:3]
        ['FRANCE', 'F BRE - PAR', 'illegal']
        """
        rows = [[each.power, each.text, str(each.verdict), each.reason] for each in self]
        nearest = [", ".join(map(str, each.nearest)) for each in self]
        headings = ["power", "order", "verdict", "why", "nearest"]
        return headings, [[*row, orders] for row, orders in zip(rows, nearest, strict=True)]

    def to_dict(self, *, language: str = "en", form: str = "package") -> Json:
        """Return them as JSON has them (`CheckedOrder.to_dict`).

        >>> from standoff import check
        >>> check("F BRE H", "start", power="FRANCE").to_dict()["orders"][0]["verdict"]
        'legal'
        """
        return {"orders": [checked.to_dict(language=language, form=form) for checked in self]}

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def __repr__(self) -> str:
        return shown_as(self, f"{counted(len(self), 'order')}, {len(self.wrong)} not legal")

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("CheckedOrders(...)" if cycle else str(self))


class Checker:
    """Checks orders against one position under one rulebook.

    Args:
        position: The position; its phase says what kind of orders are expected.
        rules: The rulebook.
        board: The board.

    >>> from standoff.map import load_board, starting_position
    >>> from standoff.solver import rulebook
    >>> checker = Checker(starting_position(), rulebook(), load_board())
    >>> [order.cause for order in checker.lines([Line(1, "FRANCE", "A PAR - XYZ", fault="cannot be read")])]
    ['unreadable']
    """

    def __init__(self, position: Position, rules: Rulebook, board: Board) -> None:
        self.position, self.rules, self.board = position, rules, board
        self._legal_orders: dict[str, dict[str, tuple[Order, ...]]] = {}

    def lines(self, lines: Iterable[Line]) -> CheckedOrders:
        """Return the orders of the lines of a text, including those that cannot be read.

        >>> from standoff.map import load_board, starting_position
        >>> from standoff.solver import rulebook
        >>> from standoff.text.reading import lines_of
        >>> start, board = starting_position(), load_board()
        >>> lines = lines_of("FRANCE: A PAR - XYZ, F BRE H", board, position=start)
        >>> [str(order.verdict) for order in Checker(start, rulebook(), board).lines(lines)]
        ['unreadable', 'legal']
        """
        listed = list(lines)
        good = [(line.order, line.text) for line in listed if line.order is not None]
        judged = self.orders([order for order, _ in good], [text for _, text in good])
        return CheckedOrders(
            replace(next(judged), line=line.line) if line.order is not None else self._no_order(line) for line in listed
        )

    def orders(
        self,
        orders: Sequence[Order],
        texts: Sequence[str],
        counted: Callable[[], Sequence[Order]] | None = None,
    ) -> Iterator[CheckedOrder]:
        """Yield the orders with their verdicts.

        Args:
            orders: The orders.
            texts: Each as it was written.
            counted: Returns the orders that count instead, where sets or proxies were handed in.
        """
        counting = orders if counted is None else counted()
        results = list(adjudicate_phase(self.position, counting, rules=self.rules, board=self.board))
        # an order that was unclear comes back as what it means, at the same place
        place = None if counted is None else {str(order): number for number, order in enumerate(counting)}
        for number, (order, text) in enumerate(zip(orders, texts, strict=True)):
            at = number if place is None else place.get(str(order), -1)
            if at >= 0:  # else another set of orders counts instead
                yield self._checked(order, text, results[at])

    def _checked(self, order: Order, text: str, order_result: OrderResult) -> CheckedOrder:
        if order_result.outcome not in (Outcome.ILLEGAL, Outcome.VOID):
            return CheckedOrder(order.power, text, Verdict.LEGAL, self.board, self._as_it_stands(order_result.order))
        fault = order_result.rule if isinstance(order_result.rule, (Illegal, Void)) else None
        case = (_CASES[fault],) if fault in _CASES else ()
        sources = (s for s in sources_of(order_result.reason, self.rules) if not case or "DATC" not in s)
        understood = order_result.order if not isinstance(order, Unclear) else order
        return CheckedOrder(
            order.power,
            text,
            Verdict(str(order_result.outcome)),
            self.board,
            order,
            wording_in("en", self.board).why(order_result),
            tuple(dict.fromkeys((*case, *sources))),
            self._nearest(understood, order.power),
            0,
            fault,
            order_result,
        )

    def _as_it_stands(self, order: Order) -> Order:
        """Return an order with the type and coast of its units as they stand, not as it names them."""
        full = dict[str, Any]()
        for part, name in units_named(order).items():
            unit = self._units.get(name.province)
            if unit is not None:
                full[part] = replace(name, place=unit.location, type=unit.type)
        if isinstance(order, Move | Retreat) and "unit" in full and full["unit"].type is ARMY:
            full["destination"] = province_of(order.destination)
        return replace(cast(Any, order), **full)

    @cached_property
    def _units(self) -> dict[str, Unit]:
        return {unit.province: unit for unit in ordered_units(self.position)}

    def _no_order(self, line: Line) -> CheckedOrder:
        if line.remark:
            return CheckedOrder("", line.text, Verdict.REMARK, self.board, line=line.line)
        standing = ordered_units(self.position)
        own = frozenset(unit.province for unit in standing if line.power in ("", unit.power))
        wanted = wanted_in(line.text, self.board, own)
        owner = line.power or next((unit.power for unit in standing if unit.province in wanted.unit), "")
        near: tuple[Order, ...] = ()
        whole = "\n" in line.text or '"orders"' in line.text  # an answer that is not read, rather than one order
        if owner and not whole and (wanted.unit or wanted.kind is Waive):
            near = nearest(wanted, self._legal(owner), self.board)
        return CheckedOrder(
            line.power, line.text, Verdict.UNREADABLE, self.board, None, line.fault, (), near, line.line
        )

    def _nearest(self, order: Order, power: str) -> tuple[Order, ...]:
        if power not in self.board.powers:
            return ()
        legal = self._legal(power)
        if isinstance(order, Unclear):
            legal_orders = {each for orders in legal.values() for each in orders}
            meant = tuple(meaning for meaning in order.meanings if meaning in legal_orders)
            return meant or nearest(wanted_by(order), legal, self.board)
        near = nearest(wanted_by(order), legal, self.board, 4)
        return tuple(each for each in near if str(each) != str(order))[:3]

    def _legal(self, power: str) -> dict[str, tuple[Order, ...]]:
        """Return the legal orders of a power, worked out on first use."""
        if power not in self._legal_orders:
            self._legal_orders[power] = legal_by_place(
                self.position, power=power, rules=self.rules, board=self.board
            )
        return self._legal_orders[power]


def _written(orders: Iterable[Order], board: Board, form: str) -> Iterator[str]:
    """Yield the texts of orders in a form, without those that it cannot hold."""
    known_form(form)
    for order in orders:
        with suppress(NotationError):
            yield str(order) if form == "package" else write_order(order, board, form)


def known_form(form: object) -> None:
    """Refuse a form in which no order can be written.

    Raises:
        UnknownNameError: There is no such form.

    >>> known_form("datc")
    """
    if form not in WRITTEN:
        raise UnknownNameError(f"no form {form!r}; known: {', '.join(WRITTEN)}")


__all__ = ["CheckedOrder", "CheckedOrders", "Checker", "Verdict", "known_form"]
