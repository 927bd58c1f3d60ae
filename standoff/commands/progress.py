"""The progress bar of a long command, on standard error if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from ..text import unfiltered, visible


def is_watched() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()  # pyright: ignore[reportUnnecessaryComparison]


@contextmanager
def progress_bar(
    title: str, total: float | None, text: str = "", *, quiet: bool = False
) -> Generator[Callable[..., None]]:
    """Show a bar; yield a function that moves it, called with the progress, `total` or fields of `text`.

    Args:
        title: A description.
        total: The progress at the end; None if unknown.
        text: A template of further text: ``"{task.fields[lines]} lines"``; its fields start at 0.
        quiet: True to show nothing.
    """
    if quiet or not is_watched():
        yield lambda *_, **__: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    names = [part.partition("]")[0] for part in text.split("fields[")[1:]]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn(text),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=unfiltered(sys.stderr)), transient=True) as bar:
        fields: dict[str, Any] = dict.fromkeys(names, 0)
        task = bar.add_task(escape(visible(title)), total=total, **fields)

        def move(done: float, **fields: Any) -> None:
            bar.update(task, completed=done, **fields)

        yield move
