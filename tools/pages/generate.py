"""Write the generated pages of the documentation: `python -m tools.pages.generate`.

With a folder, write the tables that are too long to keep
instead: every case of the DATC under every rulebook, and every word of DATC 3.2 and 3.3 beside ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from click.testing import CliRunner

from research.law import page as definitions_page
from standoff.cases.library_report import outcome_table, summary
from standoff.cases.origins import read
from standoff.commands.cli import main
from standoff.map.masks import bits
from standoff.peers.comparing.catalog import catalog
from standoff.pictures import Drawing, draw
from standoff.solver import MovementResult, ResolutionMasks, compare, explain
from standoff.solver.plain.house_table import table_of
from standoff.text import explaining
from standoff.text.markdown import block, markdown_table
from standoff.text.messages import translator_for
from standoff.turn.turn import Result, Turn
from tools.pages.faults import drawn, models_page, page as faults_page, picture_name, turn_of
from tools.pages.measured import fill
from tools.pages.reference import api_page, causes_page, departures_page, options_page
from tools.printed import DISAGREEMENTS, compare_printed, read_printed
from tools.shared import DOCS, ROOT, command_line

OUTCOMES = """# The DATC under every rulebook

Made by `python -m tools.pages.generate FOLDER`. Each row is a case: the units that move, and those that are dislodged (`out`); in adjustments, those built (`+`)
or removed (`-`). An equals sign means the same as in the first column. An asterisk marks a rulebook that the case names: there the
library expects the outcome of every order; the other cells follow from the equations alone.

"""

PARADOXES = """# Paradoxes

Made by `python -m tools.pages.generate` from the tool's own output.

