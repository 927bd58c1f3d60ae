// @ts-check
// The parts beside and above the map. Each depends on the state alone, and is remade only when its
// part of it changes.

import { $, able, button, drawing, element, fill, inRow } from "./dom.js";
import { MOST_COMMENT } from "./link.js";
import { branch, children, left, line, now, partsOf, phaseName } from "./tree.js";
import { province } from "./pointing.js";
import { at } from "./state.js";
import { count, say } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {Record<string, (...args: any[]) => any>} Acts The actions of the reader. */

/** @param {State} state @param {string} power */
const powerName = (state, power) => state.ground?.powers[power]?.name ?? power;

/** A province or a coast in the reader's language. @param {State} state @param {string} place */
const placeSaid = (state, place) => state.ground?.provinces[province(place)]?.said[place] ?? place;

/**
 * A unit that can be ordered, or one by its name.
 * @param {State} state
 * @param {string} place "STP/SC", "F STP/SC"
 */
export function unitSaid(state, place) {
  const [, type, at] =
    /^([AF]) (\S+)/.exec(/^[AF] /.test(place) ? place : (state.legal[place]?.[0]?.order ?? "")) ??
    [];
  return type
    ? `${state.ground?.types[type] ?? type} ${placeSaid(state, at)}`
    : placeSaid(state, place);
}

/**
 * The power, order and outcome of a province's unit, empty for none.
 * @param {State} state
 * @param {string} place
 */
export function ordered(state, place) {
  const one = state.look?.result?.orders.find((/** @type {any} */ other) => other.place === place);
  return one ? `${powerName(state, one.power)}: ${one.said.order}: ${one.said.outcome}` : "";
}

/** @param {State} state @param {Acts} act */
export function panels(state, act) {
  bar(state, act);
  phases(state, act);
  rulebook(state, act);
  tabs(state, act);
  visit(state, act);
  faults(state, act);
  units(state, act);
  fill($("winter"), state.look?.allowed, () =>
    (state.look?.allowed ?? []).map((/** @type {any} */ one) => element("li", {}, one.said)),
  );
  outcome(state, act);
  powers(state);
  comment(state, act);
  $("notice").textContent = state.notice;
  $("hint").textContent = $("hint").title = hint(state);
  $("starting").textContent = state.starting;
  $("starting").hidden = !state.starting;
}

const SEASONS = /** @type {Record<string, string>} */ ({ S: "Spring", F: "Fall", W: "Winter" });
const KINDS = /** @type {Record<string, string>} */ ({ R: "· retreats", A: "· builds" });

/**
 * The name of a phase in words: "Fall 1901 · retreats"; after the previous one only "retreats".
 * @param {string} name
 * @param {boolean} [next]
 */
export function phaseSaid(name, next = false) {
  const [season, year, kind] = partsOf(name) ?? [];
  if (!season) return name;
  if (next && KINDS[kind]) return say(KINDS[kind]).replace(/^· /, "");
  return `${say(SEASONS[season])} ${year} ${KINDS[kind] ? say(KINDS[kind]) : ""}`.trim();
}

