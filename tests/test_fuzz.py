"""The short form of `python -m benchmarks.fuzz`, and that it would notice."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks import fuzz_lines
from benchmarks.fuzz import FUZZERS, run


@pytest.mark.parametrize("kind", list(FUZZERS))
def test_nothing_that_is_drawn_breaks_or_gets_lost(kind: str) -> None:
    """Seed and number of a fault are enough to draw it again."""
    count = {"lines": 1000}.get(kind, 100)
    found = list(run(kind, count, seed=7, jobs=1))
    assert sum(number for number, _ in found) == count
    assert [fault for _, faults in found for fault in faults] == []


def test_a_lost_line_and_a_fault_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = fuzz_lines.answer_lines

    def noticed(change: Any) -> str:
        monkeypatch.setattr(fuzz_lines, "answer_lines", lambda lines: change(list(plain(lines))))
        return "\n".join(fuzz_lines.fuzz(30, 7, 1))

    assert "30 lines and 29 answers" in noticed(lambda answers: answers[1:])
    assert "has another id" in noticed(lambda answers: [*answers[1:], answers[0]])
    assert "a fault of the program" in noticed(lambda answers: [('{"error": "a fault of standoff: x"}', False)] * 30)
    assert "several lines" in noticed(lambda answers: [(text + "\n", good) for text, good in answers])
    assert "whether it is one" in noticed(lambda answers: [(text, not good) for text, good in answers])
