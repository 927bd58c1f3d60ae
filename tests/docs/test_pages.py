"""The pages: every command, example and case on them works, and every file that they name exists."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import tomllib
from functools import cache
from pathlib import Path

import click
import pytest

from standoff import Game, load_board
from standoff.cases import datc_numbers
from standoff.cases.reading import read_cases
from standoff.cases.run import rulebooks_of, run_case
from standoff.commands.cli import COMMANDS, main
from standoff.map import remarks
from tests.helpers.command import NEED_FAST, run
from tests.helpers.paths import DOCS, ROOT
from tests.helpers.turns import library_cases

TOP = [
    ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/README.md", "tools/README.md")
]
PAGES = [*TOP, *sorted(DOCS.rglob("*.md")), *sorted((ROOT / "research").rglob("*.md"))]


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@cache
def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the blocks of code on a page, each with its language."""
    return re.findall(r"^ *```(\w*)\n(.*?)^ *```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


SHOWN_OUTPUTS = [
    pytest.param(command, shown, id=f"{page_name(page)}: {command}")
    for page in PAGES
    for _, text in blocks(page)
    if text.startswith("$ ")
    for command, shown in re.findall(r"\$ (.*?)\n((?:(?!\$ ).*\n)*)", text)
    if shown and (command.startswith("standoff ") or " | standoff " in command)
]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), SHOWN_OUTPUTS)
def test_a_command_prints_what_its_page_shows(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal of 100 columns; the generated pages show the output into a pipe."""
    monkeypatch.chdir(ROOT)
    first, _, second = command.rpartition(" | ")
    tool, *arguments = shlex.split(first) or [""]
    assert tool in ("", "echo", "printf")
    stdin = arguments[0].replace("\\n", "\n") if tool == "printf" else arguments[0] + "\n" if arguments else None
    words = shlex.split(second)
    assert words[0] == "standoff"
    if words[1] in NEED_FAST:
        pytest.importorskip("numba")
    printed: list[list[str]] = []
    for columns in ("100", ""):
        monkeypatch.setenv("COLUMNS", columns)
        result = run(*words[1:], stdin=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        printed.append([line.rstrip() for line in result.output.splitlines()])
        if printed[-1] == shown.splitlines():
            return
    raise AssertionError("\n".join(printed[0]))


WITH_EXAMPLES = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8") and page.name != "api.md"]
"""The pages with examples; those of the API reference run as doctests (`test_readme`)."""


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=page_name)
def test_python_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.name in ("arrays.md", "search.md"):
        pytest.importorskip("numba")
    if page.name == "arrays.md":
        pytest.importorskip("pettingzoo")
    monkeypatch.chdir(ROOT)
    text = re.sub(r"^ *```\w*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert test.examples
    assert not doctest.DocTestRunner().run(test).failed


COMMAND = re.compile(r"(?:^|[\s`(|])standoff (\w+)((?: (?:'[^']*'|\"[^\"]*\"|[^\s`|&]+))*)", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_commands_and_options_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    code = [line for kind, body in blocks(page) for line in body.splitlines() if kind == "sh" or line.startswith("$ ")]
    code += re.findall(r"`([^`\n]+)`", re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE))
    for part in code:
        for name, rest in COMMAND.findall(part):
            assert name in COMMANDS, f"{part!r}: no command {name}"
            _, command, _ = main.resolve_command(click.Context(main), [name, *rest.split()])
            assert command is not None
            options = {
                option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
            }
            for option in re.findall(r"(?<!\S)--[\w-]+", rest):
                assert option in options | {"--help"}, f"{part!r}: no option {option}"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_files_that_are_named_exist_and_data_can_be_read(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text):
        assert (page.parent / target).exists(), f"no {target}"
    folders = "|".join(("cases", "solver", "map", "standoff", "docs", "research", "tests", "benchmarks", "tools"))
    for name in re.findall(rf"(?<![\w/.])((?:{folders})/[\w./-]+\.\w+)", text):
        assert (ROOT / name).exists() or list(ROOT.glob(name)), f"no {name}"
    for language, data in blocks(page):
        if language == "toml":
            tomllib.loads(data)
        elif language == "json":
            json.loads(data)


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes from the headings of a page."""
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"`|\]\(.*?\)", "", name).lower()).replace(" ", "-") for name in headings}


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_to_headings_that_are_there(page: Path) -> None:
    for target, anchor in re.findall(
        r"\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)", page.read_text(encoding="utf-8")
    ):
        there = page.parent / target if target else page
        if there.suffix == ".md":
            assert anchor in anchors(there), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_modules_that_a_page_runs_are_there_and_have_the_options(page: Path) -> None:
    """`python -m tools.agree --turns` and the like: the module exists, and its source names each option."""
    text = page.read_text(encoding="utf-8")
    for name, rest in re.findall(r"python3? -m ((?:tools|research|benchmarks|docs)[\w.]*)([^`\n#|]*)", text):
        module = ROOT / name.replace(".", "/")
        files = [module.with_suffix(".py")] if module.with_suffix(".py").exists() else [module / "__main__.py"]
        assert files[0].exists(), f"no module {name}"
        shared = [ROOT / "tools" / "shared.py", ROOT / "benchmarks" / "measuring.py"]
        source = "".join(file.read_text(encoding="utf-8") for file in (files[0], *shared))
        for option in re.findall(r"(?<!\S)--[\w-]+", rest):
            assert f'"{option}"' in source, f"{name}: no option {option}"


def test_cases_that_a_page_names_are_in_the_library() -> None:
    known = {number for case in library_cases() for number in (*datc_numbers(case).values(), case.id)}
    known |= {f"6.{letter}" for letter in "ABCDEFGHIJ"}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name in re.findall(r"(?<![\w.-])6\.[A-J]\.\d+[ab]?(?![\w-])", text):
            assert name in known or f"{name}a" in known, f"{page_name(page)}: no case {name}"


CASES = [
    pytest.param(page, text, id=f"{page_name(page)} {number}")
    for page in PAGES
    for number, (_, text) in enumerate(blocks(page))
    if re.search(r"^case \S+$", text, re.MULTILINE)
]


@pytest.mark.parametrize(("page", "text"), CASES)
def test_cases_pass(page: Path, text: str) -> None:
    for case in read_cases(text, page.name):
        for rules, label in rulebooks_of(case):
            report = run_case(case, rules, label)
            assert report.passed, f"{rules.name}: {'; '.join(map(str, report.differences))}"


def test_there_are_examples() -> None:
    assert len(SHOWN_OUTPUTS) >= 12
    assert any("cases.md" in str(case.id) for case in CASES)


def test_a_head_is_read_in_small_letters_and_in_capitals() -> None:
    for head in ("start: standard", "START: standard"):
        (case,) = read_cases(f"case one\n{head}\nFRANCE: A PAR - BUR\n", "text")
        assert case.head == {"start": "standard"}


def test_the_small_board_is_whole(tmp_path: Path) -> None:
    """The board on the page of boards has no fault, and a game can be played on it."""
    text = next(text for language, text in blocks(DOCS / "boards.md") if language == "json")
    file = tmp_path / "lake.json"
    file.write_text(text, encoding="utf-8")
    board = load_board(str(file))
    assert len(board.provinces) == 6
    assert remarks(board) == []
    game = Game(board)
    for orders in ({"RED": "A NORTH - WEST", "BLUE": "F SOUTH - LAKE"}, {"RED": "A WEST - SOUTH"}):
        game.order(orders)
        assert all(order.success for order in game.process())
    assert game.position["SOUTH"].power == "RED"
