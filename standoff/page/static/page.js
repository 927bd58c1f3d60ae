// @ts-check
// The page: handles the reader's actions, requests what the state lacks, and updates the panels and
// the map.

import { ask, askLatest, askNoMore, connect, Fault } from "./ask.js";
import { $, element, fill, meta } from "./dom.js";
import { dialogs } from "./dialogs.js";
import { fragment, gameIn, START } from "./link.js";
import { definitions, firstPicture, MapView } from "./map.js";
import { give, instead, plainly, take } from "./orders.js";
import { ordered, panels, titleOf, unitSaid } from "./panels.js";
import { drag, NOBODY, point, province, reach, retreatsTo, unitAt } from "./pointing.js";
import {
  ABOUT_A_TURN,
  at,
  BEGINNING,
  changed,
  forget,
  keep,
  keepOnly,
  keptGames,
  looksOf,
  NO_TOOL,
  NOTHING_SENT,
  played,
  put,
  redone,
  REST,
  standing,
  storage,
  store,
  turnKey,
  turnOf,
  undone,
} from "./state.js";
import {
  asList,
  beside,
  change,
  children,
  EMPTY,
  followed,
  go,
  left,
  next,
  note,
  now,
  ofList,
  remove,
  step,
  withChapter,
} from "./tree.js";
import { count, say, speak } from "./words.js";

/** @typedef {import("./state.js").State} State */

const state = store(BEGINNING(), show);
const ours = storage("localStorage"); // the reader's games
const tab = storage("sessionStorage"); // the game that this tab shows, own or not
const FIRST_YEAR = "1901";
const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
/** The shown game, as last saved or started here; `kept` is false if it is only viewed. */
const own = {
  id: newId(),
  link: "",
  kept: false,
  game: /** @type {import("./tree.js").Game | null} */ (null),
  linked: "",
  when: 0,
};
const looks = () => looksOf(state.get());
const lookKey = (/** @type {State} */ s) =>
  JSON.stringify([turnKey(s), s.language, s.theme, s.judged]);
const isStop = (/** @type {any} */ fault) => fault?.name === "AbortError";
/** Report a fault, unless the request was ended. @param {any} fault */
const noted = (fault) => {
  if (!isStop(fault)) state.set({ notice: fault.message });
};

// -- saving ---------------------------------------------------------------------------------------

/** The view of the turn, for a link. @param {State} s */
const viewName = ({ view, n }) => (view === "turn" ? "" : `${view}-${n + 1}`);

/**
 * The view that a link requests.
 * @param {import("./link.js").Shown} shown
 * @returns {Partial<State>}
 */
function wished({ order, view }) {
  const [power, text] = order.split(": ");
  const [name, n] = view.split("-");
  const chosen = text ? { power, order: text } : null;
  return name === "resolutions" || name === "compare"
    ? { chosen, view: name, n: Math.max(0, Number(n) - 1 || 0) }
    : { chosen };
}

/** The game as a fragment, with its view. */
function linked() {
  const s = state.get();
  return fragment(s.game, {
    order: s.chosen ? `${s.chosen.power}: ${s.chosen.order}` : "",
    view: viewName(s),
  });
}

/** An embedded page with the map alone saves nothing. */
const bare = new URLSearchParams(location.search).get("view") === "map";

/** Games from links, and viewed ones, are saved while their tab is open; own games permanently. */
function keepNow() {
  const { game, visiting, past } = state.get();
  if (!now(game) || bare) return;
  own.kept ||= !visiting && past.length > 0;
  const touched = game !== own.game;
  if (!touched && own.link === own.linked) return;
  if (own.kept && newer()) {
    if (!touched) return;
    own.id = newId();
    state.set({
      notice: say("This game was also changed in another tab; both versions are kept."),
    });
  }
  if (touched) own.when = Date.now();
  own.game = game;
  own.linked = own.link;
  const one = { id: own.id, game, link: own.link, when: own.when, visiting };
  // the address, which also names it, may be out of date when the page is reloaded
  keepOnly(tab, one);
  if (own.kept && !keep(ours, one))
    state.set({
      notice: say("The browser's storage is full: save this game as a file, or delete others."),
    });
}

/** The game shown here, with changes from another tab. */
const newer = () => keptGames(ours).find((one) => one.id === own.id && one.when > own.when);

/** Another tab has changed the game shown here. */
function keptElsewhere() {
  const other = own.kept && newer();
  if (other && state.get().game === own.game && !state.get().typing) openKept(other);
}

let linking = 0;
let arrived = true; // by a link, or by Back
let leaving = false; // then the address stays, and saved data must still name it
async function keepAll() {
  keepNow();
  const mine = ++linking;
  const text = await linked();
  if (mine !== linking || leaving) return;
  own.link = text;
  const { game, view, n } = state.get();
  const { id, at } = { ...own, ...game };
  const before = arrived ? null : history.state;
  // Back leads to the previous view
  const stepped = before && (before.id !== id || before.at !== at || before.view !== view);
  arrived = false;
  history[stepped ? "pushState" : "replaceState"]({ id, at, view, n }, "", "#" + text);
  keepNow();
}

// -- requesting missing data ----------------------------------------------------------------------

/** Record a request, so that it is not sent again. @param {Partial<State["sent"]>} fields */
const sent = (fields) => state.note({ sent: { ...state.get().sent, ...fields } });

