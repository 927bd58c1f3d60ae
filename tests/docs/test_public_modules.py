"""The public modules for many turns and games: `import standoff` offers them, with all that they name."""

from __future__ import annotations

import pytest

import standoff
from standoff import load_board

pytest.importorskip("numba")


@pytest.mark.parametrize("name", ["batch", "games"])
def test_a_public_module_has_what_it_names(name: str) -> None:
    module = getattr(standoff, name)
    assert module.__all__
    assert [each for each in module.__all__ if not hasattr(module, each)] == []
    assert name in dir(standoff)


def test_powers_have_names_by_number_as_arrays_do() -> None:
    board = load_board()
    games = standoff.games.Games.start(1, board=board)
    owner = games.state["owner"][0, board.province_number["PAR"]]
    assert board.power_names[owner] == "FRANCE"
    assert board.power_names == tuple(board.powers)
