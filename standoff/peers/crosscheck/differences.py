"""Two answers to one question: where they differ, and the symptom that a difference shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ...cases.case import Expectation
from ...map import Unit, province_of
from ...solver import (
    Build,
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
from ...solver.law.equations import BY_LAND
from ...turn.codec import owned_after
from ...turn.turn import Turn
from ..adapters.peer import Answer
from .question_shape import units_of

CENTER_OF_ANOTHER = "a supply center belongs to another power"
"""The sign of a center that the peer gives to a power other than standoff does."""


class Kind(StrEnum):
    """What two adjudicators differ in, the gravest first; the values of `about` say it in words."""

    POSITION = "position"
    RETREATS = "retreats"
    ORDERS = "orders"
    ERROR = "error"

    @property
    def about(self) -> str:
        """What it means, in words."""
        return {
            Kind.POSITION: "the position afterwards differs",
            Kind.RETREATS: "the legal retreats differ",
            Kind.ORDERS: "only what is said of an order differs",
            Kind.ERROR: "the peer gives no answer",
        }[self]


@dataclass(frozen=True, slots=True)
class OrderTold:
    """What becomes of one order, of a unit without one, of a unit that no order explains, or of a supply center.

    Attributes:
        name: The power, and the order, the unit or the center: "FRANCE", "A PAR - BUR".
        own: What standoff finds.
        peer: What the peer says or leaves: where the unit is, and whether the order succeeds where it tells.
        differs: What the two disagree on, the position or only the success; None if they agree.
        result: What standoff finds, with its reason; None where there is no order.
        sign: What the difference looks like where there is no order; else "".
        fate: What standoff finds in the words of `peer`, where there is an order; else "".
    """

    name: tuple[str, str]
    own: str
    peer: str
    differs: Kind | None
    result: OrderResult | None
    sign: str = ""
    fate: str = ""


def settled(question: Turn, rules: Rulebook) -> PhaseResult:
    """Return what standoff finds for `question` under `rules`."""
    return adjudicate_phase(question.position, question.orders, rules=rules, board=question.board)


def answer_by(question: Turn, rules: Rulebook) -> Answer:
    """Return standoff's own answer to `question` under `rules`."""
    return answer_of_result(question, settled(question, rules))


def answer_of_result(question: Turn, result: PhaseResult) -> Answer:
    """Return a result as an answer."""
    after = frozenset(result.after.units)
    centers = None
    if question.position.centers:
        owned = owned_after(result, question.board)
        centers = {center: power for power, some in owned.items() for center in some}
    if not isinstance(result, MovementResult):
        return Answer(after, None, _success(question, result), centers)
    dislodged = {d.unit: frozenset(result.retreats[d.unit.province]) for d in result.after.dislodged}
    orders = question.orders
    if orders == result.orders and len(set(orders)) == len(orders):  # without a reason for each: cheaper
        return Answer(after, dislodged, {order: result.success(order) for order in orders}, centers)
    return Answer(after, dislodged, _success(question, result), centers)


def _success(question: Turn, result: PhaseResult) -> dict[Order, bool]:
    """Return whether each order succeeds; one given twice is left out unless both succeed or both fail."""
    verdicts: dict[Order, set[bool]] = {}
    for _, order_result in zip(question.orders, result, strict=False):
        verdicts.setdefault(order_result.order, set()).add(order_result.success)
    return {order: values.pop() for order, values in verdicts.items() if len(values) == 1}


def difference(own: Answer, peer: Answer) -> Kind | None:
    """Return the gravest difference between standoff's answer and a peer's, None if there is none.

    What the peer does not say is not a difference.
    """
    if own.units != peer.units or _disowned(own, peer):
        return Kind.POSITION
    if own.dislodged is not None and peer.dislodged is not None:
        if own.dislodged.keys() != peer.dislodged.keys():
            return Kind.POSITION
        if any(None is not places != own.dislodged[unit] for unit, places in peer.dislodged.items()):
            return Kind.RETREATS
    success = own.success or {}
    if any(success.get(order, good) != good for order, good in (peer.success or {}).items()):
        return Kind.ORDERS
    return None


