"""Options and keys by the names that they had before 0.2.0: read with a message that has the new name."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from standoff import Position, StandoffError, Turn, read
from standoff.cases.reading import read_cases
from standoff.commands.cli import main
from standoff.commands.former_options import FORMER_OPTIONS
from standoff.lines.answering import turn_in
from standoff.map.former_keys import FORMER_KEYS, FormerNameWarning
from standoff.peers.adapters import open_peer
from standoff.peers.adapters.peer import NotExpressible, Part
from standoff.peers.score.pytest_plugin import DatcCase
from standoff.peers.score.questions import questions
from standoff.solver import rulebook
from tests.helpers.command import run
from tests.peers.conftest import peer_program

OPTIONS = [(command, old, new) for command, names in FORMER_OPTIONS.items() for old, new in names.items()]


@pytest.mark.parametrize(("command", "old", "new"), OPTIONS)
def test_a_former_option_is_read_with_a_notice(command: str, old: str, new: str) -> None:
    known = main.get_command(click.Context(main), command)
    assert known is not None
    names = {name for parameter in known.params for name in parameter.opts}
    assert new in names
    assert old not in names
    former, current = (run(command, option, "1", "--help") for option in (old, new))
    assert (former.exit_code, former.stdout) == (0, current.stdout)
    assert former.stderr == f"standoff: {old} is now {new}; the next release does not read {old}\n"
    assert not current.stderr


def test_a_former_option_does_what_it_did() -> None:
    former, current = (run("check", "6.A.1", "--json", *option) for option in (("--form=cs",), ("--notation", "cs")))
    assert former.stdout == current.stdout != ""
    after_dashes = run("check", "--", "--form")
    assert "is now" not in after_dashes.stderr
    assert after_dashes.exit_code == 2


UNITS = {"units": {"FRANCE": ["A PAR"]}}
CASE = "case x\ntitle: A case\n{}: y, z\nFrance:\n  A PAR H\n"


def _of_lines(answer: dict[str, Any], folder: Path) -> object:
    """Return what a program that gives this answer declares, or why it cannot answer."""
    program = (
        f"import json, sys\nfor line in sys.stdin:\n print(json.dumps({{'id': json.loads(line)['id'], **{answer}}}))"
    )
    peer: Any = open_peer(peer_program(folder, program))
    try:
        peer.answer(read("FRANCE: A PAR H"))
    except NotExpressible as fault:
        return str(fault)
    finally:
        peer.close()
    return peer.unreported, peer.rulebook


def _of_folder(answer: dict[str, Any], folder: Path) -> object:
    """Return the same of a recorded answer."""
    record = {"request": {**UNITS, "orders": {"FRANCE": ["A PAR H"]}}, "answer": answer}
    (folder / "recorded.jsonl").write_text(json.dumps(record))
    peer: Any = open_peer(f"folder:{folder}")
    try:
        peer.answer(read("FRANCE: A PAR H"))
    except NotExpressible as fault:
        return str(fault)
    return peer.unreported


def _of_fixture(answer: dict[str, Any], _: Path) -> object:
    """Return why the first case of the DATC is skipped for an answer."""
    with pytest.raises(pytest.skip.Exception) as skipped:
        DatcCase(questions()[0]).check(lambda request: {"units": request["units"], "dislodged": {}} | answer)
    return str(skipped.value)


READERS: list[tuple[Callable[[Any, Path], object], str, object, object]] = [
    (lambda data, _: Position.from_dict(data).civil_disorder, "idle", ["FRANCE"], {"FRANCE"}),
    (lambda data, _: Turn.from_dict(data).position.civil_disorder, "idle", ["FRANCE"], {"FRANCE"}),
    (lambda data, _: read(data).position.civil_disorder, "idle", ["FRANCE"], {"FRANCE"}),
    (lambda data, _: turn_in(json.dumps(data))[1].position.civil_disorder, "idle", ["FRANCE"], {"FRANCE"}),  # type: ignore[union-attr]
    (_of_lines, "cannot", "no supports", "no supports"),
    (_of_lines, "without", ["orders"], ({Part.ORDERS}, None)),
    (_of_lines, "follows", {"rules": "1982"}, (set(), rulebook("1982"))),
    (_of_folder, "cannot", "no supports", "no supports"),
    (_of_folder, "without", ["orders"], {Part.ORDERS}),
    (_of_fixture, "cannot", "no supports", "no supports"),
    (lambda data, _: read_cases(CASE.format(*data.keys() - UNITS.keys()), "file")[0].former_ids, "was", "", ("y", "z")),
]


@pytest.mark.parametrize(("reader", "old", "value", "expected"), READERS)
def test_a_former_key_is_read_with_a_warning(
    reader: Callable[[Any, Path], object], old: str, value: object, expected: object, tmp_path: Path
) -> None:
    new = FORMER_KEYS[old]
    with pytest.warns(FormerNameWarning, match=f"key '{old}' is now '{new}'; the next release does not read '{old}'"):
        assert reader({**UNITS, old: value}, tmp_path) == expected
    with warnings.catch_warnings():
        warnings.simplefilter("error", FormerNameWarning)
        assert reader({**UNITS, new: value}, tmp_path) == expected


def test_every_former_key_has_a_reader() -> None:
    assert {old for _, old, _, _ in READERS} == {*FORMER_KEYS}
    assert "idle" not in Position.from_dict({**UNITS, "civil_disorder": ["FRANCE"]}).to_dict()


def test_a_key_under_both_names_is_refused() -> None:
    with pytest.raises(StandoffError, match="'idle' and 'civil_disorder' are the same key"):
        Turn.from_dict({**UNITS, "idle": [], "civil_disorder": []})


def test_the_command_says_it_once_for_a_file() -> None:
    lines = f"{json.dumps({**UNITS, 'idle': ['FRANCE']})}\n" * 3
    result = run("batch", "-", "--jobs", "1", stdin=lines)
    assert result.exit_code == 0
    assert result.stdout.count("A PAR") >= 3
    assert result.stderr == "standoff: key 'idle' is now 'civil_disorder'; the next release does not read 'idle'\n"
