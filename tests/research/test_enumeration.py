"""The plain enumeration of all turns finds what the search of the package finds."""

from __future__ import annotations

import pytest

from research.enumeration import FAR, NEAR, VIA, Routes, Turn, enumerate_turns, shape
from standoff import find
from standoff.searches.abstract import CONVOYS, HOLDS, MOVES, SUPPORTS, Pattern


def as_listed(pattern: Pattern) -> tuple[object, ...]:
    """Return a pattern of the search as the enumeration names it."""
    words = {CONVOYS: "convoy", MOVES: "move", SUPPORTS: "support", HOLDS: "hold"}
    kinds = [
        words[kind] if kind in words else (FAR, NEAR, VIA)[note]
        for kind, note in zip(pattern.kinds, pattern.notes, strict=True)
    ]
    routes: dict[int, Routes] = {
        army: frozenset(frozenset(route) for route in pattern.routes if pattern.aims[route[0]] == army)
        for army in pattern.armies
    }
    return shape(Turn(tuple(zip(kinds, pattern.aims, strict=True)), routes))


@pytest.mark.parametrize("units", [2, 3])  # of four and more, `python -m research.enumeration` (4: half a minute)
def test_both_find_the_same_turns_and_the_same_minimal_paradoxes(units: int) -> None:
    turns, paradoxes = 0, set[object]()
    for each in range(1, units + 1):
        count, found = enumerate_turns(each)
        turns += count
        paradoxes |= set(found)
    searched = find("paradox()", units=units)
    assert turns == searched.examined
    assert paradoxes == {as_listed(one.shape.pattern) for one in searched if one.shape is not None}
    assert len(paradoxes) == len(searched)
