"""A reader of the page in a browser, for the tests that require one.

Whatever this person does is done once the page shows what it acts on and has answered what was done before, however
long that takes; nothing here waits for a time, nor for those that the page waits for.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

Found = TypeVar("Found")

HEADLESS = Path("/usr/lib/chromium/chromium-headless-shell")
"""Debian's browser without windows, a fifth faster; the script of that name in the path would outlive its driver."""

CHROMIUM = next(filter(None, map(shutil.which, (str(HEADLESS), "chromium", "chromium-browser", "google-chrome"))), None)
CHROMEDRIVER = shutil.which("chromedriver")
browser_only = pytest.mark.skipif(
    not (CHROMIUM and CHROMEDRIVER), reason="no browser: the tests of the page in one need chromium and chromedriver"
)

SETTLED = "document.body.dataset.ready === 'yes' && document.getElementById('outcome').ariaBusy === 'false'"

BUTTON = """
const named = (one) => [one.textContent.replace(/\\s+/g, ' ').trim(), one.ariaLabel].includes(arguments[1]);
return [...document.querySelectorAll(`${arguments[0]} :is(button, .pick)`)]
  .find((one) => named(one) && !one.disabled && one.checkVisibility()) ?? null;
"""

CHOOSE = """
const one = document.querySelector(arguments[0]);
if (![...one.options].some((other) => other.value === arguments[1])) return false;
one.value = arguments[1];
return one.dispatchEvent(new Event('change', {bubbles: true}));
"""

POINT = """
const map = document.getElementById('map');
const one = map.querySelector(`.unit[data-province^='${arguments[0]}']`)
  ?? map.querySelector(`use[data-province='${arguments[0]}']`);
const rect = one?.getBoundingClientRect();
one?.dispatchEvent(new MouseEvent('click', {
  bubbles: true, clientX: (rect.left + rect.right) / 2, clientY: (rect.top + rect.bottom) / 2,
}));
return Boolean(one);
"""

MIDDLE = """
const one = document.querySelector(`#map .unit[data-province^='${arguments[0]}']`)
  ?? document.querySelector(`#map use[data-province='${arguments[0]}']`);
const rect = one?.getBoundingClientRect();
return rect && [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2].map(Math.round);
"""

HURRIED = """
{
  const {setTimeout, clearTimeout} = window, late = new Map();
  window.setTimeout = (act, ms, ...more) => {
    const id = setTimeout(() => { late.delete(id); act(...more); }, ms);
    if (ms > 100 && ms <= 2000) late.set(id, act);
    return id;
  };
  window.clearTimeout = (id) => { late.delete(id); clearTimeout(id); };
  window.hurry = () => late.forEach((act, id) => { window.clearTimeout(id); act(); });
}
"""
"""Delayed actions of the page (reading typed text, asking a server again) happen when a test waits for them."""

WAITED = """
const look = function () {%s}, args = arguments, end = performance.now() + 5000;
return new Promise((done, fail) => {
  const again = () => {
    try {
      window.hurry?.();
      const seen = (%r) && look(...args);
      if (seen || performance.now() > end) done(seen);
      else setTimeout(again, 5);
    } catch (fault) { fail(fault); }
  };
  again();
});
"""
"""Repeats a script within the page until it gives a value: calls from outside take milliseconds each."""

DOUBLED = """
const seen = {};
for (const one of document.querySelectorAll('[id]')) seen[one.id] = (seen[one.id] ?? 0) + 1;
return Object.keys(seen).filter((id) => seen[id] > 1);
"""


def a_browser() -> Any:
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--window-size=1400,900",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(CHROMEDRIVER))
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HURRIED})
    return driver


