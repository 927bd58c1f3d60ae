"""The map in a browser: clicks, visibility, and stable positions."""

from __future__ import annotations

import pytest

from standoff.page.start import address_of
from tests.helpers.paths import FALL
from tests.page.browsing import SETTLED, Person, browser_only

pytestmark = [pytest.mark.slow, browser_only]

VIEW = "return document.querySelector('#map svg').getAttribute('viewBox')"
TOP = "return document.getElementById('map').getBoundingClientRect().top"
SAID = "return document.getElementById('said').textContent"

LABELS = """
const box = document.getElementById('map').getBoundingClientRect();
const names = [...document.querySelectorAll('#map .names > :not(:first-child) > text:not([font-size])')];
return names.map((one) => one.getBoundingClientRect()).flatMap((rect) =>
  [[0.2, 0.3], [0.5, 0.5], [0.8, 0.7]].map(([x, y]) => [rect.left + x * rect.width, rect.top + y * rect.height]))
  .filter(([x, y]) => x > box.left + 5 && x < box.right - 5 && y > box.top + 5 && y < box.bottom - 5)
  .filter(([x, y]) => !document.elementFromPoint(x, y).closest('.zoom'));
"""
"""Points on the names of provinces."""

UNDER = """
return arguments[0].map(([x, y]) => {
  const hit = document.elementFromPoint(x, y);
  const over = hit.closest('.names, .orders, .signs, .joints, .rings, .traces, .drawn');
  return [Boolean(over), hit.closest('[data-province]')?.dataset.province ?? ''];
});
"""
NAMES = "return [...document.querySelectorAll('#map .names text')].map((one) => one.textContent)"
UNITS = "return [...document.querySelectorAll('#units button')]"
NAME = "return document.querySelector(`#map use[data-province='${arguments[0]}'] title`).textContent"

TWO_BEATEN = "#p=standard+S1901R+AUSTRIA:ASER;ITALY:AVEN,ATRI,FGRE,FAEG+-+AUSTRIA:FTRI<TYR;TURKEY:FGRE<ION+-+-+-"
"""DATC 6.H.1: fleets dislodged from Trieste (to the Adriatic or Albania) and Greece (to Albania or Bulgaria)."""

DOT = """
const rect = document.querySelector(`#map circle[data-province='${arguments[0]}']`).getBoundingClientRect();
return [rect.left + rect.width / 2, rect.top + rect.height / 2];
"""


def touching(person: Person, *, on: bool) -> None:
    person.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": on})


def test_whoever_points_at_a_name_means_its_province(person: Person) -> None:
    """A hundred points on names and symbols of a turn of 34 units, and ten taps on a telephone, all have a result."""
    person.goes(address_of(FALL))
    points = person.settles().script(LABELS)
    assert len(points) > 100
    swallowed = [one for one in person.script(UNDER, points) if one[0] or not one[1]]
    assert not swallowed
    person.sized(390, 844, phone=True)
    touching(person, on=True)
    try:
        person.goes("#p=standard+S1901M+ENGLAND:FNAO;RUSSIA:AMOS;TURKEY:ASYR;FRANCE:ANAF+-+-+-+-")
        points = person.settles().script(LABELS)
        inland = {"BUR", "PAR", "BEL", "RUH", "MUN", "VIE", "BUD", "RUM", "BUL", "SER", "TUS", "GAS", "KIE"}
        taps = [one for one, (_, at) in zip(points, person.script(UNDER, points), strict=True) if at in inland][::3]
        assert len(taps) >= 10
        for (x, y), (_, at) in zip(taps, person.script(UNDER, taps), strict=True):
            for kind, fingers in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
                person.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
            person.waits(SAID + " === arguments[0]", person.script(NAME, at))
    finally:
        touching(person, on=False)


def clicks(person: Person, x: float, y: float) -> None:
    person.mouse("mousePressed", (x, y)).mouse("mouseReleased", (x, y)).settles()


