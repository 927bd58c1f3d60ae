"""Makes `docs/atlas.md`, from what was found, or finds it anew.

    python docs/atlas.py                    the page and its pictures, from cases/find/atlas.json
    python docs/atlas.py search [UNITS]     first all turns of up to UNITS units (6), then the page
        --pairs UNITS      how large turns may be on which rulebooks are compared (5)
        --games FOLDER     recorded games: how often rulebooks differ in play
        --state FILE       what is done; an interrupted search goes on from it
        --jobs COUNT       how many processes; as many as cores if left out

All turns of 6 units take some minutes of one core, and so do the pairs of rulebooks; those of 5 some seconds.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from standoff.cases.book.library import library
from standoff.cases.book.run import start_of
from standoff.cases.crosscheck.sources import game_questions
from standoff.cases.find.abstract import Pattern, pattern_of
from standoff.cases.find.atlas import differences, how_often, smallest_of
from standoff.cases.find.atlas_book import RULEBOOKS, Atlas, AtlasParadox, atlas, orders_text, save, shared_reasons
from standoff.cases.find.cores import Core, core_of
from standoff.cases.find.deciding import AbstractTurn, decide
from standoff.cases.find.expression import property_of
from standoff.cases.find.finding import Found, Space, find_each
from standoff.cases.find.growing import can_be_linked, extended, minimal_among, ring_like, rings
from standoff.cases.find.listing import parted
from standoff.cases.find.placing import place
from standoff.cases.find.properties import having, reduced
from standoff.cases.find.report import outcome_of
from standoff.cases.find.shape import parts_of, shape_of
from standoff.cases.pictures import Drawing, draw
from standoff.cases.random_turns.generator import question
from standoff.cases.turn import Turn, read
from standoff.map import PhaseType, Position, load_board
from standoff.solver import Order, adjudicate, rulebook
from standoff.solver.order_table import table_of

DOCS = Path(__file__).parent
KEPT = DOCS.parent / "cases" / "find"
PICTURES = DOCS / "pictures" / "atlas"
PLAIN = rulebook("2023")
RANDOM = 2000
"""How many random questions are drawn; about a quarter are retreats and adjustments, which are left out."""

HOLDS = "rules(2023, paradox_backup='all-hold')"
LAST = "rules(2023, convoyed_attack_from='last-fleet')"
QUESTIONS = (
    ("Is there a paradox at all?", "paradox()"),
    ("Does the rule of 1982 leave a convoy paradox open?", "paradox('convoy', rules=1982)"),
    (
        "Does the rule of 2000 leave a convoy paradox with several resolutions?",
        "resolutions(2, more=True, rules=2000) and paradox('convoy', rules=2000)",
    ),
    ("And one without any?", "resolutions(0, rules=2000)"),
    ("Does it matter whether the convoys in a paradox fail, or all moves in it hold?", f"differ(2023, {HOLDS})"),
    ("The same under the rule of 2000?", "differ(2000, rules(2000, paradox_backup='all-hold'))"),
    ("Does Brannan's rule (DATC 3.2, 4.A.4) change anything?", f"differ(2023, {LAST})"),
    ("Does it leave a convoy paradox open?", f"paradox('convoy', rules={LAST})"),
    ("Do the exception of 2000 and the Szykman rule by itself differ?", "differ(2023, '2023-book')"),
    ("Are the rulebooks of 2000 and 2023, to the letter, the same?", "differ('2023-book', 2000)"),
    ("Is there a turn with two components?", "components(2)"),
    ("Does it matter which component is settled first?", "order_matters()"),
    ("The same where all moves in a paradox hold?", f"order_matters(rules={HOLDS})"),
)
"""What is asked of all turns; the first one makes the list of paradoxes."""


# -- finding ---------------------------------------------------------------------------------------------------------


def search(units: int, of_pairs: int, games: Path | None, state: Path | None, jobs: int | None) -> dict[str, Any]:
    """Return what `atlas.json` keeps."""
    asked = [property_of(expression) for _, expression in QUESTIONS]
    paradoxes, *answers = find_each(asked, Space(units), jobs=jobs, state=state)
    return {
        "units": units,
        "patterns": paradoxes.patterns,
        "turns": paradoxes.examined,
        "paradoxes": {
            "having": paradoxes.having,
            "found": [
                {"orders": orders_text(one.turn), "ways": one.ways} for one in paradoxes.placed if one.turn is not None
            ],
            "unplaced": [str(one.shape) for one in paradoxes.unplaced],
        },
        "questions": [_answer(found) for found in answers],
        "rings": _rings(paradoxes),
        "extended": _extended(paradoxes),
        "pairs": _pairs(of_pairs, games, jobs),
    }


def _answer(found: Found) -> dict[str, Any]:
    turn = found.placed[0].turn if found.placed else None
    return {
        "expression": str(found.wanted),
        "having": found.having,
        "shapes": len(found),
        "unplaced": len(found.unplaced),
        "smallest": orders_text(turn) if turn is not None else None,
    }


LINKS = ((2, 6), (3, 5))
"""How many links rings may have, and how many units each of them."""

MOST_PLACED = 10
"""Rings of more units are counted, but not placed: that takes too long."""


def _rings(paradoxes: Found) -> dict[str, Any]:
    wanted = property_of("paradox('convoy')")
    known = [one.shape for one in paradoxes.placed if one.shape is not None and can_be_linked(one.shape.pattern)]
    links = list(minimal_among(known, wanted))
    counts: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    for number, most in LINKS:
        tried = list(rings([turn for turn in links if len(turn) <= most], number))
        minimal = list(minimal_among(tried, wanted))
        sizes = Counter(map(len, minimal))
        counts.append({"links": number, "most": most, "tried": len(tried), "minimal": sorted(sizes.items())})
        for turn in minimal if number == 2 and most else ():
            placed = _placed(turn) if len(turn) <= MOST_PLACED else None
            if placed is not None:
                found.append({"orders": orders_text(placed), "ways": 1})
    return {"counts": counts, "of": len(links), "found": found}


ONE_MORE = (
    "differ(2023, '2023-book')",
    "differ('2023-book', 2000)",
    "differ(2000, rules(2000, paradox_backup='all-hold'))",
)
"""What is asked of the largest paradoxes with one unit more."""


def _extended(paradoxes: Found) -> dict[str, Any]:
    asked = [property_of(expression) for expression in ONE_MORE]
    patterns = [one.shape.pattern for one in paradoxes if one.shape is not None]
    most = max(map(len, patterns))
    larger = [(pattern, parted(pattern)) for pattern in extended(p for p in patterns if len(p) == most)]
    having_it, shapes = [0] * len(asked), [dict[Pattern, list[tuple[int, ...]]]() for _ in asked]
    for decided in decide(larger):
        for number, wanted in enumerate(asked):
            found = having(wanted, decided.played)
            having_it[number] += int(found.sum())
            for place_in in reduced(wanted, decided.played, found).nonzero()[0].tolist():
                turn = decided.turn(place_in)
                shapes[number].setdefault(turn.pattern, []).append(turn.sides)
    answers: list[dict[str, Any]] = []
    for wanted, having_one, found in zip(asked, having_it, shapes, strict=True):
        turns = [_placed(AbstractTurn(pattern, min(every, key=max))) for pattern, every in found.items()]
        placed = [orders_text(turn) for turn in turns if turn is not None]
        answers.append({"expression": str(wanted), "having": having_one, "shapes": len(found), "found": placed})
    return {
        "units": most + 1,
        "patterns": len(larger),
        "turns": sum(len(sides) for _, sides in larger),
        "answers": answers,
    }


def _placed(turn: AbstractTurn) -> Turn | None:
    made = turn.pattern
    pattern, sides, _ = pattern_of(made.kinds, made.aims, made.notes, made.routes, turn.sides)
    found = place(pattern, [sides])
    return Turn(found[1], tuple(found[2]), board=load_board()) if found is not None else None


def _pairs(units: int, games: Path | None, jobs: int | None) -> dict[str, Any]:
    pairs, examined = differences(RULEBOOKS, units, jobs=jobs or 2)
    assert len(pairs) == len(list(combinations(RULEBOOKS, 2)))
    drawn = [one for number in range(RANDOM) if (one := question(1, number)).type is PhaseType.MOVEMENT]
    random = how_often([(one.position, one.orders) for one in drawn], RULEBOOKS)
    often: dict[tuple[str, str], int] = {}
    files = tuple(map(str, sorted(games.glob("*.json")))) if games is not None else ()
    turns = []
    if files:
        source = game_questions(files, PLAIN)
        asked = [source.ask(number)[1] for number in range(len(source))]
        turns = [(one.position, one.orders) for one in asked if one.type is PhaseType.MOVEMENT]
        often = how_often(turns, RULEBOOKS)
    kept: dict[AbstractTurn, int] = {}
    shapes: list[str | None] = []
    rows: list[dict[str, Any]] = []
    for pair in pairs:
        numbers: list[int] = []
        for pattern, sides in pair.shapes.items():
            every = sorted(sides, key=lambda one: (max(one), one))
            turn = AbstractTurn(pattern, every[0])
            if turn not in kept:
                kept[turn] = len(shapes)
                found = place(pattern, [every[0]])
                shapes.append(
                    orders_text(Turn(found[1], tuple(found[2]), board=load_board())) if found is not None else None
                )
            numbers.append(kept[turn])
        rows.append(
            {
                "one": pair.one,
                "two": pair.two,
                "fewest": pair.fewest,
                "differing": pair.differing,
                "shapes": numbers,
                "random": random[pair.one, pair.two],
                "games": often.get((pair.one, pair.two)),
            }
        )
    unplaced = {number: str(turn) for turn, number in kept.items() if shapes[number] is None}
    return {
        "units": units,
        "turns": examined,
        "random": len(drawn),
        "games": len(files),
        "played": len(turns),
        "shapes": [orders if orders is not None else unplaced[number] for number, orders in enumerate(shapes)],
        "unplaced": sorted(unplaced),
        "rows": rows,
    }


# -- the page --------------------------------------------------------------------------------------------------------


def page(kept: Atlas) -> str:
    """Return the atlas."""
    data = kept.data
    most = data["units"]
    unplaced = data["paradoxes"]["unplaced"]
    shapes = len(kept.entries) + len(unplaced)
    text = f"""# The atlas

