"""Makes `docs/atlas.md`: `python docs/atlas.py`. It takes some minutes.

    python docs/atlas.py [UNITS [UNITS [FOLDER]]]

UNITS: how large abstract turns may be, for paradoxes and for pairs of rulebooks, 5 if left out. FOLDER: recorded games,
for how often rulebooks differ in play.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from standoff.cases.book.library import library
from standoff.cases.book.run import start_of
from standoff.cases.crosscheck.generator import question
from standoff.cases.crosscheck.sources import GameQuestions
from standoff.cases.find.atlas import Core, Pair, core_of, differences, example_of, how_often, smallest_of
from standoff.cases.find.expression import property_of
from standoff.cases.find.finding import Found, FoundTurn, Space, find_each
from standoff.cases.find.report import outcome_of
from standoff.cases.find.shape import shape_of
from standoff.map import PhaseType, Position, load_board
from standoff.solver import PRESETS, Order, adjudicate, rulebook

DOCS = Path(__file__).parent
BOARD = load_board()
NAMES = [name for name in PRESETS if name != "czech1962"]
"""The rulebooks; the oldest Czech edition has a board of its own."""
RANDOM = 2000
"""So many random turns."""
PLAIN = rulebook("2023")


def orders_text(orders: Sequence[Order]) -> str:
    """Return orders as a block of text, a line a power."""
    powers: dict[str, list[str]] = {}
    for order in orders:
        powers.setdefault(order.power, []).append(str(order))
    return "\n".join(f"{power}: {', '.join(given)}" for power, given in powers.items())


def group_of(core: Core) -> tuple[str, str]:
    """Return under which headings a paradox stands: its resolutions, and its cycles."""
    count = core.resolutions
    cycles = ", ".join(f"{sign}{length}" for length, sign in core.cycles)
    return f"{count or 'No'} resolution{'s' * (count != 1)}", cycles


def verdicts(position: Position, orders: Sequence[Order]) -> Iterator[str]:
    """Yield what the rulebooks make of a turn, those that agree together."""
    together: dict[str, list[str]] = {}
    for name in NAMES:
        result = adjudicate(position, orders, rules=rulebook(name))
        together.setdefault(outcome_of(result), []).append(name)
    for outcome, names in together.items():
        yield f"- **{', '.join(names)}**: {outcome}."


def paradoxes(found: Found) -> tuple[str, dict[str, int]]:
    """Return the part on paradoxes, and by abstract pattern the number of its entry."""
    entries: list[tuple[tuple[str, str], FoundTurn, Core]] = []
    for one in found.placed:
        assert one.turn is not None
        core = core_of(one.turn.position, one.turn.orders, BOARD, PLAIN)
        if core is not None:
            entries.append((group_of(core), one, core))
    entries.sort(key=lambda entry: (entry[0][0] != "No resolutions", entry[0], entry[2].kind, entry[1].units))
    lines: list[str] = []
    numbers: dict[str, int] = {}
    last = ""
    for number, ((resolutions, cycles), one, core) in enumerate(entries, 1):
        assert one.turn is not None
        assert one.shape is not None
        if resolutions != last:
            lines.append(f"### {resolutions}\n")
            last = resolutions
        numbers[str(one.shape.pattern)] = number
        ways = f", {one.ways} ways to part its units among powers" if one.ways > 1 else ""
        lines.append(f"**{number}. {core.name or core.kind}** ({one.units} units{ways}; cycles {cycles})\n")
        lines.append(f"```\n{orders_text(one.turn.orders)}\n```\n")
        lines.append("Core: " + "; ".join(map(str, core.core)) + ".")
        lines.append("Depends: " + "; ".join(f"{b} on {a} ({sign})" for a, b, sign in core.depends) + ".\n")
        lines.extend(verdicts(one.turn.position, one.turn.orders))
        lines.append("")
    return "\n".join(lines), numbers


def known(numbers: dict[str, int], units: int) -> str:
    """Return which entries the cases of the DATC, 6.F.14 to 6.F.30, are reduced to."""
    lines = ["| case | title | entry |", "|---|---|---|"]
    for place in range(14, 31):
        for case in library(f"datc-6.F.{place}"):
            if case.id != f"datc-6.F.{place}" or case.phases[0].type is not PhaseType.MOVEMENT:
                continue
            position = start_of(case)
            orders = [written.order for written in case.phases[0].orders]
            entry = "no paradox of the equations"
            core = core_of(position, orders, case.board, PLAIN)
            if core is not None:
                wanted = property_of(f"paradox('{core.kind}') and {_as_many(core)}")
                smaller, left = smallest_of(position, orders, case.board, wanted)
                entry = f"{len(smaller.units)} units, beyond this list"
                if len(smaller.units) <= units:
                    pattern = shape_of(smaller, left, case.board)[0].pattern
                    entry = f"entry {numbers[str(pattern)]}" if str(pattern) in numbers else "not in the list"
                entry += f" ({core.name})" if core.name else ""
            lines.append(f"| 6.F.{place} | {case.title} | {entry} |")
    return "\n".join(lines) + "\n"


def _as_many(core: Core) -> str:
    return "resolutions(2, more=True)" if core.resolutions else "resolutions(0)"


def counts_of(found: Found) -> str:
    """Return a table of how many shapes there are, by units and resolutions."""
    table: dict[tuple[int, int], int] = {}
    for one in found.placed:
        assert one.turn is not None
        core = core_of(one.turn.position, one.turn.orders, BOARD, PLAIN)
        if core is not None:
            table[one.units, core.resolutions] = table.get((one.units, core.resolutions), 0) + 1
    columns = sorted({resolutions for _, resolutions in table})
    lines = [
        "| units | " + " | ".join(f"{n or 'no'} resolution{'s' * (n != 1)}" for n in columns) + " |",
        "|---" * (len(columns) + 1) + "|",
    ]
    for units in sorted({units for units, _ in table}):
        lines.append(f"| {units} | " + " | ".join(str(table.get((units, n), 0)) for n in columns) + " |")
    return "\n".join(lines) + "\n"


def matrix(pairs: Sequence[Pair], examined: int, units: int, games: Path | None) -> str:
    """Return the part on rulebooks."""
    drawn = [one for number in range(RANDOM) if (one := question(1, number)).type is PhaseType.MOVEMENT]
    random = how_often([(one.position, one.orders) for one in drawn], NAMES)
    played: dict[tuple[str, str], int] | None = None
    text = (
        f"Each two rulebooks on all {examined:,} abstract turns of up to {units} units: the fewest units of a turn on which they differ, "
        "how many shapes there are from which nothing can be left out, and of how many turns they make something else; and how often they differ "
        f"on {len(drawn):,} random turns (docs/generator.md, seed 1)"
    )
    if games is not None:
        files = tuple(map(str, sorted(games.glob("*.json"))))
        source = GameQuestions(files, PLAIN)
        asked = [source.ask(number)[1] for number in range(len(source))]
        turns = [(one.position, one.orders) for one in asked if one.type is PhaseType.MOVEMENT]
        played = how_often(turns, NAMES)
        text += f", and on {len(turns):,} turns of {len(files)} recorded games"
    lines = [
        text + ".\n",
        "| rulebooks | fewest units | shapes | turns | random | games |",
        "|---|---|---|---|---|---|",
    ]
    for pair in pairs:
        often = str(played[pair.one, pair.two]) if played is not None else ""
        lines.append(
            f"| {pair.one}, {pair.two} | {pair.fewest or 'none'} | {len(pair.shapes)} | {pair.differing:,} | "
            f"{random[pair.one, pair.two]} | {often} |"
        )
    lines.append("\nThe smallest turn for each:\n")
    seen: dict[str, list[Pair]] = {}
    for pair in pairs:
        example = example_of(pair) if pair.shapes else None
        if example is not None:
            seen.setdefault(orders_text(example[1]), []).append(pair)
    for text, several in seen.items():
        lines.append(f"- {'; '.join(f'{pair.one} and {pair.two}' for pair in several)}:\n")
        lines.append("  ```\n" + "\n".join("  " + line for line in text.splitlines()) + "\n  ```\n")
    return "\n".join(lines)


QUESTIONS = (
    ("The rule of 1982 leaves nothing open?", "paradox('convoy', rules=1982)"),
    (
        "Under the rule of 2000, is there a convoy paradox with several resolutions?",
        "resolutions(2, more=True, rules=2000) and paradox('convoy', rules=2000)",
    ),
    ("And without any?", "resolutions(0, rules=2000)"),
    (
        '"Fleet holds" against "army holds": does it matter whether the convoys in a paradox fail or the moves?',
        "differ(2023, rules(2023, paradox_backup='all-hold'))",
    ),
    ("The same under the rule of 2000?", "differ(2000, rules(2000, paradox_backup='all-hold'))"),
    (
        "Brannan's rule (DATC 3.2, 4.A.4): does it change anything?",
        "differ(2023, rules(2023, convoyed_attack_from='last-fleet'))",
    ),
    ("Does it leave a convoy paradox open?", "paradox('convoy', rules=rules(2023, convoyed_attack_from='last-fleet'))"),
)


def questions(answers: Sequence[Found]) -> str:
    """Return the part on questions that have been disputed."""
    lines: list[str] = []
    for (about, expression), found in zip(QUESTIONS, answers, strict=True):
        lines.append(f"**{about}** `{expression}`\n")
        lines.append(found.summary() + "\n")
        for one in found.placed[:1]:
            assert one.turn is not None
            lines.append(f"The smallest:\n\n```\n{orders_text(one.turn.orders)}\n```\n")
            for rules in found.wanted.rulebooks:
                result = adjudicate(one.turn.position, one.turn.orders, rules=rules)
                lines.append(f"- under {rules.name}: {outcome_of(result)}")
            lines.append("")
    return "\n".join(lines)


JOBS = 2


def page(units: int, of_pairs: int, games: Path | None) -> str:
    """Return the atlas."""
    asked = [property_of("paradox()"), *(property_of(expression) for _, expression in QUESTIONS)]
    found, *answers = find_each(asked, Space(units), jobs=JOBS)
    part, numbers = paradoxes(found)
    pairs, examined = differences(NAMES, of_pairs, jobs=JOBS)
    assert len(pairs) == len(list(combinations(NAMES, 2)))
    return (
        f"""# The atlas

Made by `python docs/atlas.py`. What holds for every turn of up to {units} units, whatever the map ([find.md](find.md) says how).

## Paradoxes

Every turn whose equations do not have exactly one resolution, under the rulebook 2023, whose equations have no exception for convoyed armies.
From each nothing can be left out. {found.summary()}

{counts_of(found)}
Each entry names the orders on which the success of others depends, with the sign: + if it helps, − if it hinders. Where they make a cycle, the product of the
signs says what it does: an order that hinders itself (−) leaves no resolution, one that helps itself (+) leaves several. "cycles +2, −3": one of
two orders that helps, one of three that hinders.

{part}
## The cases of the DATC

Each case of 6.F.14 to 6.F.30, reduced while it stays a paradox of its kind:

{known(numbers, units)}
## What has been disputed

{questions(answers)}
## Rulebooks

{matrix(pairs, examined, of_pairs, games)}""".rstrip()
        + "\n"
    )


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    pairs_size = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    folder = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    (DOCS / "atlas.md").write_text(page(size, pairs_size, folder), encoding="utf-8")
