"""An adjudicator behind the interchange lines: put your own in place of `adjudicate`.

Try it: standoff score 'lines:python mine.py' --name mine
"""

import json
import sys

PHASES = ("movement",)  # of "movement", "retreat", "adjustment": those that `adjudicate` knows
BOARDS = ("standard",)  # likewise


def adjudicate(asked):
    """Return what becomes of a phase. Here every unit stays.

    asked["units"]      {"FRANCE": ["A PAR", "F STP/NC"], ...}: where units stand
    asked["orders"]     {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F NTH C A LON - BEL", ...], ...}
                        a unit may have several orders (DATC 4.D.3: the first legal one counts), or none: it holds
    asked["dislodged"]  in a retreat phase: {"A BUR": {"power": "FRANCE", "from": "MUN", "by_convoy": false}, ...}
    asked["contested"]  in a retreat phase: ["GAS", ...]: provinces that a standoff left empty
    asked["centers"]    in an adjustment phase: {"FRANCE": ["PAR", "MAR"], ...}

    "units" must be told, the rest may be left out: "dislodged" {"A BUR": {"power": "FRANCE", "retreats": ["GAS"]}},
    "orders" {"FRANCE": {"A PAR - BUR": {"success": true}}}.
    """
    return {"units": asked["units"], "dislodged": {}}


for line in sys.stdin:
    asked = json.loads(line)
    if asked["phase"] not in PHASES:
        answer = {"cannot": asked["phase"] + " phases"}
    elif asked.get("map", "standard") not in BOARDS or asked.get("idle") or asked.get("closed"):
        answer = {"cannot": "another board, powers in civil disorder, closed provinces"}
    else:
        answer = adjudicate(asked)
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
