"""The tool that makes the drawing files: its projection, its description, and a small made-up board."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from standoff.map import Board, province_of
from standoff.pictures.boards.drawings import drawn
from tests.pictures.test_boards import DESCRIPTION, face_area, inside, overlaps, spots_of
from tools.boardmap.checks import disagreements
from tools.boardmap.description import read_description


def test_the_projection_never_folds() -> None:
    """Its Jacobian has one sign all over the picture: no point of the picture shows two places."""
    numpy = pytest.importorskip("numpy")
    from tools.boardmap.projection import Projection

    projection = Projection(dict(read_description(DESCRIPTION).projection))
    lon, lat = (grid.ravel() for grid in numpy.meshgrid(numpy.arange(-45, 70, 0.25), numpy.arange(22, 80, 0.25)))
    x, y = projection(lon, lat)
    seen = (x > 0) & (x < projection.width) & (y > 0) & (y < projection.height)
    assert seen.sum() > 10_000
    jacobian = projection.jacobian(lon[seen], lat[seen])
    assert jacobian.max() < 0  # y runs down
    assert jacobian.max() / jacobian.min() > 0.02


def test_a_line_of_unknown_points_is_named(tmp_path: Path) -> None:
    text = DESCRIPTION.read_text(encoding="utf-8").replace("CLY LVP: CEL", "CLY LVP: CXL")
    path = tmp_path / "standard.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="'CXL' is neither"):
        read_description(path)


SMALL_BOARD = {
    "name": "small",
    "powers": {},
    "provinces": {
        "EAST": {"name": "East", "kind": "coastal", "center": True},
        "MID": {"name": "Middle", "kind": "coastal", "coasts": ["NC", "SC"]},
        "WEST": {"name": "West", "kind": "coastal"},
        "NOR": {"name": "Northern Sea", "kind": "sea"},
        "SOU": {"name": "Southern Sea", "kind": "sea"},
    },
    "army": {"MID": "EAST WEST"},
    "fleet": {
        "NOR": "EAST MID/NC SOU WEST",
        "SOU": "EAST MID/SC WEST",
        "MID/NC": "EAST WEST",
        "MID/SC": "EAST WEST",
    },
}
SMALL_DRAWING = """
board = "{board}"
source = "made up"
tolerance = 0.5
[projection]
center = [0.0, 50.0]
magnifiers = [[0.0, 50.0, 0.2, 500]]
squeeze_x = [-2000, 2000, 0.5, 0.5]
squeeze_y = [-2000, 2000, 0.5, 0.5]
window = [-900, 900, -600, 600]
width = 700
[land]
calm = 2.0
drop = ["11,44"]
[land.add]
bridge = "5,49 6,49 6,51 5,51"
[land.dig]
[junctions]
TOP = "-2,53"
[borders]
land = '''
WEST MID: TOP -2,50 -2,47
MID EAST: 2,53 2,50 2,47
'''
sea = '''
NOR SOU: -30,50 -5,50
NOR SOU: 7,50 30,50
'''
[faces]
provinces = '''
WEST -4,50; MID 0,50; EAST 4,50
NOR 0,53.5; SOU 0,46.5
'''
neutral = ["-9,53.5"]
[passages]
"""


def rectangle(west: float, south: float, east: float, north: float) -> list[list[float]]:
    return [[west, south], [0, north - south], [east - west, 0], [0, south - north], [west - east, 0]]


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, Path]:
    """The description of a drawing of a small board, and the coasts for it."""
    pytest.importorskip("shapely", minversion="2.1")
    (tmp_path / "small.json").write_text(json.dumps(SMALL_BOARD), encoding="utf-8")
    text = SMALL_DRAWING.format(board=tmp_path / "small.json")
    (tmp_path / "small.toml").write_text(text, encoding="utf-8")
    # two halves of the main land that only the bridge joins, neutral land, and land that is dropped
    land = [
        rectangle(-6, 48, 5.2, 52),
        rectangle(5.8, 48, 8, 52),
        rectangle(-10, 53, -8, 54),
        rectangle(10, 43, 12, 45),
    ]
    topology = {
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "arcs": land,
        "objects": {"land": {"geometries": [{"type": "MultiPolygon", "arcs": [[[n]] for n in range(len(land))]}]}},
    }
    (tmp_path / "land.json").write_text(json.dumps(topology), encoding="utf-8")
    return tmp_path / "small.toml", tmp_path / "land.json"


@pytest.mark.slow
def test_the_tool_draws_a_board(small: tuple[Path, Path]) -> None:
    from tools.boardmap.__main__ import drawing, written

    description, atlas = read_description(small[0]), small[1]
    data = drawing(description, atlas)
    assert json.loads(written(data)) == data == drawing(description, atlas)
    board = Board(SMALL_BOARD)
    geometry = drawn(data, board)
    assert disagreements(geometry, board) == []
    faces = [*geometry.faces.values(), *geometry.neutral, *geometry.lakes]
    assert sum(face_area(geometry, face) for face in faces) == pytest.approx(geometry.width * geometry.height)
    assert len(geometry.neutral) == 1
    assert face_area(geometry, geometry.neutral[0]) > 0
    spots = spots_of(geometry)
    assert overlaps(geometry, spots) == []
    assert all(inside(geometry, province_of(spot[0]), *geometry.anchor(*spot)) for spot in spots)


def test_a_missing_line_or_bridge_spoils_the_drawing(small: tuple[Path, Path]) -> None:
    from tools.boardmap.__main__ import drawing
    from tools.boardmap.faces import FaultyDrawingError

    description, atlas = read_description(small[0]), small[1]
    with pytest.raises(FaultyDrawingError, match="no border between MID and EAST"):
        drawing(replace(description, land_lines=description.land_lines[:1]), atlas)
    with pytest.raises(FaultyDrawingError, match="no border between NOR and SOU"):
        drawing(replace(description, sea_lines=description.sea_lines[:1]), atlas)
    # the water between the halves now joins the seas, as the line through the eastern one does
    with pytest.raises(FaultyDrawingError, match="no border between NOR and SOU"):
        drawing(replace(description, add={}), atlas)
