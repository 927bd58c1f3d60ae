"""The drawing of the board: its borders are the board's edges, its spots are clear of each other."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from standoff.map import SEA, Board, BoardError, load_board, province_of
from standoff.pictures import Anchor, Geometry, geometry_of
from standoff.pictures.boards.geometry import (
    CENTER_HEIGHT,
    CENTER_WIDTH,
    COAST_HEIGHT,
    COAST_WIDTH,
    NAME_HEIGHT,
    NAME_WIDTH,
    UNIT_HEIGHT,
    UNIT_WIDTH,
    Ring,
    Step,
    steps_of,
)
from standoff.pictures.boards.schematic import MOST_PROVINCES
from standoff.pictures.curves import Box, nearest, overlap
from tests.helpers.boards import FAMILIES
from tests.helpers.command import run
from tests.helpers.paths import written
from tests.helpers.turns import standard_board
from tests.map.test_variants import ISLES

BOARDS = ("standard", "czech1962", "czech1962-six", "czech1962-five", "czech1962-four", "czech1962-three")
SIZE = {
    Anchor.UNIT: (UNIT_WIDTH, UNIT_HEIGHT),
    Anchor.DISLODGED: (UNIT_WIDTH, UNIT_HEIGHT),
    Anchor.NAME: (NAME_WIDTH, NAME_HEIGHT),
    Anchor.CENTER: (CENTER_WIDTH, CENTER_HEIGHT),
}
MARK = (COAST_WIDTH, COAST_HEIGHT)

Spot = tuple[str, Anchor]

boards = pytest.mark.parametrize("name", BOARDS)


@pytest.fixture(scope="module")
def geometry(board: Board) -> Geometry:
    return geometry_of(board)


def spots_of(geometry: Geometry) -> list[Spot]:
    return [(location, kind) for location, kinds in geometry.anchors.items() for kind in kinds]


def box(geometry: Geometry, spot: Spot) -> Box:
    location, kind = spot
    x, y = geometry.anchor(location, kind)
    width, height = MARK if "/" in location and kind is Anchor.NAME else SIZE[kind]
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def overlaps(geometry: Geometry, spots: list[Spot]) -> list[tuple[Spot, Spot]]:
    pairs = itertools.combinations(spots, 2)
    return [(one, two) for one, two in pairs if overlap(box(geometry, one), box(geometry, two))]


def inside(rings: Iterable[Ring], x: float, y: float) -> bool:
    crossed = False
    for ring in rings:
        for (x1, y1), (x2, y2) in itertools.pairwise(ring):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                crossed = not crossed
    return crossed


# -- borders ------------------------------------------------------------------------------------------------------


def sides(geometry: Geometry) -> dict[Step, frozenset[str]]:
    """By step of a border, the provinces that it belongs to, one or two."""
    beside: dict[Step, frozenset[str]] = {}
    for name, rings in geometry.outlines.items():
        for step in steps_of(rings):
            beside[step] = beside.get(step, frozenset()) | {name}
    return beside


def contacts(geometry: Geometry) -> dict[frozenset[str], float]:
    """By two provinces, the length of their common border in px; exact, because neighbors share its points."""
    lengths: dict[frozenset[str], float] = {}
    for step, beside in sides(geometry).items():
        if len(beside) == 2:
            lengths[beside] = lengths.get(beside, 0.0) + math.dist(*step)
    return lengths


def pairs(edges: Iterable[tuple[str, str]]) -> set[frozenset[str]]:
    return {frozenset(map(province_of, edge)) for edge in edges}


@boards
def test_borders_are_the_boards_edges(name: str) -> None:
    """Land on land where armies go, sea on sea and on coast where fleets go."""
    board = load_board(name)
    geometry = geometry_of(board)
    assert not geometry.schematic
    seas = {province.id for province in board.provinces if province.kind == SEA}
    assert geometry.seas == seas
    by_land = {pair for pair in pairs(board.army_edges) if not pair & seas}
    by_sea = {pair for pair in pairs(board.fleet_edges) if pair & seas}
    linked = pairs(geometry.passages)
    assert set(contacts(geometry)) - linked == (by_land | by_sea) - linked


def test_all_206_contacts_are_there_and_can_be_seen(geometry: Geometry, board: Board) -> None:
    drawn = contacts(geometry)
    assert len(drawn) == board.province_graph.number_of_edges() == 206
    assert min(drawn.values()) > 15


@pytest.mark.parametrize("name", ["STP", "BUL", "SPA"])
def test_a_unit_on_a_coast_stands_at_a_shore_of_its_own(geometry: Geometry, board: Board, name: str) -> None:
    """Of the waters that a fleet can go to from one of the coasts only, the nearest can be reached from this one."""
    reach = {
        coast: {province_of(b if a == coast else a) for a, b in board.fleet_edges if coast in (a, b)}
        for coast in board.province(name).locations
        if "/" in coast
    }
    for coast, near in reach.items():
        others = set().union(*(there for other, there in reach.items() if other != coast))
        spot = geometry.anchor(coast, Anchor.UNIT)

        def away(place: str, spot: tuple[float, float] = spot) -> float:
            return min(math.dist(spot, point) for ring in geometry.outlines[place] for point in ring)

        nearest = min(near ^ others, key=away)
        assert nearest in near


# -- spots --------------------------------------------------------------------------------------------------------


def test_every_location_has_its_anchors(geometry: Geometry, board: Board) -> None:
    assert set(geometry.anchors) == set(board.locations)
    for location, spots in geometry.anchors.items():
        center = board.province(location).center and "/" not in location
        assert set(spots) == set(Anchor) - (set() if center else {Anchor.CENTER})


@boards
def test_anchors_lie_in_their_province(name: str) -> None:
    geometry = geometry_of(load_board(name))
    for location, kind in spots_of(geometry):
        assert inside(geometry.outlines[province_of(location)], *geometry.anchor(location, kind)), (location, kind)


def test_no_two_spots_overlap(geometry: Geometry) -> None:
    """Nor would they in any position: all of the board's spots at once, dislodged units too."""
    assert overlaps(geometry, spots_of(geometry)) == []


