"""What several tests of searches need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tools.check_find import Enumerated


@pytest.fixture(scope="session")
def region() -> Enumerated:
    """All turns of up to three units in two seas and four coasts, enumerated by other code."""
    from standoff.map import load_board
    from tools.check_find import REGION, enumerate_turns

    return enumerate_turns(REGION, 3, load_board())
