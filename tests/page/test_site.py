"""The case book as pages: all links lead somewhere, nothing comes from elsewhere, every order has its result."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from standoff.cases.catalog import library
from standoff.page.site.pages import Link
from standoff.text.html import html_filled
from tests.helpers.command import refused, run

VOID = {"br", "hr", "img", "input", "link", "meta"}


class Page(HTMLParser):
    """A page read strictly: every element is closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.rows: list[str] = []
        self.classes: Counter[str] = Counter()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        assert len(attributes) == len(attrs), f"an attribute of {tag} stands twice"
        self.ids.update([attributes["id"] or ""] if "id" in attributes else [])
        self.classes.update((attributes.get("class") or "").split())
        if tag == "a":
            self.links.append(attributes["href"] or "")
        elif tag in ("link", "script", "img", "image"):
            self.loaded.append(attributes.get("href") or attributes.get("src") or "")
        elif tag == "tr" and "data-order" in attributes:
            self.rows.append(attributes["data-order"] or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    result = run("book", str(folder), "datc-6.F*", "--jobs", "1")
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


@pytest.mark.slow
def test_each_case_has_a_page(site: Path, pages: dict[Path, Page]) -> None:
    cases = list(library("datc-6.F*"))
    assert {path.stem for path in pages if path.parent.name == "cases"} == {case.id for case in cases}
    for case in cases:
        page = pages[site / "cases" / f"{case.id}.html"]
        assert {str(written.order) for phase in case.phases for written in phase.orders} <= set(page.rows)


@pytest.mark.slow
def test_no_id_stands_twice(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        assert [name for name, count in page.ids.items() if count > 1] == [], path.name


@pytest.mark.slow
def test_links_lead_somewhere_and_nothing_is_loaded_from_elsewhere(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for href in page.links:
            if href.startswith("https://"):
                continue  # the sources of the cases
            file, _, anchor = href.partition("#")
            target = (path.parent / file).resolve() if file else path
            assert target.exists(), f"{path.name}: {href}"
            if anchor:
                assert anchor in pages[target].ids, f"{path.name}: {href}"
        for loaded in page.loaded:
            assert "//" not in loaded
            assert (path.parent / loaded).resolve().exists()
        assert not re.search(r"url\((?!#)", path.read_text(encoding="utf-8"))
    style = next(iter(pages)).parent.parent / "style.css"
    for file in (style, style.with_name("book.js")):
        if file.exists():
            assert "//" not in file.read_text(encoding="utf-8").replace("// ", "")
            assert "url(" not in file.read_text(encoding="utf-8")


@pytest.mark.slow
def test_cases_follow_each_other(site: Path, pages: dict[Path, Page]) -> None:
    ids = [case.id for case in library("datc-6.F*")]
    for one, two in pairwise(ids):
        assert f"{two}.html" in pages[site / "cases" / f"{one}.html"].links
        assert f"{one}.html" in pages[site / "cases" / f"{two}.html"].links


@pytest.mark.slow
def test_a_page_shows_pictures_reasons_rulebooks_and_resolutions(site: Path, pages: dict[Path, Page]) -> None:
    path = site / "cases" / "datc-6.F.24.html"
    page, text = pages[path], path.read_text(encoding="utf-8")
    assert text.count("<svg") == 3
    assert page.classes["adopted"] == 1
    assert "Szykman rule: the convoy fails" in text
    assert "../options.html#option-paradox_backup" in page.links
    assert "../options.html#rules-1982" in page.links


@pytest.mark.slow
def test_the_chapter_on_paradoxes_draws_them(site: Path, pages: dict[Path, Page]) -> None:
    text = (site / "paradoxes.html").read_text(encoding="utf-8")
    for number in (14, 16, 17, 22, 23, 24):
        assert f"cases/datc-6.F.{number}.html" in pages[site / "paradoxes.html"].links
    assert "datc-6.F.6.html" not in text
    assert "Pandin" in text


@pytest.mark.slow
def test_the_search_knows_numbers_and_titles(site: Path, pages: dict[Path, Page]) -> None:
    index = pages[site / "index.html"]
    assert "search" in index.ids
    assert sum(link.startswith("cases/") for link in index.links) == len(list(library("datc-6.F*")))


@pytest.mark.slow
def test_the_search_runs(site: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    # a page of three cases, as little of a browser as the script asks for
    script = tmp_path / "run.js"
    script.write_text(
        """
const cases = ["6.F.1 No convoy", "6.F.2 Bouncing", "czech Příjezd"].map((textContent) => ({textContent}));
const listeners = {};
const field = {value: "", addEventListener: (name, call) => { listeners[name] = call; }};
const count = {};
const section = {querySelector: () => cases.find((one) => !one.hidden)};
globalThis.document = {
  getElementById: (id) => ({search: field, count})[id],
  querySelectorAll: (what) => what === ".cases li" ? cases : what === "section.chapter" ? [section] : [],
};
globalThis.history = {replaceState() {}};
globalThis.location = {hash: "", pathname: "index.html"};
require(process.argv[2]);
const found = [];
for (const words of ["6.f bounc", "PRIJEZD", "nowhere"]) {
  field.value = words;
  listeners.input();
  found.push([cases.filter((one) => !one.hidden).length, count.textContent, section.hidden]);
}
console.log(JSON.stringify(found));
""",
        encoding="utf-8",
    )
    out = subprocess.run([node, str(script), str(site / "book.js")], capture_output=True, text=True, check=True)
    assert json.loads(out.stdout) == [[1, "1 case", False], [1, "1 case", False], [0, "0 cases", True]]


def test_hostile_words_stay_words() -> None:
    hostile = '<script>alert(1)</script>"><b>a & b <img src=x>\x1b[2J\u202e'
    text = html_filled(
        "case.html",
        title=hostile,
        source=hostile,
        rules=Link(hostile, hostile),
        concerned=[],
        notes=[hostile],
        phases=[],
        before=Link(hostile, hostile),
        after=None,
    )
    page = Page(text.removeprefix("<!DOCTYPE html>\n"))
    assert page.loaded == ["../book.js", "../style.css"]
    assert page.links.count(hostile.replace("\x1b", "\\u001b").replace("\u202e", "\\u202e")) == 3
    assert "<script>" not in text
    assert "<b>" not in text
    assert "\x1b" not in text


def test_a_name_that_a_template_is_not_given_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'title' is undefined"):
        html_filled("case.html")


@pytest.mark.slow
@pytest.mark.parametrize(("args", "message"), [(("no such case",), "no case matches"), ((), "Not a directory")])
def test_what_cannot_be_written_is_said(tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    assert message in refused("book", str(file), *args)
