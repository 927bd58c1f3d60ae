// @ts-check
// A game as a tree of phases. Nothing here is changed in place: every function returns another
// game.

/**
 * @typedef {object} Phase A phase of a game, and its origin.
 * @property {string} id
 * @property {string | null} parent The previous phase; null for the first one.
 * @property {string | null} position Null if it follows from the previous phase, and is not known
 * yet.
 * @property {string} orders As they were typed.
 * @property {string} rules
 * @property {Record<string, string>} options
 * @property {boolean} fixed True if the position is set, and does not follow from the previous
 * phase.
 * @property {string} name The name of the branch or chapter that begins here, empty for none.
 * @property {string} comment Its comment.
 * @property {boolean} chapter True if a chapter begins here.
 * @property {string[]} differences Its differences from a record.
 * @property {string | null} last The next phase that was shown last.
 * @property {string | null} origin The phase that it is a changed copy of; null for none.
 * @property {string} arrows The drawings on its map: "PAR-BUR,LON" is an arrow and a ring.
 *
 * @typedef {object} Game
 * @property {Record<string, Phase>} phases
 * @property {string} at The shown phase.
 * @property {number} made The number of phases ever made; ids are not reused.
 * @property {string} title
 * @property {string} comment
 */

/** @type {Omit<Phase, "id">} */
const BARE = {
  parent: null,
  position: null,
  orders: "",
  rules: "2023",
  options: {},
  fixed: false,
  name: "",
  comment: "",
  chapter: false,
  differences: [],
  last: null,
  origin: null,
  arrows: "",
};

/** @returns {Game} */
export const EMPTY = () => ({ phases: {}, at: "", made: 0, title: "", comment: "" });

/**
 * Return the game with one more phase, which is shown.
 * @param {Game} game @param {Partial<Phase>} fields @returns {Game}
 */
export function add(game, fields) {
  const id = `n${game.made}`;
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const phases = { ...game.phases, [id]: { ...BARE, ...given, id } };
  return go({ ...game, phases, made: game.made + 1 }, id);
}

/** @param {Game} game @returns {Phase} */
export const now = (game) => game.phases[game.at];

/** @param {Game} game @param {string | null} parent @returns {Phase[]} */
export const children = (game, parent) =>
  Object.values(game.phases).filter((one) => one.parent === parent);

/**
 * Return the game with another phase shown; the phases before it remember the way.
 * @param {Game} game @param {string} id @returns {Game}
 */
export function go(game, id) {
  const phases = { ...game.phases };
  for (let one = phases[id]; one.parent !== null; one = phases[one.parent]) {
    const parent = phases[one.parent];
    if (parent.last !== one.id) phases[parent.id] = { ...parent, last: one.id };
  }
  return { ...game, phases, at: id };
}

/**
 * Return the phases of the shown line: the previous ones, then those that were shown last.
 * @param {Game} game @returns {Phase[]}
 */
export function line(game) {
  const phases = [];
  for (
    let one = now(game);
    one;
    one = /** @type {Phase} */ (one.parent === null ? undefined : game.phases[one.parent])
  )
    phases.unshift(one);
  for (let one = now(game); ; phases.push(one)) {
    const after = (one.last !== null && game.phases[one.last]) || children(game, one.id)[0];
    if (!after) return phases;
    one = after;
  }
}

/**
 * Return the game with the shown phase changed. If it has next phases, they stay, and the change
 * becomes a branch.
 * @param {Game} game @param {Partial<Phase>} fields @returns {Game}
 */
export function change(game, fields) {
  const phase = now(game);
  if (
    Object.entries(fields).every(
      ([key, value]) =>
        JSON.stringify(phase[/** @type {keyof Phase} */ (key)]) === JSON.stringify(value),
    )
  )
    return game;
  if (children(game, phase.id).length)
    return add(game, {
      ...phase,
      ...fields,
      name: "",
      chapter: false,
      differences: [],
      last: null,
      origin: phase.id,
    });
  return {
    ...game,
    phases: { ...game.phases, [phase.id]: { ...phase, ...fields, differences: [] } },
  };
}

/**
 * Return the later phases of the line that the shown branch leaves, as they were shown last; none
 * if it has its own.
 * @param {Game} game @returns {Phase[]}
 */
export function left(game) {
  const { id, origin } = now(game);
  if (origin === null || !game.phases[origin] || children(game, id).length) return [];
  const all = line(go(game, origin));
  return all.slice(all.findIndex((one) => one.id === origin) + 1);
}

/**
 * Return the game with phases after the shown one, which stays shown.
 * @param {Game} game @param {Partial<Phase>[]} later @returns {Game}
 */
