"""What several tests of peers and score cards need."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

from standoff.peers.adapters.peer import Answer
from standoff.peers.crosscheck import differences
from standoff.peers.score import card, fitting
from standoff.peers.score.questions import AskedCase, questions
from standoff.solver import PhaseResult, Rulebook
from standoff.turn.turn import Turn


def peer_program(folder: Path, text: str, protocol: str = "lines") -> str:
    """Write a program in Python, and return how the peer is named that it is."""
    file = folder / "peer.py"
    file.write_text(text)
    return f"{protocol}:{sys.executable} {file}"


@cache
def library() -> tuple[AskedCase, ...]:
    """Return the cases that a score card asks."""
    return tuple(questions())


@cache
def _by_id() -> dict[int, Turn]:
    return {id(question): question for case in library() for question in case.questions}


@cache
def _settled(number: int, rules: Rulebook) -> PhaseResult:
    return differences.settled(_by_id()[number], rules)


@cache
def _answer(number: int, rules: Rulebook) -> Answer:
    return differences.answer_of_result(_by_id()[number], _settled(number, rules))


def settled(question: Turn, rules: Rulebook) -> PhaseResult:
    """Return what standoff finds; for a question of `library` it is worked out once under each rulebook."""
    return _settled(id(question), rules) if id(question) in _by_id() else differences.settled(question, rules)


def answer_by(question: Turn, rules: Rulebook) -> Answer:
    """Return standoff's answer, of which the same holds."""
    return _answer(id(question), rules) if id(question) in _by_id() else differences.answer_by(question, rules)


@pytest.fixture
def answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every card ask the same questions: finding the rulebook that fits takes all answers under dozens of them."""
    monkeypatch.setattr(card, "questions", library)
    for module in (card, fitting):
        monkeypatch.setattr(module, "settled", settled)
        monkeypatch.setattr(module, "answer_by", answer_by)
