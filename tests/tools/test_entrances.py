"""Every entrance gives one answer: the short form of `tools.agree --entrances`."""

from __future__ import annotations

import pytest

from tools.entrances import ENTRANCES, entrances_compared

BOARDS = ("standard", "czech1962", "two-1982", "build-anywhere")


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_every_entrance_gives_what_adjudicate_gives_under_random_options_and_own_rules(board: str) -> None:
    wrong, counts = entrances_compared(7, 0, 25, board)
    assert wrong == []
    same = {what.removesuffix(": same") for what in counts if what.endswith(": same")}
    # none of them refuses everything, but environments a board that begins with closed provinces
    assert same == set(ENTRANCES) - ({"environment"} if board == "two-1982" else set())
