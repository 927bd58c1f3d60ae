"""The C++ adjudicator dipcc of `diplomacy_cicero` as a peer, through its Python module, in a process of its own.

Its games, states and orders are written as those of the `diplomacy` package. It reports where units are and where
dislodged ones may go, not what becomes of an order.
"""

from __future__ import annotations

import json
from typing import cast

from ...map import PhaseType
from ...map.json_values import Json
from ...map.position_object import unit_on
from ...turn.turn import Turn
from .package import PackagePeer, units_in
from .peer import Answer


class DipccPeer(PackagePeer):
    """dipcc through its module ``pydipcc``, found by itself or in ``fairdiplomacy``.

    It is read under the rulebook of the `diplomacy` package, after which it was made; in a retreat phase it is given
    the legal retreats, as that one is.

    Args:
        python: The interpreter that has the module; this one if left out.
        timeout_seconds: How long it may take to answer.

    Raises:
        PeerUnavailable: There is no such interpreter, or it lacks the module.
    """

    program = "dipcc"
    other_boards = False
    install = "it is built from github.com/facebookresearch/diplomacy_cicero, folder dipcc"

    def wording(self, question: Turn) -> str:
        """Return the game that is given to `Game.from_json`, and the orders."""
        request = self._request(question)
        return "\n".join(
            f"{key}: {json.dumps(request[key])}" for key in ("phase", "units", "retreats", "centers", "orders")
        )

    def _read(self, question: Turn, state: Json) -> Answer:
        units = units_in(state, question.board)
        if question.type is not PhaseType.MOVEMENT:
            return Answer(units)
        if not str(state["phase"]).endswith("R"):
            # nobody retreats; a unit that is missing all the same was destroyed, but which one is not reported
            return Answer(units, {} if len(units) == len(question.position.units) else None)
        places = cast(dict[str, dict[str, list[str]]], state["retreats"])
        return Answer(
            units,
            {
                unit_on(text, power, question.board): frozenset(goals)
                for power, of_power in places.items()
                for text, goals in of_power.items()
            },
        )