Made by `python docs/atlas.py`. What holds for every turn of up to {most} units, whatever the map ([find.md](find.md) says how):
{data["turns"]:,} abstract turns of {data["patterns"]:,} patterns. `standoff book` shows all of its entries with pictures.

## Paradoxes

Every turn whose equations do not have exactly one resolution, under the rulebook 2023, whose equations have no exception for convoyed armies:
{data["paradoxes"]["having"]:,} of the abstract turns. From {shapes} shapes nothing can be left out; {len(unplaced)} of these have no place on the standard board.

{counts_of(kept.entries)}
Each entry names the orders on which the success of others depends, with the sign: + if it helps, − if it hinders. Where they make a cycle, the product of the
signs says what it does: an order that hinders itself (−) leaves no resolution, one that helps itself (+) leaves several. "cycles +2, −3": one of
two orders that helps, one of three that hinders. *Order* is the number of orders on the shortest cycle; *parity* is even where all cycles help, odd where all hinder.

{"".join(sections(kept.entries, most))}
### Without a place on the board

These {len(unplaced)} shapes have none on the standard board; another one may have one. Units and provinces are numbered; "by convoy (0 and 1)" names the fleets of a route.

{"".join(f"- {shape}{chr(10)}" for shape in unplaced)}
## Larger ones

