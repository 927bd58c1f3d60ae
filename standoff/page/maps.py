"""The maps of the page: drawn over shared definitions, uncropped, each with its own prefix.

The parts that all maps of a board share (the outlines of provinces, the symbols of units) are in its ground, an empty
board. The page keeps it, and can add units to it before there is an answer. A map refers to it, and is thus half as
long.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from math import atan2

from ..map import ARMY, FLEET, Board, Json, Unit, UnitType, bits
from ..pictures import (
    Piece,
    Scene,
    Style,
    drawing_now,
    geometry_of,
    scene_of_result,
    sheet,
    theme_named,
)
from ..text import message, write_place
from ..turn import Result

SHARED_PREFIX = "g-"
"""The prefix of the ids of shared definitions."""

TYPES = {"A": "army", "F": "fleet"}


def empty_board(board: Board, theme: str, language: str) -> Json:
    """Return an empty board with the definitions of its maps, and data of its places and powers.

    Args:
        board: The board.
        theme: The name of the theme.
        language: The language of names.

    Raises:
        PictureError: There is no such theme.

    >>> from standoff.map import load_board
    >>> drawing = empty_board(load_board(), "light", "en")
    >>> drawing["width"], drawing["provinces"]["PAR"]["at"]["PAR"], drawing["powers"]["FRANCE"]["name"]
    (1400, [408, 716], 'France')
    """
    return _empty_board(board, theme, language, drawing_now(board))


@lru_cache(maxsize=12)
def _empty_board(board: Board, theme: str, language: str, _: object) -> Json:
    chosen, geometry, names = theme_named(theme), geometry_of(board), board.names
    shades, beside = chosen.shades(board), ways(board)
    anywhere = board.provinces[0].id
    signs = Scene(
        board, pieces=tuple(Piece(Unit(kind, anywhere, power)) for power in board.powers for kind in (ARMY, FLEET))
    )
    looks = Style(chosen, language, _names(language), prefix=SHARED_PREFIX)
    drawn = sheet([Scene(board)], looks, legend=False, units_of=[signs])
    return {
        "svg": drawn.svg,
        "width": geometry.width,
        "height": geometry.height,
        "types": {kind.value: type_in(kind, language) for kind in (ARMY, FLEET)},
        "provinces": {
            province.id: {
                "name": names.name(province.id, language),
                "kind": province.kind,
                "center": province.center,
                "places": list(province.locations),
                "army": province.id in board.army_stands,
                "said": {place: place_in(place, board, language) for place in (province.id, *province.locations)},
                "at": {place: [*map(round, geometry.anchor(place))] for place in (province.id, *province.locations)},
                "beside": beside[province.id],
            }
            for province in board.provinces
        },
        "powers": {
            power: {
                "name": names.name(power, language),
                "tint": "" if chosen.hatched else shades[power].tint,
                "unit": shades[power].unit,
                "country": list(board.powers[power].country),
            }
            for power in board.powers
        },
    }


DIRECTIONS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
"""The arrow keys, with their directions."""

WITHIN = 1.2
"""A neighbor is in a direction if it is within this angle of it, some 70 degrees."""


def ways(board: Board) -> dict[str, dict[str, str]]:
    """Return for each province the neighbor that each arrow key leads to: the nearest in its direction, if any.

    Every province can be reached: one that is never the nearest also replaces another neighbor.

    >>> from standoff.map import load_board
    >>> ways(load_board())["BUD"]
    {'ArrowLeft': 'VIE', 'ArrowRight': 'RUM', 'ArrowUp': 'GAL', 'ArrowDown': 'SER'}
    """
    anchor = geometry_of(board).anchor
    away: dict[tuple[str, str, str], float] = {}
    for number, province in enumerate(board.provinces):
        x, y = anchor(province.id)
        for other in (board.provinces[one].id for one in bits(board.around[number])):
            dx, dy = anchor(other)[0] - x, anchor(other)[1] - y
            for key, (right, down) in DIRECTIONS.items():
                away[province.id, key, other] = abs(atan2(dx * down - dy * right, dx * right + dy * down))
    found: dict[str, dict[str, str]] = {province.id: {} for province in board.provinces}
    for here, key, other in sorted(away, key=away.__getitem__):
        if away[here, key, other] < WITHIN:
            found[here].setdefault(key, other)
    found = {here: {key: to[key] for key in DIRECTIONS if key in to} for here, to in found.items()}
    for lost in found:
        arrivals = Counter(to for keys in found.values() for to in keys.values())
        roads = [(far, here, key) for (here, key, other), far in away.items() if other == lost]
        free = [(far, here, key) for far, here, key in roads if arrivals[found[here].get(key, "")] != 1]
        if not arrivals[lost] and free:
            _, here, key = min(free)
            found[here][key] = lost
    return found


def place_in(place: str, board: Board, language: str) -> str:
    """Return the name of a place in orders in a language: in English its abbreviation."""
    return write_place(place, board, "package" if language == "en" else language)


def type_in(unit: UnitType | None, language: str) -> str:
    """Return the name of a type of units in orders in a language: in English its letter."""
    letter = unit.value if unit else ""
    return letter if language == "en" else message(TYPES[letter], language).capitalize()


def _names(language: str) -> str:
    """Return the names of provinces on maps: those used in orders in that language."""
    return "short" if language == "en" else "long"


def picture(scene: Scene, theme: str, language: str, prefix: str = "m-") -> str:
    """Return a scene as a map of the page: the whole board, without heading; its definitions are those of the ground.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> svg = picture(scene_of(turn.adjudicate(), "en"), "light", "en", "m-")
    >>> 'id="m-map"' in svg, 'href="#g-shape-LON"' in svg, 'id="g-shape-LON"' in svg
    (True, True, False)
    """
    style = Style(theme_named(theme), language, _names(language), prefix=prefix, shared=SHARED_PREFIX)
    bare = replace(scene, heading="", notes=())
    return sheet([bare], style, legend=False).svg


def scene_of(result: Result, language: str, *, judged: bool = True) -> Scene:
    """Return the scene of a turn's map.

    Args:
        result: The result of the turn.
        language: The language of names.
        judged: False to show the orders without outcomes.
    """
    board = result.turn.board
    return scene_of_result(result.phase_result, board, rules=result.rules, language=language, judged=judged)
