"""Legality of single orders in a position: the verdict, the reason, and the nearest legal orders.

The nearest orders are suggestions, which are never adjudicated. The distance between two orders is the sum of the
differences in unit, kind of order, supported or convoyed unit, and destination; the difference between provinces is the
number of steps between them.

>>> from standoff import Turn, starting_position
>>> turn = Turn(starting_position()).with_orders("FRANCE: A PAR - MUN, F BRE - MAO")
>>> for checked in turn.check():
...     print(f"{checked.text} is {checked.verdict}", *checked.nearest, sep="; ")
A PAR - MUN is illegal; A PAR - BUR; A PAR - GAS; A PAR - PIC
F BRE - MAO is legal
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from ..map import (
    ARMY,
    Board,
    Json,
    Position,
    Printed,
    Table,
    UnknownNameError,
    known_language,
    province_of,
    repr_as,
    simplified,
)
from ..solver import (
    Build,
    Convoy,
    Disband,
    Hold,
    Illegal,
    Move,
    Order,
    OrderResult,
    Outcome,
    Reason,
    Retreat,
    Rulebook,
    Support,
    Unclear,
    Void,
    Waive,
    adjudicate_phase,
    legal_by_place,
    sources_of,
    steps_from,
    units_named,
)
from ..text import (
    WRITTEN,
    Line,
    NotationError,
    counted,
    faults_text,
    lexicon_of,
    message,
    order_text,
    ordered_in,
    ordered_units,
    source_text,
    text_of,
    translator_for,
    write_order,
)
from .codec import cause_object
from .orders import fill_in_units


class Verdict(StrEnum):
    """The verdict on an order before adjudication.

    A support or convoy is *void* if it is legal, but does not match an order. A *remark* is text around the orders of a
    reply, for example a language model's reasoning.

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
"""The test case or issue of the DATC for a fault, if there is one."""


