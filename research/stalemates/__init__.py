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

from standoff import Line, line
from standoff.peers import case_text
from standoff.text.markdown import markdown_table

FOLDER = Path(__file__).parent

HEAD = """# Stalemate lines, asked

Made by `python -m research.stalemates` from the three tables below. A picture of the lines with the fewest units: [`poster.svg`](poster.svg).

## Definitions

- A **line** is units with orders, and the provinces that it keeps. **Outside** is where the enemy gets from the centers that are not kept, by land, by sea
  and by convoy, without passing the line or what it keeps; he may have any units there.
- A line **holds** if no turn dislodges a unit of it or brings an enemy into a province that it keeps, whatever he has outside and whatever he orders, under
  the rulebook 2023 and what `standoff line` prints as assumed.
- It is **static** if its units hold and support each other in holding. A static line that holds, holds **for ever**: after each turn it stands as before, and
  nothing of the enemy is inside, if he builds nothing there. Of other lines the verdict is about one turn.
- It **keeps n centers** if the enemy can get to all others; it has a unit in no other center.
- It is **minimal** if no unit can be spared, even if the others get new holds and supports (`standoff line --spare`). It has the **fewest units** if no static
  line with fewer units keeps the same centers, or as many, whichever is said.

## Which static lines hold

A province outside *touches* a province if a unit that the enemy may have there could move to it without a convoy.

**Theorem.** A static line holds against any number of enemies exactly if nothing touches a province that it keeps without a unit in it, and each of its units
that something touches is in a *group*, it and some of the units that support it, which no more provinces outside touch than the group has units.

*Hypotheses.* Each fleet at sea could move to each coast off its sea, as on the standard board. Attack, hold and support are those of DATC 5.B; on what
rulebooks tell apart, nothing here rests.

*Proof.* Only the unit itself, its supports, their cuts, and attacks on it matter: nothing of the line moves. If it is in such a group of one and t supporters,
each enemy unit that attacks it, supports an attack on it, or cuts a support of the group comes from a province that touches the group. (An army that comes by
convoy does so in place of the last fleet, which touches the same coast and can do nothing else.) Let c supports of the group be cut. Then at most 1 + t - c units
attack, and its strength is at least 1 + t - c: it stays. If it is in no such group, let n provinces touch it, and let s units support it. For each set T of them,
|T| + 2 provinces or more touch T or it. So, by the theorems of Hall and König, m of the supports can be cut from as many provinces that do not touch it, with
n + m >= s + 2: it is attacked with n > 1 + s - m, and dislodged.

`tools.check_lines` compares the theorem with the solver's verdict on random lines. It makes the question for the fewest units one of
choosing units and groups ([`fewest.lp`](fewest.lp)), which a SAT solver decides.

## In print

A line of [`lines.jsonl`](lines.jsonl) is a fact of the article that it names; turns that break one are cases in [`breaks.txt`](breaks.txt), which
`standoff adjudicate` and the page open. `standoff line --proof FILE` writes a proof that one holds, 0.3 to 5 MB each, and `python -m research.check_proof FILE`
checks it without a solver.

"""

FEWEST = """
## The fewest units

*Proved*: no static line has fewer units, whatever it looks like, by the theorem and a SAT solver, whose proofs `python -m research.stalemates.fewest --proofs FOLDER`
writes and `python -m research.check_proof` checks. Nothing is proved of lines that move. Each line shown is asked of `standoff line`, too.

"""

SEVENTEEN = """
## Lines of 17 centers

"""

PAIRS = """
## What a draw is made of

Two static lines that stand at the same time, each outside of the other, and keep all centers together: neither side can win or lose anything. Found, not proved to
have the fewest units, unless it is said.

"""

CARD = """
## Data card

`lines.jsonl` has lines in print and lines found: `id`; `source` and `where` (address or year); `orders` by power; `keep`, all that it keeps; `no_fleets`, provinces
where the enemy has no fleet; `condition`, under which a line that falls is meant or holds. `fewest.jsonl` has answers about the fewest units: `question`;
`proved`, what no line answers (the arguments of `fewer_units_program`; null if only a line was asked for); `orders` and `keeps` of a line that answers (null if there is none).
`pairs.jsonl` has two lines each. Facts, free to use; orders are those of the articles, in this project's notation.
"""


