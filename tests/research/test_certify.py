"""A certificate goes on where it ended, and only with the code that it was begun with."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("clingo")

from research import certify
from research.law import Sets
from standoff.solver import PRESETS, OrderTable
from tests.helpers.paths import ROOT


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify, "QUESTIONS", 2)


def run(file: Path, turns: int, monkeypatch: pytest.MonkeyPatch) -> int:
    arguments = ["certify", str(file), "--turns", str(turns), "--every", "2", "--rules", "2023", "1982"]
    monkeypatch.setattr(sys, "argv", arguments)
    monkeypatch.setattr(certify, "ProcessPoolExecutor", ThreadPoolExecutor)  # in this process, as it is changed here
    return certify.main()


def test_two_runs_certify_what_one_does(small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert run(whole, 5, monkeypatch) == 0
    assert run(parts, 1, monkeypatch) == 0
    first = json.loads(parts.read_text())
    assert first["blocks"] == 1
    assert run(parts, 5, monkeypatch) == 0
    one, two = (json.loads(file.read_text()) for file in (whole, parts))
    assert one["blocks"] == two["blocks"] == 2
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
    assert one["differ"] == []
    assert one["turns"] >= 5
    assert one["by law.lp"] >= one["turns"] // 2
    counts = one["counts"]["2023"]
    assert counts["by law.lp"] == sum(count for what, count in counts.items() if what.endswith(" resolutions"))


def test_another_code_is_refused(small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "one.json"
    run(file, 1, monkeypatch)
    held = json.loads(file.read_text())
    held["code"] = "0" * 64
    file.write_text(json.dumps(held))
    before = file.read_bytes()
    with pytest.raises(SystemExit, match="made with another code"):
        run(file, 1000, monkeypatch)
    assert file.read_bytes() == before


def test_a_wrong_resolution_is_noticed(small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(table: OrderTable) -> Sets:
        return frozenset({frozenset()})

    monkeypatch.setattr(certify.law, "resolutions", forgetful)
    file = tmp_path / "one.json"
    assert run(file, 1, monkeypatch) == 1
    assert json.loads(file.read_text())["differ"][0].startswith("law.lp: ")


def test_rulebooks_that_move_alike_are_one_system() -> None:
    """They differ in retreats, builds, and how orders are read: `docs/rulebooks.md`."""
    found = certify.systems(list(PRESETS))
    assert found["2023-book"] == ["2023-book", "2025EE", "2000"]
    assert len(found) == 10


def test_the_digest_is_of_what_runs() -> None:
    """A string with a number sign stays; comments, docstrings and blank lines go."""
    source = 'def f():  # how\n    """Say it."""\n\n    return "# it"\n'
    assert certify._code(source) == 'def f():\n    return "# it"'
    assert certify._code(source.replace("  # how", "").replace("Say it", "Tell")) == certify._code(source)
    assert certify._code(source.replace("# it", "# them")) != certify._code(source)


def test_the_certificate_that_is_kept_is_consistent_and_of_a_commit() -> None:
    """It is about the code of that commit; `research/certify.py` says how to make it anew."""
    kept = json.loads((ROOT / "research" / "certificate.json").read_text(encoding="utf-8"))
    counts = kept["counts"].values()
    assert re.fullmatch("[0-9a-f]{40}", kept["commit"])
    assert re.fullmatch("[0-9a-f]{64}", kept["code"])
    assert set(kept["counts"]) == set(kept["systems"])
    assert kept["turns"] == sum(one["turns"] for one in counts)
    assert kept["by law.lp"] == sum(one["by law.lp"] for one in counts)
    for one in counts:
        assert 0 < one["turns"] <= kept["blocks"] * kept["block"]
        assert one["by law.lp"] == kept["blocks"] * kept["block"] // kept["every"]
        assert one["by law.lp"] == sum(count for what, count in one.items() if what.endswith(" resolutions"))
    assert kept["differ"] == []


@pytest.mark.slow
def test_the_digest_of_the_certificate_is_that_of_its_commit(tmp_path: Path) -> None:
    """What the certificate calls its code is recomputed from the commit, by that commit's own program."""
    kept = json.loads((ROOT / "research" / "certificate.json").read_text(encoding="utf-8"))
    packed = subprocess.run(["git", "archive", kept["commit"]], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip("a clone without its history")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(tmp_path, filter="data")
    program = "from research.certify import made_by; print(made_by()['code'])"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    made = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert made.stdout.strip() == kept["code"]