@dataclass(frozen=True, repr=False)
class CheckedOrder:
    """An order, or an unreadable text, checked against a position.

    Attributes:
        power: Its power; empty if unknown.
        text: The order as written.
        verdict: The verdict.
        board: The board.
        order: The order as understood; None if it cannot be read.
        reason: Why it is not legal, as a sentence in English; empty for a legal order.
        sources: The sources of the rule that makes it illegal or void.
        nearest: The nearest legal orders, the nearest first; none for a legal order.
        line: Its line in the text, from 1; 0 if it was not read from a text.
        found: The solver's result for it; None if it is legal or cannot be read.
        inferred: True if its text alone does not show what was read: a support in a remark, or "S F ION - ION".

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
    found: OrderResult | None = None
    inferred: bool = False

    @property
    def fault(self) -> str:
        """The name of the fault (``"OUT_OF_REACH"``), as in results; empty if legal."""
        return self._cause().get("fault", "")

    def _cause(self) -> Json:
        if self.found is not None:
            return cause_object(self.found)
        if self.verdict is Verdict.UNREADABLE:
            return {"cause": Reason.ILLEGAL.name, "fault": Illegal.UNREADABLE.name}
        return {}

    def reason_in(self, language: str = "en") -> str:
        """Return the reason in a language.

        >>> from standoff import check
        >>> check("F BRE - PAR", "start", power="FRANCE")[0].reason_in("cs")
        'jednotka se tam nedostane'
        """
        known_language(language)
        if self.found is None:
            return faults_text(self.reason, language, self.board)
        return translator_for(language, self.board).why(self.found)

    def to_dict(self, *, language: str = "en", notation: str = "package") -> Json:
        """Return the order as an object for JSON.

        Args:
            language: The language of the reason: en, cs or ru.
            notation: The notation of the understood order and of the nearest orders, one of `WRITTEN`; orders that it
                cannot express are left out.

        Raises:
            UnknownNameError: There is no such language or notation.

        >>> from standoff import check
        >>> check("A PAR - MUN", "start", power="FRANCE")[0].to_dict()["fault"]
        'OUT_OF_REACH'
        """
        known_language(language)
        entry: Json = {"power": self.power, "text": self.text, "verdict": str(self.verdict)}
        if self.line:
            entry["line"] = self.line
        if self.order is not None and not isinstance(self.order, Unclear):
            entry.update(("understood", text) for text in _written((self.order,), self.board, notation))
        if self.reason:
            entry |= self._cause() | {"reason": self.reason_in(language), "sources": list(self.sources)}
            entry["nearest"] = [*_written(self.nearest, self.board, notation)]
        return entry

    def in_words(self, language: str = "en") -> str:
        """Return the order and its verdict on one line.

        >>> from standoff import check
        >>> check("F BRE H", "start", power="FRANCE")[0].in_words()
        'FRANCE F BRE H: legal'
        """
        known_language(language)
        line = f"{self.power} {self.text}: {message(str(self.verdict), language)}".lstrip()
        if self.inferred and self.order is not None:
            line += f"; {message('read as', language)}: {order_text(self.order, self.board, language)}"
        if self.reason:
            line += f"; {self.reason_in(language)}"
        if self.sources:
            line += f" [{'; '.join(source_text(source, language) for source in self.sources)}]"
        if self.nearest:
            orders = ", ".join(order_text(order, self.board, language) for order in self.nearest)
            line += f"; {message('nearest', language)}: {orders}"
        return line

    def __str__(self) -> str:
        return self.in_words()

    def __repr__(self) -> str:
        return repr_as(self, str(self))


_FIT = (Verdict.LEGAL, Verdict.VOID)


class CheckedOrders(Printed, tuple[CheckedOrder, ...], Table):
    """The orders of a text or turn with their verdicts, in order.

    >>> from standoff import check
    >>> checks = check("A PAR - BUR, F BRE - PAR", "start", power="FRANCE")
    >>> len(checks), [str(order) for order in checks.orders]
    (2, ['A PAR - BUR'])
    """

    __slots__ = ()

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that can be submitted: the legal ones, and those that are void only because another is missing.

        None of a unit that was given several different orders, or is `doubted`.
        """
        ordered = [(ordered_province(each.order), each) for each in self if each.order is not None]
        several = {unit for unit, each in ordered if each.found and each.found.rule is Illegal.SEVERAL_ORDERS}
        left_out = several | self.doubted
        fit = (each.order for unit, each in ordered if each.verdict in _FIT and unit not in left_out)
        return tuple(order for order in fit if order is not None)

    @property
    def doubted(self) -> frozenset[str]:
        """The provinces of units to which an unreadable text may give another order than the one above it.

        >>> from standoff import check
        >>> check("A PAR - PIC\\nRather like so: A PAR - BUR", "start", power="FRANCE").doubted
        frozenset({'PAR'})
        """
        doubted: set[str] = set()
        orders: dict[str, str] = {}
        for each in self:
            if each.order is not None:
                doubted.discard(ordered_province(each.order))
                orders[ordered_province(each.order)] = simplified(str(each.order))
            elif each.verdict is Verdict.UNREADABLE and orders:
                named = orders.keys() & ordered_in(each.text, each.board)
                doubted.update(unit for unit in named if orders[unit] not in simplified(each.text))
        return frozenset(doubted)

    @property
    def wrong(self) -> tuple[CheckedOrder, ...]:
        """The orders that are not legal."""
        return tuple(checked for checked in self if checked.verdict not in (Verdict.LEGAL, Verdict.REMARK))

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return a table of the orders, verdicts, reasons and nearest legal orders, for notebooks.

        >>> from standoff import check
        >>> check("F BRE - PAR", "start", power="FRANCE").table()[1][0][:3]
        ['FRANCE', 'F BRE - PAR', 'illegal']
        """
        rows = [
            [each.power, each.text, str(each.verdict), each.reason, ", ".join(map(str, each.nearest))] for each in self
        ]
        return ["power", "order", "verdict", "why", "nearest"], rows

    def to_dict(self, *, language: str = "en", notation: str = "package") -> Json:
        """Return them as an object for JSON (`CheckedOrder.to_dict`).

        >>> from standoff import check
        >>> check("F BRE H", "start", power="FRANCE").to_dict()["orders"][0]["verdict"]
        'legal'
        """
        return {"orders": [checked.to_dict(language=language, notation=notation) for checked in self]}

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def __repr__(self) -> str:
        return repr_as(self, f"{counted(len(self), 'order')}, {len(self.wrong)} not legal")


def ordered_province(order: Order) -> str:
    """Return the province of the unit of an order; empty if it is not for one unit."""
    return "" if isinstance(order, Unclear | Waive) else order.unit.province


# -- the nearest legal orders -----------------------------------------------------------------------------------------


Alternatives = frozenset[str]
"""The provinces that a name may mean."""

FAR = 4
"""The maximum distance between provinces in steps."""

_KINDS: tuple[type[Order], ...] = (Hold, Move, Support, Convoy, Retreat, Disband, Build, Waive)
_KIND_OF_WORD: dict[str, type[Order]] = {"REMOVE": Disband, **{kind.__name__.upper(): kind for kind in _KINDS}}


class RequestedOrder(NamedTuple):
    """The order that a text or an order seems to request.

    Attributes:
        kind: The kind of order; None if unknown.
        unit: The province of the unit.
        aided: The province of the supported or convoyed unit.
        to: The destination.
        place: The destination as written, with its coast; empty if unknown.
        via: True if a convoy is named.
    """

    kind: type[Order] | None
    unit: Alternatives = frozenset()
    aided: Alternatives = frozenset()
    to: Alternatives = frozenset()
    place: str = ""
    via: bool = False


def request_of_order(order: Order) -> RequestedOrder:
    """Return the request of an order.

    >>> from standoff import read
    >>> request_of_order(read("FRANCE: A PAR S A MAR - BUR").orders[0])[1:4]
    (frozenset({'PAR'}), frozenset({'MAR'}), frozenset({'BUR'}))
    """
    if isinstance(order, Waive):
        return RequestedOrder(Waive)
    if isinstance(order, Unclear):
        return request_of_order(order.meanings[0])
    unit, *others = units_named(order).values()
    if isinstance(order, Hold | Disband | Build):
        return RequestedOrder(type(order), frozenset([unit.province]), place=unit.place)
    aided, place = frozenset(other.province for other in others), order.destination or ""
    to = frozenset([province_of(place)]) if place else aided
    via = isinstance(order, Move) and order.via_convoy
    return RequestedOrder(type(order), frozenset([unit.province]), aided, to, place, via)


def request_in_text(text: str, board: Board, standing: Alternatives) -> RequestedOrder:
    """Return the request of an unreadable text, judging by its provinces and verbs.

    Args:
        text: The text.
        board: The board.
        standing: The provinces of the units that can be ordered.

    >>> from standoff.map import load_board
    >>> requested = request_in_text("I send my army from Paris to Pikardy!", load_board(), frozenset({"PAR", "BRE"}))
    >>> requested.unit, requested.to
    (frozenset({'PAR'}), frozenset({'PIC'}))
    """
    words = list(_words_of(text, board))
    kind = next((_KIND_OF_WORD[word] for word, _ in words if word in _KIND_OF_WORD), None)
    places = [frozenset(map(province_of, meant)) for word, meant in words if word == "PLACE"]
    if not places:
        return RequestedOrder(kind, via=("VIA", ()) in words)
    unit = places.pop(next((number for number, names in enumerate(places) if names & standing), 0))
    nowhere = Alternatives()
    to = places[-1] if places else nowhere
    aided = places[0] if len(places) > 1 or (places and kind is Support) else nowhere
    return RequestedOrder(kind or (Move if places else None), unit, aided, to, via=("VIA", ()) in words)


def _words_of(text: str, board: Board) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the kind of each known word of a text, and the locations that it may mean."""
    lexicon = lexicon_of(board, False)
    pieces = lexicon.pieces(text)
    at = 0
    while at < len(pieces):
        word, start, end = pieces[at]
        as_written = text[start:end]
        for after in range(min(len(pieces), at + lexicon.longest.get(word, 0)), at, -1):
            key = " ".join(piece for piece, _, _ in pieces[at:after])
            if key in lexicon.places:
                yield "PLACE", lexicon.places[key]
                break
            if key in lexicon.words and (len(key) > 1 or as_written.isupper()):
                yield lexicon.words[key][0], ()
                break
        else:
            after = at + 1
            # a name, perhaps misspelled
            if len(word) >= 3 and as_written[0].isupper() and board.names.power(as_written) is None:
                near = board.names.nearest(word)
                if ids := tuple(pid for name in near for pid in board.names.find(name)):
                    yield "PLACE", ids
        at = after


