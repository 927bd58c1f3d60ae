"""Writing SVG: elements, numbers and the data of paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_FORBIDDEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, 0xFFFE, 0xFFFF))


def escaped(text: str) -> str:
    """Return `text` escaped for an element or an attribute; characters that XML forbids are left out.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return text.translate(_FORBIDDEN).translate(_ESCAPES)


def number(value: float) -> str:
    """Return a length in px, to a tenth.

    >>> number(12.0), number(-0.04), number(-7.51)
    ('12', '0', '-7.5')
    """
    return f"{round(value, 1) + 0.0:g}"  # -0 becomes 0


def element(name: str, /, *children: str, **entries: object) -> str:
    """Return an element; `children` are SVG already, the values of `entries` are escaped.

    In names of attributes, ``_`` becomes ``-``, and a trailing ``_`` is dropped; attributes that are None are left out.

    >>> element("circle", r=4.0, fill="none", stroke_width=None)
    '<circle r="4" fill="none"/>'
    >>> element("text", escaped("a < b"), x=1, class_="name")
    '<text x="1" class="name">a &lt; b</text>'
    """
    opening = f"<{name}"
    for key, value in entries.items():
        if value is not None:
            written = number(value) if isinstance(value, float) else escaped(str(value))
            opening += f' {key.rstrip("_").replace("_", "-")}="{written}"'
    inside = "".join(children)
    return f"{opening}>{inside}</{name}>" if inside else f"{opening}/>"


def group(children: Iterable[str], **entries: object) -> str:
    """Return a ``g`` element around `children`; nothing if there are none."""
    inside = "".join(children)
    return element("g", inside, **entries) if inside else ""


def text(words: str, x: float, y: float, **entries: object) -> str:
    """Return a ``text`` element of unescaped `words` at a point."""
    return element("text", escaped(words), x=float(x), y=float(y), **entries)


def shift(x: float, y: float) -> str:
    """Return the value of ``transform`` that moves an element from the origin to a point."""
    return f"translate({number(x)} {number(y)})"


def title(words: str) -> str:
    """Return a ``title`` element, for screen readers and tooltips."""
    return element("title", escaped(words))


def line_data(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return the path data of a line through `points`, two or more: relative, to a tenth of a px.

    >>> line_data([(10, 2), (10.5, 1.5), (10.5, 4)])
    'M10 2l0.5-0.5 0 2.5'
    """
    steps = [(round(x * 10), round(y * 10)) for x, y in points]
    (x, y), ways = steps[0], pairwise(steps)
    words = " ".join([f"{(to_x - x) / 10:g} {(to_y - y) / 10:g}" for (x, y), (to_x, to_y) in ways])
    return f"M{x / 10:g} {y / 10:g}l{words}".replace(" -", "-") + "z" * closed
