"""The checker of the theorems: it finds nothing where they hold, and something where they do not."""

from __future__ import annotations

import pytest

from research import check_arrows


@pytest.mark.slow
def test_the_theorems_hold_of_a_few_turns(capsys: pytest.CaptureFixture[str]) -> None:
    """`research/theory.md`: 100,000 turns and more are tried by hand."""
    assert check_arrows.main(["--turns", "60", "--rules", "2023", "1971", "2000-russian", "czech1962"]) == 0
    output = capsys.readouterr().out
    assert "0 turns refute a theorem" in output
    assert "circle of one convoy" in output


@pytest.mark.slow
def test_brannans_rule_breaks_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_arrows.main(["--turns", "300", "--rules", "2023", "--set", "convoyed_attack_from=last-fleet"]) == 1
    assert "REFUTED: an order looks past its arrows" in capsys.readouterr().out
