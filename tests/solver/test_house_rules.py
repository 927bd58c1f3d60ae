"""House rules, as functions: used like any preset."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from standoff import Order, RulebookError, WrongTypeError, read, rulebook
from standoff.map import Position
from standoff.solver import Convoy, Reason, adjudicate, resolutions
from standoff.solver.plain.house_rules import check_settled
from standoff.solver.rules.house_rule_arguments import ConvoyedCut, OpenParadox, Strength
from tests.helpers.command import run
from tests.helpers.turns import BOARD, laid, movement_turns


def of_1971(cut: ConvoyedCut) -> bool:
    """XII.5 of 1971: it does not cut a support of an attack on a fleet that convoys it."""
    return cut.support.destination is not None and cut.attacked_order in cut.convoys


def of_1982(cut: ConvoyedCut) -> bool:
    """XII.5 of 1982: it does not cut a support of any action in a body of water that holds a convoying fleet."""
    return isinstance(cut.attacked_order, Convoy)


def of_2000(cut: ConvoyedCut) -> Iterable[Convoy] | bool:
    """2000: it does not cut a support of an attack on a fleet that it needs."""
    order = cut.attacked_order
    return [order] if cut.support.destination and isinstance(order, Convoy) and order in cut.convoys else False


def szykman(paradox: OpenParadox) -> Mapping[Order, bool] | None:
    return dict.fromkeys(paradox.convoys, False) or None


AS_PRESETS = [
    (of_1971, "attack-on-own-convoy"),
    (of_1982, "any-action"),
    (of_2000, "attack-on-necessary"),
]
"""Functions that say what an option says."""


def turns(random: int = 20) -> list[tuple[Position, tuple[Order, ...]]]:
    return [turn[1:] for turn in movement_turns("datc-6.[CFG]*", random) if turn[0] is BOARD]


@pytest.mark.slow
@pytest.mark.parametrize(("function", "choice"), AS_PRESETS, ids=[choice for _, choice in AS_PRESETS])
def test_a_function_that_says_what_an_option_says(function: object, choice: str) -> None:
    own = rulebook().with_rule("mine", support_exception=function, settlement=szykman)  # type: ignore[arg-type]
    preset = rulebook(paradox_exception=choice)
    differ = 0
    for position, orders in turns():
        result = adjudicate(position, orders, rules=own)
        wanted = adjudicate(position, orders, rules=preset)
        outcomes = [(r.order, r.success, r.outcome, r.dislodged) for r in result]
        assert outcomes == [(r.order, r.success, r.outcome, r.dislodged) for r in wanted]
        assert result.after == wanted.after
        masks = resolutions(position, orders, rules=own).by_search
        assert masks == resolutions(position, orders, rules=preset).by_search
        differ += masks != resolutions(position, orders, rules="2023").by_search
    assert differ  # some turns do depend on the exception


def test_the_name_stands_wherever_a_choice_does() -> None:
    own = rulebook("1982").with_rule("spare fleets", settlement=szykman, support_exception=lambda _: False)
    assert own.name == "1982 with spare fleets"
    assert own["paradox_exception"] == own["paradox_backup"] == "spare fleets"
    result = read("6.F.14").adjudicate(own)
    assert result.paradoxes[0].settled_by == "spare fleets"
    assert "spare fleets" in result["ENG"].text
    assert read("6.F.14").compare(own).outcomes[0].rulebooks[0] == own.name
    assert len(read("6.F.14").resolutions(own)) == 2  # the 1982 exception is replaced


def test_an_option_takes_the_place_of_an_own_rule() -> None:
    own = rulebook().with_rule("mine", support_exception=of_1982)
    assert own.with_options(paradox_exception="none") == rulebook()
    assert own.with_options(adjacent_convoy="explicit").functions["support_exception"] == ("mine", of_1982)


def test_what_an_own_settlement_makes_succeed() -> None:
    def army_lands(paradox: OpenParadox) -> dict[Order, bool]:
        return dict.fromkeys(paradox.convoys, True)

    result = read("6.F.14").adjudicate(rulebook().with_rule("the army lands", settlement=army_lands))
    assert [r.success for r in result] == [False, False, False, True]
    assert result["ENG"].outcome == "convoys"
    assert not result.dislodged


EXCHANGE = """
ENGLAND
  A NWY - SWE VIA
  F SKA C A NWY - SWE
