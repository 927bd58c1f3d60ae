"""Compiled code, arrays, lines and entry points agree with plain play: short runs of `tools.agree`."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from standoff.env.games import Games, seeds  # noqa: E402
from standoff.map import load_board  # noqa: E402
from standoff.solver import OPTIONS, PRESETS, Rulebook, option, rulebook  # noqa: E402
from standoff.solver.arrays.batch import Batch, Outcomes, encode  # noqa: E402
from standoff.solver.arrays.compiled import ANSWER  # noqa: E402
from standoff.solver.rules.presets import board_of  # noqa: E402
from tests.helpers.paths import written  # noqa: E402
from tests.helpers.turns import drawn  # noqa: E402
from tests.map.test_importers import MAP  # noqa: E402
from tools import agree  # noqa: E402
from tools.agree_games import concerted, disturbed, games_differing, phase_differing, positions_differing  # noqa: E402
from tools.entrances import ENTRANCES, entrances_compared  # noqa: E402

# -- movement phases, alone and as lines ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(PRESETS))
def test_turns_in_arrays_and_lines_are_those_of_plain_code(name: str) -> None:
    wrong, counts = agree.compared(3, 0, 70, [name], lines=True)[name]
    assert wrong == []
    assert counts["turns"] > 60
    assert counts["of them looked up"] > 20


@pytest.mark.parametrize("what", [*ANSWER.names, "decided_by", "masks", "contested", "retreats"])
def test_a_number_that_compiled_code_gets_wrong_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number that compiled code fills in, and each of the fields that share a slot."""
    turns = agree.movements(5, 0, 30, load_board())
    batch, left_out = encode((turn.position, turn.orders) for turn in turns)
    turns = [turn for number, turn in enumerate(turns) if number not in left_out]
    assert agree.differing(batch, turns, rulebook())[0] == []
    plain = agree.adjudicate_batch

    def wrong(given: Batch, **options: Any) -> Outcomes:
        out = plain(given, **options)
        if what in ANSWER.names:
            out.answers[what][given.start[7]] ^= 1
        else:
            column = getattr(out, what)
            column[7 if len(column) == len(given) else given.start[7], ...] ^= 1
        return out

    monkeypatch.setattr(agree, "adjudicate_batch", wrong)
    assert agree.differing(batch, turns, rulebook())[0] == [turns[7]]


# -- legal orders and whole games -------------------------------------------------------------------------------------

LEGAL = (
    *(rulebook(support_coast=choice) for choice in option("support_coast").choices),
    *(rulebook(convoy_path="required"), rulebook(waiving="not-allowed")),
)
"""Options that change legality; whole games compare it under the presets."""


@pytest.mark.slow
@pytest.mark.parametrize("rules", LEGAL, ids=lambda rules: rules.name)
def test_legal_orders_are_those_of_plain_play(rules: Rulebook) -> None:
    wrong, counts = positions_differing([question.position for question in drawn(60)], load_board(), rules)
    assert not wrong, wrong[0]
    assert counts["legal orders"] > 2500


@pytest.mark.slow
@pytest.mark.parametrize("name", list(PRESETS))
def test_whole_games_are_those_of_plain_play(name: str) -> None:
    board = load_board(board_of(name))
    wrong, counts = games_differing(4, PRESETS[name], board, seed=3, last_year=1907, legal_every=2)
    assert not wrong, wrong[0]
    assert counts["movement phases"] == 4 * 14
    assert counts["retreat phases"]
    assert counts["adjustment phases"]


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTIONS)
def test_every_choice_of_every_option_is_heeded(name: str) -> None:
    """Random positions of all phases, with missing and illegal orders: the next position is that of plain play."""
    board = load_board()
    positions = [question.position for question in drawn(60)]
    positions = [one for one in positions if not one.civil_disorder and not one.closed]
    for choice in option(name).choices:
        rules, games, chance = rulebook(**{name: choice}), Games.from_positions(positions), random.Random(choice)
        orders = games.random_orders(seeds(4, len(games)), rules=rules)
        concerted(games, orders, games.legal(rules=rules), chance)
        disturbed(games, orders, chance)
        left_out = [[chance.random() < 0.25 for _ in board.provinces] for _ in games.state]
        orders[np.array(left_out)] = -1
        wrong, counts, _ = phase_differing(games, orders, rules)
        assert not wrong, wrong[0]
        assert {*counts} == {"movement phases", "retreat phases", "adjustment phases", "orders"}


def test_a_rule_of_ones_own_goes_through_arrays_too() -> None:
    rules = rulebook("2023").with_rule("never", support_exception=lambda _: False)
    wrong, counts = games_differing(1, rules, load_board(), seed=2, last_year=1902)
    assert not wrong, wrong[0]
    assert counts["movement phases"] == 4


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::standoff.map.BoardWarning")
def test_a_board_of_a_file_is_played_in_arrays_as_by_plain_code(tmp_path: Any) -> None:
    """With an island that convoys; single turns, lines and whole games."""
    board = load_board(written(tmp_path / "bay.map", MAP))
    turns = agree.movements(1, 0, 60, board)
    batch, left_out = encode(((turn.position, turn.orders) for turn in turns), board=board)
    kept = [turn for number, turn in enumerate(turns) if number not in left_out]
    assert len(kept) > 30
    for rules in (rulebook("2023"), rulebook("1982")):
        assert agree.differing(batch, kept, rules)[0] == []
        assert agree.lines_differing(turns, rules)[0] == []
        assert games_differing(4, rules, board, seed=1, last_year=1495, legal_every=2)[0] == []


# -- other entry points ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_entrance_gives_what_adjudicate_gives_under_random_options_and_house_rules() -> None:
    counts: Counter[str] = Counter()
    boards = (("standard", 0, 6), ("czech1962", 0, 12), ("two-1982", 3, 5), ("build-anywhere", 3, 5))
    for board, first, last in boards:  # from 3 to 5 no page is drawn
        wrong, of_board = entrances_compared(7, first, last, board)
        assert wrong == [], board
        counts += of_board
    # no entry point refuses everything
    assert {what.removesuffix(": same") for what in counts if what.endswith(": same")} == set(ENTRANCES)
