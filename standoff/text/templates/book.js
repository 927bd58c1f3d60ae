"use strict";
// titles in the language that the reader chose here or on the page
const kept = "standoff.language";
const told = [...document.querySelectorAll("[data-cs]")];
for (const part of told) part.dataset.en = part.textContent;
const speak = (language) => {
  for (const part of told) {
    part.textContent = part.dataset[language];
    part.lang = language;
  }
};
let spoken = null;
try { spoken = localStorage.getItem(kept); } catch { /* nothing is kept */ }
spoken ??= ["cs", "ru"].find((one) => navigator.language.startsWith(one)) ?? "en";
speak(spoken);
const languages = document.getElementById("language");
if (languages) {
  languages.value = spoken;
  languages.addEventListener("change", () => {
    speak(languages.value);
    try { localStorage.setItem(kept, languages.value); } catch { /* nothing is kept */ }
  });
}
// search over the numbers and titles of the page, in every language
const field = document.getElementById("search");
if (field) {
  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const entries = [...document.querySelectorAll(".cases li")].map((item) => [item, plain([item.textContent, ...Object.values(item.querySelector("[data-cs]").dataset)].join(" "))]);
  const count = document.getElementById("count");
  const search = () => {
    const wanted = plain(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [item, text] of entries) {
      item.hidden = !wanted.every((word) => text.includes(word));
      shown += !item.hidden;
    }
    for (const section of document.querySelectorAll("section.chapter")) {
      section.hidden = !section.querySelector("li:not([hidden])");
    }
    count.textContent = shown === 1 ? "1 case" : `${shown} cases`;
    history.replaceState(null, "", field.value ? `#${encodeURIComponent(field.value)}` : location.pathname);
  };
  field.addEventListener("input", search);
  if (location.hash.length > 1) {
    field.value = decodeURIComponent(location.hash.slice(1));
    search();
  }
}
// an order pointed at in a table stands out in the picture beside it, and the other way round
for (const phase of document.querySelectorAll(".phase")) {
  const picture = phase.querySelector("svg");
  const light = (order) => {
    picture.classList.toggle("dim", Boolean(order));
    for (const part of picture.querySelectorAll("[data-order]")) {
      part.classList.toggle("lit", part.dataset.order === order);
    }
    for (const row of phase.querySelectorAll("tr[data-order]")) {
      row.classList.toggle("lit", row.dataset.order === order);
    }
  };
  for (const part of phase.querySelectorAll("tr[data-order], svg [data-order]")) {
    part.addEventListener("pointerenter", () => light(part.dataset.order));
    part.addEventListener("pointerleave", () => light(""));
  }
}
