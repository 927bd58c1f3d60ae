"""Writes the atlas of paradoxes as a page, from the results of a search, or searches again.

    python -m research.atlas                    `atlas.md`, from standoff/searches/atlas.json and .jsonl
        --to FOLDER        where to (research/made, which git leaves alone)
    python -m research.atlas search [UNITS]     searches all turns of up to UNITS units (6) first
        --jobs COUNT       how many processes; as many as cores if left out
    python -m research.atlas pairs              first the pairs of rulebooks anew, and nothing else, then the page
        --pairs UNITS      how large turns may be on which rulebooks are compared (5)
        --games FOLDER     recorded games, to count how often rulebooks differ in play
        --jobs as above

All turns of 6 units take some minutes of one core, and so do the pairs of rulebooks; those of 5 some seconds.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from research.component_order import OrderMatters
from research.rulebook_pairs import OnePart, differences, how_often
from research.words import Link, Shape, counted as classes_counted, laid, shapes, words
from standoff import find
from standoff.cases.origins import read
from standoff.map import PhaseType, load_board
from standoff.peers.comparing.minimizer import minimize
from standoff.peers.comparing.sources import game_questions
from standoff.random_turns import question
from standoff.searches.abstract import shape_id
from standoff.searches.atlas_book import (
    FILE,
    LINES,
    PARADOX,
    RULEBOOKS,
    WORD,
    Atlas,
    AtlasParadox,
    atlas,
    core_of,
    orders_text,
)
from standoff.searches.charts import MOST_SEAS
from standoff.searches.deciding import AbstractTurn, Adjudged
from standoff.searches.expression import property_of
from standoff.searches.finding import Space, find_each, placed
from standoff.searches.found import Found, FoundTurn, entry_of, outcome_of
from standoff.searches.placing import TRIED, shape_of
from standoff.searches.properties import Differ, Property, position_after
from standoff.searches.reducing import needs_all_units
from standoff.solver import ENUMERATIONS, OPTIONS, rulebook
from standoff.text.markdown import markdown_table
from standoff.turn.turn import Turn
from tools.shared import ROOT, command_line

PLAIN = rulebook("2023")
RANDOM = 2000
"""How many random questions are drawn; about a quarter are retreats and adjustments, which are left out."""

HOLDS = "rules(2023, paradox_backup='all-hold')"
LAST = "rules(2023, convoyed_attack_from='last-fleet')"
NONE = ("No", "Yes")
"""The answers to a question where no turn has the property that it asks for, and where some have."""

QUESTIONS = (
    ("Is there a paradox at all?", "paradox()", NONE),
    ("Does the rule of 1982 leave a convoy paradox open?", "paradox('convoy', rules=1982)", NONE),
    (
        "Does the rule of 2000 leave a convoy paradox with several resolutions?",
        "resolutions(2, more=True, rules=2000) and paradox('convoy', rules=2000)",
        NONE,
    ),
    ("And one without any?", "resolutions(0, rules=2000)", NONE),
    ("Does it matter whether the convoys in a paradox fail, or all moves in it hold?", f"differ(2023, {HOLDS})", NONE),
    ("Does that matter under the rule of 2000?", "differ(2000, rules(2000, paradox_backup='all-hold'))", NONE),
    ("Does Brannan's rule (DATC 3.2, 4.A.4) change anything?", f"differ(2023, {LAST})", NONE),
    ("Does it leave a convoy paradox open?", f"paradox('convoy', rules={LAST})", NONE),
    ("Do the exception of 2000 and the Szykman rule by itself differ?", "differ(2023, '2023-book')", NONE),
    ("Is there a turn with two components?", "components(2)", NONE),
    ("Does it matter which component is settled first?", "order_matters()", NONE),
    ("Does it matter where all moves in a paradox hold?", f"order_matters(rules={HOLDS})", NONE),
)
"""What is asked about all turns, and the answers where no turn has the property and where some have; the first one makes the
list of paradoxes."""


# -- finding ---------------------------------------------------------------------------------------------------------


ORDER_MATTERS: dict[str, Property] = {
    str(one): one for one in map(OrderMatters, (PLAIN, rulebook("2023", paradox_backup="all-hold")))
}
"""The properties that only the atlas asks for, by what stands for them among the expressions."""


def _asked(expression: str) -> Property:
    return ORDER_MATTERS.get(expression) or property_of(expression)


def search(units: int, jobs: int | None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what `atlas.json` keeps, its pairs of rulebooks as they were, and the lines of `atlas.jsonl`."""
    wanted = [_asked(expression) for _, expression, _ in QUESTIONS]
    paradoxes, *answers = find_each(wanted, OnePart(units), jobs=jobs)
    whole = find_each(wanted, Space(min(units, WHOLE)), jobs=jobs)
    made_by = {
        "version": version("standoff"),
        "commit": subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout[:-1],
        "expression": str(paradoxes.wanted),
        "searched": f"{paradoxes.searched}, in one part",
        "command": f"python -m research.atlas search {units}",
    }
    made = {**made_by, "searched": PREDICTED}
    entries = [line_of(PARADOX, one, made_by) for one in paradoxes] + [line_of(WORD, one, made) for one in predicted()]
    data = {
        "units": units,
        "whole": {
            "units": min(units, WHOLE),
            "turns": whole[0].examined,
            "having": [finds.having for finds in whole],
            "shapes": [len(finds) for finds in whole],
        },
        "apart": _apart(),
        "patterns": paradoxes.patterns,
        "turns": paradoxes.examined,
        "paradoxes": {"having": paradoxes.having},
        "questions": [_answer(finds) for finds in answers],
        "pairs": atlas().data["pairs"],
    }
    return data, entries


