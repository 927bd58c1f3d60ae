"""How fast the page is in a browser: `python -m benchmarks.page_times [--rounds 9]`.

Times are those of the browser's own clock, from the beginning of the visit, in ms: until a unit is drawn, and until the
orders of a turn of 34 units have their outcomes. A click is one that gives an order: until the map is drawn with it.
It needs chromium, chromedriver and selenium, and npm for the static page.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import statistics
import tempfile
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from standoff.page.page_workers import PageWorkers
from standoff.page.server import PageServer
from standoff.page.start import address_of
from standoff.page.static_site import write_site
from tests.page.browsing import Person, a_browser

TURN = str(Path(__file__).parents[1] / "cases" / "turns" / "fall-1906.txt")

NOTES_TIMES = """
window.times = {};
new MutationObserver(() => {
  if (!times.picture && document.querySelector('#map .unit')) times.picture = performance.now();
  if (!times.answer && document.querySelectorAll('#outcome tbody button').length) times.answer = performance.now();
}).observe(document, {subtree: true, childList: true});
"""

HOLDS_BY_TWO_CLICKS = """
const done = arguments[arguments.length - 1];
const before = document.querySelector('#map .orders');
const unit = document.querySelector("#map .unit[data-province^='PAR'], #map .unit[data-province^='MUN']");
const click = () => unit.dispatchEvent(new MouseEvent('click', {bubbles: true}));
click();
setTimeout(() => {
  const began = performance.now();
  new MutationObserver((_, seer) => {
    if (document.querySelector('#map .orders') === before) return;
    seer.disconnect();
    requestAnimationFrame(() => done(performance.now() - began));
  }).observe(document.getElementById('map'), {subtree: true, childList: true});
  click();
}, 50);
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and prints nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(server: http.server.ThreadingHTTPServer) -> Generator[str]:
    """Yield the address of a server that runs meanwhile."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def visit(person: Person) -> tuple[float, float]:
    """Return the times in ms of the first picture and of the first answer."""
    person.goes(address_of(TURN))
    times = person.script("return times")
    return times["picture"], times["answer"]


def show(what: str, times: Sequence[float]) -> None:
    """Print the median of times, and the least, in ms."""
    print(f"{what:<28}{statistics.median(times):>8.0f} ms  (least {min(times):.0f}, of {len(times)})")


def show_visits(what: str, visits: Sequence[tuple[float, float]]) -> None:
    """Print the times of visits."""
    for name, times in zip(("picture", "answer"), zip(*visits, strict=True), strict=True):
        show(f"{what}, first {name}", times)


def local(driver: Any, rounds: int) -> None:
    """Measure `standoff page`."""
    workers = PageWorkers(workers=1)
    try:
        with serving(PageServer(("127.0.0.1", 0), workers)) as address:
            person = Person(driver, address, 180).forgets()
            show_visits("standoff page", [visit(person) for _ in range(rounds)])
            clicks: list[float] = []
            for _ in range(rounds):
                person.settles()
                clicks.append(driver.execute_async_script(HOLDS_BY_TWO_CLICKS))
                person.settles().presses("Undo", "#bar").settles()
            show("click to picture", clicks)
    finally:
        workers.close()


def static(driver: Any, rounds: int) -> None:
    """Measure the static page, at the first visit and at later ones."""
    with tempfile.TemporaryDirectory() as folder:
        write_site(folder, book=False)
        handler: Callable[..., Quiet] = functools.partial(Quiet, directory=folder)
        with serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
            cold: list[tuple[float, float]] = []
            warm: list[tuple[float, float]] = []
            for _ in range(max(rounds // 3, 1)):
                driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
                driver.execute_cdp_cmd("Network.enable", {})
                driver.execute_cdp_cmd("Network.clearBrowserCache", {})
                person = Person(driver, address, 180).forgets()
                cold.append(visit(person))
                person.waits(
                    "return navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
                )
                warm += [visit(person), visit(person)]
            show_visits("static, cold", cold)
            show_visits("static, warm", warm)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    chosen = parser.parse_args()
    driver = a_browser()
    try:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NOTES_TIMES})
        local(driver, chosen.rounds)
        static(driver, chosen.rounds)
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
