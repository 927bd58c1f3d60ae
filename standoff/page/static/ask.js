// @ts-check
// Requests, answered by the page's server or by Python in this browser; callers need not know
// which.

import { meta } from "./dom.js";
import { say } from "./words.js";

export class Fault extends Error {
  lost = false; // true if there was no answer
}

/** Requests that search; they are answered separately, and block no others. */
export const SLOW = ["resolutions", "compare", "change", "gallery", "hold"];

/** @typedef {{number: number, request: any, resolve: (answer: any) => void}} Waiting */

const LATEST = 60_000; // ms until the page is cached even if Python has not started

const STOPPED = () => new DOMException("stopped", "AbortError");

/** A worker with Python in it, which answers one request at a time. */
class PythonWorker {
  /**
   * @param {string} script
   * @param {number} seconds Time limit of an answer.
   * @param {(text: string) => void} tell
   */
  constructor(script, seconds, tell) {
    this.script = script;
    this.seconds = seconds;
    this.tell = tell;
    /** @type {Waiting[]} */
    this.waiting = [];
    /** @type {Waiting | null} */
    this.at = null;
    /** @type {any} */
    this.late = 0;
    this.number = 0;
    this.kept = () => {}; // called when Python's files are cached
    this.start();
  }

  start() {
    this.ready = false;
    this.worker = new Worker(this.script, { type: "module" });
    const mine = this.worker;
    this.worker.addEventListener("message", ({ data }) => {
      if (mine !== this.worker) return;
      if (data.progress) this.tell(data.progress);
      if (data.failed) this.failed(data.failed);
      if (data.kept) this.kept();
      if (data.ready) {
        this.ready = true;
        this.tell("");
        this.send();
      }
      if (this.at && data.number === this.at.number) this.answered(data.answer);
    });
  }

  /** @param {string} fault */
  failed(fault) {
    this.tell(fault);
    for (const one of this.waiting.splice(0)) one.resolve({ error: fault });
  }

  send() {
    if (!this.ready || this.at || !this.waiting.length) return;
    this.at = /** @type {Waiting} */ (this.waiting.shift());
    this.late = setTimeout(
      () =>
        this.startAnew(
          say("no answer in time: this turn is too large for the page; try the command"),
        ),
      this.seconds * 1000,
    );
    this.worker?.postMessage({ number: this.at.number, request: this.at.request });
  }

  /** @param {any} answer */
  answered(answer) {
    clearTimeout(this.late);
    const { resolve } = /** @type {Waiting} */ (this.at);
    this.at = null;
    resolve(answer);
    this.send();
  }

  /** A late or unwanted request can only be ended with its worker. @param {string} error */
  startAnew(error) {
    this.worker?.terminate();
    this.start();
    if (this.at) this.answered({ error });
  }

  /** @param {any} request @param {AbortSignal} [signal] @returns {Promise<any>} */
  ask(request, signal) {
    return new Promise((resolve, reject) => {
      const one = { number: (this.number += 1), request, resolve };
      this.waiting.push(one);
      signal?.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((other) => other !== one);
        reject(STOPPED());
        if (this.at === one && SLOW.includes(request.do)) this.startAnew("");
      });
      this.send();
    });
  }
}

/** @type {{script: string, seconds: number, tell: (text: string) => void} | null} */
let inBrowser = null;
/** @type {Record<string, PythonWorker>} */
const workers = {};

/** @param {any} request @param {AbortSignal} [signal] */
async function overNetwork(request, signal) {
  const response = await fetch(SLOW.includes(request.do) ? "search" : "ask", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
  if (!response.ok) throw new Fault(say(await response.text()));
  return response.json();
}

/** @param {any} request @param {AbortSignal} [signal] */
function inPython(request, signal) {
  const { script, seconds, tell } = /** @type {NonNullable<typeof inBrowser>} */ (inBrowser);
  const name = SLOW.includes(request.do) ? "search" : "ask";
  workers[name] ??= new PythonWorker(script, seconds, name === "ask" ? tell : () => {});
  return workers[name].ask(request, signal);
}

/**
 * Return the answer to a request.
 * @param {any} request @param {AbortSignal} [signal] Ends the request with an AbortError.
 */
export async function ask(request, signal) {
  let answer;
  if (signal?.aborted) throw STOPPED();
  try {
    answer = inBrowser ? await inPython(request, signal) : await overNetwork(request, signal);
  } catch (fault) {
    if (/** @type {Error} */ (fault).name === "AbortError") throw fault;
    if (fault instanceof Fault) throw fault;
    throw Object.assign(
      new Fault(
        say("The server does not answer; your changes are kept, and solved when it is back."),
      ),
      { lost: true },
    );
  }
  if (answer.fault && !answer.error)
    answer.error = `${say("this request ended with a fault of standoff")}: ${answer.fault}`;
  if (answer.error) throw new Fault(answer.error);
  return answer;
}

/** @type {Record<string, AbortController>} */
const controllers = {};

/**
 * Return the answer to a request, and end an earlier one of the same name.
 * @param {string} name @param {any} request
 */
export function askLatest(name, request) {
  askNoMore(name);
  controllers[name] = new AbortController();
  return ask(request, controllers[name].signal);
}

/** End the request of a name. @param {string} name */
export const askNoMore = (name) => controllers[name]?.abort();

/**
 * Choose who answers: on a static site, a meta element names the worker that runs Python.
 * @param {(text: string) => void} tell Called with the progress of starting Python; with an empty
 *   text when it is ready.
 * @returns {Promise<void> | null} Settled when the files of Python are cached; null if a server answers.
 */
export function connect(tell) {
  const named = meta("worker");
  if (!named) return null;
  inBrowser = { script: named.content, seconds: Number(named.dataset.seconds), tell };
  const first = (workers.ask = new PythonWorker(named.content, inBrowser.seconds, tell));
  return new Promise((resolve) => {
    const late = setTimeout(resolve, LATEST);
    first.kept = () => {
      clearTimeout(late);
      resolve(undefined);
    };
  });
}
