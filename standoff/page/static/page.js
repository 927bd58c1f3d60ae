// The page: a game as a list of phases, one of them shown; every change is kept, can be undone, and survives a reload.

import { ask, connect, Fault } from "./ask.js";
import { fragment, gameIn, isPhase } from "./link.js";
import { say, speak, spoken } from "./words.js";
import { choiceButtons, emphasize, light, provinceAt } from "./map.js";

const KEPT = "standoff.game";
const $ = (id) => document.getElementById(id);

let game = { phases: [], at: 0 };
let past = [];
let future = [];
let offered = null; // rulebooks, options, cases
let ground = null; // provinces and powers of the board
let legal = {}; // by location, the legal orders of its unit
let shown = null; // what the last answer was
let chosen = null; // the location of the unit that is being ordered
let tool = { power: "", piece: "A" };
let asked = 0;

const now = () => game.phases[game.at];
const turn = () => ({ position: now().position, orders: now().orders, rules: now().rules, options: now().options });
const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;
const looks = () => ({ language: spoken(), theme: dark() ? "dark" : "light" });

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Drawings come from our own code; they are parsed as XML and taken over as elements, never as HTML.
function drawing(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

// -- the game ---------------------------------------------------------------------------------------------------------

const copy = (value) => JSON.parse(JSON.stringify(value));

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(game));
  } catch {
    // a full or forbidden store: the link still holds the turn
  }
  fragment(game).then((text) => history.replaceState(null, "", "#" + text));
}

function change(make, { typed = false } = {}) {
  const before = copy(game);
  make();
  notice("");
  if (JSON.stringify(before) === JSON.stringify(game)) return;
  const last = past[past.length - 1];
  if (!(typed && last?.typed && last.at === game.at)) past.push({ game: before, typed, at: game.at });
  if (past.length > 500) past.shift();
  future = [];
  keep();
  show();
}

function step(from, to) {
  const entry = from.pop();
  if (!entry) return;
  to.push({ game: copy(game), typed: false, at: game.at });
  game = entry.game;
  keep();
  show({ orders: true });
}

// -- showing ----------------------------------------------------------------------------------------------------------

function notice(text) {
  $("notice").textContent = text;
}

function problem(fault) {
  $("faults").replaceChildren(element("li", { className: "fault" }, fault.message));
}

async function show({ orders = false } = {}) {
  const mine = ++asked;
  const text = $("orders");
  if (orders || document.activeElement !== text) text.value = now().orders;
  $("rules").value = now().rules;
  $("undo").disabled = !past.length;
  $("redo").disabled = !future.length;
  let found;
  try {
    const judged = $("judged").checked;
    [found, legal] = await Promise.all([
      ask({ do: "look", ...turn(), ...looks(), judged, crop: false }),
      ask({ do: "legal", ...turn() }).then((answer) => answer.units),
    ]);
  } catch (fault) {
    if (mine === asked) problem(fault);
    return;
  }
  if (mine !== asked) return; // something newer is under way
  shown = found;
  $("phase-title").textContent = found.phase || say("Map");
  $("map").replaceChildren(drawing(found.picture));
  $("faults").replaceChildren(
    ...found.faults.map((fault) =>
      element("li", { className: "fault" }, element("button", { type: "button", className: "plain", onclick: () => toLine(fault.line) }, `${say("line")} ${fault.line}`), " " + fault.message),
    ),
  );
  tell(found);
  listUnits();
  listPhases();
  relight();
}

function toLine(line) {
  const text = $("orders");
  const start = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const end = text.value.indexOf("\n", start);
  text.focus();
  text.setSelectionRange(start, end < 0 ? text.value.length : end);
}

// as the table of a result has it: in other languages, which bend their nouns, the number stands behind
const resolutions = (count) => (spoken() === "en" ? `${count} consistent resolutions` : `${say("consistent resolutions")}: ${count}`);

