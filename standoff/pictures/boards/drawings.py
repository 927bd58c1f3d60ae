"""Where the drawing of a board comes from: a drawing file that has its provinces, else its graphs alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from ...map import SEA, Board, BoardError, province_of
from .drawing_file import beside, read_drawing
from .geometry import Anchor, Face, Geometry, Link, Ring, arcs_used


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


class DrawingNow(NamedTuple):
    """The drawing file next to a board's file, as it is now: another value once it was changed."""

    path: Path
    changed: tuple[int, int]
    size: int
    number: int


def drawing_now(board: Board) -> DrawingNow | None:
    """Return what is told of the drawing file next to a board's file; None if there is none.

    >>> from standoff.map import load_board
    >>> drawing_now(load_board()) is None
    True
    """
    path = beside(board.place)
    try:
        state = path and path.stat()
    except OSError:
        return None
    if path is None or state is None:
        return None
    return DrawingNow(path, (state.st_mtime_ns, state.st_ctime_ns), state.st_size, state.st_ino)


@lru_cache(maxsize=16)
def _geometry(board: Board, file: DrawingNow | None) -> Geometry:
    path = file and file.path
    if path is not None:
        return _of_file(path, board)
    data = _standard()
    if _has_all(data, board):
        geometry = drawn(data, board)
        if not _strangers(geometry, board):
            return geometry
    from .schematic import schematic  # loads NetworkX

    return schematic(board)


def _of_file(path: Path, board: Board) -> Geometry:
    """Return the geometry that a user's drawing file gives a board."""
    data = read_drawing(path, board)
    if "arcs" not in data:
        from .schematic import schematic

        return schematic(board, data)
    geometry = drawn(data, board)
    used: dict[tuple[int, int], set[str]] = {}
    for name, face in geometry.faces.items():
        for use in arcs_used(face):
            used.setdefault(use, set()).add(name)
    faults = sorted({f"{' and '.join(sorted(names))} overlap" for names in used.values() if len(names) > 1})
    faults += [f"{one} and {two} touch, and are not adjacent on the board" for one, two in _strangers(geometry, board)]
    if faults:
        raise BoardError(f"drawing {path}:\n  " + "\n  ".join(faults))
    return geometry


def drawn(data: Mapping[str, Any], board: Board) -> Geometry:
    """Return the geometry of a board that is drawn from the content of a drawing file.

    Args:
        data: The content, with all provinces and coasts of the board.
        board: The board; what it leaves out becomes neutral.
    """
    arcs = tuple(map(_absolute, data["arcs"]))
    faces = {name: _face(rings) for name, rings in data["faces"].items()}
    kept = {province.id: faces[province.id] for province in board.provinces}
    left_out = [face for name, face in faces.items() if name not in kept]
    return Geometry(
        board=board.name,
        source=data["source"],
        width=data["width"],
        height=data["height"],
        arcs=arcs,
        faces=kept,
        neutral=(_joined(arcs, [*map(_face, data["neutral"]), *left_out]),),
        lakes=tuple(map(_face, data["lakes"])),
        anchors={
            location: {Anchor(kind): (x, y) for kind, (x, y) in data["anchors"][location].items()}
            for location in board.locations
        },
        seas=frozenset(province.id for province in board.provinces if province.kind == SEA),
        links=_links(data, board, kept),
    )


@cache
def _standard() -> dict[str, Any]:
    """Return the content of the drawing file of the package, which has the standard board and that of 1962."""
    return json.loads((resources.files("standoff.pictures.boards") / "standard.json").read_text(encoding="utf-8"))


def _has_all(data: Mapping[str, Any], board: Board) -> bool:
    """Tell whether a drawing has all provinces and coasts of a board."""
    return all(p.id in data["faces"] for p in board.provinces) and all(
        loc in data["anchors"] for loc in board.locations
    )


def _absolute(deltas: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(accumulate(deltas[::2]), accumulate(deltas[1::2]), strict=True))


def _face(rings: Iterable[Iterable[int]]) -> Face:
    return tuple(tuple(ring) for ring in rings)


def _touching(faces: Mapping[str, Face]) -> set[tuple[str, str]]:
    """Return the pairs of faces that share an arc, in both orders."""
    at: dict[tuple[int, int], str] = {use: name for name, face in faces.items() for use in arcs_used(face)}
    return {(name, at[arc, 1 - side]) for (arc, side), name in at.items() if (arc, 1 - side) in at}


def _strangers(geometry: Geometry, board: Board) -> list[tuple[str, str]]:
    """Return the provinces that touch in the drawing without a way between them on the board, each pair once."""
    number, pairs = board.province_number, sorted(_touching(geometry.faces))
    return [(one, two) for one, two in pairs if one < two and not board.around[number[one]] >> number[two] & 1]


def _links(data: Mapping[str, Any], board: Board, faces: Mapping[str, Face]) -> tuple[Link, ...]:
    """Return the neighbors whose faces do not touch: in 1962 fleets go from the Aegean to the Black Sea."""
    touching = _touching(faces)
    army, fleet = ({frozenset(edge) for edge in edges} for edges in (board.army_edges, board.fleet_edges))
    links: dict[frozenset[str], Link] = {}
    for one, two in board.army_edges + board.fleet_edges:
        edge = frozenset((one, two))
        if (province_of(one), province_of(two)) in touching or edge in links:
            continue
        passages = data["passages"]
        way = passages.get(f"{one} {two}") or passages.get(f"{two} {one}", [])[::-1]
        way = way or [data["anchors"][end]["unit"] for end in (one, two)]
        links[edge] = Link((one, two), edge in army, edge in fleet, tuple((x, y) for x, y in way))
    return tuple(links.values())


def _joined(arcs: Sequence[Sequence[tuple[int, int]]], faces: Sequence[Face]) -> Face:
    """Return faces as one, without the arcs between them."""
    used = {arc if side == 0 else ~arc for face in faces for arc, side in arcs_used(face)}
    after = {arc: _ring_ends(arcs, arc) for arc in used if ~arc not in used}
    leaving: dict[tuple[int, int], list[int]] = {}
    for arc in sorted(after):
        leaving.setdefault(after[arc][0], []).append(arc)
    rings: list[Ring] = []
    todo = set(after)
    for start in sorted(after):
        if start not in todo:
            continue
        ring, arc = [start], start
        todo.discard(start)
        while after[arc][1] != after[start][0]:
            arc = next(arc for arc in leaving[after[arc][1]] if arc in todo)
            todo.discard(arc)
            ring.append(arc)
        rings.append(tuple(ring))
    return tuple(rings)


def _ring_ends(arcs: Sequence[Sequence[tuple[int, int]]], arc: int) -> tuple[tuple[int, int], tuple[int, int]]:
    line = arcs[arc] if arc >= 0 else arcs[~arc]
    return (line[0], line[-1]) if arc >= 0 else (line[-1], line[0])
