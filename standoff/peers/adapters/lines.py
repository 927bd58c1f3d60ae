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
from .exchange import answer_of, request_of, unwritable
from .peer import NotExpressible, Part, PeerAnswer, PeerError, parts_named


class LinesPeer(ChildPeer):
    """A program that answers the interchange lines, one JSON object per line.

    Attributes:
        rules: The rulebook that it is asked to follow; may be set to another.
        follows: The rulebook that it claims to follow, by ``{"follows": {"rules": …, "options": {…}}}`` in an answer;
            None as long as it says nothing.
        without: What it says it does not know, by ``{"without": ["orders"]}`` in an answer.
    """

    told_rules = True

    def __init__(self, command: Sequence[str], timeout_seconds: float) -> None:
        super().__init__(f"lines:{shlex.join(command)}", command, timeout_seconds)
        self.rules: Rulebook = rulebook()
        self.follows: Rulebook | None = None
        self.without: frozenset[Part] = frozenset()

    def cannot(self, question: Turn) -> str | None:
        """Return why the interchange lines cannot express `question`, None if they can."""
        return unwritable(question, self.rules)

    def answer(self, question: Turn) -> PeerAnswer:
        """Return what the program makes of `question`.

        Raises:
            NotExpressible: It says ``{"id": …, "cannot": "…"}``.
            PeerError: It died, hung, or its output is not an answer to this question.
        """
        data = self._child.ask(request_of(question, self.rules))
        if data.get("follows") is not None:
            self.follows = _rulebook_named(data["follows"])
        if data.get("without") is not None:
            self.without = parts_named(data["without"])
        if isinstance(data.get("cannot"), str):
            raise NotExpressible(data["cannot"])
        return answer_of(question, data)

    def request_text(self, question: Turn) -> str:
        """Return the line that the program is given."""
        return json.dumps({"id": self._child.asked, **request_of(question, self.rules)}, ensure_ascii=False)


def _rulebook_named(follows: object) -> Rulebook:
    """Return the rulebook that an answer names.

    Raises:
        PeerError: It names none.
    """
    try:
        named = cast(dict[str, Any], follows)
        unknown = sorted(named.keys() - {"rules", "options"})
        if unknown:
            raise ValueError(f"unknown key {unknown[0]!r}")
        return rulebook(named.get("rules"), **named.get("options", {}))
    except (StandoffError, ValueError, TypeError, AttributeError) as fault:
        message = 'expected "follows" as {"rules": …, "options": {…}}'
        raise PeerError(f"{message}: {fault}", alike=message) from None
