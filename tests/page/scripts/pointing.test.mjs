import assert from "node:assert/strict";
import { test } from "node:test";
import { drag, NOBODY, point, reach } from "./pointing.js";

const order = (text) => {
  const [, unit, rest] = /^([AF] \S+) (.*)$/.exec(text);
  const power = { PAR: "FRANCE", MAR: "FRANCE", BRE: "FRANCE", ENG: "FRANCE", BUR: "GERMANY" }[
    unit.slice(2)
  ];
  if (rest === "H") return { order: text, power, kind: "hold" };
  if (rest === "D") return { order: text, power, kind: "disband" };
  if (rest === "B") return { order: text, power, kind: "build", to: unit.slice(2) };
  if (rest.startsWith("R ")) return { order: text, power, kind: "retreat", to: rest.slice(2) };
  if (rest.startsWith("- "))
    return {
      order: text,
      power,
      kind: "move",
      to: rest.slice(2).replace(" VIA", ""),
      via: rest.endsWith("VIA"),
    };
  const [, kind, place, , to] = /^([SC]) [AF] (\S+)( - (\S+))?/.exec(rest);
  return {
    order: text,
    power,
    kind: kind === "S" ? "support" : "convoy",
    unit: place,
    to: to ?? null,
  };
};
const legal = (...texts) => {
  const found = {};
  for (const text of texts) (found[/^[AF] (\S+)/.exec(text)[1]] ??= []).push(order(text));
  return found;
};
const SPRING = legal(
  "A PAR H",
  "A PAR - BUR",
  "A PAR - PIC",
  "A PAR S A MAR - BUR",
  "A MAR H",
  "A MAR - BUR",
  "A MAR S A PAR - BUR",
  "A MAR S A PAR - GAS",
  "A BUR H",
  "A BUR - PAR",
  "A PAR S A BUR",
  "A PAR S A BUR - MUN",
);

function clicks(all, provinces, given = []) {
  let found = { pointed: NOBODY };
  for (const at of provinces) found = point(found.pointed, at, all, given);
  return found;
}

test("a unit and its destination are a move", () => {
  assert.equal(clicks(SPRING, ["PAR", "PIC"]).give.order, "A PAR - PIC");
});

test("a unit, another unit and where that goes are a support", () => {
  const second = clicks(SPRING, ["MAR", "PAR"]);
  assert.deepEqual(second.pointed, { unit: "MAR", target: "PAR" });
  assert.equal(clicks(SPRING, ["MAR", "PAR", "BUR"]).give.order, "A MAR S A PAR - BUR");
});

test("a unit twice is a hold", () => {
  assert.equal(clicks(SPRING, ["PAR", "PAR"]).give.order, "A PAR H");
});

test("a retreat is one click on where it leads; disbanding is chosen, and never comes of a second click", () => {
  const retreats = legal("A PAR R PIC", "A PAR R GAS", "A PAR D", "A MAR R GAS", "A MAR D");
  assert.equal(clicks(retreats, ["PIC"]).give.order, "A PAR R PIC");
  assert.deepEqual(
    clicks(retreats, ["GAS"]).offer.map((one) => one.order),
    ["A PAR R GAS", "A MAR R GAS"],
  );
  assert.deepEqual(
    clicks(retreats, ["PAR"]).offer.map((one) => one.order),
    ["A PAR D"],
  );
  assert.equal(clicks(retreats, ["PAR", "PAR"]).give, null);
  assert.equal(clicks(retreats, ["PAR", "GAS"]).give.order, "A PAR R GAS");
});

test("a unit that is dragged onto an enemy attacks; onto one's own it may also support", () => {
  assert.equal(drag("PAR", "BUR", SPRING, []).give.order, "A PAR - BUR");
  assert.equal(drag("PAR", "PIC", SPRING, []).give.order, "A PAR - PIC");
  assert.equal(drag("MAR", "PAR", SPRING, []).pointed.target, "PAR");
});

