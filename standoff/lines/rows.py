"""Answers as rows for tables and data frames, one row per order: as CSV, or as JSON lines."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ..map import Json
from ..solver import MovementResult, PhaseResult
from ..text import visible
from ..turn import Turn, cause_object, grouped, texts_and_results
from .form import AnswerForm

COLUMNS = (
    *("id", "rules", "power", "order", "unit"),
    *("success", "outcome", "reason", "cause", "option", "fault", "paradox"),
)
"""The columns. A line that cannot be read is a row with an ``id``, the outcome ``error``, and the cause as reason."""

BRIEFLY_EMPTY = COLUMNS[COLUMNS.index("outcome") :]
"""The columns without a value if only the success of orders is requested."""

Row = tuple[Any, ...]
"""A row: its values by column."""

_json = json.JSONEncoder(ensure_ascii=False).encode

_UNIT = re.compile(r"[AF] [^ ]+")


def columns(form: AnswerForm) -> tuple[str, ...]:
    """Return the columns of rows; the rulebook is one of them only if each line is answered under several.

    >>> columns(AnswerForm(table="csv"))[:3], columns(AnswerForm(rules=("1971",)))[:3]
    (('id', 'power', 'order'), ('id', 'rules', 'power'))
    """
    return COLUMNS if form.rules else (COLUMNS[0], *COLUMNS[2:])


def heading(form: AnswerForm) -> bytes:
    """Return the text before all rows: in CSV the names of the columns.

    >>> heading(AnswerForm(table="jsonl")), heading(AnswerForm(table="csv"))[:15]
    (b'', b'id,power,order,')
    """
    return f"{','.join(columns(form))}\n".encode() if form.table == "csv" else b""


def rows_of(identity: Json, turn: Turn, result: PhaseResult, *, brief: bool = False) -> list[Row]:
    """Return the rows of the answer to a line.

    Args:
        identity: Its ``id``, and the rulebook if the answer names it.
        turn: The turn.
        result: Its result.
        brief: Give only whether each order succeeds.
    """
    head = identity["id"], identity.get("rules")
    standing = {str(unit) for unit in turn.position.units}
    rows: list[tuple[str, Row]] = []
    for number, (text, one) in enumerate(texts_and_results(result, turn.texts, turn.board)):
        found = _UNIT.match(text)
        if found is None or found[0] not in standing:  # unchanged
            found = _UNIT.match(turn.canonical(one.order))
        order = *head, one.order.power, text, found and found[0], one.success
        if brief:
            rows.append((one.order.power, (*order, *[None] * len(BRIEFLY_EMPTY))))
            continue
        cause = cause_object(one)
        why = *map(cause.get, ("cause", "option", "fault")), _paradox_of(result, number)
        rows.append((one.order.power, (*order, str(one.outcome), one.text, *why)))
    return [row for rows_of_power in grouped(rows).values() for row in rows_of_power]


def _paradox_of(result: PhaseResult, number: int) -> str | None:
    """Return the kind of the first paradox that has an order in its core."""
    if not isinstance(result, MovementResult) or not result.paradoxes or result.assignment.illegal[number]:
        return None
    unit = result.assignment.unit_of[number]
    return next((str(one.kind) for one in result.paradoxes if one.core >> unit & 1), None)


def error_row(identity: Json, error: str) -> Row:
    """Return the row of a line that cannot be read.

    >>> error_row({"id": 7}, "no JSON")[5:8]
    (None, 'error', 'no JSON')
    """
    return (identity["id"], identity.get("rules"), *[None] * 4, "error", error, *[None] * 4)


def rows_as_text(rows: Iterable[Row], form: AnswerForm) -> bytes:
    """Return rows, a line each; in CSV a line break within a cell becomes a blank."""
    if not form.rules:
        rows = ((row[0], *row[2:]) for row in rows)
    if form.table == "jsonl":
        names = columns(form)
        return visible("".join([f"{_json(dict(zip(names, row, strict=True)))}\n" for row in rows])).encode()
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([_id_cell(row[0]), *map(_cell, row[1:])] for row in rows)
    return visible(file.getvalue()).encode()


def csv_cells(values: Sequence[str | None]) -> str:
    """Return part of a row of CSV.

    >>> csv_cells(["moves", "the province is empty, and no other unit gets there", None])
    'moves,"the province is empty, and no other unit gets there",'
    """
    file = io.StringIO()
    csv.writer(file, lineterminator="").writerow(["", *values])  # a single empty cell would be quoted
    return file.getvalue()[1:]


def _cell(value: str | bool | None) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(value.split()) if value and "\n" in value else value


def _id_cell(value: Any) -> str | None:
    return _cell(value if value is None or isinstance(value, str) else _json(value))
