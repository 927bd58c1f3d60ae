"""Compares two boards: matches their provinces, and reports the differences.

Provinces are matched by name, by abbreviation, by similar names, and finally by their neighbors in the graph.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .board import Board
from .spelling import simplified
from .units import province_of

if TYPE_CHECKING:
    from networkx import Graph

SIMILAR = 0.75
"""Least similarity, by `difflib`, of two spellings of one name."""
LEAST_COMMON_NEIGHBORS = 0.5
"""Least share of common neighbors of two provinces that are matched by their neighbors."""


@dataclass(frozen=True)
class BoardComparison:
    """The comparison of two boards.

    Attributes:
        one, two: The boards.
        matched: Matched provinces: of `two` by those of `one`.
        powers: Matched powers, likewise.
        how: For each province not matched by its name: ``"abbreviation"``, ``"spelling"`` or ``"place"``.
    """

    one: Board
    two: Board
    matched: Mapping[str, str]
    powers: Mapping[str, str]
    how: Mapping[str, str]

    def differences(self) -> list[str]:
        """Return a sentence for each difference, in a fixed order; different names alone do not count."""
        return [
            *_unmatched(
                "province", [p.id for p in self.one.provinces], [p.id for p in self.two.provinces], self.matched
            ),
            *_unmatched("power", self.one.powers, self.two.powers, self.powers),
            *self._provinces(),
            *self._borders("armies", self.one.army_graph, self.two.army_graph),
            *self._borders("fleets", self.one.fleet_graph, self.two.fleet_graph),
            *self._powers(),
            *self._settings(),
        ]

    def __str__(self) -> str:
        """The differences as text, and the provinces that were not matched by their names."""
        lines = [f"A: {_described(self.one)}", f"B: {_described(self.two)}"]
        for how, heading in (
            ("abbreviation", "matched by abbreviation"),
            ("spelling", "matched by spelling"),
            ("place", "matched by their neighbors"),
        ):
            pairs = [
                f"{pid} {self.one.province(pid).name} = {other} {self.two.province(other).name}"
                for pid, other in self.matched.items()
                if self.how.get(pid) == how
            ]
            if pairs:
                lines.append(f"{heading}: {'; '.join(pairs)}")
        renamed = sum(1 for pid, other in self.matched.items() if pid != other)
        lines.append(f"{len(self.matched)} provinces in both, {renamed} with another abbreviation")
        differences = self.differences()
        return "\n".join([*lines, *(differences or ["no differences"])])

    # -- parts ------------------------------------------------------------------------------------------------------

    def _provinces(self) -> Iterator[str]:
        for pid, other in self.matched.items():
            here, there = self.one.province(pid), self.two.province(other)
            name = pid if pid == other else f"{pid} (B: {other})"
            if here.kind != there.kind:
                yield f"{name}: {here.kind} in A, {there.kind} in B"
            if here.center != there.center:
                yield f"{name}: a supply center only in {'A' if here.center else 'B'}"
            if here.convoys != there.convoys:
                yield f"{name}: fleets in it convoy only in {'A' if here.convoys else 'B'}"
            if self._coasts_differ(pid):
                yield f"{name}: coasts {_listed(here.coasts)} in A, {_listed(there.coasts)} in B"

    def _coasts_differ(self, pid: str) -> bool:
        return sorted(self.one.province(pid).coasts) != sorted(self.two.province(self.matched[pid]).coasts)

    def _in_one(self, place: str) -> str:
        """Return the place of the first board that matches one of the second; with ``B:`` if only the second has it."""
        province, slash, coast = place.partition("/")
        return f"{self._matched_inverse.get(province, f'B:{province}')}{slash}{coast}"

    @cached_property
    def _matched_inverse(self) -> dict[str, str]:
        return {other: pid for pid, other in self.matched.items()}

    def _borders(self, units: str, one: Graph[str], two: Graph[str]) -> Iterator[str]:
        """Yield a sentence for each border between matched provinces that only one board has."""

        def joined(place: str) -> str:  # different coasts are reported once; the province then counts as a whole
            return province_of(place) if self._coasts_differ(province_of(place)) else place

        def ways(graph: Graph[str], in_one: Callable[[str], str]) -> set[tuple[str, str]]:
            named = [(in_one(start), in_one(end)) for start, end in graph.to_directed().edges]
            both = [way for way in named if {*map(province_of, way)} <= self.matched.keys()]
            return {(joined(start), joined(end)) for start, end in both}

        here, there = ways(one, str), ways(two, self._in_one)
        for way in sorted(here ^ there):
            back = way[1], way[0]
            where, own, elsewhere, others = ("A", here, "B", there) if way in here else ("B", there, "A", here)
            if back not in own or back in others:
                rest = "only back" if back in others else "not at all"
                yield f"{way[0]} - {way[1]}: {units} cross it this way only in {where}; in {elsewhere}, {rest}"
            elif way < back:
                yield f"{way[0]} - {way[1]}: {units} cross it only in {where}"

    def _powers(self) -> Iterator[str]:
        for pid, other in self.powers.items():
            here, there = self.one.powers[pid], self.two.powers[other]
            for what, ones, twos in (
                ("home centers", here.homes, [*map(self._in_one, there.homes)]),
                ("centers at the start", here.centers, [*map(self._in_one, there.centers)]),
                ("units", here.units, [f"{unit[:2]}{self._in_one(unit[2:])}" for unit in there.units]),
            ):
                if sorted(ones) != sorted(twos) and not (what == "centers at the start" and ones == here.homes):
                    only_one, only_two = sorted(set(ones) - set(twos)), sorted(set(twos) - set(ones))
                    yield f"{pid}, {what}: only in A {_listed(only_one)}; only in B {_listed(only_two)}"

    def _settings(self) -> Iterator[str]:
        for what, here, there in (
            ("victory", str(self.one.victory), str(self.two.victory)),
            ("first phase", str(self.one.calendar.begin), str(self.two.calendar.begin)),
            ("years a round", self.one.calendar.years, self.two.calendar.years),
            ("builds", self.one.builds, self.two.builds),
            ("in civil disorder", _listed(sorted(self.one.civil_disorder)), _listed(sorted(self.two.civil_disorder))),
        ):
            if here != there:
                yield f"{what}: {here} in A, {there} in B"


def _unmatched(what: str, ones: Iterable[str], twos: Iterable[str], matched: Mapping[str, str]) -> Iterator[str]:
    yield from (f"{what} {pid}: only in A" for pid in ones if pid not in matched)
    there = set(matched.values())
    yield from (f"{what} {pid}: only in B" for pid in twos if pid not in there)


def _described(board: Board) -> str:
    return f"{board.name}: {len(board.provinces)} provinces, {len(board.centers)} centers, {len(board.powers)} powers"


def _listed(names: tuple[str, ...] | list[str]) -> str:
    return " ".join(names) or "none"


def compare_boards(one: Board, two: Board) -> BoardComparison:
    """Compare two boards.

    >>> from standoff.map import load_board
    >>> compare_boards(load_board(), load_board("fleet-rome")).differences()
    ['ITALY, units: only in A A ROM; only in B F ROM']
    """
    matched: dict[str, str] = {}
    how: dict[str, str] = {}
    free = {p.id: p for p in two.provinces}

    def match(pairs: Iterable[tuple[str, str]], by: str = "") -> None:
        for pid, other in pairs:
            if pid not in matched and other in free:
                matched[pid] = other
                del free[other]
                if by:
                    how[pid] = by

    by_name = {simplified(p.name): p.id for p in two.provinces}
    match((p.id, by_name.get(simplified(p.name), "")) for p in one.provinces)
    match(
        [(p.id, p.id) for p in one.provinces if p.id in free and _similarity(p.name, free[p.id].name) >= SIMILAR / 2],
        "abbreviation",
    )
    left = [p for p in one.provinces if p.id not in matched]
    near = sorted(((_similarity(p.name, q.name), p.id, q.id) for p in left for q in free.values()), reverse=True)
    match([(pid, other) for alike, pid, other in near if alike >= SIMILAR], "spelling")
    while pair := _closest_pair(one, two, matched, free):
        match([pair], "place")
    in_order = {p.id: matched[p.id] for p in one.provinces if p.id in matched}
    return BoardComparison(one, two, in_order, _matched_powers(one, two, in_order), how)


def _similarity(one: str, two: str) -> float:
    return difflib.SequenceMatcher(None, simplified(one), simplified(two)).ratio()


def _closest_pair(one: Board, two: Board, matched: Mapping[str, str], free: Iterable[str]) -> tuple[str, str] | None:
    """Return the two unmatched provinces with the most common neighbors, None if no pair is unambiguous."""
    here, there = one.province_graph, two.province_graph
    candidates: list[tuple[float, str, str]] = []
    for pid in (p.id for p in one.provinces if p.id not in matched):
        near = {matched[other] for other in here[pid] if other in matched}
        shares = sorted(
            ((len(near & {*there[other]}) / max(len(here[pid]), len(there[other]), 1), other) for other in free),
            reverse=True,
        )
        if shares and shares[0][0] > LEAST_COMMON_NEIGHBORS and (len(shares) == 1 or shares[0][0] > shares[1][0]):
            candidates.append((shares[0][0], pid, shares[0][1]))
    return max(candidates)[1:] if candidates else None


def _matched_powers(one: Board, two: Board, provinces: Mapping[str, str]) -> dict[str, str]:
    matched: dict[str, str] = {}
    for power in one.powers.values():
        names = {simplified(name) for name in (power.id, power.name, *power.aliases)}
        for other in two.powers.values():
            theirs = {simplified(name) for name in (other.id, other.name, *other.aliases)}
            homes = {provinces.get(home) for home in power.homes}
            same_homes = bool(homes) and homes == set(other.homes)
            if other.id not in matched.values() and (names & theirs or same_homes):
                matched[power.id] = other.id
                break
    return matched
