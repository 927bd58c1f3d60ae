"""What a power can force."""

from __future__ import annotations

import json
import signal
import sys

import pytest

from tests.helpers.command import run
from tests.helpers.paths import FALL

pytest.importorskip("numba")

from standoff import Forced, StandoffError, find, force, read
from standoff.map import Position, UnknownNameError, WrongTypeError, load_board
from standoff.searches import choices, forcing, programs
from standoff.solver import PRESETS, Support, rulebook
from standoff.work.workers import Stop


def forced_in(position: str, goal: str, by: str, **options: object) -> Forced:
    return force(f"standard S1901M {position}", goal, by, **options)  # type: ignore[arg-type]


def texts(orders: object) -> list[str]:
    return sorted(map(str, orders))  # type: ignore[call-overload]


def test_the_first_line_says_whose_orders_make_no_difference() -> None:
    for against, whose in ((None, "the others"), (["GERMANY"], "Germany (the rest hold)")):
        first, *_ = str(force("start", "A PAR - BUR", "FRANCE", against=against)).splitlines()
        assert first == f"A PAR - BUR: certain, whatever legal orders are given by {whose}"


# -- supports and convoys rest on what the other unit is ordered (DATC 5.B.2: a support that does not match is void) ---


def test_a_foreign_unit_voids_the_support_of_its_hold_by_moving() -> None:
    forced = forced_in("GERMANY:FMAO;FRANCE:APOR", "F MAO S A POR", "GERMANY")
    assert forced.certain is False
    (answer,) = forced.answer
    assert str(answer).startswith("A POR - ")
    assert read("FRANCE: A POR - SPA\nGERMANY: F MAO S A POR").adjudicate()["MAO"].success is False


def test_a_support_that_others_match_cannot_be_kept_from_succeeding() -> None:
    forced = forced_in("GERMANY:AKIE;ENGLAND:FNWG,FLVP", "not F NWG S F LVP - NAO", "GERMANY")
    assert (forced.certain, texts(forced.answer)) == (False, ["F LVP - NAO", "F NWG S F LVP - NAO"])


def test_at_best_the_foreign_unit_is_ordered_what_is_supported() -> None:
    forced = forced_in("GERMANY:FNWG;FRANCE:FLVP", "F NWG S F LVP - NAO", "GERMANY", cooperative=True)
    assert (forced.certain, forced.question, texts(forced.answer)) == (True, "possible", ["F LVP - NAO"])


def test_a_foreign_army_voids_its_convoy() -> None:
    forced = forced_in("ENGLAND:FENG;FRANCE:ABRE", "F ENG C A BRE - LON", "ENGLAND")
    assert (forced.certain, texts(forced.answer)) == (False, [])  # it holds: DATC 5.B.4, no such move is ordered
    assert forced_in("ENGLAND:FENG,ABRE", "F ENG C A BRE - LON", "ENGLAND").certain


# -- coasts ------------------------------------------------------------------------------------------------------------


def test_a_coast_is_part_of_the_goal() -> None:
    for coast in ("SC", "EC"):
        forced = forced_in("TURKEY:FCON", f"F CON - BUL/{coast}", "TURKEY")
        assert (forced.certain, texts(forced.orders)) == (True, [f"F CON - BUL/{coast}"])


def test_a_goal_without_a_coast_is_either() -> None:
    # Constantinople and the Aegean border the south coast, the Black Sea the east coast
    assert forced_in("TURKEY:FCON", "F CON - BUL", "TURKEY").certain
    assert forced_in("TURKEY:FCON;RUSSIA:FBLA", "not F BLA - BUL", "TURKEY").certain  # a standoff, whatever the coasts
    assert not forced_in("TURKEY:FANK;RUSSIA:FBLA", "not F BLA - BUL", "TURKEY").certain
    with pytest.raises(StandoffError, match="illegal"):
        forced_in("TURKEY:FAEG", "F AEG - BUL/EC", "TURKEY")


def test_a_support_that_must_name_the_coast_names_it() -> None:
    forced = forced_in("TURKEY:FCON,FAEG", "F AEG S F CON - BUL", "TURKEY", rules="2023")
    assert forced.certain
    strict = read("start").rules.with_options(support_coast="required")
    forced = forced_in("TURKEY:FCON,FAEG", "F AEG S F CON - BUL/SC", "TURKEY", rules=strict)
    assert (forced.certain, texts(forced.orders)) == (True, ["F AEG S F CON - BUL/SC", "F CON - BUL/SC"])


# -- what "not" means --------------------------------------------------------------------------------------------------


