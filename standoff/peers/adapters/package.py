"""The `diplomacy` package as a peer. It is only called, in its own process."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

from ...map import Json, PhaseType, StandoffError, install_command, province_of, unit_on
from ...solver import Convoy, Disband, Hold, Move, Order, Retreat, Rulebook, Support, Waive, legal_retreats, rulebook
from ...turn import Turn
from .child import ChildPeer
from .peer import Part, PeerAnswer, PeerError, PeerUnavailable, beyond_the_standard_game

RULES: Rulebook = rulebook("diplomacy")
"""The rulebook closest to the package."""

_PHASES = {PhaseType.MOVEMENT: "S1901M", PhaseType.RETREAT: "S1901R", PhaseType.ADJUSTMENT: "W1901A"}
_IN_PHASE: dict[PhaseType, tuple[type, ...]] = {
    PhaseType.MOVEMENT: (Hold, Move, Support, Convoy),
    PhaseType.RETREAT: (Move, Retreat, Disband),
}


class PackagePeer(ChildPeer):
    """The `diplomacy` package from PyPI.

    In a retreat phase the package is given the retreats that `rules` allow: it derives them in the movement phase
    before, and cannot derive them from a position.

    Args:
        python: The interpreter that has the package (default: this one).
        timeout_seconds: How long it may take to answer.

    Raises:
        PeerUnavailable: There is no such interpreter, or it lacks the package.
    """

    def __init__(self, python: str | None, timeout_seconds: float) -> None:
        where, worker = python or sys.executable, str(Path(__file__).with_name("package_worker.py"))
        super().__init__("diplomacy", [where, worker], timeout_seconds)
        self.rules: Rulebook = RULES
        self.unreported: frozenset[Part] = frozenset({Part.CONTESTED})
        try:
            greeting = self._child.ask({"version": True})
        except PeerError as fault:
            raise PeerUnavailable(f"diplomacy in {where}: {fault}") from None
        if "version" not in greeting:
            self._child.stop()
            raise PeerUnavailable(
                f"the package diplomacy is not available ({greeting.get('error')}); "
                f"install it with: {install_command('peers')}"
            )
        self._child.since_start = 0
        self.version = str(greeting["version"])

    def unsupported(self, question: Turn) -> str | None:
        """Return the part of `question` that the package cannot express, None if there is none."""
        beyond = beyond_the_standard_game(question, any_board=True)  # it is given the board's name
        if beyond is not None:
            return beyond
        kinds = _IN_PHASE.get(question.type)
        if kinds is not None and not all(isinstance(order, kinds) for order in question.orders):
            return "an order of another phase"
        return None

    def answer(self, question: Turn) -> PeerAnswer:
        """Return the package's answer to `question`.

        Raises:
            PeerError: It crashed, hung, or its output is not an answer.
        """
        data = self._child.ask(self._request(question))
        if "error" in data:
            raise PeerError(f"it fails with {data['error']}")
        try:
            return self._read(question, data)
        except (StandoffError, KeyError, TypeError, AttributeError) as fault:
            raise PeerError(f"its state cannot be read: {type(fault).__name__}: {fault}") from None

    def request_text(self, question: Turn) -> str:
        """Return the calls to the package that ask `question`."""
        request = self._request(question)
        calls = [f"game.set_current_phase({request['phase']!r})", "game.clear_units()", "game.clear_centers()"]
        standing = {power: [*units] for power, units in request["units"].items()}
        for power, units in request["retreats"].items():
            standing.setdefault(power, []).extend("*" + unit for unit in units)
        settings = {"set_centers": request["centers"], "set_units": standing, "set_orders": request["orders"]}
        for name, things in settings.items():
            calls.extend(f"game.{name}({power!r}, {texts!r})" for power, texts in things.items())
        return "\n".join([*calls, "game.process()"])

    def _read(self, question: Turn, state: Json) -> PeerAnswer:
        board, position = question.board, question.position
        standing = cast(dict[str, list[str]], state["units"]).items()
        units = frozenset(unit_on(text, power, board) for power, texts in standing for text in texts)
        results: dict[str, list[str]] = {province_of(text[2:]): words for text, words in state["results"].items()}
        # in a retreat phase: units destroyed before it begins
        gone = {d.unit.province for d in position.dislodged if not legal_retreats(board, position, d, self.rules)}
        success = _success(question, cast(dict[str, list[str]], state["orders"]), results, gone)
        if question.type is not PhaseType.MOVEMENT:
            return PeerAnswer(units, None, success)
        places: dict[str, list[str]] = {
            province_of(text[2:]): goals for of_power in state["retreats"].values() for text, goals in of_power.items()
        }
        dislodged = {
            unit: frozenset(places.get(unit.province, ()))
            for unit in position.units
            if "dislodged" in results.get(unit.province, ())
        }
        return PeerAnswer(units, dislodged, success)

    def _request(self, question: Turn) -> Json:
        board, position = question.board, question.position
        units = {power: [str(unit) for unit in own] for power, own in position.by_power().items()}
        retreats: dict[str, dict[str, list[str]]] = {}
        for d in position.dislodged if question.type is PhaseType.RETREAT else ():
            places = legal_retreats(board, position, d, self.rules)
            if places:  # a unit without a retreat is destroyed before the phase begins
                retreats.setdefault(d.unit.power, {})[str(d.unit)] = list(places)
        orders: dict[str, list[str]] = {}
        for order in question.orders:
            orders.setdefault(order.power, []).append(_written(order, question.type))
        return {
            "map": board.name,
            "phase": _PHASES[question.type],
            "units": units,
            "retreats": retreats,
            "centers": {power: list(owned) for power, owned in position.centers.items()},
            "orders": orders,
        }


def _written(order: Order, phase: PhaseType) -> str:
    """Return an order in the package's notation."""
    if isinstance(order, Move):
        # the package reads listed seas as a convoy, and has no moves in a retreat phase
        between = "R" if phase is PhaseType.RETREAT else "-"
        via = " VIA" if order.via_convoy and phase is PhaseType.MOVEMENT else ""
        return f"{order.unit} {between} {order.destination}{via}"
    return str(order)


def _success(
    question: Turn, accepted: dict[str, list[str]], results: dict[str, list[str]], gone: set[str]
) -> dict[Order, bool]:
    """Return whether the package carried out each order.

    Left out are several orders for one province, orders to units in the provinces `gone`, and supports against a unit
    of the supporting power: the package calls these void if they may not help to dislodge that unit, valid or not.
    """
    orders = [order for order in question.orders if not isinstance(order, Waive)]
    provinces = [order.unit.province for order in orders]
    owner = {unit.province: unit.power for unit in question.position.units}
    success: dict[Order, bool] = {}
    for order, province in zip(orders, provinces, strict=True):
        if provinces.count(province) > 1 or province in gone:
            continue
        if isinstance(order, Support) and owner.get(province_of(order.destination or "")) == order.power:
            continue
        good = any(province_of(text.split()[1]) == province for text in accepted.get(order.power, ()))
        success[order] = good and not results.get(province)
    return success
