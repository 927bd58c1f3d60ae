"""Answering interchange lines: one by one, or the canonical lines of a block together.

Any exception while a line is answered becomes the answer to that line, an ``error``, and the run continues.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from ..map import Json, JsonError, StandoffError, shortened
from ..solver import adjudicate_phase
from ..turn import Turn, result_object
from .form import OBJECTS, AnswerForm, asked_under, line_object, written
from .rows import Row, error_row, rows_as_text, rows_of


@dataclass(frozen=True, slots=True)
class LineReplies:
    """The answers to a block of lines.

    Attributes:
        text: The answers, UTF-8, each followed by a newline.
        count: Their number.
        unreadable: The number of answers that are an ``error``.
        ends: The end of the answers to each line, if they were answered one by one.
    """

    text: bytes
    count: int
    unreadable: int
    ends: tuple[int, ...] = ()


def lines_in(block: bytes) -> list[bytes]:
    """Return the lines of a block that are not blank."""
    return [line for line in block.split(b"\n") if line[:1] == b"{" or not _is_blank(line)]


def block_of(lines: Iterable[bytes]) -> bytes:
    """Return lines as a block, each followed by a newline."""
    return b"\n".join([*lines, b""])


def _is_blank(line: bytes) -> bool:
    return not line.decode("utf-8", "surrogatepass").strip()


def _error(identity: Any, fault: Exception) -> Json:
    """Return the answer to a line that raised `fault`; any exception but a `StandoffError` is a fault of standoff."""
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


def turn_in(line: str, rules: str | None = None) -> tuple[Json, Turn | None]:
    """Return the object of a line and its turn; or the answer to a line that cannot be read, and None.

    Args:
        line: The line.
        rules: A rulebook in place of the one, and the options, that it names.
    """
    identity: Any = None
    try:
        data = line_object(line)
        identity = data.get("id")
        return data, Turn.from_dict(data if rules is None else asked_under(data, rules))
    except Exception as fault:
        return _error(identity, fault), None


def answer_line(line: str, form: AnswerForm = OBJECTS, rules: str | None = None) -> tuple[Json, bool]:
    """Return the answer to one line, as an object, and whether it could be read; a fault is an answer with ``error``.

    Args:
        line: The line.
        form: The form of the answer; one of its rulebooks is `rules`.
        rules: The rulebook in place of that of the line.

    >>> print(answer_line('{"id": 7, "units": {"FRANCE": ["A PAR", "A PAR"]}}')[0]["error"])
    this position is impossible:
      FRANCE: A PAR: listed twice
    """
    answer, _, good = _answered(line, form, rules)
    return answer, good


_Answered = tuple[Json, list[Row], bool]
"""The answer to a line as an object, its rows if requested, and whether the line could be read."""


def _answered(line: str, form: AnswerForm, rules: str | None) -> _Answered:
    data, turn = turn_in(line, rules)
    if turn is None:
        return _with_error(data, data["error"], rules)
    identity = _identity(data, rules)
    try:
        turn = replace(turn, rules=form.rules_on(turn.rules))
        result = adjudicate_phase(turn.position, turn.orders, rules=turn.rules, board=turn.board)
        answer = result_object(result, turn.texts, turn.board, datc=data.get("terms") == "datc", brief=form.brief)
        rows = rows_of(identity, turn, result, brief=form.brief) if form.table else []
        return {**identity, **answer}, rows, True
    except Exception as fault:
        return _with_error(data, _error(identity["id"], fault)["error"], rules)


def _with_error(data: Json, error: str, rules: str | None) -> _Answered:
    identity = _identity(data, rules)
    return {**identity, "error": error}, [error_row(identity, error)], False


def _identity(data: Json, rules: str | None) -> Json:
    return {"id": data.get("id")} if rules is None else {"id": data.get("id"), "rules": rules}


def answers_singly(block: bytes, form: AnswerForm = OBJECTS) -> LineReplies:
    """Return the answers to the lines of a block, which is UTF-8, one by one; blank lines are skipped.

    >>> answers_singly(b'{"id": 7}\\nnonsense\\n').unreadable
    1
    """
    texts, unreadable = list[bytes](), 0
    for line in lines_in(block):
        text = line.decode("utf-8", "surrogatepass")
        answers = [_answered(text, form, rules) for rules in form.rulebooks]
        unreadable += sum(not good for _, _, good in answers)
        texts.append(_as_text(answers, form))
    count = len(texts) * len(form.rulebooks)
    return LineReplies(b"".join(texts), count, unreadable, tuple(accumulate(map(len, texts))))


def answers_with_error(line: bytes, error: str, form: AnswerForm = OBJECTS) -> LineReplies:
    """Return the answers to a line of which only the ``id`` is known.

    >>> answers_with_error(b'{"id": 7}', "no answer").text
    b'{"id": 7, "error": "no answer"}\\n'
    """
    try:
        identity = line_object(line.decode()).get("id")
    except JsonError:
        identity = None
    answers = [_with_error({"id": identity}, error, rules) for rules in form.rulebooks]
    text = _as_text(answers, form)
    return LineReplies(text, len(answers), len(answers), (len(text),))


def _as_text(answers: Iterable[_Answered], form: AnswerForm) -> bytes:
    if form.table:
        return rows_as_text([row for _, rows, _ in answers for row in rows], form)
    return b"".join([written(answer).encode() + b"\n" for answer, _, _ in answers])


def answers_together(block: bytes, form: AnswerForm = OBJECTS) -> LineReplies:
    """Return the answers of `answers_singly`; compiled code answers the movement phases in canonical lines.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    compiled = compiled_replies(block, form)
    return compiled.with_rest(answers_singly(block_of(compiled.rest), form))


