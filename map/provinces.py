"""Provinces and powers of a board, and its numeric tables for the solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .board_data import INLAND
from .values import repr_as


@dataclass(frozen=True, slots=True)
class Province:
    """One area of the board.

    Attributes:
        id: The abbreviation, as the `diplomacy` package writes it ("NTH").
        name: The English name.
        kind: ``"sea"``, ``"inland"`` or ``"coastal"``.
        coasts: The coasts ("NC", "SC") of a province that has several, else empty.
        center: True for a supply center.
        aliases: Other abbreviations and names; several provinces may share one.
        convoys: True if a fleet in it can convoy: in seas, and on coasts and islands that a variant names.

    >>> from standoff.map import load_board
    >>> spain = load_board().province("SPA/NC")
    >>> spain.name, spain.kind, spain.locations
    ('Spain', 'coastal', ('SPA/NC', 'SPA/SC'))
    """

    id: str
    name: str
    kind: str
    coasts: tuple[str, ...] = ()
    center: bool = False
    aliases: tuple[str, ...] = ()
    convoys: bool = False

    @property
    def locations(self) -> tuple[str, ...]:
        """The locations in it where a fleet can stand; empty for an inland province."""
        if self.kind == INLAND:
            return ()
        return tuple(f"{self.id}/{coast}" for coast in self.coasts) or (self.id,)

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return repr_as(self, self.id)


@dataclass(frozen=True, slots=True)
class Power:
    """One of the powers of a board.

    Attributes:
        id, name, adjective, aliases: Its names.
        homes: Its home centers.
        units: Its units at the start, as text ("F STP/SC").
        country: The provinces of its country.
        centers: Its centers at the start.
        builds: The centers in which it may build while it owns them.

    >>> from standoff.map import load_board
    >>> russia = load_board().powers["RUSSIA"]
    >>> russia.homes, russia.units
    (('MOS', 'SEV', 'STP', 'WAR'), ('A MOS', 'F SEV', 'F STP/SC', 'A WAR'))
    """

    id: str
    name: str
    adjective: str
    homes: tuple[str, ...]
    units: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    country: tuple[str, ...] = ()
    centers: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return repr_as(self, self.id)


class Tables(NamedTuple):
    """The numeric tables of a board for the solver: integers only.

    Seas are numbered separately, from 0, so that the fleets at sea of a real board fit a machine word. A sea is here
    any province whose fleets can convoy, a sea or a convoying coast; one-way borders count for convoys in both
    directions.

    Attributes:
        army: By province, the provinces that an army there can reach over land.
        fleet: By location, the locations that a fleet there can reach.
        fleet_to: By location, the provinces that a fleet there can reach, coasts set aside.
        first_coast: By province, the number of its first coast's location, 0 if it has none of its own.
        coasts: By province, the number of such coasts; their locations are consecutive.
        coastal: By province, 1 if convoys can start and end there.
        sea: By province, the number of its sea, -1 without one.
        sea_province: By sea, the number of its province.
        shore: By province, the seas next to it.
        near: By sea, the seas next to it.
        province: By location, the number of its province.

    >>> from standoff.map import load_board
    >>> board = load_board()
    >>> board.tables.sea[board.province_number["PAR"]], len(board.tables.sea_province)
    (-1, 19)
    """

    army: tuple[int, ...]
    fleet: tuple[int, ...]
    fleet_to: tuple[int, ...]
    first_coast: tuple[int, ...]
    coasts: tuple[int, ...]
    coastal: tuple[int, ...]
    sea: tuple[int, ...]
    sea_province: tuple[int, ...]
    shore: tuple[int, ...]
    near: tuple[int, ...]
    province: tuple[int, ...]
