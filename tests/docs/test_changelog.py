"""The tables of old and new names in the changelog: the new ones exist, the old ones are gone."""

from __future__ import annotations

import re

import click

from standoff.commands.cli import main
from tests.helpers.paths import ROOT

TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def rows(head: str) -> list[list[list[str]]]:
    """Return the rows of a table by its first line: the code in each cell."""
    (body,) = re.findall(rf"^{re.escape(head)}\n\|[-|]+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    return [[re.findall(r"`([^`]+)`", cell) for cell in line.split("|")[1:-1]] for line in body.splitlines()]


def test_the_options_of_commands_have_their_new_names() -> None:
    table = rows("| command | old option | new option |")
    assert len(table) > 10
    for commands, (old,), (new,) in table:
        for name in commands:
            _, command, _ = main.resolve_command(click.Context(main), [name])
            assert command is not None
            shown = {option for one in command.params if not getattr(one, "hidden", False) for option in one.opts}
            assert new in shown, f"{name} {new}"
            assert old not in shown, f"{name} {old}"


def test_modules_have_moved_as_the_table_says() -> None:
    def exists(module: str) -> bool:
        path = ROOT / re.sub(r"^standoff\.(map|solver|cases)\b", r"\1", module).replace(".", "/")
        return path.with_suffix(".py").exists() or path.is_dir()

    table = rows("| old module | new module |")
    assert len(table) > 20
    assert [new for _, (new,) in table if not exists(new)] == []
    assert [old for (old,), _ in table if exists(old)] == []


def test_pages_have_moved_as_the_table_says() -> None:
    for old, _ in rows("| old page | new page |"):
        assert [name for name in old if (ROOT / name).exists()] == []
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", TEXT):
        assert (ROOT / target).exists(), target
