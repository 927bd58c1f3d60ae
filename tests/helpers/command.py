"""The command, run in this process."""

from __future__ import annotations

from unittest.mock import patch

from click.testing import CliRunner, Result

from standoff.commands.cli import main

NEED_FAST = ("find", "force")
"""The commands that need the extra ``fast``."""


def run(*args: str, stdin: str | bytes | None = None, color: bool = False) -> Result:
    """Run ``standoff`` with `args`; what it prints has colors, as on a terminal, if `color`.

    As on a machine with one core: it starts no processes unless it is told how many.
    """
    with patch("os.cpu_count", return_value=1):
        return CliRunner().invoke(main, args, input=stdin, color=color)
