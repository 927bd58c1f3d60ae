"""Faults of a second hand: `python -m tools.second_hand [--turns 2000]`.

A small adjudicator of movement phases that shares no code with the law: it guesses, and settles what depends on its own
guess (as Lucas Kruijswijk describes it, "The Math of Adjudication", 2009). Fifteen faults can be put into it. The table
says for each in how many cases of the DATC, of the whole library, and of so many random turns it shows, and what name a
cross-check gives it. The rulebook is that of 2023.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from standoff.cases.suites import DATC
from standoff.map import ARMY, FLEET, SEA, PhaseType, Unit, province_of
from standoff.peers.adapters.peer import Answer, Peer
from standoff.peers.comparing.catalog import known_differences
from standoff.peers.comparing.causes import causes
from standoff.peers.comparing.findings import Finding, found
from standoff.peers.comparing.judging import Judgement, asked
from standoff.peers.comparing.weighing import Scales
from standoff.peers.score.questions import questions
from standoff.random_turns import question
from standoff.solver import Convoy, Move, Rulebook, Support, rulebook
from standoff.turn.turn import Turn
from tools.shared import command_line, say

FAULTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "own-cut": ("own attacks cut", ("own-attack-cuts", "own-attack-cuts-a-support-to-hold")),
    "target-never-cuts": (
        "no cut by the attacked unit, even if it dislodges",
        ("not-cut-by-its-target", "not-cut-by-dislodging-with-help"),
    ),
    "sea-never-cuts": ("no cut by convoy", ("no-cut-by-convoy", "no-cut-from-the-sea-at-sea")),
    "own-dislodged": (
        "own units are dislodged",
        ("own-unit-dislodged", "own-unit-dislodged-with-foreign-help", "own-unit-dislodged-if-it-was-to-move"),
    ),
    "own-support": (
        "supports dislodge units of their own power",
        ("own-support-counts", "own-support-if-it-was-to-move", "own-support-for-a-convoyed-attack"),
    ),
    "loser-prevents": ("the beaten of a head-to-head battle keeps others out", ("beaten-keeps-others-out",)),
    "three-fleets": (
        "more than two fleets carry nobody",
        ("convoy-over-two-seas", "convoy-over-three-seas"),
    ),
    "attack-disrupts": (
        "any attack disrupts",
        ("disrupted-by-an-attack", "disrupted-by-a-supported-attack", "disrupted-by-two-attacks"),
    ),
    "foreign-fleets": (
        "no convoy by foreign fleets",
        ("foreign-fleets-do-not-convoy", "two-foreign-powers-do-not-convoy"),
    ),
    "circles-stand": (
        "circles do not move",
        ("circle-stands", "long-circle-stands", "circle-by-sea-stands", "long-circle-by-sea-stands"),
    ),
    "three-way": ("three moves leave no standoff", ("three-way-standoff-is-none",)),
    "to-attacker": ("retreats to the attacker", ("retreats-to-its-attacker", "retreats-to-a-split-attacker")),
    "mover-held": ("supports to hold help failed moves", ("support-to-hold-a-failed-move",)),
    "any-fleet-next-door": (
        "any fleet takes an army next door",
        ("anybodys-convoy-next-door",),
    ),
    "other-coast": ("a fleet goes to its other coast", ("goes-to-its-other-coast",)),
}
"""The faults, each with the names that are right for it."""


@dataclass(eq=False)
class SecondHand:
    """The adjudicator as a peer, with one of `FAULTS` or none ("")."""

    fault: str = ""
    name: str = "second hand"
    version: str = "1"
    rules: Rulebook = field(default_factory=rulebook)

    def cannot(self, question: Turn) -> str | None:
        """Return why it cannot be asked: it knows movement phases without anything unusual."""
        position = question.position
        if question.type is not PhaseType.MOVEMENT or position.civil_disorder or position.closed:
            return "it knows movement phases only"
        units = [getattr(getattr(order, "unit", None), "province", "") for order in question.orders]
        return "several orders to one unit" if len(set(units)) < len(units) else None

    def answer(self, question: Turn) -> Answer:
        """Return where the units are afterwards, and where dislodged ones may retreat to."""
        return _Guess(question, self.fault).answer()

    def wording(self, question: Turn) -> str:
        """Return the orders."""
        return "; ".join(map(str, question.orders))

    def close(self) -> None:
        """Nothing runs."""


class _Guess:
    def __init__(self, turn: Turn, fault: str) -> None:
        self.turn, self.board, self.fault = turn, turn.board, fault
        self.unit = {unit.province: unit for unit in turn.position.units}
        self.moves: dict[str, Move] = {}
        self.supports: dict[str, Support] = {}
        self.convoys: dict[str, Convoy] = {}
        self.state: dict[str, str] = {}
        self.result: dict[str, bool] = {}
        self.open: list[str] = []
        for order in turn.orders:
            place = getattr(getattr(order, "unit", None), "province", "")
            if place not in self.unit or self.unit[place].power != order.power:
                continue
            if isinstance(order, Move) and self._may_move(order, place):
                self.moves[place] = order
            elif isinstance(order, Convoy) and self.board.province(place).kind == SEA:
                self.convoys[place] = order
        for order in turn.orders:
            place = getattr(getattr(order, "unit", None), "province", "")
            if isinstance(order, Support) and place in self.unit and self.unit[place].power == order.power:
                self.supports |= {place: order} if self._may_support(order, place) else {}
        self.by_sea = {place for place in self.moves if self._goes_by_sea(place)}

    # -- what may be ordered

    def _reach(self, unit: Unit) -> set[str]:
        graph = self.board.army_graph if unit.type is ARMY else self.board.fleet_graph
        return set(graph[unit.location])

    def _may_move(self, order: Move, place: str) -> bool:
        unit, goal = self.unit[place], province_of(order.destination)
        if goal == place or goal not in self.board.province_number:
            return False
        reach = self._reach(unit)
        if unit.type is FLEET:
            there = [one for one in reach if province_of(one) == goal]
            return order.destination in reach or (len(there) == 1 and "/" not in order.destination)
        fleets = {p for p, u in self.unit.items() if u.type is FLEET and self.board.province(p).kind == SEA}
        return goal in reach or (not order.via_convoy and goal in reach) or self._linked(place, goal, fleets)

    def _linked(self, start: str, goal: str, fleets: set[str]) -> bool:
        board = self.board

        def near(place: str) -> set[str]:
            mask = board.around[board.province_number[place]]
            return {p.id for n, p in enumerate(board.provinces) if mask >> n & 1}

        if self.board.province(start).kind == "inland" or self.board.province(goal).kind != "coastal":
            return False
        seen, todo = set[str](), [p for p in near(start) if p in fleets]
        while todo:
            sea = todo.pop()
            if goal in near(sea):
                return True
            seen.add(sea)
            todo += [p for p in near(sea) if p in fleets and p not in seen]
        return False

    def _may_support(self, order: Support, place: str) -> bool:
        target = order.supported.province
        goal = province_of(order.destination) if order.destination else target
        if target == place or target not in self.unit or goal == place:
            return False
        if goal not in map(province_of, self._reach(self.unit[place])):
            return False
        move = self.moves.get(target)
        if order.destination is None:
            return move is None or self.fault == "mover-held"
        if move is None or province_of(move.destination) != goal:
            return False
        reach = [one for one in self._reach(self.unit[target]) if province_of(one) == goal]
        meant = move.destination if "/" in move.destination or len(reach) != 1 else reach[0]
        return "/" not in order.destination or order.destination == meant

    def _carriers(self, place: str) -> set[str]:
        goal, power = province_of(self.moves[place].destination), self.unit[place].power
        carriers = {
            sea
            for sea, order in self.convoys.items()
            if (order.convoyed.province, province_of(order.destination)) == (place, goal)
            and not (self.fault == "foreign-fleets" and self.unit[sea].power != power)
        }
        return set() if self.fault == "three-fleets" and len(carriers) > 2 else carriers

    def _goes_by_sea(self, place: str) -> bool:
        order, unit = self.moves[place], self.unit[place]
        if unit.type is FLEET:
            return False
        goal = province_of(order.destination)
        if goal not in self._reach(unit):
            return True
        carriers = self._carriers(place)
        own = any(self.unit[sea].power == unit.power for sea in carriers)
        if order.via_convoy or own:
            fleets = {p for p, u in self.unit.items() if u.type is FLEET and self.board.province(p).kind == SEA}
            return own or (order.via_convoy and self._linked(place, goal, fleets))
        return self.fault == "any-fleet-next-door" and self._linked(place, goal, carriers)

    # -- what becomes of it

    def resolve(self, place: str) -> bool:
        """Return whether the order of the unit in a province succeeds."""
        state = self.state.get(place)
        if state == "known":
            return self.result[place]
        if state == "guessed":
            if place not in self.open:
                self.open.append(place)
            return self.result[place]
        before = len(self.open)
        self.state[place], self.result[place] = "guessed", False
        first = self._settle(place)
        if len(self.open) == before:
            if self.state[place] != "known":
                self.state[place], self.result[place] = "known", first
            return self.result[place]
        if self.open[before] != place:
            self.open.append(place)
            self.result[place] = first
            return first
        self._forget(before)
        self.state[place], self.result[place] = "guessed", True
        second = self._settle(place)
        if first == second:
            self._forget(before)
            self.state[place], self.result[place] = "known", first
            return first
        self._settle_circle(before)
        return self.resolve(place)

    def _forget(self, before: int) -> None:
        for place in self.open[before:]:
            self.state.pop(place, None)
        del self.open[before:]

    def _settle_circle(self, before: int) -> None:
        circle = self.open[before:]
        self._forget(before)
        fleets = [place for place in circle if place in self.convoys]
        fleets += [sea for place in circle if place in self.by_sea for sea in self._carriers(place)]
        only_moves = all(place in self.moves for place in circle)
        goals = {province_of(self.moves[place].destination) for place in circle if place in self.moves}
        if only_moves and goals <= set(circle) and len(goals) == len(circle):
            for place in circle:
                self.state[place], self.result[place] = "known", self.fault != "circles-stand"
        else:
            for place in fleets or circle:
                self.state[place], self.result[place] = "known", False

    def _settle(self, place: str) -> bool:
        if place in self.moves:
            return self._moves(place)
        if place in self.supports:
            return not any(self._cuts(other, place) for other in self._into(place))
        if place in self.convoys:
            if self.fault == "attack-disrupts":
                return not any(self.unit[one].power != self.unit[place].power for one in self._into(place))
            return not any(self.resolve(other) for other in self._into(place))
        return True

    def _into(self, place: str) -> list[str]:
        return [other for other, move in self.moves.items() if province_of(move.destination) == place]

    def _path(self, place: str) -> bool:
        if place not in self.by_sea:
            return True
        goal = province_of(self.moves[place].destination)
        fleets = {sea for sea in self._carriers(place) if self._linked(place, goal, self._carriers(place))}
        return self._linked(place, goal, {sea for sea in fleets if self.resolve(sea)}) if fleets else False

    def _cuts(self, attacker: str, supporter: str) -> bool:
        if self.unit[attacker].power == self.unit[supporter].power and self.fault != "own-cut":
            return False
        order = self.supports[supporter]
        acts_on = province_of(order.destination) if order.destination else order.supported.province
        if acts_on == attacker:
            return self.fault != "target-never-cuts" and self.resolve(attacker)
        if self.fault == "sea-never-cuts" and attacker in self.by_sea:
            return False
        return self._path(attacker)

    def _given(self, place: str, but: str | None = None) -> int:
        goal = province_of(self.moves[place].destination)
        return sum(
            self.resolve(helper)
            for helper, order in self.supports.items()
            if order.destination and (order.supported.province, province_of(order.destination)) == (place, goal)
            and self.unit[helper].power != but
        )

    def _battle(self, place: str) -> str | None:
        goal = province_of(self.moves[place].destination)
        back = goal in self.moves and province_of(self.moves[goal].destination) == place
        return goal if back and not {place, goal} & self.by_sea else None

    def _attack(self, place: str) -> int:
        goal = province_of(self.moves[place].destination)
        there = self.unit.get(goal)
        if not self._path(place):
            return 0
        if there is None or (goal in self.moves and self._battle(place) is None and self.resolve(goal)):
            return 1 + self._given(place)
        if there.power == self.unit[place].power and self.fault != "own-dislodged":
            return 0
        return 1 + self._given(place, None if self.fault in ("own-support", "own-dislodged") else there.power)

    def _hold(self, place: str) -> int:
        if place not in self.unit:
            return 0
        held = sum(
            self.resolve(helper)
            for helper, order in self.supports.items()
            if order.destination is None and order.supported.province == place
        )
        if place in self.moves:
            return 0 if self.resolve(place) else 1 + (held if self.fault == "mover-held" else 0)
        return 1 + held

    def _prevent(self, place: str) -> int:
        if not self._path(place):
            return 0
        opponent = self._battle(place)
        if opponent is not None and self.fault != "loser-prevents" and self.resolve(opponent):
            return 0
        return 1 + self._given(place)

    def _moves(self, place: str) -> bool:
        attack, opponent = self._attack(place), self._battle(place)
        goal = province_of(self.moves[place].destination)
        if opponent is not None:
            if attack <= 1 + self._given(opponent):
                return False
        elif attack <= self._hold(goal):
            return False
        return all(attack > self._prevent(other) for other in self._into(goal) if other != place)

    # -- the board afterwards

    def _arrives(self, place: str) -> Unit:
        unit, goal = self.unit[place], self.moves[place].destination
        if unit.type is FLEET:
            there = [one for one in self._reach(unit) if province_of(one) == province_of(goal)]
            return replace(unit, location=goal if goal in there else there[0])
        return replace(unit, location=province_of(goal))

    def answer(self) -> Answer:
        """Return the units afterwards, and the retreats of those dislodged."""
        gone = {place for place in self.moves if self.resolve(place)}
        arrived = {province_of(self.moves[place].destination): place for place in gone}
        out = [place for place in self.unit if place in arrived and place not in gone]
        stay = {self.unit[place] for place in self.unit if place not in gone and place not in out}
        if self.fault == "other-coast":
            stay = {self._turned(unit) for unit in stay}
        units = stay | {self._arrives(place) for place in gone}
        taken = {unit.province for unit in units}
        failed = Counter(
            province_of(self.moves[place].destination)
            for place in self.moves
            if place not in gone and self._prevent(place) > 0
        )
        contested = {goal for goal, many in failed.items() if goal not in taken}
        if self.fault == "three-way":
            contested = {goal for goal in contested if len(self._into(goal)) < 3}
        dislodged: dict[Unit, frozenset[str] | None] = {}
        for place in out:
            by = arrived[place]
            closed = taken | contested
            if by not in self.by_sea and self.fault != "to-attacker":
                closed = closed | {by}
            dislodged[self.unit[place]] = frozenset(
                one for one in self._reach(self.unit[place]) if province_of(one) not in closed
            )
        return Answer(frozenset(units), dislodged)

    def _turned(self, unit: Unit) -> Unit:
        for order in self.turn.orders:
            if isinstance(order, Move) and order.unit.province == unit.province == province_of(order.destination):
                known = order.destination in self.board.location_number and "/" in order.destination
                return replace(unit, location=order.destination) if known and unit.type is FLEET else unit
        return unit


def differing(
    peer: Peer, asked_of: Iterable[tuple[str, Turn]], right: Callable[[str], bool]
) -> list[tuple[str, Judgement]]:
    """Return the questions, by name, on which a peer differs although the adjudicator without a fault does not."""
    unlike: list[tuple[str, Judgement]] = []
    for name, one in asked_of:
        judged = asked(one, peer, rulebook())
        if isinstance(judged, Judgement) and not judged.same and right(name):
            unlike.append((name, judged))
    return unlike


def main() -> int:
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--turns", type=int, default=2000, help="how many random turns")
    parser.add_argument("--weighed", type=int, default=400, help="random turns by which choices are weighed")
    given = parser.parse_args()
    cases = [(f"{case.suite}/{case.id}/{n}", one) for case in questions() for n, one in enumerate(case.questions)]
    cases = [(name, one) for name, one in cases if one.board.name == "standard"]
    drawn = [(f"turn {n}", question(given.seed, n)) for n in range(given.turns)]
    plain = SecondHand()
    parted = {name for name, _ in differing(plain, [*cases, *drawn], lambda _: True)}
    of_drawn = sum(name.startswith("turn") for name in parted)
    print(
        f"without a fault it differs in {of_drawn} of {given.turns} random turns"
        f" and {len(parted) - of_drawn} of {len(cases)} phases of cases"
    )
    named_right = found_by_cases = 0
    for fault, (about, names) in FAULTS.items():
        peer = SecondHand(fault)
        of_cases = differing(peer, cases, lambda name: name not in parted)
        of_turns = differing(peer, drawn, lambda name: name not in parted)
        findings: list[Finding] = []
        for n, (name, judged) in enumerate([*of_cases[:8], *of_turns[:8]]):
            if finding := found(judged, peer, number=n, name=name):
                findings.append(finding)
        known, scales = known_differences(peer.name, peer.version), Scales(peer, rulebook(), given.weighed)
        attributed = causes(findings, rulebook(), known, scales)
        called = Counter({cause.name: cause.turns for cause in attributed})
        right = sum(many for name, many in called.items() if name in names)
        good = right * 2 > sum(called.values())
        named_right, found_by_cases = named_right + good, found_by_cases + bool(of_cases)
        datc = sum(name.startswith(DATC) for name, _ in of_cases)
        best = ", ".join(f"{name} {many}" for name, many in called.most_common(2))
        named = f"{'yes' if good else 'NO'}: {best}"
        print(f"| {about} | {datc} | {len(of_cases)} | {len(of_turns)} | {named} |", flush=True)
    print(f"{found_by_cases} of {len(FAULTS)} found by cases, {named_right} named rightly")
    say("done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
