"""The sections of a phase in a case file: one table for reading and writing (`docs/cases.md`).

A section states a part of the position before a phase, or an expectation after it. The parts of a section add up;
entries may not be repeated, and ``none`` excludes other entries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple, cast

from ..map import Board, Dislodged, PhaseType, Unit, province_of
from ..solver import Order, OrderError, Proxy, Waive
from ..text import NotationError, read_order, read_place, read_unit, unit_of_text, write_order
from .case import CasePhase, Expected, ExpectedDislodged, listed, split


class Target(NamedTuple):
    """The target of written sections: the board, a list for losses, and the name of the case for messages."""

    board: Board
    losses: list[str]
    where: str


def written_as(order: Order, board: Board, style: str, losses: list[str], where: str) -> str:
    """Return an order in a notation; in the default notation, with a loss recorded, if the notation cannot hold it."""
    try:
        return write_order(order, board, style)
    except NotationError as fault:
        losses.append(f"{where}: {fault}")
        return str(order)


class Entry(NamedTuple):
    """One entry of a section.

    Attributes:
        power: The power before it; empty in sections without powers.
        about: Its subject, which may not be repeated in the section; None for ``none``.
        value: Its value.
    """

    power: str
    about: str | None
    value: Any = None


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its name, the place of its contents, and how entries are read and written.

    Attributes:
        name: Its name, in capitals.
        attribute: The attribute for its contents: of the position of a `CasePhase`, of the `CasePhase`, or of
            `Expected`.
        read: Reads an entry from its text, the power before it, and the board.
        write: Writes an entry.
        about: Returns the subject of an entry, which may not be repeated.
        power: Returns the power of an entry, written before it; None in sections without powers.
        listed: True if a line may have several entries, separated by commas.
        expected: True for an expectation, which an UNDER block may contain, too; False for a part of the position.
        of_position: True if the attribute is one of the position.
        kinds: The types of phases that may have the section.
    """

    name: str
    attribute: str
    read: Callable[[str, str, Board], Any]
    write: Callable[[Any, Target], str]
    about: Callable[[Any], str]
    power: Callable[[Any], str] | None = None
    listed: bool = True
    expected: bool = False
    of_position: bool = False
    kinds: tuple[PhaseType, ...] = tuple(PhaseType)

    def open(self, holder: CasePhase | Expected) -> None:
        """Add the empty section to `holder`, if it is absent."""
        if self.contents(holder) is None:
            setattr(holder, self.attribute, _EMPTY.get(self.attribute, frozenset)())

    def contents(self, holder: CasePhase | Expected) -> Any:
        """Return the entries of the section; None if it is not expected."""
        return getattr(cast(CasePhase, holder).position if self.of_position else holder, self.attribute)

    def entries(self, line: str, board: Board) -> Iterator[Entry]:
        """Yield the entries of a line of the section.

        Raises:
            OrderError: The line cannot be read.
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
        """Add an entry to the contents of `holder`."""
        contents = self.contents(holder)
        if isinstance(contents, Mapping):
            owned, kind = cast("Mapping[str, Collection[str]]", contents), _OF_POWER[self.attribute]
            added = () if entry.about is None else (entry.value[1],)
            contents = {**owned, entry.power: kind((*owned.get(entry.power, ()), *added))}
        elif entry.about is not None:
            contents = type(contents)((*contents, entry.value))
        if self.of_position:
            phase = cast(CasePhase, holder)
            phase.position = replace(phase.position, **{self.attribute: contents})
        else:
            setattr(holder, self.attribute, contents)

    def lines(self, holder: CasePhase | Expected, target: Target) -> list[str]:
        """Return the lines of the section, as `entries` reads them; none if it is empty or not expected."""
        contents = self.contents(holder)
        if contents is None or not (contents or self.expected):
            return []
        values = _in_order(contents)
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


_EMPTY: dict[str, Callable[[], Any]] = {"paradoxes": tuple, "owners": dict}  # expectations that are not sets
_OF_POWER: dict[str, Callable[[Iterable[str]], Collection[str]]] = {"centers": tuple, "owners": frozenset}


def _in_order(contents: Any) -> list[Any]:
    """Return entries in order: those of a set sorted, those by power as pairs with the power."""
    if isinstance(contents, Mapping):
        by_power = cast("Mapping[str, Collection[str]]", contents)
        return [(power, each) for power, owned in by_power.items() for each in (_in_order(owned) or [None])]
    values: list[Any] = list(contents)
    return sorted(values, key=_sorting) if isinstance(contents, frozenset) else values


def _sorting(value: Any) -> tuple[str, ...]:
    unit: Any = getattr(value, "unit", value)
    return (unit.power, str(unit)) if isinstance(unit, Unit) else tuple(value)


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
    return ExpectedDislodged(unit, _origin(match[2], board), frozenset(retreats))


def _paradox(text: str, _power: str, board: Board) -> str:
    """Return a paradox with its core sorted, as `run.paradox_line` writes it."""
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


def _power_of(value: Unit | Order | Proxy) -> str:
    return value.power


def _power_of_unit(value: Dislodged | ExpectedDislodged) -> str:
    return value.unit.power


def _province_of(unit: Unit) -> str:
    return unit.province


def _province_of_unit(value: Dislodged | ExpectedDislodged) -> str:
    return value.unit.province


_RETREATS = (PhaseType.RETREAT,)
_TABLE = (
    Section("LASTING", "lasting", read_order, _written_lasting, _lasting_about, _power_of, listed=False),
    Section("PROXY", "proxies", _proxy, _written_proxy, lambda one: one.province, _power_of, listed=False),
    Section("UNITS", "units", unit_of_text, _plain, _province_of, _power_of, of_position=True),
    Section("CENTERS", "centers", _center, _second, lambda one: one[1], _first, of_position=True),
    Section(
        name="RETREATING",
        attribute="dislodged",
        of_position=True,
        read=_retreating,
        write=_written_retreating,
        about=_province_of_unit,
        power=_power_of_unit,
        listed=False,
        kinds=_RETREATS,
    ),
    Section("BARRED", "contested", _province, _plain, str, of_position=True, kinds=_RETREATS),
    Section("IDLE", "civil_disorder", _power, lambda power, to: power_name(power, to.board), str, of_position=True),
    Section("CLOSED", "closed", _province, _plain, str, of_position=True),
    Section("EMPTY", "empty", _province, _plain, str, kinds=(PhaseType.MOVEMENT,)),
    Section("AFTER", "after", unit_of_text, _plain, _province_of, _power_of, expected=True),
    Section(
        name="DISLODGED",
        attribute="dislodged",
        read=_dislodged,
        write=_written_dislodged,
        about=_province_of_unit,
        power=_power_of_unit,
        listed=False,
        expected=True,
    ),
    Section("CONTESTED", "contested", _province, _plain, str, expected=True),
    Section("PARADOX", "paradoxes", _paradox, _plain, str, listed=False, expected=True),
    Section("OWNERS", "owners", _center, _second, lambda one: one[1], _first, expected=True),
)
SECTIONS = {section.name: section for section in _TABLE}
"""The sections by name, in the order of writing."""

START = [one for one in _TABLE if not one.expected]
"""The sections of the position and orders of a phase."""

EXPECTED = [one for one in _TABLE if one.expected]
"""The sections of expectations."""


def start_lines(phase: CasePhase, to: Target, *, units: bool) -> list[str]:
    """Return the lines of the position of a phase; with `units`, UNITS even if there are none."""
    lines: list[str] = []
    for section in START:
        written = section.lines(phase, to)
        lines.extend(written or (["UNITS: none"] if units and section.name == "UNITS" else []))
    return lines
