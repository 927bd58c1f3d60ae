"""An adjudicator for the interchange lines: replace `adjudicate` by your own, and list its phases in PHASES.

Try it: standoff score 'lines:python mine.py' --name mine
"""

import json
import sys

PHASES = ()  # for example ("movement", "retreat", "adjustment"): the phases that `adjudicate` supports; none yet
BOARDS = ("standard",)  # the boards that it supports


def adjudicate(request):
    """Return the result of a phase. Here every unit stays.

    request["units"]      {"FRANCE": ["A PAR", "F STP/NC"], ...}: the units
    request["orders"]     {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F NTH C A LON - BEL", ...], ...}
                          a unit may have several orders (DATC 4.D.3: the first legal one counts), or none: it holds
    request["dislodged"]  in a retreat phase: {"A BUR": {"power": "FRANCE", "from": "MUN", "by_convoy": false}, ...}
    request["contested"]  in a retreat phase: ["GAS", ...]: provinces that a standoff left empty
    request["centers"]    in an adjustment phase: {"FRANCE": ["PAR", "MAR"], ...}

    The answer requires "units"; in movement phases "dislodged" {"A BUR": {"power": "FRANCE", "retreats": ["GAS"]}} and
    "contested" ["GAS"]; in all phases "orders" {"FRANCE": {"A PAR - BUR": {"success": true}}}. List those of
    "retreats", "contested" and "orders" that your program does not know in "unreported".
    """
    return {"units": request["units"], "dislodged": {}, "unreported": ["contested", "orders"]}


def reply(request):
    """Return the answer to a request, or what of it is unsupported."""
    if request["phase"] not in PHASES:
        return {"unsupported": request["phase"] + " phases"}
    if request.get("map", "standard") not in BOARDS or request.get("civil_disorder") or request.get("closed"):
        return {"unsupported": "another board, powers in civil disorder, closed provinces"}
    return adjudicate(request)


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **reply(request)}), flush=True)
