"""Where questions come from: drawn at random, the case library, saved games."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from ...map import load_board
from ...solver import MovementResult, PhaseResult, Rulebook
from ...solver.rulebook import board_of
from ..book.case import Case
from ..book.library import library
from ..book.read import read_text
from ..book.replay import read_game, replay
from ..book.run import play_case
from ..peers.peer import Question
from ..text.formats import format_of
from .findings import CrosscheckError
from .generator import question


class Source(Protocol):
    """A numbered sequence of questions, the same every time."""

    @property
    def about(self) -> str:
        """What it is, for reports."""
        ...

    def __len__(self) -> int: ...

    def ask(self, number: int) -> tuple[str, Question]:
        """Return the name of question `number` and the question."""
        ...


@dataclass(frozen=True)
class RandomQuestions:
    """The first questions of a seed (`docs/generator.md`).

    Attributes:
        seed: The seed.
        count: How many.
        board_name: The board.
    """

    seed: int
    count: int
    board_name: str = "standard"

    @property
    def about(self) -> str:
        """What it is."""
        return f"random turns, seed {self.seed}"

    def __len__(self) -> int:
        return self.count

    def ask(self, number: int) -> tuple[str, Question]:
        """Return question `number` of the seed."""
        return f"{self.seed}/{number}", question(self.seed, number, board=load_board(self.board_name))


@dataclass(frozen=True)
class CaseQuestions:
    """Every phase of the cases in the library, as they come about under a rulebook.

    Attributes:
        rules: The rulebook; it says where the later phases of a case start from.
    """

    rules: Rulebook

    @property
    def about(self) -> str:
        """What it is."""
        return f"the case library ({len(self)} phases)"

    def __len__(self) -> int:
        return len(_of_library(self.rules))

    def ask(self, number: int) -> tuple[str, Question]:
        """Return phase `number` of the library."""
        return _of_library(self.rules)[number]


@dataclass(frozen=True)
class GameQuestions:
    """Every phase of saved games, of the `diplomacy` package or any format that `standoff convert` reads.

    Attributes:
        files: The files.
        rules: The rulebook; it says where a phase starts that the record does not say it of.
    """

    files: tuple[str, ...]
    rules: Rulebook

    @property
    def about(self) -> str:
        """What it is."""
        return f"games ({len(self)} phase{'s' * (len(self) != 1)}) in {', '.join(self.files)}"

    def __len__(self) -> int:
        return len(_of_games(self.files, self.rules))

    def ask(self, number: int) -> tuple[str, Question]:
        """Return phase `number` of the games."""
        return _of_games(self.files, self.rules)[number]


@dataclass(frozen=True)
class Several:
    """One source after the other.

    Attributes:
        sources: The sources; one whose length may change comes last.
    """

    sources: tuple[Source, ...]

    @property
    def about(self) -> str:
        """What they are."""
        return "; ".join(source.about for source in self.sources)

    def __len__(self) -> int:
        return sum(map(len, self.sources))

    def ask(self, number: int) -> tuple[str, Question]:
        """Return question `number`, counted over all sources."""
        for source in self.sources:
            if number < len(source):
                return source.ask(number)
            number -= len(source)
        raise IndexError(number)


@dataclass(frozen=True)
class Only:
    """A single question of a source, found by its name.

    Attributes:
        source: The source.
        number: Its number there.
    """

    source: Source
    number: int

    @property
    def about(self) -> str:
        """What it is."""
        return f"{self.source.ask(self.number)[0]} only"

    def __len__(self) -> int:
        return 1

    def ask(self, number: int) -> tuple[str, Question]:
        """Return the question, whose number is 0."""
        return self.source.ask(range(self.number, self.number + 1)[number])


def only(name: str, sources: Sequence[Source], rules: Rulebook) -> Only:
    """Return the question that a report calls `name`.

    Args:
        name: ``"4/17"`` for a random question, the id of a case, a file and a phase.
        sources: Where it is sought besides the library and the random questions.
        rules: The rulebook.

    Raises:
        CrosscheckError: There is none.
    """
    seed, _, number = name.partition("/")
    if seed.lstrip("-").isdecimal() and number.isdecimal():
        return Only(random_questions(int(seed), int(number) + 1, rules), int(number))
    named: dict[str, Only] = {}
    for source in (*sources, CaseQuestions(rules)):
        if not isinstance(source, RandomQuestions):
            for place in range(len(source)):
                named.setdefault(source.ask(place)[0], Only(source, place))
    if name not in named:
        near = difflib.get_close_matches(name, named, 3) or difflib.get_close_matches(f"datc-{name}", named, 3)
        known = f"; nearest known: {', '.join(near)}" if near else ""
        raise CrosscheckError(f"no question {name!r}; expected SEED/NUMBER, a case or a phase of a game{known}")
    return named[name]


def random_questions(seed: int, count: int, rules: Rulebook) -> RandomQuestions:
    """Return random questions on the board of a rulebook."""
    return RandomQuestions(seed, count, board_of(rules.name))


@lru_cache(maxsize=2)
def _of_library(rules: Rulebook) -> Sequence[tuple[str, Question]]:
    found: list[tuple[str, Question]] = []
    for case in library():
        for number, (phase, result, _) in enumerate(play_case(case, rules), 1):
            name = case.id if len(case.phases) == 1 else f"{case.id}, phase {phase.phase or number}"
            found.append((name, _asked(result, case.board.name)))
    return found


@lru_cache(maxsize=2)
def _of_games(files: tuple[str, ...], rules: Rulebook) -> Sequence[tuple[str, Question]]:
    return [entry for file in files for entry in _of_game(file, rules)]


def _of_game(file: str, rules: Rulebook) -> Iterator[tuple[str, Question]]:
    text = read_text(file)
    form = format_of(text)
    if form.name == "saved":
        board = read_game(file)[0].name
        for phase in replay(file, rules):
            yield f"{file}, {phase.name}", _asked(phase.result, board)
        return
    for case in form.read(text, file, None):
        for number, (phase, result, _) in enumerate(play_case(case, rules), 1):
            yield f"{file}, {case.id} {phase.phase or number}".strip(), _asked(result, case.board.name)


def asked_in(case: Case, rules: Rulebook) -> Iterator[Question]:
    """Yield what each phase of a case asks, as it comes about under a rulebook."""
    for _, result, _ in play_case(case, rules):
        yield _asked(result, case.board.name)


def _asked(result: PhaseResult, board_name: str) -> Question:
    """Return the question that a result answers."""
    if isinstance(result, MovementResult):
        return Question(result.assignment.board, result.before, result.orders)
    orders = tuple(found.order for found in list(result)[: result.given])
    return Question(load_board(board_name), result.before, orders)
