"""The environment for PettingZoo: its own tests, and what somebody who trains does with it."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import pytest

from standoff.map import ArrayError, Position

np = pytest.importorskip("numpy")
pytest.importorskip("numba")
pettingzoo = pytest.importorskip("pettingzoo")

from pettingzoo.test import parallel_api_test, parallel_seed_test  # noqa: E402

from standoff.env import DiplomacyEnv, IllegalActionError  # noqa: E402
from standoff.env.vector import Outcome  # noqa: E402


def begun(line: str | None = None, **options: Any) -> DiplomacyEnv:
    """Return a game that has begun, at a position."""
    env = DiplomacyEnv(**options)
    env.reset(options={"position": Position.parse(f"standard {line}")} if line else None)
    return env


def play(env: DiplomacyEnv, seed: int) -> list[Any]:
    """Play a game by samples; return all that was returned."""
    seen, infos = env.reset(seed=seed)
    returned: list[Any] = [seen, infos]
    while env.agents:
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        returned += [actions, *(step := env.step(actions))]
        seen = step[0]
    return returned


# -- PettingZoo's own tests ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_pettingzoo_finds_nothing_wrong() -> None:
    options: dict[str, Any] = {"last_year": 1901, "draws": True, "reward": "centers", "illegal": "ignore"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(DiplomacyEnv(**options), num_cycles=15)
        parallel_seed_test(lambda: DiplomacyEnv(**options), num_cycles=5)


def test_what_is_seen_is_in_its_space_and_equal_seeds_play_equal_games() -> None:
    from gymnasium.utils.env_checker import data_equivalence

    env = DiplomacyEnv(last_year=1901, draws=True)
    returned = play(env, 5)
    for agent, seen in [*returned[0].items(), *returned[-5].items()]:
        assert env.observation_space(agent).contains(seen)
    for actions in returned[2::6]:
        assert all(env.action_space(agent).contains(action) for agent, action in actions.items())
    assert data_equivalence(returned, play(DiplomacyEnv(last_year=1901, draws=True), 5))
    assert not data_equivalence(returned, play(env, 6))


# -- orders -------------------------------------------------------------------------------------------------------


def test_orders_are_given_as_numbers_and_read_as_text() -> None:
    env = begun()
    numbers = env.numbers(["A PAR - BUR", "F BRE - MAO"])
    seen, rewards, _, _, infos = env.step({"FRANCE": {*numbers}, "ITALY": []})
    assert {str(unit) for unit in env.position.units if unit.power == "FRANCE"} == {"A BUR", "A MAR", "F MAO"}
    assert infos["FRANCE"]["orders"].tolist() == sorted(numbers)
    assert infos["FRANCE"]["success"].tolist() == [1, 1]
    assert infos["FRANCE"]["phase"] == env.phase == "F1901M"
    assert rewards == dict.fromkeys(env.agents, 0.0)
    assert seen["FRANCE"]["power"] == 2
    assert env.orders("FRANCE", numbers) == ["A PAR - BUR", "F BRE - MAO"]


def test_what_cannot_be_is_refused_by_name() -> None:
    env = begun()
    for action, why in (
        (env.numbers(["A MUN - BUR"]), "A MUN - BUR: illegal; the unit belongs to another power"),
        (env.numbers(["A PAR - BUR", "A PAR H"]), "A PAR H: a second order beside A PAR - BUR"),
        (env.numbers(["A GAS H"]), "no unit stands there"),
        ([20_423], "order number 20423: the numbers go from 0 to 20422"),
        ([-5], "order number -5"),
    ):
        with pytest.raises(IllegalActionError, match=why):
            env.step({"FRANCE": action})
    with pytest.raises(ArrayError, match="an action for 'SPAIN'; in the game are AUSTRIA"):
        env.step({"SPAIN": []})
    with pytest.raises(ArrayError, match="FRANCE: an action is a set of whole numbers, not float64"):
        env.step({"FRANCE": np.array([0.5])})
    with pytest.raises(ArrayError, match="render_mode='human'; expected svg, rgb_array, ansi"):
        DiplomacyEnv(render_mode="human")
    with pytest.raises(ArrayError, match="autoreset is for VectorEnv"):
        DiplomacyEnv(autoreset=True)
    assert env.phase == "S1901M"


def test_illegal_orders_may_be_ignored_and_are_told() -> None:
    env = begun(illegal="ignore")
    good, bad = env.numbers(["F BRE - MAO", "A MUN - BUR"])
    *_, infos = env.step({"FRANCE": [bad, good]})
    assert infos["FRANCE"]["orders"].tolist() == [good]
    assert infos["FRANCE"]["ignored"][0].startswith("FRANCE A MUN - BUR: illegal; the unit belongs to another power")
    assert infos["GERMANY"]["ignored"] == []


def test_a_waiver_uses_up_a_build_and_needs_no_home() -> None:
    """DATC 4.D.4, 4.D.8: of too many builds the first count, waivers among them."""
    for orders, success, units in (
        (["WAIVE", "A PAR B"], [1, 1], {"A SPA", "A PAR"}),
        (["WAIVE", "WAIVE", "A PAR B"], [1, 1, 0], {"A SPA"}),
    ):
        env = begun("W1901A FRANCE:ASPA FRANCE:PAR,SPA,BEL")
        *_, infos = env.step({"FRANCE": env.numbers(orders)})
        assert infos["FRANCE"]["success"].tolist() == success
        assert {str(unit) for unit in env.position.units} == units


# -- the end ------------------------------------------------------------------------------------------------------


def test_agents_leave_when_they_are_out_and_all_at_the_end() -> None:
    env = begun("F1905M FRANCE:ABER,ASIL,ARUH;GERMANY:AMUN FRANCE:PAR,BRE,MAR;GERMANY:MUN", victory_centers=4)
    assert env.agents == ["FRANCE", "GERMANY"]
    env.step({"FRANCE": env.numbers(["A BER - MUN", "A SIL S A BER - MUN", "A RUH S A BER - MUN"])})
    assert env.phase == "F1905R"
    seen, rewards, over, cut, infos = env.step({"GERMANY": env.numbers(["A MUN D"])})
    assert over == {"FRANCE": True, "GERMANY": True}
    assert cut == {"FRANCE": False, "GERMANY": False}
    assert rewards == {"FRANCE": 1.0, "GERMANY": 0.0}
    assert (infos["GERMANY"]["outcome"], infos["GERMANY"]["winner"]) == ("won", "FRANCE")
    assert (env.outcome, env.agents) == (Outcome.WON, [])
    assert not seen["FRANCE"]["action_mask"].any()
    with pytest.raises(ArrayError, match="no game is going on; call reset"):
        env.step({})
    assert len(env.reset()[0]) == 7


def test_a_draw_is_agreed_by_number() -> None:
    env = begun(draws=True)
    assert env.numbers(["DRAW"]) == [env.draw_number] == [20_423]
    assert env.orders("ITALY", env.numbers(["A VEN H", "DRAW"])) == ["A VEN H", "DRAW"]
    *_, infos = env.step({agent: [env.draw_number] for agent in env.agents[:6]})
    assert env.outcome is Outcome.GOES_ON
    _, rewards, over, _, infos = env.step({agent: [env.draw_number] for agent in env.agents})
    assert rewards == pytest.approx(dict.fromkeys(env.possible_agents, 1 / 7))
    assert all(over.values())
    assert (infos["ITALY"]["outcome"], infos["ITALY"]["winner"]) == ("agreed-draw", "")


def test_a_game_that_is_cut_off_is_truncated() -> None:
    env = begun(most_phases=1)
    _, rewards, over, cut, infos = env.step({})
    assert all(cut.values())
    assert not any(over.values())
    assert not any(rewards.values())
    assert infos["ITALY"]["outcome"] == "cut-off"
    assert env.agents == []


# -- copies, what is shown, what is not allowed -------------------------------------------------------------------


def test_copies_and_pickles_go_on_alike() -> None:
    env = DiplomacyEnv(last_year=1901, render_mode="ansi")
    seen, _ = env.reset(seed=3)
    for other in (env.copy(), pickle.loads(pickle.dumps(env))):
        actions = [
            {agent: each.action_space(agent).sample(seen[agent]["action_mask"]) for agent in each.agents}
            for each in (env.copy(), other)
        ]
        assert all((actions[0][agent] == actions[1][agent]).all() for agent in env.agents)
        other.step(actions[1])
        assert other.phase == "F1901M"
        assert env.phase == "S1901M"


@pytest.mark.slow
def test_what_is_drawn_and_written() -> None:
    env = begun("F1901M FRANCE:ABUR,FBRE;GERMANY:AMUN FRANCE:PAR;GERMANY:MUN,BER", render_mode="ansi")
    assert Position.parse(env.render()) == env.position
    assert begun(render_mode="svg").render().count('class="unit stands"') == 22
    assert begun().render() is None
    assert env.state().shape == (75 * 10 + 3 + 21,)


def test_samples_are_one_order_for_each_place() -> None:
    env = begun()
    space = env.action_space("RUSSIA")
    assert space.sample().tolist() == [-1] * 34  # no orders: the one set that is always legal
    seen = env.reset(seed=1)[0]["RUSSIA"]["action_mask"]
    for _ in range(5):
        orders = env.orders("RUSSIA", space.sample(seen))
        assert sorted(order.split()[1] for order in orders) == ["MOS", "SEV", "STP/SC", "WAR"]
    assert [] in space
    assert [1, 20_423] not in space
    assert "A PAR H" not in space
    with pytest.raises(ValueError, match="a mask of shape"):
        space.sample(seen[:5])
