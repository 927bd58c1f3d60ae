"""Abstract turns, what is found among them, and expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.command import run

pytest.importorskip("numba")


from standoff import find, read, rulebook
from standoff.map import Position, StandoffError, load_board
from standoff.searches import deciding, finding
from standoff.searches.abstract import Pattern
from standoff.searches.ask import FindError
from standoff.searches.deciding import AbstractTurn, Adjudged, decide, on_its_board
from standoff.searches.expression import property_of
from standoff.searches.finding import placed
from standoff.searches.listing import parted, patterns, patterns_of
from standoff.searches.placing import shape_of
from standoff.searches.properties import Differ, having
from standoff.searches.reducing import having_and_minimal, needs_all_units
from standoff.solver import Support
from standoff.turn.turn import Turn
from standoff.work.workers import Stop


@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_abstract_turn_is_listed_twice_and_each_is_legal_on_its_own_board(count: int) -> None:
    every = [AbstractTurn(pattern, tuple(row)) for pattern in patterns(count) for row in parted(pattern).tolist()]
    assert len(set(every)) == len(every)
    for turn in every:
        laid = on_its_board(turn)
        assert shape_of(laid)[0] == turn
        assert all(order_result.outcome != "illegal" for order_result in Adjudged(laid).result_under(rulebook()))


def test_what_is_minimal_with_one_choice_of_the_fleets_at_sea_is_found() -> None:
    """The supported army goes "via convoy", and nobody convoys it; the fleet that makes that legal holds.

    Without that fleet the order is illegal (DATC 4.A.3), and the support void. Were the attacker a fleet at sea that
    could carry the army as well, the other could go.
    """
    turn = read("ENGLAND: F NTH H, A YOR - LON VIA, A WAL S A YOR - LON\nFRANCE: A LVP - WAL")
    wanted = property_of("order('support', outcome='cut') and not order('move', outcome='moves')")
    assert needs_all_units(wanted, turn)
    pattern = shape_of(turn)[0].pattern
    (decided,) = decide([(pattern, parted(pattern))])
    ((_, minimal),) = having_and_minimal((wanted,), decided)
    assert len(minimal) == 10  # four units in fifteen ways, less the five in which the support is of the attacker
    region = ("NTH", "LON", "YOR", "WAL", "LVP")
    one = placed(wanted, pattern, [abstract.sides for abstract in minimal], load_board(), region)
    assert one.turn is not None
    assert needs_all_units(wanted, one.turn)


def test_a_support_whose_move_is_left_out_is_no_support() -> None:
    """It is void, and void orders are in no abstract turn: so a supported move is a shape of its own.

    Two units: a supported hold, a supported move, and one "via convoy", supported by the fleet that makes it legal.
    """
    supported = [
        next(str(order) for order in one.turn.orders if not isinstance(order, Support))
        for one in find("order('support')", units=2)
        if one.turn is not None
    ]
    assert [(" - " in text, " VIA" in text) for text in supported] == [(False, False), (True, False), (True, True)]


def test_what_no_abstract_turn_has_is_refused_or_warned_of() -> None:
    """With illegal_orders=cannot-be-supported (DATC 4.E.1) it matters to others that an order is illegal."""
    with pytest.raises(FindError, match="illegal orders matter, and abstract turns have none: ask with --orders"):
        find("differ(2023, rules(2023, illegal_orders='cannot-be-supported'))", units=3)
    ended = run("find", "differ(2023, rules(2023, illegal_orders='cannot-be-supported'))", "--units", "2")
    assert ended.exit_code == 2
    assert "void orders to convoy" in find("differ(2023, 'czech1962')", units=1).summary()
    assert "not included: coasts, illegal or void orders" in find("paradox()", units=1).summary()
    assert "convoys that lack a fleet" in find("paradox()", units=1, complete_convoys=True).summary()


@pytest.mark.slow
def test_a_search_that_stops_after_the_first_does_not_say_that_it_saw_all() -> None:
    """Also where what stopped it was the last turn tried."""
    position = "standard S1901M ENGLAND:FENG,ALON;FRANCE:FBRE,FWAL"
    for finds in (
        find("paradox('convoy')", position=position, max_results=2),
        find("differ(1971, 1982)", units=3, max_results=1),
        find("paradox('circular movement')", sample=100, seed=3, max_results=1),
    ):
        assert not finds.complete
        assert finds.summary().startswith("Stopped after the first ")
        assert ": all " not in finds.summary()
    assert find("differ(1971, 1982)", units=3, max_results=50).complete


def test_an_exchange_of_two_units_of_one_power_is_a_difference() -> None:
    """Each unit is followed, one by one and in arrays: the board looks the same when two armies have changed places."""
    turn = read("ENGLAND: F NTH C A YOR - LON, A YOR - LON, A LON - YOR")
    wanted = property_of("differ(2023, 'webdiplomacy')")
    one, two = turn.adjudicate("2023").after, turn.adjudicate("webdiplomacy").after
    assert set(one.units) == set(two.units)
    assert wanted.holds(Adjudged(turn))
    assert find("differ(2023, 'webdiplomacy')", orders="ENGLAND: F NTH C A YOR - LON, A YOR - LON, A LON - YOR").matches


def test_supporters_of_a_landing_can_be_the_fleets_that_are_missing() -> None:
    """The support of either is legal, for the other could take its place (DATC 6.D.31); alone, neither is."""
    orders = ["F LYO C A MAR - TUN, A MAR - TUN, F WES S A MAR - TUN", "F TYS S A MAR - TUN"]
    turn = read("ENGLAND: " + ", ".join(orders))
    pattern = shape_of(turn)[0].pattern
    assert pattern == Pattern((0, 1, 3, 3), (1, 4, 1, 1), (0, 0, 0, 0))
    assert pattern in set(patterns(4))
    alone = read("ENGLAND: " + orders[0]).adjudicate()
    assert [str(one.outcome) for one in alone.phase_result][2] == "illegal"
    assert Pattern((0, 1, 3), (1, 3, 1), (0, 0, 0)) not in set(patterns(3))


@pytest.mark.parametrize("kinds", [(2, 2, 3, 3, 4), (0, 0, 1, 3)])
def test_parts_hold_each_pattern_once(kinds: tuple[int, ...]) -> None:
    whole = list(patterns_of(kinds))
    parts = [pattern for part in range(3) for pattern in patterns_of(kinds, part, 3)]
    assert parts == whole
    assert len(set(whole)) == len(whole)


def test_nothing_can_be_left_out_of_what_is_found() -> None:
    wanted = property_of("differ(1971, 1982) or paradox('circular movement')")
    for one in find(wanted, units=4, complete_convoys=True).placed:
        assert one.turn is not None
        position, orders = one.turn.position, one.turn.orders
        for left in range(len(orders)):
            fewer = tuple(order for n, order in enumerate(orders) if n != left)
            units = tuple(unit for n, unit in enumerate(position.units) if n != left)
            for standing in (position, Position(units)):
                assert not wanted.holds(Adjudged(Turn(standing, fewer)))


@pytest.mark.slow
def test_arrays_and_single_turns_agree_on_every_property() -> None:
    wanted = [
        property_of(text)
        for text in (
            "differ(1971, 1982)",
            "differ(1982, 2023, 'success')",
            "differ(2000, '1982-czech', 'retreats')",
            "paradox('convoy', rules=1971)",
            "resolutions(2, more=True)",
            "order('support', outcome='cut', by=order('move', convoyed=True))",
            "order('move', success=True, dislodges=order(name='x', dislodged=True), rules=1982)",
            "resolutions(0, rules=2000)",
            "paradox('other')",
            "not differ(1971, 1982) and (paradox() or resolutions(1))",
        )
    ]
    for decided in decide((pattern, parted(pattern)) for pattern in list(patterns(3))[::2]):
        alone = [Adjudged(decided.played.turn(number)) for number in range(len(decided.played))]
        for one in wanted:
            assert having(one, decided.played).tolist() == [one.holds(turn) for turn in alone], str(one)


@pytest.mark.slow
def test_the_supported_attack_is_cut_by_a_convoyed_army_that_it_dislodges() -> None:
    """Only where an attack by convoy from the province that the support acts on cuts it (DATC 4.A.4)."""
    text = (
        "order('support', outcome='cut', by=order('move', convoyed=True, name='army'), of=order('move', at='army'){})"
    )
    assert not len(find(text.format(""), units=4, complete_convoys=True))
    finds = find(
        text.format(", rules=rules(2023, cut_by_own_target='cut-by-convoy')"),
        units=4,
        complete_convoys=True,
        max_results=1,
    )
    assert [one.units for one in finds] == [4]


def test_a_search_that_is_ended_says_how_far_it_came() -> None:
    stop = Stop()
    part = find("differ(1971, 1982)", units=3, stop=stop, progress=lambda done, *_: done == 20 and stop.set())
    assert not part.complete
    assert part.summary().startswith("The search was not finished; searched so far: ")
    assert 0 < part.examined < find("differ(1971, 1982)", units=3).examined


def test_given_orders_end_after_the_first() -> None:
    """Army or fleet: each choice of types counts by itself."""
    orders = "AUSTRIA: F LON - ENG\nENGLAND: F WAL - ENG\nFRANCE: F BRE S F WAL - ENG"
    finds = find("order('move', success=True)", orders=orders, max_results=1)
    assert (len(finds), finds.complete) == (1, False)
    assert "choice of types" in finds.summary()


def test_a_python_predicate() -> None:
    finds = find(lambda turn: turn.adjudicate("2023").contested != frozenset(), units=2)
    assert [str(one) for one in finds.placed] == [str(finds[0])]
    assert finds[0].units == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("difer(1971, 1982)", "did you mean differ"),
        ("differ(1971, 1983)", "did you mean 1982"),
        ("differ(1971)", "takes 2 to 3 arguments, not 1"),
        ("differ(1971, 1982, 'sucess')", "expected position, success or retreats"),
        ("paradox(rule=1971)", "did you mean rules"),
        ("paradox('convoi')", "expected any, convoy"),
        ("resolutions(-1)", "expected a whole number, 0 or more, not -1"),
        ("resolutions('two')", "0 or more"),
        ("order('suport')", "expected hold, move, support, convoy"),
        ("order(outcome='cutt')", "expected bounces"),
        ("order(by='x')", "no order has that name"),
        ("order(name='x') and order('move', dislodges='x')", "names hold within one order(…), not across and, or, not"),
        ("paradox('convoy', kind='convoy')", "its kind is given twice"),
        ("differ(1971, ", "character 7"),
        ("rules(2023)", "a rulebook is not a property"),
        ("predicate('json')", "module:function"),
        ("predicate('json:dumpz')", "did you mean dump"),
        ("__import__('os')", "no property '__import__'"),
        ("differ(1971, 1982) + 1", "expected differ"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, words: str) -> None:
    with pytest.raises(StandoffError, match=re.escape(words)):
        property_of(text)


def test_an_expression_reads_back() -> None:
    for text in (
        "differ(1971, rules(1982, adjacent_convoy='explicit'), 'success')",
        "not (paradox() or paradox('other', rules='2023-book'))",
        "resolutions(3, more=True, rules=2000)",
        "resolutions(2)",
        "components(2)",
        "components(2, more=False)",
        "order('support', outcome='cut', by=order(convoyed=True, name='a'), of=order(dislodges='a'), rules=1971)",
    ):
        assert str(property_of(text)) == text
    assert isinstance(property_of("differ(1971, 1982)"), Differ)
    assert property_of("components(1, more=True)") == property_of("components(1)")


def test_the_command(tmp_path: Path) -> None:
    ended = run("find", "differ(1971, 1982)", "--units", "3", "--out", str(tmp_path / "out"))
    assert ended.exit_code == 0, ended.output
    assert "2 minimal shapes" in ended.output
    for file in sorted((tmp_path / "out").glob("*.txt")):
        checked = run("cases", "--file", str(file))
        assert checked.exit_code == 0, checked.output
    assert (tmp_path / "out" / "find-01.svg").read_text().startswith("<svg")
    nothing = run("find", "differ(2023, 'webdiplomacy')", "--units", "1")
    assert nothing.exit_code == 1
    assert "all 2 abstract turns" in nothing.output
    unquoted = run("find", "differ(2023, webdiplomacy)", "--units", "1")
    assert unquoted.exit_code == 2
    refused = run("find", "differ(2023, 'dptg')", "--units", "1")  # DATC 4.E.1, as DATC 2.4 quotes the DPTG
    assert refused.exit_code == 2
    assert "illegal orders matter" in refused.stderr
    for wrong in (["--units", "9"], [], ["--sample", "5", "--complete-convoys"], ["--units", "2", "--region", "XYZ"]):
        assert run("find", "paradox()", *wrong).exit_code == 2


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("2023", "rules(2023, support_coast='required')"),
        ("2023", "rules(2023, multiple_orders='last')"),
        ("2023", "rules(2023, retreat_to_convoyed_attacker='barred')"),
    ],
)
def test_rulebooks_that_differ_in_nothing_that_is_searched_give_nothing(one: str, two: str) -> None:
    """Coasts (DATC 4.B.4), several orders (4.D.3) and retreats (4.A.5) are in no abstract turn."""
    found = find(f"differ({one}, {two}) and paradox()", units=2)
    assert (len(found), found.examined) == (0, 0)
    assert "only, on which nothing that would be searched depends" in found.summary()
    with pytest.raises(FindError, match="only, on which nothing that would be searched depends"):
        find(f"not differ({one}, {two})", units=2)


def test_orders_that_are_void_are_found_as_far_as_they_are_searched() -> None:
    """A convoy is void whose army goes over land (DATC 4.A.3); no abstract turn has a support that nothing matches."""
    finds = find("order('convoy', outcome='void', rules=1982)", units=2)
    assert [one.shape.pattern.kinds for one in finds if one.shape is not None] == [(0, 1)]
    assert "Warning: of the orders void under 1982, only some were searched." in finds.summary()
    assert find("not order('support', outcome='void')", units=1).matches == find("not paradox()", units=1).matches
    assert find("order('move', outcome='void', rules='czech1962')", units=2).matches == 1  # its rule 12: own units


def test_orders_that_are_void_or_illegal_are_seen_as_written() -> None:
    """Whoever's order is illegal holds, but its order is no hold: the support of a hold from afar (DATC 6.D.1)."""
    position = "standard S1901M FRANCE:APAR,AMAR;GERMANY:AMUN"
    assert find("order('support', outcome='void')", position=position).matches > 0
    assert "not included: orders illegal under 2023" in find("order(outcome='illegal')", position=position).summary()
    orders = "FRANCE: A PAR S A MUN, A MAR H\nGERMANY: A MUN H"
    assert find("order('support', outcome='illegal')", orders=orders).matches > 0
    assert find("order('hold', outcome='illegal')", orders=orders).matches == 0


