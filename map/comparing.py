"""Two boards compared: which province of one is which of the other, and what differs between them.

Provinces are matched by name, by abbreviation, by names that nearly agree, and then by their place in the graph: the
one whose neighbors are those of the other.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .board import Board
from .spelling import simplified
from .units import province_of

NEARLY = 0.75
"""How alike two names must be, by `difflib`, to be one name spelled in two ways."""
BESIDE = 0.5
"""The share of neighbors that two provinces must have in common to be one by their place."""


@dataclass(frozen=True)
class BoardComparison:
    """Two boards, side by side.

    Attributes:
        one, two: The boards.
        matched: The province of `two` for each of `one` that has one.
        powers: The power of `two` likewise.
        how: How each province was matched, if not by its name: ``"abbreviation"``, ``"spelling"`` or ``"place"``.
    """

    one: Board
    two: Board
    matched: Mapping[str, str]
    powers: Mapping[str, str]
    how: Mapping[str, str]

    def differences(self) -> list[str]:
        """Return a sentence for each difference, in a fixed order; another name alone is not one."""
        return [
            *self._left(),
            *self._provinces(),
            *self._borders(),
            *self._powers(),
            *self._settings(),
        ]

    def __str__(self) -> str:
        """The differences as text, with whatever was matched by other means than the name."""
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

    def _left(self) -> Iterator[str]:
        for what, ones, twos, matched in (
            ("province", [p.id for p in self.one.provinces], [p.id for p in self.two.provinces], self.matched),
            ("power", list(self.one.powers), list(self.two.powers), self.powers),
        ):
            yield from (f"{what} {pid}: only in A" for pid in ones if pid not in matched)
            there = set(matched.values())
            yield from (f"{what} {pid}: only in B" for pid in twos if pid not in there)

    def _provinces(self) -> Iterator[str]:
        for pid, other in self.matched.items():
            here, there = self.one.province(pid), self.two.province(other)
            if here.kind != there.kind:
                yield f"{self._shown(pid)}: {here.kind} in A, {there.kind} in B"
            if here.center != there.center:
                yield f"{self._shown(pid)}: a supply center only in {'A' if here.center else 'B'}"
            if here.convoys != there.convoys:
                yield f"{self._shown(pid)}: fleets in it convoy only in {'A' if here.convoys else 'B'}"
            if sorted(here.coasts) != sorted(there.coasts):
                yield f"{self._shown(pid)}: coasts {_listed(here.coasts)} in A, {_listed(there.coasts)} in B"

    def _borders(self) -> Iterator[str]:
        for units, here, there in (("armies", *self._ways("army")), ("fleets", *self._ways("fleet"))):
            seen: set[tuple[str, str]] = set()
            for way in sorted(here ^ there):
                if way in seen:
                    continue
                back = way[1], way[0]
                where = "A" if way in here else "B"
                other = here if where == "A" else there
                if back in here ^ there and back in other:
                    seen.add(back)
                    yield f"{way[0]} - {way[1]}: {units} cross it only in {where}"
                else:
                    lacking, its = ("B", there) if where == "A" else ("A", here)
                    rest = "only back" if back in its else "not at all"
                    yield f"{way[0]} - {way[1]}: {units} cross it this way only in {where}; in {lacking}, {rest}"

    def _ways(self, kind: str) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
        """Return the directed ways of both boards between what is in both, in the locations of the first."""
        back = {other: pid for pid, other in self.matched.items()}
        coasts = {
            f"{other}/{coast}": f"{pid}/{coast}"
            for pid, other in self.matched.items()
            for coast in self.two.province(other).coasts
        }
        here = {way for way in _directed(self.one, kind) if all(province_of(p) in self.matched for p in way)}
        there = {tuple(coasts.get(place) or back.get(place, "") for place in way) for way in _directed(self.two, kind)}
        named = {(one, two) for one, two in there if one and two}
        if kind == "fleet":  # where coasts differ, that is reported once, and the province is compared as a whole
            whole = {
                pid for pid, other in self.matched.items()
                if sorted(self.one.province(pid).coasts) != sorted(self.two.province(other).coasts)
            }  # fmt: skip

            def joined(place: str) -> str:
                return province_of(place) if province_of(place) in whole else place

            here = {(joined(one), joined(two)) for one, two in here}
            named = {(joined(one), joined(two)) for one, two in named}
        return here, named

    def _powers(self) -> Iterator[str]:
        back = {other: pid for pid, other in self.matched.items()}

        def place(text: str) -> str:
            province, slash, coast = text.partition("/")
            return f"{back.get(province, f'B:{province}')}{slash}{coast}"

        for pid, other in self.powers.items():
            here, there = self.one.powers[pid], self.two.powers[other]
            for what, ones, twos in (
                ("home centers", here.homes, [place(home) for home in there.homes]),
                ("centers at the start", here.centers, [place(home) for home in there.centers]),
                ("units", here.units, [f"{unit[:2]}{place(unit[2:])}" for unit in there.units]),
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

    def _shown(self, pid: str) -> str:
        other = self.matched[pid]
        return pid if pid == other else f"{pid} (B: {other})"


def _described(board: Board) -> str:
    return f"{board.name}: {len(board.provinces)} provinces, {len(board.centers)} centers, {len(board.powers)} powers"


def _listed(names: tuple[str, ...] | list[str]) -> str:
    return " ".join(names) or "none"


def _directed(board: Board, kind: str) -> set[tuple[str, str]]:
    return {*(board.army_graph if kind == "army" else board.fleet_graph).to_directed().edges}


def compare_boards(one: Board, two: Board) -> BoardComparison:
    """Compare two boards.

    >>> from standoff.map import load_board
    >>> compare_boards(load_board(), load_board("fleet-rome")).differences()
    ['ITALY, units: only in A A ROM; only in B F ROM']
    """
    matched: dict[str, str] = {}
    how: dict[str, str] = {}

    def match(pid: str, other: str, by: str = "") -> None:
        matched[pid] = other
        if by:
            how[pid] = by

    free = {p.id: p for p in two.provinces}
    by_name = {simplified(p.name): p.id for p in two.provinces}
    for province in one.provinces:
        other = by_name.get(simplified(province.name))
        if other is not None:
            match(province.id, other)
            del free[other]
    left = [p for p in one.provinces if p.id not in matched]
    for province in left:
        if province.id in free and _alike(province.name, free[province.id].name) >= NEARLY / 2:
            match(province.id, province.id, "abbreviation")
            del free[province.id]
    pairs = sorted(
        ((_alike(p.name, q.name), p.id, q.id) for p in left if p.id not in matched for q in free.values()), reverse=True
    )
    for alike, pid, other in pairs:
        if alike >= NEARLY and pid not in matched and other in free:
            match(pid, other, "spelling")
            del free[other]
    _match_by_place(one, two, matched, how, set(free))
    in_order = {p.id: matched[p.id] for p in one.provinces if p.id in matched}
    return BoardComparison(one, two, in_order, _matched_powers(one, two, in_order), how)


def _alike(one: str, two: str) -> float:
    return difflib.SequenceMatcher(None, simplified(one), simplified(two)).ratio()


def _match_by_place(one: Board, two: Board, matched: dict[str, str], how: dict[str, str], free: set[str]) -> None:
    """Match what is left by its neighbors, the surest first, as long as one stands out."""
    here, there = one.province_graph, two.province_graph
    while free:
        candidates: list[tuple[float, str, str]] = []
        for pid in (p.id for p in one.provinces if p.id not in matched):
            near = {matched[other] for other in here[pid] if other in matched}
            scores = sorted(
                ((_overlap(near, set(there[other]), len(here[pid])), other) for other in free), reverse=True
            )
            if scores and scores[0][0] > BESIDE and (len(scores) == 1 or scores[0][0] > scores[1][0]):
                candidates.append((*scores[0][:1], pid, scores[0][1]))
        if not candidates:
            return
        _, pid, other = max(candidates, key=lambda entry: (entry[0], entry[1]))
        matched[pid], how[pid] = other, "place"
        free.discard(other)


def _overlap(near: set[str], beside: set[str], count: int) -> float:
    return len(near & beside) / max(count, len(beside), 1)


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
