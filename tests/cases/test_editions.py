"""The table of the source editions names every point, and only cases, options and variants that exist."""

from __future__ import annotations

import re

from standoff.solver import OPTIONS, PRESETS
from standoff.solver.rules.variants import variants
from tests.helpers.paths import DOCS
from tests.helpers.turns import library_cases


def test_every_point_has_a_row() -> None:
    rows = re.findall(r"^\| (D\d+) \|", (DOCS / "sources.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [f"D{n}" for n in range(1, 51)]


def test_what_the_table_names_exists() -> None:
    text = (DOCS / "sources.md").read_text(encoding="utf-8")
    ids = {case.id for case in library_cases()}
    named = re.findall(r"`((?:datc|1982|2000|wiki|czech1962|variant)-[\w.-]+)`", text)
    assert len(named) > 60
    presets = set(PRESETS) | set(variants())
    assert [name for name in named if name not in ids and name not in presets] == []
    options = {name: set(option.choices) for name, option in OPTIONS.items()}
    for name, choice in re.findall(r"`(\w+)=([\w-]+)`", text):
        assert choice in options[name]


def test_every_preset_has_its_paragraph() -> None:
    text = (DOCS / "rulebooks.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## (.+)$", text, re.MULTILINE)) == {"Paradoxes", *PRESETS}
