import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fragment, gameIn, START } from "./link.js";
import { change, children, go, line, note, now, ofList, withChapter } from "./tree.js";

const FALL = "standard F1901M FRANCE:ABUR,AMAR - - - - -";
const AT = (position, orders, more = {}) => ({
  position,
  orders,
  rules: "2023",
  options: {},
  ...more,
});

test("one phase stands in plain words", async () => {
  const game = ofList([AT(START, "FRANCE\n  A PAR - BUR\n", { fixed: true })], 0);
  const text = await fragment(game);
  assert.match(text, /^p=start&o=FRANCE/);
  const found = await gameIn("#" + text);
  assert.equal(now(found.game).position, START);
  assert.equal(now(found.game).orders, "FRANCE\n  A PAR - BUR\n");
});

test("a game with branches, names, options, title, comment and what is shown", async () => {
  let game = ofList(
    [AT(START, "FRANCE\n  A PAR - BUR\n", { fixed: true }), AT(FALL, "France: A Bur H # mine\n")],
    1,
    { title: "A & B", comment: "č" },
  );
  game = note(
    change(go(game, "n0"), { orders: "x", options: { paradox_backup: "all-hold" } }),
    "n2",
    { name: "what if" },
  );
  const shown = { order: "FRANCE: A PAR - BUR", view: "resolutions-2" };
  const found = await gameIn(await fragment(game, shown));
  assert.deepEqual(found.shown, shown);
  assert.equal(found.game.title, "A & B");
  assert.equal(found.game.comment, "č");
  assert.deepEqual(now(found.game).options, { paradox_backup: "all-hold" });
  assert.equal(now(found.game).name, "what if");
  const first = line(go(found.game, "n1"));
  assert.deepEqual(
    first.map((one) => one.orders),
    ["FRANCE\n  A PAR - BUR\n", "France: A Bur H # mine\n"],
  );
  assert.deepEqual(first[0].options, {});
  assert.equal(first[1].position, null, "what follows is worked out, not sent");
});

test("the phase that is shown brings its position, to be drawn at once", async () => {
  const found = await gameIn(
    await fragment(ofList([AT(START, "", { fixed: true }), AT(FALL, "")], 1)),
  );
  assert.equal(now(found.game).position, FALL);
  assert.equal(now(found.game).fixed, false);
});

test("damaged and hostile links are refused", async () => {
  assert.equal(await gameIn("#anchor"), null);
  const pack = async (value) =>
    Buffer.from(
      new Uint8Array(
        await new Response(
          new Blob([JSON.stringify(value)])
            .stream()
            .pipeThrough(new CompressionStream("deflate-raw")),
        ).arrayBuffer(),
      ),
    ).toString("base64url");
  const bad = [
    "p=%00",
    "p=x",
    "k=AAAA",
    "k=!!",
    "p=" + "A".repeat(300000),
    "k=" + (await pack({ at: 5, phases: [] })),
    "k=" + (await pack({ at: 0, phases: ["a"] })),
    "k=" + (await pack({ at: 0, phases: [["a", { p: "start", b: 3 }]] })),
    "k=" + (await pack(null)),
    "k=" + (await pack({ at: 0, phases: [["a".repeat(300000), { p: "start" }]] })),
    "k=" + (await pack(" ".repeat(3000000))),
  ];
  for (const text of bad) await assert.rejects(gameIn("#" + text), undefined, text.slice(0, 40));
  assert.equal({}.polluted, undefined);
});

test("ten years of a game take less than 3,500 characters", async () => {
  const file = process.env.STANDOFF_TEN_YEARS;
  if (!file) return;
  const { nodes } = JSON.parse(readFileSync(file, "utf8"));
  const game = ofList(
    nodes.map((one, n) => ({ ...one, fixed: n === 0 })),
    nodes.length - 1,
  );
  const text = await fragment(game);
  assert.ok(text.length < 3500, String(text.length));
  console.log(`ten years: ${text.length} characters, ${nodes.length} phases`);
  const found = await gameIn(text);
  assert.deepEqual(
    line(found.game).map((one) => one.orders.trim()),
    nodes.map((one) => one.orders.trim()).map((one) => one.replace(/\n\n/g, "\n")),
  );
});

test("comments and chapters are in the link; a title is cut, and no folder of a board is told", async () => {
  let game = note(
    ofList([AT("/home/me/three.json S1901M - - - - - -", "", { fixed: true })], 0, {
      title: "x".repeat(150_000),
    }),
    "n0",
    { comment: "why?" },
  );
  game = withChapter(game, [AT(START, "", { fixed: true, name: "two" })], 0);
  const text = await fragment(game);
  const found = (await gameIn(text)).game;
  assert.equal(found.title.length, 200);
  assert.deepEqual(
    children(found, null).map((one) => [one.comment, one.chapter, one.name]),
    [
      ["why?", false, ""],
      ["", true, "two"],
    ],
  );
  assert.equal(children(found, null)[0].position, "three.json S1901M - - - - - -");
});
