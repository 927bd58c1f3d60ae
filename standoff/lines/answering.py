"""Answering interchange lines: one by one, or a block of them together by compiled code.

Whatever happens while a line is answered is the answer to that line: an ``error``, and the run goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from ..map import Board, PhaseType, StandoffError
from ..map.json_values import Json
from ..solver import PhaseResult, Rulebook, adjudicate_phase
from ..text.notation.quoting import shortened
from ..turn.codec import result_object
from ..turn.turn import Turn
from .json_lines import line_object, written

_Given = TypeVar("_Given")
_Found = TypeVar("_Found")


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
    return [line for line in block.split(b"\n") if not _is_blank(line)]


def _is_blank(line: bytes) -> bool:
    return line[:1] != b"{" and not line.decode("utf-8", "surrogatepass").strip()


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


def answer_line(line: str, *, brief: bool = False) -> tuple[Json, bool]:
    """Return the answer to one line and whether it could be read; a fault is an answer with ``error``.

    Args:
        line: The line.
        brief: Of each order only whether it succeeds.

    >>> print(answer_line('{"id": 7, "units": {"FRANCE": ["A PAR", "A PAR"]}}')[0]["error"])
    this position cannot be:
      FRANCE: A PAR: listed twice
    """
    return _answer(*turn_in(line), brief)


def answer_lines(lines: Iterable[str], *, brief: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the answer to each line that is not blank, as a line, and whether it could be read."""
    for line in lines:
        if line.strip():
            found, good = answer_line(line, brief=brief)
            yield written(found), good


def answers_singly(block: bytes, *, brief: bool = False) -> BlockAnswers:
    """Return the answers to the lines of a block that are not blank, which is UTF-8, one by one.

    >>> answers_singly(b'{"id": 7}\\nnonsense\\n').unreadable
    1
    """
    found = answer_lines((line.decode() for line in lines_in(block)), brief=brief)
    return _joined([(text.encode(), good) for text, good in found])


def answers_together(block: bytes, *, brief: bool = False) -> BlockAnswers:
    """Return what `answers_singly` does, with movement phases adjudicated together by compiled code.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    found = looked_up(block, brief=brief)
    return found.with_rest(answers_otherwise(found.rest, brief=brief))


def answer_block(lines: Sequence[str], *, brief: bool = False) -> list[tuple[str, bool]]:
    """Return what `answer_lines` does, with movement phases adjudicated together by compiled code.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    block = "\n".join(line for line in lines if line.strip()).encode("utf-8", "surrogatepass")
    told = answers_together(block, brief=brief).text.decode().split("\n")[:-1]
    return [(text, '"error": ' not in text or "error" not in line_object(text)) for text in told]


def _joined(found: Sequence[tuple[bytes, bool]]) -> BlockAnswers:
    text = b"\n".join([*(text for text, _ in found), b""])
    return BlockAnswers(text, len(found), sum(not good for _, good in found))


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What compiled code has answered of a block, and what it has left.

    Attributes:
        parts: The answers in the order of the lines, one or several in a part, each with a newline behind it.
        count: How many they are.
        gaps: The places in `parts` that the answers to `rest` belong to.
        rest: The lines that are not answered.
    """

    parts: list[bytes]
    count: int
    gaps: list[int]
    rest: list[bytes]

    def __add__(self, other: LookedUp) -> LookedUp:
        gaps = [*self.gaps, *(len(self.parts) + gap for gap in other.gaps)]
        return LookedUp(self.parts + other.parts, self.count + other.count, gaps, self.rest + other.rest)

    def with_rest(self, told: BlockAnswers) -> BlockAnswers:
        """Return the answers to the block; `told` are those to the rest."""
        if self.gaps:
            for gap, text in zip(self.gaps, told.text.splitlines(keepends=True), strict=True):
                self.parts[gap] = text
        return BlockAnswers(b"".join(self.parts), self.count + told.count, told.unreadable)


def looked_up(block: bytes, *, brief: bool = False) -> LookedUp:
    """Return the answers to those movement phases of a block that are written as programs write them.

    A fault of standoff costs time, not answers; it is told on standard error.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    from .canonical import Lines
    from .wording import answers

    def found(some: bytes) -> LookedUp:
        try:
            return looked(Lines(some))
        except StandoffError:
            lines = lines_in(some)
            if len(lines) > 1:  # one of them is at fault
                half = len(lines) // 2
                return found(b"\n".join(lines[:half])) + found(b"\n".join(lines[half:]))
        except Exception:
            lines = lines_in(some)
            _log_fault(f"{len(lines)} lines together; they are answered one by one")
        return LookedUp([b""] * len(lines), 0, [*range(len(lines))], lines)

    def looked(lines: Lines) -> LookedUp:
        told = [(one.numbers.tolist(), *answers(one, brief=brief)) for one in lines.blocks()]
        if len(told) == 1 and len(told[0][0]) == len(lines):
            return LookedUp([told[0][1]], len(lines), [], [])
        parts = [b""] * len(lines)
        for numbers, text, ends in told:
            first = 0
            for number, last in zip(numbers, ends.tolist(), strict=True):
                parts[number], first = text[first:last], last
        left = [(number, lines[number].rstrip(b"\n")) for number, part in enumerate(parts) if not part]
        left = [(number, line) for number, line in left if not _is_blank(line)]
        count = sum(len(numbers) for numbers, _, _ in told)
        return LookedUp(parts, count, [number for number, _ in left], [line for _, line in left])

    return found(block)


def answers_otherwise(lines: Sequence[bytes], *, brief: bool = False) -> BlockAnswers:
    """Return the answers to lines that are not blank, whatever they say; movement phases together by compiled code.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    from ..solver.arrays.batch import results
    from .board_words import takes

    given = [turn_in(line.decode("utf-8", "surrogatepass")) for line in lines]
    together: dict[tuple[Board, Rulebook], list[tuple[int, Turn]]] = {}
    for number, (_, turn) in enumerate(given):
        if turn is not None and turn.type is PhaseType.MOVEMENT and takes(turn.board, turn.rules):
            together.setdefault((turn.board, turn.rules), []).append((number, turn))
    known: dict[int, PhaseResult | None] = {}
    for (board, rules), group in together.items():
        turns = [(one.position, one.orders) for _, one in group]
        solved = _together(turns, partial(results, rules=rules, board=board))
        known.update(zip((number for number, _ in group), solved, strict=True))
    found: list[tuple[bytes, bool]] = []
    for number, (data, turn) in enumerate(given):
        answer, good = _answer(data, turn, brief, known.get(number))
        found.append((written(answer).encode(), good))
    return _joined(found)


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
