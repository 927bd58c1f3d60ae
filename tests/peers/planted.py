"""Programs that are wrong on purpose, as values: a fault of the rules each, or a way to lie or to be lazy.

A fault takes a question and standoff's own rulebook, and returns the answer of a program that has it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from standoff.lines.answering import answer_line
from standoff.map import FLEET, Board, Dislodged, PhaseType, StandoffError, Unit, load_board, province_of
from standoff.peers.adapters.peer import PeerAnswer
from standoff.peers.comparing.judgement import answer_by, settled
from standoff.solver import (
    Build,
    Convoy,
    Disband,
    Move,
    Order,
    Retreat,
    Rulebook,
    Support,
    UnitName,
    balance,
    legal_retreats,
)
from standoff.turn.turn import Turn
from tests.helpers.standin import Standin

Json = dict[str, Any]
Answering = Callable[[Turn, Rulebook], PeerAnswer]


@dataclass(frozen=True)
class Planted:
    """A planted fault.

    Attributes:
        answer: The program's answer.
        names: The names that are right for it; if there are none, it is to be left without a name.
        memory: True if it needs what it was asked before.
    """

    answer: Answering
    names: tuple[str, ...] = ()
    memory: bool = False


class PlantedPeer(Standin):
    """A program that follows 2023, apart from a fault."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.fault = FAULTS[name]
        self.before: Turn | None = None

    def answer(self, question: Turn) -> PeerAnswer:
        try:
            if self.fault.memory:
                return _stronger_attacker_retreats(question, self.own, self.before)
            return self.fault.answer(question, self.own)
        finally:
            self.before = question


# -- pieces -------------------------------------------------------------------------------------------


def _rule(**functions: Callable[[Any, Turn], Any]) -> Answering:
    def answer(question: Turn, rules: Rulebook) -> PeerAnswer:
        if question.type is not PhaseType.MOVEMENT:
            return answer_by(question, rules)
        bound = {name: lambda view, f=f: f(view, question) for name, f in functions.items()}
        try:
            return answer_by(question, rules.with_rule("planted", **bound))
        except StandoffError:  # two units in one province: such a program would crash
            return answer_by(question, rules)

    return answer


def _asked_otherwise(change: Callable[[Turn, Rulebook], tuple[Order, ...]]) -> Answering:
    def answer(question: Turn, rules: Rulebook) -> PeerAnswer:
        orders = change(question, rules)
        if orders == question.orders:
            return answer_by(question, rules)
        own = answer_by(Turn(question.position, orders, rules, board=question.board), rules)
        success = own.success or {}
        return replace(own, success={one: success.get(one, False) for one in question.orders})

    return answer


def _of(question: Turn, kind: type[Any]) -> list[Any]:
    return [one for one in question.orders if isinstance(one, kind)]


def _goals(question: Turn) -> dict[str, str]:
    return {one.unit.province: province_of(one.destination) for one in _of(question, Move)}


def _power_at(question: Turn, province: str) -> str:
    return next((unit.power for unit in question.position.units if unit.province == province), "")


# -- movement -------------------------------------------------------------------------------------------


def _at_most_four(view: Any, _: Turn) -> int:
    return min(view.default, 4)


def _long_chain_stands(view: Any, question: Turn) -> int:
    goals, at, length = _goals(question), view.unit.province, 0
    while at in goals and length <= len(goals):
        at, length = goals[at], length + 1
    return 0 if 6 < length <= len(goals) else view.default


def _hold_support_of_attacker(question: Turn, rules: Rulebook) -> tuple[Order, ...]:
    attackers = {(province_of(one.destination), one.power) for one in _of(question, Move)}
    return tuple(
        one
        for one in question.orders
        if not (isinstance(one, Support) and not one.destination and (one.supported.province, one.power) in attackers)
    )


