"""Asks the `diplomacy` package in its own process: a JSON object in, one out, line by line.

This file is run by its path, by any Python that has the package: it must import nothing of standoff, and need no newer
Python than the package does.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from typing import Any, cast


def adjudicated(question: dict[str, Any]) -> dict[str, Any]:
    """Return the package's result of a phase: the units afterwards, the retreats of dislodged units, and its verdicts.

    ``orders`` in the result holds, by power, the orders that the package accepted, as it rewrote them.
    """
    from diplomacy import Game  # pyright: ignore
    from diplomacy.engine.map import CONVOYS_PATH_CACHE  # pyright: ignore

    # for a map without a table of convoy routes, the package first lists all routes over up to 13 seas: that takes
    # minutes, or more memory than a machine has
    if question["map"] not in cast(dict[str, Any], CONVOYS_PATH_CACHE):
        raise LookupError(f"it has no map {question['map']}, or no convoy routes for it")
    game = cast(Any, Game(map_name=question["map"]))
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
    for power, orders in question["orders"].items():
        game.set_orders(power, orders)
    accepted = game.get_orders()
    game.process()
    state = game.get_state()
    return {
        "units": {power: [unit for unit in units if unit[0] != "*"] for power, units in state["units"].items()},
        "retreats": state["retreats"],
        "orders": accepted,
        "results": {
            unit: [str(result) for result in results if str(result)]
            for unit, results in game.result_history.last_value().items()
        },
    }


def package_version() -> dict[str, Any]:
    """Return the version of the package.

    Raises:
        ImportError: It is not installed.
    """
    from importlib.metadata import version

    import diplomacy  # noqa: F401  # pyright: ignore

    return {"version": version("diplomacy")}


def main() -> None:
    """Answer line by line until the input ends."""
    # only answers may reach standard output: what the package prints is sent to standard error
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    logging.disable(logging.CRITICAL)
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = package_version() if "version" in question else adjudicated(question)
        except Exception as fault:
            answer = {"error": f"{type(fault).__name__}: {fault}"}
        out.write(json.dumps({**answer, "id": question["id"]}) + "\n")
        out.flush()


if __name__ == "__main__":
    # import nothing from this file's folder: its modules have common names
    del sys.path[0]
    main()