def line_of(part: str, one: FoundTurn, made_by: dict[str, str]) -> dict[str, Any]:
    """Return what `atlas.jsonl` says of a turn.

    Args:
        part: PARADOX, or WORD for those that were made from their words.
        one: The turn.
        made_by: Version, commit, expression, what was searched, and the command.
    """
    return {"part": part, **entry_of(one, [rulebook(name) for name in RULEBOOKS]), "made_by": made_by}


PREDICTED = (
    "nothing: research/paradoxes.md predicts the convoy paradoxes of 7 units, and the classes of 8 to 10, which are here "
    "if their routes have up to 5 fleets"
)

WHOLE = 5
"""Turns of several parts, and those without a move, are gone through up to this many units."""

TWO_CIRCLES = "AUSTRIA: F IRI - ENG, F ENG - MAO, F MAO - IRI, F WES - TYS, F TYS - LYO, F LYO - WES"
"""Two parts, each a component of three orders, the fewest that one can have."""


def _apart() -> dict[str, Any]:
    """Return on how many turns of two circles two components are met, and on how many their order matters."""
    expressions = ("components(2)", "order_matters()", f"order_matters(rules={HOLDS})")
    by_expression = {expression: find(_asked(expression), orders=TWO_CIRCLES) for expression in expressions}
    return {
        "orders": TWO_CIRCLES,
        "turns": by_expression[expressions[0]].examined,
        "having": {str(one.wanted): one.having for one in by_expression.values()},
    }


def _answer(finds: Found) -> dict[str, Any]:
    turn = finds.placed[0].turn if finds.placed else None
    return {
        "expression": str(finds.wanted),
        "having": finds.having,
        "shapes": len(finds),
        "unplaced": len(finds.unplaced),
        "smallest": orders_text(turn) if turn is not None else None,
    }


SHAPES, CLASSES = 7, 10
"""Of so many units, all shapes of convoy paradoxes are made from their words; up to so many, one of each class but those
with routes of more than `MOST_SEAS` fleets: for these a place on the board is looked for in vain for too long."""


def predicted() -> Iterator[FoundTurn]:
    """Yield the convoy paradoxes that are made from their words, each with its place on the board, if it has one."""
    wanted = property_of("paradox('convoy')")
    larger_ones = (word for units in range(SHAPES + 1, CLASSES + 1) for word in words(units))
    of_classes = [Shape(tuple(map(Link, word))) for word in larger_ones if max(one.fleets for one in word) <= MOST_SEAS]
    for shape in (*shapes(SHAPES), *of_classes):
        yield _placed(wanted, laid(shape)[0].numbered())


NOWHERE, GIVEN_UP = "nowhere", "given up"
"""Why a shape is not shown on the board: all placings were tried, or too many."""


def _placed(wanted: Property, turn: AbstractTurn) -> FoundTurn:
    """Return a turn on the board from which nothing can be left out, if there is one."""
    return placed(wanted, turn.pattern, [turn.sides], load_board())


