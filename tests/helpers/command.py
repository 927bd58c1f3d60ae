"""The command, run in this process."""

from __future__ import annotations

from click.testing import CliRunner, Result

from standoff.commands.cli import main

NEED_FAST = ("find", "force")
"""The commands that need the extra ``fast``."""


def run(*args: str, stdin: str | bytes | None = None, color: bool = False) -> Result:
    """Run ``standoff`` with `args`; what it prints has colors, as on a terminal, if `color`."""
    return CliRunner().invoke(main, args, input=stdin, color=color)
