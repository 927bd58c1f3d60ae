"""The counts of research/perft.md: arrays and plain play count the same, and the table is what they count."""

from __future__ import annotations

import re

import pytest

from research.perft import Count, in_arrays, plainly, positions_after, start_of, ways
from standoff.map import StandoffError, load_board
from tests.helpers.paths import ROOT

BOARD = load_board()
ROWS = [
    (power, int(turns.replace(",", "")), int(positions.replace(",", "")))
    for power, phases, turns, positions in re.findall(
        r"^\| ([A-Z]+) \| (\d) \| ([\d,]+) \| ([\d,]+) \|",
        (ROOT / "research" / "perft.md").read_text(encoding="utf-8"),
        re.M,
    )
    if phases == "1"
]


@pytest.mark.parametrize(("power", "turns", "positions"), ROWS, ids=[row[0] for row in ROWS])
def test_each_power_by_itself(power: str, turns: int, positions: int) -> None:
    start = start_of(power, BOARD)
    assert (ways(start), positions_after(start)) == (turns, positions)


@pytest.mark.slow
def test_arrays_and_plain_play_reach_the_same_positions() -> None:
    """Turkey: A CON has 7 legal orders, A SMY 10 and F ANK 7."""
    start = start_of("TURKEY", BOARD)
    count, plain = plainly([start], BOARD)
    assert count == Count(7 * 10 * 7, 40)
    pytest.importorskip("numba")
    count_in_arrays, compiled = in_arrays([start], BOARD)
    assert count_in_arrays == count
    assert {frozenset(one.units) for one in plain} == {frozenset(one.units) for one in compiled}


def test_all_seven_powers() -> None:
    start = start_of("start", BOARD)
    text = (ROOT / "research" / "perft.md").read_text(encoding="utf-8")
    assert f"{ways(start):,} ways" in text
    assert f"**{positions_after(start):,}**" in text


def test_what_may_be_dislodged_is_not_counted_unit_by_unit() -> None:
    from standoff import read

    with pytest.raises(StandoffError, match="A BUR can be dislodged"):
        positions_after(read("FRANCE: A BUR H\nGERMANY: A MUN H, A RUH H").position)