@dataclass(frozen=True, slots=True)
class CompiledReplies:
    """The lines of a block that compiled code has answered, and the rest.

    Attributes:
        parts: The answers in the order of the lines, one or several in a part, each followed by a newline.
        count: The number of answers.
        gaps: The indices in `parts` of the answers to `rest`.
        rest: The lines not answered.
    """

    parts: list[bytes]
    count: int
    gaps: list[int]
    rest: list[bytes]

    def __add__(self, other: CompiledReplies) -> CompiledReplies:
        gaps = [*self.gaps, *(len(self.parts) + gap for gap in other.gaps)]
        return CompiledReplies(self.parts + other.parts, self.count + other.count, gaps, self.rest + other.rest)

    def with_rest(self, answers: LineReplies) -> LineReplies:
        """Return the answers to the block, with `answers`, one by one, to the rest."""
        first = 0
        for gap, last in zip(self.gaps, answers.ends, strict=True):
            self.parts[gap], first = answers.text[first:last], last
        return LineReplies(b"".join(self.parts), self.count + answers.count, answers.unreadable)


def compiled_replies(block: bytes, form: AnswerForm = OBJECTS) -> CompiledReplies:
    """Return the answers to the movement phases of a block that are in canonical lines.

    A fault of standoff costs time, not answers; it is reported on standard error.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    from .answer_templates import answers
    from .canonical import Lines

    rulebooks = form.rulebooks

    def answer_halves(part: bytes) -> CompiledReplies:
        try:
            return answer_part(part)
        except StandoffError:
            lines = lines_in(part)
            if len(lines) > 1:  # one of the lines is faulty
                half = len(lines) // 2
                return answer_halves(b"\n".join(lines[:half])) + answer_halves(b"\n".join(lines[half:]))
        except Exception:
            lines = lines_in(part)
            _log_fault(f"{len(lines)} lines together; they are answered one by one")
        return CompiledReplies([b""] * len(lines), 0, [*range(len(lines))], lines)

    def answer_part(part: bytes) -> CompiledReplies:
        scanned = [Lines(part, form, rules) for rules in rulebooks]
        under: list[list[bytes | None]] = []  # by rulebook and line
        for rules, lines in zip(rulebooks, scanned, strict=True):
            answered = [(block.numbers.tolist(), *answers(block, form, rules)) for block in lines.blocks()]
            if len(rulebooks) == len(answered) == 1 and len(answered[0][0]) == len(lines):
                return CompiledReplies([answered[0][1]], len(lines), [], [])
            texts: list[bytes | None] = [None] * len(lines)
            for numbers, text, ends in answered:
                first = 0
                for number, last in zip(numbers, ends.tolist(), strict=True):
                    texts[number], first = text[first:last], last
            under.append(texts)
        parts, gaps, rest = list[bytes](), list[int](), list[bytes]()
        count = 0
        for number, texts_of_line in enumerate(zip(*under, strict=True)):
            found = [text for text in texts_of_line if text is not None]
            if len(found) == len(rulebooks):
                parts.append(b"".join(found))
                count += len(found)
                continue
            parts.append(b"")  # a line left under one rulebook is left under all
            line = scanned[0][number].rstrip(b"\n")
            if not _is_blank(line):
                gaps.append(number)
                rest.append(line)
        return CompiledReplies(parts, count, gaps, rest)

    return answer_halves(block)
