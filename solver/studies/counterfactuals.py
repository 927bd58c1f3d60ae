"""What would change it: the smallest changes of other orders that turn the success of one, each of them tried.

An order left out counts as smaller than a support, a support as smaller than another order, and that as smaller than
two changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from time import perf_counter
from typing import Any, NamedTuple

from ...map import Board, Position, Table, WrongTypeError, bits, on_board, province_of, shown_as
from ..law.equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from ..law.reasons import english
from ..law.records import LegalOrder
from ..order import Hold, Order, Support, UnitName
from ..orders.legality import Illegal
from ..orders.possible import legal_by_place
from ..phases.movement import adjudicate
from ..plain.order_table import OrderTable
from ..plain.own_table import table_of
from ..plain.paradox import solve
from ..results.results import OrderResult
from ..rules.rulebook import Rulebook, rulebook

MOST_PAIRS = 50_000
"""This many pairs of changes are tried unless the caller says otherwise."""

ADDED, LEFT_OUT, EXCHANGED = "with {order}", "without {order}", "{new} instead of {old}"
LESS = "every other order left out"
SUPPORTED = "every other order left out, and every legal support by another unit"
ANY_ORDER = "every legal order of one other unit"
NO_OTHER = "nothing, for there is no other unit that could be ordered otherwise"
NO_OTHER_OF = "nothing, for there is no other unit of {powers} that could be ordered otherwise"
ALL_PAIRS = "and all {all} pairs of such orders that can bear on it"
SOME_PAIRS = "and {tried} of {all} pairs of such orders that can bear on it"


class Words(NamedTuple):
    """The functions that put what is found into words.

    Attributes:
        say: Words an outcome or a phrase.
        order: Writes an order.
        reason: Says why an order came out as it did, in words that follow the outcome.

    >>> from standoff import read
    >>> turned = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").counterfactuals("PAR")[0]
    >>> turned.sentence(ENGLISH._replace(order=lambda order: f"<{order}>"))
    'without <A MUN - BUR>: moves, the province is empty, and no other unit gets there'
    """

    say: Callable[[Any], str]
    order: Callable[[Order], str]
    reason: Callable[[OrderResult], str]


def _in_english(result: OrderResult) -> str:
    return result.sentence(english, str, str.capitalize, after_outcome=True)


ENGLISH = Words(str, str, _in_english)


def _words(words: Words) -> Words:
    if not isinstance(words, Words):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected functions that put results into words, not {words!r}")
    return words


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

    def sentence(self, words: Words = ENGLISH) -> str:
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

    def said(self, words: Words = ENGLISH) -> dict[str, str]:
        """Return the changes, the outcome and the reason, each in words."""
        words = _words(words)
        return {
            "changes": f" {words.say('and')} ".join(one.sentence(words) for one in self.exchanges),
            "outcome": ", ".join(words.say(outcome) for outcome in self.result.words),
            "reason": words.reason(self.result),
        }

    def sentence(self, words: Words = ENGLISH) -> str:
        """Return the changes and the result after them in words."""
        return "{changes}: {outcome}, {reason}".format_map(self.said(words))

    def __str__(self) -> str:
        return self.sentence()

    def __repr__(self) -> str:
        return shown_as(self, str(self))

    def to_dict(self, words: Words | None = None) -> dict[str, Any]:
        """Return the changes and the result after them in plain values, for JSON; in `words`, too: ``"said"``."""
        return {
            "changes": [
                {
                    "power": one.new.power,
                    "province": _province(one.new),
                    "old": None if one.old is None else str(one.old),
                    "new": str(one.new),
                }
                for one in self.exchanges
            ],
            "success": self.result.success,
            "outcome": str(self.result.outcome),
            "reason": self.result.text,
            **({} if words is None else {"said": self.said(words)}),
        }


class Counterfactuals(list[Counterfactual], Table):
    """What turns an order, and what was tried to find it.

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
        """What was tried, in words."""
        return self.tried_in()

    def tried_in(self, words: Words = ENGLISH) -> str:
        """Return what was tried, in words."""
        say, whose = _words(words).say, {"powers": ", ".join(self.by)}
        if not self.tried:
            if self.by:
                return say(NO_OTHER_OF).format_map(whose)
            return say(NO_OTHER)
        text = say(self.tried) + (f" ({say('units of {powers}').format_map(whose)})" if self.by else "")
        if not self.pairs:
            return text
        every = say(ALL_PAIRS if self.complete else SOME_PAIRS)
        return f"{text}, {every.format(tried=f'{self.pairs_tried:,}', all=f'{self.pairs:,}')}"

    def sentences(self, words: Words = ENGLISH) -> list[str]:
        """Return what turns the order, or what was tried, a sentence each."""
        turned = [one.sentence(words) for one in self]
        if not turned:
            turned = [f"{words.say('nothing')}; {words.say('tried')}: {self.tried_in(words)}"]
        return [f"{words.say('turned by')}: {one}" for one in turned]

    def to_dict(self, words: Words | None = None) -> dict[str, Any]:
        """Return what turns the order, and what was tried, in plain values, for JSON; in `words`, too: ``"said"``."""
        out = {
            "turned_by": [one.to_dict(words) for one in self],
            "searched": self.searched,
            "complete": self.complete,
        }
        return out if words is None else {**out, "said": {"searched": self.tried_in(words)}}

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the changes as notebooks show them; what was tried, if there are none."""
        rows = [[said["changes"], said["outcome"], said["reason"]] for said in (one.said() for one in self)]
        return ["change", "outcome", "why"], rows or [["nothing", "", f"tried: {self.searched}"]]

    def __str__(self) -> str:
        return "\n".join(self.sentences())

    def __repr__(self) -> str:
        return shown_as(self, f"{len(self)} found; {self.searched}")


def counterfactuals(
    position: Position,
    orders: Iterable[Order],
    order: Order,
    *,
    rules: Rulebook | str | None = None,
    board: Board | None = None,
    most: int = 5,
    by: Collection[str] = (),
    most_pairs: int = MOST_PAIRS,
    seconds: float | None = None,
) -> Counterfactuals:
    """Return the smallest changes of other units' orders after which `order` succeeds where it failed, or the reverse.

    *Smallest* goes by kind, and changes of the first kind that has any are returned: one order left out; one unit
    supporting instead of doing what it does; one unit with any other legal order; two of these together, beginning with
    orders left out and supports of what `order` is about. Only pairs that can bear on it are tried (`_Turning`).
    Whatever is returned was adjudicated, not inferred; the answer says what was tried.

    Args:
        position: The position of a movement phase.
        orders: All orders.
        order: One of them, or one that follows from them: the hold of a unit without an order. It stays as it is.
        rules: The rulebook; 2023 if left out.
        board: The board; that of the position if left out.
        most: How many to return.
        by: The powers whose orders may change; all if it is empty.
        most_pairs: How many pairs to try.
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
    given = tuple(orders)
    before = _result_of(order, adjudicate(position, given, rules=rules, board=board)).success
    given = given if order in given else (*given, order)
    table = table_of(board, position, given, rules)
    turns = _Turning(table, given.index(order), before)
    number_of = {unit.province: number for number, unit in enumerate(table.units)}

    def tried(exchanges: Sequence[Exchange]) -> Counterfactual | None:
        if not turns.may_turn([exchange.new for exchange in exchanges]):
            return None
        units = {number_of[_province(exchange.new)] for exchange in exchanges}
        changed = [other for other, unit in zip(given, table.unit_of, strict=False) if unit not in units]
        changed.extend(exchange.new for exchange in exchanges)
        one = _result_of(order, adjudicate(position, changed, rules=rules, board=board))
        return Counterfactual(tuple(exchanges), one) if one.success != before else None

    legal = legal_by_place(position, rules=rules, board=board)
    less: list[Exchange] = []
    supports: list[Exchange] = []
    others: list[Exchange] = []
    for number, unit in enumerate(table.units):
        if unit.province == _province(order) or (by and unit.power not in by):
            continue
        old = _followed(table, number)
        if old is not None and not isinstance(old, Hold):
            less.append(Exchange(old, Hold(unit.power, UnitName(unit.location, unit.type))))
        for new in legal[unit.location]:
            if isinstance(new, Hold) or new == old:
                continue
            (supports if isinstance(new, Support) else others).append(Exchange(old, new))
    for kind, words in ((less, LESS), (supports, SUPPORTED), (others, ANY_ORDER)):
        enough = [turning for exchange in kind if (turning := tried([exchange]))]
        if enough:
            return Counterfactuals(enough[:most], words, by=by)
    near = [*less, *(exchange for exchange in supports if _concerns(exchange.new, order))]
    tried_before = set(near)
    every = [*near, *(exchange for exchange in (*supports, *others) if exchange not in tried_before)]
    pairs = turns.pairs([exchange.new for exchange in every])
    pairs.sort(key=lambda pair: sum(number >= len(near) for number in pair))
    turned: list[Counterfactual] = []
    count = 0
    for pair in pairs[:most_pairs]:
        if len(turned) == most or (until is not None and perf_counter() > until):
            break
        count += 1
        if turning := tried([every[number] for number in pair]):
            turned.append(turning)
    return Counterfactuals(turned, words if every else "", count, len(pairs), by)


