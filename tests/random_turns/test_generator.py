"""Random questions: the same every time, possible, mostly legal, and full of what adjudicators get wrong."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from standoff.map import ARMY, Board, Phase, PhaseType, Position, PositionError, Unit, load_board, starting_position
from standoff.random_turns import (
    INTERACTIONS,
    PROFILES,
    ProfileError,
    game,
    games,
    question,
    questions,
    tangled_board,
)
from standoff.random_turns.boards import board_index
from standoff.random_turns.draft import Draft
from standoff.random_turns.generator import PAIR
from standoff.solver import (
    MovementResult,
    Outcome,
    ParadoxKind,
    PhaseResult,
    adjudicate_phase,
    following,
    variant_of,
    winner,
)
from standoff.text import read_order
from standoff.turn.turn import Turn

SOME = 400


@pytest.fixture(scope="module")
def drawn() -> list[Turn]:
    return list(islice(questions(1), SOME))


def settled(drawn: list[Turn], wanted: PhaseType) -> list[tuple[Turn, PhaseResult]]:
    return [(q, adjudicate_phase(q.position, q.orders, board=q.board)) for q in drawn if q.type is wanted]


# -- the same every time ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_question_depends_on_seed_and_number_only(drawn: list[Turn]) -> None:
    assert question(1, 300) == drawn[300]
    assert list(islice(questions(1, start=290), 20)) == drawn[290:310]
    assert [question(2, n) for n in range(20)] != drawn[:20]


# -- possible ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_positions_are_possible_and_orders_can_be_read_back(drawn: list[Turn], board: Board) -> None:
    for turn in drawn:
        assert turn.position.phase
        turn.position.check(board)
        for order in turn.orders[:6]:
            back = read_order(str(order), order.power, board)
            assert str(back) == str(order)


def test_orders_are_for_own_units_and_one_each(drawn: list[Turn]) -> None:
    for turn in drawn:
        if turn.type is not PhaseType.MOVEMENT:
            continue
        standing = {str(unit): unit.power for unit in turn.position.units}
        named = [str(order.unit) for order in turn.orders]  # type: ignore[union-attr]
        assert len(named) == len(set(named))
        assert all(standing[str(order.unit)] == order.power for order in turn.orders)  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["czech1962", "czech1962-four"])
def test_other_boards(name: str) -> None:
    board = load_board(name)
    phase_types: Counter[PhaseType] = Counter()
    for number in range(60):
        turn = question(3, number, board=board)
        assert turn.board is board
        turn.position.check(board)
        adjudicate_phase(turn.position, turn.orders, board=board)
        phase_types[turn.type] += 1
    assert set(phase_types) == set(PhaseType)


# -- full of what is asked for ----------------------------------------------------------------------


def test_sizes_from_two_to_34(drawn: list[Turn]) -> None:
    sizes = [len(q.position.units) for q in drawn if q.type is PhaseType.MOVEMENT]
    assert min(sizes) == 2
    assert 30 < max(sizes) <= 34
    assert sum(size > 14 for size in sizes) / len(sizes) > 0.15
    assert sum(size < 9 for size in sizes) / len(sizes) > 0.35


def test_most_orders_are_legal_and_mean_something(drawn: list[Turn]) -> None:
    outcomes = Counter(
        order_result.outcome for _, result in settled(drawn, PhaseType.MOVEMENT) for order_result in result
    )
    wrong = (outcomes[Outcome.ILLEGAL] + outcomes[Outcome.VOID]) / outcomes.total()
    assert 0.01 < wrong < 0.06


def test_retreats_follow_real_dislodgements_and_compete(drawn: list[Turn]) -> None:
    results = settled(drawn, PhaseType.RETREAT)
    outcomes: Counter[str] = Counter()
    for turn, result in results:
        standing = {unit.province for unit in turn.position.units}
        assert turn.position.dislodged
        for d in turn.position.dislodged:
            assert d.unit.province in standing  # its attacker
            assert d.attacker_from is not None
        outcomes.update({str(one.outcome) for one in result})
    assert outcomes["bounces"] > 0.15 * len(results)
    assert outcomes["illegal"] > 0.1 * len(results)
    assert outcomes["retreats"] > 0.6 * len(results)
    assert outcomes["disbands"] > 0


def test_in_winter_whoever_stands_in_a_center_owns_it(drawn: list[Turn]) -> None:
    for turn in drawn:
        if turn.type is PhaseType.ADJUSTMENT:
            owner = {center: power for power, owned in turn.position.centers.items() for center in owned}
            for unit in turn.position.units:
                if unit.province in turn.board.centers:
                    assert owner.get(unit.province) == unit.power


def test_every_interaction_adds_orders(board: Board) -> None:
    """In a region that has some units already; those that need room along a route do so now and then."""
    index, by_name = board_index(board), {one.name: one for one in INTERACTIONS}
    for interaction in INTERACTIONS:
        added = set[str]()
        for seed in range(40):
            draft = Draft(index, Random(seed), list(board.powers)[:4], (1 << len(board.provinces)) - 1, 20)
            for name in ("attack", "convoy"):
                by_name[name].add(draft)
            before = dict(draft.order)
            interaction.add(draft)
            added |= {type(order).__name__ for here, order in draft.order.items() if before.get(here) != order}
        assert added, interaction.name
        assert "convoy" not in interaction.name or "Convoy" in added


# -- games ------------------------------------------------------------------------------------------


def test_a_game_goes_from_phase_to_phase(board: Board) -> None:
    kinds: Counter[PhaseType] = Counter()
    wrong = orders = moved = convoys = 0
    position = starting_position(board)
    for turn in islice(game(position, 4), 120):
        assert turn.position == position
        turn.position.check(board)
        result = adjudicate_phase(turn.position, turn.orders)
        kinds[turn.type] += 1
        if turn.type is PhaseType.MOVEMENT:
            orders += len(turn.orders)
            wrong += sum(order_result.outcome is Outcome.ILLEGAL for order_result in result)
            moved += sum(order_result.outcome is Outcome.MOVES for order_result in result)
            convoys += sum(order_result.outcome is Outcome.CONVOYS for order_result in result)
        position = following(result.after, board)
    assert set(kinds) == set(PhaseType)
    assert wrong < 0.01 * orders
    assert moved > 0.15 * orders
    assert convoys > 0.02 * orders
    assert position.phase is not None
    assert position.phase.year > 1925
    assert len(set(position.centers) - {power for power, owned in position.centers.items() if not owned}) < 8


def test_games_of_other_seeds_differ_and_the_same_seed_does_not() -> None:
    start = starting_position()
    one, again, other = ([q.orders for q in islice(game(start, seed), 8)] for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_a_game_can_start_in_the_middle_and_ends_without_units(board: Board) -> None:
    lonely = Position((Unit(ARMY, "BOH", "ITALY"),), {"ITALY": ()}, phase=Phase("W", 1905, PhaseType.ADJUSTMENT))
    # a power without a center loses its unit, ordered or not
    assert [str(turn.position.phase) for turn in game(lonely, 1, board=board)] == ["W1905A"]
    retreats = next(q for q in questions(1) if q.type is PhaseType.RETREAT)
    first = next(game(retreats.position, 1, board=board))
    assert first.position == retreats.position
    assert all(order.unit.province in {d.unit.province for d in first.position.dislodged} for order in first.orders)  # type: ignore[union-attr]


def test_a_game_is_on_the_board_that_its_position_names() -> None:
    czech = load_board("czech1962")
    for turn in islice(game(starting_position(czech), 1), 4):
        assert (turn.board, turn.position.board) == (czech, "czech1962")


def test_a_game_starts_from_a_possible_position() -> None:
    with pytest.raises(PositionError, match="two units in one province"):
        next(game(Position(units=(Unit(ARMY, "BOH", "ITALY"), Unit(ARMY, "BOH", "FRANCE"))), 1))


# -- profiles ---------------------------------------------------------------------------------------


def test_every_profile_draws_questions_and_plays_games(board: Board) -> None:
    for profile in PROFILES:
        for number in range(20):
            turn = question(1, number, profile=profile, most=9)
            turn.position.check(board)
            if PROFILES[profile].varied and number in PAIR:
                continue  # a pair of phases is drawn together
            assert turn.type is not PhaseType.MOVEMENT or len(turn.position.units) <= 9
        for turn in islice(games(1, profile=profile), 20):
            turn.position.check(board)
    with pytest.raises(ProfileError, match="known: interacting, demanding, tangled, greedy, random"):
        question(1, 1, profile="peaceful")


def test_tangled_turns_hold_convoy_paradoxes() -> None:
    paradoxes = 0
    for seed in range(60):
        turn = question(seed, 0, board=tangled_board(Random(seed)), phase=PhaseType.MOVEMENT, profile="tangled")
        result = adjudicate_phase(turn.position, turn.orders, board=turn.board)
        assert isinstance(result, MovementResult)
        paradoxes += any(paradox.kind is ParadoxKind.CONVOY for paradox in result.solution.paradoxes)
    assert paradoxes > 15


@pytest.mark.slow
def test_greedy_players_take_centers(board: Board) -> None:
    """After four years hardly a center is left that nobody owns."""
    later = next(turn for turn in game(starting_position(board), 1, profile="greedy") if turn.phase.year == 1905)  # type: ignore[union-attr]
    assert sum(map(len, later.position.centers.values())) >= 32


def test_games_follow_each_other() -> None:
    years = [turn.phase.year for turn in islice(games(2), 200) if turn.phase is not None]
    assert years.count(1901) > years.index(1902)


def test_a_random_game_in_which_several_powers_have_enough_goes_on(tmp_path: Path) -> None:
    """Rulebook 1982, II: if two powers have enough centers, neither has won."""
    file = tmp_path / "early.json"
    file.write_text('{"name": "early", "extends": "standard", "victory_centers": 3}', encoding="utf-8")
    board = load_board(file)
    (turn,) = islice(games(1, board=board), 1)
    assert [len(owned) >= 3 for owned in turn.position.centers.values()] == [True] * 7
    assert winner(turn.position, variant_of(board)) is None
