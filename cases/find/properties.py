"""Properties of a turn that one can search for: each is told of turns in arrays at once, or of one turn.

A property is written as an expression: ``differ(1971, 1982)``, ``paradox("convoy") and not resolutions(2)``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from ...map import Board, Position, StandoffError
from ...solver import MovementResult, Order, Rulebook, adjudicate, resolutions_of

if TYPE_CHECKING:
    from .deciding import Decided


class PropertyError(StandoffError):
    """An expression names no property, or asks one for what it does not take."""


@dataclass(frozen=True)
class Adjudged:
    """One turn and its results; each rulebook's is worked out once, when it is asked for.

    Attributes:
        position, orders, board: The turn.
    """

    position: Position
    orders: tuple[Order, ...]
    board: Board
    _results: dict[Rulebook, MovementResult] = field(default_factory=dict[Rulebook, MovementResult], compare=False)

    def under(self, rules: Rulebook) -> MovementResult:
        """Return the result under `rules`."""
        if rules not in self._results:
            self._results[rules] = adjudicate(self.position, self.orders, rules=rules, board=self.board)
        return self._results[rules]


class Property(Protocol):
    """What a turn may have or not.

    Attributes:
        rulebooks: The rulebooks that it looks at.
        exact: True if `among` alone tells; False if a turn it picks must be asked by itself.
    """

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]: ...

    @property
    def exact(self) -> bool: ...

    def among(self, decided: Decided) -> Any:
        """Tell of each turn of `decided` whether it may have the property: bool, shape (turns,)."""
        ...

    def holds(self, turn: Adjudged) -> bool:
        """Tell whether a turn has the property."""
        ...


POSITION, SUCCESS, RETREATS = "position", "success", "retreats"


@dataclass(frozen=True)
class Differ:
    """Two rulebooks give the turn different outcomes: where units stand, which orders succeed, or where to retreat."""

    one: Rulebook
    two: Rulebook
    what: str = POSITION

    exact = True

    def __post_init__(self) -> None:
        if self.what not in (POSITION, SUCCESS, RETREATS):
            raise PropertyError(f"differ: in {self.what!r}? expected {POSITION}, {SUCCESS} or {RETREATS}")

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        return self.one, self.two

    def among(self, decided: Decided) -> Any:
        return decided.differ(self.one, self.two, self.what)

    def holds(self, turn: Adjudged) -> bool:
        one, two = turn.under(self.one), turn.under(self.two)
        if self.what == SUCCESS:
            return [found.success for found in one] != [found.success for found in two]
        if self.what == RETREATS:
            return one.retreats != two.retreats
        return one.after.units != two.after.units or one.after.dislodged != two.after.dislodged

    def __str__(self) -> str:
        return f"{self.one.name} and {self.two.name} differ in {self.what}"


@dataclass(frozen=True)
class Paradoxical:
    """The equations of the turn have not exactly one resolution, and what settles it is of a kind."""

    kind: str
    rules: Rulebook

    exact = False

    def __post_init__(self) -> None:
        if self.kind not in ("any", "convoy", "circular movement", "other"):
            raise PropertyError(f"paradox of kind {self.kind!r}? expected any, convoy, circular movement or other")

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        return (self.rules,)

    def among(self, decided: Decided) -> Any:
        return decided.cyclic(self.rules)

    def holds(self, turn: Adjudged) -> bool:
        kinds = [str(paradox.kind) for paradox in turn.under(self.rules).solution.paradoxes]
        return bool(kinds) if self.kind == "any" else self.kind in kinds

    def __str__(self) -> str:
        return f"a paradox ({self.kind}) under {self.rules.name}"


@dataclass(frozen=True)
class Resolved:
    """The equations of the turn have so many resolutions, at least `least` and at most `most`."""

    least: int
    most: int | None
    rules: Rulebook

    @property
    def exact(self) -> bool:
        return False

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        return (self.rules,)

    def among(self, decided: Decided) -> Any:
        cyclic = decided.cyclic(self.rules)
        if self.least <= 1 and (self.most is None or self.most >= 1):
            cyclic[:] = True
        return cyclic

    def holds(self, turn: Adjudged) -> bool:
        count = len(resolutions_of(turn.position, turn.orders, rules=self.rules, board=turn.board).whole)
        return self.least <= count and (self.most is None or count <= self.most)

    def __str__(self) -> str:
        upper = "or more" if self.most is None else "" if self.most == self.least else f"to {self.most}"
        return f"{self.least} {upper} resolutions under {self.rules.name}".replace("  ", " ")
