"""Run the command in this process."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner, Result

from standoff.commands.cli import main

NEED_FAST = ("find", "force", "line")
"""The commands that need the extra ``fast``."""


def run(*args: str, stdin: str | bytes | None = None, color: bool = False) -> Result:
    """Run ``standoff`` with `args`; with `color` it prints colors, as on a terminal.

    It sees one core, so it starts no processes unless an argument says how many.
    """
    with patch("os.cpu_count", return_value=1):
        return CliRunner().invoke(main, args, input=stdin, color=color)


def refused(*args: str, stdin: str | bytes | None = None) -> str:
    """Return the output of ``standoff`` for input that it refuses with a message, no traceback and status 2."""
    result = run(*args, stdin=stdin)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.output


def as_file(folder: Path, name: str, text: str) -> str:
    """Write a text to a file in a folder and return its path."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)
