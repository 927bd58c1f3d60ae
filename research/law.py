"""The law as text: what `law.lp` says of turns, clause by clause; `python -m research.law [--turns 20000]` compares.

With `--settled 5000` it compares what becomes of so many paradoxical turns under each rulebook for which `settlement.lp`
is: the only answer set must have the orders that standoff lets succeed.

`law.lp` states the equations of DATC 5.B, and how orders match each other, as an answer set program. Its answer sets
for the facts of a turn are the resolutions of the turn. The tool compares them with those that standoff finds, on the
library of cases, and on random turns under random choices of every option that the law asks about.

In `law.lp` a heading ``%% 5.B.4  path`` names the paragraph of the clauses below it, and the remark behind a clause
names a case whose resolutions are others without the clause, with the choices that it takes.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, count, groupby, islice
from operator import itemgetter
from random import Random
from typing import NamedTuple

from standoff.cases import Case, given_orders, library, play_case
from standoff.map import PhaseType, load_board
from standoff.map.loading import board_names
from standoff.map.masks import bits
from standoff.random_turns import question, tangled_board
from standoff.solver import (
    OPTIONS,
    PRESETS,
    OrderTable,
    ResolutionMasks,
    Rulebook,
    law_program,
    law_text,
    not_covered,
    rulebook,
    table_of,
)
from standoff.solver.law import equations, functions_in
from standoff.solver.plain.paradox import solve
from standoff.solver.studies.equation_export import LAW, facts_of
from standoff.text.markdown import markdown_table
from tools.drawn_turns import turn_drawn
from tools.shared import ROOT, command_line, say

TEXT = law_text()

Sets = frozenset[frozenset[str]]
"""Resolutions, each as the provinces of the units whose orders succeed."""


class Clause(NamedTuple):
    """A clause of the law: its paragraph, what the heading says of it, and a case that is another without it."""

    paragraph: str
    title: str
    text: str
    case: str
    rules: Rulebook


def clauses(text: str = TEXT) -> Iterator[Clause]:
    """Yield the clauses of the law; each ends with a full stop at the end of a line, before the remark."""
    paragraph = title = code = ""
    for line in text.splitlines():
        if heading := re.fullmatch(r"%% (\S+)  (.*)", line):
            paragraph, title = heading.groups()
            continue
        part, _, remark = line.partition("%")
        code = f"{code} {part.strip()}".strip()
        if code.endswith("."):
            options = dict(re.findall(r"(\w+)=([\w-]+)", title))
            options |= re.findall(r"(?<!not )option\((\w+),\(?(\w+)", code)
            case, *named = remark.split() or [""]
            rules = rulebook(*named, **{name: word.replace("_", "-") for name, word in options.items()})
            yield Clause(paragraph, title, code, case, rules)
            code = ""


def answer_sets(facts: str, law: str = TEXT) -> Sets:
    """Return the answer sets of a turn's facts and the law."""
    import clingo  # the page is made without it

    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], law + facts)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return frozenset(frozenset(one.arguments[0].string for one in model.symbols(shown=True)) for model in models)


def outcomes(table: OrderTable) -> Sets:
    """Return the answer sets of the law with what settles paradoxes; there should be one."""
    facts = "".join(f"{line}\n" for line in facts_of(table).splitlines() if not line.startswith("option("))
    return answer_sets(facts, f"{law_program(table.rules, rings=True)}#show succeeds/1.\n")


def settled(table: OrderTable) -> Sets:
    """Return the outcome that standoff gives, as the only set."""
    return frozenset([frozenset(table.units[unit].province for unit in bits(solve(table).true))])


def paradoxical_turns(seed: int, rules: Rulebook) -> Iterator[OrderTable]:
    """Yield random movement phases that have paradoxes, on the standard board and drawn ones, without end."""
    chance = Random(seed)
    for number in count():
        board = tangled_board(chance) if chance.random() < 0.8 else load_board()
        profile, most = chance.choice(("interacting", "tangled")), chance.choice((8, 12, 16, 24))
        one = question(seed, number, board=board, phase=PhaseType.MOVEMENT, profile=profile, most=most)
        table = table_of(board, one.position, one.orders, rules)
        if solve(table).paradoxes:
            yield table


def resolutions(table: OrderTable) -> Sets:
    """Return the resolutions that standoff finds."""
    return frozenset(frozenset(table.units[unit].province for unit in bits(one)) for one in ResolutionMasks(table))


def turns_drawn(seed: int) -> Iterator[OrderTable]:
    """Yield random movement phases on all boards and some drawn ones, under random choices, without end.

    One in four has orders as players disturb them, which name seas on the way or cannot be, and civil disorder.
    """
    chance = Random(seed)
    choices = {name: list(OPTIONS[name].choices) for name in OPTIONS if name in LAW}
    while True:
        changed = chance.choice((0, 0.1, 0.3, 1))
        options = {name: chance.choice(words) for name, words in choices.items() if chance.random() < changed}
        rules = rulebook(chance.choice(list(PRESETS)), **options)
        board, kind = load_board(chance.choice(("standard", *board_names()))), chance.random()
        if kind < 0.25:
            one = turn_drawn(chance, board, rules)
        else:
            profile, most = chance.choice(("interacting", "tangled")), chance.choice((8, 14, 24))
            board = tangled_board(chance) if kind < 0.5 else board
            number = chance.randrange(1 << 30)
            one = question(number, 0, board=board, phase=PhaseType.MOVEMENT, profile=profile, most=most)
        if one.type is PhaseType.MOVEMENT:
            yield table_of(board, one.position, one.orders, rules)


