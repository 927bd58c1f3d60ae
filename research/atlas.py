"""Writes the atlas of paradoxes as a page, from the results of a search, or searches again.

    python -m research.atlas                    `atlas.md`, from standoff/searches/atlas.json and .jsonl
        --to FOLDER        where to (research/made, which git leaves alone)
    python -m research.atlas search [UNITS]     searches all turns of up to UNITS units (6) first
        --jobs COUNT       how many processes; as many as cores if left out
    python -m research.atlas pairs [UNITS]      first the pairs of rulebooks anew, on turns of up to UNITS units (5)
        --games FOLDER     recorded games, to count how often rulebooks differ in play
        --jobs as above

All turns of 6 units take some minutes of one core, and so do the pairs of rulebooks; those of 5 some seconds.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from research.of_atlas import OnePart, OrderMatters, differences, how_often
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
from standoff.searches.deciding import AbstractTurn, Adjudged
from standoff.searches.expression import property_of
from standoff.searches.finding import Space, find_each, placed
from standoff.searches.found import Found, FoundTurn, entry_of, outcome_of
from standoff.searches.patterns import MOST_SEAS
from standoff.searches.placing import MOST_PLACEMENTS, shape_of
from standoff.searches.properties import Differ, Property, position_after
from standoff.searches.reducing import needs_all_units
from standoff.solver import OPTIONS, rulebook
from standoff.text.markdown import markdown_table
from standoff.turn.turn import Turn
from tools.shared import ROOT, command_line

TEMPLATE = ROOT / "research" / "atlas.jinja"
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
        "expression": str(paradoxes.query),
        "searched": f"{paradoxes.searched}, in one part",
        "command": f"python -m research.atlas search {units}",
    }
    made = {**made_by, "searched": PREDICTED}
    found = [(PARADOX, one, made_by) for one in paradoxes] + [(WORD, one, made) for one in predicted()]
    rulebooks = [rulebook(name) for name in RULEBOOKS]
    entries = [{"part": part, **entry_of(one, rulebooks), "made_by": how} for part, one, how in found]
    data = {
        "units": units,
        "whole": {
            "units": min(units, WHOLE),
            "turns": whole[0].examined,
            "matches": [finds.matches for finds in whole],
            "shapes": [len(finds) for finds in whole],
        },
        "apart": _apart(),
        "patterns": paradoxes.patterns,
        "turns": paradoxes.examined,
        "paradoxes": {"matches": paradoxes.matches},
        "questions": [_answer(finds) for finds in answers],
        "pairs": atlas().data["pairs"],
    }
    return data, entries


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
        "matches": {str(one.query): one.matches for one in by_expression.values()},
    }


def _answer(finds: Found) -> dict[str, Any]:
    turn = finds.placed[0].turn if finds.placed else None
    return {
        "expression": str(finds.query),
        "matches": finds.matches,
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
        turn = laid(shape)[0].numbered()
        yield placed(wanted, turn.pattern, [turn.sides], load_board())


NOWHERE, GIVEN_UP = "nowhere", "given up"
"""Why a shape is not shown on the board: all placings were tried, or too many."""


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
        there = placed(wanted, shape.pattern, [shape.sides], load_board())
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
    files = tuple(map(str, sorted(games.glob("*.json")))) if games is not None else ()
    played: list[Turn] = []
    if files:
        source = game_questions(files, PLAIN)
        asked = (source.ask(number)[1] for number in range(len(source)))
        played = [one for one in asked if one.type is PhaseType.MOVEMENT]
    random, in_play = how_often(drawn, RULEBOOKS), how_often(played, RULEBOOKS) if files else {}
    examples = _Examples()
    rows: list[dict[str, Any]] = []
    for pair in pairs:
        wanted = Differ(rulebook(pair.one), rulebook(pair.two))
        of_pair = [
            examples.name(wanted, AbstractTurn(pattern, min(sides, key=lambda one: (max(one), one))))
            for pattern, sides in pair.shapes.items()
        ]
        counts = {"random": random[pair.one, pair.two], "games": in_play.get((pair.one, pair.two))}
        rows.append({**vars(pair), "shapes": of_pair, **counts})
    return {
        "units": units,
        "turns": examined,
        "random": len(drawn),
        "games": len(files),
        "played": len(played),
        "shapes": examples.kept,
        "rows": rows,
    }


# -- the page --------------------------------------------------------------------------------------------------------


def page(kept: Atlas) -> str:
    """Return the atlas."""
    one, two = alike = ("2023-book", "2000")
    options = [option for name, option in OPTIONS.items() if rulebook(one)[name] != rulebook(two)[name]]
    assert not any(option.concerns == "outcomes" for option in options)
    convoys = [line for line in kept.lines if line["by_rulebook"][0]["paradoxes"][0]["kind"] == "convoy"]
    template = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template.filters["commas"] = "{:,}".format
    return (
        template.from_string(TEMPLATE.read_text(encoding="utf-8"))
        .render(
            kept=kept,
            data=kept.data,
            pairs=kept.data["pairs"],
            classes=classes_counted(CLASSES),
            by_units=list(by_units(convoys)),
            listed=sum(line["part"] == PARADOX for line in kept.lines),
            known=sum(line["part"] == PARADOX for line in convoys),
            sections=sections(kept.entries),
            reduced_cases=list(reduced_cases(kept)),
            questions=list(answered(kept)),
            alike=alike,
            options=options,
            differing=list(differing(kept.data["pairs"]["rows"])),
            shapes=[(name, shown(shape)) for name, shape in kept.data["pairs"]["shapes"].items()],
            table=markdown_table,
            tried=MOST_PLACEMENTS,
            shapes_of=SHAPES,
            most_seas=MOST_SEAS,
        )
        .rstrip()
        + "\n"
    )


def by_units(convoys: Sequence[dict[str, Any]]) -> Iterator[tuple[object, ...]]:
    """Yield the numbers of classes and shapes of convoy paradoxes by units: predicted, and kept here."""
    for units, (none, two) in enumerate(classes_counted(CLASSES)):
        here = [line for line in convoys if line["units"] == units]
        if here:
            listed = sum(line["part"] == PARADOX for line in here) or "not listed"
            placed_here = sum(line["placing"] is not None for line in here)
            yield units, none + two, none, two, len(shapes(units)), listed, len(here), placed_here


def sections(entries: Sequence[AtlasParadox]) -> list[tuple[str, list[tuple[str, list[tuple[object, ...]]]]]]:
    """Return the entries by family and group, a row each; the book has the rest of them."""

    def row(one: AtlasParadox) -> tuple[object, ...]:
        return (
            one.id,
            one.title,
            one.units,
            len(one.power_assignments),
            one.cycles,
            orders_text(one.turn).replace("\n", "; "),
        )

    return [
        (family, [(group, list(map(row, some))) for group, some in groupby(of_family, key=attrgetter("group"))])
        for family, of_family in groupby(entries, key=attrgetter("family"))
    ]


def under_each(turn: Turn, expression: str) -> list[tuple[str, str]]:
    """Return what a turn comes to under each rulebook that an expression names."""
    return [(rules.name, outcome_of(Adjudged(turn).result_under(rules))) for rules in property_of(expression).rulebooks]


@cache
def cases() -> dict[str, Turn]:
    """Return the cases of the DATC that are reduced."""
    return {case: read(case) for case in (f"6.F.{paragraph}" for paragraph in range(14, 31))}


def reduced_cases(kept: Atlas) -> Iterator[tuple[str, str, str]]:
    """Yield which entries the cases of the DATC are reduced to."""
    listed = {shape_of(entry.turn)[0].pattern: entry for entry in kept.entries}
    for case, turn in cases().items():
        entry = "not a paradox of the equations"
        core = core_of(turn, PLAIN)
        if core is not None:
            many = "resolutions(2, more=True)" if core.resolutions else "resolutions(0)"
            smaller = _smallest(turn, property_of(f"paradox('{core.kind}') and {many}"))
            count = len(smaller.position.units)
            found = listed.get(shape_of(smaller)[0].pattern) if count <= CLASSES else None
            reduced_core = core_of(smaller, PLAIN)
            assert reduced_core is not None
            word = f"{count} units, {reduced_core.paradox_class}"
            entry = f"{word}: entry {found.id} ({found.title})" if found is not None else word
            if core.name not in ("", "circular movement", found.title if found is not None else ""):
                entry += f"; whole: {core.name}"
        yield case, turn.title, entry


def _smallest(turn: Turn, wanted: Property) -> Turn:
    return minimize(turn, lambda one: wanted.holds(Adjudged(one)))


def larger(expression: str) -> dict[str, Any] | None:
    """Return the first of `cases` that has a property, reduced to as few units as it takes."""
    wanted = property_of(expression)
    for case, turn in cases().items():
        if wanted.holds(Adjudged(turn)):
            smaller = _smallest(turn, wanted)
            units, under = len(smaller.position.units), under_each(smaller, expression)
            return {"case": case, "units": units, "orders": orders_text(smaller), "by_rulebook": under}
    return None


def answered(kept: Atlas) -> Iterator[tuple[object, ...]]:
    """Yield the questions that have been disputed with what was found, as the template takes them."""
    apart, whole = kept.data["apart"]["matches"], kept.data["whole"]["matches"]
    asked = zip(QUESTIONS[1:], kept.data["questions"], whole[1:], strict=True)
    for (about, _, no_or_yes), answer, of_whole in asked:
        expression, smallest = answer["expression"], answer["smallest"]
        more = None if answer["matches"] or expression in apart else larger(expression)
        under = [] if smallest is None or expression in apart else under_each(read(smallest), expression)
        yield about, expression, *no_or_yes, answer, apart.get(expression), of_whole, more, under


def differing(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[object, ...]]:
    """Yield how every two rulebooks differ; of one unit, where no fleet could carry an army that goes "via convoy"."""
    lone = read("ENGLAND: A YOR - LON VIA")
    for row in rows:
        games = "" if row["games"] is None else row["games"]
        named = f"{len(row['shapes'])}: {', '.join(row['shapes'])}" if row["shapes"] else "none"
        fewest = row["fewest"] or "none"
        illegal = [position_after(Adjudged(lone).result_under(rulebook(row[name]))) for name in ("one", "two")]
        alone = 1 if illegal[0] != illegal[1] else row["fewest_alone"]
        if alone is not None:
            fewest = f"{alone}; {fewest}"
        yield f"{row['one']}, {row['two']}", fewest, row["differing"], row["via_alone"], row["random"], games, named


def shown(shape: dict[str, str]) -> str:
    """Return a shape as a turn on the board, or why it is none."""
    if "orders" in shape:
        return shape["orders"].replace("\n", "; ")
    why = "no place on the board" if shape["why"] == NOWHERE else f"no place found in {MOST_PLACEMENTS:,} placings"
    return f"{why}: {shape['shape']}"


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
    parser.add_argument("way", nargs="?", choices=("search", "pairs"))
    parser.add_argument("units", type=int, nargs="?")
    parser.add_argument("--games", type=Path)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    if given.way == "search":
        save(*search(given.units or 6, given.jobs))
    elif given.way == "pairs":
        save({**atlas().data, "pairs": _pairs(given.units or 5, given.games, given.jobs)})
    atlas.cache_clear()
    kept = atlas()
    given.to.mkdir(parents=True, exist_ok=True)
    (given.to / "atlas.md").write_text(page(kept), encoding="utf-8")


if __name__ == "__main__":
    main()
