"""A peer that speaks the interchange lines: any program, standoff itself included."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any, cast

from ...map import StandoffError
from ...solver import Rulebook, rulebook
from ...turn import Turn
from .child import ChildPeer
from .exchange import answer_of, current_answer, request_of, unwritable
from .peer import NotExpressible, Part, PeerAnswer, PeerError, parts_named


class LinesPeer(ChildPeer):
    """A program that answers the interchange lines, one JSON object per line.

    Attributes:
        rules: The rulebook that it is asked to follow; may be set to another.
        rulebook: The rulebook that it claims to follow, by ``{"rulebook": {"rules": …, "options": {…}}}`` in an answer;
            None until it claims one.
        unreported: The parts that it declares not to know, by ``{"unreported": ["orders"]}`` in an answer.
    """

    claims_rules = True

    def __init__(self, command: Sequence[str], timeout_seconds: float) -> None:
        super().__init__(f"lines:{shlex.join(command)}", command, timeout_seconds)
        self.rules: Rulebook = rulebook()
        self.rulebook: Rulebook | None = None
        self.unreported: frozenset[Part] = frozenset()

    def unsupported(self, question: Turn) -> str | None:
        """Return why the interchange lines cannot express `question`, None if they can."""
        return unwritable(question, self.rules)

    def answer(self, question: Turn) -> PeerAnswer:
        """Return the program's answer to `question`.

        Raises:
            NotExpressible: It answers ``{"id": …, "unsupported": "…"}``.
            PeerError: It died, hung, or its output is not an answer to this question.
        """
        data = current_answer(self._child.ask(request_of(question, self.rules)))
        if data.get("rulebook") is not None:
            self.rulebook = _claimed_rulebook(data["rulebook"])
        if data.get("unreported") is not None:
            self.unreported = parts_named(data["unreported"])
        if isinstance(data.get("unsupported"), str):
            raise NotExpressible(data["unsupported"])
        return answer_of(question, data)

    def request_text(self, question: Turn) -> str:
        """Return the program's input."""
        return json.dumps({"id": self._child.asked, **request_of(question, self.rules)}, ensure_ascii=False)


def _claimed_rulebook(claim: object) -> Rulebook:
    """Return the rulebook that an answer claims to follow.

    Raises:
        PeerError: It names none.
    """
    try:
        named = cast(dict[str, Any], claim)
        unknown = sorted(named.keys() - {"rules", "options"})
        if unknown:
            raise ValueError(f"unknown key {unknown[0]!r}")
        return rulebook(named.get("rules"), **named.get("options", {}))
    except (StandoffError, ValueError, TypeError, AttributeError) as fault:
        message = 'expected "rulebook" as {"rules": …, "options": {…}}'
        raise PeerError(f"{message}: {fault}", alike=message) from None
