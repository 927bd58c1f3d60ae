"""The usual shapes of orders, worked out from the grammars once and kept in `shapes.json`.

An order of such a shape is read without loading the parser library, which takes 50 of the 200 ms that a command needs
for a turn; a test compares the file with the grammars.
``python -m standoff.text.notation.shapes`` writes the file anew.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

from .reader import Plan, parsed_shape

_UNITS = ("PLACE", "TYPE PLACE", "POWER PLACE", "POWER TYPE PLACE")
_TAILS = (
    "{0} HOLD",
    "{0} DASH HOLD",
    "{0} {2} PLACE",
    "{0} {2} PLACE VIA",
    "{0} {2} PLACE {2} PLACE",
    "{0} {2} PLACE {2} PLACE VIA",
    "{0} SUPPORT {1}",
    "{0} SUPPORT {1} HOLD",
    "{0} SUPPORT {1} {2} PLACE",
    "{0} SUPPORT {1} PLACE",
    "{0} CONVOY {1} {2} PLACE",
    "{0} CONVOY {1} {2} PLACE VIA",
    "{0} RETREAT PLACE",
    "{0} DISBAND",
    "{0} BUILD",
    "DISBAND {0}",
    "BUILD {0}",
    "WAIVE",
)


def usual_shapes() -> dict[str, dict[str, Plan]]:
    """Return the plans of the usual shapes of each notation, by the kinds of their words."""
    shapes: dict[str, dict[str, Plan]] = {}
    for notation in ("written", "package"):
        plans = shapes[notation] = {}
        for tail, unit, target, dash in product(_TAILS, _UNITS[:2], _UNITS, ("DASH", "TO")):
            kinds = tail.format(unit, target, dash)
            plan = parsed_shape(notation, tuple(kinds.split())).plan
            if plan is not None:
                plans[kinds] = plan
    return shapes


if __name__ == "__main__":
    lines = [
        f' "{notation}": {{\n'
        + ",\n".join(f"  {json.dumps(kinds)}: {json.dumps(plan)}" for kinds, plan in plans.items())
        + "\n }"
        for notation, plans in usual_shapes().items()
    ]
    path = Path(__file__).with_name("shapes.json")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(path)
