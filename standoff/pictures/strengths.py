"""The strengths that decided a move: two bars, its attack and what it meets, with a segment for each unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..map import Board, Unit
from ..solver import CountedStrength, Explanation, Order, Versus
from ..text import message, write_place
from .drawing import Drawing, drawing
from .svg import element, group, text, title
from .theme import PictureError, theme_named

WIDTH = 420.0
"""The width of the picture, in px."""
HEAD_WIDTH, END_WIDTH = 74.0, 30.0
"""The width of the name of a strength, and of its value, in px."""
BAR, GAP = 24.0, 5.0
"""The height of a bar, and the distance to the next one, in px."""
UNIT_WIDTH = 104.0
"""The greatest width of a segment, in px."""
LETTER = 6.6
"""The approximate width of a letter, in px."""


class Segment(NamedTuple):
    """A unit in a bar: its order, and why it does not count; empty if it counts."""

    order: Order | None
    why_not: str = ""


def draw_strengths(
    explanation: Explanation,
    board: Board,
    *,
    theme: str = "light",
    language: str = "en",
    heading: str = "",
    width_px: int | None = None,
) -> Drawing:
    """Return the bars of the comparisons that decided a move: those that it lost, otherwise all.

    Args:
        explanation: The explanation of an order.
        board: Its board.
        theme, language: The names of the theme and the language.
        heading: Its title; the order if empty.
        width_px: Its width.

    Raises:
        PictureError: No strengths decided the order, as it is no move, or a void or illegal one.

    >>> from standoff import read
    >>> from standoff.solver import explain
    >>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR, A RUH S A MUN - BUR")
    >>> drawing = draw_strengths(explain(turn.adjudicate().phase_result)[turn.orders[0]], turn.board)
    >>> drawing.words
    ('attack 1: PAR', 'prevent 2: MUN, RUH')
    """
    if not explanation.versus:
        raise PictureError(f"no strengths decided {str(explanation.result.order)!r}; expected a move that counts")
    return _Bars(explanation, board, theme, language).drawing(heading, width_px)


class _Bars:
    def __init__(self, explanation: Explanation, board: Board, theme: str, language: str) -> None:
        lost = tuple(one for one in explanation.versus if not one.exceeds)
        self.order, self.pairs = explanation.result.order, lost or explanation.versus
        self.board, self.theme, self.language = board, theme_named(theme), language
        self.shades = self.theme.shades(board)
        sizes = [len(list(self.segments(one))) for pair in self.pairs for one in pair]
        self.width = min(UNIT_WIDTH, (WIDTH - HEAD_WIDTH - END_WIDTH) / max([1, *sizes]))

    def drawing(self, heading: str, width_px: int | None) -> Drawing:
        """Return all comparisons, one below the other."""
        bars = [one for pair in self.pairs for one in self.bars_of(pair)]
        parts, words, y = list[str](), list[str](), GAP
        for number, (strength, more) in enumerate(bars):
            parts.append(self.bar(strength, y, bold=more))
            places = ", ".join(self.place(one.order) for one in self.segments(strength) if not one.why_not)
            words.append(f"{message(strength.kind, self.language)} {strength.units}: {places}".rstrip(": "))
            y += BAR + GAP * (3 if number % 2 else 1)
        return drawing(
            parts,
            (WIDTH, y),
            self.theme,
            heading=heading or str(self.order),
            words=words,
            width_px=width_px,
            kind="strengths",
        )

    def bars_of(self, pair: Versus) -> tuple[tuple[CountedStrength, bool], ...]:
        """Return the two strengths of a comparison, each with whether it prevails."""
        return (pair.attack, pair.exceeds), (pair.against, not pair.exceeds)

    def segments(self, strength: CountedStrength) -> Iterator[Segment]:
        """Yield the units of a strength: its own, the supports that count, and those that do not."""
        if strength.of is None:
            yield Segment(None, message("the province is empty", self.language))
            return
        note = message(strength.note, self.language).format(rule=strength.rule) if strength.note else ""
        yield Segment(strength.of, "" if strength.units else note or "0")
        yield from (Segment(part.order) for part in strength.parts if part.counts)
        named = 1 + sum(part.counts for part in strength.parts)
        yield from [Segment(None)] * (strength.units - named)  # what a house rule adds
        for part in strength.parts:
            if part.why_not is not None:
                yield Segment(part.order, message(part.why_not, self.language))

    def place(self, order: Order | None) -> str:
        """Return the province of the unit of an order in the language of the picture."""
        unit: Unit | None = getattr(order, "unit", None)
        if unit is None:
            return ""
        return write_place(unit.province, self.board, "package" if self.language == "en" else self.language)

    def bar(self, strength: CountedStrength, y: float, *, bold: bool) -> str:
        """Return the bar of a strength: its name, its units, its value."""
        ink, middle, weight = self.theme.ink, y + BAR / 2 + 4.5, "bold" if bold else None
        parts = [text(message(strength.kind, self.language), 6, middle, fill=ink, font_size=13, font_weight=weight)]
        x = HEAD_WIDTH
        for segment in self.segments(strength):
            parts.append(self.segment(segment, x, y))
            x += self.width
        parts.append(
            text(
                str(strength.units),
                WIDTH - 8,
                middle,
                fill=ink,
                font_size=15,
                text_anchor="end",
                font_weight="bold" if bold else None,
            )
        )
        return group(parts, class_=f"strength {strength.kind}")

    def segment(self, segment: Segment, x: float, y: float) -> str:
        """Return the box of a unit with its name: full in its power's color if it counts, else dashed."""
        theme, order = self.theme, segment.order
        box = {"x": x + 1, "y": y, "width": self.width - 2, "height": BAR, "rx": 3.0}
        inside = {"font_size": 12, "text_anchor": "middle"}
        words = self.place(order) or segment.why_not
        shown = words[: max(3, int((self.width - 8) / LETTER))]
        at = x + self.width / 2, y + BAR / 2 + 4.3
        if segment.why_not or order is None:
            crossed = element(
                "path",
                d=f"M{x + 5:g} {y + BAR - 5:g}L{x + self.width - 5:g} {y + 5:g}",
                stroke=theme.alarm,
                stroke_width=1.6,
            )
            hollow = element("rect", **box, fill="none", stroke=theme.ink, stroke_dasharray="3 3", stroke_opacity=".6")
            about = title(": ".join(filter(None, (str(order or ""), segment.why_not))))
            return group(
                [about, hollow, text(shown, *at, fill=theme.ink, **inside), crossed if order else ""], class_="lost"
            )
        shade = self.shades[order.power]
        full = element("rect", **box, fill=shade.unit, stroke=theme.casing, stroke_width=1.0)
        return group(
            [title(str(order)), full, text(shown, *at, fill=shade.letter, font_weight="bold", **inside)],
            class_="counts",
        )
