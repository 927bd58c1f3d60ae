"""How the time of one turn grows with its size: `python -m benchmarks.growth [--most 10000] [--plot FILE.svg]`.

For each family of `benchmarks.boards` turns of 10, 20, 40, ... units are adjudicated. What counts is the median of the
processor time of several runs, each on a board of its own, so that nothing is remembered from one to the next; every
result is checked. The exponent is the slope of the least-squares line through the larger sizes, both scales
logarithmic: 1 is linear, 2 quadratic. Each size runs in a process of its own, which is ended when its time is up; with
that the family ends.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import linear_regression, median
from time import process_time
from typing import Any

from benchmarks.boards import FAMILIES, Family, one_port, ports
from standoff.map import Board, Position, load_board
from standoff.solver import adjudicate

REPEATS = 5
ENOUGH_SECONDS = 3.0  # no further repeats once this much time is spent on one size
PARTS = ("board", "position", "adjudicate", "results")


@dataclass(frozen=True)
class Run:
    """The seconds of processor time of one size, median of `repeats` runs.

    Attributes:
        units: How many units the turn has.
        board: Building the board from its data, and an empty turn on it.
        position: Making units and orders.
        adjudicate: Adjudicating, from position and orders to the solved turn.
        results: Listing the result of every order with its reason, and the position afterwards.
        component: The largest set of orders that depend on each other and had not exactly one resolution.
        repeats: How many runs.
    """

    units: int
    board: float
    position: float
    adjudicate: float
    results: float
    component: int
    repeats: int


@dataclass(frozen=True)
class Curve:
    """The runs of one family, in ascending sizes, and why it ended before the last size ("" if it did not)."""

    family: Family
    runs: tuple[Run, ...]
    ended: str = ""

    def exponent(self, part: str = "adjudicate") -> float | None:
        """Return the exponent of one part's growth over the larger sizes, None with too few of them."""
        runs = [run for run in self.runs if getattr(run, part) > 0]
        larger = [run for run in runs if run.units * 20 >= runs[-1].units] if runs else []
        larger = larger[-5:] if len(larger) >= 3 else runs[-3:]
        if len(larger) < 3:
            return None
        sizes = [math.log(run.units) for run in larger]
        return linear_regression(sizes, [math.log(getattr(run, part)) for run in larger]).slope


def measure(family: Family, size: int, repeats: int = REPEATS) -> Run:
    """Return the times of a turn of about `size` units.

    Raises:
        AssertionError: Its outcome is not what it must be.
    """
    spent: dict[str, list[float]] = {part: [] for part in PARTS}
    component = units = 0
    begun = process_time()
    for number in range(repeats):
        data = family.board(size)
        start = process_time()
        board = Board(data)
        adjudicate(Position(), (), board=board)  # fills the caches of the board
        spent["board"].append(process_time() - start)
        start = process_time()
        layout = family.lay(size)
        spent["position"].append(process_time() - start)
        start = process_time()
        result = adjudicate(layout.position, layout.orders, board=board)
        spent["adjudicate"].append(process_time() - start)
        start = process_time()
        _ = list(result), result.after
        spent["results"].append(process_time() - start)
        if number == 0:
            faults = layout.faults(result)
            if faults:
                raise AssertionError(f"{family.name}, {size}: " + "; ".join(faults[:5]))
            units = len(layout.position.units)
            component = max((p.component.bit_count() for p in result.solution.paradoxes), default=0)
        if process_time() - begun > ENOUGH_SECONDS:
            break
    medians = {part: median(seconds) for part, seconds in spent.items()}
    return Run(units=units, component=component, repeats=len(spent["board"]), **medians)


def _child(pipe: Connection, name: str, size: int) -> None:
    try:
        pipe.send(asdict(measure(_family(name), size)))
    except Exception as fault:  # any failure ends the family
        pipe.send(f"{type(fault).__name__}: {fault}"[:200])


def _family(name: str) -> Family:
    return next(family for family in FAMILIES if family.name == name)


