"""Writing pictures to files: SVG and TikZ directly, PNG and PDF with CairoSVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..map.errors import install_command
from ..work.whole_files import errors_as, write_whole
from .theme import PictureError

if TYPE_CHECKING:
    from .sheet import Drawing

ENDINGS = (".svg", ".tikz", ".png", ".pdf")
"""The kinds of files that a picture can be written to."""


def save(drawing: Drawing, path: str, *, width_px: int | None = None) -> None:
    """Write a picture to a file, as SVG, TikZ, PNG or PDF by the ending of its name.

    Raises:
        PictureError: The ending is a different one, or a library is missing or cannot write, or it is a film.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise PictureError(f"{path}: a picture file ends in {', '.join(ENDINGS)}, not in {ending or 'nothing'!r}")
    with errors_as(PictureError, path):
        if ending == ".svg":
            write_whole(Path(path), drawing.svg + "\n")
        elif ending == ".tikz":
            from .tikz import tikz

            write_whole(Path(path), tikz(drawing.svg))
        else:
            write_whole(Path(path), converted(drawing, ending, width_px=width_px))


def converted(drawing: Drawing, ending: str, *, width_px: int | None = None) -> bytes:
    """Return a picture as PNG or PDF.

    Raises:
        PictureError: CairoSVG, or the library that it needs, is missing.
    """
    try:
        import cairosvg  # pyright: ignore[reportMissingImports]
    except (ImportError, OSError) as fault:  # without libcairo it raises an OSError
        raise PictureError(f"PNG and PDF need CairoSVG: {install_command('pictures')} ({fault})") from None
    library: Any = cairosvg
    convert = library.svg2png if ending == ".png" else library.svg2pdf
    return convert(bytestring=drawing.svg.encode(), output_width=width_px or drawing.width_px)