def test_a_unit_retreats_by_the_dot_and_disbands_by_a_choice_only(person: Person) -> None:
    """DATC 6.H.1: clicks on a dot and beside it; two units may go to Albania; a second click disbands no unit."""
    person.goes(TWO_BEATEN)
    clicks(person, *person.script(DOT, "ADR"))
    person.has_orders("F TRI R ADR").sees("#outcome", "retreats")
    x, y = person.script(DOT, "BUL")
    clicks(person, x - 7, y - 7)  # the line that leads there
    person.has_orders("F GRE R BUL/SC").presses("Clear orders", "#side").sees("#outcome", "disbands")
    person.points("ALB").gets(lambda: person.texts("#menu button"), ["F TRI R ALB", "F GRE R ALB", "Cancel"])
    person.keys("\ue00c", to="#map").points("TRI").gets(lambda: person.texts("#menu button"), ["F TRI D", "Cancel"])
    person.points("TRI").waits("return document.getElementById('menu').hidden").gets(person.orders, "")
    person.points("TRI").presses("F TRI D", "#menu").has_orders("F TRI D").nothing_is_wrong()


def test_a_unit_that_is_dragged_onto_an_enemy_attacks(person: Person) -> None:
    """No menu, and the next click starts again; a click offers the attack first, and a second one takes it."""
    person.goes().drags("VEN", "TRI").has_orders("A VEN - TRI").sees("#outcome", "bounces")
    person.waits("return document.getElementById('menu').hidden").points("ROM", "TUS").has_orders("A ROM - TUS")
    person.presses("Clear orders", "#side").gets(person.orders, "").points("VEN", "TRI")
    person.gets(lambda: person.texts("#menu button")[0], "A VEN - TRI").points("TRI").has_orders("A VEN - TRI")
    person.drags("VEN", "ROM").gets(lambda: person.texts("#menu button")[:2], ["A VEN - ROM", "A VEN S A ROM"])
    person.nothing_is_wrong()


def test_the_view_stays_while_one_sets_up_drags_and_orders(person: Person) -> None:
    """The first unit of an empty board does not enlarge it; bar and map stay where they are in every phase."""
    person.goes().script("document.getElementById('setting').click()")
    person.settles().presses("Empty board", "#tools").waits("return !document.querySelector('#map .unit')")
    before, top = person.settles().script(VIEW), person.script(TOP)
    person.presses("France", "#tools").points("PAR", "MAR", "BRE")
    person.waits("return document.querySelectorAll('#map .unit').length === 3").settles()
    assert person.script(VIEW) == before
    person.script("document.getElementById('setting').click()")
    person.settles().waits(VIEW + " !== arguments[0]", before)
    before = person.script(VIEW)
    here, there = person.middle("PAR"), person.middle("BUR")
    person.mouse("mousePressed", here).mouse("mouseMoved", there).mouse("mouseMoved", there)
    assert person.script(VIEW) == before
    person.mouse("mouseReleased", there).has_orders("A PAR - BUR").sees("#outcome", "moves")
    assert (person.script(VIEW), person.script(TOP)) == (before, top)
    for width, height in ((1366, 768), (1200, 700), (1024, 768)):
        person.sized(width, height)
        tops: set[float] = set()
        for phase, title in (("S1901R", "retreat"), ("W1901A", "Winter"), ("S1901M", "Spring")):
            link = f"p=standard+{phase}+FRANCE:APAR,AMAR+FRANCE:PAR,MAR,BRE,SPA+-+-+-+-"
            person.script("location.hash = arguments[0]", link)
            tops.add(person.sees("#phase-title", title).script(TOP))
        assert len(tops) == 1


@pytest.mark.parametrize(("width", "height"), [(390, 844), (683, 384)])
def test_everything_has_a_place_in_a_small_window(person: Person, width: int, height: int) -> None:
    """A telephone, and a screen of 1366 × 768 at 200 %: setting up, unsolved orders, drawing."""
    person.sized(width, height, phone=width < 500).goes().waits(
        "return document.documentElement.scrollWidth <= innerWidth"
    )
    for box in ("judged", "setting", "drawing"):
        person.settles().finds(f"#{box}").click()
    person.waits("return document.getElementById('map').clientHeight > 180")
    person.waits("return !document.getElementById('judged').checked && document.getElementById('drawing').checked")
    person.finds("#setting").click()
    person.presses("France", "#tools").presses("remove", "#tools").points("PAR")
    person.waits("return !document.querySelector(\"#map .unit[data-unit='A PAR']\")").nothing_is_wrong()


