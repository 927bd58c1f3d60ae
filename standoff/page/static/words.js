// What the page says; English is the key, and the catalogues of standoff have the other languages.
import { CATALOGUE } from "./catalogue.js";

let language = "en";

export const say = (text) => CATALOGUE[language]?.[text] ?? text;

export function speak(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
}

export const spoken = () => language;
