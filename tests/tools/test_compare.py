"""The table of aims of the side-by-side runs: what was reached, and what was not measured."""

from __future__ import annotations

from benchmarks.compare import AIMS, KNOWN_LINES, NEW_LINES, PLAIN, Runner, aims, movements_of, plain
from standoff.solver import rulebook

RULES = rulebook()


def rows(*runners: Runner) -> dict[str, list[str]]:
    """Return the cells of the table of aims, by what is aimed at."""
    _, _, *lines = aims({"greedy games": runners})
    return {cells[0]: cells[1:] for cells in ([cell.strip() for cell in row.strip("|").split("|")] for row in lines)}


def test_the_runners_in_plain_python_are_made() -> None:
    """The others are not tried: to make them, code would have to be compiled."""
    assert {KNOWN_LINES, NEW_LINES, PLAIN} < {runner.name for runner in plain(movements_of("greedy", 1, 1), RULES)}


def test_an_aim_that_was_not_measured_is_said_to_be_so() -> None:
    measured = Runner(KNOWN_LINES, lambda: None, turns=1, seconds=[0.0005])
    table = rows(measured)
    assert list(table) == [aim.what for aim in AIMS]
    (reached,) = [aim for aim in AIMS if aim.runner == KNOWN_LINES]
    assert reached.before is not None
    assert table.pop(reached.what)[2:4] == ["500", f"{reached.before / 500:.1f}"]
    assert {(cells[2], cells[3]) for cells in table.values()} == {("not measured", "")}
