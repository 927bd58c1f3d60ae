"""The checker of the theorems: it finds nothing where they hold, and something where they do not."""

from __future__ import annotations

import pytest

from research.check_arrows import block
from standoff.solver import rulebook


@pytest.mark.slow
def test_the_theorems_hold_of_a_few_turns() -> None:
    """`research/theory.md`: 100,000 turns and more are tried by hand."""
    rulebooks = [rulebook(name) for name in ("2023", "1971", "2000-russian", "czech1962")]
    wrong, counts = block(1, rulebooks, 0, 30)
    assert wrong == []
    assert any("circle of one convoy" in what for what in counts)


@pytest.mark.slow
def test_brannans_rule_breaks_the_first() -> None:
    wrong, _ = block(1, [rulebook("2023", convoyed_attack_from="last-fleet")], 0, 40)
    assert any("an order looks past its arrows" in text for text in wrong)