def test_illegal_orders_are_counted_where_one_looks(person: Person) -> None:
    """Five of nine: above the map, at their lines, in the list of units and at the units on the map."""
    person.goes().types(
        "FRANCE\n  A PAR - MUN\n  A MAR - LON\n  F BRE - ENG\nENGLAND\n  F LON - PAR\n  F EDI - NTH\n  A LVP - EDI\n"
        "GERMANY\n  A MUN - MUN\n  A MUN H\nITALY\n  F ROM H\n  A Vneice - Tri\n"
    )
    person.gets(lambda: person.text("#wrong"), "⚠ 5").gets(lambda: len(person.texts("#faults li")), 5)
    person.waits("return document.querySelectorAll('#mirror .wrong').length === 5")
    person.waits("return document.querySelectorAll('#map .sign.illegal').length >= 3")
    person.finds("#wrong").click()
    person.waits("return document.activeElement.id === 'orders'")
    person.waits("return document.querySelector('#orders').selectionEnd > 0")
    person.script("document.getElementById('all-units').open = true")
    person.sees("#units", "A PAR ⚠").types("FRANCE\n  A PAR - BUR\n  A PAR - PIC\n")
    person.gets(lambda: person.text("#wrong"), "⚠ 1").presses("A PAR - BRE", "#faults")
    person.nothing_is_wrong()


def test_map_menu_and_table_speak_one_language(person: Person) -> None:
    person.goes().script("document.getElementById('all-units').open = true")
    for language, order, name, unit in (
        ("cs", "Armáda Marseille podporuje armádu Paříž – Burgundsko", "Burgundsko", "Armáda Marseille"),
        ("ru", "Армия Марсель поддерживает армию Париж – Бургундия", "Бургундия", "Армия Марсель"),
    ):
        person.types("FRANCE\n").chooses("#language", language).waits(f"{NAMES}.includes(arguments[0])", name)
        person.points("MAR", "PAR").presses(order, "#menu").has_orders("A MAR S A PAR - BUR").sees("#outcome", order)
        person.waits(f"{UNITS}.some((one) => one.innerText === arguments[0])", unit)
    person.nothing_is_wrong()


def test_a_screen_reader_is_told_power_order_and_outcome(person: Person) -> None:
    person.goes().points("PAR", "BUR").waits(SAID + " === 'France: A PAR - BUR: moves'")
    person.script("document.getElementById('map').focus()")
    person.keys("\ue014", to="#map").waits(SAID + " === 'Budapest: Austria: A BUD H: holds'").nothing_is_wrong()


LINE = "#p=standard+F1905M+TURKEY:ACON,AARM;ITALY:AROM+TURKEY:ANK,CON,SMY;ITALY:ROM+-+-+-+-"


def test_what_breaks_a_line_is_drawn_and_opened(person: Person) -> None:
    """With a fleet in Syria the enemy enters Smyrna; Back leads to the position, where the line holds without it."""
    pytest.importorskip("clingo")
    person.goes(LINE).points("CON").presses("Hold?", "#bar").writes("#hold-fleets", "AEG BLA")
    person.presses("Hold?", "#dialog").sees("#held", "The line does not hold. SMY is entered").sees("#held", "no fleet")
    person.waits("return document.querySelector(\"#held svg [data-order='F SYR - SMY']\")")
    person.presses("Open this turn", "#held").has_orders("F SYR - SMY").sees("#outcome", "moves").driver.back()
    person.gets(person.orders, "").presses("Hold?", "#bar").writes("#hold-fleets", "AEG BLA EAS")
    person.presses("Hold?", "#dialog").sees("#held", "The line holds.").presses("Close", "#dialog").nothing_is_wrong()


