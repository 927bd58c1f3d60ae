"""standoff behind the protocol of cdippy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ...map import Board, Position, StandoffError, Unit, UnitType, load_board
from ...map.position import unit_faults
from ...solver import Convoy, Move, Order, Rulebook, Support, UnitName, adjudicate
from ...text.counting import counted
from ...text.notation.quoting import quoted
from ..adapters.cdippy import MOST_ORDERS, RULES, read_place, written_answer


class CdippyError(StandoffError):
    """A line does not belong to the protocol; cdippy ends when it reads one."""


_TOKEN = re.compile(r"\([NS]C\)|[A-Z]+|\S")
_STATEMENTS = {
    "unit": ("PUN", "PKUN"),
    "clear": ("xP", "xa"),
    "move": ("P-P", "P-PK", "P-PC", "P-PKC"),
    "support": ("PSP", "PSP-P"),
    "convoy": ("PCP-P",),
}
_SHAPES = {shape: statement for statement, shapes in _STATEMENTS.items() for shape in shapes}
"""Each statement by the kinds of its tokens: province, power (N), coast (K), unit type, and the signs themselves."""


def _kind(token: str) -> str:
    if token in ("CLEAR", "ALL"):
        return "x" if token == "CLEAR" else "a"
    if token.strip("()") in ("NC", "SC"):
        return "K"
    if token in ("A", "F"):
        return "U"
    return {1: token, 3: "P"}.get(len(token), "N")


class CdippySession:
    """What cdippy remembers: the units, from one adjudication to the next, and the orders for the next one.

    Args:
        rules: The rulebook; what cdippy follows, if left out.
        board: The board; the standard one if left out.
        complain: Called with a sentence on what is read but ignored; not reported, if left out.
    """

    def __init__(
        self,
        rules: Rulebook = RULES,
        board: Board | None = None,
        complain: Callable[[str], object] | None = None,
    ) -> None:
        self.rules = rules
        self.board = board or load_board()
        self.complain: Callable[[str], object] = complain or (lambda _: None)
        self.units: dict[str, Unit] = {}
        self._orders: dict[str, tuple[str, ...]] = {}  # by province: the province named, its coast, via convoy, …
        self._ordering = False
        self._line = 0

    def read(self, line: str) -> str | None:
        """Take the next line; return the answer, None as long as more is expected.

        Raises:
            CdippyError: It is not a line of the protocol.
        """
        self._line += 1
        tokens: list[str] = _TOKEN.findall(line.upper())
        if not tokens:
            if self._ordering:
                self._ordering = False
                return self._adjudicated()
            self._ordering = True
            return None
        statement = _SHAPES.get("".join(_kind(token) for token in tokens))
        if statement is None or (statement in ("unit", "clear")) == self._ordering:
            expected = "an order" if self._ordering else "a unit or CLEAR"
            raise CdippyError(f"line {self._line}, {quoted(line)}: expected {expected}, or an empty line")
        if statement == "clear":
            self._clear(tokens[1])
        elif statement == "unit":
            self._place(tokens, line)
        else:
            self._order(statement, tokens)
        return None

    def end(self) -> None:
        """Take note that no more lines follow.

        Raises:
            CdippyError: Orders were read, but not the empty line after which they are adjudicated.
        """
        if self._orders:
            what = counted(len(self._orders), "order")
            raise CdippyError(f"line {self._line}: the input ends before the empty line that ends {what}")

    def _province(self, token: str) -> str:
        if token not in self.board.province_number:
            raise CdippyError(f"line {self._line}: no province {token!r}{self.board.nearest(token)}")
        return token

    def _clear(self, what: str) -> None:
        if what == "ALL":
            self.units.clear()
        else:
            self.units.pop(self._province(what), None)

    def _place(self, tokens: list[str], line: str) -> None:
        province, power = self._province(tokens[0]), self.board.names.power(tokens[-1])
        if power is None:
            raise CdippyError(f"line {self._line}: no power {quoted(tokens[-1])}")
        coast = tokens[1].strip("()") if len(tokens) == 4 else None
        unit = Unit(UnitType(tokens[-2]), read_place(province, coast), power)
        faults = unit_faults(self.board, [unit])
        if faults:
            self.complain(f"{line.strip()}: ignored; {faults[0]}")
        else:
            self.units[province] = unit

    def _order(self, statement: str, tokens: list[str]) -> None:
        for token in tokens:
            if _kind(token) == "P":
                self._province(token)
        if tokens[0] not in self._orders and len(self._orders) == MOST_ORDERS:
            self.complain(f"{' '.join(tokens)}: ignored; there are {MOST_ORDERS} orders already")
            return
        self._orders[tokens[0]] = (statement, *tokens[2:])  # a second order to a unit takes the place of the first

    def _adjudicated(self) -> str:
        orders = [self._order_of(province, *words) for province, words in self._orders.items()]
        self._orders.clear()
        position = Position(tuple(self.units.values()), board=self.board.source)
        result = adjudicate(position, orders, rules=self.rules, board=self.board)
        return written_answer(result, orders, self.board)

    def _named(self, province: str, power: str | None = None) -> UnitName:
        """Return the unit in a province as an order of `power` names it in full."""
        unit = self.units.get(province)
        if unit is None:
            return UnitName(province)
        return UnitName(unit.location, unit.type, unit.power if power not in (None, unit.power) else None)

    def _order_of(self, province: str, statement: str, *words: str) -> Order:
        unit = self.units.get(province)
        power = unit.power if unit else next(iter(self.board.powers))  # where no unit stands the order fails anyway
        named = self._named(province)
        if statement == "move":
            coast = next((word.strip("()") for word in words if _kind(word) == "K"), None)
            return Move(power, named, read_place(words[0], coast), via_convoy=words[-1] == "C")
        other = self._named(words[0], power)
        if statement == "convoy":
            return Convoy(power, named, other, words[2])
        goal = words[2] if len(words) == 3 and words[2] != words[0] else None
        return Support(power, named, other, goal)


def cdippy_answers(lines: Iterable[str], session: CdippySession) -> Iterator[str]:
    """Yield what cdippy would answer to `lines`, a text for each adjudication.

    Raises:
        CdippyError: A line does not belong to the protocol, or the last orders are not followed by an empty line.
    """
    for line in lines:
        answer = session.read(line)
        if answer is not None:
            yield answer
    session.end()
