// @ts-check
// The dialogs: share, paste, options, games.

import { ask } from "./ask.js";
import { $, button, drawing, element, inRow, meta } from "./dom.js";
import { MOST_COMMENT, MOST_TITLE } from "./link.js";
import { firstPicture } from "./map.js";
import { looksOf, put, storage, turnOf } from "./state.js";
import { change, line as lineOf, now, phaseName } from "./tree.js";
import { count, say } from "./words.js";

const MOST_GIST = 60; // characters of a game's orders in the list of games

/** @param {string} title @param {...(Node | string)} children */
function open(title, ...children) {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren(...children);
  if (!$("dialog").open) $("dialog").showModal();
  $("dialog").scrollTop = 0;
}

const close = () => $("dialog").close();

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {string} svg @returns {Promise<Blob>} */
async function asPng(svg) {
  const picture = new Image();
  picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  await picture.decode();
  const canvas = element("canvas", {
    width: picture.naturalWidth * 2,
    height: picture.naturalHeight * 2,
  });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** The public address of the page; empty if unknown. */
function shareUrl() {
  const ours = storage("localStorage");
  const named = meta("share-url")?.content;
  if (named) put(ours, "standoff.public", named);
  return named ?? ours.getItem("standoff.public") ?? "";
}

/** @param {string} address */
const embedded = (address) =>
  `<iframe src="${address.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" width="600" height="500" title="standoff"></iframe>`;

const isHere = () =>
  /^(localhost|127\.|\[::1\])/.test(location.host) || location.protocol === "file:";

/**
 * @typedef {object} Page What the dialogs use of the page.
 * @property {any} state
 * @property {(make: (game: any) => any, where?: string) => void} play
 * @property {(source: string, chapter?: boolean) => Promise<void>} openSource
 * @property {(opened: any) => void} beginWith
 * @property {(kept: any) => void} openKept
 * @property {() => Promise<string>} linked
 * @property {() => any[]} games
 * @property {(id: string) => void} deleteGame
 * @property {(kept: any, title: string) => void} rename
 * @property {(id: string) => boolean} shows
 * @property {() => any} pictured
 * @property {(svg: string) => string} drawnOn
 */

/** @param {Page} page */
export function dialogs(page) {
  const { state } = page;
  const looks = () => looksOf(state.get());

  const boardFile = () =>
    /^[^ ]*[.#][^ ]*/.exec(now(state.get().game).position ?? "")?.[0].replace(/^.*[\\/]/, "") ?? "";

  async function share() {
    const address = isHere() && shareUrl() ? shareUrl() : location.href.split("#")[0];
    const field = element("input", { readOnly: true, id: "link", "aria-label": say("Link") });
    const status = element("p", { role: "status" });
    const size = element("span", { className: "hint" });
    const renew = async () => {
      field.value = address + "#" + (await page.linked());
      size.textContent = count("{n} character|{n} characters", field.value.length);
    };
    const copied = async (/** @type {string} */ text) => {
      try {
        await navigator.clipboard.writeText(text);
        status.textContent = say("Copied.");
      } catch {
        status.textContent = say("Copy it from the field.");
      }
    };
    const labeled = (/** @type {"title" | "comment"} */ key, /** @type {string} */ label) =>
      element(
        "label",
        {},
        label,
        element(key === "title" ? "input" : "textarea", {
          id: "share-" + key,
          value: state.get().game[key],
          rows: 3,
          maxLength: key === "title" ? MOST_TITLE : MOST_COMMENT,
          oninput: (/** @type {any} */ event) => {
            page.play((game) => ({ ...game, [key]: event.target.value }), key);
            renew();
          },
        }),
      );
    const text = element("textarea", {
      id: "exported",
      rows: 8,
      readOnly: true,
      hidden: true,
      "aria-label": say("Copy"),
    });
    const phases = () =>
      lineOf(state.get().game).map(({ position, orders, rules, options, comment }) => ({
        position,
        orders,
        rules,
        options,
        comment,
      }));
    const exported = (/** @type {string} */ form) =>
      ask({
        do: "export",
        form,
        ...turnOf(state.get()),
        ...looks(),
        title: state.get().game.title,
        comment: state.get().game.comment,
        link: field.value,
        ...page.pictured(),
        nodes: phases(),
      });
    const tried = (/** @type {() => Promise<void>} */ call) => async () => {
      try {
        await call();
      } catch (fault) {
        status.textContent = /** @type {Error} */ (fault).message;
      }
    };
    const form = (/** @type {string} */ name, /** @type {string} */ label) =>
      button(
        label,
        tried(async () => {
          const { text: made, first = "" } =
            name === "embed"
              ? { text: embedded(address + "?view=map#" + field.value.split("#")[1]) }
              : await exported(name);
          text.value = made;
          text.hidden = false;
          await copied(text.value);
          if (first) status.textContent += ` ${first}`;
        }),
      );
    const file = (/** @type {string} */ name, /** @type {string} */ label) =>
      button(
        label,
        tried(async () => {
          const { text, name: called } = await exported(name);
          save(new Blob([text], { type: "text/plain" }), called);
        }),
      );
    const picture = (/** @type {boolean} */ png) =>
      tried(async () => {
        const made = await exported("svg");
        const svg = page.drawnOn(made.text);
        save(
          png ? await asPng(svg) : new Blob([svg], { type: "image/svg+xml" }),
          made.name.replace(/svg$/, png ? "png" : "svg"),
        );
      });
    const onlyHere = isHere() && !shareUrl(); // the server lets no page embed it
    await renew();
    open(
      say("Share…"),
      labeled("title", say("Title")),
      labeled("comment", say("Comment")),
      element("p", {}, state.get().look?.rules_words ?? ""),
      element("label", {}, say("Link"), field),
      inRow(
        button(say("Copy link"), () => copied(field.value), { id: "copy-link", className: "main" }),
        size,
      ),
      ...(boardFile()
        ? [
            element(
              "p",
              { className: "hint" },
              say(
                "This link requires the board file {file}; to open it: standoff page --map {file}",
                { file: boardFile() },
              ),
            ),
          ]
        : []),
      ...(onlyHere
        ? [
            element(
              "p",
              { className: "hint", id: "only-here" },
              say(
                "This link works on this machine only. With --share-url ADDRESS, links lead to a public page.",
              ),
            ),
          ]
        : []),
      inRow(
        form("markdown", say("For a forum (Markdown)")),
        form("bbcode", say("For a forum (BBCode)")),
        button(say("Picture (PNG)"), picture(true)),
        button(say("Picture (SVG)"), picture(false)),
        ...(onlyHere ? [] : [form("embed", say("To embed"))]),
        form("line", say("Interchange line")),
      ),
      inRow(file("game", say("Game file")), file("case", say("Case file"))),
      text,
      status,
    );
  }

  function paste() {
    const text = element("textarea", {
      id: "pasted",
      rows: 12,
      "aria-label": say("Paste a position, orders, a case or a saved game."),
    });
    const status = element("p", { className: "fault", role: "alert" });
    const take = async (/** @type {string} */ source) => {
      try {
        await page.openSource(source, chapter.checked);
        close();
      } catch (fault) {
        text.value = source;
        status.textContent = /** @type {Error} */ (fault).message;
      }
    };
    const chapter = element("input", { type: "checkbox", id: "as-chapter" });
    const file = element("input", {
      type: "file",
      id: "file",
      onchange: async (/** @type {any} */ event) => take(await event.target.files[0].text()),
    });
    open(
      say("Paste…"),
      element("p", {}, say("Paste a position, orders, a case or a saved game.")),
      text,
      status,
      inRow(
        button(say("Open"), () => take(text.value), { id: "open-pasted", className: "main" }),
        element("label", {}, say("or a file") + " ", file),
      ),
      element(
        "p",
        {},
        element(
          "label",
          { className: "check" },
          chapter,
          " " + say("as a chapter of the shown game"),
        ),
      ),
    );
  }

  function options() {
    const { offered, game } = state.get();
    const rows = (offered?.options ?? []).map((/** @type {any} */ option) =>
      element(
        "p",
        {},
        element(
          "label",
          {},
          element("strong", {}, `${option.issue} ${option.name}`),
          " – ",
          option.about,
          element("br"),
          element(
            "select",
            {
              "data-option": option.name,
              onchange: (/** @type {any} */ event) =>
                page.play((one) => {
                  const choices = { ...now(one).options };
                  if (event.target.value) choices[option.name] = event.target.value;
                  else delete choices[option.name];
                  return change(one, { options: choices });
                }),
            },
            element(
              "option",
              { value: "" },
              `${say("as in the rulebook")}: ${option.choices.find((/** @type {any} */ choice) => choice.name === option.presets[now(game).rules])?.about ?? ""}`,
            ),
            ...option.choices.map((/** @type {any} */ choice) =>
              element(
                "option",
                { value: choice.name, selected: now(game).options[option.name] === choice.name },
                `${choice.name}: ${choice.about}`,
              ),
            ),
          ),
        ),
      ),
    );
    open(say("Options…"), ...rows);
  }

  /** A small map of a game, if its board is the one shown. @param {any} game */
  function thumbnail(game) {
    const { ground } = state.get();
    const { position } = now(game);
    if (!position || position.split(" ")[0] !== ground?.board) return element("span");
    const svg = firstPicture(ground, position);
    for (const one of svg.querySelectorAll("[id]")) one.removeAttribute("id");
    svg.setAttribute("class", "thumbnail");
    svg.setAttribute("aria-hidden", "true");
    return svg;
  }

  function games() {
    const row = (/** @type {any} */ one) => {
      const phase = phaseName(now(one.game));
      const gist = now(one.game)
        .orders.trim()
        .split(/\s*\n\s*/)
        .join(", ");
      const about = [
        phase,
        gist.length > MOST_GIST ? `${gist.slice(0, MOST_GIST)} …` : gist,
        count("{n} phase|{n} phases", Object.keys(one.game.phases).length),
        `${say("changed")} ${new Date(one.when).toLocaleString(state.get().language)}`,
        page.shows(one.id) ? say("shown") : "",
      ]
        .filter(Boolean)
        .join("; ");
      const title = element("input", {
        value: one.game.title,
        placeholder: phase,
        maxLength: MOST_TITLE,
        "aria-label": say("Title"),
        onchange: () => page.rename(one, title.value),
      });
      const gone = (/** @type {any} */ { target }) => {
        if (target.dataset.sure) {
          page.deleteGame(one.id);
          games();
        }
        target.dataset.sure = "yes";
        target.textContent = say("Delete for good?");
      };
      return element(
        "li",
        {},
        thumbnail(one.game),
        title,
        inRow(
          element("span", { className: "hint grow" }, about),
          button(say("Open"), () => {
            close();
            page.openKept(one);
          }),
          button(say("Delete"), gone),
        ),
      );
    };
    const kept = page.games();
    open(
      say("Games…"),
      element("ul", { className: "games" }, ...kept.map(row)),
      ...(kept.length
        ? []
        : [element("p", {}, say("No games yet: games that you only view are not kept."))]),
    );
  }

  async function key() {
    const answer = await ask({ do: "key", ...looks() });
    const shown = (/** @type {any} */ { picture, meaning }) =>
      picture
        ? element("img", {
            src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(picture),
            alt: meaning,
          })
        : "";
    const row = (/** @type {any} */ sign) =>
      element(
        "tr",
        {},
        element("td", {}, shown(sign)),
        element("th", { scope: "row" }, sign.meaning),
        element("td", {}, sign.looks),
      );
    const swatch = (/** @type {any} */ one) =>
      element("span", { className: "row" }, shown({ picture: one.picture, meaning: "" }), one.name);
    open(
      say("Legend"),
      element("p", { className: "row wrap powers" }, ...answer.powers.map(swatch)),
      element("table", {}, element("tbody", {}, ...answer.signs.map(row))),
    );
  }

  /** The cases of the library as pictures, by chapter. */
  function library() {
    const { offered } = state.get();
    const shown = element("div", { className: "gallery", ariaBusy: "true" });
    const card = (/** @type {any} */ one) => {
      const name = `${one.id.replace(/^datc-/, "")} ${one.title}`;
      const opened = () => {
        close();
        page.openSource(one.id);
      };
      return element(
        "button",
        { type: "button", className: "card", ariaLabel: name, onclick: opened },
        drawing(one.picture),
        element("span", {}, name),
      );
    };
    const choose = async () => {
      shown.replaceChildren(element("p", {}, say("loading") + " …"));
      const answer = await ask({
        do: "gallery",
        chapter: chapter.value,
        ...looks(),
        board: state.get().ground?.board ?? "",
      }).catch((fault) => ({ fault: fault.message }));
      if (answer.fault)
        return shown.replaceChildren(element("p", { className: "fault" }, answer.fault));
      shown.replaceChildren(
        ...answer.groups.flatMap((/** @type {any} */ group) => [
          element("h3", {}, group.name),
          element("div", { className: "cards" }, ...group.cards.map(card)),
        ]),
      );
    };
    const chapter = element(
      "select",
      { id: "chapter", "aria-label": say("Chapter"), onchange: choose },
      ...(offered?.chapters ?? []).map((/** @type {any} */ one) =>
        element("option", { value: one.name }, one.title),
      ),
    );
    open(say("Library"), chapter, shown);
    choose();
  }

  /** Whether the units of some powers hold their ground, and a turn that breaks them. */
  function hold() {
    const { game, ground, pointed, legal } = state.get();
    const groups = (now(game).position?.split(" ")[2] ?? "").match(/[^:;]+(?=:)/g) ?? [];
    const own = legal[pointed.unit]?.[0]?.power ?? groups[0];
    const powers = groups.map((/** @type {string} */ value) =>
      element("input", { type: "checkbox", value, checked: value === own }),
    );
    const field = (/** @type {string} */ id) => element("input", { id, autocomplete: "off" });
    const [keep, fleets] = ["hold-keep", "hold-fleets"].map(field);
    const free = element("input", { type: "checkbox" });
    const shown = element("div", { id: "held", ariaLive: "polite" });
    const listed = (/** @type {string[]} */ texts) =>
      element("ul", {}, ...texts.map((text) => element("li", {}, text)));
    let controller = new AbortController();
    $("dialog").addEventListener("close", () => controller.abort(), { once: true });
    const answered = async () => {
      controller.abort();
      controller = new AbortController();
      shown.replaceChildren(element("progress", { ariaLabel: say("loading") }));
      const request = {
        do: "hold",
        ...turnOf(state.get()),
        ...looks(),
        powers: powers.filter((one) => one.checked).map((one) => one.value),
        keep: keep.value,
        no_fleets: fleets.value,
        free: free.checked,
      };
      const { signal } = controller;
      const answer = await ask(request, signal).catch((fault) => ({ fault: fault.message }));
      if (signal.aborted) return;
      if (answer.fault)
        return shown.replaceChildren(element("p", { className: "fault" }, answer.fault));
      const opened = () => {
        close();
        page.beginWith(answer.game);
      };
      shown.replaceChildren(
        element("p", {}, element("strong", {}, answer.said), ` ${answer.why.join("; ")}`),
        listed(answer.orders),
        drawing(answer.picture),
        element("p", {}, button(say("Open this turn"), opened, { className: "main" })),
        element("p", {}, say("It is assumed:")),
        listed(answer.assumed),
      );
    };
    open(
      say("Hold?"),
      element("p", {}, say("Do these units hold, whatever the others have and order?")),
      element(
        "p",
        { className: "row wrap", role: "group", ariaLabel: say("power") },
        ...powers.map((one) =>
          element("label", { className: "check" }, one, ground?.powers[one.value]?.name ?? ""),
        ),
      ),
      element("label", {}, say("Provinces to keep (if none: the own centers)"), keep),
      element("label", {}, say("Provinces without an enemy fleet"), fleets),
      element(
        "label",
        { className: "check" },
        free,
        " " + say("Find orders for units without one"),
      ),
      element("p", {}, button(say("Hold?"), answered, { id: "ask-hold", className: "main" })),
      shown,
    );
  }

  return { share, library, hold, key, paste, options, games };
}