# -- boards with fewer provinces ----------------------------------------------------------------------------------


@boards
def test_what_a_board_leaves_out_is_neutral(name: str, geometry: Geometry) -> None:
    board = load_board(name)
    drawn = geometry_of(board)
    left_out = set(geometry.outlines) - {province.id for province in board.provinces}
    assert set(drawn.outlines) == set(geometry.outlines) - left_out
    neutral = {name for name in geometry.outlines if inside(drawn.neutral, *geometry.anchor(name))}
    assert neutral == left_out
    inner = {step for step, beside in sides(geometry).items() if len(beside) == 2 and beside <= left_out}
    assert not inner & {*steps_of(drawn.neutral)}
    assert bool(inner) == (len(left_out) > 1)


# -- drawing files beside board files -----------------------------------------------------------------------------


def squares(*places: str) -> dict[str, list[list[list[int]]]]:
    """Return outlines of squares in a row, every other one run backwards."""
    rings = ([[x, 0], [x + 100, 0], [x + 100, 100], [x, 100]] for x in range(0, 100 * len(places), 100))
    return {place: [ring[:: -1 if n % 2 else 1]] for n, (place, ring) in enumerate(zip(places, rings, strict=True))}


def drawn_isles(folder: Path, **changed: Any) -> Board:
    """Five provinces in a row, each a square of 100 px, and their drawing beside the board file."""
    places = ("EAST", "SEA1", "ISLE", "SEA2", "WEST")
    drawing = {
        "width": 500,
        "height": 100,
        "anchors": {place: {"unit": [100 * n + 50, 50]} for n, place in enumerate(places)},
        "outlines": squares(*places),
        **changed,
    }
    kept = {key: value for key, value in drawing.items() if value is not None}
    written(folder / "isles.drawing.json", kept)
    return load_board(written(folder / "isles.json", ISLES))


def test_a_drawing_file_beside_a_board_file_is_what_it_is_drawn_from(tmp_path: Path) -> None:
    board = drawn_isles(tmp_path)
    geometry = geometry_of(board)
    assert (geometry.width, geometry.height, geometry.schematic) == (500, 100, False)
    assert set(geometry.outlines["SEA1"][0]) == {(100, 0), (200, 0), (200, 100), (100, 100)}
    assert geometry.anchor("ISLE", "unit") == (250, 50)
    assert geometry.anchor("ISLE", "dislodged") == (250, 28)
    assert set(contacts(geometry)) == {frozenset(edge) for edge in board.fleet_edges}
    assert geometry.passages == {}
    svg = tmp_path / "isles.svg"
    assert run("map", "show", board.source, "--picture", str(svg)).exit_code == 0
    assert 'viewBox="0 0 500 ' in svg.read_text(encoding="utf-8")