async function look() {
  const s = state.get();
  const key = lookKey(s);
  const turn = turnOf(s);
  const legal = JSON.stringify([turn.position, turn.rules, turn.options, s.language]);
  sent({ look: key });
  if (turn.position === null) return replay();
  try {
    const look = await askLatest("look", {
      do: "look",
      ...turn,
      ...looks(),
      judged: s.judged,
      legal: legal !== s.sent.legal,
    });
    if (lookKey(state.get()) !== key) return;
    if (look.legal) sent({ legal });
    state.update((before) => ({
      ...before,
      look,
      lookOf: key,
      legal: look.legal ?? before.legal,
      notice: before.look?.failed ? "" : before.notice,
    }));
  } catch (fault) {
    if (isStop(fault)) return;
    if (/** @type {Fault} */ (fault).lost)
      setTimeout(() => {
        if (state.get().sent.look === key) {
          sent({ look: "" });
          show();
        }
      }, 2000); // until the server is back
    state.update((before) => ({
      ...before,
      look: { failed: true, faults: [], orders: [], phase_words: "" },
      lookOf: key,
      notice: /** @type {Error} */ (fault).message,
    }));
  }
}

/** A link has only the orders: the next positions are requested here. */
function replay() {
  const { game } = state.get();
  const ids = Object.keys(game.phases);
  const nodes = asList(game).map(({ parent, position, orders, rules, options, fixed }) => ({
    parent: fixed ? null : parent,
    position,
    orders,
    rules,
    options,
  }));
  askLatest("line", { do: "line", nodes })
    .then((answer) =>
      state.update((s) => {
        let after = s.game;
        ids.forEach((id, n) => {
          if (after.phases[id]?.position === null && answer.nodes[n].position)
            after = note(after, id, { position: answer.nodes[n].position });
        });
        const wrong = answer.nodes.find((/** @type {any} */ one) => one.error);
        return changed(s, {
          game: after,
          notice: wrong ? wrong.error : s.notice,
          view: s.view,
          n: s.n,
          chosen: s.chosen,
        });
      }),
    )
    .catch(noted);
}

/** Positions of other phases are requested after the shown one. */
function replayBehind() {
  const open = Object.values(state.get().game.phases)
    .filter((one) => one.position === null)
    .map((one) => one.id)
    .join();
  if (open && open !== state.get().sent.line) replay();
  sent({ line: open });
}

/** Request the content of the chosen view. @param {State["view"]} view */
async function study(view) {
  const key = lookKey(state.get());
  sent({ study: view });
  const answer = await slowly(view, { do: view });
  if (state.get().sent.study === view) sent({ study: "" });
  const s = state.get();
  if (lookKey(s) !== key || s.view !== view) return;
  if (!answer || answer.fault) return state.set({ view: "turn", notice: answer?.fault ?? "" });
  state.set({ studies: { ...s.studies, [view]: answer } });
}

/** Request the reason for an order's outcome. @param {NonNullable<State["chosen"]>} named */
async function explain(named) {
  sent({ order: named });
  const answer = await askLatest("explain", {
    do: "explain",
    ...turnOf(state.get()),
    ...looks(),
    ...named,
  }).catch((fault) => (isStop(fault) ? null : { fault: fault.message }));
  if (!answer || state.get().chosen !== named) return;
  state.set({ explanation: answer });
  tell(answer.fault ?? answer.lines.map((/** @type {any} */ one) => one.text).join(". "));
}

/**
 * Make a slow request: it is shown as in progress, can be stopped, and ends with its turn.
 * @param {string} what
 * @param {any} request
 */
async function slowly(what, request) {
  state.get().asking?.stop();
  const controller = new AbortController();
  const mine = { what, stop: () => controller.abort() };
  state.update((s) => ({ ...s, asking: mine }));
  try {
    return await ask({ ...turnOf(state.get()), ...looks(), ...request }, controller.signal);
  } catch (fault) {
    return isStop(fault) ? null : { fault: /** @type {Error} */ (fault).message };
  } finally {
    state.update((s) => (s.asking === mine ? { ...s, asking: null } : s));
  }
}

async function ground() {
  const s = state.get();
  const board = now(s.game).position?.split(" ")[0] ?? s.ground?.board ?? "standard";
  const key = JSON.stringify([board, s.language, s.theme]);
  if (s.ground?.of === key) return;
  const empty = await groundOf(board).catch((fault) => {
    if (s.ground || fault.lost) throw fault;
    return groundOf("standard"); // for a missing board: look() reports it
  });
  if (JSON.stringify([board, state.get().language, state.get().theme]) !== key) return;
  state.update((before) => ({ ...before, ground: { ...empty, of: key, board } }));
}

/**
 * The ground of the standard board is a file of a static site, available before Python.
 * @param {string} board
 */
async function groundOf(board) {
  const { language, theme } = state.get();
  const file = meta("grounds")?.content;
  if (file && board === "standard") {
    const response = await fetch(`${file}/${board}.${theme}.${language}.json`);
    if (response.ok) return response.json();
  }
  return ask({ do: "ground", board, ...looks() });
}

// -- showing --------------------------------------------------------------------------------------

const map = new MapView($("map"), {
  point: (spot, from) => acts.point(spot, from),
  draw: (from, to) => acts.draw(from, to),
  canDrag: (id) => !state.get().setting && unitAt(state.get().legal, id) !== undefined,
  wants,
});
const second = new MapView($("second"));

/**
 * Return whether pointing at a province itself, not at a unit near the pointer, has a result.
 * @param {string} at
 */
