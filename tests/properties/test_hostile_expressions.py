"""Hostile expressions for `standoff find`, and values of wrong types for `parse`."""

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
