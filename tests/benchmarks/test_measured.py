"""Pages and charts with times have the figures of the stored run of the benchmarks, and no others."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

pytest.importorskip("psutil")
from benchmarks.measuring import ratio
from tests.helpers.paths import DOCS, ROOT
from tools.pages import measured

RUN = measured.read_run()


def test_pages_and_pictures_are_those_of_the_run() -> None:
    assert measured.differing(RUN) == [], "python -m tools.pages.measured"
    assert not RUN["quick"]


@pytest.mark.parametrize("name", measured.BLOCKS)
def test_each_part_is_on_a_page(name: str) -> None:
    pages = [page for page in measured.PAGES if f"<!-- measured: {name} -->\n" in page.read_text(encoding="utf-8")]
    assert len(pages) == 1


def test_a_page_or_a_picture_with_another_figure_differs() -> None:
    """Likewise a run with another figure."""
    changed = copy.deepcopy(RUN)
    row = measured.row_of(changed["sections"]["greedy"], "plain")
    row["rounds"] = [value * 7 for value in row["rounds"]]
    row["microseconds"]["median"] *= 7
    names = {path.name for path in measured.differing(changed)}
    assert names == {"README.md", "turns.svg"}
    assert len(measured.differing(changed)) == 3
    slower = copy.deepcopy(RUN)
    for row in slower["sections"]["growth"]["rows"]:
        row["microseconds"] = {name: value * 7 for name, value in row["microseconds"].items()}
    assert {path.name for path in measured.differing(slower)} == {"README.md", "growth.svg", "batch.md"}


def test_the_load_is_said_in_text_and_picture() -> None:
    for busy, words in ((0.0, "otherwise idle"), (1.5, "other programs kept up to 1.5")):
        run: dict[str, Any] = RUN | {"busy_cores": busy}
        texts = measured.files(run)
        assert words in measured.machine(run)
        for path, text in texts.items():
            assert path.suffix != ".svg" or words in text
        for page in (ROOT / "README.md", DOCS / "batch.md", DOCS / "search.md"):
            assert ("on a machine that did other work" in " ".join(texts[page].split())) is bool(busy)


def test_a_ratio_is_the_median_within_rounds_and_rounded_down() -> None:
    assert ratio({"rounds": [10.0, 40.0, 30.0]}, {"rounds": [1.0, 2.0, 10.0]}) == 10.0
    quoted = [measured.times_as_fast(value) for value in (499.26, 1299.0, 11.84, 9.99, 2.0)]
    assert quoted == ["400", "1,200", "11", "9.9", "2"]


@pytest.mark.parametrize(("gone", "words"), [("package", "--peer diplomacy:PYTHON"), ("plain", "no row 'plain'")])
def test_a_run_that_lacks_what_a_page_quotes_fills_none(gone: str, words: str) -> None:
    run = copy.deepcopy(RUN)
    rows = run["sections"]["greedy"]["rows"]
    rows[:] = [row for row in rows if row["key"] != gone]
    with pytest.raises(measured.FillError, match=re.escape(words)):
        measured.files(run)
    with pytest.raises(measured.FillError, match="no section 'page'"):
        measured.files(RUN | {"sections": {k: v for k, v in RUN["sections"].items() if k != "page"}})


def test_a_part_that_nothing_fills_is_an_error() -> None:
    with pytest.raises(measured.FillError, match="nothing fills 'height'"):
        measured.filled("<!-- measured: height -->\n8 km\n<!-- end of height -->", RUN)


TIMES = re.compile(r"\b(\d[\d.,]*) (µs|us|ms|milliseconds|times as (fast|long))\b")


def test_no_page_quotes_a_time_outside_what_is_filled() -> None:
    """Time limits are in seconds; figures of single tools have their own table."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "benchmarks" / "README.md", *DOCS.glob("*.md")]
    found = [
        (page.name, match[0])
        for page in pages
        for match in TIMES.finditer(measured._BLOCK.sub("", page.read_text(encoding="utf-8")))
    ]
    assert found == []
