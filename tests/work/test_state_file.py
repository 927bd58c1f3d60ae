"""The file that keeps what a long run has done: it is as it was written, or refused."""

from __future__ import annotations

import random
import sys
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from standoff.lines.resume import standoff_here
from standoff.map import StandoffError
from standoff.solver import rulebook
from standoff.work.code import digest_of, digest_of_functions
from standoff.work.state_file import StateFile


class SearchError(StandoffError):
    """What is raised here."""


def opened(path: Path) -> StateFile:
    return StateFile(path, {"search": 1, "of": "paradoxes"}, "search", SearchError)


def number_of(data: dict[str, Any]) -> int:
    return int(data["done"])


@pytest.fixture
def state(tmp_path: Path) -> Path:
    file = opened(tmp_path / "state")
    assert file.read(number_of) == []
    for number in range(5):
        file.keep({"done": number, "text": "č"})
    return tmp_path / "state"


def test_what_is_kept_is_read_and_gone_on_with(state: Path) -> None:
    again = opened(state)
    assert again.read(number_of) == [0, 1, 2, 3, 4]
    again.keep({"done": 5})
    assert opened(state).read(number_of) == [0, 1, 2, 3, 4, 5]


def test_a_line_that_was_not_written_to_its_end_is_dropped(state: Path) -> None:
    content = state.read_bytes()
    for length in range(content.rindex(b"\n", 0, -1) + 1, len(content)):
        state.write_bytes(content[:length])
        again = opened(state)
        assert again.read(number_of) == [0, 1, 2, 3]
        again.keep({"done": 9})
        assert opened(state).read(number_of) == [0, 1, 2, 3, 9]


def test_no_changed_letter_goes_unnoticed(state: Path) -> None:
    content, chance = state.read_bytes(), random.Random(1)
    for _ in range(100):
        at = chance.randrange(len(content) - 1)  # without its last end of a line, a line is only unfinished
        changed = bytearray(content)
        changed[at] = chance.choice([changed[at] ^ 1 << chance.randrange(8), *b"\r\v\x1c"])
        if changed == content:
            continue
        state.write_bytes(changed)
        with pytest.raises(SearchError, match="no state of a search"):
            opened(state).read(number_of)
        assert state.read_bytes() == changed


def test_lines_taken_out_put_in_or_exchanged_are_noticed(state: Path) -> None:
    lines = state.read_bytes().splitlines(keepends=True)
    for changed in (
        [*lines[:2], *lines[3:]],
        [*lines[:3], lines[2], *lines[3:]],
        [lines[0], lines[2], lines[1], *lines[3:]],
        [lines[0], b'{"done": 1}\n', *lines[1:]],
        [b'{"search": 1, "of": "paradoxes"}\n', *lines[1:]],
    ):
        state.write_bytes(b"".join(changed))
        with pytest.raises(SearchError, match="checksum"):
            opened(state).read(number_of)


def test_another_run_is_named(state: Path) -> None:
    other = StateFile(state, {"search": 1, "of": "cores"}, "search", SearchError)
    with pytest.raises(SearchError, match='of is "paradoxes" there, "cores" here'):
        other.read(number_of)


def test_a_run_without_something_that_the_other_had_is_another_run(state: Path) -> None:
    other = StateFile(state, {"search": 1}, "search", SearchError)
    with pytest.raises(SearchError, match='of another search: of is "paradoxes" there, null here'):
        other.read(number_of)


# -- digests of code --------------------------------------------------------------------------------------------------


def test_what_a_rule_imports_from_its_folder_belongs_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    files = {
        "my_house_rule.py": "def cut(event):\n    from my_own_words import helpful\n    return helpful.word\n",
        "my_own_words/__init__.py": "",
        "my_own_words/helpful.py": "word = True\n",
        "something_else.py": "",
    }
    (tmp_path / "my_own_words").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    rulebook().with_named(cut="my_house_rule:cut")
    digests = [digest_of_functions(["my_house_rule:cut"])]
    for name in ("something_else.py", "my_own_words/helpful.py", "my_house_rule.py"):
        (tmp_path / name).write_text(f"{files[name]}# changed\n", encoding="utf-8")
        digests.append(digest_of_functions(["my_house_rule:cut"]))
    assert [one == other for one, other in pairwise(digests)] == [True, False, False]


def test_the_code_of_lines_is_named_by_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").write_text("2")
    both = [("a", tmp_path / "a"), ("b", tmp_path / "b")]
    assert digest_of(both) == digest_of(reversed(both)) != digest_of(both[:1])
    assert digest_of(both) != digest_of([("b", tmp_path / "a"), ("a", tmp_path / "b")])
    assert standoff_here().startswith(f"standoff {version('standoff')}, code ")