class _Examples:
    """The shapes of all pairs of rulebooks, each on the board so that nothing can be left out for the pair."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, str]] = {}
        self.named: dict[AbstractTurn, dict[str, FoundTurn]] = {}

    def name(self, wanted: Property, shape: AbstractTurn) -> str:
        """Return the name under which a shape stands; it has a number where pairs need other places for it."""
        named = self.named.setdefault(shape, {})
        for name, one in named.items():
            if one.turn is not None and needs_all_units(wanted, one.turn):
                return name
        there = _placed(wanted, shape)
        for name, one in named.items():
            if there == one:
                return name
        name = shape_id(shape) + (f"-{len(named) + 1}" if named else "")
        named[name] = there
        self.kept[name] = (
            {"orders": orders_text(there.turn)}
            if there.turn is not None
            else {"shape": str(shape), "why": GIVEN_UP if there.sought else NOWHERE}
        )
        return name


def _pairs(units: int, games: Path | None, jobs: int | None) -> dict[str, Any]:
    pairs, examined = differences(RULEBOOKS, units, jobs=jobs or 2)
    drawn = [one for number in range(RANDOM) if (one := question(1, number)).type is PhaseType.MOVEMENT]
    random = how_often([(one.position, one.orders) for one in drawn], RULEBOOKS)
    often: dict[tuple[str, str], int] = {}
    files = tuple(map(str, sorted(games.glob("*.json")))) if games is not None else ()
    turns = []
    if files:
        source = game_questions(files, PLAIN)
        questions = [source.ask(number)[1] for number in range(len(source))]
        turns = [(one.position, one.orders) for one in questions if one.type is PhaseType.MOVEMENT]
        often = how_often(turns, RULEBOOKS)
    examples = _Examples()
    rows: list[dict[str, Any]] = []
    for pair in pairs:
        wanted = Differ(rulebook(pair.one), rulebook(pair.two))
        of_pair = [
            examples.name(wanted, AbstractTurn(pattern, min(sides, key=lambda one: (max(one), one))))
            for pattern, sides in pair.shapes.items()
        ]
        counts = {"random": random[pair.one, pair.two], "games": often.get((pair.one, pair.two))}
        rows.append({**vars(pair), "shapes": of_pair, **counts})
    return {
        "units": units,
        "turns": examined,
        "random": len(drawn),
        "games": len(files),
        "played": len(turns),
        "shapes": examples.kept,
        "rows": rows,
    }


# -- the page --------------------------------------------------------------------------------------------------------


def page(kept: Atlas) -> str:
    """Return the atlas."""
    data = kept.data
    most = data["units"]
    unplaced, given_up = kept.unplaced, kept.given_up
    listed = sum(line["part"] == PARADOX for line in kept.lines)
    made = [line for line in kept.lines if line["part"] == WORD]
    classes = classes_counted(CLASSES)
    convoys = [line for line in kept.lines if line["under"][0]["paradoxes"][0]["kind"] == "convoy"]
    known = [line for line in convoys if line["part"] == PARADOX]
    text = f"""# The atlas

Made by `python -m research.atlas`. It shows what holds for every turn of up to {most} units on any map, but for coasts and for orders that are illegal or void under 2023 ([asking the solver](../../docs/find.md) says how):
{data["turns"]:,} abstract turns of {data["patterns"]:,} patterns were examined: all in which something moves and whose units are all connected.
A turn of several parts is a paradox, or one on which two rulebooks differ, if one of its parts is; where that does not hold, the answer says what was searched
instead. All {data["whole"]["turns"]:,} turns of up to {data["whole"]["units"]} units, including those of several parts, were searched as well: they have the same {data["whole"]["shapes"][0]} minimal paradoxes.
A *pattern* is what the units are ordered to do, without the map;
an abstract turn is a pattern and the power of each unit. `standoff book` shows all entries with pictures, their cores, and what every rulebook makes of them and why.

## Paradoxes

Convoy paradoxes have **{sum(map(sum, classes[: most + 1]))} classes of up to {most} units** and {sum(map(sum, classes))} of up to {len(classes) - 1}: [the words](paradoxes.md) of stages A, B, H and R.

{by_units(kept)}
The {len(known)} shapes of up to {most} units were listed, and are those that the words predict. For {SHAPES} units the prediction stands beside a listing made in a study of
this theorem, by other means (49,023,825 turns, 26 shapes, the same); that listing was not run by the program that made this page. Larger ones stand here as one turn for each class
whose routes have up to {MOST_SEAS} fleets.