function tell(found) {
  const parts = [];
  const results = (found.result?.orders ?? []).map((one) => ({ ...one, order: one.drawn }));
  const after = found.result?.after ?? {};
  if (results.length) {
    const head = element("tr", {}, ...["order", "outcome", "why"].map((word) => element("th", { scope: "col" }, say(word))));
    let power = "";
    const rows = [];
    for (const one of results) {
      if (one.power !== power) {
        power = one.power;
        rows.push(element("tr", {}, element("th", { colSpan: 3, scope: "colgroup", className: "power" }, ground?.powers[power] ?? power)));
      }
      const button = element("button", { type: "button", className: "plain", onclick: () => why(one) }, one.said.order);
      const row = element("tr", { className: one.success ? "done" : "failed", onmouseenter: () => mark(one), onmouseleave: () => mark(null), onfocusin: () => mark(one), onfocusout: () => mark(null) }, element("td", {}, button), element("td", {}, one.said.outcome), element("td", {}, one.said.reason));
      rows.push(row);
    }
    parts.push(element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
  }
  for (const [unit, one] of Object.entries(after.dislodged ?? {})) {
    parts.push(element("p", {}, `${ground?.powers[one.power] ?? one.power} ${unit}: ${say("dislodged")}, ${one.retreats.length ? `${say("may retreat to")}: ${one.retreats.join(", ")}` : say("has no retreat and disbands")}`));
  }
  if (after.contested) parts.push(element("p", {}, `${say("contested")}: ${after.contested.join(", ")}`));
  for (const one of found.result?.paradoxes ?? []) {
    parts.push(element("p", { className: "paradox" }, element("strong", {}, `${say("paradox")}: ${one.kind}`), ` – ${resolutions(one.resolutions.length)}; ${say("core")}: ${one.core.map((core) => core.order).join("; ")}; ${say("settled by")}: ${one.settled_by}`));
  }
  $("outcome").replaceChildren(...parts);
  const next = $("next");
  next.disabled = !found.next || game.at < game.phases.length - 1;
  next.textContent = say("Next phase") + (found.next?.phase ? `: ${found.next.phase}` : "");
  $("said").textContent = results.map((one) => `${one.said.order}: ${one.said.outcome}`).join(". ");
  $("resolve").disabled = found.kind !== "movement";
  $("compare").disabled = !results.length;
}

function mark(one) {
  emphasize($("map"), one);
}

function listPhases() {
  const nav = $("phases");
  nav.setAttribute("aria-label", say("Earlier phases"));
  if (game.phases.length < 2) return nav.replaceChildren();
  nav.replaceChildren(
    ...game.phases.map((phase, n) =>
      element("button", { type: "button", className: n === game.at ? "chosen" : "", "aria-current": n === game.at ? "step" : "false", onclick: () => change(() => { game.at = n; }) }, phase.position.split(" ")[1] || String(n + 1)),
    ),
  );
}

// -- orders by pointing -----------------------------------------------------------------------------------------------

function listUnits() {
  const places = Object.keys(legal);
  $("units").replaceChildren(
    ...places.map((place) => {
      const name = legal[place][0]?.order.split(" ").slice(0, 2).join(" ") ?? place;
      return element("button", { type: "button", className: place === chosen ? "chosen" : "", "aria-pressed": String(place === chosen), onclick: () => choose(place === chosen ? null : place) }, /^[AF] /.test(name) ? name : place);
    }),
  );
}

function choose(place) {
  chosen = place;
  listUnits();
  relight();
  offer(place ? legal[place] : []);
}

function relight() {
  if (chosen && !legal[chosen]) chosen = null;
  light($("map"), chosen, chosen ? legal[chosen] : []);
  $("hint").textContent = $("setting").checked
    ? say("Choose a power and a piece, then a province.")
    : chosen ? say("Point at its destination, or choose below. Escape cancels.") : say("Point at a unit, then at its destination, or at another unit to support or convoy it.");
  if (!chosen) offer([]);
}

function offer(orders) {
  const box = $("choices");
  box.hidden = !orders.length;
  box.replaceChildren(...(orders.length ? choiceButtons(orders, give) : []));
}

// Put an order into the text, in place of what the unit was ordered before.
function give(order) {
  const unit = order.kind === "build" ? order.to.split("/")[0] : chosen?.split("/")[0];
  const lines = now().orders.split("\n");
  let given = false;
  for (const one of shown?.orders ?? []) {
    const line = lines[one.line - 1];
    if (placeOf(one.order) !== unit || !line?.includes(one.text)) continue;
    const stays = !given && one.power === order.power;
    // a line may hold a power's name and other orders besides
    const rest = stays ? line.replace(one.text, () => order.order) : line.replace(one.text, "").replace(/([,;])\s*[,;]/, "$1").replace(/[,;]\s*$/, "");
    lines[one.line - 1] = rest.trim() ? rest : null;
    given ||= stays;
  }
  const kept = lines.filter((line) => line !== null);
  if (!given) {
    let heading = -1;
    kept.forEach((line, n) => { if (line.trim().replace(/:$/, "").toUpperCase() === order.power) heading = n; });
    if (heading >= 0) {
      let end = heading + 1;
      while (end < kept.length && /^\s+\S/.test(kept[end])) end += 1;
      kept.splice(end, 0, "  " + order.order);
    } else {
      while (kept.length && !kept[kept.length - 1].trim()) kept.pop();
      kept.push(order.power, "  " + order.order);
    }
  }
  choose(null);
  change(() => { now().orders = kept.join("\n").replace(/\n*$/, "\n"); });
  $("orders").value = now().orders;
}

const placeOf = (order) => order.match(/^[AF] ([A-Z]{3})/)?.[1] ?? "";

function point(province, event) {
  if ($("setting").checked) return put(province);
  const here = Object.keys(legal).find((place) => place.split("/")[0] === province);
  if (!chosen) return here ? choose(here) : undefined;
  if (chosen.split("/")[0] === province) return choose(null);
  const orders = legal[chosen];
  const goes = orders.filter((one) => ["move", "retreat", "build"].includes(one.kind) && one.to?.split("/")[0] === province);
  const helps = orders.filter((one) => ["support", "convoy"].includes(one.kind) && one.unit?.split("/")[0] === province);
  const wanted = event?.shiftKey ? helps.filter((one) => one.kind === "support") : event?.altKey ? helps.filter((one) => one.kind === "convoy") : [...goes, ...helps];
  if (wanted.length === 1) give(wanted[0]);
  else if (wanted.length) offer(wanted);
  else if (here) choose(here);
}

// -- setting up -------------------------------------------------------------------------------------------------------

async function edit(what) {
  try {
    const { position } = await ask({ do: "edit", position: now().position, ...what });
    change(() => { now().position = position; });
  } catch (fault) {
    problem(fault);
  }
}

function put(province) {
  const entry = ground?.provinces[province];
  if (!entry) return;
  if (tool.piece === "remove") return edit({ remove: province });
  if (tool.piece === "center") return edit({ center: province, power: tool.power });
  if (!tool.power) return;
  if (tool.piece === "A") return edit({ unit: `A ${province}`, power: tool.power });
  if (entry.places.length < 2) return edit({ unit: `F ${entry.places[0] ?? province}`, power: tool.power });
  const box = $("choices");
  box.hidden = false;
  box.replaceChildren(...entry.places.map((place) => element("button", { type: "button", onclick: () => { box.hidden = true; edit({ unit: `F ${place}`, power: tool.power }); } }, `F ${place}`)));
}

function tools() {
  const box = $("tools");
  box.hidden = !$("setting").checked;
  if (box.hidden || !ground) return;
  const pick = (key, value, text) => element("button", { type: "button", "aria-pressed": String(tool[key] === value), className: tool[key] === value ? "chosen" : "", onclick: () => { tool[key] = value; tools(); } }, text);
  const powers = Object.entries(ground.powers).map(([power, name]) => pick("power", power, name));
  const pieces = [["A", "army"], ["F", "fleet"], ["center", "center"], ["remove", "remove"]].map(([piece, name]) => pick("piece", piece, say(name)));
  const phase = element("input", { size: 7, value: now().position.split(" ")[1], "aria-label": say("Phase"), onchange: (event) => edit({ phase: event.target.value }) });
  const empty = element("button", { type: "button", onclick: () => edit({ clear: true }) }, say("Empty board"));
  const province = element("input", { size: 9, placeholder: "PAR", "aria-label": say("Map"), onkeydown: (event) => { if (event.key === "Enter") { put(event.target.value.trim().toUpperCase()); event.target.value = ""; } } });
  box.replaceChildren(...powers, pick("power", "", say("nobody")), ...pieces, element("label", {}, say("Phase") + " ", phase), province, empty);
}

// -- panels -----------------------------------------------------------------------------------------------------------

function panel(title, ...children) {
  const box = $("panel");
  box.hidden = false;
  const close = element("button", { type: "button", className: "close", onclick: () => { box.hidden = true; } }, say("Close"));
  box.replaceChildren(element("div", { className: "row bar" }, element("h2", {}, title), element("span", { className: "grow" }), close), ...children);
  box.focus({ preventScroll: true });
  box.scrollIntoView({ block: "nearest" });
}

async function within(title, work) {
  panel(title, element("p", {}, say("loading") + " …"));
  try {
    panel(title, ...(await work()));
  } catch (fault) {
    panel(title, element("p", { className: "fault" }, fault.message));
  }
}

function why(one) {
  return within(one.shown, async () => {
    const found = await ask({ do: "explain", ...turn(), ...looks(), order: one.order, crop: false });
    const lines = found.lines.map((line) => element("li", { className: "depth" + Math.min(9, Math.floor((line.length - line.trimStart().length) / 2)) }, line.trim()));
    const parts = [element("ol", { className: "causes" }, ...lines)];
    if (shown?.kind === "movement") {
      const box = element("div");
      const button = element("button", { type: "button", onclick: () => turnings(one, box) }, say("What would change this?"));
      parts.push(button, box);
      $("map").replaceChildren(drawing(found.picture));
    }
    return parts;
  });
}

async function turnings(one, box) {
  box.replaceChildren(say("loading") + " …");
  try {
    const { turned_by, texts, complete } = await ask({ do: "change", ...turn(), order: one.order });
    if (!turned_by.length) return box.replaceChildren(say("No change found that would turn it.") + (complete ? "" : " " + say("There was no time to try all pairs of changes.")));
    box.replaceChildren(element("ul", {}, ...turned_by.map((found, n) => element("li", {}, texts[n] + " ", element("button", { type: "button", onclick: () => take(found.changes) }, say("Take over"))))));
  } catch (fault) {
    box.replaceChildren(element("p", { className: "fault" }, fault.message));
  }
}

function take(exchanges) {
  let text = now().orders;
  for (const { power, old, new: order } of exchanges) {
    const line = (shown?.orders ?? []).find((one) => one.power === power && one.order === old);
    const lines = text.split("\n");
    if (line) lines[line.line - 1] = lines[line.line - 1].replace(line.text, order);
    else lines.push(power, "  " + order);
    text = lines.join("\n");
  }
  change(() => { now().orders = text; });
  show({ orders: true });
}

function compare() {
  return within(say("Compare rulebooks"), async () => {
    const found = await ask({ do: "compare", ...turn() });
    if (found.agree) return [element("p", {}, say("All rulebooks agree."))];
    return found.verdicts.map((verdict) => element("section", {}, element("h3", {}, [...verdict.rulebooks, ...verdict.choices].join(", ")), verdict.changes.length
      ? element("ul", {}, ...verdict.changes.map((one) => element("li", {}, element("strong", {}, one.order), `: ${one.to.outcome} ${say("instead of")} ${one.from.outcome} – ${one.to.reason}`)))
      : element("p", {}, say("as") + " " + now().rules),
      verdict.rulebooks.length && !verdict.rulebooks.includes(now().rules) ? element("button", { type: "button", onclick: () => change(() => { now().rules = verdict.rulebooks[0]; now().options = {}; }) }, say("Take over")) : null));
  });
}

function resolve() {
  return within(say("All resolutions"), async () => {
    const found = await ask({ do: "resolutions", ...turn(), ...looks() });
    const names = found.components.map((one) => element("p", {}, element("strong", {}, one.name || say("paradox")), `: ${resolutions(one.resolutions.length)}; ${say("core")}: ${one.core.join("; ")}${one.settled_by ? `; ${say("settled by")}: ${one.settled_by}` : ""}`));
    const succeeding = found.resolutions.slice(0, 64).map((orders) => found.differing.filter((order) => orders.includes(order)));
    const tabs = succeeding.map((orders, n) => element("button", { type: "button", role: "tab", id: `tab-${n}`, "aria-selected": String(n === 0), "aria-controls": "resolution", onclick: () => pickTab(n) }, `${say("resolution")} ${n + 1}`));
    const text = element("p", { id: "resolution", role: "tabpanel" });
    const picture = element("div", { className: "sheet" }, drawing(found.picture));
    function pickTab(n) {
      tabs.forEach((tab, m) => tab.setAttribute("aria-selected", String(m === n)));
      text.setAttribute("aria-labelledby", `tab-${n}`);
      text.textContent = `${say("succeed")}: ${succeeding[n].join("; ") || "–"}`;
    }
    if (tabs.length) pickTab(0);
    return [...names, element("p", {}, `${resolutions(found.resolutions.length)}`), element("div", { className: "row wrap", role: "tablist" }, ...tabs), text, picture];
  });
}

function dialog(title, ...children) {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren(...children);
  $("dialog").showModal();
}

function options() {
  const rows = offered.options.map((option) => {
    const select = element("select", { onchange: (event) => change(() => {
      const choices = { ...now().options };
      if (event.target.value) choices[option.name] = event.target.value;
      else delete choices[option.name];
      now().options = choices;
    }) }, element("option", { value: "" }, `${say("as in the rulebook")}: ${option.presets[now().rules] ?? ""}`), ...option.choices.map((choice) => element("option", { value: choice.name, selected: now().options[option.name] === choice.name }, `${choice.name}: ${choice.about}`)));
    return element("p", {}, element("label", {}, element("strong", {}, `${option.issue} ${option.name}`), " – ", option.about, element("br"), select));
  });
  dialog(say("Options…"), ...rows);
}

async function share() {
  const link = location.href.split("#")[0] + "#" + (await fragment(game));
  const field = element("input", { readOnly: true, value: link, "aria-label": say("Copy link") });
  const status = element("p", { role: "status" });
  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = say("Copied.");
    } catch {
      status.textContent = text;
    }
  };
  const text = element("textarea", { rows: 8, readOnly: true, hidden: true, "aria-label": say("Copy") });
  const form = (name, label) => element("button", { type: "button", onclick: async () => {
    try {
      text.value = (await ask({ do: "export", form: name, ...turn() })).text;
      text.hidden = false;
      copied(text.value);
    } catch (fault) {
      status.textContent = fault.message;
    }
  } }, say(label));
  dialog(say("Share…"), field, element("p", { className: "row wrap" },
    element("button", { type: "button", id: "copy-link", onclick: () => copied(link) }, say("Copy link")),
    element("button", { type: "button", onclick: saveSvg }, say("Picture (SVG)")),
    element("button", { type: "button", onclick: savePng }, say("Picture (PNG)")),
    form("case", "Case file"), form("line", "Interchange line"), form("forum", "Text for a forum")), text, status);
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const saveSvg = () => save(new Blob([shown.picture], { type: "image/svg+xml" }), "turn.svg");

