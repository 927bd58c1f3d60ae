"""Cross-check the package `diplomacy` for the documentation: `python -m tools.pages.package [PEER] [--report FOLDER]`.

It writes the summary of the report, `docs/generated/crosscheck-diplomacy.md`; with a folder, the whole report there.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from standoff.peers import case_questions, crosscheck, open_peer, random_questions, several_sources
from standoff.peers.comparing.difference_report import DifferenceReport
from standoff.peers.comparing.sources import Source
from standoff.solver import Rulebook
from tools.shared import DOCS, command_line

PAGE = DOCS / "generated" / "crosscheck-diplomacy.md"
SEED, TURNS = 1, 2000


def source(rules: Rulebook) -> Source:
    """Return the questions: the case library and random turns."""
    return several_sources((case_questions(rules), random_questions(SEED, TURNS, rules)))


def summary(report: DifferenceReport) -> str:
    """Return the tables of a report, without its differences one by one."""
    whole = report.markdown().partition("\n### ")[0]
    tables = whole.rpartition("\n## ")[0]  # what follows is the heading of the first of them
    note = f"Made by `python -m tools.pages.package`; with `--report FOLDER` the whole report is written, too: {TURNS:,} turns take two minutes."
    title, _, rest = re.sub(r"\[([^]]+)\]\(#[^)]*\)", r"\1", tables).partition("\n")
    return f"{title}\n\n{note}\n{rest.rstrip()}\n"


def main() -> None:
    """Write the summary."""
    parser = command_line(__doc__)
    parser.add_argument("peer", nargs="?", default="diplomacy", help="how the package is named as a peer")
    parser.add_argument("--report", type=Path, help="a folder for the whole report")
    chosen = parser.parse_args()
    report = crosscheck(partial(open_peer, chosen.peer, name="diplomacy"), source)
    PAGE.write_text(summary(report), encoding="utf-8")
    if chosen.report:
        report.write(chosen.report)


if __name__ == "__main__":
    main()
