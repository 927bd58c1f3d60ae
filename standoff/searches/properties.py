"""Properties of turns to search for: each can be tested on many turns in arrays, or on one turn."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from ..map import StandoffError
from ..solver import (
    CONVOYS,
    HOLDS,
    MOVES,
    SUPPORTS,
    Convoy,
    Hold,
    Move,
    MovementResult,
    OrderResult,
    Outcome,
    Reason,
    Rulebook,
    Support,
    Waive,
    all_resolutions,
    rulebook,
)
from ..turn import Turn
from .deciding import Adjudged, Played


class PropertyError(StandoffError):
    """An expression does not name a property, or has a wrong argument."""


def nearest(word: str, words: Iterable[str]) -> str:
    """Return the end of a message with the nearest known word, empty if none is near."""
    near = difflib.get_close_matches(word, list(words), n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""


def rules_text(rules: Rulebook) -> str:
    """Return a rulebook as expressions write it.

    >>> from standoff import rulebook
    >>> rules_text(rulebook("2023-book")), rules_text(rulebook("1982", adjacent_convoy="explicit"))
    ("'2023-book'", "rules(1982, adjacent_convoy='explicit')")
    """
    name = rules.preset if rules.preset.isdigit() else repr(rules.preset)
    if not rules.differences and not rules.functions:
        return name
    own = rules.house_rules
    options = {option: choice for option, choice in rules.differences.items() if option not in own}
    options |= {hook: rule for hook, (rule, _) in rules.functions.items()}
    return f"rules({', '.join((name, *(f'{option}={choice!r}' for option, choice in options.items())))})"


def options_text(rules: Rulebook) -> str:
    """Return a rulebook as the last option of a property, empty for 2023.

    >>> from standoff import rulebook
    >>> options_text(rulebook("1982"))
    ', rules=1982'
    """
    return "" if rules == rulebook() else f", rules={rules_text(rules)}"


class Property(Protocol):
    """A property of turns."""

    @property
    def exact(self) -> bool:
        """True if `among` decides; False if each turn that it accepts must be examined by itself."""
        ...

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """The rulebooks that it names."""
        ...

    def among(self, turns: Played) -> Any:
        """Return, by turn, whether it may have the property: bool, shape (turns,)."""
        ...

    def holds(self, turn: Adjudged) -> bool:
        """Return whether a turn has the property."""
        ...


class RulebookProperty:
    """The base of properties under one rulebook, ``rules``."""

    rules: Rulebook

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """Its rulebook."""
        return (self.rules,)


def having(query: Property, turns: Played) -> Any:
    """Return, by turn, whether it has a property: bool, shape (turns,)."""
    has_it = query.among(turns)
    if not query.exact:
        for number in np.flatnonzero(has_it).tolist():
            has_it[number] = query.holds(Adjudged(turns.turn(number)))
    return has_it


# -- two rulebooks ---------------------------------------------------------------------------------------------------

POSITION, SUCCESS, RETREATS = "position", "success", "retreats"


def position_after(result: MovementResult) -> tuple[int, ...]:
    """Return, by unit, the number of its location after a turn; -1 if it is dislodged.

    Units are distinguished: two armies of one power that exchange places have moved, although the board looks the same.
    So a comparison depends only on the orders, not on the types of units. In arrays it is the field ``place``.
    """
    return tuple(fate.place for fate in result.record.outcomes())


@dataclass(frozen=True)
class Differ:
    """Two rulebooks disagree on the turn.

    Attributes:
        one, two: The rulebooks.
        what: The difference: "position", the location of a unit or its dislodgement, where an exchange of two armies of
            one power counts; "success", the successful orders; "retreats", the dislodged units and their possible
            retreats.
    """

    one: Rulebook
    two: Rulebook
    what: str = POSITION

    exact = True

    def __post_init__(self) -> None:
        if self.what not in (POSITION, SUCCESS, RETREATS):
            raise PropertyError(f"differ: in {self.what!r}? expected {POSITION}, {SUCCESS} or {RETREATS}")

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """Both rulebooks."""
        return self.one, self.two

    def among(self, turns: Played) -> Any:
        """Return, by turn, whether it differs."""
        one, two = (self._compared(turns, rules) for rules in self.rulebooks)
        return (one != two).any(axis=1)

    def _compared(self, turns: Played, rules: Rulebook) -> Any:
        if self.what == RETREATS:
            where = turns.outcomes_under(rules).retreats.reshape(-1, 2 * turns.units)
            return np.concatenate([where, turns.column(rules, "attacker") >= 0], axis=1)
        return turns.column(rules, "succeeds" if self.what == SUCCESS else "place")

    def holds(self, turn: Adjudged) -> bool:
        """Return whether a turn differs."""
        one, two = turn.result_under(self.one), turn.result_under(self.two)
        if self.what == SUCCESS:
            return [result.success for result in one] != [result.success for result in two]
        if self.what == RETREATS:
            return one.retreats != two.retreats
        return position_after(one) != position_after(two)

    def __str__(self) -> str:
        what = "" if self.what == POSITION else f", {self.what!r}"
        return f"differ({rules_text(self.one)}, {rules_text(self.two)}{what})"


# -- paradoxes -------------------------------------------------------------------------------------------------------

KINDS = ("any", "convoy", "circular movement", "other")


@dataclass(frozen=True)
class Paradoxical(RulebookProperty):
    """The turn has a paradox of one of the `KINDS`: orders that depend on each other have no resolution or several."""

    kind: str
    rules: Rulebook

    exact = True

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise PropertyError(f"paradox of kind {self.kind!r}? expected {', '.join(KINDS[:-1])} or {KINDS[-1]}")

    def among(self, turns: Played) -> Any:
        """Return, by turn, whether it has such a paradox."""
        return turns.paradoxical(self.rules, self.kind)

    def holds(self, turn: Adjudged) -> bool:
        """Return whether a turn has such a paradox."""
        kinds = [str(paradox.kind) for paradox in turn.result_under(self.rules).solution.paradoxes]
        return bool(kinds) if self.kind == "any" else self.kind in kinds

    def __str__(self) -> str:
        kind = "" if self.kind == "any" else repr(self.kind)
        return f"paradox({(kind + options_text(self.rules)).removeprefix(', ')})"


RESOLUTIONS, COMPONENTS = "resolutions", "components"


@dataclass(frozen=True)
class Counted(RulebookProperty):
    """The turn has a number of resolutions or components within bounds.

    Attributes:
        what: RESOLUTIONS, of its equations, before any rule for paradoxes; COMPONENTS, met while it is solved.
        least, most: The bounds; None for no upper bound.
        rules: The rulebook.

    >>> str(Counted(COMPONENTS, 2, None, rulebook())), str(Counted(RESOLUTIONS, 2, None, rulebook()))
    ('components(2)', 'resolutions(2, more=True)')
    """

    what: str
    least: int
    most: int | None
    rules: Rulebook

    exact = True

    def _fits(self, number: Any) -> Any:
        """Return whether a number, or each number of an array, is within the bounds."""
        return (number >= self.least) & (self.most is None or number <= self.most)

    def among(self, turns: Played) -> Any:
        """Return, by turn, whether its number is within the bounds."""
        return self._fits(turns.components(self.rules) if self.what == COMPONENTS else turns.resolutions(self.rules))

    def holds(self, turn: Adjudged) -> bool:
        """Return whether the number of a turn is within the bounds."""
        result = turn.result_under(self.rules)
        several = result.solution.components if self.what == COMPONENTS else all_resolutions(result.table)
        return bool(self._fits(len(several)))

    def __str__(self) -> str:
        more = self.most is None
        more_text = "" if more is (self.what == COMPONENTS) else f", more={more}"
        return f"{self.what}({self.least}{more_text}{options_text(self.rules)})"


# -- orders in a pattern ---------------------------------------------------------------------------------------------

ORDERS: dict[str, int] = {"hold": HOLDS, "move": MOVES, "support": SUPPORTS, "convoy": CONVOYS}
TRAITS = ("outcome", "success", "dislodged", "convoyed", "own", "name")
RELATIONS = ("by", "of", "dislodges", "dislodged_by", "at")
"""The relations of one order to another: it is decided by it; it is a support or convoy of it; its unit dislodges the
other unit, or is dislodged by it; the other unit is in the province that the order acts on."""

_KINDS_WRITTEN: dict[type, int] = {Hold: HOLDS, Move: MOVES, Support: SUPPORTS, Convoy: CONVOYS}

_REASONS_OF: dict[str, set[int]] = {}
for _reason in Reason:
    if _reason.outcome is not None:
        _REASONS_OF.setdefault(str(_reason.outcome), set()).add(_reason)

_FAULTS = {str(Outcome.VOID): "void", str(Outcome.ILLEGAL): "fault"}
"""By outcome, its field of the answers (`records.Answer`)."""

_OUTCOMES = {*_REASONS_OF, *_FAULTS}


@dataclass(frozen=True)
class Described:
    """An order of a turn, described by its kind, its outcome, and its relations to others.

    Attributes:
        kind: hold, move, support or convoy, as written, even if void or illegal; None for any.
        outcome: An `Outcome`, as text; None for any.
        success, dislodged, convoyed: Whether it succeeds, its unit is dislodged, its move goes by convoy; None for any.
        own: Whether the unit at the goal, or the supported or convoyed one, is of the same power; None for any.
        name: Its name in other descriptions.
        others: By relation (`RELATIONS`), the other order, or its name.
    """

    kind: str | None = None
    outcome: str | None = None
    success: bool | None = None
    dislodged: bool | None = None
    convoyed: bool | None = None
    own: bool | None = None
    name: str | None = None
    others: tuple[tuple[str, Described | str], ...] = ()

    def __post_init__(self) -> None:
        if self.kind is not None and self.kind not in ORDERS:
            raise PropertyError(f"order: of kind {self.kind!r}? expected {', '.join(ORDERS)}")
        if self.outcome is not None and self.outcome not in _OUTCOMES:
            raise PropertyError(f"order: outcome {self.outcome!r}? expected {', '.join(sorted(_OUTCOMES))}")

    def all(self) -> Iterator[Described]:
        """Yield this description and those of the orders that it relates to."""
        yield self
        for _, other in self.others:
            if isinstance(other, Described):
                yield from other.all()

    def _bare(self, seen: _Seen, unit: int) -> bool:
        result = seen.results[unit]
        if self.kind is not None and _KINDS_WRITTEN[type(result.order)] != ORDERS[self.kind]:
            return False
        if self.outcome is not None and _outcome(result) != self.outcome:
            return False
        for wanted, actual in (
            (self.success, result.success),
            (self.dislodged, result.dislodged),
            (self.convoyed, seen.result.came_by_convoy(unit) if self.convoyed is not None else None),
            (self.own, seen.own(unit) if self.own is not None else None),
        ):
            if wanted is not None and wanted != actual:
                return False
        return True

    def matches(self, seen: _Seen, unit: int, names: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
        """Yield the assignments of names to orders with which the order of `unit` fits the description."""
        if not self._bare(seen, unit):
            return
        if self.name is not None:
            if names.get(self.name, unit) != unit:
                return
            names = {**names, self.name: unit}
        yield from self._related(seen, unit, names, 0)

    def _related(self, seen: _Seen, unit: int, names: Mapping[str, int], at: int) -> Iterator[Mapping[str, int]]:
        if at == len(self.others):
            yield names
            return
        relation, other = self.others[at]
        for candidate in seen.related(unit, relation):
            if isinstance(other, Described):
                for more in other.matches(seen, candidate, names):
                    yield from self._related(seen, unit, more, at + 1)
            elif names.get(other, candidate) == candidate:
                yield from self._related(seen, unit, {**names, other: candidate}, at + 1)

    def __str__(self) -> str:
        parts = [repr(self.kind)] if self.kind is not None else []
        for name in TRAITS:
            if (value := getattr(self, name)) is not None:
                parts.append(f"{name}={value!r}")
        parts += [
            f"{relation}={other if isinstance(other, Described) else repr(other)}" for relation, other in self.others
        ]
        return f"order({', '.join(parts)})"


class _Seen:
    """A result, by the numbers of its units."""

    def __init__(self, result: MovementResult) -> None:
        self.result, self.table = result, result.table
        self.unit_at = {unit.province: number for number, unit in enumerate(self.table.units)}
        orders: dict[int, OrderResult] = {}
        for each in result:
            unit = self.unit_at.get(each.order.unit.province) if not isinstance(each.order, Waive) else None
            if unit is not None and result.order_of(unit) == each.order:
                orders.setdefault(unit, each)
        self.results = orders

    def goal(self, unit: int) -> int:
        """Return the unit in the province that the order acts on, -1 for none."""
        order = self.table.legal_orders[unit]
        if order.kind == HOLDS:
            return -1
        if order.destination >= 0:
            return self.table.legality.at[order.destination]
        return order.target

    def own(self, unit: int) -> bool:
        order = self.table.legal_orders[unit]
        other = self.goal(unit) if order.kind == MOVES else order.target
        return other >= 0 and self.table.units[other].power == self.table.units[unit].power

    def related(self, unit: int, relation: str) -> list[int]:
        result, order = self.result, self.table.legal_orders[unit]
        if relation == "by":
            deciding = self.results[unit].by
            others = [self.unit_at[cause.unit.province] for cause in deciding if not isinstance(cause, Waive)]
        elif relation == "of":
            others = [order.target] if order.kind in (SUPPORTS, CONVOYS) else []
        elif relation == "dislodged_by":
            others = [result.attacker(unit)]
        elif relation == "dislodges":
            others = [other for other in range(len(self.table.units)) if result.attacker(other) == unit]
        else:
            others = [self.goal(unit)]
        return [one for one in others if one >= 0]


def _outcome(result: OrderResult) -> str:
    """Return the outcome of an order, without regard to retreats of dislodged units, which depend on the map."""
    return str(Outcome.DISLODGED if result.outcome is Outcome.DESTROYED else result.outcome)


def unit_outcomes(result: MovementResult) -> list[tuple[str, bool, bool]]:
    """Return, by unit, the outcome of its order, whether it succeeds, and whether the unit is dislodged.

    >>> from standoff import read
    >>> unit_outcomes(read("FRANCE: A PAR - BUR").adjudicate().phase_result)
    [('moves', True, False)]
    """
    results = _Seen(result).results
    return [(_outcome(results[unit]), results[unit].success, results[unit].dislodged) for unit in sorted(results)]


@dataclass(frozen=True)
class HasOrder(RulebookProperty):
    """The turn has an order that fits a description."""

    order: Described
    rules: Rulebook

    exact = False

    def __post_init__(self) -> None:
        names = [one.name for one in self.order.all() if one.name is not None]
        for one in self.order.all():
            for relation, other in one.others:
                if isinstance(other, str) and other not in names:
                    raise PropertyError(
                        f"{relation}={other!r}: no order has that name{nearest(other, names)} "
                        "(names hold within one order(…), not across and, or, not)"
                    )

    def among(self, turns: Played) -> Any:
        """Return, by turn, whether it has orders of the kinds and outcomes described."""
        may_have = np.ones(len(turns), dtype=bool)
        for one in self.order.all():
            fitting = np.ones((len(turns), turns.units), dtype=bool)
            if one.kind is not None:
                fitting &= turns.order_rows[:, :, 0] == ORDERS[one.kind]
            if one.outcome in _FAULTS:
                fitting &= turns.column(self.rules, _FAULTS[one.outcome]) != 0
            elif one.outcome is not None:
                fitting &= np.isin(turns.column(self.rules, "reason"), sorted(_REASONS_OF[one.outcome]))
            may_have &= fitting.any(axis=1) | (turns.outcomes_under(self.rules).how > 0)
        return may_have

    def holds(self, turn: Adjudged) -> bool:
        """Return whether a turn has such an order."""
        seen = _Seen(turn.result_under(self.rules))
        return any(next(self.order.matches(seen, unit, {}), None) is not None for unit in seen.results)

    def __str__(self) -> str:
        return f"{str(self.order)[:-1]}{options_text(self.rules)})"


# -- in Python -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Predicate:
    """A function of a `standoff.Turn` returns true; it may ignore the rulebook of the turn."""

    function: Callable[[Turn], bool]
    name: str
    rules: Rulebook = field(default_factory=rulebook)

    exact = False

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """No rulebooks: those that the function uses cannot be known."""
        return ()

    def among(self, turns: Played) -> Any:
        """Return true for every turn."""
        return np.ones(len(turns), dtype=bool)

    def holds(self, turn: Adjudged) -> bool:
        """Return the function's value for a turn.

        Raises:
            PropertyError: It raises an exception.
        """
        question = Turn(turn.turn.position, turn.turn.orders, self.rules, board=turn.turn.board)
        try:
            return bool(self.function(question))
        except StandoffError:
            raise
        except Exception as fault:
            what = f"{type(fault).__name__}: {fault}"
            raise PropertyError(f"predicate {self.name!r}, which is given a standoff.Turn: {what}") from fault

    def __str__(self) -> str:
        return f"predicate({self.name!r}{options_text(self.rules)})"


# -- combined --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Not:
    """The turn does not have a property."""

    part: Property

    @property
    def exact(self) -> bool:
        """True if the arrays alone decide the part."""
        return self.part.exact

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """The rulebooks of the part."""
        return self.part.rulebooks

    def among(self, turns: Played) -> Any:
        """Return, by turn, whether it may lack the property."""
        return ~self.part.among(turns) if self.part.exact else np.ones(len(turns), dtype=bool)

    def holds(self, turn: Adjudged) -> bool:
        """Return whether a turn lacks the property."""
        return not self.part.holds(turn)

    def __str__(self) -> str:
        return f"not {_bracketed(self.part)}"


@dataclass(frozen=True)
class Both:
    """The turn has all of several properties (`conjunction`), or at least one of them."""

    parts: tuple[Property, ...]
    conjunction: bool

    @property
    def exact(self) -> bool:
        """True if the arrays alone decide every part."""
        return all(part.exact for part in self.parts)

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """The rulebooks of the parts."""
        return tuple(dict.fromkeys(rules for part in self.parts for rules in part.rulebooks))

    def among(self, turns: Played) -> Any:
        """Return, by turn, whether it may have the properties."""
        together = np.logical_and if self.conjunction else np.logical_or
        return together.reduce([part.among(turns) for part in self.parts])

    def holds(self, turn: Adjudged) -> bool:
        """Return whether a turn has the properties."""
        return (all if self.conjunction else any)(part.holds(turn) for part in self.parts)

    def __str__(self) -> str:
        return (" and " if self.conjunction else " or ").join(map(_bracketed, self.parts))


def _bracketed(part: Property) -> str:
    return f"({part})" if isinstance(part, Both) else str(part)
