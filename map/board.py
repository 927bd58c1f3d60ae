"""The board: provinces, locations and the two graphs that armies and fleets move on.

Everything about a board comes from one JSON file in `boards/`; no other code knows a province by name.
A *province* is one area; a *location* is a place where a unit can stand: a province, or one coast of a
province that has several (``"STP/SC"``).

Inside, provinces and locations also have numbers, so that sets of them are bit masks: bit *p* of a
province mask is the province ``board.provinces[p]``, bit *l* of a location mask ``board.locations[l]``.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import FrozenInstanceError
from functools import cache, cached_property
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

from .board_data import (
    CHANGING,
    COASTAL,
    INLAND,
    SEA,
    check_board_data,
    check_extending,
    check_size,
    is_file_name,
    names_a_file,
    refuse,
    split_name,
)
from .errors import BoardError, BoardWarning, UnknownNameError, WrongTypeError
from .files import MOST_BYTES, file_beside, is_within, read_file
from .json_text import json_object
from .json_values import JsonError
from .masks import bits
from .names import Names
from .phases import Phase
from .provinces import Power, Province, Tables
from .settings import Calendar, Joining, Victory, setting_faults
from .spelling import simplified
from .units import ARMY, FLEET, UnitType, province_of
from .values import Picture, ReadOnlyDict

if TYPE_CHECKING:
    import networkx

Border = tuple[str, str]
"""Two locations; of a border of one way, the first is where it leads from."""
T = TypeVar("T", str, int)


class Board(Picture):
    """A board, built from the data of one file. Never changed once built; notebooks draw its starting position.

    Args:
        data: The content of a board file (`docs/boards.md` describes it).
        checked: True if it is known to be what the schema says, as that of the boards of the package is.

    Raises:
        BoardError: The data contradict themselves; all faults are listed.

    >>> from standoff.map import load_board
    >>> board = load_board()
    >>> len(board.provinces), len(board.centers), board.victory_centers
    (75, 34, 18)
    >>> sorted(board.army_graph["PAR"])
    ['BRE', 'BUR', 'GAS', 'PIC']
    """

    def __init__(self, data: dict[str, Any], *, checked: bool = False) -> None:
        if not isinstance(data, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected the data of a board as a dict; load_board takes names, not {data!r}")
        if checked is not True:
            check_board_data(data)
        self.name: str = data["name"]
        #: What `load_board` made it from: a name, or the path of a file; its name if it was made otherwise.
        self.source: str = self.name
        #: The same, with the path of a file from the root: it holds in other folders, too.
        self.place: str = self.name
        #: What a file of another program says and the board does not, one sentence each.
        self.lost: tuple[str, ...] = ()
        self._data = data
        #: One line on what it is, empty for a board that is not one of the variants; and where it comes from.
        self.about: str = data.get("about", "")
        self.origin: str = data.get("source", "")
        self.provinces: tuple[Province, ...] = tuple(
            Province(
                pid,
                entry["name"],
                entry["kind"],
                tuple(entry.get("coasts", ())),
                entry.get("center", False),
                tuple(entry.get("aliases", ())),
                entry.get("convoys", entry["kind"] == SEA),
            )
            for pid, entry in data["provinces"].items()
        )
        self.centers: tuple[str, ...] = tuple(p.id for p in self.provinces if p.center)
        self.center_ids = frozenset(self.centers)
        #: Where powers may build: "home", "owned" or "chosen".
        self.builds: str = data.get("builds", "home")
        self.powers: ReadOnlyDict[str, Power] = ReadOnlyDict(
            {
                pid: Power(
                    pid,
                    entry["name"],
                    entry["adjective"],
                    tuple(entry["homes"]),
                    tuple(entry["units"]),
                    tuple(entry.get("aliases", ())),
                    tuple(entry.get("country", entry["homes"])),
                    tuple(entry.get("centers", entry["homes"])),
                    self.centers if self.builds == "owned" else tuple(entry.get("builds", entry["homes"])),
                )
                for pid, entry in data["powers"].items()
            }
        )
        #: The powers by number, as arrays have them.
        self.power_names: tuple[str, ...] = tuple(self.powers)
        #: Borders that a unit can cross only one way, from the first location.
        self.army_one_way: tuple[Border, ...] = _edges(data.get("army_one_way", {}))
        self.fleet_one_way: tuple[Border, ...] = _edges(data.get("fleet_one_way", {}))
        #: All borders, including those of one way.
        self.army_edges: tuple[Border, ...] = _edges(data["army"]) + self.army_one_way
        self.fleet_edges: tuple[Border, ...] = _edges(data["fleet"]) + self.fleet_one_way
        #: Places that no unit enters, by abbreviation: their names.
        self.impassable: ReadOnlyDict[str, str] = ReadOnlyDict(data.get("impassable", {}))
        self.locations: tuple[str, ...] = (
            *(province.id for province in self.provinces),
            *(f"{province.id}/{coast}" for province in self.provinces for coast in province.coasts),
        )
        self.province_number = ReadOnlyDict({p.id: n for n, p in enumerate(self.provinces)})
        self.location_number = ReadOnlyDict({loc: n for n, loc in enumerate(self.locations)})
        self._check()
        self._set(data)
        # number of the province of each location, by the location's number
        self.province_of_location: tuple[int, ...] = tuple(
            self.province_number[province_of(loc)] for loc in self.locations
        )
        #: The number of the province of each location, by the location's name.
        self.province_of_place = ReadOnlyDict(zip(self.locations, self.province_of_location, strict=True))
        self._build_masks()
        armies = {p.id: p.id for n, p in enumerate(self.provinces) if self.land >> n & 1}
        #: Where armies and where fleets can stand: the province of each such location.
        self.army_stands = ReadOnlyDict(armies)
        self.fleet_stands = ReadOnlyDict({location: p.id for p in self.provinces for location in p.locations})
        self._whole = True

    def __setattr__(self, name: str, value: object) -> None:
        if "_whole" in self.__dict__:
            raise FrozenInstanceError(f"a board never changes: {name} cannot be set")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"a board never changes: {name} cannot be deleted")

    def _check(self) -> None:
        faults: list[str] = []
        standing = {loc for p in self.provinces for loc in p.locations}
        for kind, edges, places, one in (
            ("army", self.army_edges, self.province_number, "an army"),
            ("fleet", self.fleet_edges, standing, "a fleet"),
        ):
            seen: set[frozenset[str]] = set()
            for edge in edges:
                where, ends = f"{kind} {edge[0]} {edge[1]}", frozenset(edge)
                faults += [f"{where}: {one} cannot stand at {loc}" for loc in edge if loc not in places]
                if len(ends) == 1 or ends in seen:
                    faults.append(f"{where}: written twice, or a loop")
                elif province_of(edge[0]) == province_of(edge[1]):
                    faults.append(f"{where}: both are in one province")
                seen.add(ends)
            for key in (kind, f"{kind}_one_way"):
                faults += [
                    f"{key} {place}: {one} cannot stand there"
                    for place, others in self._data.get(key, {}).items()
                    if place not in places and not others.split()
                ]
        walked = {location for edge in self.army_edges for location in edge}
        armies = {p.id for p in self.provinces if p.kind != SEA or p.id in walked}
        owner: dict[str, str] = {}
        occupied: dict[str, str] = {}
        for power in self.powers.values():
            faults += [f"{power.id}: country: no province {p}" for p in power.country if p not in self.province_number]
            for places, what in {power.builds: "builds:", power.centers: "center", power.homes: "home center"}.items():
                strangers = (name for name in places if name not in self.center_ids)
                faults += [f"{power.id}: {what} {name} is not a supply center" for name in strangers]
            for center in power.centers:
                if (other := owner.setdefault(center, power.id)) != power.id:
                    faults.append(f"{center} is owned by {other} and by {power.id} at the start")
            for text in power.units:
                if text[2:] not in {"A ": armies, "F ": standing}.get(text[:2], ()):
                    faults.append(f"{power.id}: starting unit {text!r}; expected A or F and where it can stand")
                unit = f"{text} of {power.id}"
                if (other := occupied.setdefault(province_of(text[2:]), unit)) is not unit:
                    faults.append(f"{unit} starts where {other} does: two units in one province")
        faults += [
            f"province {p.id}: convoys: a fleet convoys from the sea, or from a coastal province with one coast"
            for p in self.provinces
            if p.convoys and (p.kind == INLAND or p.coasts)
        ]
        called = {simplified(name) for p in self.provinces for name in (p.id, p.name)}
        for pair in self.impassable.items():
            faults += [f"{name!r} is impassable, and a province" for name in pair if simplified(name) in called][:1]
        refuse(self.name, [*faults, *setting_faults(self.powers, self.province_number, self._data)])

    def _set(self, data: dict[str, Any]) -> None:
        """Note how a game on the board is played."""
        #: What wins; the number of centers that does, if any.
        self.victory: Victory = Victory.from_data(data)
        self.victory_centers: int = data.get("victory_centers", self.victory.centers or 18)
        self.calendar: Calendar = Calendar.from_data(data)
        self.first_year: int = self.calendar.begin.year
        #: Powers that nobody plays at first.
        self.civil_disorder: frozenset[str] = frozenset(data.get("civil_disorder", ()))
        #: The powers of each player.
        self.players: tuple[tuple[str, ...], ...] = tuple(map(tuple, data.get("players", ()))) or tuple(
            (power,) for power in self.powers if power not in self.civil_disorder
        )
        #: Provinces that nobody may enter at first.
        self.closed: frozenset[str] = frozenset(
            province
            for name in data.get("closed", ())
            for province in (self.powers[name].country if name in self.powers else (name,))
        )
        joins = data.get("joins")
        #: The power that joins a player by lot.
        self.joins: Joining | None = (
            Joining(joins["power"], Phase.parse(joins["lot_at"]), Phase.parse(joins["plays_from"])) if joins else None
        )

    def _build_masks(self) -> None:
        count, number = len(self.provinces), self.province_number
        place, home = self.location_number, self.province_of_place
        fleet_ways = _ways(self.fleet_edges, self.fleet_one_way)
        walked = [(number[a], number[b]) for a, b in self.army_edges]
        sailed = [(home[a], home[b]) for a, b in self.fleet_edges]
        #: By province: the provinces that an army there can reach over land.
        self.army_reach: tuple[int, ...] = _masks(
            count, [(number[a], number[b]) for a, b in _ways(self.army_edges, self.army_one_way)]
        )
        #: By location: the locations that a fleet there can reach.
        self.fleet_reach: tuple[int, ...] = _masks(len(place), [(place[a], place[b]) for a, b in fleet_ways])
        #: By location: the provinces that a fleet there can reach, coasts set aside.
        self.fleet_reach_provinces: tuple[int, ...] = _masks(len(place), [(place[a], home[b]) for a, b in fleet_ways])
        #: By province: the provinces adjacent to it for any unit.
        self.around: tuple[int, ...] = _masks(count, _ways([*walked, *sailed]))
        #: Provinces that are seas, those that are coastal, and those where an army can stand: all but the seas,
        #: and seas that the board's data let armies walk to (Helgoland in the oldest Czech edition).
        self.seas: int = _mask(p.kind == SEA for p in self.provinces)
        self.coastal: int = _mask(p.kind == COASTAL for p in self.provinces)
        self.land: int = _mask(p.kind != SEA or reach for p, reach in zip(self.provinces, self.army_reach, strict=True))
        #: The provinces whose fleets convoy: the seas, except for those that a variant excludes, and convoying coasts.
        self.waters: int = _mask(p.convoys for p in self.provinces)
        #: By province: the locations in it where a fleet can stand.
        self.fleet_locations: tuple[int, ...] = _masks(
            count, [(number[p.id], place[loc]) for p in self.provinces for loc in p.locations]
        )
        seas = bits(self.waters)
        sea = {province: n for n, province in enumerate(seas)}
        shore = _masks(count, [(here, sea[there]) for here, there in _ways(sailed) if there in sea])
        self.tables: Tables = Tables(
            army=self.army_reach,
            fleet=self.fleet_reach,
            fleet_to=self.fleet_reach_provinces,
            first_coast=tuple(place[f"{p.id}/{p.coasts[0]}"] if p.coasts else 0 for p in self.provinces),
            coasts=tuple(len(p.coasts) for p in self.provinces),
            coastal=tuple(int(p.kind == COASTAL) for p in self.provinces),
            sea=tuple(sea.get(n, -1) for n in range(count)),
            sea_province=tuple(seas),
            shore=shore,
            near=tuple(shore[province] for province in seas),
            province=self.province_of_location,
        )

    @property
    def data(self) -> dict[str, Any]:
        """The content of a board file that it was built from, as a copy: changed, it makes another board."""
        return deepcopy(self._data)

    # -- graphs -------------------------------------------------------------------------------------

    @cached_property
    def army_graph(self) -> networkx.Graph[str]:
        """The graph that armies move on: one node for each province where an army can stand.

        It is directed if there are borders of one way.
        """
        nodes = [p.id for n, p in enumerate(self.provinces) if self.land >> n & 1]
        return _graph(f"{self.name}: armies", nodes, self.army_edges, self.army_one_way)

    @cached_property
    def fleet_graph(self) -> networkx.Graph[str]:
        """The graph that fleets move on: one node for each sea, coastal province, or coast of one.

        It is directed if there are borders of one way.
        """
        nodes = [loc for p in self.provinces for loc in p.locations]
        return _graph(f"{self.name}: fleets", nodes, self.fleet_edges, self.fleet_one_way)

    @cached_property
    def province_graph(self) -> networkx.Graph[str]:
        """Provinces, joined where any unit can move from one to the other."""
        import networkx

        graph: networkx.Graph[str] = networkx.Graph(name=self.name)
        graph.add_nodes_from(p.id for p in self.provinces)
        graph.add_edges_from(self.army_edges)
        graph.add_edges_from((province_of(a), province_of(b)) for a, b in self.fleet_edges)
        networkx.freeze(graph)  # pyright: ignore[reportUnknownMemberType]
        return graph

    # -- lookups ------------------------------------------------------------------------------------

    def province(self, name: str) -> Province:
        """Return the province of an abbreviation or location ("STP", "STP/SC").

        Raises:
            UnknownNameError: The board has no such location.
            WrongTypeError: `name` is not a text.

        >>> load_board().province("STP/SC").id
        'STP'
        """
        try:
            number = self.location_number[name]
        except (KeyError, TypeError):
            raise self._no_province(name) from None
        return self.provinces[self.province_of_location[number]]

    def neighbors(self, place: str, type: UnitType | None = None) -> tuple[str, ...]:
        """Return where a unit can go from a place without a convoy: locations for a fleet, provinces for an army.

        Args:
            place: A province or location, by its abbreviation.
            type: The type of the unit; both if left out, by provinces.

        Raises:
            UnknownNameError: The board has no such place.

        >>> board = load_board()
        >>> board.neighbors("PAR"), board.neighbors("SPA/SC", FLEET)
        (('BRE', 'BUR', 'GAS', 'PIC'), ('LYO', 'MAO', 'MAR', 'POR', 'WES'))
        """
        province = self.province(place)
        if type is not None:
            # the numbers of provinces are those of their locations, too
            reach = self.army_reach[self.province_number[province.id]]
            reach = reach if type is ARMY else self.fleet_reach[self.location_number[place]]
            return tuple(sorted(self.locations[number] for number in bits(reach)))
        ways = [self.neighbors(place if "/" in place else each, FLEET) for each in province.locations]
        by_sea = {self.province(end).id for way in ways for end in way}
        return tuple(sorted(by_sea.union(self.neighbors(province.id, ARMY))))

    def number_of(self, name: str) -> int:
        """Return the number of a province by its abbreviation, as an order may name it.

        Raises:
            UnknownNameError: The board has no such province.
            WrongTypeError: `name` is not a text.

        >>> board = load_board()
        >>> board.provinces[board.number_of("PAR")].name
        'Paris'
        """
        try:
            return self.province_number[name]
        except (KeyError, TypeError):
            raise self._no_province(name) from None

    def _no_province(self, name: object) -> UnknownNameError:
        return UnknownNameError(f"no province {_text(name)!r} on board {self.name}{self.nearest(_text(name))}")

    def power(self, power: str) -> Power:
        """Return the power of an id.

        Raises:
            UnknownNameError: The board has no such power; the message names the nearest.

        >>> load_board().power("FRANC")
        Traceback (most recent call last):
            ...
        standoff.map.errors.UnknownNameError: no power 'FRANC' on board standard (nearest known: France)
        """
        try:
            return self.powers[power]
        except (KeyError, TypeError):
            raise self._no_power(power) from None

    def power_named(self, name: object) -> str:
        """Return the id of the power that a name means, in any of the languages or shortened.

        Raises:
            UnknownNameError: It means no power, or several; the message names the nearest.

        >>> load_board().power_named("French"), load_board().power_named("Fra")
        ('FRANCE', 'FRANCE')
        """
        if isinstance(name, str):
            power = name if name in self.powers else self.names.power(name)
            if power is not None:
                return power
        raise self._no_power(name)

    def _no_power(self, name: object) -> UnknownNameError:
        shown = repr(name[:200] + "…" if isinstance(name, str) and len(name) > 200 else name)
        hint = self.nearest_power(str(name)[:200]) or f"; known: {', '.join(self.powers)}"
        return UnknownNameError(f"no power {shown} on board {self.name}{hint}")

    def nearest_power(self, name: str) -> str:
        """Return a hint with the known names of powers nearest to `name`, or an empty text.

        >>> load_board().nearest_power("Germnay")
        ' (nearest known: Germany)'
        """
        return _hint(self.names.nearest_power(_text(name)))

    def nearest(self, name: str) -> str:
        """Return a hint with the known names nearest to `name`, or an empty text.

        A name that is known, where only abbreviations are read, is answered with its abbreviation.

        >>> load_board().nearest("Pariss"), load_board().nearest("Paris")
        (' (nearest known: Paris)', ' (nearest known: PAR)')
        """
        meant = self.names.find(_text(name))
        return _hint(meant if meant and name not in meant else self.names.nearest(name))

    def without_border(self, kind: UnitType, here: str, there: str) -> Board:
        """Return a board of the same name on which units of a kind cannot go from one place to the other, nor back.

        Raises:
            UnknownNameError: The board has no such location.
            WrongTypeError: A name is not a text.

        >>> from standoff.map import ARMY, load_board
        >>> sorted(load_board().without_border(ARMY, "PAR", "BUR").army_graph["PAR"])
        ['BRE', 'GAS', 'PIC']
        """
        for place in (here, there):
            self.province(place)
        removed = {f"{'army' if kind is ARMY else 'fleet'}_removed": {here: there}}
        return Board(_extended({"name": self.name, "extends": self.name, **removed}, self._data))

    @cached_property
    def checksum(self) -> int:
        """The CRC-32 of all that its file says, with what that extends: another one if anything in it is changed.

        >>> load_board().checksum == load_board("standard").checksum != load_board("czech1962").checksum
        True
        """
        return crc32(json.dumps(self._data).encode())

    @cached_property
    def names(self) -> Names:
        """What provinces, coasts and powers are called."""
        standard = self if self.name == "standard" else load_board()
        english = {each.id: each.name for each in (*standard.provinces, *standard.powers.values())}
        return Names(self.provinces, self.powers, self.impassable, english)

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.provinces)} provinces, {len(self.powers)} powers>"

    def __reduce__(self) -> tuple[object, ...]:
        # a board that was loaded is one and the same object for all; unpickling finds it again
        return (load_board, (self.source,)) if _is_loaded(self) else (Board, (self._data,))


def _text(name: object) -> str:
    if not isinstance(name, str):
        raise WrongTypeError(f"expected a name as text, not {name!r}")
    return name


def _hint(near: Sequence[str]) -> str:
    return f" (nearest known: {', '.join(near)})" if near else ""


def _graph(name: str, nodes: list[str], edges: Iterable[Border], one_way: Iterable[Border]) -> networkx.Graph[str]:
    import networkx

    graph: networkx.Graph[str] = networkx.DiGraph(name=name) if one_way else networkx.Graph(name=name)
    graph.add_nodes_from(nodes)
    graph.add_edges_from(_ways(edges, one_way))
    networkx.freeze(graph)  # pyright: ignore[reportUnknownMemberType]
    return graph


def _ways(edges: Iterable[tuple[T, T]], one_way: Iterable[tuple[T, T]] = ()) -> list[tuple[T, T]]:
    """Return borders as ways: both ways, except for those of one way."""
    single = frozenset(one_way)
    return [*edges, *((two, one) for one, two in edges if (one, two) not in single)]


def _masks(count: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return for each number below `count` the mask of those that it is paired with."""
    masks = [0] * count
    for one, other in pairs:
        masks[one] |= 1 << other
    return tuple(masks)


