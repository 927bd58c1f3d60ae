"""Draw the pictures of a benchmark run: `benchmarks/results/*.svg`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from math import ceil, floor, log10
from pathlib import Path
from statistics import median
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from benchmarks.growth import exponents
from benchmarks.measuring import STANDOFF, number

Rows = Sequence[dict[str, Any]]
Scene = dict[str, Any]

INK, FAINT, GRID = "#1a202c", "#4a5568", "#e2e8f0"
OWN, OTHER = "#2b6cb0", "#c77d11"
COLORS = ("#2b6cb0", "#c53030", "#2f855a", "#b7791f", "#6b46c1", "#0987a0", "#97266d", "#4a5568")
LEFT, PLOT, ROW = 320, 400, 23
"""The start and length of the axis, and the height of a row, in pixels."""


def drawn(scene: Scene) -> str:
    """Return a scene as SVG."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined
    )
    layers = {name: [] for name in ("lines", "bars", "whiskers", "curves", "texts")}
    return environment.get_template("chart.svg.jinja").render({**layers, **scene}) + "\n"


def text(x: float, y: float, words: str, **style: Any) -> Scene:
    """Return a text of a scene."""
    return {
        "x": round(x, 1),
        "y": round(y, 1),
        "text": words,
        "color": INK,
        "anchor": "",
        "size": "",
        "bold": False,
    } | style