def _cut_beside_the_way(question: Turn, rules: Rulebook) -> tuple[Order, ...]:
    """Drop supports by units next to a fleet that carries a foreign army past them."""
    board, goals = question.board, _goals(question)
    number = board.province_number
    carried = {
        convoy.unit.province: _power_at(question, convoy.convoyed.province)
        for convoy in _of(question, Convoy)
        if goals.get(convoy.convoyed.province) == province_of(convoy.destination)
    }
    own = settled(question, rules)
    arrived = {row.order.unit.province for row in own if isinstance(row.order, Move) and row.success}
    carried = {
        convoy.unit.province: power
        for convoy in _of(question, Convoy)
        if convoy.convoyed.province in arrived and (power := carried.get(convoy.unit.province))
    }
    return tuple(
        one
        for one in question.orders
        if not (
            isinstance(one, Support)
            and any(
                power != one.power and board.around[number[sea]] >> number[one.unit.province] & 1
                for sea, power in carried.items()
            )
        )
    )


def _garrison_falls(question: Turn, rules: Rulebook) -> PeerAnswer:
    """Let the first of two equal attackers that are stronger than the unit between them take its place."""
    own = answer_by(question, rules)
    if question.type is not PhaseType.MOVEMENT:
        return own
    supports = Counter(
        (one.supported.province, province_of(one.destination))
        for one in _of(question, Support)
        if one.destination and (own.success or {}).get(one)
    )
    holding = Counter(
        one.supported.province for one in _of(question, Support) if not one.destination and (own.success or {}).get(one)
    )
    goals = _goals(question)
    for place in sorted(set(goals.values())):
        there = next((unit for unit in own.units & {*question.position.units} if unit.province == place), None)
        moves = [one for one in _of(question, Move) if province_of(one.destination) == place]
        moves = [one for one in moves if there is not None and one.power != there.power]
        if there is None or place in goals or len(moves) < 2 or any((own.success or {}).get(one) for one in moves):
            continue
        strength = {one: 1 + supports[one.unit.province, place] for one in moves}
        moves = [one for one in moves if strength[one] == max(strength.values())]
        if len(moves) < 2 or strength[moves[0]] <= 1 + holding[place]:
            continue
        here = next((unit for unit in own.units if unit.province == moves[0].unit.province), None)
        if here is None or here not in question.position.units:
            continue
        after = settled(question, rules).after
        dislodged = Dislodged(there, here.province)
        position = replace(
            after,
            units=(
                *(u for u in after.units if u not in (there, here)),
                replace(here, location=moves[0].destination),
            ),
        )
        places = frozenset(legal_retreats(question.board, position, dislodged, rules))
        return replace(
            own,
            units=own.units - {there, here} | {replace(here, location=moves[0].destination)},
            dislodged={**(own.dislodged or {}), there: places},
            success={**(own.success or {}), moves[0]: True},
        )
    return own


def _in_circle(view: Any, question: Turn) -> int:
    goals, at = _goals(question), view.unit.province
    for number in range(len(goals)):
        at = goals.get(at, "")
        if at == view.unit.province:
            return 99 if number > 1 else view.default
    return view.default


def _retreat_everywhere(
    question: Turn, rules: Rulebook, change: Callable[[Any, frozenset[str]], frozenset[str]]
) -> PeerAnswer:
    own = answer_by(question, rules)
    if question.type is PhaseType.MOVEMENT:
        after = settled(question, rules).after
        return replace(
            own, dislodged={d.unit: change(d, (own.dislodged or {})[d.unit] or frozenset()) for d in after.dislodged}
        )
    return own


def _barred_where_a_convoyed_attacker_left(question: Turn, rules: Rulebook) -> PeerAnswer:
    if question.type is PhaseType.MOVEMENT:
        return _retreat_everywhere(
            question,
            rules,
            lambda d, places: frozenset(p for p in places if not (d.by_convoy and province_of(p) == d.attacker_from)),
        )
    if question.type is PhaseType.ADJUSTMENT:
        return answer_by(question, rules)
    position = question.position
    barred = replace(position, dislodged=tuple(replace(d, by_convoy=False) for d in position.dislodged))
    return answer_by(Turn(barred, question.orders, rules, board=question.board), rules)


