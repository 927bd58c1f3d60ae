import assert from "node:assert/strict";
import { test } from "node:test";
import { expanded, give, instead, shorter, take } from "./orders.js";

const known = (line, power, text, order, place) => ({ line, power, text, order, place });

test("the order that is typed is changed, however it is written", () => {
  const read = [known(2, "AUSTRIA", "Bud - Ser", "BUD - SER", "BUD")];
  assert.equal(
    give("Austria\nBud - Ser\n", read, { order: "A BUD - RUM", power: "AUSTRIA", place: "BUD" }),
    "Austria\nA BUD - RUM\n",
  );
});

test("the rest of its line stays", () => {
  const text = "France: A Par - Bur, A Mar H; Germany: A Mun - Bur\n";
  const read = [
    known(1, "FRANCE", "A Par - Bur", "A PAR - BUR", "PAR"),
    known(1, "FRANCE", "A Mar H", "A MAR H", "MAR"),
    known(1, "GERMANY", "A Mun - Bur", "A MUN - BUR", "MUN"),
  ];
  assert.equal(
    give(text, read, { order: "A PAR - PIC", power: "FRANCE", place: "PAR" }),
    "France: A PAR - PIC, A Mar H; Germany: A Mun - Bur\n",
  );
  assert.equal(
    give(text, read, { order: "F BRE H", power: "FRANCE", place: "BRE" }),
    "France: A Par - Bur, A Mar H, F BRE H; Germany: A Mun - Bur\n",
  );
  assert.equal(take(text, read, "MAR"), "France: A Par - Bur; Germany: A Mun - Bur\n");
});

test("an order takes the place of what could not be read", () => {
  assert.equal(
    instead("FRANCE: A Pariss - Bur, A Mar H", 1, "A Pariss - Bur", "A PAR - BUR"),
    "FRANCE: A PAR - BUR, A Mar H",
  );
  assert.equal(
    instead("FRANCE\n  A Par $& -\n", 2, "something else", "A PAR - BUR"),
    "FRANCE\n  A PAR - BUR\n",
  );
});

test("of several orders to a unit one stays", () => {
  const read = [
    known(2, "FRANCE", "A PAR - BUR", "A PAR - BUR", "PAR"),
    known(3, "FRANCE", "A PAR H", "A PAR H", "PAR"),
  ];
  assert.equal(
    give("FRANCE\n  A PAR - BUR\n  A PAR H\n", read, {
      order: "A PAR - PIC",
      power: "FRANCE",
      place: "PAR",
    }),
    "FRANCE\n  A PAR - PIC\n",
  );
});

test("a new order goes to those of its power, below its heading in any language, or to the end", () => {
  const read = [known(2, "FRANCE", "A PAR H", "A PAR H", "PAR")];
  assert.equal(
    give("FRANCE\n  A PAR H\nGERMANY\n", read, { order: "A MAR H", power: "FRANCE", place: "MAR" }),
    "FRANCE\n  A PAR H\n  A MAR H\nGERMANY\n",
  );
  assert.equal(
    give("Rakousko:\nFRANCE\n", [], { order: "A VIE H", power: "AUSTRIA", place: "VIE" }, [
      "Rakousko",
    ]),
    "Rakousko:\n  A VIE H\nFRANCE\n",
  );
  assert.equal(
    give("FRANCE\n  A PAR H\n\n", read, { order: "A MUN H", power: "GERMANY", place: "MUN" }),
    "FRANCE\n  A PAR H\nGERMANY\n  A MUN H\n",
  );
  assert.equal(
    give("", [], { order: "A MUN H", power: "GERMANY", place: "MUN" }),
    "GERMANY\n  A MUN H\n",
  );
});

test("remarks and what cannot be read stay", () => {
  const read = [known(3, "FRANCE", "A PAR H", "A PAR H", "PAR")];
  assert.equal(
    give("# mine\nFRANCE\n  A PAR H\n  A Foo - Bar\n", read, {
      order: "A PAR - PIC",
      power: "FRANCE",
      place: "PAR",
    }),
    "# mine\nFRANCE\n  A PAR - PIC\n  A Foo - Bar\n",
  );
});

const EACH =
  "FRANCE\n  A PAR - BUR\n  A MAR S A PAR - BUR\n  F BRE H\n  A GAS S F BRE\n  F STP/SC - BOT\nENGLAND\n  F ENG C A LON - BEL\n  A LON - BEL VIA\n  A WAL R YOR\n  A YOR D\n  F LON B\n  WAIVE\n  F NWY S F BAR - STP/NC\n";

test("every kind of order in few letters and back", () => {
  const short = shorter(EACH);
  assert.ok(!short.startsWith("="), short);
  assert.ok(short.length < EACH.length * 0.75);
  assert.equal(expanded(short), EACH);
});

test("what says more stays as it is", () => {
  for (const text of [
    "FRANCE: A Par - Bur\n",
    "# mine\nFRANCE\n  A PAR H\n",
    "FRANCE\n  A PAR H # why\n",
    "  A PAR H\n",
    "FRANCE\n  Paris holds\n",
  ]) {
    assert.equal(expanded(shorter(text)), text);
  }
  assert.equal(expanded(shorter("")), "");
});
