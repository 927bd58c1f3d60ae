"""The geometry of a board's picture: outlines, borders, and the places for units, names and centers.

Two provinces touch exactly where their outlines have a *step* in common, from one point to the next. All lengths are in
px of the whole picture; x runs to the right, y down.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise, permutations
from typing import Any

from ...map import Board, UnknownNameError, province_of
from ..curves import Box, box_of
from ..svg import Point, line_data

Ring = Sequence[Point]
"""A closed line: its last point is its first."""
Step = tuple[Point, Point]

# The boxes that the anchors keep clear of each other, in px; an anchor is the middle of its box.
UNIT_WIDTH, UNIT_HEIGHT = 26, 20
NAME_WIDTH, NAME_HEIGHT = 32, 11
CENTER_WIDTH, CENTER_HEIGHT = 10, 10
COAST_WIDTH, COAST_HEIGHT = 12, 9


class Anchor(StrEnum):
    """The use of a spot of a location."""

    UNIT = "unit"
    """The unit there."""
    DISLODGED = "dislodged"
    """A dislodged unit, next to the one that came in."""
    NAME = "name"
    """The name of the province, or the mark of the coast."""
    CENTER = "center"
    """The dot of a supply center."""


AnchorPoints = Mapping[Anchor, Point]


def anchors_around(x: float, y: float) -> AnchorPoints:
    """Return the places of a province without a drawing, around where its unit stands."""
    return {
        Anchor.UNIT: (x, y),
        Anchor.DISLODGED: (x, y - 22),
        Anchor.NAME: (x + CENTER_WIDTH / 2, y + 20),
        Anchor.CENTER: (x - NAME_WIDTH / 2 - 2, y + 20),
    }


def anchors_of(data: Mapping[str, Any], board: Board) -> dict[str, AnchorPoints]:
    """Return the places of each location of a board, as the content of a drawing file says."""
    anchors = data["anchors"]
    return {
        location: {Anchor(kind): (x, y) for kind, (x, y) in anchors[location].items()} for location in board.locations
    }


@dataclass(frozen=True)
class Geometry:
    """The geometry of a board's picture.

    Attributes:
        width: Of the picture, in px.
        height: Of the picture, in px.
        outlines: The rings around each province, which they bound together under the even-odd rule.
        anchors: By location and what it is for, the middle of the spot.
        seas: The ids of the provinces that are seas.
        passages: The line between each two adjacent locations whose provinces do not touch.
        neutral: The rings around what no unit can enter: neutral land, islands, provinces that the board leaves out.
        lakes: The rings around water that is not a province.
        schematic: True if the board has no drawing of its own and was laid out from its graphs.
    """

    width: int
    height: int
    outlines: Mapping[str, Sequence[Ring]]
    anchors: Mapping[str, AnchorPoints]
    seas: frozenset[str]
    passages: Mapping[tuple[str, str], Sequence[Point]]
    neutral: Sequence[Ring] = ()
    lakes: Sequence[Ring] = ()
    schematic: bool = False

    def anchor(self, location: str, kind: Anchor | str = Anchor.UNIT) -> Point:
        """Return the middle of a spot, in px; that of the province if the drawing has no such coast.

        Args:
            location: A province, or a coast of it ("SPA/NC"), whose name is its mark.
            kind: What the spot is for. There is a dot of a center for every province.

        Raises:
            UnknownNameError: The board has no such location.

        >>> from standoff.map import load_board
        >>> from standoff.pictures import geometry_of
        >>> x, y = geometry_of(load_board()).anchor("PAR")
        >>> 0 < x < 1400
        True
        """
        places = self.anchors.get(location) or self.anchors.get(province_of(location))
        if places is None:
            raise UnknownNameError(f"no location {location!r} in the drawing of the board")
        spot = places.get(Anchor(kind))
        if spot is None and kind == Anchor.CENTER:  # one that the drawing did not foresee is placed before the name
            x, y = places[Anchor.NAME]
            return x - (NAME_WIDTH + CENTER_WIDTH) / 2 - 1, y
        return spot or places[Anchor.UNIT]

    @cached_property
    def paths(self) -> Mapping[str, str]:
        """The outlines of each province as SVG path data, to be filled under the even-odd rule."""
        return {province: lines_data(rings) for province, rings in self.outlines.items()}

    @cached_property
    def sea_borders(self) -> str:
        """The borders between seas and lakes as SVG path data, each once."""
        waters = [*(self.outlines[sea] for sea in self.seas), self.lakes]
        sides = Counter(step for rings in waters for step in dict.fromkeys(steps_of(rings)))
        least = 1 if self.schematic else 2  # discs touch nothing: theirs are the rims of seas
        return lines_data(joined(step for step, count in sides.items() if count >= least))

    @cached_property
    def extents(self) -> Mapping[str, Box]:
        """The box around each province, in px."""
        return {name: box_of([point for ring in rings for point in ring]) for name, rings in self.outlines.items()}


def steps_of(rings: Iterable[Ring]) -> Iterator[Step]:
    """Yield the steps of rings, whichever way they run."""
    for ring in rings:
        for one, two in pairwise(ring):
            if one != two:
                yield (one, two) if one < two else (two, one)


def touching(outlines: Mapping[str, Sequence[Ring]]) -> set[tuple[str, str]]:
    """Return the pairs of provinces that touch, in both orders."""
    beside: defaultdict[Step, set[str]] = defaultdict(set)
    for name, rings in outlines.items():
        for step in steps_of(rings):
            beside[step].add(name)
    return {pair for names in beside.values() if len(names) > 1 for pair in permutations(names, 2)}


def joined(steps: Iterable[Step]) -> list[list[Point]]:
    """Return steps as lines, which end only where an odd number of steps meet: all others are closed."""
    ways: defaultdict[Point, dict[Point, None]] = defaultdict(dict)
    for one, two in sorted(steps):  # the same lines each time
        ways[one][two] = ways[two][one] = None
    ends = {point for point, others in ways.items() if len(others) % 2}
    lines: list[list[Point]] = []
    for start in (*sorted(ends), *ways):
        while ways[start]:
            line = [start]
            while len(line) == 1 or (line[-1] not in ends and line[-1] != start):
                at = line[-1]
                to, _ = ways[at].popitem()
                del ways[to][at]
                line.append(to)
            lines.append(line)
    return lines


def lines_data(lines: Iterable[Sequence[Point]]) -> str:
    """Return lines as SVG path data; a ring is closed."""
    return "".join(line_data(line[:-1], closed=True) if line[0] == line[-1] else line_data(line) for line in lines)
