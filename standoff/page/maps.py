"""The maps of the page: drawn over definitions that it has once, uncropped, each with a prefix of its own.

What every map of a board shares (the outlines of provinces, the signs of units) is in its ground, an empty board that
the page keeps, and can put units on by itself before there is an answer. A map refers to it, and so is half as long.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..map import ARMY, FLEET, INLAND, Board, Unit, bits
from ..pictures import (
    Piece,
    Scene,
    Style,
    drawing_now,
    geometry_of,
    orders_only,
    scene_of_result,
    sheet,
    theme_named,
)
from ..text import message, write_place
from ..turn import Result

Json = dict[str, Any]

GROUND = "g-"
"""What the ids of the shared definitions begin with."""

TYPES = {"A": "army", "F": "fleet"}


def ground(board: Board, theme: str, language: str) -> Json:
    """Return an empty board with all that its maps refer to, and what the page knows of its places and powers.

    Args:
        board: The board.
        theme: The name of the theme.
        language: The language of names.

    Raises:
        PictureError: There is no such theme.

    >>> from standoff.map import load_board
    >>> drawing = ground(load_board(), "light", "en")
    >>> drawing["width"], drawing["provinces"]["PAR"]["at"]["PAR"], drawing["powers"]["FRANCE"]["name"]
    (1400, [408, 716], 'France')
    """
    return _ground(board, theme, language, drawing_now(board))


@lru_cache(maxsize=12)
def _ground(board: Board, theme: str, language: str, _: object) -> Json:
    chosen, geometry, names = theme_named(theme), geometry_of(board), board.names
    style = "package" if language == "en" else language
    shades = chosen.shades(board)
    land = next(province.id for province in board.provinces if province.kind == INLAND)
    signs = Scene(
        board, pieces=tuple(Piece(Unit(kind, land, power)) for power in board.powers for kind in (ARMY, FLEET))
    )
    looks = Style(chosen, language, _names(language), prefix=GROUND)
    drawn = sheet([Scene(board)], looks, legend=False, units_of=[signs])
    return {
        "svg": drawn.svg,
        "width": geometry.width,
        "height": geometry.height,
        "types": {
            letter: letter if language == "en" else message(word, language).capitalize()
            for letter, word in TYPES.items()
        },
        "provinces": {
            province.id: {
                "name": names.name(province.id, language),
                "kind": province.kind,
                "center": province.center,
                "places": list(province.locations),
                "army": province.id in board.army_stands,
                "said": {place: write_place(place, board, style) for place in (province.id, *province.locations)},
                "at": {place: [*map(round, geometry.anchor(place))] for place in (province.id, *province.locations)},
                "beside": sorted(board.provinces[other].id for other in bits(board.around[number])),
            }
            for number, province in enumerate(board.provinces)
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


def _names(language: str) -> str:
    """Return how provinces are named: as orders name them in that language."""
    return "short" if language == "en" else "long"


def picture(scene: Scene, theme: str, language: str, prefix: str) -> str:
    """Return a scene as a map of the page: the whole board, without heading; its definitions are those of its ground.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> svg = picture(scene_of(turn.adjudicate(), "en"), "light", "en", "m-")
    >>> 'id="m-map"' in svg, 'href="#g-shape-LON"' in svg, 'id="g-shape-LON"' in svg
    (True, True, False)
    """
    style = Style(theme_named(theme), language, _names(language), prefix=prefix, shared=GROUND)
    bare = replace(scene, heading="", notes=())
    return sheet([bare], style, legend=False).svg


def scene_of(result: Result, language: str, *, judged: bool = True) -> Scene:
    """Return what a map of a turn shows.

    Args:
        result: What became of it.
        language: The language of names.
        judged: False for the orders as they are given.
    """
    scene = scene_of_result(result.phase_result, result.turn.board, rules=result.rules, language=language)
    return scene if judged else orders_only(scene)
