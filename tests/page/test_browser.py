"""Using the page in a browser: by mouse, by keyboard, by touch."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from standoff.page.start import address_of
from tests.helpers.paths import FALL, GAMES, needs_games
from tests.map.test_variants import GAME, short_game
from tests.page.browsing import POINT, Person, browser_only

pytestmark = [pytest.mark.slow, browser_only]

VIEW = "return document.querySelector('#map svg').getAttribute('viewBox')"
NO_ANSWER = """
const {fetch} = window;
const until = (signal, no) => signal.addEventListener('abort', () => no(signal.reason));
const never = (signal) => new Promise((_, no) => until(signal, no));
window.fetch = (path, more) => (path === arguments[0] ? never(more.signal) : fetch(path, more));
"""

LATER = """
const {fetch} = window;
const wanted = new Promise((yes) => { window.release = yes; });
window.held = arguments[0];
window.asked = window.answered = 0;
window.fetch = async (path, more) => {
  if (!more.body.includes(window.held)) return fetch(path, more);
  window.asked += 1;
  const found = await fetch(path, more);
  await wanted;
  setTimeout(() => { window.answered += 1; }, 50);
  return found;
};
"""

IN_SIGHT = """
return arguments[0].every((id) => {
  const rect = document.getElementById(id).getBoundingClientRect();
  return rect.width > 0 && rect.top >= 0 && rect.left >= 0 && rect.bottom <= innerHeight && rect.right <= innerWidth;
})
"""


PHASES = "#line button:not(.plain)"


def said(phase: str) -> str:
    """Return the name of a next phase on its button."""
    season = {"S": "Spring", "F": "Fall", "W": "Winter"}[phase[0]]
    return {"R": "retreats", "A": "builds"}.get(phase[-1], f"{season} {phase[1:-1]}")


def lines(person: Person, *wanted: str) -> None:
    """Wait until the line shows these phases and branches."""
    person.gets(lambda: person.texts(PHASES), list(wanted))


def test_a_game_forks_and_nothing_that_was_played_is_lost(person: Person) -> None:
    """Three phases are played; changing the first makes a branch, and both lines stay."""
    person.goes().points("PAR", "BUR").sees("#outcome", "moves").presses("Next: Fall 1901").sees("#phase-title", "Fall")
    person.sees("#next", "Spring 1902").presses("Next: Spring 1902").sees("#phase-title", "Spring 1902")
    lines(person, "S1901M", "F1901M", "S1902M")
    person.presses("S1901M", "#line").sees("#phase-title", "Spring 1901").has_orders("A PAR - BUR")
    person.types("FRANCE\n  A PAR - PIC\n").waits("return document.querySelectorAll('#line .branch').length === 1")
    lines(person, "S1901M (branch b)", "branch a")
    person.sees("#next", "Fall 1901").presses("Next: Fall 1901").sees("#phase-title", "Fall 1901")
    person.waits("return document.querySelector(\"#map .unit[data-unit='A PIC']\")")
    lines(person, "S1901M (branch b)", "branch a", "F1901M")
    person.presses("branch a", "#line").has_orders("A PAR - BUR")
    lines(person, "S1901M (branch a)", "branch b", "F1901M", "S1902M")
    person.script("document.activeElement.blur()")
    person.keys("\ue014", "\ue014", to="body").sees("#phase-title", "Spring 1902")  # arrow keys to the right
    person.keys("\ue012", "\ue012", "\ue015", to="body").has_orders("A PAR - PIC")  # to the left, and down
    person.writes("#branch-name", "what if").sees("#line", "(branch what if)")
    person.presses("Remove 2 phases", "#line").waits("return !document.querySelector('#line .branch')")
    lines(person, "S1901M", "F1901M", "S1902M")
    person.presses("Undo", "#bar").sees("#line", "what if")
    person.comes_back().sees("#line", "what if").nothing_is_wrong()


def test_a_game_for_two_is_played_to_victory_on_a_board_of_ones_own(person: Person, maps: Path) -> None:
    """France and Austria, on the reader's own file: six centers win, with a lead of one."""
    person.goes(address_of("start", None, short_game(maps))).points("MAR", "SPA").has_orders("A MAR - SPA")
    phases = [*GAME, ""]
    for number, orders in enumerate(GAME.values()):
        person.types(orders).sees("#outcome", "France")
        assert ("won by France" in person.text("#outcome")) is (phases[number] == "F1902M")
        if phases[number + 1]:
            person.sees("#next", said(phases[number + 1])).presses(f"Next: {said(phases[number + 1])}").has_no_orders(
                orders
            )
    lines(person, *GAME)
    person.presses("W1901A", "#line").has_orders("A PAR B").comes_back().has_orders("A PAR B").nothing_is_wrong()


