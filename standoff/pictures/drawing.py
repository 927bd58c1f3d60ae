"""A finished picture and its files: SVG directly, PNG and PDF with CairoSVG."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..map import install_command, repr_as
from ..work import errors_as, write_whole
from .svg import element, escaped, number, title
from .theme import PictureError, Theme

ENDINGS = (".svg", ".png", ".pdf")
"""The kinds of files that a picture can be written to."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture.

    Attributes:
        svg: The picture as an SVG document.
        width_px, height_px: Its size.
        title: Its title.
        words: The units or orders in words, one line each.

    >>> from standoff.map import starting_position
    >>> from standoff.pictures import draw
    >>> drawing = draw(starting_position())
    >>> str(drawing).startswith("<svg"), drawing.words[2]
    (True, 'Austria: fleet Trieste')
    """

    svg: str
    width_px: int
    height_px: int
    title: str = ""
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return repr_as(self, f"{self.title[:150]}, {self.width_px} x {self.height_px} px".lstrip(", "))

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str, *, width_px: int | None = None) -> None:
        """Write the picture to a file, as SVG, PNG or PDF by the ending of its name.

        Args:
            path: The file.
            width_px: The width of a PNG; that of the picture if left out.

        Raises:
            PictureError: The ending is a different one, or a library is missing or cannot write.

        >>> import tempfile
        >>> from standoff import draw, read
        >>> path = f"{tempfile.mkdtemp()}/turn.svg"
        >>> draw(read("FRANCE: A PAR - BUR")).save(path)
        >>> open(path).read(4)
        '<svg'
        """
        ending = ending_of(path)
        with errors_as(PictureError, path):
            write_whole(Path(path), f"{self.svg}\n" if ending == ".svg" else self.converted(ending, width_px=width_px))

    def converted(self, ending: str, *, width_px: int | None = None) -> bytes:
        """Return the picture as PNG or PDF, by the ending of its files.

        Raises:
            PictureError: CairoSVG, or the library that it needs, is missing.
        """
        library = _cairosvg()
        convert = library.svg2png if ending == ".png" else library.svg2pdf
        return convert(bytestring=self.svg.encode(), output_width=width_px or self.width_px)


def ending_of(path: str) -> str:
    """Return the ending of a file that a picture can be written to: ".svg", ".png" or ".pdf".

    Raises:
        PictureError: It is a different one, or the library that writes it is missing.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise PictureError(f"{path}: a picture file ends in {', '.join(ENDINGS)}, not in {ending or 'nothing'!r}")
    if ending != ".svg":
        _cairosvg()
    return ending


def _cairosvg() -> Any:
    try:
        import cairosvg  # pyright: ignore[reportMissingImports]
    except (ImportError, OSError) as fault:  # without libcairo it raises an OSError
        raise PictureError(f"PNG and PDF need CairoSVG: {install_command('pictures')} ({fault})") from None
    return cairosvg


def drawing(
    body: Iterable[str],
    size: tuple[float, float],
    theme: Theme,
    *,
    heading: str,
    words: Iterable[str],
    described: Iterable[str] = (),
    definitions: str = "",
    width_px: int | None = None,
    kind: str = "",
    **entries: object,
) -> Drawing:
    """Return a picture: its title, its description, and its body on paper.

    Args:
        body: The elements on the paper.
        size: Width and height in the units of the body.
        theme: The colors.
        heading: Its title; the game's name if empty.
        words: Its contents in words.
        described: The lines of its description before these words.
        definitions: The definitions that the body refers to.
        width_px: The width of the picture; that of the body if left out.
        kind: Its kind, as part of its class.
        entries: Further attributes of the document.
    """
    words, (width, height) = tuple(words), size
    shown_width = width_px or round(width)
    shown_height = round(height * shown_width / width)
    svg = element(
        "svg",
        title(heading or "Diplomacy"),
        element("desc", escaped("\n".join((*described, *words)))),
        definitions,
        element("rect", width=width, height=height, fill=theme.paper),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=shown_width,
        height=shown_height,
        role="img",
        font_family="sans-serif",
        **entries,
        class_=" ".join(filter(None, ("standoff", kind, theme.name))),
    )
    return Drawing(svg, shown_width, shown_height, heading, words)