PRESSED = """
const look = (one) => ['backgroundColor', 'color', 'borderColor'].map((name) => getComputedStyle(one)[name]).join();
const differ = (on, off) => [on, off].map((css) => look(document.querySelector(css)));
return [
  ['.views [aria-pressed=true]', '.views [aria-pressed=false]'],
  ['#tabs [aria-selected=true]', '#tabs [aria-selected=false]'],
  ['#tool-powers .pick:has(:checked)', '#tool-powers .pick:not(:has(:checked))'],
  ['[name=piece]:checked + span', '[name=piece]:not(:checked) + span'],
  ['#line button.chosen', '#line button:not(.chosen, .plain)'],
].filter(([on, off]) => { const [one, other] = differ(on, off); return one === other; });
"""
"""What looks the same whether it is pressed or not."""


def test_in_forced_colors_one_sees_what_is_pressed(person: Person) -> None:
    """Views, tabs, powers and pieces, phases; the map keeps its own colors."""
    forced = {"features": [{"name": "forced-colors", "value": "active"}]}
    person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", forced)
    try:
        person.goes(address_of("6.F.14")).sees("#next", "retreats").presses("Next: retreats")
        person.sees("#phase-title", "retreats").presses("Previous phase", "#bar").presses("Compare", "#bar")
        person.waits("return document.querySelector('#second svg')").finds("#setting").click()
        person.waits("return !document.getElementById('tools').hidden", first=SETTLED)
        assert person.script("return matchMedia('(forced-colors: active)').matches")
        assert person.script(PRESSED) == []
        paint = "return getComputedStyle(document.querySelector(\"#map use[data-province='PAR']\")).forcedColorAdjust"
        assert person.script(paint) == "none"
    finally:
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_arrows_are_drawn_kept_and_shared(person: Person) -> None:
    """By the right button, by dragging, by keyboard; each phase has its own, and a link includes them."""
    drawn = "return document.querySelectorAll('#map .drawn > *').length"
    person.goes().points("PAR", "BUR").sees("#outcome", "A PAR - BUR")
    here, there = person.middle("MUN"), person.middle("BUR")
    for kind, at in (("mousePressed", here), ("mouseMoved", there), ("mouseMoved", there), ("mouseReleased", there)):
        event = {"type": kind, "x": at[0], "y": at[1], "button": "right", "clickCount": 1, "buttons": 2}
        person.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
    person.gets(lambda: person.script(drawn), 1).script("document.getElementById('drawing').click()")
    person.drags("KIE", "DEN").gets(lambda: person.script(drawn), 2)
    person.points("LON", "LON").gets(lambda: person.script(drawn), 3)
    person.script("document.getElementById('map').focus()")
    person.keys("\ue014", "\ue007", "\ue014", "\ue007", to="#map").gets(lambda: person.script(drawn), 4)
    person.presses("Undo", "#bar").gets(lambda: person.script(drawn), 3)
    person.waits("return location.hash.includes('LON')")
    person.presses("Next: Fall 1901").sees("#phase-title", "Fall").gets(lambda: person.script(drawn), 0)
    person.presses("Previous phase", "#bar").gets(lambda: person.script(drawn), 3).has_orders("A PAR - BUR")
    person.waits("return location.hash.startsWith('#k=')").comes_back().gets(lambda: person.script(drawn), 3)
    link = person.script("return location.hash")
    person.forgets().goes(link).gets(lambda: person.script(drawn), 3).nothing_is_wrong()
    person.script("location.hash = 'p=start&a=__proto__,PAR-constructor,-,%3Csvg%3E,PAR'")
    person.gets(lambda: person.script(drawn), 1)
    person.sees("#outcome", "holds").nothing_is_wrong()


def test_a_server_that_is_away_makes_no_second_order(person: Person) -> None:
    """Orders entered without an answering server are read when it answers, without another edit."""
    person.goes().points("PAR", "BUR").sees("#outcome", "A PAR - BUR")
    person.script("window.back = window.fetch; window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))")
    person.points("PAR", "PIC").has_orders("A PAR - PIC").points("PAR", "GAS").has_orders("A PAR - GAS")
    assert person.orders().count("A PAR") == 1
    person.waits("return document.getElementById('notice').innerText.includes('does not answer')")
    person.script("window.fetch = window.back")
    person.sees("#outcome", "A PAR - GAS").gets(lambda: person.text("#notice"), "")
