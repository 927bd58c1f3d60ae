"""A reader's games stay, whatever else is opened; they can be exported and reopened completely."""

from __future__ import annotations

from pathlib import Path

import pytest

from standoff.map import starting_position
from standoff.page.start import _packed, address_of
from tests.helpers.paths import GAMES, needs_games
from tests.map.test_variants import short_game
from tests.page.browsing import Person, browser_only

pytestmark = [pytest.mark.slow, browser_only]

PHASES = "#line button:not(.plain)"
KEPT = "return JSON.parse(localStorage.getItem('standoff.games') ?? '[]')"
SAVED = """
URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return 'about:blank#'; };
HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };
"""
DROP = """
const event = new DragEvent('drop', {dataTransfer: new DataTransfer(), cancelable: true});
event.dataTransfer.items.add(new File([arguments[0]], 'game.json'));
window.dispatchEvent(event);
"""
FOUND = """
const bad = document.querySelectorAll('script:not([src]), #side img, #side b').length;
return [document.title, JSON.parse(localStorage.getItem('standoff.games') ?? '[]'), bad];
"""
THREE_PHASES = address_of("start")[1:] + (
    "k="
    + _packed(
        [
            {
                "position": str(starting_position()),
                "orders": "FRANCE\n  A PAR - BUR\n  F BRE - MAO\n",
                "differences": [],
            },
            {"position": "", "orders": "FRANCE\n  A BUR - BEL\n  F MAO - POR\n", "differences": []},
            {"position": "", "orders": "FRANCE\n  A PAR B\n  F BRE B\n", "differences": []},
        ],
        0,
    )
)
START_FROM = "const s = document.getElementById('source'); s.value = arguments[0]; s.form.requestSubmit()"

HOSTILE = (
    *("#p=hello world", "#p=hello+world+-+-+-+-+-", "#p=%00", "#p=" + "A" * 20_000, "#p=standard", "#p=__proto__ x y"),
    *("#k=AAAA", "#k=", "#k=%%%", "#k=" + "A" * 50_000, "#g=AAAA&p=standard+-+-", "#k=q1ZKVLIy0FEqyEgsTi1WslKKVqpVAgA"),
    *("#p=/etc/passwd+S1901M+-+-+-+-+-", "#p=..%2F..%2Fsecret.json+S1901M+-+-+-+-+-", "#p=//host/share+S1901M+-+-+-"),
    *("#p=start&s=__proto__=1&r=__proto__", "#p=start&r=<img src=x onerror=alert(1)>", "#p=start&e=constructor: x"),
    *("#p=start&t=<script>alert(1)</script>&c=<b>x", "#p=start&v=compare-9e99", "#p=start&o=" + "%F0%9F%92%A9" * 999),
    "#p=start&t=" + "x" * 150_000,
)


def played(person: Person) -> Person:
    """Two phases are played on the page."""
    person.goes().points("PAR", "BUR").sees("#outcome", "A PAR - BUR").presses("Next: Fall 1901")
    return person.sees("#phase-title", "Fall").points("BUR", "BEL").has_orders("A BUR - BEL").sees("#outcome", "BEL")


def link_of(person: Person) -> str:
    person.presses("Share…", "#bar").waits("return document.getElementById('link')?.value.includes('#')")
    link = person.script("return document.getElementById('link').value")
    person.presses("Close", "#dialog")
    return link


def test_a_tab_that_nobody_touches_writes_nothing(person: Person) -> None:
    """The newer work is in the other tab, and the first one shows it; closing either keeps it."""
    played(person)
    first, driver = person.driver.current_window_handle, person.driver
    driver.switch_to.new_window("tab")
    try:
        person.goes().has_orders("A BUR - BEL").types("FRANCE\n  A BUR - RUH\n").sees("#outcome", "A BUR - RUH")
        driver.switch_to.window(first)
        person.has_orders("A BUR - RUH")
        driver.switch_to.window(driver.window_handles[-1])
        driver.close()
        driver.switch_to.window(first)
        person.comes_back().has_orders("A BUR - RUH").gets(lambda: len(person.script(KEPT)), 1)
    finally:
        for other in driver.window_handles:
            if other != first:
                driver.switch_to.window(other)
                driver.close()
        driver.switch_to.window(first)


