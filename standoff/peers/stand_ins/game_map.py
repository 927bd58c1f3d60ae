"""The map of a game, in the shapes of the package's class ``Map``, from a board."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ...map import SEA, Board, BoardError, Json, load_board, province_of
from .parts import NotOffered, copied, not_offered, phase_order

_SEASONS = ("SPRING", "FALL", "WINTER")
_TYPES = {"M": "MOVEMENT", "R": "RETREATS", "A": "ADJUSTMENTS"}
_SEQUENCE = ["SPRING MOVEMENT", "SPRING RETREATS", "FALL MOVEMENT", "FALL RETREATS", "WINTER ADJUSTMENTS"]
_SHUT = {"SWI": ("SWITZERLAND", ("BUR", "MAR", "MUN", "PIE", "TYR"))}
"""The province that no unit may enter: its name and its neighbors."""
_KINDS = {"sea": "WATER", "coastal": "COAST", "inland": "LAND"}
_SIDES = {"NC": "NORTH", "SC": "SOUTH", "EC": "EAST", "WC": "WEST"}


class Map:
    """The map of a board.

    Args:
        name: The board, or the path of any ``.map`` file of the package.
        use_cache: Without effect.

    Raises:
        BoardError: There is no such board, or the file cannot be read.
        NotOffered: Not all abbreviations of its provinces have three letters.

    >>> board = Map()
    >>> board.abuts("A", "PAR", "-", "BUR"), board.loc_type["STP/NC"], board.find_coasts("STP")
    (1, 'COAST', ['STP/NC', 'STP/SC', 'STP'])
    """

    def __init__(self, name: str | Board = "standard", use_cache: bool = True) -> None:
        self.board = name if isinstance(name, Board) else _board_named(name)
        self.__dict__.update(copied(_attributes_of(self.board)))
        self.phase = self.phase_long(str(self.board.calendar.begin))

    def __getattr__(self, name: str) -> Any:
        raise not_offered("Map", name)

    def __str__(self) -> str:
        return self.name

    # -- places ------------------------------------------------------------------------------------

    def find_coasts(self, loc: str) -> list[str]:
        """Return the coasts of a location's province, and the province; empty if there is no such place."""
        return list(self.loc_coasts.get(loc.upper(), ()))

    def area_type(self, loc: str) -> str | None:
        """Return "LAND", "COAST", "WATER" or "SHUT", None if there is no such place."""
        return self.loc_type.get(loc.upper()) or self.loc_type.get(loc.lower())

    def abut_list(self, site: str, incl_no_coast: bool = False) -> list[str]:
        """Return the places next to one, in lower case those that only armies reach from there.

        Args:
            site: A location; a province with coasts in either letter case.
            incl_no_coast: True to add the province of each coast.
        """
        beside = self.loc_abut.get(site, self.loc_abut.get(site.lower(), []))
        without = [place[:3] for place in beside if "/" in place] if incl_no_coast else []
        return [*beside, *dict.fromkeys(without)]

    def abuts(self, unit_type: str, unit_loc: str, order_type: str, other_loc: str) -> int:
        """Return 1 if a unit's order is possible by reach, otherwise 0.

        Args:
            unit_type: "A", "F", or "?" for either.
            unit_loc: Its location.
            order_type: "-" to move there, "S" to support something there (on any coast), "C" to take part in a
                convoy between the two: for an army, also with an adjacent sea.
            other_loc: The destination.
        """
        if unit_type not in ("A", "F"):
            return int(any(self.abuts(each, unit_loc, order_type, other_loc) for each in "AF"))
        board, here, there = self.board, unit_loc.upper(), other_loc.upper()
        if here not in board.location_number or there not in board.location_number:
            return 0
        target = board.province_number[province_of(there)]
        if unit_type == "F":
            if here not in board.fleet_stands:
                return 0
            fleet = board.fleet_graph[here]
            return int(province_of(there) in map(province_of, fleet) if order_type == "S" else there in fleet)
        if here not in board.army_stands:
            return 0
        if order_type == "C" and board.provinces[target].kind == SEA:
            return int(here in map(province_of, board.fleet_graph[there]))
        near = board.tables.army[board.province_number[here]] >> target & 1
        return near if order_type == "S" or "/" not in there else 0

    _abuts = abuts

    def is_valid_unit(self, unit: str, no_coast_ok: int = 0, shut_ok: int = 0) -> int:
        """Return whether a unit, as in "F STP/SC", can be where it is.

        Args:
            unit: The unit; its type may be "?".
            no_coast_ok: True to accept a fleet in a province with coasts without a coast.
            shut_ok: True to accept a province that no unit may enter.
        """
        kind, _, place = unit.upper().partition(" ")
        if self.area_type(place) == "SHUT":
            return int(bool(shut_ok))
        stands = self.board.fleet_stands
        fleet = place in stands or (bool(no_coast_ok) and place in {stand[:3] for stand in stands})
        army = place in self.board.army_stands
        return int({"A": army, "F": fleet, "?": army or fleet or place in self.board.location_number}.get(kind, False))

    @property
    def svg_path(self) -> None:
        """None: pictures are drawn, not read from a file."""
        return None

    # -- phases ------------------------------------------------------------------------------------

    def phase_abbr(self, phase: str, default: str = "?????") -> str:
        """Return "S1901M" for "SPRING 1901 MOVEMENT".

        >>> Map().phase_abbr("FALL 1905 RETREATS")
        'F1905R'
        """
        parts = phase.upper().split()
        if phase in ("FORMING", "COMPLETED"):
            return phase
        if len(parts) != 3 or parts[0] not in _SEASONS or parts[2] not in _TYPES.values() or not parts[1].isdigit():
            return default
        return f"{parts[0][0]}{int(parts[1]):04}{parts[2][0]}"

    def phase_long(self, phase_abbr: str, default: str = "?????") -> str:
        """Return "SPRING 1901 MOVEMENT" for "S1901M"."""
        match = re.fullmatch(r"([SFW])(\d+)([MRA])", phase_abbr.upper())
        if match is None:
            return phase_abbr if phase_abbr in ("FORMING", "COMPLETED") else default
        season = next(name for name in _SEASONS if name[0] == match[1])
        return f"{season} {match[2]} {_TYPES[match[3]]}"

    def compare_phases(self, phase1: str, phase2: str) -> int:
        """Return -1 if a phase, "S1901M", is before another, 1 if it is after it, 0 if they are equal."""
        length = 2 if "?" in (phase1[-1:], phase2[-1:]) else 3
        one, two = phase_order(phase1.upper())[:length], phase_order(phase2.upper())[:length]
        return (one > two) - (one < two)

    def find_next_phase(self, phase: str, phase_type: str | None = None, skip: int = 0) -> str:
        """Return the next phase ("SPRING 1901 RETREATS"), of a type ("M") if given, skipping some if asked."""
        return self._step(phase, phase_type, skip, 1)

    def find_previous_phase(self, phase: str, phase_type: str | None = None, skip: int = 0) -> str:
        """Return the previous phase, of a type if given, skipping some if asked."""
        return self._step(phase, phase_type, skip, -1)

    def _step(self, phase: str, phase_type: str | None, skip: int, by: int) -> str:
        parts = phase.upper().split()
        if len(parts) != 3 or f"{parts[0]} {parts[2]}" not in _SEQUENCE:
            return phase
        at = int(parts[1]) * len(_SEQUENCE) + _SEQUENCE.index(f"{parts[0]} {parts[2]}")
        while True:
            at += by
            year, number = divmod(at, len(_SEQUENCE))
            season, kind = _SEQUENCE[number].split()
            if phase_type in (None, kind[0]):
                if not skip:
                    return f"{season} {year} {kind}"
                skip -= 1