def test_what_names_no_rulebook_goes_by_the_one_that_is_chosen() -> None:
    named = find("paradox('circular movement', rules=1971)", units=3)
    assert find("paradox('circular movement')", rules="1971", units=3).matches == named.matches
    assert (
        find("paradox('circular movement')", units=3).matches != named.matches
    )  # DATC 4.A.3: when an army goes by sea
    assert run("find", "paradox('convoy')", "--rules", "1982", "--units", "1").exit_code == 1
    both = property_of("paradox() and order('move', outcome='moves')", rulebook("1982"))
    assert both.rulebooks == (rulebook("1982"),)
    assert property_of(str(both)) == both
    with pytest.raises(FindError, match="1982 would not be used"):
        find("differ(1971, 2023)", rules="1982", units=1)


def test_what_rules_of_ones_own_were_not_asked_is_said() -> None:
    """An army that holds counts for two: so does A BUR against A PAR - BUR, supported; abstract turns have fleets."""
    own = "differ(2023, rules(2023, hold_strength='docs.house_rule:armies_hold_for_two'))"
    nowhere = find(own, units=2).summary()
    assert "not included: coasts, illegal or void orders, armies that go over land" in nowhere
    assert "Warning: docs.house_rule:armies_hold_for_two was asked about each abstract turn" in nowhere
    orders = "FRANCE: A PAR - BUR, A MAR S A PAR - BUR\nGERMANY: A BUR H"
    assert find(own, orders=orders).matches > 0
    circles = "paradox('circular movement')", "--set", "circular_movement=docs.house_rule:circles_stand"
    assert "settled by docs.house_rule:circles_stand" in run("find", *circles, "--units", "3", "--jobs", "1").output


def test_code_is_compiled_before_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them would compile it by itself."""
    told: list[str] = []

    def over_blocks(*_: object, **__: object) -> Iterator[object]:
        told.append("processes")
        return (block for block in ())

    monkeypatch.setattr(deciding, "is_kept", lambda name: name != "_adjudicate" or "kept" in told)
    monkeypatch.setattr(deciding, "adjudicate_batch", lambda batch: told.append(f"{len(batch)} turn"))
    monkeypatch.setattr(finding, "over_blocks", over_blocks)
    for jobs in (2, 1):
        finding.find_each([property_of("resolutions(2)")], finding.Space(2), jobs=jobs)
    assert told == ["1 turn", "processes", "processes"]
    told[:] = ["kept"]
    finding.find_each([property_of("resolutions(2)")], finding.Space(2), jobs=2)
    assert told == ["kept", "processes"]
