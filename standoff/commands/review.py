"""The page of `standoff map review`: the borders of a board by province as a checklist, next to the drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..map import Board, BoardError, Position, bits, board_tables, compare_boards, remarks
from ..text import html_filled, markdown_filled

Neighbor = tuple[str, str]
"""A neighbor, and the board that alone has the border: A, under review, or B; empty if both have it."""

Border = tuple[int, str, str, str, bool, str]
"""A differing border: its number, ends, units, whether it is one-way, and its board."""

_BORDER = re.compile(r"(\S+) - (\S+): (armies|fleets) cross it (this way )?only in ([AB])")


@dataclass(frozen=True)
class Row:
    """A province with the neighbors of armies and of fleets, the latter by coast (empty unless there are several)."""

    id: str
    about: str
    armies: list[Neighbor]
    fleets: list[tuple[str, list[Neighbor]]]

    @property
    def differs(self) -> bool:
        """True if a border from here is on one board only."""
        return any(where for ways in (self.armies, *(ways for _, ways in self.fleets)) for _, where in ways)


@dataclass(frozen=True)
class Review:
    """The content of the page.

    Attributes:
        board: The board under review.
        other: The board that it is compared with, if any.
        head: The boards compared, as lines.
        differences: A sentence for each difference.
        remarks: Suspicious data of the board itself.
    """

    board: Board
    other: Board | None
    head: list[str]
    differences: list[str]
    remarks: list[str]
    matched: Mapping[str, str]

    def text(self, *, html: bool) -> str:
        """Return the page: HTML with the drawing, or Markdown, for the summary of a CI job."""
        values = {"review": self, "rows": [*_rows(self.board, self.differences)]}
        if not html:
            return markdown_filled("review.md", **values)
        try:
            (picture, lines), fault = _picture(self), ""
        except BoardError as refused:
            picture, lines, fault = "", [], str(refused)
        return html_filled("review.html", **values, picture=picture, lines=lines, fault=fault)


def review_of(board: Board, other: Board | None) -> Review:
    """Return the review of a board, compared with another one if given.

    >>> from standoff.map import load_board
    >>> review_of(load_board("fleet-rome"), load_board()).differences
    ['ITALY, units: only in A F ROM; only in B A ROM']
    """
    if other is None:
        return Review(board, None, board_tables(board).splitlines()[:1], [], remarks(board), {})
    comparison = compare_boards(board, other)
    differences = comparison.differences()
    lines = str(comparison).splitlines()
    head = lines[: len(lines) - max(1, len(differences))]
    return Review(board, other, head, differences, remarks(board), comparison.matched)


def _borders(differences: Iterable[str]) -> Iterator[Border]:
    """Yield the differing borders."""
    for number, sentence in enumerate(differences, 1):
        found = _BORDER.match(sentence)
        if found is not None:
            yield number, found[1], found[2], found[3], bool(found[4]), found[5]


def _rows(board: Board, differences: Iterable[str]) -> Iterator[Row]:
    odd: dict[tuple[str, str], dict[str, str]] = {}
    for _, one, two, units, one_way, where in _borders(differences):
        odd.setdefault((units, one), {})[two] = where
        if not one_way:
            odd.setdefault((units, two), {})[one] = where
    for number, province in enumerate(board.provinces):
        armies = [board.provinces[at].id for at in bits(board.tables.army[number])]
        fleets = [
            (
                place.partition("/")[2],
                _neighbors(
                    (board.locations[at] for at in bits(board.tables.fleet[board.location_number[place]])),
                    odd.get(("fleets", place), {}),
                ),
            )
            for place in province.locations
        ]
        if province.coasts and ("fleets", province.id) in odd:  # the coasts themselves differ
            fleets.append(("", _neighbors((), odd["fleets", province.id])))
        about = f"{province.name}, {province.kind}{', center' if province.center else ''}"
        yield Row(province.id, about, _neighbors(armies, odd.get(("armies", province.id), {})), fleets)


def _neighbors(there: Iterable[str], odd: Mapping[str, str]) -> list[Neighbor]:
    listed = {place: odd.get(place, "") for place in there}
    return sorted({**odd, **listed}.items())


@dataclass(frozen=True)
class Line:
    """A border on one board only, for the drawing: its number in the list, its ends, and the number's place."""

    number: int
    ends: tuple[tuple[float, float], tuple[float, float]]
    lacking: bool
    at: tuple[float, float]


def _picture(review: Review) -> tuple[str, list[Line]]:
    """Return the drawing as SVG without its end tag, and the lines to be drawn on it."""
    from ..pictures import draw, geometry_of

    drawn, matched = review.board, dict[str, str]()
    if review.other is not None and (not geometry_of(review.other).schematic or geometry_of(drawn).schematic):
        drawn, matched = review.other, dict(review.matched)
    geometry = geometry_of(drawn)

    def anchor(place: str) -> tuple[float, float]:
        province, slash, coast = place.partition("/")
        return geometry.anchor(f"{matched.get(province, province)}{slash}{coast}")

    lines: list[Line] = []
    for number, *places, units, _, where in _borders(review.differences):
        (x1, y1), (x2, y2) = ends = anchor(places[0]), anchor(places[1])
        beside = 9 if units == "fleets" else -9  # keeps the two numbers apart if both differ
        lines.append(Line(number, ends, where == "B", ((x1 + x2) / 2, (y1 + y2) / 2 + beside)))
    svg = draw(Position((), board=drawn.source), board=drawn, crop=False, legend=False).svg
    return svg.removesuffix("</svg>"), lines


__all__ = ["Review", "review_of"]
