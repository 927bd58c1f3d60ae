// @ts-check
// The link contains the game: the address's fragment has its phases, comments and view.
//
//   p  the position, or "start"      r  the rulebook            t  the title       e  the order
// that is explained
//   o  the orders                    s  its single options      c  the comment     v  what is
// shown: resolutions, …
//   a  what is drawn on the map
//   k  a game of several phases, packed: abbreviated orders, and comments and data that do not
// follow from the phase
//      before; phases that follow from none begin a chapter

import { expanded, shorter } from "./orders.js";
import { asList, now, ofList } from "./tree.js";

/** @typedef {import("./tree.js").Game} Game */
/**
 * @typedef {{order: string, view: string}} Shown The explained order and the view, empty for none.
 */

const MOST_UNPACKED = 2_000_000;
const MOST_PHASES = 2000;
export const MOST_TITLE = 200;
export const MOST_COMMENT = 5000;

/** @param {TransformStream} stream @param {Uint8Array} bytes @param {number} most */
async function through(stream, bytes, most) {
  const reader = new Blob([/** @type {BlobPart} */ (bytes)])
    .stream()
    .pipeThrough(stream)
    .getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) throw new Error("too long");
    parts.push(value);
  }
}

/** @param {unknown} value */
async function pack(value) {
  const bytes = await through(
    /** @type {any} */ (new CompressionStream("deflate-raw")),
    new TextEncoder().encode(JSON.stringify(value)),
    Infinity,
  );
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
async function unpack(text) {
  const plain = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
    c.charCodeAt(0),
  );
  return JSON.parse(
    new TextDecoder().decode(
      await through(
        /** @type {any} */ (new DecompressionStream("deflate-raw")),
        plain,
        MOST_UNPACKED,
      ),
    ),
  );
}

export const START =
  "standard S1901M AUSTRIA:ABUD,AVIE,FTRI;ENGLAND:FEDI,FLON,ALVP;FRANCE:FBRE,AMAR,APAR;GERMANY:FKIE,ABER,AMUN;ITALY:FNAP,AROM,AVEN;RUSSIA:AMOS,FSEV,FSTP/SC,AWAR;TURKEY:FANK,ACON,ASMY AUSTRIA:BUD,TRI,VIE;ENGLAND:EDI,LON,LVP;FRANCE:BRE,MAR,PAR;GERMANY:BER,KIE,MUN;ITALY:NAP,ROM,VEN;RUSSIA:MOS,SEV,STP,WAR;TURKEY:ANK,CON,SMY - - - -";

/** @param {Record<string, string>} options */
const listed = (options) =>
  Object.entries(options)
    .map(([name, choice]) => `${name}=${choice}`)
    .join(",");

/** @param {string | null} text */
function options(text) {
  /** @type {Record<string, string>} */
  const options = {};
  for (const entry of (text ?? "").split(",")) {
    const [name, choice] = entry.split("=");
    if (/^\w+$/.test(name) && choice && name !== "__proto__") options[name] = choice;
  }
  return options;
}

/** @param {string} text */
const asPlace = (text) => text.replace(/^start$/, START);
/**
 * A custom board is named by its file, without the folder.
 * @param {string} position
 * @param {string} start
 */
const place = (position, start) =>
  position === start ? "start" : position.replace(/^[^ ]*[\\/]/, "");

/**
 * Return a game as the fragment of an address.
 * @param {Game} game @param {Shown} shown @param {string} start The position written as "start".
 */
export async function fragment(game, shown = { order: "", view: "" }, start = START) {
  const phase = now(game);
  const list = asList(game);
  const parts = new URLSearchParams();
  if (list.length === 1 && !phase.comment) {
    parts.set("p", place(phase.position ?? "", start));
    if (phase.orders.trim()) parts.set("o", phase.orders);
    if (phase.arrows) parts.set("a", phase.arrows);
  } else parts.set("k", await pack(packed(list, game, start)));
  parts.set("r", phase.rules);
  if (Object.keys(phase.options).length) parts.set("s", listed(phase.options));
  if (game.title) parts.set("t", game.title);
  if (game.comment) parts.set("c", game.comment);
  if (shown.order) parts.set("e", shown.order);
  if (shown.view && shown.view !== "turn") parts.set("v", shown.view);
  return parts.toString();
}

