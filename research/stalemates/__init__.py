"""The book of stalemate lines: lines in print, each asked whether it holds; `python -m research.stalemates` asks again.

`lines.jsonl` has the lines, facts from the articles that it names: orders, what is kept, where there are no enemy
fleets, and a condition under which a line that falls is meant or holds. `README.md` has the verdicts, and `breaks.txt`
the turns that break lines, as cases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from standoff import Line, line
from standoff.peers import case_text
from standoff.text.markdown import markdown_table

FOLDER = Path(__file__).parent


def rows(name: str = "lines.jsonl") -> Iterator[dict[str, Any]]:
    """Yield the rows of a table."""
    for text in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(text)


def asked(row: dict[str, Any], *, proof: bool = False) -> Line:
    """Return whether a line of the table holds, with a proof if it is asked for."""
    return line("\n".join(row["orders"]), row["keep"], no_fleets=row["no_fleets"], proof=proof)


def clauses_in(proof: str) -> int:
    """Return how many clauses a file with a proof has; how many steps changes with each version of the solver."""
    return proof.partition("\nc proof\n")[0].count("\n") - 1


def units_of(orders: str) -> int:
    """Return how many orders a text has."""
    return orders.count(",") + 1


def printed() -> tuple[str, str]:
    """Return the verdicts on lines in print, and the cases of turns that break them."""
    table: list[tuple[str, ...]] = []
    cases: list[str] = []
    for row in rows():
        found = asked(row, proof=True)
        units, centers = len(found.turn.position.units), sum(one in found.turn.board.centers for one in row["keep"])
        verdict = {True: "holds", False: f"falls: {', '.join(found.broken)}", None: "open"}[found.holds]
        if found.leaves is not None:
            verdict = "holds this turn; a unit may leave its place"
        source = (
            f"[{row['source']}]({row['where']})" if "//" in row["where"] else f"{row['source']} {row['where']}".strip()
        )
        size = f"{clauses_in(found.proof):,}" if found.proof else ""
        table.append((row["id"], source, str(units), str(centers), verdict, size, row["condition"]))
        if found.breaks is not None:
            title, notes = f"{row['id']}: {', '.join(found.broken)}", [row["source"], *found.assumed]
            cases.append(case_text(found.breaks, id=row["id"], title=title, rules=found.breaks.rules, notes=notes))
    return markdown_table(
        ("line", "in print", "units", "centers", "verdict", "clauses of the proof", "condition"), table
    ), "\n".join(cases)


def fewest_units() -> dict[str, Any]:
    """Return, for the page, the table of the fewest units, and centers that no line of 17 keeps or leaves out."""
    table, impossible, sustained = list[tuple[str, ...]](), {"with": list[str](), "without": list[str]()}, list[int]()
    for row in rows("fewest.jsonl"):
        question, lines = row["question"], row["lines"]
        if " with" in question:
            _, kind, center = question.split()
            impossible[kind] += [center] * (not lines)
            continue
        units, keeps = sum(units_of(one["orders"]) for one in lines), sum(len(one["keeps"]) for one in lines)
        sustained += [keeps] * (question.startswith("any ") and 0 < units <= keeps)
        orders = "; the other: ".join(one["orders"].partition(": ")[2] for one in lines)
        table.append((question, str(keeps or ""), f"{units}, proved" if lines else "no line, proved", orders))
    fewest = markdown_table(("centers kept", "number", "fewest units", "a line with them"), table)
    return {
        "fewest": fewest,
        "sustained": min(sustained),
        "within": impossible["with"],
        "without": impossible["without"],
    }


def poster() -> str:
    """Return a picture of the lines with the fewest units for 13 to 18 centers."""
    wide, high, columns, shapes = 1400, 1260, 3, set[str]()
    shown = [row for row in rows("fewest.jsonl") if row["question"] in {f"any {number}" for number in range(13, 19)}]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide * columns} {high * (len(shown) // columns)}" font-family="sans-serif">'
    ]
    for number, row in enumerate(shown):
        (one,) = row["lines"]
        title = f"{units_of(one['orders'])} units keep {len(one['keeps'])} centers: the fewest"
        head, _, drawn = line(one["orders"], one["keeps"]).picture(title=title).svg.partition("<defs>")
        (box,) = re.findall(r'viewBox="[^"]*"', head)
        # the shapes of provinces are the same in all pictures; other names are those of one
        for shape in set(re.findall(r'<path id="shape-[^>]*/>', drawn)):
            drawn = drawn.replace(shape, "") if shape in shapes else drawn
            shapes.add(shape)
        drawn = re.sub(r'(id="|href="#|url\(#)(?!shape-)([\w-]+)', rf"\1\2-{number}", drawn)
        parts.append(
            f'<svg x="{number % columns * wide}" y="{number // columns * high}" width="{wide}" height="{high}" {box}><defs>{drawn}'
        )
    return "\n".join([*parts, "</svg>\n"])


def pages() -> dict[str, str]:
    """Return the page, the cases and the poster, by the names of their files."""
    verdicts, cases = printed()
    template = Environment(undefined=StrictUndefined).from_string((FOLDER / "page.jinja").read_text(encoding="utf-8"))
    text = template.render(verdicts=verdicts, **fewest_units())
    return {"README.md": f"{text}\n", "breaks.txt": cases, "poster.svg": poster()}
