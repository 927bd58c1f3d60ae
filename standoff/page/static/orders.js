// @ts-check
// Orders as text: only the order of the selected unit is changed, the rest stays as typed.

/**
 * @typedef {object} Known An order found in the text.
 * @property {number} line From 1.
 * @property {string} power
 * @property {string} text As written in its line.
 * @property {string} order In canonical notation.
 * @property {string} place The province of its unit.
 */

const INDENT = "  ";

/** @param {string} text @param {string} part @param {string} by */
const exchanged = (text, part, by) => text.replace(part, () => by);

/**
 * Remove an order from a line, with the comma before or after it.
 * @param {string} line
 * @param {string} text
 */
function without(line, text) {
  const at = line.indexOf(text);
  const before = line.slice(0, at).replace(/[,;]\s*$/, "");
  const after = line.slice(at + text.length);
  const cut = before === line.slice(0, at) ? after.replace(/^\s*[,;]\s*/, "") : after;
  return (before + cut).trimEnd();
}

/**
 * Canonical orders below the names of their powers, in a text that has no answer yet.
 * @param {string} text
 * @returns {Known[]}
 */
export function plainly(text) {
  let power = "";
  return text.split("\n").flatMap((line, n) => {
    const order = line.trim();
    if (CANONICAL.test(order))
      return [{ line: n + 1, power, text: order, order, place: order.slice(2, 5) }];
    power = order || power;
    return [];
  });
}

/** @param {string} line */
const saysNothing = (line) => !line.trim() || /^[\s>*•\-–]*$/.test(line);

/**
 * Return the text with an order for a unit, replacing its earlier order, however that is written.
 * @param {string} text @param {Known[]} entries The orders found in that text.
 * @param {{order: string, power: string, place: string}} wanted
 * @param {string[]} names Names of the power, in any language.
 */
export function give(text, entries, wanted, names = []) {
  /** @type {(string | null)[]} */
  const lines = text.split("\n");
  let given = !wanted.order;
  for (const one of entries.filter((one) => one.place === wanted.place)) {
    const line = lines[one.line - 1];
    if (!line?.includes(one.text)) continue;
    const stays = !given && one.power === wanted.power;
    const rest = stays ? exchanged(line, one.text, wanted.order) : without(line, one.text);
    lines[one.line - 1] = stays || !saysNothing(rest) ? rest : null;
    given ||= stays;
  }
  if (!given) added(lines, entries, wanted, names);
  return lines
    .filter((line) => line !== null)
    .join("\n")
    .replace(/\n*$/, "\n");
}

/**
 * Return the text without any order for a unit.
 * @param {string} text @param {Known[]} entries @param {string} place
 */
export const take = (text, entries, place) => give(text, entries, { order: "", power: "", place });

/**
 * @param {(string | null)[]} lines
 * @param {Known[]} entries
 * @param {{order: string, power: string}} wanted
 * @param {string[]} names
 */
function added(lines, entries, wanted, names) {
  const own = entries.filter(
    (one) => one.power === wanted.power && lines[one.line - 1]?.includes(one.text),
  );
  const last = own[own.length - 1];
  if (last) {
    const line = /** @type {string} */ (lines[last.line - 1]);
    if (line.trim() === last.text) {
      const indent = /^\s*/.exec(line)?.[0] ?? "";
      lines.splice(last.line, 0, indent + wanted.order);
    } else lines[last.line - 1] = exchanged(line, last.text, `${last.text}, ${wanted.order}`);
    return;
  }
  const called = new Set([wanted.power, ...names].map((name) => name.toUpperCase()));
  const heading = lines.findIndex(
    (line) =>
      line !== null &&
      called.has(
        line
          .replace(/\([^)]*\)/, "")
          .replace(/[:*>\s]+$/, "")
          .replace(/^[*>\s]+/, "")
          .toUpperCase(),
      ),
  );
  if (heading >= 0) return void lines.splice(heading + 1, 0, INDENT + wanted.order);
  while (lines.length && !lines[lines.length - 1]?.trim()) lines.pop();
  lines.push(wanted.power, INDENT + wanted.order);
}

/**
 * Return the text with an order in place of an unreadable part of a line.
 * @param {string} text @param {number} line From 1. @param {string} part @param {string} order
 */
export const instead = (text, line, part, order) =>
  text
    .split("\n")
    .map((one, n) =>
      n !== line - 1
        ? one
        : part && one.includes(part)
          ? exchanged(one, part, order)
          : INDENT + order,
    )
    .join("\n");

// -- abbreviated, for
// links--------------------------------------------------------------------------------------------

const UNIT = "[AF] [A-Z]{3}(?:/[NSEW]C)?";
const PLACE = "[A-Z]{3}(?:/[NSEW]C)?";
const CANONICAL = new RegExp(
  `^(?:${UNIT} (?:H|B|D|R ${PLACE}|- ${PLACE}(?: VIA)?|[SC] ${UNIT}(?: - ${PLACE})?)|WAIVE)$`,
);

/** @param {string} order */
const longer = (order) =>
  order
    .replace(/^([AF])([A-Z]{3}(?:\/[NSEW]C)?)/, "$1 $2 ")
    .replace(/^([AF] \S+ )([SC])([AF])([A-Z]{3}(?:\/[NSEW]C)?)/, "$1$2 $3 $4 ")
    .replace(/^([AF] \S+ )R(?=[A-Z])/, "$1R ")
    .replace(/-/, "- ")
    .replace(/VIA$/, " VIA")
    .replace(/ +/g, " ")
    .trim();

/**
 * Return orders abbreviated, "ENGLAND:FLON-ENG;AWALH|FRANCE:…", if nothing is lost; otherwise as
 * they are, after "=".
 * @param {string} text
 */
export function shorter(text) {
  if (!text.trim()) return "";
  const powers = new Map();
  for (const { power, order } of plainly(text))
    powers.set(power, [...(powers.get(power) ?? []), order.replace(/ /g, "")]);
  const short = [...powers].map(([power, orders]) => `${power}:${orders.join(";")}`).join("|");
  const named = [...powers.keys()].every((power) => /^[A-Z]{3,}$/.test(power));
  return named && asWritten(expanded(short)) === asWritten(text) ? short : "=" + text;
}

/** @param {string} text */
const asWritten = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");

/** Return the orders that `shorter` abbreviated. @param {string} short */
export function expanded(short) {
  if (short.startsWith("=")) return short.slice(1);
  if (!short) return "";
  return (
    short
      .split("|")
      .map((part) => {
        const [power, orders = ""] = part.split(":");
        return [
          power,
          ...orders
            .split(";")
            .filter(Boolean)
            .map((order) => INDENT + longer(order)),
        ].join("\n");
      })
      .join("\n") + "\n"
  );
}
