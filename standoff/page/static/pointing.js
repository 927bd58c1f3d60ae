// @ts-check
// Pointing: a unit, perhaps another unit, then a destination become an order.

/**
 * @typedef {object} Legal A legal order in its parts.
 * @property {string} order
 * @property {string} said In the reader's language.
 * @property {string} power
 * @property {string} kind hold, move, support, convoy, retreat, disband, build, waive
 * @property {string | null} [to]
 * @property {string} [unit]
 * @property {boolean} [via]
 * @property {string} [type]
 *
 * @typedef {object} Pointed
 * @property {string | null} unit The place of the ordered unit.
 * @property {string | null} target The province of the supported or convoyed unit.
 *
 * @typedef {object} Pointing
 * @property {Pointed} pointed The current selection.
 * @property {Legal | null} give The resulting order.
 * @property {string | null} take The province whose order is removed.
 * @property {Legal[]} offer Orders to choose from.
 * @property {string} [hint] Why there is no order.
 */

/** @type {Pointed} */
export const NOBODY = { unit: null, target: null };

/** @param {string | null | undefined} place */
export const province = (place) => (place ?? "").split("/")[0];

/** @param {Record<string, Legal[]>} legal @param {string} at @returns {string | undefined} */
export const unitAt = (legal, at) => Object.keys(legal).find((place) => province(place) === at);

/** @param {Record<string, Legal[]>} legal @param {string} at */
export const retreatsTo = (legal, at) =>
  Object.values(legal)
    .flat()
    .filter((one) => one.kind === "retreat" && province(one.to) === at);

/** @param {Partial<Pointing>} fields @returns {Pointing} */
const outcome = (fields) => ({ pointed: NOBODY, give: null, take: null, offer: [], ...fields });

/**
 * Return whether a support or convoy matches the other unit's order.
 * @param {{order: string, place: string}[]} given
 */
function matching(given) {
  const goes = new Map(
    given.map((one) => [
      one.place,
      / - (\S+)/.exec(one.order.replace(/^(\S+ \S+) [SC] .*/, "$1"))?.[1] ?? null,
    ]),
  );
  return (/** @type {Legal} */ one) => {
    if (one.kind !== "support" && one.kind !== "convoy") return false;
    const to = goes.get(province(one.unit)) ?? null;
    return goes.has(province(one.unit)) ? province(to) === province(one.to) : false;
  };
}

/**
 * @param {Legal[]} orders
 * @param {(one: Legal) => boolean} first
 * @returns {Legal[]} The orders, with some of them first.
 */
const withFirst = (orders, first) => [
  ...orders.filter(first),
  ...orders.filter((one) => !first(one)),
];

/**
 * Return the result of pointing at a province.
 * @param {Pointed} before @param {string} at @param {Record<string, Legal[]>} legal
 * @param {{order: string, place: string}[]} given @returns {Pointing}
 */
export function point(before, at, legal, given) {
  const here = unitAt(legal, at);
  const own = before.unit === null ? undefined : legal[before.unit];
  if (!own && here === undefined) {
    const retreats = retreatsTo(legal, at);
    return retreats.length === 1 ? outcome({ give: retreats[0] }) : outcome({ offer: retreats });
  }
  if (!own) return chosen(/** @type {string} */ (here), at, legal, given);
  const unit = /** @type {string} */ (before.unit);
  if (province(unit) === at && before.target === null) {
    // disbanding is chosen in a menu, never by a second click
    const stays = own.find((one) => one.kind === "hold");
    return outcome(stays ? { give: stays } : {});
  }
  const helps = own.filter((one) => one.kind === "support" || one.kind === "convoy");
  if (before.target !== null) {
    const target = before.target;
    if (at === target && hostile(own, at, legal)) {
      const attacks = own.filter((one) => one.kind === "move" && province(one.to) === at);
      if (attacks.length === 1) return outcome({ give: attacks[0] });
    }
    const fits = helps.filter(
      (one) =>
        province(one.unit) === target &&
        (one.to === null || one.to === undefined ? at === target : province(one.to) === at),
    );
    if (fits.length === 1) return outcome({ give: fits[0] });
    if (fits.length) return outcome({ pointed: before, offer: withFirst(fits, matching(given)) });
    if (province(unit) === at) return outcome({});
  }
  const goes = own.filter(
    (one) => ["move", "retreat"].includes(one.kind) && province(one.to) === at,
  );
  const about = helps.filter((one) => province(one.unit) === at);
  if (about.length) {
    const matches = matching(given);
    const fitting = withFirst([...goes, ...about], matches);
    const staying = withFirst(
      [...goes, ...about],
      (one) => one.to === null || one.to === undefined,
    );
    // attack an enemy, whatever its order is; support an own unit in holding, unless it is ordered
    // to move
    const offer = hostile(own, at, legal)
      ? withFirst(fitting, (one) => goes.includes(one))
      : withFirst(staying, matches);
    return outcome({
      pointed: { unit, target: at },
      offer: offer.length > 1 ? offer : [],
      give: offer.length === 1 ? offer[0] : null,
    });
  }
  if (goes.length === 1) return outcome({ give: goes[0] });
  if (goes.length) return outcome({ pointed: before, offer: goes });
  if (here !== undefined) return chosen(here, at, legal, given);
  return outcome({ pointed: before, hint: "cannot" });
}

