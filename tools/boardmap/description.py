"""The description of a drawing (`standard.toml`): what it is made of beside the coasts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Degrees = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A border line between two provinces, as points in degrees."""

    provinces: tuple[str, str]
    points: tuple[Degrees, ...]


@dataclass(frozen=True)
class Description:
    """What a drawing is made of beside the coasts.

    Attributes:
        board: The name of the board.
        source: Where the lines come from, in words.
        tolerance: How far a simplified line may stray, in px.
        projection: The table for `Projection`.
        calm: How wide an inlet must be to be drawn, in px.
        drop: A point in each piece of land that is not drawn.
        add: Polygons of land put in (bridges).
        dig: Polygons of land taken out (straits).
        land_lines: Borders on land.
        sea_lines: Borders at sea.
        provinces: A point in each province.
        neutral: A point in each piece of land that is not a province.
        passages: The line to draw between neighbors that do not touch, by their names.
    """

    board: str
    source: str
    tolerance: float
    projection: Mapping[str, Any]
    calm: float
    drop: tuple[Degrees, ...]
    add: Mapping[str, tuple[Degrees, ...]]
    dig: Mapping[str, tuple[Degrees, ...]]
    land_lines: tuple[Line, ...]
    sea_lines: tuple[Line, ...]
    provinces: Mapping[str, Degrees]
    neutral: tuple[Degrees, ...]
    passages: Mapping[str, tuple[Degrees, ...]]


def read_description(path: Path) -> Description:
    """Read a description of a drawing.

    Raises:
        ValueError: A line names a junction that does not exist, or has fewer than two points.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    land = data["land"]
    junctions = {name: _degrees(text) for name, text in data["junctions"].items()}
    return Description(
        board=data["board"],
        source=data["source"],
        tolerance=data["tolerance"],
        projection=data["projection"],
        calm=land["calm"],
        drop=tuple(map(_degrees, land["drop"])),
        add={name: _points(text) for name, text in land["add"].items()},
        dig={name: _points(text) for name, text in land["dig"].items()},
        land_lines=_lines(data["borders"]["land"], junctions),
        sea_lines=_lines(data["borders"]["sea"], junctions),
        provinces=dict(_labeled(data["faces"]["provinces"])),
        neutral=tuple(map(_degrees, data["faces"]["neutral"])),
        passages={name: _points(text) for name, text in data["passages"].items()},
    )


def _degrees(text: str) -> Degrees:
    try:
        lon, lat = map(float, text.split(","))
    except ValueError:
        raise ValueError(f"{text!r} is neither lon,lat nor a junction") from None
    return lon, lat


def _points(text: str) -> tuple[Degrees, ...]:
    return tuple(map(_degrees, text.split()))


def _lines(text: str, junctions: Mapping[str, Degrees]) -> tuple[Line, ...]:
    lines: list[Line] = []
    for row in text.strip().splitlines():
        names, _, way = row.partition(":")
        one, two = names.split()
        points = tuple(junctions[word] if word in junctions else _degrees(word) for word in way.split())
        if len(points) < 2:
            raise ValueError(f"{row!r}: a line needs two points")
        lines.append(Line((one, two), points))
    return tuple(lines)


def _labeled(text: str) -> list[tuple[str, Degrees]]:
    entries = [entry.split() for row in text.strip().splitlines() for entry in row.split(";")]
    return [(name, _degrees(point)) for name, point in entries]