class Person:
    """A reader of the page."""

    def __init__(self, driver: Any, address: str, seconds: float = 60) -> None:
        self.driver = driver
        self.address = address
        self.seconds = seconds
        """The time limit of waiting, long enough for a slow machine."""
        self.away = False
        """True while no page is open, so that a link opens one instead of changing it."""

    def forgets(self) -> Person:
        """Start with no saved data, in English, at a screen of 1400 × 900."""
        self.driver.get(self.address + "style.css")
        self.away = True
        self.script("localStorage.clear(); sessionStorage.clear(); localStorage.setItem('standoff.language', 'en')")
        self.sized(1400, 900)
        self.driver.get_log("browser")
        return self

    def script(self, text: str, *args: Any) -> Any:
        return self.driver.execute_script(text, *args)

    def sized(self, width: int, height: int, *, phone: bool = False) -> Person:
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone},
        )
        return self

    # -- waiting ------------------------------------------------------------------------------------------------------

    def until(self, act: Callable[[], Found], wanted: str) -> Found:
        """Return the result of an action once it gives one; its elements may be covered, missing, or late."""
        from selenium.common import exceptions

        end = time.monotonic() + self.seconds
        while True:
            try:
                value = act()
            except (
                exceptions.NoSuchElementException,
                exceptions.StaleElementReferenceException,
                exceptions.InvalidElementStateException,
                exceptions.ElementClickInterceptedException,
                exceptions.ElementNotInteractableException,
                exceptions.JavascriptException,
            ) as error:
                fault = str(error.msg).partition("\n")[0]
            else:
                if value:
                    return value
                fault = repr(value)
            notices = self.texts("#notice, #faults") if time.monotonic() > end else []
            assert time.monotonic() < end, f"{wanted}: {fault}; {notices} {self.logs()}"
            time.sleep(0.02)

    def waits(self, script: str, *args: Any, first: str = "true") -> Person:
        """Wait until a script gives a value, evaluated only while a first condition holds."""
        text = WAITED.replace("%s", script).replace("%r", first)
        self.until(lambda: self.script(text, *args), script)
        return self

    def settles(self) -> Person:
        """Wait until the page shows the answers to all actions."""
        return self.waits(f"return {SETTLED}")

    def gets(self, what: Callable[[], Found], wanted: Found) -> Person:
        """Wait until a condition holds."""
        seen: list[Found] = []

        def as_wanted() -> bool:
            seen[:] = [what()]
            return seen[0] == wanted

        try:
            self.settles().until(as_wanted, "")
        except AssertionError as fault:
            raise AssertionError(f"expected {wanted!r}, found {seen} {fault}") from None
        return self

    def sees(self, css: str, words: str) -> Person:
        script = "return document.querySelector(arguments[0])?.innerText.includes(arguments[1])"
        return self.waits(script, css, words, first=SETTLED)

    def has_orders(self, words: str) -> Person:
        return self.waits("return document.getElementById('orders').value.includes(arguments[0])", words)

    def has_no_orders(self, words: str) -> Person:
        return self.waits("return !document.getElementById('orders').value.includes(arguments[0])", words)

    # -- looking ------------------------------------------------------------------------------------------------------

    def logs(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def finds(self, css: str) -> Any:
        return self.driver.find_element("css selector", css)

    def text(self, css: str) -> str:
        return self.script("return document.querySelector(arguments[0])?.innerText ?? ''", css)

    def texts(self, css: str) -> list[str]:
        return self.script("return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText)", css)

    def orders(self) -> str:
        return self.script("return document.getElementById('orders').value")

    def nothing_is_wrong(self) -> None:
        self.settles().gets(lambda: self.script(DOUBLED), [])
        assert not (logs := self.logs()), logs

    # -- acting -------------------------------------------------------------------------------------------------------

    def goes(self, fragment: str = "") -> Person:
        if not self.away:
            self.driver.get("about:blank")
        self.away = False
        self.driver.get(self.address + fragment)
        return self.waits("return document.querySelector('#map .units, #map .unit')", first=SETTLED)

    def comes_back(self) -> Person:
        """Reload the page."""
        self.driver.refresh()
        return self.settles()

    def presses(self, name: str, within: str = "body") -> Person:
        """Press a button by its name, as a person does: it must be visible and not covered."""

        def press() -> bool:
            button = self.script(WAITED.replace("%s", BUTTON).replace("%r", SETTLED), within, name)
            if button is not None:
                button.click()
            return button is not None

        self.until(press, f"no button {name!r} in {within}")
        return self

    def points(self, *provinces: str) -> Person:
        """Point at the middle of provinces, or at their units, once earlier pointing is answered."""
        for province in provinces:
            self.waits(POINT, province, first=SETTLED)
        return self

    def types(self, text: str) -> Person:
        """Replace the orders by typing."""

        def done() -> bool:
            self.script("const one = document.getElementById('orders'); one.focus(); one.select()")
            self.driver.execute_cdp_cmd("Input.insertText", {"text": text})
            return self.orders() == text

        self.settles().until(done, f"type {text!r}")
        return self

    def writes(self, css: str, text: str) -> Person:
        """Continue typing in a field, or name a file in a file field."""
        self.until(lambda: self.finds(css).send_keys(text) or True, f"write in {css}")
        return self

    def keys(self, *keys: str, to: str = "") -> Person:
        """Press keys, the first one at an element, the others where the focus then is."""

        def press(key: str, place: str) -> bool:
            (self.finds(place) if place else self.driver.switch_to.active_element).send_keys(key)
            return True

        for n, key in enumerate(keys):
            self.settles().until(lambda key=key, n=n: press(key, to if n == 0 else ""), f"press {key!r} in {to}")
        return self

    def chooses(self, css: str, value: str) -> Person:
        """Choose from a list."""
        return self.waits(CHOOSE, css, value, first=SETTLED)

    def middle(self, province: str) -> tuple[int, int]:
        """Return where the unit of a province, or its middle, is on the screen, in px."""
        x, y = self.settles().until(lambda: self.script(MIDDLE, province), f"{province} on the map")
        return x, y

    def mouse(self, kind: str, at: tuple[int, int]) -> Person:
        """Press, move or release the button of the mouse."""
        event = {"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1, "buttons": 1}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
        return self

    def drags(self, start: str, end: str) -> Person:
        here, there = self.middle(start), self.middle(end)
        self.mouse("mousePressed", here).mouse("mouseMoved", there).mouse("mouseMoved", there)
        return self.mouse("mouseReleased", there)

    def taps(self, province: str, dx: int = 0) -> Person:
        x, y = self.middle(province)
        for kind, points in (("touchStart", [{"x": x + dx, "y": y}]), ("touchEnd", [])):
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        return self