@lru_cache(maxsize=1_000)
def _steps(board: Board, number: int) -> tuple[int, ...]:
    """Return the distance in steps of each province from province `number`."""
    return steps_from(board.around, number)


def _apart(board: Board, first: Alternatives, second: Alternatives) -> float:
    """Return the distance of two provinces in steps, at most `FAR`; half of `FAR` if only one of them is named."""
    if not first or not second:
        return 0.0 if first == second else FAR / 2
    numbers = board.province_number
    pairs = [(numbers[one], numbers[two]) for one in first for two in second if one in numbers and two in numbers]
    return float(min(FAR, *(_steps(board, one)[two] for one, two in pairs)))


def _distance(board: Board, requested: RequestedOrder, order: Order) -> float:
    """Return the distance of an order from a request; 0 if they agree."""
    offered = request_of_order(order)
    cost = 0.75 * _apart(board, requested.unit, offered.unit) if requested.unit else 0.0
    if requested.kind is not None and requested.kind is not offered.kind:
        return cost + 2 + _apart(board, requested.to, offered.to or offered.unit)
    cost += _apart(board, requested.to, offered.to) + 0.75 * _apart(board, requested.aided, offered.aided)
    if requested.via is not offered.via:
        cost += 0.25
    if requested.place and offered.place and requested.place != offered.place:
        cost += 0.25
    return cost


