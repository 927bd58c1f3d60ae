"""Print the table of programs in `docs/score.md` from their cards: `python -m tools.pages.programs CARD/score.json …`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from standoff.text import markdown_table
from tools.shared import command_line

MARKS = ("passed", "choice", "failed", "unsupported")


def table(cards: list[dict[str, Any]]) -> str:
    """Return the table: passed, choices, failed, not asked in each suite, and the number of equal phases."""
    suites = {name: sum(counts[mark] for mark in MARKS) for card in cards for name, counts in card["suites"].items()}
    rows: list[list[str]] = []
    for card in cards:
        counted = [", ".join(str(card["suites"][suite][mark]) for mark in MARKS) for suite in suites]
        peer, follows = card["peer"], card["rulebook"]
        rows.append([f"{peer['name']} {peer['version']}", *counted, f"{follows['fits']} of {follows['phases']}"])
    heads = (f"{suite} ({of_all})" for suite, of_all in suites.items())
    return markdown_table(["program", *heads, "same units and retreats"], rows)


def main() -> None:
    """Print the table."""
    parser = command_line(__doc__)
    parser.add_argument("card", nargs="+", type=Path, help="score.json of a program")
    chosen = parser.parse_args()
    print(table([json.loads(file.read_text(encoding="utf-8")) for file in chosen.card]), end="")


if __name__ == "__main__":
    main()
