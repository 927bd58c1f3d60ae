"""Positions: units, owned centers, and the facts that retreats depend on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from .board import Board
from .board_data import INLAND
from .errors import PositionError, UnknownNameError, WrongTypeError
from .former_keys import current_keys
from .json_text import JsonError, json_object, known_keys
from .loading import named_board
from .phases import Phase, PhaseType
from .position_text import POSITION_KEYS, fields_of_line, fields_of_object
from .units import ARMY, FLEET, Dislodged, Unit, UnitType
from .values import Picture, ReadOnlyDict, short_repr

_COLLECTIONS: dict[str, tuple[type[Any], type[Any], str]] = {
    "units": (tuple, Unit, "units, for example Unit(ARMY, 'PAR', 'FRANCE')"),
    "dislodged": (tuple, Dislodged, "dislodged units"),
    "contested": (frozenset, str, "the ids of provinces"),
    "civil_disorder": (frozenset, str, "the ids of powers"),
    "closed": (frozenset, str, "the ids of provinces"),
}
"""By field that is a collection: its type, the type of its members, and both in words."""
_EXACT_TYPES = [
    [tuple, ReadOnlyDict, tuple, frozenset, phase, frozenset, frozenset, str] for phase in (Phase, type(None))
]
_NONE: frozenset[str] = frozenset()
_NO_CENTERS = ReadOnlyDict[str, tuple[str, ...]]()

_CHECKED = "_checked"
"""Attribute with the board on which the position was found possible: several packages check it in turn."""


def _is_exact(fields: dict[str, Any]) -> bool:
    """Return whether all fields, and the members of collections, have exactly their types; nearly always true."""
    units, centers, dislodged, contested, _, idle, closed, _ = fields.values()
    return (
        [*map(type, fields.values())] in _EXACT_TYPES
        and not dislodged
        and not [unit for unit in units if type(unit) is not Unit]
        and not [owned for owned in centers.values() if type(owned) is not tuple]
        and not [name for name in chain(contested, idle, closed, centers, *centers.values()) if type(name) is not str]
    )


@dataclass(init=False, frozen=True, eq=False, repr=False)
class Position(Picture):
    """Everything on the board at the start of a phase. Frozen; `check` finds faults.

    `str` returns the position in one line (`map/position_text.py`), which `parse` reads. Two positions are equal if
    they have the same content on the same board, in any order.

    Attributes:
        units: The units, in the order given, without dislodged ones.
        centers: The owned supply centers of each power, by the ids of power and province. An empty mapping means that
            they are unknown; if it names any power, ``{"FRANCE": ()}``, nobody owns the centers that it does not list.
        dislodged: The dislodged units (retreat phase).
        contested: Provinces left vacant by a standoff, closed to retreats.
        phase: Season, year and type, if known.
        civil_disorder: Powers in civil disorder: their units hold and do not support each other.
        closed: Provinces that nobody may enter (the borders of a neutral power).
        board: The board, as an argument of `load_board`.

    Raises:
        WrongTypeError: An attribute or a member of one has the wrong type.

    >>> position = Position.parse("standard F1901M FRANCE:AMUN;GERMANY:FKIE,ABER")
    >>> [str(unit) for unit in position.units]
    ['A MUN', 'F KIE', 'A BER']
    >>> position == Position.parse("standard F1901M GERMANY:ABER,FKIE;FRANCE:AMUN")
    True
    """

    units: tuple[Unit, ...] = ()
    centers: Mapping[str, tuple[str, ...]] = field(default_factory=ReadOnlyDict[str, tuple[str, ...]])
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()
    phase: Phase | None = None
    civil_disorder: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    board: str = "standard"

    def __init__(
        self,
        units: Iterable[Unit] = (),
        centers: Mapping[str, tuple[str, ...]] | None = None,
        dislodged: Iterable[Dislodged] = (),
        contested: Iterable[str] = _NONE,
        phase: Phase | None = None,
        civil_disorder: Iterable[str] = _NONE,
        closed: Iterable[str] = _NONE,
        board: str = "standard",
    ) -> None:
        # written by hand: the generated one is slower, and its types do not allow what `_convert` accepts
        own = self.__dict__
        own["units"] = units
        own["centers"] = _NO_CENTERS if centers is None else centers
        own["dislodged"] = dislodged
        own["contested"] = contested
        own["phase"] = phase
        own["civil_disorder"] = civil_disorder
        own["closed"] = closed
        own["board"] = board
        if not _is_exact(own):
            self._convert()

    def _convert(self) -> None:
        """Make tuples, frozen sets and a read-only dictionary of other collections; refuse wrong types."""
        own = self.__dict__
        for name, (kind, member_type, expected) in _COLLECTIONS.items():
            value: Any = own[name]
            if type(value) is not kind:
                try:
                    if isinstance(value, (str, bytes, Mapping)):
                        raise TypeError
                    own[name] = value = kind(value)
                except TypeError:  # no collection, or unhashable members
                    raise WrongTypeError(f"Position, {name}: expected {expected}, not {value!r}") from None
            for member in value:
                if not isinstance(member, member_type):
                    raise WrongTypeError(f"Position, {name}: expected {expected}, not {member!r}")
        if not isinstance(self.centers, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"Position, centers: expected the centers of each power, not {self.centers!r}")
        for power, owned in own["centers"].items():
            names: tuple[object, ...] = (power, *owned) if type(owned) in (tuple, list) else (None,)
            if not all(isinstance(name, str) for name in names):
                raise WrongTypeError(f"Position, centers: expected the ids of centers, not {power!r}: {owned!r}")
        own["centers"] = ReadOnlyDict({power: tuple(owned) for power, owned in self.centers.items()})
        if not isinstance(self.phase, Phase | None):  # pyright: ignore[reportUnnecessaryIsInstance]
            hint = "; Phase.parse reads texts" if type(self.phase) is str else ""
            raise WrongTypeError(f"Position, phase: expected a Phase or None, not {self.phase!r}{hint}")
        if not isinstance(self.board, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"Position, board: expected the name of a board, not {self.board!r}")

    # -- as a value ---------------------------------------------------------------------------------

    def _content(self) -> tuple[object, ...]:
        return (
            self.board,
            self.phase,
            frozenset(self.units),
            frozenset((power, frozenset(owned)) for power, owned in self.centers.items()),
            frozenset(self.dislodged),
            self.contested,
            self.civil_disorder,
            self.closed,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self is other or self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def __contains__(self, place: object) -> bool:
        return any(place in (unit.location, unit.province, unit) for unit in self.units)

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    def __getitem__(self, place: str) -> Unit:
        """Return the unit in a place; dislodged units are in `dislodged`.

        Args:
            place: A province or location, by its abbreviation.

        Raises:
            UnknownNameError: The board has no such place, or no unit stands there.

        >>> start = starting_position()
        >>> start["STP"], "PAR" in start, "BUR" in start, [str(unit) for unit in start][:3]
        (Unit(FLEET, 'STP/SC', 'RUSSIA'), True, False, ['A BUD', 'A VIE', 'F TRI'])
        """
        for unit in self.units:
            if place in (unit.location, unit.province):
                return unit
        province = named_board(self.board).province(place)
        raise UnknownNameError(f"no unit stands in {province.id}")

    def __str__(self) -> str:
        sets = (self.contested, self.civil_disorder, self.closed)
        return " ".join(
            (
                self.board.replace(" ", "%20"),
                str(self.phase or "-"),
                _grouped((unit.power, f"{unit.type.value}{unit.location}") for unit in self.units),
                _grouped((power, ",".join(owned)) for power, owned in self.centers.items()),
                _grouped(
                    (d.unit.power, f"{d.unit.type.value}{d.unit.location}<{d.attacker_from or '-'}{'~' * d.by_convoy}")
                    for d in self.dislodged
                ),
                *(",".join(sorted(names)) or "-" for names in sets),
            )
        )

    def __repr__(self) -> str:
        what = f"Position {self.board} {self.phase or '-'}: {len(self.units)} units, {len(self.dislodged)} dislodged"
        return short_repr(f"Position.parse({str(self)!r})", what)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position in one line, as `str` writes it.

        Args:
            text: Board, phase, units, then, if any, centers, dislodged units, contested provinces, powers in civil
                disorder and closed provinces; ``-`` is an empty field.

        Raises:
            StandoffError: The text is not a position, or the position is impossible.

        >>> Position.parse("standard S1901R FRANCE:AGAS - FRANCE:ABUR<MUN").dislodged
        (Dislodged(Unit(ARMY, 'BUR', 'FRANCE'), 'MUN'),)
        """
        return _possible(fields_of_line(text))

    def to_dict(self) -> dict[str, Any]:
        """Return the position with the keys of interchange lines; empty ones are omitted, except for the units.

        >>> Position.parse("standard F1901M FRANCE:AMUN").to_dict()
        {'map': 'standard', 'season': 'F1901M', 'units': {'FRANCE': ['A MUN']}}
        """
        units = {power: [str(unit) for unit in units] for power, units in self.by_power().items()}
        fields = {
            "season": self.phase and str(self.phase),
            "units": units,
            "centers": {power: list(owned) for power, owned in self.centers.items()},
            "dislodged": {
                str(d.unit): {"power": d.unit.power, "from": d.attacker_from, "by_convoy": d.by_convoy}
                for d in self.dislodged
            },
            "contested": sorted(self.contested),
            "civil_disorder": sorted(self.civil_disorder),
            "closed": sorted(self.closed),
        }
        return {"map": self.board, **{key: value for key, value in fields.items() if value or key == "units"}}

    def to_json(self) -> str:
        """Return `to_dict` as JSON.

        >>> Position.parse("standard - FRANCE:AMUN").to_json()
        '{"map": "standard", "units": {"FRANCE": ["A MUN"]}}'
        """
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Position:
        """Return the position of an object that `to_dict` returned.

        Raises:
            StandoffError: The position is missing or impossible.

        >>> Position.from_dict({"units": {"FRANCE": ["A MUN"]}})
        Position.parse('standard - FRANCE:AMUN - - - - -')
        """
        if not isinstance(entry, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected the object of a position, not {entry!r}")
        entry = current_keys(entry, "idle")
        known_keys(entry, POSITION_KEYS)
        return _possible(fields_of_object(entry))

    @classmethod
    def from_json(cls, text: str) -> Position:
        """Return the position of a text that `to_json` returned.

        Raises:
            StandoffError: The position is missing or impossible.

        >>> Position.from_json('{"units": {"FRANCE": ["A MUN"]}}').units
        (Unit(ARMY, 'MUN', 'FRANCE'),)
        """
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected JSON as text, not {text!r}")
        try:
            entry = json_object(text)
        except JsonError as fault:
            raise PositionError(f"no JSON: {fault}") from None
        return cls.from_dict(entry)

    # -- faults -------------------------------------------------------------------------------------

    def check(self, board: Board) -> None:
        """Raise `PositionError`, with one line for each fault, if the position is impossible.

        >>> from standoff.map import load_board
        >>> try:
        ...     Position((Unit(ARMY, "BRE", "FRANCE"), Unit(FLEET, "PAR", "FRANCE"))).check(load_board())
        ... except PositionError as fault:
        ...     print(fault)
        this position is impossible:
          FRANCE: F PAR: a fleet cannot stand inland
        """
        if not isinstance(board, Board):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected a board, not {board!r}; load_board finds it by its name")
        if self.__dict__.get(_CHECKED) is board:
            return
        faults = unit_faults(board, self.units)
        if self.dislodged or self.centers or self.contested or self.civil_disorder or self.closed:
            faults += self._further_faults(board)
        if faults:
            raise PositionError("this position is impossible:\n  " + "\n  ".join(faults))
        self.__dict__[_CHECKED] = board

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != _CHECKED}

    def _further_faults(self, board: Board) -> list[str]:
        """Return a sentence for each fault of the other fields than the units."""
        faults = unit_faults(board, [d.unit for d in self.dislodged]) + self._center_faults(board)
        for name, known, kind in (
            ("contested", board.province_number, "province"),
            ("closed", board.province_number, "province"),
            ("civil_disorder", board.powers, "power"),
        ):
            faults += [f"{name}: no {kind} {id}" for id in sorted(getattr(self, name) - known.keys())]
        return faults

    def _center_faults(self, board: Board) -> list[str]:
        owned = frozenset[str]().union(*self.centers.values())
        each_once = len(owned) == sum(map(len, self.centers.values()))
        if each_once and owned <= board.center_ids and self.centers.keys() <= board.powers.keys():
            return []
        faults: list[str] = []
        owner: dict[str, str] = {}
        for power, centers in self.centers.items():
            if power not in board.powers:
                faults.append(f"centers of {power}: no such power")
            faults.extend(f"centers of {power}: {twice} is listed twice" for twice in _repeated(centers))
            for center in centers:
                number = board.province_number.get(center)
                if number is None or not board.provinces[number].center:
                    faults.append(f"{power}: {center} is not a supply center")
                elif owner.setdefault(center, power) != power:
                    faults.append(f"{center} is owned by {owner[center]} and by {power}")
        return faults

    @property
    def phase_type(self) -> PhaseType:
        """The type of the phase (default: movement).

        >>> starting_position().phase_type, Position().phase_type
        (PhaseType.MOVEMENT, PhaseType.MOVEMENT)
        """
        return self.phase.type if self.phase else PhaseType.MOVEMENT

    def by_power(self) -> dict[str, tuple[Unit, ...]]:
        """Return the units of each power that has units; the powers are in the order of their first units.

        >>> list(starting_position().by_power())
        ['AUSTRIA', 'ENGLAND', 'FRANCE', 'GERMANY', 'ITALY', 'RUSSIA', 'TURKEY']
        """
        by_power: dict[str, list[Unit]] = {}
        for unit in self.units:
            by_power.setdefault(unit.power, []).append(unit)
        return {power: tuple(units) for power, units in by_power.items()}


