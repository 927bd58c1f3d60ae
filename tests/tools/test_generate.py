"""The generated pages of the documentation have the headings, and the pictures, of what would be made now."""

from __future__ import annotations

import re

import pytest

from tests.helpers.paths import DOCS, ROOT
from tools.pages import generate


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ .*", text, re.MULTILINE)


@pytest.mark.slow
def test_generated_pages_have_the_headings_of_what_would_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for name, text in generate.pages().items():
        assert headings((DOCS / name).read_text(encoding="utf-8")) == headings(text), "python -m tools.pages.generate"


def test_each_picture_has_its_file() -> None:
    assert sorted(generate.pictures()) == sorted(path.name for path in (DOCS / "pictures").glob("*.svg"))
