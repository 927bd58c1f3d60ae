// @ts-check
// The map: drawing, moving, zooming and pointing. It knows where things are, but no orders.

import { drawing, element } from "./dom.js";
import { province } from "./pointing.js";

const SVG = "http://www.w3.org/2000/svg";
const FINGER = 24; // px around a unit that count as the unit for a finger
const HAND = 10; // for a mouse
const LEGIBLE = 0.9; // px of the screen per px of the board; below it, names and units are enlarged
const LARGEST = 1.5; // the largest enlargement
const CLOSEST = 160; // the width of the smallest view, in px of the board

/**
 * The looks of shapes that are also in pictures, which have no style sheet.
 * @type {Record<string, Record<string, string | number>>}
 */
const LOOKS = {
  drawn: {
    fill: "none",
    stroke: "#7b2fbe",
    "stroke-width": 8,
    "stroke-opacity": 0.75,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  },
};

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...Element} children
 */
function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * @typedef {{province: string, x: number, y: number}} Spot A province and a point in the box, in
 * px.
 */

/**
 * @typedef {object} Calls What a map tells the page, and asks it.
 * @property {(spot: Spot, from?: string) => void} point
 * @property {(from: string, to: string) => void} draw
 * @property {(province: string) => boolean} canDrag
 * @property {(province: string) => boolean} wants
 */

