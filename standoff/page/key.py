"""The legend of the maps: the meaning of each symbol, with a drawn example."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

from ..map import Board, Json, Position, load_board
from ..pictures import Style, geometry_of, scene_of_position, scenes_of_resolutions, sheet, theme_named
from ..solver import rulebook
from ..text import message
from ..turn import Turn
from .maps import scene_of


class MapSign(NamedTuple):
    """A symbol of the maps; a line of ``signs.txt``.

    Attributes:
        meaning: Its meaning.
        looks: Its appearance.
        position: A position that shows it, without its board; empty for none.
        orders: Orders for it.
        option: An option of the rulebook, ``"name=choice"``.
    """

    meaning: str
    looks: str
    position: str = ""
    orders: str = ""
    option: str = ""


@cache
def signs() -> tuple[MapSign, ...]:
    """Return all symbols; the table in the documentation has the same texts.

    >>> signs()[1].meaning, signs()[1].orders
    ('move that succeeds', 'FRANCE: A PAR - BUR')
    """
    text = (resources.files("standoff.page") / "signs.txt").read_text(encoding="utf-8")
    return tuple(MapSign(*line.split(" | ")) for line in text.splitlines())


_CORE = "core of a paradox"  # shown by pictures of resolutions
_MARGIN, _SCALE = 50.0, 0.8  # px of the board around the example, and px of the picture per px of the board


@lru_cache(maxsize=6)
def key(theme: str, language: str) -> Json:
    """Return the legend.

    Args:
        theme: The name of a theme.
        language: The language of the texts.

    Returns:
        ``signs``: the meaning, appearance and picture (SVG, or empty) of each symbol; ``powers``: the name of each
        power and a picture of its color.

    >>> legend = key("light", "en")
    >>> legend["signs"][1]["meaning"], legend["signs"][1]["picture"][:4], legend["powers"][0]["name"]
    ('move that succeeds', '<svg', 'Austria')
    """
    board, chosen = load_board(), theme_named(theme)
    shades = chosen.shades(board)
    return {
        "signs": [
            {
                "meaning": message(sign.meaning, language),
                "looks": message(sign.looks, language),
                "picture": _example(sign, board, theme, language) if sign.position else "",
            }
            for sign in signs()
        ],
        "powers": [
            {"name": board.names.name(power, language), "picture": _swatch(shades[power].unit, shades[power].tint)}
            for power in board.powers
        ],
    }


def _swatch(color: str, tint: str) -> str:
    """Return a power's colors; the outer line shows white ones on white paper."""
    edge = '<rect x=".5" y=".5" width="19" height="19" rx="4" fill="none" stroke="#5f523f"/>'
    sample = f'<rect x="3" y="3" width="14" height="14" rx="3" fill="{tint}" stroke="{color}" stroke-width="4"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{sample}{edge}</svg>'


def _example(sign: MapSign, board: Board, theme: str, language: str) -> str:
    """Return a picture of a symbol's meaning, no larger than necessary."""
    rules = rulebook("2023", **dict(part.split("=") for part in sign.option.split()))
    position = Position.parse(f"{board.name} {sign.position}")
    scene = scene_of_position(position, board, rules=rules, language=language)
    if sign.orders:
        turn = Turn(position, rules=rules, board=board).with_orders(sign.orders)
        scene = (
            scenes_of_resolutions(turn.resolutions(), language=language)[0][0]
            if sign.meaning == _CORE
            else scene_of(turn.adjudicate(), language)
        )
    points = [geometry_of(board).anchor(place) for place in scene.places()]
    (left, right), (top, bottom) = ((min(line) - _MARGIN, max(line) + _MARGIN) for line in zip(*points, strict=True))
    style = Style(theme_named(theme), language, "none")
    bare = replace(scene, heading="", notes=())
    width_px = round((right - left) * _SCALE)
    return sheet([bare], style, crop=(left, top, right, bottom), legend=False, width_px=width_px).svg
