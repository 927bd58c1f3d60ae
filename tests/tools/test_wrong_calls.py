"""Wrong calls of the public interface are refused, and nothing else is raised."""

from __future__ import annotations

import pytest

from tools.wrong_calls import faults


@pytest.mark.slow
def test_a_wrong_call_is_answered_with_an_error_of_standoff() -> None:
    found, ended = faults(seed=11, count=1000)
    assert [str(fault) for fault in found] == []
    assert ended["refused"] > 400
    assert ended["returned"] > 300
