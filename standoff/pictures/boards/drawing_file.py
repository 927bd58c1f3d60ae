"""A drawing file that a user puts next to a board file: ``mine.drawing.json`` next to ``mine.json``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, cast

from ...map import (
    Board,
    BoardError,
    JsonError,
    board_names,
    json_value,
    names_a_file,
    package_json,
    read_file,
    schema_faults,
    split_name,
)
from .geometry import anchors_around

Json = dict[str, Any]


def path_of_drawing(source: str) -> Path | None:
    """Return where the drawing of a board would be, None for a board that is not from a file.

    >>> path_of_drawing("mine.json").name, path_of_drawing("variants.xml#Modern").name, path_of_drawing("standard")
    ('mine.drawing.json', 'Modern.drawing.json', None)
    """
    if source in board_names() or not names_a_file(source):
        return None
    path, wanted = split_name(source)
    return path.absolute().with_name(f"{wanted.replace('/', '-') or path.stem}.drawing.json")


@cache
def schema() -> Json:
    """Return the schema of drawing files.

    >>> schema()["required"]
    ['width', 'height', 'anchors']
    """
    return package_json(resources.files("standoff.pictures") / "drawing.schema.json")


def read_drawing(path: Path, board: Board) -> Json:
    """Return the content of a drawing file, with all spots; without outlines if provinces are discs.

    Raises:
        BoardError: It cannot be read, or does not fit the board; all faults are listed.
    """
    try:
        content = json_value(read_file(path))
    except OSError as fault:
        raise BoardError(f"drawing {path}: {fault.strerror}") from None
    except JsonError as fault:
        raise BoardError(f"drawing {path}: {fault}") from None
    faults = schema_faults(content, schema()) or [*_faults(cast("Json", content), board)]
    if faults:
        raise BoardError(f"drawing {path}:\n  " + "\n  ".join(faults))
    data = cast("Json", content)
    # spots that are left out stand around the unit as in a schematic picture
    anchors = {place: {**anchors_around(*own["unit"]), **own} for place, own in data["anchors"].items()}
    return {**data, "anchors": anchors}


MOST_PX = 100_000
"""The picture of a drawing file is at most this wide and high."""

MOST_POINTS = 100_000
"""The outlines of a drawing file have at most this many points together."""


def _faults(data: Json, board: Board) -> Iterator[str]:
    width, height = data["width"], data["height"]
    yield from (f"{key}: more than {MOST_PX:,} px" for key in ("width", "height") if data[key] > MOST_PX)
    yield from (f"anchors: {place} is missing" for place in board.locations if place not in data["anchors"])
    points = [(f"anchors: {place}: {kind}", at) for place, own in data["anchors"].items() for kind, at in own.items()]
    points += [(f"passages: {name}", at) for name, line in data.get("passages", {}).items() for at in line]
    for place, rings in data.get("outlines", {}).items():
        points += [(f"outlines: {place}", at) for ring in rings for at in ring]
        yield from (f"outlines: {place}: a ring of {len(ring)} points" for ring in rings if len(ring) < 3)
    if len(points) > MOST_POINTS:
        yield f"{len(points):,} points; a drawing has at most {MOST_POINTS:,}"
        return
    for where, at in points:
        if len(at) != 2:
            yield f"{where}: expected x and y, not {at}"
        elif not (0 <= at[0] <= width and 0 <= at[1] <= height):
            yield f"{where}: {at[0]:g}, {at[1]:g} is outside the picture of {width} × {height} px"
    if "outlines" in data:
        yield from (f"outlines: {p.id} is missing" for p in board.provinces if p.id not in data["outlines"])
    elif "passages" in data:
        yield "passages goes with outlines"
