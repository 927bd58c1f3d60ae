"""The generated pages of the documentation are what the tool prints now; every public name has an example."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import networkx
import pytest
from click.testing import CliRunner

from standoff.commands.cli import main
from tests.conftest import loaded

ROOT = Path(__file__).parents[2]


def test_generated_pictures_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    made = loaded("generate").pictures()
    assert sorted(made) == sorted(path.name for path in (ROOT / "docs" / "pictures").glob("*.svg"))
    for name, drawing in made.items():
        kept = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
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
        result = CliRunner().invoke(main, [*shlex.split(words), "-o", str(tmp_path / name)])
        assert result.exit_code == 0
        assert (tmp_path / name).read_bytes() == (ROOT / "docs" / "pictures" / name).read_bytes()
    for name in re.findall(r"!\[.*?\]\((?:docs/)?(pictures/\S+?)\)", text):
        assert (ROOT / "docs" / name).exists()


def test_the_examples_of_the_page_on_pictures() -> None:
    failures, tried = doctest.testfile(str(ROOT / "docs" / "pictures.md"), module_relative=False)
    assert tried >= 5
    assert not failures


@pytest.mark.parametrize("script", ["generate", "api", "imports"])
def test_generated_pages_are_up_to_date(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if script != "imports":
        pytest.importorskip("numba")
    monkeypatch.chdir(ROOT)
    for name, text in loaded(script).pages().items():
        kept = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert kept == text, f"run: python -m tools.pages.{script} ({name})"


def test_packages_import_each_other_in_no_circle_and_rooms_one_way() -> None:
    graph = loaded("imports").imports()
    assert len(graph.edges) > 100
    assert list(networkx.simple_cycles(graph)) == []
    above = {"map": ("solver", "cases", "standoff"), "solver": ("cases", "standoff"), "cases": ("standoff",)}
    room = re.compile(r"\w+")
    assert [edge for edge in graph.edges if room.match(edge[1])[0] in above.get(room.match(edge[0])[0], ())] == []
    for one, two in (("standoff", "solver"), ("cases: cli", "cases.commands"), ("cases.score", "cases.crosscheck")):
        assert graph.has_edge(one, two)


def test_every_public_name_has_an_example() -> None:
    pytest.importorskip("numba")
    names = dict(loaded("api").documented())
    assert len(names) > 150
    assert [name for name, value in names.items() if ">>>" not in (value.__doc__ or "")] == []
