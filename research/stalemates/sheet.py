"""A picture of many lines: small maps with what each keeps, its units and supports, and the turn that breaks it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from standoff import Line, draw, load_board
from standoff.map import ARMY, SEA, Position
from standoff.pictures import geometry_of
from standoff.solver import Move, Support

GEOMETRY = geometry_of(load_board())
WIDTH, HEIGHT = GEOMETRY.width + 60, GEOMETRY.height + 170
"""The size of a small map with its margins and the title above it, in px of the board."""

COLUMNS = 8
OURS, ENEMY, KEPT = "#a01c10", "#1c1712", "#f3b49f"


def panel(name: str, found: Line) -> str:
    """Return the small map of a line, without its place on the sheet.

    Args:
        name: Its title.
        found: The line, and whether it holds.
    """
    turn, at = found.breaks or found.turn, GEOMETRY.anchor
    own, board = len(found.turn.position.units), turn.board
    stands = {unit.province: at(unit.location) for unit in turn.position.units}
    tinted = dict.fromkeys([*found.keep, *(unit.province for unit in found.turn.position.units)])
    land = {one.id for one in board.provinces if one.kind != SEA}
    parts = [f'<use href="#shape-{one}" fill="{KEPT}"/>' for one in tinted if one in land]
    for number, order in enumerate(turn.orders):
        start, whose = stands[order.unit.province], "ours" if number < own else "enemy"
        if isinstance(order, Support):
            end = stands[order.supported.province]
            if order.destination:
                end = _between(end, at(order.destination), 0.5)
            parts.append(_stroke(start, end, f"{whose} support"))
        elif isinstance(order, Move):
            parts.append(_stroke(start, _between(start, at(order.destination), 0.8), f"{whose} move"))
    for number, unit in enumerate(turn.position.units):
        x, y = at(unit.location)
        kind, colour = "army" if unit.type is ARMY else "fleet", OURS if number < own else ENEMY
        parts.append(f'<use href="#{kind}" transform="translate({x:g} {y:g}) scale(2.4)" fill="{colour}"/>')
    colour = ENEMY if found.holds else OURS
    return f'<text y="-24" font-size="62" fill="{colour}">{escape(name)}</text><use href="#board"/>{"".join(parts)}'


def sheet(panels: Sequence[str]) -> str:
    """Return small maps, side by side, as one SVG."""
    wide, high = WIDTH * COLUMNS, HEIGHT * -(-len(panels) // COLUMNS)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif">',
        f"<defs>{_board()}",
        *(
            f'<marker id="{name}" orient="auto" markerWidth="4" markerHeight="4" refX="2" refY="2">'
            f'<path d="M0 0L4 2L0 4z" fill="{colour}"/></marker>'
            for name, colour in (("head-ours", OURS), ("head-enemy", ENEMY))
        ),
        "</defs>",
        "<style>line{stroke-width:9} .support{stroke-dasharray:20 9}"
        f" .ours{{stroke:{OURS}}} .enemy{{stroke:{ENEMY}}} .ours.move{{marker-end:url(#head-ours)}}"
        " .enemy.move{marker-end:url(#head-enemy)}</style>",
        f'<rect width="{wide}" height="{high}" fill="#fbf7ee"/>',
    ]
    for number, one in enumerate(panels):
        x, y = number % COLUMNS * WIDTH + 30, number // COLUMNS * HEIGHT + 130
        lines.append(f'<g transform="translate({x} {y})">{one}</g>')
    return "\n".join([*lines, "</svg>\n"])


def _between(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _stroke(start: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    return f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" class="{kind}"/>'


def _board() -> str:
    """Return the definitions of the empty board: its shapes and symbols, and the map as one.

    Raises:
        ValueError: The drawing has no board.
    """
    svg = draw(Position((), board=load_board().name), names="none").svg
    start, depth = svg.index('<g class="board">'), 0
    for tag in re.finditer(r"<g\b[^>]*>|</g>", svg[start:]):
        depth += -1 if tag[0] == "</g>" else 1
        if not depth:
            definitions = svg[svg.index("<defs>") + len("<defs>") : svg.index("</defs>")]
            return f'{definitions}<g id="board">{svg[start : start + tag.end()]}</g>'
    raise ValueError("the drawing has no board")
