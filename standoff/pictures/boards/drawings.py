"""The drawing of a board: from a drawing file that has its provinces, otherwise from its graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from ...map import SEA, Board, BoardError, load_board, package_json, province_of
from ..svg import Point
from .drawing_file import path_of_drawing, read_drawing
from .geometry import Geometry, Ring, anchors_of, joined, steps_of, touching

DrawingNow = tuple[Path, int, int, int, int]
"""A file, when it was changed (twice), its size and its number: another value once it was changed."""


def geometry_of(board: Board) -> Geometry:
    """Return where everything of a board lies in a picture of it, the same each time.

    A board from a file with a drawing file next to it is drawn from that (`drawing_file`). One whose provinces are all
    in the drawing file of the package, with no border there between provinces that are not adjacent, is drawn from that
    file; so are the boards with fewer provinces. Any other board is laid out from its graphs.

    Raises:
        BoardError: The board has no drawing, and more provinces than a schematic one has room for; or the drawing file
            next to it has faults, all of which are listed.

    >>> from standoff.map import load_board
    >>> geometry = geometry_of(load_board())
    >>> geometry.width, len(geometry.outlines)
    (1400, 75)
    """
    return _geometry(board, drawing_now(board))


def drawing_now(board: Board) -> DrawingNow | None:
    """Return the message about the drawing file next to a board's file; None if there is no message.

    >>> from standoff.map import load_board
    >>> drawing_now(load_board()) is None
    True
    """
    path = path_of_drawing(board.place)
    if path is None:
        return None
    try:
        state = path.stat()
    except OSError:
        return None
    return path, state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino


@lru_cache(maxsize=16)
def _geometry(board: Board, file: DrawingNow | None) -> Geometry:
    standard = _standard()
    data = standard if file is None else read_drawing(file[0], board)
    if "outlines" in data and data["anchors"].keys() >= {*board.locations, *(p.id for p in board.provinces)}:
        geometry, touching = _drawn(data, board)
        if not touching:
            return geometry
        if file is not None:
            faults = (f"{one} and {two} touch, and are not adjacent on the board" for one, two in touching)
            raise BoardError(f"drawing {file[0]}:\n  " + "\n  ".join(faults))
    from .schematic import schematic  # loads NetworkX

    known = {p.name: (x, y) for p in load_board().provinces for x, y in [standard["anchors"][p.id]["unit"]]}
    return schematic(board, known, None if file is None else data)


@cache
def _standard() -> dict[str, Any]:
    """Return the content of the drawing file of the package, which has the standard board and that of 1962."""
    return package_json(resources.files("standoff.pictures.boards") / "standard.json")


def _drawn(data: Mapping[str, Any], board: Board) -> tuple[Geometry, list[tuple[str, str]]]:
    """Return the geometry of a board whose provinces are in a drawing, and those that touch without being adjacent."""
    outlines = {name: _rings(rings) for name, rings in data["outlines"].items()}
    own = {province.id: outlines.pop(province.id) for province in board.provinces}
    left_out = [_rings(data.get("neutral", ())), *outlines.values()]
    outer = Counter(step for rings in left_out for step in steps_of(rings))
    near, number = touching(own), board.province_number
    geometry = Geometry(
        width=data["width"],
        height=data["height"],
        outlines=own,
        anchors=anchors_of(data, board),
        seas=frozenset(province.id for province in board.provinces if province.kind == SEA),
        passages=_passages(data, board, near),
        neutral=joined(step for step, count in outer.items() if count % 2),
        lakes=_rings(data.get("lakes", ())),
    )
    adjacent = board.around
    return geometry, sorted((a, b) for a, b in near if a < b and not adjacent[number[a]] >> number[b] & 1)


def _rings(lists: Sequence[Sequence[Sequence[float]]]) -> list[Ring]:
    rings = ([(round(x, 1), round(y, 1)) for x, y in points] for points in lists)
    return [[*ring, ring[0]] for ring in rings]


def _passages(
    data: Mapping[str, Any], board: Board, near: set[tuple[str, str]]
) -> dict[tuple[str, str], Sequence[Point]]:
    """Return the neighbors that do not touch: in 1962 fleets go from the Aegean to the Black Sea."""
    ways, anchors = data.get("passages", {}), data["anchors"]
    passages: dict[tuple[str, str], Sequence[Point]] = {}
    for one, two in board.army_edges + board.fleet_edges:
        if (province_of(one), province_of(two)) not in near and (two, one) not in passages:
            way = ways.get(f"{one} {two}") or ways.get(f"{two} {one}", [])[::-1]
            passages[one, two] = [(x, y) for x, y in way or [anchors[end]["unit"] for end in (one, two)]]
    return passages
