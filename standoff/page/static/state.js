// @ts-check
// The state of the page in one object; changes notify the parts that show it.

import { EMPTY, now } from "./tree.js";
import { NOBODY } from "./pointing.js";

/** @typedef {import("./tree.js").Game} Game */
/** @typedef {import("./pointing.js").Legal} Legal */
/** @typedef {{power: string, order: string}} Named */
/**
 * @typedef {{game: Game, typed: string, when: number}} Step An earlier game; the field typed in
 * afterwards, and the time.
 */

/**
 * @typedef {object} Sent
 * @property {string} look The key of the turn.
 * @property {string} legal What its legal orders depend on.
 * @property {string} line The phases without a position.
 * @property {string} study The view, empty for none.
 * @property {Named | null} order The explained order.
 *
 * @typedef {object} State
 * @property {Game} game
 * @property {Step[]} past
 * @property {Step[]} future
 * @property {boolean} visiting True for a game from a link, while the own game is kept.
 * @property {any} look The last answer about the shown turn, null until there is one.
 * @property {string} lookOf The key of the turn of that answer.
 * @property {Record<string, Legal[]>} legal
 * @property {any} ground The board.
 * @property {any} offered Rulebooks, options, cases.
 * @property {"turn" | "resolutions" | "compare"} view
 * @property {number} n The number of the shown resolution or outcome.
 * @property {Record<string, any>} studies The content of each view.
 * @property {Named | null} chosen The explained order.
 * @property {any} explanation
 * @property {any} counterfactuals Changes that would alter it.
 * @property {boolean} unfolded Whether units without orders that nobody attacks have a row each.
 * @property {import("./pointing.js").Pointed} pointed
 * @property {Legal[]} offer The orders of the menu at the pointer.
 * @property {{x: number, y: number} | null} menu Its position; null for below the units.
 * @property {string | null} cursor The province selected by keyboard.
 * @property {boolean} setting
 * @property {string | null} drawing The start of the next arrow on the map, empty before that; null
 * while not drawing.
 * @property {boolean} judged
 * @property {string} language
 * @property {string} theme
 * @property {string} notice
 * @property {{said: string, next: string, source: string} | null} rest The phases of an opened text
 * that are not in the game.
 * @property {string} hint
 * @property {{what: string, stop: () => void} | null} asking A slow request in progress.
 * @property {Sent} sent What was requested last.
 * @property {string} fitted What the shown part of the map was chosen for.
 * @property {number} typing The timer that waits for a pause in typing; 0 for none.
 * @property {boolean} pressed While a button is pressed, nothing changes before the click.
 * @property {string} starting The progress of starting Python; empty when it is ready.
 */

/** @returns {State} */
export const BEGINNING = () => ({
  game: EMPTY(),
  past: [],
  future: [],
  visiting: false,
  look: null,
  lookOf: "",
  legal: {},
  ground: null,
  offered: null,
  ...ABOUT_A_TURN(),
  ...NO_TOOL,
  ...NOTHING_SENT(),
  typing: 0,
  pressed: false,
  judged: true,
  language: "en",
  theme: "light",
  notice: "",
  rest: null,
  starting: "",
});

/** The state of one turn, reset with it. */
export const ABOUT_A_TURN = () => ({
  view: /** @type {State["view"]} */ ("turn"),
  n: 0,
  studies: /** @type {Record<string, any>} */ ({}),
  chosen: null,
  explanation: null,
  counterfactuals: null,
  unfolded: false,
  pointed: NOBODY,
  offer: [],
  menu: null,
  cursor: null,
  hint: "",
  asking: null,
});

/** The requests for another game begin anew. */
export const NOTHING_SENT = () => ({
  sent: /** @type {Sent} */ ({ look: "", legal: "", line: "", study: "", order: null }),
  fitted: "",
});

/** The tools that change the map instead of giving orders end when another turn is opened. */
export const NO_TOOL = { setting: false, drawing: /** @type {string | null} */ (null) };

/** What every picture and sentence depends on. @param {State} state */
export const looksOf = ({ language, theme }) => ({ language, theme });

/** The key of an answer about a turn. @param {State} state */
export function turnOf(state) {
  const { position, orders, rules, options } = now(state.game);
  return { position, orders, rules, options };
}

/** @param {State} state */
export const turnKey = (state) => JSON.stringify(turnOf(state));

/** The number of the shown resolution or outcome. @param {State} state */
export const at = ({ studies, view, n }) => Math.min(n, (studies[view]?.shown.length ?? 1) - 1);

/** That resolution or outcome; nothing for the turn itself. @param {State} state */
export const standing = (state) => state.studies[state.view]?.shown[at(state)];

/**
 * Return the state with some fields changed; for another turn, the state of the previous turn is
 * reset.
 * @param {State} state @param {Partial<State>} fields @returns {State}
 */
