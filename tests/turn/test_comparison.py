"""Rulebooks side by side: whose outcome is compared with whose, and how each was settled."""

from __future__ import annotations

import json

from standoff import Comparison, Position, Turn, read
from standoff.solver.studies.comparison import SharedOutcome
from tests.helpers.command import run
from tests.helpers.turns import drawn


def under(comparison: Comparison, choice: str) -> SharedOutcome:
    """Return the outcome that a rulebook or a choice leads to."""
    (outcome,) = [one for one in comparison if choice in (*one.rulebooks, *one.choices)]
    return outcome


def orders_of(outcome: SharedOutcome) -> list[tuple[str, str]]:
    """Return the orders that differ: under the first rulebook, and what stands in their place."""
    sides = ((change.before, change.after) for change in outcome.changes)
    return [(str(before and before.order), str(after and after.order)) for before, after in sides]


def test_units_are_compared_with_themselves() -> None:
    """DATC 4.E.2: where orders are implied, Burgundy moves. Paris, which stands before it in the list, has no order."""
    turn = read("FRANCE: A MAR S A BUR - GAS", position="standard S1901M FRANCE:APAR,ABUR,AMAR")
    comparison = turn.compare()
    outcome = under(comparison, "implicit_orders=allowed")
    assert orders_of(outcome) == [
        ("A MAR S A BUR - GAS", "A MAR S A BUR - GAS"),
        ("A BUR H", "A BUR - GAS"),
    ]
    assert "\n  A BUR - GAS (moves) instead of A BUR H (holds)\n" in str(comparison)
    assert "PAR" not in str(comparison)
    entry = comparison.to_dict(language="cs")["verdicts"][1]["changes"][1]
    assert (entry["order"], entry["from"]["outcome"], entry["to"]["order"], entry["to"]["outcome"]) == (
        *("A BUR H", "holds"),
        *("A BUR - GAS", "moves"),
    )
    columns, rows = comparison.table()
    assert columns[2] == "implicit_orders=allowed"
    assert [row for row in rows if row[0] in ("A PAR H", "A BUR H")] == [
        ["A PAR H", "holds", "holds"],
        ["A BUR H", "holds", "A BUR - GAS (moves)"],
    ]


def test_in_winter_it_is_said_which_unit_is_removed() -> None:
    """DATC 4.D.8: Munich and Venice are both two moves from a home center, but Munich is next to the country."""
    turn = Turn(Position.parse("standard W1901A FRANCE:AMUN,AVEN FRANCE:SPA"))
    comparison = turn.compare("2023", civil_disorder_distance="home-centers")
    assert not comparison.agree
    assert orders_of(under(comparison, "civil_disorder_distance=home-country")) == [("A MUN D", "A VEN D")]
    assert "\n  A VEN D (disbands) instead of A MUN D (disbands)\n" in str(comparison)


def test_what_only_one_rulebook_has_stands_against_nothing() -> None:
    """DATC 4.C.2, 6.J.1: where the wrong letter makes the order illegal, the unit that is farthest from home goes."""
    turn = read("FRANCE: F MAR D", position="standard W1901A FRANCE:AMAR,ABER FRANCE:PAR")
    comparison = turn.compare()
    assert orders_of(under(comparison, "wrong_unit_type=invalid")) == [("F MAR D", "F MAR D"), ("None", "A BER D")]
    assert "\n  A BER D (disbands) instead of nothing\n" in str(comparison)
    _, rows = comparison.table()
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        ("F MAR D", "disbands", "illegal"),
        ("A BER D", "nothing", "disbands"),
    ]


def test_a_paradox_that_some_rulebooks_do_not_have_is_said() -> None:
    """DATC 6.F.14: under 2023 the Szykman rule settles two resolutions (4.A.2); under 1982 there
    is but one, as an army's convoyed attack does not cut a support against its own convoy. The rule of the DPTG
    settles the two as the Szykman rule does (DATC 2.4, 6.F.14)."""
    comparison = read("6.F.14").compare()
    first = under(comparison, "2023")
    assert {"2023", "1982"} <= {*first.rulebooks}
    ways = {name: way for way in first.settled for name in way.rulebooks}
    assert {*ways} == {*first.rulebooks}
    assert [(len(one.resolutions), one.settled_by) for one in ways["2023"].paradoxes] == [(2, "szykman")]
    assert ways["1982"].paradoxes == ()
    printed = json.loads(run("compare", "--json", "6.F.14").output)["verdicts"][0]["settled"]
    said = [
        (name, [(one["settled_by"], len(one["resolutions"])) for one in way["paradoxes"]])
        for way in printed
        for name in ("2023", "1982", "dptg")
        if name in way["rulebooks"]
    ]
    assert said == [("2023", [("szykman", 2)]), ("1982", []), ("dptg", [("consistent-or-hold", 2)])]
    assert len(printed) == 3


def test_a_choice_that_settles_the_same_outcome_in_another_way_is_said() -> None:
    """DATC 6.F.14 under 2023: with the exception of 1982 there is one resolution, and the same units move."""
    first = under(read("6.F.14").compare(), "2023")
    assert first.choices == ()
    assert "paradox_exception=any-action" in {choice for way in first.settled for choice in way.choices}


def test_random_turns_are_compared_unit_by_unit() -> None:
    """Whatever differs is in the changes, once; an order stands against itself, or its unit had another order."""
    differing = 0
    for turn in drawn(10):
        first, *others = turn.compare()
        for outcome in others:
            for one, two in ((change.before, change.after) for change in outcome.changes):
                assert one != two
                if one is not None and two is not None:
                    assert one.order.power == two.order.power
                    differing += 1
            told = [str(each) for each in outcome.result]
            changed = [change.after for change in outcome.changes]
            same = [each for each in outcome.result if each not in changed]
            assert len(told) == len(same) + len([one for one in changed if one is not None])
            assert {str(each.order) for each in same} <= {str(each.order) for each in first.result}
    assert differing > 5
