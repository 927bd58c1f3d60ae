"""The texts that take most memory to answer, searched for: `python -m tools.worst --memory`.

A text is a head, a piece that is repeated up to a length, and a tail. All pieces are tried between all heads and tails
in short texts, the worst of them in longer ones, and from there it climbs: pieces, heads and tails are changed, and
what takes more memory is kept. The worst that were met are then made as long as such a text may be, and answered each
in a process of its own: reported is its memory beyond that of a process that answers a short text.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import tempfile
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random

from standoff.cases.read import LONGEST_FILE_BYTES
from standoff.commands.cli import main as command
from standoff.lines.answering import answer_line
from standoff.lines.json_lines import LONGEST_LINE_BYTES
from standoff.lines.json_lines import written as as_json
from standoff.page.messages import answer

Text = tuple[str, str, str]
KEPT = 5
"""So many of the worst are tried at full length."""
LONGEST_REQUEST_BYTES = 1_000_000


def _line(text: str) -> None:
    as_json(answer_line(text)[0])


def _request(text: str) -> None:
    with suppress(ValueError, RecursionError):
        json.dumps(answer(json.loads(text)))


def _command(name: str) -> Callable[[str], None]:
    def run(text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder) / "text", Path(folder) / "out"
            file.write_text(text, encoding="utf-8", errors="replace")
            with (
                out.open("w", encoding="utf-8") as output,
                redirect_stdout(output),
                redirect_stderr(output),
                suppress(SystemExit),
            ):
                command([name, str(file)], prog_name="standoff")

    return run


READERS: dict[str, tuple[Callable[[str], None], int]] = {
    "a line of `batch`": (_line, LONGEST_LINE_BYTES),
    "a request of the page": (_request, LONGEST_REQUEST_BYTES),
    "a file of orders or cases": (_command("adjudicate"), LONGEST_FILE_BYTES),
    "a file for `cases`": (_command("cases"), LONGEST_FILE_BYTES),
}
"""What answers a text, and how long a text may be, in bytes."""

_UNITS = '{"id": 1, "units": {"FRANCE": ["A PAR"]}, '
_WINTER = '{"id": 1, "phase": "adjustment", "centers": {"FRANCE": ["PAR"]}, '
HEADS: tuple[tuple[str, str], ...] = (
    (_UNITS + '"orders": {"FRANCE": [', "0]}}"),
    (_UNITS + '"orders": {', '"": []}}'),
    (_WINTER + '"orders": {"FRANCE": [', '"WAIVE"]}}'),
    ('{"id": [', "0]}"),
    ('{"id": 1, "units": {"FRANCE": [', "0]}}"),
    ('{"id": 1, "units": {', '"": []}}'),
    ('{"id": 1, "orders": {}, "x": [', "0]}"),
    ('{"id": 1, "orders": {}, "x": {', '"": 0}}'),
    ('{"do": "open", "source": "', '"}'),
    ('{"do": "adjudicate", "position": "start", "rules": "2023", "orders": "', '"}'),
    ('{"phases": [', "0]}"),
    ('{"cases": [', "0]}"),
    ("", ""),
    ("FRANCE: ", "\n"),
    ("case x\n", "\n"),
)
PIECES = (
    *('"A PAR H", ', '"A PAR - BUR", ', '"WAIVE", ', '"x", ', "[], ", "{}, ", '{"": 0}, ', '"a": 0, ', "1, ", "1.5, "),
    *(
        '"é", ',
        '"\\u0000", ',
        '[""], ',
        "A PAR - BUR\n",
        "A PAR\n",
        "x\n",
        "FRANCE: A PAR H\n",
        "F BRE\\n",
        "é",
        "# x\n",
    ),
    *("case x\n", "A A A ", '{"name": "S1901M"}, ', "; ", "note x\n", "-", '{"orders": [""]}, '),
)
_LETTERS = '[]{}":, \n\\0aéA-#;='


class MemoryClimb:
    """A search for the texts that take most memory to answer.

    Attributes:
        tried: How many texts were measured.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.reader, self.most = READERS[name]
        self.chance, self.tried = Random(f"{seed} {name}"), 0

    def cost(self, text: Text, size: int) -> int:
        """Return the most bytes that are in use at once while a text of some length is answered."""
        whole = repeated(text, size)
        self.tried += 1
        tracemalloc.start()
        try:
            self.reader(whole)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def ranked(self, texts: Iterable[Text], size: int, count: int) -> list[tuple[int, Text]]:
        """Return those that cost most at some length."""
        return sorted(((self.cost(text, size), text) for text in texts), reverse=True)[:count]

    def changed(self, text: Text) -> Text:
        """Return a text with a piece changed."""
        head, piece, tail = text
        for _ in range(self.chance.randint(1, 2)):
            at, what = self.chance.randrange(len(piece) + 1), self.chance.randrange(4)
            if what == 0:
                piece = piece[:at] + self.chance.choice(_LETTERS) + piece[at:]
            elif what == 1:
                piece = piece[:at] + piece[at + 1 :]
            elif what == 2:
                piece = piece[:at] + self.chance.choice(PIECES) + piece[at:]
            else:
                head, tail = self.chance.choice(HEADS)
        return head, piece[:200] or "x", tail

    def climb(self, tries: int) -> list[Text]:
        """Return the worst texts that are found."""
        self.reader("x")  # what is loaded once is no text's cost
        every = [(head, piece, tail) for head, tail in HEADS for piece in PIECES]
        short = self.ranked(every, self.most // 400, 40)
        worst = self.ranked([text for _, text in short], self.most // 20, KEPT)
        for _ in range(tries):
            one = self.changed(self.chance.choice(worst)[1])
            worst = sorted({*worst, (self.cost(one, self.most // 20), one)}, reverse=True)[:KEPT]
        return [text for _, text in worst]


def repeated(text: Text, most_bytes: int) -> str:
    """Return a text of at most so many bytes, its piece as often as there is room."""
    head, piece, tail = text
    room = most_bytes - len((head + tail).encode("utf-8", "replace"))
    return head + piece * max(1, room // len(piece.encode("utf-8", "replace"))) + tail


def _answered(name: str, text: Text, most_bytes: int) -> int:
    """Answer a text; return the most memory that this process ever used, in bytes."""
    READERS[name][0](repeated(text, most_bytes))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def megabytes(name: str, text: Text) -> float:
    """Return what answering the longest such text that is not refused takes beyond what answering a short one does."""
    most = READERS[name][1]
    peaks: list[int] = []
    for size in (1000, most // 20, most // 6, most):  # what is too long is refused, and takes little
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            peaks.append(pool.apply(_answered, (name, text, size)))
    return (max(peaks) - peaks[0]) / 1e6


def table(tries: int, seed: int) -> Iterator[str]:
    """Search, and yield a table in Markdown line by line."""
    yield "| what | at most, bytes | texts tried | the worst: this, over and over | MB |"
    yield "|---|---|---|---|---|"
    for name, (_, most) in READERS.items():
        search = MemoryClimb(name, seed)
        size, text = max((megabytes(name, text), text) for text in search.climb(tries))
        shown = json.dumps(text[1], ensure_ascii=False)
        yield f"| {name} | {most:,} | {search.tried} | `{shown}` after `{text[0]}` | {size:.0f} |"