def phases_of(cases: Iterable[Case], rules: Rulebook) -> Iterator[OrderTable]:
    """Yield the movement phases of cases."""
    for case in cases:
        for phase, result, _ in play_case(case, rules):
            if phase.type is PhaseType.MOVEMENT:
                yield table_of(case.board, result.before, given_orders(result), rules)


# -- the page of definitions -------------------------------------------------------------------------------------------

PAGE = """# The equations, paragraph by paragraph

Made by `python -m tools.pages.generate` from the headings of [`law.lp`](../../solver/law/law.lp), the paragraphs that the docstrings of
[`equations.py`](../../solver/law/equations.py) name, and the headings of [`Law.v`](../../research/proof/Law.v). Each line is a
clause of the law; the case behind it has other resolutions without the clause, under rulebook 2023 or with the choices named. A case without a number is in
`research/turns`.

"""

REST = """What becomes of circular movements and paradoxes is stated in [`solving.py`](../../solver/law/solving.py), not in the law.
"""


def paragraphs_in(text: str) -> list[str]:
    """Return the paragraphs of the DATC that a text names.

    >>> paragraphs_in("DATC 3.2, 5.B.2 and 4.A.2 to 4.A.4.")
    ['5.B.2', '4.A.2', '4.A.3', '4.A.4']
    """
    named = re.sub(
        r"(\d\.[A-Z]\.)(\d+) to \1(\d+)",
        lambda found: " ".join(f"{found[1]}{number}" for number in range(int(found[2]), int(found[3]) + 1)),
        text,
    )
    return re.findall(r"\b[45]\.[A-Z]\.\d+", named)


def functions() -> dict[str, list[str]]:
    """Return the functions of `equations.py` with the paragraphs that each names."""
    return {name: paragraphs_in(inspect.getdoc(one) or "") for name, one in functions_in(equations).items()}


def defined_in_coq() -> dict[str, list[str]]:
    """Return the definitions of `proof/Law.v` by paragraph: those below its heading, as in ``*** 5.B.4 PATH``."""
    found: dict[str, list[str]] = {}
    paragraph = ""
    for line in (ROOT / "research" / "proof" / "Law.v").read_text(encoding="utf-8").splitlines():
        if heading := re.search(r"\*\* \*\*\* ([\w.]+)", line):
            paragraph = heading[1]
        elif paragraph and (name := re.match(r"(?:Definition|Fixpoint) (\w+)", line)):
            found.setdefault(paragraph, []).append(name[1])
    return found


def page() -> str:
    """Return the page of definitions."""
    by_name, in_coq, parts, stated = functions(), defined_in_coq(), [PAGE], {""}
    for (paragraph, title), group in groupby(clauses(), key=itemgetter(0, 1)):
        names = [name for name, named in by_name.items() if paragraph in named]
        where = {"equations.py": names, "Coq": in_coq.get(paragraph, [])}
        parts.append(f"## {paragraph} {title}\n\n")
        parts.append("; ".join(f"{place}: {_code(found)}" for place, found in where.items() if found) + "\n\n")
        shown = [(_code([one.text]), _case(one)) for one in group if one.case]
        parts.append(markdown_table(("clause", "other without it"), shown) + "\n")
        stated.add(paragraph)
    rest = [name for name, named in by_name.items() if not stated & {*named}]
    parts.append(f"## 5.B.9 and the rest\n\n{REST}\nNo rule is in {_code(rest)}: they ask the functions above.\n")
    return re.sub("\n\n\n+", "\n\n", "".join(parts))


def _case(clause: Clause) -> str:
    rules = clause.rules.name.removeprefix("2023 with ")
    return clause.case if rules == "2023" else f"{clause.case} ({rules})"


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def main() -> int:
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--turns", type=int, default=20_000, help="how many random ones are compared (20,000)")
    parser.add_argument("--settled", type=int, default=0, help="how many paradoxical ones under each rulebook (0)")
    given = parser.parse_args()
    differ = several = 0
    for name, rules in PRESETS.items():
        if given.settled and not not_covered(rules):
            for table in islice(paradoxical_turns(given.seed, rules), given.settled):
                if outcomes(table) != settled(table):
                    differ += 1
                    print(facts_of(table))
            say(f"{given.settled:,} paradoxical turns under {name}, {differ} differ")
    turns = chain(phases_of(library(), rulebook()), islice(turns_drawn(given.seed), given.turns))
    for number, table in enumerate(turns, 1):
        found = answer_sets(facts_of(table))
        several += len(found) != 1
        if found != resolutions(table):
            differ += 1
            print(facts_of(table))
        if number % 1000 == 0:
            say(f"{number:,} turns, {several:,} without exactly one resolution, {differ} differ")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
