"""Paths of the project and of the material next to a checkout; writing of files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
"""The top of the checkout."""

DOCS = ROOT / "docs"
LIBRARY = ROOT / "cases" / "library"
TURNS = ROOT / "cases" / "turns"
FALL = str(TURNS / "fall-1906.txt")
PARADOX = str(TURNS / "paradox.txt")

SHARED = ROOT.parent / "shared"
"""Material for exploration next to a checkout; it may be missing."""

GAMES = SHARED / "games"


def written(file: Path, content: object) -> str:
    """Write a text, or a value as JSON, to a file; return its path."""
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(file)


needs_games = pytest.mark.skipif(not GAMES.is_dir(), reason="the recorded games are not part of the project")
