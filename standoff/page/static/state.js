// What the page knows, in one object; whoever changes it says so, and whoever shows it hears of it.

import { EMPTY, now } from "./tree.js";
import { NOBODY } from "./pointing.js";

/** @typedef {import("./tree.js").Game} Game */
/** @typedef {import("./pointing.js").Legal} Legal */
/** @typedef {{power: string, order: string}} Named */
/** @typedef {{game: Game, typed: string, when: number}} Step A game as it was; where was typed after that, and when. */

/**
 * @typedef {object} State
 * @property {Game} game
 * @property {Step[]} past
 * @property {Step[]} future
 * @property {boolean} visiting True for a game that came with a link, while one's own is kept.
 * @property {any} look The last answer about the turn that is shown, null until there is one.
 * @property {string} lookOf What that answer is about.
 * @property {Record<string, Legal[]>} legal
 * @property {any} ground The board.
 * @property {any} offered Rulebooks, options, cases.
 * @property {"turn" | "resolutions" | "compare"} view
 * @property {any} resolutions
 * @property {number} resolution Which of them is shown.
 * @property {any} comparison
 * @property {number} verdict
 * @property {any} verdictLook The map under that verdict.
 * @property {Named | null} chosen The order that is explained.
 * @property {any} explanation
 * @property {any} turnings What would change it.
 * @property {import("./pointing.js").Pointed} pointed
 * @property {Legal[]} offer The orders of the menu at the pointer.
 * @property {{x: number, y: number} | null} menu Where it is; null for below the units.
 * @property {string | null} cursor The province that the keyboard points at.
 * @property {boolean} setting
 * @property {string | null} drawing Where the next arrow on the map begins, empty before that; null while nothing is drawn.
 * @property {{power: string, piece: string}} tool
 * @property {boolean} judged
 * @property {string} language
 * @property {string} theme
 * @property {string} notice
 * @property {string} hint
 * @property {{what: string, since: number, stop: () => void} | null} asking A slow question under way.
 * @property {string} starting How far Python is; empty when it answers.
 */

/** @returns {State} */
export const BEGINNING = () => ({
  game: EMPTY(), past: [], future: [], visiting: false, look: null, lookOf: "", legal: {}, ground: null, offered: null,
  ...ABOUT_A_TURN(), setting: false, drawing: null, tool: { power: "", piece: "A" }, judged: true, language: "en", theme: "light", notice: "", starting: "",
});

/** What belongs to a turn, and vanishes with it. */
const ABOUT_A_TURN = () => ({
  view: /** @type {State["view"]} */ ("turn"), resolutions: null, resolution: 0, comparison: null, verdict: 0, verdictLook: null,
  chosen: null, explanation: null, turnings: null, pointed: NOBODY, offer: [], menu: null, cursor: null, hint: "", asking: null,
});

/** What an answer about a turn depends on. @param {State} state */
export function turnOf(state) {
  const { position, orders, rules, options } = now(state.game);
  return { position, orders, rules, options };
}

/** @param {State} state */
export const turnKey = (state) => JSON.stringify(turnOf(state));

/** @param {State} state */
const hasGame = (state) => Boolean(state.game.phases[state.game.at]);

/**
 * Return the state with some of it changed; where another turn is shown, nothing of the one before stays.
 * @param {State} state @param {Partial<State>} fields @returns {State}
 */
export function changed(state, fields) {
  const after = { ...state, ...fields };
  const other = !hasGame(state) || state.game.at !== after.game.at || turnKey(state) !== turnKey(after);
  if (!other || !hasGame(after)) return after;
  if (state.asking) state.asking.stop();
  const kept = { cursor: after.cursor, hint: after.hint };
  const view = fields.view ? { view: fields.view } : {};
  return { ...after, ...ABOUT_A_TURN(), ...kept, ...view, ...(fields.chosen ? { chosen: fields.chosen } : {}) };
}

const MOST_STEPS = 500;
const REST = 1000; // ms; who rests longer begins another step

