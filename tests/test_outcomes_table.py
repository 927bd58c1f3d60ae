"""The table of outcomes in the documentation is what the command prints."""

from __future__ import annotations

from pathlib import Path

from standoff.cases.report import outcome_table

PAGE = Path(__file__).parents[1] / "docs" / "outcomes.md"


def test_the_page_is_what_the_command_prints() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.endswith(outcome_table("datc-")), "run: standoff cases --table datc- (docs/outcomes.md says how)"
