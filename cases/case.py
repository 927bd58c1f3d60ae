"""Cases as data: phases, their orders, and what is expected of them (`docs/cases.md`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..map import Board, Dislodged, Phase, PhaseType, Position, Unit, starting_position
from ..solver import Order, Proxy
from .faults import CaseError, FormatError

__all__ = ["CaseError", "FormatError"]

SUPERSEDED = "superseded"
"""What a case expects of an order that does not count because of another set, or a unit handed over."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a case says becomes of an order: an outcome, and whether the unit is dislodged, and destroyed by that."""

    outcome: str
    dislodged: bool = False
    destroyed: bool = False

    def __str__(self) -> str:
        fate = "destroyed" if self.destroyed else "dislodged"
        return f"{self.outcome}, {fate}" if self.dislodged and self.outcome != fate else self.outcome


class WrittenOrder(NamedTuple):
    """An order of a file.

    Attributes:
        order: The order.
        text: Its text as given.
        line: The number of its line.
        expected: What is expected of it; None: nothing.
        set: The set of orders that it stands in.
    """

    order: Order
    text: str
    line: int
    expected: Expectation | None
    set: str = ""


@dataclass(frozen=True, slots=True)
class SetLine:
    """What a ``SET`` line says of the orders below it: their number (None: not known), what they keep or replace."""

    number: int | None = None
    keeps: frozenset[str] = frozenset()
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class ExpectedDislodged:
    """A dislodged unit that a case expects, the province that its attacker came from and its possible retreats."""

    power: str
    unit: str
    attacker_from: str | None
    retreats: frozenset[str]


@dataclass(slots=True)
class Expected:
    """What a phase or an UNDER block expects of the position; None: this section is not written."""

    after: frozenset[tuple[str, str]] | None = None
    dislodged: frozenset[ExpectedDislodged] | None = None
    contested: frozenset[str] | None = None
    paradoxes: tuple[str, ...] | None = None
    owners: dict[str, frozenset[str]] | None = None


@dataclass(slots=True)
class RulebookExpectations:
    """The expectations that differ under other rulebooks or options."""

    rulebooks: tuple[str, ...]
    options: dict[str, str]
    line: int
    orders: dict[str, Expectation] = field(default_factory=dict[str, Expectation])
    expected: Expected = field(default_factory=Expected)


@dataclass(slots=True)
class CasePhase:
    """One phase of a case as its file has it; `origins.turn_of_case` makes a `Turn` of it.

    It is not a `Turn`: a file need not say where a phase starts (what came before does), and it says line by line what
    is expected.
    """

    type: PhaseType
    line: int
    phase: Phase | None = None
    orders: list[WrittenOrder] = field(default_factory=list[WrittenOrder])
    units: list[Unit] = field(default_factory=list[Unit])
    centers: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    retreating: list[Dislodged] = field(default_factory=list[Dislodged])
    barred: frozenset[str] = frozenset()
    civil_disorder: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    empty: frozenset[str] = frozenset()
    sets: dict[tuple[str, str], SetLine] = field(default_factory=dict[tuple[str, str], SetLine])
    lasting: list[Order] = field(default_factory=list[Order])
    proxies: list[Proxy] = field(default_factory=list[Proxy])
    expected: Expected = field(default_factory=Expected)
    under: list[RulebookExpectations] = field(default_factory=list[RulebookExpectations])

    def recorded(self, board: Board, phase: Phase | None = None) -> Position:
        """Return the position that the file gives, of no phase unless one is said."""
        return Position(
            tuple(self.units),
            self.centers,
            tuple(self.retreating),
            self.barred,
            phase,
            self.civil_disorder,
            self.closed,
            board.source,
        )


