"""The templates for one's own program: each is asked like any other peer."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from standoff.lines.answering import answer_line
from standoff.map import PhaseType, load_board
from standoff.peers.adapters import Peer, open_peer
from standoff.peers.adapters.peer import NotExpressible, PeerAnswer
from standoff.random_turns import question
from tests.helpers.command import run
from tests.helpers.paths import ROOT
from tests.peers.conftest import Answering, Json

TEMPLATES = ROOT / "standoff" / "peers" / "templates"
PHASES = {".py": ("()", '("movement",)'), ".js": ("[]", '["movement"]'), ".c": ('""', '"movement"')}
"""The lines of a template on its phases, with the replacements of its author."""


@contextmanager
def started(file: Path, tmp_path: Path) -> Iterator[Peer]:
    if file.suffix == ".c":
        compiler = shutil.which("cc") or pytest.skip("no C compiler")
        program = str(tmp_path / "mine")
        command = [compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", program, str(file)]
        subprocess.run(command, check=True)
    else:
        runner = sys.executable if file.suffix == ".py" else shutil.which("node") or pytest.skip("no node")
        program = f"{runner} {file}"
    with closing(open_peer(f"lines:{program}", timeout_seconds=60)) as peer:
        yield peer


@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_a_template_answers_what_its_author_says_that_it_does(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No answers at first; then movement phases, with the missing parts declared."""
    monkeypatch.chdir(tmp_path)
    done = run("peers", "new", "own", "--language", language)
    (begun,) = tmp_path.iterdir()
    assert done.output.startswith(f"{begun.name} answers nothing yet. Next:\n")
    with started(begun, tmp_path) as peer:
        for phase in PhaseType:
            with pytest.raises(NotExpressible, match=phase.value):
                peer.answer(question(8, 0, phase=phase))
    none, some = PHASES[begun.suffix]
    text = begun.read_text(encoding="utf-8")
    assert text.count(f" = {none};" if begun.suffix != ".py" else f" = {none} ") == 1
    begun.write_text(text.replace(f" = {none}", f" = {some}", 1), encoding="utf-8")
    with started(begun, tmp_path) as peer:
        for number in range(12):
            turn = question(8, number, phase=PhaseType.MOVEMENT)
            assert peer.answer(turn) == PeerAnswer(frozenset(turn.position.units), {})
        for phase in (PhaseType.RETREAT, PhaseType.ADJUSTMENT):
            with pytest.raises(NotExpressible, match=phase.value):
                peer.answer(question(8, 0, phase=phase))
        assert peer.answer(turn).dislodged == {}
        idle = replace(turn, position=replace(turn.position, civil_disorder=frozenset({"FRANCE"})))
        other = question(8, 1, phase=PhaseType.MOVEMENT, board=load_board("czech1962"))
        for unknown in (idle, other):
            with pytest.raises(NotExpressible, match="another board, powers in civil disorder, closed provinces"):
                peer.answer(unknown)


def test_no_program_is_begun_where_one_is_or_under_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("peers", "new", "mine").exit_code == 0
    again = run("peers", "new", "mine")
    assert (again.exit_code, "already exists" in again.output + again.stderr) == (2, True)
    for name in ("../mine", "", "my program", "1"):
        assert run("peers", "new", name).exit_code == 2
    assert [file.name for file in tmp_path.iterdir()] == ["mine.py"]


@pytest.mark.slow
@pytest.mark.usefixtures("few_asked")
def test_the_card_says_what_to_do_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answering: Answering) -> None:
    """Nothing answered, wrong movement phases, some phases unsupported, everything right."""
    monkeypatch.chdir(tmp_path)
    run("peers", "new", "mine")
    spec = f"lines:{sys.executable} mine.py"

    def next_of(spec: str) -> list[str]:
        lines = run("score", spec, "--suite", "datc", "--max-questions", "0").output.splitlines()
        at = next(number for number, line in enumerate(lines) if line.startswith("next: "))
        return lines[at:]

    first = next_of(spec)
    assert first[0] == "next: let it answer movement phases"
    asked, answer = json.loads(first[2]), json.loads(first[4])
    assert (asked["id"], asked["orders"]) == ("datc-6.A.1", {"ENGLAND": ["F NTH - PIC"]})
    assert answer == {"id": "datc-6.A.1", "units": {"ENGLAND": ["F NTH"]}, "dislodged": {}}
    text = Path("mine.py").read_text(encoding="utf-8")
    Path("mine.py").write_text(text.replace("PHASES = ()", 'PHASES = ("movement",)'), encoding="utf-8")
    (second,) = next_of(spec)
    assert re.match(r"next: \d+ failures of one kind; one of them, order by order: ", second)
    assert re.search(rf" standoff crosscheck '{re.escape(spec)}' --question datc\S+$", second)

    def partly(name: str, request: Json) -> Json:
        if name == "whole" or request["phase"] == "movement":
            return answer_line(json.dumps(request))[0]
        return {"id": request["id"], "unsupported": f"{request['phase']} phases"}

    answering(partly)
    third = next_of(f"lines:{sys.executable} partly")
    assert third[0].startswith("next: retreat phases; such a case is datc-")
    assert json.loads(third[2])["phase"] == "retreat"
    whole = f"lines:{sys.executable} whole"
    command = f"standoff crosscheck '{whole}' --random 2000 --whole-games 20"
    assert next_of(whole)[0] == f"next: random turns and whole games: {command}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("JDip.java", ["javac", "-proc:none", "-d", "OUT"]),
        ("godip.go", ["gofmt", "-l"]),
        ("diplomacy.rs", ["rustfmt", "--edition", "2024", "--check"]),
    ],
)
def test_the_template_for_a_library_is_code_of_its_language(name: str, command: list[str], tmp_path: Path) -> None:
    """As far as possible without the library: Java looks for it only after reading the file."""
    program = shutil.which(command[0]) or pytest.skip(f"no {command[0]}")
    words = [str(tmp_path) if word == "OUT" else word for word in command[1:]]
    done = subprocess.run([program, *words, str(TEMPLATES / name)], capture_output=True, text=True, check=False)
    if name == "JDip.java":
        missing = [line for line in done.stderr.splitlines() if ": error: " in line]
        assert missing
        assert all(line.endswith(("does not exist", "cannot find symbol")) for line in missing)
    else:
        assert (done.returncode, done.stdout) == (0, "")
