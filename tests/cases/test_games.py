"""Real games: every phase gives the recorded next position."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from standoff.cases.case import CaseError
from standoff.cases.replaying import replay
from standoff.solver import rulebook
from tests.helpers.paths import GAMES, needs_games, written


@needs_games
@pytest.mark.parametrize("path", sorted(GAMES.glob("*.json")), ids=lambda path: path.stem)
def test_real_game(path: Path) -> None:
    phases = list(replay(str(path), rulebook("webdiplomacy")))
    # the last winter of each record was settled by machine under older rules of removal
    differing = {phase.name: phase.differences for phase in phases if phase.differences and phase.name != "W1908A"}
    assert not differing
    assert sum(phase.compared for phase in phases) > 20


START = '"state": {"units": {"FRANCE": ["A PAR"]}}'


@pytest.mark.parametrize(
    ("phases", "message"),
    [
        ("[]", "a saved game without phases"),
        ("3", "not a saved game"),
        ("[3]", "not a saved game"),
        ('[{"name": "S1901M", "orders": {}}]', "phase S1901M: a phase that records no units"),
        ('[{"name": "S1901M", "state": {"units": []}}]', "phase S1901M: units: expected an object, found []"),
        (
            '[{"name": "S1901M", "state": {"units": {"FRANCE": [3]}}}]',
            "phase S1901M: units of FRANCE: expected a list of texts, found [3]",
        ),
        (f'[{{"name": "S19", {START}}}]', "phase S19: 'S19' is not a phase"),
        (
            f'[{{"name": "S1901M", {START}, "orders": {{"FRANCE": "A PAR - BUR"}}}}]',
            "phase S1901M: orders of FRANCE: expected a list of texts",
        ),
        (
            f'[{{"name": "S1901M", {START}, "orders": {{"FRANCE": ["A PAR - BURG", "A PAR - XX"]}}}}]',
            "phase S1901M: column 9, 'A PAR - XX'",
        ),
    ],
)
def test_a_spoilt_game_is_named_with_its_phase(tmp_path: Path, phases: str, message: str) -> None:
    file = written(tmp_path / "game.json", f'{{"map": "standard", "phases": {phases}}}')
    with pytest.raises(CaseError, match=re.escape(file) + ".*" + re.escape(message)):
        list(replay(file, rulebook()))