def _board_named(name: str) -> Board:
    try:
        board = load_board(name)
    except BoardError as fault:
        is_map = name.lower().endswith(".map")
        hint = "" if is_map else "; a .map file, such as the package has them, is read by its path"
        raise BoardError(f"{fault}{hint}") from None
    if any(len(province.id) != 3 for province in board.provinces):
        raise NotOffered(f"board {name} is not offered to programs of the package: they count on three letters")
    return board


@lru_cache(maxsize=16)
def _attributes_of(board: Board) -> Json:
    """Return the attributes of a map, without those of its board."""
    powers = board.powers.values()
    homes = {power.id: list(power.homes) for power in powers}
    own = [home for some in homes.values() for home in some]
    return {
        **_places(board),
        "name": board.name,
        "root_map": board.name,
        "first_year": board.first_year,
        "victory": [board.victory_centers],
        "flow": ["SPRING:MOVEMENT,RETREATS", "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS"],
        "seq": ["NEWYEAR", *_SEQUENCE],
        "flow_sign": 1,
        "phase_abbrev": _TYPES,
        "unit_names": {"A": "ARMY", "F": "FLEET"},
        "powers": list(board.powers),
        "pow_name": {power: power for power in board.powers},
        "own_word": {**{power.id: power.adjective.upper() for power in powers}, "UNOWNED": "UNOWNED"},
        "abbrev": {},
        "homes": homes,
        "centers": homes,
        "units": {power.id: list(power.units) for power in powers},
        "scs": [*own, *(center for center in board.centers if center not in own)],
        **{name: [] for name in ("files", "rules", "dummies", "owns", "inhabits", "error")},
        "validated": 1,
    }