/** @param {State} state @param {Acts} act */
function bar(state, act) {
  const { look, game } = state;
  $("phase-title").textContent = $("phase-title").title = phaseSaid(phaseName(now(game))).replace(
    /^-$/,
    say("Map"),
  );
  able("undo", state.past.length > 0);
  able("redo", state.future.length > 0);
  able("back", now(game).parent !== null);
  const next = $("next");
  const after = now(game).last ?? children(game, now(game).id)[0]?.id;
  const phase =
    look?.next?.phase || (after && game.phases[after] && phaseName(game.phases[after])) || "";
  next.textContent = say("Next") + (phase ? `: ${phaseSaid(phase, true)}` : "");
  able("next", Boolean(look?.next || after));
  for (const name of ["turn", "resolutions", "compare"])
    $("view-" + name).setAttribute("aria-pressed", String(state.view === name));
  able("view-resolutions", look?.kind === "movement");
  able("view-compare", Boolean(look?.result?.orders.length));
  $("hold").hidden = !state.offered?.hold;
  able("hold", look?.kind === "movement");
  const { length } = look?.faults ?? [];
  fill($("wrong"), [length, state.language], () => (length ? [`⚠ ${length}`] : []));
  $("wrong").hidden = !length;
  $("wrong").title = $("wrong").ariaLabel = count("{n} line is wrong|{n} lines are wrong", length);
  $("judged").checked = state.judged;
  $("setting").checked = state.setting;
  $("drawing").checked = state.drawing !== null;
  fill($("tool-powers"), [state.ground?.of], () =>
    [...Object.entries(state.ground?.powers ?? {}), ["", { name: say("nobody") }]].map(
      ([power, { name }], n) =>
        element(
          "label",
          { className: "pick" },
          element("input", { type: "radio", name: "power", value: power, checked: n === 0 }),
          name,
        ),
    ),
  );
  const [season, year, kind] = partsOf(phaseName(now(game))) ?? ["", "", ""];
  for (const [id, value] of [
    ["set-kind", season + kind],
    ["set-year", year],
  ])
    if (document.activeElement !== $(id)) $(id).value = value;
  $("tools").hidden = !state.setting;
}

/** @param {State} state */
function hint(state) {
  if (state.drawing !== null)
    return say(
      "For an arrow, drag or point at two provinces; for a ring, point at one twice. Repeat to remove it.",
    );
  if (state.setting) return say("Choose a power and a piece, then a province.");
  if (state.hint === "cannot") return say("No order of that unit leads there.");
  const winter = state.look?.kind === "adjustment";
  if (winter) return say("Point at a home center to build, or at a unit to remove it.");
  if (state.look?.kind === "retreat")
    return say("Point at the retreat of a dislodged unit, or at the unit itself to disband it.");
  if (state.pointed.target)
    return say("Point at its destination, or at it again to support it in holding.");
  if (state.pointed.unit)
    return say(
      "Point at its destination, at the unit that it supports or convoys, or at itself to hold.",
    );
  return matchMedia("(pointer: coarse)").matches
    ? say("Tap a unit, then its destination, or another unit and its destination.")
    : say(
        "Point at a unit, then at its destination, or at another unit and its destination. Or drag it.",
      );
}

