"""The reference pages are complete: rule options with their choices, causes, and the public Python API."""

from __future__ import annotations

import re

import pytest

from standoff.solver import Illegal, Reason, Void
from standoff.text import all_rules_data
from tests.helpers.paths import DOCS, ROOT
from tools.pages.reference import causes_page, options_page, public_members, public_names

FOLDERS = ("benchmarks", "cases", "docs", "map", "research", "solver", "standoff", "tests", "tools")
WRITE = "python -m tools.pages.generate"


def generated(name: str) -> str:
    return (DOCS / "generated" / name).read_text(encoding="utf-8")


def test_every_option_and_choice_is_on_the_page_of_options() -> None:
    page = generated("options.md")
    assert page == options_page(), WRITE
    for option in all_rules_data()["options"]:
        (section,) = re.findall(rf"^## {option['name']}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
        assert re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE) == [*option["choices"]]
        assert section.count("| default |") == 1


def test_every_cause_is_on_the_page_of_causes() -> None:
    page = generated("causes.md")
    assert page == causes_page(), WRITE
    assert re.findall(r"^\| `([A-Z_]+)`", page, re.MULTILINE) == [
        one.name for each in (Reason, Illegal, Void) for one in each
    ]


def test_every_public_name_is_in_the_api_reference() -> None:
    pytest.importorskip("numba")
    sections = dict(re.findall(r"^### \w+ (\w+)\n(.*?)(?=^###? |\Z)", generated("api.md"), re.DOTALL | re.MULTILINE))
    for names in public_names().values():
        assert [name for name in names if name not in sections] == [], WRITE
        for name, value in names.items():
            if isinstance(value, type) and not issubclass(value, Exception):
                listed = re.findall(r"^- `(\w+)[(`]", sections[name], re.MULTILINE)
                assert [each for each, _, _ in public_members(value) if each not in listed] == [], f"{name}: {WRITE}"


def test_the_pages_that_code_and_messages_name_exist() -> None:
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".md", ".json", ".toml", ".txt", ".jinja", ".js", ".c", ".cpp", ".go", ".java")
        for name in re.findall(r"(?<![\w/.])docs/[\w/-]+\.md", path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]
    assert missing == [], "\n".join(missing)
