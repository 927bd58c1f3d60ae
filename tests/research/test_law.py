"""The law as text: clingo finds in `solver/law/law.lp` the resolutions that standoff finds, and needs each clause."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("clingo")
pytest.importorskip("numba")

from research import law
from research.certify import systems
from research.law import Clause, answer_sets, clauses, resolutions
from standoff import read, rulebook
from standoff.commands.cli import main
from standoff.solver import PRESETS, EquationError, OrderTable, Rulebook, not_covered, option
from standoff.solver.studies import law_program
from standoff.solver.studies.equation_export import LAW, facts_of
from tests.helpers.paths import DOCS, ROOT
from tests.helpers.turns import laid, library_cases
from tests.solver.test_equations_out import EVIL

SETTLING = [str(clause) for clause in law_program._clauses(law_program._settlement())]
CLAUSES = [clause for clause in clauses() if not clause.text.startswith("#show")]


def phases(pattern: str, rules: Rulebook) -> Iterator[OrderTable]:
    """Yield the movement phases of the cases, or the turn of `research/turns`, that a pattern names."""
    drawn = ROOT / "research" / "turns" / f"{pattern}.txt"
    if drawn.exists():
        yield laid(drawn.read_text(encoding="utf-8"), rules)
        return
    yield from law.phases_of(library_cases(pattern), rules)


def check(table: OrderTable) -> None:
    facts = facts_of(table)
    assert answer_sets(facts) == resolutions(table), facts


@pytest.mark.slow
@pytest.mark.parametrize("name", systems([*PRESETS]))
def test_the_cases_of_the_datc_under_each_movement_system(name: str) -> None:
    """All under the newest; some of convoys under the others; `python -m research.law` takes the library.

    What the choices of the others change is tested choice by choice below.
    """
    newest = name == "2023"
    checked = [check(table) for table in phases("datc-6.*" if newest else "datc-6.[FG].1*", PRESETS[name])]
    assert len(checked) > (140 if newest else 15)


def test_random_turns_under_random_choices() -> None:
    for table in islice(law.turns_drawn(7), 40):
        check(table)


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if not not_covered(rules)])
def test_what_becomes_of_paradoxical_turns_is_the_only_answer_set(name: str) -> None:
    """`python -m research.law --settled 5000` compares more."""
    for table in islice(law.paradoxical_turns(3, PRESETS[name]), 25):
        assert law.outcomes(table) == law.settled(table), facts_of(table)


RARE_TURNS = (
    # the circle has no resolution where orders against own units are void (research/theory.md)
    (
        "FRANCE: A BUR - PAR, A MUN - BUR, A RUH S A MUN - BUR\nITALY: A PAR - GAS\n"
        "ENGLAND: A GAS - BUR, A MAR S A GAS - BUR",
        PRESETS["czech1962"],
    ),
    # the army has no path to where another one leaves
    (
        "ENGLAND: F ENG C A BRE - LON, A BRE - LON, A LON - YOR\nFRANCE: F MAO - ENG, F IRI S F MAO - ENG",
        PRESETS["2023"],
    ),
    # the army would arrive if its convoy stands, and must not
    (
        "ENGLAND: F LON S F WAL - ENG, F WAL - ENG\nFRANCE: A BRE - LON, F ENG C A BRE - LON, F NTH S A BRE - LON",
        PRESETS["2023"].with_options(paradox_backup="all-hold"),
    ),
    # the army arrives by convoy or over land, whatever becomes of the paradox
    (
        "ENGLAND: F ENG C A WAL - LON, A WAL - LON, A YOR S A WAL - LON\nFRANCE: F LON S F BRE - ENG, F BRE - ENG",
        PRESETS["1982"].with_options(adjacent_convoy="own-intent-with-fallback", paradox_backup="all-hold"),
    ),
)
UNRESOLVED = PRESETS["2023"].with_options(paradox_backup="unresolved")
TELLING_TURNS = {PRESETS["2023"]: (0,), PRESETS["dptg"]: (11, 31), PRESETS["czech1962"]: (8, 11), UNRESOLVED: (4, 43)}
"""Paradoxical turns, by their numbers in the order drawn, that together with the rare ones show all clauses but one."""

RARE = {"same(U) :- cycle(U), not true_down(U), not true_up(U)."}
"""Clauses that show on no turn drawn here."""


@pytest.mark.slow
def test_a_clause_of_the_settlement_removed_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some paradoxical turn then has another answer set, several or none."""
    tables = [laid(text, rules) for text, rules in RARE_TURNS]
    for rules, telling in TELLING_TURNS.items():
        drawn = [*islice(law.paradoxical_turns(5, rules), telling[-1] + 1)]
        tables += [drawn[number] for number in telling]
    program = {table.rules: law_program.law_program(table.rules, rings=True) for table in tables}
    right = [law.settled(table) for table in tables]
    assert all(law.outcomes(table) == only for table, only in zip(tables, right, strict=True))
    shows: set[str] = set()
    for clause in {*SETTLING} - RARE:
        less = "\n".join(one for one in SETTLING if one != clause)
        monkeypatch.setattr(law_program, "_settlement", partial(str, less))
        law_program.law_program.cache_clear()
        changed = {rules for rules in program if law_program.law_program(rules, rings=True) != program[rules]}
        compared = zip(tables, right, strict=True)
        if any(law.outcomes(table) != only for table, only in compared if table.rules in changed):
            shows.add(clause)
    law_program.law_program.cache_clear()
    assert shows == {*SETTLING} - RARE


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: f"{clause.paragraph} {clause.text[:40]}")
def test_a_clause_removed_shows(clause: Clause) -> None:
    """The case that stands behind a clause has other resolutions without it; so no clause is redundant."""
    less = "\n".join(one.text for one in clauses() if one != clause)
    noticed = False
    for table in phases(clause.case, clause.rules):
        check(table)
        noticed = noticed or answer_sets(facts_of(table), less) != resolutions(table)
    assert noticed