/**
 * Return whether a unit of another power is in a province.
 * @param {Legal[]} own
 * @param {string} at
 * @param {Record<string, Legal[]>} legal
 */
const hostile = (own, at, legal) => {
  const there = unitAt(legal, at);
  return there !== undefined && legal[there][0]?.power !== own[0].power;
};

/**
 * Return the result of dragging a unit to a province: a move, if possible, to an empty province or
 * an enemy; onto an own
 * unit, the move is the first choice.
 * @param {string} unit
 * @param {string} at
 * @param {Record<string, Legal[]>} legal
 * @param {{order: string, place: string}[]} given
 * @returns {Pointing}
 */
export function drag(unit, at, legal, given) {
  const pointed = { unit, target: null };
  const goes = legal[unit].filter(
    (one) => ["move", "retreat"].includes(one.kind) && province(one.to) === at,
  );
  if (!goes.length || (unitAt(legal, at) !== undefined && !hostile(legal[unit], at, legal))) {
    const pointing = point(pointed, at, legal, given);
    return { ...pointing, offer: withFirst(pointing.offer, (one) => goes.includes(one)) };
  }
  return goes.length === 1 ? outcome({ give: goes[0] }) : outcome({ pointed, offer: goes });
}

/**
 * @param {string} here
 * @param {string} at
 * @param {Record<string, Legal[]>} legal
 * @param {{order: string, place: string}[]} given
 * @returns {Pointing}
 */
function chosen(here, at, legal, given) {
  const orders = legal[here];
  const atOnce = orders.every((one) => ["build", "disband", "waive"].includes(one.kind));
  if (!atOnce)
    return outcome({
      pointed: { unit: here, target: null },
      offer: orders.filter((one) => one.kind === "disband"),
    });
  if (given.some((one) => one.place === at)) return outcome({ take: at });
  const own = orders.filter((one) => one.kind !== "waive");
  if (own.length === 1) return outcome({ give: own[0] });
  return outcome({ pointed: { unit: here, target: null }, offer: orders });
}

/**
 * Return the provinces that can be pointed at next: destinations, and units to support or convoy.
 * @param {Pointed} pointed @param {Record<string, Legal[]>} legal
 */
export function reach(pointed, legal) {
  const own = (pointed.unit !== null && legal[pointed.unit]) || [];
  if (pointed.target !== null) {
    const to = own
      .filter(
        (one) => province(one.unit) === pointed.target && ["support", "convoy"].includes(one.kind),
      )
      .map((one) => province(one.to ?? one.unit));
    return { goes: [...new Set(to)], helps: [pointed.target] };
  }
  const goes = own
    .filter((one) => ["move", "retreat"].includes(one.kind))
    .map((one) => province(one.to));
  const helps = own
    .filter((one) => ["support", "convoy"].includes(one.kind))
    .map((one) => province(one.unit));
  return { goes: [...new Set(goes)], helps: [...new Set(helps)] };
}