function savePng() {
  const picture = new Image();
  picture.onload = () => {
    const canvas = element("canvas", { width: picture.naturalWidth * 2, height: picture.naturalHeight * 2 });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(blob, "turn.png"), "image/png");
  };
  picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(shown.picture);
}

// -- starting ---------------------------------------------------------------------------------------------------------

async function open(source, phase = "") {
  try {
    const found = await ask({ do: "open", source, phase, rules: now()?.rules ?? "2023", options: now()?.options ?? {} });
    const begun = { position: found.position, orders: found.orders, rules: found.rules, options: found.options };
    if (!game.phases.length) game = { phases: [begun], at: 0 };
    else change(() => { game = { phases: [begun], at: 0 }; });
    document.title = (found.title ? found.title + " – " : "") + "standoff";
    if (found.phases?.length > 1) {
      panel(found.title, element("p", { className: "row wrap" }, ...found.phases.map((name) => element("button", { type: "button", onclick: () => open(source, name) }, name))));
    }
    show({ orders: true });
  } catch (fault) {
    problem(fault);
  }
}

function paste() {
  const text = element("textarea", { rows: 12, "aria-label": say("Paste a position, orders, a case or a saved game's phase.") });
  const go = element("button", { type: "button", onclick: () => { $("dialog").close(); open(text.value); } }, say("Open"));
  dialog(say("Paste…"), element("p", {}, say("Paste a position, orders, a case or a saved game's phase.")), text, go);
}