def test_resolutions_and_rulebooks_are_drawn_on_the_map(person: Person) -> None:
    """DATC 6.F.14: two resolutions; without the convoy both English orders succeed, with it the convoy does."""
    person.goes(address_of("6.F.14")).sees("#outcome", "All resolutions").presses("A BRE - LON", "#outcome")
    person.presses("What would change this?", "#why").waits("return document.querySelector('.counterfactuals li')")
    person.presses("Apply", "#why").has_orders("F LON - ").presses("Undo", "#bar").has_orders("F London Supports")
    person.sees("#outcome", "All resolutions").presses("Resolutions", "#bar")
    person.waits("return document.querySelectorAll('#tabs [role=tab]').length === 2")
    outcome = "return document.querySelector(`#map .order[data-order='${arguments[0]}']`).dataset.outcome"
    person.presses("Resolution 1 / 2 · adopted", "#tabs").sees("#standing", "F LON S F WAL - ENG; F WAL - ENG")
    person.gets(lambda: person.script(outcome, "F WAL - ENG"), "moves")
    person.gets(lambda: person.script(outcome, "F LON S F WAL - ENG"), "supports")
    person.presses("Resolution 2 / 2", "#tabs").sees("#standing", "succeed: F ENG C A BRE - LON")
    person.gets(lambda: person.script(outcome, "F WAL - ENG"), "bounces")
    person.gets(lambda: person.script(outcome, "F ENG C A BRE - LON"), "convoys")
    person.presses("Compare", "#bar").waits("return document.querySelectorAll('#maps svg .orders').length === 2")
    person.waits("return document.querySelector('#second .order[data-outcome=cut]')")
    person.gets(lambda: person.script(outcome, "F LON S F WAL - ENG"), "supports")
    person.nothing_is_wrong()
    person.script("const s = document.getElementById('source'); s.value = '6.F.24'; s.form.requestSubmit()")
    person.waits("return document.title.includes('6.F.24')").sees("#outcome", "order").gets(
        lambda: person.text("#panel"), ""
    )
    person.waits("return document.getElementById('tabs').hidden && document.getElementById('second-part').hidden")
    person.chooses("#rules", "1982").sees("#rules-words", "1982").nothing_is_wrong()


def test_an_explanation_opens_beside_its_row_and_the_map_stays(person: Person) -> None:
    """The last of 34 orders: nothing jumps, and the map regains its colors when the explanation closes."""
    person.goes(address_of(FALL)).waits("return document.querySelectorAll('#outcome tbody button').length >= 34")
    before = person.script(VIEW)
    last = "const all = [...document.querySelectorAll('#outcome tbody button')]; const one = all[all.length - 1];"
    top = person.script(last + "one.scrollIntoView({block: 'center'}); return one.getBoundingClientRect().top")
    person.script(last + "one.click()")
    person.settles().waits("return document.querySelector('#why .causes')")
    rows = "return [...document.querySelectorAll('#outcome tbody tr')].findIndex((one) => one.className === 'why')"
    assert person.script(rows + " > 33")
    now = "return document.querySelector('#outcome [aria-expanded=true]').getBoundingClientRect().top"
    assert abs(person.script(now) - top) < 2
    assert person.script("return scrollY") == 0
    assert person.script("return document.getElementById('map').classList.contains('one')")
    person.script(NO_ANSWER, "search")
    person.presses("What would change this?", "#why").waits("return document.querySelector('#why .progress')")
    person.presses("Stop", "#why").waits("return !document.querySelector('#why .progress')")
    person.keys("\ue00c", to="body").waits("return !document.querySelector('#why')")
    person.waits("return !document.getElementById('map').classList.contains('one')")
    person.gets(lambda: person.script(VIEW), before)
    for width, height in ((1400, 900), (1024, 768)):
        person.sized(width, height).waits(IN_SIGHT, ["map", "next", "view-resolutions", "view-compare", "share"])
    person.nothing_is_wrong()