export function changed(state, fields) {
  const after = { ...state, ...fields };
  const other =
    !now(state.game) || state.game.at !== after.game.at || turnKey(state) !== turnKey(after);
  if (!other || !now(after.game)) return after;
  if (state.asking) state.asking.stop();
  return { ...after, ...ABOUT_A_TURN(), cursor: after.cursor, hint: after.hint, ...fields };
}

const MOST_STEPS = 500;
export const REST = 1000; // ms; a longer pause begins another step

/**
 * Return the state with another game, and an undo step; continued typing in a field makes one step.
 * @param {State} state
 * @param {Game} game
 * @param {string} typed The field typed in, empty for other changes.
 * @param {number} when @returns {State}
 */
export function played(state, game, typed = "", when = Date.now()) {
  if (game === state.game) return state;
  const last = state.past[state.past.length - 1];
  const on = typed && last?.typed === typed && when - last.when < REST;
  const past = on
    ? [...state.past.slice(0, -1), { ...last, when }]
    : [...state.past, { game: state.game, typed, when }].slice(-MOST_STEPS);
  return changed(state, { game, past, future: [], notice: "" });
}

/**
 * Show the last of some steps, and move the shown game to the others; typing begins a new step.
 * @param {"past" | "future"} from @param {"past" | "future"} to @returns {(state: State) => State}
 */
const stepped = (from, to) => (state) => {
  const last = state[from].at(-1);
  if (!last) return state;
  return changed(state, {
    game: last.game,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], { game: state.game, typed: "", when: 0 }],
  });
};

export const undone = stepped("past", "future");
export const redone = stepped("future", "past");

/**
 * Return a store of the state that reports changes, once for simultaneous ones.
 * @param {State} state @param {() => void} tell
 */
export function store(state, tell) {
  let waiting = false;
  return {
    get: () => state,
    /** @param {(state: State) => State} make */
    update(make) {
      state = make(state);
      if (!waiting)
        queueMicrotask(() => {
          waiting = false;
          tell();
        });
      waiting = true;
    },
    /** Record what was sent, or is held; nothing is shown anew. @param {Partial<State>} fields */
    note(fields) {
      state = { ...state, ...fields };
    },
    /** @param {Partial<State>} fields */
    set(fields) {
      this.update((before) => changed(before, fields));
    },
  };
}

// -- saved games ----------------------------------------------------------------------------------

const KEPT = "standoff.games";

/**
 * @typedef {{id: string, game: Game, link: string, when: number, visiting?: boolean}} Kept A game,
 * and the fragment of its address.
 */
/** @typedef {Pick<Storage, "getItem" | "setItem">} Store */

/** @type {Store} */
const NOWHERE = {
  getItem: () => null,
  setItem() {
    throw new Error("forbidden");
  },
};

/**
 * A storage of the browser; an empty one if storage is forbidden.
 * @param {"localStorage" | "sessionStorage"} name
 * @returns {Store}
 */
export function storage(name) {
  try {
    return window[name] ?? NOWHERE;
  } catch {
    return NOWHERE;
  }
}

/**
 * Store a text; false if the storage is full.
 * @param {Store} target
 * @param {string} key
 * @param {string} text
 */
export function put(target, key, text) {
  try {
    target.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {any} one @returns {one is Kept} */
function isKept(one) {
  const phases = Object.values(one?.game?.phases ?? {});
  const good = (/** @type {any} */ phase) =>
    typeof phase?.orders === "string" &&
    typeof phase.rules === "string" &&
    phase.options &&
    (phase.parent === null || one.game.phases[phase.parent]);
  return (
    typeof one?.id === "string" &&
    phases.length > 0 &&
    phases.every(good) &&
    Boolean(one.game.phases[one.game.at])
  );
}

/** @param {Store} target @returns {Kept[]} The saved games, the last one first. */
export function keptGames(target) {
  try {
    const games = JSON.parse(target.getItem(KEPT) ?? "[]");
    return Array.isArray(games) ? games.filter(isKept).sort((a, b) => b.when - a.when) : [];
  } catch {
    return [];
  }
}

/**
 * Save these games, and no others; false if the storage is full.
 * @param {Store} target
 * @param {Kept[]} games
 */
export const keepOnly = (target, ...games) => put(target, KEPT, JSON.stringify(games));

/**
 * Save a game, replacing the one with its id; no other game is deleted.
 * @param {Store} target
 * @param {Kept} one
 */
export const keep = (target, one) => keepOnly(target, one, ...without(target, one.id));

/** Delete a game. @param {Store} target @param {string} id */
export const forget = (target, id) => keepOnly(target, ...without(target, id));

/** @param {Store} target @param {string} id */
const without = (target, id) => keptGames(target).filter((other) => other.id !== id);
