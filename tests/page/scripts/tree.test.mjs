import assert from "node:assert/strict";
import { test } from "node:test";
import {
  add,
  asList,
  beside,
  change,
  children,
  EMPTY,
  go,
  line,
  next,
  note,
  now,
  ofList,
  remove,
  sorted,
  step,
} from "./tree.js";

const S = "standard S1901M FRANCE:APAR,AMAR - - - - -";
const F = "standard F1901M FRANCE:ABUR,AMAR - - - - -";
const three = () =>
  ofList(
    [
      { position: S, orders: "a" },
      { position: F, orders: "b" },
      { position: "standard S1902M - - - - - -", orders: "c" },
    ],
    2,
  );
const names = (game) => line(game).map((one) => one.orders);

test("a change of an earlier phase is a branch, and what was played on stays", () => {
  const before = three();
  const game = change(go(before, "n0"), { orders: "x" });
  assert.deepEqual(names(game), ["x"]);
  assert.equal(children(game, null).length, 2);
  assert.deepEqual(names(beside(game, -1)), ["a", "b", "c"]);
  assert.deepEqual(names(before), ["a", "b", "c"]);
});

test("a change of the last phase changes it, and typing on in a branch makes no further one", () => {
  assert.deepEqual(names(change(three(), { orders: "z" })), ["a", "b", "z"]);
  const game = change(change(go(three(), "n1"), { orders: "x" }), { orders: "xy" });
  assert.equal(children(game, "n0").length, 2);
  assert.deepEqual(names(game), ["a", "xy"]);
});

test("what is as it was changes nothing", () => {
  const game = three();
  assert.equal(change(go(game, "n0"), { orders: "a" }).at, "n0");
  assert.equal(Object.keys(change(go(game, "n0"), { orders: "a", options: {} }).phases).length, 3);
});

test("the next phase is the one that is there, or a branch", () => {
  const game = go(three(), "n0");
  assert.equal(next(game, "standard F1901M FRANCE:AMAR,ABUR - - - - -").at, "n1");
  const other = next(game, "standard F1901M FRANCE:APAR,AMAR - - - - -");
  assert.equal(other.at, "n3");
  assert.equal(now(other).parent, "n0");
  assert.equal(next(go(other, "n0"), F).at, "n1");
});

test("steps go along the line that was seen last", () => {
  const game = change(go(three(), "n1"), { orders: "x" });
  const back = step(game, -1);
  assert.equal(back.at, "n0");
  assert.equal(now(step(back, 1)).orders, "x");
  assert.equal(step(game, 1), game);
  assert.equal(beside(game, 1), game);
});

test("a branch is removed with all behind it; the only line stays", () => {
  const game = change(go(three(), "n0"), { orders: "x" });
  const rest = remove(game, game.at);
  assert.equal(rest.at, "n0");
  assert.equal(Object.keys(rest.phases).length, 3);
  assert.equal(remove(rest, "n0"), rest);
  const cut = remove(go(rest, "n2"), "n1");
  assert.deepEqual(Object.keys(cut.phases), ["n0"]);
  assert.equal(cut.at, "n0");
});

test("a list of phases and back; a branch keeps its name", () => {
  const game = note(change(go(three(), "n1"), { orders: "x" }), "n3", { name: "what if" });
  const list = asList(game);
  assert.deepEqual(
    list.map((one) => one.parent),
    [null, 0, 1, 0],
  );
  const again = ofList(list, 3);
  assert.deepEqual(names(again), names(game));
  assert.equal(now(again).name, "what if");
});

test("positions are equal whatever the order of their units", () => {
  assert.equal(
    sorted("standard S1901M A:FBOT,AMUN;B:AX - - - - -"),
    sorted("standard S1901M B:AX;A:AMUN,FBOT - - - - -"),
  );
  assert.notEqual(sorted(S), sorted(F));
});

test("a removed phase's id is never used again", () => {
  const game = add(remove(add(ofList([{}], 0), { parent: "n0" }), "n1"), { parent: "n0" });
  assert.equal(game.at, "n2");
  assert.deepEqual(EMPTY().phases, {});
});
