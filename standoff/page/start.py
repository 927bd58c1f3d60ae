"""Starting the page: its server, and its first turn as the fragment of its address."""

from __future__ import annotations

import base64
import errno
import ipaddress
import json
import warnings
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from ..cases import SourceName, position_named, read, read_source
from ..map import Json, StandoffError, UnreadWarning, named_board, starting_position
from ..turn import Turn
from .opening import of_case, of_turn
from .page_workers import PageWorkers
from .server import PageServer


class PageError(StandoffError):
    """The server cannot be started at this address."""


def address_of(source: str, phase: str | None = None, board: str | None = None) -> str:
    """Return the fragment of the address that opens `source` on the page; empty for the start of a game.

    Args:
        source: An argument of `standoff.read`; all phases of a saved game or a case are opened.
        phase: The phase to show.
        board: The board on which a game starts.

    Raises:
        StandoffError: There is no such name, or it cannot be read.

    >>> address_of("6.F.14")[:14], address_of("6.H.1")[:3]
    ('#p=standard+S1', '#k=')
    """
    if source == "start":
        return fragment_of(of_turn(Turn(starting_position(named_board(board))))) if board else ""
    if position_named(source) is None:
        cases = read_source(SourceName(source))
        if len(cases) == 1 and cases[0].phases:
            game = of_case(cases[0], phase or "")
            if "rest" in game:
                warnings.warn(f"{source}: {game['rest']['said']} Paste the text to open the others.", UnreadWarning, 2)
            return fragment_of(game)
    return fragment_of(of_turn(read(source, phase=phase)))


def fragment_of(game: Json) -> str:
    """Return a game from `opening.opened` as the fragment of an address for the page.

    >>> from standoff import read
    >>> fragment_of(of_turn(read("FRANCE: A PAR - BUR", rules="1982")))[-7:]
    '&r=1982'
    """
    nodes, at = game["nodes"], game["at"]
    shown = nodes[at]
    if len(nodes) == 1:
        parts = {"p": shown["position"], "o": shown["orders"]}
    else:
        parts = {"k": _packed(nodes, at)}
    parts["r"] = shown["rules"]
    if shown["options"]:
        parts["s"] = ",".join(f"{name}={choice}" for name, choice in shown["options"].items())
    if game["title"] and len(nodes) > 1:
        parts["t"] = game["title"]
    return "#" + urlencode(parts)


def _packed(nodes: list[Json], at: int) -> str:
    """Return phases in sequence as the page packs them: their orders, and positions that do not follow."""
    phases: list[Any] = []
    for number, node in enumerate(nodes):
        more: Json = {}
        if not number or nodes[number - 1]["differences"]:
            more["p"] = node["position"]
        elif number == at:
            more["q"] = node["position"]
        orders = f"={node['orders']}" if node["orders"] else ""
        phases.append([orders, more] if more else orders)
    text = json.dumps({"at": at, "phases": phases}, ensure_ascii=False, separators=(",", ":"))
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = squeezed.compress(text.encode()) + squeezed.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


PORT = 8467
"""The default port of the page: browsers store its data by port."""


@contextmanager
def served(host: str, port: int | None = None, share_url: str = "") -> Generator[PageServer]:
    """Provide the server of the page; then end it and its processes.

    Requests may name only board files that this process has loaded or allowed (`map.loading.is_allowed`).

    Args:
        host: The address to listen on.
        port: The port (default: `PORT`, or a free one if it is in use).
        share_url: The public address of the page.

    Raises:
        PageError: The server cannot listen there, or the public address is invalid.
    """
    if share_url and not share_url.startswith(("http://", "https://")):
        raise PageError(f"--share-url {share_url!r}: expected an address that begins with https://")
    workers = PageWorkers()
    try:
        with _server(host, port, share_url, workers) as server:
            yield server
    finally:
        workers.close()


def _server(host: str, port: int | None, share_url: str, workers: PageWorkers) -> PageServer:
    for wanted in (PORT, 0) if port is None else (port,):
        try:
            return PageServer((host, wanted), workers, share_url=share_url)
        except OSError as fault:
            if wanted == PORT and port is None and fault.errno == errno.EADDRINUSE:
                continue
            raise PageError(f"{host}, port {wanted}: {fault.strerror or fault}") from None
    raise AssertionError("one of them is free")


def is_loopback(host: str) -> bool:
    """Return whether an address is reachable from this machine only.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("192.168.0.7")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
