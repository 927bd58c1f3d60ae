"""The book of stalemate lines: lines in print, each asked whether it holds; `python -m research.stalemates` asks again.

`lines.jsonl` has the lines, facts from the articles that it names: orders, what is kept, where there are no enemy
fleets, and a condition. `README.md` has the verdicts, `lines.svg` a picture of each, and `cases/library/stalemates.txt`
the lines as cases: each with a turn that breaks it, or with an attack that it withstands.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, StrictUndefined

from research.stalemates.attacks import attack_on
from research.stalemates.sheet import panel, sheet
from research.stalemates.spared import spared
from standoff import Line, line
from standoff.peers import case_text
from standoff.text.markdown import markdown_table

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]

COLLECTION, LIBRARY = "stalemate", "cases/library/stalemates.txt"
"""What the ids of the cases begin with, and their file in the library."""

TITLES = {
    "cs": ("{}, patová linie {}: padá", "{}, patová linie {}: drží"),
    "ru": ("{}, линия {}: падает", "{}, линия {}: держится"),
}
"""The titles of a line that falls and of one that holds, by language; the author and a number go in."""

AUTHORS = {
    name: {"cs": name.capitalize(), "ru": russian}
    for name, russian in (
        ("beshera", "Бешера"),
        ("dreier", "Дрейер"),
        ("holcombe", "Холкомб"),
        ("lipton", "Липтон"),
        ("pettis", "Петтис"),
        ("reif", "Райф"),
        ("sharp", "Шарп"),
        ("verheiden", "Верхайден"),
        ("walker", "Уокер"),
    )
}
FOUND = {"cs": "Nalezená řešičem", "ru": "Найдена решателем"}
"""Those of whom lines are, by the first word of their ids and the language; and of other lines."""


def rows(name: str = "lines.jsonl") -> Iterator[dict[str, Any]]:
    """Yield the rows of a table."""
    for text in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(text)


def asked(row: dict[str, Any], **options: Any) -> Line:
    """Return whether a line of the table holds; `options` are those of `line`."""
    return line("\n".join(row["orders"]), row["keep"], no_fleets=row["no_fleets"], **options)


def clauses_in(proof: str) -> int:
    """Return how many clauses a file with a proof has; how many steps changes with each version of the solver."""
    return proof.partition("\nc proof\n")[0].count("\n") - 1


def units_of(orders: str) -> int:
    """Return how many orders a text has."""
    return orders.count(",") + 1


class Entry(NamedTuple):
    """What the page, the library and the picture have of a line.

    Attributes:
        id: Its id.
        holds: True if it holds.
        cells: Its row in the table of the page.
        case: Its case.
        map: Its small map.
    """

    id: str
    holds: bool
    cells: tuple[str, ...]
    case: str
    map: str


def entry(row: dict[str, Any]) -> Entry:
    """Ask a line of the table, and return what is written of it."""
    return entry_of(row, asked(row, proof=True))


def entry_of(row: dict[str, Any], found: Line) -> Entry:
    """Return what is written of a line, asked with its proof.

    Raises:
        ValueError: Something is open.
    """
    if found.holds is None or found.why_open:
        raise ValueError(f"{row['id']} is open: {found.why_open}")
    verdict = "holds" if found.holds else f"falls: {', '.join(found.broken)}"
    shown = "holds this turn; a unit may leave its place" if found.leaves is not None else verdict
    units, centers = len(found.turn.position.units), sum(one in found.turn.board.centers for one in row["keep"])
    source = f"[{row['source']}]({row['where']})" if "//" in row["where"] else f"{row['source']} {row['where']}".strip()
    size = f"{clauses_in(found.proof):,}" if found.proof else ""
    static = found.holds and " - " not in "".join(row["orders"])
    spare = (", ".join(map(str, spared(found, row["no_fleets"]))) or "none") if static else ""
    cells = (row["id"], source, str(units), str(centers), shown, spare, size, row["condition"])
    return Entry(row["id"], found.holds, cells, case_of(row, found, verdict), panel(row["id"], found))


def case_of(row: dict[str, Any], found: Line, verdict: str) -> str:
    """Return a line as a case: with the turn that breaks it, or with an attack; its powers own what it keeps."""
    board = found.turn.board
    powers = list(dict.fromkeys(unit.power for unit in found.turn.position.units))
    enemy = next(power for power in board.powers if power not in powers)
    turn = found.breaks or attack_on(found, row["no_fleets"], enemy)
    owned: dict[str, list[str]] = {power: [] for power in powers}
    for center in row["keep"]:
        if center in board.centers:
            owned[next((power for power in powers if center in board.powers[power].homes), powers[0])].append(center)
    options = f" --keep {','.join(row['keep'])}" * any(one not in board.centers for one in row["keep"])
    options += f" --no-fleets {','.join(row['no_fleets'])}" * bool(row["no_fleets"])
    position = replace(turn.position, centers={power: tuple(centers) for power, centers in owned.items()})
    text = case_text(
        replace(turn, position=position),
        id=f"{COLLECTION}-{row['id']}",
        title=f"Stalemate line {row['id']} {verdict}",
        source=f"{row['source']}, {row['where']}".rstrip(", "),
        rules=turn.rules,
        notes=[f"Asked by: standoff line {row['id']}{options}", *filter(None, [row["condition"]])],
        explained=False,
    )
    return re.sub(r"^UNITS\n(?:  .*\n)+", "", text, count=1, flags=re.MULTILINE)  # they follow from the orders


def titles(found: Sequence[Entry], language: str) -> str:
    """Return the titles of the library's cases in a language, those of the lines made anew: by author, numbered."""
    file = ROOT / "cases" / "titles" / f"{language}.json"
    known, number = json.loads(file.read_text(encoding="utf-8")), dict[str, int]()
    kept = {name: title for name, title in known.items() if not name.startswith(f"{COLLECTION}-")}
    for one in found:
        author = one.id.partition("-")[0]
        number[author] = number.get(author, 0) + 1
        name = AUTHORS.get(author, FOUND)[language]
        kept[f"{COLLECTION}-{one.id}"] = TITLES[language][one.holds].format(name, number[author])
    return json.dumps(kept, ensure_ascii=False, indent=2) + "\n"


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


def entries() -> list[Entry]:
    """Ask all lines of the table, on all processors."""
    table = list(rows())
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(entry, table))


def pages(found: Sequence[Entry]) -> dict[str, str]:
    """Return the page, the pictures, the cases and their titles, by the names of their files from the root."""
    columns = ("line", "in print", "units", "centers", "verdict", "can be spared", "clauses of the proof", "condition")
    verdicts = markdown_table(columns, [one.cells for one in found])
    template = Environment(undefined=StrictUndefined).from_string((FOLDER / "page.jinja").read_text(encoding="utf-8"))
    printed = [one for one, row in zip(found, rows(), strict=True) if row["where"]]
    count = {"printed": len(printed), "fall": sum(not one.holds for one in printed)}
    text = template.render(verdicts=verdicts, count=count, **fewest_units())
    head = "# Made by python -m research.stalemates from research/stalemates/lines.jsonl.\n\n"
    return {
        "research/stalemates/README.md": f"{text}\n",
        "research/stalemates/poster.svg": poster(),
        "research/stalemates/lines.svg": sheet([one.map for one in found]),
        LIBRARY: head + "\n".join(one.case for one in found),
        **{f"cases/titles/{language}.json": titles(found, language) for language in TITLES},
    }
