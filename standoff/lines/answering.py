"""Answering interchange lines: one by one, or a block of them together by compiled code.

Whatever happens while a line is answered is the answer to that line: an ``error``, and the run goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from ..map import Board, PhaseType, StandoffError
from ..solver import PhaseResult, Rulebook, adjudicate_phase
from ..text.notation.quoting import shortened
from ..turn.codec import result_object
from ..turn.json_values import Json
from ..turn.turn import Turn
from .json_lines import line_object, written

_Given = TypeVar("_Given")
_Found = TypeVar("_Found")

Options = Mapping[str, str]
"""Choices by option, and own rules named ``module:function`` (`Rulebook.with_named`)."""


@dataclass(frozen=True, slots=True)
class BlockAnswers:
    """The answers to a block of lines.

    Attributes:
        text: The answers, UTF-8, each with a newline behind it.
        count: How many they are.
        unreadable: How many of them say ``error``.
    """

    text: bytes
    count: int
    unreadable: int


def lines_in(block: bytes) -> list[bytes]:
    """Return the lines of a block that are not blank."""
    return [line for line in block.split(b"\n") if line[:1] == b"{" or line.decode().strip()]


def _error(identity: Any, fault: Exception) -> Json:
    """Return the answer to a line at fault; what is no `StandoffError` is a fault of standoff, and says so."""
    if isinstance(fault, StandoffError):
        return {"id": identity, "error": shortened(str(fault))}
    if isinstance(fault, MemoryError):
        return {"id": identity, "error": "there is not enough memory to answer this line"}
    told = shortened(f"a fault of standoff: {type(fault).__name__}: {fault}")
    _log_fault(f"line with id {shortened(repr(identity))}")
    return {"id": identity, "error": told}


def _log_fault(where: str) -> None:
    """Tell on standard error of a fault of standoff itself, which is being handled, and where it was raised."""
    import logging  # rarely needed

    logging.getLogger("standoff").exception("internal error: %s", where)


def turn_in(line: str) -> tuple[Json, Turn | None]:
    """Return the object of a line and the turn that it says; or the answer to a line that cannot be read, and None."""
    identity: Any = None
    try:
        data = line_object(line)
        identity = data.get("id")
        return data, Turn.from_dict(data)
    except Exception as fault:
        return _error(identity, fault), None


def _answer(data: Json, turn: Turn | None, brief: bool, result: PhaseResult | None = None) -> tuple[Json, bool]:
    """Return the answer to what `turn_in` gives, and whether it is one; `result` if that is known already."""
    if turn is None:
        return data, False
    try:
        if result is None:
            result = adjudicate_phase(turn.position, turn.orders, rules=turn.rules, board=turn.board)
        told = result_object(result, turn.texts, turn.board, datc=data.get("terms") == "datc", brief=brief)
        return {"id": data.get("id"), **told}, True
    except Exception as fault:
        return _error(data.get("id"), fault), False


def answer_line(line: str, *, brief: bool = False, options: Options | None = None) -> tuple[Json, bool]:
    """Return the answer to one line and whether it could be read; a fault is an answer with ``error``.

    Args:
        line: The line.
        brief: Of each order only whether it succeeds.
        options: Options on top of its rulebook, own rules named ``module:function`` among them.

    >>> print(answer_line('{"id": 7, "units": {"FRANCE": ["A PAR", "A PAR"]}}')[0]["error"])
    this position cannot be:
      FRANCE: A PAR: listed twice
    """
    data, turn = turn_in(line)
    if options and turn is not None:
        turn = replace(turn, rules=turn.rules.with_named(**options))
    return _answer(data, turn, brief)


def answer_lines(
    lines: Iterable[str], *, brief: bool = False, options: Options | None = None
) -> Iterator[tuple[str, bool]]:
    """Yield the answer to each line that is not blank, as a line, and whether it could be read."""
    for line in lines:
        if line.strip():
            found, good = answer_line(line, brief=brief, options=options)
            yield written(found), good


def answers_singly(block: bytes, *, brief: bool = False, options: Options | None = None) -> BlockAnswers:
    """Return the answers to the lines of a block that are not blank, which is UTF-8, one by one.

    >>> answers_singly(b'{"id": 7}\\nnonsense\\n').unreadable
    1
    """
    found = answer_lines((line.decode() for line in lines_in(block)), brief=brief, options=options)
    return _joined([(text.encode(), good) for text, good in found])


def answers_together(block: bytes, *, brief: bool = False) -> BlockAnswers:
    """Return what `answers_singly` does, with movement phases adjudicated together by compiled code.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    return _joined(_answered(lines_in(block), brief))


def answer_block(lines: Sequence[str], *, brief: bool = False) -> list[tuple[str, bool]]:
    """Return what `answer_lines` does, with movement phases adjudicated together by compiled code.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    kept = [line.encode("utf-8", "surrogatepass") for line in lines if line.strip()]
    return [(text.decode(), good) for text, good in _answered(kept, brief)]


def _joined(found: Sequence[tuple[bytes, bool]]) -> BlockAnswers:
    text = b"\n".join([*(text for text, _ in found), b""])
    return BlockAnswers(text, len(found), sum(not good for _, good in found))


def _answered(kept: Sequence[bytes], brief: bool) -> list[tuple[bytes, bool]]:
    from ..solver.arrays.batch import results
    from .board_words import takes
    from .canonical import blocks
    from .wording import answers

    def looked_up(numbers: Sequence[int]) -> list[bytes | None]:
        told: dict[int, bytes] = {}
        chosen = [kept[number] for number in numbers]
        for block in blocks(chosen):
            told.update(zip(block.numbers.tolist(), answers(block, chosen, brief=brief), strict=True))
        return [told.get(number) for number in range(len(chosen))]

    found = _together(range(len(kept)), looked_up)
    others = {
        number: turn_in(kept[number].decode("utf-8", "surrogatepass"))
        for number, text in enumerate(found)
        if text is None
    }
    together: dict[tuple[Board, Rulebook], list[tuple[int, Turn]]] = {}
    for number, (_, turn) in others.items():
        if turn is not None and turn.type is PhaseType.MOVEMENT and takes(turn.board, turn.rules):
            together.setdefault((turn.board, turn.rules), []).append((number, turn))
    known: dict[int, PhaseResult | None] = {}
    for (board, rules), group in together.items():
        turns = [(one.position, one.orders) for _, one in group]
        solved = _together(turns, partial(results, rules=rules, board=board))
        known.update(zip((number for number, _ in group), solved, strict=True))
    out: list[tuple[bytes, bool]] = []
    for number, text in enumerate(found):
        if text is not None:
            out.append((text, True))
        else:
            answer, good = _answer(*others[number], brief, known.get(number))
            out.append((written(answer).encode(), good))
    return out


def _together(group: Sequence[_Given], work: Callable[[Sequence[_Given]], Sequence[_Found]]) -> list[_Found | None]:
    """Return what `work` makes of a group; None for those alone with which it fails.

    A fault of standoff costs time, not answers; it is told on standard error.
    """
    try:
        return [*work(group)]
    except StandoffError:
        pass
    except Exception:
        _log_fault(f"{len(group)} lines together; they are answered one by one")
        return [None] * len(group)
    if len(group) == 1:
        return [None]
    half = len(group) // 2
    return _together(group[:half], work) + _together(group[half:], work)
