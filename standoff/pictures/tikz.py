"""Pictures for LaTeX: SVG of this room as a `tikzpicture`, which needs only TikZ.

The elements and attributes that the other modules write are read; anything else is an error, so that nothing is
silently lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import atan2, ceil, cos, degrees, pi, sin, sqrt
from typing import NamedTuple
from xml.etree import ElementTree

from ..text.latex import escaped
from .theme import PictureError

WIDTH_PT = 345.0
"""The default width of a picture: a line of an article."""

_INHERITED = {
    "fill": "black",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-dasharray": "none",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "fill-rule": "nonzero",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "font-size": "16",
    "font-weight": "normal",
    "font-style": "normal",
    "font-family": "sans-serif",
    "text-anchor": "start",
}
_SILENT = {"title", "desc", "defs"}
_TOKEN = re.compile(r"[MLHVCAZmlhvcaz]|-?(?:\d+\.?\d*|\.\d+)")
_PATTERNS = ("north east lines", "north west lines", "horizontal lines", "vertical lines", "grid", "dots")
"""The hatching of the land of one power after another, in black and white."""


class _Move(NamedTuple):
    """A transformation: scaled, then shifted."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.scale, self.y + y * self.scale


def tikz(svg: str) -> str:
    """Return a picture as a `tikzpicture` for ``\\input``, ``WIDTH_PT`` wide.

    Args:
        svg: The picture.

    Raises:
        PictureError: It has elements that cannot be written as TikZ, such as an animation.

    >>> from standoff import draw, read
    >>> tikz(draw(read("FRANCE: A PAR - BUR")).svg).splitlines()[1]
    '% needs \\\\usepackage{tikz} and \\\\usetikzlibrary{patterns}'
    """
    return "\n".join(_Writer(ElementTree.fromstring(svg)).lines()) + "\n"


class _Writer:
    def __init__(self, root: ElementTree.Element) -> None:
        self.root = root
        self.node_by_id = {f"#{name}": node for node in root.iter() if (name := node.get("id"))}
        hatches = [node.get("id") for node in root.iter() if _name(node) == "pattern"]
        self.hatches = {f"url(#{name})": _PATTERNS[n % len(_PATTERNS)] for n, name in enumerate(hatches)}
        self.colors: dict[str, str] = {}
        _, _, width, height = map(float, root.get("viewBox", "").split())
        self.size = width, height
        self.unit = WIDTH_PT / width

    def lines(self) -> Iterator[str]:
        body = list(self.drawn(self.root, _INHERITED, 1.0, _Move()))
        width, height = self.size
        title = next((node.text for node in self.root if _name(node) == "title"), "") or ""
        yield "% " + " ".join(title.split())
        yield "% needs \\usepackage{tikz} and \\usetikzlibrary{patterns}"
        yield f"\\begin{{tikzpicture}}[x={self.unit:.5f}pt,y=-{self.unit:.5f}pt]"
        yield from (f"\\definecolor{{{name}}}{{HTML}}{{{code}}}" for code, name in self.colors.items())
        yield f"\\useasboundingbox (0,0) rectangle ({width:g},{height:g});"
        yield from body
        yield "\\end{tikzpicture}"

    def drawn(
        self, node: ElementTree.Element, style: Mapping[str, str], opacity: float, move: _Move, *, used: bool = False
    ) -> Iterator[str]:
        """Yield the commands that draw an element and its children."""
        kind = _name(node)
        if kind in _SILENT or (kind in ("clipPath", "pattern") and not used):
            return
        style = {**style, **{name: value for name, value in node.attrib.items() if name in _INHERITED}}
        opacity *= float(node.get("opacity", "1"))
        move = _moved(move, node.get("transform", ""))
        clip = node.get("clip-path")
        if clip is not None:
            (frame,) = self.node_by_id[clip[4:-1]]
            yield f"\\begin{{scope}}\\clip {self.box(frame, move)};"
        if kind in ("g", "svg"):
            for child in node:
                yield from self.drawn(child, style, opacity, move)
        elif kind == "use":
            yield from self.drawn(self.node_by_id[node.get("href", "")], style, opacity, move, used=True)
        elif kind == "text":
            yield from self.words(node, style, opacity, move)
        elif kind == "path":
            yield from self.painted("".join(_path(node.get("d", ""), move)), style, opacity, move)
        elif kind == "rect":
            yield from self.painted(self.box(node, move), style, opacity, move, rounded=float(node.get("rx", "0")))
        elif kind == "circle":
            x, y = move.at(float(node.get("cx", "0")), float(node.get("cy", "0")))
            radius = float(node.get("r", "0")) * move.scale * self.unit
            yield from self.painted(f"{_point(x, y)} circle[radius={radius:.2f}pt]", style, opacity, move)
        else:
            raise PictureError(f"a picture with <{kind}> cannot be written as TikZ")
        if clip is not None:
            yield "\\end{scope}"

    def box(self, node: ElementTree.Element, move: _Move) -> str:
        x, y, width, height = (float(node.get(name, "0")) for name in ("x", "y", "width", "height"))
        return f"{_point(*move.at(x, y))} rectangle {_point(*move.at(x + width, y + height))}"

    def painted(
        self, path: str, style: Mapping[str, str], opacity: float, move: _Move, *, rounded: float = 0.0
    ) -> Iterator[str]:
        """Yield the command that fills a path and draws its line."""
        pixel = move.scale * self.unit
        options: list[str] = []
        hatch = self.hatches.get(style["fill"])
        if hatch is not None:
            options += [f"pattern={hatch}", "pattern color=black!45"]
        elif style["fill"] != "none":
            options += [f"fill={self.color(style['fill'])}", *_opacity("fill opacity", style["fill-opacity"], opacity)]
        if style["stroke"] != "none":
            options.append(f"draw={self.color(style['stroke'])}")
            options += _opacity("draw opacity", style["stroke-opacity"], opacity)
            options.append(f"line width={float(style['stroke-width']) * pixel:.2f}pt")
            options += [f"line {part}=round" for part in ("cap", "join") if style[f"stroke-line{part}"] == "round"]
            if style["stroke-dasharray"] != "none":
                on_off = [float(size) * pixel for size in style["stroke-dasharray"].split()]
                dashes = (f"{'on' if n % 2 == 0 else 'off'} {size:.2f}pt" for n, size in enumerate(on_off))
                options.append(f"dash pattern={' '.join(dashes)}")
        if rounded:
            options.append(f"rounded corners={rounded * pixel:.2f}pt")
        if options and path:
            if style["fill-rule"] == "evenodd":
                options.append("even odd rule")
            yield f"\\path[{','.join(options)}] {path};"

    def words(self, node: ElementTree.Element, style: Mapping[str, str], opacity: float, move: _Move) -> Iterator[str]:
        """Yield the command that writes a text; its halo, a text without a fill, is left out."""
        if style["fill"] == "none" or not node.text:
            return
        size = float(style["font-size"]) * move.scale * self.unit
        font = f"\\fontsize{{{size:.2f}}}{{{size:.2f}}}\\selectfont"
        font += "\\rmfamily" if style["font-family"] == "serif" else "\\sffamily"
        font += "\\bfseries" * (style["font-weight"] == "bold") + "\\itshape" * (style["font-style"] == "italic")
        anchor = {"start": "base west", "middle": "base", "end": "base east"}[style["text-anchor"]]
        options = [f"anchor={anchor}", "inner sep=0pt", f"text={self.color(style['fill'])}", f"font={font}"]
        options += _opacity("opacity", style["fill-opacity"], opacity)
        at = _point(*move.at(float(node.get("x", "0")), float(node.get("y", "0"))))
        yield f"\\node[{','.join(options)}] at {at} {{{escaped(node.text)}}};"

    def color(self, code: str) -> str:
        """Return the name of a color in the picture."""
        if not code.startswith("#"):
            return code
        short = code[1:].upper()
        full = "".join(2 * digit for digit in short) if len(short) == 3 else short
        return self.colors.setdefault(full, f"standoff{full}")


