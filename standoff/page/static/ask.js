// Who answers: the server that the page came from, or Python in this browser. The page does not know which.

let worker = null;
let seconds = 0; // how long an answer of Python in this browser may take
let number = 0;
const waiting = new Map();

export class Fault extends Error {}

async function overNetwork(request) {
  const found = await fetch("ask", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  if (!found.ok) throw new Fault(await found.text());
  return found.json();
}

function answered(to, answer) {
  const { resolve, late } = waiting.get(to);
  waiting.delete(to);
  clearTimeout(late);
  resolve(answer);
}

// What takes too long can only be ended with its worker, and with it whatever waits behind it.
function startAnew() {
  const error = `no answer within ${seconds} seconds: this turn is too large for the page; try the command`;
  worker.terminate();
  [...waiting.keys()].forEach((one) => answered(one, { error }));
  start();
}

function start() {
  worker = new Worker(document.querySelector("meta[name=standoff-worker]").content, { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (waiting.has(data.number)) answered(data.number, data.answer);
  });
}

function inBrowser(request) {
  return new Promise((resolve) => {
    number += 1;
    waiting.set(number, { resolve, late: setTimeout(startAnew, seconds * 1000) });
    worker.postMessage({ number, request });
  });
}

export async function ask(request) {
  let found;
  try {
    found = worker ? await inBrowser(request) : await overNetwork(request);
  } catch (fault) {
    throw new Fault(fault instanceof Fault ? fault.message : "No answer: " + fault.message);
  }
  if (found.error) throw new Fault(found.error);
  return found;
}

// A static site says so in a meta element, which names the worker that runs Python.
export async function connect(ready) {
  const named = document.querySelector("meta[name=standoff-worker]");
  if (!named) return;
  seconds = Number(named.dataset.seconds);
  start();
  await new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => {
      if (data.progress) ready(data.progress);
      if (data.ready) resolve();
      if (data.failed) reject(new Fault(data.failed));
    });
  });
}
