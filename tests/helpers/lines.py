"""Answers to interchange lines, as texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from standoff.lines.answering import answer_line, answers_together
from standoff.lines.form import OBJECTS, AnswerForm, line_object, written


def answer_lines(lines: Iterable[str], form: AnswerForm = OBJECTS) -> Iterator[tuple[str, bool]]:
    """Yield the answer to each line that is not blank, as a line, and whether it could be read."""
    for line in lines:
        if line.strip():
            for rules in form.rulebooks:
                answer, good = answer_line(line, form, rules)
                yield written(answer), good


def answer_block(lines: Sequence[str], form: AnswerForm = OBJECTS) -> list[tuple[str, bool]]:
    """Return the answers of `answer_lines` by compiled code."""
    block = "\n".join(line for line in lines if line.strip()).encode("utf-8", "surrogatepass")
    answers = answers_together(block, form).text.decode().split("\n")[:-1]
    return [(text, '"error": ' not in text or "error" not in line_object(text)) for text in answers]
