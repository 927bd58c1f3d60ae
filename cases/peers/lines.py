"""A peer that speaks the interchange lines: any program, standoff itself included."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any

from ...solver import Rulebook, rulebook
from ..lines.codec import answer_of, request_of, unwritable
from .child import Child, quoted
from .peer import UNKNOWN, Answer, PeerError, Question


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

    def cannot(self, question: Question) -> str | None:
        """Return why the interchange lines cannot express `question`, None if they can."""
        return unwritable(question, self.rules)

    def answer(self, question: Question) -> Answer:
        """Return what the program makes of `question`.

        Raises:
            PeerError: It died, hung, or what it said is no answer to this question.
        """
        self._asked += 1
        request = {"id": self._asked, **request_of(question, self.rules)}
        line = self._child.ask(json.dumps(request, ensure_ascii=False))
        try:
            found = answer_object(line, self._asked)
        except PeerError:
            self._child.stop()  # what it says next might still belong to this question
            raise
        return answer_of(question, found)

    def close(self) -> None:
        """End the program."""
        self._child.stop()


def answer_object(line: str, number: int) -> dict[str, Any]:
    """Return the JSON object in `line`.

    Raises:
        PeerError: It is none, or not the answer to question `number`.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # the latter of brackets nested too deeply
        found = None
    if not isinstance(found, dict):
        raise PeerError(f"expected a JSON object, it says {quoted(line)}")
    if found.get("id") != number:  # type: ignore[union-attr]
        raise PeerError(f"the answer has not the id {number} of the question: {quoted(line)}")
    return found  # type: ignore[return-value]
