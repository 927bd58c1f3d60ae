"""A peer whose answers are kept in a file: a run that asks the same again gets the first ones from there."""

from __future__ import annotations

from collections import deque
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zlib import crc32

from ...map import Json, StandoffError
from ...turn import Turn, rules_object
from ...work import StateFile, digest_of_packages
from .exchange import answer_of, object_of
from .peer import NotExpressible, Peer, PeerAnswer, PeerError, ask_under

_FORMAT = 1  # of the state file
_PACKAGES = ("map", "solver", "text", "turn", "cases", "work", "random_turns", "peers")
"""Everything that decides what is asked next."""


def code_of_asking() -> str:
    """Return a digest of the code that decides what is asked, and what comes of the answers."""
    return digest_of_packages(*_PACKAGES)


class SavedAnswersError(StandoffError):
    """The file of answers is of another run."""


class PeerWithSavedAnswers(Peer):
    """A peer that is asked only what a file has no answer to.

    Args:
        peer: The peer; what it knows about itself is asked there.
        state: The file; questions come in the same order in each run.
        about: What else a run must have in common with the one that began the file.

    Raises:
        KeptAnswersError: The file is of another run, was changed, or cannot be written.
    """

    def __init__(self, peer: Peer, state: Path, about: Json) -> None:
        self._peer, self.name, self.version, self.rules = peer, peer.name, peer.version, peer.rules
        header = {"score": _FORMAT, "standoff": version("standoff"), "code": code_of_asking()}
        header |= {"peer": peer.name, "version": peer.version, **about}
        self._state = StateFile(state, header, "score", SavedAnswersError)
        self._kept = deque(self._state.read(dict[str, Any]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._peer, name)

    def cannot(self, question: Turn) -> str | None:
        """Return why the peer cannot express `question`, None if it can."""
        return ask_under(self._peer, self.rules).cannot(question)

    def request_text(self, question: Turn) -> str:
        """Return what the peer is given."""
        return ask_under(self._peer, self.rules).request_text(question)

    def close(self) -> None:
        """End what runs for the peer."""
        self._peer.close()

    def answer(self, question: Turn) -> PeerAnswer:
        """Return what the peer made of `question`, or makes of it now.

        Raises:
            PeerError: As then, or as now.
            KeptAnswersError: The file has the answer to another question, or cannot be written.
        """
        asked = crc32(f"{question.board.source} {question} {rules_object(self.rules)}".encode())
        if self._kept:
            entry = self._kept.popleft()
            if entry["question"] != asked:
                raise SavedAnswersError(f"{self._state.path}: the next answer is that to another question")
            if "error" in entry:
                kind = NotExpressible if entry["not expressible"] else PeerError
                raise kind(entry["error"], alike=entry["alike"])
            return answer_of(question, entry["answer"])
        try:
            answer = ask_under(self._peer, self.rules).answer(question)
        except PeerError as fault:
            told = {"error": str(fault), "alike": fault.message, "not expressible": isinstance(fault, NotExpressible)}
            self._state.keep({"question": asked, **told})
            raise
        self._state.keep({"question": asked, "answer": object_of(question, answer)})
        return answer
