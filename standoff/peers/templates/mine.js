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

// Return the answer to a request, or what of it is unsupported.
function reply(request) {
  if (!PHASES.includes(request.phase)) return { unsupported: `${request.phase} phases` };
  const other = !BOARDS.includes(request.map ?? "standard") || request.civil_disorder?.length || request.closed?.length;
  return other ? { unsupported: "another board, powers in civil disorder, closed provinces" } : adjudicate(request);
}

module.exports = { adjudicate, reply };
if (require.main === module)
  require("readline")
    .createInterface({ input: process.stdin })
    .on("line", (line) => {
      const request = JSON.parse(line);
      console.log(JSON.stringify({ id: request.id, ...reply(request) }));
    });