@dataclass(slots=True)
class Case:
    """A case of a file; an orders file is one case without id and expectations."""

    file: str
    line: int
    board: Board
    id: str = ""
    head: dict[str, str] = field(default_factory=dict[str, str])
    notes: list[str] = field(default_factory=list[str])
    phases: list[CasePhase] = field(default_factory=list[CasePhase])
    unread: list[str] = field(default_factory=list[str])
    """What a file of another program says that no case can hold."""

    @property
    def title(self) -> str:
        """The title, empty if none is given."""
        return self.head.get("title", "")

    @property
    def former_ids(self) -> tuple[str, ...]:
        """The ids that the case had before, or has in an older document."""
        return tuple(split(self.head.get("former_ids", "")))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rulebooks that the main expectations hold under."""
        return tuple(split(self.head.get("rules", "2023")))

    @property
    def year(self) -> int:
        """The year of the first phase."""
        return int(self.head.get("year", self.board.first_year))

    @property
    def options(self) -> dict[str, str]:
        """Single options that override every rulebook."""
        return choices_of(self.head.get("options", ""))


def split(text: str) -> list[str]:
    """Return the parts of a list with commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def listed(parts: Iterable[str]) -> str:
    """Return a list with commas in alphabetical order, as `split` reads it; ``none`` if it is empty.

    >>> listed({"PAR", "BUR"}), listed(())
    ('BUR, PAR', 'none')
    """
    return ", ".join(sorted(parts)) or "none"


def pair(entry: str) -> tuple[str, str]:
    """Return name and choice of ``name=choice``."""
    name, _, choice = entry.partition("=")
    return name.strip(), choice.strip()


def choices_of(text: str) -> dict[str, str]:
    """Return the choice of each option in a list, as `options_of` writes it.

    >>> choices_of("coast_shorthand=lenient, adjacent_convoy=explicit")
    {'coast_shorthand': 'lenient', 'adjacent_convoy': 'explicit'}
    """
    return dict(pair(entry) for entry in split(text))


def options_of(entries: Mapping[str, str]) -> str:
    """Return options as a case file writes them.

    >>> options_of({"coast_shorthand": "lenient"})
    'coast_shorthand=lenient'
    """
    return ", ".join(f"{name}={choice}" for name, choice in entries.items())


def kind_of(position: Position | None) -> PhaseType:
    """Return the kind of phase that orders to `position` are for; movement if it does not say."""
    return position.phase_type if position is not None else PhaseType.MOVEMENT


def lay_out(phase: CasePhase, position: Position) -> CasePhase:
    """Let `phase` start from `position`."""
    phase.units, phase.centers = list(position.units), dict(position.centers)
    phase.retreating, phase.barred = list(position.dislodged), position.contested
    phase.civil_disorder, phase.closed = position.civil_disorder, position.closed
    if position.phase is not None:
        phase.phase, phase.type = position.phase, position.phase.type
    return phase


def start_from(case: Case, position: Position) -> None:
    """Let the first phase of `case`, read as orders to a position that stands elsewhere, start from `position`.

    Raises:
        CaseError: The case says that it starts somewhere else.
    """
    if not case.phases:
        case.phases.append(CasePhase(kind_of(position), case.line))
    first, now = case.phases[0], position.phase
    at = f"{case.file}, line {first.line}"
    if now is not None and ((first.phase or now) != now or first.type is not now.type):
        raise CaseError(f"{at}: orders for {first.phase or f'a phase of type {first.type}'}; the position is of {now}")
    if case.head.pop("start", None):
        first.units, first.centers = [], {}
        if {*position.units} != {*starting_position(case.board).units}:
            raise CaseError(f"{case.file}, line {case.line}: these orders are for the starting position")
    for unit in first.units:
        if unit not in position.units:
            raise CaseError(f"{at}: UNITS lists {unit} of {unit.power}, but the position has no such unit")
    for unit in position.units:
        if first.units and unit not in first.units:
            raise CaseError(f"{at}: the position has {unit} of {unit.power}, but UNITS does not list it")
    for heading, own, there in (
        ("CENTERS", _owners(first.centers), _owners(position.centers)),
        ("RETREATING", set(first.retreating), set(position.dislodged)),
    ):
        if own and own != there:
            raise CaseError(f"{at}: {heading} is not what the position says")
    lay_out(first, position)


def _owners(centers: Mapping[str, tuple[str, ...]]) -> set[tuple[str, str]]:
    return {(power, center) for power, owned in centers.items() for center in owned}