def _mask(members: Iterable[object]) -> int:
    return sum(1 << number for number, member in enumerate(members) if member)


def _edges(entry: dict[str, str]) -> tuple[Border, ...]:
    return tuple((one, two) for one, others in entry.items() for two in others.split())


def _extended(data: dict[str, Any], base: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a board that changes another one.

    Provinces and powers are left out, added, or get other values under the keys that are given; edges are added and
    removed; any other key has the value that this board gives it, or else that of the other one.
    """
    gone, idle = set(data.get("without_provinces", ())), set(data.get("without_powers", ()))
    own = ("about", "source")  # these are never inherited
    merged = {key: value for key, value in base.items() if key not in own}
    merged |= {key: value for key, value in data.items() if key not in CHANGING}
    if "victory_centers" in data and "victory" not in data:
        merged.pop("victory", None)
    if "first_year" in data and "calendar" not in data:
        merged.pop("calendar", None)
    elif "begin" in data.get("calendar", {}) and "first_year" not in data:
        merged.pop("first_year", None)
    faults: list[str] = []
    for kind, out in (("provinces", gone), ("powers", idle)):
        faults += [f"without_{kind}: {base['name']} has no {one}" for one in sorted(out - base[kind].keys())]
        changed: dict[str, Any] = data.get(kind, {})
        merged[kind] = {pid: {**base[kind].get(pid, {}), **changed.get(pid, {})} for pid in {**base[kind], **changed}}
        merged[kind] = {pid: entry for pid, entry in merged[kind].items() if pid not in out}
    for kind in ("army", "fleet", "army_one_way", "fleet_one_way"):
        away = {frozenset(edge) for edge in _edges(data.get(f"{kind}_removed", {}))}
        more = data.get(kind, {}) if kind.endswith("one_way") else data.get(f"{kind}_added", {})
        there = {frozenset(edge) for edge in _edges(base.get(kind, {}))}
        faults += [f"{kind}_removed: {' '.join(sorted(edge))} is no border of {base['name']}" for edge in away - there]
        kept: dict[str, str] = {}
        for one, two in (*_edges(base.get(kind, {})), *_edges(more)):
            left = gone.isdisjoint((province_of(one), province_of(two)))
            if left and frozenset((one, two)) not in away:
                kept[one] = f"{kept[one]} {two}" if one in kept else two
        merged[kind] = kept
    refuse(data.get("name", ""), sorted(faults))
    return merged


class _FileRead:
    """A file as it was read.

    Whether it is still the same is told by its size and times, or, as long as it is so new that it may have changed
    without them, by its content.
    """

    _YOUNG_SECONDS = 2.0
    """Every file system gives the times of files in steps of less than this."""

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        self.content: bytes = self._read()

    def _read(self) -> bytes:
        state, now = self._look(), time()
        content = read_file(self._path)
        self._state, self._settled = state, now - max(state[:2]) / 1e9 > self._YOUNG_SECONDS
        return content

    def is_of(self, path: Path) -> bool:
        """Tell whether it is the file at a path."""
        return os.path.realpath(self._path) == os.path.realpath(path)

    def _look(self) -> tuple[int, int, int, int]:
        status = self._path.stat()
        return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino

    def is_same(self) -> bool:
        """Tell whether the file has the content that was read."""
        try:
            if self._settled and self._look() == self._state:
                return True
            same = self._read() == self.content
        except OSError:
            return False
        if not same:
            self._settled = False  # where the new content makes no board, this one is asked again, and is not it
        return same


@cache
def board_names() -> tuple[str, ...]:
    """Return the names of the boards of the package, variants on them included.

    >>> "standard" in board_names()
    True
    """
    folder = Path(__file__).with_name("boards")  # `importlib.resources` takes 10 ms to load
    return tuple(sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json")))


def _no_board(name: str) -> BoardError:
    import difflib

    near = difflib.get_close_matches(name[:100], board_names(), n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]}?" if near else ""
    shown = name if len(name) <= 200 else name[:200] + "…"
    return BoardError(f"no board named {shown!r}{hint}; known: {', '.join(board_names())}")


def _board_data(name: str, files: list[_FileRead], lost: list[str]) -> dict[str, Any]:
    """Return the data of the board named `name`, or of the file at the path `name`.

    The files of users that are read are added to `files`, and what is lost of them to `lost`.
    """
    if name in board_names():
        path = Path(__file__).with_name("boards") / f"{name}.json"
        return _with_extended(name, _json_object(path, path.read_bytes()), files, lost)
    if not names_a_file(name):
        raise _no_board(name)

    def read(path: Path) -> bytes:
        files.append(_FileRead(path))
        if sum(len(file.content) for file in files) > MOST_BYTES:
            raise BoardError(f"{path}: the files of this board have more than {MOST_BYTES:,} bytes; no more are read")
        return files[-1].content

    path = Path(name)
    if path.suffix.lower() == ".json":
        try:
            data = _json_object(path, read(path))
        except OSError as fault:
            raise BoardError(f"board file {path}: {fault.strerror}") from None
        if "schemaVersion" not in data:  # which documents of diplicity have
            return _with_extended(name, data, files, lost)
    from .importers.reading import read_variant

    variant = read_variant(name, read=read)
    lost += variant.lost
    return variant.data


def _json_object(path: Path, content: bytes) -> dict[str, Any]:
    try:
        return json_object(content)
    except JsonError as fault:
        raise BoardError(f"board file {path}: {fault}") from None


def _with_extended(name: str, data: dict[str, Any], files: list[_FileRead], lost: list[str]) -> dict[str, Any]:
    """Return the data of a board file, with those of the board that it extends, if any."""
    if "extends" not in data:
        return data
    check_extending(name, data)
    extended: str = data["extends"]
    if extended not in board_names():
        beside = file_beside(Path(name), extended)
        if beside is None:
            raise BoardError(f"board file {name}: extends {extended[:100]!r}, which is not in its folder")
        if not names_a_file(str(beside)):
            raise _no_board(extended)
        if any(file.is_of(beside) for file in files):
            raise BoardError(f"board file {name}: extends {extended[:100]!r}, which extends it: a circle")
        extended = str(beside)
    base = _board_data(extended, files, lost)
    try:
        check_board_data(base)
    except BoardError as fault:
        raise BoardError(f"board file {name}: extends {extended}: {fault}") from None
    return _extended(data, base)


def load_board(name: str | Path | Board = "standard") -> Board:
    """Return a board, the same one each time; for a file that was changed, the board that it is now.

    Args:
        name: A board of the package; or the path of a file: a board file, or one of another program (a ``.map`` of the
            diplomacy package, diplicity's JSON, ``variants.xml`` of jDip with ``#NAME`` after it for one of several).
            A path that is not absolute starts from the folder that the process is in now. A board itself is returned
            as it is.

    Raises:
        BoardError: There is no such board, or its data contradict themselves.
        WrongTypeError: `name` is neither a text nor a board.

    Warns:
        BoardWarning: A file of another program says something that the board does not; `Board.lost` has it, too.

    >>> load_board()
    <Board standard: 75 provinces, 7 powers>
    """
    if isinstance(name, Board):
        return name
    if not isinstance(name, (str, Path)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected the name of a board, not {name!r}")
    return _board_of(str(name))


_loaded: dict[str, tuple[Board, list[_FileRead]]] = {}
"""By name, or absolute path of a file, the board and the files that it was made of."""


# -- what a text may name ---------------------------------------------------------------------------------------------

_allowed: set[str] = set()
"""The absolute paths of files and folders that were allowed in this process."""

_folders: ContextVar[tuple[str, ...]] = ContextVar("folders of the user's own text", default=())


def allow_boards(paths: Iterable[str]) -> None:
    """Let texts name these files of boards, and all files in these folders, in this process.

    A file that this process loads itself, by `load_board`, is allowed by that.

    >>> allow_boards(["maps"])
    >>> is_allowed("maps/mine.json"), is_allowed("maps/../mine.json")
    (True, False)
    """
    _allowed.update(map(os.path.abspath, paths))


def allowed_boards() -> tuple[str, ...]:
    """Return what was allowed in this process, for another one: what `allow_boards` was given, and what was loaded.

    >>> allow_boards(["maps"])
    >>> os.path.abspath("maps") in allowed_boards()
    True
    """
    return tuple(sorted({*_allowed, *_loaded} - {*board_names()}))


@contextmanager
def boards_within(*folders: str | Path) -> Generator[None]:
    """Let a text that is the user's own name files of boards in these folders, while it is read.

    >>> with boards_within("maps"):
    ...     is_allowed("maps/mine.json"), is_allowed("mine.json")
    (True, False)
    """
    token = _folders.set(tuple([os.path.abspath(folder) for folder in folders]))
    try:
        yield
    finally:
        _folders.reset(token)


def is_allowed(name: str) -> bool:
    """Tell whether a text may name a board; no file is looked at unless it may.

    It may name the boards of the package, those that this process has loaded by `load_board`, what `allow_boards`
    allows, and, if it is the user's own, what `boards_within` does. Lines, links, requests, objects, positions in one
    line and orders are such texts; what is loaded by `load_board` itself is not.

    >>> is_allowed("standard"), is_allowed("/etc/secret.map"), is_allowed("//host/share")
    (True, False, False)
    """
    if name in _loaded or name in board_names():
        return True
    path = os.path.abspath(name)
    whole = str(split_name(path)[0])  # of the file that has several variants
    known = any(one in _loaded or one in _allowed for one in (path, whole))
    return known or any(is_within(whole, folder) for folder in [*_allowed, *_folders.get()])


def named_board(name: str | Path | Board) -> Board:
    """Return the board that a text names. A board itself is returned as it is; a `Path` names a file.

    Raises:
        BoardError: The text may not name this one, or that has faults.
        WrongTypeError: It is neither a text nor a path nor a board.

    >>> named_board("/etc/secret.map")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.map.errors.BoardError: board '/etc/secret.map' was not allowed (--map FILE, --allow-boards FOLDER, ...)
    """
    if isinstance(name, str) and not is_allowed(name):
        if is_file_name(name):
            raise BoardError(f"board {name[:100]!r} was not allowed (--map FILE, --allow-boards FOLDER, load_board)")
        raise _no_board(name)
    return load_board(name)


def _board_of(name: str) -> Board:
    where = name
    kept = _loaded.get(where)
    if kept is None and name not in board_names():
        where = os.path.abspath(name)
        kept = _loaded.get(where)
    # the boards of the package do not change; whether a file has is checked
    if kept is not None and all(file.is_same() for file in kept[1]):
        return kept[0]
    files, lost = list[_FileRead](), list[str]()
    try:
        data = _board_data(name, files, lost)
        try:
            check_size(data)
            board = Board(data, checked=not files)
        except BoardError as fault:
            raise (BoardError(f"{name}: {fault}") if files else fault) from None
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        raise BoardError(f"board {name}: {type(fault).__name__}: {fault}") from fault
    board.__dict__.update(source=name, place=where, lost=tuple(lost))  # nobody else has it yet
    if lost:
        warnings.warn_explicit("lost: " + "\n  ".join(lost), BoardWarning, name, 0)
    if kept is None:  # if another thread was faster, its board is the one
        return _loaded.setdefault(where, (board, files))[0]
    _loaded[where] = board, files
    return board


def _is_loaded(board: Board) -> bool:
    try:
        return load_board(board.source) is board
    except BoardError:
        return False
