"""Answering interchange lines: one by one, or those of a block that are written as programs write them together.

Whatever goes wrong while a line is answered becomes the answer to that line, an ``error``, and the run goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..map import Json, StandoffError
from ..solver import adjudicate_phase
from ..text import shortened
from ..turn import Turn, result_object
from .json_lines import line_object, written

Options = Mapping[str, str]
"""Choices by option, and own rules named ``module:function`` (`Rulebook.with_named`)."""


@dataclass(frozen=True, slots=True)
class BlockAnswers:
    """The answers to a block of lines.

    Attributes:
        text: The answers, UTF-8, each followed by a newline.
        count: How many there are.
        unreadable: How many of them are an ``error``.
    """

    text: bytes
    count: int
    unreadable: int


def lines_in(block: bytes) -> list[bytes]:
    """Return the lines of a block that are not blank."""
    return [line for line in block.split(b"\n") if line[:1] == b"{" or not _is_blank(line)]


def block_of(lines: Iterable[bytes]) -> bytes:
    """Return lines as a block, each followed by a newline."""
    return b"\n".join([*lines, b""])


def _is_blank(line: bytes) -> bool:
    return not line.decode("utf-8", "surrogatepass").strip()


def _error(identity: Any, fault: Exception) -> Json:
    """Return the answer to a line that raised `fault`; anything but a `StandoffError` is a fault of standoff."""
    if isinstance(fault, StandoffError):
        return {"id": identity, "error": shortened(str(fault))}
    if isinstance(fault, MemoryError):
        return {"id": identity, "error": "there is not enough memory to answer this line"}
    message = shortened(f"a fault of standoff: {type(fault).__name__}: {fault}")
    _log_fault(f"line with id {shortened(repr(identity))}")
    return {"id": identity, "error": message}


def _log_fault(where: str) -> None:
    """Report the exception being handled, a fault of standoff itself, on standard error."""
    import logging  # rarely needed

    logging.getLogger("standoff").exception("internal error: %s", where)


def turn_in(line: str) -> tuple[Json, Turn | None]:
    """Return the object of a line and its turn; or the answer to a line that cannot be read, and None."""
    identity: Any = None
    try:
        data = line_object(line)
        identity = data.get("id")
        return data, Turn.from_dict(data)
    except Exception as fault:
        return _error(identity, fault), None


def answer_line(line: str, *, brief: bool = False, options: Options | None = None) -> tuple[Json, bool]:
    """Return the answer to one line and whether it could be read; a fault is an answer with ``error``.

    Args:
        line: The line.
        brief: Give only whether each order succeeds.
        options: Options on top of its rulebook, including own rules named ``module:function``.

    >>> print(answer_line('{"id": 7, "units": {"FRANCE": ["A PAR", "A PAR"]}}')[0]["error"])
    this position is impossible:
      FRANCE: A PAR: listed twice
    """
    data, turn = turn_in(line)
    if turn is None:
        return data, False
    if options:
        turn = replace(turn, rules=turn.rules.with_named(**options))
    try:
        result = adjudicate_phase(turn.position, turn.orders, rules=turn.rules, board=turn.board)
        answer = result_object(result, turn.texts, turn.board, datc=data.get("terms") == "datc", brief=brief)
        return {"id": data.get("id"), **answer}, True
    except Exception as fault:
        return _error(data.get("id"), fault), False


def answer_lines(
    lines: Iterable[str], *, brief: bool = False, options: Options | None = None
) -> Iterator[tuple[str, bool]]:
    """Yield the answer to each line that is not blank, as a line, and whether it could be read."""
    for line in lines:
        if line.strip():
            answer, good = answer_line(line, brief=brief, options=options)
            yield written(answer), good


def answers_singly(block: bytes, *, brief: bool = False, options: Options | None = None) -> BlockAnswers:
    """Return the answers to the lines of a block, which is UTF-8, one by one; blank lines are skipped.

    >>> answers_singly(b'{"id": 7}\\nnonsense\\n').unreadable
    1
    """
    texts, unreadable = list[bytes](), 0
    for line in lines_in(block):
        answer, good = answer_line(line.decode("utf-8", "surrogatepass"), brief=brief, options=options)
        texts.append(written(answer).encode() + b"\n")
        unreadable += not good
    return BlockAnswers(b"".join(texts), len(texts), unreadable)


def answers_together(block: bytes, *, brief: bool = False) -> BlockAnswers:
    """Return what `answers_singly` does; compiled code answers movement phases that are written as programs write them.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    looked = looked_up(block, brief=brief)
    return looked.with_rest(answers_singly(block_of(looked.rest), brief=brief))


def answer_block(lines: Sequence[str], *, brief: bool = False) -> list[tuple[str, bool]]:
    """Return what `answer_lines` does; compiled code answers movement phases that are written as programs write them.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    block = "\n".join(line for line in lines if line.strip()).encode("utf-8", "surrogatepass")
    answers = answers_together(block, brief=brief).text.decode().split("\n")[:-1]
    return [(text, '"error": ' not in text or "error" not in line_object(text)) for text in answers]


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The lines of a block that compiled code has answered, and those that it has left.

    Attributes:
        parts: The answers in the order of the lines, one or several in a part, each followed by a newline.
        count: How many answers there are.
        gaps: The places in `parts` of the answers to `rest`.
        rest: The lines not answered.
    """

    parts: list[bytes]
    count: int
    gaps: list[int]
    rest: list[bytes]

    def __add__(self, other: LookedUp) -> LookedUp:
        gaps = [*self.gaps, *(len(self.parts) + gap for gap in other.gaps)]
        return LookedUp(self.parts + other.parts, self.count + other.count, gaps, self.rest + other.rest)

    def with_rest(self, answers: BlockAnswers) -> BlockAnswers:
        """Return the answers to the block; `answers` are those to the rest."""
        if self.gaps:
            for gap, text in zip(self.gaps, answers.text.splitlines(keepends=True), strict=True):
                self.parts[gap] = text
        return BlockAnswers(b"".join(self.parts), self.count + answers.count, answers.unreadable)


def looked_up(block: bytes, *, brief: bool = False) -> LookedUp:
    """Return the answers to those movement phases of a block that are written as programs write them.

    A fault of standoff costs time, not answers; it is reported on standard error.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    from .canonical import Lines
    from .wording import answers

    def halved(part: bytes) -> LookedUp:
        try:
            return answered_in(Lines(part))
        except StandoffError:
            lines = lines_in(part)
            if len(lines) > 1:  # one of them is at fault
                half = len(lines) // 2
                return halved(b"\n".join(lines[:half])) + halved(b"\n".join(lines[half:]))
        except Exception:
            lines = lines_in(part)
            _log_fault(f"{len(lines)} lines together; they are answered one by one")
        return LookedUp([b""] * len(lines), 0, [*range(len(lines))], lines)

    def answered_in(lines: Lines) -> LookedUp:
        answered = [(block.numbers.tolist(), *answers(block, brief=brief)) for block in lines.blocks()]
        if len(answered) == 1 and len(answered[0][0]) == len(lines):
            return LookedUp([answered[0][1]], len(lines), [], [])
        parts = [b""] * len(lines)
        for numbers, text, ends in answered:
            first = 0
            for number, last in zip(numbers, ends.tolist(), strict=True):
                parts[number], first = text[first:last], last
        rest = {number: lines[number].rstrip(b"\n") for number, part in enumerate(parts) if not part}
        rest = {number: line for number, line in rest.items() if not _is_blank(line)}
        count = sum(len(numbers) for numbers, _, _ in answered)
        return LookedUp(parts, count, list(rest), list(rest.values()))

    return halved(block)