export class MapView {
  /**
   * @param {any} box The element that contains the map.
   * @param {Calls} [calls]
   */
  constructor(box, calls) {
    this.box = box;
    this.calls = calls;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.picture = "";
    this.size = [1400, 1201];
    /** @type {number[] | null} left, top, right, bottom; null for the whole board */
    this.wanted = null;
    this.byHand = false;
    this.view = this.shown = [0, 0, ...this.size];
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    /** @type {{x: number, y: number, from: string, drawing: boolean} | null} */
    this.held = null;
    this.moved = false; // true after dragging: no click follows
    box.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) =>
      event.preventDefault(),
    ); // the right button draws
    box.addEventListener("click", (/** @type {MouseEvent} */ event) => this.clicked(event));
    box.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.down(event));
    box.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"])
      box.addEventListener(name, (/** @type {PointerEvent} */ event) => this.up(event));
    box.addEventListener(
      "wheel",
      (/** @type {WheelEvent} */ event) => {
        event.preventDefault();
        this.zoom(event.deltaY < 0 ? 1.25 : 0.8, event.clientX, event.clientY);
      },
      { passive: false },
    );
    this.wide = this.high = 0; // of the box; reading them at each picture would lay the page out twice
    new ResizeObserver(() => {
      [this.wide, this.high] = [box.clientWidth, box.clientHeight];
      if (this.byHand) this.place();
      else this.fit(this.wanted);
    }).observe(box);
  }

  /**
   * Show a picture, unless it is shown already.
   * @param {string} picture As SVG, or its subject if it is made here.
   * @param {number[]} size
   * @param {() => SVGSVGElement} make
   */
  show(picture, size, make = () => drawing(picture)) {
    if (picture === this.picture) return;
    this.picture = picture;
    const svg = make();
    const title = svg.querySelector(":scope > title"); // would otherwise be a tooltip everywhere
    svg.setAttribute("aria-label", title?.textContent ?? "");
    title?.remove();
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.size = size;
    const over = this.svg?.querySelectorAll(".marks, .drawn") ?? [];
    const before = this.svg;
    this.svg = svg;
    this.place();
    svg.append(...over);
    if (before) before.replaceWith(svg);
    else this.box.prepend(svg);
  }

  /** Show a part of the board, or all of it. @param {number[] | null} box */
  fit(box) {
    this.wanted = box;
    this.byHand = false;
    const [left, top, right, bottom] = box ?? [0, 0, ...this.size];
    this.view = [left, top, right - left, bottom - top];
    this.place();
  }

  /** The view in the aspect ratio of its box. */
  place() {
    const { wide, high } = this;
    if (!this.svg || !wide || !high) return;
    let [x, y, w, h] = this.view;
    const form = wide / high;
    if (w / h < form) [x, w] = [x - (h * form - w) / 2, h * form];
    else [y, h] = [y - (w / form - h) / 2, w / form];
    this.shown = [x, y, w, h] = this.inside([x, y, w, h]);
    this.svg.setAttribute("viewBox", this.shown.map((one) => one.toFixed(1)).join(" "));
    this.svg.style.setProperty(
      "--larger",
      String(Math.min(LARGEST, Math.max(LEGIBLE / this.scale, (LEGIBLE / this.scale) ** 0.5))),
    );
    this.box.classList.toggle("enlarged", this.byHand && w < this.size[0] * 0.99);
  }

  /** Px of the screen per px of the board. */
  get scale() {
    return this.wide / this.shown[2];
  }

  /**
   * @param {number} by
   * @param {number} [x]
   * @param {number} [y] The fixed point on the screen (default: the middle).
   */
  zoom(by, x, y) {
    const rect = this.box.getBoundingClientRect();
    const [left, top, w, h] = this.shown;
    const [fx, fy] = [
      x === undefined ? 0.5 : (x - rect.left) / rect.width,
      y === undefined ? 0.5 : (y - rect.top) / rect.height,
    ];
    const wide = Math.min(
      Math.max(w / by, CLOSEST),
      Math.max(this.size[0], this.size[1] * (rect.width / rect.height)),
    );
    const high = wide * (h / w);
    this.byHand = true;
    this.view = this.inside([left + fx * (w - wide), top + fy * (h - high), wide, high]);
    this.place();
  }

  /** @param {number} dx @param {number} dy In px of the screen. */
  pan(dx, dy) {
    const [left, top, w, h] = this.shown;
    this.byHand = true;
    this.view = this.inside([left - dx / this.scale, top - dy / this.scale, w, h]);
    this.place();
  }

  /** @param {number[]} view */
  inside([x, y, w, h]) {
    const within = (
      /** @type {number} */ at,
      /** @type {number} */ length,
      /** @type {number} */ size,
    ) => (length >= size ? (size - length) / 2 : Math.min(Math.max(at, 0), size - length));
    return [within(x, w, this.size[0]), within(y, h, this.size[1]), w, h];
  }

  // -- pointing -----------------------------------------------------------------------------------

  /**
   * The nearest unit on the screen, within `most` px.
   * @param {number} x
   * @param {number} y
   * @param {number} most
   */
  unitNear(x, y, most) {
    let best = "";
    for (const unit of this.box.querySelectorAll(".unit[data-province]")) {
      const rect = unit.getBoundingClientRect();
      const away = Math.hypot((rect.left + rect.right) / 2 - x, (rect.top + rect.bottom) / 2 - y);
      if (away < most) [best, most] = [unit.dataset.province, away];
    }
    return province(best);
  }

  /** @param {any} target @param {number} x @param {number} y @param {boolean} finger */
  provinceAt(target, x, y, finger) {
    const under = province(target?.closest?.("[data-province]")?.dataset.province);
    if (!this.calls || this.calls.wants(under)) return under;
    const near = this.unitNear(x, y, finger ? FINGER : HAND);
    return this.calls.wants(near) ? near : under;
  }

  /** @param {string} at @param {{clientX: number, clientY: number}} event @returns {Spot} */
  spot(at, event) {
    const rect = this.box.getBoundingClientRect();
    return { province: at, x: event.clientX - rect.left, y: event.clientY - rect.top };
  }

  /** The position of a province in the box, in px. @param {string} at */
  middle(at) {
    const one =
      this.box.querySelector(`.unit[data-province^="${CSS.escape(at)}"]`) ??
      this.box.querySelector(`[data-province="${CSS.escape(at)}"]`);
    const rect = this.box.getBoundingClientRect();
    const own = one?.getBoundingClientRect() ?? rect;
    return { x: (own.left + own.right) / 2 - rect.left, y: (own.top + own.bottom) / 2 - rect.top };
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (this.moved) return void (this.moved = false);
    if (/** @type {Element} */ (event.target).closest("button, .menu")) return;
    const at = this.provinceAt(
      event.target,
      event.clientX,
      event.clientY,
      /** @type {any} */ (event).pointerType === "touch",
    );
    if (at) this.calls?.point(this.spot(at, event));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (
      /** @type {Element} */ (event.target).closest("button, .menu") ||
      ![0, 2].includes(event.button)
    )
      return;
    this.moved = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const drawing = event.button === 2 || this.box.classList.contains("drawing");
    const under = province(
      /** @type {any} */ (event.target).closest("[data-province]")?.dataset.province,
    );
    const unit = this.unitNear(
      event.clientX,
      event.clientY,
      event.pointerType === "touch" ? FINGER / 2 : HAND + 4,
    );
    const from = drawing ? under : unit && this.calls?.canDrag(unit) ? unit : "";
    this.held =
      this.fingers.size === 1 ? { x: event.clientX, y: event.clientY, from, drawing } : null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const here = { x: event.clientX, y: event.clientY };
    if (this.fingers.size === 2) {
      const [other] = [...this.fingers]
        .filter(([id]) => id !== event.pointerId)
        .map(([, at]) => at);
      const far = (/** @type {{x: number, y: number}} */ one) =>
        Math.hypot(one.x - other.x, one.y - other.y) || 1;
      this.zoom(far(here) / far(before), (here.x + other.x) / 2, (here.y + other.y) / 2);
      this.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
      this.moved = true;
    } else if (
      this.held &&
      (this.moved || Math.hypot(here.x - this.held.x, here.y - this.held.y) > 7)
    ) {
      if (!this.moved) this.box.setPointerCapture?.(event.pointerId);
      this.moved = true;
      if (this.held.from) this.thread(this.held.from, here);
      else if (event.pointerType === "mouse" || this.box.classList.contains("enlarged"))
        this.pan(here.x - before.x, here.y - before.y);
    }
    this.fingers.set(event.pointerId, here);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    const held = this.held;
    this.held = null;
    this.over("thread", []);
    if (event.type === "pointercancel" || !held?.from) return;
    const under = /** @type {any} */ (document.elementFromPoint(event.clientX, event.clientY));
    if (held.drawing && (this.moved || event.button === 2))
      return this.calls?.draw(
        held.from,
        province(under?.closest("[data-province]")?.dataset.province),
      );
    if (!this.moved) return;
    const at = this.provinceAt(under, event.clientX, event.clientY, event.pointerType === "touch");
    if (at && at !== held.from) this.calls?.point(this.spot(at, event), held.from);
  }

  /**
   * Draw a line from a dragged unit to the pointer.
   * @param {string} from
   * @param {{x: number, y: number}} to On the screen.
   */
  thread(from, to) {
    const { x, y } = this.spot("", { clientX: to.x, clientY: to.y });
    const [one, two] = [this.middle(from), { x, y }].map((at) => ({
      x: this.shown[0] + at.x / this.scale,
      y: this.shown[1] + at.y / this.scale,
    }));
    this.over("thread", [shape("line", { x1: one.x, y1: one.y, x2: two.x, y2: two.y })]);
  }

  /**
   * Put shapes on top of the map, replacing those of that name.
   * @param {string} name
   * @param {Element[]} shapes
   */
  over(name, shapes) {
    this.svg?.querySelector("." + name)?.remove();
    if (shapes.length) this.svg?.append(shape("g", { class: name, ...LOOKS[name] }, ...shapes));
  }

  // -- emphasis -----------------------------------------------------------------------------------

  /** @param {string} id */
  outline(id) {
    return this.box.querySelector(
      `use[data-province="${CSS.escape(id)}"], path[data-province="${CSS.escape(id)}"]`,
    );
  }

  /**
   * @param {string | null} unit
   * @param {{goes: string[], helps: string[]}} reach
   * @param {string | null} cursor
   */
  light(unit, reach, cursor) {
    this.box.querySelector(".veils")?.remove();
    for (const kind of ["chosen-province", "helped", "cursor"])
      for (const one of this.box.querySelectorAll("." + kind)) one.classList.remove(kind);
    if (cursor) this.outline(cursor)?.classList.add("cursor");
    if (!unit) return;
    this.outline(province(unit))?.classList.add("chosen-province");
    const own = this.outline(province(unit));
    const veils = [...reach.goes.map((id) => this.outline(id)), own]
      .filter((one) => one !== null)
      .map((one) => {
        const veil = /** @type {Element} */ (one.cloneNode());
        for (const name of ["id", "fill", "data-province"]) veil.removeAttribute(name);
        veil.setAttribute("class", one === own ? "veil chosen" : "veil");
        return veil;
      });
    own?.closest(".board")?.parentElement?.after(shape("g", { class: "veils" }, ...veils));
    for (const id of reach.helps)
      this.box.querySelector(`.unit[data-province^="${CSS.escape(id)}"]`)?.classList.add("helped");
  }

  /**
   * Emphasize some orders; all for null.
   * @param {string[][] | null} orders Pairs of power and order.
   */
  emphasize(orders) {
    this.box.classList.toggle("one", Boolean(orders));
    const keys = new Set((orders ?? []).map(([power, order]) => `${power} ${order}`));
    for (const one of this.box.querySelectorAll("[data-order]")) {
      const whose = one.dataset.power
        ? keys.has(`${one.dataset.power} ${one.dataset.order}`)
        : (orders ?? []).some(([, order]) => order === one.dataset.order);
      one.classList.toggle("this-one", whose);
    }
  }

  /**
   * Draw the reader's arrows between provinces, and rings around provinces.
   * @param {string} arrows "PAR-BUR,LON"
   * @param {Record<string, {at: Record<string, number[]>}>} provinces
   */
  draw(arrows, provinces) {
    this.over(
      "drawn",
      arrows
        .split(",")
        .map((one) => one.split("-"))
        .filter((ids) => ids.every((id) => Object.hasOwn(provinces, id)))
        .map(([from, to]) => {
          const [x, y] = provinces[from].at[from];
          if (!to) return shape("circle", { cx: x, cy: y, r: 24 });
          const [tx, ty] = provinces[to].at[to];
          const far = Math.hypot(tx - x, ty - y) || 1;
          const [dx, dy] = [(tx - x) / far, (ty - y) / far];
          const head = `M${tx - 18 * dx - 11 * dy} ${ty - 18 * dy + 11 * dx}L${tx} ${ty}L${tx - 18 * dx + 11 * dy} ${ty - 18 * dy - 11 * dx}`;
          return shape("path", { d: `M${x + 16 * dx} ${y + 16 * dy}L${tx} ${ty}${head}` });
        }),
    );
  }

  /**
   * Return a picture of this map with the reader's arrows and rings.
   * @param {string} svg
   * @returns {string}
   */
  drawnOn(svg) {
    const picture = drawing(svg);
    const drawn = this.svg?.querySelector(".drawn")?.cloneNode(true);
    if (drawn) picture.querySelector(".map > g")?.append(drawn);
    return new XMLSerializer().serializeToString(picture);
  }

  /**
   * Mark where adjustments are possible: "+" a build, "−" a removal.
   * @param {{count: number, open: string[]}[]} allowed
   * @param {Record<string, {at: Record<string, number[]>}>} provinces
   */
  mark(allowed, provinces) {
    this.over(
      "marks",
      allowed.flatMap(({ count, open }) =>
        open.map((id) => {
          const [x, y] = provinces[id].at[id];
          const builds = count > 0;
          const sign = shape("text", { y: 6, "text-anchor": "middle" });
          sign.textContent = builds ? "+" : "−";
          const where = builds ? `translate(${x} ${y})` : `translate(${x + 13} ${y - 11})`;
          return shape(
            "g",
            { class: `mark ${builds ? "build" : "remove"}`, "data-province": id, transform: where },
            shape("circle", { r: builds ? 13 : 8 }),
            sign,
          );
        }),
      ),
    );
  }
}

