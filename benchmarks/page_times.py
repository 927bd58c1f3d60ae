"""The speed of the page in a browser: `python -m benchmarks.page_times`.

Times are those of the browser's own clock, from the beginning of the visit: until a unit is drawn, and until the orders
of a turn of 34 units have their outcomes. A click gives an order: its time ends when the map shows it. It needs
chromium, chromedriver and selenium, and npm for the static page; missing parts are reported and left out.
"""

from __future__ import annotations

import functools
import http.server
import shutil
import tempfile
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.measuring import Options, Row, Section, command_line
from standoff.page.page_workers import PageWorkers
from standoff.page.server import PageServer
from standoff.page.start import address_of
from standoff.page.static_site import write_site
from tests.page.browsing import CHROMEDRIVER, CHROMIUM, Person, a_browser

TURN = str(Path(__file__).parents[1] / "cases" / "turns" / "fall-1906.txt")

ROUNDS = 5

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
    """Yield the address of a server that runs during the block."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


class Visits:
    """Visits of a page; each takes two times, of which two rows take one each.

    Args:
        what: Its name in the rows.
        go: Makes a visit; returns the seconds until the first picture and until the first answer.
    """

    def __init__(self, what: str, go: Callable[[], tuple[float, float]]) -> None:
        self.answer_seconds = 0.0

        def picture() -> float:
            seconds, self.answer_seconds = go()
            return seconds

        self.rows = [
            Row(f"{what}, first picture", picture),
            Row(f"{what}, first answer", lambda: self.answer_seconds),
        ]


def visit(person: Person) -> tuple[float, float]:
    """Return the seconds until the first picture and until the first answer."""
    person.goes(address_of(TURN))
    times = person.script("return times")
    return times["picture"] / 1e3, times["answer"] / 1e3


def local_rows(driver: Any, stack: ExitStack) -> list[Row]:
    """Return the rows of `standoff page`."""
    workers = PageWorkers(workers=1)
    stack.callback(workers.close)
    address = stack.enter_context(serving(PageServer(("127.0.0.1", 0), workers)))

    def person() -> Person:
        return Person(driver, address, 180)

    def click() -> float:
        visitor = person()
        visitor.settles()
        milliseconds: float = driver.execute_async_script(HOLDS_BY_TWO_CLICKS)
        visitor.settles().presses("Undo", "#bar").settles()
        return milliseconds / 1e3

    visits = Visits("standoff page", lambda: visit(person().forgets()))
    return [*visits.rows, Row("standoff page, click to picture", click)]


def static_rows(driver: Any, stack: ExitStack) -> list[Row]:
    """Return the rows of the static page, at the first visit and at a later one."""
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    write_site(folder, book=False)
    handler: Callable[..., Quiet] = functools.partial(Quiet, directory=folder)
    address = stack.enter_context(serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)))

    def first() -> tuple[float, float]:
        driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        return visit(Person(driver, address, 180).forgets())

    def later() -> tuple[float, float]:
        person = Person(driver, address, 180)
        person.waits("return navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))")
        return visit(person)

    return [*Visits("static page, first visit", first).rows, *Visits("static page, later visit", later).rows]


def sections(options: Options) -> Iterator[Section]:
    """Yield the page, if there is a browser; the static page only if there is npm, and not in the quick form."""
    if not (find_spec("selenium") and Path(CHROMIUM).exists() and Path(CHROMEDRIVER).exists()):
        print("\nnot measured: the page (chromium, chromedriver, pip install selenium)")
        return
    with ExitStack() as stack:
        driver = a_browser()
        stack.callback(driver.quit)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NOTES_TIMES})
        rows = local_rows(driver, stack)
        if shutil.which("npm") is None:
            print("\nnot measured: the static page (npm)")
        elif not options.quick:
            rows += static_rows(driver, stack)
        rounds = min(options.rounds, ROUNDS)
        yield Section("page", "the page in a browser", "visit", rows, rounds=rounds, compared=False)


if __name__ == "__main__":
    command_line(__doc__, "benchmarks.page_times", [sections])
