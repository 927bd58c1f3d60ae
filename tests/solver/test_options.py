"""Every option of the rulebooks acts: for each a position in which its choices differ (DATC 3.0, chapter 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import standoff.solver
from standoff import read
from standoff.map import PhaseType, Unit
from standoff.random_turns import questions
from standoff.solver import (
    OPTIONS,
    PRESETS,
    Order,
    RulebookError,
    UnitName,
    adjudicate,
    legal_by_place,
    option,
    rulebook,
    units_named,
)
from standoff.solver.rules.options import Choices
from standoff.solver.rules.presets import OLDER_DATC
from standoff.solver.rules.rulebook import preferences
from tests.helpers.turns import library_cases

# option: the position, the unit whose result is asked for, and what each choice makes of it; the others have cases
TURNS: dict[str, tuple[str, str, dict[str, str]]] = {
    "paradox_exception": (  # DATC 6.F.20
        "FRANCE\n A TUN - NAP\n F TYS C A TUN - NAP\nITALY\n F NAP S F ION\n F ION C A TUN - NAP\n"
        "TURKEY\n F AEG S F EAS - ION\n F EAS - ION\n",
        "NAP",
        {"none": "cut", "attack-on-own-convoy": "cut", "any-action": "supports", "attack-on-necessary": "cut"},
    ),
    "paradox_backup": (  # DATC 6.F.14
        "ENGLAND\n F LON S F WAL - ENG\n F WAL - ENG\nFRANCE\n A BRE - LON\n F ENG C A BRE - LON\n",
        "WAL",
        {"szykman": "moves", "all-hold": "bounces", "unresolved": "unresolved", "consistent-or-hold": "moves"},
    ),
    "adjacent_convoy": (  # DATC 6.G.1
        "ENGLAND\n A NWY - SWE\n F SKA C A NWY - SWE\nRUSSIA\n A SWE - NWY\n",
        "NWY",
        {
            "via-or-own-fleet": "moves",
            "via-or-own-fleet-with-fallback": "moves",
            "swap-only": "moves",
            "own-intent": "moves",
            "own-intent-or-exchange": "moves",
            "own-intent-with-fallback": "moves",
            "explicit": "bounces",
            "explicit-with-fallback": "bounces",
            "route-ordered": "moves",
            "exchange": "moves",
        },
    ),
    "cut_by_own_target": (  # DATC 6.G.13
        "AUSTRIA\n F ADR C A TRI - VEN\n A TRI - VEN VIA\nITALY\n A VEN S F ALB - TRI\n F ALB - TRI\n",
        "VEN",
        {"not-cut": "supports", "cut-by-convoy": "cut", "cut": "cut"},
    ),
    "support_of_convoying_fleet": (
        "ENGLAND\n A LON - BEL\n F NTH C A LON - BEL\n F YOR S F NTH\n",
        "YOR",
        {"allowed": "supports", "void": "void"},
    ),
    "exchange_by_convoy": (
        "ENGLAND\n A LON - BEL\n F NTH C A LON - BEL\nFRANCE\n A BEL - LON\n F ENG C A BEL - LON\n",
        "LON",
        {"allowed": "moves", "never": "bounces"},
    ),
    "build_coast": (
        "PHASE adjustment\nRUSSIA\n F STP B\nCENTERS\n Russia: STP\n",
        "STP",
        {"required": "illegal", "default-coast": "builds"},
    ),
    "multiple_builds_one_province": (
        "PHASE adjustment\nRUSSIA\n A SEV B\n F SEV B\nCENTERS\n Russia: SEV, MOS\n",
        "SEV",
        {"first": "builds", "last": "illegal", "none": "illegal"},
    ),
    "too_many_disbands": (
        "PHASE adjustment\nRUSSIA\n A FIN D\n A UKR D\nCENTERS\n Russia: MOS\nUNITS\n Russia: A FIN, A UKR\n",
        "FIN",
        {"first": "disbands", "last": "surplus", "civil-disorder": "surplus"},
    ),
}  # fmt: skip
ELSEWHERE = {
    "civil_disorder_distance": "solver/test_options.py",
    **dict.fromkeys(
        ("order_sets", "unordered_sets", "implicit_orders", "perpetual_orders", "proxy_orders"),
        "text/test_notation_sets.py",
    ),
    "poorly_written": "text/test_notation.py",
}
"""The options that another test tries, and the file that it is in."""


@pytest.mark.parametrize("name", TURNS)
def test_each_choice_has_its_effect(name: str) -> None:
    text, place, outcomes = TURNS[name]
    assert set(outcomes) == set(option(name).choices)
    turn = read(text)
    for choice, expected in outcomes.items():
        result = turn.adjudicate(rulebook(**{name: choice}))
        orders = [r for r in result if getattr(getattr(r.order, "unit", None), "province", "") == place]
        assert str(orders[0].outcome) == expected, choice


@pytest.mark.parametrize(
    ("name", "text", "outcome"),
    [
        ("missing_unit_type", "FRANCE\n GAS - SPA\n A GAS - BRE\nUNITS\n France: A GAS\n", "moves"),
        (
            "wrong_unit_type",
            "PHASE retreat\nFRANCE\n F BUR - PAR\n A BUR - GAS\nRETREATING\n France: A BUR from MUN\n",
            "retreats",
        ),
    ],
)
def test_a_better_named_order_displaces_a_doubtful_one(name: str, text: str, outcome: str) -> None:
    """DATC 4.C.1, 4.C.2: the third choice, in a movement phase and in a retreat phase."""
    for choice, outcomes in (("valid", [outcome, "illegal"]), ("valid-unless-other", ["illegal", outcome])):
        assert [str(r.outcome) for r in read(text).adjudicate(rulebook(**{name: choice}))] == outcomes


@pytest.mark.parametrize(
    ("centers", "units", "choice", "gone"),
    [
        # owned centers: Warsaw keeps the army in Silesia near, Tuscany is far from it
        ("WAR", "A SIL, A TUS", "owned-centers", "A TUS"),
        # home centers: Italy's own are near Tuscany
        ("WAR", "A SIL, A TUS", "home-centers", "A SIL"),
        ("WAR", "A SIL, A TUS", "home-centers-convoys", "A SIL"),
        ("WAR", "A SIL, A TUS", "home-country", "A SIL"),
        # an army in Tunis is two steps from Naples over the sea, or one by convoy; Bohemia two from Venice over land
        ("VEN", "A BOH, A TUN", "home-centers", "A BOH"),  # equal distance: the alphabet
        ("VEN", "A BOH, A TUN", "home-centers-convoys", "A BOH"),  # now Tunis is nearer
        # a convoy of any length is one move (rulebook 1982, XIV.4); Belgium: five steps over land and sea, or one
        ("VEN", "A BEL, A BOH", "home-centers", "A BEL"),
        ("VEN", "A BEL, A BOH", "home-centers-convoys", "A BOH"),
    ],
)
def test_removals_by_every_measure(centers: str, units: str, choice: str, gone: str) -> None:
    """DATC 4.D.8 and 6.J.11."""
    turn = read(f"PHASE adjustment\nUNITS\n Italy: {units}\nCENTERS\n Italy: {centers}\n")
    result = turn.adjudicate(rulebook(civil_disorder_distance=choice))
    assert [str(r.order) for r in result] == [f"{gone} D"]


@pytest.mark.parametrize(
    ("order", "adjacent", "path", "outcomes"),
    [
        # by convoy it must name the seas; the illegal order is no move, and the convoy is for none
        ("A YOR - EDI VIA", "via-or-own-fleet", "required", ["illegal", "void"]),
        ("A YOR - EDI VIA", "explicit", "required", ["illegal", "void"]),
        ("A YOR - NTH - EDI VIA", "via-or-own-fleet", "required", ["moves", "convoys"]),
        ("A YOR - NTH - EDI", "via-or-own-fleet", "required", ["moves", "convoys"]),
        # over land it needs none, and no fleet of its own makes it sail
        ("A YOR - EDI", "via-or-own-fleet", "required", ["moves", "void"]),
        ("A YOR - EDI VIA", "explicit-with-fallback", "required", ["moves", "void"]),
        ("A YOR - EDI VIA", "via-or-own-fleet", "allowed", ["moves", "convoys"]),
        # whoever names the seas goes that way, and not over land
        ("A YOR - NTH - EDI", "explicit", "allowed", ["moves", "convoys"]),
        ("A YOR - NTH - EDI", "explicit", "ignored", ["moves", "void"]),
    ],
)
def test_an_army_to_a_neighboring_province_names_its_seas_as_any_other(
    order: str, adjacent: str, path: str, outcomes: list[str]
) -> None:
    """DATC 4.A.6."""
    rules = rulebook(convoy_path=path, adjacent_convoy=adjacent)
    turn = read(f"ENGLAND\n {order}\n F NTH C A YOR - EDI\n")
    assert [str(result.outcome) for result in turn.adjudicate(rules)] == outcomes


def test_no_exchange_by_convoy_without_the_seas_where_they_must_be_named() -> None:
    """DATC 4.A.6 and 4.A.3: under 1971 the fleet would make the army swap places."""
    turn = read("ENGLAND\n A YOR - EDI\nFRANCE\n F NTH C A YOR - EDI\n A EDI - YOR\n")
    for path, outcomes in (("required", ["bounces", "void", "bounces"]), ("allowed", ["moves", "convoys", "moves"])):
        rules = rulebook("1971", convoy_path=path)
        assert [str(result.outcome) for result in turn.adjudicate(rules)] == outcomes


@pytest.mark.parametrize(
    ("orders", "dislodged"),
    [
        (["A PAR - BUR", "A PAR - PIC"], False),  # both possible: it holds, and can be supported (4.D.3)
        (["A PAR - BUR", "A PAR - MOS", "A PAR - PIC"], False),
        (["A PAR - MOS"], True),
        (["A PAR - MOS", "A PAR S A MOS"], True),
        (["A PAR S A MOS", "A PAR - MOS"], True),  # whichever comes first
        (["A PAR S A MOS"], False),
        (["A PAR - MOS", "A PAR H"], False),
    ],
)
def test_only_a_unit_with_an_impossible_move_alone_cannot_be_supported(orders: list[str], dislodged: bool) -> None:
    """DATC 4.D.3, 4.E.1."""
    lines = "\n ".join(["A GAS S A PAR", *orders])
    turn = read(f"FRANCE\n {lines}\nGERMANY\n A BUR S A BRE - PAR\n A BRE - PAR\n")
    result = turn.adjudicate(rulebook(multiple_orders="illegal", illegal_orders="cannot-be-supported"))
    assert ("A PAR" in {str(one.unit) for one in result.after.dislodged}) == dislodged


@pytest.mark.parametrize(
    ("via", "choice", "outcome"),
    [
        ("", "own-intent", "no convoy"),
        ("", "own-intent-with-fallback", "moves"),
        (" VIA", "own-intent-with-fallback", "no convoy"),
        ("", "via-or-own-fleet-with-fallback", "moves"),
        (" VIA", "via-or-own-fleet-with-fallback", "moves"),
        ("", "explicit", "moves"),
    ],
)
def test_an_army_falls_back_to_the_land_when_its_convoy_is_disrupted(via: str, choice: str, outcome: str) -> None:
    """DATC 2, 4.A.3: the intent shown by a fleet of the same power binds only as long as the convoy holds."""
    text = f"ENGLAND\n A NWY - SWE{via}\n F SKA C A NWY - SWE\nGERMANY\n F DEN - SKA\n F NTH S F DEN - SKA\n"
    assert str(read(text).adjudicate(rulebook(adjacent_convoy=choice))["NWY"].outcome) == outcome


def test_no_choice_is_without_a_test() -> None:
    """In the table above, in another file, or in a case that expects something else under it."""
    blocks = [under for case in library_cases() for phase in case.phases for under in phase.under]
    in_cases = {choice for block in (*blocks, *library_cases()) for choice in block.options.items()}
    for name, one in OPTIONS.items():
        others = {(name, choice) for choice in one.choices if choice != rulebook()[name]}
        hint = f"{name}: add cases for {others} to cases/library, or a row to TURNS in tests/solver/test_options.py"
        assert name in {*TURNS, *ELSEWHERE} or others <= in_cases, hint
    tests = Path(__file__).parent.parent
    for name, file in ELSEWHERE.items():
        assert f"{name}=" in (tests / file).read_text(encoding="utf-8"), name


def test_every_option_is_used() -> None:
    """By its field of `Choices` in the law, or by its name elsewhere."""
    solver = Path(standoff.solver.__file__).parent
    law, others = (
        "".join(file.read_text(encoding="utf-8") for folder in folders for file in (solver / folder).glob("*.py"))
        for folders in (["law", "plain", "arrays"], ["law", "orders", "phases", "plain"])
    )
    for name in OPTIONS:
        if name in Choices._fields:
            assert f".{name}" in law, f"{name}: no rules.{name} in solver/law"
        else:
            assert f'"{name}"' in others, (
                f"{name}: not used; give it a field in Choices (solver/rules/options.py) and ask for rules.{name} in "
                f'solver/law, or ask for rules["{name}"] in solver/orders or solver/phases'
            )


def test_presets_differ_from_each_other() -> None:
    choices = {name: tuple(sorted(rules.items())) for name, rules in PRESETS.items()}
    newest = choices.pop("2025EE")
    assert len(set(choices.values())) == len(choices)
    # 2025EE says in words what DATC 3.2 prefers where the book of 2023 is silent; 3.0 preferred otherwise
    assert newest == choices["2023-book"]
    assert preferences("3.0", "2025EE")["multiple_orders"] == "first"
    assert preferences("3.0", "2023-book")["multiple_orders"] == "illegal"


def test_an_older_datc_prefers_what_it_preferred() -> None:
    now, then = preferences(), preferences("3.0")
    assert {name: (then[name], now[name]) for name in now if then[name] != now[name]} == {
        "multiple_orders": ("illegal", "first"),  # 4.D.3
        "missing_build_type": ("by-province", "inland-army"),  # 4.C.3
    }
    assert preferences("3.0", "1982")["adjacent_convoy"] == "own-intent"
    assert preferences("2")["adjacent_convoy"] == "via-or-own-fleet-with-fallback"
    with pytest.raises(RulebookError, match=r"no version '3\.1' of the DATC.*known: 3\.2, 3\.0, 2"):
        preferences("3.1")


def test_older_versions_name_known_options_and_choices() -> None:
    for older in OLDER_DATC.values():
        for name in older.issues:
            option(name)
        for changes in (older.preferences, *older.presets.values()):
            rulebook("2023", **changes)
        assert set(older.presets) <= set(PRESETS)
    for rules in PRESETS.values():
        for name, choice in rules.items():
            assert choice in option(name).choices


def test_unknown_names_are_refused_with_the_nearest() -> None:
    with pytest.raises(RulebookError, match="did you mean 1982"):
        rulebook("1983")
    with pytest.raises(RulebookError, match="did you mean waiving"):
        rulebook(waving="allowed")
    with pytest.raises(RulebookError, match="choices: allowed, not-allowed"):
        rulebook(waiving="perhaps")


def in_full(order: Order, units: Mapping[str, Unit]) -> Order:
    """Return a legal order with everything written that can be: types, coasts, powers."""
    parts = {
        part: UnitName(units[name.province].location, units[name.province].type, units[name.province].power)
        for part, name in units_named(order).items()
        if part != "unit"
    }
    return replace(order, **parts)


@pytest.mark.parametrize("name", [name for name, kind in OPTIONS.items() if kind.concerns != "outcomes"])
def test_an_option_that_does_not_concern_outcomes_changes_none(name: str) -> None:
    """Every unit has one legal order, written out in full: then only the options that say so make a difference."""
    chance = Random(name)
    for question in islice(questions(11), 40):
        position = question.position
        if position.phase_type is not PhaseType.MOVEMENT or position.civil_disorder:
            continue
        units = {unit.province: unit for unit in position.units}
        legal = legal_by_place(position, rules=rulebook(support_coast="always-required", omitted_coast_one="fails"))
        orders = [in_full(chance.choice(of_unit), units) for of_unit in legal.values()]
        outcomes = {
            tuple(result.success for result in adjudicate(position, orders, rules=rulebook(**{name: choice})))
            for choice in option(name).choices
        }
        assert len(outcomes) == 1
