"""The page without a mouse: nothing traps the focus, and it is never lost or out of sight."""

from __future__ import annotations

import pytest

from standoff.map import board_names, load_board
from standoff.page.maps import ways
from tests.page.browsing import Person, browser_only

TAB, ENTER, SPACE, ESCAPE, DOWN, END = "\ue004", "\ue007", "\ue00d", "\ue00c", "\ue015", "\ue010"
KEYS = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}

START = "#p=standard+S1901M+ENGLAND:FNTH,AYOR;FRANCE:APAR,AMAR,ABRE;GERMANY:ABUR+FRANCE:PAR,MAR,BRE,BEL,SPA+-+-+-+-"

FOCUSED = "return document.activeElement.matches(arguments[0]) && (!arguments[1] || named === arguments[1])"
NAMED = "const named = (document.activeElement.ariaLabel ?? document.activeElement.textContent).trim();"
CURSOR = "return (document.querySelector('#map .cursor')?.dataset.province ?? '')"
SAID = "return document.getElementById('said').textContent"
BEFORE = """
const css = arguments[0], name = arguments[1], named = (one) => (one.ariaLabel ?? one.textContent).trim() === name;
const stops = [...document.querySelectorAll('*')].filter((one) => one.tabIndex >= 0 && !one.disabled
  && one.checkVisibility({visibilityProperty: true}) && !one.closest('[inert]'));
const at = stops.indexOf(document.activeElement);
return [...stops.slice(at), ...stops.slice(0, at)].findIndex((one) => one.matches(css) && (!name || named(one)));
"""
"""The number of times to press Tab to reach an element, in the page's order."""
IN_SIGHT = """
const one = document.activeElement, rect = one.getBoundingClientRect();
return one !== document.body && rect.bottom > 0 && rect.top < innerHeight && rect.right > 0 && rect.left < innerWidth;
"""


def path(start: str, end: str) -> list[str]:
    """Return the arrow keys that lead from a province to another."""
    beside = ways(load_board())
    found: dict[str, list[str]] = {start: []}
    for here in (queue := [start]):
        for key, there in beside[here].items():
            if there not in found:
                found[there] = [*found[here], KEYS[key]]
                queue.append(there)
    return found[end]


@pytest.mark.parametrize("name", board_names())
def test_arrow_keys_lead_from_everywhere_to_everywhere(name: str) -> None:
    beside = ways(load_board(name))
    for start in beside:
        seen = [start]
        for here in seen:
            seen += (there for there in beside[here].values() if there not in seen)
        assert len(seen) == len(beside)


class Typist(Person):
    """A reader without a mouse."""

    def press(self, *keys: str) -> Typist:
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()
        return self

    def tabs_to(self, css: str, name: str = "", *keys: str) -> Typist:
        """Go to an element, by Tab alone, and press keys there."""
        before = self.settles().script(BEFORE, css, name)
        if before > 0:
            self.press(*[TAB] * before)  # at once, for each from outside takes long; the rest is looked at one by one
        for _ in range(200):
            if self.script(NAMED + FOCUSED, css, name):
                assert self.script(IN_SIGHT), f"{css} {name} has the focus, out of sight"
                return self.press(*keys)
            self.press(TAB)
        raise AssertionError(f"no {css} {name!r} by Tab")

    def aims(self, *provinces: str) -> Typist:
        """Point at provinces of the map by arrow keys and Enter; the map has the focus."""
        for province in provinces:
            here = self.settles().script(CURSOR)
            if not here:
                here = self.press(KEYS["ArrowLeft"]).waits(CURSOR).script(CURSOR)
            self.press(*path(here, province))
            self.waits(CURSOR + " === arguments[0] && document.activeElement.id === 'map'", province).press(ENTER)
        return self

    def picks(self, order: str) -> Typist:
        """Choose an order in the menu by arrow keys and Enter."""
        self.tabs_to("#menu button")
        for _ in range(20):
            if self.script("return document.activeElement.textContent") == order:
                return self.press(ENTER)
            self.press(DOWN)
        raise AssertionError(f"no {order!r} in {self.texts('#menu button')}")

    def hears(self, words: str) -> Typist:
        return self.waits(SAID + ".includes(arguments[0])", words)