RUSSIA
  A SWE - NWY
  F BAR S A SWE - NWY
GERMANY
  F DEN - SWE
"""


def answering(answer: object) -> Callable[..., object]:
    return lambda _: answer


@pytest.mark.parametrize(
    ("hook", "function", "message"),
    [
        ("settlement", lambda _: {}, "settles none"),
        ("settlement", lambda _: "szykman", "answers None or a mapping"),
        ("settlement", lambda paradox: {paradox.core[0]: 1}, "expected True or False"),
        ("settlement", lambda paradox: {"A PAR": False}, "which is not open"),
        *(("support_exception", answering(answer), "rule 'mine'") for answer in ("yes", None, 3, [5])),
        ("cut", answering(1), "cut of rule 'mine' answers 1"),
        ("attack_strength", answering(-1), "attack_strength of rule 'mine' answers -1"),
        ("hold_strength", answering(True), "hold_strength of rule 'mine' answers True"),
        ("prevent_strength", answering("2"), "prevent_strength of rule 'mine' answers '2'"),
        ("dislodged_effect", answering(0), "dislodged_effect of rule 'mine' answers 0"),
    ],
)
def test_functions_whose_answers_make_no_sense(hook: str, function: object, message: str) -> None:
    turn = read("6.F.14") if hook in ("settlement", "support_exception", "cut") else read(EXCHANGE)
    with pytest.raises(RulebookError, match=message):
        turn.adjudicate(rulebook().with_rule("mine", **{hook: function}))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "orders", ["FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR", "FRANCE: A PAR - BUR\nGERMANY: A BUR - PAR"]
)
def test_what_cannot_stand_on_the_board_is_refused(orders: str) -> None:
    turn = laid(orders, rulebook().with_rule("mine", settlement=szykman))
    check_settled(turn, 0b01)
    with pytest.raises(RulebookError, match="succeed that cannot both: A PAR - BUR; A"):
        check_settled(turn, 0b11)


def test_rules_that_are_none() -> None:
    with pytest.raises(RulebookError, match="already has a meaning"):
        rulebook().with_rule("szykman", settlement=szykman)
    with pytest.raises(RulebookError, match="no function"):
        rulebook().with_rule("mine")
    with pytest.raises(WrongTypeError, match="expected a function"):
        rulebook().with_rule("mine", settlement="szykman")  # type: ignore[arg-type]


def test_own_rulebooks_are_values() -> None:
    own = rulebook("2000").with_rule("mine", support_exception=of_1982)
    assert own == rulebook("2000").with_rule("mine", support_exception=of_1982)
    assert own != rulebook("2000").with_rule("mine", support_exception=of_1971)
    assert hash(own) == hash(pickle.loads(pickle.dumps(own)))
    assert eval(repr(own), {"rulebook": rulebook, "of_1982": of_1982}) == own


# -- equations of one's own ------------------------------------------------------------------------------------------

def test_whether_a_dislodged_unit_keeps_others_out() -> None:
    """The army fails to land in Sweden and is dislodged from there; by the rulebook it still bars the fleet (4.A.7)."""
    turn = read(EXCHANGE)
    assert not turn.adjudicate()["DEN"].success
    own = rulebook().with_rule("mine", dislodged_effect=lambda move: not move.by_convoy)
    assert turn.adjudicate(own)["DEN"].success


def test_what_cuts_a_support() -> None:
    """Here the support of a fleet is cut by dislodging it only."""
    turn = read("ENGLAND: F LON S F WAL - ENG, F WAL - ENG\nFRANCE: F ENG H, A YOR - LON\nGERMANY: F NTH - LON")
    own = rulebook().with_rule("mine", cut=lambda cut: cut.dislodges)
    assert [turn.adjudicate()[place].success for place in ("LON", "WAL")] == [False, False]
    assert [turn.adjudicate(own)[place].success for place in ("LON", "WAL")] == [True, True]
    assert "by the rule 'mine'" in str(turn.adjudicate(own).explain("LON", full=True))
    # what a convoyed army cuts may rest on itself: what is open is asked about both ways
    paradox = read("6.F.14")
    assert paradox.resolutions(own).count == 1  # it lands or not, and dislodges nobody
    assert paradox.adjudicate(own)["WAL"].success


STRENGTHS = [
    ("attack_strength", "FRANCE: A PAR - BUR\nGERMANY: A BUR H", "PAR"),
    ("hold_strength", "FRANCE: A PAR - BUR, A MAR S A PAR - BUR\nGERMANY: A BUR H", "PAR"),
    ("prevent_strength", "FRANCE: A PAR - BUR, A MAR S A PAR - BUR\nGERMANY: A MUN - BUR", "PAR"),
    ("defend_strength", "FRANCE: A PAR - BUR, A MAR S A PAR - BUR\nGERMANY: A BUR - PAR", "PAR"),
]


@pytest.mark.parametrize(("hook", "text", "place"), STRENGTHS, ids=[hook for hook, *_ in STRENGTHS])
def test_how_strong_an_order_is(hook: str, text: str, place: str) -> None:
    """A German attack counts for one less, everything else that is German or attacked by it for one more."""
    strengths: list[Strength] = []

    def one_more(strength: Strength) -> int:
        strengths.append(strength)
        return strength.default + (strength.unit.power == "GERMANY" or hook == "attack_strength")

    turn = read(text)
    own = rulebook().with_rule("one more", **{hook: one_more})  # type: ignore[arg-type]
    before, after = turn.adjudicate()[place], turn.adjudicate(own)[place]
    assert (before.success, after.success) == (hook != "attack_strength", hook == "attack_strength")
    assert {one.kind for one in strengths} == {hook.removesuffix("_strength")}
    assert "by the rule 'one more'" in str(turn.adjudicate(own).explain(place, full=True))


def test_what_becomes_of_a_circular_movement() -> None:
    circle = read("FRANCE: A PAR - BUR, A BUR - GAS, A GAS - PAR\nITALY: A MAR H")
    own = rulebook().with_rule("nobody", circular_movement=lambda circle: dict.fromkeys(circle.core, False))
    result = circle.adjudicate(own)
    assert [r.success for r in result][:3] == [False] * 3
    assert result.paradoxes[0].settled_by == "nobody"
    assert "nobody" in result["PAR"].text
    assert [r.success for r in circle.adjudicate(rulebook().with_rule("left", circular_movement=lambda _: None))] == [
        r.success for r in circle.adjudicate()
    ]


def test_own_equations_are_values_and_named_in_commands() -> None:
    own = rulebook("1982").with_named(paradox_backup="all-hold", cut="docs.house_rule:fleets_are_never_cut")
    assert own.name == "1982 with paradox_backup=all-hold, docs.house_rule:fleets_are_never_cut"
    assert own == pickle.loads(pickle.dumps(own)) != rulebook("1982", paradox_backup="all-hold")
    assert own.house_rules == {"cut": "docs.house_rule:fleets_are_never_cut"}
    result = read("6.F.14").adjudicate(own).phase_result
    assert [r.success for r in pickle.loads(pickle.dumps(result))] == [r.success for r in result]
    for words in (["adjudicate"], ["resolutions"], ["explain"], ["compare"], ["draw"]):
        ended = run(*words, "--set", "cut=docs.house_rule:fleets_are_never_cut", "6.F.14")
        assert ended.exit_code == (words == ["compare"]), ended.output
    assert run("resolutions", "--count", "6.F.14").output == "2\n"
    assert run("resolutions", "--count", "--set", "cut=docs.house_rule:fleets_are_never_cut", "6.F.14").output == "1\n"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("cut=never", "expected the function of a rule, module:function"),
        ("cut=docs.house_rule:missing", "module docs.house_rule has no function 'missing'"),
        ("settlement=no.such:thing", "No module named 'no'"),
        ("cut=docs:own:rule", "expected"),
    ],
)
def test_own_rules_that_are_not_there(given: str, message: str) -> None:
    ended = run("adjudicate", "--set", given, "6.F.14")
    assert ended.exit_code == 2
    assert message in " ".join(ended.output.split())


FALLING_BACK = """
ENGLAND: A YOR - EDI VIA, F NTH C A YOR - EDI
GERMANY: F EDI S F CLY - NWG, F CLY - NWG
RUSSIA: F NWG H
"""


@pytest.mark.parametrize("answer", [lambda _: True, lambda cut: cut.convoys], ids=["never", "without its convoy"])
@pytest.mark.parametrize("choice", ["via-or-own-fleet", "via-or-own-fleet-with-fallback"])
def test_an_army_that_may_fall_back_to_land_is_spared_at_sea(choice: str, answer: Any) -> None:
    own = rulebook(adjacent_convoy=choice).with_rule("spared", support_exception=answer)
    assert read(FALLING_BACK).adjudicate(own)["EDI"].success
    sunk = read(f"{FALLING_BACK}FRANCE: F ENG - NTH, F LON S F ENG - NTH").adjudicate(own)
    assert sunk["EDI"].success is (choice == "via-or-own-fleet")  # over land it cuts as any move does


@pytest.mark.parametrize("choice", ["own-intent", "own-intent-with-fallback"])
def test_a_spared_support_is_not_cut_by_dislodgement_from_the_sea(choice: str) -> None:
    """The army comes by convoy, though over land it could, from where the support is directed."""
    own = rulebook(adjacent_convoy=choice).with_rule("spared", support_exception=lambda _: True)
    text = """
