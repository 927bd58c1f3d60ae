// An adjudicator behind the interchange lines: put your own in place of `adjudicate`.
// Try it: standoff score 'lines:node mine.js' --name mine

const PHASES = ["movement"]; // of "movement", "retreat", "adjustment": those that `adjudicate` knows

// Return what becomes of a phase. Here every unit stays.
//
// asked.units      {"FRANCE": ["A PAR", "F STP/NC"], ...}: where units stand
// asked.orders     {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F NTH C A LON - BEL", ...], ...}
// asked.dislodged  in a retreat phase: {"A BUR": {"power": "FRANCE", "from": "MUN", "by_convoy": false}, ...}
// asked.centers    in an adjustment phase: {"FRANCE": ["PAR", "MAR"], ...}
//
// "units" must be told, the rest may be left out: "dislodged" {"A BUR": {"power": "FRANCE", "retreats": ["GAS"]}},
// "orders" {"FRANCE": {"A PAR - BUR": {"success": true}}}.
function adjudicate(asked) {
  return { units: asked.units, dislodged: {} };
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const asked = JSON.parse(line);
    const answer = PHASES.includes(asked.phase) ? adjudicate(asked) : { cannot: `${asked.phase} phases` };
    console.log(JSON.stringify({ id: asked.id, ...answer }));
  });
