"""The connector of dipcc, with a stand-in for its Python module."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from standoff.cases.catalog import library
from standoff.peers.adapters import PeerUnavailable, open_peer
from standoff.peers.adapters.peer import Peer, PeerError
from standoff.peers.crosscheck.differences import answer_by
from standoff.peers.crosscheck.sources import asked_in
from standoff.turn.turn import Turn

PYDIPCC = """
import sys
sys.path[:0] = {path!r}
from standoff.peers.stand_ins import pydipcc

__version__ = "0.1"


class Game(pydipcc.Game):
    def set_orders(self, power, orders):
        if "F NTH - PIC" in orders:
            raise RuntimeError("no such border")
        super().set_orders(power, orders)
"""


@pytest.fixture(scope="module")
def dipcc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Peer]:
    folder = tmp_path_factory.mktemp("module")
    (folder / "pydipcc.py").write_text(PYDIPCC.format(path=sys.path))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        peer = open_peer("dipcc")
    yield peer
    peer.close()


def questions_of(name: str, peer: Peer) -> list[Turn]:
    (case,) = library(name)
    return list(asked_in(case, peer.rules))


@pytest.mark.parametrize("name", ["6.A.5", "6.D.2", "6.E.1", "6.F.6", "6.H.2", "6.H.9", "6.I.5", "6.J.1"])
def test_it_is_asked_through_its_module(name: str, dipcc: Peer) -> None:
    for question in questions_of(name, dipcc):
        own, theirs = answer_by(question, dipcc.rules), dipcc.answer(question)
        assert theirs.units == own.units
        assert theirs.success is None  # it tells nothing of orders
        assert theirs.dislodged == own.dislodged


def test_a_unit_destroyed_where_nobody_retreats_is_not_told(dipcc: Peer) -> None:
    question = questions_of("6.H.17", dipcc)[0]
    own, theirs = answer_by(question, dipcc.rules), dipcc.answer(question)
    assert own.dislodged
    assert theirs.units == own.units
    assert theirs.dislodged is None


def test_it_has_a_name_and_a_version_and_says_what_it_was_told(dipcc: Peer) -> None:
    assert (dipcc.name, dipcc.version) == ("dipcc", "0.1")
    wording = dict(line.split(": ", 1) for line in dipcc.wording(questions_of("6.A.1", dipcc)[0]).splitlines())
    assert json.loads(wording["phase"]) == "S1901M"
    assert json.loads(wording["orders"]) == {"ENGLAND": ["F NTH - PIC"]}


def test_what_it_raises_is_an_error_of_the_question(dipcc: Peer) -> None:
    with pytest.raises(PeerError, match="it fails with RuntimeError: no such border"):
        dipcc.answer(questions_of("6.A.1", dipcc)[0])
    assert dipcc.answer(questions_of("6.D.2", dipcc)[0]).units


@pytest.mark.slow
def test_without_its_module_it_is_said_where_to_get_it(bare_python: Path) -> None:
    with pytest.raises(PeerUnavailable, match=r"dipcc is not available \(ModuleNotFoundError.*diplomacy_cicero"):
        open_peer(f"dipcc:{bare_python}")