The other turns here were listed: those whose equations do not have exactly one resolution, under the rulebook 2023, whose equations have no exception for convoyed armies:
{data["paradoxes"]["having"]:,} of the abstract turns. From {listed} shapes nothing can be left out: no unit can be removed, and no order can be replaced by a hold; {len(known)} are convoy paradoxes, the others circles of moves
and exchanges of places. With the {len(made)} made from words, there are {len(kept.lines)}. {how_placed(unplaced, given_up)}

The name of an entry, such as {kept.entries[0].id}, is a hash of its pattern: it stays the same when the atlas is made again. *Ways* counts the ways to divide its units
among powers, up to renaming, such that it is a paradox and nothing can be left out.
*Cycles* are of orders on which the success of others depends, with the sign + if it helps, − if it hinders. The product of the
signs of a cycle says what it does: an order that hinders itself (−) leaves no resolution, one that helps itself (+) leaves several. "+2, −3": one cycle of
two orders that helps, one of three that hinders. *Shortest cycle* is the number of orders on the shortest one; the *parity* is even if all cycles help, odd if all hinder.

{"".join(sections(kept.entries))}
### Without a place on the board

{without_place(unplaced, given_up)}
## The cases of the DATC

Each case of 6.F.14 to 6.F.30, reduced as far as it stays a paradox of its kind, and the entry that it is reduced to:

{reduced_cases(kept)}
## What has been disputed

{questions(kept)}
## Rulebooks

