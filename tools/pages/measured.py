"""Fill the pages that quote times, and draw the pictures, from the stored benchmark run.

A page marks what is filled in by ``<!-- measured: NAME -->`` and ``<!-- end of NAME -->``. `python -m benchmarks`
measures and fills; `python -m tools.pages.measured` only fills.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.growth import exponents
from benchmarks.measuring import MEASURED, RESULTS, STANDOFF, base_of, ratio, table
from standoff.text.markdown import markdown_table
from tools.pages.charts import CHARTS, duration
from tools.shared import DOCS, ROOT

PAGES = (ROOT / "README.md", ROOT / "benchmarks" / "README.md", DOCS / "batch.md", DOCS / "search.md")
"""The pages with figures of the benchmarks."""

IDLE_CORES = 0.2
"""The number of cores below which the load of other programs counts as idle."""

Run = dict[str, Any]


class FillError(Exception):
    """The run lacks a figure of a page, or a page has an unknown mark."""


def section_of(run: Run, key: str) -> Run:
    """Return a section of a run.

    Raises:
        FillError: It was not measured.
    """
    try:
        return run["sections"][key]
    except KeyError:
        raise FillError(
            f"the run in {MEASURED.name} has no section {key!r}: measure with `python -m benchmarks`"
        ) from None


def row_of(section: Run, key: str) -> Run:
    """Return a row of a section.

    Raises:
        FillError: It was not measured.
    """
    for row in section["rows"]:
        if row["key"] == key:
            return row
    hint = " (--peer diplomacy:PYTHON)" if key.startswith("package") else ""
    raise FillError(f"the section {section['title']!r} has no row {key!r}{hint}: measure with `python -m benchmarks`")


def paragraph(words: str) -> str:
    """Return words as a paragraph of a page."""
    return textwrap.fill(" ".join(words.split()), 100, break_long_words=False, break_on_hyphens=False)


def times_as_fast(value: float) -> str:
    """Return a ratio as a page quotes it, rounded down: "400", "11", "2.4"."""
    if value >= 100:
        return f"{int(value / 100) * 100:,}"
    return f"{int(value)}" if value >= 10 else f"{int(value * 10) / 10:g}"


def load(run: Run) -> str:
    """Return a sentence on the load of the machine."""
    busy, cores = run["busy_cores"], run["machine"]["cores"]
    if busy < IDLE_CORES:
        return "The machine was otherwise idle."
    return (
        f"The machine was not idle: other programs kept up to {busy:.1f} of its {cores} cores busy, so times are longer "
        "than they need be."
    )


def loaded(run: Run) -> str:
    """Return the remark after a figure if the machine was not idle."""
    return "" if run["busy_cores"] < IDLE_CORES else " on a machine that did other work, too"


def source(run: Run) -> str:
    """Return the machine and its load for a picture."""
    machine, busy = run["machine"], run["busy_cores"]
    what = f"{machine['processor']}, {machine['cores']} cores, {machine['python']}, {run['began'][:10]}"
    return f"{what}; {'otherwise idle' if busy < IDLE_CORES else f'other programs kept up to {busy:.1f} cores busy'}"


def speed(run: Run) -> str:
    """Return the sentence of the README."""
    turns = section_of(run, "greedy")
    package = row_of(turns, "package")
    compiled, plain = (ratio(package, row_of(turns, key)) for key in ("arrays, 1", "plain"))
    return paragraph(
        f"With the extra `fast` (`pip install '.[fast]'`), compiled code adjudicates turns in arrays more than "
        f"{times_as_fast(compiled)} times as fast as the `diplomacy` package; plain Python adjudicates a single turn "
        f"{times_as_fast(plain)} times as fast ([measured side by side](benchmarks/README.md){loaded(run)})."
    )


def machine(run: Run) -> str:
    """Return the machine and the commit of a run."""
    it, versions = run["machine"], run["versions"]
    programs = sorted({row["program"] for section in run["sections"].values() for row in section["rows"]} - {STANDOFF})
    changed = ", changed" if run.get("changed") else ""
    return paragraph(
        f"All figures below are of one run on {run['began'][:10]} (commit {run.get('commit', 'unknown')}{changed}): "
        f"{it['processor']}, {it['cores']} cores, {it['memory_gb']} GB, {it['system']}, {it['python']}, NumPy "
        f"{versions.get('numpy')}, Numba {versions.get('numba')}; {', '.join(programs)}. {load(run)}"
    )


def listing(section: Run) -> str:
    """Return the table of a section as a page shows it."""
    return f"```\n{table(section)}\n```"


def turns(run: Run) -> str:
    """Return the account of movement phases."""
    greedy, others = section_of(run, "greedy"), section_of(run, "random")
    by_key = {row["key"]: row for row in others["rows"]}
    changes = [
        by_key[row["key"]]["microseconds"]["median"] / row["microseconds"]["median"]
        for row in greedy["rows"]
        if row["key"] in by_key
    ]
    same = row_of(greedy, "arrays, 1")["same_as_plain"] + row_of(others, "arrays, 1")["same_as_plain"]
    return "\n\n".join(
        (
            "![the time of a turn in each program](results/turns.svg)",
            paragraph(f"{greedy['title']}; the ratio is to {base_of(greedy['rows'])['name']}:"),
            listing(greedy),
            paragraph(
                f"Turns of random games ({others['units']} units on average) take {min(changes):.2f} to "
                f"{max(changes):.2f} times as long. Compiled and plain agree on all {same} turns, legal retreats "
                "included; otherwise the benchmark fails."
            ),
        )
    )


def legal(run: Run) -> str:
    """Return the account of legal orders."""
    section = section_of(run, "legal")
    return paragraph(f"{section['title'].capitalize()}:") + f"\n\n{listing(section)}"


def games(run: Run) -> str:
    """Return the account of whole games."""
    return listing(section_of(run, "games"))


def growth(run: Run) -> str:
    """Return the growth of the time with the units."""
    section = section_of(run, "growth")
    powers = exponents(section)
    (least, low), (steepest, high) = (one(powers.items(), key=lambda item: item[1]) for one in (min, max))
    most = max(row["units"] for row in section["rows"])
    largest = [row for row in section["rows"] if row["units"] > most / 2]
    slowest = max(largest, key=lambda row: row["microseconds"]["median"])
    fewest = min(row["units"] for row in section["rows"])
    return "\n\n".join(
        (
            paragraph(
                f"On synthetic boards with {fewest} to {most:,} units ({', '.join(powers)}) the time of a turn grows "
                f"with the power {low:.1f} ({least}) to {high:.1f} ({steepest}) of its size, since a mask has a bit for "
                f"each unit. The slowest turn of the largest size, {slowest['name']}, takes "
                f"{duration(slowest['microseconds']['median'])}."
            ),
            "![the time of a turn by its units](results/growth.svg)",
        )
    )


def large(run: Run) -> str:
    """Return the time of the largest turns, for the page on many turns."""
    section = section_of(run, "growth")
    most = max(row["units"] for row in section["rows"])
    times = [row["microseconds"]["median"] for row in section["rows"] if row["units"] > most / 2]
    return paragraph(
        f"Turns of some {round(most, -3):,} units take {duration(min(times))} to {duration(max(times))} ([how that "
        f"grows](../benchmarks/README.md#large-boards){loaded(run)})."
    )


def threads(run: Run) -> str:
    """Return the gain from threads and jobs."""
    section = section_of(run, "threads")
    batch = row_of(section, "batch, 1")
    count = batch["items"]
    first = row_of(section_of(run, "small"), "standoff batch, 300 lines")
    return "\n\n".join(
        (
            "![threads and jobs](results/threads.svg)",
            listing(section),
            paragraph(
                f"`standoff batch` is measured as a whole, from file to file, everything that Python loads included: "
                f"{count:,} lines with every reason take {duration(batch['microseconds']['median'] * count)} with one "
                f"job. It takes {batch['peak_mb']} MB at most, and {batch['peak_mb_of_a_quarter']} MB for a quarter of "
                f"the lines. Where compiled code is kept, 300 lines take {duration(first['microseconds']['median'])}."
            ),
        )
    )


def waiting(run: Run) -> str:
    """Return the waiting times of a user."""
    small, page = section_of(run, "small"), section_of(run, "page")
    asked, sent = (
        row_of(small, f"a question, {how}")["microseconds"]["median"] for how in ("asked directly", "through the lines")
    )
    rows = [
        (row["name"], *(duration(row["microseconds"][name]) for name in ("minimum", "median", "maximum")))
        for section in (small, page)
        for row in section["rows"]
    ]
    return "\n\n".join(
        (
            markdown_table(("what", "least", "median", "greatest"), rows).rstrip(),
            paragraph(
                f"A question through the lines of a `standoff batch` in a process of its own takes "
                f"{duration(sent - asked)} more than asked directly."
            ),
        )
    )


def search(run: Run) -> str:
    """Return the times of searches."""
    rows = [
        (f"`--units {row['units']}`", duration(row["microseconds"]["median"] * row["items"]))
        for row in section_of(run, "search")["rows"]
    ]
    what = f"`differ(1971, 1982)` with `--jobs 1` ([measured](../benchmarks/README.md){loaded(run)}):"
    return f"{paragraph(what)}\n\n{markdown_table(('', 'time'), rows).rstrip()}"


BLOCKS: dict[str, Callable[[Run], str]] = {
    "speed": speed,
    "machine": machine,
    "turns": turns,
    "legal": legal,
    "games": games,
    "growth": growth,
    "large": large,
    "threads": threads,
    "waiting": waiting,
    "search": search,
}
"""The function that fills each marked part of a page."""

_BLOCK = re.compile(r"<!-- measured: (\w+) -->\n(.*?)<!-- end of \1 -->", re.DOTALL)


def filled(text: str, run: Run) -> str:
    """Return the text of a page with its marked parts filled from a run.

    Raises:
        FillError: The run lacks something, or nothing fills a part.
    """

    def fill_in(found: re.Match[str]) -> str:
        name = found[1]
        if name not in BLOCKS:
            raise FillError(f"nothing fills {name!r}; expected one of {', '.join(BLOCKS)}")
        return f"<!-- measured: {name} -->\n\n{BLOCKS[name](run)}\n\n<!-- end of {name} -->"

    return _BLOCK.sub(fill_in, text)


def files(run: Run) -> dict[Path, str]:
    """Return the text of each page and picture that a run fills."""
    texts = {page: filled(page.read_text(encoding="utf-8"), run) for page in PAGES}
    for name, (section, draw) in CHARTS.items():
        texts[RESULTS / name] = draw(section_of(run, section), source(run))
    return texts


def read_run() -> Run:
    """Return the stored run."""
    return json.loads(MEASURED.read_text(encoding="utf-8"))


def differing(run: Run) -> list[Path]:
    """Return the pages and pictures that differ from a run."""
    return [path for path, text in files(run).items() if not path.exists() or path.read_text(encoding="utf-8") != text]


def fill() -> list[Path]:
    """Fill pages and pictures from the stored run; return those that changed."""
    run = read_run()
    changed = differing(run)
    for path, text in files(run).items():
        path.write_text(text, encoding="utf-8")
    return [path.relative_to(ROOT) for path in changed]


if __name__ == "__main__":
    fill()