def _places(board: Board) -> Json:
    """Return the package's data on places, from the board's graphs."""
    loc_name: dict[str, str] = {}
    loc_type: dict[str, str] = {}
    loc_coasts: dict[str, list[str]] = {}
    loc_abut: dict[str, list[str]] = {}
    aliases = {name.upper(): power for name, power in board.names.powers.items()}
    for name, meant in board.names.provinces.items():
        if len(meant) == 1 and name.upper() != meant[0]:
            aliases[name.upper()] = meant[0]
    for province in board.provinces:
        coasts = [place for place in province.locations if place != province.id]
        full = province.name.upper().replace(".", "")
        for place in (*coasts, province.id.lower() if coasts else province.id):
            loc_type[place] = _KINDS[province.kind]
            loc_abut[place] = _neighbors(board, place)
        for coast in coasts:
            side = f"{_SIDES[coast[4:]]} COAST"
            loc_name[f"{full} ({side})"] = coast
            for name in (full, province.id):
                for written in (coast[3:], f"( {coast[3:]} )", f"( {side} )"):
                    aliases[f"{name} {written}"] = coast
        loc_name[full] = province.id
        loc_coasts |= {place: [*coasts, province.id] for place in (*coasts, province.id)}
    for place, (name, around) in _SHUT.items():
        if board.name == "standard" or place in board.impassable:
            loc_name[name], loc_type[place], loc_coasts[place], aliases[name] = place, "SHUT", [place], place
            loc_abut[place] = list(around)
            for other in around:
                loc_abut[other].append(place)
    reached = {
        place.upper(): [other for near in dict.fromkeys(to[:3].upper() for to in beside) for other in loc_coasts[near]]
        for place, beside in loc_abut.items()
    }
    return {
        "locs": list(loc_type),
        "loc_name": loc_name,
        "loc_type": loc_type,
        "loc_abut": loc_abut,
        "loc_coasts": loc_coasts,
        "dest_with_coasts": reached,
        "aliases": aliases,
    }


def _neighbors(board: Board, place: str) -> list[str]:
    """Return the places next to one: in capitals those that a fleet reaches, or between which only armies can go."""
    if place.islower():  # a province with coasts: all its neighbors, without coasts
        return sorted(
            {other[:3] for coast in board.province(place.upper()).locations for other in board.fleet_graph[coast]}
            | set(board.army_graph[place.upper()])
        )
    fleets = set(board.fleet_graph[place]) if place in board.fleet_stands else set[str]()
    armies = set(board.army_graph[place]) if place in board.army_stands else set[str]()
    beside = list(fleets)
    for other in armies - {near[:3] for near in fleets}:
        both = place in board.fleet_stands and other in {stand[:3] for stand in board.fleet_stands}
        beside.append(other.lower() if both else other)
    return sorted(beside, key=str.upper)
