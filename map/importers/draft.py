"""The draft of an importer: places, directed borders, powers; and its conversion to the data of a board file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..board_data import COASTAL, INLAND, SEA, Border, by_first
from ..errors import BoardError
from ..spelling import simplified
from ..units import province_of


class VariantFileError(BoardError):
    """A file of another program cannot be read, or requires unsupported rules; the message names them."""


def identifier(text: str) -> str:
    """Return the id on a board of a province or power of another program.

    >>> identifier("north-atlantic"), identifier("stp"), identifier("Ottoman Empire")
    ('NORTHATLANTIC', 'STP', 'OTTOMANEMPIRE')
    """
    return re.sub(r"[\W_]+", "", text.upper())  # one word: blanks separate words of orders and position strings


def location(text: str) -> str:
    """Return the location on a board of one of another program: ``stp/nc``, ``bul-sc``, ``par``.

    >>> location("stp/nc"), location("bul-sc"), location("north-atlantic")
    ('STP/NC', 'BUL/SC', 'NORTHATLANTIC')
    """
    if "/" not in text:
        text = re.sub(r"-([nsew]c)$", r"/\1", text.strip(), flags=re.IGNORECASE)
    province, slash, coast = text.partition("/")
    return f"{identifier(province)}/{identifier(coast)}" if slash else identifier(province)


@dataclass
class Place:
    """A province as read; `army` and `fleet` are true if such a unit can stand there."""

    name: str
    army: bool
    fleet: bool
    center: bool = False
    coasts: list[str] = field(default_factory=list[str])
    aliases: list[str] = field(default_factory=list[str])
    convoys: bool | None = None


@dataclass
class Nation:
    """A power as read."""

    name: str
    adjective: str = ""
    homes: list[str] = field(default_factory=list[str])
    units: list[str] = field(default_factory=list[str])
    centers: list[str] | None = None
    builds: list[str] | None = None


@dataclass
class Draft:
    """The content that an importer has read.

    Attributes:
        file: The file, for messages.
        name, source: The name of the board, and its source.
        places, nations: Provinces and powers, by id.
        army, fleet: The directed borders for armies (between provinces) and fleets (between locations).
        impassable: The names of places that no unit enters, by abbreviation.
        extra: Further keys of the board file.
        lost: Unsupported content of the file, one sentence each.
    """

    file: str
    name: str = ""
    source: str = ""
    places: dict[str, Place] = field(default_factory=dict[str, Place])
    nations: dict[str, Nation] = field(default_factory=dict[str, Nation])
    army: set[Border] = field(default_factory=set[Border])
    fleet: set[Border] = field(default_factory=set[Border])
    impassable: dict[str, str] = field(default_factory=dict[str, str])
    extra: dict[str, Any] = field(default_factory=dict[str, Any])
    lost: list[str] = field(default_factory=list[str])

    def refuse(self, fault: str) -> VariantFileError:
        """Return the error for a fault of the file."""
        return VariantFileError(f"{self.file}: {fault}")

    def add_place(self, pid: str, place: Place) -> Place:
        """Add a province and return it.

        Raises:
            BoardError: The id is already used.
        """
        if pid in self.places:
            raise self.refuse(f"province {pid} twice: {self.places[pid].name} and {place.name}")
        self.places[pid] = place
        return place

    def add_nation(self, pid: str, nation: Nation) -> Nation:
        """Add a power and return it.

        Raises:
            BoardError: The id is already used.
        """
        if pid in self.nations:
            raise self.refuse(f"power {pid} twice: {self.nations[pid].name} and {nation.name}")
        self.nations[pid] = nation
        return nation

    def lose(self, what: str, places: Iterable[str] = ()) -> None:
        """Report unsupported content, and its places."""
        named = sorted(set(places))
        shown = ", ".join(named[:8]) + (f" and {len(named) - 8} more" if len(named) > 8 else "")
        self.lost.append(f"{what}: {shown}" if named else what)

    def data(self) -> dict[str, Any]:
        """Return the data of a board file; unsupported content is reported in `lost`.

        Raises:
            BoardError: A border leads to an unknown place.
        """
        self._check_borders()
        self._make_names_unique()
        edges: dict[str, dict[str, str]] = {}
        for kind, ways in (("army", self.army), ("fleet", self.fleet)):
            both = sorted(way for way in ways if way[0] < way[1] and (way[1], way[0]) in ways)
            single = sorted(way for way in ways if (way[1], way[0]) not in ways)
            edges[kind], edges[f"{kind}_one_way"] = by_first(both), by_first(single)
            if single:
                units = "armies" if kind == "army" else "fleets"
                loss = f"{len(single)} borders of {units} are declared one way, and kept so"
                self.lose(loss, (" - ".join(way) for way in single))
        data: dict[str, Any] = {"name": self.name, "source": self.source, **self.extra}
        if data.get("victory") == {"share": 0.5}:
            data["victory"] = {"centers": sum(place.center for place in self.places.values()) // 2 + 1}
        data["powers"] = {pid: _power(nation) for pid, nation in self.nations.items()}
        data["provinces"] = {pid: _province(place) for pid, place in self.places.items()}
        if self.impassable:
            data["impassable"] = self.impassable
        return data | {kind: entry for kind, entry in edges.items() if entry or not kind.endswith("one_way")}

    def _check_borders(self) -> None:
        """Refuse borders to unknown places; drop those of fleets to provinces with coasts, and impossible ones."""
        known = {*self.places, *(f"{pid}/{coast}" for pid, place in self.places.items() for coast in place.coasts)}
        unknown = {place for way in self.army | self.fleet for place in way} - known
        if unknown:
            raise self.refuse(f"borders to places that it does not have: {', '.join(sorted(unknown))}")
        coastal = {pid for pid, place in self.places.items() if place.coasts}
        whole = {way for way in self.fleet if not coastal.isdisjoint(way)}
        self.fleet -= whole
        for pid, place in self.places.items():
            if place.coasts:
                reached = {way[0] for way in whole if way[1] == pid} | {way[1] for way in whole if way[0] == pid}
                of_coasts = {other for way in self.fleet if any(province_of(e) == pid for e in way) for other in way}
                if reached - of_coasts:
                    self.lose(f"fleets could go to {pid} without a coast from", reached - of_coasts)
        for kind, ways in (("army", self.army), ("fleet", self.fleet)):
            barred = {way for way in ways if not all(self._can_hold(place, kind) for place in way)}
            ways -= barred
            if barred:
                self.lose(f"borders that no {kind} can cross", (" - ".join(way) for way in barred))
            inside = {way for way in ways if province_of(way[0]) == province_of(way[1])}
            ways -= inside
            if inside:
                self.lose("borders within a province", (" - ".join(way) for way in inside))
        alone = sorted(
            pid for pid, place in self.places.items() if place.fleet and place.army and not place.coasts
            and not any(pid in way for way in self.fleet)
        )  # fmt: skip
        for pid in alone:
            self.places[pid].fleet = False
        if alone:
            self.lose("coastal provinces that no fleet reaches are inland", alone)

    def _can_hold(self, place: str, kind: str) -> bool:
        province = self.places[province_of(place)]
        return province.army if kind == "army" else province.fleet

    def _make_names_unique(self) -> None:
        for entries, what in ((self.places, "provinces"), (self.nations, "powers")):
            owner = {simplified(pid): pid for pid in entries}
            for pid, entry in entries.items():
                if owner.setdefault(simplified(entry.name), pid) != pid:
                    self.lose(
                        f"two {what} have one name or abbreviation, {entry.name!r}",
                        [f"{pid} is called {entry.name} ({pid})"],
                    )
                    entry.name = f"{entry.name} ({pid})"
                    owner.setdefault(simplified(entry.name), pid)
            for pid, nation in self.nations.items() if entries is self.nations else ():
                if owner.get(simplified(nation.adjective), pid) != pid:
                    self.lose(f"two powers are called {nation.adjective!r}", [f"{pid} is called {nation.name}"])
                    nation.adjective = ""


def _power(nation: Nation) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": nation.name,
        "adjective": nation.adjective or nation.name,
        "homes": nation.homes,
        "units": nation.units,
    }
    if nation.centers is not None and nation.centers != nation.homes:
        entry["centers"] = nation.centers
    if nation.builds is not None:
        entry["builds"] = nation.builds
    return entry


def _province(place: Place) -> dict[str, Any]:
    kind = COASTAL if place.army and place.fleet else SEA if place.fleet else INLAND
    more = {"center": place.center or None, "coasts": place.coasts or None, "aliases": place.aliases or None}
    more["convoys"] = place.convoys
    return {"name": place.name, "kind": kind} | {key: value for key, value in more.items() if value is not None}