def test_what_is_only_looked_at_is_not_kept_and_games_are_renamed_and_deleted(person: Person) -> None:
    """Cases of the library are opened; only the own game is saved, until a case is changed."""
    played(person).gets(lambda: len(person.script(KEPT)), 1)
    cases = person.script("return [...document.querySelectorAll('#sources option')].map((one) => one.value)")
    for case in [one for one in cases if one.startswith("datc-6.D")][:2]:
        person.script(START_FROM, case)
        person.waits("return document.title.startsWith(arguments[0])", case)
    person.gets(lambda: len(person.script(KEPT)), 1).types("FRANCE\n  A PAR - PIC\n").gets(
        lambda: len(person.script(KEPT)), 2
    )
    person.presses("Games…", "#head").writes("#dialog li:first-child input", "\ue009a\ue000Mine\t")
    person.gets(lambda: person.script(KEPT)[0]["game"]["title"], "Mine")
    person.presses("Delete", "#dialog li:first-child").presses("Delete for good?", "#dialog")
    person.gets(lambda: len(person.script(KEPT)), 1).presses("Close", "#dialog").has_orders("A BUR - BEL")
    cards = "return document.querySelectorAll('#dialog .card svg').length"
    person.script("document.getElementById('library').click()")
    person.waits(cards + " > 10").sees("#dialog", "simple convoy paradox (A)").chooses("#chapter", "datc-6c")
    person.sees("#dialog", "DATC 6.C: circular movement").nothing_is_wrong()
    person.presses("6.C.1 Three units in a circle", "#dialog").sees("#post", "datc-6.C.1").nothing_is_wrong()


def test_a_game_goes_out_as_a_file_and_as_a_link_and_comes_back(person: Person) -> None:
    """Through *Paste…*, *Start from*, and a dropped file: all its phases, with typed text and comments."""
    played(person).types("FRANCE\n  A Bur - Mun\n  A Pariss - Bur\n").sees("#faults", "Paris")
    person.writes("#comment textarea", "Why Munich?").presses("Share…", "#bar").writes("#share-title", "Mine")
    person.script(SAVED)
    person.presses("Game file", "#dialog").waits("return window.saved")
    saved = person.script("return window.saved")
    assert person.script("return window.savedAs") == "Mine.json"
    person.presses("Close", "#dialog")
    link = link_of(person)

    def is_back() -> None:
        person.waits("return document.title.startsWith('Mine')").gets(lambda: len(person.texts(PHASES)), 2)
        person.presses("F1901M ✎", "#line")
        person.sees("#phase-title", "Fall").has_orders("A Bur - Mun\n  A Pariss - Bur")
        person.gets(lambda: person.script("return document.querySelector('#comment textarea').value"), "Why Munich?")

    person.forgets().goes().presses("Paste…", "#head").script(
        "document.getElementById('pasted').value = arguments[0]", saved
    )
    person.presses("Open", "#dialog")
    is_back()
    for script, brought in ((START_FROM, link), (DROP, saved)):
        person.script(START_FROM, "start")
        person.gets(lambda: len(person.texts(PHASES)), 1).script(script, brought)
        is_back()
    person.nothing_is_wrong()


def test_titles_are_in_the_language_of_the_page(person: Person) -> None:
    """A case is found by words of the reader's language, and its title changes with the language."""
    person.goes().chooses("#language", "cs").settles().script(START_FROM, "Pandinův paradox")
    person.sees("#post", "datc-6.F.16 Pandinův paradox").chooses("#language", "ru").sees("#post", "Парадокс Пандина")
    person.waits("return document.title.includes('Парадокс Пандина')").comes_back().sees("#post", "Парадокс Пандина")
    person.chooses("#language", "en").sees("#post", "Pandin's: the supported attack saves the fleet")
    shown = "return [...document.querySelectorAll('#sources option')].map((one) => one.textContent)"
    for language, title in (("cs", "Tři stejně silné tahy"), ("ru", "Три равных хода"), ("en", "Three equal moves")):
        person.chooses("#language", language).waits(f"{shown}.includes(arguments[0])", title)
    person.nothing_is_wrong()


def test_undo_goes_back_step_by_step(person: Person) -> None:
    """A typed line is a step; Ctrl+Z also undoes a click on the map; *Remove* states how many phases go."""
    person.goes()
    for line in ("FRANCE\n", "A PAR - BUR\n", "A MAR - SPA\n"):
        person.writes("#orders", line).settles()
    person.keys("\ue009z", to="#orders").has_no_orders("SPA").has_orders("A PAR - BUR")
    person.script("document.activeElement.blur()")
    person.points("BRE", "MAO").has_orders("F BRE - MAO").keys("\ue009z", to="#orders").has_no_orders("MAO")
    person.has_orders("A PAR - BUR").keys("\ue009z", to="#orders").has_no_orders("BUR").has_orders("FRANCE")
    person.presses("Next: Fall 1901").sees("#phase-title", "Fall").sees("#next", "Spring 1902").presses(
        "Next: Spring 1902"
    )
    person.sees("#phase-title", "1902").presses("F1901M", "#line").presses("Remove 2 phases", "#line")
    person.sees("#phase-title", "Spring 1901").presses("Undo", "#bar").gets(lambda: len(person.texts(PHASES)), 3)