@pytest.mark.slow
@browser_only
def test_a_year_by_keys_alone(person: Person) -> None:
    """Moves, supports, a convoy, a retreat, an intended disbanding, builds, and all questions."""
    one = Typist(person.driver, person.address)
    one.goes(START)
    one.tabs_to("#map", "", "mu").waits(f"{CURSOR} === 'MUN'").press("s").waits(
        f"{CURSOR} === 'MUN'"
    )  # no province MUS
    one.aims("PAR", "BUR").picks("A PAR - BUR").has_orders("A PAR - BUR").hears("France: A PAR - BUR")
    one.waits("return document.activeElement.id === 'map'").aims("MAR", "PAR")
    one.picks("A MAR S A PAR - BUR").has_orders("A MAR S A PAR - BUR").hears("A MAR S A PAR - BUR: supports")
    one.aims("YOR", "NWY").has_orders("A YOR - NWY").aims("NTH", "YOR", "NWY").has_orders("F NTH C A YOR - NWY")
    one.sees("#outcome", "convoys").aims("NTH", "NTH").has_orders("F NTH H")  # it is changed
    one.keys("\ue009z").has_orders("F NTH C A YOR - NWY").sees("#outcome", "convoys")
    one.tabs_to("#outcome button", "A YOR - NWY", ENTER).sees("#why", "A YOR - NWY").hears("A YOR - NWY")
    one.tabs_to("#why button", "What would change this?", ENTER).waits(
        "return document.querySelector('.counterfactuals')"
    )
    one.tabs_to("#why button", "Close", ENTER).waits("return !document.querySelector('#why')")
    one.waits("return document.activeElement.closest('#outcome')")
    one.tabs_to("#view-compare", "", ENTER).waits("return document.querySelector('#tabs [role=tab]')")
    one.tabs_to("#panel button", "Close", ENTER).waits("return document.activeElement !== document.body")
    # what they left: a retreat
    one.tabs_to("#next", "", ENTER).sees("#phase-title", "retreat").tabs_to("#map").aims("BUR").picks("A BUR D")
    one.has_orders("A BUR D").sees("#outcome", "disbands").aims("RUH").has_orders("A BUR R RUH")
    one.tabs_to("#next", "", ENTER).sees("#phase-title", "Fall").tabs_to("#undo", "", ENTER).sees("#phase-title", "ret")
    one.tabs_to("#next", "", ENTER).sees("#phase-title", "Fall").tabs_to("#map").aims("BRE", "BRE").has_orders("BRE H")
    one.tabs_to("#next", "", ENTER).sees("#phase-title", "Winter").tabs_to("#map").aims("PAR").has_orders("A PAR B")
    one.aims("PAR").has_no_orders("A PAR B").tabs_to("#all-units summary", "", ENTER)
    one.tabs_to("#units button", "+ PAR", ENTER).tabs_to("#units .choices button", "WAIVE", ENTER).has_orders("WAIVE")
    # a branch, its name, a comment, a chapter, an arrow
    one.tabs_to("#line button", "F1901M", ENTER).sees("#phase-title", "Fall").tabs_to("#map").aims("BRE", "GAS")
    one.waits("return document.querySelectorAll('#line .branch').length === 1").tabs_to("#branch-name", "", "Gascony")
    one.sees("#line", "branch Gascony").tabs_to("#comment textarea", "", "Why?").sees("#line", "✎")
    one.tabs_to("#drawing", "", SPACE).tabs_to("#map").aims("GAS", "SPA")
    one.waits("return document.querySelector('#map .drawn path')").tabs_to("#drawing", "", SPACE)
    one.tabs_to("#line button", "Remove 1 phase", ENTER).waits("return !document.querySelector('#line .branch')")
    assert one.script(IN_SIGHT)
    one.tabs_to("#paste", "", ENTER).tabs_to("#pasted", "", "6.F.14").tabs_to("#as-chapter", "", SPACE)
    one.tabs_to("#open-pasted", "", ENTER).sees("#line", "Chapter 2").sees("#outcome", "All resolutions")
    one.tabs_to("#view-resolutions", "", ENTER).waits("return document.querySelectorAll('#tabs button').length === 2")
    one.tabs_to("#tabs [role=tab]", "", KEYS["ArrowRight"]).sees("#standing", "A BRE - LON").press(ESCAPE)
    one.waits("return document.getElementById('tabs').hidden").tabs_to("#share", "", ENTER)
    one.waits("return document.getElementById('dialog').open").tabs_to("#copy-link").press(ESCAPE)
    one.waits("return document.activeElement.id === 'share'")
    one.tabs_to("#games", "", ENTER).tabs_to("#dialog .games input").press(ESCAPE)
    one.waits("return document.activeElement.id === 'games'").tabs_to("#language", "", "Č").sees("#outcome", "Flotila")
    one.nothing_is_wrong()
