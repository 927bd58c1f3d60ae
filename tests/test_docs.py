"""The generated pages of the documentation are what the tool prints now; every public name has an example."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("script", ["generate", "api"])
def test_generated_pages_are_up_to_date(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for name, text in loaded(script).pages().items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, f"run: python docs/{script}.py ({name})"


def test_every_public_name_has_an_example() -> None:
    names = dict(loaded("api").documented())
    assert len(names) > 150
    assert [name for name, value in names.items() if ">>>" not in (value.__doc__ or "")] == []
