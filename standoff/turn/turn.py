"""A turn as a value: position and orders, read from anywhere, adjudicated under any rulebook.

>>> from standoff import read
>>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
>>> result = turn.adjudicate("1982")
>>> result["PAR"].outcome, result["A MUN - BUR"].success
(Outcome.BOUNCES, False)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast, get_args

from ..map import (
    Board,
    Phase,
    PhaseType,
    Picture,
    Position,
    Printed,
    WrongTypeError,
    named_board,
    short_repr,
)
from ..solver import (
    Order,
    OrderSet,
    Proxy,
    Rulebook,
    RulebookError,
    adjudicate_phase,
    orders_of_turn,
    rulebook,
)
from ..text import text_of
from .codec import Json, content_of_turn, grouped, rules_object, turn_object
from .naming import Key, Naming
from .result import ExplanationText, PhaseError, Result
from .turn_fields import Later, orders_given

if TYPE_CHECKING:  # what only some questions need is loaded when they are asked
    from ..solver import Counterfactuals, Equations
    from .checking import CheckedOrders
    from .comparison import TurnComparison
    from .resolutions import TurnResolutions


class _Texts(tuple[str, ...]):
    """How orders were written, and which: where `dataclasses.replace` changes an order, its text goes."""

    orders: tuple[Order, ...]

    @classmethod
    def of(cls, texts: tuple[str, ...], orders: tuple[Order, ...], board: Board) -> _Texts:
        if isinstance(texts, _Texts) and texts.orders != orders:
            known = dict(zip(texts.orders, texts, strict=True))
            texts = tuple([known.get(order) or text_of(order, board) for order in orders])
        elif len(texts) != len(orders):
            texts = tuple([text_of(order, board) for order in orders])
        aligned = cls(texts)
        aligned.orders = orders
        return aligned


_FIELDS = (
    ("position", Position, "a position"),
    ("rules", Rulebook, "a rulebook"),
    ("board", (Board, type(None)), "a board"),
    ("source", str, "a text"),
    ("id", str, "a text"),
    ("title", str, "a text"),
)
_LISTS: tuple[tuple[str, Any, str], ...] = (
    ("orders", get_args(Order), "orders; standoff.read reads texts"),
    ("texts", str, "texts"),
    ("sets", OrderSet, "sets of orders"),
    ("lasting", get_args(Order), "orders"),
    ("proxies", Proxy, "proxies"),
    ("later", Callable, "functions that give the phases"),
)
"""The fields of a turn, and what stands in each."""


@dataclass(frozen=True, repr=False)
class Turn(Printed, Picture):
    """A position and the orders given for it. Frozen; two turns are equal if position, orders and rulebook are.

    Attributes:
        position: The position.
        orders: The orders, of all powers.
        texts: Each order as it was written.
        rules: The rulebook that the source names, 2023 if it names none.
        sets: The sets that the orders stand in, if a power handed in several (DATC 4.D.1); then all stand in sets.
        lasting: Orders given earlier for all turns to come (4.E.4).
        proxies: Units handed over to another power (4.E.5).
        source: What the turn was read from.
        id: The id of the case, empty if it has none.
        title: The title of the case, empty if it has none.
        later: What the source continues with: the phases that follow.
        board: The board.

    Methods that settle the turn, or ask what is legal, take `rules`, a rulebook or its name (that of the turn if left
    out), and single options of it by name; they raise `RulebookError` where one of these is unknown. A `key` is an
    order or its text, a unit, or the place where one stands; `NotInTurnError` is raised if it means none of the turn's.

    >>> from standoff import Turn, starting_position
    >>> turn = Turn(starting_position())
    >>> turn.phase, len(turn.orders)
    (Phase('S', 1901, PhaseType.MOVEMENT), 0)
    """

    position: Position
    orders: tuple[Order, ...] = ()
    rules: Rulebook = field(default_factory=rulebook)
    texts: tuple[str, ...] = field(default=(), compare=False)
    sets: tuple[OrderSet, ...] = ()
    lasting: tuple[Order, ...] = ()
    proxies: tuple[Proxy, ...] = ()
    source: str = field(default="", compare=False)
    id: str = field(default="", compare=False)
    title: str = field(default="", compare=False)
    later: tuple[Later, ...] = field(default=(), compare=False)
    board: Board = field(default=cast(Board, None), compare=False)

    def __post_init__(self) -> None:
        def refuse(name: str, expected: str) -> None:
            raise WrongTypeError(f"Turn, {name}: expected {expected}, not {getattr(self, name)!r}")

        for name, kind, expected in _FIELDS:
            if not isinstance(getattr(self, name), kind):
                refuse(name, expected)
        for name, kind, expected in _LISTS:
            listed = getattr(self, name)
            if listed == ():
                continue
            if not isinstance(listed, tuple):
                if isinstance(listed, (str, bytes, Mapping)) or not isinstance(listed, Iterable):
                    refuse(name, expected)
                listed = tuple(cast("Iterable[object]", listed))
                object.__setattr__(self, name, listed)
            kinds = {*map(type, cast("tuple[object, ...]", listed))}
            if not all(issubclass(one, kind) for one in kinds):
                refuse(name, expected)
        if self.board is None:  # pyright: ignore[reportUnnecessaryComparison]
            object.__setattr__(self, "board", named_board(self.position.board))
        for power in {order.power for order in self.orders} - self.board.powers.keys():
            self.board.power(power)  # raises
        object.__setattr__(self, "texts", _Texts.of(self.texts, self.orders, self.board))
        self.position.check(self.board)

    # -- contents -----------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase | None:
        """The phase, None if nothing says which."""
        return self.position.phase

    @property
    def type(self) -> PhaseType:
        """The kind of phase; a movement phase if nothing says which."""
        return self.position.phase_type

    @property
    def _in_sets(self) -> bool:
        """Whether it depends on the rulebook which orders count."""
        return bool(self.sets or self.lasting or self.proxies)

    def counted(self, rules: Rulebook) -> tuple[Order, ...]:
        """Return the orders that count under a rulebook, without those that others imply (4.E.2).

        Source: DATC 3.0, 4.D.1, 4.D.2, 4.E.3 to 4.E.5.

        >>> from standoff import read
        >>> turn = read("FRANCE\\n SET 1\\n  A PAR - BUR\\n SET 2\\n  A PAR - PIC\\n")
        >>> [str(order) for order in turn.counted(rulebook(order_sets="latest"))]
        ['A PAR - PIC']
        """
        if not self._in_sets:
            return self.orders
        by_power = grouped((order.power, order) for order in self.orders)
        sets = self.sets or tuple(OrderSet(power, tuple(orders), 0) for power, orders in by_power.items())
        return orders_of_turn(
            self.position, sets, rules=rules, board=self.board, lasting=self.lasting, proxies=self.proxies
        )

    def texts_of_counted(self, rules: Rulebook) -> tuple[str | None, ...]:
        """Return how each of the orders that count under a rulebook was written, None for those of other turns.

        >>> from standoff import read
        >>> read("FRANCE: Paris to Burgundy").texts_of_counted(rulebook())
        ('Paris to Burgundy',)
        """
        if not self._in_sets:
            return self.texts
        written = dict(zip(reversed(self.orders), reversed(self.texts), strict=True))
        return tuple([written.get(order) for order in self.counted(rules)])

    def canonical(self, order: Order) -> str:
        """Return an order in the notation of the `diplomacy` package, its units in full as they stand.

        Nothing is corrected: what the order names stays, right or wrong; what it leaves out is filled in.

        >>> from standoff import read
        >>> turn = read("GERMANY: Mun S Ruh - Bur", position="standard S1901M GERMANY:AMUN,ARUH")
        >>> turn.canonical(turn.orders[0])
        'A MUN S A RUH - BUR'
        """
        return self.naming.canonical(order)

    @cached_property
    def naming(self) -> Naming:
        """What orders are called in this position; for `order` and `Result`."""
        return Naming(self.position, self.board)

    def order(self, key: Key) -> Order:
        """Return the order of the turn that a key means; of several to one unit the first.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").order("Paris - Burgundy")
        Move('FRANCE', UnitName('PAR', ARMY), 'BUR')
        """
        return self.orders[self.naming.orders_named(key, self.orders, self.texts)[0]]

    # -- adjudication and studies -------------------------------------------------------------------

    def _rules(self, rules: str | Rulebook | None, options: Mapping[str, str]) -> Rulebook:
        return rulebook(self.rules if rules is None else rules, **options)

    def _movement(self, feature: str) -> None:
        if self.type is not PhaseType.MOVEMENT:
            raise PhaseError(f"{self.phase} is not a movement phase: only movement phases have {feature}")

    def adjudicate(self, rules: str | Rulebook | None = None, **options: str) -> Result:
        """Settle the turn.

        >>> from standoff import read
        >>> read("6.F.14").adjudicate("1982").paradoxes
        ()
        """
        chosen = self._rules(rules, options)
        counted = self.counted(chosen)
        return Result(self, chosen, adjudicate_phase(self.position, counted, rules=chosen, board=self.board))

    def explain(
        self,
        key: Key | None = None,
        rules: str | Rulebook | None = None,
        *,
        full: bool = False,
        language: str = "en",
        **options: str,
    ) -> ExplanationText:
        """Settle the turn and return why an order comes out as it does; with no key, every order (`Result.explain`).

        >>> from standoff import read
        >>> print(read("FRANCE: A PAR - BUR").explain("A PAR - BUR")[0])
        A PAR - BUR: moves; the province is empty, and no other unit gets there [DATC 5.B.1; 2023 rule 2]
        """
        return self.adjudicate(rules, **options).explain(key, full=full, language=language)

    def resolutions(self, rules: str | Rulebook | None = None, **options: str) -> TurnResolutions:
        """Return every resolution that the equations admit, before any paradox rule, and the cores.

        Raises:
            PhaseError: It is not a movement phase.

        >>> from standoff import read
        >>> print(str(read("6.F.14").resolutions()).split("\\n\\n")[0])
        2 resolutions of the whole turn; by components the same
          1: F LON S F WAL - ENG; F WAL - ENG succeed, the rest of the core fails
          2: F ENG C A BRE - LON succeeds, the rest of the core fails
        they differ on: F LON S F WAL - ENG; F WAL - ENG; F ENG C A BRE - LON
        """
        from .resolutions import TurnResolutions

        self._movement("resolutions")
        return TurnResolutions(self.adjudicate(rules, **options))

    def equations(self, rules: str | Rulebook | None = None, **options: str) -> Equations:
        """Return the equations of the turn, to read or to write for another solver.

        Raises:
            PhaseError: It is not a movement phase.
            EquationError: An equation has too many cases to be written out.

        >>> from standoff import read
        >>> print(read("FRANCE: A PAR - BUR\\nGERMANY: A BUR - MUN").equations())
        rulebook 2023, 2 equations
        x1  FRANCE: A PAR - BUR
            succeeds if x2  [DATC 5.B.1]
        x2  GERMANY: A BUR - MUN
            always succeeds  [DATC 5.B.1]
        """
        from ..solver import equations

        self._movement("equations")
        chosen = self._rules(rules, options)
        return equations(self.position, self.counted(chosen), rules=chosen, board=self.board)

    def compare(self, rules: str | Rulebook | None = None, **options: str) -> TurnComparison:
        """Settle the turn under every preset, and under every single choice that departs from a rulebook.

        >>> from standoff import read
        >>> comparison = read("6.F.14").compare()
        >>> comparison.agree, comparison.outcomes[0].rulebooks[0]
        (False, '2023')
        """
        from ..solver import compare
        from .comparison import TurnComparison

        chosen = self._rules(rules, options)
        comparison = compare(self.position, self.counted, rules=chosen, board=self.board)
        return TurnComparison(comparison.outcomes, chosen, self.board)

    def counterfactuals(
        self,
        key: Key,
        rules: str | Rulebook | None = None,
        *,
        most: int = 5,
        by: str | Sequence[str] = (),
        seconds: float | None = None,
        **options: str,
    ) -> Counterfactuals:
        """Return the smallest changes to other units' orders that change whether an order succeeds, and what was tried.

        Orders left out come first; only if none turns it, supports are tried, then any other order, then two changes.

        Args:
            most: How many to return.
            by: The power whose orders may change, or several; all if it is empty.
            seconds: How long to try pairs of changes; None for no limit.

        Raises:
            PhaseError: It is not a movement phase.
            UnknownNameError: `by` names no power.

        >>> from standoff import read
        >>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
        >>> print(turn.counterfactuals("PAR")[0])
        without A MUN - BUR: moves, the province is empty, and no other unit gets there
        """
        from ..solver import counterfactuals

        self._movement("an order that others turn")
        if not isinstance(by, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"by: expected powers, not {by!r}")
        if not isinstance(most, int) or not isinstance(seconds, int | float | None):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"most, seconds: expected numbers, not {most!r} and {seconds!r}")
        powers = [self.board.power_named(name) for name in ([by] if isinstance(by, str) else by)]
        chosen = self._rules(rules, options)
        order = self.adjudicate(chosen)[key].order  # units without an order hold
        limits = {"most": most, "by": powers, "seconds": seconds}
        return counterfactuals(
            self.position, self.counted(chosen), order, rules=chosen, board=self.board, **cast(Any, limits)
        )

    def legal_orders(
        self, power: str | None = None, rules: str | Rulebook | None = None, **options: str
    ) -> dict[str, dict[str, tuple[Order, ...]]]:
        """Return every order that could legally be given in this phase, knowing no other order: by power and place.

        Args:
            power: The power whose orders they are; all if left out.

        Raises:
            UnknownNameError: There is no such power.

        >>> [str(order) for order in Turn(Position.parse("standard S1901M ITALY:ANAP")).legal_orders()["ITALY"]["NAP"]]
        ['A NAP H', 'A NAP - APU', 'A NAP - ROM']
        """
        from ..solver import legal_orders

        whose = None if power is None else self.board.power_named(power)
        return legal_orders(self.position, power=whose, rules=self._rules(rules, options), board=self.board)

    def check(self, rules: str | Rulebook | None = None, **options: str) -> CheckedOrders:
        """Return for each order whether it is legal; if it is not, why not, and the nearest legal orders.

        Source: DATC 3.0, 4.E.1; rulebook 1982, VII.4.

        >>> from standoff import read
        >>> print(read("FRANCE: F BRE - PAR").check())
        FRANCE F BRE - PAR: illegal; the unit cannot get there [DATC 6.A.1; 2023 page 6]; \
