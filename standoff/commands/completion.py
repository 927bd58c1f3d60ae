"""Shell completion: files, folders, cases of the library, rulebooks, options and their choices, boards.

`prepare` is called only during completion (`docs/commands.md` explains how to enable it).
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
    """Let the parameters of a command be completed by their meaning; those with fixed choices already are."""
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
    """Return the possible words of a parameter; none for files and free text."""
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
    """Yield the ids of the library's cases, those of the DATC also without prefix, without reading the cases."""
    for file in sorted(Path(import_module("standoff.cases").__path__[0], "library").glob("*.txt")):
        for name in re.findall(r"^case (\S+)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            yield name
            yield from (name.removeprefix("datc-"),) * name.startswith("datc-6.")