ENGLAND: A YOR - EDI, F NTH C A YOR - EDI, A LVP S A YOR - EDI
GERMANY: F EDI S F LON - YOR, F LON - YOR
"""
    result = read(text).adjudicate(own)
    assert (result["YOR"].success, result["EDI"].success) == (True, True)
    assert "spares the support" in str(result.explain("EDI", full=True))
    sunk = read(f"{text}FRANCE: F ENG - NTH, F BEL S F ENG - NTH").adjudicate(own)
    assert (sunk["YOR"].success, sunk["EDI"].success) == ((True, False) if "fallback" in choice else (False, True))

def test_a_move_that_a_house_rule_makes_too_weak_is_not_kept_out_by_a_unit_that_left() -> None:
    turn = read("ENGLAND: F NTH C A LON - BEL, A LON - BEL, A BEL - HOL")
    weak = rulebook().with_rule("weak", attack_strength=lambda one: 0 if one.by_convoy else one.default)
    london = turn.adjudicate(weak)["LON"]
    assert (london.success, london.reason, london.text) == (
        False,
        Reason.REPELLED,
        "attack strength 0 does not exceed hold strength 0",
    )



def test_what_is_contested_follows_own_strengths() -> None:
    """A prevent strength of 0 keeps nobody out (5.B.6): the army of York may retreat to Liverpool."""
    turn = read("ENGLAND: A WAL - LVP, A CLY - LVP\nFRANCE: A YOR H\nGERMANY: A LON - YOR, A EDI S A LON - YOR")

    def weak(strength: Strength) -> int:
        return 0 if strength.unit.power == "ENGLAND" else strength.default

    result = turn.adjudicate(rulebook().with_rule("weak", attack_strength=weak, prevent_strength=weak))
    assert [result[place].success for place in ("WAL", "CLY", "LON")] == [False, False, True]
    assert result.after.contested == frozenset()
    assert (result["YOR"].outcome, result["WAL"].text) == (
        "dislodged",
        "attack strength 0 does not exceed hold strength 0",
    )
    assert turn.adjudicate()["YOR"].outcome == "destroyed"


def test_a_reason_names_what_keeps_a_move_out() -> None:
    turn = read("FRANCE: A PAR - BUR\nENGLAND: A BUR - MUN\nGERMANY: A MUN H")
    two, double = (lambda _: 2), (lambda strength: 2 * strength.default)
    own = rulebook().with_rule("mine", attack_strength=two, hold_strength=double)
    assert turn.adjudicate(own)["PAR"].text.startswith(
        "the unit there cannot leave, because A BUR - MUN (England) fails"
    )
    own = rulebook().with_rule("mine", attack_strength=two, hold_strength=two)  # also if Burgundy had left
    assert turn.adjudicate(own)["PAR"].text.startswith("attack strength 2 does not exceed hold strength 2")


def test_what_a_function_is_told_of_an_order_that_does_not_count() -> None:
    """A void or illegal order is a hold, and an army that falls back to land does not move by convoy."""
    told: dict[str, Strength] = {}

    def noted(strength: Strength) -> int:
        told[strength.unit.province] = strength
        return strength.default

    own = rulebook().with_rule("noted", hold_strength=noted)
    read("FRANCE: A PAR - MOS, A BUR S A MAR - GAS\nGERMANY: A PIC - PAR, A MUN - BUR").adjudicate(own)
    assert [str(told[place].order) for place in ("PAR", "BUR")] == ["A PAR H", "A BUR H"]
    at_sea = rulebook(adjacent_convoy="via-or-own-fleet-with-fallback").with_rule(
        "strong at sea", attack_strength=lambda one: 3 * one.by_convoy if one.unit.province == "YOR" else one.default
    )
    assert read(FALLING_BACK).adjudicate(at_sea)["YOR"].success
    assert not read(f"{FALLING_BACK}FRANCE: F ENG - NTH, F LON S F ENG - NTH").adjudicate(at_sea)["YOR"].success


def test_nobody_crosses_the_sea_without_a_convoy() -> None:
    turn = read("ENGLAND: A YOR - BEL, F NTH C A YOR - BEL\nFRANCE: F ENG - NTH, F LON S F ENG - NTH")
    own = rulebook().with_rule("strong", attack_strength=lambda _: 3)
    with pytest.raises(RulebookError, match="rule 'strong' lets an order succeed without its convoy: A YOR - BEL"):
        turn.adjudicate(own)
    own = rulebook().with_rule("strong", attack_strength=lambda one: 3 * one.arrives)
    assert [turn.adjudicate(own)[place].success for place in ("YOR", "ENG")] == [False, True]


@pytest.mark.parametrize("powers", [("ENGLAND", "FRANCE", "TURKEY"), ("TURKEY", "FRANCE", "ENGLAND")])
def test_a_settlement_reaches_what_waits_for_the_paradox_but_no_other_one_beside_it(powers: tuple[str, ...]) -> None:
    """DATC 6.F.14 and a circle of three (6.C.1): whichever is met first, the circle is not the settlement's."""
    orders = {
        "ENGLAND": "F LON S F WAL - ENG, F WAL - ENG",
        "FRANCE": "F ENG C A BRE - LON, A BRE - LON",
        "TURKEY": "A ANK - CON, A CON - SMY, A SMY - ANK",
    }
    own = rulebook().with_rule("nothing happens", settlement=lambda paradox: dict.fromkeys(paradox.pending, False))
    result = read("\n".join(f"{power}: {orders[power]}" for power in powers)).adjudicate(own)
    assert {str(one.order): one.success for one in result} == {
        "F LON S F WAL - ENG": False,
        "F WAL - ENG": False,
        "F ENG C A BRE - LON": False,
        "A BRE - LON": False,
        "A ANK - CON": True,
        "A CON - SMY": True,
        "A SMY - ANK": True,
    }
