"""A peer that is a folder of recorded answers: JSON lines, each with a request and its answer."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import cast

from ...map import Json, PhaseType, StandoffError, json_object, read_file
from ...solver import Rulebook, Waive, rulebook
from ...turn import Turn
from .exchange import answer_of, current_answer, object_of, request_of, unwritable
from .peer import UNKNOWN, NotExpressible, Part, PeerAnswer, PeerError, PeerUnavailable, parts_named

MOST_RECORDED = 1_000_000_000
"""The most bytes of a file of answers."""


def record(question: Turn, rules: Rulebook, answer: PeerAnswer) -> str:
    """Return the line of a file ``*.jsonl`` that holds the answer to `question`.

    Args:
        question: A question that the interchange lines can express.
        rules: The rulebook that it was answered under.
        answer: The answer.

    Raises:
        PeerError: The interchange lines cannot express `question`.
    """
    missing = unwritable(question, rules)
    if missing is not None:
        raise PeerError(f"a record cannot hold {missing}")
    line = {"request": request_of(question, rules), "answer": object_of(question, answer)}
    return json.dumps(line, ensure_ascii=False)


class FolderPeer:
    """The answers in all files ``*.jsonl`` of a folder; a line is ``{"request": {…}, "answer": {…}}``.

    A record answers questions of the same content under the same rulebook; the sequence of units does not matter, nor
    that of orders to different units where it has no effect. Records under a single rulebook are taken for those of a
    program that knows no other: they answer under any.

    Attributes:
        rules: The rulebook of the questions; at first that of most records; may be set to another.
        unreported: The parts that a record declares the program not to know.

    Args:
        folder: The folder.

    Raises:
        PeerUnavailable: There is no such folder, or a line is not a record.
    """

    claims_rules = True

    def __init__(self, folder: str) -> None:
        self.name: str = f"folder:{folder}"
        self.version: str = UNKNOWN
        self._answers: dict[tuple[str, Rulebook | None], tuple[Turn, Json]] = {}
        files = sorted(Path(folder).glob("*.jsonl"))
        if not files:
            raise PeerUnavailable(f"{folder}: not a folder with files *.jsonl")
        self.unreported: frozenset[Part] = frozenset()
        books: Counter[Rulebook] = Counter()
        records: list[tuple[Rulebook, Turn, Json]] = []
        for file in files:
            try:
                lines = read_file(file, MOST_RECORDED).decode("utf-8").split("\n")  # JSON may contain other line breaks
            except (OSError, UnicodeDecodeError) as fault:
                raise PeerUnavailable(f"{file}: {fault}") from None
            for number, line in enumerate(lines, 1):
                if line.strip():
                    turn, answer, unreported = _record(line, f"{file}, line {number}")
                    self.unreported |= unreported
                    books[turn.rules] += 1
                    records.append((turn.rules, Turn(turn.position, turn.orders, board=turn.board), answer))
        self.rules: Rulebook = max(books, key=lambda book: books[book], default=rulebook())
        self._several = len(books) > 1
        for book, question, answer in records:
            self._answers[_content(question), book if self._several else None] = question, answer

    def unsupported(self, question: Turn) -> str | None:
        """Return why there is no answer to `question`, None if there is one."""
        missing = unwritable(question, self.rules)
        return missing or (None if self._entry(question) else "no record of it")

    def _entry(self, question: Turn) -> tuple[Turn, Json] | None:
        return self._answers.get((_content(question), self.rules if self._several else None))

    def answer(self, question: Turn) -> PeerAnswer:
        """Return the recorded answer to `question`.

        Raises:
            NotExpressible: There is none, or the program declared that it cannot express the question.
            PeerError: The record is not an answer.
        """
        entry = self._entry(question)
        if entry is None:
            raise NotExpressible("no record of it")
        recorded, answer = entry
        if isinstance(answer.get("unsupported"), str):
            raise NotExpressible(answer["unsupported"])
        result = answer_of(question, answer)
        then, now = recorded.position, question.position
        if (then.centers, then.phase) == (now.centers, now.phase):
            return result
        return replace(result, centers=None)  # the record has other owners, or another season

    def request_text(self, question: Turn) -> str:
        """Return the request whose answer is recorded."""
        return json.dumps(request_of(question, self.rules), ensure_ascii=False)

    def close(self) -> None:
        """Do nothing: no process is running."""


def _record(line: str, where: str) -> tuple[Turn, Json, frozenset[Part]]:
    """Return the question of a line, its answer, and the parts that the answer declares unknown."""
    try:
        data = json_object(line)
        request, answer = data["request"], data["answer"]
        if not isinstance(request, dict) or not isinstance(answer, dict):
            raise TypeError("'request' and 'answer' are objects")
        recorded = current_answer(cast(Json, answer))
        declared = recorded.get("unreported")
        parts = frozenset[Part]() if declared is None else parts_named(declared)
        return Turn.from_dict(request), recorded, parts  # type: ignore[arg-type]
    except (KeyError, TypeError) as fault:
        raise PeerUnavailable(f"{where}: not a record: {type(fault).__name__}: {fault}") from None
    except StandoffError as fault:
        raise PeerUnavailable(f"{where}: {fault}") from None


def _content(question: Turn) -> str:
    """Return a text that is equal for two questions if they differ only in sequence, and only then."""
    orders = question.orders
    if question.type is not PhaseType.ADJUSTMENT:  # it decides which of too many builds are carried out
        orders = tuple(sorted(orders, key=lambda order: "" if isinstance(order, Waive) else order.unit.province))
    request = request_of(replace(question, orders=orders), rulebook())
    for key in ("rules", "season"):
        request.pop(key, None)
    if question.type is not PhaseType.ADJUSTMENT:
        request.pop("centers", None)  # ownership has no effect on moves and retreats
    for key in ("units", "centers"):
        if key in request:
            request[key] = {power: sorted(texts) for power, texts in request[key].items() if texts}
    return json.dumps(request, sort_keys=True)
