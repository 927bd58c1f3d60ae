"""cdippy, a C program: its protocol, and a build of it as a peer.

It reads the units (``SPA NC F FRANCE``), an empty line, the orders (``LON - BEL C``), and another empty line. It prints
for each order, by number, whether it succeeds, and after an empty line the retreats of dislodged units. It knows the
moves of the standard game: no retreats or adjustments, no power that gives an order, no order to hold.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from ...map import FLEET, Board, PhaseType, Unit, province_of
from ...solver import Convoy, Hold, Move, Order, Rulebook, Support, rulebook, units_named
from ...turn import Turn
from .child import ChildPeer
from .peer import Part, PeerAnswer, PeerError, beyond_the_standard_game

RULES: Rulebook = rulebook(
    "2023",
    adjacent_convoy="own-intent",
    omitted_coast_one="fails",
    irrelevant_coast="fails",
)
"""The rulebook that cdippy follows."""

MOST_ORDERS = 34
"""The number of orders that cdippy keeps; it drops further ones."""


def _place(location: str) -> str:
    """Return a location in cdippy's notation: "SPA NC"; to cdippy, Bulgaria's east coast is its north coast."""
    return location.replace("BUL/EC", "BUL/NC").replace("/", " ")


def _written(order: Order) -> str | None:
    """Return an order in cdippy's notation, None if it cannot express it."""
    if isinstance(order, Move):
        return f"{order.unit.province} - {_place(order.destination)}{' C' if order.via_convoy else ''}"
    if not isinstance(order, (Support, Convoy)):
        return None
    # cdippy wants only the province of the other unit's destination
    goal = f" - {province_of(order.destination)}" if order.destination else ""
    if isinstance(order, Support):
        return f"{order.unit.province} S {order.supported.province}{goal}"
    return f"{order.unit.province} C {order.convoyed.province}{goal}"


def unwritable(question: Turn) -> str | None:
    """Return the part of `question` that cdippy cannot express, None if there is none."""
    if question.type is not PhaseType.MOVEMENT:
        return f"a phase of {question.type.value}s"
    beyond = beyond_the_standard_game(question)
    if beyond is not None:
        return beyond
    at = {unit.province: unit for unit in question.position.units}
    orders = [order for order in question.orders if not isinstance(order, Hold)]
    if len(orders) > MOST_ORDERS:
        return f"{len(orders)} orders; it keeps {MOST_ORDERS}"
    ordered = [order.unit.province for order in question.orders if isinstance(order, (Hold, Move, Support, Convoy))]
    if len(ordered) != len(question.orders):
        return "an order of another phase"
    if len(set(ordered)) != len(ordered):
        return "several orders to one unit"
    goals = {order.unit.province: order.destination for order in orders if isinstance(order, Move)}
    for order in question.orders:
        unit = at.get(order.unit.province) if isinstance(order, (Hold, Move, Support, Convoy)) else None
        if unit is not None and unit.power != order.power:
            return "an order to a unit of another power"
        for named in units_named(order).values():
            there = at.get(named.province)
            if there is not None and (named.type is not there.type or named.nationality not in (None, there.power)):
                return "the type or the nationality of a unit in an order"
        goal = getattr(order, "destination", None) or ""
        if "/" in goal and goal not in question.board.location_number:
            return "a coast that the province does not have"
        if isinstance(order, (Support, Convoy)):
            named = order.supported if isinstance(order, Support) else order.convoyed
            if "/" in goal and goals.get(named.province) != goal:
                return "a coast in a support or convoy"
            if province_of(goal) == named.province:
                return "a support or convoy to where the unit stands"
    return None


def written(question: Turn) -> tuple[str, list[Order]]:
    """Return the input for cdippy, and the orders in it, in the sequence in which cdippy numbers them."""
    units = [f"{_place(u.location)} {u.type.value} {u.power.capitalize()}" for u in question.position.units]
    orders = [(order, text) for order in question.orders if (text := _written(order)) is not None]
    return "\n".join([*units, "", *(text for _, text in orders), "", ""]), [order for order, _ in orders]