def test_everything_is_pointed_at(person: Person) -> None:
    """Supports and holds by clicks and by dragging; one order a unit, however it is written."""
    person.goes().types("Austria\nBud - Ser\n").sees("#outcome", "moves").points("BUD", "RUM")
    person.gets(person.orders, "Austria\nA BUD - RUM\n")
    person.sees("#outcome", "A BUD - RUM").points("MAR", "PAR", "BUR").has_orders("A MAR S A PAR - BUR")
    person.sees("#outcome", "A MAR S A PAR - BUR").points("MAR", "MAR").has_orders("A MAR H")
    person.gets(lambda: person.orders().count("MAR"), 1).sees("#outcome", "A MAR H").drags("PAR", "BUR").has_orders(
        "A PAR - BUR"
    )
    person.sees("#outcome", "A PAR - BUR")
    person.types("France: A Par - Bur, A Mar H; Germany: A Mun - Bur\n").sees("#outcome", "bounces")
    person.points("PAR", "PIC").sees("#outcome", "A PAR - PIC").gets(
        person.orders, "France: A PAR - PIC, A Mar H; Germany: A Mun - Bur\n"
    )
    person.script("document.getElementById('map').blur()")
    person.keys("\ue009z").has_no_orders("PIC").nothing_is_wrong()


def test_a_year_with_a_retreat_and_a_winter(person: Person) -> None:
    """2023, page 17: Germany gains two centers, and builds where its home centers are free."""
    person.goes().types("GERMANY\n A MUN - TYR\n A BER - MUN\n F KIE - DEN\nAUSTRIA\n A VIE - BOH\n").sees(
        "#outcome", "moves"
    )
    person.sees("#next", "Fall 1901").presses("Next: Fall 1901").sees("#phase-title", "Fall")
    person.types("GERMANY\n A TYR S A MUN - BOH\n A MUN - BOH\n").sees("#outcome", "dislodged")
    person.sees("#next", "retreats").presses("Next: retreats").sees("#phase-title", "retreat")
    person.sees("#outcome", "A BOH").points("BOH", "VIE").sees("#outcome", "retreats")
    person.sees("#next", "builds").presses("Next: builds").sees("#phase-title", "builds")
    person.sees("#winter", "Germany builds")
    person.waits("return document.querySelectorAll('#map .mark.build').length > 0").points("MUN").has_orders("A MUN B")
    person.sees("#winter", "orders given: 1").points("MUN").has_no_orders("MUN B")
    person.points("KIE").sees("#menu", "F KIE B")
    person.presses("F KIE B", "#menu").sees("#outcome", "builds").sees("#next", "Spring 1902").nothing_is_wrong()


def test_a_friends_link_and_back_to_ones_own_game(person: Person) -> None:
    """The link contains the game; the visitor's own game stays, and a bad link is saved nowhere."""
    person.goes(address_of("6.F.14")).gets(lambda: person.text("#visit"), "")  # there is no other game to go back to
    person.presses("Options…", "#head").chooses("[data-option=paradox_backup]", "all-hold").presses("Close", "#dialog")
    person.sees("#rules-words", "paradox_backup = all-hold").sees("#outcome", "All Hold rule").presses("Share…", "#bar")
    person.writes("#share-title", "Who moves?").writes("#share-comment", "I say nobody.").waits(
        "return document.getElementById('link').value.includes('nobody')"
    ).sees("#dialog", "on this machine only")
    link = person.script("return document.getElementById('link').value")
    person.presses("For a forum (Markdown)", "#dialog").waits("return document.getElementById('exported').value")
    post = person.script("return document.getElementById('exported').value")
    assert "S1901M-2023.png" in post
    assert link in post
    person.forgets().goes().points("PAR", "BUR").sees("#outcome", "A PAR - BUR").goes("#" + link.partition("#")[2])
    person.sees("#visit", "Who moves? – I say nobody.").sees("#rules-words", "all-hold").sees(
        "#outcome", "All Hold rule"
    )
    person.points("LON", "LON").has_orders("F LON H").presses("Back to my game").has_orders("A PAR - BUR")
    person.waits("return location.hash.includes('PAR')")
    own = person.script("return location.hash")
    for bad in ("#p=%00", "#k=AAAA"):
        person.script("location.hash = arguments[0]", bad)
        person.sees("#notice", "cannot be read").has_orders("A PAR - BUR")
        person.waits("return location.hash === arguments[0]", own)
    person.goes(bad).sees("#notice", "cannot be read").comes_back().has_orders("A PAR - BUR").nothing_is_wrong()


