"""The generated pages of the documentation are what the tool prints now; every public name has an example."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import networkx
import pytest

from tests.helpers.command import run
from tests.helpers.paths import DOCS, ROOT
from tools.pages import imports


@pytest.mark.slow
def test_generated_pictures_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    made = import_module("tools.pages.generate").pictures()
    assert sorted(made) == sorted(path.name for path in (DOCS / "pictures").glob("*.svg"))
    for name, drawing in made.items():
        kept = (DOCS / "pictures" / name).read_text(encoding="utf-8")
        assert kept == drawing().svg + "\n", f"run: python -m tools.pages.generate ({name})"


@pytest.mark.parametrize("page", ["README.md", "docs/commands.md", "docs/pictures.md"])
def test_pictures_are_made_by_the_commands_that_are_shown(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that writes to `docs/pictures` makes what lies there."""
    monkeypatch.chdir(ROOT)
    text = (ROOT / page).read_text(encoding="utf-8")
    commands = re.findall(r"^standoff (draw .*?) -o docs/pictures/(\S+)$", text, re.MULTILINE)
    assert len(commands) == (0 if page == "docs/pictures.md" else 1)
    for words, name in commands:
        result = run(*shlex.split(words), "-o", str(tmp_path / name))
        assert result.exit_code == 0
        assert (tmp_path / name).read_bytes() == (DOCS / "pictures" / name).read_bytes()
    for name in re.findall(r"!\[.*?\]\((?:docs/)?(pictures/\S+?)\)", text):
        assert (DOCS / name).exists()


@pytest.mark.slow
@pytest.mark.parametrize("script", ["generate", "api", "imports"])
def test_generated_pages_are_up_to_date(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if script != "imports":
        pytest.importorskip("numba")
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # a process more loads all compiled code first
    for name, text in import_module(f"tools.pages.{script}").pages().items():
        kept = (DOCS / name).read_text(encoding="utf-8")
        assert kept == text, f"run: python -m tools.pages.{script} ({name})"


def test_files_import_each_other_in_no_circle_and_rooms_one_way() -> None:
    graph = imports.imports().copy()
    assert len(graph) > 200
    for one, two in (("standoff", "turn.turn"), ("commands.cli", "commands.batch"), ("turn.codec", "solver")):
        assert graph.has_edge(one, two)
    assert [edge for edge in graph.edges if imports.goes_up(*edge)] == [], "these go up to a later room"
    assert list(networkx.simple_cycles(graph)) == []
    rooms = networkx.DiGraph((imports.top_of(one), imports.top_of(two)) for one, two in graph.edges)
    rooms.remove_edges_from(list(networkx.selfloop_edges(rooms)))
    assert list(networkx.simple_cycles(rooms)) == []


def test_every_public_name_has_an_example() -> None:
    pytest.importorskip("numba")
    names = dict(import_module("tools.pages.api").documented())
    assert len(names) > 150
    assert [name for name, value in names.items() if ">>>" not in (value.__doc__ or "")] == []
