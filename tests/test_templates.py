"""The templates for one's own program: each is asked like any other peer."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from standoff.cases.peers import Peer, open_peer
from standoff.cases.peers.peer import NotExpressible
from standoff.cases.random_turns.generator import question
from standoff.map import PhaseType

TEMPLATES = Path(__file__).parents[1] / "docs" / "templates"


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
        asked = question(8, number, phase=PhaseType.MOVEMENT)
        answer = template.answer(asked)
        assert answer.units == frozenset(asked.position.units)
        assert answer.dislodged == {}
        assert answer.success is None
    for phase in (PhaseType.RETREAT, PhaseType.ADJUSTMENT):
        with pytest.raises(NotExpressible, match=phase.value):
            template.answer(question(8, 0, phase=phase))
    assert template.answer(question(8, 1, phase=PhaseType.MOVEMENT)).dislodged == {}


@pytest.mark.parametrize("name", ["mine.py", "mine.js", "mine.c"])
def test_a_template_is_short(name: str) -> None:
    assert len((TEMPLATES / name).read_text(encoding="utf-8").splitlines()) < 60