def test_not_supposes_that_it_is_tried() -> None:
    # nobody can stop a lone army: that it need not move is no answer
    assert not forced_in("FRANCE:APAR", "not A PAR - BUR", "FRANCE", cooperative=True).certain
    assert not forced_in("FRANCE:APAR;GERMANY:AKIE", "not A KIE - BER", "FRANCE", cooperative=True).certain
    assert forced_in("FRANCE:APAR;GERMANY:AMUN", "not A MUN - BUR", "FRANCE").certain  # a standoff, DATC 6.A.12


def test_not_supposes_it_of_units_that_are_in_neither_option() -> None:
    forced = forced_in("FRANCE:APIC;GERMANY:AKIE;ITALY:ATUS", "not A KIE - BER", "FRANCE", against="ITALY")
    assert not forced.certain


def test_not_means_by_any_way() -> None:
    # over land the head-to-head battle stops it, whatever comes "via convoy"; by convoy the two change places (6.G.1)
    position, given = "FRANCE:ABEL;ENGLAND:AHOL,FNTH", "FRANCE: A BEL - HOL\nENGLAND: A HOL - BEL"
    assert forced_in(position, "not A HOL - BEL", "FRANCE", given=given).certain
    forced = forced_in("FRANCE:ABEL,APIC,ABUR;ENGLAND:AHOL,FNTH", "not A HOL - BEL", "ENGLAND", cooperative=True)
    assert forced.certain


# -- what was not tried ------------------------------------------------------------------------------------------------


def test_it_says_what_it_did_not_try() -> None:
    assert force("start", "F LON - ENG", "ENGLAND").not_tried == ()
    strict = read("start").rules.with_options(illegal_orders="cannot-be-supported")
    (text,) = force("start", "F LON - ENG", "ENGLAND", rules=strict).not_tried
    assert text.startswith("illegal moves")


def test_rules_of_ones_own_may_look_at_anything() -> None:
    own = read("start").rules.with_rule("none succeeds", settlement=lambda paradox: dict.fromkeys(paradox.core, False))
    forced = forced_in("GERMANY:FMAO;FRANCE:APOR", "F MAO S A POR", "GERMANY", rules=own)
    assert (forced.certain, forced.solved) == (False, False)


# -- the command and Python --------------------------------------------------------------------------------------------


def test_against_given_orders() -> None:
    position = "FRANCE:APAR,AMAR;GERMANY:ABUR;ITALY:APIE"
    forced = forced_in(position, "A BUR dislodged", "FRANCE", given="ITALY: A PIE - MAR\nGERMANY: A BUR H")
    assert forced.certain  # the attack of Marseilles is supported by Paris, which nobody attacks
    assert set(texts(forced.orders)) == {"A MAR - BUR", "A PAR S A MAR - BUR"}


def test_the_values_are_those_that_the_command_prints() -> None:
    forced = force("start", "F LON - ENG", "England")
    done = run("force", "start", "F LON - ENG", "--by", "ENGLAND", "--json")
    assert done.exit_code == 1
    assert json.loads(done.output) == json.loads(json.dumps(forced.to_dict()))
    assert forced.to_dict()["answer"] == ["F BRE - ENG"]
    done = run("force", "start", "F LON - ENG", "--by", "ENGLAND")
    assert done.output == f"{forced}\n"


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("A MUN - BUR", "not among those that force it"),
        ("A RUH dislodged", "no unit stands in RUH"),
        ("F PAR dislodged", "the unit there is A PAR"),
        ("F PAR - BUR", "the unit there is A PAR"),
        ("A PAR S F MAR - BUR", "the unit there is A MAR"),
        ("A PAR - LON", "illegal"),
        ("A PAR - BUR VIA", "illegal"),
        ("A PAR S A MAR - SPA", "illegal"),
        ("A PAR B", "not an order of a movement phase"),
        ("nonsense", "nonsense"),
    ],
)
def test_what_means_nothing_is_said(goal: str, words: str) -> None:
    with pytest.raises(forcing.ForceError, match=words):
        force("start", goal, "FRANCE")


def test_positions_that_cannot_be_searched_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="no power 'NARNIA'"):
        force("start", "A PAR - BUR", "NARNIA")
    with pytest.raises(WrongTypeError, match="expected powers, not 5"):
        force("start", "A PAR - BUR", "FRANCE", against=5)  # pyright: ignore[reportArgumentType]
    with pytest.raises(forcing.ForceError, match="cooperative and given are mutually exclusive"):
        force("start", "A PAR - BUR", "FRANCE", cooperative=True, given="ITALY: A VEN H")


