"""Answers as rows, one an order, as tables and data frames want them: in CSV, or as JSON lines."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from ..map import Json
from ..text import visible
from .answering import BlockAnswers, lines_in, turn_in
from .json_lines import line_object

COLUMNS = ("id", "power", "order", "unit", "success", "outcome", "reason")
"""Of each row. A line that cannot be read is a row with an ``id``, the outcome ``error``, and why as the reason."""

_json = json.JSONEncoder(ensure_ascii=False).encode

_AGAIN = re.compile(r" \(again( \d+)?\)$")
"""What is added to an order that is given more than once (`codec.telling_apart`)."""

_UNIT = re.compile(r"[AF] [A-Z]{3}(/[A-Z]{2})?(?![^ ])")


class Rows:
    """Writes the answers to lines as rows.

    Args:
        form: ``csv`` or ``jsonl``.
        heading: Whether a heading is to be written, which CSV has.
    """

    def __init__(self, form: str, *, heading: bool = True) -> None:
        self.form = form
        self._heading = heading and form == "csv"
        self._lines: deque[bytes] = deque()

    def noted(self, blocks: Iterator[bytes | None]) -> Iterator[bytes | None]:
        """Yield blocks of lines, and note the lines until they are answered: they say which units there are."""
        for block in blocks:
            if block is not None:
                self._lines.extend(lines_in(block))
            yield block

    def of_each(self, answers: Iterable[BlockAnswers]) -> Iterator[BlockAnswers]:
        """Yield answers as rows; each is one line, in CSV too, where a blank stands for the end of a line."""
        yield from map(self._of, answers)
        if self._heading:  # of a table without rows
            yield self._of(BlockAnswers(b"", 0, 0))

    def _of(self, answers: BlockAnswers) -> BlockAnswers:
        rows: list[tuple[Any, ...]] = []
        for text in answers.text.splitlines():
            rows.extend(rows_of(line_object(text.decode()), self._lines.popleft()))
        if self.form == "jsonl":
            out = "".join([f"{_json(dict(zip(COLUMNS, row, strict=True)))}\n" for row in rows])
        else:
            file = io.StringIO()
            lines = csv.writer(file, lineterminator="\n")
            if self._heading:
                lines.writerow(COLUMNS)
                self._heading = False
            cells: Iterable[Iterable[Any]] = ((_id_cell(row[0]), *row[1:4], _TRUTH[row[4]], *row[5:]) for row in rows)
            if b"\\n" in answers.text:
                cells = (map(_on_one_line, row) for row in cells)
            lines.writerows(cells)
            out = file.getvalue()
        return BlockAnswers(visible(out).encode(), answers.count, answers.unreadable)


def rows_of(answer: Json, line: bytes) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of an answer, given the line that it is to.

    >>> line = b'{"units": {"FRANCE": ["F SPA/SC"]}, "orders": {"FRANCE": ["F SPA - LYO"]}}'
    >>> answer = {"id": 7, "orders": {"FRANCE": {"F SPA - LYO": {"success": True}}}}
    >>> next(rows_of(answer, line))
    (7, 'FRANCE', 'F SPA - LYO', 'F SPA/SC', True, None, None)
    """
    if "error" in answer:
        yield (answer["id"], None, None, None, None, "error", answer["error"])
        return
    slowly: dict[str, list[str]] | None = None
    for power, orders in answer["orders"].items():
        for number, (order, fate) in enumerate(orders.items()):
            unit = _unit_in(order, line)
            if unit is None:
                slowly = slowly or _canonical_orders(line)
                texts = slowly.get(power, [])
                found = _UNIT_OF_ANY.match(texts[number] if number < len(texts) else order)
                unit = found and found[0]
            text = _AGAIN.sub("", order) if order[-1] == ")" else order
            yield (answer["id"], power, text, unit, fate["success"], fate.get("outcome"), fate.get("reason"))


_UNIT_OF_ANY = re.compile(r"[AF] [^ ]+")


def _unit_in(order: str, line: bytes) -> str | None:
    """Return the unit that an order begins with, if the line names it in just these words, as most lines do."""
    found = _UNIT.match(order)
    return found[0] if found and f'"{found[0]}"'.encode() in line else None


def _canonical_orders(line: bytes) -> dict[str, list[str]]:
    """Return the orders of a line by power, each with its unit in full as it stands."""
    _, turn = turn_in(line.decode())
    orders: dict[str, list[str]] = {}
    if turn is not None:
        for order in turn.orders:
            orders.setdefault(order.power, []).append(turn.canonical(order))
    return orders


_TRUTH = {True: "true", False: "false", None: None}


def _id_cell(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else _json(value)


def _on_one_line(value: str | None) -> str | None:
    return " ".join(value.split()) if value and "\n" in value else value