def _disowned(own: Answer, peer: Answer) -> list[str]:
    """Return the supply centers that belong to another power according to the peer."""
    if own.centers is None or peer.centers is None:
        return []
    return sorted({center for center, _ in own.centers.items() ^ peer.centers.items()})


def side(one: Answer, two: Answer, peer: Answer, kind: Kind) -> int | None:
    """Return which of two answers a peer agrees with where they differ in `kind`: 1 or 2, or 0 for neither.

    None if they do not differ, or only in what the peer does not say.
    """
    first, second, there = (_facts(answer, kind, peer) for answer in (one, two, peer))
    if first == second:
        return None
    if first - second <= there and not (second - first) & there:
        return 1
    return 2 if second - first <= there and not (first - second) & there else 0


def _facts(answer: Answer, kind: Kind, peer: Answer) -> frozenset[object]:
    """Return the single facts that an answer states; of orders and retreats, only those that the peer mentions."""
    if kind is Kind.POSITION:
        owned = (answer.centers or {}).items() if peer.centers is not None else ()
        return frozenset((*answer.units, *(("out", unit) for unit in answer.dislodged or ()), *owned))
    if kind is Kind.RETREATS:
        untold = {unit for unit, places in (peer.dislodged or {}).items() if places is None}
        return frozenset(item for item in (answer.dislodged or {}).items() if item[0] not in untold)
    return frozenset(item for item in (answer.success or {}).items() if item[0] in (peer.success or {}))


# -- what is shown ----------------------------------------------------------------------------------


_VERDICT = {None: "", True: "succeeds", False: "fails"}


def told(question: Turn, result: PhaseResult, peer: Answer) -> list[OrderTold]:
    """Return what standoff and the peer make of every order, of units without one, and of unexplained units."""
    own = answer_of_result(question, result)
    rows: list[OrderTold] = []
    before = question.position.units
    unit_at = {unit.province: unit for unit in units_of(question)}
    explained = {*own.units, *before}
    ordered: set[str] = set()
    for order_result in result:
        order = order_result.order
        place = getattr(getattr(order, "unit", None), "province", "")
        ordered.add(place)
        (mine, _), (theirs, there) = (_fate(unit_at.get(place), order, answer, question) for answer in (own, peer))
        explained.update(there)
        says, ours = (peer.success or {}).get(order), (own.success or {}).get(order)
        differs = Kind.POSITION if mine != theirs else None
        if differs is None and None not in (says, ours) and says != ours:
            differs = Kind.ORDERS
        expected = str(Expectation(order_result.outcome.value, order_result.dislodged, order_result.destroyed))
        peers = ", ".join(filter(None, (theirs, _VERDICT[says]))) or "not told"
        fate = ", ".join(filter(None, (mine, _VERDICT[ours])))
        rows.append(OrderTold((order.power, str(order)), expected, peers, differs, order_result, fate=fate))
    there = {*peer.units, *(peer.dislodged or ())}
    idle = {unit for unit in own.units & {*before} if unit.province not in ordered}
    if any(row.differs is Kind.POSITION for row in rows):
        idle.clear()  # it went in place of a unit whose removal is a row already
    for unit in sorted((there - explained) | (idle - there), key=lambda unit: (unit.power, str(unit))):
        words = ("no such unit", "stands") if unit in there else ("stays", "gone")
        sign = "a unit that no order explains" if unit in there else "a unit without an order is gone"
        rows.append(OrderTold((unit.power, str(unit)), *words, Kind.POSITION, None, sign))
    for center in _disowned(own, peer):
        mine, theirs = ((answer.centers or {}).get(center, "") for answer in (own, peer))
        ours, its = (f"belongs to {power.capitalize() or 'nobody'}" for power in (mine, theirs))
        rows.append(OrderTold((mine or theirs, center), ours, its, Kind.POSITION, None, CENTER_OF_ANOTHER))
    return rows