def test_beyond_the_bound_it_is_open_where_no_solver_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forcing, "MOST_TRIED", 1000)
    turn = read(FALL)
    unit = next(unit for unit in turn.position.units if unit.power == "TURKEY")
    brannan = {"convoyed_attack_from": "last-fleet"}
    forced = force(turn, f"{unit} H", "TURKEY", rules=turn.rules.with_options(**brannan))
    assert forced.certain is None
    assert str(forced).startswith(f"{unit} H: open: ")
    assert "convoyed_attack_from=last-fleet" in forced.why_open
    done = run("force", str(FALL), f"{unit} H", "--by", "TURKEY", "--set", "convoyed_attack_from=last-fleet")
    assert done.exit_code == 3


@pytest.mark.parametrize("most", [forcing.MOST_TRIED, 0])
def test_a_search_that_is_stopped_is_open_and_says_how_far_it_came(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forcing, "MOST_ENUMERATED", most)
    for options in ({}, {"cooperative": True}, {"given": "GERMANY: A MUN - BUR"}):
        stop, so_far = Stop(), list[str]()
        forced = forced_in(POSITION, "FRANCE in MUN", "FRANCE", stop=stop, progress=so_far.append, **options)
        assert (forced.certain, bool(so_far)) == (False, True)
        stop.set()
        forced = forced_in(POSITION, "FRANCE in MUN", "FRANCE", stop=stop, **options)
        assert forced.certain is None
        assert forced.why_open.startswith("the search was stopped: ")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_ends_the_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forcing._Force, "goes_on", interrupted)  # pyright: ignore[reportPrivateUsage]
    ended = run("force", "start", "F LON - ENG", "--by", "ENGLAND")
    assert ended.exit_code == 130
    assert ended.output.startswith("F LON - ENG: open: the search was stopped")


GOES_ON = forcing._Force.goes_on  # pyright: ignore[reportPrivateUsage]


def interrupted(search: forcing._Force, so_far: str) -> None:  # pyright: ignore[reportPrivateUsage]
    signal.raise_signal(signal.SIGINT)
    GOES_ON(search, so_far)


@pytest.mark.parametrize(
    ("options", "given", "words"),
    [
        ({"illegal_orders": "cannot-be-supported"}, "GERMANY: A MUN - LON", "A MUN is given an impossible order"),
        ({"convoy_path": "allowed"}, "ENGLAND: A YOR - NTH - NWY", "A YOR names the seas of its way"),
    ],
)
def test_given_orders_that_no_search_knows_leave_it_open(options: dict[str, str], given: str, words: str) -> None:
    position = f"{POSITION};ENGLAND:AYOR,FNTH"
    assert forced_in(position, "FRANCE in BUR", "FRANCE", given=given).certain
    forced = forced_in(position, "FRANCE in BUR", "FRANCE", given=given, rules=rulebook(**options))
    assert (forced.certain, words in forced.why_open) == (None, True)


# -- several goals, a solver, given orders -----------------------------------------------------------------------------

