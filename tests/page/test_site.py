"""The case book as pages: all links resolve, nothing is loaded from elsewhere, every order has its result."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from standoff.cases.catalog import library
from standoff.page.site.pages import Link, entry_of
from standoff.text import catalog
from standoff.text.templating import html_filled
from tests.helpers.command import run

VOID = {"br", "hr", "img", "input", "link", "meta"}


class Page(HTMLParser):
    """A page read strictly: every element is closed in order."""

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
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"] or "")
        elif tag in ("link", "script", "img", "image"):
            self.loaded.append(attributes.get("href") or attributes.get("src") or "")
        elif tag == "tr" and "data-order" in attributes:
            self.rows.append(attributes["data-order"] or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    result = run("book", str(folder), "datc-6.F.2*", "--jobs", "1")
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


@pytest.mark.slow
def test_each_case_has_a_page(site: Path, pages: dict[Path, Page]) -> None:
    cases = list(library("datc-6.F.2*"))
    assert {path.stem for path in pages if path.parent.name == "cases"} == {case.id for case in cases}
    for case in cases:
        page = pages[site / "cases" / f"{case.id}.html"]
        assert {str(written.order) for phase in case.phases for written in phase.orders} <= set(page.rows)


def broken_links(pages: dict[Path, Page]) -> list[str]:
    """Return links that are broken or external, except links to the sources of cases."""
    broken: list[str] = []
    for path, page in pages.items():
        broken += [f"{path}: id {name}" for name, count in page.ids.items() if count > 1]
        for link in page.links + page.loaded:
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            opened = anchor.startswith(("p=", "k=")) and target.name == "index.html"
            found = target.is_file() and (not anchor or opened or anchor in pages[target].ids)
            if not (found or link.startswith(("https://", "data:"))) or (link in page.loaded and "//" in link):
                broken.append(f"{path}: {link[:120]}")
    return broken


@pytest.mark.slow
def test_links_lead_somewhere_and_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    assert broken_links({path.resolve(): page for path, page in pages.items()}) == []
    for path in (*pages, site / "style.css", site / "book.js"):
        assert not re.search(r"url\((?!#)", path.read_text(encoding="utf-8")), path


@pytest.mark.slow
def test_titles_and_chapters_are_there_in_every_language(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    for words in ("Konvoj jako kouzelný plášť", "Конвой как волшебный плащ", "DATC 6.F: konvoje", "DATC 6.F: конвои"):
        assert words in text
    assert 'data-cs="6.F.21: Konvoj' in (site / "cases" / "datc-6.F.21.html").read_text(encoding="utf-8")


def test_every_file_of_the_library_is_a_chapter_with_a_name() -> None:
    chapters = {entry_of(case).chapter for case in library()}
    assert not chapters & {case.file.removesuffix(".txt") for case in library()}
    for language in ("cs", "ru"):
        assert chapters <= set(catalog(language))


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