function wants(at) {
  const { setting, drawing, pointed, legal } = state.get();
  if (setting || drawing !== null) return Boolean(at);
  const { goes, helps } = reach(pointed, legal);
  return pointed.unit
    ? province(pointed.unit) === at || [...goes, ...helps].includes(at)
    : unitAt(legal, at) !== undefined || retreatsTo(legal, at).length > 0;
}

/** True while a request for the shown content is pending. @param {State} s */
const lags = (s) =>
  lookKey(s) !== s.lookOf ||
  !s.ground ||
  Boolean(s.typing) ||
  (s.chosen && !s.explanation && !s.look?.failed);

const busy = () => {
  $("outcome").ariaBusy = "true";
};

let shown = state.get();

const released = () => {
  state.note({ pressed: false });
  show();
};

function show() {
  if (state.get().pressed) return busy();
  const s = state.get();
  const before = shown;
  shown = s;
  if (!now(s.game)) return;
  panels(s, acts);
  drawMap(s);
  drawMenu(s);
  const text = $("orders");
  if (!s.typing && text.value !== now(s.game).orders) text.value = now(s.game).orders;
  $("open-whole").href = location.pathname + location.hash;
  document.title = [titleOf(s), s.look?.phase, "standoff"].filter(Boolean).join(" – ");
  if (s.game !== before.game || s.chosen !== before.chosen || viewName(s) !== viewName(before))
    keepAll();
  if (s.ground?.of !== before.ground?.of && s.ground)
    $("definitions").replaceChildren(definitions(s.ground));
  if (lookKey(s) !== s.sent.look) {
    look();
    ground().catch(noted);
  } else if (s.lookOf === s.sent.look && !s.look.failed) {
    replayBehind();
    if (s.view !== "turn" && !s.studies[s.view] && s.view !== s.sent.study) study(s.view);
    if (s.chosen && s.chosen !== s.sent.order) explain(s.chosen);
  }
  $("outcome").ariaBusy = String(Boolean(lags(s)));
  answerWaiting();
}

/** The emphasized orders on the map, null for none. @param {State} s */
const standingOut = (s) =>
  (s.view === "compare" && at(s) > 0 ? s.studies.compare.marked : s.explanation?.chain) ?? null;

/** @param {State} s */
function drawMap(s) {
  if (!s.ground) return;
  const { ground } = s;
  const phase = now(s.game);
  const size = [ground.width, ground.height];
  const fresh = s.look?.picture && s.lookOf === lookKey(s);
  const other = standing(s);
  if (s.view === "resolutions" && other) map.show(other.picture, size);
  else if (fresh) map.show(s.look.picture, size);
  else if (phase.position && (!map.svg || s.look?.phase !== phase.position.split(" ")[1])) {
    const { position } = phase;
    map.show(`${position} ${ground.of}`, size, () => firstPicture(ground, position));
  }
  const beside = s.view === "compare" && at(s) > 0;
  $("maps").classList.toggle("two", beside);
  $("maps").classList.toggle("compared", s.view === "compare");
  $("second-part").hidden = !beside;
  $("caption").textContent = s.view === "compare" ? (s.studies.compare?.shown[0].tab ?? "") : "";
  $("second-caption").textContent = beside ? other.tab : "";
  if (beside) second.show(other.picture, size);
  const box = s.setting ? null : other ? s.studies[s.view].box : fresh ? s.look.box : undefined;
  const about = s.setting ? "setting up" : `${other ? s.view : "turn"} ${phase.position}`;
  if (box !== undefined && s.fitted !== about) {
    state.note({ fitted: about });
    map.fit(box);
    second.fit(box);
  }
  map.mark(fresh && !other ? s.look.allowed : [], ground.provinces);
  map.draw(phase.arrows ?? "", ground.provinces);
  map.box.classList.toggle("drawing", s.drawing !== null);
  map.box.setAttribute(
    "aria-label",
    `${say("Map")}: ${s.look?.phase_words ?? ""}. ${say("Arrow keys move to neighbors, Enter selects.")}`,
  );
  map.light(s.drawing || s.pointed.unit, reach(s.pointed, s.legal), s.cursor);
  map.emphasize(standingOut(s));
}

/** @param {State} s */
function drawMenu(s) {
  const menu = $("menu");
  const open = Boolean(s.menu && s.offer.length);
  fill(menu, [open, s.offer, s.menu], () =>
    open
      ? [
          ...s.offer
            .slice(0, 14)
            .map((order) =>
              element("button", { type: "button", onclick: () => acts.give(order) }, order.said),
            ),
          element(
            "button",
            { type: "button", className: "plain", onclick: () => acts.escape() },
            say("Cancel"),
          ),
        ]
      : [],
  );
  menu.hidden = !open;
  if (!open || !s.menu) return;
  const { clientWidth, clientHeight } = $("map");
  menu.style.left = `${Math.max(4, Math.min(s.menu.x + 12, clientWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(s.menu.y + 8, clientHeight - menu.offsetHeight - 4))}px`;
}

/** Announce a text to screen readers. @param {string} text */
const tell = (text) => {
  $("said").textContent = text;
};

// -- actions --------------------------------------------------------------------------------------

/** Put typed text into the state before any other change. */
function typed() {
  const { typing } = state.get();
  if (!typing) return;
  clearTimeout(typing);
  state.note({ typing: 0 });
  if ($("orders").value === now(state.get().game).orders) return show();
  const line = $("orders").value.slice(0, $("orders").selectionStart).split("\n").length;
  state.update((s) =>
    played(s, change(s.game, { orders: $("orders").value }), `line ${line} of ${s.game.at}`),
  );
}