test("another unit may be attacked or supported: a choice, and the third click still decides", () => {
  const found = clicks(SPRING, ["PAR", "BUR"]);
  assert.equal(found.give, null);
  assert.deepEqual(found.offer.map((one) => one.order).sort(), [
    "A PAR - BUR",
    "A PAR S A BUR",
    "A PAR S A BUR - MUN",
  ]);
  assert.equal(found.offer[0].order, "A PAR - BUR");
  assert.equal(clicks(SPRING, ["PAR", "BUR", "BUR"]).give.order, "A PAR - BUR");
  assert.equal(clicks(SPRING, ["PAR", "BUR", "MUN"]).give.order, "A PAR S A BUR - MUN");
});

test("an attack on an enemy comes first, whatever its order; then what matches the orders given", () => {
  const sea = legal(
    "F ENG - BRE",
    "F ENG S F BRE",
    "F ENG S F BRE - GAS",
    "F ENG C A BRE - LON",
    "F BRE H",
  );
  for (const one of [...sea.ENG]) if (one.order.startsWith("F ENG")) one.power = "ENGLAND";
  for (const [all, clicked, given, first, second] of [
    [SPRING, ["PAR", "BUR"], "A BUR - MUN", "A PAR - BUR", "A PAR S A BUR - MUN"],
    [SPRING, ["PAR", "BUR"], "A BUR H", "A PAR - BUR", "A PAR S A BUR"],
    [sea, ["ENG", "BRE"], "F BRE H", "F ENG - BRE", "F ENG S F BRE"],
    [sea, ["ENG", "BRE"], "F BRE - GAS", "F ENG - BRE", "F ENG S F BRE - GAS"],
    [SPRING, ["PAR", "MAR"], "A MAR - BUR", "A PAR S A MAR - BUR", undefined],
  ]) {
    const found = clicks(all, clicked, [{ order: given, place: clicked[1] }]);
    assert.deepEqual(
      [found.offer[0] ?? found.give, found.offer[1]].map((one) => one?.order),
      [first, second],
    );
  }
});

test("over land or by convoy, or a choice of coasts: a choice", () => {
  const found = clicks(legal("A PAR - BRE", "A PAR - BRE VIA"), ["PAR", "BRE"]);
  assert.deepEqual(
    found.offer.map((one) => one.order),
    ["A PAR - BRE", "A PAR - BRE VIA"],
  );
  assert.deepEqual(found.pointed, { unit: "PAR", target: null });
});

test("where nothing leads the unit stays chosen; another unit is chosen instead", () => {
  assert.equal(clicks(SPRING, ["PAR", "STP"]).hint, "cannot");
  assert.equal(clicks(SPRING, ["PAR", "STP"]).pointed.unit, "PAR");
  assert.equal(clicks(SPRING, ["BUR", "MAR"]).pointed.unit, "MAR");
});

test("a winter takes one click", () => {
  const winter = {
    BRE: [
      { order: "F BRE B", power: "FRANCE", kind: "build", to: "BRE" },
      { order: "A BRE B", power: "FRANCE", kind: "build", to: "BRE" },
    ],
    PAR: [
      { order: "A PAR B", power: "FRANCE", kind: "build", to: "PAR" },
      { order: "WAIVE", power: "FRANCE", kind: "waive" },
    ],
    MUN: [{ order: "A MUN D", power: "GERMANY", kind: "disband" }],
  };
  assert.equal(clicks(winter, ["PAR"]).give.order, "A PAR B");
  assert.equal(clicks(winter, ["MUN"]).give.order, "A MUN D");
  assert.equal(clicks(winter, ["BRE"]).offer.length, 2);
  assert.equal(clicks(winter, ["PAR"], [{ order: "A PAR B", place: "PAR" }]).take, "PAR");
});

test("what may be pointed at next", () => {
  assert.deepEqual(reach({ unit: "MAR", target: null }, SPRING), { goes: ["BUR"], helps: ["PAR"] });
  assert.deepEqual(reach({ unit: "MAR", target: "PAR" }, SPRING), {
    goes: ["BUR", "GAS"],
    helps: ["PAR"],
  });
});