/**
 * Return the state with another game, and the one before to go back to; typing on in a line makes one step.
 * @param {State} state @param {Game} game @param {string} typed Where was typed, empty for what was not typing.
 * @param {number} when @returns {State}
 */
export function played(state, game, typed = "", when = Date.now()) {
  if (game === state.game) return state;
  const last = state.past[state.past.length - 1];
  const on = typed && last?.typed === typed && when - last.when < REST;
  const past = on ? [...state.past.slice(0, -1), { ...last, when }] : [...state.past, { game: state.game, typed, when }].slice(-MOST_STEPS);
  return changed(state, { game, past, future: [], notice: "" });
}

/** A step that typing does not join. @param {Game} game @returns {Step} */
const step = (game) => ({ game, typed: "", when: 0 });

/** @param {State} state @returns {State} */
export function undone(state) {
  const last = state.past[state.past.length - 1];
  if (!last) return state;
  return changed(state, { game: last.game, past: state.past.slice(0, -1), future: [...state.future, step(state.game)] });
}

/** @param {State} state @returns {State} */
export function redone(state) {
  const last = state.future[state.future.length - 1];
  if (!last) return state;
  return changed(state, { game: last.game, future: state.future.slice(0, -1), past: [...state.past, step(state.game)] });
}

/**
 * Return what holds the state and tells of changes, once for all that happen together.
 * @param {State} state
 */
export function store(state) {
  /** @type {(() => void)[]} */
  const heard = [];
  let waiting = false;
  const tell = () => {
    waiting = false;
    [...heard].forEach((one) => one());
  };
  return {
    get: () => state,
    /** @param {(state: State) => State} make */
    update(make) {
      state = make(state);
      if (!waiting) {
        waiting = true;
        queueMicrotask(tell);
      }
    },
    /** @param {Partial<State>} fields */
    set(fields) {
      this.update((before) => changed(before, fields));
    },
    /** Call somebody after each change, until what is returned is called. @param {() => void} one */
    listen(one) {
      heard.push(one);
      return () => void heard.splice(heard.indexOf(one), 1);
    },
  };
}

// -- games that are kept ----------------------------------------------------------------------------------------------

const KEPT = "standoff.games";
const MOST_LOOKED_AT = 10;

/** @typedef {{id: string, game: Game, link: string, when: number, visiting?: boolean}} Kept A game, and the fragment of its address. */

/** @param {any} one @returns {one is Kept} */
function isKept(one) {
  const phases = Object.values(one?.game?.phases ?? {});
  const good = (/** @type {any} */ phase) => typeof phase?.orders === "string" && typeof phase.rules === "string" && phase.options && (phase.parent === null || one.game.phases[phase.parent]);
  return typeof one?.id === "string" && phases.length > 0 && phases.every(good) && Boolean(one.game.phases[one.game.at]);
}

/** @param {Pick<Storage, "getItem">} storage @returns {Kept[]} The games that are kept, the last one first. */
export function keptGames(storage) {
  try {
    const games = JSON.parse(storage.getItem(KEPT) ?? "[]");
    return Array.isArray(games) ? games.filter(isKept).sort((a, b) => b.when - a.when) : [];
  } catch {
    return [];
  }
}

/**
 * Keep a game in place of the one with its id; false where there is no room. No other game goes for it, but for those
 * that were only looked at.
 * @param {Pick<Storage, "getItem" | "setItem">} storage @param {Kept} one @param {boolean} looked
 */
export const keep = (storage, one, looked = false) => put(storage, [one, ...without(storage, one.id)].slice(0, looked ? MOST_LOOKED_AT : Infinity));

/** Throw a game away. @param {Pick<Storage, "getItem" | "setItem">} storage @param {string} id */
export const forget = (storage, id) => put(storage, without(storage, id));

/** @param {Pick<Storage, "getItem">} storage @param {string} id */
const without = (storage, id) => keptGames(storage).filter((other) => other.id !== id);

/** @param {Pick<Storage, "setItem">} storage @param {Kept[]} games */
function put(storage, games) {
  try {
    storage.setItem(KEPT, JSON.stringify(games));
    return true;
  } catch {
    return false; // full, or forbidden
  }
}