/**
 * @param {(game: import("./tree.js").Game) => import("./tree.js").Game} make
 * @param {string} where The field typed in, if any.
 */
function play(make, where = "") {
  typed();
  state.update((s) => played(s, make(s.game), where));
}

/** @param {(s: State) => State} way Back or forth. */
const undo = (way) => {
  typed();
  state.update(way);
};

/** The orders as read, null until then; without an answer, those that can be read here. */
function currentOrders() {
  const s = state.get();
  if (s.lookOf !== lookKey(s)) return null;
  return s.look?.failed ? plainly(now(s.game).orders) : (s.look?.orders ?? []);
}

/** @type {(() => void)[]} */
const waiting = [];

/** Handle pointing once the last edit has its answer. @param {() => void} then */
function whenRead(then) {
  typed();
  waiting.push(then);
  answerWaiting();
}

function answerWaiting() {
  while (currentOrders()) {
    const then = waiting.shift();
    if (!then) return;
    then();
  }
}

const acts = {
  /**
   * @param {import("./map.js").Spot} spot
   * @param {string} from The province of a dragged unit.
   * @param {boolean} focus Whether a menu gets the focus.
   */
  point({ province: id, x, y }, from = "", focus = false) {
    const { setting, drawing } = state.get();
    if (setting) return place(id, focus);
    if (drawing !== null) return drawing ? acts.draw(drawing, id) : state.set({ drawing: id });
    whenRead(() => {
      const s = state.get();
      const given = currentOrders() ?? [];
      const dragged = from && unitAt(s.legal, from);
      const pointing = dragged
        ? drag(dragged, id, s.legal, given)
        : point(s.pointed, id, s.legal, given);
      if (pointing.give) return acts.give(pointing.give);
      const gone = pointing.take;
      if (gone)
        return play((game) => change(game, { orders: take(now(game).orders, given, gone) }));
      const { pointed } = pointing;
      offer(pointing.offer, { x, y }, focus && !pointed.target, {
        pointed,
        hint: pointing.hint ?? "",
      }); // with a target, its destination may follow
      tell(
        [
          s.ground?.provinces[id]?.name,
          pointed.unit && unitSaid(s, pointed.unit),
          pointing.offer.map((one) => one.said).join("; "),
        ]
          .filter(Boolean)
          .join(": "),
      );
    });
  },
  /**
   * Draw an arrow, or a ring at its start; an existing one is removed.
   * @param {string} from
   * @param {string} to
   */
  draw(from, to) {
    if (!to) return;
    const arrow = from === to ? from : `${from}-${to}`;
    const before = (now(state.get().game).arrows ?? "").split(",").filter(Boolean);
    const arrows = before.includes(arrow)
      ? before.filter((one) => one !== arrow)
      : [...before, arrow];
    play((game) => note(game, game.at, { arrows: arrows.join(",") }));
    if (state.get().drawing !== null) state.set({ drawing: "" });
  },
  /** Choose a unit in the list; all its orders follow. @param {string} place */
  unit(place) {
    whenRead(() => {
      const s = state.get();
      if (s.pointed.unit === place) return acts.escape();
      state.set({
        pointed: { unit: place, target: null },
        offer: s.legal[place],
        menu: null,
        hint: "",
      });
    });
  },
  /** @param {import("./pointing.js").Legal} order */
  give(order) {
    const s = state.get();
    unpoint();
    if (order.kind === "stand") return edit({ unit: order.order, power: order.power });
    const unit = province(
      order.kind === "build"
        ? order.to
        : (s.pointed.unit ?? /^[AF] (\S+)/.exec(order.order)?.[1] ?? ""),
    );
    const names = [s.ground?.powers[order.power]?.name ?? ""];
    const { orders } = now(s.game);
    play((game) =>
      change(game, {
        orders: give(
          orders,
          currentOrders() ?? [],
          { order: order.order, power: order.power, place: unit },
          names,
        ),
      }),
    );
    whenRead(() => tell(ordered(state.get(), unit) || order.said));
  },
  /**
   * Replace the text typed in a line by an order.
   * @param {number} line
   * @param {string} part
   * @param {string} order
   */
  instead: (line, part, order) =>
    play((game) => change(game, { orders: instead(now(game).orders, line, part, order) })),
  escape() {
    const s = state.get();
    if (s.offer.length || s.pointed.unit) return unpoint();
    if (s.chosen) return acts.explain(null);
    if (s.view !== "turn") acts.view("turn");
  },
  next() {
    typed();
    const s = state.get();
    const follows = currentOrders() && s.look?.next;
    if (follows) {
      state.set({ setting: false });
      return play((game) => next(game, follows.position));
    }
    const after = now(s.game).last ?? children(s.game, s.game.at)[0]?.id;
    if (after) return acts.go(after);
    if (!currentOrders()) whenRead(() => state.get().look?.next && acts.next());
  },
  go: (/** @type {string} */ id) => move((game) => go(game, id)),
  step: (/** @type {number} */ way) => move((game) => step(game, way)),
  beside: (/** @type {number} */ way) => move((game) => beside(game, way)),
  note: (/** @type {{name?: string, comment?: string}} */ fields) =>
    play((game) => note(game, game.at, fields), `${Object.keys(fields)} of ${state.get().game.at}`),
  /** Give the later orders of the line that this branch leaves, as far as they can be given. */
  carry() {
    whenRead(async () => {
      const s = state.get();
      const nodes = left(s.game).map(({ position, orders, rules, options }) => ({
        position,
        orders,
        rules,
        options,
      }));
      const answer = await ask({ do: "carry", ...turnOf(s), language: s.language, nodes }).catch(
        (fault) => void noted(fault),
      );
      if (!answer || state.get().game.at !== s.game.at) return;
      play((game) => (left(game).length ? followed(game, answer.nodes) : game));
      const lost = answer.nodes.flatMap((/** @type {any} */ one) => one.differences).length;
      tell(
        lost
          ? count("{n} order is no longer possible|{n} orders are no longer possible", lost)
          : "",
      );
    });
  },
  remove: () => play((game) => remove(game, game.at)),
  /** @param {{power: string, order: string} | null} named */
  explain: (named) => state.set({ chosen: named, explanation: null, counterfactuals: null }),
  unfold: () => state.set({ unfolded: !state.get().unfolded }),
  async counterfactuals() {
    const { chosen } = state.get();
    const answer = await slowly("change", { do: "change", ...chosen });
    if (!answer || state.get().chosen !== chosen) return;
    state.set({ counterfactuals: answer });
    setTimeout(() => {
      $("why")?.lastElementChild?.scrollIntoView({ block: "nearest" });
      tell($("why")?.lastElementChild?.textContent ?? "");
    });
  },
  /**
   * Apply the changes that alter an order.
   * @param {{power: string, province: string, new: string}[]} changes
   */
  take([one, ...rest]) {
    whenRead(() => {
      const { orders } = now(state.get().game);
      play((game) =>
        change(game, {
          orders: give(orders, currentOrders() ?? [], {
            order: one.new,
            power: one.power,
            place: one.province,
          }),
        }),
      );
      if (rest.length) acts.take(rest); // after the text is read again: its lines may have moved
    });
  },
  /** @param {{power: string, order: string} | null} named */
  mark: (named) => map.emphasize(named ? [[named.power, named.order]] : standingOut(state.get())),
  /** @param {State["view"]} view */
  view(view) {
    typed();
    state.get().asking?.stop();
    state.set({ view, n: view === "compare" ? 1 : 0 });
  },
  pick: (/** @type {number} */ n) => state.set({ n }),
  rules: (/** @type {string} */ rules, /** @type {Record<string, string>} */ options) =>
    play((game) => change(game, { rules, options })),
  stop: () => state.get().asking?.stop(),
  own: () => openKept(keptGames(ours)[0]),
  rest() {
    const { source, next } = /** @type {NonNullable<State["rest"]>} */ (state.get().rest);
    openSource(source, false, next).catch(noted);
  },
  keepVisit() {
    state.set({ visiting: false });
    Object.assign(own, { id: newId(), kept: true, game: null });
    keepAll();
  },
  toLine,
};

