// An adjudicator for the interchange lines: replace `adjudicate` by your own, and list its phases in PHASES.
// Try it: standoff score 'lines:node mine.js' --name mine

const PHASES = []; // for example ["movement", "retreat", "adjustment"]: the phases that `adjudicate` supports; none yet
const BOARDS = ["standard"]; // the boards that it supports

// Return the result of a phase. Here every unit stays.
//
// request.units      {"FRANCE": ["A PAR", "F STP/NC"], ...}: the units
// request.orders     {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F NTH C A LON - BEL", ...], ...}
//                    a unit may have several orders (DATC 4.D.3: the first legal one counts), or none: it holds
// request.dislodged  in a retreat phase: {"A BUR": {"power": "FRANCE", "from": "MUN", "by_convoy": false}, ...}
// request.contested  in a retreat phase: ["GAS", ...]: provinces that a standoff left empty
// request.centers    in an adjustment phase: {"FRANCE": ["PAR", "MAR"], ...}
//
// The answer requires "units"; in movement phases "dislodged" {"A BUR": {"power": "FRANCE", "retreats": ["GAS"]}} and
// "contested" ["GAS"]; in all phases "orders" {"FRANCE": {"A PAR - BUR": {"success": true}}}. List those of "retreats",
// "contested" and "orders" that your program does not know in "unreported".
function adjudicate(request) {
  return { units: request.units, dislodged: {}, unreported: ["contested", "orders"] };
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const request = JSON.parse(line);
    const other = !BOARDS.includes(request.map ?? "standard") || request.civil_disorder?.length || request.closed?.length;
    const unsupported = !PHASES.includes(request.phase)
      ? `${request.phase} phases`
      : other && "another board, powers in civil disorder, closed provinces";
    console.log(JSON.stringify({ id: request.id, ...(unsupported ? { unsupported } : adjudicate(request)) }));
  });
