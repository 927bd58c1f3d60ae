"""The short form of `python -m tools.fuzz`, that it would notice, and what it found."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from standoff import Phase, Position, WrongTypeError
from standoff.searches.expression import property_of, rules_of
from standoff.searches.properties import PropertyError
from standoff.solver import PRESETS
from tools import fuzz

INPUTS = {"lines": 10, "texts": 80, "board": 8, "variant": 60, "page": 30, "values": 200, "long": 20}
"""How many inputs are drawn for each target."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*not read")
@pytest.mark.parametrize("target", fuzz.TARGETS)
def test_nothing_that_is_drawn_breaks_or_gets_lost(target: str) -> None:
    """Seed and number of a fault are enough to draw it again."""
    assert fuzz.block(target, 7, 0, INPUTS[target])[0] == []


def variants() -> list[Path]:
    return sorted((fuzz.CORPUS / "variant").iterdir())


@pytest.mark.parametrize("file", variants(), ids=lambda file: file.name)
def test_what_once_broke_an_importer_is_read_or_refused(file: Path) -> None:
    assert fuzz.fault_of("variant", (file.read_text(encoding="utf-8"), file.suffix)) is None


def test_a_lost_line_and_a_fault_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, lines = fuzz.answer_lines, fuzz.drawn("lines", 7, 1)
    monkeypatch.setattr(fuzz, "compiled_code_is_there", lambda: False)

    def noticed(change: Any) -> str | None:
        monkeypatch.setattr(fuzz, "answer_lines", lambda block: change(list(plain(block))))
        return fuzz.fault_of("lines", lines)

    assert noticed(list) is None
    assert "10 lines and 9 answers" in str(noticed(lambda answers: answers[1:]))
    assert "has another id" in str(noticed(lambda answers: [*answers[1:], answers[0]]))
    broken = [('{"error": "a fault of standoff: x"}', False)] * 10
    assert "a fault of the program" in str(noticed(lambda _: broken))
    assert "several lines" in str(noticed(lambda answers: [(text + "\n", good) for text, good in answers]))
    assert "whether it is one" in str(noticed(lambda answers: [(text, not good) for text, good in answers]))


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


WATCHED = frozenset({"exec", "import", "open", "os.system", "subprocess.Popen", "socket.connect", "ctypes.dlopen"})


@pytest.fixture(scope="module")
def seen() -> Iterator[list[str]]:
    """What is executed, imported or opened while the list is on."""
    noted: list[str] = []
    on = [True]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if on and event in WATCHED:
            noted.append(f"{event} {arguments[:1]!r}")

    for name in PRESETS:
        rules_of(name)  # loaded before anybody looks
    sys.addaudithook(hook)  # it stays for the life of the process
    yield noted
    on.clear()


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_expression_is_refused_and_runs_nothing(number: int, seen: list[str]) -> None:
    """Nothing is executed, imported or opened; nothing is printed beside the message."""
    seen.clear()
    with pytest.raises(PropertyError) as refused:
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


@pytest.mark.parametrize(
    "orders",
    ["FRANCE: A PAR H\nA PAR - BUR", {"FRANCE": "A PAR - BUR"}, {"FRANCE": ["A PAR - BUR", ""], "TURKEY": "FRANCE"}],
)
def test_orders_that_are_text_are_counted_by_orders_not_by_characters(orders: Any) -> None:
    whole = {"orders": {"FRANCE": {"A PAR - BUR": {}}}, "units": {}}
    assert fuzz._lost({"orders": orders}, whole) is None
    assert "fewer answers" in str(fuzz._lost({"orders": orders}, {"orders": {}, "units": {}}))
