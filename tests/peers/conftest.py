"""Shared code for tests of peers and score cards."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from standoff.peers.adapters.child import Child
from standoff.peers.comparing import evidence, sources
from standoff.peers.score import card, questions as score_questions
from standoff.peers.score.questions import AskedCase, questions
from standoff.random_turns import generator, question as random_question
from tests.helpers.turns import library_cases


def peer_program(folder: Path, text: str, protocol: str = "lines") -> str:
    """Write a Python program, and return its peer spec."""
    file = folder / "peer.py"
    file.write_text(text)
    return f"{protocol}:{sys.executable} {file}"


MARKUP = "</script><script>alert(1)</script> [a](javascript:b) ![c](http://d) `e` | **f** # g\n# h"
"""The text of a hostile peer."""


def assert_text_only(text: str) -> None:
    """Check that a Markdown page contains `MARKUP` only as text, not as elements, links or headings."""
    assert "alert(1)" in text
    outside = re.sub(r"(?ms)^(`{3,})[a-z]*$.*?^\1$", "", text)
    assert re.findall(r"<[A-Za-z/!?]", outside) == []
    assert re.findall(r"(?<!\\)\]\((?:javascript|http://d)", outside) == []
    assert [line for line in outside.splitlines() if line.startswith("# ")] == [outside.splitlines()[0]]


Json = dict[str, Any]
Answering = Callable[[Callable[[str, Json], Json]], None]


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Answering:
    """Let a function answer the interchange lines in this process, in place of every named program.

    Its arguments are the last word of the command and the request with its id.
    """

    def let_answer(answer: Callable[[str, Json], Json]) -> None:
        def ask(self: Child, data: Json) -> Json:
            self.asked += 1
            return json.loads(json.dumps(answer(self.command[-1], {"id": self.asked, **data})))

        monkeypatch.setattr(Child, "ask", ask)

    return let_answer


@cache
def few() -> tuple[AskedCase, ...]:
    """Return every fourth case, and those that a test is about."""
    named = {"separating-A.1", "separating-B.1"}
    named |= {f"datc-6.{number}" for number in ("A.1", "F.24", "G.1", "G.2", "G.5", "H.9", "I.1")}
    return tuple(case for number, case in enumerate(questions()) if number % 4 == 0 or case.id in named)


_drawn_once = cache(random_question)


@pytest.fixture(autouse=True)
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw each random question once, and read the library once: that takes ten times as long as answering them."""
    for module, name in ((generator, "question"), (evidence, "random_question")):
        monkeypatch.setattr(module, name, _drawn_once)
    for module in (sources, score_questions):
        monkeypatch.setattr(module, "library", library_cases)


@pytest.fixture
def few_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every card ask the same few cases."""
    monkeypatch.setattr(card, "questions", lambda _datc: few())
