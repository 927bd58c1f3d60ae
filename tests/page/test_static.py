"""The page as static files: Python in the browser, drawn before it is there, and offline."""

from __future__ import annotations

import functools
import http.server
import io
import re
import shutil
import tarfile
import threading
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from standoff.page.site.book_files import write_book
from standoff.page.start import address_of
from standoff.page.static_site import LATER, NEEDED, OWN, SiteError, tarred, write_site
from tests.helpers.paths import DOCS
from tests.page.browsing import Person, browser_only


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the static site, made with the npm package pyodide if that can be had."""
    folder = tmp_path_factory.mktemp("site")
    try:
        size = write_site(str(folder), docs=str(DOCS), book=False)
    except SiteError as fault:
        pytest.skip(f"no Pyodide: {fault}")
    assert size < 200_000
    return folder


def names_in(*packages: str) -> set[str]:
    with tarfile.open(fileobj=io.BytesIO(tarred(packages))) as archive:
        return set(archive.getnames())


def test_the_archives_are_plain_python_and_networkx_is_apart() -> None:
    names = names_in(*OWN, *NEEDED)
    assert {"standoff/__init__.py", "standoff/page/messages.py", "constraint/__init__.py"} <= names
    assert not [
        name for name in names if name.endswith((".so", ".pyd")) or name.startswith(("/", "networkx")) or ".." in name
    ]
    assert "networkx/__init__.py" in names_in(*LATER)


def test_a_package_that_is_not_pyodide_is_named(tmp_path: Path) -> None:
    (tmp_path / "some.tgz").write_bytes(b"junk")
    with pytest.raises(SiteError, match="expected the npm package pyodide"):
        write_site(str(tmp_path / "out"), pyodide=str(tmp_path / "some.tgz"), book=False)


class Counting(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, writes down what a page or its worker fetches, and holds Python back until it is told."""

    fetched: list[str]
    python: threading.Event

    def do_GET(self) -> None:
        if not self.headers.get("Referer", "").endswith("service.js"):
            self.fetched.append(self.path)
        if self.path.startswith("/packages.tar.gz"):
            self.python.wait()
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing."""


@pytest.mark.slow
@browser_only
def test_cold_and_offline(site: Path, driver: Any) -> None:
    """DATC 6.F.14: drawn before Python is there, adjudicated by Python in the browser; then again without a server."""
    fetched: list[str] = []
    python = threading.Event()
    handler = functools.partial(
        type("Handler", (Counting,), {"fetched": fetched, "python": python}), directory=str(site)
    )
    files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=files.serve_forever, daemon=True).start()
    person = Person(driver, f"http://127.0.0.1:{files.server_address[1]}/", seconds=180).forgets()
    driver.get(person.address + address_of("6.F.14"))
    person.waits("return document.querySelectorAll('#map .unit').length === 4").has_orders("F London Supports")
    person.writes("#orders", "\n")
    python.set()  # what came before needed none
    person.sees("#outcome", "All resolutions").presses("Resolutions", "#bar")
    person.waits("return document.querySelectorAll('#tabs [role=tab]').length === 2")
    loaded = person.script("return performance.getEntriesByType('resource').map(one => one.name)")
    assert all(name.startswith((person.address, "blob:", "data:")) for name in loaded)
    assert not [path for path in fetched if path.startswith("/networkx.tar.gz")]
    person.waits("return navigator.serviceWorker.ready.then(() => true)").nothing_is_wrong()
    files.shutdown()
    files.server_close()
    person.comes_back().sees("#outcome", "All resolutions").presses("Compare", "#bar").sees("#panel", "all-hold")
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": person.address, "storageTypes": "service_workers"})


WHICH = "return (document.querySelector('meta[name=edition]')?.content ?? 'first')"
KEPT = "return caches.keys().then((names) => names.sort().join())"
ALL_KEPT = """
return navigator.serviceWorker.ready.then(
  (one) => one.active.state === 'activated' && Boolean(navigator.serviceWorker.controller)
);
"""


@pytest.mark.slow
@browser_only
def test_a_new_version_comes_whole_and_only_when_no_page_of_the_old_one_is_open(
    site: Path, driver: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    python = threading.Event()
    python.set()
    handler = functools.partial(type("Handler", (Counting,), {"fetched": [], "python": python}), directory=str(folder))
    files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=files.serve_forever, daemon=True).start()
    person = Person(driver, f"http://127.0.0.1:{files.server_address[1]}/", seconds=180).forgets()
    driver.get(person.address + address_of("6.F.14"))
    person.sees("#outcome", "paradox").waits(ALL_KEPT)
    (old,) = person.script(KEPT).split(",")
    for name in ("service.js", "worker.js"):
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace(old.removeprefix("standoff-"), "second"), encoding="utf-8")
    page = (folder / "index.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(page.replace("<head>", '<head><meta name="edition" content="second">'))
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(person.address + address_of("6.F.14"))
    person.sees("#outcome", "paradox")
    person.waits("return navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting))")
    person.comes_back().sees("#outcome", "paradox")
    assert person.script(WHICH) == "first"
    assert person.script(KEPT).split(",") == sorted([old, "standoff-second"])
    driver.close()
    driver.switch_to.window(first)
    person.until(lambda: driver.refresh() or person.script(WHICH) == "second", "the second version")
    person.sees("#outcome", "paradox")
    person.waits(f"{KEPT}.then((names) => names === 'standoff-second')")
    person.nothing_is_wrong()
    files.shutdown()
    files.server_close()
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": person.address, "storageTypes": "all"})


@pytest.mark.slow
def test_examples_of_the_documentation_open_on_the_page(site: Path) -> None:
    shown = (site / "docs" / "generated" / "explanations.html").read_text(encoding="utf-8")
    assert "../../index.html#p=standard" in shown
    assert "<script" not in shown
    assert "#p=standard+S1901M+ENGLAND%3A" in (site / "docs" / "commands.html").read_text(encoding="utf-8")


class Anchors(HTMLParser):
    """The links of a page, and what can be linked to in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.ids.add(attributes.get("id") or "")
        link = attributes.get({"a": "href", "link": "href", "img": "src", "script": "src"}.get(tag, ""))
        if link:
            self.links.append(link)


@pytest.mark.slow
def test_no_link_of_the_site_is_broken(site: Path) -> None:
    """Of the page, the documentation and the case book, and every case opens on the page."""
    write_book(str(site / "book"), "datc-6.F.1*", jobs=1, site=True)
    pages = {path.resolve(): Anchors(path) for path in site.rglob("*.html")}
    broken: list[str] = []
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            opened = anchor.startswith(("p=", "k=")) and target == (site / "index.html").resolve()
            if not target.is_file() or (anchor and not opened and anchor not in pages[target].ids):
                broken.append(f"{path.relative_to(site.resolve())}: {link[:120]}")
    assert broken == []
    for path in (site / "book" / "cases").glob("*.html"):
        assert any(link.startswith("../../index.html#") for link in pages[path.resolve()].links), path.name