/**
 * Open a menu at a spot.
 * @param {State["offer"]} orders
 * @param {{x: number, y: number}} spot
 * @param {boolean} focus Whether it is to have the focus.
 * @param {Partial<State>} more
 */
function offer(orders, { x, y }, focus, more = {}) {
  state.set({ offer: orders, menu: orders.length ? { x, y } : null, ...more });
  if (focus && orders.length) setTimeout(() => $("menu").querySelector("button")?.focus());
}

/** Clear the selection, and move the focus from the menu to the map. */
function unpoint() {
  if ($("menu").contains(document.activeElement)) $("map").focus({ preventScroll: true });
  state.set({ pointed: NOBODY, offer: [], menu: null, hint: "" });
}

/**
 * Show another phase of the game, without an undo step.
 * @param {(game: import("./tree.js").Game) => import("./tree.js").Game} make
 * @param {Partial<State>} [more]
 */
function move(make, more) {
  typed();
  state.update((s) => changed(s, { game: make(s.game), notice: "", setting: false, ...more }));
}

/** @param {number} line */
function toLine(line) {
  const text = $("orders");
  const start =
    text.value
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length + (line > 1 ? 1 : 0);
  const end = text.value.indexOf("\n", start);
  text.focus();
  text.setSelectionRange(start, end < 0 ? text.value.length : end);
}

/**
 * The phase of a season and kind, "SM", and a year; "-" for none.
 * @param {string} kind
 * @param {string} year
 */
const phaseSet = (kind, year) => (kind ? `${kind[0]}${year || FIRST_YEAR}${kind[1]}` : "-");

let edits = Promise.resolve();

/**
 * Make changes one after another: each starts with the result of the previous one. The orders of a
 * removed unit go with it.
 * @param {Record<string, any>} what
 */
function edit(what) {
  edits = edits
    .then(async () => {
      const { position } = await ask({
        do: "edit",
        position: now(state.get().game).position,
        ...what,
      });
      play((game) => {
        const { orders } = now(game);
        const known = (currentOrders() ?? plainly(orders)).filter(
          (/** @type {any} */ one) => one.place === what.remove,
        );
        return change(game, {
          position,
          fixed: true,
          orders: what.clear ? "" : known.length ? take(orders, known, what.remove) : orders,
        });
      });
    })
    .catch(noted);
}

/**
 * Put the chosen piece on the map.
 * @param {string} id
 * @param {boolean} focus Whether a menu is to have the focus.
 */