def test_a_drawing_file_may_say_no_more_than_where_provinces_lie(tmp_path: Path) -> None:
    geometry = geometry_of(drawn_isles(tmp_path, outlines=None))
    assert geometry.schematic
    assert geometry.anchor("WEST", "unit") == (450, 50)
    assert set(geometry.passages) == {
        ("EAST", "SEA1"),
        ("ISLE", "SEA1"),
        ("ISLE", "SEA2"),
        ("SEA2", "WEST"),
    }
    # what is changed shows at once
    drawn_isles(tmp_path, outlines=None, height=200)
    assert geometry_of(load_board(str(tmp_path / "isles.json"))).height == 200


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({"width": None, "anchor": {}}, ["'width' is missing", "unknown key 'anchor'; did you mean 'anchors'?"]),
        (
            {"anchors": {"EAST": {"unit": [1, 2, 3]}, "ISLE": {"unit": [600, 50]}}},
            [
                "anchors: SEA1 is missing",
                "anchors: EAST: unit: expected x and y, not [1, 2, 3]",
                "anchors: ISLE: unit: 600, 50 is outside the picture of 500 × 100 px",
            ],
        ),
        ({"outlines": {"EAST": [[[0, 0], [9, 9]]]}}, ["EAST: a ring of 2 points", "outlines: WEST is missing"]),
        ({"outlines": None, "passages": {}}, ["passages goes with outlines"]),
        (
            {"outlines": squares("EAST", "WEST", "SEA1", "SEA1", "SEA2") | {"ISLE": squares("EAST")["EAST"]}},
            ["SEA1 and SEA2 touch, and are not adjacent on the board", "EAST and ISLE touch"],
        ),
    ],
)  # fmt: skip
def test_all_faults_of_a_drawing_file_are_told(changed: dict[str, Any], faults: list[str], tmp_path: Path) -> None:
    board = drawn_isles(tmp_path, **changed)
    with pytest.raises(BoardError) as error:
        geometry_of(board)
    assert str(error.value).startswith(f"drawing {tmp_path / 'isles.drawing.json'}:\n  ")
    for fault in faults:
        assert fault in str(error.value)


# -- boards without a drawing -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES, ids=[family.name for family in FAMILIES])
def test_a_board_without_a_drawing_is_laid_out_from_its_graphs(family: Any) -> None:
    data = family.board(20)
    board = Board(data)
    geometry = geometry_of(board)
    assert geometry.schematic
    assert set(geometry.outlines) == {province.id for province in board.provinces}
    assert geometry.seas == {province.id for province in board.provinces if province.kind == SEA}
    edges = {frozenset(edge) for edge in board.army_edges + board.fleet_edges}
    assert {frozenset(ends) for ends in geometry.passages} == edges
    assert len(geometry.passages) == len(edges)
    spots = [(location, kind) for location, kind in spots_of(geometry) if "/" not in location]
    assert overlaps(geometry, spots) == []
    for name in geometry.outlines:
        for x, y in geometry.outlines[name][0]:
            assert 0 < x < geometry.width
            assert 0 < y < geometry.height
        assert inside(geometry.outlines[name], *geometry.anchor(name, Anchor.UNIT))
    again = geometry_of(Board(data))
    assert again == geometry


def test_too_large_a_board_is_not_drawn() -> None:
    family = next(family for family in FAMILIES if family.name == "circle")
    board = Board(family.board(2 * MOST_PROVINCES))
    with pytest.raises(BoardError, match=f"room for {MOST_PROVINCES}"):
        geometry_of(board)


@functools.cache
def changed_standard(*, named: bool) -> Board:
    """Return the standard board without the border of Munich and Tyrolia, its provinces with or without their names."""
    data = standard_board()
    data["army"]["MUN"] = data["army"]["MUN"].replace("TYR", "").strip()
    for name, entry in data["provinces"].items():
        entry["name"] = entry["name"] if named else f"Place {name}"
    return Board(data)


def test_a_layout_is_turned_as_the_names_of_places_say() -> None:
    geometry = geometry_of(changed_standard(named=True))
    assert geometry.schematic
    at = {name: geometry.anchor(name, Anchor.UNIT) for name in geometry.outlines}
    for west, east in (("LON", "MOS"), ("MAO", "VEN"), ("POR", "SYR")):
        assert at[west][0] < at[east][0]
    for north, south in (("NWY", "ROM"), ("BER", "TRI"), ("EDI", "NAF")):
        assert at[north][1] < at[south][1]


def test_a_layout_is_turned_as_the_names_of_coasts_say() -> None:
    geometry = geometry_of(changed_standard(named=False))
    for north, south in (("SPA/NC", "SPA/SC"), ("STP/NC", "STP/SC")):
        assert geometry.anchor(north, Anchor.UNIT)[1] < geometry.anchor(south, Anchor.UNIT)[1]


@pytest.mark.slow
def test_lines_between_neighbors_lead_around_other_provinces() -> None:
    for board in (*(Board(family.board(20)) for family in FAMILIES), changed_standard(named=True)):
        geometry = geometry_of(board)
        for ends, line in geometry.passages.items():
            for other in geometry.outlines.keys() - {province_of(end) for end in ends}:
                west, _, east, _ = geometry.extents[other]
                middle = geometry.anchor(other, Anchor.UNIT)
                assert nearest([*line], middle) > (east - west) / 2 - 1, (ends, other)