/** @param {State} state @param {Acts} act */
function phases(state, act) {
  const { game } = state;
  const all = line(game);
  fill($("line"), [game.phases, game.at, state.language], () => {
    const called = (/** @type {import("./tree.js").Phase} */ one) => {
      const all = children(game, one.parent);
      const chapters = all.filter((other, n) => other.chapter || n === 0);
      if (chapters.length < 2 || !chapters.includes(one))
        return `${say("branch")} ${one.name || letter(all.indexOf(one))}`;
      return say("Chapter {n}", { n: chapters.indexOf(one) + 1 }) + (one.name && `: ${one.name}`);
    };
    const shown = all.flatMap((one) => {
      const others = children(game, one.parent).filter((other) => other.id !== one.id);
      const marks = [
        others.length && `(${called(one)})`,
        one.differences.length && "≠",
        one.comment && "✎",
      ]
        .filter(Boolean)
        .join(" ");
      const own = button(`${phaseName(one)} ${marks}`.trim(), () => act.go(one.id), {
        className: one.id === game.at ? "chosen" : "",
        "data-key": one.id,
        title: [one.comment, ...one.differences].join("; "),
        "aria-current": one.id === game.at ? "step" : "false",
      });
      return [
        own,
        ...others.map((other) =>
          button(called(other), () => act.go(other.id), {
            className: "branch",
            "data-key": other.id,
          }),
        ),
      ];
    });
    const branched = children(game, now(game).parent).length > 1;
    const more = Object.keys(game.phases).length > 1;
    const later = left(game).length;
    return [
      ...shown,
      ...(later
        ? [
            button(
              count("Take over {n} later phase|Take over {n} later phases", later),
              act.carry,
              { className: "plain", "data-key": "carry" },
            ),
          ]
        : []),
      ...(branched || (more && now(game).parent !== null)
        ? [
            button(
              count("Remove {n} phase|Remove {n} phases", branch(game, game.at).length),
              act.remove,
              { className: "plain" },
            ),
          ]
        : []),
    ];
  });
  $("line").hidden = Object.keys(game.phases).length < 2;
  $("line").querySelector(".chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {number} n */
const letter = (n) => (n < 26 ? String.fromCharCode(97 + n) : String(n + 1));

/** @param {State} state @param {Acts} act */
function rulebook(state, act) {
  const { rules, options } = now(state.game);
  fill($("rules"), state.offered?.rulebooks, () =>
    (state.offered?.rulebooks ?? [{ name: rules, said: rules }]).map(
      (/** @type {any} */ { name, said }) => element("option", { value: name }, said),
    ),
  );
  $("rules").value = rules;
  fill($("rules-words"), [state.look?.rules_words, options, state.language], () => [
    element("span", {}, state.look?.rules_words ?? ""),
    ...(Object.keys(options).length
      ? [" ", button(say("Without options"), () => act.rules(rules, {}), { className: "plain" })]
      : []),
  ]);
}

/** The title of the game; of a case, in the language of the page. @param {State} state */
export const titleOf = ({ game, offered }) =>
  offered?.titled === game.title ? offered.title : game.title;

/** @param {State} state @param {Acts} act */
function visit(state, act) {
  const { rest, visiting, language } = state;
  fill($("visit"), [visiting, rest, titleOf(state), state.game.comment, language], () => [
    ...(state.game.title || state.game.comment
      ? [
          element(
            "p",
            { id: "post" },
            element("strong", {}, titleOf(state)),
            state.game.title && state.game.comment ? " – " : "",
            state.game.comment,
          ),
        ]
      : []),
    ...(rest
      ? [
          inRow(
            element("span", { className: "fault" }, rest.said),
            button(say("Open the other phases"), act.rest),
          ),
        ]
      : []),
    ...(visiting
      ? [
          inRow(
            say("This game came with a link; your own is kept."),
            button(say("Back to my game"), act.own, { id: "own" }),
            button(say("Keep this game, too"), act.keepVisit),
          ),
        ]
      : []),
  ]);
  $("visit").hidden = !$("visit").childNodes.length;
}

// -- orders ---------------------------------------------------------------------------------------

/** @param {State} state @param {Acts} act */
function faults(state, act) {
  const faults = state.look?.faults ?? [];
  fill($("faults"), [faults, state.language], () =>
    faults.map((/** @type {any} */ fault) =>
      element(
        "li",
        { className: "fault" },
        button(`${say("line")} ${fault.line}`, () => act.toLine(fault.line), {
          className: "plain",
        }),
        " " + fault.message,
        ...nearest(fault, act),
      ),
    ),
  );
  const { orders } = now(state.game);
  fill($("mirror"), [orders, faults], () =>
    orders.split("\n").map((text, n) => {
      const wrong = faults.filter((/** @type {any} */ one) => one.line === n + 1);
      return element(
        "div",
        { className: wrong.length ? "wrong" : "" },
        text || " ",
        wrong.length ? element("span", { className: "fault" }, "  ← " + wrong[0].message) : null,
      );
    }),
  );
}

/**
 * The legal orders nearest to an illegal one; each can replace it.
 * @param {any} one
 * @param {Acts} act
 */
const nearest = (one, act) =>
  one?.nearest.length
    ? [
        element(
          "div",
          {},
          `${say("nearest")}: `,
          ...one.nearest.flatMap((/** @type {any} */ other, /** @type {number} */ n) => [
            n ? "; " : "",
            button(other.said, () => act.instead(one.line, one.text, other.order), {
              className: "plain",
            }),
          ]),
        ),
      ]
    : [];

/** @param {State} state @param {Acts} act */
function units(state, act) {
  const { legal, pointed, offer, menu } = state;
  const listed = offer.length && !menu && pointed.unit ? offer : [];
  fill(
    $("units"),
    [
      Object.keys(legal),
      state.lookOf,
      state.look?.failed,
      state.ground?.of,
      pointed.unit,
      listed.length,
      state.language,
    ],
    () =>
      Object.keys(legal).flatMap((place) => {
        const wrong = (state.look?.faults ?? []).some(
          (/** @type {any} */ one) => one.place === province(place),
        );
        const named =
          legal[place][0]?.kind === "build"
            ? `+ ${placeSaid(state, place)}`
            : unitSaid(state, place);
        const own = button(wrong ? `${named} ⚠` : named, () => act.unit(place), {
          className: place === pointed.unit ? "chosen" : "",
          "aria-pressed": String(place === pointed.unit),
          "data-key": `unit-${place}`,
        });
        if (place !== pointed.unit || !listed.length) return [own];
        return [
          own,
          element(
            "span",
            { className: "choices", role: "group", "aria-label": named },
            ...listed.map((order) =>
              button(order.said, () => act.give(order), { "data-key": `unit-${place}` }),
            ),
          ),
        ];
      }),
  );
}

// -- outcomes -------------------------------------------------------------------------------------

/** @param {State} state @param {string} what */
const asking = (state, what) => state.asking?.what === what;

/** @param {Acts} act */
const progress = (act) =>
  element(
    "p",
    { className: "row progress" },
    element("progress", { "aria-label": say("loading") }),
    button(say("Stop"), act.stop),
  );

/** @param {State} state @param {Acts} act */
function outcome(state, act) {
  const { look } = state;
  fill(
    $("outcome"),
    [
      state.lookOf,
      look?.failed,
      state.language,
      state.chosen,
      state.explanation,
      state.counterfactuals,
      state.unfolded,
      asking(state, "change"),
      state.ground?.of,
    ],
    () => {
      if (!look) return [];
      const results = look.result?.orders ?? [];
      const parts = [];
      if (look.next?.end)
        parts.push(element("p", { className: "end" }, element("strong", {}, look.next.end)));
      for (const one of now(state.game).differences)
        parts.push(element("p", { className: "differs" }, `≠ ${one}`));
      for (const doubt of look.result?.undecided ?? [])
        parts.push(element("p", { className: "fault" }, doubt));
      for (const [title, text] of look.result?.paradoxes ?? []) {
        parts.push(
          element(
            "p",
            { className: "paradox" },
            element("strong", {}, title),
            `${text} `,
            button(say("All resolutions"), () => act.view("resolutions"), { className: "plain" }),
          ),
        );
      }
      const quiet = results.filter(isQuiet);
      const folded = quiet.length >= LEAST_FOLDED;
      const shownRows = rows(
        state,
        folded ? results.filter((/** @type {any} */ one) => !isQuiet(one)) : results,
        act,
      );
      if (folded)
        shownRows.push(
          foldRow(state, quiet, act),
          ...(state.unfolded ? rows(state, quiet, act) : []),
        );
      if (results.length)
        parts.push(
          element(
            "table",
            {},
            element(
              "thead",
              {},
              element(
                "tr",
                {},
                ...["order", "outcome", "why"].map((word) =>
                  element("th", { scope: "col" }, say(word)),
                ),
              ),
            ),
            element("tbody", {}, ...shownRows),
          ),
        );
      for (const text of look.result?.left ?? []) parts.push(element("p", {}, text));
      return parts;
    },
  );
}

const LEAST_FOLDED = 4; // fewer units without an order are shown each

/** A unit without an order that nobody attacks. @param {any} one */
const isQuiet = (one) => one.written === null && one.outcome === "holds" && one.cause === "STANDS";

/**
 * The line for all units without an order that nobody attacks; it opens their rows.
 * @param {State} state
 * @param {any[]} quiet
 * @param {Acts} act
 */
function foldRow({ unfolded }, quiet, act) {
  const { outcome, reason } = quiet[0].said;
  const text = `${count("{n} unit without an order|{n} units without orders", quiet.length)}: ${outcome}, ${reason}`;
  return element(
    "tr",
    {},
    element(
      "td",
      { colSpan: 3 },
      button(text, act.unfold, {
        className: "plain",
        "aria-expanded": String(unfolded),
        "data-key": "fold",
      }),
    ),
  );
}

/** @param {State} state @param {any[]} results @param {Acts} act */
function rows(state, results, act) {
  const rows = [];
  let power = "";
  for (const one of results) {
    if (one.power !== power) {
      power = one.power;
      rows.push(
        element(
          "tr",
          {},
          element(
            "th",
            { colSpan: 3, scope: "colgroup", className: "power" },
            powerName(state, power),
          ),
        ),
      );
    }
    const named = { power: one.power, order: one.drawn };
    const open = state.chosen?.power === named.power && state.chosen?.order === named.order;
    const own = button(one.said.order, () => act.explain(open ? null : named), {
      className: "plain",
      "aria-expanded": String(open),
      "data-key": `${named.power} ${named.order}`,
    });
    const mark = (/** @type {boolean} */ on) => () => act.mark(on ? named : null);
    rows.push(
      element(
        "tr",
        {
          className: one.success ? "done" : "failed",
          onmouseenter: mark(true),
          onmouseleave: mark(false),
          onfocusin: mark(true),
          onfocusout: mark(false),
        },
        element("td", {}, own),
        element("td", {}, one.said.outcome),
        element("td", {}, one.said.reason),
      ),
    );
    if (open)
      rows.push(
        element(
          "tr",
          { className: "why" },
          element("td", { colSpan: 3, id: "why" }, ...explanation(state, act)),
        ),
      );
  }
  return rows;
}

/** @param {State} state @param {Acts} act */
function explanation(state, act) {
  const { explanation: answer, counterfactuals } = state;
  if (!answer) return [element("p", {}, say("loading") + " …")];
  if (answer.fault) return [element("p", { className: "fault" }, answer.fault)];
  const bars = answer.strengths
    ? [element("div", { className: "strengths" }, drawing(answer.strengths))]
    : [];
  const parts = [
    ...bars,
    element(
      "ol",
      { className: "causes" },
      ...answer.lines.map((/** @type {any} */ one) =>
        element("li", { className: "depth" + Math.min(9, one.depth) }, one.text),
      ),
    ),
  ];
  const buttons = [];
  if (state.look?.kind === "movement" && !counterfactuals && !asking(state, "change"))
    buttons.push(button(say("What would change this?"), act.counterfactuals));
  parts.push(
    element(
      "p",
      { className: "row" },
      ...buttons,
      button(say("Close"), () => act.explain(null)),
    ),
  );
  if (asking(state, "change")) parts.push(progress(act));
  if (counterfactuals?.fault)
    parts.push(element("p", { className: "fault" }, counterfactuals.fault));
  else if (counterfactuals && !counterfactuals.turned_by.length)
    parts.push(
      element(
        "p",
        {},
        say("No change found that alters it.") +
          (counterfactuals.complete
            ? ""
            : ` ${say("Not all pairs of changes were tried, for lack of time.")}`),
      ),
    );
  else if (counterfactuals)
    parts.push(
      element(
        "ul",
        { className: "counterfactuals" },
        ...counterfactuals.turned_by.map((/** @type {any} */ one) =>
          element(
            "li",
            {},
            `${one.said.changes}: ${one.said.outcome}; ${one.said.reason} `,
            button(say("Apply"), () => act.take(one.changes)),
          ),
        ),
      ),
    );
  return parts;
}

// -- powers and comments --------------------------------------------------------------------------

/**
 * The number of units or centers of each power.
 * @param {string | null} position
 * @param {number} field 2 units, 3 centers
 * @returns {Record<string, number>}
 */
function owned(position, field) {
  const groups = (position?.split(" ")[field] ?? "-")
    .split(";")
    .filter((group) => group.includes(":"))
    .map((group) => group.split(":"));
  return Object.fromEntries(
    groups.map(([power, list]) => [power, list.split(",").filter(Boolean).length]),
  );
}

/** @param {State} state */
function powers(state) {
  const { game, ground } = state;
  const { position, parent } = now(game);
  fill($("powers"), [position, parent, state.language, ground?.of], () => {
    const [units, centers] = [2, 3].map((field) => owned(position, field));
    const before = owned(parent === null ? position : game.phases[parent].position, 3);
    const all = Object.keys(ground?.powers ?? centers).filter(
      (power) => units[power] || centers[power] || before[power],
    );
    all.sort((one, other) => (centers[other] ?? 0) - (centers[one] ?? 0));
    const change = (/** @type {string} */ power) => (centers[power] ?? 0) - (before[power] ?? 0);
    const cell = (/** @type {number | string} */ value) => element("td", {}, String(value));
    const row = (/** @type {string} */ power) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, powerName(state, power)),
        cell(centers[power] ?? 0),
        cell(change(power) ? `${change(power) > 0 ? "+" : "−"}${Math.abs(change(power))}` : ""),
        cell(units[power] ?? 0),
      );
    return [
      element(
        "summary",
        {},
        `${say("Supply centers")}: ${all.map((power) => `${powerName(state, power)} ${centers[power] ?? 0}`).join(", ") || "–"}`,
      ),
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            ...["power", "centers", "change", "units"].map((word) =>
              element("th", { scope: "col" }, say(word)),
            ),
          ),
        ),
        element("tbody", {}, ...all.map(row)),
      ),
    ];
  });
}

