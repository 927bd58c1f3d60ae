"""The table of aims of the side-by-side runs: every aim is measured by a runner that there is."""

from __future__ import annotations

from pathlib import Path

from benchmarks import compare
from benchmarks.compare import AIMS, KNOWN_LINES, NEW_LINES, PLAIN, Runner, aims, on_cores, plain
from benchmarks.turns import greedy_games
from standoff.solver import rulebook

RULES = rulebook()


def rows(*runners: Runner) -> dict[str, list[str]]:
    """Return the cells of the table of aims, by what is aimed at."""
    _, _, *found = aims({"greedy games": runners})
    return {cells[0]: cells[1:] for cells in ([cell.strip() for cell in row.strip("|").split("|")] for row in found)}


def test_each_aim_goes_by_a_runner_that_is_made() -> None:
    """The others are seen in the source only: to make their runners, code would have to be compiled."""
    made = {runner.name for runner in plain(list(greedy_games(1, 1)), RULES)}
    assert {KNOWN_LINES, NEW_LINES, PLAIN} < made
    source = Path(compare.__file__).read_text(encoding="utf-8")
    names = {value: name for name, value in vars(compare).items() if name.isupper() and isinstance(value, str)}
    names |= {on_cores(value, 1): f"on_cores({name}, cores)" for value, name in names.items()}
    for aim in (aim for aim in AIMS if aim.runner not in made):
        assert f"unner({names[aim.runner]}, " in source, aim


def test_an_aim_that_was_not_measured_is_said_to_be_so() -> None:
    measured = Runner(KNOWN_LINES, lambda: None, turns=1, seconds=[0.0005])
    table = rows(measured)
    assert list(table) == [aim.what for aim in AIMS]
    (reached,) = [aim for aim in AIMS if aim.runner == KNOWN_LINES]
    assert reached.before is not None
    assert table.pop(reached.what)[2:4] == ["500", f"{reached.before / 500:.1f}"]
    assert {(cells[2], cells[3]) for cells in table.values()} == {("not measured", "")}