def rows(name: str = "lines.jsonl") -> Iterator[dict[str, Any]]:
    """Yield the rows of a table."""
    for text in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(text)


def asked(row: dict[str, Any]) -> Line:
    """Return whether a line of the table holds."""
    return line("\n".join(row["orders"]), row["keep"], no_fleets=row["no_fleets"])


def units_of(orders: str) -> int:
    """Return how many orders a text has."""
    return orders.count(",") + 1


def printed() -> tuple[str, str]:
    """Return the verdicts on lines in print, and the cases of turns that break them."""
    table: list[tuple[str, ...]] = []
    cases: list[str] = []
    for row in rows():
        found = asked(row)
        units, centers = len(found.turn.position.units), sum(one in found.turn.board.centers for one in row["keep"])
        verdict = {True: "holds", False: f"falls: {', '.join(found.broken)}", None: "open"}[found.holds]
        if found.leaves is not None:
            verdict = "holds this turn; a unit may leave its place"
        source = (
            f"[{row['source']}]({row['where']})" if "//" in row["where"] else f"{row['source']} {row['where']}".strip()
        )
        table.append((row["id"], source, str(units), str(centers), verdict, row["condition"]))
        if found.breaks is not None:
            title, notes = f"{row['id']}: {', '.join(found.broken)}", [row["source"], *found.assumed]
            cases.append(case_text(found.breaks, id=row["id"], title=title, rules=found.breaks.rules, notes=notes))
    return markdown_table(("line", "in print", "units", "centers", "verdict", "condition"), table), "\n".join(cases)


def fewest_units() -> tuple[str, str]:
    """Return the table of the fewest units, and what is known of lines of 17 centers."""
    table, impossible = list[tuple[str, ...]](), list[str]()
    for row in rows("fewest.jsonl"):
        if row["question"].startswith("17 "):
            impossible += [row["question"].removeprefix("17 ")] * (row["orders"] is None)
        elif row["orders"] is None:
            table.append((row["question"], "", "no line, with any units", ""))
        else:
            units = f"{units_of(row['orders'])}, proved"
            table.append((row["question"], str(len(row["keeps"])), units, row["orders"].removeprefix("AUSTRIA: ")))
    without = [one.removeprefix("without ") for one in impossible if one.startswith("without ")]
    within = [one.removeprefix("with ") for one in impossible if one.startswith("with ")]
    text = f"""No static line of at most 17 units keeps exactly 17 centers and {", ".join(within) or "…"} among them; none leaves out {", ".join(without) or "…"} (proved).
For each other center there is one that keeps it, and one that does not.
"""
    return markdown_table(("centers kept", "number", "fewest units", "a line with them"), table), text


def pairs() -> str:
    """Return the table of pairs of lines that keep all centers."""
    table = [
        (
            " and ".join(str(len(one["keeps"])) for one in row["lines"]),
            str(sum(units_of(one["orders"]) for one in row["lines"])),
            *(one["orders"].partition(": ")[2] for one in row["lines"]),
        )
        for row in rows("pairs.jsonl")
    ]
    return markdown_table(("centers", "units", "one line", "the other"), table)


def poster() -> str:
    """Return a picture of the lines with the fewest units for 13 to 18 centers."""
    wide, high, columns, shapes = 1400, 1260, 3, set[str]()
    some = [row for row in rows("fewest.jsonl") if row["question"] in {f"any {number}" for number in range(13, 19)}]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide * columns} {high * (len(some) // columns)}" font-family="sans-serif">'
    ]
    for number, row in enumerate(some):
        title = f"{units_of(row['orders'])} units keep {len(row['keeps'])} centers: the fewest"
        head, _, drawn = line(row["orders"], row["keeps"]).picture(title=title).svg.partition("<defs>")
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
    (verdicts, cases), (fewest, seventeen) = printed(), fewest_units()
    text = "".join([HEAD, verdicts, FEWEST, fewest, SEVENTEEN, seventeen, PAIRS, pairs(), CARD])
    return {"README.md": text, "breaks.txt": cases, "poster.svg": poster()}
