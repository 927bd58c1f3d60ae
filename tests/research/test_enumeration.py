"""The plain enumeration of all turns finds what the search of the package finds."""

from __future__ import annotations

from collections import Counter

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


@pytest.mark.slow
def test_both_find_the_same_turns_the_same_shapes_and_as_many_ways_to_divide_them() -> None:
    """Of four units and more, `python -m research.enumeration` (4: half a minute)."""
    turns, shapes = 0, Counter[object]()
    for units in (1, 2, 3):
        count, found = enumerate_turns(units, lambda count: count != 1)
        turns += count
        shapes.update(found)
    searched = find("paradox()", units=3)
    assert turns == searched.examined
    assert shapes == {
        as_listed(one.shape.pattern): len(one.power_assignments) for one in searched if one.shape is not None
    }
    assert len(shapes) == len(searched) > 0
