"""Lists all abstract turns of so many units that may be a convoy paradox, and compares them with the words.

    python -m research.listed UNITS     of up to 7 units, fleets that are missing from convoys included

Every turn in one part with a ring of arrows is decided: a cycle of arrows of units that support or convoy. Without one, there
is no convoy paradox (`research/theory.md`, theorem 2; proved by machine). Those from which nothing can be left out must be the
shapes of `research/words.py`, no more and no fewer; the command ends with status 1 if they are not.
"""

from __future__ import annotations

import sys
from collections import Counter

from research.of_atlas import in_one_part
from research.words import laid, shapes
from standoff.searches import reducing
from standoff.searches.abstract import CONVOYS, MOVES, SAILS, SUPPORTS, Pattern
from standoff.searches.deciding import decide
from standoff.searches.expression import property_of
from standoff.searches.listing import kinds_of, parted, patterns_of
from standoff.searches.patterns import MOST_SEAS
from standoff.searches.reducing import having_and_minimal
from tools.shared import command_line, say

MOST = MOST_SEAS + 2
"""Of more units, more may be fleets at sea than can be laid in all ways: two stand on shores."""


def has_ring(pattern: Pattern) -> bool:
    """Return whether following arrows from some convoy leads back to it, through units that support or convoy.

    >>> has_ring(Pattern((CONVOYS, SAILS, MOVES, SUPPORTS), (1, 3, 0, 2), (0, 0, 0, 0)))
    True
    >>> has_ring(Pattern((CONVOYS, SAILS, MOVES, SUPPORTS), (1, 3, 0, 1), (0, 0, 0, 0)))
    False
    """
    for start in range(pattern.kinds.count(CONVOYS)):
        place = start
        for _ in range(len(pattern)):
            place = pattern.goal(place)
            if place >= len(pattern) or pattern.kinds[place] not in (CONVOYS, SUPPORTS):
                break
            if place == start:
                return True
    return False


def is_whole(pattern: Pattern) -> bool:
    """Return whether no fleet is missing from a convoy."""
    return not any(map(pattern.lacks_fleet, pattern.armies))


def listed(units: int) -> tuple[Counter[str], set[Pattern]]:
    """Return how many turns there are, and the patterns of the paradoxes from which nothing can be left out."""
    reducing.MOST_VARIANTS = max(reducing.MOST_VARIANTS, units)  # as fleets may be missing, each way to lie counts
    wanted, counts, minimal = property_of("paradox('convoy')"), Counter[str](), set[Pattern]()
    for kinds in kinds_of(units):
        if not {CONVOYS, SAILS, MOVES, SUPPORTS}.issubset(kinds):
            continue
        patterns = filter(in_one_part, patterns_of(kinds, among=has_ring))
        for decided in decide((pattern, parted(pattern)) for pattern in patterns):
            ((having, some),) = having_and_minimal((wanted,), decided)
            counts["patterns"] += len(decided.patterns)
            counts["turns"] += len(decided.played)
            whole = list(map(is_whole, decided.patterns))
            counts["turns with no fleet missing"] += sum(whole[number] for number in decided.pattern_of.tolist())
            counts["convoy paradoxes"] += int(having.sum())
            minimal |= {one.pattern for one in some}
        say(f"{kinds}: {counts['patterns']:,} patterns, {counts['turns']:,} turns")
    return counts, minimal


def predicted(units: int) -> set[Pattern]:
    """Return the patterns of the shapes of so many units."""
    return {laid(shape)[0].numbered().pattern for shape in shapes(units)}


def main() -> int:
    """Run the command; 1 if what is listed is not what is predicted."""
    parser = command_line(__doc__)
    parser.add_argument("units", type=int, choices=range(4, MOST + 1))
    units = parser.parse_args().units
    (counts, minimal), expected = listed(units), predicted(units)
    print(", ".join(f"{count:,} {what}" for what, count in counts.items()))
    print(f"{len(minimal)} minimal shapes, {sum(map(is_whole, minimal))} with no fleet missing")
    for text, some in (("predicted, not listed", expected - minimal), ("listed, not predicted", minimal - expected)):
        print(f"{len(some)} {text}", *map(str, some), sep="\n  ")
    return int(minimal != expected)


if __name__ == "__main__":
    sys.exit(main())
