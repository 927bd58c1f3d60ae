"""The page as static files: Python in the browser, drawing before it is ready, and offline use."""

from __future__ import annotations

import functools
import gzip
import http.server
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import threading
from pathlib import Path
from typing import Any

import pytest

from standoff.page.messages import answer
from standoff.page.server import files
from standoff.page.site.book_files import write_book
from standoff.page.start import address_of
from standoff.page.static_site import LATER, NEEDED, OWN, SiteError, make_tar, write_site
from tests.helpers.paths import DOCS
from tests.page.browsing import Person, browser_only
from tests.page.test_site import Page, broken_links


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the static site, made with the npm package pyodide if available."""
    folder = tmp_path_factory.mktemp("site")
    try:
        size = write_site(str(folder), book=False)
    except SiteError as fault:
        pytest.skip(f"no Pyodide: {fault}")
    assert size < 230_000
    return folder


def names_in(*packages: str) -> set[str]:
    with tarfile.open(fileobj=io.BytesIO(make_tar(packages))) as archive:
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


MOST_AT_FIRST = 13_200_000
"""The most bytes that a first visit loads before its turn is solved, compressed."""


class Counting(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, records what is fetched, and by whom, and withholds Python until released."""

    fetched: list[str]
    python: threading.Event

    def do_GET(self) -> None:
        by = "service" if self.headers.get("Referer", "").endswith("service.js") else ""
        self.fetched.append(by + self.path)
        if self.path.startswith("/packages.tar.gz"):
            self.python.wait()
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing."""


def serving(folder: Path) -> tuple[list[str], threading.Event, http.server.ThreadingHTTPServer]:
    """Serve a folder; also return the list of fetched files, and a function that releases Python."""
    fetched, python = list[str](), threading.Event()
    kind = type("Handler", (Counting,), {"fetched": fetched, "python": python})
    files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(kind, directory=str(folder)))
    threading.Thread(target=files.serve_forever, args=(0.05,), daemon=True).start()
    return fetched, python, files


@pytest.mark.slow
@browser_only
def test_cold_and_offline(site: Path, driver: Any) -> None:
    """DATC 6.F.14: drawn before Python is ready, adjudicated by Python in the browser; then again without a server."""
    fetched, python, server = serving(site)
    person = Person(driver, f"http://127.0.0.1:{server.server_address[1]}/", seconds=180).forgets()
    driver.get(person.address + address_of("6.F.14"))
    person.waits("return document.querySelectorAll('#map .unit').length === 4").has_orders("F London Supports")
    person.writes("#orders", "\n")
    python.set()  # what came before needed none
    person.sees("#outcome", "All resolutions")
    loaded = person.script("return performance.getEntriesByType('resource').map(one => one.name)")
    assert all(name.startswith((person.address, "blob:", "data:")) for name in loaded)
    assert not [path for path in fetched if path.startswith("/networkx.tar.gz")]
    person.waits("return navigator.serviceWorker.ready.then(() => true)").nothing_is_wrong()
    page = {path.partition("?")[0].lstrip("/") or "index.html" for path in fetched if path.startswith("/")}
    sizes = {name: len(gzip.compress((site / name).read_bytes(), 6)) for name in page if (site / name).is_file()}
    assert "pyodide/python_stdlib.zip" not in sizes
    assert sum(sizes.values()) < MOST_AT_FIRST, sorted(sizes.items(), key=lambda one: -one[1])[:9]
    for name in ("/snapshot.gz", "/packages.tar.gz"):  # the largest files come once
        assert len([path for path in fetched if path.removeprefix("service").startswith(name)]) == 1
    server.shutdown()
    server.server_close()
    person.comes_back().sees("#outcome", "All resolutions").presses("Compare", "#bar").sees("#panel", "all-hold")
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": person.address, "storageTypes": "service_workers"})


WHICH = "return (document.querySelector('meta[name=edition]')?.content ?? 'first')"
KEPT = "return caches.keys().then((names) => names.sort().join())"
ALL_KEPT = """
return navigator.serviceWorker.ready.then(
  (one) => one.active.state === 'activated' && Boolean(navigator.serviceWorker.controller)
);
"""

ANSWERS = """
const said = %s;
postMessage({ready: true});
postMessage({kept: true});
addEventListener("message", ({data}) => postMessage({number: data.number, answer: said[data.request.do]}));
"""


@pytest.mark.slow
@browser_only
def test_a_new_version_comes_whole_and_only_when_no_page_of_the_old_one_is_open(
    site: Path, driver: Any, tmp_path: Path
) -> None:
    """The answers are Python's, as a text: each page would start its own Python."""
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    for heavy in (*folder.glob("*.gz"), *folder.glob("pyodide/*")):
        heavy.write_bytes(b"")
    (turn,) = answer({"do": "open", "source": "6.F.14"})["nodes"]
    said = {"hello": answer({"do": "hello"}), "look": answer({**turn, "do": "look", "legal": True})}
    (folder / "worker.js").write_text(ANSWERS % json.dumps(said), encoding="utf-8")
    _, python, server = serving(folder)
    python.set()
    person = Person(driver, f"http://127.0.0.1:{server.server_address[1]}/", seconds=180).forgets()
    driver.get(person.address + address_of("6.F.14"))
    person.waits(ALL_KEPT)
    (old,) = person.script(KEPT).split(",")
    service = (folder / "service.js").read_text(encoding="utf-8")
    (folder / "service.js").write_text(service.replace(old.removeprefix("standoff-"), "second"), encoding="utf-8")
    page = (folder / "index.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(page.replace("<head>", '<head><meta name="edition" content="second">'))
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(person.address + address_of("6.F.14"))
    person.script("navigator.serviceWorker.getRegistration().then((one) => one.update())")  # as the browser does later
    person.waits("return navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting))")
    driver.refresh()
    assert person.script(WHICH) == "first"
    assert person.script(KEPT).split(",") == sorted([old, "standoff-second"])
    driver.close()
    driver.switch_to.window(first)
    person.until(lambda: driver.refresh() or person.script(WHICH) == "second", "the second version")
    person.sees("#outcome", "paradox")
    person.waits(f"{KEPT}.then((names) => names === 'standoff-second')")
    person.nothing_is_wrong()
    server.shutdown()
    server.server_close()
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": person.address, "storageTypes": "all"})


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site with its documentation, which fails to build if a link in it is broken."""
    pytest.importorskip("material", reason="needs the extra site")
    folder = tmp_path_factory.mktemp("documents")
    build(DOCS.parent / "mkdocs.yml", folder / "docs")
    return folder


def build(settings: Path, to: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(settings), "-d", str(to)]
    done = subprocess.run(command, cwd=DOCS.parent, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.slow
def test_the_documentation_and_the_case_book_lead_to_each_other_and_to_the_page(documents: Path) -> None:
    """Examples and cases open on the page; what lies outside the documentation is with it."""
    with pytest.raises(SiteError, match="expected the documentation"):
        write_site(str(documents / "out"), docs=str(DOCS))
    for path, (content, _) in files("policy", links=("book", "docs")).items():
        (documents / path[1:]).write_bytes(content)
    write_book(str(documents / "book"), "datc-6.F.10", jobs=1, site=("page", "docs"))
    shown = (documents / "docs" / "generated" / "explanations.html").read_text(encoding="utf-8")
    for way in ("../../index.html#p=standard", "../../index.html", "../../book/index.html"):
        assert f'href="{way}' in shown
    assert not re.findall(r'(?:src|href)="https?://(?!standoff|squidfunk)[^"]*\.(?:js|css|woff2?)', shown)
    assert "#p=standard+S1901M+ENGLAND%3A" in (documents / "docs" / "commands.html").read_text(encoding="utf-8")
    assert (documents / "docs" / "sources" / "research" / "README.md.txt").is_file()
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in documents.glob("b*/**/*.html")}
    pages |= {(documents / name).resolve(): Page((documents / name).read_text("utf-8")) for name in ("index.html",)}
    assert broken_links({**pages}) == []


@pytest.mark.slow
def test_a_link_to_nowhere_breaks_the_documentation(documents: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    settings = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8").partition("nav:\n  - ")[0]
    for path in ("tools/pages/theme", "tools/pages/documents.py"):
        settings = settings.replace(path, str(DOCS.parent / path))
    (tmp_path / "mkdocs.yml").write_text(settings, encoding="utf-8")
    links = ("a-page.md", "#a-heading", "../a-file.txt", "a-folder/")
    text = "".join(f"[words]({link})\n" for link in links)
    (tmp_path / "docs" / "README.md").write_text(f"# Title\n\n{text}", encoding="utf-8")
    with pytest.raises(AssertionError) as fault:
        build(tmp_path / "mkdocs.yml", tmp_path / "out")
    assert [link for link in links if f"'{link}'" not in str(fault.value)] == []


def test_a_site_without_documentation_does_not_lead_there(tmp_path: Path) -> None:
    for path, (content, _) in files("policy", links=("book",)).items():
        (tmp_path / path[1:]).write_bytes(content)
    write_book(str(tmp_path / "book"), "datc-6.F.10", jobs=1, site=("page", "book"))
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in tmp_path.rglob("*.html")}
    assert broken_links(pages) == []