def test_a_branch_takes_over_the_later_phases_and_marks_what_no_longer_can_be_given(person: Person) -> None:
    """One order of the first phase is changed; undone, the branch has no later phases; the old line stays."""
    person.goes("#" + THREE_PHASES).gets(lambda: len(person.texts(PHASES)), 3)
    person.types("FRANCE\n  A PAR - PIC\n  F BRE - MAO\n").presses("Take over 2 later phases", "#line")
    person.gets(lambda: person.texts(PHASES), ["S1901M (branch b)", "branch a", "F1901M ≠", "W1901A"])
    person.presses("F1901M ≠", "#line").sees("#outcome", "no longer possible: A BUR - BEL").has_orders("A BUR - BEL")
    person.waits("return document.querySelector(\"#map .order[data-order='F MAO - POR'][data-outcome=moves]\")")
    person.presses("Undo", "#bar").gets(lambda: len(person.texts(PHASES)), 2)
    person.presses("branch a", "#line").gets(lambda: len(person.texts(PHASES)), 4).nothing_is_wrong()


def test_the_browser_goes_back_through_views_phases_and_games(person: Person) -> None:
    """A comparison stays in another language; Back leads to the turn, the previous phase, and the previous game."""
    played(person).presses("Next: builds").sees("#phase-title", "Winter").script(START_FROM, "6.F.14")
    person.sees("#outcome", "All resolutions").presses("Compare", "#bar")
    person.waits("return document.querySelector('#second svg')")
    tab = "return document.querySelector('#tabs [aria-selected=true]')?.textContent ?? ''"
    person.presses("4.A.2: nothing; its orders are reported as unresolved and fail", "#tabs").settles()
    person.chooses("#language", "cs").gets(lambda: "nerozhodnuté" in person.script(tab), True)
    person.waits("return location.hash.includes('v=compare-3')").driver.back()
    person.gets(lambda: person.text("#tabs"), "").sees("#post", "6.F.14").chooses("#language", "en")
    for title in ("Winter 1901", "Fall 1901", "Spring 1901"):
        person.settles().driver.back()
        person.sees("#phase-title", title)
    person.driver.forward()
    person.sees("#phase-title", "Fall 1901").gets(lambda: len(person.texts(PHASES)), 3).nothing_is_wrong()


def test_what_is_being_typed_stays_in_its_game_when_a_link_is_opened(person: Person) -> None:
    """A friend's orders stay the friend's; Back leads to the own game, with its undo steps."""
    person.goes().points("PAR", "BUR").has_orders("A PAR - BUR").writes("#orders", "ITALY\n A ROM - TUS")
    person.script("location.hash = 'p=start&t=Friend&o=ENGLAND%0A+F+LON+-+ENG'")
    person.sees("#visit", "Friend").gets(person.orders, "ENGLAND\n F LON - ENG").points("EDI", "NTH").has_orders("NTH")
    person.waits("return location.hash.includes('NTH')").driver.back()
    person.has_orders("A PAR - BUR").has_orders("A ROM - TUS").has_no_orders("LON").presses("Undo", "#bar")
    person.has_no_orders("TUS").has_orders("A PAR - BUR").driver.forward()
    person.sees("#visit", "Friend").has_orders("F EDI - NTH").nothing_is_wrong()


def test_chapters_travel_in_one_link_and_a_map_is_embedded(person: Person) -> None:
    played(person).presses("Paste…", "#head").writes("#pasted", "6.F.14")
    person.waits("const box = document.getElementById('dialog'); return box.scrollWidth <= box.clientWidth")
    person.script("document.getElementById('as-chapter').click()")
    person.presses("Open", "#dialog").sees("#outcome", "All resolutions").sees("#line", "Chapter 2: datc-6.F.14")
    link = link_of(person).partition("#")[2]
    person.forgets().goes("#" + link).sees("#outcome", "All resolutions")
    person.presses("Chapter 1", "#line").has_orders("PAR - BUR")
    person.sees("#powers", "France 3").sized(600, 500).goes("?view=map#" + link).waits(
        "const map = document.getElementById('map').getBoundingClientRect();"
        "return map.width > 560 && map.height > 380 && map.bottom <= 500 && document.body.scrollHeight <= 500"
    )
    person.gets(lambda: person.script("return document.getElementById('side').checkVisibility()"), False)
    person.nothing_is_wrong()


