"""Starting the page: the turn that it opens with, as the fragment of its address, and the server."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from urllib.parse import urlencode

from ..cases.origins import read
from ..map import StandoffError
from ..turn.turn import Turn
from .messages import orders_text
from .page_workers import PageWorkers
from .server import PageServer


class PageError(StandoffError):
    """The server cannot be started there."""


def address_of(source: str, phase: str | None = None) -> str:
    """Return the fragment of the address that opens the page with `source`; empty for the start of a game.

    Args:
        source: What `standoff.read` takes.
        phase: Which phase of several.

    >>> address_of("6.F.14")[:14]
    '#p=standard+S1'
    """
    if source == "start":
        return ""
    return fragment_of(read(source, phase=phase))


def fragment_of(turn: Turn) -> str:
    """Return a turn as the fragment of an address, as the page reads it."""
    parts = {"p": str(turn.position), "o": orders_text(turn), "r": turn.rules.preset}
    if turn.rules.differences:
        parts["s"] = ",".join(f"{name}={choice}" for name, choice in turn.rules.differences.items())
    return "#" + urlencode(parts)


@contextmanager
def served(host: str, port: int) -> Generator[PageServer]:
    """Provide the server of the page; afterwards end it and its processes.

    Raises:
        PageError: The server cannot listen there.
    """
    desk = PageWorkers()
    try:
        try:
            server = PageServer((host, port), desk)
        except OSError as fault:
            raise PageError(f"{host}, port {port}: {fault.strerror or fault}") from None
        with server:
            yield server
    finally:
        desk.close()
