"""Interchange lines as columns: Parquet files with a row for each phase, questions and answers.

The columns are the keys of the lines (`docs/interchange.md`), so each row is a line and each line a row. Needs the
extra ``columns`` (PyArrow).
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportMissingTypeStubs=false
# PyArrow has no type annotations.
from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, cast

from ..map import StandoffError
from ..map.errors import install_command
from ..map.json_values import Json
from .json_lines import written

PARQUET_MARK = b"PAR1"
PARQUET = ".parquet"
"""The ending of the name of a file of columns."""

ROWS_IN_GROUP = 5000
"""Rows are written in groups of this many."""


class ColumnsError(StandoffError):
    """A Parquet file cannot be read or written; the message names it and says why."""


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as fault:
        raise ColumnsError(f"Parquet files need the extra: {install_command('columns')} ({fault})") from None
    return pyarrow, parquet


def is_parquet(path: str | Path) -> bool:
    """Return whether `path` is a regular Parquet file; a pipe, which can be read only once, is left alone."""
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as file:
            return file.read(len(PARQUET_MARK)) == PARQUET_MARK
    except OSError:
        return False


# -- the columns -----------------------------------------------------------------------------------------------------


@cache
def question_schema() -> Any:
    """Return the schema of questions; every column but ``units`` and ``orders`` may be missing, every value null.

    Raises:
        ColumnsError: The extra ``columns`` is not installed.
    """
    arrow, _ = _arrow()
    text = arrow.string()
    texts = arrow.list_(text)
    by_power = arrow.map_(text, texts)
    fate = [("power", text), ("from", text), ("by_convoy", arrow.bool_()), ("retreats", texts)]
    return arrow.schema(
        [
            ("id", text),
            ("phase", text),
            ("season", text),
            ("rules", text),
            ("options", arrow.map_(text, text)),
            ("map", text),
            ("units", by_power),
            ("orders", by_power),
            ("centers", by_power),
            ("dislodged", arrow.map_(text, arrow.struct(fate))),
            ("contested", texts),
            ("idle", texts),
            ("closed", texts),
            ("terms", text),
        ]
    )


@cache
def answer_schema() -> Any:
    """Return the schema of answers; keys that an answer lacks are null.

    Raises:
        ColumnsError: The extra ``columns`` is not installed.
    """
    arrow, _ = _arrow()
    text, truth = arrow.string(), arrow.bool_()
    texts = arrow.list_(text)
    by_power = arrow.map_(text, texts)
    order = [("success", truth), ("outcome", text), ("reason", text), ("dislodged", truth), ("destroyed", truth)]
    paradox = [("kind", text), ("core", texts), ("resolutions", arrow.int64()), ("settled_by", text)]
    return arrow.schema(
        [
            ("id", text),
            ("orders", arrow.map_(text, arrow.map_(text, arrow.struct([*order, ("terms", texts)])))),
            ("units", by_power),
            ("dislodged", question_schema().field("dislodged").type),
            ("contested", texts),
            ("undecided", texts),
            ("paradoxes", arrow.list_(arrow.struct(paradox))),
            ("centers", by_power),
            ("error", text),
        ]
    )


def _plain(value: Any, kind: Any) -> Any:
    """Return a value of a column for JSON: maps become objects, nulls in structs are left out."""
    arrow, _ = _arrow()
    if value is None:
        return None
    if arrow.types.is_map(kind):
        return _object(((key, _plain(item, kind.item_type)) for key, item in value), null=True)
    if arrow.types.is_struct(kind):
        items = ((field.name, _plain(value[field.name], field.type)) for field in kind)
        return {key: item for key, item in items if item is not None or key == "from"}
    if arrow.types.is_list(kind):
        return [_plain(item, kind.value_type) for item in value]
    return value


def _object(items: Iterable[tuple[str, Any]], *, null: bool) -> Json:
    data: Json = {}
    for key, item in items:
        if key in data:
            raise ColumnsError(f"key {key!r} appears twice in a map")
        if null or item is not None:
            data[key] = item
    return data


# -- reading ---------------------------------------------------------------------------------------------------------


class ColumnFile:
    """An open Parquet file of questions, read as interchange lines (compare `line_files.LineFile`).

    Attributes:
        name: Its name in messages.
        integer_ids: True if each ``id`` is a whole number; then so are those of the answers.

    Raises:
        ColumnsError: It cannot be read, or its columns are not those of questions.
    """

    is_file = True
    packed = False

    def __init__(self, path: str) -> None:
        arrow, parquet = _arrow()
        self.name = path
        try:
            self._file = parquet.ParquetFile(path)
        except (arrow.ArrowException, OSError) as fault:
            raise ColumnsError(f"{path}: not a readable Parquet file: {fault}") from None
        self._schema = self._checked(self._file.schema_arrow)
        self.integer_ids: bool = "id" in self._schema.names and arrow.types.is_integer(self._schema.field("id").type)
        self._rows_read = 0

    def _checked(self, columns: Any) -> Any:
        """Return the schema for reading the rows."""
        arrow, _ = _arrow()
        valid, fields = question_schema(), list[Any]()
        for field in columns:
            if field.name not in valid.names:
                near = get_close_matches(field.name, valid.names, 1)
                hint = f"; is {near[0]!r} meant?" if near else ""
                raise ColumnsError(f"{self.name}: unknown column {field.name!r}; known: {', '.join(valid.names)}{hint}")
            if any(earlier.name == field.name for earlier in fields):
                raise ColumnsError(f"{self.name}: column {field.name!r} appears twice")
            integer = field.name == "id" and arrow.types.is_integer(field.type)
            if field.name == "id" and not (integer or field.type in (arrow.string(), arrow.large_string())):
                raise ColumnsError(f"{self.name}: column 'id': expected whole numbers or text, found {field.type}")
            fields.append(arrow.field(field.name, arrow.int64()) if integer else valid.field(field.name))
        return arrow.schema(fields)

    @property
    def size_bytes(self) -> int:
        """The number of rows, which count instead of bytes here."""
        return self._file.metadata.num_rows

    @property
    def read_bytes(self) -> int:
        """How many rows have been read."""
        return self._rows_read

    @property
    def expected_lines(self) -> float:
        """The number of rows."""
        return float(self.size_bytes)

    def blocks(self, most: int) -> Iterator[bytes]:
        """Yield the rows as blocks of at most `most` lines, each followed by a newline.

        Raises:
            ColumnsError: A column does not hold what questions hold.
        """
        for lines in self.lines(most):
            yield "".join([f"{line}\n" for line in lines]).encode()

    def lines(self, most: int = 1000) -> Iterator[list[str]]:
        """Yield the rows as lists of at most `most` lines.

        Raises:
            ColumnsError: A column does not hold what questions hold.
        """
        arrow, _ = _arrow()
        try:
            for batch in self._file.iter_batches(batch_size=most):
                rows = arrow.Table.from_batches([batch]).cast(self._schema).to_pylist()
                self._rows_read += len(rows)
                yield [self._line(row) for row in rows]
        except (arrow.ArrowException, OSError, ValueError) as fault:
            raise ColumnsError(f"{self.name}: {fault}") from None

    def _line(self, row: Json) -> str:
        kinds = ((name, self._schema.field(name).type) for name in row)
        return written(_object(((name, _plain(row[name], kind)) for name, kind in kinds), null=False))


# -- writing ---------------------------------------------------------------------------------------------------------


@contextmanager
def writing(path: Path, schema: Callable[[], Any], *, integer_ids: bool = False) -> Generator[Callable[[str], None]]:
    """Open a new Parquet file for lines, and yield a function that writes a line.

    Args:
        path: The file.
        schema: `question_schema` or `answer_schema`.
        integer_ids: True if each ``id`` is a whole number; else a text is written as it is, anything else as JSON.

    Raises:
        ColumnsError: A line does not fit the columns, or the extra ``columns`` is not installed.
        OSError: The file cannot be written.
    """
    arrow, parquet = _arrow()
    columns = schema()
    if integer_ids:
        columns = columns.set(0, arrow.field("id", arrow.int64()))
    rows: list[Json] = []

    def flush(out: Any) -> None:
        try:
            out.write_batch(arrow.RecordBatch.from_pylist(rows, schema=columns))
        except (arrow.ArrowInvalid, arrow.ArrowTypeError, TypeError, ValueError) as fault:
            raise ColumnsError(f"{path}: a line does not fit the columns: {fault}") from None
        rows.clear()

    with parquet.ParquetWriter(path, columns, compression="zstd") as out:

        def write(line: str) -> None:
            row = cast(Json, json.loads(line))
            unknown = row.keys() - set(columns.names)
            if unknown:
                raise ColumnsError(f"{path}: no column for {sorted(unknown)[0]!r}")
            identity = row.get("id")
            if not integer_ids and identity is not None and not isinstance(identity, str):
                row["id"] = json.dumps(identity)
            rows.append(row)
            if len(rows) >= ROWS_IN_GROUP:
                flush(out)

        yield write
        if rows:
            flush(out)


def write_questions(lines: Iterable[str], path: str | Path) -> int:
    """Write questions as columns; return how many.

    If each ``id`` is a whole number, so is the column; else it is text.

    Raises:
        ColumnsError: A line is not a question, or the extra ``columns`` is not installed.
        OSError: The file cannot be written.
    """
    questions = [line for line in lines if line.strip()]
    try:
        ids: list[Any] = [json.loads(line).get("id") for line in questions]
    except (ValueError, AttributeError) as fault:
        raise ColumnsError(f"{path}: a line is no question: {fault}") from None
    integers = bool(ids) and all(type(identity) is int and -(2**63) <= identity < 2**63 for identity in ids)
    with writing(Path(path), question_schema, integer_ids=integers) as write:
        for line in questions:
            write(line)
    return len(questions)


def as_lines(path: str | Path) -> Iterator[str]:
    """Yield the rows of a file of questions as interchange lines.

    Raises:
        ColumnsError: It holds none.
    """
    for lines in ColumnFile(str(path)).lines():
        yield from lines


def answers_in(path: str | Path) -> Iterator[Json]:
    """Yield the rows of a file of answers as the objects that `standoff batch` writes.

    Raises:
        ColumnsError: It cannot be read.
    """
    arrow, parquet = _arrow()
    try:
        file = parquet.ParquetFile(str(path))
        for batch in file.iter_batches(batch_size=1000):
            for row in batch.to_pylist():
                kinds = ((field.name, field.type) for field in batch.schema)
                answer = _object(((name, _plain(row[name], kind)) for name, kind in kinds), null=False)
                yield {"id": row["id"], **answer}
    except (arrow.ArrowException, OSError) as fault:
        raise ColumnsError(f"{path}: not a readable Parquet file: {fault}") from None
