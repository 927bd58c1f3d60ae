"""Where the drawing of a board comes from: a drawing file that has its provinces, else its graphs alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import accumulate, permutations
from pathlib import Path
from typing import Any, cast

from ...map import SEA, Board, BoardError, load_board, province_of
from .drawing_file import beside, read_drawing
from .geometry import Anchor, Arc, Face, Geometry, Passage, Ring, arcs_used

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
    >>> geometry.width, len(geometry.faces)
    (1400, 75)
    """
    return _geometry(board, drawing_now(board))


def drawing_now(board: Board) -> DrawingNow | None:
    """Return what is told of the drawing file next to a board's file; None if there is none.

    >>> from standoff.map import load_board
    >>> drawing_now(load_board()) is None
    True
    """
    path = beside(board.place)
    if path is None:
        return None
    try:
        state = path.stat()
    except OSError:
        return None
    return path, state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino


@lru_cache(maxsize=16)
def _geometry(board: Board, file: DrawingNow | None) -> Geometry:
    if file is None:
        data = _standard()
        known = data["faces"].keys() | data["anchors"].keys()
        if known.issuperset((*board.locations, *(province.id for province in board.provinces))):
            geometry = _drawn(data, board)
            if not _strangers(geometry, board):
                return geometry
        return _laid_out(board)
    path = file[0]
    data = read_drawing(path, board)
    if "arcs" not in data:
        return _laid_out(board, data)
    geometry = _drawn(data, board)
    faults = [f"{one} and {two} touch, and are not adjacent on the board" for one, two in _strangers(geometry, board)]
    if faults:
        raise BoardError(f"drawing {path}:\n  " + "\n  ".join(faults))
    return geometry


def _laid_out(board: Board, data: Mapping[str, Any] | None = None) -> Geometry:
    from .schematic import schematic  # loads NetworkX

    anchors, standard = _standard()["anchors"], load_board()
    known = {p.name: (x, y) for p in standard.provinces for x, y in [anchors[p.id]["unit"]]}
    return schematic(board, known, data)


def _drawn(data: Mapping[str, Any], board: Board) -> Geometry:
    """Return the geometry of a board, all of whose provinces and coasts are in the content of a drawing file."""
    lines = cast("list[list[int]]", data["arcs"])
    arcs = tuple(tuple(zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True)) for steps in lines)
    faces = {name: _face(rings) for name, rings in data["faces"].items()}
    kept = {province.id: faces.pop(province.id) for province in board.provinces}
    return Geometry(
        board=board.name,
        source=data["source"],
        width=data["width"],
        height=data["height"],
        arcs=arcs,
        faces=kept,
        neutral=(_joined(arcs, [*map(_face, data["neutral"]), *faces.values()]),),
        lakes=tuple(map(_face, data["lakes"])),
        anchors={
            location: {Anchor(kind): (x, y) for kind, (x, y) in data["anchors"][location].items()}
            for location in board.locations
        },
        seas=frozenset(province.id for province in board.provinces if province.kind == SEA),
        passages=_passages(data, board, kept),
    )


@cache
def _standard() -> dict[str, Any]:
    """Return the content of the drawing file of the package, which has the standard board and that of 1962."""
    return json.loads((resources.files("standoff.pictures.boards") / "standard.json").read_text(encoding="utf-8"))


def _face(rings: Iterable[Iterable[int]]) -> Face:
    return tuple(map(tuple, rings))


def _touching(faces: Mapping[str, Face]) -> set[tuple[str, str]]:
    """Return the pairs of faces that share an arc, in both orders."""
    at: dict[int, list[str]] = {}
    for name, face in faces.items():
        for arc in arcs_used(face):
            at.setdefault(arc, []).append(name)
    return {pair for names in at.values() for pair in permutations(names, 2)}


def _strangers(geometry: Geometry, board: Board) -> list[tuple[str, str]]:
    """Return the provinces that touch in the drawing without a way between them on the board, each pair once."""
    number, pairs = board.province_number, sorted(_touching(geometry.faces))
    return [(one, two) for one, two in pairs if one < two and not board.around[number[one]] >> number[two] & 1]


def _passages(data: Mapping[str, Any], board: Board, faces: Mapping[str, Face]) -> tuple[Passage, ...]:
    """Return the neighbors whose faces do not touch: in 1962 fleets go from the Aegean to the Black Sea."""
    touching, ways = _touching(faces), data["passages"]
    passages: dict[frozenset[str], Passage] = {}
    for one, two in board.army_edges + board.fleet_edges:
        edge = frozenset((one, two))
        if (province_of(one), province_of(two)) in touching or edge in passages:
            continue
        way = ways.get(f"{one} {two}") or ways.get(f"{two} {one}", [])[::-1]
        way = way or [data["anchors"][end]["unit"] for end in (one, two)]
        passages[edge] = Passage((one, two), tuple((x, y) for x, y in way))
    return tuple(passages.values())


def _joined(arcs: Sequence[Arc], faces: Sequence[Face]) -> Face:
    """Return faces as one, without the arcs between them."""
    used = {arc for face in faces for ring in face for arc in ring}
    outer = sorted(arc for arc in used if ~arc not in used)
    first = {arc: arcs[arc][0] if arc >= 0 else arcs[~arc][-1] for arc in outer}
    last = {arc: arcs[arc][-1] if arc >= 0 else arcs[~arc][0] for arc in outer}
    rings: list[Ring] = []
    while outer:
        start = arc = outer.pop(0)
        ring = [start]
        while last[arc] != first[start]:
            arc = next(following for following in outer if first[following] == last[arc])
            outer.remove(arc)
            ring.append(arc)
        rings.append(tuple(ring))
    return tuple(rings)
