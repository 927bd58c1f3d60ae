"""A peer that speaks the interchange lines: any program, standoff itself included."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any

from ...solver import Rulebook, rulebook
from ...turn.turn import Turn
from .child import Child
from .exchange import answer_of, request_of, unwritable
from .peer import UNKNOWN, Answer, NotExpressible, Peer, PeerError


def ask_under(peer: Peer, rules: Rulebook) -> Peer:
    """Return `peer`; one that takes a rulebook with the question is asked for this one from now on."""
    if isinstance(peer, LinesPeer):
        peer.rules = rules
    return peer


class LinesPeer:
    """A program that answers the interchange lines, one JSON object a line.

    Attributes:
        rules: The rulebook that it is asked to follow; may be set to another.
    """

    def __init__(self, command: Sequence[str], timeout_seconds: float) -> None:
        self.name: str = f"lines:{shlex.join(command)}"
        self.version: str = UNKNOWN
        self.rules: Rulebook = rulebook()
        self._child = Child(command, timeout_seconds)
        self._asked = 0

    def cannot(self, question: Turn) -> str | None:
        """Return why the interchange lines cannot express `question`, None if they can."""
        return unwritable(question, self.rules)

    def answer(self, question: Turn) -> Answer:
        """Return what the program makes of `question`.

        Raises:
            NotExpressible: It says ``{"id": …, "cannot": "…"}``.
            PeerError: It died, hung, or its output is not an answer to this question.
        """
        self._asked += 1
        line = self._child.ask(self.wording(question))
        try:
            found = answer_object(line, self._asked)
        except PeerError:
            self._child.stop()  # what it says next might still belong to this question
            raise
        if isinstance(found.get("cannot"), str):
            raise NotExpressible(found["cannot"])
        return answer_of(question, found)

    def wording(self, question: Turn) -> str:
        """Return the line that the program is given."""
        return json.dumps({"id": self._asked, **request_of(question, self.rules)}, ensure_ascii=False)

    def close(self) -> None:
        """End the program."""
        self._child.stop()


def answer_object(line: str, number: int) -> dict[str, Any]:
    """Return the JSON object in `line`.

    Raises:
        PeerError: It is not one, or not the answer to question `number`.
    """
    try:
        found = json.loads(line.removeprefix("\ufeff"))  # which some systems put before the first line
    except (ValueError, RecursionError):  # the latter of brackets nested too deeply
        found = None
    if not isinstance(found, dict):
        raise PeerError("expected a JSON object and nothing else on standard output", line)
    if found.get("id") != number:  # type: ignore[union-attr]
        raise PeerError(f"expected an answer with the id {number} of the question", line)
    return found  # type: ignore[return-value]
