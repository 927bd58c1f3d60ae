"""Counterfactuals: the smallest changes of other orders that reverse the success of one, each verified.

An order left out counts as smaller than a support, a support as smaller than another order, and that as smaller than
two changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from time import perf_counter
from typing import Any, NamedTuple

from ...map import Board, Position, Table, WrongTypeError, on_board, power_title, repr_as
from ..law.equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from ..law.reasons import english
from ..law.records import LegalOrder
from ..order import Hold, Order, UnitName
from ..orders.legality import HOLD, Illegal
from ..orders.possible import legal_by_place
from ..phases.movement import adjudicate
from ..plain.house_table import table_of
from ..plain.paradox import solve
from ..results.results import OrderResult
from ..rules.rulebook import Rulebook, rulebook

MOST_PAIRS = 50_000
"""At most this many pairs of changes are tried."""

ADDED, LEFT_OUT, EXCHANGED = "with {order}", "without {order}", "{new} instead of {old}"
LESS = "every other order left out"
SUPPORTED = "every other order left out, and every legal support by another unit"
ANY_ORDER = "every legal order of one other unit"
NO_OTHER = "nothing, for there is no other unit that could be ordered otherwise"
NO_OTHER_OF = "nothing, for there is no other unit of {powers} that could be ordered otherwise"
ALL_PAIRS = "and all {all} pairs of such orders that can bear on it"
SOME_PAIRS = "and {tried} of {all} pairs of such orders that can bear on it"


class Phrases(NamedTuple):
    """The functions that put what is found into words.

    Attributes:
        say: Words an outcome or a phrase.
        order: Writes an order.
        reason: Says why an order came out as it did, in words that follow the outcome.
    """

    say: Callable[[Any], str]
    order: Callable[[Order], str]
    reason: Callable[[OrderResult], str]


def _reason(result: OrderResult) -> str:
    return result.sentence(english, str, power_title, after_outcome=True)


ENGLISH = Phrases(str, str, _reason)


def _check(words: Phrases) -> None:
    if not isinstance(words, Phrases):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected functions that put results into words, not {words!r}")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One order in place of another; `old` is None for a unit that had no order.

    >>> from standoff.map import ARMY
    >>> from standoff.solver import Hold, Move, UnitName
    >>> par = UnitName("PAR", ARMY)
    >>> print(Exchange(Move("FRANCE", par, "BUR"), Move("FRANCE", par, "GAS")))
    A PAR - GAS instead of A PAR - BUR
    """

    old: Order | None
    new: Order

    def sentence(self, words: Phrases = ENGLISH) -> str:
        """Return the exchange in words."""
        say, order, _ = words
        if self.old is None:
            return say(ADDED).format(order=order(self.new))
        if isinstance(self.new, Hold):
            return say(LEFT_OUT).format(order=order(self.old))
        return say(EXCHANGED).format(new=order(self.new), old=order(self.old))

    def __str__(self) -> str:
        return self.sentence()


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """Changes that together turn the success of an order, and its result after them, as adjudicated.

    >>> from standoff import read
    >>> change = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").counterfactuals("PAR")[0]
    >>> change.result.outcome, str(change.exchanges[0])
    (Outcome.MOVES, 'without A MUN - BUR')
    """

    exchanges: tuple[Exchange, ...]
    result: OrderResult

    def to_words(self, words: Phrases = ENGLISH) -> dict[str, str]:
        """Return the changes, the outcome and the reason, each in words.

        Raises:
            WrongTypeError: `words` are no `Phrases`.
        """
        _check(words)
        return {
            "changes": f" {words.say('and')} ".join(one.sentence(words) for one in self.exchanges),
            "outcome": ", ".join(map(words.say, self.result.words)),
            "reason": words.reason(self.result),
        }

    def sentence(self, words: Phrases = ENGLISH) -> str:
        """Return the changes and the result after them in words."""
        return "{changes}: {outcome}, {reason}".format_map(self.to_words(words))

    def __str__(self) -> str:
        return self.sentence()

    def __repr__(self) -> str:
        return repr_as(self, str(self))

    def to_dict(self, words: Phrases | None = None) -> dict[str, Any]:
        """Return the changes and the result after them in plain values, for JSON; in `words`, too: ``"said"``."""
        changes = [
            {
                "power": one.new.power,
                "province": _province(one.new),
                "old": None if one.old is None else str(one.old),
                "new": str(one.new),
            }
            for one in self.exchanges
        ]
        result = self.result
        plain = {"success": result.success, "outcome": str(result.outcome), "reason": result.text}
        return {"changes": changes, **plain, **({} if words is None else {"said": self.to_words(words)})}