LIMITED = """
const {fetch} = window;
window.fetch = async (path, more) => {
  const asked = JSON.parse(more.body), answer = await fetch(path, more);
  if (asked.do !== 'open') return answer;
  return Response.json({...await answer.json(), rest: {said: 'Opened: a part.', next: asked.phase ? '1' : '2'}});
};
"""


def test_all_cases_of_a_text_open_and_what_does_not_is_said_and_reached(person: Person) -> None:
    """Two cases are chapters; a text whose phases are not all open says so, and a button shows the others."""
    text = "".join(
        f"case mine-{n}\nPHASE movement\nFRANCE\n  A {name} Hold\n" for n, name in enumerate(("Paris", "Brest"))
    )
    person.goes().script(LIMITED)
    person.presses("Paste…", "#head").script("document.getElementById('pasted').value = arguments[0]", text)
    person.presses("Open", "#dialog").sees("#visit", "Opened: a part.").has_orders("A Paris Hold")
    person.sees("#line", "Chapter 2: mine-1").presses("Open the other phases", "#visit").has_orders("A Brest Hold")
    person.presses("Open the other phases", "#visit").has_orders("A Paris Hold").script(START_FROM, "start")
    person.gets(lambda: person.text("#visit"), "").nothing_is_wrong()


def test_a_link_of_ones_own_board_names_its_file_and_no_folder(person: Person, maps: Path) -> None:
    person.goes(address_of("start", None, short_game(maps))).points("MAR", "SPA").sees("#outcome", "moves")
    person.presses("Share…", "#bar").sees("#dialog", "requires the board file")
    link = person.script("return document.getElementById('link').value")
    assert maps.name not in link
    person.forgets().goes("#" + link.partition("#")[2]).has_orders("A MAR - SPA").sees("#outcome", "moves")


def test_the_picture_is_what_the_map_shows(person: Person) -> None:
    person.goes(address_of("6.F.14")).sees("#outcome", "All resolutions").presses("Resolutions", "#bar")
    person.presses("Resolution 2 / 2", "#tabs").presses("Share…", "#bar").script(SAVED)
    person.presses("Picture (SVG)", "#dialog").waits("return window.saved?.includes('Resolution 2 / 2')")
    assert person.script("return window.savedAs") == "S1901M-2023-resolution-2-of-2.svg"
    person.presses("Close", "#dialog").presses("Turn", "#bar").script("document.getElementById('drawing').click()")
    person.points("SMY", "CON").points("ANK", "ANK").presses("Share…", "#bar").writes("#share-title", "a/../b")
    person.script("window.saved = ''")
    person.presses("Picture (SVG)", "#dialog").waits("return window.saved")
    person.script(
        "document.body.innerHTML = ''; document.body.append(document.importNode("
        "new DOMParser().parseFromString(window.saved, 'image/svg+xml').documentElement, true))"
    )
    shown = person.script(
        "const whole = document.querySelector('svg').getBoundingClientRect();"
        "return [...document.querySelectorAll('.drawn[stroke] > *')].map((one) => one.getBoundingClientRect())"
        ".map((one) => [one.tagName, one.width > 0 && one.left >= 0 && one.right <= whole.right && one.top >= 0])"
    )
    assert [inside for _, inside in shown] == [True, True]


def test_hostile_links_do_nothing(person: Person) -> None:
    """Each leaves a page that answers, and the own game unchanged."""
    played(person)
    kept = person.script(KEPT)
    for link in HOSTILE:
        person.script("document.title = ''; location.hash = arguments[0]", link)
        person.waits("return document.querySelector('#map svg')").settles()
        title, now, bad = person.script(FOUND)
        assert len(title) < 400, link
        assert now == kept, link
        assert bad == 0, link
    person.goes(HOSTILE[-1])
    assert person.script(FOUND)[1:] == [kept, 0]
    person.goes().has_orders("A BUR - BEL")


@needs_games
def test_a_saved_game_of_many_phases_comes_back_from_its_file(person: Person) -> None:
    person.goes().presses("Paste…", "#head").writes("#file", str(GAMES / "433762.json"))
    person.waits("return document.querySelectorAll(arguments[0]).length > 20", PHASES).settles()
    count = len(person.texts(PHASES))
    person.presses("Share…", "#bar").script(SAVED)
    for name in ("Game file", "Case file"):
        person.script("window.saved = ''")
        person.presses(name, "#dialog").waits("return window.saved")
        saved = person.script("return window.saved")
        person.presses("Close", "#dialog").script(START_FROM, "start")
        person.gets(lambda: len(person.texts(PHASES)), 1).script(DROP, saved)
        person.gets(lambda: len(person.texts(PHASES)), count).presses("Share…", "#bar")