function next() {
  if (!shown?.next) return;
  change(() => {
    game.phases = [...game.phases.slice(0, game.at + 1), { position: shown.next.position, orders: "", rules: now().rules, options: now().options }];
    game.at = game.phases.length - 1;
  });
}

async function begin() {
  try {
    const linked = await gameIn(location.hash);
    if (linked) return void (game = linked);
  } catch {
    notice(say("This link cannot be read: it is damaged, or was made for something else."));
  }
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (kept && Array.isArray(kept.phases) && kept.phases.length && kept.phases.every(isPhase) && kept.phases[kept.at]) {
      game = kept;
      return;
    }
  } catch {
    // nothing kept that can be read
  }
  const found = await ask({ do: "open", source: document.body.dataset.source || "start" });
  game = { phases: [{ position: found.position, orders: found.orders, rules: found.rules, options: found.options }], at: 0 };
}

function wire() {
  const typed = () => change(() => { now().orders = $("orders").value; }, { typed: true });
  let timer = 0;
  $("orders").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(typed, 250);
  });
  $("orders").addEventListener("change", typed);
  addEventListener("pagehide", typed);
  $("clear").addEventListener("click", () => { change(() => { now().orders = ""; }); show({ orders: true }); });
  $("rules").addEventListener("change", () => change(() => { now().rules = $("rules").value; now().options = {}; }));
  $("judged").addEventListener("change", () => show());
  $("setting").addEventListener("change", () => { choose(null); tools(); relight(); });
  $("undo").addEventListener("click", () => step(past, future));
  $("redo").addEventListener("click", () => step(future, past));
  $("next").addEventListener("click", next);
  $("compare").addEventListener("click", compare);
  $("resolve").addEventListener("click", resolve);
  $("share").addEventListener("click", share);
  $("paste").addEventListener("click", paste);
  $("options-button").addEventListener("click", options);
  $("start").addEventListener("submit", (event) => { event.preventDefault(); open($("source").value); });
  $("larger").addEventListener("click", () => {
    const large = $("map").classList.toggle("large");
    $("larger").setAttribute("aria-pressed", String(large));
    $("larger").textContent = say(large ? "Smaller" : "Larger");
  });
  $("language").addEventListener("change", async () => {
    speak($("language").value);
    try { localStorage.setItem("standoff.language", spoken()); } catch { /* not kept */ }
    ground = await ask({ do: "board", board: now().position.split(" ")[0], language: spoken() });
    tools();
    show();
  });
  $("map").addEventListener("click", (event) => {
    const province = provinceAt(event.target);
    if (province) point(province, event);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !$("dialog").open) choose(null);
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "z" && document.activeElement !== $("orders")) {
      event.preventDefault();
      event.shiftKey ? step(future, past) : step(past, future);
    }
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show());
  addEventListener("hashchange", async () => {
    try {
      const linked = await gameIn(location.hash);
      if (linked && JSON.stringify(linked) !== JSON.stringify(game)) { change(() => { game = linked; }); show({ orders: true }); }
    } catch {
      notice(say("This link cannot be read: it is damaged, or was made for something else."));
    }
  });
}

async function main() {
  let language = null;
  try { language = localStorage.getItem("standoff.language"); } catch { /* not kept */ }
  language ??= ["cs", "ru"].find((one) => navigator.language.startsWith(one)) ?? "en";
  $("language").value = language;
  speak(language);
  try {
    await connect((text) => { $("hint").textContent = text; });
    await begin();
    wire();
    const board = game.phases[game.at].position.split(" ")[0];
    [offered, ground] = await Promise.all([ask({ do: "hello" }), ask({ do: "board", board, language })]).catch(async () => [await ask({ do: "hello" }), await ask({ do: "board", language })]);
    $("rules").replaceChildren(...offered.rulebooks.map((name) => element("option", { value: name }, name)));
    $("sources").replaceChildren(element("option", { value: "start" }), ...offered.variants.map((one) => element("option", { value: one.name }, one.about)), ...offered.cases.map((one) => element("option", { value: one.id }, one.title)));
    keep();
    await show({ orders: true });
    document.body.dataset.ready = "yes";
  } catch (fault) {
    problem(fault);
  }
}

main();
