"""Short runs of the benchmarks: programs agree, figures are positive and printed. No time is judged."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("numba")
pytest.importorskip("psutil")
from benchmarks import compare, environments, growth, page_times, peers, reading, search, small, threads
from benchmarks.measuring import STANDOFF, BenchmarkError, Options, Row, Section, command_line, measure
from standoff.peers.adapters.package import RULES, PackagePeer
from standoff.peers.adapters.peer import PeerAnswer
from standoff.peers.comparing.judgement import answer_by
from standoff.peers.kit import template
from standoff.solver import adjudicate
from standoff.turn import Turn
from tests.helpers.paths import written

pytestmark = pytest.mark.slow


def quick(module: ModuleType, folder: Path, *arguments: str) -> dict[str, Any]:
    name = module.__name__
    run, out = command_line(None, name, [module.sections], ["--quick", "--out", str(folder / "run.json"), *arguments])
    assert json.loads(out.read_text(encoding="utf-8")) == run
    return run


def check(run: dict[str, Any], printed: str, *keys: str) -> None:
    """Check a run: its sections, positive printed times in order, machine and load."""
    assert list(run["sections"]) == [*keys]
    for section in run["sections"].values():
        assert section["rows"]
        assert section["busy_cores"]["median"] >= 0
        for row in section["rows"]:
            times = row["microseconds"]
            assert 0 < times["minimum"] <= times["median"] <= times["maximum"]
            assert row["spread"] >= 0
            assert len(row["rounds"]) == 1
            assert row["name"] in printed
    assert set(run["machine"]) == {"processor", "cores", "memory_gb", "system", "python"}
    assert run["versions"]["standoff"]
    assert "other programs kept up to" in printed


class StandIn(PackagePeer):
    """The package as a peer with standoff's answers."""

    name, version, rules = "diplomacy", "0.0", RULES

    def __init__(self) -> None:
        pass

    def answer(self, question: Turn) -> PeerAnswer:
        return answer_by(question, RULES)

    def close(self) -> None:
        pass


@pytest.fixture
def stand_in(tmp_path: Path) -> str:
    """A Python whose package `diplomacy` is standoff's stand-in."""
    program = Path(written(tmp_path / "python", f'#!/bin/sh\nexec {sys.executable} -m standoff.as_diplomacy "$@"\n'))
    program.chmod(0o755)
    return f"diplomacy:{program}"


HOLDS = template("mine.py").replace("PHASES = ()", 'PHASES = ("movement",)')
"""A peer that lets every unit stay."""


@pytest.mark.skipif(sys.platform == "win32", reason="a Python of a shell script")
def test_compare(
    tmp_path: Path, stand_in: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = peers.open_peer
    monkeypatch.setattr(peers, "open_peer", lambda spec, **how: StandIn() if spec == stand_in else opened(spec, **how))
    holds = written(tmp_path / "holds.py", HOLDS)
    run = quick(compare, tmp_path, "--peer", stand_in, "--peer", f"nothing moves=lines:{sys.executable} {holds}")
    check(run, capsys.readouterr().out, "greedy", "legal")
    greedy = {row["name"]: row for row in run["sections"]["greedy"]["rows"]}
    agreement = {row["program"]: (row["agrees"], row["asked"]) for row in greedy.values() if "agrees" in row}
    assert agreement[STANDOFF] == (compare.QUICK_TURNS, compare.QUICK_TURNS)
    alike, asked = agreement["nothing moves"]
    assert alike < asked <= compare.QUICK_TURNS
    assert sum("diplomacy" in program for program in agreement) == 1
    assert sum("process() alone" in name or "orders as text" in name for name in greedy) == 2
    assert greedy["compiled, from order arrays, 1 core"]["same_as_plain"] == compare.QUICK_TURNS


def test_environments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    run = quick(environments, tmp_path)
    check(run, capsys.readouterr().out, "games")
    assert run["sections"]["games"]["same_as_plain"] == environments.QUICK_PHASES


def test_growth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = quick(growth, tmp_path)
    check(run, capsys.readouterr().out, "growth")
    assert list(growth.exponents(run["sections"]["growth"])) == [*growth.FAMILY_NAMES]


def test_threads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(quick(threads, tmp_path), capsys.readouterr().out, "threads")


def test_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(quick(search, tmp_path), capsys.readouterr().out, "search")


def test_reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(quick(reading, tmp_path), capsys.readouterr().out, "reading")

    def quadratic(text: str) -> None:
        sum(one == other for one in text[::8] for other in text[::8])

    assert reading.growth(quadratic, lambda size: "x" * size, 4_500) > reading.MOST_GROWTH


def test_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(quick(small, tmp_path), capsys.readouterr().out, "small")


def test_page_times(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = quick(page_times, tmp_path)
    printed = capsys.readouterr().out
    if "not measured: the page" in printed:
        pytest.skip("no browser")
    check(run, printed, "page")


def test_a_benchmark_in_which_standoff_disagrees_with_itself_ends_in_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare, "adjudicate", lambda position, orders, *, rules: adjudicate(position, [], rules=rules))
    turns = compare.movements_of("greedy", Options(quick=True))
    with pytest.raises(BenchmarkError, match=r"compiled agrees with plain on . of 6 turns only"):
        compare.compiled_rows(turns, compare.rulebook(), 1)
    with pytest.raises(SystemExit, match="compiled agrees with plain on"):
        quick(compare, tmp_path)


def test_a_peer_that_cannot_be_had_ends_in_an_error(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"--peer lines:\./nothing: no program"):
        quick(compare, tmp_path, "--peer", "lines:./nothing")


def test_a_peer_that_ends_while_it_is_timed_ends_in_an_error() -> None:
    lines = peers.Program("brief", [sys.executable, "-c", "print(input())"])
    with pytest.raises(BenchmarkError, match="brief ended with status 0"):
        lines.answer(b"1\n2\n")


def test_the_rows_of_a_section_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gc.collect", lambda: None)
    calls: list[str] = []
    rows = [Row("one", lambda: calls.append("one")), Row("two", lambda: calls.append("two") or 0.5, items=2)]
    section = measure(Section("key", "title", "turn", rows), 3)
    assert calls == ["one", "two"] * 4
    two = section["rows"][1]
    assert two["rounds"] == [0.25e6] * 3
    assert (two["spread"], two["microseconds"]) == (0, dict.fromkeys(("minimum", "median", "maximum"), 0.25e6))
