"""Many games side by side: steps, rewards, ends, resets, refusals, and the same games as plain play."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from standoff.map import Position, StandoffError, load_board

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from standoff.env import IllegalActionError, VectorEnv  # noqa: E402
from standoff.env.vector import Outcome  # noqa: E402

BOARD = load_board()
FRANCE = list(BOARD.powers).index("FRANCE")
GERMANY = list(BOARD.powers).index("GERMANY")
LATE = "FRANCE:APAR;GERMANY:AKIE"


def given(envs: VectorEnv, *texts: str, game: int = 0) -> Any:
    """Return the orders of one game, by province."""
    orders = envs.games.no_orders()
    for text in texts:
        place = text.split()[1].partition("/")[0]
        orders[game, BOARD.province_number[place]] = envs.games.vocabulary.number(text)
    return orders


def at(line: str, **options: Any) -> VectorEnv:
    """Return a game that stands at a position."""
    envs = VectorEnv(1, **options)
    envs.reset(positions=[Position.parse(f"standard {line}")])
    return envs


# -- as plain play ------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    played = list[tuple[Any, ...]]()
    for threads in (1, 2):
        envs = VectorEnv(520, seed=4, last_year=1902, threads=threads)
        steps = [envs.step(envs.sample()) for _ in range(11)]
        assert sum(len(step.ended) for step in steps) >= 520
        envs.games.check()
        played.append((envs.games.state.tobytes(), b"".join(step.rewards.tobytes() for step in steps)))
    assert played[0] == played[1]
    assert (VectorEnv(9, seed=5).sample() != VectorEnv(9, seed=4).sample()).any()


def test_orders_listed_before_are_those_that_are_drawn_and_checked() -> None:
    """Drawn together with the list, after it, or by another number of threads than the list was made by."""
    one, two = VectorEnv(520, seed=3, threads=1), VectorEnv(520, seed=3, threads=2)
    two.legal()
    two.threads = 1
    drawn = one.sample()
    assert (two.sample() == drawn).all()
    legal = one.legal()
    assert (legal.start == two.legal().start).all()
    assert (legal.orders == two.games.legal(threads=2).orders).all()
    before = legal.orders.copy()
    one.threads = 2
    assert not one.illegal_in(drawn).any()
    one.step(drawn)
    one.sample()
    assert (legal.orders == before).all()  # a list that was handed out is not written over


# -- the end of a game --------------------------------------------------------------------------------------------


def test_a_victory_ends_a_game_after_autumn_and_it_begins_anew() -> None:
    """Rulebook 1982, II: whoever has the centers at the end of an autumn has won; the winter is not played."""
    envs = at("F1905M FRANCE:ABUR;GERMANY:AKIE FRANCE:PAR,MAR;GERMANY:KIE", victory_centers=3)
    step = envs.step(given(envs, "A BUR - BEL"))
    assert step.outcome.tolist() == [Outcome.WON]
    assert step.winner.tolist() == [FRANCE]
    assert step.rewards[0].tolist() == [float(power == FRANCE) for power in range(7)]
    assert step.terminations.all()
    assert not step.truncations.any()
    assert step.ended.tolist() == [0]
    assert step.final.centers[0].tolist() == [0, 0, 3, 1, 0, 0, 0]
    assert step.observation.phase.tolist() == [[0, 1901, 0]]
    assert step.observation.centers[0].tolist() == [3, 3, 3, 3, 3, 4, 3]
    assert not envs.eliminated.any()


def test_after_the_last_year_those_with_units_share_a_draw() -> None:
    """Rulebook 1982, II: all who still have pieces on the board share equally in a draw."""
    envs = at(f"F1905M {LATE} FRANCE:PAR;GERMANY:KIE;TURKEY:ANK", last_year=1905)
    step = envs.step(envs.games.no_orders())
    assert step.outcome.tolist() == [Outcome.GOES_ON]  # Turkey may build in winter
    step = envs.step(envs.games.no_orders())
    assert step.outcome.tolist() == [Outcome.LAST_YEAR]
    assert step.winner.tolist() == [-1]
    assert step.rewards[0].tolist() == [0, 0, 0.5, 0.5, 0, 0, 0]


def test_a_draw_is_agreed_by_all_who_are_left() -> None:
    envs = at(f"S1902M {LATE} FRANCE:PAR,BRE,MAR;GERMANY:KIE", reward="squares")
    draws = np.zeros((1, 7), dtype=bool)
    draws[0, FRANCE] = True
    assert envs.step(envs.games.no_orders(), draws).outcome.tolist() == [Outcome.GOES_ON]
    draws[0, GERMANY] = True
    step = envs.step(envs.games.no_orders(), draws)
    assert step.outcome.tolist() == [Outcome.AGREED_DRAW]
    assert step.rewards[0].tolist() == pytest.approx([0, 0, 0.9, 0.1, 0, 0, 0])


def test_a_game_is_cut_off_without_a_reward() -> None:
    envs = VectorEnv(2, most_phases=2, autoreset=False)
    assert not envs.step(envs.sample()).truncations.any()
    step = envs.step(envs.sample())
    assert step.outcome.tolist() == [Outcome.CUT_OFF] * 2
    assert step.truncations.all()
    assert not step.terminations.any()
    assert not step.rewards.any()
    with pytest.raises(ValueError, match="game 0 is over; reset it"):
        envs.step(envs.games.no_orders())
    envs.reset(which=[0, 1])
    assert envs.phases.tolist() == [0, 0]
    envs.step(envs.sample())


def test_who_has_neither_units_nor_centers_is_out() -> None:
    envs = at("F1905M FRANCE:ABER,ASIL,ARUH;GERMANY:AMUN FRANCE:PAR,BRE,MAR;GERMANY:MUN")
    assert envs.eliminated[0].tolist() == [True, True, False, False, True, True, True]
    step = envs.step(given(envs, "A BER - MUN", "A SIL S A BER - MUN", "A RUH S A BER - MUN"))
    assert not step.terminations[0, GERMANY]  # it may still retreat
    assert step.observation.units[0, GERMANY] == 1
    step = envs.step(given(envs, "A MUN D"))
    assert step.terminations[0, GERMANY]
    assert not step.terminations[0, FRANCE]


# -- rewards ------------------------------------------------------------------------------------------------------


def test_rewards_by_centers_come_in_autumn() -> None:
    envs = at("S1902M FRANCE:AGAS;GERMANY:AHOL FRANCE:PAR;GERMANY:KIE,SPA", reward="centers")
    assert not envs.step(given(envs, "A GAS - SPA", "A HOL - BEL")).rewards.any()
    assert envs.step(envs.games.no_orders()).rewards[0].tolist() == [0, 0, 1, 0, 0, 0, 0]


def test_a_reward_of_ones_own() -> None:
    envs = VectorEnv(3, reward=lambda reckoning: reckoning.units * 2)
    assert envs.step(envs.sample()).rewards[0].tolist() == [6, 6, 6, 6, 6, 8, 6]


# -- orders -------------------------------------------------------------------------------------------------------


def test_illegal_orders_are_refused_by_name_and_nothing_is_changed() -> None:
    envs = VectorEnv(3, seed=1)
    orders = envs.sample()
    orders[1, BOARD.province_number["MAR"]] = envs.games.vocabulary.number("A MAR S A BUR")
    before = envs.games.state.copy()
    with pytest.raises(IllegalActionError, match=r"game 1, MAR: FRANCE A MAR S A BUR: illegal; there is no unit where"):
        envs.step(orders)
    assert (envs.games.state == before).all()
    lenient = VectorEnv(3, illegal="ignore")
    step = lenient.step(orders)
    assert np.argwhere(step.ignored).tolist() == [[1, BOARD.province_number["MAR"]]]
    assert step.success[1, BOARD.province_number["MAR"]] == -1


def test_each_refusal_says_what_is_wrong() -> None:
    envs = VectorEnv(1)
    words = envs.games.vocabulary
    for place, number, why in (
        ("PAR", words.number("A MAR - SPA"), "A MAR - SPA is not an order for PAR"),
        ("PAR", words.number("A MUN - BUR"), "the unit belongs to another power"),
        ("BUR", words.number("A BUR H"), "BUR: A BUR H: no unit stands there"),
        ("PAR", len(words), "order number 20423: the numbers go from 0 to 20422"),
        ("PAR", words.number("A PAR D"), "cannot be given in this phase"),
        ("LON", words.number("A LON H"), "ENGLAND A LON H: not an order for what stands there; meant is F LON H"),
    ):
        orders = envs.games.no_orders()
        orders[0, BOARD.province_number[place]] = number
        with pytest.raises(IllegalActionError, match=why):
            envs.step(orders)


def test_a_support_to_a_coast_by_its_name_is_legal_though_not_listed() -> None:
    """DATC 4.B.4."""
    envs = at("S1902M FRANCE:FMAO,FWES FRANCE:PAR,BRE")
    orders = given(envs, "F MAO - SPA/SC", "F WES S F MAO - SPA/SC")
    assert not envs.illegal_in(orders).any()
    assert envs.step(orders).success[0, BOARD.province_number["WES"]] == 1
    envs = at("S1902M FRANCE:FMAO,FGAS FRANCE:PAR,BRE")
    assert not envs.illegal_in(given(envs, "F GAS S F MAO - SPA/NC")).any()
    elsewhere = given(envs, "F MAO - SPA/NC")
    elsewhere[0, BOARD.province_number["MAO"]] = envs.games.vocabulary.number("F GAS S F MAO - SPA/NC")
    with pytest.raises(IllegalActionError, match="MAO: F GAS S F MAO - SPA/NC is not an order for MAO"):
        envs.step(elsewhere)


def test_a_far_move_via_convoy_is_legal_though_it_is_listed_without_these_words() -> None:
    envs = at("S1902M ENGLAND:ALON,FNTH ENGLAND:LON,EDI")
    orders = given(envs, "A LON - NWY VIA", "F NTH C A LON - NWY")
    assert not envs.illegal_in(orders).any()
    assert envs.step(orders).success[0, BOARD.province_number["LON"]] == 1
    envs.reset()
    with pytest.raises(IllegalActionError, match="A LVP - NWY VIA: illegal; no chain of fleets at sea"):
        envs.step(given(envs, "A LVP - NWY VIA"))


def test_what_cannot_be_is_refused() -> None:
    none = np.full((1, 75), -1, dtype=np.int32)
    refused: list[tuple[str, Any]] = [
        ("orders must be int32 of shape", lambda: VectorEnv(1).step(none.astype(np.int64))),
        ("draws must be bool of shape", lambda: VectorEnv(1).step(none, np.zeros(7, dtype=bool))),
        ("no reward named 'solo'; known: draw-size, squares, centers", lambda: VectorEnv(1, reward="solo")),
        ("illegal='maybe'; expected refuse or ignore", lambda: VectorEnv(1, illegal="maybe")),
    ]
    for why, call in refused:
        with pytest.raises(StandoffError, match=why):
            call()


# -- resets and copies --------------------------------------------------------------------------------------------


def test_single_games_begin_anew_or_at_a_position_of_ones_own() -> None:
    envs = VectorEnv(3, seed=2)
    envs.step(envs.sample())
    kept = envs.games.state[2].copy()
    seen = envs.reset(which=np.array([True, False, False]))
    assert seen.phase[:, 0].tolist() == [0, 1, 1]
    late = Position.parse(f"standard W1903A {LATE} FRANCE:PAR,BRE,MAR;GERMANY:KIE")
    seen = envs.reset(which=[1], positions=[late])
    assert envs.games.position(1) == replace(late, centers=dict.fromkeys(BOARD.powers, ()) | late.centers)
    assert seen.adjustments[1].tolist() == [0, 0, 2, 0, 0, 0, 0]
    assert (envs.games.state[2] == kept).all()
    with pytest.raises(ValueError, match="1 positions for 3 games"):
        envs.reset(positions=[late])


def test_copies_and_pickles_go_on_alike() -> None:
    envs = VectorEnv(20, seed=9, reward="centers", last_year=1903)
    for _ in range(4):
        envs.step(envs.sample())
    envs.legal()
    others = envs.copy(), pickle.loads(pickle.dumps(envs))
    for _ in range(3):
        orders = envs.sample()
        step = envs.step(orders)
        for other in others:
            assert (other.sample() == orders).all()
            assert (other.step(orders).rewards == step.rewards).all()
