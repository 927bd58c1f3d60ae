"""Cases as data: phases, their orders, and what is expected of them (`docs/cases.md`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..map import Board, Phase, PhaseType, Position, Unit, starting_position
from ..solver import Order, OrderResult, Proxy
from .faults import CaseError

SUPERSEDED = "superseded"
"""The expectation for an order that does not count because of another set or a proxy."""

SUCCESS_WORDS = {"succeeds": True, "fails": False}
"""Outcomes of reports that do not say more: whether the order succeeded."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected result of an order: its outcome, and whether the unit is dislodged or destroyed."""

    outcome: str
    dislodged: bool = False
    destroyed: bool = False

    def __str__(self) -> str:
        fate = "destroyed" if self.destroyed else "dislodged"
        return f"{self.outcome}, {fate}" if self.dislodged and self.outcome != fate else self.outcome

    def covers(self, result: OrderResult) -> bool:
        """Return whether this is a vague expectation (`SUCCESS_WORDS`) that a result meets."""
        return SUCCESS_WORDS.get(self.outcome) is result.success and (result.dislodged or not self.dislodged)


class WrittenOrder(NamedTuple):
    """An order of a file.

    Attributes:
        order: The order.
        line: The number of its line.
        expected: The outcome that the case expects; None if it expects none.
        set: The label of its set of orders.
    """

    order: Order
    line: int
    expected: Expectation | None = None
    set: str = ""

    @property
    def text(self) -> str:
        """The order as written; in canonical notation if nobody wrote it."""
        return self.order.text or str(self.order)


@dataclass(frozen=True, slots=True)
class SetLine:
    """The ``SET`` line above orders: their number (None if unknown), and what they keep or replace."""

    number: int | None = None
    keeps: frozenset[str] = frozenset()
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class ExpectedDislodged:
    """An expected dislodged unit, the origin of its attacker, and its possible retreats."""

    unit: Unit
    attacker_from: str | None
    retreats: frozenset[str]


@dataclass(slots=True)
class Expected:
    """The expected position of a phase or an UNDER block; None for an absent section."""

    after: frozenset[Unit] | None = None
    dislodged: frozenset[ExpectedDislodged] | None = None
    contested: frozenset[str] | None = None
    paradoxes: tuple[str, ...] | None = None
    owners: dict[str, frozenset[str]] | None = None


@dataclass(slots=True)
class RulebookExpectations:
    """Expectations under other rulebooks or options."""

    rulebooks: tuple[str, ...]
    options: dict[str, str]
    line: int
    orders: dict[str, Expectation] = field(default_factory=dict[str, Expectation])
    expected: Expected = field(default_factory=Expected)


@dataclass(slots=True)
class CasePhase:
    """One phase of a case as its file has it; `course.turn_of` makes a `Turn` of it.

    Attributes:
        type: The type of the phase.
        line: The line where it begins.
        position: The position as far as the file states it; the phase before leads to the rest.
        orders: The orders, each with its line and what is expected of it.
        sets: The ``SET`` lines, by power and label.
        lasting: Orders given earlier for all turns to come.
        proxies: Units handed over to another power.
        empty: Provinces without a unit although an order names one there.
        expected: What is expected after the phase.
        under: The expectations that differ under other rulebooks.
    """

    type: PhaseType
    line: int
    position: Position = field(default_factory=Position)
    orders: list[WrittenOrder] = field(default_factory=list[WrittenOrder])
    sets: dict[tuple[str, str], SetLine] = field(default_factory=dict[tuple[str, str], SetLine])
    lasting: tuple[Order, ...] = ()
    proxies: tuple[Proxy, ...] = ()
    empty: frozenset[str] = frozenset()
    expected: Expected = field(default_factory=Expected)
    under: list[RulebookExpectations] = field(default_factory=list[RulebookExpectations])

    @property
    def phase(self) -> Phase | None:
        """Season, year and type; None if the file does not name them."""
        return self.position.phase


