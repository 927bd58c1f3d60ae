"""Other adjudicators that are timed beside standoff, named as in `docs/connect.md`.

A peer is not asked turns that it cannot express. Before it is timed, its answers are compared with standoff's as in
`standoff crosscheck`; it is timed on the turns that it has answered. The method depends on the peer:

- the package `diplomacy`: by its own clock, within its Python (`package_worker.py`);
- cdippy: one process reads all turns and prints the verdicts, starting it included (a millisecond);
- a program that speaks the interchange lines: one process that has been started is given all lines, and the time is
  that until the last answer is there; neither writing the JSON of the questions nor reading the answers counts.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import standoff
from benchmarks.measuring import BenchmarkError, Options, Row
from standoff.peers.adapters import PeerUnavailable, open_peer
from standoff.peers.adapters.cdippy import CdippyPeer
from standoff.peers.adapters.exchange import request_of
from standoff.peers.adapters.lines import LinesPeer
from standoff.peers.adapters.package import PackagePeer
from standoff.peers.adapters.peer import UNKNOWN, Peer
from standoff.peers.comparing.judgement import Judgement, judgement_of


class Program:
    """A program that answers a line with a line, and may be given many at once.

    Args:
        name: Its name, with its version.
        command: The program and its arguments.
    """

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def answer(self, questions: bytes) -> bytes:
        """Send it lines, wait for as many answers, and return the last one.

        Raises:
            BenchmarkError: It ended too early.
        """
        assert self._child.stdout is not None
        writing, answer = Thread(target=self._write, args=(questions,)), b""
        writing.start()
        for _ in range(questions.count(b"\n")):
            answer = self._child.stdout.readline()
            if not answer:
                raise BenchmarkError(f"{self.name} ended with status {self._child.wait()}")
        writing.join()
        return answer

    def ask(self, **question: Any) -> dict[str, float]:
        """Return the answer of the package's worker to a question."""
        return json.loads(self.answer(json.dumps(question).encode() + b"\n"))

    def _write(self, questions: bytes) -> None:
        assert self._child.stdin is not None
        with suppress(BrokenPipeError):  # it ended, which `answer` detects
            self._child.stdin.write(questions)
            self._child.stdin.flush()

    def close(self) -> None:
        """End it."""
        self._child.communicate()


def package_worker(name: str, python: str = sys.executable) -> Program:
    """Return the `diplomacy` package of a Python, timed by `package_worker.py`."""
    return Program(name, [python, str(Path(__file__).with_name("package_worker.py"))])


def peer_named(text: str) -> tuple[Peer, list[str]]:
    """Return a peer and the command behind it: ``cdippy:./cdippy``, ``godip 5517bcd=lines:./godip-mine``.

    Raises:
        BenchmarkError: There is none.
    """
    name, spec = re.fullmatch(r"(?:([^=:]+)=)?(.*)", text, re.DOTALL).groups()  # pyright: ignore
    try:
        return open_peer(spec, name=name), shlex.split(spec.partition(":")[2])
    except PeerUnavailable as fault:
        raise BenchmarkError(f"--peer {text}: {fault}") from None


def open_packages(options: Options) -> list[Program]:
    """Return the `diplomacy` packages among the peers; if none is named, the one of this Python, if it has it."""
    packages: list[Program] = []
    for spec in peer_specs(options):
        peer, command = peer_named(spec)
        if isinstance(peer, PackagePeer):
            packages.append(package_worker(label_of(peer), *command))
        peer.close()
    return packages


def peer_specs(options: Options) -> tuple[str, ...]:
    """Return the peers to time."""
    return options.peers or (("diplomacy",) if find_spec("diplomacy") else ())


def label_of(peer: Peer) -> str:
    """Return the name and version of a peer."""
    return peer.name if peer.version == UNKNOWN else f"{peer.name} {peer.version}"


class PeerRows:
    """The rows of the peers on some turns.

    Args:
        options: The peers.
        turns: The movement phases.
    """

    def __init__(self, options: Options, turns: Sequence[standoff.Turn]) -> None:
        self.rows: list[Row] = []
        self._open: list[Program] = []
        own = f"{shlex.quote(sys.executable)} -m standoff batch --jobs 1 -"
        for spec in (f"standoff batch=lines:{own}", *peer_specs(options)):
            peer, command = peer_named(spec)
            try:
                self._add(peer, command, turns)
            finally:
                peer.close()

    def close(self) -> None:
        """End the programs."""
        for program in self._open:
            program.close()

    def _add(self, peer: Peer, command: list[str], turns: Sequence[standoff.Turn]) -> None:
        judged = [one for turn in turns if isinstance(one := judgement_of(turn, peer, peer.rules), Judgement)]
        questions = [one.question for one in judged if one.answer is not None]  # it may have crashed
        if not questions:
            raise BenchmarkError(f"{peer.name} answers none of the turns")
        label = label_of(peer)
        agreement: dict[str, Any] = {"agrees": sum(one.agrees_on_position for one in judged), "asked": len(judged)}
        if label == "standoff batch":
            if agreement["agrees"] != len(turns):
                raise BenchmarkError(f"standoff batch agrees on {agreement['agrees']} of {len(turns)} turns only")
            label = "standoff"
        count = len(questions)
        if isinstance(peer, PackagePeer):
            package = package_worker(label, *command)
            self._open.append(package)
            texts = [turn_texts(turn) for turn in questions]

            taken: dict[str, float] = {}

            def processed() -> float:
                taken.update(package.ask(task="turns", turns=texts))
                return taken["processing"]

            def read_and_processed() -> float:
                return taken["reading"] + taken["processing"]  # of the same run

            self.rows += [
                Row(f"{label}, process() alone", processed, count, label, "package", **agreement),
                Row(f"{label}, orders as text", read_and_processed, count, label, "package, text", **agreement),
            ]
        elif isinstance(peer, CdippyPeer):
            text = "".join("CLEAR ALL\n" + peer.request_text(turn) for turn in questions)

            def printed() -> None:
                subprocess.run(command, input=text, stdout=subprocess.DEVNULL, text=True, check=True)

            self.rows.append(Row(f"{label}, text in, verdicts out", printed, count, label, **agreement))
        elif isinstance(peer, LinesPeer):
            requests = (json.dumps({"id": n, **request_of(turn, peer.rules)}) for n, turn in enumerate(questions))
            data = "".join(f"{line}\n" for line in requests).encode()
            lines = Program(label, command)
            self._open.append(lines)
            name = f"{label if label != 'standoff' else 'standoff batch'}, lines in, answers out"
            self.rows.append(Row(name, lambda: lines.answer(data), count, label, "", **agreement))
        else:
            raise BenchmarkError(f"{peer.name} has no way to be timed")


def turn_texts(turn: standoff.Turn) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return units and orders in the notation of the package."""
    units = {power: [str(unit) for unit in own] for power, own in turn.position.by_power().items()}
    orders: dict[str, list[str]] = {}
    for order in turn.orders:
        orders.setdefault(order.power, []).append(str(order))
    return units, orders