def _either_coast(question: Turn, rules: Rulebook) -> PeerAnswer:
    board = question.board

    def coasts(place: str) -> tuple[str, ...]:
        return board.province(province_of(place)).locations if "/" in place else (place,)

    if question.type is PhaseType.MOVEMENT:
        return _retreat_everywhere(question, rules, lambda _, places: frozenset(c for p in places for c in coasts(p)))
    if question.type is PhaseType.ADJUSTMENT:
        return answer_by(question, rules)
    instead: dict[Order, Order] = {}
    for d in question.position.dislodged:
        legal = legal_retreats(board, question.position, d, rules)
        for one in _of(question, Retreat):
            if one.unit.province == d.unit.province and one.destination not in legal and "/" in one.destination:
                other = [p for p in legal if province_of(p) == province_of(one.destination) and d.unit.type is FLEET]
                if other:
                    instead[one] = replace(one, destination=other[0])
    orders = tuple(instead.get(one, one) for one in question.orders)
    own = answer_by(Turn(question.position, orders, rules, board=board), rules)
    units = set(own.units)
    for old, new in instead.items():
        for unit in [u for u in units if u.location == new.destination and u.power == old.power]:
            if (own.success or {}).get(new) and unit not in question.position.units:
                units = units - {unit} | {replace(unit, location=old.destination)}
    return replace(
        own,
        units=frozenset(units),
        success={o: (own.success or {}).get(instead.get(o, o), False) for o in question.orders},
    )


# -- retreats and winters -----------------------------------------------------------------------------


def _retreats_by_province(question: Turn) -> dict[str, list[Retreat]]:
    groups: dict[str, list[Retreat]] = {}
    for one in _of(question, Retreat):
        groups.setdefault(province_of(one.destination), []).append(one)
    return groups


def _one_of_three(question: Turn, rules: Rulebook) -> tuple[Order, ...]:
    lost = {one for group in _retreats_by_province(question).values() if len(group) > 2 for one in group[:2]}
    return tuple(one for one in question.orders if one not in lost)


def _stronger_attacker_retreats(question: Turn, rules: Rulebook, before: Turn | None) -> PeerAnswer:
    """Let the unit whose attacker was stronger retreat where two want to: known only from the phase before."""
    if question.type is not PhaseType.RETREAT or before is None or before.type is not PhaseType.MOVEMENT:
        return answer_by(question, rules)
    after = settled(before, rules).after
    if {d.unit for d in after.dislodged} != {d.unit for d in question.position.dislodged}:
        return answer_by(question, rules)
    helped = Counter(one.supported.province for one in _of(before, Support) if one.destination)
    strength = {d.unit.province: 1 + helped[d.attacker_from or ""] for d in after.dislodged}
    lost: set[Order] = set()
    for group in _retreats_by_province(question).values():
        most = max(strength.get(one.unit.province, 0) for one in group)
        if sum(strength.get(one.unit.province, 0) == most for one in group) == 1:
            lost |= {one for one in group if strength.get(one.unit.province, 0) < most}
    return _asked_otherwise(lambda q, r: tuple(one for one in q.orders if one not in lost))(question, rules)


def _alphabetical(question: Turn, rules: Rulebook) -> tuple[Order, ...]:
    if question.type is not PhaseType.ADJUSTMENT:
        return question.orders
    position, orders = question.position, list(question.orders)
    for power in dict.fromkeys(unit.power for unit in position.units):
        ordered = {one.unit.province for one in orders if isinstance(one, Disband) and one.power == power}
        left = sorted(
            (u for u in position.units if u.power == power and u.province not in ordered), key=lambda u: u.province
        )
        missing = -balance(position, power) - len(ordered)
        orders += [Disband(power, UnitName(u.location, u.type)) for u in left[: max(missing, 0)]]
    return tuple(orders)


def _on_top(question: Turn, rules: Rulebook) -> PeerAnswer:
    own, position = answer_by(question, rules), question.position
    if question.type is not PhaseType.ADJUSTMENT:
        return own
    units = set(own.units)
    for one in _of(question, Build):
        if (
            one.unit.type
            and balance(position, one.power) > 0
            and one.unit.province in question.board.powers[one.power].builds
            and _power_at(question, one.unit.province)
        ):
            units.add(Unit(one.unit.type, one.unit.place, one.power))
    return replace(own, units=frozenset(units))


@cache
def _with_standard_homes(board: Board) -> Board:
    data, standard = board.data, load_board().data
    for power, entry in data["powers"].items():
        if power in standard["powers"]:
            entry["homes"] = standard["powers"][power]["homes"]
    data.pop("builds", None)
    try:
        return Board(data)
    except ValueError:
        return board