def retreats_told(result: PhaseResult, peer: Answer) -> Iterator[tuple[Unit, str, str]]:
    """Yield each dislodged unit whose retreats differ, with its places according to standoff and the peer."""
    if not isinstance(result, MovementResult) or peer.dislodged is None:
        return
    for d in result.after.dislodged:
        own = frozenset(result.retreats[d.unit.province])
        there = peer.dislodged.get(d.unit)
        if there is not None and there != own:
            mine, theirs = (", ".join(sorted(some)) or "none" for some in (own, there))
            yield d.unit, mine, theirs


def _fate(unit: Unit | None, order: Order | None, answer: Answer, question: Turn) -> tuple[str, list[Unit]]:
    """Return what becomes of a unit, judged by the board afterwards ("" if nothing), and the unit as it is there."""
    if isinstance(order, Build):
        built = [u for u in answer.units if u.province == order.unit.province and u.power == order.power]
        if unit is not None or not built:
            return "", []
        as_ordered = (built[0].type, built[0].location) == (order.unit.type, order.unit.place)
        return "built" if as_ordered else f"built as {built[0]}", built
    if unit is None:
        return "", []
    if unit in (answer.dislodged or {}):
        return "dislodged", [unit]
    if unit in answer.units and not any(d.unit == unit for d in question.position.dislodged):
        return "stays", [unit]
    goal = province_of(order.destination) if isinstance(order, Move | Retreat) else ""
    arrived = [u for u in answer.units if u.province == goal and (u.power, u.type) == (unit.power, unit.type)]
    if arrived and arrived[0] not in question.position.units:
        return f"goes to {arrived[0].location}", arrived
    return (f"goes to {goal}", arrived) if arrived else ("gone", [])


def symptom(question: Turn, rules: Rulebook, peer: Answer, kind: Kind) -> str:
    """Return what a difference looks like: the `signs` of all that differs in it, something in any case.

    Args:
        question: The question, best a minimal one.
        rules: The rulebook of standoff.
        peer: The peer's answer, which differs from standoff's.
        kind: What they differ in.
    """
    return " | ".join(sorted(signs(question, settled(question, rules), peer, kind))) or "one unit for another"


def signs(question: Turn, result: PhaseResult, peer: Answer, kind: Kind) -> set[str]:
    """Return a sign for each unit or order that differs in `kind`, with neither powers nor places in it.

    It names the order's kind, standoff's reason, and what the peer makes of it.
    """
    if kind is Kind.RETREATS:
        return set(_of_retreats(result, peer))
    return {
        f"{_named(question, result, row.result)}; there {_plain(row.peer, kind)}" if row.result else row.sign
        for row in told(question, result, peer)
        if row.differs is kind
    }


def heads(question: Turn, result: PhaseResult) -> set[str]:
    """Return how the signs begin that a difference of position or retreats from a result can have.

    >>> from standoff import read, rulebook
    >>> question = read("FRANCE: A PAR - BUR", position="start")
    >>> sorted(heads(question, settled(question, rulebook())))[:2]
    ['hold: stands', 'move: moves in']
    """
    of_orders = {
        _named(question, result, row.result) for row in told(question, result, Answer(frozenset())) if row.result
    }
    return of_orders | {f"dislodged {'by convoy' if d.by_convoy else 'over land'}" for d in result.after.dislodged}


def head(sign: str) -> str:
    """Return how a sign begins: with what standoff makes of it."""
    return sign.partition("; there " if "; there " in sign else ": ")[0]


_WITHOUT_PLACES = {"goes to ": "goes", "built as ": "built as another unit"}
"""How a unit's outcome begins where it names what differs from turn to turn, and the same without that."""


def _plain(words: str, kind: Kind) -> str:
    """Return what the peer makes of an order without places."""
    fate, _, verdict = words.partition(", ")
    if kind is Kind.ORDERS:
        return verdict or fate
    return next((plain for begun, plain in _WITHOUT_PLACES.items() if fate.startswith(begun)), fate)


