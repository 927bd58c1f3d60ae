"""The templates for one's own program: each is asked like any other peer."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from standoff.map import PhaseType, load_board
from standoff.peers.adapters import Peer, open_peer
from standoff.peers.adapters.peer import NotExpressible
from standoff.random_turns import question
from tests.helpers.paths import DOCS

TEMPLATES = DOCS / "templates"


@pytest.fixture(params=["mine.py", "mine.js", "mine.c"])
def template(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Peer]:
    file = TEMPLATES / request.param
    if file.suffix == ".c":
        compiler = shutil.which("cc") or pytest.skip("no C compiler")
        program = tmp_path / "mine"
        command = [compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", str(program), str(file)]
        subprocess.run(command, check=True)
        peer = open_peer(f"lines:{program}", timeout_seconds=60)
    else:
        runner = sys.executable if file.suffix == ".py" else shutil.which("node") or pytest.skip("no node")
        peer = open_peer(f"lines:{runner} {file}", timeout_seconds=60)
    yield peer
    peer.close()


def test_a_template_answers_movement_phases_and_says_what_it_does_not_know(template: Peer) -> None:
    for number in range(12):
        turn = question(8, number, phase=PhaseType.MOVEMENT)
        answer = template.answer(turn)
        assert answer.units == frozenset(turn.position.units)
        assert answer.dislodged == {}
        assert answer.success is None
    for phase in (PhaseType.RETREAT, PhaseType.ADJUSTMENT):
        with pytest.raises(NotExpressible, match=phase.value):
            template.answer(question(8, 0, phase=phase))
    turn = question(8, 1, phase=PhaseType.MOVEMENT)
    assert template.answer(turn).dislodged == {}
    idle = replace(turn, position=replace(turn.position, civil_disorder=frozenset({"FRANCE"})))
    other = question(8, 1, phase=PhaseType.MOVEMENT, board=load_board("czech1962"))
    for unknown in (idle, other):
        with pytest.raises(NotExpressible, match="another board, powers in civil disorder, closed provinces"):
            template.answer(unknown)


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
    """As far as that can be told without the library: Java looks for it only once the file can be read."""
    program = shutil.which(command[0]) or pytest.skip(f"no {command[0]}")
    words = [str(tmp_path) if word == "OUT" else word for word in command[1:]]
    done = subprocess.run([program, *words, str(TEMPLATES / name)], capture_output=True, text=True, check=False)
    if name == "JDip.java":
        missing = [line for line in done.stderr.splitlines() if ": error: " in line]
        assert missing
        assert all(line.endswith(("does not exist", "cannot find symbol")) for line in missing)
    else:
        assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("name", ["mine.py", "mine.js", "mine.c"])
def test_a_template_is_short(name: str) -> None:
    assert len((TEMPLATES / name).read_text(encoding="utf-8").splitlines()) < 60