nearest: F BRE - GAS, F BRE - PIC, F BRE - ENG
        """
        from .checking import CheckedOrders, Checker

        chosen = self._rules(rules, options)
        counted = self.counted(chosen) if self._in_sets else None
        return CheckedOrders(Checker(self.position, chosen, self.board).orders(self.orders, self.texts, counted))

    def next(self, orders: Any = None, rules: str | Rulebook | None = None, **options: str) -> Turn:
        """Settle the turn and return the turn of the following phase (`Result.next`).

        Args:
            orders: The orders of the following phase. If left out, those of the source, if it continues; else none.

        >>> from standoff import read
        >>> str(read("FRANCE: A PAR - BUR").next().phase)
        'F1901M'
        """
        return self.adjudicate(rules, **options).next(orders)

    def course(self) -> Iterator[Result]:
        """Yield the result of the turn, and those of the later phases in its source.

        >>> from standoff import read
        >>> [str(result.turn.type) for result in read("6.H.1").course()]
        ['movement', 'retreat']
        """
        result = self.adjudicate()
        yield result
        while result.turn.later:
            result = result.next().adjudicate()
            yield result

    def with_orders(self, orders: Any) -> Turn:
        """Return the same position with other orders, as `adjudicate` takes them.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").with_orders({"FRANCE": ["A PAR - GAS"]}).texts
        ('A PAR - GAS',)
        """
        given = orders_given(orders, self.board, self.position)
        return Turn(self.position, rules=self.rules, source=self.source, board=self.board, **given)

    # -- as data ------------------------------------------------------------------------------------

    def to_dict(self) -> Json:
        """Return the turn as a question of the interchange lines: the orders that its rulebook counts, as written.

        Raises:
            RulebookError: It is under house rules.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").to_dict()
        {'rules': '2023', 'season': 'S1901M', 'units': {'FRANCE': ['A PAR']}, 'orders': {'FRANCE': ['A PAR - BUR']}}
        """
        if self.rules.house_rules:
            raise RulebookError(f"the turn is under rulebook {self.rules.name}: a function cannot be written as data")
        texts = zip(self.counted(self.rules), self.texts_of_counted(self.rules), strict=True)
        orders = ((order.power, text or text_of(order, self.board)) for order, text in texts)
        rules = rules_object(self.rules)
        return rules | turn_object(self.position, orders, self.board.source, rules["rules"])

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Turn:
        """Return the turn of an object of the interchange lines, such as `to_dict` returns.

        Raises:
            StandoffError: Something in it cannot be read, or its position is impossible.

        >>> Turn.from_dict({"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}).orders
        (Move('FRANCE', UnitName('PAR', ARMY), 'BUR'),)
        """
        if not isinstance(entry, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected an object of the interchange lines, not {entry!r}")
        return cls(**content_of_turn(dict(entry)))

    def to_json(self) -> str:
        """Return `to_dict` as JSON, a line that `standoff batch` answers.

        >>> from standoff import read
        >>> read(read("FRANCE: A PAR - BUR").to_json()) == read("FRANCE: A PAR - BUR")
        True
        """
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __str__(self) -> str:
        by_power = grouped((order.power, text) for order, text in zip(self.orders, self.texts, strict=True))
        return "\n".join([str(self.position), *(f"{power}: {', '.join(texts)}" for power, texts in by_power.items())])

    def __repr__(self) -> str:
        usual = {
            "orders": (),
            "rules": rulebook(),
            "texts": tuple([text_of(order, self.board) for order in self.orders]),
            "sets": (),
            "lasting": (),
            "proxies": (),
        }
        position, counts = repr(self.position), f"{len(self.position.units)} units, {len(self.orders)} orders"
        brief = f"{f'Turn {self.id}'.rstrip()} {self.phase or '-'}: {counts}"
        if position.startswith("<"):  # too long to be made again
            return f"<{brief}>"
        more = [f", {name}={getattr(self, name)!r}" for name, value in usual.items() if getattr(self, name) != value]
        return short_repr(f"Turn({position}{''.join(more)})", brief)


__all__ = ["Turn"]