export function followed(game, later) {
  const { id } = now(game);
  for (const one of later) game = add(game, { ...one, parent: game.at });
  return go(game, id);
}

/** @param {Game} game @param {string} id @param {Partial<Phase>} fields @returns {Game} */
export function note(game, id, fields) {
  return game.phases[id]
    ? { ...game, phases: { ...game.phases, [id]: { ...game.phases[id], ...fields } } }
    : game;
}

/**
 * Return a position with its lists in one order, to compare it with another.
 * @param {string | null} position
 */
export function sorted(position) {
  const inside = (/** @type {string} */ field) =>
    field
      .split(";")
      .map((group) => {
        const [power, list] = group.split(":");
        return list === undefined
          ? power.split(",").sort().join(",")
          : `${power}:${list.split(",").sort().join(",")}`;
      })
      .sort()
      .join(";");
  return (position ?? "")
    .split(" ")
    .map((field, n) => (n < 2 ? field : inside(field)))
    .join(" ");
}

/**
 * Return the game at the next phase with a position: an existing one, or a new one.
 * @param {Game} game @param {string} position @returns {Game}
 */
export function next(game, position) {
  const phase = now(game);
  const there = children(game, phase.id);
  const same = there.filter(
    (one) => one.position === null || sorted(one.position) === sorted(position),
  );
  const last = same.find((one) => one.id === phase.last) ?? same[0];
  if (last) return go(game, last.id);
  return add(game, { parent: phase.id, position, rules: phase.rules, options: phase.options });
}

/**
 * Return the game at a phase at a distance in a list; the same game if there is none.
 * @param {Game} game
 * @param {Phase[]} all
 * @param {number} way
 */
function moved(game, all, way) {
  const to = all[all.findIndex((one) => one.id === game.at) + way];
  return to ? go(game, to.id) : game;
}

/**
 * Return the game at the previous (-1) or next (1) phase.
 * @param {Game} game
 * @param {number} way
 */
export const step = (game, way) => moved(game, line(game), way);

/** Return the game at a neighboring branch. @param {Game} game @param {number} way */
export const beside = (game, way) => moved(game, children(game, now(game).parent), way);

/**
 * Return the ids of a phase and of all later phases from it.
 * @param {Game} game @param {string} id @returns {string[]}
 */
export const branch = (game, id) => [
  id,
  ...children(game, id).flatMap((one) => branch(game, one.id)),
];

/**
 * Return the game without a phase and all later phases from it; the last line of a game stays.
 * @param {Game} game @param {string} id @returns {Game}
 */
export function remove(game, id) {
  const { parent } = game.phases[id];
  const rest = children(game, parent).filter((one) => one.id !== id);
  if (parent === null && !rest.length) return game;
  const phases = { ...game.phases };
  for (const gone of branch(game, id)) delete phases[gone];
  if (parent !== null && phases[parent].last === id)
    phases[parent] = { ...phases[parent], last: null };
  return go({ ...game, phases }, phases[game.at] ? game.at : (rest[0]?.id ?? parent));
}

/** The parts of the name of a phase: "S", "1901", "M"; null without a name. @param {string} name */
export const partsOf = (name) => /^([SFW])(\d+)([MRA])$/.exec(name)?.slice(1) ?? null;

/** @param {Phase} phase */
export const phaseName = (phase) => phase.position?.split(" ")[1] ?? "…";

/**
 * Return the phases for one request: each after its parent, with its number.
 * @param {Game} game
 */
export function asList(game) {
  const ids = Object.keys(game.phases);
  return Object.values(game.phases).map((one) => ({
    ...one,
    parent: one.parent === null ? null : ids.indexOf(one.parent),
  }));
}

/**
 * Return a game of phases in a list, each with the number of its parent, or the one before it.
 * @param {(Partial<Omit<Phase, "parent">> & {parent?: number | null})[]} list
 * @param {number} at
 * @param {Partial<Game>} more
 * @returns {Game}
 */
export const ofList = (list, at, more = {}) => withChapter({ ...EMPTY(), ...more }, list, at);

/**
 * Return the game with the phases of a list as another chapter, which is shown.
 * @param {Game} game @param {Parameters<typeof ofList>[0]} list @param {number} at @returns {Game}
 */
export function withChapter(game, list, at) {
  const first = game.made;
  list.forEach((one, n) => {
    const parent = one.parent === undefined ? n - 1 : one.parent;
    game = add(game, {
      ...one,
      parent: parent === null || parent < 0 ? null : `n${first + parent}`,
      chapter: n ? one.chapter : first > 0,
      last: null,
    });
  });
  return go(game, `n${first + at}`);
}