def test_nothing_that_is_typed_is_lost(person: Person) -> None:
    person.goes().types("FRANCE\n  A Pariss - Bur\n  A Mar - Spa\n").sees("#faults", "Paris").sees(
        "#outcome", "A MAR - SPA"
    )
    person.waits("return document.querySelectorAll('#mirror .wrong').length === 1")
    person.presses("A PAR - BUR", "#faults").has_orders("  A PAR - BUR\n  A Mar - Spa").presses("Undo", "#bar")
    person.sees("#faults", "Paris").script("location.hash = 'key'")
    person.waits("return document.querySelectorAll('#dialog td img').length === 18").presses("Close", "#dialog")
    before = person.script("return location.hash")
    person.writes("#orders", "F Bre H").comes_back().has_orders("F Bre H").has_orders("Pariss")
    person.script("history.replaceState(null, '', arguments[0])", before)  # as if that had not caught up yet
    person.comes_back().has_orders("F Bre H").gets(lambda: person.text("#visit"), "")
    person.presses("Paste…", "#head").writes("#pasted", "nothing that could be read")
    person.presses("Open", "#dialog").waits("return document.querySelector('#dialog .fault').innerText")
    person.gets(lambda: person.script("return document.getElementById('pasted').value"), "nothing that could be read")
    person.presses("Close", "#dialog").has_orders("Pariss")


def test_what_is_pressed_stays_until_it_is_clicked(person: Person) -> None:
    """An answer that comes between pressing and releasing a button does not remove the button."""
    person.goes().types("AUSTRIA\n  A BUD - SER\n").sees("#outcome", "A BUD - SER")
    at = person.settles().script(
        "const rect = document.querySelector('#outcome tbody button').getBoundingClientRect();"
        "return [rect.left + 4, rect.top + 4].map(Math.round)"
    )
    person.script(LATER, '"look"')
    person.writes("#orders", "FRANCE\n  A PAR - BUR").waits("return window.asked > 0").mouse("mousePressed", at)
    person.waits("window.release(); return window.answered === window.asked").mouse("mouseReleased", at)
    person.sees("#why", "A BUD - SER").sees("#outcome", "A PAR - BUR")


def test_an_answer_about_one_game_does_not_get_into_another(person: Person) -> None:
    """The next positions of a link arrive when another link is open, with phases of the same ids."""
    links: list[str] = []
    for to in ("PIC", "BUR"):
        person.forgets().goes().points("PAR", to).sees("#outcome", "moves").presses("Next: Fall 1901")
        person.sees("#phase-title", "Fall").presses("Previous phase", "#bar").sees("#phase-title", "Spring")
        person.waits("return location.hash.startsWith('#k=')")
        links.append(person.script("return location.hash"))
    person.forgets().goes().script(LATER, '"line"')
    person.script("location.hash = arguments[0]", links[0])
    person.waits("return window.asked === 1")
    person.script("window.held = 'do'; location.hash = arguments[0]", links[1])
    person.has_orders("A PAR - BUR").waits("return window.asked > 1").script("window.release()")
    person.presses("F1901M", "#line").sees("#phase-title", "Fall")
    person.waits("return document.querySelector(\"#map .unit[data-unit='A BUR']\")").nothing_is_wrong()


@needs_games
def test_a_saved_game_is_stepped_through_and_shared(person: Person) -> None:
    person.goes().presses("Paste…", "#head").writes("#file", str(GAMES / "433762.json"))
    person.waits("return document.querySelectorAll(arguments[0]).length > 20", PHASES)
    count = len(person.texts(PHASES))
    person.sees("#outcome", "moves").script("document.activeElement.blur()")
    for _ in range(6):
        person.keys("\ue014", to="body")
    person.waits("return document.querySelector('#line .chosen').innerText.includes('1902')")
    person.waits("return location.hash.includes('k=')").presses("Share…", "#bar")
    person.waits("return document.getElementById('link').value.includes('k=')")
    link = person.script("return document.getElementById('link').value")
    assert len(link) < 3500
    chosen = person.text("#line .chosen")
    orders = person.orders()
    person.forgets().goes("#" + link.partition("#")[2]).gets(lambda: person.text("#line .chosen"), chosen)
    person.gets(lambda: len(person.texts(PHASES)), count).gets(person.orders, orders)
    person.waits("return !document.querySelector('#line').innerText.includes('…')")
    person.nothing_is_wrong()


