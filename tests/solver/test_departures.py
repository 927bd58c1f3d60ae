"""Where rulebooks depart from their books: the table is complete as far as the DATC quotes what the books say."""

from __future__ import annotations

import pytest

from standoff import read, rulebook
from standoff.solver import OPTIONS, PRESETS
from standoff.solver.rules.departures import DEPARTURES
from tests.helpers.paths import DOCS

LITERAL: dict[str, dict[str, str]] = {
    "1971": {
        "multi_route_disruption": "any",  # XII.4, as DATC 4.A.1 quotes it
        "paradox_exception": "attack-on-own-convoy",  # XII.5; 4.A.2
        "retreat_to_convoyed_attacker": "barred",  # "taken literally", 4.A.5
        "dislodged_effect": "never",  # "the literal interpretation", 4.A.7
        "civil_disorder_distance": "home-centers-convoys",  # "including convoys", 4.D.8
    },
    "1982": {
        "multi_route_disruption": "all",
        "paradox_exception": "any-action",
        "retreat_to_convoyed_attacker": "barred",
        "dislodged_effect": "never",
        "civil_disorder_distance": "home-centers-convoys",
    },
    "2000": {
        "multi_route_disruption": "all",
        "paradox_exception": "attack-on-necessary",
        "adjacent_convoy": "via-or-own-fleet",
        "retreat_to_convoyed_attacker": "barred",
        "dislodged_effect": "never",
        "waiving": "allowed",
        "civil_disorder_distance": "home-country",  # "farthest from the country"
    },
    "2023-book": {
        "paradox_exception": "attack-on-necessary",
        "retreat_to_convoyed_attacker": "allowed",
        "dislodged_effect": "never",
        "civil_disorder_distance": "owned-centers",
        "illegal_orders": "ignored",
    },
    "dptg": {  # DATC 2.4
        "multi_route_disruption": "any-of-own",
        "paradox_backup": "consistent-or-hold",
        "adjacent_convoy": "explicit",
        "cut_by_own_target": "cut-by-convoy",
        "retreat_to_convoyed_attacker": "allowed",
        "dislodged_effect": "beaten-head-to-head",
        "omitted_coast_two": "fails",
        "omitted_coast_one": "only-possible",
        "support_coast": "ignored",
        "civil_disorder_distance": "home-centers",
        "illegal_orders": "cannot-be-supported",
    },
    "2000-russian": {  # points D9, D16, D26, D28, D30, D39
        "missing_unit_type": "invalid-of-ordered",
        "dislodged_effect": "never",
        "adjacent_convoy": "via-or-own-fleet",
        "paradox_exception": "attack-on-necessary",
        "retreat_to_convoyed_attacker": "barred",
        "civil_disorder_distance": "home-country",
    },
}
"""What books say in words, by option."""
LITERAL["2025EE"] = LITERAL["2023"] = LITERAL["2023-book"]


@pytest.mark.parametrize("name", LITERAL)
def test_the_table_has_every_point_on_which_a_rulebook_is_not_its_book(name: str) -> None:
    departs = {option: letter for option, letter in LITERAL[name].items() if PRESETS[name][option] != letter}
    assert departs == {one.option: one.letter for one in DEPARTURES if name in one.rulebooks and one.option}


def test_each_row_names_what_exists_and_is_on_the_page() -> None:
    choices = {name: option.choices for name, option in OPTIONS.items()}
    page = (DOCS / "generated" / "departures.md").read_text(encoding="utf-8")
    for one in DEPARTURES:
        assert one.rulebooks
        assert {*one.rulebooks} <= {*PRESETS}
        assert bool(one.option) == bool(one.letter)
        assert not one.option or one.letter in choices[one.option]
        assert all(PRESETS[name][one.option] != one.letter for name in one.rulebooks if one.option)
        assert one.book in page
    assert all(f"`{name}`" in page for name in PRESETS)


def left_open(rules: str, **options: str) -> list[str]:
    """Return the cases of the DATC in which a convoy paradox is left to what settles it."""
    names = [f"6.F.{number}" for number in range(14, 31)]
    results = {name: read(f"datc-{name}").adjudicate(rulebook(rules, **options)) for name in names}
    return [name for name in names if any(one.kind == "convoy" for one in results[name].paradoxes)]


def test_which_paradoxes_stay_is_as_the_pages_say() -> None:
    """By hand from DATC 3.2, 6.F: Brannan's rule; 1971; 1982, under which the DATC has none."""
    under_brannan = left_open("2023", convoyed_attack_from="last-fleet")
    assert under_brannan == ["6.F.17", "6.F.18", "6.F.22", "6.F.23", "6.F.24", "6.F.27", "6.F.28"]
    page = " ".join((DOCS / "sources.md").read_text(encoding="utf-8").split())
    assert f"{', '.join(under_brannan[:-1])} and {under_brannan[-1]} still are." in page
    gone = [name for name in left_open("2023") if name not in under_brannan]
    assert f"So {', '.join(gone[:-1])} and {gone[-1]} are not paradoxes" in page
    assert not left_open("1982")


def test_under_the_czech_edition_a_unit_that_is_stopped_is_attacked_by_its_own_power_s_follower() -> None:
    """1962, rule 12: while the unit ahead leaves, the move after it counts; stopped, it keeps nobody out."""
    text = "GERMANY\n A BER - MUN\n A MUN - {}\nAUSTRIA\n A TYR - MUN\n A BOH S A TYR - MUN\nFRANCE\n A BUR - RUH\n"
    leaves = read(text.format("KIE")).adjudicate("czech1962")
    assert [str(leaves[place].outcome) for place in ("BER", "MUN", "TYR")] == ["bounces", "moves", "moves"]
    equal = "GERMANY\n A BER - MUN\n A MUN - KIE\nAUSTRIA\n A TYR - MUN\n"
    assert str(read(equal).adjudicate("czech1962")["TYR"].outcome) == "bounces"  # the follower counts
    own = "GERMANY\n F DEN - SWE\n F KIE - DEN\n F HEL S F KIE - DEN\n"
    own += "RUSSIA\n F SKA - DEN\n F NTH S F SKA - DEN\n A SWE H"
    assert str(read(own).adjudicate("czech1962")["SKA"].outcome) == "moves"  # the unit ahead is stopped
    assert str(read(own).adjudicate("1982")["SKA"].outcome) == "bounces"
