"""The time of searches of abstract turns with one job: `python -m benchmarks.search`; needs the extra ``fast``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.measuring import BenchmarkError, Options, Row, Section, command_line
from standoff import find

UNITS, QUICK_UNITS = (4, 5), (2, 3)


def sections(options: Options) -> Iterator[Section]:
    """Yield searches of turns with an increasing number of units.

    Raises:
        BenchmarkError: A search of fewer units finds a turn that a search of more units does not.
    """
    try:
        import numba  # noqa: F401  # pyright: ignore
    except ImportError:
        return
    rows: list[Row] = []
    shapes = set[str]()
    for units in QUICK_UNITS if options.quick else UNITS:
        task: Any = partial(find, "differ(1971, 1982)", units=units, jobs=1)
        found = task()
        now = {str(one.shape) for one in found}
        if not found.examined or not shapes <= now:
            raise BenchmarkError(f"up to {units} units not all is found that fewer units have")
        shapes = now
        rows.append(Row(f"all turns of up to {units} units", task, found.examined, about={"units": units}))
    yield Section("search", "differ(1971, 1982), all abstract turns", "turn", rows, rounds=1, compared=False)


if __name__ == "__main__":
    command_line(__doc__, "benchmarks.search", [sections])