def test_a_position_is_set_up_by_mouse_and_by_keyboard(person: Person) -> None:
    person.goes().script("document.getElementById('setting').click()")
    person.presses("Empty board", "#tools").waits("return !document.querySelector('#map .unit')")
    person.presses("France", "#tools").presses("army", "#tools").points("PAR")
    person.waits("return document.querySelectorAll('#map .unit').length === 1").presses("fleet", "#tools")
    person.writes("#tools input[placeholder]", "SPA\n").presses("F SPA/NC", "#menu")
    person.waits("return document.querySelectorAll('#map .unit').length === 2").presses("army", "#tools")
    for province in ("MAR", "BUR"):  # one right after the other
        person.script(POINT, province)
    person.waits("return document.querySelectorAll('#map .unit').length === 4")
    person.waits("return new URLSearchParams(location.hash.slice(1)).get('p')?.includes('FSPA/NC')")
    # orders go with their units; another case ends setting up, as do the next phase, an earlier one, and what is pasted
    setting = "return document.getElementById('setting').checked"
    person.types("FRANCE\n  A PAR - PIC\n  A MAR - GAS\n").sees("#outcome", "A MAR - GAS").presses("remove", "#tools")
    person.points("PAR").has_no_orders("PAR").has_orders("A MAR - GAS").presses("Empty board", "#tools")
    person.gets(person.orders, "").gets(
        lambda: person.script("return document.querySelectorAll('#map .order').length"), 0
    )
    person.script("const s = document.getElementById('source'); s.value = '6.F.14'; s.form.requestSubmit()")
    person.sees("#outcome", "paradox").gets(lambda: person.script(setting), False).points("LON", "LON").has_orders(
        "LON H"
    )
    for button, place in (("Next: Fall 1901", "#bar"), ("Previous phase", "#bar"), ("F1901M", "#line")):
        person.sees("#outcome", "holds").script("document.getElementById('setting').click()")
        person.gets(lambda: person.script(setting), True).presses(button, place)
        person.gets(lambda: person.script(setting), False)
    person.script("document.getElementById('setting').click()")
    person.presses("Paste…", "#head").writes("#pasted", "czech1962").presses("Open", "#dialog")
    person.sees("#post", "czech1962").gets(lambda: person.script(setting), False)
    person.waits("return location.hash.includes('p=czech1962+')").nothing_is_wrong()


def test_on_a_telephone_in_three_languages(person: Person) -> None:
    """At 360 px: the map first, units 32 px wide for the finger, two fingers enlarge."""
    person.sized(360, 740, phone=True)
    person.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        person.goes()
        person.waits("return document.documentElement.scrollWidth <= 360").waits(IN_SIGHT, ["map", "next"])
        person.waits("return document.getElementById('map').getBoundingClientRect().bottom < innerHeight")
        person.taps("PAR", dx=15).waits(
            "return document.querySelector('#map .chosen-province')?.dataset.province === 'PAR'"
        )
        person.taps("BUR").has_orders("A PAR - BUR").sees("#outcome", "moves")
        before = float(person.script(VIEW).split()[2])
        for kind, gap in (("touchStart", 20), ("touchMove", 60), ("touchMove", 100)):
            points = [{"x": 180 - gap, "y": 300, "id": 0}, {"x": 180 + gap, "y": 300, "id": 1}]
            person.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        person.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        person.waits(VIEW + ".split(' ')[2] < arguments[0] / 2", before)
        person.presses("Larger", "#map").presses("Whole map", "#map")
        for language, power, outcome in (("cs", "Francie", "Výsledek"), ("ru", "Франция", "Итог")):
            person.chooses("#language", language).sees("#side", outcome).sees("#outcome", power)
        person.nothing_is_wrong()
    finally:
        person.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_an_accessibility_checker_finds_nothing_serious(person: Person, tmp_path: Path) -> None:
    npm = shutil.which("npm")
    done = npm and subprocess.run(
        [npm, "pack", "--silent", "--prefer-offline", "axe-core"], cwd=tmp_path, capture_output=True, check=False
    )
    archives = list(tmp_path.glob("*.tgz"))
    if not done or done.returncode or not archives:
        pytest.skip("the checker axe-core cannot be fetched with npm")
    with tarfile.open(archives[0]) as archive:
        part = archive.extractfile("package/axe.min.js")
        assert part is not None
        checker = part.read().decode()
    person.goes(address_of("6.F.14")).sees("#outcome", "All resolutions").presses("A BRE - LON", "#outcome")
    person.sees("#why", "DATC 5.B")
    person.script(checker)
    report = person.driver.execute_async_script("axe.run(document).then(arguments[arguments.length - 1])")
    person.presses("Compare", "#bar").waits("return document.querySelector('#second svg')").presses("Share…", "#bar")
    more = person.driver.execute_async_script("axe.run(document).then(arguments[arguments.length - 1])")
    problems = [*report["violations"], *more["violations"]]
    serious = [one["id"] for one in problems if one["impact"] in ("serious", "critical")]
    assert not serious, [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in problems]