_RESULT = re.compile(r"(\d+): (SUCCEEDS|FAILS)")
_RETREATS = re.compile(r"(\w{3}):((?: \w{3}(?:\([NS]C\))?)*)")


def read_answer(question: Turn, orders: list[Order], text: str) -> PeerAnswer:
    """Return the answer that cdippy prints.

    Args:
        question: The question.
        orders: The orders that cdippy was given, in sequence.
        text: Its output.

    Raises:
        PeerError: It is not an answer to this question.
    """
    lines = [line.strip() for line in text.splitlines()]
    if len(lines) <= len(orders) or "" in lines[: len(orders)] or lines[len(orders)]:
        raise PeerError(f"expected {len(orders)} results and an empty line", text)
    success: dict[Order, bool] = {}
    for number, (order, line) in enumerate(zip(orders, lines, strict=False)):
        match = _RESULT.fullmatch(line)
        if match is None or int(match[1]) != number:
            raise PeerError(f"expected the result of order {number}", line)
        success[order] = match[2] == "SUCCEEDS"
    units = {unit.province: unit for unit in question.position.units}
    dislodged: dict[Unit, frozenset[str]] = {}
    for line in filter(None, lines[len(orders) :]):
        match = _RETREATS.fullmatch(line)
        unit = units.get(match[1].upper()) if match else None
        if match is None or unit is None:
            raise PeerError("expected a dislodged unit and where it may go", line)
        dislodged[unit] = _retreats(question.board, unit, match[2].upper().split())
    after: set[Unit] = set()
    moves = {order.unit.province: order for order, good in success.items() if good and isinstance(order, Move)}
    for province, unit in units.items():
        move = moves.get(province)
        if move is not None:
            goal = move.destination if unit.type is FLEET else province_of(move.destination)
            after.add(Unit(unit.type, goal, unit.power))
        elif unit not in dislodged:
            after.add(unit)
    for order in question.orders:
        if isinstance(order, Hold) and order.unit.province in units:
            success[order] = units[order.unit.province] not in dislodged
    return PeerAnswer(frozenset(after), dislodged, success)


def _retreats(board: Board, unit: Unit, places: list[str]) -> frozenset[str]:
    """Return the retreats that cdippy means: a coast if it names one, otherwise each that the unit reaches.

    Version 1.4 names coasts, ``BUL(NC)``; earlier ones name the province only.
    """
    locations: set[str] = set()
    for place in places:
        province, _, coast = place.rstrip(")").partition("(")
        if province not in board.province_number:
            raise PeerError("expected provinces to retreat to", place)
        if coast:
            locations.add(f"{province}/{coast}".replace("BUL/NC", "BUL/EC"))
        else:
            reached = board.fleet_graph[unit.location] if unit.type is FLEET else ()
            locations.update({*board.province(province).locations}.intersection(reached) or {province})
    return frozenset(locations)


class CdippyPeer(ChildPeer):
    """A build of cdippy, run once per question: it writes nothing before its input ends.

    Args:
        command: The program, with arguments if a wrapper needs some.
        timeout_seconds: How long it may take.

    Raises:
        PeerUnavailable: There is no such program.
    """

    def __init__(self, command: Sequence[str], timeout_seconds: float) -> None:
        super().__init__(f"cdippy:{shlex.join(command)}", command, timeout_seconds)
        self.rules: Rulebook = RULES
        self.unreported: frozenset[Part] = frozenset({Part.CONTESTED})

    def unsupported(self, question: Turn) -> str | None:
        """Return the part of `question` that cdippy cannot express, None if there is none."""
        return unwritable(question)

    def answer(self, question: Turn) -> PeerAnswer:
        """Return cdippy's answer to `question`.

        Raises:
            PeerError: It died, hung, or its output is not an answer.
            PeerUnavailable: It cannot be started.
        """
        text, orders = written(question)
        return read_answer(question, orders, self._child.output_for(text))

    def request_text(self, question: Turn) -> str:
        """Return cdippy's input."""
        return written(question)[0]