class _Turning:
    """Whether changed orders may turn an order: the table with the rows of their units exchanged, solved again.

    Every order acts on one province: a move on its destination, a support or convoy on that of the move it is for, a
    support to hold on where that unit stands. What becomes of an order rests on those that act on the same province, on
    the order of the unit there, and on nothing else (`equations.rests_on`, DATC 5.B). So it rests on the provinces that
    are reached from its own by two steps: from one to where a unit stands that supports or convoys into it, and from
    one to where the unit in it moves or convoys. A change bears on the order only if its unit stands in one of these
    provinces, or the order that it had or gets acts on one; otherwise neither it nor what it replaces is looked at.
    """

    def __init__(self, table: OrderTable, number: int, before: bool) -> None:
        self.table, self.before = table, before
        self.unit = table.unit_of[number]
        rules = table.rules
        # an own rule sees the orders, and what is implied follows from them: then everything is adjudicated in full
        self.known = not rules.own_rules and rules["implicit_orders"] == "not-allowed"
        self.legal = self.unit >= 0 and table.order_of[self.unit] == number and table.illegal[number] is None
        # where a unit may not be supported because it is ordered to convoy, a void convoy is more than a hold
        self.convoys_count = rules["support_of_convoying_fleet"] != "allowed"
        self.examined = cache(self._examined)

    def may_turn(self, orders: Sequence[Order]) -> bool:
        """Tell whether the order may come out otherwise; True if that is not known."""
        if not self.known:
            return True
        if not self.legal:
            return False  # whatever the others are ordered, it is illegal
        table = self.table.with_orders(dict(self.examined(order) for order in orders))
        true = solve(table).true
        if table.does[self.unit].kind == HOLDS:
            success = not table.rows[self.unit].incoming & true
        else:
            success = bool(true >> self.unit & 1)
        return success != self.before

    def _examined(self, order: Order) -> tuple[int, LegalOrder]:
        """Return the unit of a legal order, and its row."""
        unit, read = self.table.legality.examine(order)
        assert not isinstance(read, Illegal), "a possible order is legal"
        return unit, read

    def pairs(self, changes: Sequence[Order]) -> list[tuple[int, int]]:
        """Return the pairs of changes, by number, of two units that may do more than either alone.

        Each bears on the order when the other is made. A support or convoy that nothing matches is a hold: it is paired
        only with a change of the unit that it is for, and only when that unit then does what it says.
        """
        rows = [self.examined(order) for order in changes]
        if not self.known:
            return [pair for pair in combinations(range(len(rows)), 2) if rows[pair[0]][0] != rows[pair[1]][0]]
        if not self.legal:
            return []
        placement, does = self.table.legality.placement, self.table.does
        of_province: dict[int, int] = {}
        of_unit: dict[int, list[int]] = {}
        for number, (unit, given) in enumerate(rows):
            of_unit.setdefault(unit, []).append(number)
            for place in {placement.province[unit], self._acts_on(does[unit]), self._acts_on(given)}:
                of_province[place] = of_province.get(place, 0) | 1 << number
        bearing: list[int] = []
        for unit, given in rows:
            mask = 0
            for place in self._provinces(unit, given):
                mask |= of_province.get(place, 0)
            if self._idle(given, does[given.target]):
                others = of_unit.get(given.target, ())
                mask &= sum(1 << other for other in others if not self._idle(given, rows[other][1]))
            bearing.append(mask)
        return [
            (number, other)
            for number, mask in enumerate(bearing)
            for other in bits(mask >> number << number)
            if rows[number][0] != rows[other][0] and bearing[other] >> number & 1
        ]

    def _acts_on(self, given: LegalOrder) -> int:
        """Return the number of the province that an order acts on, -1 for a hold."""
        if given.destination >= 0 or given.target < 0:
            return given.destination
        return self.table.legality.placement.province[given.target]

    def _idle(self, given: LegalOrder, target: LegalOrder) -> bool:
        """Tell whether an order is a support or convoy that its unit's order does not match, and so a hold."""
        if given.kind in (HOLDS, MOVES) or (given.kind == CONVOYS and self.convoys_count):
            return False
        if given.destination < 0:
            return target.kind == MOVES
        return target.kind != MOVES or target.destination != given.destination

    def _provinces(self, changed: int, given: LegalOrder) -> set[int]:
        """Return the provinces for which it matters who gets in, where one unit's order is exchanged."""
        placement, does = self.table.legality.placement, [*self.table.does]
        does[changed] = given
        supporters: dict[int, list[int]] = {}
        for unit, row in enumerate(does):
            if row.kind in (SUPPORTS, CONVOYS):
                supporters.setdefault(self._acts_on(row), []).append(placement.province[unit])
        own = does[self.unit]
        todo = [self._acts_on(own)] if own.kind == MOVES else [placement.province[self.unit], self._acts_on(own)]
        places: set[int] = set()
        while todo:
            place = todo.pop()
            if place < 0 or place in places:
                continue
            places.add(place)
            todo += supporters.get(place, ())
            here = placement.at[place]
            if here >= 0 and does[here].kind in (MOVES, CONVOYS):
                todo.append(does[here].destination)
        return places


def _followed(table: OrderTable, unit: int) -> Order | None:
    """Return the order that a unit follows, or its illegal one; None if it has none, or none counts."""
    number = table.order_of[unit]
    return None if number < 0 or table.illegal[number] is Illegal.SEVERAL_ORDERS else table.orders[number]


def _result_of(order: Order, result: Iterable[OrderResult]) -> OrderResult:
    for one in result:
        if one.order == order:
            return one
    raise ValueError(f"{order} is none of the orders")


def _province(order: Order) -> str:
    """Return the province of the unit that an order is for, an empty text for an order without a unit."""
    unit = getattr(order, "unit", None)
    return unit.province if isinstance(unit, UnitName) else ""


def _concerns(new: Order, order: Order) -> bool:
    """Tell whether a support is for `order`, or acts where `order` acts."""
    if not isinstance(new, Support) or not hasattr(order, "unit"):
        return False
    places = {order.unit.province, province_of(str(getattr(order, "destination", None) or ""))}  # type: ignore[union-attr]
    return new.supported.province in places or province_of(new.destination or "") in places
