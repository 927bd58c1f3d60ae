"""The book of stalemate lines: lines in print, each asked whether it holds; `python -m research.stalemates` asks again.

`lines.jsonl` has the lines, facts from the articles that it names: orders, what is kept, where there are no enemy
fleets, and a condition under which a line that falls is meant or holds. `README.md` has the verdicts, and `breaks.txt`
the turns that break lines, as cases.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from standoff import Line, line
from standoff.peers import case_text
from standoff.text.markdown import markdown_table

FOLDER = Path(__file__).parent

HEAD = """# Stalemate lines, asked

Made by `python -m research.stalemates` from [`lines.jsonl`](lines.jsonl), whose facts are those of the articles that it names. A line *holds* if no
turn breaks it, whatever units the enemy has outside and whatever he orders, under the rulebook 2023 and what `standoff line` prints as assumed;
turns that break one are cases in [`breaks.txt`](breaks.txt), which `standoff adjudicate` and the page open. A line that holds with holds and supports
alone holds for ever. Not settled here: whether it has the fewest units.

"""


def rows() -> Iterator[dict[str, Any]]:
    """Yield the lines of the table."""
    for text in (FOLDER / "lines.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(text)


def asked(row: dict[str, Any]) -> Line:
    """Return whether a line of the table holds."""
    return line("\n".join(row["orders"]), row["keep"], no_fleets=row["no_fleets"])


def pages() -> dict[str, str]:
    """Return the page and the cases, by the names of their files."""
    table: list[tuple[str, ...]] = []
    cases: list[str] = []
    for row in rows():
        found = asked(row)
        units, centers = len(found.turn.position.units), sum(one in found.turn.board.centers for one in row["keep"])
        verdict = {True: "holds", False: f"falls: {', '.join(found.broken)}", None: "open"}[found.holds]
        if found.leaves is not None:
            verdict = "holds this turn; a unit may leave its place"
        source = f"[{row['source']}]({row['where']})" if "//" in row["where"] else f"{row['source']} {row['where']}".strip()
        table.append((row["id"], source, str(units), str(centers), verdict, row["condition"]))
        if found.breaks is not None:
            title, notes = f"{row['id']}: {', '.join(found.broken)}", [row["source"], *found.assumed]
            cases.append(case_text(found.breaks, id=row["id"], title=title, rules=found.breaks.rules, notes=notes))
    heads = ("line", "in print", "units", "centers", "verdict", "condition")
    return {"README.md": HEAD + markdown_table(heads, table), "breaks.txt": "\n".join(cases)}