def line(x1: float, y1: float, x2: float, y2: float, color: str = GRID, width: float = 1, dashes: str = "") -> Scene:
    """Return a straight line of a scene."""
    places = {name: round(value, 1) for name, value in (("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2))}
    return {**places, "color": color, "width": width, "dashes": dashes}


def duration(micros: float) -> str:
    """Return a time with its unit: "2.89 µs", "1.44 ms"."""
    for unit, factor in (("µs", 1), ("ms", 1e3), ("s", 1e6)):
        if micros < 999.5 * factor or unit == "s":
            return f"{number(micros / factor)} {unit}"
    raise AssertionError


def bar_chart(
    title: str,
    subtitles: Sequence[str],
    entries: Sequence[Scene],
    place: Callable[[float], float],
    ticks: Sequence[tuple[float, str]],
) -> str:
    """Return horizontal bars, each with a whisker from its least to its greatest value.

    Args:
        title, subtitles: What stands above.
        entries: The bars: label, value, low, high, color, shown (the value in words), note.
        place: How far along the axis a value is, from 0 to 1.
        ticks: Values of the axis, and how they are written.
    """
    top = 44 + 17 * len(subtitles)
    bottom = top + ROW * len(entries) + 6
    texts = [text(16, 26, title, size=15, bold=True)]
    texts += [text(16, 46 + 17 * n, words, color=FAINT) for n, words in enumerate(subtitles)]
    lines: list[Scene] = []
    for value, words in ticks:
        x = LEFT + PLOT * place(value)
        lines.append(line(x, top, x, bottom))
        texts.append(text(x, bottom + 16, words, anchor="middle", color=FAINT))
    bars: list[Scene] = []
    whiskers: list[Scene] = []
    for n, entry in enumerate(entries):
        y = top + ROW * n + 6
        end, low, high = (LEFT + PLOT * place(entry[name]) for name in ("value", "low", "high"))
        bars.append(
            {"x": LEFT, "y": y, "width": round(max(end - LEFT, 1), 1), "height": ROW - 8, "color": entry["color"]}
        )
        whiskers.append({"x1": round(low, 1), "x2": round(high, 1), "y": y + (ROW - 8) / 2})
        texts.append(text(LEFT - 8, y + 12, entry["label"], anchor="end"))
        texts.append(text(max(high, end) + 8, y + 12, entry["shown"], bold=True))
        texts.append(text(LEFT + PLOT + 190, y + 12, entry["note"], anchor="end", color=FAINT))
    lines.append(line(LEFT, top, LEFT, bottom, FAINT))
    scene = {"title": title, "width": LEFT + PLOT + 206, "height": bottom + 28}
    return drawn({**scene, "lines": lines, "bars": bars, "whiskers": whiskers, "texts": texts})


def turns_chart(section: Scene, source: str) -> str:
    """Return the time of a turn in each program, on a logarithmic scale."""
    rows: Rows = sorted(section["rows"], key=lambda row: row["microseconds"]["median"])
    low = floor(log10(min(row["microseconds"]["minimum"] for row in rows)))
    high = ceil(log10(max(row["microseconds"]["maximum"] for row in rows)))
    entries = [
        {
            "label": row["name"],
            "value": row["microseconds"]["median"],
            "low": row["microseconds"]["minimum"],
            "high": row["microseconds"]["maximum"],
            "color": OWN if row["program"] == STANDOFF else OTHER,
            "shown": duration(row["microseconds"]["median"]),
            "note": f"agrees on {row['agrees']} of {row['asked']}" if "agrees" in row else "",
        }
        for row in rows
    ]
    return bar_chart(
        "Time of a turn, on a logarithmic scale",
        [
            f"{section['title']}. Blue: standoff.",
            "Bars: median of the rounds; whiskers: least and greatest.",
            source,
        ],
        entries,
        lambda micros: (log10(micros) - low) / (high - low),
        [(10.0**power, duration(10.0**power)) for power in range(low, high + 1)],
    )


def threads_chart(section: Scene, source: str) -> str:
    """Return the speedup of each task with several threads or jobs."""
    entries: list[Scene] = []
    most = 1.0
    for n, (_, group) in enumerate(groupby(section["rows"], key=lambda row: row["key"].rpartition(",")[0])):
        rows = list(group)
        for row in rows:
            ratios = [one / many for one, many in zip(rows[0]["rounds"], row["rounds"], strict=True)]
            most = max(most, *ratios)
            entries.append(
                {
                    "label": row["name"].removeprefix("compiled, ").replace("phases of random play in", "random play,"),
                    "value": median(ratios),
                    "low": min(ratios),
                    "high": max(ratios),
                    "color": COLORS[n],
                    "shown": f"{median(ratios):.2f}×",
                    "note": f"{1e6 / row['microseconds']['median']:,.0f} a second",
                }
            )
    end = ceil(most + 0.25)
    return bar_chart(
        "Threads and jobs",
        [
            "How many times as fast as with one, within a round. Bars: median; whiskers: least and greatest.",
            source,
        ],
        entries,
        lambda ratio: ratio / end,
        [(float(value), f"{value}×") for value in range(end + 1)],
    )


def growth_chart(section: Scene, source: str) -> str:
    """Return the time of a turn by its units, both axes logarithmic, a curve for each family."""
    rows: Rows = section["rows"]
    width, height, left, top = 860, 540, 70, 84
    plot_width, plot_height = 560, 400
    micros = [row["microseconds"][name] for row in rows for name in ("minimum", "maximum")]
    low, high = floor(log10(min(micros))), ceil(log10(max(micros)))
    first, last = (log10(one(row["units"] for row in rows)) for one in (min, max))

    def x(units: float) -> float:
        return round(left + plot_width * (log10(units) - first) / (last - first), 1)

    def y(value: float) -> float:
        return round(top + plot_height * (1 - (log10(value) - low) / (high - low)), 1)

    texts = [
        text(16, 26, "Time of a turn by its units, plain Python", size=15, bold=True),
        text(16, 46, "Both scales logarithmic. Points: median of the rounds; bars: least and greatest.", color=FAINT),
        text(16, 63, source, color=FAINT),
    ]
    lines: list[Scene] = []
    for power in range(low, high + 1):
        lines.append(line(left, y(10.0**power), left + plot_width, y(10.0**power)))
        texts.append(text(left - 8, y(10.0**power) + 4, duration(10.0**power), anchor="end", color=FAINT))
    for power in range(ceil(first), floor(last) + 1):
        lines.append(line(x(10.0**power), top, x(10.0**power), top + plot_height))
        texts.append(text(x(10.0**power), top + plot_height + 18, f"{10**power:,}", anchor="middle", color=FAINT))
    texts.append(text(left + plot_width / 2, top + plot_height + 38, "units", anchor="middle", color=FAINT))
    powers = exponents(section)
    curves: list[Scene] = []
    ends: list[tuple[float, str, str]] = []
    for color, (name, group) in zip(COLORS, groupby(rows, key=lambda row: row["family"]), strict=False):
        times = [(row["units"], row["microseconds"]) for row in group]
        points = [(x(units), y(of["median"])) for units, of in times]
        ranges = [(x(units), y(of["minimum"]), y(of["maximum"])) for units, of in times]
        curves.append({"color": color, "points": points, "ranges": ranges})
        ends.append((points[-1][1], f"{name}: power {powers[name]:.2f}", color))
    place = 0.0
    for end, label, color in sorted(ends):
        place = max(end + 4, place + 17)
        texts.append(text(left + plot_width + 14, place, label, color=color, bold=True))
    scene = {"title": texts[0]["text"], "width": width, "height": height}
    return drawn({**scene, "lines": lines, "curves": curves, "texts": texts})


CHARTS: dict[str, tuple[str, Callable[[Scene, str], str]]] = {
    "turns.svg": ("greedy", turns_chart),
    "growth.svg": ("growth", growth_chart),
    "threads.svg": ("threads", threads_chart),
}
"""By the file of a picture, its section and its drawing function."""
