"""The words of convoy paradoxes, and the names that the literature has for them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from research.proof.compare import boards_with_coasts, ring_of_convoys
from standoff import Turn, draw as draw_turn, read, rulebook
from standoff.solver import PRESETS, Convoy, Move, Outcome, Stage, first_rotation

NAMED = {
    "6.F.14": [("simple convoy paradox", "A")],
    "6.F.15": [("simple convoy paradox", "A")],
    "6.F.16": [("Pandin's paradox", "R")],
    "6.F.17": [("Pandin's extended paradox", "R")],
    "6.F.18": [("betrayal paradox", "H")],
    "6.F.19": [],
    "6.F.20": [],
    "6.F.21": [],
    "6.F.22": [("second-order paradox with two resolutions", "AA")],
    "6.F.23": [("second-order paradox with two exclusive convoys", "HH")],
    "6.F.24": [("second-order paradox with no resolution", "AH")],
    "6.F.26": [("simple convoy paradox", "A")],
    "6.F.27": [("betrayal paradox", "H"), ("simple convoy paradox", "A")],
    "6.F.28": [("", "AAAAA~2A~2")],
    "6.G.1": [("exchange by convoy", "")],
    "6.G.5": [("exchange by convoy", "")],
    "6.G.11": [("simple convoy paradox", "A")],
    "6.G.13": [],
}
"""By case of the DATC: the headings of 6.F.14 to 6.F.24, and of 6.G.11, "convoy to adjacent place with a paradox"."""


@pytest.mark.parametrize("case", NAMED)
def test_the_paradoxes_of_the_datc_have_the_names_of_its_headings(case: str) -> None:
    assert [(one.name, one.paradox_class) for one in read(case).resolutions().paradoxes] == NAMED[case]


def test_a_name_does_not_depend_on_the_rulebook_that_leaves_a_paradox_open() -> None:
    """2000 settles the simple paradox of 6.F.27 by itself; 1971 breaks the convoy of 6.F.20 with either fleet."""
    assert [one.paradox_class for one in read("6.F.27").resolutions("2000").paradoxes] == ["H"]
    (paradox,) = read("6.F.20").resolutions("1971").paradoxes
    assert (paradox.name, paradox.paradox_class) == ("betrayal paradox", "H~2")


LONDON = "ENGLAND: F LON S F WAL - ENG, F WAL - ENG, {}\nFRANCE: A BRE - LON, F ENG C A BRE - LON, {}"


@pytest.mark.parametrize(
    ("english", "french", "word"),
    [
        ("F IRI S F WAL - ENG", "F MAO S F ENG", "A+1"),
        ("F IRI S F WAL - ENG", "F BEL - ENG, F NTH S F BEL - ENG", "B+1"),
        ("F IRI S F WAL - ENG", "F BEL - ENG, F NTH S F BEL - ENG, F MAO S F ENG", ""),
        ("F BEL H", "F MAO C A BRE - LON", "A"),
    ],
    ids=["the fleet as strong", "a rival as strong", "both as strong", "a fleet that no route needs"],
)
def test_what_holds_an_attack_up_says_which_letter(english: str, french: str, word: str) -> None:
    """Where both do, it is neither A nor B for certain; then there is no name either."""
    (paradox,) = read(LONDON.format(english, french)).resolutions().paradoxes
    assert (paradox.paradox_class, bool(paradox.name)) == (word, word.startswith("A"))


def test_without_the_equations_of_the_rulebook_there_is_no_word() -> None:
    turn = read("6.F.14")
    rules = rulebook(convoyed_attack_from="last-fleet")
    assert [one.paradox_class for one in turn.resolutions(rules).paradoxes] in ([], [""])
    own = rulebook().with_rule("mine", attack_strength=lambda strength: strength.default)
    assert [(one.name, one.paradox_class) for one in turn.resolutions(own).paradoxes] == [("", "")]


def test_a_ring_of_convoys_without_a_support_in_its_core_is_explained_like_any_paradox() -> None:
    """Armies that dislodge each other's fleets on convoying coasts: such a core has no stages, hence no word.

    An even ring has two resolutions under every rulebook, also those with an exception, which concerns supports; an odd
    one has none. Source: `research/theory.md`, "Where armies land on convoying coasts".
    """
    draw, sizes = Random(5), Counter[int]()
    while len(sizes) < 3:  # rings of two, three and four
        _, board, coasts = boards_with_coasts(draw)
        ring = ring_of_convoys(draw, board, coasts)
        if ring is None:
            continue
        turn = Turn(*ring, board=board)
        fleets = len(turn.orders) // 3
        sizes[fleets] += 1
        for rules in PRESETS if sizes[fleets] == 1 else ("2023",):
            result = turn.adjudicate(rules)
            (paradox,) = result.paradoxes
            assert {type(order) for order in paradox.core} == {Convoy, Move}
            assert (len(paradox.core), len(paradox.resolutions)) == (2 * fleets, 2 if fleets % 2 == 0 else 0)
            (named,) = turn.resolutions(rules).paradoxes
            assert (named.name, named.paradox_class) == ("paradox of convoying coasts", "")
            moves = [one for one in result if isinstance(one.order, Move)]
            # the guide has the moves fail where neither resolution disrupts all convoys of the core (DATC 2.4, 4.A.2)
            assert {one.outcome for one in moves} == {Outcome.BOUNCES if rules == "dptg" else Outcome.NO_CONVOY}
            explained = str(result.explain())
            assert all(str(order) in explained for order in turn.orders)
            assert result.to_dict()["paradoxes"]
            assert str(result)
            if rules in ("2023", "1982"):
                assert turn.compare(rules).outcomes
                draw_turn(result)


def test_a_word_begins_with_the_first_of_its_rotations() -> None:
    one, two = Stage("A", fleets=2), Stage("H")
    assert first_rotation((two, one)) == (one, two)
    assert [str(stage) for stage in first_rotation((Stage("R", 1), Stage("B", 2, 3, (1, 2))))] == ["B+2~3!1!2", "R+1"]
