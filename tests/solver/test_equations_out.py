"""The equations of a turn, written out: another solver finds in them the resolutions that standoff finds."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from click.testing import CliRunner

from standoff import read, rulebook
from standoff.cases.course import play_case
from standoff.cases.run import given_orders
from standoff.commands.cli import main
from standoff.map import PhaseType
from standoff.solver import PRESETS, EquationError, Rulebook, all_resolutions
from standoff.solver.plain.house_table import table_of
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.studies.equation_export import FORMATS, Equations, equations_of
from tests.helpers.turns import library_cases

pytest.importorskip("pysat")


def models(dimacs: str) -> set[frozenset[int]]:
    """Return the models of a text in DIMACS, each as the variables that are true."""
    from pysat.formula import CNF
    from pysat.solvers import Minisat22

    variables = range(1, int(dimacs.split("p cnf ")[1].split(maxsplit=1)[0]) + 1)
    found: set[frozenset[int]] = set()
    with Minisat22(bootstrap_with=CNF(from_string=dimacs).clauses) as solver:
        while solver.solve():
            model = frozenset(variables) & frozenset(solver.get_model())
            found.add(model)
            if not variables:
                break
            solver.add_clause([-number if number in model else number for number in variables])
    return found


def resolutions(table: OrderTable) -> set[frozenset[int]]:
    """Return the resolutions that python-constraint finds, in the numbers of the equations."""
    units = [unit for unit in range(len(table.units)) if table.live >> unit & 1]
    return {
        frozenset(number for number, unit in enumerate(units, 1) if resolution >> unit & 1)
        for resolution in all_resolutions(table)
    }


def check(table: OrderTable) -> None:
    assert models(equations_of(table).text("dimacs")) == resolutions(table), [*map(str, table.orders)]


def check_library(pattern: str, rules: Rulebook) -> int:
    """Check the movement phases of the cases; return how many there are."""
    checked = 0
    for case in library_cases(pattern):
        for phase, result, _ in play_case(case, rules):
            if phase.type is PhaseType.MOVEMENT:
                check(table_of(case.board, result.before, given_orders(result), rules))
                checked += 1
    return checked


@pytest.mark.parametrize("name", PRESETS)
def test_the_library_in_dimacs_has_the_resolutions_of_the_turn(name: str) -> None:
    assert check_library("datc-6.*", PRESETS[name]) > 150


def test_a_move_whose_battle_at_sea_hangs_on_itself() -> None:
    """4.A.4, Brannan's rule: the fleet of Edinburgh and the army meet in the North Sea, two against two."""
    turn = read(
        "ENGLAND: F NTH C A NWY - EDI\nGERMANY: F EDI - NTH, F LON S F EDI - NTH\n"
        "RUSSIA: A NWY - EDI, F CLY S A NWY - EDI"
    )
    table = table_of(turn.board, turn.position, turn.orders, rulebook(convoyed_attack_from="last-fleet"))
    assert models(equations_of(table).text("dimacs")) == {frozenset((1, 3, 5))}


def test_brannans_rule_is_written_out_case_by_case() -> None:
    assert check_library("datc-6.G.*", rulebook("2023", convoyed_attack_from="last-fleet"))


def test_a_truth_table_says_what_the_cases_say() -> None:
    """6.F.14: the support of the attack on the fleet is cut just if that fleet convoys (5.B.2)."""
    support, attack, landing, convoy = read("6.F.14").equations("2023")
    assert [str(one.order) for one in (support, convoy)] == ["F LON S F WAL - ENG", "F ENG C A BRE - LON"]
    assert list(support.truth_table()) == [((False,), True), ((True,), False)]
    assert list(attack.truth_table()) == [((False,), False), ((True,), True)]
    assert list(landing.truth_table()) == [((), False)]
    assert (support.rests_on, attack.rests_on, convoy.rests_on) == ((4,), (1,), (2,))
    assert [one.paragraph for one in (support, attack, convoy)] == ["5.B.2", "5.B.1", "5.B.3"]


def test_rulebook_of_1971_spares_the_support() -> None:
    """1971 XII.5: the landing does not cut a support of the attack on its own fleet, so nothing is left open."""
    support = read("6.F.14").equations("1971")[0]
    assert support.rests_on == ()
    assert support.value(()) is True


def test_what_is_no_variable_is_named() -> None:
    equations = read("FRANCE: A PAR - LON, A MAR S A PAR - BUR, A BRE H, A PIC - BEL").equations()
    assert [str(one.order) for one in equations] == ["A PIC - BEL"]
    assert [(str(order), why) for order, why in equations.fixed_orders] == [
        ("A PAR - LON", "illegal"),
        ("A MAR S A PAR - BUR", "void"),
        ("A BRE H", "a hold"),
    ]


@pytest.mark.parametrize(
    ("form", "pattern"),
    [
        ("text", r"x3 +FRANCE: A BRE - LON\n +never succeeds"),
        ("dimacs", r"^c 3 FRANCE: A BRE - LON$"),
        ("asp", r'^move\("BRE","LON"\)\.  % FRANCE: A BRE - LON$'),
    ],
)
def test_orders_are_named_in_every_format(form: str, pattern: str) -> None:
    result = CliRunner().invoke(main, ["resolutions", "6.F.14", "--equations", form])
    assert result.exit_code == 0
    assert re.search(pattern, result.output, re.MULTILINE)
    assert result.output == read("6.F.14").equations().text(form)


EVIL = 'X")}.\n#script(python)\nimport os\n#end.\n% |\\ $ \\input{/etc/passwd} \u2028x'


def test_a_name_is_quoted_by_the_rules_of_each_format() -> None:
    """For answer set solvers `tests/research/test_law.py` has it read."""
    turn = read("FRANCE: A PAR - BUR")
    ordinary = equations_of(table_of(turn.board, turn.position, turn.orders))
    (one,) = ordinary
    made = Equations([replace(one, order=replace(one.order, power=EVIL))])
    made.table = ordinary.table
    for form in FORMATS:
        expected = len(ordinary.text(form).splitlines()) + 1  # "no variable: FRANCE: …"
        assert len(made.text(form).splitlines()) == expected, form


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(EquationError, match="no format 'cnf'; known: text, dimacs, asp"):
        read("6.F.14").equations().text("cnf")
    assert list(FORMATS) == ["text", "dimacs", "asp"]
