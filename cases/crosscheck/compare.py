"""Two answers to one question: where they differ, and the symptom that a difference shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ...map import Unit
from ...solver import (
    Build,
    Convoy,
    Move,
    MovementResult,
    Order,
    OrderResult,
    PhaseResult,
    Retreat,
    Rulebook,
    Support,
    adjudicate_phase,
)
from ...solver.equations import BY_LAND, WAY
from ..peers.peer import Answer, Question


class Kind(StrEnum):
    """In what two adjudicators differ, the gravest first."""

    POSITION = "position"
    RETREATS = "retreats"
    ORDERS = "orders"
    ERROR = "error"

    @property
    def about(self) -> str:
        """What it means, in words."""
        return _ABOUT[self]


_ABOUT = {
    Kind.POSITION: "the position afterwards differs",
    Kind.RETREATS: "the legal retreats differ",
    Kind.ORDERS: "only what is said of an order differs",
    Kind.ERROR: "the peer gives no answer",
}


@dataclass(frozen=True, slots=True)
class Told:
    """What becomes of one order, or of a unit without one.

    Attributes:
        found: What standoff finds.
        peer: What the peer says or leaves: where the unit is, and whether the order succeeds where it tells.
        differs: In what that is something else: the position or only the success; None if it is the same.
    """

    found: OrderResult
    peer: str
    differs: Kind | None


def settled(question: Question, rules: Rulebook) -> PhaseResult:
    """Return what standoff finds for `question` under `rules`."""
    return adjudicate_phase(question.position, question.orders, rules=rules, board=question.board)


def answer_by(question: Question, rules: Rulebook) -> Answer:
    """Return standoff's own answer to `question` under `rules`."""
    return answer_of_result(question, settled(question, rules))


def answer_of_result(question: Question, result: PhaseResult) -> Answer:
    """Return a result as an answer."""
    after = frozenset(result.after.units)
    if not isinstance(result, MovementResult):
        return Answer(after, None, _success(question, result))
    dislodged = {d.unit: frozenset(result.retreats[d.unit.province]) for d in result.after.dislodged}
    orders = question.orders
    if orders == result.orders and len(set(orders)) == len(orders):
        return Answer(after, dislodged, {order: result.success(order) for order in orders})
    return Answer(after, dislodged, _success(question, result))


def _success(question: Question, result: PhaseResult) -> dict[Order, bool]:
    """Return of each order whether it succeeds; of one given twice only if both do or neither."""
    verdicts: dict[Order, set[bool]] = {}
    for _, found in zip(question.orders, result, strict=False):
        verdicts.setdefault(found.order, set()).add(found.success)
    return {order: told.pop() for order, told in verdicts.items() if len(told) == 1}


def difference(own: Answer, peer: Answer) -> Kind | None:
    """Return the gravest difference between standoff's answer and a peer's, None if there is none.

    What the peer does not tell is no difference.
    """
    if own.units != peer.units:
        return Kind.POSITION
    if own.dislodged is not None and peer.dislodged is not None:
        if own.dislodged.keys() != peer.dislodged.keys():
            return Kind.POSITION
        if dict(own.dislodged) != dict(peer.dislodged):
            return Kind.RETREATS
    success = own.success or {}
    if any(success.get(order, good) != good for order, good in (peer.success or {}).items()):
        return Kind.ORDERS
    return None


def side(one: Answer, two: Answer, peer: Answer, kind: Kind) -> int | None:
    """Return with which of two answers a peer goes where they differ in `kind`: 1, 2, 0 for neither.

    None if they do not differ, or only in what the peer does not tell.
    """
    told = _facts(peer, kind, peer)
    first, second = _facts(one, kind, peer), _facts(two, kind, peer)
    only_first, only_second = first - second, second - first
    if first == second:
        return None
    for number, yes, no in ((1, only_first, only_second), (2, only_second, only_first)):
        if yes <= told and not no & told:
            return number
    return 0


def _facts(answer: Answer, kind: Kind, peer: Answer) -> frozenset[object]:
    """Return single facts that an answer states; of orders only those that the peer tells of."""
    if kind is Kind.POSITION:
        return frozenset((*answer.units, *(("out", unit) for unit in answer.dislodged or ())))
    if kind is Kind.RETREATS:
        return frozenset((answer.dislodged or {}).items())
    return frozenset(item for item in (answer.success or {}).items() if item[0] in (peer.success or {}))


# -- what is shown ----------------------------------------------------------------------------------


