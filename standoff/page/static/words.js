// @ts-check
// The texts of the page; English is the key, and the catalogs of standoff have the other languages.
import { CATALOG } from "./catalog.js";

let language = "en";

/**
 * @param {string} text
 * @param {Record<string, string | number>} values The values of {names} in it.
 */
export function say(text, values = {}) {
  const translated =
    /** @type {Record<string, Record<string, string>>} */ (CATALOG)[language]?.[text] ?? text;
  return translated.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

const FORMS = { en: ["one", "other"], cs: ["one", "few", "other"], ru: ["one", "few", "many"] };

/**
 * Return a number with its noun, in the right one of the forms separated by "|".
 * @param {string} text "{n} order|{n} orders" @param {number} n
 */
export function count(text, n) {
  const forms = say(text, { n }).split("|");
  const form = new Intl.PluralRules(language).select(n);
  const names = FORMS[/** @type {keyof typeof FORMS} */ (language)];
  return forms[
    Math.min(
      Math.max(names.indexOf(form), form === "other" || form === "many" ? forms.length - 1 : 0),
      forms.length - 1,
    )
  ];
}

/** @param {string} chosen */
export function speak(chosen) {
  language = chosen;
  if (!globalThis.document) return;
  document.documentElement.lang = chosen;
  for (const one of document.querySelectorAll("[data-say]"))
    one.textContent = say(/** @type {HTMLElement} */ (one).dataset.say ?? "");
  for (const one of document.querySelectorAll("[data-label]"))
    one.setAttribute("aria-label", say(/** @type {HTMLElement} */ (one).dataset.label ?? ""));
}
