"""Other adjudicators behind one interface, each in its own process (`docs/connect.md`)."""

from __future__ import annotations

import shlex

from .peer import Peer, PeerAnswer, PeerError, PeerUnavailable

__all__ = ["SPECS", "Peer", "PeerAnswer", "PeerError", "PeerUnavailable", "open_peer"]

SPECS: dict[str, str] = {
    "diplomacy": "the package of that name from PyPI",
    "diplomacy:PYTHON": "the same in another Python interpreter",
    "cdippy:PROGRAM": "a build of the C program cdippy",
    "lines:COMMAND": "a program that speaks the interchange lines",
    "folder:DIR": "a folder of recorded answers",
}
"""The forms of a peer's name, each with the program that it names."""


def open_peer(spec: str, *, timeout_seconds: float = 20.0, name: str | None = None, version: str | None = None) -> Peer:
    """Return the peer that `spec` names, ready to be asked.

    Args:
        spec: One of `SPECS`: ``"diplomacy"``, ``"lines:standoff batch"``.
        timeout_seconds: Time limit for an answer.
        name: Its name in reports (default: that of the spec).
        version: Its version (default: the one that it reports).

    Raises:
        PeerUnavailable: `spec` names no peer, or the peer cannot be started.
    """
    peer = _opened(spec, timeout_seconds)
    peer.name = name or peer.name
    peer.version = version or peer.version
    return peer


def _opened(spec: str, timeout_seconds: float) -> Peer:
    kind, colon, rest = spec.partition(":")
    if kind == "diplomacy" and (rest or not colon):
        from .package import PackagePeer

        return PackagePeer(rest or None, timeout_seconds)
    if kind == "cdippy" and rest:
        from .cdippy import CdippyPeer

        return CdippyPeer(_command(rest), timeout_seconds)
    if kind == "lines" and rest:
        from .lines import LinesPeer

        return LinesPeer(_command(rest), timeout_seconds)
    if kind == "folder" and rest:
        from .folder import FolderPeer

        return FolderPeer(rest)
    raise PeerUnavailable(f"no peer {spec!r}; expected one of {', '.join(SPECS)}")


def _command(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as fault:
        raise PeerUnavailable(f"command {text!r}: {fault}") from None
