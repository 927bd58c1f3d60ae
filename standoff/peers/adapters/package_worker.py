"""Runs in a process of its own, and asks the `diplomacy` package: a JSON object in, one out, line by line.

This file is run by its path and by whatever Python has the package: it may use nothing of standoff, nor of a Python
newer than the package needs.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from typing import Any, cast


def adjudicated(question: dict[str, Any]) -> dict[str, Any]:
    """Return what the package makes of a phase: the units afterwards, where dislodged ones may go, and what it says.

    ``orders`` in what is returned holds, by power, the orders that the package accepted, as it rewrote them.
    """
    from diplomacy import Game  # pyright: ignore
    from diplomacy.engine.map import CONVOYS_PATH_CACHE  # pyright: ignore

    # without a table of a map's convoy routes the package first makes one, of all routes over up to 13 seas: that takes
    # minutes for 140 provinces, and on larger maps more memory than a machine has
    tabled = cast(dict[str, Any], CONVOYS_PATH_CACHE).setdefault(question["map"], None) is not None
    game = cast(Any, Game(map_name=question["map"]))
    if not game.map.locs:
        raise LookupError(f"no map {question['map']}")
    game.clear_units()
    game.clear_centers()
    game.set_current_phase(question["phase"])
    for power, centers in question["centers"].items():
        game.set_centers(power, centers, reset=True)
    for power, units in question["units"].items():
        game.set_units(power, units)
    for power, retreats in question["retreats"].items():
        game.set_units(power, ["*" + unit for unit in retreats])
    for power, retreats in question["retreats"].items():
        game.get_power(power).retreats.update(retreats)
    if not tabled:
        game.map.convoy_paths = routes_now(game)
    for power, orders in question["orders"].items():
        game.set_orders(power, orders)
    accepted = game.get_orders()
    refused = [str(fault) for fault in game.error]
    game.error = []
    game.process()
    state = game.get_state()
    return {
        "units": standing(state),
        "retreats": state["retreats"],
        "orders": accepted,
        "refused": refused,
        "results": {
            unit: [str(result) for result in results if str(result)]
            for unit, results in game.result_history.last_value().items()
        },
    }


def standing(state: dict[str, Any]) -> dict[str, list[str]]:
    """Return the units of a state by power, without those that are dislodged."""
    return {power: [unit for unit in units if not unit.startswith("*")] for power, units in state["units"].items()}


class MapNow:
    """A map of the package on which only water where a fleet stands is water."""

    def __init__(self, game: Any) -> None:
        self._map = game.map
        self._fleets = {unit[2:].upper() for power in game.powers.values() for unit in power.units if unit[0] == "F"}
        self.locs = game.map.locs

    def abut_list(self, location: str, incl_no_coast: bool = False) -> list[str]:
        """Return the neighbors of a location."""
        return self._map.abut_list(location, incl_no_coast=incl_no_coast)

    def area_type(self, location: str) -> str:
        """Return the kind of a location; for water without a fleet that of a place that no convoy passes."""
        kind = str(self._map.area_type(location))
        if location.upper() in self._fleets:
            return kind
        return {"PORT": "COAST", "WATER": "SHUT"}.get(kind, kind)


def routes_now(game: Any) -> dict[int, list[Any]]:
    """Return the part that the package would look at of its table of convoy routes: those of the fleets that stand now.

    The package's own function finds them. They are listed by the number of fleets, as in the table.
    """
    from queue import SimpleQueue

    from diplomacy.utils.convoy_paths import MAX_CONVOY_LENGTH, _get_convoy_paths  # pyright: ignore

    now: Any = MapNow(game)
    routes: dict[int, list[Any]] = {count: [] for count in range(1, len(now.locs) + 1)}
    for start in now.locs:
        for route in cast(Any, _get_convoy_paths)(now, start.upper(), MAX_CONVOY_LENGTH, SimpleQueue()):
            routes[len(route[1])].append(route)
    return routes


def package_version() -> str:
    """Return the version of the package.

    Raises:
        ImportError: It is not installed.
    """
    from importlib.metadata import version

    import diplomacy  # noqa: F401  # pyright: ignore

    return version("diplomacy")


def main() -> None:
    """Say which version of the package there is, then answer line by line until the input ends."""
    # only answers may go to standard output: what the package prints goes to standard error
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    logging.disable(logging.CRITICAL)

    def say(what: dict[str, Any]) -> None:
        out.write(json.dumps(what) + "\n")
        out.flush()

    try:
        say({"version": package_version()})
    except Exception as fault:
        say({"unavailable": f"{type(fault).__name__}: {fault}"})
        return
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = adjudicated(question)
        except Exception as fault:
            answer = {"error": f"{type(fault).__name__}: {fault}"}
        answer["id"] = question["id"]
        say(answer)


if __name__ == "__main__":
    # nothing is to be imported from the folder of this file: its modules have common names
    del sys.path[0]
    main()
