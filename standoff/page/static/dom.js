// @ts-check
// Elements: created, found, and refilled only when their content has changed.

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/**
 * @param {string} name
 * @param {Record<string, any>} properties
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function element(name, properties = {}, ...children) {
  const made = /** @type {any} */ (document.createElement(name));
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
  return made;
}

/** @param {string} text @param {(event: any) => void} call @param {Record<string, any>} more */
export const button = (text, call, more = {}) =>
  element("button", { type: "button", onclick: call, ...more }, text);

/** A row that wraps. @param {...(Node | string | false)} children */
export const inRow = (...children) => element("p", { className: "row wrap" }, ...children);

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** The elements that can have the focus. @param {Element} box @returns {HTMLElement[]} */
const focusable = (box) => [
  .../** @type {NodeListOf<HTMLElement>} */ (
    box.querySelectorAll("button, input, select, textarea")
  ),
];

/**
 * Fill an element, unless it is up to date; the focus stays on the element with the same data-key,
 * or at the same place.
 * @param {Element} box
 * @param {unknown} about What its content depends on.
 * @param {() => (Node | string)[]} make
 */
export function fill(box, about, make) {
  const key = JSON.stringify(about);
  if (shown.get(box) === key) return;
  shown.set(box, key);
  const held = focusable(box).indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const name = focusable(box)[held]?.dataset.key;
  box.replaceChildren(...make());
  if (held < 0) return;
  const all = focusable(box);
  const to =
    all.find((one) => name && one.dataset.key === name) ??
    all[Math.min(held, all.length - 1)] ??
    $("map");
  to.focus({ preventScroll: true });
}

/**
 * Enable or disable a button; a disabled one loses the focus.
 * @param {string} id
 * @param {boolean} can
 */
export function able(id, can) {
  const one = $(id);
  if (!can && one === document.activeElement) $("map").focus({ preventScroll: true });
  one.disabled = !can;
}

/**
 * A setting of the page, in a meta element.
 * @param {string} name
 * @returns {HTMLMetaElement | null}
 */
export const meta = (name) => document.querySelector(`meta[name=standoff-${name}]`);

/** Drawings come from our own code; they are parsed as XML, never as HTML. @param {string} svg */
export function drawing(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}