function place(id, focus) {
  const s = state.get();
  const { piece, power } = /** @type {Record<string, string>} */ (
    Object.fromEntries(new FormData($("tools")))
  );
  const entry = s.ground?.provinces[id];
  if (!entry) return;
  if (piece === "remove") return edit({ remove: id });
  if (piece === "center") return edit({ center: id, power });
  if (!power) return;
  if (piece === "A" || entry.places.length < 2)
    return edit({ unit: `${piece} ${piece === "A" ? id : (entry.places[0] ?? id)}`, power });
  offer(
    entry.places.map((/** @type {string} */ place) => ({
      kind: "stand",
      order: `F ${place}`,
      said: unitSaid(s, `F ${place}`),
      power,
    })),
    map.middle(id),
    focus,
  );
}

// -- games ----------------------------------------------------------------------------------------

const steps = new Map(); // the games shown in this tab, with their undo steps

/**
 * Show another game; the previous one stays saved.
 * @param {import("./tree.js").Game} game
 * @param {Partial<import("./state.js").Kept>} [more]
 * @param {import("./link.js").Shown} [shown]
 */
function begin(
  game,
  { visiting = false, id, link = "", when = 0 } = {},
  shown = { order: "", view: "" },
) {
  typed(); // in the previous game
  keepNow();
  steps.set(own.id, { ...own, ...state.get() });
  const before = steps.get(id ?? "");
  // no other tab has changed it since then
  const { past, future } = before && before.when === when ? before : BEGINNING();
  const kept = !visiting && keptGames(ours).some((one) => one.id === id);
  Object.assign(own, { id: id ?? newId(), link, linked: link, kept, game: id ? game : null, when });
  askNoMore("line"); // which was about the phases of the previous game
  state.update((s) => ({
    ...changed(
      { ...s, game: EMPTY() },
      { game, visiting, look: null, lookOf: "", ...NOTHING_SENT(), ...NO_TOOL, ...wished(shown) },
    ),
    past,
    future,
    notice: "",
    rest: null,
  }));
}

/** @param {import("./state.js").Kept | undefined} kept */
function openKept(kept) {
  if (kept) return begin(kept.game, kept);
  return openSource(document.body.dataset.source || "start");
}

/**
 * Open a text: a link, or a text that `opening.py` reads.
 * @param {string} source
 * @param {boolean} [chapter] True to put it beside the phases of the game that is shown.
 * @param {string} [phase] The phase to show.
 */
export async function openSource(source, chapter = false, phase = "") {
  state.set(NO_TOOL);
  const phaseNow = now(state.get().game);
  const linked = /^\S*#(\S+)\s*$/.exec(source.trim());
  const game =
    linked &&
    (await gameIn(linked[1]).catch(() => {
      throw new Fault(say(BAD));
    }));
  if (game) {
    if (chapter)
      return play((one) =>
        withChapter(one, asList(game.game), Object.keys(game.game.phases).indexOf(game.game.at)),
      );
    return begin(game.game, {}, game.shown);
  }
  if (source.trim() === "start")
    return begin(
      ofList(
        [
          {
            parent: null,
            position: START,
            fixed: true,
            rules: phaseNow?.rules,
            options: phaseNow?.options,
          },
        ],
        0,
      ),
    );
  const opened = await ask({
    do: "open",
    source,
    phase,
    language: state.get().language,
    position: phaseNow?.position ?? "",
    rules: phaseNow?.rules ?? "2023",
    options: phaseNow?.options ?? {},
  });
  if (opened.here && !chapter)
    return play((game) => change(game, { orders: opened.nodes[0].orders }));
  const rest = opened.rest ? { ...opened.rest, source } : null;
  if (chapter) {
    state.set({ rest });
    return play((one) =>
      withChapter(
        one,
        phasesOf(opened).map((/** @type {any} */ node, /** @type {number} */ n) =>
          n ? node : { ...node, name: opened.title },
        ),
        opened.at,
      ),
    );
  }
  beginWith(opened);
  state.set({ rest });
}

/** The phases of an answer from `opening.py`. @param {any} opened */
const phasesOf = (opened) =>
  opened.nodes.map((/** @type {any} */ one, /** @type {number} */ n) => ({
    ...one,
    parent: n && !one.chapter ? n - 1 : null,
    fixed: n === 0 || one.chapter || opened.nodes[n - 1].differences.length > 0,
  }));

/** Show the game of an answer from `opening.py`. @param {any} opened */
const beginWith = (opened) =>
  begin(
    ofList(phasesOf(opened), opened.at, {
      title: opened.title === "start" ? "" : opened.title,
      comment: opened.comment ?? "",
    }),
  );

/** @param {string} source */
const tryToOpen = (source) => openSource(source).catch(noted);

const BAD = "This link cannot be read: it is damaged, or was made for something else.";

/**
 * Show the game in the address; true if there is one.
 * @param {boolean} [again] True if the page is reloaded.
 */