/**
 * The comment on the phase, and the name of the branch or chapter that begins with it.
 * @param {State} state
 * @param {Acts} act
 */
function comment(state, act) {
  const phase = now(state.game);
  const branched = children(state.game, phase.parent).length > 1;
  fill($("comment"), [phase.id, state.language, branched], () => [
    ...(branched
      ? [
          element(
            "label",
            {},
            say("Name of the branch") + " ",
            element("input", {
              id: "branch-name",
              maxLength: 80,
              oninput: (/** @type {any} */ { target }) => act.note({ name: target.value }),
            }),
          ),
        ]
      : []),
    element(
      "label",
      {},
      say("Comment on this phase"),
      element("textarea", {
        rows: 2,
        maxLength: MOST_COMMENT,
        oninput: (/** @type {any} */ { target }) => act.note({ comment: target.value }),
      }),
    ),
  ]);
  for (const [field, text] of [
    [$("branch-name"), phase.name],
    [$("comment").querySelector("textarea"), phase.comment],
  ]) {
    if (field && field.value !== text) field.value = text;
  }
}

// -- resolutions and rulebooks, which redraw the map ----------------------------------------------

/** @param {State} state @param {Acts} act */
function tabs(state, act) {
  const { view, studies, language, lookOf } = state;
  const study = studies[view];
  const shown = at(state);
  fill($("tabs"), [view, shown, Boolean(study), lookOf, language, asking(state, view)], () => {
    if (asking(state, view)) return [progress(act)];
    return (study?.shown ?? []).map((/** @type {any} */ one, /** @type {number} */ n) =>
      button(one.tab, () => act.pick(n), {
        role: "tab",
        "aria-selected": String(n === shown),
        "aria-controls": "map",
        "data-key": `tab-${n}`,
        title: one.heading,
        tabIndex: n === shown ? 0 : -1,
      }),
    );
  });
  $("tabs").hidden = view === "turn";
  $("tabs")
    .querySelector("[aria-selected=true]")
    ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const listed = (/** @type {string[][]} */ lines) =>
    lines.map(([first, text]) => element("li", {}, element("strong", {}, first), text));
  fill($("panel"), [view, shown, Boolean(study), lookOf, language], () => {
    if (!study) return [];
    const one = study.shown[shown];
    const other = view === "compare" && shown > 0;
    return [
      element(
        "div",
        { className: "row" },
        element("h2", {}, say(view === "compare" ? "Compare rulebooks" : "All resolutions")),
        element("span", { className: "grow" }),
        button(say("Close"), () => act.view("turn"), { "data-key": "close" }),
      ),
      element("ul", {}, ...listed(study.lines)),
      ...(view === "compare" ? [] : [element("h3", {}, one.heading)]),
      element("ul", { id: "standing" }, ...listed(one.lines)),
      ...(view === "compare"
        ? [element("p", { className: "hint", id: "books" }, one.heading)]
        : []),
      ...(other
        ? [
            element(
              "p",
              {},
              button(say("Apply"), () => act.rules(one.rules, one.options)),
            ),
          ]
        : []),
    ];
  });
  $("panel").hidden = !study;
}
