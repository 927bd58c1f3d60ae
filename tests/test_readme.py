"""The README's examples: what they print is what it says."""

from __future__ import annotations

import doctest
import pkgutil
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

import standoff.cases
import standoff.map
import standoff.solver
from standoff.cases.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ (.*?)\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_example(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "120")
    first, _, second = command.rpartition(" | ")
    words = shlex.split(second)
    assert words[0] == "standoff"
    stdin = shlex.split(first)[1] + "\n" if first else None
    result = CliRunner().invoke(main, words[1:], input=stdin)
    assert [line.rstrip() for line in result.output.splitlines()] == shown.splitlines()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5


def test_python_examples_of_the_readme() -> None:
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5
    assert not failures


MODULES = [
    module.name
    for package in (standoff.map, standoff.solver, standoff.cases)
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    if "library" not in module.name
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    try:
        module = import_module(name)
    except ImportError as missing:  # an optional extra is not installed
        pytest.skip(str(missing))
    assert not doctest.testmod(module).failed


def test_ci_runs_the_command_of_the_readme() -> None:
    section = README.split("<!-- tests -->")[1].split("```")[1]
    assert "python3 -m venv .venv && .venv/bin/pip install" in section
    assert "<!-- tests -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