async function fromAddress(again = false) {
  let bad = false;
  const linked = await gameIn(location.hash).catch(() => {
    bad = true;
    return null;
  });
  if (location.hash === "#key") dialog.key().catch(noted);
  const link = location.hash.replace(/^#/, "");
  const kept = keptGames(ours);
  const open = again ? keptGames(tab)[0] : undefined;
  const mine =
    kept.find((one) => one.link === link) ?? kept.find((one) => one.id === open?.id) ?? open;
  if (mine) begin(mine.game, { ...mine, link }, linked?.shown);
  else if (linked) begin(linked.game, { visiting: !bare && kept.length > 0 }, linked.shown);
  else await openKept(kept[0]);
  if (bad) state.set({ notice: say(BAD) });
}

/** Delete a game; if it is the shown one, show another. @param {string} id */
function deleteGame(id) {
  forget(ours, id);
  if (id === own.id) openKept(keptGames(ours)[0]);
}

/** @param {import("./state.js").Kept} one @param {string} title */
function rename(one, title) {
  if (one.id === own.id) {
    play((game) => ({ ...game, title }), "title");
    keepNow();
  } else keep(ours, { ...one, game: { ...one.game, title } });
}

const dialog = dialogs({
  state,
  play,
  openSource,
  beginWith,
  openKept,
  linked,
  games: () => keptGames(ours),
  deleteGame,
  rename,
  shows: (/** @type {string} */ id) => id === own.id,
  pictured,
  drawnOn: (/** @type {string} */ svg) => map.drawnOn(svg),
});

/** The view of the map, for a picture of it. */
function pictured() {
  const s = state.get();
  const verdict =
    s.view === "compare" && at(s) > 0
      ? { other: standing(s), marked: s.studies.compare.marked }
      : {};
  return {
    view: viewName(s),
    judged: s.judged,
    arrows: now(s.game).arrows ?? "",
    ...(s.chosen ?? {}),
    ...verdict,
  };
}

// -- wiring ---------------------------------------------------------------------------------------

const ARROWS = /** @type {Record<string, number[]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** Select a province by keyboard, and announce it with its unit. @param {string} to */
function moveCursor(to) {
  const s = state.get();
  state.set({ cursor: to });
  tell(
    [
      s.ground.provinces[to].name,
      ordered(s, to) ||
        (unitAt(s.legal, to) && unitSaid(s, /** @type {string} */ (unitAt(s.legal, to)))),
    ]
      .filter(Boolean)
      .join(": "),
  );
}

const letters = { typed: "", when: 0 }; // on the map, without a long pause

/**
 * Go to the province whose abbreviation, or name in the reader's language, begins with the letters
 * typed.
 * @param {string} letter
 */
function jump(letter) {
  const now = Date.now();
  letters.typed = (now - letters.when < REST ? letters.typed : "") + letter.toUpperCase();
  letters.when = now;
  const all = Object.entries(/** @type {Record<string, any>} */ (state.get().ground.provinces));
  const begins = (/** @type {string} */ text) => text.toUpperCase().startsWith(letters.typed);
  const to = all.find(([id]) => begins(id)) ?? all.find(([, one]) => begins(one.name));
  if (to) moveCursor(to[0]);
}

/** @param {KeyboardEvent} event */
function onMap(event) {
  const s = state.get();
  if (event.target !== $("map") || !s.ground || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const arrow = ARROWS[event.key];
  const from = s.cursor ?? province(s.pointed.unit ?? Object.keys(s.legal)[0]) ?? "PAR";
  if (arrow && s.ground.provinces[from]) {
    event.preventDefault();
    event.stopPropagation();
    moveCursor(s.cursor ? (s.ground.provinces[from].beside[event.key] ?? from) : from);
  }
  if (/^\p{L}$/u.test(event.key)) return jump(event.key);
  if ((event.key === "Enter" || event.key === " ") && s.cursor) {
    event.preventDefault();
    acts.point({ province: s.cursor, ...map.middle(s.cursor) }, "", true);
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if ($("dialog").open) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const writing = target.matches?.("textarea, input, select");
  if (event.key === "Escape") acts.escape();
  if (
    (event.ctrlKey || event.metaKey) &&
    event.key.toLowerCase() === "z" &&
    (target === $("orders") || !writing)
  ) {
    event.preventDefault();
    undo(event.shiftKey ? redone : undone);
  }
  const arrow = ARROWS[event.key];
  if (!arrow || writing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
    return;
  const { game } = state.get();
  if (arrow[1] && !target.closest?.("#tabs, #menu") && children(game, now(game).parent).length < 2)
    return; // they scroll
  event.preventDefault();
  if (target.closest?.("#tabs, #menu")) return roam(target, arrow[0] || arrow[1]);
  if (arrow[0]) acts.step(arrow[0]);
  else acts.beside(arrow[1]);
}

/**
 * Arrow keys cycle through the tabs, choosing them, and through the menu.
 * @param {HTMLElement} from
 * @param {number} way
 */
function roam(from, way) {
  const all = [.../** @type {HTMLElement} */ (from.parentElement).querySelectorAll("button")];
  const to =
    all[(all.indexOf(/** @type {HTMLButtonElement} */ (from)) + way + all.length) % all.length];
  to.focus();
  if (to.role === "tab") to.click();
}

/** @param {string} id @param {string} event @param {(event: any) => void} call */
const on = (id, event, call) => $(id).addEventListener(event, call);

function wire() {
  on("orders", "input", () => {
    clearTimeout(state.get().typing);
    state.note({ typing: window.setTimeout(typed, 180) });
    busy();
  });
  on("orders", "change", () => {
    // the only event when a browser fills in or clears a field
    state.note({ typing: state.get().typing || 1 });
    typed();
  });
  on("orders", "scroll", () => {
    $("mirror").style.transform =
      `translate(${-$("orders").scrollLeft}px, ${-$("orders").scrollTop}px)`;
  });
  const capture = true;
  addEventListener(
    "pointerdown",
    ({ button, target }) => {
      const pressed =
        button === 0 && !(/** @type {Element} */ (target).closest("select, input, textarea"));
      state.note({ pressed });
    },
    { capture },
  );
  for (const name of ["pointerup", "pointercancel"])
    addEventListener(name, () => setTimeout(released), { capture });
  addEventListener(
    "pointermove",
    ({ buttons }) => {
      if (state.get().pressed && !buttons) released();
    },
    { capture },
  ); // it was released elsewhere
  addEventListener("pagehide", () => {
    leaving = true;
    typed();
    keepNow();
  });
  addEventListener("pageshow", () => {
    leaving = false;
  });
  for (const id of ["set-kind", "set-year"])
    on(id, "change", () => edit({ phase: phaseSet($("set-kind").value, $("set-year").value) }));
  on("set-place", "change", () => {
    place($("set-place").value.trim().toUpperCase(), true);
    $("set-place").value = "";
  });
  on("set-clear", "click", () => edit({ clear: true }));
  on("clear", "click", () => play((game) => change(game, { orders: "" })));
  on("rules", "change", () =>
    play((game) => change(game, { rules: $("rules").value, options: {} })),
  );
  on("wrong", "click", () => {
    $("faults").scrollIntoView({ block: "nearest" });
    toLine(state.get().look.faults[0].line);
  });
  on("judged", "change", () => state.set({ judged: $("judged").checked }));
  on("setting", "change", () => {
    unpoint();
    state.set({ setting: $("setting").checked, drawing: null });
  });
  on("drawing", "change", () => {
    unpoint();
    state.set({ drawing: $("drawing").checked ? "" : null, setting: false });
  });
  on("undo", "click", () => undo(undone));
  on("redo", "click", () => undo(redone));
  on("back", "click", () => acts.step(-1));
  on("next", "click", acts.next);
  for (const view of /** @type {State["view"][]} */ (["turn", "resolutions", "compare"]))
    on("view-" + view, "click", () => acts.view(view));
  on("share", "click", () => {
    typed();
    dialog.share();
  });
  on("paste", "click", dialog.paste);
  on("hold", "click", () => {
    typed();
    dialog.hold();
  });
  on("games", "click", dialog.games);
  on("options-button", "click", dialog.options);
  on("key", "click", (event) => {
    event.preventDefault();
    dialog.key().catch(noted);
  });
  on("library", "click", (event) => {
    event.preventDefault();
    dialog.library();
  });
  on("start", "submit", (event) => {
    event.preventDefault();
    tryToOpen($("source").value);
  });
  on("menu-button", "click", () =>
    $("menu-button").setAttribute("aria-expanded", String($("head").classList.toggle("open"))),
  );
  on("larger", "click", () => map.zoom(1.4));
  on("smaller", "click", () => map.zoom(1 / 1.4));
  on("whole", "click", () =>
    map.fit(map.byHand || map.wanted ? null : (state.get().look?.box ?? null)),
  );
  on("map", "keydown", onMap);
  addEventListener("keydown", onKey);
  on("language", "change", () => {
    speak($("language").value);
    put(ours, "standoff.language", $("language").value);
    looked({ language: $("language").value });
    offers().catch(() => {});
  });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => looked({ theme: dark.matches ? "dark" : "light" }));
  addEventListener("storage", keptElsewhere);
  addEventListener("hashchange", () => {
    const { id, at, view, n } = history.state ?? {};
    arrived = true;
    if (id === own.id && state.get().game.phases[at]) move((game) => go(game, at), { view, n });
    else if (location.hash.slice(1) !== own.link) fromAddress();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    tryToOpen(file ? await file.text() : (event.dataTransfer?.getData("text") ?? ""));
  });
}

/** Change the theme or language of everything. @param {Partial<State>} how */
function looked(how) {
  state.get().asking?.stop();
  state.update((s) => ({
    ...s,
    ...ABOUT_A_TURN(),
    cursor: s.cursor,
    view: s.view,
    n: s.n,
    chosen: s.chosen && { ...s.chosen },
    ...how,
  }));
}

/** The available choices, in the language of the page. */
async function offers() {
  const offered = await ask({
    do: "hello",
    language: state.get().language,
    title: state.get().game.title,
  });
  state.set({ offered });
  $("sources").replaceChildren(
    element("option", { value: "start" }),
    ...offered.boards.map((/** @type {any} */ one) =>
      element("option", { value: one.name }, one.about),
    ),
    ...offered.cases.map((/** @type {any} */ one) =>
      element("option", { value: one.id }, one.title),
    ),
  );
}

async function main() {
  document.body.classList.toggle("bare", bare);
  const language =
    ours.getItem("standoff.language") ??
    ["cs", "ru"].find((one) => navigator.language.startsWith(one)) ??
    "en";
  $("language").value = language;
  speak(language);
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  state.update((s) => ({ ...s, language, theme }));
  const alone = connect((text) => state.set({ starting: text }));
  wire();
  try {
    await fromAddress(
      /** @type {PerformanceNavigationTiming | undefined} */ (
        performance.getEntriesByType("navigation")[0]
      )?.type === "reload",
    );
    await offers();
    document.body.dataset.ready = "yes";
    alone?.then(() => navigator.serviceWorker?.register("service.js").catch(() => {}));
  } catch (fault) {
    state.set({ notice: fault instanceof Fault ? fault.message : String(fault) });
  }
}

main();