@dataclass(slots=True)
class Case:
    """A case of a file; an orders file is a case without id and expectations."""

    file: str
    line: int
    board: Board
    id: str = ""
    head: dict[str, str] = field(default_factory=dict[str, str])
    notes: list[str] = field(default_factory=list[str])
    phases: list[CasePhase] = field(default_factory=list[CasePhase])
    unread: list[str] = field(default_factory=list[str])
    """Content of another program's file that no case can hold."""

    @property
    def title(self) -> str:
        """The title; empty if there is none."""
        return self.head.get("title", "")

    @property
    def former_ids(self) -> tuple[str, ...]:
        """Earlier ids, and ids in older documents."""
        return tuple(split(self.head.get("former_ids", "")))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rulebooks of the main expectations."""
        return tuple(split(self.head.get("rules", "2023")))

    def first_phase(self, kind: PhaseType) -> Phase:
        """Return the date of its first phase, of a type, if it states none: in the year of its head, if it has one."""
        phase = self.board.calendar.first(kind)
        return replace(phase, year=int(self.head.get("year", phase.year)))

    @property
    def options(self) -> dict[str, str]:
        """Single options that override every rulebook."""
        return choices_of(self.head.get("options", ""))


def split(text: str) -> list[str]:
    """Return the parts of a comma-separated list."""
    return [part.strip() for part in text.split(",") if part.strip()]


def listed(parts: Iterable[str]) -> str:
    """Return a comma-separated list in alphabetical order, as `split` reads it; ``none`` if it is empty.

    >>> listed({"PAR", "BUR"}), listed(())
    ('BUR, PAR', 'none')
    """
    return ", ".join(sorted(parts)) or "none"


def units_by_power(units: Iterable[Unit]) -> list[Unit]:
    """Return units by power, and those of a power in alphabetical order."""
    return sorted(units, key=lambda unit: (unit.power, str(unit)))


def pair(entry: str) -> tuple[str, str]:
    """Return name and choice of ``name=choice``."""
    name, _, choice = entry.partition("=")
    return name.strip(), choice.strip()


def choices_of(text: str) -> dict[str, str]:
    """Return the choices of a list of options, as `options_of` writes it.

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
    """Return the type of the phase of a position; movement if it is unknown."""
    return position.phase_type if position is not None else PhaseType.MOVEMENT


def start_from(case: Case, position: Position) -> None:
    """Set the position of the first phase of a case that was read as orders to `position`.

    Raises:
        CaseError: The case contradicts the position.
    """
    if not case.phases:
        case.phases.append(CasePhase(kind_of(position), case.line))
    first, now = case.phases[0], position.phase
    at = f"{case.file}, line {first.line}"
    if now is not None and ((first.phase or now) != now or first.type is not now.type):
        raise CaseError(f"{at}: orders for {first.phase or f'a phase of type {first.type}'}; the position is of {now}")
    stated = first.position
    if case.head.pop("start", None):
        stated = Position(dislodged=stated.dislodged, phase=stated.phase)
        if {*position.units} != {*starting_position(case.board).units}:
            raise CaseError(f"{case.file}, line {case.line}: these orders are for the starting position")
    for unit in stated.units:
        if unit not in position.units:
            raise CaseError(f"{at}: UNITS lists {unit} of {unit.power}, but the position has no such unit")
    for unit in position.units:
        if stated.units and unit not in stated.units:
            raise CaseError(f"{at}: the position has {unit} of {unit.power}, but UNITS does not list it")
    for heading, own, actual in (
        ("CENTERS", _owners(stated.centers), _owners(position.centers)),
        ("RETREATING", set(stated.dislodged), set(position.dislodged)),
    ):
        if own and own != actual:
            raise CaseError(f"{at}: {heading} contradicts the position")
    first.position = position if now is not None else replace(position, phase=stated.phase)


def _owners(centers: Mapping[str, tuple[str, ...]]) -> set[tuple[str, str]]:
    return {(power, center) for power, owned in centers.items() for center in owned}
