"""Words of convoy paradoxes on the standard board: places are found, and that there is none is found, too."""

from __future__ import annotations

import pytest

pytest.importorskip("clingo")
pytest.importorskip("numba")

from research.on_board import LEAST, holds, of_stages, placed
from standoff.map import load_board
from standoff.solver import Stage, Stages

BOARD = load_board()


@pytest.mark.parametrize(
    "word",
    [
        (Stage("A", 4),),  # all that is around the North Sea
        (Stage("B", 1, 2),),
        (Stage("A", 0, 3, (1,)),),
        (Stage("H"), Stage("R", 0, 2)),
    ],
    ids=lambda word: "".join(map(str, word)),
)
def test_a_word_has_a_place(word: Stages) -> None:
    turn = placed(BOARD, word)
    assert turn is not None
    assert holds(turn, word)
    assert not holds(turn, (*word, Stage("A")))


def test_no_sea_has_room_for_a_word_with_ten_units_around_it() -> None:
    assert placed(BOARD, (Stage("H", 4),)) is None
    assert placed(BOARD, (Stage("B", 4),)) is None


def test_three_stages_have_a_place() -> None:
    found, _ = of_stages(BOARD, 3, LEAST, 60)
    assert found is not None
    word, turn = found
    assert len(word) == 3
    assert holds(turn, word)