/**
 * Return a picture of a position, drawn before there is an answer: the ground, owners, units.
 * @param {any} ground @param {string} position @returns {SVGSVGElement}
 */
export function firstPicture(ground, position) {
  const svg = drawing(ground.svg);
  svg.querySelector("defs")?.remove();
  for (const one of svg.querySelectorAll("[id]")) one.id = "first-" + one.id.replace(/^g-/, "");
  for (const one of svg.querySelectorAll("[clip-path]")) one.removeAttribute("clip-path");
  const [, , units, centers, dislodged] = [...position.split(" "), "-", "-", "-"];
  const owned = new Map(
    Object.entries(ground.powers).flatMap(([power, { country }]) =>
      country.map((/** @type {string} */ id) => [id, power]),
    ),
  );
  const groups = (/** @type {string} */ field) =>
    field === "-"
      ? []
      : field
          .split(";")
          .map((one) => one.split(":"))
          .filter((one) => one.length === 2 && ground.powers[one[0]]);
  for (const [id, one] of Object.entries(ground.provinces))
    if (/** @type {any} */ (one).center && groups(centers).length) owned.delete(id);
  const tint = (/** @type {string} */ id, /** @type {string} */ power) => {
    const one = svg.querySelector(`.lands [data-province="${CSS.escape(id)}"]`);
    if (ground.powers[power]?.tint) one?.setAttribute("fill", ground.powers[power].tint);
  };
  const marks = shape("g", { class: "units" });
  /** @param {string} power @param {string} text @param {number} away */
  const stand = (power, text, away) => {
    const [, kind, place] = /^([AF])([^<]+)/.exec(text) ?? [];
    const at = ground.provinces[province(place)]?.at[place];
    if (!at) return;
    if (!away && !ground.provinces[province(place)].center) owned.set(province(place), power);
    const use = shape("use", { transform: `translate(${at[0] + away} ${at[1] - away})` });
    use.setAttribute("href", `#g-${kind}-${power}`);
    marks.append(shape("g", { class: "unit stands", "data-province": place }, use));
  };
  for (const [power, list] of groups(units))
    for (const text of list.split(",")) stand(power, text, 0);
  for (const [power, list] of groups(dislodged ?? "-"))
    for (const text of list.split(",")) stand(power, text, 14);
  for (const [power, list] of groups(centers))
    for (const id of list.split(",")) owned.set(id, power);
  for (const [id, power] of owned) tint(id, power);
  svg.querySelector(".map")?.append(marks);
  return svg;
}

/** Return a hidden drawing with shared definitions. @param {any} ground */
export function definitions(ground) {
  const svg = drawing(ground.svg);
  const kept = svg.querySelector("defs");
  svg.replaceChildren(...(kept ? [kept] : []));
  svg.setAttribute("class", "definitions");
  svg.setAttribute("aria-hidden", "true");
  svg.removeAttribute("role");
  return element("div", { className: "definitions" }, svg);
}