def told(question: Question, result: PhaseResult, peer: Answer) -> list[Told]:
    """Return of every order, and of every unit without one, what standoff and the peer make of it."""
    own = answer_of_result(question, result)
    rows: list[Told] = []
    unit_at = {unit.province: unit for unit in question.position.units}
    unit_at.update({d.unit.province: d.unit for d in question.position.dislodged})
    for found in result:
        order = found.order
        unit = unit_at.get(getattr(getattr(order, "unit", None), "province", ""))
        fates = [_fate(unit, order, answer, question) for answer in (own, peer)]
        says = (peer.success or {}).get(order)
        mine = (own.success or {}).get(order)
        differs = Kind.POSITION if fates[0] != fates[1] else None
        if differs is None and None not in (says, mine) and says != mine:
            differs = Kind.ORDERS
        words = [fates[1]] if fates[1] else []
        if says is not None:
            words.append("succeeds" if says else "fails")
        rows.append(Told(found, ", ".join(words) or "not told", differs))
    return rows


def _fate(unit: Unit | None, order: Order, answer: Answer, question: Question) -> str:
    """Return what becomes of a unit by what is on the board afterwards; "" where there is no such unit."""
    goal = order.destination.partition("/")[0] if isinstance(order, Move | Retreat) else ""
    if isinstance(order, Build) or unit is None:
        place = getattr(getattr(order, "unit", None), "province", "")
        return "built" if any(u.province == place for u in answer.units) and unit is None else ""
    if unit in (answer.dislodged or {}):
        return "dislodged"
    out = any(d.unit == unit for d in question.position.dislodged)
    if unit in answer.units and not out:
        return "stays"
    arrived = [u for u in answer.units if u.province == goal and (u.power, u.type) == (unit.power, unit.type)]
    if arrived and arrived[0] not in question.position.units:
        return f"goes to {arrived[0].location}"
    return f"goes to {goal}" if arrived else "gone"


def symptom(question: Question, rules: Rulebook, peer: Answer, kind: Kind) -> str:
    """Return what a difference looks like, with neither powers nor places in it.

    Of each unit or order that differs it names the order's kind, standoff's reason, and what the peer makes of it.

    Args:
        question: The question, best a minimal one.
        rules: The rulebook of standoff.
        peer: The peer's answer, which differs from standoff's.
        kind: In what.
    """
    result = settled(question, rules)
    if kind is Kind.RETREATS:
        return "; ".join(sorted(set(_of_retreats(result, peer))))
    rows = [row for row in told(question, result, peer) if row.differs is kind]
    parts = {f"{_named(question, result, row.found)}; there {_plain(row.peer, kind)}" for row in rows}
    return " | ".join(sorted(parts)) or "units that no order explains"


def _plain(words: str, kind: Kind) -> str:
    """Return what the peer makes of an order without places."""
    fate, _, verdict = words.partition(", ")
    if kind is Kind.ORDERS:
        return verdict or fate
    return "goes" if fate.startswith("goes") else fate


def _named(question: Question, result: PhaseResult, found: OrderResult) -> str:
    """Return the kind of an order and why it came out as it did."""
    kind = type(found.order).__name__.lower()
    if isinstance(found.order, Support):
        kind = "support of a move" if found.order.destination else "support to hold"
    if isinstance(result, MovementResult) and isinstance(found.order, Move) and not found.rule:
        unit = next((n for n, u in enumerate(question.position.units) if u.province == found.order.unit.province), -1)
        if unit >= 0 and result.table.rows[unit][WAY] != BY_LAND:
            kind = "convoyed move"
    if isinstance(found.order, Convoy):
        kind = "convoy"
    return f"{kind}: {found.rule or found.reason.name.lower().replace('_', ' ')}"


def _of_retreats(result: PhaseResult, peer: Answer) -> Iterator[str]:
    """Yield for each unit whose retreats differ how it was dislodged and which places the peer adds or lacks."""
    if not isinstance(result, MovementResult):
        return
    occupied = {unit.province for unit in result.after.units}
    told_of = peer.dislodged or {}
    for d in result.after.dislodged:
        own, there = set(result.retreats[d.unit.province]), set(told_of.get(d.unit, ()))
        how = "by convoy" if d.by_convoy else "over land"
        for word, places in (("more", there - own), ("fewer", own - there)):
            kinds: set[str] = set()
            for place in places:
                province = place.partition("/")[0]
                kinds.add(
                    "occupied"
                    if province in occupied
                    else "contested"
                    if province in result.after.contested
                    else "the attacker's"
                    if province == d.attacker_from
                    else "free"
                )
            if kinds:
                yield f"dislodged {how}: {word} retreats ({', '.join(sorted(kinds))})"
