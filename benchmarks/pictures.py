"""Time and size of pictures: `python -m benchmarks.pictures` prints a table."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

from standoff.cases.origins import read
from standoff.map import starting_position
from standoff.pictures import Drawing, draw

RUNS = 25
"""How often each picture is drawn; the median counts."""


def subjects() -> dict[str, Callable[[], Drawing]]:
    """Return what draws each picture."""
    fall = read("cases/turns/fall-1906.txt").adjudicate()
    paradox = read("6.F.14")
    resolved, pandin, compared = paradox.resolutions(), read("6.F.24").resolutions(), read("6.F.24").compare()
    settled = paradox.adjudicate()
    return {
        "the starting position": lambda: draw(starting_position()),
        "34 units, orders and outcomes": lambda: draw(fall),
        "the same, names in full, in Czech": lambda: draw(fall, names="long", language="cs"),
        "the same, causes of one order": lambda: draw(fall, order="A SER - RUM"),
        "the same, retreats": lambda: draw(fall.after),
        "four units, cropped": lambda: draw(settled),
        "two resolutions of them": lambda: draw(resolved),
        "nine units, no resolution": lambda: draw(pandin),
        "the rulebooks on it, six outcomes": lambda: draw(compared),
    }


def main() -> None:
    """Print a table: picture, milliseconds, kilobytes."""
    print("| picture | ms | kB |\n|---|--:|--:|")
    for name, make in subjects().items():
        size = len(make().svg.encode()) / 1000
        seconds: list[float] = []
        for _ in range(RUNS):
            begin = perf_counter()
            make()
            seconds.append(perf_counter() - begin)
        print(f"| {name} | {1000 * median(seconds):.1f} | {size:.0f} |")


if __name__ == "__main__":
    main()
