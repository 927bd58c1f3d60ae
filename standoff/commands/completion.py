"""What the shell completes: files, folders, cases of the library, rulebooks, options and their choices, boards.

`prepare` is called only while a shell asks (`docs/commands.md` says how to switch it on).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import click
from click.shell_completion import CompletionItem


def prepare(command: click.Command) -> None:
    """Let the parameters of a command be completed by what they mean; those with fixed choices already are."""
    for parameter in command.params:
        if not isinstance(parameter.type, click.Choice):
            parameter.shell_complete = partial(_completed, parameter)  # type: ignore[method-assign]


def _completed(parameter: click.Parameter, _context: click.Context, incomplete: str) -> list[CompletionItem]:
    kind = (parameter.metavar or "").strip(".")
    if kind == "FOLDER":
        return [CompletionItem(incomplete, type="dir")]
    words = [word for word in _words(parameter, kind) if word.startswith(incomplete)]
    if words and (incomplete or parameter.name not in ("turn", "pattern")):
        return [*map(CompletionItem, words)]
    return [CompletionItem(incomplete, type="file")]


def _words(parameter: click.Parameter, kind: str) -> Iterable[str]:
    """Return the words that a parameter may be; none for those that are files, or anything."""
    from ..map import board_names
    from ..solver import OPTIONS, PRESETS

    if kind in ("BOARD", "A", "B") or parameter.name == "map_name":
        return board_names()
    if parameter.name == "rules" or (parameter.name == "name" and isinstance(parameter, click.Argument)):
        return PRESETS
    if kind == "OPTION=CHOICE":
        return [f"{name}={choice}" for name, option in OPTIONS.items() for choice in option.choices]
    if parameter.name in ("turn", "pattern", "patterns"):
        return [*_cases()]
    return ()


def _cases() -> Iterator[str]:
    """Yield the ids of the cases of the library, those of the DATC short, too; the files are not read as cases."""
    for file in sorted(Path(import_module("standoff.cases").__path__[0], "library").glob("*.txt")):
        for name in re.findall(r"^case (\S+)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            yield name
            yield from (name.removeprefix("datc-"),) * name.startswith("datc-6.")
