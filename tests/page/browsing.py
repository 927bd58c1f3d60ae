"""Somebody at the page, in a browser; for the tests that need one."""

from __future__ import annotations

import shutil
import time
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CHROMEDRIVER = shutil.which("chromedriver")
browser_only = pytest.mark.skipif(
    not (CHROMIUM and CHROMEDRIVER), reason="no browser: the tests of the page in one need chromium and chromedriver"
)

POINT = """
const map = document.getElementById('map');
const one = map.querySelector(`.unit[data-province^='${arguments[0]}']`)
  ?? map.querySelector(`use[data-province='${arguments[0]}']`);
one.dispatchEvent(new MouseEvent('click', {bubbles: true}));
"""

DOUBLED = """
const seen = {};
for (const one of document.querySelectorAll('[id]')) seen[one.id] = (seen[one.id] ?? 0) + 1;
return Object.keys(seen).filter((id) => seen[id] > 1);
"""


def a_browser(width: int = 1400, height: int = 900) -> Any:
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
        f"--window-size={width},{height}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(CHROMEDRIVER))


class Person:
    """Somebody at the page."""

    def __init__(self, driver: Any, address: str) -> None:
        self.driver = driver
        self.address = address

    def forgets(self) -> Person:
        """Begin with nothing kept, in English, at a screen of 1400 × 900."""
        self.driver.get(self.address + "style.css")
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

    def goes(self, fragment: str = "") -> Person:
        self.driver.get("about:blank")
        self.driver.get(self.address + fragment)
        return self.waits("return document.body.dataset.ready === 'yes'").waits(
            "return document.querySelector('#map .units') && document.querySelectorAll('#outcome tr').length > 0"
        )

    def waits(self, script: str, seconds: float = 30) -> Person:
        end = time.monotonic() + seconds
        while not self.script(script):
            assert time.monotonic() < end, f"{script}: {self.logs()} {self.text('#notice')} {self.text('#faults')}"
            time.sleep(0.03)
        return self

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

    def sees(self, css: str, words: str) -> Person:
        return self.waits(f"return (document.querySelector({css!r})?.innerText ?? '').includes({words!r})")

    def sees_no(self, css: str, words: str) -> Person:
        return self.waits(f"return !(document.querySelector({css!r})?.innerText ?? '').includes({words!r})")

    def has_orders(self, words: str) -> Person:
        return self.waits(f"return document.getElementById('orders').value.includes({words!r})")

    def presses(self, name: str, within: str = "body") -> Person:
        """Press a button by its name, as a person does: it is in sight, and nothing lies over it."""
        path = f"//*[self::button][normalize-space(.)={name!r} or @aria-label={name!r}]"
        found = [one for one in self.finds(within).find_elements("xpath", "." + path) if one.is_displayed()]
        assert found, (
            f"no button {name!r} in {[one.text for one in self.finds(within).find_elements('tag name', 'button')]}"
        )
        found[0].click()
        return self

    def points(self, *provinces: str) -> Person:
        """Point at the middle of provinces, or at the units in them, once what was pointed at before is answered."""
        for province in provinces:
            self.script(POINT, province)
            time.sleep(0.05)
        return self

    def types(self, text: str) -> Person:
        box = self.finds("#orders")
        box.clear()
        box.send_keys(text)
        return self

    def keys(self, *keys: str, to: str = "") -> Person:
        target = self.finds(to) if to else self.driver.switch_to.active_element
        for key in keys:
            target.send_keys(key)
            target = self.driver.switch_to.active_element
        return self

    def middle(self, province: str) -> tuple[int, int]:
        """Return where the unit of a province, or its middle, is on the screen, in px."""
        x, y = self.script(
            "const one = document.querySelector(`#map .unit[data-province^='${arguments[0]}']`)"
            " ?? document.querySelector(`#map use[data-province='${arguments[0]}']`);"
            "const rect = one.getBoundingClientRect();"
            "return [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2]",
            province,
        )
        return round(x), round(y)

    def drags(self, start: str, end: str) -> Person:
        steps = [self.middle(start), *[self.middle(end)] * 3]
        for kind, (x, y) in zip(("mousePressed", "mouseMoved", "mouseMoved", "mouseReleased"), steps, strict=True):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "buttons": 1}
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
        return self

    def taps(self, province: str, dx: int = 0) -> Person:
        x, y = self.middle(province)
        for kind, points in (("touchStart", [{"x": x + dx, "y": y}]), ("touchEnd", [])):
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        time.sleep(0.1)
        return self

    def nothing_is_wrong(self) -> None:
        assert self.script(DOUBLED) == []
        assert self.logs() == []
