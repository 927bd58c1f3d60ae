"""One server and one browser for all tests of the page in a process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from standoff.map.loading import allow_boards
from standoff.page.page_workers import PageWorkers
from standoff.page.server import PageServer
from tests.page.browsing import Person, a_browser

NO_SHORES = """
const plain = new CSSStyleSheet();
plain.replaceSync('.shores { display: none; }');
document.adoptedStyleSheets = [plain];
"""
"""The shaded shores, which no test looks at, take half the time of painting a map."""


@pytest.fixture(scope="session")
def maps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of allowed board files, as with ``--allow-boards``."""
    folder = tmp_path_factory.mktemp("maps")
    allow_boards([str(folder)])
    return folder


@pytest.fixture(scope="session")
def server(maps: Path) -> Iterator[PageServer]:
    workers = PageWorkers(workers=1)
    with PageServer(("127.0.0.1", 0), workers) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()
    workers.close()


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    browser = a_browser()
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NO_SHORES})
    yield browser
    browser.quit()


@pytest.fixture
def person(driver: Any, server: PageServer) -> Person:
    return Person(driver, server.address("127.0.0.1")).forgets()
