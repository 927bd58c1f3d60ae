"""A drawing file that a user puts next to a board file: ``mine.drawing.json`` next to ``mine.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from ...map import (
    Board,
    BoardError,
    board_names,
    names_a_file,
    read_board_json,
    read_file,
    schema_faults,
    split_name,
)
from .geometry import STEPS_PER_PX, spots_around

Json = dict[str, Any]


def beside(source: str) -> Path | None:
    """Return where the drawing of a board would be, None for a board that is not from a file.

    >>> beside("mine.json").name, beside("variants.xml#Modern").name, beside("standard")
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
    return json.loads((resources.files("standoff.pictures") / "drawing.schema.json").read_text(encoding="utf-8"))


def read_drawing(path: Path, board: Board) -> Json:
    """Return the content of a drawing file, in the form of those of the package; without arcs if provinces are discs.

    Raises:
        BoardError: It cannot be read, or does not fit the board; all faults are listed.
    """
    try:
        content = read_board_json(read_file(path).decode("utf-8-sig"))
    except OSError as fault:
        raise BoardError(f"drawing {path}: {fault.strerror}") from None
    except (ValueError, RecursionError) as fault:
        raise BoardError(f"drawing {path}: {fault}") from None
    faults = schema_faults(content, schema()) or [*_too_much(cast("Json", content))]
    faults = faults or [*_faults(cast("Json", content), board)]
    if faults:
        raise BoardError(f"drawing {path}:\n  " + "\n  ".join(faults))
    data: Json = {"source": "a drawing of its own", "neutral": [], "lakes": [], "passages": {}, **cast("Json", content)}
    # spots that are left out stand around the unit as in a schematic picture
    data["anchors"] = {place: {**spots_around(*own["unit"]), **own} for place, own in data["anchors"].items()}
    if "outlines" in data:
        data["arcs"], data["faces"] = _stitched(data["outlines"])
    return data


MOST_PX = 100_000
"""The picture of a drawing file is at most this wide and high."""

MOST_POINTS = 100_000
"""The outlines, or the arcs, of a drawing file have at most this many points together."""

MOST_RINGS = 100
"""A province has at most this many rings around it."""


def _too_much(data: Json) -> Iterator[str]:
    yield from (f"{key}: more than {MOST_PX:,} px" for key in ("width", "height") if data[key] > MOST_PX)
    of_provinces = [(key, place, rings) for key in ("outlines", "faces") for place, rings in data.get(key, {}).items()]
    rings = [ring for _, _, own in of_provinces for ring in own]
    rings += [ring for key in ("neutral", "lakes") for own in data.get(key, ()) for ring in own]
    points = sum(map(len, rings)) + sum(len(arc) // 2 for arc in data.get("arcs", ()))
    if points > MOST_POINTS:
        yield f"{points:,} points; a drawing has at most {MOST_POINTS:,}"
    for key, place, own in of_provinces:
        if len(own) > MOST_RINGS:
            yield f"{key}: {place[:100]}: {len(own):,} rings; a province has at most {MOST_RINGS}"


def _faults(data: Json, board: Board) -> Iterator[str]:
    width, height = data["width"], data["height"]
    yield from (f"anchors: {place} is missing" for place in board.locations if place not in data["anchors"])
    points = [(f"anchors: {place}: {kind}", at) for place, own in data["anchors"].items() for kind, at in own.items()]
    points += [(f"passages: {name}", at) for name, line in data.get("passages", {}).items() for at in line]
    for place, rings in data.get("outlines", {}).items():
        points += [(f"outlines: {place}", at) for ring in rings for at in ring]
        yield from (f"outlines: {place}: a ring of {len(ring)} points" for ring in rings if len(ring) < 3)
    for where, at in points:
        if len(at) != 2:
            yield f"{where}: expected x and y, not {at}"
        elif not (0 <= at[0] <= width and 0 <= at[1] <= height):
            yield f"{where}: {at[0]:g}, {at[1]:g} is outside the picture of {width} × {height} px"
    if "outlines" in data and "arcs" in data:
        yield "outlines and arcs: give only one of them"
    if ("arcs" in data) != ("faces" in data):
        yield "arcs and faces belong together"
    if not ("arcs" in data or "outlines" in data):
        yield from (f"{key} goes with arcs" for key in ("neutral", "lakes", "passages") if key in data)
        return
    key = "faces" if "faces" in data else "outlines"
    yield from (f"{key}: {p.id} is missing" for p in board.provinces if p.id not in data.get(key, {}))
    if "arcs" in data and "faces" in data:
        yield from _faults_of_rings(data)


def _faults_of_rings(data: Json) -> Iterator[str]:
    ends: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for number, arc in enumerate(data["arcs"]):
        if len(arc) < 4 or len(arc) % 2:
            yield f"arcs: arc {number} has {len(arc)} numbers; expected x and y, and steps of x and y"
            return
        ends.append(((arc[0], arc[1]), (sum(arc[::2]), sum(arc[1::2]))))
    faces: list[tuple[str, list[list[int]]]] = [(f"faces: {place}", rings) for place, rings in data["faces"].items()]
    faces += [(key, rings) for key in ("neutral", "lakes") for rings in data.get(key, ())]
    for where, ring in ((where, ring) for where, rings in faces for ring in rings):
        unknown = [arc for arc in ring if not -len(ends) <= arc < len(ends)]
        line = [] if unknown else [ends[arc] if arc >= 0 else ends[~arc][::-1] for arc in ring]
        if unknown:
            yield f"{where}: no arc {unknown[0]}"
        elif not ring or any(one[1] != two[0] for one, two in pairwise([*line, line[0]])):
            yield f"{where}: the ring {ring} does not close"


def _stitched(outlines: Mapping[str, list[list[list[float]]]]) -> tuple[list[list[int]], dict[str, list[list[int]]]]:
    """Return outlines as arcs of one step each, and the faces made of them: a step of two outlines is one arc."""
    number: dict[tuple[tuple[int, int], tuple[int, int]], int] = {}
    arcs: list[list[int]] = []
    faces: dict[str, list[list[int]]] = {}
    for place, rings in outlines.items():
        faces[place] = []
        whole = [[(round(x * STEPS_PER_PX), round(y * STEPS_PER_PX)) for x, y in ring] for ring in rings]
        for points in map(_turned, whole, ([one for one in whole if one is not ring] for ring in whole)):
            steps = [(a, b) for a, b in pairwise([*points, points[0]]) if a != b]
            used: list[int] = []
            for a, b in steps:
                if (b, a) in number:
                    used.append(~number[b, a])
                    continue
                if (a, b) not in number:
                    number[a, b] = len(arcs)
                    arcs.append([*a, b[0] - a[0], b[1] - a[1]])
                used.append(number[a, b])
            faces[place].append(used)
    return arcs, faces


def _turned(ring: list[tuple[int, int]], others: list[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """Return a ring so that the province is on the same side of it in every outline; `others` are those of the face."""
    pairs = pairwise([*ring, ring[0]])
    clockwise = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) > 0
    hole = sum(_lies_in(ring[0], other) for other in others) % 2 == 1
    return ring if clockwise is not hole else ring[::-1]


def _lies_in(point: tuple[int, int], ring: list[tuple[int, int]]) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