def _grouped(entries: Iterable[tuple[str, str]]) -> str:
    """Return texts by their power, as a position in one line has them, in their order."""
    by_power: list[tuple[str, list[str]]] = []
    for power, text in entries:
        if not by_power or by_power[-1][0] != power:  # a power's units may be listed apart
            by_power.append((power, []))
        if text:
            by_power[-1][1].append(text)
    return ";".join(f"{power}:{','.join(texts)}" for power, texts in by_power) or "-"


def unchecked_position(fields: Mapping[str, Any]) -> Position:
    """Return the position of all eight fields without checking their types; `centers` is a `ReadOnlyDict`.

    >>> unchecked_position(vars(Position())) == Position()
    True
    """
    position = object.__new__(Position)
    position.__dict__.update(fields)
    position.__dict__.pop(_CHECKED, None)
    return position


def changed_position(position: Position, **fields: Any) -> Position:
    """Return a position with other values of some fields, unchecked: faster than `dataclasses.replace`.

    >>> changed_position(Position(), phase=Phase.parse("S1901M")).phase
    Phase('S', 1901, PhaseType.MOVEMENT)
    """
    return unchecked_position({**position.__dict__, **fields})


def _possible(fields: Mapping[str, Any]) -> Position:
    position = unchecked_position(fields)
    position.check(named_board(position.board))
    return position