TELLING = {
    "multi_route_disruption": "6.F.9 6.F.10",
    "paradox_exception": "6.F.14 6.F.18 6.F.19",
    "adjacent_convoy": "6.G.3 6.G.4 6.G.8 6.G.11 6.G.20 datc-4.A.3-exchange",
    "convoyed_attack_from": "6.F.14",
    "cut_by_own_target": "6.D.15 6.G.13",
    "convoy_path": "6.B.18 separating-F.12",
    "dislodged_effect": "6.G.10",
    "civil_disorder_support": "separating-D.13",
    "illegal_orders": "6.D.28",
    "support_of_convoying_fleet": "6.D.27",
    "exchange_by_convoy": "6.C.6",
    "attack_on_own": "6.D.10",
}
"""Cases whose resolutions differ under any two choices of an option; if it is not listed, those of its clauses."""


def telling(name: str) -> set[str]:
    return {*TELLING.get(name, "").split()} or {one.case for one in CLAUSES if f"option({name}," in one.text}


@pytest.mark.parametrize("name", LAW)
def test_each_choice_changes_an_answer_and_the_law_has_it(name: str) -> None:
    found: dict[str, list[law.Sets]] = {}
    for choice in option(name).choices:
        rules = rulebook(**{name: choice})
        tables = [table for case in sorted(telling(name)) for table in phases(case, rules)]
        found[choice] = [answer_sets(facts_of(table)) for table in tables]
        assert found[choice] == [resolutions(table) for table in tables]
    assert all(found[one] != found[two] for one, two in combinations(found, 2))


def test_the_law_asks_about_every_option_that_affects_outcomes() -> None:
    named = [found for one in CLAUSES for found in re.findall(r"option\((\w+),\(?([\w;]+)", one.text)]
    missing = {*LAW} - {name for name, _ in named}
    assert not missing, f"solver/law/law.lp: no clause with {', '.join(f'option({name},…)' for name in missing)}"
    assert {name for name, _ in named} <= {*LAW}
    for name, words in named:
        assert {word.replace("_", "-") for word in words.split(";")} <= {*option(name).choices}, name


