"""A turn and its result as values: position and orders, read from anywhere, adjudicated under any rulebook.

>>> from standoff import read
>>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
>>> result = turn.adjudicate("1982")
>>> result["PAR"].outcome, result["A MUN - BUR"].success
(Outcome.BOUNCES, False)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_args

from ..map import (
    Board,
    Dislodged,
    Json,
    Phase,
    PhaseType,
    Picture,
    Position,
    PositionError,
    Printed,
    StandoffError,
    Unit,
    WrongTypeError,
    named_board,
    repr_as,
    short_repr,
)
from ..solver import (
    AdjustmentResult,
    MovementResult,
    Order,
    OrderResult,
    OrderSet,
    Outcome,
    PhaseResult,
    Proxy,
    Rulebook,
    RulebookError,
    adjudicate_phase,
    following,
    orders_of_turn,
    rulebook,
    unused_builds,
)
from ..text import text_of, translator_for
from .codec import (
    content_of_turn,
    dislodged_after,
    grouped,
    order_object,
    result_in_words,
    result_object,
    rules_object,
    turn_object,
)
from .orders import Key, Later, Naming, order_fields
from .saved import leaves_out_phase

if TYPE_CHECKING:  # loaded on demand
    from ..solver import Counterfactuals, Equations, Explanation
    from .checking import CheckedOrders
    from .comparison import Comparison
    from .explaining import ExplainedOrder
    from .paradoxes import Paradox
    from .resolutions import Resolutions


class PhaseError(StandoffError):
    """This kind of phase does not have what was requested.

    >>> from standoff import adjudicate
    >>> adjudicate({"FRANCE": ["A PAR"]}).next()
    Traceback (most recent call last):
        ...
    standoff.turn.turn.PhaseError: nothing says which phase this is; give the position a phase (S1901M) to go on
    """


class DecidingStrengths(NamedTuple):
    """The strengths that decided an order, as `pictures.draw_strengths` draws them."""

    explanation: Explanation
    board: Board
    language: str


class ExplanationText(Printed, tuple[str, ...]):
    """The lines of an explanation; `str` shows them as plain text, notebooks also the strengths as bars.

    Attributes:
        strengths: The strengths that decided the order, for a picture; None if none did.

    >>> from standoff import read
    >>> len(read("6.F.14").explain("ENG")) > 1
    True
    """

    strengths: DecidingStrengths | None = None

    def __str__(self) -> str:
        return "\n".join(self)

    def __repr__(self) -> str:
        return repr_as(self, f"{len(self)} lines; {self[0] if self else ''}")

    def _repr_html_(self) -> str:
        from ..text import html_filled

        picture = Picture.drawn(self.strengths) if self.strengths else ""
        return html_filled("reasons.html", text=str(self), picture=picture)


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
    ("sets", OrderSet, "sets of orders"),
    ("lasting", get_args(Order), "orders"),
    ("proxies", Proxy, "proxies"),
    ("later", Callable, "functions that give the phases"),
)
"""The fields of a turn and the type of each."""


@dataclass(frozen=True, repr=False)
class Turn(Printed, Picture):
    """A position and its orders. Frozen; two turns are equal if position, orders and rulebook are.

    Attributes:
        position: The position.
        orders: The orders, of all powers.
        rules: The rulebook of the source (default: 2023).
        sets: The sets of orders, if a power submitted several (DATC 4.D.1); then every order belongs to a set.
        lasting: Orders given earlier for all turns to come (4.E.4).
        proxies: Units handed over to another power (4.E.5).
        source: The name of the source.
        id: The id of the case, empty if there is none.
        title: The title of the case, empty if there is none.
        later: The later phases of the source.
        board: The board.

    Methods that adjudicate take `rules`, a rulebook or its name (default: that of the turn), and single options by
    name; an unknown one raises `RulebookError`. A `key` is an order or its text, a unit, or its location; a key that
    matches no order of the turn raises `NotInTurnError`.

    >>> from standoff import Turn, starting_position
    >>> turn = Turn(starting_position())
    >>> turn.phase, len(turn.orders)
    (Phase('S', 1901, PhaseType.MOVEMENT), 0)
    """

    position: Position
    orders: tuple[Order, ...] = ()
    rules: Rulebook = field(default_factory=rulebook)
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
        self.position.check(self.board)

    # -- contents -----------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase | None:
        """The phase; None if it is unknown."""
        return self.position.phase

    @property
    def type(self) -> PhaseType:
        """The type of the phase; a movement phase if it is unknown."""
        return self.position.phase_type

    @property
    def in_sets(self) -> bool:
        """Whether the rulebook decides which orders count."""
        return bool(self.sets or self.lasting or self.proxies)

    def counted(self, rules: Rulebook) -> tuple[Order, ...]:
        """Return the orders that count under a rulebook, without implied ones (4.E.3).

        Source: DATC 3.0, 4.D.1, 4.D.2, 4.E.3 to 4.E.5.

        >>> from standoff import read
        >>> turn = read("FRANCE\\n SET 1\\n  A PAR - BUR\\n SET 2\\n  A PAR - PIC\\n")
        >>> [str(order) for order in turn.counted(rulebook(order_sets="latest"))]
        ['A PAR - PIC']
        """
        if not self.in_sets:
            return self.orders
        by_power = grouped((order.power, order) for order in self.orders)
        sets = self.sets or tuple(OrderSet(power, tuple(orders), 0) for power, orders in by_power.items())
        return orders_of_turn(
            self.position, sets, rules=rules, board=self.board, lasting=self.lasting, proxies=self.proxies
        )

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Each order as it was written; in canonical notation if it was given as a value.

        >>> from standoff import read
        >>> read("FRANCE: Paris to Burgundy").texts
        ('Paris to Burgundy',)
        """
        return tuple([order.text or text_of(order, self.board) for order in self.orders])

    def canonical(self, order: Order) -> str:
        """Return an order in the notation of the `diplomacy` package, with its units written in full.

        Missing unit types and coasts are filled in; wrong ones are kept.

        >>> from standoff import read
        >>> turn = read("GERMANY: Mun S Ruh - Bur", position="standard S1901M GERMANY:AMUN,ARUH")
        >>> turn.canonical(turn.orders[0])
        'A MUN S A RUH - BUR'
        """
        return self.naming.canonical(order)

    @cached_property
    def naming(self) -> Naming:
        """The names of orders in this position; for `order` and `Result`."""
        return Naming(self.position, self.board)

    def order(self, key: Key) -> Order:
        """Return the order that a key means; the first of several orders to one unit.

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
        """Adjudicate the turn.

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
        """Adjudicate the turn and explain the outcome of an order, or of every order (`Result.explain`).

        >>> from standoff import read
        >>> print(read("FRANCE: A PAR - BUR").explain("A PAR - BUR")[0])
        A PAR - BUR: moves; the province is empty, and no other unit gets there [DATC 5.B.1; 2023 rule 2]
        """
        return self.adjudicate(rules, **options).explain(key, full=full, language=language)

    def resolutions(self, rules: str | Rulebook | None = None, **options: str) -> Resolutions:
        """Return every resolution of the equations before any paradox rule, and the paradox cores.

        Raises:
            PhaseError: It is not a movement phase.

        >>> from standoff import read
        >>> print(str(read("6.F.14").resolutions()).split("\\n\\n")[0])
        2 resolutions of the whole turn; by components the same
          1: F LON S F WAL - ENG; F WAL - ENG succeed, the rest of the core fails
          2: F ENG C A BRE - LON succeeds, the rest of the core fails
        they differ on: F LON S F WAL - ENG; F WAL - ENG; F ENG C A BRE - LON
        """
        from .resolutions import Resolutions

        self._movement("resolutions")
        return Resolutions(cast(MovementResult, self.adjudicate(rules, **options).phase_result))

    def equations(self, rules: str | Rulebook | None = None, **options: str) -> Equations:
        """Return the equations of the turn, to print or to export to another solver.

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

    def compare(self, rules: str | Rulebook | None = None, **options: str) -> Comparison:
        """Adjudicate the turn under every preset, and under every single option changed in a rulebook.

        >>> from standoff import read
        >>> comparison = read("6.F.14").compare()
        >>> comparison.agree, comparison.outcomes[0].rulebooks[0]
        (False, '2023')
        """
        from ..solver import compare
        from .comparison import Comparison

        chosen = self._rules(rules, options)
        outcomes = compare(self.position, self.counted, rules=chosen, board=self.board)
        return Comparison(outcomes, chosen, self.board)

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
        """Return the smallest changes to other orders that change an order's success, and the extent of the search.

        The search first omits single orders; if that changes nothing, it tries supports, other orders, and two changes.

        Args:
            most: How many to return.
            by: The power or powers whose orders may change (default: all).
            seconds: The time limit for pairs of changes; None for no limit.

        Raises:
            PhaseError: It is not a movement phase.
            UnknownNameError: `by` is not a power.

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
        """Return every legal order of this phase by power and location.

        Args:
            power: Only the orders of this power.

        Raises:
            UnknownNameError: There is no such power.

        >>> [str(order) for order in Turn(Position.parse("standard S1901M ITALY:ANAP")).legal_orders()["ITALY"]["NAP"]]
        ['A NAP H', 'A NAP - APU', 'A NAP - ROM']
        """
        from ..solver import legal_orders

        whose = None if power is None else self.board.power_named(power)
        return legal_orders(self.position, power=whose, rules=self._rules(rules, options), board=self.board)

    def check(self, rules: str | Rulebook | None = None, **options: str) -> CheckedOrders:
        """Check the legality of each order; for an illegal order give the reason and the nearest legal orders.

        Source: DATC 3.0, 4.E.1; rulebook 1982, VII.4.

        >>> from standoff import read
        >>> print(read("FRANCE: F BRE - PAR").check())
        FRANCE F BRE - PAR: illegal; the unit cannot get there [DATC 6.A.1; 2023 page 6]; \
nearest: F BRE - GAS, F BRE - PIC, F BRE - ENG
        """
        from .checking import CheckedOrders, Checker

        chosen = self._rules(rules, options)
        counted = self.counted(chosen) if self.in_sets else None
        return CheckedOrders(Checker(self.position, chosen, self.board).orders(self.orders, counted))

    def next(self, orders: Any = None, rules: str | Rulebook | None = None, **options: str) -> Turn:
        """Adjudicate the turn and return the turn of the next phase (`Result.next`).

        Args:
            orders: The orders of the next phase (default: those of the source, if it continues; otherwise none).

        >>> from standoff import read
        >>> str(read("FRANCE: A PAR - BUR").next().phase)
        'F1901M'
        """
        return self.adjudicate(rules, **options).next(orders)

    def course(self) -> Iterator[Result]:
        """Yield the results of the turn and of the later phases of its source.

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
        """Return the same position with other orders, in any form that `adjudicate` accepts.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").with_orders({"FRANCE": ["A PAR - GAS"]}).texts
        ('A PAR - GAS',)
        """
        fields = order_fields(orders, self.board, self.position)
        return Turn(self.position, rules=self.rules, source=self.source, board=self.board, **fields)

    # -- as data ------------------------------------------------------------------------------------

    def to_dict(self) -> Json:
        """Return the turn as an object of the interchange lines, with the orders that count under its rulebook.

        Raises:
            RulebookError: The turn is under house rules.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").to_dict()
        {'rules': '2023', 'season': 'S1901M', 'units': {'FRANCE': ['A PAR']}, 'orders': {'FRANCE': ['A PAR - BUR']}}
        """
        if self.rules.house_rules:
            raise RulebookError(f"the turn is under rulebook {self.rules.name}: a function cannot be written as data")
        orders = ((order.power, order.text or text_of(order, self.board)) for order in self.counted(self.rules))
        rules = rules_object(self.rules)
        return rules | turn_object(self.position, orders, self.board.source, rules["rules"])

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Turn:
        """Return the turn that an object of the interchange lines describes, as `to_dict` returns it.

        Raises:
            StandoffError: The object cannot be read, or its position is impossible.

        >>> Turn.from_dict({"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}).orders
        (Move('FRANCE', UnitName('PAR', ARMY), 'BUR'),)
        """
        if not isinstance(entry, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected an object of the interchange lines, not {entry!r}")
        return cls(**content_of_turn(dict(entry)))

    def to_json(self) -> str:
        """Return `to_dict` as JSON, an input line of `standoff batch`.

        >>> from standoff import read
        >>> read(read("FRANCE: A PAR - BUR").to_json()) == read("FRANCE: A PAR - BUR")
        True
        """
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __str__(self) -> str:
        by_power = grouped((order.power, order.text or text_of(order, self.board)) for order in self.orders)
        return "\n".join([str(self.position), *(f"{power}: {', '.join(texts)}" for power, texts in by_power.items())])

    def __repr__(self) -> str:
        usual = {"orders": (), "rules": rulebook(), "sets": (), "lasting": (), "proxies": ()}
        position, counts = repr(self.position), f"{len(self.position.units)} units, {len(self.orders)} orders"
        brief = f"{f'Turn {self.id}'.rstrip()} {self.phase or '-'}: {counts}"
        if position.startswith("<"):  # too long for an evaluable form
            return f"<{brief}>"
        more = [f", {name}={getattr(self, name)!r}" for name, value in usual.items() if getattr(self, name) != value]
        return short_repr(f"Turn({position}{''.join(more)})", brief)


@dataclass(frozen=True)
class Result(Printed, Picture):
    """The result of a turn under a rulebook.

    ``result["PAR"]`` looks up a province, location, unit or order; `len` and iteration cover the orders as given, then
    the units without an order.

    Attributes:
        turn: The turn.
        rules: The rulebook.
        phase_result: The solver's result.

    >>> from standoff import read
    >>> result = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").adjudicate()
    >>> result["PAR"].outcome
    Outcome.BOUNCES
    >>> result.contested
    frozenset({'BUR'})
    """

    turn: Turn
    rules: Rulebook
    phase_result: PhaseResult = field(compare=False, repr=False)

    # -- the orders ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.phase_result)

    def __iter__(self) -> Iterator[OrderResult]:
        return iter(self.phase_result)

    def __contains__(self, key: object) -> bool:
        try:
            self[cast(Any, key)]
        except StandoffError:
            return False
        return True

    def __getitem__(self, key: Key) -> OrderResult:
        """Return the result of a unit or an order.

        Args:
            key: A province or location ("PAR", "Paris", "STP/SC"), an order or its text, or a unit. Of several
                matching orders, the one that counts is returned.

        Raises:
            NotInTurnError: There is no such unit or order.
            WrongTypeError: The key is of another type.
        """
        results = tuple(self.phase_result)
        orders = [each.order for each in results]
        found = [results[number] for number in self.turn.naming.orders_named(key, orders, self.texts)]
        return next((each for each in found if each.outcome is not Outcome.ILLEGAL), found[-1])

    def _ipython_key_completions_(self) -> list[str]:
        return [unit.province for unit in self.before.units]

    def success(self, key: Key) -> bool:
        """Return whether an order succeeds.

        Raises:
            NotInTurnError: There is no such unit or order.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").adjudicate().success("A PAR - BUR")
        True
        """
        return self[key].success

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders with a result, in the order of iteration: those that count, then the holds of other units.

        >>> from standoff import adjudicate
        >>> [str(order) for order in adjudicate({"FRANCE": ["A PAR", "F BRE"]}, "FRANCE: F BRE - MAO").orders]
        ['F BRE - MAO', 'A PAR H']
        """
        return tuple([each.order for each in self])

    @cached_property
    def texts(self) -> tuple[str | None, ...]:
        """Each of these orders as written; None for those that nobody wrote.

        >>> from standoff import read
        >>> read("FRANCE: Army Paris to Burgundy").adjudicate().texts
        ('Army Paris to Burgundy',)
        """
        counted, given = self.turn.counted(self.rules), frozenset(self.turn.orders)
        texts = [order.text or text_of(order, self.turn.board) if order in given else None for order in counted]
        return (*texts, *[None] * (len(self) - len(texts)))

    def by_line(self, *, datc: bool = False) -> Json:
        """Return the result as an answer of the interchange lines, with the names and classes of paradoxes.

        Args:
            datc: Add the outcomes in the terms of the DATC.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").adjudicate().by_line()["units"]
        {'FRANCE': ['A BUR']}
        """
        board = self.turn.board
        texts = [text or text_of(order, board) for text, order in zip(self.texts, self.orders, strict=True)]
        line = result_object(self.phase_result, texts, board, datc=datc)
        for entry, paradox in zip(line.get("paradoxes", ()), self.paradoxes, strict=True):
            entry |= {"name": paradox.name, "paradox_class": paradox.paradox_class}
        return line

    # -- the position -------------------------------------------------------------------------------

    @property
    def before(self) -> Position:
        """The position before the phase."""
        return self.turn.position

    @property
    def after(self) -> Position:
        """The position after the phase, including dislodged units and contested provinces."""
        return self.phase_result.after

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units on the board after the phase, without the dislodged ones.

        >>> from standoff import read
        >>> [str(unit) for unit in read("FRANCE: A PAR - BUR").adjudicate().units]
        ['A BUR']
        """
        return self.after.units

    @property
    def dislodged(self) -> tuple[Dislodged, ...]:
        """The dislodged units."""
        return self.after.dislodged

    @property
    def contested(self) -> frozenset[str]:
        """The provinces left empty by a standoff."""
        return self.after.contested

    @property
    def retreats(self) -> dict[str, tuple[str, ...]]:
        """The possible retreats of each dislodged unit, by its province."""
        return dict(self.phase_result.retreats) if isinstance(self.phase_result, MovementResult) else {}

    def next(self, orders: Any = None) -> Turn:
        """Return the turn of the next phase.

        Args:
            orders: Its orders, in any form that `adjudicate` accepts (default: those of the source, if it continues;
                otherwise none).

        Raises:
            StandoffError: The orders cannot be read.
            PhaseError: The phase is unknown.

        >>> from standoff import read
        >>> retreat = read("FRANCE: A PAR - BUR, A MAR S A PAR - BUR\\nGERMANY: A BUR H").next("GERMANY: A BUR - MUN")
        >>> str(retreat.phase), retreat.adjudicate()["BUR"].outcome
        ('S1901R', Outcome.RETREATS)
        """
        if self.turn.phase is None:
            raise PhaseError("nothing says which phase this is; give the position a phase (S1901M) to go on")
        return following_turn(self, orders)

    # -- paradoxes ----------------------------------------------------------------------------------

    @property
    def paradoxes(self) -> tuple[Paradox, ...]:
        """The paradoxes and circular movements, in the order in which they were settled.

        >>> from standoff import read
        >>> (paradox,) = read("6.F.14").adjudicate().paradoxes
        >>> [str(order) for order in paradox.core]
        ['F LON S F WAL - ENG', 'F WAL - ENG', 'F ENG C A BRE - LON']
        """
        from .paradoxes import paradoxes_of

        return paradoxes_of(self.phase_result)

    @property
    def undecided_convoys(self) -> tuple[str, ...]:
        """Sentences on convoy orders of undecided legality and their possible effects; nearly always none."""
        return self.phase_result.undecided_convoys if isinstance(self.phase_result, MovementResult) else ()

    # -- reasons ------------------------------------------------------------------------------------

    def explain(self, key: Key | None = None, *, full: bool = False, language: str = "en") -> ExplanationText:
        """Explain the outcome of an order; without a key, of every order.

        Args:
            key: As in ``result[key]``.
            full: Include the causes of every cause.
            language: The language of the sentences: en, cs, ru.

        Raises:
            NotInTurnError: There is no such unit or order.

        >>> from standoff import read
        >>> print(read("FRANCE: A PAR - BUR").adjudicate().explain("PAR"))
        A PAR - BUR: moves; the province is empty, and no other unit gets there [DATC 5.B.1; 2023 rule 2]
            1 > 0; attack 1: A PAR - BUR; hold 0 (the province is empty)
        """
        orders = None if key is None else [self[key].order]
        entries = self.explain_orders(orders, full=full, causes=key is not None, language=language)
        if key is not None:
            entries = islice(entries, 1)  # of two equal orders, either
        text = ExplanationText(line for each in entries for line in each.lines)
        if orders and isinstance(self.phase_result, MovementResult):
            from ..solver import explain

            explanation = explain(self.phase_result)[orders[0]]
            if explanation.versus:
                text.strengths = DecidingStrengths(explanation, self.turn.board, language)
        return text

    def explain_orders(
        self,
        orders: Sequence[Order] | None = None,
        *,
        full: bool = False,
        causes: bool = False,
        what_if: bool = False,
        by: Sequence[str] = (),
        language: str = "en",
    ) -> Iterator[ExplainedOrder]:
        """Yield explanations of the outcomes of orders, in words and as data.

        Args:
            orders: The orders (default: all).
            full: Include the causes of every cause.
            causes: Include the causes of each order.
            what_if: Also search for changes of the success of each order (`Turn.counterfactuals`).
            by: The powers whose orders may change (default: all).
            language: The language of the sentences: en, cs, ru.

        Raises:
            PhaseError: `what_if` is set, and it is not a movement phase.

        >>> from standoff import read
        >>> [one.to_dict()["outcome"] for one in read("FRANCE: A PAR - BUR").adjudicate().explain_orders()]
        ['moves']
        """
        from .explaining import explain_phase

        turn, result = self.turn, self.phase_result
        changes_of = partial(turn.counterfactuals, rules=self.rules, by=by) if what_if else None
        return explain_phase(
            result, turn.board, orders, full=full, causes=causes, changes_of=changes_of, language=language
        )

    def orders_with(self, words: str) -> list[Order]:
        """Return the orders that read `words`, in canonical notation or as written; otherwise those that contain it.

        >>> from standoff import read
        >>> [str(order) for order in read("FRANCE: A PAR - BUR, A MAR H").adjudicate().orders_with("mar")]
        ['A MAR H']
        """
        words = words.casefold()
        names = [
            (order, {str(order).casefold(), (text or self.turn.canonical(order)).casefold()})
            for order, text in zip(self.orders, self.texts, strict=True)
        ]
        exact = [order for order, own in names if words in own]
        return [*dict.fromkeys(exact or [order for order, own in names if any(words in name for name in own)])]

    # -- as data ------------------------------------------------------------------------------------

    def to_dict(self, *, language: str | None = None) -> Json:
        """Return the result as an object for JSON; the interchange lines hold a part of it (`by_line`).

        ``"orders"`` gives each order as written and in canonical notation. Elsewhere an order is an object of its power
        and its canonical notation, as a key to ``"orders"``. ``"obstacles"`` lists the causes of a failing move, if
        several would each stop it alone.

        Args:
            language: Add sentences in this language for each order and paradox, as ``"said"``.

        >>> from standoff import read
        >>> data = read("FRANCE: Army Paris to Burgundy").adjudicate().to_dict()
        >>> [(entry["order"], entry["written"], entry["outcome"]) for entry in data["orders"]]
        [('A PAR - BUR', 'Army Paris to Burgundy', 'moves')]
        """
        from ..solver import obstacles
        from .paradoxes import paradox_object

        turn, movement = self.turn, self.phase_result if isinstance(self.phase_result, MovementResult) else None
        translator = None if language is None else translator_for(language, turn.board)

        def name(order: Order) -> Json:
            return {"power": order.power, "order": turn.canonical(order)}

        def names(orders: Iterable[Order]) -> list[Json]:
            return [name(order) for order in orders]

        orders: list[Json] = []
        for number, (one, text) in enumerate(zip(self, self.texts, strict=True)):
            entry = name(one.order) | {"written": text} | order_object(one, one.text)
            entry |= {"dislodged": one.dislodged, "by": names(one.by)}
            if one.more:
                entry["more"] = one.more
            entry["strengths"] = dict(one.strengths)
            stops = obstacles(movement, number) if movement and number < len(movement.table.orders) else ()
            if len(stops) > 1:  # overdetermined
                entry["obstacles"] = [{"kind": each.kind, "orders": names(each.orders)} for each in stops]
            if translator is not None:
                entry["said"] = result_in_words(one, translator)
            orders.append(entry)
        after = self.after.to_dict()
        if self.dislodged:
            after["dislodged"] = dislodged_after(self.phase_result)
        return {
            "source": turn.source,
            **rules_object(self.rules),
            "before": self.before.to_dict(),
            "orders": orders,
            "after": after,
            **({"undecided": list(self.undecided_convoys)} if self.undecided_convoys else {}),
            "paradoxes": [paradox_object(paradox, names, translator) for paradox in self.paradoxes],
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON.

        >>> from standoff import read
        >>> '"outcome": "moves"' in read("FRANCE: A PAR - BUR").adjudicate().to_json()
        True
        """
        return json.dumps(self.to_dict(), ensure_ascii=False)

    # -- as text ------------------------------------------------------------------------------------

    def __str__(self) -> str:
        name = self.turn.board.names.name
        lines = [f"{name(each.order.power)}: {each.line_with(name)}" for each in self]
        for d in self.dislodged:
            places = ", ".join(self.retreats.get(d.unit.province, ())) or "none"
            lines.append(f"dislodged: {name(d.unit.power)} {d.unit}, retreats: {places}")
        if self.contested:
            lines.append(f"contested: {', '.join(sorted(self.contested))}")
        lines.extend(f"undecided: {doubt}" for doubt in self.undecided_convoys)
        lines.extend(f"paradox: {paradox}" for paradox in self.paradoxes)
        result = self.phase_result
        if isinstance(result, AdjustmentResult) and (unused := unused_builds(self.turn.board, result)):
            lines.append("builds not used: " + ", ".join(f"{name(p)} {count}" for p, count in unused.items()))
        return "\n".join(lines)

    def __repr__(self) -> str:
        turn = repr(self.turn)
        what = f"Result of {self.turn.phase or '-'} under {self.rules.name[:100]}: {len(self)} orders"
        return f"<{what}>" if turn.startswith("<") else short_repr(f"{turn}.adjudicate({self.rules!r})", what)

    def _repr_html_(self) -> str:
        from ..text import html_filled

        name = self.turn.board.names.name
        rows = [(name(each.order.power), each.order, ", ".join(each.words), each.text_with(name)) for each in self]
        notes = str(self).splitlines()[len(self) :]
        return html_filled("result.html", picture=self._repr_svg_(), rows=rows, notes=notes)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self.turn).adjudicate, (self.turn, self.rules)


def following_turn(result: Result, orders: Any = None, *, recorded: Position | None = None) -> Turn:
    """Return the turn of the next phase.

    Args:
        result: The result of a phase.
        orders: Its orders, in any form that `adjudicate` accepts (default: those of the source, if it continues;
            otherwise none).
        recorded: The next position of a record. Phases without orders that the record omits are skipped.

    Raises:
        PositionError: Builds and removals come next, but the supply centers are unknown.
        StandoffError: The orders cannot be read.

    >>> from standoff import read
    >>> str(following_turn(read("FRANCE: A PAR - BUR").adjudicate()).phase)
    'F1901M'
    """
    turn = result.turn
    later = turn.later
    if orders is not None or not later:
        try:
            position = following(result.after, turn.board)
        except PositionError:  # unknown centers
            if recorded is None or (recorded.phase_type is PhaseType.ADJUSTMENT and not recorded.centers):
                raise
            known = {"phase": recorded.phase, "centers": recorded.centers, "contested": ()}
            position = replace(result.after, dislodged=(), **known)
        fields, later = order_fields(orders, turn.board, position), ()
    else:
        (position, fields), later = later[0](result.after, result.rules), later[1:]
    named = {"source": turn.source, "id": turn.id, "title": turn.title}
    next_turn = Turn(position, rules=turn.rules, later=later, board=turn.board, **named, **fields)
    if recorded is not None and leaves_out_phase(result.phase_result, next_turn.type, recorded):
        return following_turn(next_turn.adjudicate(), recorded=recorded)
    return next_turn


__all__ = ["ExplanationText", "PhaseError", "Result", "Turn", "following_turn"]
