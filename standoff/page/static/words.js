// What the page says, in three languages; English is the key.

const WORDS = {
  cs: {
    "To the orders": "K povelům", "Start from": "Začít od", "Open": "Otevřít", "Paste…": "Vložit…", "Rulebook": "Pravidla",
    "Options…": "Volby…", "Language": "Jazyk", "Undo": "Zpět", "Redo": "Znovu", "Solve": "Vyhodnotit", "Set up": "Stavět",
    "Larger": "Větší", "Smaller": "Menší", "Orders": "Povely", "Clear orders": "Smazat povely", "Outcome": "Výsledek",
    "Compare rulebooks": "Porovnat pravidla", "All resolutions": "Všechna řešení", "Share…": "Sdílet…", "Close": "Zavřít",
    "Point at a unit, then at its destination, or at another unit to support or convoy it.": "Klepněte na jednotku, pak na cíl; na jinou jednotku, má-li ji podpořit nebo přepravit.",
    "Choose a power and a piece, then a province.": "Zvolte mocnost a figuru, pak území.",
    "Point at its destination, or choose below. Escape cancels.": "Klepněte na cíl, nebo vyberte níže. Escape končí.",
    "army": "armáda", "fleet": "loďstvo", "center": "středisko", "remove": "odebrat", "nobody": "nikdo", "Phase": "Fáze",
    "Empty board": "Prázdný plán", "order": "povel", "outcome": "výsledek", "why": "proč", "Why?": "Proč?",
    "What would change this?": "Co by to změnilo?", "No change found that would turn it.": "Nic, co by to obrátilo, se nenašlo.",
    "Take over": "Převzít", "All rulebooks agree.": "Všechna pravidla se shodují.", "as": "jako", "instead of": "místo",
    "Next phase": "Další fáze", "paradox": "paradox", "consistent resolutions": "konzistentních řešení", "core": "jádro",
    "settled by": "rozhodlo", "Copy link": "Kopírovat odkaz", "Copied.": "Zkopírováno.", "Picture (SVG)": "Obrázek (SVG)",
    "Picture (PNG)": "Obrázek (PNG)", "Case file": "Soubor s případem", "Interchange line": "Výměnný řádek",
    "Text for a forum": "Text do fóra", "Copy": "Kopírovat", "Save": "Uložit", "dislodged": "vypuzena",
    "may retreat to": "může ustoupit do", "nowhere": "nikam", "contested": "sporné", "loading": "načítá se",
    "This link cannot be read: it is damaged, or was made for something else.": "Odkaz nelze přečíst: je poškozený nebo pro něco jiného.",
    "line": "řádek", "as in the rulebook": "podle pravidel", "resolution": "řešení", "adopted": "přijaté",
    "Paste a position, orders, a case or a saved game's phase.": "Vložte pozici, povely, případ nebo fázi uložené hry.",
    "succeed": "uspěje", "of": "z", "orders": "povelů", "Earlier phases": "Dřívější fáze", "Map": "Mapa",
  },
  ru: {
    "To the orders": "К приказам", "Start from": "Начать с", "Open": "Открыть", "Paste…": "Вставить…", "Rulebook": "Правила",
    "Options…": "Варианты…", "Language": "Язык", "Undo": "Отменить", "Redo": "Вернуть", "Solve": "Решать", "Set up": "Расставить",
    "Larger": "Крупнее", "Smaller": "Мельче", "Orders": "Приказы", "Clear orders": "Стереть приказы", "Outcome": "Итог",
    "Compare rulebooks": "Сравнить правила", "All resolutions": "Все решения", "Share…": "Поделиться…", "Close": "Закрыть",
    "Point at a unit, then at its destination, or at another unit to support or convoy it.": "Укажите подразделение, затем цель; другое подразделение — чтобы поддержать или перевезти его.",
    "Choose a power and a piece, then a province.": "Выберите державу и фигуру, затем область.",
    "Point at its destination, or choose below. Escape cancels.": "Укажите цель или выберите ниже. Escape — выход.",
    "army": "армия", "fleet": "флот", "center": "центр", "remove": "убрать", "nobody": "никто", "Phase": "Фаза",
    "Empty board": "Пустая карта", "order": "приказ", "outcome": "итог", "why": "почему", "Why?": "Почему?",
    "What would change this?": "Что изменило бы это?", "No change found that would turn it.": "Ничего, что изменило бы это, не найдено.",
    "Take over": "Принять", "All rulebooks agree.": "Все правила согласны.", "as": "как", "instead of": "вместо",
    "Next phase": "Следующая фаза", "paradox": "парадокс", "consistent resolutions": "непротиворечивых решений", "core": "ядро",
    "settled by": "решено по", "Copy link": "Скопировать ссылку", "Copied.": "Скопировано.", "Picture (SVG)": "Картинка (SVG)",
    "Picture (PNG)": "Картинка (PNG)", "Case file": "Файл случая", "Interchange line": "Строка обмена",
    "Text for a forum": "Текст для форума", "Copy": "Скопировать", "Save": "Сохранить", "dislodged": "выбито",
    "may retreat to": "может отступить в", "nowhere": "никуда", "contested": "спорные", "loading": "загрузка",
    "This link cannot be read: it is damaged, or was made for something else.": "Ссылку нельзя прочесть: она повреждена или не отсюда.",
    "line": "строка", "as in the rulebook": "как в правилах", "resolution": "решение", "adopted": "принято",
    "Paste a position, orders, a case or a saved game's phase.": "Вставьте позицию, приказы, случай или фазу сохранённой игры.",
    "succeed": "удаётся", "of": "из", "orders": "приказов", "Earlier phases": "Прежние фазы", "Map": "Карта",
  },
};

let language = "en";

export const say = (text) => WORDS[language]?.[text] ?? text;

export function speak(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
}

export const spoken = () => language;