@pytest.mark.parametrize("choice", ["swap-only", "via-or-own-fleet-with-fallback", "own-intent-with-fallback"])
def test_no_exchange_by_a_convoy_that_may_fall_back(choice: str) -> None:
    """The Czech edition of 1962, rule 12c, with a choice for 4.A.3 that no rulebook joins to it; 6.C.6 next door."""
    table = laid(
        "GERMANY: A DEN - SWE, F SKA C A DEN - SWE\nRUSSIA: F SWE - DEN",
        exchange_by_convoy="never",
        adjacent_convoy=choice,
    )
    check(table)
    assert resolutions(table) == {frozenset({"SKA"})}


def test_the_documented_command_finds_both_resolutions(tmp_path: Path) -> None:
    """6.F.14: either the convoy stands, or the attack on it succeeds."""
    written = CliRunner().invoke(main, ["resolutions", "--equations", "asp", "6.F.14"])
    assert written.exit_code == 0
    (tmp_path / "turn.lp").write_text(written.output, encoding="utf-8")
    program = ROOT / "solver" / "law" / "law.lp"
    command = [sys.executable, "-m", "clingo", "--warn=none", program, tmp_path / "turn.lp", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    printed = ended.stdout
    assert ended.stderr == ""
    named = (re.findall(r'succeeds\("(\w+)"\)', line) for line in printed.splitlines())
    found = {frozenset(names) for names in named if names}
    assert found == {frozenset({"ENG"}), frozenset({"LON", "WAL"})}
    assert "SATISFIABLE" in printed
    assert re.search(r"Models\s+: 2\n", printed)


def test_rules_of_ones_own_are_refused() -> None:
    own = rulebook().with_rule("never cut", cut=lambda cut: False)
    with pytest.raises(EquationError, match=r"solver/law/law\.lp knows no house rules"):
        read("6.F.14").equations(own).text("asp")


def test_names_are_quoted() -> None:
    r"""In clingo, \ and " in a string are escaped, and a comment ends with the line."""
    table = laid("FRANCE: A PAR - BUR")
    table.units = tuple(replace(unit, power=EVIL) for unit in table.units)
    table.orders = tuple(replace(order, power=EVIL) for order in table.orders)
    assert len(facts_of(table).splitlines()) == len(facts_of(laid("FRANCE: A PAR - BUR")).splitlines())
    assert answer_sets(facts_of(table)) == {frozenset({"PAR"})}


# -- the page of definitions -------------------------------------------------------------------------------------------


def test_the_page_has_every_clause_function_and_paragraph() -> None:
    """As it is kept: `python -m tools.pages.generate` makes it anew."""
    page = (DOCS / "generated" / "definitions.md").read_text(encoding="utf-8")
    for clause in CLAUSES:
        line = f"| `{clause.text.replace('|', chr(92) + '|')}` | {clause.case}"
        assert line in page, "docs/generated/definitions.md: run python -m tools.pages.generate"
    assert all(f"`{name}`" in page for name in law.functions())
    for number in range(1, 9):
        heading = re.search(rf"^## 5\.B\.{number} .*\n\nequations\.py: `", page, re.MULTILINE)
        assert heading, number
    assert "## 5.B.9 " in page


def test_paragraphs_of_functions_without_a_clause_are_none() -> None:
    stated = {clause.paragraph for clause in CLAUSES}
    assert {paragraph for named in law.functions().values() for paragraph in named} <= stated


def test_every_paragraph_of_the_equations_is_defined_in_coq() -> None:
    """The proofs are about the same equations, paragraph by paragraph (5.B.9 decides, it states nothing)."""
    assert {f"5.B.{number}" for number in range(1, 9)} <= {*law.defined_in_coq()}
