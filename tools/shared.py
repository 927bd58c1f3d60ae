"""What the tools share: where the clone is, how they read options, keep what is done, and say how far they are."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def write_pages(doc: str | None, pages: Callable[[], dict[str, str]]) -> None:
    """Write pages of the documentation, as a tool without options does."""
    command_line(doc).parse_args()
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")


def json_lines(file: Path) -> list[Any]:
    """Return the values in a file, one a line; none if there is no such file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def keep(file: Path, value: object) -> None:
    """Add a value to the end of a file of JSON lines."""
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(value, ensure_ascii=False) + "\n")


def seconds() -> float:
    """Return how long the tool has been running."""
    return time.perf_counter() - _BEGAN


def say(done: str) -> None:
    """Say on standard error how far the tool is."""
    print(f"{done}, {seconds():.0f} s", file=sys.stderr, flush=True)
