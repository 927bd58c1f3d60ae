"""What it takes to start: `python -m benchmarks.startup`. Each line is the median of several fresh processes."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 15
STARTS: dict[str, list[str]] = {
    "python alone": [sys.executable, "-c", "pass"],
    "import standoff.solver": [sys.executable, "-c", "import standoff.solver"],
    "standoff --version": [sys.executable, "-m", "standoff", "--version"],
    "standoff adjudicate, 34 units": [
        sys.executable,
        "-m",
        "standoff.commands.cli",
        "adjudicate",
        "cases/turns/fall-1906.txt",
    ],
    "import standoff.solver.arrays.batch": [sys.executable, "-c", "import standoff.solver.arrays.batch"],
}


def main() -> None:
    seconds_of: dict[str, list[float]] = {name: [] for name in STARTS}
    for _ in range(ROUNDS):
        for name, command in STARTS.items():
            began = time.perf_counter()
            process = subprocess.run(command, capture_output=True, check=False)
            seconds_of[name].append(time.perf_counter() - began)
            if process.returncode:
                print(f"{name}: {process.stderr.decode().strip().splitlines()[-1]}")
                seconds_of[name] = [float("nan")] * ROUNDS
    for name, seconds in seconds_of.items():
        print(f"{name:30} {statistics.median(seconds) * 1e3:6.0f} ms")


if __name__ == "__main__":
    main()
