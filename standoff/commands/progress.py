"""What a long command shows on a terminal while it works: a bar, on standard error, and nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import click

from ..text.visible import unfiltered, visible


def is_watched() -> bool:
    """Tell whether somebody watches standard error."""
    return sys.stderr is not None and sys.stderr.isatty()  # pyright: ignore[reportUnnecessaryComparison]


@contextmanager
def progress_bar(
    what: str, total: float | None, shown: str = "", *, quiet: bool = False
) -> Generator[Callable[..., None]]:
    """Show a bar; yield what moves it on: called with what is done, and with `total` or the fields of `shown`.

    Args:
        what: What is being done.
        total: When it is done; None if nobody knows.
        shown: A template of what else is said, such as ``"{task.fields[lines]} lines"``; its fields start at 0.
        quiet: True to show nothing.
    """
    if quiet or not is_watched():
        yield lambda *_, **__: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    names = [part.partition("]")[0] for part in shown.split("fields[")[1:]]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn(shown),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=unfiltered(sys.stderr)), transient=True) as bar:
        fields: dict[str, Any] = dict.fromkeys(names, 0)
        task = bar.add_task(escape(visible(what)), total=total, **fields)

        def move(done: float, **fields: Any) -> None:
            bar.update(task, completed=done, **fields)

        yield move


def say_when_compiling() -> None:
    """Have whoever watches told, once, when code is being compiled: nothing else happens meanwhile."""
    if not is_watched():
        return
    import logging

    class Note(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            log.removeHandler(self)
            click.echo("standoff: compiling the code for this machine, once; it takes up to a minute", err=True)

    log = logging.getLogger("standoff.compiling")
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(Note())
