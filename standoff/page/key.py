"""The key of the signs: what each sign of a map means, with a drawn example."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from ..map import Board, Position, load_board
from ..map.drawing.drawings import geometry_of
from ..pictures.layout import spot
from ..pictures.paint import Style
from ..pictures.sheet import sheet
from ..pictures.theme import theme_named
from ..solver import rulebook
from ..text.messages import message
from ..turn.turn import Turn
from .maps import scene_of

Json = dict[str, Any]


class Sign(NamedTuple):
    """A sign of the maps.

    Attributes:
        meaning: What it stands for.
        looks: What it looks like.
        position: A position that shows it, without its board; empty for none.
        orders: Orders for it.
        options: Single options of the rulebook.
    """

    meaning: str
    looks: str
    position: str = ""
    orders: str = ""
    options: tuple[tuple[str, str], ...] = ()


_THREE = "S1901M FRANCE:APAR,AMAR;GERMANY:AMUN"
_CONVOY = "S1901M ENGLAND:ALON,FNTH;GERMANY:FHEL,FSKA"
_CARRIED = "ENGLAND: A LON - BEL, F NTH C A LON - BEL"
_PARADOX = "S1901M ENGLAND:FLON,FWAL;FRANCE:ABRE,FENG"
_CLASHING = "ENGLAND: F LON S F WAL - ENG, F WAL - ENG; FRANCE: A BRE - LON, F ENG C A BRE - LON"

SIGNS = (
    Sign("army, fleet", "a gun; a hull with a sail", "- FRANCE:APAR,FBRE"),
    Sign("move that succeeds", "arrow with a full head", "S1901M FRANCE:APAR", "FRANCE: A PAR - BUR"),
    Sign(
        "move that fails",
        "arrow with a hollow head, crossed out; it stops short of the unit that holds",
        "S1901M FRANCE:APAR;GERMANY:ABUR",
        "FRANCE: A PAR - BUR",
    ),
    Sign(
        "standoff",
        "the arrows end at a burst in the empty province",
        "S1901M FRANCE:APAR;GERMANY:AMUN",
        "FRANCE: A PAR - BUR; GERMANY: A MUN - BUR",
    ),
    Sign(
        "support of a move",
        "dashed line to a dot on the arrow that it supports",
        "S1901M FRANCE:APAR,AMAR",
        "FRANCE: A PAR - BUR, A MAR S A PAR - BUR",
    ),
    Sign(
        "support of a hold",
        "dashed line to an arc that shields the unit",
        "S1901M FRANCE:APAR,ABUR",
        "FRANCE: A PAR H, A BUR S A PAR",
    ),
    Sign(
        "support that is cut",
        "crossed out near its unit; the dot is hollow",
        "S1901M FRANCE:APAR,AMAR;ITALY:APIE",
        "FRANCE: A PAR - BUR, A MAR S A PAR - BUR; ITALY: A PIE - MAR",
    ),
    Sign(
        "convoy",
        "the army's arrow in long dashes, past each fleet; a wavy ring around the fleet; other fleets ordered to "
        "convoy it are linked to its path by dots",
        "S1901M ENGLAND:ALON,FNTH",
        _CARRIED,
    ),
    Sign(
        "convoy that is disrupted",
        "broken ring, crossed out; the path beyond it fades",
        _CONVOY,
        f"{_CARRIED}; GERMANY: F SKA - NTH, F HEL S F SKA - NTH",
    ),
    Sign("hold", "thin ring", "S1901M FRANCE:APAR", "FRANCE: A PAR H"),
    Sign(
        "dislodged",
        "broken ring; also crossed out if there is no retreat",
        "S1901M FRANCE:APAR,AMAR;GERMANY:ABUR",
        "FRANCE: A PAR - BUR, A MAR S A PAR - BUR; GERMANY: A BUR H",
    ),
    Sign(
        "where a dislodged unit may retreat",
        "dotted line to a dot; the attack that dislodged it is a pale stroke",
        "S1901R FRANCE:ABUR,AMAR - GERMANY:ABUR<PAR",
    ),
    Sign(
        "retreat",
        "dotted arrow; two to one place end at a burst",
        "S1901R FRANCE:ABUR,AMAR - GERMANY:ABUR<PAR",
        "GERMANY: A BUR R RUH",
    ),
    Sign(
        "build, removal",
        "a plus sign; paler and crossed out",
        "W1901A FRANCE:AMAR;ITALY:APIE,AVEN FRANCE:PAR,MAR;ITALY:VEN",
        "FRANCE: A PAR B; ITALY: A PIE D",
    ),
    Sign(
        "void: no order matches it",
        "thin dots, struck circle",
        "S1901M FRANCE:APAR,AMAR",
        "FRANCE: A PAR H, A MAR S A PAR - BUR",
    ),
    Sign("illegal", "thin dots, exclamation mark", "S1901M FRANCE:APAR", "FRANCE: A PAR - MUN"),
    Sign("left unresolved", "question mark", _PARADOX, _CLASHING, (("paradox_backup", "unresolved"),)),
    Sign("core of a paradox", "golden glow", _PARADOX, _CLASHING),
    Sign("what the rulebook adopts", "golden frame"),
    Sign("not in question", "faded"),
)
"""All of them; the table of the documentation has the same words."""

_MARGIN, _SCALE = 50.0, 0.8  # px of the board around what is shown, and px of the picture for one of them


@lru_cache(maxsize=6)
def key(theme: str, language: str) -> Json:
    """Return the key of the signs.

    Args:
        theme: The name of a theme.
        language: The language of the words.

    Returns:
        ``signs``: of each its meaning, what it looks like, and its picture as SVG, empty if there is none; ``powers``:
        of each its name and color.

    >>> found = key("light", "en")
    >>> found["signs"][1]["meaning"], found["signs"][1]["picture"][:4], found["powers"][0]["name"]
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
            for sign in SIGNS
        ],
        "powers": [
            {"name": board.names.name(power, language), "color": shades[power].unit, "tint": shades[power].tint}
            for power in board.powers
        ],
    }


def _example(sign: Sign, board: Board, theme: str, language: str) -> str:
    """Return a picture of what a sign stands for, no larger than that needs."""
    rules = rulebook("2023", **dict(sign.options))
    turn = Turn(Position.parse(f"{board.name} {sign.position}"), rules=rules, board=board)
    scene = scene_of((turn.with_orders(sign.orders) if sign.orders else turn).adjudicate(), language)
    geometry, chosen = geometry_of(board), theme_named(theme)
    spots = [spot(geometry, place) for place in scene.places()]
    (left, right), (top, bottom) = ((min(line) - _MARGIN, max(line) + _MARGIN) for line in zip(*spots, strict=True))
    style = Style(chosen, chosen.shades(board), language, "none")
    bare = replace(scene, heading="", notes=())
    width_px = round((right - left) * _SCALE)
    return sheet(
        [bare], geometry, style, crop=(left, top, right, bottom), legend=False, captions=False, width_px=width_px
    ).svg
