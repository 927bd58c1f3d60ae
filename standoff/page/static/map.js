// The map as something to point at: which province is under the pointer, what lights up, which choices are offered.

import { element } from "./page.js";

export function provinceAt(target) {
  return target.closest?.("[data-province]")?.dataset.province?.split("/")[0] ?? "";
}

const marked = (map, kind) => map.querySelectorAll("." + kind);

function clear(map, ...kinds) {
  for (const kind of kinds) for (const one of marked(map, kind)) one.classList.remove(kind);
}

function province(map, id) {
  return map.querySelector(`use[data-province="${CSS.escape(id)}"], path[data-province="${CSS.escape(id)}"]`);
}

export function light(map, chosen, orders) {
  clear(map, "lit", "chosen-province", "helped");
  if (!chosen) return;
  province(map, chosen.split("/")[0])?.classList.add("chosen-province");
  for (const order of orders) {
    if (["move", "retreat"].includes(order.kind)) province(map, order.to.split("/")[0])?.classList.add("lit");
    if (["support", "convoy"].includes(order.kind)) {
      map.querySelector(`.unit[data-province="${CSS.escape(order.unit.split("/")[0])}"]`)?.classList.add("helped");
    }
  }
}

export function emphasize(map, one) {
  map.classList.toggle("one", Boolean(one));
  clear(map, "this-one");
  if (!one) return;
  for (const drawn of map.querySelectorAll("[data-order]")) {
    if (drawn.dataset.order === one.order && drawn.dataset.power === one.power) drawn.classList.add("this-one");
  }
}

export function choiceButtons(orders, give) {
  return orders.map((order) => element("button", { type: "button", onclick: () => give(order) }, order.order));
}
