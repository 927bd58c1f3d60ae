"""Programs that leave out or make up what a card must not take for right: ``python liar.py LIE``.

Each is standoff itself, but for one lie.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]


def _all_fail(answer: Json) -> None:
    answer["orders"] = {
        power: {order: {"success": False} for order in orders} for power, orders in answer["orders"].items()
    }


def _came_from_elsewhere(answer: Json) -> None:
    for unit in answer.get("dislodged", {}).values():
        unit["from"] = next((place.partition("/")[0] for place in unit["retreats"]), unit["from"])


LIES: dict[str, Callable[[Json], object]] = {
    "honest": lambda answer: None,
    "no-dislodged": lambda answer: answer.pop("dislodged", None),
    "no-retreats": lambda answer: [unit.pop("retreats") for unit in answer.get("dislodged", {}).values()],
    "no-contested": lambda answer: answer.pop("contested", None),
    "no-orders": lambda answer: answer.pop("orders"),
    "units-only": lambda answer: [answer.pop(key, None) for key in ("dislodged", "contested", "orders")],
    "contested-munich": lambda answer: answer.update(contested=["MUN"]),
    "contested-never": lambda answer: answer.update(contested=[]),
    "all-fail": _all_fail,
    "from-elsewhere": _came_from_elsewhere,
    "declares": lambda answer: answer.update(without=["orders", "contested", "retreats"]),
}
"""What is done to each answer."""


def main(lie: str) -> None:
    """Answer line by line."""
    from standoff.lines.answering import answer_line

    last: Json = {"units": {}}
    for line in sys.stdin:
        answer: Json = answer_line(line)[0]
        if lie == "late":
            answer, last = {**last, "id": answer["id"]}, answer
        else:
            LIES[lie](answer)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