def _standard_homes(question: Turn, rules: Rulebook) -> PeerAnswer:
    if question.type is not PhaseType.ADJUSTMENT or question.board is load_board():
        return answer_by(question, rules)
    return answer_by(Turn(question.position, question.orders, rules, board=_with_standard_homes(question.board)), rules)


def _owners(question: Turn) -> dict[str, str]:
    return {center: power for power, some in question.position.centers.items() for center in some}


def _centers(keep: Callable[[Turn, PeerAnswer, Rulebook], bool]) -> Answering:
    def answer(question: Turn, rules: Rulebook) -> PeerAnswer:
        own = answer_by(question, rules)
        return (
            replace(own, centers=_owners(question)) if own.centers is not None and keep(question, own, rules) else own
        )

    return answer


def _destroyed(question: Turn, own: PeerAnswer, rules: Rulebook) -> bool:
    """Return whether a unit is destroyed: one without a retreat, or without a success in retreating."""
    if question.type is PhaseType.MOVEMENT:
        return bool(own.dislodged) and not any((own.dislodged or {}).values())
    return question.type is PhaseType.RETREAT and len(own.units) < len(question.position.units) + len(
        question.position.dislodged
    )


def _taken_in_spring(question: Turn, rules: Rulebook) -> PeerAnswer:
    own, phase = answer_by(question, rules), question.position.phase
    if own.centers is None or phase is None or phase.season != "S":
        return own
    if question.type is PhaseType.MOVEMENT and any((own.dislodged or {}).values()):
        return own
    there = {unit.province: unit.power for unit in own.units if unit.province in question.board.center_ids}
    return replace(own, centers={**own.centers, **there})


def _convoys_said_to_fail(question: Turn, rules: Rulebook) -> PeerAnswer:
    own = answer_by(question, rules)
    arrived = {one.unit.province for one in _of(question, Move) if (own.success or {}).get(one)}
    fails = {one: False for one in _of(question, Convoy) if one.convoyed.province not in arrived}
    return replace(own, success={**(own.success or {}), **fails})


FAULTS: dict[str, Planted] = {
    "a right program": Planted(answer_by),
    "a retreat won by the stronger attacker": Planted(answer_by, memory=True),
    "strength above 4 counts as 4": Planted(
        _rule(
            **dict.fromkeys(("attack_strength", "hold_strength", "prevent_strength", "defend_strength"), _at_most_four)
        ),
        ("strength-above-four",),
    ),
    "ownership frozen after 1920": Planted(
        _centers(lambda q, _, __: q.position.phase is not None and q.position.phase.year > 1920)
    ),
    "standard homes on every board": Planted(_standard_homes),
    "a chain of more than six moves stands": Planted(_rule(attack_strength=_long_chain_stands), ("long-chain-stands",)),
    "centers kept when a unit is destroyed": Planted(_centers(_destroyed), ("centers-kept-when-a-unit-is-destroyed",)),
    "no hold support by the attacker's power": Planted(
        _asked_otherwise(_hold_support_of_attacker), ("no-hold-support-against-its-giver",)
    ),
    "convoyed armies cut beside their way": Planted(_asked_otherwise(_cut_beside_the_way), ("cuts-beside-its-way",)),
    "a build on top of a unit": Planted(_on_top, ("builds-on-top",)),
    "alphabetical removal": Planted(_asked_otherwise(_alphabetical), ("removal-by-abbreviation-alone",)),
    "a garrison falls to two equal attackers": Planted(_garrison_falls, ("garrison-falls",)),
    "supports by dislodged units": Planted(
        _rule(cut=lambda c, q: c.default and not c.dislodges), ("dislodged-units-support",)
    ),
    "no retreat to where a convoyed attacker came from": Planted(
        _barred_where_a_convoyed_attacker_left, ("retreat_to_convoyed_attacker=barred",)
    ),
    "a circle turns against a stronger outsider": Planted(
        _rule(attack_strength=_in_circle), ("circle-turns-against-all",)
    ),
    "centers taken in spring": Planted(_taken_in_spring, ("centers-taken-in-spring",)),
    "one of three retreats survives": Planted(_asked_otherwise(_one_of_three), ("one-of-three-retreats-survives",)),
    "either coast in retreats": Planted(_either_coast, ("either-coast-in-retreats",)),
    "2 to 1 dislodges nobody": Planted(
        _rule(attack_strength=lambda s, q: 1 if s.default == 2 and s.there is not None else s.default),
        ("two-to-one-dislodges-nobody",),
    ),
    "own units are dislodged": Planted(
        _rule(
            attack_strength=lambda s, q: (
                1 + len(s.supports) if s.there and s.there.power == s.unit.power and s.arrives else s.default
            )
        ),
        ("own-unit-dislodged",),
    ),
    "an attack disrupts a convoy": Planted(
        _asked_otherwise(
            lambda q, r: tuple(
                one
                for one in q.orders
                if not (
                    isinstance(one, Convoy)
                    and any(
                        province_of(m.destination) == one.unit.province and m.power != one.power for m in _of(q, Move)
                    )
                )
            )
        ),
        ("disrupted-by-an-attack",),
    ),
    "no cut by convoy": Planted(_rule(cut=lambda c, q: c.default and not c.by_convoy), ("no-cut-by-convoy",)),
    "convoys said to fail": Planted(_convoys_said_to_fail, ("convoys-said-to-fail",)),
}
"""The faults, a right program, and one that says the same in other words."""


