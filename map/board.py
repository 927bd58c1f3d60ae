"""The board: provinces, locations and the two graphs that armies and fleets move on.

Everything about a board comes from one JSON file in `boards/`; no other code knows a province by name.
A *province* is one area; a *location* is a place where a unit can stand: a province, or one coast of a
province that has several (``"STP/SC"``).

Provinces and locations are also numbered, so that sets of them are bit masks: bit *p* of a
province mask is the province ``board.provinces[p]``, bit *l* of a location mask ``board.locations[l]``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import FrozenInstanceError
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

from .board_data import (
    COASTAL,
    INLAND,
    SEA,
    Border,
    borders_of,
    check_board_data,
    extended_data,
    refuse,
    standard_names,
)
from .errors import UnknownNameError, WrongTypeError
from .json_text import shown_text
from .masks import bits
from .names import Names
from .phases import Phase
from .provinces import Power, Province, Tables
from .settings import Calendar, Joining, Victory, setting_faults
from .spelling import simplified
from .units import ARMY, FLEET, UnitType, province_of, unit_key
from .values import Picture, ReadOnlyDict

if TYPE_CHECKING:
    import networkx

T = TypeVar("T", str, int)


class Board(Picture):
    """A board, built from the data of one file. Immutable; notebooks draw its starting position.

    Args:
        data: The content of a board file (`docs/boards.md` describes it).
        checked: True if the data are known to match the schema, like those of the package.

    Raises:
        BoardError: The data are contradictory; all faults are listed.
        WrongTypeError: `data` is not a dict.

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
        #: The argument of `load_board`: a name or the path of a file; the board's name if it was made otherwise.
        self.source: str = self.name
        #: The same, but with an absolute path, which is valid in any folder.
        self.place: str = self.name
        #: Content of another program's file that the board does not keep, one sentence each.
        self.lost: tuple[str, ...] = ()
        self._data = data
        #: A line on the variant, empty if it is none; and its source.
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
        #: The powers by number, as arrays have them, and their numbers.
        self.power_names: tuple[str, ...] = tuple(self.powers)
        self.power_number = ReadOnlyDict({power: n for n, power in enumerate(self.powers)})
        #: One-way borders, from the first location to the second.
        self.army_one_way: tuple[Border, ...] = borders_of(data.get("army_one_way", {}))
        self.fleet_one_way: tuple[Border, ...] = borders_of(data.get("fleet_one_way", {}))
        #: All borders, including one-way ones.
        self.army_edges: tuple[Border, ...] = borders_of(data["army"]) + self.army_one_way
        self.fleet_edges: tuple[Border, ...] = borders_of(data["fleet"]) + self.fleet_one_way
        #: Names of places that no unit enters, by abbreviation.
        self.impassable: ReadOnlyDict[str, str] = ReadOnlyDict(data.get("impassable", {}))
        self.locations: tuple[str, ...] = (
            *(province.id for province in self.provinces),
            *(f"{province.id}/{coast}" for province in self.provinces for coast in province.coasts),
        )
        self.province_number = ReadOnlyDict({p.id: n for n, p in enumerate(self.provinces)})
        self.location_number = ReadOnlyDict({loc: n for n, loc in enumerate(self.locations)})
        #: The keys of units by type and location, also of impossible ones.
        self.unit_keys: ReadOnlyDict[tuple[UnitType | None, str], int] = ReadOnlyDict(
            {(kind, place): unit_key(n, kind is FLEET) for n, place in enumerate(self.locations) for kind in UnitType}
        )
        self._check()
        self._set(data)
        #: The number of the province of each location, by the location's name.
        self.province_of_place = ReadOnlyDict(
            {location: self.province_number[province_of(location)] for location in self.locations}
        )
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
        on_army_borders = {location for edge in self.army_edges for location in edge}
        armies = {p.id for p in self.provinces if p.kind != SEA or p.id in on_army_borders}
        owner: dict[str, str] = {}
        occupied: dict[str, str] = {}
        for power in self.powers.values():
            faults += [f"{power.id}: country: no province {p}" for p in power.country if p not in self.province_number]
            for places, what in {power.builds: "builds:", power.centers: "center", power.homes: "home center"}.items():
                others = (name for name in places if name not in self.center_ids)
                faults += [f"{power.id}: {what} {name} is not a supply center" for name in others]
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
        """Set the attributes on how a game on the board is played."""
        #: The victory condition; the number of centers that wins, if any.
        self.victory: Victory = Victory.from_data(data)
        self.victory_centers: int = data.get("victory_centers", self.victory.centers or 18)
        self.calendar: Calendar = Calendar.from_data(data)
        self.first_year: int = self.calendar.begin.year
        #: Powers that nobody plays at the start.
        self.civil_disorder: frozenset[str] = frozenset(data.get("civil_disorder", ()))
        #: The powers of each player.
        self.players: tuple[tuple[str, ...], ...] = tuple(map(tuple, data.get("players", ()))) or tuple(
            (power,) for power in self.powers if power not in self.civil_disorder
        )
        #: Provinces that nobody may enter at the start.
        self.closed: frozenset[str] = frozenset(
            province
            for name in data.get("closed", ())
            for province in (self.powers[name].country if name in self.powers else (name,))
        )
        joins = data.get("joins")
        #: The power that a player draws by lot.
        self.joins: Joining | None = (
            Joining(joins["power"], Phase.parse(joins["lot_at"]), Phase.parse(joins["plays_from"])) if joins else None
        )

    def _build_masks(self) -> None:
        count, number = len(self.provinces), self.province_number
        place, home = self.location_number, self.province_of_place
        fleet_ways = _ways(self.fleet_edges, self.fleet_one_way)
        army_borders = [(number[a], number[b]) for a, b in self.army_edges]
        fleet_borders = [(home[a], home[b]) for a, b in self.fleet_edges]
        army = _masks(count, [(number[a], number[b]) for a, b in _ways(self.army_edges, self.army_one_way)])
        #: By province: the provinces adjacent to it for any unit.
        self.around: tuple[int, ...] = _masks(count, _ways([*army_borders, *fleet_borders]))
        #: Masks of the seas, of the coastal provinces, and of the provinces where an army can stand: all but the seas,
        #: and the seas that armies can walk to (Helgoland in the oldest Czech edition).
        self.seas: int = _mask(p.kind == SEA for p in self.provinces)
        self.coastal: int = _mask(p.kind == COASTAL for p in self.provinces)
        self.land: int = _mask(p.kind != SEA or reach for p, reach in zip(self.provinces, army, strict=True))
        #: By province: the locations in it where a fleet can stand.
        self.fleet_locations: tuple[int, ...] = _masks(
            count, [(number[p.id], place[loc]) for p in self.provinces for loc in p.locations]
        )
        seas = [n for n, p in enumerate(self.provinces) if p.convoys]
        sea = {province: n for n, province in enumerate(seas)}
        shore = _masks(count, [(here, sea[there]) for here, there in _ways(fleet_borders) if there in sea])
        self.tables: Tables = Tables(
            army=army,
            fleet=_masks(len(place), [(place[a], place[b]) for a, b in fleet_ways]),
            fleet_to=_masks(len(place), [(place[a], home[b]) for a, b in fleet_ways]),
            first_coast=tuple(place[f"{p.id}/{p.coasts[0]}"] if p.coasts else 0 for p in self.provinces),
            coasts=tuple(len(p.coasts) for p in self.provinces),
            coastal=tuple(int(p.kind == COASTAL) for p in self.provinces),
            sea=tuple(sea.get(n, -1) for n in range(count)),
            sea_province=tuple(seas),
            shore=shore,
            near=tuple(shore[province] for province in seas),
            province=tuple(home.values()),
        )

    @property
    def data(self) -> dict[str, Any]:
        """A copy of the data that the board was built from, ready to be edited for another board."""
        return deepcopy(self._data)

    # -- graphs -------------------------------------------------------------------------------------

    @cached_property
    def army_graph(self) -> networkx.Graph[str]:
        """The graph that armies move on: one node for each province where an army can stand.

        It is directed if there are one-way borders.
        """
        nodes = [p.id for n, p in enumerate(self.provinces) if self.land >> n & 1]
        return _graph(f"{self.name}: armies", nodes, self.army_edges, self.army_one_way)

    @cached_property
    def fleet_graph(self) -> networkx.Graph[str]:
        """The graph that fleets move on: one node for each sea, coastal province, or coast of one.

        It is directed if there are one-way borders.
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

        >>> from standoff.map import load_board
        >>> load_board().province("STP/SC").id
        'STP'
        """
        try:
            number = self.location_number[name]
        except (KeyError, TypeError):
            raise self._no_province(name) from None
        return self.provinces[self.tables.province[number]]

    def neighbors(self, place: str, type: UnitType | None = None) -> tuple[str, ...]:
        """Return the locations that a fleet, or provinces that an army, can reach from a place without a convoy.

        Args:
            place: A province or location, by its abbreviation. From a province with coasts, fleets reach what they
                reach from any of them.
            type: The type of the unit (default: both, and provinces are returned).

        Raises:
            UnknownNameError: The board has no such place.

        >>> from standoff.map import load_board
        >>> board = load_board()
        >>> board.neighbors("PAR"), board.neighbors("SPA/NC", FLEET)
        (('BRE', 'BUR', 'GAS', 'PIC'), ('GAS', 'MAO', 'POR'))
        >>> board.neighbors("SPA", FLEET)
        ('GAS', 'LYO', 'MAO', 'MAR', 'POR', 'WES')
        """
        province = self.province(place)
        if type is None:
            by_sea = {self.province(end).id for end in self.neighbors(place, FLEET)}
            return tuple(sorted(by_sea.union(self.neighbors(province.id, ARMY))))
        if type is ARMY:  # the numbers of provinces are those of their locations, too
            reaches = [self.tables.army[self.province_number[province.id]]]
        else:
            places = (place,) if "/" in place else province.locations
            reaches = [self.tables.fleet[self.location_number[each]] for each in places]
        return tuple(sorted({self.locations[number] for reach in reaches for number in bits(reach)}))

    def number_of(self, name: str) -> int:
        """Return the number of a province by its abbreviation.

        Raises:
            UnknownNameError: The board has no such province.
            WrongTypeError: `name` is not a text.

        >>> from standoff.map import load_board
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

        >>> from standoff.map import load_board
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
        """Return the id of a power by its name in any of the languages, perhaps shortened.

        Raises:
            UnknownNameError: The name means no power, or several; the message names the nearest.

        >>> from standoff.map import load_board
        >>> load_board().power_named("French"), load_board().power_named("Fra")
        ('FRANCE', 'FRANCE')
        """
        if isinstance(name, str):
            power = name if name in self.powers else self.names.power(name)
            if power is not None:
                return power
        raise self._no_power(name)

    def _no_power(self, name: object) -> UnknownNameError:
        shown = shown_text(name) if isinstance(name, str) else repr(name)
        hint = self.nearest_power(str(name)[:200]) or f"; known: {', '.join(self.powers)}"
        return UnknownNameError(f"no power {shown} on board {self.name}{hint}")

    def nearest_power(self, name: str) -> str:
        """Return a hint with the most similar names of powers, or an empty text.

        >>> from standoff.map import load_board
        >>> load_board().nearest_power("Germnay")
        ' (nearest known: Germany)'
        """
        return _hint(self.names.nearest_power(_text(name)))

    def nearest(self, name: str) -> str:
        """Return a hint with the most similar names of provinces, or an empty text.

        For a known full name, which some formats do not read, it is the abbreviation.

        >>> from standoff.map import load_board
        >>> load_board().nearest("Pariss"), load_board().nearest("Paris")
        (' (nearest known: Paris)', ' (nearest known: PAR)')
        """
        meant = self.names.find(_text(name))
        return _hint(meant if meant and name not in meant else self.names.nearest(name))

    def without_border(self, kind: UnitType, here: str, there: str) -> Board:
        """Return a board of the same name without the border between two places for armies or for fleets.

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
        return Board(extended_data({"name": self.name, "extends": self.name, **removed}, self._data))

    @cached_property
    def checksum(self) -> int:
        """The CRC-32 of the board's data, including those of the board that it extends.

        >>> from standoff.map import load_board
        >>> load_board().checksum == load_board("standard").checksum != load_board("czech1962").checksum
        True
        """
        return crc32(json.dumps(self._data).encode())

    @cached_property
    def names(self) -> Names:
        """The names of provinces, coasts and powers."""
        own = {each.id: each.name for each in (*self.provinces, *self.powers.values())}
        english = own if self.name == "standard" else standard_names()
        return Names(self.provinces, self.powers, self.impassable, english)

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.provinces)} provinces, {len(self.powers)} powers>"

    def __reduce__(self) -> tuple[object, ...]:
        return Board, (self._data,)


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
    """Return borders as directed pairs: both directions, except for one-way borders."""
    single = frozenset(one_way)
    return [*edges, *((two, one) for one, two in edges if (one, two) not in single)]


def _masks(count: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return for each number below `count` the mask of the numbers that follow it in a pair."""
    masks = [0] * count
    for one, other in pairs:
        masks[one] |= 1 << other
    return tuple(masks)


def _mask(members: Iterable[object]) -> int:
    return sum(1 << number for number, member in enumerate(members) if member)
