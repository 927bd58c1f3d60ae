"""Examples in docstrings run; CI runs the command of the README."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import standoff
import standoff.cases
import standoff.map
import standoff.solver
from tests.helpers.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")

MODULES = sorted(
    {
        module.name
        for package in (standoff, standoff.map, standoff.solver, standoff.cases)
        for module in pkgutil.walk_packages(package.__path__[:1], package.__name__ + ".")
    }
)


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
