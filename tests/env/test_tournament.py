"""The example of the page: random and greedy players."""

from __future__ import annotations

import doctest

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from docs import tournament  # noqa: E402


@pytest.mark.slow
def test_greedy_players_own_more_than_random_ones() -> None:
    scores, centers = tournament.tournament(12, last_year=1902, seed=1)
    assert sum(map(len, scores.values())) == 12 * 7
    assert sum(sum(one) for one in scores.values()) == pytest.approx(12)
    for year in (1901, 1902):
        assert sum(len(centers[year, player]) for player in tournament.PLAYERS) == 12 * 7
        assert np.mean(centers[year, "greedy"]) > np.mean(centers[year, "random"])
    shown = tournament.shown(scores, centers).splitlines()
    assert shown[0].split() == ["mean", "score", "random", "greedy"]
    assert shown[8].startswith("all")
    assert shown[-1].split()[0] == "greedy"


def test_the_example_in_its_docstring() -> None:
    assert not doctest.testmod(tournament).failed