{matrix(data["pairs"])}"""
    return text.rstrip() + "\n"


def by_units(kept: Atlas) -> str:
    """Return a table of the classes and shapes of convoy paradoxes by units: predicted, and kept here."""
    rows: list[tuple[object, ...]] = []
    convoys = [line for line in kept.lines if line["under"][0]["paradoxes"][0]["kind"] == "convoy"]
    for units, (none, two) in enumerate(classes_counted(CLASSES)):
        here = [line for line in convoys if line["units"] == units]
        if here:
            listed = sum(line["part"] == PARADOX for line in here) or "not listed"
            placed_here = sum(line["placing"] is not None for line in here)
            rows.append((units, none + two, none, two, len(shapes(units)), listed, len(here), placed_here))
    columns = ("units", "classes", "no resolution", "two", "shapes predicted", "shapes listed", "here", "on the board")
    return markdown_table(columns, rows)


def how_placed(unplaced: Sequence[str], given_up: Sequence[str]) -> str:
    """Return how many shapes are not on the board, and whether that is a fact."""
    text = f"{len(unplaced)} of these have no place on the standard board: all placings were tried."
    if given_up:
        text += f" For {len(given_up)} more, no place was found in {TRIED:,} placings, and not all placings were tried."
    return text


def without_place(unplaced: Sequence[str], given_up: Sequence[str]) -> str:
    """Return the shapes that are not on the board."""
    lines = [
        f"These {len(unplaced)} shapes have none on the standard board, where all placings were tried; another board may have one. "
        'Units and provinces are numbered; "by convoy (0 and 1)" names the fleets of a route.\n',
        *(f"- {shape}" for shape in unplaced),
        "",
    ]
    if given_up:
        lines += [
            f"For these no place was found in {TRIED:,} placings; there may be one.\n",
            *(f"- {one}" for one in given_up),
            "",
        ]
    return "\n".join(lines)


def sections(entries: Sequence[AtlasParadox]) -> Iterator[str]:
    """Yield the entries under their headings, a line each; the book has the rest of them."""
    for family, of_family in groupby(entries, key=attrgetter("family")):
        yield f"### {family}\n\n"
        for group, of_group in groupby(of_family, key=attrgetter("group")):
            yield f"#### {family}: {group[0].lower()}{group[1:]}\n\n"
            rows = [
                (entry.id, entry.title, entry.units, len(entry.ways), entry.cycles, orders_in_a_line(entry.turn))
                for entry in of_group
            ]
            yield markdown_table(("entry", "title", "units", "ways", "cycles", "orders"), rows) + "\n"


def orders_in_a_line(turn: Turn) -> str:
    """Return the orders of a turn, those of each power behind its name."""
    return orders_text(turn).replace("\n", "; ")


def under_each(turn: Turn, expression: str) -> Iterator[str]:
    """Yield what a turn comes to under each rulebook that an expression names, as an item of a list."""
    for rules in property_of(expression).rulebooks:
        yield f"- under {rules.name}: {outcome_of(Adjudged(turn).under(rules))}"


def reduced_cases(kept: Atlas) -> str:
    """Return which entries the cases of the DATC, 6.F.14 to 6.F.30, are reduced to."""
    listed = {shape_of(entry.turn)[0].pattern: entry for entry in kept.entries}
    rows: list[tuple[str, str, str]] = []
    for paragraph in range(14, 31):
        turn = read(f"6.F.{paragraph}")
        entry = "not a paradox of the equations"
        core = core_of(turn, PLAIN)
        if core is not None:
            many = "resolutions(2, more=True)" if core.resolutions else "resolutions(0)"
            smaller = _smallest(turn, property_of(f"paradox('{core.kind}') and {many}"))
            count = len(smaller.position.units)
            found = listed.get(shape_of(smaller)[0].pattern) if count <= CLASSES else None
            reduced_core = core_of(smaller, PLAIN)
            assert reduced_core is not None
            word = f"{count} units, {reduced_core.word}"
            entry = f"{word}: entry {found.id} ({found.title})" if found is not None else word
            if core.name not in ("", "circular movement", found.title if found is not None else ""):
                entry += f"; whole: {core.name}"
        rows.append((f"6.F.{paragraph}", turn.title, entry))
    return markdown_table(("case", "title", "entry"), rows)


def _smallest(turn: Turn, wanted: Property) -> Turn:
    return minimize(turn, lambda one: wanted.holds(Adjudged(one)))


def larger(expression: str) -> str:
    """Return the first case of the DATC, 6.F.14 to 6.F.30, that has a property, reduced to as few units as it takes."""
    wanted = property_of(expression)
    for paragraph in range(14, 31):
        turn = read(f"6.F.{paragraph}")
        if wanted.holds(Adjudged(turn)):
            smaller = _smallest(turn, wanted)
            found = "\n".join(under_each(smaller, expression))
            units = len(smaller.position.units)
            return f" But DATC 6.F.{paragraph} comes down to this, of {units} units:\n\n```\n{orders_text(smaller)}\n```\n\n{found}"
    return ""


def questions(kept: Atlas) -> str:
    """Return the part on questions that have been disputed."""
    lines: list[str] = []
    apart, whole = kept.data["apart"], kept.data["whole"]
    for number, ((about, _, (none, some)), answer) in enumerate(
        zip(QUESTIONS[1:], kept.data["questions"], strict=True), 1
    ):
        unplaced = f", {answer['unplaced']} of them not placed on the board" if answer["unplaced"] else ""
        lines.append(f"**{about}** `{answer['expression']}`\n")
        if answer["expression"] in apart["having"]:
            lines.append(of_components(answer, whole["having"][number], kept.data, none, some))
            continue
        if not answer["having"]:
            lines.append(
                f"{none}: none of the {kept.data['turns']:,} abstract turns.{larger(answer['expression'])}\n"
            )
            continue
        lines.append(
            f"{some}: {answer['having']:,} of {kept.data['turns']:,} abstract turns; {answer['shapes']} shapes{unplaced}."
        )
        if answer["smallest"] is not None:
            turn = read(answer["smallest"])
            lines.append(f"The smallest:\n\n```\n{answer['smallest']}\n```\n")
            lines += under_each(turn, answer["expression"])
        lines.append("")
    lines.append(same("2023-book", "2000"))
    return "\n".join(lines)


def same(one: str, two: str) -> str:
    """Return in which options two rulebooks differ that differ in none on which a movement phase depends."""
    rules, other = rulebook(one), rulebook(two)
    options = [option for option in OPTIONS if rules[option.name] != other[option.name]]
    assert not any(ENUMERATIONS[option.name].concerns == "outcomes" for option in options)
    named = "; ".join(f"`{option.name}` ({option.about}, DATC {option.issue})" for option in options)
    return (
        f"**Are the rulebooks of 2000 and 2023, to the letter, the same?**\n\nYes, for movement, on turns of any size: `{one}` and `{two}` differ in these "
        f"options only: {named}.\n"
    )


def of_components(answer: dict[str, Any], having: int, data: dict[str, Any], none: str, some: str) -> str:
    """Return an answer that turns of several parts bear on."""
    apart, whole = data["apart"], data["whole"]
    here = apart["having"][answer["expression"]]
    text = (
        f"{some if here or having or answer['having'] else none}: {having:,} of all {whole['turns']:,} turns of up to {whole['units']} units, of several parts too; "
        f"{answer['having']:,} of the {data['turns']:,} in one part of up to {data['units']}; {here:,} of {apart['turns']:,} turns of two circles, "
        "the units divided among powers in every way:\n\n"
    )
    return text + f"```\n{apart['orders']}\n```\n"


def matrix(pairs: dict[str, Any]) -> str:
    """Return the part on rulebooks."""
    lines = [
        f"Every two rulebooks are compared on all {pairs['turns']:,} abstract turns of up to {pairs['units']} units, as `differ` does it: where each unit "
        "stands, and whether it is dislodged.\n",
        'What "via convoy" means for an army that no fleet is ordered to convoy is a question of legality, and counted separately: where no fleet could '
        "carry it, `A YOR - LON VIA` by itself is illegal under some rulebooks and goes by land under others. With one unit two such rulebooks differ; "
        "no abstract turn has it. Where a fleet could carry it, the order is legal; the turns with such an army on which the two differ are counted in "
        'a column of their own ("via alone"), because between many rulebooks they are the majority.\n',
        'The columns: the fewest units of a turn on which the two differ ("1; 3": 1 with such an army, 3 without; with one unit it is `A YOR - LON VIA` by itself); '
        "on how many turns they differ without such an army, and on how many with one; "
        f"how often they differ on {pairs['random']:,} random turns ([generator.md](../../docs/generator.md), seed 1)"
        + (f" and on {pairs['played']:,} turns of {pairs['games']} recorded games" if pairs["games"] else "")
        + "; and the minimal shapes, as named below. All are played on the standard board. For czech1962 the shapes are not complete: under it, it "
        "matters to other units what a void convoy order says ([find.md](../../docs/find.md#what-is-searched-and-why-that-is-all)).\n",
    ]
    rows: list[tuple[object, ...]] = []
    for row in pairs["rows"]:
        games = "" if row["games"] is None else row["games"]
        shapes = f"{len(row['shapes'])}: {', '.join(row['shapes'])}" if row["shapes"] else "none"
        fewest = row["fewest"] or "none"
        alone = 1 if _via_alone_differs(row["one"], row["two"]) else row["fewest_alone"]
        if alone is not None:
            fewest = f"{alone}; {fewest}"
        counts = row["differing"], row["via_alone"], row["random"], games
        rows.append((f"{row['one']}, {row['two']}", fewest, *counts, shapes))
    lines.append(markdown_table(("rulebooks", "fewest units", "turns", "via alone", "random", "games", "shapes"), rows))
    lines.append("The shapes, each as a turn on the board:\n")
    rows = []
    for name, shape in pairs["shapes"].items():
        text = shape.get("orders", "").replace("\n", "; ")
        if not text:
            why = "no place on the board" if shape["why"] == NOWHERE else f"no place found in {TRIED:,} placings"
            text = f"{why}: {shape['shape']}"
        rows.append((name, text))
    lines.append(markdown_table(("shape", "orders"), rows))
    return "\n".join(lines)


def _via_alone_differs(one: str, two: str) -> bool:
    """Tell whether two rulebooks treat "via convoy" differently where no fleet could carry the army."""
    turn = read("ENGLAND: A YOR - LON VIA")
    after = [position_after(Adjudged(turn).under(rulebook(name))) for name in (one, two)]
    return after[0] != after[1]


def save(data: dict[str, Any], lines: Sequence[dict[str, Any]] = ()) -> None:
    """Write what was found to where `atlas` reads it; the lines stay as they are if there are none."""
    folder = ROOT / "standoff" / "searches"
    (folder / FILE).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if lines:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (folder / LINES).write_text(text, encoding="utf-8")


def main() -> None:
    """Read the command line, and write."""
    parser = command_line(__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "research" / "made", metavar="FOLDER")
    ways = parser.add_subparsers(dest="way")
    finding = ways.add_parser("search")
    finding.add_argument("units", type=int, nargs="?", default=6)
    finding.add_argument("--jobs", type=int)
    comparing = ways.add_parser("pairs")
    comparing.add_argument("--pairs", type=int, default=5)
    comparing.add_argument("--games", type=Path)
    comparing.add_argument("--jobs", type=int)
    given = parser.parse_args()
    if given.way == "search":
        save(*search(given.units, given.jobs))
    elif given.way == "pairs":
        save({**atlas().data, "pairs": _pairs(given.pairs, given.games, given.jobs)})
    atlas.cache_clear()
    kept = atlas()
    given.to.mkdir(parents=True, exist_ok=True)
    (given.to / "atlas.md").write_text(page(kept), encoding="utf-8")


if __name__ == "__main__":
    main()
