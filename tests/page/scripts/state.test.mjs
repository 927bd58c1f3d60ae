import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BEGINNING,
  changed,
  forget,
  keep,
  keptGames,
  played,
  redone,
  store,
  undone,
} from "./state.js";
import { change, go, now, ofList } from "./tree.js";

const begun = () => ({
  ...BEGINNING(),
  game: ofList(
    [
      { position: "a S1901M - - - - - -", orders: "x" },
      { position: "a F1901M - - - - - -", orders: "y" },
    ],
    0,
  ),
});

test("what belongs to a turn vanishes with it, and a question about it is stopped", () => {
  let stopped = 0;
  const shown = {
    ...begun(),
    view: "resolutions",
    studies: { resolutions: {} },
    chosen: { power: "A", order: "B" },
    explanation: {},
    asking: { what: "change", stop: () => (stopped += 1) },
  };
  const after = changed(shown, { game: go(shown.game, "n1") });
  assert.equal(after.view, "turn");
  assert.deepEqual(after.studies, {});
  assert.equal(after.chosen, null);
  assert.equal(after.asking, null);
  assert.equal(stopped, 1);
});

test("a title leaves everything where it is", () => {
  const shown = { ...begun(), view: "resolutions" };
  assert.equal(changed(shown, { game: { ...shown.game, title: "t" } }).view, "resolutions");
});

test("everything is undone and redone; typing on is one step", () => {
  let state = begun();
  state = { ...state, game: go(state.game, "n1") };
  for (const orders of ["z", "zz", "zzz"])
    state = played(state, change(state.game, { orders }), "orders");
  state = played(state, change(state.game, { rules: "1982" }));
  assert.equal(state.past.length, 2);
  state = undone(undone(state));
  assert.equal(now(state.game).orders, "y");
  assert.equal(undone(state), state);
  state = redone(redone(state));
  assert.equal(now(state.game).rules, "1982");
  assert.equal(now(state.game).orders, "zzz");
});

test("what happens together is told once", async () => {
  const told = [];
  const held = store(begun(), () => told.push(held.get().language));
  held.set({ language: "cs" });
  held.set({ language: "ru" });
  await null;
  assert.deepEqual(told, ["ru"]);
});

test("games are kept beside each other; what cannot be one is passed over", () => {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
  const { game } = begun();
  keep(storage, { id: "a", game, link: "1", when: 1 });
  keep(storage, { id: "b", game, link: "2", when: 2 });
  keep(storage, { id: "a", game, link: "3", when: 3 });
  assert.deepEqual(
    keptGames(storage).map((one) => [one.id, one.link]),
    [
      ["a", "3"],
      ["b", "2"],
    ],
  );
  kept.set("standoff.games", '[{"id": "x", "game": {"phases": {}}}, 7, null]');
  assert.deepEqual(keptGames(storage), []);
  kept.set("standoff.games", "{");
  assert.deepEqual(keptGames(storage), []);
});

test("typing after a rest, or in another line, is a step of its own", () => {
  let state = begun();
  for (const [orders, where, when] of [
    ["a", "line 1", 0],
    ["ab", "line 1", 500],
    ["abc", "line 1", 5000],
    ["abc d", "line 2", 5100],
  ])
    state = played(state, change(state.game, { orders }), where, when);
  assert.deepEqual(
    state.past.map((one) => now(one.game).orders),
    ["x", "ab", "abc"],
  );
});

test("no game that somebody played goes for another", () => {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
  const { game } = begun();
  for (let n = 0; n < 60; n += 1)
    assert.equal(keep(storage, { id: `own ${n}`, game, link: "", when: n }), true);
  assert.equal(keptGames(storage).length, 60);
  forget(storage, "own 7");
  assert.equal(keptGames(storage).length, 59);
  storage.setItem = () => {
    throw new Error("full");
  };
  assert.equal(keep(storage, { id: "x", game, link: "", when: 99 }), false);
});
