"""Writing SVG: elements, numbers and the data of paths, as short as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    """Return a length in px, to a tenth, without redundant characters.

    >>> number(12.0), number(-0.04), number(0.25), number(-7.51)
    ('12', '0', '.2', '-7.5')
    """
    return _tenths(round(10 * round(value, 1)))


def attributes(entries: dict[str, object]) -> str:
    """Return attributes for a tag; ``_`` becomes ``-``, a trailing one is dropped, None is left out."""
    parts: list[str] = []
    for name, value in entries.items():
        if value is None:
            continue
        written = number(value) if isinstance(value, float) else escaped(str(value))
        parts.append(f' {name.rstrip("_").replace("_", "-")}="{written}"')
    return "".join(parts)


def element(name: str, /, *children: str, **entries: object) -> str:
    """Return an element; `children` are SVG already, the values of `entries` are escaped.

    >>> element("circle", r=4.0, fill="none")
    '<circle r="4" fill="none"/>'
    >>> element("text", escaped("a < b"), x=1, class_="name")
    '<text x="1" class="name">a &lt; b</text>'
    """
    inside = "".join(children)
    opening = f"<{name}{attributes(entries)}"
    return f"{opening}>{inside}</{name}>" if inside else f"{opening}/>"


def group(children: Iterable[str], **entries: object) -> str:
    """Return a ``g`` element around `children`; nothing if there are none."""
    inside = "".join(children)
    return element("g", inside, **entries) if inside else ""


def text(words: str, x: float, y: float, **entries: object) -> str:
    """Return a ``text`` element of unescaped `words` at a point."""
    return element("text", escaped(words), x=float(x), y=float(y), **entries)


def shift(x: float, y: float) -> str:
    """Return the value of ``transform`` that moves an element from the origin to a point.

    >>> shift(3, -0.5)
    'translate(3 -.5)'
    """
    return f"translate({number(x)} {number(y)})"


def title(words: str) -> str:
    """Return a ``title`` element: what screen readers say and a pointer shows."""
    return element("title", escaped(words))


def line_data(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return the path data of a line through `points`, relative, to a tenth of a px.

    >>> line_data([(10, 2), (10.5, 1.5), (10.5, 4)])
    'M10 2l.5-.5 0 2.5'
    """
    return steps_data([(round(x * 10), round(y * 10)) for x, y in points], closed=closed)


def steps_data(steps: Sequence[tuple[int, int]], *, closed: bool = False) -> str:
    """Return the path data of a line through points in tenths of a px.

    >>> steps_data([(105, 20), (110, 15), (110, 40)])
    'M10.5 2l.5-.5 0 2.5'
    """
    x, y = steps[0]
    words = [f"M{_tenths(x)}{_spaced(_tenths(y))}"]
    for count, (to_x, to_y) in enumerate(steps[1:]):
        across = _tenths(to_x - x)
        words.append((f"l{across}" if not count else _spaced(across)) + _spaced(_tenths(to_y - y)))
        x, y = to_x, to_y
    return "".join(words) + ("z" if closed else "")


def _tenths(steps: int) -> str:
    whole, tenths = divmod(abs(steps), 10)
    digits = (str(whole) if whole or not tenths else "") + (f".{tenths}" if tenths else "")
    return f"-{digits}" if steps < 0 else digits


def _spaced(number_text: str) -> str:
    return number_text if number_text.startswith("-") else f" {number_text}"