A turn is a set of equations, one for each move, support and convoy: the order succeeds under these conditions on the others.
A *resolution* is an assignment of success and failure that satisfies all of them. Nearly every turn has exactly one. A turn with
none, or with several, is a circular movement or a paradox. The *core* is the set of orders on which the resolutions
differ or, without a resolution, a smallest set of orders whose equations clash. [The rulebooks](../rulebooks.md#paradoxes) settle it.

Each case has a picture: one map for each resolution, with all other orders faded, the core marked in gold, and a frame around the resolution that the rulebook
`2023` adopts ([how to read the maps](../results.md#how-to-read-the-maps)).

## One paradox, step by step

The simplest paradox is DATC 6.F.14:

"""

EXPLANATIONS = """# Explanations

Made by `python -m tools.pages.generate`: the output of `standoff explain` for three cases of the DATC and a turn of 34 units
([how to read it](../results.md#explanations)).
"""


EXPLAINED = ("datc-6.E.6", "datc-6.F.25", "datc-6.G.10")
PARADOX_CASES = range(14, 31)
EDITIONS = ("1971", "1982", "2000", "2023-book", "2025EE", "2023")

DATC = """# DATC 3.2 and 3.3, word by word

Made by `python -m tools.pages.generate FOLDER`. Since version 3.2 the DATC prints a result after every order of its cases. Here each printed
word is shown beside ours, under the rulebook `2023`: {agree}. The others are listed with the rule.

`standoff adjudicate --terms datc` prints these words instead of ours; with `--json`, and in the interchange lines with
`"terms": "datc"`, they are added to ours as `terms`.

## The words

The table shows standoff's outcome of an order, and the word for it in DATC 3.2, 4.E.2. The unit's outcome follows a comma.
We call a convoy for an army that goes over land `void`; the DATC says that the fleet was available, or disrupted. A move that lacks its
convoy is `no convoy` to us; to the DATC it is invalid if no path of convoys is ordered, and fails if the path is disrupted. `surplus`
builds and removals are illegal to the DATC.

"""


def shell(*args: str) -> str:
    """Return a block with a command and its output into a pipe, whatever the width of the terminal."""
    command = "standoff " + " ".join(f'"{arg}"' if " " in arg else arg for arg in args)
    output = CliRunner(env={"COLUMNS": ""}).invoke(main, args).output
    return f"```console\n$ {command}\n" + "\n".join(line.rstrip() for line in output.splitlines()) + "\n```\n"


def solved(turn: Turn, rules: str = "2023") -> MovementResult:
    """Return the result of a movement phase."""
    result = turn.adjudicate(rules).phase_result
    assert isinstance(result, MovementResult)
    return result


def left_open(result: MovementResult) -> bool:
    """Return whether a rulebook leaves a convoy paradox to its backup."""
    return any(paradox.kind == "convoy" for paradox in result.solution.paradoxes)


def orders_of(turn: Turn) -> str:
    """Return the orders of a turn as a block of text."""
    return block("\n".join(f"{order.power.capitalize()}: {order}" for order in turn.orders))


def walk() -> str:
    """Return the page's walk through DATC 6.F.14: orders, equations, resolutions, verdicts."""
    turn = read("datc-6.F.14")
    resolutions = ResolutionMasks(table_of(turn.board, turn.position, turn.orders))
    names = {unit: str(resolutions.order(unit)) for unit in bits(resolutions.table.live)}
    parts = [
        orders_of(turn),
        "In words, the equations are as follows. The support from London stands unless the army from Brest gets through to\n"
        "London. The move from Wales succeeds if its attack, one plus the support, exceeds the strength of one that holds the\n"
        "Channel. The convoy holds unless the move from Wales succeeds. The army gets through if the convoy holds.\n",
        f"Four orders can succeed or fail, so there are {2 ** len(names)} assignments. Those that satisfy all equations:\n",
    ]
    for number, one in enumerate(resolutions.by_search, 1):
        succeed = "; ".join(names[unit] for unit in bits(one))
        parts.append(f"{number}. {succeed} succeed, the others fail.")
    component = resolutions.components[0]
    core = "; ".join(names[unit] for unit in bits(component.core))
    parts.append(
        f"\nThe army never takes London, so its move is not in the core; the resolutions differ on {core}. The core contains a convoy, so this is a\n"
        f"convoy paradox: the {component.name}. The rulebook says which resolution counts:\n"
    )
    parts.append(verdicts(turn))
    return "\n".join(parts)


def verdicts(turn: Turn) -> str:
    """Return the outcomes of a turn with their rulebooks, one line each."""
    lines: list[str] = []
    for verdict in compare(turn.position, turn.orders, board=turn.board):
        if not verdict.rulebooks:
            continue
        result = verdict.result
        assert isinstance(result, MovementResult)
        moves = [str(r.order) for r in result if r.outcome == "moves"]
        out = [str(d.unit) for d in result.after.dislodged]
        left = [name for name in verdict.rulebooks if left_open(solved(turn, name))]
        if not left:
            how = ""
        elif len(left) == len(verdict.rulebooks):
            how = "; left to the Szykman rule"
        else:
            how = f"; left to the Szykman rule in {', '.join(left)}, settled by their own in the others"
        moved = f"{'; '.join(moves)} succeed{'s' * (len(moves) == 1)}" if moves else "no move succeeds"
        gone = f"; dislodged: {', '.join(out)}" if out else ""
        lines.append(f"- **{', '.join(verdict.rulebooks)}**: {moved}{gone}{how}.")
    return "\n".join(lines) + "\n"


def side_by_side() -> str:
    """Return the outcomes of the paradox cases under the editions of the rules, oldest first."""
    lines = [
        "## DATC 6.F.14 to 6.F.30, from 1971 to 2025\n",
        "The table shows the units that move, and those that are dislodged (`out`). `=` means the same as in the column before; `S` means that the book leaves the turn open, and the Szykman rule",
        "settles it. The last column has no other rule.\n",
    ]
    rows: list[list[str]] = []
    for number in PARADOX_CASES:
        turn = read(f"datc-6.F.{number}")
        cells = [f"6.F.{number}"]
        before = ""
        for name in EDITIONS:
            result = solved(turn, name)
            outcome = summary(result)
            cells.append(("=" if outcome == before else outcome) + (" `S`" if left_open(result) else ""))
            before = outcome
        rows.append(cells)
    return "\n".join((*lines, markdown_table(("case", *EDITIONS), rows)))


def datc_page() -> str:
    """Return the page on the DATC: its words, their differences from ours, every order with both."""
    compared = list(compare_printed(read_printed((DOCS / "datc-printed.tsv").read_text(encoding="utf-8"))))
    printed_by = Counter(edition for one in compared for edition in one.printed.words)
    otherwise = Counter(edition for one in compared for edition in one.differing)
    agree = ", ".join(f"{count - otherwise[one]} of {count} of {one} agree" for one, count in printed_by.items())
    parts = [DATC.format(agree=agree)]
    counts: Counter[tuple[str, str, str]] = Counter()
    differing: list[tuple[str, ...]] = []
    every: list[tuple[str, ...]] = []
    for one in compared:
        printed, words = one.printed, ", ".join(one.result.words)
        counts[type(one.result.order).__name__.lower(), words, one.ours] += 1
        by_edition = [printed.words.get(edition, "") for edition in printed_by]
        if one.differing:
            order, why = f"{printed.power}: {printed.order}", DISAGREEMENTS[printed.case, printed.order]
            differing.append((printed.case, order, *by_edition, one.ours, *why))
        ours = f"**{one.ours}**" if one.differing else "="
        every.append((printed.case, printed.power, printed.order, *by_edition, ours, words))
    parts += [
        markdown_table(("order", "standoff", "DATC", "times"), ((*key, n) for key, n in sorted(counts.items()))),
        "## Where the printed word differs\n",
        markdown_table(("case", "order", *printed_by, "standoff", "rule", "why"), differing),
        "## Every order\n",
        markdown_table(("case", "power", "order", *printed_by, "ours, in its words", "ours"), every),
    ]
    return "\n".join(parts)


def paradoxes() -> str:
    """Return the page on paradoxes."""
    parts = [PARADOXES + walk(), side_by_side(), "## DATC 6.F.14 to 6.F.30, taken apart\n"]
    for number in PARADOX_CASES:
        turn = read(f"datc-6.F.{number}")
        resolutions = ResolutionMasks(table_of(turn.board, turn.position, turn.orders))
        count = len(resolutions.by_search)
        parts.append(f"### 6.F.{number}: {turn.title}\n\n{orders_of(turn)}")
        parts.append(f"Before any paradox rule: {count or 'no'} resolution{'s' * (count != 1)}.")
        for paradox in turn.resolutions().paradoxes:
            parts.append(f"\nIt is a {paradox.title}; the core: {'; '.join(map(str, paradox.core))}.")
        for number_of_one, one in enumerate(resolutions.by_search, 1):
            if count > 1:
                succeed = "; ".join(str(resolutions.order(unit)) for unit in bits(one & resolutions.differing))
                parts.append(f"\nResolution {number_of_one}: of these {succeed} succeed.")
        parts.append(f"\n![6.F.{number}](../pictures/6.F.{number}.svg)")
        parts.append("\n" + verdicts(turn))
    return "\n".join(parts).rstrip() + "\n"


def explanations() -> str:
    """Return the page of explanations."""
    parts = [EXPLANATIONS]
    for name in EXPLAINED:
        turn, short = read(name), name.removeprefix("datc-")
        parts.append(f"## {short}: {turn.title}\n\n{orders_of(turn)}")
        parts.append(f"![{short}](../pictures/{short}.svg)\n")
        lines: list[str] = []
        result, translator = solved(turn), translator_for("en", turn.board)
        titles = explaining.titles_of(result, translator)
        for explanation in explain(result):
            lines.extend(explaining.summary(explanation, translator, titles))
        parts.append(block("\n".join(lines)))
    parts.append("One order, with all of its causes:\n")
    explained = explain(solved(read("datc-6.F.25")))
    parts.append(block("\n".join(explaining.tree(explained, next(iter(explained)), full=True))))
    parts.append("## A turn of 34 units\n")
    parts.append(shell("explain", "cases/turns/fall-1906.txt"))
    parts.append("![why A SER - RUM bounces](../pictures/why.svg)\n")
    parts.append("What would change one of these outcomes:\n")
    parts.append(shell("explain", "--what-if", "cases/turns/fall-1906.txt", "A SER - RUM"))
    return "\n".join(parts).rstrip() + "\n"


def pictures() -> dict[str, Callable[[], Drawing]]:
    """Return the drawing function of each picture, by its file name in the folder `pictures`."""

    def resolved(name: str) -> Drawing:
        turn = read(name)
        return draw(turn.resolutions(), title=f"{turn.id}: {turn.title}")

    def adjudicated(name: str) -> Drawing:
        turn = read(name)
        return draw(turn.adjudicate("2023"), title=f"{turn.id}: {turn.title}")

    def fall() -> Result:
        return read("cases/turns/fall-1906.txt").adjudicate("2023")

    drawings: dict[str, Callable[[], Drawing]] = {
        "fall-1906.svg": lambda: draw(fall()),
        "why.svg": lambda: draw(fall(), order="A SER - RUM", crop=True),
    }
    for number in PARADOX_CASES:
        drawings[f"6.F.{number}.svg"] = partial(resolved, f"datc-6.F.{number}")
    for name in EXPLAINED:
        drawings[f"{name.removeprefix('datc-')}.svg"] = partial(adjudicated, name)
    for entry in catalog():
        if turn_of(entry):
            drawings[picture_name(entry)] = partial(drawn, entry)
    return drawings


PAGES: dict[str, Callable[[], str]] = {
    "generated/paradoxes.md": paradoxes,
    "generated/explanations.md": explanations,
    "generated/faults.md": faults_page,
    "generated/fault-models.md": models_page,
    "generated/definitions.md": definitions_page,
    "generated/departures.md": departures_page,
    "generated/options.md": options_page,
    "generated/causes.md": causes_page,
    "generated/api.md": api_page,
}
"""The function of every generated page in the repository, by its file name."""

LONG_PAGES: dict[str, Callable[[], str]] = {
    "outcomes.md": lambda: OUTCOMES + outcome_table("datc-*"),
    "datc-words.md": datc_page,
}
"""The functions of the pages that are generated on demand."""


if __name__ == "__main__":
    import os

    os.chdir(ROOT)
    parser = command_line(__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="where the long tables are written to")
    folder: Path | None = parser.parse_args().folder
    for name, made in (PAGES if folder is None else LONG_PAGES).items():
        ((folder or DOCS) / name).write_text(made(), encoding="utf-8")
    if folder is None:
        for name, drawing in pictures().items():
            drawing().save(str(DOCS / "pictures" / name))
        fill()
