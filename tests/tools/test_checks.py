"""Short runs of the tools that check searches by enumeration, failing system calls, random turns and the suite."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import or_
from pathlib import Path

import pytest

pytest.importorskip("numba")

from research.enumeration import hangs_together
from standoff.cases import suite_changes
from standoff.searches import frontier, line_program, programs
from standoff.searches.patterns import families, route_patterns
from tests.helpers.examples import WHOLE
from tests.helpers.turns import library_cases
from tools import check_force, check_joint, check_lines, check_relaxation, suite
from tools.inject import Stage, compiled, faults

# -- standoff find ----------------------------------------------------------------------------------------------------


def ways_to_lie(seas: int) -> Iterator[tuple[int, frozenset[frozenset[int]]]]:
    """Yield every arrangement of seas between two shores: its number in `route_patterns`, and its chains."""
    every = range(seas)
    pairs = list(combinations(every, 2))
    for number in range(1 << len(pairs) + 2 * seas):
        near = {pair for bit, pair in enumerate(pairs) if number >> bit & 1}
        begin = {n for n in every if number >> len(pairs) + n & 1}
        end = {n for n in every if number >> len(pairs) + seas + n & 1}
        some = [frozenset(one) for size in range(1, seas + 1) for one in combinations(every, size)]
        links = [one for one in some if hangs_together(one, near) and one & begin and one & end]
        yield number, frozenset(link for link in links if not any(less < link for less in links))


@pytest.mark.parametrize("seas", [1, 2, 3])
def test_charts_of_seas_are_all_ways_to_lie(seas: int) -> None:
    """All arrangements: adjacent seas, seas at the shores; routes are found by walking."""
    plainly: dict[tuple[int, frozenset[int]], set[int]] = {}
    for number, links in ways_to_lie(seas):
        least = frozenset(sum(1 << n for n in some) for some in links)
        for first in range(1, seas + 1):
            own = (1 << first) - 1
            used = reduce(or_, least, 0)
            if least and own & ~used == 0:
                key = first, frozenset(route for route in least if route & ~own == 0)
                plainly.setdefault(key, set()).add(number)
    for (first, routes), numbers in plainly.items():
        assert set(route_patterns(seas, first, routes, 0, 0).tolist()) == numbers
    without_others = {routes for first, routes in plainly if first == seas}
    assert without_others == set(families(seas, others=False))


@pytest.mark.slow
@pytest.mark.parametrize(("own", "positions"), [(False, 5), (True, 2)])
def test_joint_orders_of_random_positions_are_as_enumerated(
    own: bool, positions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_joint, "MOST_JOINT", 200)
    for number in range(positions):
        wrong, counts = check_joint.block(11, own, number, each=5)
        assert wrong == []
        assert counts


# -- standoff force ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_can_be_forced_in_random_positions_is_as_enumerated() -> None:
    wrong, counts = check_force.block(77, 0, 40)
    assert wrong == []
    kinds = {name.removeprefix("not ").partition(":")[0].partition(" ")[0] for name in counts if ":" in name}
    assert kinds == {"hold", "move", "support", "convoy", "dislodged", "two"}


@pytest.mark.slow
def test_the_comparison_finds_a_search_that_forgets_supports_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    right = programs.law_program

    def forgetful(*args: object, **options: object) -> str:
        clauses = right(*args, **options).splitlines()
        return "".join(f"{clause}\n" for clause in clauses if "support(S,U,P), not" not in clause)

    monkeypatch.setattr(programs, "law_program", forgetful)
    assert check_force.block(9, 0, 40)[0]


@pytest.mark.parametrize("lines", [8 if WHOLE else 2])
def test_random_lines_hold_against_every_deployment_of_two_enemies(lines: int) -> None:
    wrong, counts = check_lines.block(4, 0, lines)
    assert wrong == []
    assert counts["lines"] == lines


def test_the_comparison_finds_a_line_whose_enemy_cannot_support(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier.Frontier, "_supports_and_convoys", lambda *_: iter(()))
    assert any(check_lines.block(4, number, 3)[0] for number in range(8))


def test_random_turns_are_answer_sets_of_the_program_of_lines() -> None:
    wrong, counts = check_relaxation.block(1, 1)
    assert wrong == []
    assert counts["turns"] == 200
    assert counts["moving, broken"] > 0
    assert counts["static, broken"] > 0


def test_the_comparison_finds_orders_that_may_not_fail_away_from_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    free = "loose(P) :- at(P), moves(P,Q), away(Q).\n"
    assert free in line_program.RELAXED
    monkeypatch.setattr(line_program, "RELAXED", line_program.RELAXED.replace(free, ""))
    assert check_relaxation.block(1, 1)[0]


# -- failing system calls, random turns, the suite --------------------------------------------------------------------


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that makes system calls fail, compiled once."""
    return compiled(tmp_path_factory.mktemp("library"))


@pytest.mark.slow
@pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("cc") is None, reason="needs Linux and a C compiler"
)
@pytest.mark.parametrize(("command", "kind"), [("batch", "write"), ("batch-limit", "fork")])
def test_a_run_whose_system_fails_loses_nothing_in_silence(
    command: str, kind: str, library: Path, tmp_path: Path
) -> None:
    wrong_of = dict(faults(Stage(tmp_path / "stage", library), command, [kind], 1))
    assert wrong_of
    assert {fault: wrong for fault, wrong in wrong_of.items() if wrong} == {}


@pytest.mark.slow
def test_each_change_of_a_case_is_in_the_log_of_the_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, log the changes with `python -m tools.suite "WHY"`."""
    monkeypatch.setattr(suite, "library", library_cases)  # which reads it once for all tests
    assert list(suite.changes()) == []
    versions = [change.version for change in suite_changes()]
    assert versions == sorted(versions)
    assert {change.change for change in suite_changes()} <= {"added", "changed", "dropped"}