/** @param {ReturnType<typeof asList>} list @param {Game} game @param {string} start */
function packed(list, game, start) {
  const at = list.findIndex((one) => one.id === game.at);
  const before = list.map((one) => (one.parent === null ? now(game) : list[one.parent]));
  const phases = list.map((one, n) => {
    /** @type {Record<string, unknown>} */
    const more = {};
    if (one.parent !== n - 1) more.b = one.parent;
    if (one.parent === null || one.fixed) more.p = place(one.position ?? "", start);
    else if (n === at) more.q = one.position; // it follows, but can be drawn before it is computed
    if (one.rules !== before[n].rules) more.r = one.rules;
    if (listed(one.options) !== listed(before[n].options)) more.s = listed(one.options);
    if (one.name) more.n = one.name;
    if (one.arrows) more.a = one.arrows;
    if (one.comment) more.c = one.comment;
    if (one.chapter) more.h = 1;
    return Object.keys(more).length ? [shorter(one.orders), more] : shorter(one.orders);
  });
  return { at, phases };
}

const isText = (/** @type {unknown} */ value) =>
  typeof value === "string" && value.length <= 200_000;

/** @param {unknown} good @returns {asserts good} */
function must(good) {
  if (!good) throw new Error("link");
}

/**
 * Return the game of a fragment, and its view; null if there is none.
 * @param {string} text @returns {Promise<{game: Game, shown: Shown} | null>}
 */
export async function gameIn(text) {
  const parts = new URLSearchParams(text.replace(/^#/, ""));
  if (!parts.has("p") && !parts.has("k")) return null;
  const rules = parts.get("r") ?? "2023";
  const chosen = options(parts.get("s"));
  const shown = { order: parts.get("e") ?? "", view: parts.get("v") ?? "" };
  const more = {
    title: (parts.get("t") ?? "").slice(0, MOST_TITLE),
    comment: (parts.get("c") ?? "").slice(0, MOST_COMMENT),
  };
  must(
    [rules, ...Object.values(shown), ...Object.values(more), ...Object.values(chosen)].every(
      isText,
    ),
  );
  const given = parts.get("k");
  if (!given) {
    const phase = {
      parent: null,
      position: asPlace(parts.get("p") ?? ""),
      orders: parts.get("o") ?? "",
      rules,
      options: chosen,
      fixed: true,
      arrows: parts.get("a") ?? "",
    };
    must(isText(phase.orders) && isText(phase.arrows) && isPosition(phase.position));
    return { game: ofList([phase], 0, more), shown };
  }
  const { at, phases } = await unpack(given);
  must(
    Array.isArray(phases) &&
      phases.length <= MOST_PHASES &&
      Number.isInteger(at) &&
      at >= 0 &&
      at < phases.length,
  );
  /** @type {any[]} */
  const list = [];
  for (const entry of phases) {
    const [orders, own] = Array.isArray(entry) ? entry : [entry, {}];
    must(
      isText(orders) &&
        own !== null &&
        typeof own === "object" &&
        Object.values(own).every((one) => one === null || isText(one) || Number.isInteger(one)),
    );
    const n = list.length;
    const parent = own.b === undefined ? (n ? n - 1 : null) : own.b;
    must(parent === null || (Number.isInteger(parent) && parent >= 0 && parent < n));
    must(parent !== null || isText(own.p));
    const before = parent === null ? { rules, options: chosen } : list[parent];
    const position = own.p ?? own.q ?? null;
    must(position === null || isPosition(asPlace(position)));
    list.push({
      parent,
      position: position && asPlace(position),
      fixed: own.p !== undefined,
      orders: expanded(orders),
      rules: own.r ?? before.rules,
      options: own.s === undefined ? before.options : options(own.s),
      name: String(own.n ?? "").slice(0, MOST_TITLE),
      comment: String(own.c ?? "").slice(0, MOST_COMMENT),
      chapter: own.h === 1,
      arrows: own.a ?? "",
    });
  }
  return { game: ofList(list, at, more), shown };
}

/** @param {string} text */
const isPosition = (text) => isText(text) && /^[\w./-]+ \S+ /.test(text);