def _name(node: ElementTree.Element) -> str:
    return node.tag.rpartition("}")[2]


def _opacity(option: str, own: str, opacity: float) -> list[str]:
    value = float(own) * opacity
    return [f"{option}={value:g}"] if value != 1 else []


def _moved(move: _Move, transform: str) -> _Move:
    """Return a move with a transformation before it.

    Raises:
        PictureError: It neither shifts nor scales.
    """
    for kind, arguments in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(number) for number in arguments.split()]
        if kind == "translate":
            x, y = move.at(*numbers)
            move = _Move(x, y, move.scale)
        elif kind == "scale" and len(numbers) == 1:
            move = _Move(move.x, move.y, move.scale * numbers[0])
        else:
            raise PictureError(f"a picture with {kind} cannot be written as TikZ")
    return move


def _point(x: float, y: float) -> str:
    return f"({round(x, 1):g},{round(y, 1):g})"


def _path(data: str, move: _Move) -> Iterator[str]:
    """Yield path data in TikZ syntax."""
    words = _TOKEN.findall(data)
    x = y = start_x = start_y = 0.0
    at, command = 0, ""
    while at < len(words):
        if words[at].isalpha():
            command = words[at]
            at += 1
        kind = command.upper()
        if kind == "Z":
            yield " -- cycle"
            x, y = start_x, start_y
            continue
        count = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7}[kind]
        numbers = [float(word) for word in words[at : at + count]]
        at += count
        left, top = (x, y) if command.islower() else (0.0, 0.0)
        if kind == "H":
            numbers = [numbers[0], y - top]
        elif kind == "V":
            numbers = [x - left, numbers[0]]
        to_x, to_y = left + numbers[-2], top + numbers[-1]
        if kind == "M":
            start_x, start_y = to_x, to_y
            yield (" " if at > 3 else "") + _point(*move.at(to_x, to_y))
            command = "l" if command == "m" else "L"  # what follows without a letter is a line
        elif kind == "C":
            first, second = ((left + numbers[n], top + numbers[n + 1]) for n in (0, 2))
            middle = " and ".join(_point(*move.at(*point)) for point in (first, second))
            yield f" .. controls {middle} .. {_point(*move.at(to_x, to_y))}"
        elif kind == "A":
            yield from (f" -- {_point(*move.at(*point))}" for point in _arc((x, y), numbers, (to_x, to_y)))
        else:
            yield f" -- {_point(*move.at(to_x, to_y))}"
        x, y = to_x, to_y


def _arc(
    start: tuple[float, float], numbers: Sequence[float], end: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Yield points on an arc of a circle from `start` (exclusive) to `end`, one for every ten degrees."""
    radius, _, _, large, sweep = numbers[:5]
    half_x, half_y = (end[0] - start[0]) / 2, (end[1] - start[1]) / 2
    half = sqrt(half_x**2 + half_y**2)
    radius = max(radius, half)
    off = sqrt(radius**2 - half**2) / half * (1 if large != sweep else -1)
    x, y = start[0] + half_x - half_y * off, start[1] + half_y + half_x * off
    first, last = (atan2(point[1] - y, point[0] - x) for point in (start, end))
    turn = (last - first) % (2 * pi) if sweep else -((first - last) % (2 * pi))
    steps = max(1, ceil(abs(degrees(turn)) / 10))
    for step in range(1, steps):
        angle = first + turn * step / steps
        yield x + radius * cos(angle), y + radius * sin(angle)
    yield end