POSITION = "FRANCE:APAR,AMAR,AGAS;GERMANY:AMUN,ARUH"
PARADOX = "ENGLAND:FENG,ALON;FRANCE:FBRE,FWAL"


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("goal", ["FRANCE in ENG", "F ENG dislodged and FRANCE in BRE", "not F ENG C A LON - BRE"])
def test_the_solver_knows_every_rulebook(goal: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a convoy paradox is possible, which rulebooks settle differently."""
    answers: list[bool | None] = []
    for most in (forcing.MOST_TRIED, 0):
        monkeypatch.setattr(forcing, "MOST_ENUMERATED", most)
        for options in ({}, {"cooperative": True}):
            forced = forced_in(PARADOX, goal, "FRANCE", rules=rules, **options)
            assert forced.solved == (most == 0)
            answers.append(forced.certain)
    assert answers[:2] == answers[2:]


@pytest.mark.parametrize("most", [forcing.MOST_TRIED, 0])
@pytest.mark.parametrize(
    ("goal", "by", "certain"),
    [
        ("A PAR - BUR", "FRANCE", True),
        ("A PAR - BUR and A MAR - SPA and A GAS - SPA", "FRANCE", False),
        ("A PAR not dislodged and A MAR not dislodged", "FRANCE", True),
        ("GERMANY in RUH", "GERMANY", True),
        ("FRANCE in BUR", "FRANCE", True),
        ("GERMANY in BUR", "GERMANY", False),
        ("A MUN - BUR or A RUH - BUR", "GERMANY", False),
        ("not A MUN - BUR and FRANCE in PAR", "FRANCE", True),
        ("A PAR dislodged or FRANCE in MAR", "FRANCE", True),
    ],
)
def test_several_goals_tried_and_solved(
    goal: str, by: str, certain: bool, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forcing, "MOST_ENUMERATED", most)
    forced = forced_in(POSITION, goal, by)
    assert (forced.certain, forced.solved) == (certain, most == 0)


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("NARNIA in BUR", "no power 'NARNIA'"),
        ("FRANCE in NARNIA", "NARNIA"),
        ("not A MUN - BUR and not A MUN - KIE", "has one order, and two are presumed"),
    ],
)
def test_goals_without_a_meaning_are_refused(goal: str, words: str) -> None:
    with pytest.raises(forcing.ForceError, match=words):
        forced_in(POSITION, goal, "FRANCE")


def test_illegal_given_orders_are_named() -> None:
    forced = force("start", "A PAR - BUR", "FRANCE", given="GERMANY: A MUN - LON, F KIE H\nITALY: A VEN - TYR")
    assert [str(order) for order in forced.illegal] == ["A MUN - LON"]
    assert "Illegal, so its unit holds: GERMANY: A MUN - LON" in str(forced)
    assert forced.to_dict()["illegal"] == ["A MUN - LON"]


def test_a_solver_has_as_long_as_it_is_given() -> None:
    pytest.importorskip("clingo")
    done = run("force", "start", "F SEV dislodged", "--by", "TURKEY", "--cooperative", "--seconds", "0")
    assert (done.exit_code, done.output) == (3, "F SEV dislodged: open: the solver needs more time\n")


def test_given_orders_are_read_as_for_a_turn_and_bring_their_units() -> None:
    given = "GERMANY: mun-bur, ruh s mun-bur"
    for position in (POSITION, "FRANCE:APAR,AMAR,AGAS"):
        forced = forced_in(
            position,
            "FRANCE in BUR",
            "FRANCE",
            given=given if "GERMANY" in position else "GERMANY: A MUN - BUR, A RUH S A MUN - BUR",
        )
        assert forced.certain
        assert len(forced.orders) == 3
    with pytest.raises(forcing.ForceError, match="the unit there belongs to FRANCE"):
        forced_in(POSITION, "FRANCE in BUR", "FRANCE", given="GERMANY: A PAR H")


def test_the_extra_is_named_where_no_solver_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "find_spec", lambda _: None)
    forced = force("start", "A PAR - BUR", "FRANCE")
    assert forced.certain is None
    assert "clingo, which is not installed: pip install" in forced.why_open


# -- orders that the list of legal orders leaves out -------------------------------------------------------------------


def test_via_convoy_that_no_fleet_could_carry_is_tried_where_it_is_legal() -> None:
    """Under the rules of 1982 it goes over land; under those of 2023 it is illegal (DATC 4.A.3)."""
    position = Position.parse("standard S1901M ENGLAND:AYOR")
    for rules, tried in (("1982", True), ("2023", False)):
        (rows,) = choices.legal_choices(position, load_board(), (rulebook(rules),))
        via = [row[2] for row in rows.tolist() if row[3]]
        assert sorted(load_board().locations[place] for place in via) == ["EDI", "LON", "LVP", "WAL"] * tried
        assert len(rows) == 5 + len(via)
    finds = find("order('move', outcome='moves', rules=1982)", position=position)
    assert texts(one.turn.orders[0] for one in finds if one.turn) == [
        *("A YOR - EDI", "A YOR - EDI VIA", "A YOR - LON", "A YOR - LON VIA"),
        *("A YOR - LVP", "A YOR - LVP VIA", "A YOR - WAL", "A YOR - WAL VIA"),
    ]


def test_a_support_is_tried_with_each_coast_where_it_must_be_named() -> None:
    """Constantinople reaches Bulgaria on both coasts: without one the support is illegal (DATC 4.B.4)."""
    strict = "rules(2023, support_coast='required')"
    position = Position.parse("standard S1901M TURKEY:FCON,FAEG")
    finds = find(f"order('support', success=True, of=order('move'), rules={strict})", position=position)
    supports = {str(order) for one in finds if one.turn for order in one.turn.orders if isinstance(order, Support)}
    assert {"F AEG S F CON - BUL/SC", "F AEG S F CON - BUL/EC"} <= supports
    assert "F AEG S F CON - BUL" not in supports


def test_find_says_which_orders_of_a_position_it_does_not_try() -> None:
    position = Position.parse("standard S1901M ENGLAND:AYOR")
    for option, words in (
        ("illegal_orders='cannot-be-supported'", "illegal moves"),
        ("convoy_path='allowed'", "moves that name the seas"),
    ):
        (warning,) = find(f"order('move', rules=rules(2023, {option}))", position=position).warnings
        assert words in warning
