// Pointing: a unit, perhaps another unit, a destination. What is pointed at comes in, what is ordered goes out.

/**
 * @typedef {object} Legal A legal order in its parts.
 * @property {string} order
 * @property {string} power
 * @property {string} kind hold, move, support, convoy, retreat, disband, build, waive
 * @property {string | null} [to]
 * @property {string} [unit]
 * @property {boolean} [via]
 * @property {string} [type]
 *
 * @typedef {object} Pointed
 * @property {string | null} unit The place of the unit that is ordered.
 * @property {string | null} target The province of the unit that is supported or convoyed.
 *
 * @typedef {object} Pointing
 * @property {Pointed} pointed What is chosen now.
 * @property {Legal | null} give The order that it amounts to.
 * @property {string | null} take The province whose order is taken back.
 * @property {Legal[]} offer Orders to choose from.
 * @property {string} [hint] Why nothing comes of it.
 */

/** @type {Pointed} */
export const NOBODY = { unit: null, target: null };

/** @param {string | null | undefined} place */
export const province = (place) => (place ?? "").split("/")[0];

/** @param {Record<string, Legal[]>} legal @param {string} at @returns {string | undefined} */
export const unitAt = (legal, at) => Object.keys(legal).find((place) => province(place) === at);

/** @param {Partial<Pointing>} fields @returns {Pointing} */
const outcome = (fields) => ({ pointed: NOBODY, give: null, take: null, offer: [], ...fields });

/**
 * Return orders with those first that match what other units are ordered.
 * @param {Legal[]} orders @param {{order: string, place: string}[]} given @returns {Legal[]}
 */
export function matchingFirst(orders, given) {
  const goes = new Map(given.map((one) => [one.place, / - (\S+)/.exec(one.order.replace(/^(\S+ \S+) [SC] .*/, "$1"))?.[1] ?? null]));
  const matches = (/** @type {Legal} */ one) => {
    if (one.kind !== "support" && one.kind !== "convoy") return false;
    const to = goes.get(province(one.unit)) ?? null;
    return goes.has(province(one.unit)) ? province(to) === province(one.to) : false;
  };
  return [...orders.filter(matches), ...orders.filter((one) => !matches(one))];
}

/**
 * Return what follows when a province is pointed at.
 * @param {Pointed} before @param {string} at @param {Record<string, Legal[]>} legal
 * @param {{order: string, place: string}[]} given @returns {Pointing}
 */
export function point(before, at, legal, given) {
  const here = unitAt(legal, at);
  const own = before.unit === null ? undefined : legal[before.unit];
  if (!own) return here === undefined ? outcome({ hint: "nobody" }) : chosen(here, at, legal, given);
  const unit = /** @type {string} */ (before.unit);
  if (province(unit) === at && before.target === null) {
    const stays = own.find((one) => one.kind === "hold" || one.kind === "disband");
    return outcome(stays ? { give: stays } : {});
  }
  const helps = own.filter((one) => one.kind === "support" || one.kind === "convoy");
  if (before.target !== null) {
    const target = before.target;
    const fits = helps.filter((one) => province(one.unit) === target && (one.to === null || one.to === undefined ? at === target : province(one.to) === at));
    if (fits.length === 1) return outcome({ give: fits[0] });
    if (fits.length) return outcome({ pointed: before, offer: matchingFirst(fits, given) });
    if (province(unit) === at) return outcome({});
  }
  const goes = own.filter((one) => ["move", "retreat"].includes(one.kind) && province(one.to) === at);
  const about = helps.filter((one) => province(one.unit) === at);
  if (about.length) {
    const matching = matchingFirst(about, given);
    const first = matching.filter((one, n) => n === 0 || one.to === null || one.to === undefined);
    return outcome({ pointed: { unit, target: at }, offer: about.length + goes.length > 1 ? [...new Set([...first, ...goes, ...matching])] : [], give: about.length + goes.length === 1 ? about[0] : null });
  }
  if (goes.length === 1) return outcome({ give: goes[0] });
  if (goes.length) return outcome({ pointed: before, offer: goes });
  if (here !== undefined) return chosen(here, at, legal, given);
  return outcome({ pointed: before, hint: "cannot" });
}

/** @param {string} here @param {string} at @param {Record<string, Legal[]>} legal @param {{order: string, place: string}[]} given @returns {Pointing} */
function chosen(here, at, legal, given) {
  const orders = legal[here];
  const atOnce = orders.every((one) => ["build", "disband", "waive"].includes(one.kind));
  if (!atOnce) return outcome({ pointed: { unit: here, target: null } });
  if (given.some((one) => one.place === at)) return outcome({ take: at });
  const own = orders.filter((one) => one.kind !== "waive");
  if (own.length === 1) return outcome({ give: own[0] });
  return outcome({ pointed: { unit: here, target: null }, offer: orders });
}

/**
 * Return the provinces that may be pointed at next: to go to, and of units to help.
 * @param {Pointed} pointed @param {Record<string, Legal[]>} legal
 */
export function reach(pointed, legal) {
  const own = (pointed.unit !== null && legal[pointed.unit]) || [];
  if (pointed.target !== null) {
    const to = own.filter((one) => province(one.unit) === pointed.target && ["support", "convoy"].includes(one.kind)).map((one) => province(one.to ?? one.unit));
    return { goes: [...new Set(to)], helps: [pointed.target] };
  }
  const goes = own.filter((one) => ["move", "retreat"].includes(one.kind)).map((one) => province(one.to));
  const helps = own.filter((one) => ["support", "convoy"].includes(one.kind)).map((one) => province(one.unit));
  return { goes: [...new Set(goes)], helps: [...new Set(helps)] };
}

/**
 * Return the neighbor of a province that lies nearest to a direction.
 * @param {Record<string, {at: Record<string, number[]>, beside: string[]}>} provinces @param {string} from
 * @param {number} dx @param {number} dy
 */
export function neighbor(provinces, from, dx, dy) {
  const [x, y] = provinces[from].at[from];
  let best = null;
  let least = 1.2; // within some 70 degrees of it
  for (const to of provinces[from].beside) {
    const [tx, ty] = provinces[to].at[to];
    const away = Math.abs(Math.atan2((tx - x) * dy - (ty - y) * dx, (tx - x) * dx + (ty - y) * dy));
    if (away < least) [best, least] = [to, away];
  }
  return best;
}