def on_board(position: Position, board: Board | str | None = None) -> tuple[Position, Board]:
    """Return a possible position, and its board.

    Args:
        position: The position.
        board: The board (default: that of the position). A position for another board is moved to this one.

    Raises:
        PositionError: The position is impossible.
        WrongTypeError: It is not a position.

    >>> on_board(Position())[1]
    <Board standard: 75 provinces, 7 powers>
    """
    if not isinstance(position, Position):  # pyright: ignore[reportUnnecessaryIsInstance]
        hint = "; Position.parse reads texts" if isinstance(position, str) else ""
        raise WrongTypeError(f"expected a position, not {position!r}{hint}")
    known_board = named_board(position.board if board is None else board)
    if position.board != known_board.source:
        position = replace(position, board=known_board.source)
    position.check(known_board)
    return position, known_board


def _repeated(names: Sequence[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)


def unit_faults(board: Board, units: Iterable[Unit]) -> list[str]:
    """Return a sentence for each unit in an impossible place, and for each second unit in a province.

    Raises:
        WrongTypeError: A member of `units` is not a unit.

    >>> from standoff.map import load_board
    >>> unit_faults(load_board(), [Unit(ARMY, "ENG", "FRANCE"), Unit(FLEET, "BRE", "FRANCE")])
    ['FRANCE: A ENG: an army cannot stand at sea']
    """
    faults: list[str] = []
    seen: dict[str, Unit] = {}
    army_stands, fleet_stands, powers = board.army_stands, board.fleet_stands, board.powers
    for unit in units:
        # nearly every unit is fine: only the others need sentences
        if unit.__class__ is not Unit:
            raise WrongTypeError(f"expected {_COLLECTIONS['units'][2]}, not {unit!r}")
        province_id = (fleet_stands if unit.type is FLEET else army_stands).get(unit.location)
        if province_id is not None and unit.power in powers and province_id not in seen:
            seen[province_id] = unit
            continue
        who = f"{unit.power}: {unit}"
        if unit.power not in board.powers:
            faults.append(f"{who}: no power {unit.power} on board {board.name}")
        number = board.province_number.get(unit.province)
        if number is None or unit.location not in board.location_number:
            faults.append(f"{who}: no such place{board.nearest(unit.location)}")
            continue
        province = board.provinces[number]
        if unit.type is ARMY and not board.land >> number & 1:
            faults.append(f"{who}: an army cannot stand at sea")
        elif unit.type is ARMY and unit.location != province.id:
            faults.append(f"{who}: an army stands in the province, not on a coast")
        elif unit.type is FLEET and province.kind == INLAND:
            faults.append(f"{who}: a fleet cannot stand inland")
        elif unit.type is FLEET and unit.location not in province.locations:
            faults.append(f"{who}: the coast is missing; expected one of {', '.join(province.locations)}")
        other = seen.get(unit.province)
        if other is None:
            seen[unit.province] = unit
        elif other == unit:
            faults.append(f"{who}: listed twice")
        else:
            faults.append(f"{who}: two units in one province; {other.power}: {other} stands there too")
    return faults


def starting_position(board: Board | str | Path | None = None) -> Position:
    """Return the starting position of a board.

    Args:
        board: The board, its name, or the `Path` of its file (default: the standard board; `named_board`).

    Raises:
        BoardError: There is no such board.
        WrongTypeError: `board` is neither text nor a path nor a board.

    >>> len(starting_position().units)
    22
    """
    board = named_board("standard" if board is None else board)
    return Position(
        units=tuple(
            Unit(UnitType(text[0]), text[2:], power.id) for power in board.powers.values() for text in power.units
        ),
        centers={power.id: power.centers for power in board.powers.values()},
        phase=board.calendar.begin,
        civil_disorder=board.civil_disorder,
        closed=board.closed,
        board=board.source,
    )