def nearest_orders(
    requested: RequestedOrder, legal: Mapping[str, Sequence[Order]], board: Board, most: int = 3
) -> tuple[Order, ...]:
    """Return the legal orders nearest to a request, the nearest first.

    If the request names an existing unit, they are orders to that unit.

    Args:
        requested: The request.
        legal: The legal orders by the location of their unit.
        board: The board.
        most: The maximum number of orders.

    >>> from standoff import load_board, starting_position
    >>> from standoff.solver import legal_by_place
    >>> requested = RequestedOrder(Move, frozenset({"PAR"}), frozenset(), frozenset({"MUN"}))
    >>> [str(order) for order in nearest_orders(requested, legal_by_place(starting_position()), load_board())]
    ['A PAR - BUR', 'A PAR - GAS', 'A PAR - PIC']
    """
    own = [orders for place, orders in legal.items() if province_of(place) in requested.unit]
    among = dict.fromkeys(order for orders in own or legal.values() for order in orders)
    return tuple(sorted(among, key=lambda order: _distance(board, requested, order))[:most])


# -- checking ----------------------------------------------------------------------------------------------------------


class Checker:
    """Checks orders against a position under a rulebook.

    Args:
        position: The position; its phase decides which orders are expected.
        rules: The rulebook.
        board: The board.

    >>> from standoff import rulebook, starting_position, load_board
    >>> checker = Checker(starting_position(), rulebook(), load_board())
    >>> [order.fault for order in checker.lines([Line(1, "FRANCE", "A PAR - XYZ", fault="cannot be read")])]
    ['UNREADABLE']
    """

    def __init__(self, position: Position, rules: Rulebook, board: Board) -> None:
        self.position, self.rules, self.board = position, rules, board
        self._standing = {unit.province: unit for unit in ordered_units(position)}
        self._legal_orders: dict[str, dict[str, tuple[Order, ...]]] = {}

    def lines(self, lines: Iterable[Line]) -> CheckedOrders:
        """Return the checked orders of the lines of a text, including unreadable ones."""
        listed = list(lines)
        judged = self.orders([line.order for line in listed if line.order is not None])
        return CheckedOrders(
            self._no_order(line) if line.order is None else replace(next(judged), line=line.line) for line in listed
        )

    def orders(self, orders: Sequence[Order], counted: Sequence[Order] | None = None) -> Iterator[CheckedOrder]:
        """Yield the orders with their verdicts.

        Args:
            orders: The orders.
            counted: The orders that count, if sets or proxies were submitted.
        """
        counting = orders if counted is None else counted
        # the result of an unclear order has the order that it means
        results = [*adjudicate_phase(self.position, counting, rules=self.rules, board=self.board)]
        of_text = {str(order): result for order, result in zip(counting, results, strict=False)}
        read_in = Counter((order.power, order.text) for order in dict.fromkeys(orders))
        for number, order in enumerate(orders):
            # by text, as a proxy's order counts as another power's; there is no result if another set counts instead
            found = results[number] if counted is None else of_text.get(str(order))
            if found is not None:
                checked = self._checked(order, order.text or text_of(order, self.board), found)
                held = isinstance(order, Support) and found.order == replace(order, destination=None) != order
                together = order.text and read_in[order.power, order.text] > 1
                yield replace(checked, inferred=True) if held or together else checked

    def _checked(self, order: Order, text: str, found: OrderResult) -> CheckedOrder:
        if found.outcome not in (Outcome.ILLEGAL, Outcome.VOID):
            return CheckedOrder(order.power, text, Verdict.LEGAL, self.board, self._with_actual_units(found.order))
        case = _CASES.get(found.rule) if isinstance(found.rule, Illegal | Void) else None
        sources = [one for one in sources_of(found.reason, self.rules) if case is None or "DATC" not in one]
        checked = CheckedOrder(order.power, text, Verdict(str(found.outcome)), self.board, order, found=found)
        return replace(
            checked,
            reason=checked.reason_in(),
            sources=tuple(dict.fromkeys([case, *sources] if case else sources)),
            nearest=self._nearest(order if isinstance(order, Unclear) else found.order, order.power),
        )

    def _with_actual_units(self, order: Order) -> Order:
        """Return an order with the actual type and coast of its units."""
        full = fill_in_units(order, self._standing, corrected=True)
        if isinstance(full, Move | Retreat) and full.unit.type is ARMY:
            return replace(full, destination=province_of(full.destination))
        return full

    def _no_order(self, line: Line) -> CheckedOrder:
        if line.remark:
            return CheckedOrder("", line.text, Verdict.REMARK, self.board, line=line.line)
        units = self._standing.values()
        own = frozenset(unit.province for unit in units if line.power in ("", unit.power))
        requested = request_in_text(line.text, self.board, own)
        owner = line.power or next((unit.power for unit in units if unit.province in requested.unit), "")
        whole = "\n" in line.text or '"orders"' in line.text  # an unreadable reply rather than one order
        suggest = owner and not whole and (requested.unit or requested.kind is Waive)
        return CheckedOrder(
            line.power,
            line.text,
            Verdict.UNREADABLE,
            self.board,
            reason=line.fault,
            nearest=nearest_orders(requested, self._legal(owner), self.board) if suggest else (),
            line=line.line,
        )

    def _nearest(self, order: Order, power: str) -> tuple[Order, ...]:
        if power not in self.board.powers:
            return ()
        legal = self._legal(power)
        if isinstance(order, Unclear):
            legal_orders = {each for orders in legal.values() for each in orders}
            legal_meanings = tuple(meaning for meaning in order.meanings if meaning in legal_orders)
            return legal_meanings or nearest_orders(request_of_order(order), legal, self.board)
        near = nearest_orders(request_of_order(order), legal, self.board, 4)
        return tuple(each for each in near if str(each) != str(order))[:3]

    def _legal(self, power: str) -> dict[str, tuple[Order, ...]]:
        if power not in self._legal_orders:
            legal = legal_by_place(self.position, power=power, rules=self.rules, board=self.board)
            self._legal_orders[power] = legal
        return self._legal_orders[power]


def _written(orders: Iterable[Order], board: Board, notation: str) -> Iterator[str]:
    """Yield the texts of orders in a notation, without those that it cannot hold."""
    known_notation(notation)
    for order in orders:
        with suppress(NotationError):
            yield str(order) if notation == "package" else write_order(order, board, notation)


def known_notation(notation: object) -> None:
    """Refuse a notation in which no order can be written.

    Raises:
        UnknownNameError: There is no such notation.

    >>> known_notation("datc")
    """
    if notation not in WRITTEN:
        raise UnknownNameError(f"no notation {notation!r}; known: {', '.join(WRITTEN)}")


__all__ = ["CheckedOrder", "CheckedOrders", "Checker", "Verdict", "known_notation", "ordered_province"]
