"""Faults injected, the short form of `python -m tools.inject`: the n-th system call of a run fails."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tools.inject import Stage, compiled, faults

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("cc") is None, reason="needs Linux and a C compiler"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What lets system calls fail, compiled once."""
    return compiled(tmp_path_factory.mktemp("library"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "kind"),
    [("batch", "write"), ("batch-gz", "rename"), ("batch-gz", "fsync"), ("batch-limit", "fork"), ("convert", "write")],
)
def test_a_run_whose_system_fails_loses_nothing_in_silence(
    command: str, kind: str, library: Path, tmp_path: Path
) -> None:
    wrong_of = dict(faults(Stage(tmp_path / "stage", library), command, [kind], 2))
    assert wrong_of
    assert {fault: wrong for fault, wrong in wrong_of.items() if wrong} == {}