{larger(kept)}{one_more(kept)}
## The cases of the DATC

Each case of 6.F.14 to 6.F.30, reduced while it stays a paradox of its kind, and where it is found again:

{known(kept)}
## What has been disputed

{questions(kept)}
## Rulebooks

{matrix(data["pairs"])}"""
    return text.rstrip() + "\n"


def counts_of(entries: Sequence[AtlasParadox]) -> str:
    """Return a table of how many entries there are, by units, resolutions and parity."""
    table = Counter((one.units, one.resolutions, one.parity) for one in entries)
    columns = sorted({(one.core.resolutions, one.resolutions, one.parity) for one in entries})
    lines = [
        "| units | " + " | ".join(f"{resolutions.lower()}, {parity}" for _, resolutions, parity in columns) + " |",
        "|---" * (len(columns) + 1) + "|",
    ]
    for units in sorted({one.units for one in entries}):
        row = " | ".join(str(table[units, resolutions, parity]) for _, resolutions, parity in columns)
        lines.append(f"| {units} | {row} |")
    return "\n".join(lines) + "\n"


FULL = 5
"""Entries of up to so many units have a picture and a table of reasons on the page; the others have them in the book."""


def sections(entries: Sequence[AtlasParadox], _: int) -> Iterator[str]:
    """Yield the entries, under their headings."""
    resolutions = group = ""
    for entry in entries:
        if entry.resolutions != resolutions:
            resolutions, group = entry.resolutions, ""
            yield f"### {resolutions}\n\n"
        if entry.group != group:
            group = entry.group
            yield f"#### {resolutions}: {group[0].lower()}{group[1:]}\n\n"
        yield section(entry)


def section(entry: AtlasParadox) -> str:
    """Return an entry."""
    ways = f", {entry.ways} ways to divide its units among powers" if entry.ways > 1 else ""
    lines = [
        f"**{entry.number}. {entry.title}** ({entry.units} units{ways}; cycles {entry.cycles})\n",
        f"```\n{orders_text(entry.turn)}\n```\n",
    ]
    if entry.units <= FULL:
        lines.append(f"![{entry.title}](pictures/atlas/{picture_name(entry)})\n")
    lines.append("Core: " + "; ".join(map(str, entry.core.core)) + ".")
    lines.append("Depends: " + "; ".join(f"{b} on {a} ({sign})" for a, b, sign in entry.core.depends) + ".\n")
    lines.append(reasons(entry.turn) if entry.units <= FULL else "\n".join(short(entry.turn)) + "\n")
    return "\n".join(lines) + "\n"


def reasons(turn: Turn) -> str:
    """Return a table: what becomes of each order, and why, under every rulebook."""
    found = shared_reasons(turn)
    lines = [
        "| | " + " | ".join(", ".join(verdict.rulebooks) for verdict in found) + " |",
        "|---" * (len(found) + 1) + "|",
    ]
    for number, (order, _, _) in enumerate(found[0].orders):
        cells = [f"**{outcome}**: {why}" for outcome, why in (verdict.orders[number][1:] for verdict in found)]
        lines.append(f"| {order} | " + " | ".join(cells) + " |")
    lines.append("| left open | " + " | ".join("; ".join(verdict.paradoxes) or "nothing" for verdict in found) + " |")
    return "\n".join(lines) + "\n"


def short(turn: Turn) -> Iterator[str]:
    """Yield what the rulebooks make of a turn, those that agree together."""
    together: dict[str, list[str]] = {}
    for name in RULEBOOKS:
        result = adjudicate(turn.position, turn.orders, rules=rulebook(name))
        together.setdefault(outcome_of(result), []).append(name)
    for outcome, names in together.items():
        yield f"- **{', '.join(names)}**: {outcome}."


def larger(kept: Atlas) -> str:
    """Return the part on rings."""
    rings = kept.data["rings"]
    lines = [
        "Turns of 7 units and more are too many to be listed. Beyond that, cores are grown: of several paradoxes with one convoy "
        "each, the army of the first is made to land where that of the second did, and so on in a ring. "
        f"Of the paradoxes above, {rings['of']} can be links (one army, which cannot go over land, with all its fleets).\n",
        "| links | of up to | rings | minimal paradoxes, by units |",
        "|---|---|---|---|",
    ]
    for row in rings["counts"]:
        sizes = ", ".join(f"{count} of {units}" for units, count in row["minimal"])
        lines.append(f"| {row['links']} | {row['most']} units each | {row['tried']} | {sizes} |")
    lines.append(
        f"\nThat is not all there is above {kept.data['units']} units, but the paradoxes of higher order that the literature names are among "
        f"them. Those of up to {MOST_PLACED} units that have a place on the board:\n"
    )
    return "\n".join(lines) + "\n" + "".join(map(section, kept.rings))


def one_more(kept: Atlas) -> str:
    """Return the part on paradoxes with one unit more."""
    data = kept.data["extended"]
    lines = [
        f"And each paradox of {data['units'] - 1} units was given one unit more, which moves, supports or holds: {data['turns']:,} turns of "
        f"{data['patterns']:,} patterns.\n"
    ]
    for answer in data["answers"]:
        if not answer["having"]:
            lines.append(f"- `{answer['expression']}`: none of them.")
            continue
        lines.append(
            f"- `{answer['expression']}`: {answer['having']:,} of them; {answer['shapes']} shapes. On the board:\n"
        )
        for orders in answer["found"]:
            turn = read(orders)
            core = core_of(turn.position, turn.orders, turn.board, PLAIN)
            assert core is not None
            lines.append(f"  {core.name or core.kind}:\n")
            lines.append("  ```\n" + "\n".join("  " + line for line in orders.splitlines()) + "\n  ```\n")
            for rules in property_of(answer["expression"]).rulebooks:
                result = adjudicate(turn.position, turn.orders, rules=rules)
                lines.append(f"  - under {rules.name}: {outcome_of(result)}")
            lines.append("")
    return "\n".join(lines) + "\n"


def known(kept: Atlas) -> str:
    """Return which entries the cases of the DATC, 6.F.14 to 6.F.30, are reduced to."""
    listed = {
        shape_of(entry.turn.position, entry.turn.orders, entry.turn.board)[0].pattern: entry
        for entry in (*kept.entries, *kept.rings)
    }
    lines = ["| case | title | entry |", "|---|---|---|"]
    for paragraph in range(14, 31):
        for case in library(f"datc-6.F.{paragraph}"):
            if case.id != f"datc-6.F.{paragraph}" or case.phases[0].type is not PhaseType.MOVEMENT:
                continue
            position = start_of(case)
            orders = [written.order for written in case.phases[0].orders]
            entry = "no paradox of the equations"
            core = core_of(position, orders, case.board, PLAIN)
            if core is not None:
                wanted = property_of(f"paradox('{core.kind}') and {as_many(core)}")
                smaller, left = smallest_of(position, orders, case.board, wanted)
                count = len(smaller.units)
                found = None
                if count <= MOST_PLACED:  # of more units the smallest numbers are not looked for
                    found = listed.get(shape_of(smaller, left, case.board)[0].pattern)
                assert found is not None or count > kept.data["units"], case.id
                if found is None:
                    entry = f"{count} units: {ring_text(kept, smaller, left)}"
                else:
                    entry = f"entry {found.number} ({found.title})"
                if core.name not in ("", "circular movement", found.title if found is not None else ""):
                    entry += f"; whole: {core.name}"
            lines.append(f"| 6.F.{paragraph} | {case.title} | {entry} |")
    return "\n".join(lines) + "\n"


def ring_text(kept: Atlas, position: Position, orders: Sequence[Order]) -> str:
    """Return the entries of which a turn is a ring, in words."""
    pattern = Pattern(*map(tuple, parts_of(table_of(load_board(), position, orders))))
    links = {
        shape_of(entry.turn.position, entry.turn.orders, entry.turn.board)[0]: entry.number
        for entry in kept.entries
        if entry.units <= FULL and entry.core.kind == "convoy"
    }
    found = ring_like(pattern, list(links))
    assert found is not None
    return f"a ring of entries {', '.join(str(links[link]) for link in found)}"


def as_many(core: Core) -> str:
    """Return the property of having as many resolutions as a core, none or several."""
    return "resolutions(2, more=True)" if core.resolutions else "resolutions(0)"


def questions(kept: Atlas) -> str:
    """Return the part on questions that have been disputed."""
    lines: list[str] = []
    data = kept.data["extended"]
    larger_answers = {
        one["expression"]: f" But of {data['units']} units: see [larger ones](#larger-ones)."
        for one in data["answers"]
        if one["having"]
    }
    for (about, _), answer in zip(QUESTIONS[1:], kept.data["questions"], strict=True):
        unplaced = f", {answer['unplaced']} of them without a place on the board" if answer["unplaced"] else ""
        lines.append(f"**{about}** `{answer['expression']}`\n")
        if not answer["having"]:
            lines.append(
                f"No: none of the {kept.data['turns']:,} abstract turns.{larger_answers.get(answer['expression'], '')}\n"
            )
            continue
        lines.append(
            f"Yes: {answer['having']:,} of {kept.data['turns']:,} abstract turns; {answer['shapes']} shapes{unplaced}."
        )
        if answer["smallest"] is not None:
            turn = read(answer["smallest"])
            lines.append(f"The smallest:\n\n```\n{answer['smallest']}\n```\n")
            for rules in property_of(answer["expression"]).rulebooks:
                result = adjudicate(turn.position, turn.orders, rules=rules)
                lines.append(f"- under {rules.name}: {outcome_of(result)}")
        lines.append("")
    return "\n".join(lines)


def matrix(pairs: dict[str, Any]) -> str:
    """Return the part on rulebooks."""
    lines = [
        f"Each two rulebooks on all {pairs['turns']:,} abstract turns of up to {pairs['units']} units: the fewest units of a turn on which they make "
        "something else of where units stand; of how many turns they do; the minimal shapes, numbered as below; "
        f"and how often they differ on {pairs['random']:,} random turns ([generator.md](generator.md), seed 1)"
        + (f" and on {pairs['played']:,} turns of {pairs['games']} recorded games" if pairs["games"] else "")
        + ". All are played on the standard board. For czech1962 the shapes are not all there are: under it, it matters to others "
        "what an illegal or void order says ([find.md](find.md#what-is-searched-and-why-that-is-all)).\n",
        "| rulebooks | fewest units | turns | random | games | shapes |",
        "|---|---|---|---|---|---|",
    ]
    for row in pairs["rows"]:
        games = "" if row["games"] is None else row["games"]
        shapes = f"{len(row['shapes'])}: {in_words(row['shapes'])}" if row["shapes"] else "none"
        lines.append(
            f"| {row['one']}, {row['two']} | {row['fewest'] or 'none'} | {row['differing']:,} | {row['random']} | {games} | {shapes} |"
        )
    lines.append("\nThe shapes, each as a turn on the board:\n")
    lines.append("| shape | orders |\n|---|---|")
    unplaced = set(pairs["unplaced"])
    for number, orders in enumerate(pairs["shapes"]):
        told = f"no place on the board: {orders}" if number in unplaced else orders.replace("\n", "; ")
        lines.append(f"| {number + 1} | {told} |")
    return "\n".join(lines) + "\n"


def in_words(numbers: Sequence[int]) -> str:
    """Return numbers, counted from 1, with runs as "3–5"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a + 1) if a == b else f"{a + 1}–{b + 1}" for a, b in runs)


