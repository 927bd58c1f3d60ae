"""Which boards a line may name: those of the package, and what the user allows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from standoff.lines.answering import answer_line
from standoff.map import load_board
from standoff.map.loading import allow_boards, is_allowed
from standoff.turn.turn import Turn
from tests.helpers.command import run
from tests.helpers.lines import answer_block

SECRET = "MACHINE host LOGIN bob PASSWORD secret\n"
MINE = {"name": "mine", "extends": "standard", "army_removed": {"PAR": "BUR"}}


def line_on(board: str) -> str:
    turn = {"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}
    return json.dumps({"map": board, **turn}) + "\n"


def refusal(board: str) -> str:
    return f"board {board!r} was not allowed (--map FILE, --allow-boards FOLDER, load_board)"


def answered(text: str) -> list[str]:
    """Return of each answer what became of Paris, or its error."""
    answers = [json.loads(line) for line in text.splitlines()]
    return [one.get("error") or one["orders"]["FRANCE"]["A PAR - BUR"]["outcome"] for one in answers]


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """A board file of the user, in a folder of its own."""
    (tmp_path / "maps").mkdir()
    file = tmp_path / "maps" / "mine.json"
    file.write_text(json.dumps(MINE))
    return str(file)


@pytest.mark.parametrize("ending", [".map", ".xml", ".json", ".go"])
def test_a_line_quotes_no_file_of_the_machine(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"x{ending}"
    file.write_text(SECRET)
    assert answer_line(line_on(str(file)))[0]["error"] == refusal(str(file))
    assert answered(run("batch", stdin=line_on(str(file))).stdout) == [refusal(str(file))]


@pytest.mark.parametrize("name", ["//host/share/x.map", "/gone/x.json", "x.xml#Modern", ".", "/", "../mine.json"])
def test_a_name_that_was_not_allowed_is_not_looked_at(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(*_: object) -> bool:
        raise AssertionError("to look may already ask another machine")

    for module in ("standoff.map.board_data", "standoff.map.files"):
        monkeypatch.setattr(f"{module}.os.path.isdir", looked)
        monkeypatch.setattr(f"{module}.os.path.realpath", looked)
    monkeypatch.setattr(Path, "stat", looked)
    assert answer_line(line_on(name))[0]["error"].startswith((refusal(name), "no board named '.'"))


def test_what_the_process_has_loaded_may_be_named_again(mine: str) -> None:
    load_board(mine)
    turn = Turn.from_dict(json.loads(line_on(mine)))
    assert Turn.from_dict(turn.to_dict()) == turn
    assert answered(json.dumps(answer_line(line_on(mine))[0])) == ["illegal"]


def test_batch_takes_the_files_and_folders_that_the_user_allows(mine: str) -> None:
    folder = str(Path(mine).parent)
    for options, answer in (([], refusal(mine)), (["--allow-boards", folder], "illegal"), (["--map", mine], "illegal")):
        assert answered(run("batch", *options, stdin=line_on(mine)).stdout) == [answer]


def test_compiled_lines_name_the_same_boards(mine: str) -> None:
    pytest.importorskip("numba")
    lines = [line_on(mine).rstrip()] * 3
    refused = answer_block(lines)
    assert answered("\n".join(text for text, _ in refused)) == [refusal(mine)] * 3
    allow_boards([str(Path(mine).parent)])
    assert answered("\n".join(text for text, _ in answer_block(lines))) == ["illegal"] * 3


def test_a_folder_allows_what_is_in_it_and_no_more(mine: str, tmp_path: Path) -> None:
    other, folder = tmp_path / "other.json", Path(mine).parent
    other.write_text(json.dumps(MINE))
    (folder / "link.json").symlink_to(other)
    (folder / "more").mkdir()
    (folder / "more" / "mine.json").write_text(json.dumps(MINE))
    named = [mine, f"{folder}/more/mine.json", str(other), f"{folder}/../other.json", f"{folder}/link.json"]
    answers = answered(run("batch", "--allow-boards", str(folder), stdin="".join(map(line_on, named))).stdout)
    assert answers == ["illegal", "illegal", *map(refusal, named[2:])]
    assert not is_allowed(f"{folder}s/mine.json")


def test_an_option_that_names_nothing_is_refused(tmp_path: Path) -> None:
    for option, name in (("--allow-boards", "gone"), ("--map", "gone.json")):
        result = run("batch", option, str(tmp_path / name), stdin="{}")
        assert (result.exit_code, name in result.output) == (2, True)


@pytest.mark.slow
def test_processes_may_name_what_the_process_that_starts_them_may(mine: str) -> None:
    code = (
        "import sys; from standoff.map.loading import allow_boards\n"
        "from standoff.lines.blocks import answer_in_blocks\n"
        "if __name__ == '__main__':\n"
        f"    allow_boards([{str(Path(mine).parent)!r}])\n"
        f"    blocks = [{line_on(mine).encode()!r}] * 3\n"
        "    for one in answer_in_blocks(blocks, jobs=2, limit_seconds=60):\n"
        "        print(one.text.decode(), end='')\n"
    )
    script = Path(mine).with_name("script.py")
    script.write_text(code)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=True)
    assert answered(done.stdout) == ["illegal"] * 3
