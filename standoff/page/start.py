"""Starting the page: the turn that it opens with, as the fragment of its address, and the server."""

from __future__ import annotations

import errno
import ipaddress
from collections.abc import Generator
from contextlib import contextmanager
from urllib.parse import urlencode

from ..cases.origins import read
from ..map import StandoffError
from ..turn.turn import Turn
from .opening import orders_text
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


PORT = 8467
"""The port of the page where none is named: at a fixed one a browser finds again what it has kept."""


@contextmanager
def served(host: str, port: int | None = None, public: str = "") -> Generator[PageServer]:
    """Provide the server of the page; afterwards end it and its processes.

    Args:
        host: The address to listen on.
        port: The port; `PORT` if left out, or a free one if that is taken.
        public: The address at which others reach the page.

    Raises:
        PageError: The server cannot listen there, or the public address is none.
    """
    if public and not public.startswith(("http://", "https://")):
        raise PageError(f"--public {public!r}: expected an address that begins with https://")
    desk = PageWorkers()
    try:
        with _server(host, port, public, desk) as server:
            yield server
    finally:
        desk.close()


def _server(host: str, port: int | None, public: str, desk: PageWorkers) -> PageServer:
    for wanted in (PORT, 0) if port is None else (port,):
        try:
            return PageServer((host, wanted), desk, public=public)
        except OSError as fault:
            if wanted == PORT and port is None and fault.errno == errno.EADDRINUSE:
                continue
            raise PageError(f"{host}, port {wanted}: {fault.strerror or fault}") from None
    raise AssertionError("one of them is free")


def is_loopback(host: str) -> bool:
    """Tell whether only this machine reaches an address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("192.168.0.7")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
