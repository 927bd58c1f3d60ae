"""No two classes share a name, and no two modules of the board, the rules and the cases."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

from tests.helpers.paths import ROOT

MODULES = [
    path for room in ("map", "solver", "cases", "standoff", "benchmarks") for path in (ROOT / room).rglob("*.py")
]


def several(named: list[tuple[str, Path]]) -> dict[str, list[str]]:
    """Return the names that are borne more than once, with the files."""
    bearers: dict[str, list[str]] = defaultdict(list)
    for name, path in named:
        bearers[name].append(str(path.relative_to(ROOT)))
    return {name: files for name, files in bearers.items() if len(files) > 1}


def test_no_two_classes_share_a_name() -> None:
    """Stand-ins have the names of what they stand in for, such as ``Power``."""
    named = [
        (node.name, path)
        for path in MODULES
        if "stand_ins" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    assert len(named) > 300
    assert several(named) == {}


def test_no_two_modules_share_a_name() -> None:
    """A command is named as what it does, a stand-in as what it stands in for."""
    others = {"commands", "stand_ins", "benchmarks"}
    named = [(path.stem, path) for path in MODULES if path.stem != "__init__" and not others & {*path.parts}]
    assert len(named) > 150
    assert several(named) == {}
