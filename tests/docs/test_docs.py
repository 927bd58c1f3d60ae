"""The commands on the pages make their pictures; every public name has an example."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from types import FunctionType

import pytest

import standoff
from tests.helpers.command import run
from tests.helpers.paths import DOCS, ROOT


@pytest.mark.parametrize("page", ["README.md", "docs/commands.md", "docs/results.md"])
def test_pictures_are_made_by_the_commands_that_are_shown(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that writes to `docs/pictures` makes the file there."""
    monkeypatch.chdir(ROOT)
    text = (ROOT / page).read_text(encoding="utf-8")
    commands = re.findall(r"^standoff (draw .*?) -o docs/pictures/(\S+)$", text, re.MULTILINE)
    assert len(commands) == (0 if page == "docs/results.md" else 1)
    for words, name in commands:
        result = run(*shlex.split(words), "-o", str(tmp_path / name))
        assert result.exit_code == 0
        assert (tmp_path / name).read_bytes() == (DOCS / "pictures" / name).read_bytes()
    for name in re.findall(r"!\[.*?\]\((?:docs/)?(pictures/\S+?)\)", text):
        assert (DOCS / name).exists()


def test_every_public_name_has_an_example() -> None:
    pytest.importorskip("numba")
    names = {name: getattr(standoff, name) for name in standoff.__all__}
    described = {name: value for name, value in names.items() if isinstance(value, type | FunctionType)}
    assert len(described) > 40
    assert [name for name, value in described.items() if ">>>" not in (value.__doc__ or "")] == []
