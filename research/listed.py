"""Lists all abstract turns of so many units that may be a convoy paradox, and compares them with the words.

    python -m research.listed UNITS            of up to 7 units, fleets that are missing from convoys included
    python -m research.listed UNITS --whole    only turns in which no fleet is missing; of more units, too

Every turn in one part with a ring of arrows is decided: a cycle of arrows of units that support or convoy. Without one, there
is no convoy paradox (`research/theory.md`, theorem 2; proved by machine). Those from which nothing can be left out must be the
shapes of `research/words.py`, no more and no fewer; the command ends with status 1 if they are not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from research.rulebook_pairs import in_one_part
from research.words import laid, shapes
from standoff.searches import reducing
from standoff.searches.abstract import CONVOYS, MOVES, SAILS, SUPPORTS, Pattern
from standoff.searches.charts import MOST_SEAS
from standoff.searches.deciding import decide
from standoff.searches.expression import property_of
from standoff.searches.listing import kinds_of, parted, patterns_of
from standoff.searches.reducing import having_and_minimal
from tools.shared import command_line, say

STAYS = (CONVOYS, SUPPORTS)
MOST = MOST_SEAS + 2
"""Of more units, more may be fleets at sea than can be laid in all ways: two stand on shores."""


def has_ring(pattern: Pattern) -> bool:
    """Tell whether following arrows from some convoy leads back to it, through units that support or convoy.

    >>> has_ring(Pattern((CONVOYS, SAILS, MOVES, SUPPORTS), (1, 3, 0, 2), (0, 0, 0, 0)))
    True
    >>> has_ring(Pattern((CONVOYS, SAILS, MOVES, SUPPORTS), (1, 3, 0, 1), (0, 0, 0, 0)))
    False
    """
    for start in range(len(pattern)):
        if pattern.kinds[start] != CONVOYS:
            continue
        place = start
        for _ in range(len(pattern)):
            place = pattern.goal(place)
            if place >= len(pattern) or pattern.kinds[place] not in STAYS:
                break
            if place == start:
                return True
    return False


class Turns:
    """The turns that are listed; counts them as they are gone through.

    Args:
        units: How many units each has.
        whole: True for only those in which no fleet is missing from a convoy.
    """

    def __init__(self, units: int, whole: bool = False) -> None:
        self.units, self.whole = units, whole
        self.patterns = self.turns = self.whole_turns = 0

    def __iter__(self) -> Iterator[tuple[Pattern, Any]]:
        """Yield each pattern with the ways to divide its units among powers."""
        for kinds in kinds_of(self.units):
            if not {CONVOYS, SAILS, MOVES, SUPPORTS}.issubset(kinds):
                continue
            for pattern in patterns_of(kinds, whole=self.whole, among=has_ring):
                if in_one_part(pattern):
                    sides = parted(pattern)
                    self.patterns += 1
                    self.turns += len(sides)
                    self.whole_turns += len(sides) if is_whole(pattern) else 0
                    yield pattern, sides
            say(f"{kinds}: {self.patterns:,} patterns, {self.turns:,} turns")


def is_whole(pattern: Pattern) -> bool:
    """Tell whether no fleet is missing from a convoy."""
    return not any(map(pattern.loose, pattern.armies))


def listed(turns: Turns) -> tuple[int, set[Pattern]]:
    """Return how many of the turns are convoy paradoxes, and the patterns of those from which nothing can be left out."""
    if turns.units <= MOST:  # with fleets missing, each way in which the places may lie counts
        reducing.MOST_LAID = max(reducing.MOST_LAID, turns.units)
    wanted, having, minimal = property_of("paradox('convoy')"), 0, set[Pattern]()
    for decided in decide(turns):
        ((has_it, some),) = having_and_minimal((wanted,), decided)
        having += int(has_it.sum())
        minimal |= {one.pattern for one in some}
    return having, minimal


def predicted(units: int, whole: bool = False) -> set[Pattern]:
    """Return the patterns of the shapes of so many units; if `whole`, of those without a loose fleet."""
    return {
        laid(shape)[0].numbered().pattern
        for shape in shapes(units)
        if not (whole and any(link.intent == "l" for link in shape.links))
    }


def main() -> int:
    """Run the command; 1 if what is listed is not what is predicted."""
    parser = command_line(__doc__)
    parser.add_argument("units", type=int)
    parser.add_argument("--whole", action="store_true")
    given = parser.parse_args()
    if not given.whole and given.units > MOST:
        parser.error(f"of more than {MOST} units only with --whole")
    turns = Turns(given.units, given.whole)
    having, minimal = listed(turns)
    expected = predicted(given.units, given.whole)
    print(f"{turns.turns:,} turns of {turns.patterns:,} patterns, {turns.whole_turns:,} with no fleet missing")
    print(f"{having:,} convoy paradoxes; {len(minimal)} minimal shapes, {sum(map(is_whole, minimal))} with no fleet missing")
    for text, some in (("predicted, not listed", expected - minimal), ("listed, not predicted", minimal - expected)):
        print(f"{len(some)} {text}", *map(str, some), sep="\n  ")
    say("done")
    return int(minimal != expected)


if __name__ == "__main__":
    sys.exit(main())