# -- programs that lie, or are lazy ---------------------------------------------------------------------


class Liar:
    """A program of the interchange lines that is standoff itself, apart from what it lies about."""

    def __init__(self, name: str) -> None:
        self.change = LIARS[name]
        self.before: Json = {}
        self.asked: set[str] = set()

    def __call__(self, request: Json) -> Json:
        answer = answer_line(json.dumps(request))[0]
        content = json.dumps({**request, "id": 0}, sort_keys=True)
        changed = self.change(self, request, answer, content)
        self.before = answer
        self.asked.add(content)
        return changed


def _all_stay(request: Json, answer: Json) -> Json:
    return {
        "id": request["id"],
        **{key: request[key] for key in ("units",)},
        "dislodged": {},
        "contested": [],
        "orders": {},
    }


def _texts(request: Json) -> str:
    return " ".join(text for texts in request["orders"].values() for text in texts)


def _unsupported(request: Json, why: str) -> Json:
    return {"id": request["id"], "unsupported": why}


def _retreats_to_paris(answer: Json) -> Json:
    dislodged = {unit: {**entry, "retreats": ["PAR"]} for unit, entry in answer.get("dislodged", {}).items()}
    silent = ["retreats", "contested", "orders"]
    return {"id": answer["id"], "units": answer["units"], "dislodged": dislodged, "unreported": silent}


def _late_contested(self: Liar, answer: Json) -> Json:
    return {**answer, "contested": self.before.get("contested", [])}


LiarChange = Callable[[Liar, Json, Json, str], Json]

LIARS: dict[str, LiarChange] = {
    "cannot to all but one": lambda self, q, a, c: (
        a if "A NTH" in c or len(self.asked) < 1 else _unsupported(q, "this")
    ),
    "cannot to supports and convoys": lambda self, q, a, c: (
        _unsupported(q, "supports and convoys") if {"S", "C"} & set(_texts(q).split()) else a
    ),
    "declares all and retreats to Paris": lambda self, q, a, c: _retreats_to_paris(a),
    "wrong if powers are in another order": lambda self, q, a, c: (
        a if [*q["units"]] == sorted(q["units"]) else _all_stay(q, a)
    ),
    "wrong if units are in another order": lambda self, q, a, c: (
        a if all(some == sorted(some) for some in q["units"].values()) else _all_stay(q, a)
    ),
    "leaks the question before": lambda self, q, a, c: _late_contested(self, a) if q["phase"] == "movement" else a,
    "wrong at the first try": lambda self, q, a, c: a if c in self.asked else _all_stay(q, a),
    "wrong when asked again": lambda self, q, a, c: _all_stay(q, a) if c in self.asked else a,
    "of another season": lambda self, q, a, c: {**a, "season": "S2001M"},
    "says no orders": lambda self, q, a, c: {key: value for key, value in a.items() if key != "orders"},
    "all orders succeed": lambda self, q, a, c: {
        **a,
        "orders": {power: {text: {"success": True} for text in some} for power, some in a["orders"].items()},
    },
    "no unit is ever dislodged": lambda self, q, a, c: {**a, "dislodged": {}},
}
"""What each liar makes of the right answer, from itself, the request, the answer and the text of the request."""