def _run_in_process(family: Family, size: int, seconds: float) -> Run | str:
    """Return the times of one size, measured in a process of its own; or why there are none."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_child, args=(theirs, family.name, size))
    process.start()
    theirs.close()
    try:
        if not ours.poll(seconds):
            return f"not done in {seconds:g} s"
        answer: Any = ours.recv()
        return answer if isinstance(answer, str) else Run(**answer)
    except EOFError:
        process.join()
        return f"the process ended with {process.exitcode}"
    finally:
        process.kill()
        process.join()


def grow(family: Family, sizes: Sequence[int], budget_seconds: float) -> Curve:
    """Return the growth curve of a family; it ends with the first size that takes longer than the budget, or fails."""
    runs: list[Run] = []
    for size in sizes:
        run = _run_in_process(family, size, budget_seconds)
        if isinstance(run, str):
            return Curve(family, tuple(runs), f"{size}: {run}")
        if not runs or run.units != runs[-1].units:
            runs.append(run)
    return Curve(family, tuple(runs))


def sizes_up_to(most: int) -> list[int]:
    """Return 10, 20, 40, ... and `most` itself as the last."""
    doubled = [10 * 2**k for k in range(40) if 10 * 2**k < most]
    return [*doubled, most]


def _seconds(value: float) -> str:
    for unit, factor in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if value * factor >= 1:
            return f"{value * factor:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def _exponent(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


HEADER = (
    f"{'family':20} {'units':>13} {'seconds of adjudicate, first to last':38} {'exponent':>8} {'results':>8} "
    f"{'position':>8} {'board':>8} {'component':>9}  ended at"
)


def line(curve: Curve) -> str:
    """Return a curve as a line of the table."""
    if not curve.runs:
        return f"{curve.family.name:20} ended at {curve.ended}"
    first, last = curve.runs[0], curve.runs[-1]
    picked = sorted({0, len(curve.runs) // 2, len(curve.runs) - 1})
    times = " .. ".join(f"{_seconds(curve.runs[number].adjudicate)}" for number in picked)
    exponents = [_exponent(curve.exponent(part)) for part in ("adjudicate", "results", "position", "board")]
    return (
        f"{curve.family.name:20} {f'{first.units}..{last.units}':>13} {times:38} "
        + " ".join(f"{text:>8}" for text in exponents)
        + f" {max(run.component for run in curve.runs):>9}  {curve.ended}"
    ).rstrip()


def plot(curves: Sequence[Curve], path: Path) -> None:
    """Draw the curves of adjudication, both scales logarithmic; needs matplotlib.

    Raises:
        ImportError: matplotlib is not installed.
    """
    import matplotlib as mpl

    mpl.use("svg" if path.suffix == ".svg" else "agg")
    mpl.rcParams["svg.hashsalt"] = "standoff"  # the same file for the same times
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 6), layout="constrained")
    styles = ("-", "--", ":")
    for number, curve in enumerate(curve for curve in curves if curve.runs):
        label = f"{curve.family.name}: {_exponent(curve.exponent())}"
        units = [run.units for run in curve.runs]
        axes.loglog(units, [run.adjudicate for run in curve.runs], styles[number // 10 % 3], marker=".", label=label)
    axes.set_xlabel("units")
    axes.set_ylabel("seconds of adjudicate")
    axes.grid(visible=True, alpha=0.3)
    axes.legend(fontsize="small", title="family: exponent", bbox_to_anchor=(1.0, 1.0), loc="upper left")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)


def standard_ports() -> str:
    """Return the times of the standard board with 19 fleets and 38 armies bound for one port, over all ports.

    Raises:
        AssertionError: A result contradicts the equations.
    """
    board = load_board()
    seconds: list[tuple[float, str]] = []
    for port in ports():
        for seed in range(3):
            layout = one_port(port, seed=seed)
            start = process_time()
            result = adjudicate(layout.position, layout.orders, board=board)
            seconds.append((process_time() - start, port))
            faults = layout.faults(result)
            if faults:
                raise AssertionError(f"{port}, {seed}: " + "; ".join(faults[:5]))
    ordered = sorted(seconds)
    middle, (longest, port) = median(value for value, _ in ordered), ordered[-1]
    return (
        f"standard board, 19 fleets and 38 armies to one port, {len(ordered)} turns: "
        f"median {_seconds(middle)}, longest {_seconds(longest)} ({port})"
    )


def main() -> None:
    """Print the table; draw it if asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--most", type=int, default=10_000, help="the largest size, in units (default: 10000)")
    parser.add_argument("--budget", type=float, default=20, metavar="SECONDS", help="for one size (default: 20)")
    parser.add_argument("--family", action="append", metavar="NAME", help="only this family; may be repeated")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the curves (SVG or PNG; needs matplotlib)")
    args = parser.parse_args()
    names = [family.name for family in FAMILIES]
    unknown = [name for name in args.family or () if name not in names]
    if unknown:
        parser.error(f"no family {unknown[0]!r}; known: {', '.join(names)}")
    sizes = sizes_up_to(args.most)
    print(f"sizes {', '.join(map(str, sizes))}; at most {args.budget:g} s a size; {os.cpu_count()} cores", flush=True)
    if not args.family:
        print(standard_ports(), flush=True)
    print(HEADER, flush=True)
    curves: list[Curve] = []
    for family in FAMILIES:
        if not args.family or family.name in args.family:
            curves.append(grow(family, sizes, args.budget))
            print(line(curves[-1]), flush=True)
    if args.plot:
        plot(curves, args.plot)


if __name__ == "__main__":
    main()
