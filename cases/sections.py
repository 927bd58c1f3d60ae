"""The sections of a phase in a case file: a table that reading and writing share (`docs/cases.md`).

A section says, line by line, what stands where before a phase or what is expected after it. Sections may be written in
several parts, which add up; nothing may be said twice, and ``none`` stands alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple, cast

from ..map import Board, Dislodged, PhaseType, Unit, province_of
from ..solver import Order, OrderError, Proxy, Waive
from ..text import NotationError, read_order, read_place, read_unit, unit_of_text, write_order
from .case import CasePhase, Expected, ExpectedDislodged, listed, split


class Target(NamedTuple):
    """What sections are written for: the board, a list that takes what cannot be written, where that would stand."""

    board: Board
    losses: list[str]
    where: str


def written_as(order: Order, board: Board, style: str, losses: list[str], where: str) -> str:
    """Return an order in a notation; in its plain form, with the loss noted, if that cannot hold it."""
    try:
        return write_order(order, board, style)
    except NotationError as fault:
        losses.append(f"{where}: {fault}")
        return str(order)


class Entry(NamedTuple):
    """One thing that a section says.

    Attributes:
        power: The power that stands before it; empty in sections without powers.
        about: What it is about, which a section may speak of once; None for ``none``.
        value: What is kept of it.
    """

    power: str
    about: str | None
    value: Any = None


@dataclass(frozen=True, slots=True)
class Section:
    """A section: what it is called, where its contents are kept, and how they are read and written.

    Attributes:
        name: Its name, in capitals.
        attribute: The attribute of `CasePhase`, or of `Expected`, that holds its contents.
        read: Reads one entry: its text, the power before it, the board.
        write: Writes one.
        about: What an entry is about; no two may be about the same.
        power: Whose an entry is, written before it; None in sections without powers.
        listed: True if several entries stand on one line, with commas.
        expected: True for an expectation, which may also stand in an UNDER block; others say where a phase starts.
        kinds: The kinds of phases in which it means something.
    """

    name: str
    attribute: str
    read: Callable[[str, str, Board], Any]
    write: Callable[[Any, Target], str]
    about: Callable[[Any], str]
    power: Callable[[Any], str] | None = None
    listed: bool = True
    expected: bool = False
    kinds: tuple[PhaseType, ...] = tuple(PhaseType)

    def open(self, holder: CasePhase | Expected) -> None:
        """Let `holder` have the section, empty as long as it has no entries."""
        if getattr(holder, self.attribute) is None:
            setattr(holder, self.attribute, _EMPTY.get(self.attribute, frozenset)())

    def entries(self, line: str, board: Board) -> Iterator[Entry]:
        """Yield what a line of the section says.

        Raises:
            OrderError: It cannot be read.
        """
        power, rest = "", line.strip()
        if self.power is not None and rest != "none":
            named, colon, rest = line.partition(":")
            power = (board.names.power(named.strip()) if colon else None) or ""
            if not power:
                hint = board.nearest_power(named)
                raise OrderError(f"expected 'Power: …' in {self.name}, cannot read {line!r}{hint}")
        rest = rest.strip()
        if rest == "none":
            yield Entry(power, None)
            return
        for part in split(rest) if self.listed else [rest]:
            value = self.read(part, power, board)
            yield Entry(power, self.about(value), value)

    def add(self, holder: CasePhase | Expected, entry: Entry) -> None:
        """Add an entry to what `holder` has."""
        held = getattr(holder, self.attribute)
        if isinstance(held, dict):
            owned, kind = cast("dict[str, Collection[str]]", held), _OF_POWER[self.attribute]
            places = owned.setdefault(entry.power, kind(()))
            if entry.about is not None:
                owned[entry.power] = kind((*places, entry.value[1]))
        elif entry.about is not None:
            setattr(holder, self.attribute, type(held)((*held, entry.value)))

    def lines(self, holder: CasePhase | Expected, target: Target) -> list[str]:
        """Return the section as `entries` reads it: no lines where it says nothing of a start, or is not expected."""
        held = getattr(holder, self.attribute)
        if held is None or not (held or self.expected):
            return []
        values = _in_order(held)
        if not values:
            return [f"{self.name}: none"]
        if self.power is None:
            texts = [self.write(value, target) for value in values]
            return [f"{self.name}: {text}" for text in ([", ".join(texts)] if self.listed else texts)]
        lines = [self.name]
        for power, group in groupby(values, key=self.power):
            texts = [self.write(value, target) for value in group]
            name = power_name(power, target.board)
            lines.extend(f"  {name}: {text}" for text in ([", ".join(texts)] if self.listed else texts))
        return lines


def power_name(power: str, board: Board) -> str:
    """Return the name of a power, its id if the board has none for it."""
    return board.powers[power].name if power in board.powers else power


_EMPTY: dict[str, Callable[[], Any]] = {"paradoxes": tuple, "owners": dict}  # of expectations; the others are sets
_OF_POWER: dict[str, Callable[[Iterable[str]], Collection[str]]] = {"centers": tuple, "owners": frozenset}


def _in_order(held: Any) -> list[Any]:
    """Return entries in their order; those of a set sorted, those of powers each with its power."""
    if isinstance(held, dict):
        by_power = cast("dict[str, Collection[str]]", held)
        return [(power, one) for power, owned in by_power.items() for one in (_in_order(owned) or [None])]
    values: list[Any] = list(held)
    return sorted(values, key=_sorting) if isinstance(held, frozenset) else values


def _sorting(value: Any) -> tuple[str, ...]:
    return (value.power, value.unit) if isinstance(value, ExpectedDislodged) else tuple(value)


# -- how single entries are read --------------------------------------------------------------------


def _province(text: str, _power: str, board: Board) -> str:
    return province_of(read_place(text, board))


def _power(text: str, _power: str, board: Board) -> str:
    power = board.names.power(text)
    if power is None:
        raise OrderError(f"no power {text!r}{board.nearest_power(text)}")
    return power


def _center(text: str, power: str, board: Board) -> tuple[str, str]:
    return power, read_place(text, board)


def _retreating(text: str, power: str, board: Board) -> Dislodged:
    match = re.fullmatch(r"(.+?)\s+from\s+(.+?)(\s+by convoy)?", text)
    if not match:
        raise OrderError(f"expected 'Power: Unit from Origin' (or '… by convoy'), cannot read {text!r}")
    return Dislodged(unit_of_text(match[1], power, board), _origin(match[2], board), bool(match[3]))


def _origin(text: str, board: Board) -> str | None:
    return None if text == "nowhere" else province_of(read_place(text, board))


def _proxy(text: str, power: str, board: Board) -> Proxy:
    match = re.fullmatch(r"(.+?)\s+by\s+(.+?)\s*(,\s*announced)?", text)
    to = board.names.power(match[2]) if match else None
    if match is None or to is None:
        raise OrderError(f"expected 'Power: Unit by Power' (or '…, announced'), cannot read {text!r}")
    return Proxy(power, read_unit(match[1], power, board).province, to, announced=bool(match[3]))


def _dislodged(text: str, power: str, board: Board) -> ExpectedDislodged:
    match = re.fullmatch(r"(.+?)\s+from\s+(.+?)\s*;\s*(.*)", text)
    if not match:
        raise OrderError(f"expected 'Unit from Origin; Place, Place', cannot read {text!r}")
    unit = unit_of_text(match[1], power, board)
    retreats = [] if match[3] == "none" else [read_place(part, board) for part in split(match[3])]
    twice = next((place for place in retreats if retreats.count(place) > 1), None)
    if twice is not None:
        raise OrderError(f"{twice} twice among the retreats of {unit}")
    return ExpectedDislodged(power, str(unit), _origin(match[2], board), frozenset(retreats))


def _paradox(text: str, _power: str, board: Board) -> str:
    """Return a paradox with its core as sorted province ids, as `run.paradox_line` writes it."""
    match = re.fullmatch(r"([\w ]+?)\s*;\s*core (.+?)\s*;\s*(\d+) resolutions?\s*;\s*([\w -]+)", text)
    if not match:
        raise OrderError(f"expected 'kind; core Place, Place; N resolutions; settled by', cannot read {text!r}")
    core = sorted(province_of(read_place(part, board)) for part in split(match[2]))
    return f"{match[1]}; core {', '.join(core)}; {match[3]} resolutions; {match[4]}"


# -- how they are written ---------------------------------------------------------------------------


def _written_retreating(d: Dislodged, _: Target) -> str:
    return f"{d.unit} from {d.attacker_from or 'nowhere'}{' by convoy' if d.by_convoy else ''}"


def _written_proxy(proxy: Proxy, to: Target) -> str:
    return f"{proxy.province} by {power_name(proxy.to, to.board)}{', announced' if proxy.announced else ''}"


def _written_dislodged(d: ExpectedDislodged, _: Target) -> str:
    return f"{d.unit} from {d.attacker_from or 'nowhere'}; {listed(d.retreats)}"


def _plain(value: Any, _: Target) -> str:
    return str(value)


def _second(value: tuple[str, str | None], _: Target) -> str:
    return value[1] or "none"


def _first(value: tuple[str, str]) -> str:
    return value[0]


def _lasting_about(order: Order) -> str:
    return f"{order.power} {'WAIVE' if isinstance(order, Waive) else order.unit.province}"


def _written_lasting(order: Order, to: Target) -> str:
    return written_as(order, to.board, "short", to.losses, to.where)


def _power_and_unit(text: str, power: str, board: Board) -> tuple[str, str]:
    return power, str(unit_of_text(text, power, board))


def _power_of(value: Unit | Order | Proxy | ExpectedDislodged) -> str:
    return value.power


_RETREATS = (PhaseType.RETREAT,)
_TABLE = (
    Section("LASTING", "lasting", read_order, _written_lasting, _lasting_about, _power_of, listed=False),
    Section("PROXY", "proxies", _proxy, _written_proxy, lambda one: one.province, _power_of, listed=False),
    Section("UNITS", "units", unit_of_text, _plain, lambda unit: unit.province, _power_of),
    Section("CENTERS", "centers", _center, _second, lambda one: one[1], _first),
    Section(
        name="RETREATING",
        attribute="retreating",
        read=_retreating,
        write=_written_retreating,
        about=lambda one: one.unit.province,
        power=lambda one: one.unit.power,
        listed=False,
        kinds=_RETREATS,
    ),
    Section("BARRED", "barred", _province, _plain, str, kinds=_RETREATS),
    Section("IDLE", "civil_disorder", _power, lambda power, to: power_name(power, to.board), str),
    Section("CLOSED", "closed", _province, _plain, str),
    Section("EMPTY", "empty", _province, _plain, str, kinds=(PhaseType.MOVEMENT,)),
    Section("AFTER", "after", _power_and_unit, _second, lambda one: province_of(one[1][2:]), _first, expected=True),
    Section(
        name="DISLODGED",
        attribute="dislodged",
        read=_dislodged,
        write=_written_dislodged,
        about=lambda one: province_of(one.unit[2:]),
        power=_power_of,
        listed=False,
        expected=True,
    ),
    Section("CONTESTED", "contested", _province, _plain, str, expected=True),
    Section("PARADOX", "paradoxes", _paradox, _plain, str, listed=False, expected=True),
    Section("OWNERS", "owners", _center, _second, lambda one: one[1], _first, expected=True),
)
SECTIONS = {section.name: section for section in _TABLE}
"""The sections by their names, in the order in which they are written."""

START = [one for one in _TABLE if not one.expected]
"""Those that say where a phase starts."""

EXPECTED = [one for one in _TABLE if one.expected]
"""Those that say what is expected."""


def start_lines(phase: CasePhase, to: Target, *, units: bool) -> list[str]:
    """Return the lines that say where `phase` starts; with `units`, UNITS even if there are none."""
    lines: list[str] = []
    for section in START:
        written = section.lines(phase, to)
        lines.extend(written or (["UNITS: none"] if units and section.name == "UNITS" else []))
    return lines
