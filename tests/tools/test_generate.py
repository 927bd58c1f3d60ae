"""The generated pages of the documentation have the headings and pictures that would be generated now."""

from __future__ import annotations

import re

import pytest

from standoff.peers.comparing.fault_values import FAULTS
from tests.helpers.paths import DOCS, ROOT
from tools.pages import generate


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ .*", text, re.MULTILINE)


@pytest.mark.slow
def test_generated_pages_have_the_headings_of_what_would_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Except the page of fault models, which takes longer than all others."""
    monkeypatch.chdir(ROOT)
    for name, made in generate.PAGES.items():
        if "fault-models" not in name:
            text = (DOCS / name).read_text(encoding="utf-8")
            assert headings(text) == headings(made()), "python -m tools.pages.generate"
    text = (DOCS / "generated" / "fault-models.md").read_text(encoding="utf-8")
    assert [fault.name for fault in FAULTS if f"`{fault.name}`" not in text] == []


def test_each_picture_has_its_file() -> None:
    assert sorted(generate.pictures()) == sorted(path.name for path in (DOCS / "pictures").glob("*.svg"))
