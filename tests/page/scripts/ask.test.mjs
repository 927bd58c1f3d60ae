import assert from "node:assert/strict";
import { test } from "node:test";

const asked = [];
const ended = [];
globalThis.Worker = class {
  calls = [];
  constructor() {
    this.says({ ready: true });
    this.says({ kept: true });
  }
  says(data) {
    setTimeout(() => this.calls.forEach((call) => call({ data })));
  }
  addEventListener(_, call) {
    this.calls.push(call);
  }
  terminate() {
    ended.push(this);
  }
  postMessage({ number, request }) {
    asked.push(request.name);
    if (request.name !== "for ever") this.says({ number, answer: { found: request.name } });
  }
};
globalThis.document = {
  querySelector: () => ({ content: "worker.js", dataset: { seconds: "0.2" } }),
};
const { ask, askLatest, connect } = await import("./ask.js");
const kept = connect(() => {});

test("a request that takes for ever costs only itself", async () => {
  await kept;
  const told = await Promise.all(
    ["first", "for ever", "behind"].map((name) =>
      ask({ do: "look", name }).then(
        (answer) => answer.found,
        (fault) => fault.message,
      ),
    ),
  );
  assert.deepEqual(told, [
    "first",
    "no answer in time: this turn is too large for the page; try the command",
    "behind",
  ]);
  assert.equal(ended.length, 1);
});

test("a slow question does not block anything else, and is stopped with its worker", async () => {
  const controller = new AbortController();
  const slow = ask({ do: "change", name: "for ever" }, controller.signal);
  const quick = await ask({ do: "look", name: "quick" });
  assert.equal(quick.found, "quick");
  const before = ended.length;
  setTimeout(() => controller.abort(), 20);
  await assert.rejects(slow, { name: "AbortError" });
  assert.equal(ended.length, before + 1);
  assert.equal((await ask({ do: "change", name: "again" })).found, "again");
});

test("a request that is out of date is not even sent", async () => {
  asked.length = 0;
  const held = ask({ do: "look", name: "held" });
  const one = askLatest("look", { do: "look", name: "one" }).catch((fault) => fault.name);
  const two = askLatest("look", { do: "look", name: "two" });
  assert.equal(await one, "AbortError");
  assert.equal((await two).found, "two");
  await held;
  assert.deepEqual(asked, ["held", "two"]);
});
