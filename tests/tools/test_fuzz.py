"""The short form of `python -m tools.fuzz`, that it would notice, and what it found."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from standoff import Phase, Position, WrongTypeError
from standoff.searches.expression import property_of
from standoff.searches.properties import PropertyError
from tools.fuzz import drawn_blocks, lines, targets
from tools.fuzz.targets import TARGETS, drawn, fault_of, seeds

INPUTS = {
    "lines": 40,
    "texts": 40,
    "position": 300,
    "board": 4,
    "board-text": 8,
    "variant": 60,
    "page": 40,
    "interface": 20,
}
"""How many inputs are drawn of each kind; of the others 200."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(TARGETS))
def test_nothing_that_is_drawn_breaks_or_gets_lost(kind: str) -> None:
    """What the corpus keeps, and what is drawn from it; the seed is the name of the target."""
    chance, start = Random(kind), seeds(kind)
    kept = len(list((targets.CORPUS / kind).glob("*")))
    inputs = [*start[:kept], *(drawn(chance, start) for _ in range(INPUTS.get(kind, 200)))]
    assert [(fault, data) for data in inputs for fault in [fault_of(kind, data)] if fault] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["lines", "texts"])
def test_blocks_are_drawn_and_counted(kind: str) -> None:
    """Seed and number of a fault are enough to draw it again."""
    counted = list(drawn_blocks.run(kind, 300, seed=7, jobs=1))
    assert sum(number for number, _ in counted) == 300
    assert [fault for _, faults in counted for fault in faults] == []


def test_a_lost_line_and_a_fault_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = lines.answer_lines

    def noticed(change: Any) -> str:
        monkeypatch.setattr(lines, "answer_lines", lambda block: change(list(plain(block))))
        return "\n".join(lines.fuzz(30, 7, 1))

    assert "30 lines and 29 answers" in noticed(lambda answers: answers[1:])
    assert "has another id" in noticed(lambda answers: [*answers[1:], answers[0]])
    assert "a fault of the program" in noticed(lambda answers: [('{"error": "a fault of standoff: x"}', False)] * 30)
    assert "several lines" in noticed(lambda answers: [(text + "\n", good) for text, good in answers])
    assert "whether it is one" in noticed(lambda answers: [(text, not good) for text, good in answers])


def test_an_expression_that_would_be_executed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets.expression, "property_of", lambda text: eval(text, {}))
    assert fault_of("find", b"__import__('this')") is not None


def test_a_fault_in_a_target_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(request: object) -> Any:
        raise KeyError("do")

    monkeypatch.setattr(targets, "answer", refuses)
    assert fault_of("page", b"") == "KeyError: 'do'"


def test_the_corpus_is_small() -> None:
    assert sum(path.stat().st_size for path in targets.CORPUS.rglob("*") if path.is_file()) < 50_000


# -- expressions -------------------------------------------------------------------------------------------------------

HOSTILE = (
    *("__import__('os').system('true')", "().__class__.__mro__", "(lambda: 1)()", "[differ(1971, x) for x in (1982,)]"),
    *("differ((x := 1971), 1982)", "differ(*[1971, 1982])", "differ(**{'one': 1971})", "f'{differ(1971, 1982)}'"),
    *("paradox() if paradox() else paradox()", "paradox().__class__", "differ[1971]", "1", "'paradox()'", "await x"),
    *("paradox(); import os", "eval('1')", "exec('1')", "open('x')", "getattr(1, 'real')", "print(1)", "yield 1"),
    *("differ(1971, 1982, what=open('x'))", "differ('\ud800', 1982)", "\ud800", "differ(1971,\0 1982)", "", "\\"),
    *("not " * 5000 + "paradox()", "(" * 3000, "a." * 9000 + "b", "(" * 150 + "paradox()" + ")" * 150 + " and 1"),
    *(f"resolutions({'9' * 4000})", f"resolutions({'9' * 5000})", "resolutions(1, more=differ(1971, 1982))"),
    *("resolutions(1, more='no')", "order(name=1)", "order(name=order())", "components(10**9)", "components(-1)"),
    *("predicate('.os:system')", "predicate('os')", "predicate('os:')", "predicate(':f')", "predicate('a b:c')"),
    *("predicate('os:__class__')", "predicate('os:path.join')", "predicate('os/../os:f')", "predicate(paradox())"),
    *("paradox(" * 90 + ")" * 90, "paradox('\\x')"),
)
"""Expressions that are none; some were once a traceback, or executed in another program."""


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_expression_is_refused_and_runs_nothing(number: int) -> None:
    """Nothing is executed, imported or opened (`sys.addaudithook`); nothing is printed beside the message."""
    with targets.watched() as seen, pytest.raises(PropertyError) as refused:
        property_of(HOSTILE[number])
    assert seen == []
    assert len(str(refused.value)) < 1000


def test_a_named_function_whose_module_cannot_be_loaded_is_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken_one.py").write_text("1 +\n")
    (tmp_path / "broken_two.py").write_text("raise RuntimeError('no')\n")
    with pytest.raises(PropertyError, match="broken_one:f: SyntaxError"):
        property_of("predicate('broken_one:f')")
    with pytest.raises(PropertyError, match="broken_two:f: RuntimeError: no"):
        property_of("predicate('broken_two:f')")


# -- wrong types -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [None, 1, b"S1901M", ["S1901M"], object()])
def test_what_is_no_text_is_no_phase_and_no_position(wrong: Any) -> None:
    with pytest.raises(WrongTypeError):
        Phase.parse(wrong)
    with pytest.raises(WrongTypeError):
        Position.parse(wrong)


def test_a_list_of_runs_covers_every_target() -> None:
    assert list(drawn_blocks.FUZZERS) == list(TARGETS)
