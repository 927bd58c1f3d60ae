"""A turn as a value: position and orders, read from anywhere, adjudicated under any rulebook.

>>> from standoff import read
>>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
>>> result = turn.adjudicate("1982")
>>> result["PAR"].outcome, result["A MUN - BUR"].success
(Outcome.BOUNCES, False)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args

from ..map import (
    Board,
    Phase,
    PhaseType,
    Picture,
    Position,
    StandoffError,
    Unit,
    WrongTypeError,
    load_board,
    province_of,
    shown_short,
)
from ..solver import (
    Order,
    OrderError,
    OrderResult,
    OrderSet,
    Outcome,
    Proxy,
    Rulebook,
    RulebookError,
    UnitName,
    Waive,
    adjudicate_phase,
    following,
    is_order,
    orders_for,
    orders_of_turn,
    rulebook,
    units_named,
)
from ..text import read_order, read_place, read_unit, text_of
from .codec import content_of_turn, grouped, rules_object, turn_object
from .given import Later, orders_given
from .result import ExplanationText, NotInTurnError, Result

if TYPE_CHECKING:  # what only some questions need is loaded when they are asked
    from ..solver import Counterfactuals, Equations
    from .checking import CheckedOrders
    from .comparison import TurnComparison
    from .resolutions import TurnResolutions

Entry = TypeVar("Entry", bound="OrderResult | Order")

Json = dict[str, Any]


def _order_of(entry: OrderResult | Order) -> Order:
    return entry.order if isinstance(entry, OrderResult) else entry


class PhaseError(StandoffError):
    """Only another kind of phase has what was asked for.

    >>> from standoff import adjudicate
    >>> adjudicate({"FRANCE": ["A PAR"]}).next()
    Traceback (most recent call last):
        ...
    standoff.turn.turn.PhaseError: nothing says which phase this is; give the position a phase (S1901M) to go on
    """


class _Texts(tuple[str, ...]):
    """Texts that know their orders: when `dataclasses.replace` changes an order, its text goes."""

    orders: tuple[Order, ...]

    @classmethod
    def of(cls, texts: tuple[str, ...], orders: tuple[Order, ...], board: Board) -> _Texts:
        if len(texts) != len(orders):
            texts = tuple([text_of(order, board) for order in orders])
        elif isinstance(texts, _Texts) and texts.orders is not orders:
            each = zip(texts, texts.orders, orders, strict=True)
            texts = tuple([text if old == order else text_of(order, board) for text, old, order in each])
        aligned = cls(texts)
        aligned.orders = orders
        return aligned


_ORDERS = frozenset(get_args(Order))
_TYPES = (
    ("rules", Rulebook, "a rulebook"),
    ("board", Board | None, "a board"),
    ("source", str, "a text"),
    ("id", str, "a text"),
    ("title", str, "a text"),
)
_LISTS = (
    ("texts", str, "a tuple of texts"),
    ("sets", OrderSet, "a tuple of sets of orders"),
    ("lasting", Order, "a tuple of orders"),
    ("proxies", Proxy, "a tuple of proxies"),
)
"""The fields of a turn that are seldom given, and what stands in each."""


@dataclass(frozen=True)
class Turn(Picture):
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
    out), and single options of it by name; they raise `RulebookError` where one of these is unknown.

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
        if not isinstance(self.position, Position):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected a position, not {self.position!r}")
        if not (  # the exact types first: a turn is made for every phase of every game
            type(self.orders) is tuple
            and type(self.rules) is Rulebook
            and (self.board is None or type(self.board) is Board)  # pyright: ignore[reportUnnecessaryComparison]
            and type(self.texts) in (tuple, _Texts)
            and {*map(type, self.texts)} <= {str}
            and not (self.sets or self.lasting or self.proxies)
            and type(self.source) is type(self.id) is type(self.title) is str
        ):
            self._require_types()
        if self.board is None:  # pyright: ignore[reportUnnecessaryComparison]
            object.__setattr__(self, "board", load_board(self.position.board))
        orders = tuple(self.orders)
        object.__setattr__(self, "orders", orders)
        if not {*map(type, orders)} <= _ORDERS:
            strange = next((order for order in orders if not is_order(order)), None)
            if strange is not None:
                raise WrongTypeError(f"expected an order, not {strange!r}; standoff.read reads texts")
        powers = self.board.powers
        for order in orders:
            if order.power not in powers:
                self.board.power(order.power)  # raises
        object.__setattr__(self, "texts", _Texts.of(self.texts, self.orders, self.board))
        self.position.check(self.board)

    def _require_types(self) -> None:
        def refuse(name: str, expected: str) -> None:
            raise WrongTypeError(f"Turn, {name}: expected {expected}, not {getattr(self, name)!r}")

        for name, kind, expected in _TYPES:
            if not isinstance(getattr(self, name), kind):
                refuse(name, expected)
        if not isinstance(self.orders, Iterable) or isinstance(self.orders, (str, bytes, Mapping)):  # pyright: ignore[reportUnnecessaryIsInstance]
            refuse("orders", "orders; standoff.read reads texts")
        for name, kind, expected in _LISTS:
            several = cast("tuple[object, ...]", getattr(self, name))
            kinds: set[type] = {*map(type, several)} if type(several) in (tuple, _Texts) else {object}
            if not all(issubclass(one, kind) for one in kinds):
                refuse(name, expected)

    # -- contents -----------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase | None:
        """The phase, None if nothing says which."""
        return self.position.phase

    @property
    def type(self) -> PhaseType:
        """The kind of phase; a movement phase if nothing says which."""
        return self.position.phase_type

    def orders_under(self, rules: str | Rulebook | None = None) -> tuple[Order, ...]:
        """Return the orders that count under a rulebook, including those implied by others.

        Args:
            rules: The rulebook; that of the turn if left out.

        Source: DATC 3.0, 4.D.1, 4.D.2, 4.E.2 to 4.E.5.

        >>> from standoff import read
        >>> turn = read("ENGLAND: F NTH C A YOR - NWY", position="standard S1901M ENGLAND:FNTH,AYOR")
        >>> [str(order) for order in turn.orders_under(rulebook(implicit_orders="allowed"))]
        ['F NTH C A YOR - NWY', 'A YOR - NWY VIA']
        """
        chosen = self._rules(rules)
        return orders_for(self.position, self.counted(chosen), chosen, self.board)

    def counted(self, rules: Rulebook) -> tuple[Order, ...]:
        """Return the orders that count under a rulebook, without those that others imply (`orders_under`).

        >>> from standoff import read
        >>> turn = read("ENGLAND: F NTH C A YOR - NWY", position="standard S1901M ENGLAND:FNTH,AYOR")
        >>> [str(order) for order in turn.counted(rulebook(implicit_orders="allowed"))]
        ['F NTH C A YOR - NWY']
        """
        if not (self.sets or self.lasting or self.proxies):
            return self.orders
        by_power = grouped((order.power, order) for order in self.orders)
        sets = self.sets or tuple(OrderSet(power, tuple(orders), 0) for power, orders in by_power.items())
        return orders_of_turn(
            self.position, sets, rules=rules, board=self.board, lasting=self.lasting, proxies=self.proxies
        )

    def _rules(self, rules: str | Rulebook | None, options: Mapping[str, str] | None = None) -> Rulebook:
        return (self.rules if rules is None else rulebook(rules)).with_options(**(options or {}))

    def written(self, order: Order) -> str:
        """Return an order as it was written; in canonical notation if nobody wrote it.

        >>> from standoff import read
        >>> turn = read("FRANCE: Army Paris to Burgundy")
        >>> turn.written(turn.orders[0])
        'Army Paris to Burgundy'
        """
        if not is_order(order):
            raise WrongTypeError(f"expected an order, not {order!r}")
        return self._text_by_order.get(order) or self.canonical(order)

    @cached_property
    def _text_by_order(self) -> dict[Order, str]:
        return dict(zip(reversed(self.orders), reversed(self.texts), strict=True))

    def texts_of(self, orders: Sequence[Order]) -> list[str | None]:
        """Return how each of some orders was written, None for those that nobody wrote.

        Args:
            orders: The orders; they begin with those of the turn, in their order; unclear ones may be resolved.

        >>> from standoff import read
        >>> turn = read("FRANCE: Paris to Burgundy")
        >>> turn.texts_of(turn.orders)
        ['Paris to Burgundy']
        """
        if not isinstance(orders, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected orders, not {orders!r}")
        if self.sets or self.lasting or self.proxies:
            return [self._text_by_order.get(order) for order in orders]
        # nobody wrote those behind them, even where they are equal to one that was given
        return [self.texts[number] if number < len(self.texts) else None for number in range(len(orders))]

    def canonical(self, order: Order) -> str:
        """Return an order in the notation of the `diplomacy` package, its units in full as they stand.

        Nothing is corrected: what the order names stays, right or wrong; what it leaves out is filled in.

        >>> from standoff import read
        >>> turn = read("GERMANY: Mun S Ruh - Bur", position="standard S1901M GERMANY:AMUN,ARUH")
        >>> turn.canonical(turn.orders[0])
        'A MUN S A RUH - BUR'
        """
        try:
            known = self._canonical.get(order)  # orders are named over and over, as causes of each other's outcomes
        except TypeError:  # what cannot be looked up is no order
            known = None
        if known is not None:
            return known
        if not is_order(order):
            raise WrongTypeError(f"expected an order, not {order!r}")
        units = self._units_by_province

        def full(name: UnitName) -> UnitName:
            unit = units.get(name.province)
            if unit is None or name.type not in (None, unit.type):
                return name
            return replace(name, type=unit.type, place=name.place if "/" in name.place else unit.location)

        filled = {part: full(name) for part, name in units_named(order).items()}
        text = str(order) if hasattr(order, "meanings") else str(replace(order, **cast(Any, filled)))
        self._canonical[order] = text
        return text

    @cached_property
    def _canonical(self) -> dict[Order, str]:
        return {}

    @cached_property
    def _units_by_province(self) -> dict[str, Unit]:
        by_province = {unit.province: unit for unit in self.position.units}
        if self.type is PhaseType.RETREAT:
            by_province.update((d.unit.province, d.unit) for d in self.position.dislodged)
        return by_province

    def order(self, key: str | Order | Unit | UnitName) -> Order:
        """Return an order of the turn.

        Args:
            key: The order, its text, or the unit that it is for: a province, a location, a unit.

        Raises:
            NotInTurnError: The turn has no such order.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").order("Paris - Burgundy")
        Move('FRANCE', UnitName('PAR', ARMY), 'BUR')
        """
        return self.pick(key, self.orders)

    def _province(self, key: str | Unit | UnitName) -> str:
        """Return the province that a text, a unit or its name means.

        Raises:
            OrderError: A text names neither a place nor a unit.
            NotInTurnError: It names a unit that does not stand there.
        """
        if isinstance(key, Unit):
            return key.province
        if isinstance(key, UnitName):
            unit_name = key
        elif not isinstance(key, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected a province or a unit, not {key!r}")
        else:
            try:
                return province_of(read_place(key, self.board))
            except OrderError as fault:
                try:
                    unit_name = read_unit(key, next(iter(self.board.powers)), self.board)
                except OrderError:
                    raise fault from None
        standing = [unit for unit in self._standing() if unit.province == unit_name.province]
        if standing and not any(
            unit_name.type in (None, unit.type) and unit_name.nationality in (None, unit.power) for unit in standing
        ):
            whose = f" of {unit_name.nationality}" if unit_name.nationality else ""
            raise NotInTurnError(f"no unit {unit_name}{whose} in this turn")
        return unit_name.province

    def _standing(self) -> tuple[Unit, ...]:
        """Return the units on the board, including the dislodged ones."""
        return (*self.position.units, *(dislodged.unit for dislodged in self.position.dislodged))

    def pick(self, key: str | Order | Unit | UnitName, among: tuple[Entry, ...]) -> Entry:
        """Return the order, or the result, that a key means (`order`).

        >>> from standoff import read
        >>> turn = read("FRANCE: A PAR - BUR")
        >>> str(turn.pick("Paris", turn.orders))
        'A PAR - BUR'
        """

        if not isinstance(among, tuple):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected a tuple of orders or results, not {among!r}")
        if isinstance(key, (Unit, UnitName)):
            return self._of_unit(self._province(key), among)
        if is_order(key):
            for entry in among:
                if _order_of(entry) == key:
                    return entry
            raise NotInTurnError(f"no order {key} of {cast(Order, key).power} in this turn")
        if not isinstance(key, str):
            raise WrongTypeError(f"expected a province, a unit, an order or its text, not {key!r}")
        words = " ".join(key.casefold().split())
        orders = [_order_of(entry) for entry in among]
        for entry, order, text in zip(among, orders, self.texts_of(orders), strict=True):
            if words in {" ".join(t.casefold().split()) for t in (str(order), self.canonical(order), text or "")}:
                return entry
        try:
            province = self._province(key)
        except OrderError as fault:
            return self._of_text(key, among, fault)
        return self._of_unit(province, among)

    def _of_text(self, text: str, among: tuple[Entry, ...], fault: StandoffError) -> Entry:
        readable = False
        for power in self.board.powers:
            try:
                wanted = self.canonical(read_order(text, power, self.board))
            except OrderError:
                continue
            readable = True
            for entry in among:
                order = _order_of(entry)
                if order.power == power and self.canonical(order) == wanted:
                    return entry
        if readable:
            raise NotInTurnError(f"no order {text!r} in this turn")
        raise NotInTurnError(f"{text!r} is not a province, unit or order of this turn: {fault}")

    def _of_unit(self, province: str, among: tuple[Entry, ...]) -> Entry:
        owners = {unit.power for unit in self._standing() if unit.province == province}
        best: Entry | None = None
        for entry in among:
            order = _order_of(entry)
            if isinstance(order, Waive) or order.unit.province != province or (owners and order.power not in owners):
                continue
            if best is None or getattr(best, "outcome", None) is Outcome.ILLEGAL:
                best = entry
        if best is None:
            fault = "no order for the unit in" if owners else "no unit stands in"
            raise NotInTurnError(f"{fault} {province} in this turn")
        return best

    # -- adjudication and studies -------------------------------------------------------------------

    def adjudicate(self, rules: str | Rulebook | None = None, **options: str) -> Result:
        """Settle the turn.

        >>> from standoff import read
        >>> read("6.F.14").adjudicate("1982").paradoxes
        ()
        """
        chosen = self._rules(rules, options)
        return Result(
            self, chosen, adjudicate_phase(self.position, self.counted(chosen), rules=chosen, board=self.board)
        )

    def explain(
        self,
        key: str | Order | Unit | UnitName | None = None,
        rules: str | Rulebook | None = None,
        *,
        full: bool = False,
        language: str = "en",
        **options: str,
    ) -> ExplanationText:
        """Return why an order comes out as it does; with no key, every order.

        Args:
            key: A province, a unit, an order or its text.
            full: Follow every cause to its own causes.
            language: The language of the sentences: en, cs, ru.

        Raises:
            NotInTurnError: No unit stands there, or no such order was given.

        >>> from standoff import read
        >>> print(read("FRANCE: A PAR - BUR").explain("A PAR - BUR"))
        A PAR - BUR: moves; the province is empty, and no other unit gets there [DATC 5.B.1; 1982 VII; 2000 rule 2]
            1 > 0; attack 1: A PAR - BUR; hold 0 (the province is empty)
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
        from ..solver import resolutions
        from .resolutions import in_orders

        self._movement("resolutions")
        chosen = self._rules(rules, options)
        solved = resolutions(self.position, self.counted(chosen), rules=chosen, board=self.board)
        return in_orders(solved, self.adjudicate(chosen))

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
        key: str | Order | Unit | UnitName,
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
            key: A province, a unit, an order or its text.
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
        order = self.pick(key, tuple(self.adjudicate(chosen))).order  # units without an order hold
        return counterfactuals(
            self.position,
            self.counted(chosen),
            order,
            rules=chosen,
            board=self.board,
            most=most,
            by=powers,
            seconds=seconds,
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

    def legal_orders_at(
        self, place: str | Unit | UnitName, rules: str | Rulebook | None = None, **options: str
    ) -> tuple[Order, ...]:
        """Return the legal orders of one unit, or in winter at one place.

        Args:
            place: The province, location or unit to be ordered.

        Raises:
            NotInTurnError: Nobody can be ordered there in this phase.

        >>> [str(order) for order in Turn(Position.parse("standard S1901M ITALY:ANAP")).legal_orders_at("Naples")]
        ['A NAP H', 'A NAP - APU', 'A NAP - ROM']
        """
        from ..solver import legal_by_place

        province = self._province(place)
        by_place = legal_by_place(self.position, rules=self._rules(rules, options), board=self.board)
        for location, orders in by_place.items():
            if province_of(location) == province:
                return orders
        raise NotInTurnError(f"nothing can be ordered in {province} in this phase")

    def check(self, rules: str | Rulebook | None = None, **options: str) -> CheckedOrders:
        """Return for each order whether it is legal; if it is not, why not, and the nearest legal orders.

        Source: DATC 3.0, 4.E.1; rulebook 1982, VII.4.

        >>> from standoff import read
        >>> print(read("FRANCE: F BRE - PAR").check())
        FRANCE F BRE - PAR: illegal; the unit cannot get there [DATC 6.A.1; 1982 VII.4]; \
nearest: F BRE - GAS, F BRE - PIC, F BRE - ENG
        """
        from .checking import CheckedOrders, Checker

        chosen = self._rules(rules, options)
        sets = self.sets or self.lasting or self.proxies
        counted = (lambda: self.counted(chosen)) if sets else None
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

    def following(self, after: Position, orders: Any = None) -> Turn:
        """Return the turn that follows this one, which left `after`, as `Result.next` does.

        Raises:
            PhaseError: Nothing says which phase this is.

        >>> turn = Turn(Position.parse("standard S1901M FRANCE:APAR"))
        >>> str(turn.following(turn.adjudicate().after).phase)
        'F1901M'
        """
        if not isinstance(after, Position):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected a position, not {after!r}")
        if self.phase is None:
            raise PhaseError("nothing says which phase this is; give the position a phase (S1901M) to go on")
        position, later = following(after, self.board), self.later
        if orders is not None or not later:
            given, later = orders_given(orders, self.board, position), ()
        else:
            (position, given), later = later[0](position), later[1:]
        names = {"source": self.source, "id": self.id, "title": self.title}
        return Turn(position, rules=self.rules, later=later, board=self.board, **names, **given)

    def _movement(self, feature: str) -> None:
        if self.type is not PhaseType.MOVEMENT:
            raise PhaseError(f"{self.phase} is not a movement phase: only movement phases have {feature}")

    # -- as data ------------------------------------------------------------------------------------

    def to_dict(self) -> Json:
        """Return the turn as a question of the interchange lines: the orders that its rulebook counts, as written.

        Raises:
            RulebookError: It is under a user's own rules.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").to_dict()
        {'rules': '2023', 'season': 'S1901M', 'units': {'FRANCE': ['A PAR']}, 'orders': {'FRANCE': ['A PAR - BUR']}}
        """
        if self.rules.own_rules:
            raise RulebookError(f"the turn is under rulebook {self.rules.name}: a function cannot be written as data")
        counted = self.counted(self.rules)
        texts = zip(counted, self.texts_of(counted), strict=True)
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
        lines = [str(self.position)]
        texts_by_power = grouped((order.power, text) for order, text in zip(self.orders, self.texts, strict=True))
        lines.extend(f"{power}: {', '.join(texts)}" for power, texts in texts_by_power.items())
        return "\n".join(lines)

    def __repr__(self) -> str:
        parts = [repr(self.position)]
        if len(self.orders) > 10 or parts[0].startswith("<"):  # too long anyway
            return f"<{self._briefly()}>"
        if self.orders:
            parts.append(repr(self.orders))
        if self.rules != rulebook():
            parts.append(f"rules={self.rules!r}")
        if self.texts != tuple([text_of(order, self.board) for order in self.orders]):
            parts.append(f"texts={self.texts!r}")
        for name in ("sets", "lasting", "proxies"):
            if value := getattr(self, name):
                parts.append(f"{name}={value!r}")
        return shown_short(f"Turn({', '.join(parts)})", self._briefly())

    def _briefly(self) -> str:
        where = f"Turn {self.id}".rstrip()
        return f"{where} {self.phase or '-'}: {len(self.position.units)} units, {len(self.orders)} orders"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("Turn(...)" if cycle else str(self))


__all__ = ["PhaseError", "Turn"]
