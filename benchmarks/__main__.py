"""Measures everything, and fills the pages and the pictures from it: `python -m benchmarks [--peer PEER …]`.

It takes less than ten minutes. The run is written to `benchmarks/results/measured.json`; with `--quick` or `--out` it
is written elsewhere, and no page is filled. The pages quote the package `diplomacy`, so they need
`--peer diplomacy:PYTHON` (or the package in this Python). `docs/connect.md` has the other peers.
"""

from __future__ import annotations

from benchmarks import compare, environments, growth, page_times, reading, search, small, threads
from benchmarks.measuring import MEASURED, command_line
from tools.pages.measured import fill

BENCHMARKS = (compare, environments, growth, threads, search, reading, small, page_times)

if __name__ == "__main__":
    _, out = command_line(__doc__, "benchmarks", [module.sections for module in BENCHMARKS])
    if out == MEASURED:
        print("filled:", ", ".join(map(str, fill())) or "nothing differed")
