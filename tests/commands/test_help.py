"""The examples in the commands' help run as printed."""

from __future__ import annotations

import gzip
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from standoff.commands.cli import COMMANDS, main
from tests.cases.test_formats import JDIP
from tests.helpers.command import NEED_FAST, run
from tests.helpers.paths import TURNS
from tests.map.test_importers import ADJACENCY, MAP, VARIANTS

LEFT_OUT = {
    "cluster": "has tests of its own",
    "crosscheck": "needs another program",
    "mcp": "has tests of its own",
    "page": "serves until it is interrupted",
    "score": "needs another program",
    "site": "needs npm",
}
LONG = (
    "book site",
    "--sample 20000",
    "--units 4",
    "--units 5",
    "--export cases.json",
    "--cooperative",
    "games/*",
    "*.map",
)
"""The patterns for slow examples, and for file names that a shell expands."""


def examples() -> Iterator[str]:
    context = click.Context(main)
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        for line in (command.help or "").splitlines():
            if line.strip().startswith("standoff ") and name not in LEFT_OUT and not any(part in line for part in LONG):
                yield line.strip()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the examples name."""
    place = tmp_path_factory.mktemp("examples")
    shutil.copy(TURNS / "fall-1906.txt", place / "turn.txt")
    shutil.copy(TURNS / "spring-1901.txt", place / "spring.txt")
    (place / "games.jsonl.gz").write_bytes(gzip.compress((TURNS / "games.jsonl").read_bytes()))
    texts = {
        "lists.txt": "Anna: Austria, England\nBen: England, France\n",
        "dated.txt": "Fall 1904\nFRANCE: A PAR - BUR\n",
        "ancient.txt": "NORTHLAND: A HIL H\nSOUTH: F TWN - BAY\n",
        "austria.txt": "AUSTRIA: A SER H\n",
        "england.txt": "ENGLAND: F NTH H\n",
        "cases.txt": run("show", "6.A.1").output,
        "ancmed.map": MAP,
        "pure.map": MAP,
        "mine.json": '{"name": "mine", "extends": "standard", "army_removed": {"PAR": "BUR"}}',
        "variants.xml": VARIANTS,
        "adj.xml": ADJACENCY,
        "cases.jdip": JDIP,
    }
    for name, text in texts.items():
        (place / name).write_text(text, encoding="utf-8")
    shutil.copy(place / "cases.txt", place / "my-cases.txt")
    for line in (
        f"standoff convert {place}/dated.txt {place}/game.json",
        f"standoff convert {place}/turn.txt {place}/turns.jsonl",
        f"standoff play start {place}/spring.txt --out {place}/fall.txt",
    ):
        assert run(*shlex.split(line)[1:]).exit_code == 0, line
    return place


@pytest.mark.slow
@pytest.mark.parametrize("line", sorted(set(examples())))
def test_an_example_of_the_help_runs(line: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if ".png" in line:
        pytest.importorskip("cairosvg")
    if line.split()[1] in NEED_FAST:
        pytest.importorskip("numba")
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    result = run(*shlex.split(line)[1:])
    assert result.exit_code in (0, 1), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
