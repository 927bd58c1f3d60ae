"""A peer whose answers are saved in a file: a run that repeats its questions gets its first answers from there."""

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
"""The packages that decide what is asked next."""


def code_of_asking() -> str:
    """Return a digest of the code that decides what is asked, and what follows from the answers."""
    return digest_of_packages(*_PACKAGES)


class SavedAnswersError(StandoffError):
    """The file of answers belongs to another run."""


class PeerWithSavedAnswers(Peer):
    """A peer that is asked only questions without a saved answer.

    Args:
        peer: The peer; its other attributes are read there.
        state: The file; questions come in the same order in each run.
        about: Further settings that must equal those of the run that began the file.

    Raises:
        SavedAnswersError: The file belongs to another run, was changed, or cannot be written.
    """

    def __init__(self, peer: Peer, state: Path, about: Json) -> None:
        self._peer, self.name, self.version, self.rules = peer, peer.name, peer.version, peer.rules
        header = {"score": _FORMAT, "standoff": version("standoff"), "code": code_of_asking()}
        header |= {"peer": peer.name, "version": peer.version, **about}
        self._state = StateFile(state, header, "score", SavedAnswersError)
        self._kept = deque(self._state.read(dict[str, Any]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._peer, name)

    def unsupported(self, question: Turn) -> str | None:
        """Return why the peer cannot express `question`, None if it can."""
        return ask_under(self._peer, self.rules).unsupported(question)

    def request_text(self, question: Turn) -> str:
        """Return the peer's input for `question`, in its own notation."""
        return ask_under(self._peer, self.rules).request_text(question)

    def close(self) -> None:
        """End the peer's process."""
        self._peer.close()

    def answer(self, question: Turn) -> PeerAnswer:
        """Return the saved answer to `question`, otherwise the peer's.

        Raises:
            PeerError: The peer gave no answer, then or now.
            SavedAnswersError: The next saved answer is to another question, or the file cannot be written.
        """
        asked = crc32(f"{question.board.source} {question} {rules_object(self.rules)}".encode())
        if self._kept:
            entry = self._kept.popleft()
            if entry["question"] != asked:
                raise SavedAnswersError(f"{self._state.path}: the next answer is to another question")
            if "error" in entry:
                kind = NotExpressible if entry["not expressible"] else PeerError
                raise kind(entry["error"], alike=entry["alike"])
            return answer_of(question, entry["answer"])
        try:
            answer = ask_under(self._peer, self.rules).answer(question)
        except PeerError as fault:
            error = {"error": str(fault), "alike": fault.message, "not expressible": isinstance(fault, NotExpressible)}
            self._state.keep({"question": asked, **error})
            raise
        self._state.keep({"question": asked, "answer": object_of(question, answer)})
        return answer
