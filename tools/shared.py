"""What the tools share: where the clone is, how they read options, and say how far they are."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

_BEGAN = time.perf_counter()


def command_line(doc: str | None, *, seed: int | None = None) -> argparse.ArgumentParser:
    """Return a parser of a tool's options: its help is the tool's docstring; `seed` is that of what it draws."""
    module = getattr(sys.modules["__main__"], "__spec__", None)
    parser = argparse.ArgumentParser(
        prog=f"python -m {module.name.removesuffix('.__main__')}" if module else None,
        description=doc,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if seed is not None:
        parser.add_argument("--seed", type=int, default=seed, help=f"of what is drawn ({seed})")
    return parser


def seconds() -> float:
    """Return how long the tool has been running."""
    return time.perf_counter() - _BEGAN


def say(done: str) -> None:
    """Say on standard error how far the tool is."""
    print(f"{done}, {seconds():.0f} s", file=sys.stderr, flush=True)