class Counterfactuals(list[Counterfactual], Table):
    """The changes that turn an order's success, and the changes tried.

    Attributes:
        tried: Which single changes were tried, in words; empty if nothing could be changed.
        pairs_tried: How many pairs of changes were tried; 0 if one change is enough.
        pairs: How many there are that can bear on the order together: of any other pair, at most one change does.
        by: The powers whose orders might change; all if it is empty.

    >>> from standoff import read
    >>> changes = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").counterfactuals("PAR")
    >>> len(changes), changes.searched
    (1, 'every other order left out')
    """

    def __init__(
        self,
        several: Iterable[Counterfactual] = (),
        tried: str = "",
        pairs_tried: int = 0,
        pairs: int = 0,
        by: Iterable[str] = (),
    ) -> None:
        super().__init__(several)
        self.tried, self.pairs_tried, self.pairs, self.by = tried, pairs_tried, pairs, tuple(by)

    @property
    def complete(self) -> bool:
        """True if an empty list says that no one or two changes turn the order."""
        return self.pairs_tried == self.pairs

    @property
    def searched(self) -> str:
        """The changes tried, in words."""
        return self.tried_in()

    def tried_in(self, words: Phrases = ENGLISH) -> str:
        """Return the changes tried, in words."""
        _check(words)
        say, powers = words.say, ", ".join(self.by)
        if not self.tried:
            return say(NO_OTHER_OF).format(powers=powers) if powers else say(NO_OTHER)
        text = say(self.tried) + (f" ({say('units of {powers}').format(powers=powers)})" if powers else "")
        if not self.pairs:
            return text
        every = say(ALL_PAIRS if self.complete else SOME_PAIRS)
        return f"{text}, {every.format(tried=f'{self.pairs_tried:,}', all=f'{self.pairs:,}')}"

    def sentences(self, words: Phrases = ENGLISH) -> list[str]:
        """Return what turns the order, or what was tried, a sentence each."""
        tried = self.tried_in(words)
        turned = [one.sentence(words) for one in self] or [f"{words.say('nothing')}; {words.say('tried')}: {tried}"]
        return [f"{words.say('turned by')}: {one}" for one in turned]

    def to_dict(self, words: Phrases | None = None) -> dict[str, Any]:
        """Return what turns the order, and what was tried, in plain values, for JSON; in `words`, too: ``"said"``."""
        turned = [one.to_dict(words) for one in self]
        out = {"turned_by": turned, "searched": self.searched, "complete": self.complete}
        return out if words is None else {**out, "said": {"searched": self.tried_in(words)}}

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the changes as notebooks show them; what was tried, if there are none."""
        rows = [list(one.to_words().values()) for one in self]
        return ["change", "outcome", "why"], rows or [["nothing", "", f"tried: {self.searched}"]]

    def __str__(self) -> str:
        return "\n".join(self.sentences())

    def __repr__(self) -> str:
        return repr_as(self, f"{len(self)} found; {self.searched}")


def counterfactuals(
    position: Position,
    orders: Iterable[Order],
    order: Order,
    *,
    rules: Rulebook | str | None = None,
    board: Board | None = None,
    most: int = 5,
    by: Collection[str] = (),
    seconds: float | None = None,
) -> Counterfactuals:
    """Return the smallest changes of other units' orders after which `order` succeeds where it failed, or the reverse.

    *Smallest* goes by kind, and changes of the first kind that has any are returned: one order left out; one unit
    supporting instead of doing what it does; one unit with any other legal order; two of these together, beginning with
    orders left out and supports of what `order` is about. Only pairs that can bear on it are tried (`_Search`).
    Whatever is returned was adjudicated, not inferred; the answer says what was tried.

    Args:
        position: The position of a movement phase.
        orders: All orders.
        order: One of them, or one that follows from them: the hold of a unit without an order. It stays as it is.
        rules: The rulebook; 2023 if left out.
        board: The board; that of the position if left out.
        most: How many to return.
        by: The powers whose orders may change; all if it is empty.
        seconds: After how many seconds no further pair is tried; None for as long as it takes.

    Raises:
        ValueError: `order` is not one of `orders`, and does not follow from them.
        PositionError: The position is impossible.

    >>> from standoff import read
    >>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
    >>> print(counterfactuals(turn.position, turn.orders, turn.orders[0])[0])
    without A MUN - BUR: moves, the province is empty, and no other unit gets there
    """
    until = None if seconds is None else perf_counter() + seconds
    (position, board), rules = on_board(position, board), rulebook(rules)
    search = _Search(position, tuple(orders), order, rules, board)
    less, supports, others = search.changes(by)
    for kind, words in ((less, LESS), (supports, SUPPORTED), (others, ANY_ORDER)):
        if enough := [turned for change in kind if (turned := search.counterfactual(change))]:
            return Counterfactuals(enough[:most], words, by=by)
    pairs = search.pairs(less, [*supports, *others])
    found: list[Counterfactual] = []
    count = 0
    for one, two in pairs[:MOST_PAIRS]:
        if len(found) == most or (until is not None and perf_counter() > until):
            break
        count += 1
        if turned := search.counterfactual(one, two):
            found.append(turned)
    return Counterfactuals(found, words if less or supports or others else "", count, len(pairs), by)


class _Change(NamedTuple):
    """An exchange, and what its unit, by number, then does; `touches` are the provinces that either order is about."""

    exchange: Exchange
    unit: int
    row: LegalOrder
    touches: int


class _Search:
    """The table of a turn, solved again with changed orders to see whether one order may turn.

    Every order acts on one province: a move on its destination, a support or convoy on that of the move it is for, a
    support to hold on where that unit stands. What becomes of an order rests on those that act on the same province, on
    the order of the unit there, and on nothing else (`equations.rests_on`, DATC 5.B). So it rests on the provinces that
    are reached from its own by two steps: from one to where a unit stands that supports or convoys into it, and from
    one to where the unit in it moves or convoys. A change bears on the order only if its unit stands in one of these
    provinces, or the order that it had or gets acts on one; otherwise neither it nor what it replaces is looked at.
    """

    def __init__(
        self, position: Position, orders: tuple[Order, ...], order: Order, rules: Rulebook, board: Board
    ) -> None:
        self.position, self.order, self.rules, self.board = position, order, rules, board
        self.before = self._result(orders).success
        self.given = orders if order in orders else (*orders, order)
        self.table = table = table_of(board, position, self.given, rules)
        self.legal_orders, self.placement = table.legal_orders, table.legality.placement
        number = self.given.index(order)
        self.unit = table.unit_of[number]
        # a house rule sees the orders, and what is implied follows from them: then everything is adjudicated in full
        self.known = not rules.house_rules and rules["implicit_orders"] == "not-allowed"
        self.legal = self.unit >= 0 and table.order_of[self.unit] == number and table.illegal[number] is None
        # where a unit may not be supported because it is ordered to convoy, a void convoy is more than a hold
        self.convoys_count = rules["support_of_convoying_fleet"] != "allowed"
        # where a move against an own unit that stays is void, the mover may be supported to hold
        self.moves_may_hold = rules["attack_on_own"] == "void"

    def _result(self, orders: Iterable[Order]) -> OrderResult:
        for one in adjudicate(self.position, orders, rules=self.rules, board=self.board):
            if one.order == self.order:
                return one
        raise ValueError(f"{self.order} is none of the orders")

    def changes(self, by: Collection[str]) -> tuple[list[_Change], list[_Change], list[_Change]]:
        """Return the changes of one order: orders left out, supports, and all others."""
        table = self.table
        legal = legal_by_place(self.position, rules=self.rules, board=self.board)
        less: list[_Change] = []
        supports: list[_Change] = []
        others: list[_Change] = []
        for number, unit in enumerate(table.units):
            if unit.province == _province(self.order) or (by and unit.power not in by):
                continue
            followed = table.order_of[number]
            # the first of several orders of which none counts is not followed
            none = followed < 0 or table.illegal[followed] is Illegal.SEVERAL_ORDERS
            old = None if none else table.orders[followed]
            if old is not None and not isinstance(old, Hold):
                less.append(self._change(number, old, Hold(unit.power, UnitName(unit.location, unit.type))))
            for new in legal[unit.location]:
                if not isinstance(new, Hold) and new != old:
                    change = self._change(number, old, new)
                    (supports if change.row.kind == SUPPORTS else others).append(change)
        return less, supports, others

    def _change(self, unit: int, old: Order | None, new: Order) -> _Change:
        _, read = self.table.legality.examine(new)
        row = HOLD if isinstance(read, Illegal) else read  # in civil disorder not even a hold is legal
        return _Change(Exchange(old, new), unit, row, self._places(unit, self.legal_orders[unit], row))

    def _places(self, unit: int, *rows: LegalOrder) -> int:
        """Return where a unit stands, and the provinces that some orders act on, as a mask."""
        return _mask((self.placement.province[unit], *map(self._acts_on, rows)))

    def counterfactual(self, *changes: _Change) -> Counterfactual | None:
        """Return what changes turn; None if they do not turn the order."""
        if self.known and not self._may_turn(changes):
            return None
        units = {change.unit for change in changes}
        kept = [other for other, unit in zip(self.given, self.table.unit_of, strict=False) if unit not in units]
        one = self._result([*kept, *(change.exchange.new for change in changes)])
        return Counterfactual(tuple(each.exchange for each in changes), one) if one.success != self.before else None

    def _may_turn(self, changes: Sequence[_Change]) -> bool:
        if not self.legal:
            return False  # whatever the others are ordered, it is illegal
        table = self.table.with_orders({change.unit: change.row for change in changes})
        true = solve(table).true
        holds = table.legal_orders[self.unit].kind == HOLDS
        success = not table.rows[self.unit].incoming & true if holds else bool(true >> self.unit & 1)
        return success != self.before

    def pairs(self, less: Sequence[_Change], others: Sequence[_Change]) -> list[tuple[_Change, _Change]]:
        """Return the pairs of changes of two units that may do more than either alone, the most likely ones first.

        Each bears on the order when the other is made. A support or convoy that nothing matches is a hold: it is paired
        only with a change of the unit that it is for, and only when that unit then does what it says.
        """
        if not self.known:
            return [(one, two) for one, two in combinations([*less, *others], 2) if one.unit != two.unit]
        if not self.legal:
            return []
        about = self._places(self.unit, self.legal_orders[self.unit])

        def unlikely(change: _Change) -> bool:
            row = change.row
            return row.kind != SUPPORTS or not self._places(row.target, row) & about

        every = [*less, *sorted(others, key=unlikely)]
        matters = [self._provinces(change) for change in every]
        idle = [self._idle(change.row, self.legal_orders[change.row.target]) for change in every]

        def may_enable(one: int, two: int) -> bool:
            """Return whether the second may turn the order when the first is made."""
            first, second = every[one], every[two]
            if idle[one] and (second.unit != first.row.target or self._idle(first.row, second.row)):
                return False
            return bool(matters[one] & second.touches)

        numbers = [
            (one, two)
            for one, two in combinations(range(len(every)), 2)
            if every[one].unit != every[two].unit and may_enable(one, two) and may_enable(two, one)
        ]
        likely = len(less) + sum(not unlikely(change) for change in others)
        numbers.sort(key=lambda pair: (pair[0] >= likely) + (pair[1] >= likely))
        return [(every[one], every[two]) for one, two in numbers]

    def _acts_on(self, row: LegalOrder) -> int:
        """Return the number of the province that an order acts on, -1 for a hold."""
        if row.destination >= 0 or row.target < 0:
            return row.destination
        return self.placement.province[row.target]

    def _idle(self, row: LegalOrder, target: LegalOrder) -> bool:
        """Return whether an order is a support or convoy that its unit's order does not match, and so a hold."""
        if row.kind in (HOLDS, MOVES) or (row.kind == CONVOYS and self.convoys_count):
            return False
        if row.destination < 0:
            return target.kind == MOVES and not self.moves_may_hold
        return target.kind != MOVES or target.destination != row.destination

    def _provinces(self, change: _Change) -> int:
        """Return the provinces for which it matters who gets in, where one unit's order is exchanged, as a mask."""
        legal_orders = [*self.legal_orders]
        legal_orders[change.unit] = change.row
        supporters: dict[int, list[int]] = {}
        for row, province in zip(legal_orders, self.placement.province, strict=True):
            if row.kind in (SUPPORTS, CONVOYS):
                supporters.setdefault(self._acts_on(row), []).append(province)
        own = legal_orders[self.unit]
        todo = [self._acts_on(own)] if own.kind == MOVES else [self.placement.province[self.unit], self._acts_on(own)]
        places: set[int] = set()
        while todo:
            place = todo.pop()
            if place < 0 or place in places:
                continue
            places.add(place)
            todo += supporters.get(place, ())
            here = self.placement.at[place]
            if here >= 0 and legal_orders[here].kind in (MOVES, CONVOYS):
                todo.append(legal_orders[here].destination)
        return _mask(places)


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in {*places} if place >= 0)


def _province(order: Order) -> str:
    """Return the province of the unit that an order is for, an empty text for an order without a unit."""
    unit = getattr(order, "unit", None)
    return unit.province if isinstance(unit, UnitName) else ""