def picture_name(entry: AtlasParadox) -> str:
    """Return the name of the picture of an entry."""
    return f"{entry.number}.svg"


def pictures(kept: Atlas) -> dict[str, Drawing]:
    """Return the pictures of the page, by name."""
    found: dict[str, Drawing] = {}
    for entry in kept.entries:
        if entry.units <= FULL:
            found[picture_name(entry)] = draw(entry.turn.adjudicate("2023"), title=f"{entry.number}. {entry.title}")
    return found


def main() -> None:
    """Read the command line, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = parser.add_subparsers(dest="way")
    finding = ways.add_parser("search")
    finding.add_argument("units", type=int, nargs="?", default=6)
    finding.add_argument("--pairs", type=int, default=5)
    finding.add_argument("--games", type=Path)
    finding.add_argument("--state", type=Path)
    finding.add_argument("--jobs", type=int)
    given = parser.parse_args()
    if given.way == "search":
        save(search(given.units, given.pairs, given.games, given.state, given.jobs), KEPT)
    kept = atlas()
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name, drawing in pictures(kept).items():
        (PICTURES / name).write_text(drawing.svg + "\n", encoding="utf-8")
    (DOCS / "atlas.md").write_text(page(kept), encoding="utf-8")


if __name__ == "__main__":
    main()
