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
 * @property {number} n Which resolution or outcome is shown.
 * @property {Record<string, any>} studies What there is to show of each view.
 * @property {Named | null} chosen The order that is explained.
 * @property {any} explanation
 * @property {any} counterfactuals What would change it.
 * @property {import("./pointing.js").Pointed} pointed
 * @property {Legal[]} offer The orders of the menu at the pointer.
 * @property {{x: number, y: number} | null} menu Where it is; null for below the units.
 * @property {string | null} cursor The province that the keyboard points at.
 * @property {boolean} setting
 * @property {string | null} drawing Where the next arrow on the map begins, empty before that; null while nothing is drawn.
 * @property {boolean} judged
 * @property {string} language
 * @property {string} theme
 * @property {string} notice
 * @property {string} hint
 * @property {{what: string, stop: () => void} | null} asking A slow question under way.
 * @property {string} starting How far Python is; empty when it answers.
 */

/** @returns {State} */
export const BEGINNING = () => ({
  game: EMPTY(), past: [], future: [], visiting: false, look: null, lookOf: "", legal: {}, ground: null, offered: null,
  ...ABOUT_A_TURN(), setting: false, drawing: null, judged: true, language: "en", theme: "light", notice: "", starting: "",
});

/** What belongs to a turn, and vanishes with it. */
export const ABOUT_A_TURN = () => ({
  view: /** @type {State["view"]} */ ("turn"), n: 0, studies: /** @type {Record<string, any>} */ ({}), chosen: null, explanation: null, counterfactuals: null, pointed: NOBODY, offer: [], menu: null, cursor: null, hint: "", asking: null,
});

/** What an answer about a turn depends on. @param {State} state */
export function turnOf(state) {
  const { position, orders, rules, options } = now(state.game);
  return { position, orders, rules, options };
}

/** @param {State} state */
export const turnKey = (state) => JSON.stringify(turnOf(state));

/** Which of the resolutions or outcomes is shown. @param {State} state */
export const at = ({ studies, view, n }) => Math.min(n, (studies[view]?.shown.length ?? 1) - 1);

/** That resolution or outcome; nothing for the turn itself. @param {State} state */
export const standing = (state) => state.studies[state.view]?.shown[at(state)];

/**
 * Return the state with some of it changed; where another turn is shown, nothing of the one before stays.
 * @param {State} state @param {Partial<State>} fields @returns {State}
 */
export function changed(state, fields) {
  const after = { ...state, ...fields };
  const other = !now(state.game) || state.game.at !== after.game.at || turnKey(state) !== turnKey(after);
  if (!other || !now(after.game)) return after;
  if (state.asking) state.asking.stop();
  return { ...after, ...ABOUT_A_TURN(), cursor: after.cursor, hint: after.hint, ...fields };
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

/**
 * The last of some steps is shown, and what was shown becomes one of the others; typing does not join that.
 * @param {"past" | "future"} from @param {"past" | "future"} to @returns {(state: State) => State}
 */
const stepped = (from, to) => (state) => {
  const last = state[from].at(-1);
  if (!last) return state;
  return changed(state, { game: last.game, [from]: state[from].slice(0, -1), [to]: [...state[to], { game: state.game, typed: "", when: 0 }] });
};

export const undone = stepped("past", "future");
export const redone = stepped("future", "past");

/**
 * Return what holds the state and tells of changes, once for all that happen together.
 * @param {State} state @param {() => void} tell
 */
export function store(state, tell) {
  let waiting = false;
  return {
    get: () => state,
    /** @param {(state: State) => State} make */
    update(make) {
      state = make(state);
      if (!waiting) queueMicrotask(() => { waiting = false; tell(); });
      waiting = true;
    },
    /** @param {Partial<State>} fields */
    set(fields) {
      this.update((before) => changed(before, fields));
    },
  };
}

// -- games that are kept ----------------------------------------------------------------------------------------------

const KEPT = "standoff.games";

/** @typedef {{id: string, game: Game, link: string, when: number, visiting?: boolean}} Kept A game, and the fragment of its address. */
/** @typedef {Pick<Storage, "getItem" | "setItem">} Room */

/** @type {Room} */
const NOWHERE = { getItem: () => null, setItem() { throw new Error("forbidden"); } };

/** A storage of the browser; one that holds nothing where storing is forbidden. @param {"localStorage" | "sessionStorage"} name @returns {Room} */
export function storage(name) {
  try {
    return window[name] ?? NOWHERE;
  } catch {
    return NOWHERE;
  }
}

/** Store a text; false where there is no room. @param {Room} room @param {string} key @param {string} text */
export function put(room, key, text) {
  try {
    room.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {any} one @returns {one is Kept} */
function isKept(one) {
  const phases = Object.values(one?.game?.phases ?? {});
  const good = (/** @type {any} */ phase) => typeof phase?.orders === "string" && typeof phase.rules === "string" && phase.options && (phase.parent === null || one.game.phases[phase.parent]);
  return typeof one?.id === "string" && phases.length > 0 && phases.every(good) && Boolean(one.game.phases[one.game.at]);
}

/** @param {Room} room @returns {Kept[]} The games that are kept, the last one first. */
export function keptGames(room) {
  try {
    const games = JSON.parse(room.getItem(KEPT) ?? "[]");
    return Array.isArray(games) ? games.filter(isKept).sort((a, b) => b.when - a.when) : [];
  } catch {
    return [];
  }
}

/** Keep these games, and no others; false where there is no room. @param {Room} room @param {Kept[]} games */
export const keepOnly = (room, ...games) => put(room, KEPT, JSON.stringify(games));

/** Keep a game in place of the one with its id; no other game goes for it. @param {Room} room @param {Kept} one */
export const keep = (room, one) => keepOnly(room, one, ...without(room, one.id));

/** Throw a game away. @param {Room} room @param {string} id */
export const forget = (room, id) => keepOnly(room, ...without(room, id));

/** @param {Room} room @param {string} id */
const without = (room, id) => keptGames(room).filter((other) => other.id !== id);