def _named(question: Turn, result: PhaseResult, order_result: OrderResult) -> str:
    """Return the kind of an order and why it came out as it did."""
    order = order_result.order
    kind = type(order).__name__.lower()
    if isinstance(order, Support):
        kind = "support of a move" if order.destination else "support to hold"
    if isinstance(result, MovementResult) and isinstance(order, Move) and not order_result.rule:
        unit = next((n for n, u in enumerate(question.position.units) if u.province == order.unit.province), -1)
        if unit >= 0 and result.table.rows[unit].way != BY_LAND:
            kind = "convoyed move"
    return f"{kind}: {order_result.rule or order_result.reason.name.lower().replace('_', ' ')}"


def _of_retreats(result: PhaseResult, peer: Answer) -> Iterator[str]:
    """Yield for each unit whose retreats differ how it was dislodged and which places the peer adds or lacks."""
    if not isinstance(result, MovementResult):
        return
    after = result.after
    occupied = {unit.province for unit in after.units}
    for d in after.dislodged:

        def what(place: str, attacker_from: str | None = d.attacker_from) -> str:
            province = province_of(place)
            if province in occupied or province in after.contested:
                return "occupied" if province in occupied else "contested"
            return "the attacker's" if province == attacker_from else "free"

        own, told_there = set(result.retreats[d.unit.province]), (peer.dislodged or {}).get(d.unit, ())
        if told_there is None:
            continue
        there = set(told_there)
        for word, places in (("more", there - own), ("fewer", own - there)):
            if places:
                how = "by convoy" if d.by_convoy else "over land"
                yield f"dislodged {how}: {word} retreats ({', '.join(sorted(set(map(what, places))))})"


# -- which way a difference goes ---------------------------------------------------------------------


Leaning = frozenset[tuple[str, str, str]]
"""For each unit or center that differs, where it is, and what standoff and the peer make of it."""


def leaning(question: Turn, rules: Rulebook, peer: Answer, kind: Kind) -> Leaning:
    """Return which way a difference goes: what standoff makes of each unit that differs, and what the peer does.

    Args:
        question: The question.
        rules: The rulebook of standoff.
        peer: The peer's answer, which differs from standoff's.
        kind: What they differ in.
    """
    result = settled(question, rules)
    if kind is Kind.RETREATS:
        return frozenset((unit.province, *_only_in(mine, theirs)) for unit, mine, theirs in retreats_told(result, peer))
    if kind is Kind.ORDERS:
        rows = [(row.result.order, row) for row in told(question, result, peer) if row.differs is kind and row.result]
        return frozenset((str(order), _plain(row.fate, kind), _plain(row.peer, kind)) for order, row in rows)
    own = answer_of_result(question, result)
    unit_at = {unit.province: unit for unit in units_of(question)}
    places = [getattr(getattr(order, "unit", None), "province", "") for order in question.orders]
    idle = [(place, None) for place in unit_at if place not in places]
    fates = {
        (place, *(_plain(_fate(unit_at.get(place), order, answer, question)[0], kind) for answer in (own, peer)))
        for place, order in (*zip(places, question.orders, strict=True), *idle)
    }
    owners = {(center, "its owner", "another") for center in _disowned(own, peer)}
    return frozenset((place, mine, theirs) for place, mine, theirs in fates | owners if mine != theirs)


def _only_in(mine: str, theirs: str) -> tuple[str, str]:
    one, two = ({*places.split(", ")} - {"none"} for places in (mine, theirs))
    return "fewer" * bool(two - one), "more" * bool(one - two)


def leans_alike(smaller: Leaning, larger: Leaning) -> bool:
    """Tell whether what differs in a reduced question goes the same way as in the question that it was made from.

    No unit that differs in both goes the opposite way, and nothing goes a way that nothing does there.
    """
    if larger and not smaller:
        return False
    ways = {entry[1:] for entry in larger}
    where = {entry[0]: entry[1:] for entry in larger}
    return all(entry[1:] in ways and where.get(entry[0], entry[1:]) == entry[1:] for entry in smaller)
