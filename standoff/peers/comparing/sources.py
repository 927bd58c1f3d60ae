"""Sources of questions: random turns, the case library, saved games."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from zlib import crc32

from ...cases import (
    Case,
    SourceName,
    boards_of,
    format_of,
    games_of,
    given_orders,
    library,
    open_games,
    play_case,
    read_text,
)
from ...map import board_names, load_board, starting_position
from ...random_turns import DEMANDING, demanding_question, game as random_game
from ...solver import MovementResult, PhaseResult, Rulebook, board_of
from ...text import counted
from ...turn import Turn, orders_for_lines
from .findings import CrosscheckError

Named = tuple[str, Turn]
"""A question and its name."""


@dataclass(frozen=True)
class Source:
    """A numbered sequence of questions, the same in every run and in every process.

    Attributes:
        about: A description for reports.
        count: The number of questions.
        ask: Returns a question and its name, by its number from 0.
        content: A checksum of the user's files that it depends on; empty if there are none.
        seed_of: Returns the seed of a whole game that begins with a question, by its number; "" for other questions.
    """

    about: str
    count: int
    ask: Callable[[int], Named]
    content: str = ""
    seed_of: Callable[[int], str] = "".format

    def __len__(self) -> int:
        return self.count


def random_questions(seed: int, count: int, rules: Rulebook, board: str | None = None) -> Source:
    """Return the first `count` questions of a seed (`docs/crosscheck.md`), on a board (default: the rulebook's)."""
    where, content = _named_board(board)
    ask = partial(_random, seed, board or board_of(rules.name), board is None)
    return Source(f"random turns{where}, seed {seed}", count, ask, content)


def whole_games(seed: int, count: int, rules: Rulebook, board: str | None = None) -> Source:
    """Return the first `count` whole games of a seed; a question is the first phase of one."""
    name = board or board_of(rules.name)
    where, content = _named_board(board)
    about = f"whole games{where}, seed {seed}, each counted once: at the first phase that differs, or at its end"
    return Source(about, count, partial(_first_phase, seed, name), content, f"{seed}/{{}}".format)


def _named_board(board: str | None) -> tuple[str, str]:
    """Return a board as reports name it, and a checksum of its file if it is a user's own."""
    content = f"{load_board(board).checksum:08x}" if board is not None and board not in board_names() else ""
    return f" on {board}" if board else "", content


def case_questions(rules: Rulebook) -> Source:
    """Return every phase of the cases in the library, as it occurs under a rulebook."""
    questions = _of_library(rules)
    return _fixed(f"the case library ({len(questions)} phases)", questions)


def game_questions(files: tuple[str, ...], rules: Rulebook) -> Source:
    """Return every phase of saved games, of the `diplomacy` package or any format that `standoff convert` reads.

    Args:
        files: The files.
        rules: The rulebook; it decides where a phase starts if the record does not say.
    """
    questions = [entry for file in files for entry in _of_game(file, rules)]
    boards = {question.board for _, question in questions if question.board.source not in board_names()}
    texts = [crc32(read_text(file).encode("utf-8", "surrogatepass")) for file in files]
    content = " ".join(f"{one:08x}" for one in (*texts, *sorted(board.checksum for board in boards)))
    return _fixed(f"games ({counted(len(questions), 'phase')}) in {', '.join(files)}", questions, content)


def _fixed(about: str, questions: Sequence[Named], content: str = "") -> Source:
    """Return a source of given questions."""
    return Source(about, len(questions), questions.__getitem__, content)


def several_sources(sources: tuple[Source, ...]) -> Source:
    """Return the sources one after the other; one whose length may change must be last."""
    about, content = ("; ".join(source.about for source in sources), " ".join(source.content for source in sources))
    return Source(about, sum(map(len, sources)), partial(_among, sources), content.strip(), partial(_seed, sources))


def library_case(name: str) -> Case | None:
    """Return the case that `name` names, or a phase of it; None if there is no such case, or several."""
    cases = [*library(name.partition(", phase ")[0])]
    return cases[0] if len(cases) == 1 else None


def one_question(name: str, sources: Iterable[Source], rules: Rulebook, board: str | None = None) -> Source:
    """Return the one question that a report calls `name`, or the phases of the case of that name.

    Args:
        name: ``"4/17"`` for a random question, the id of a case, or a file and a phase.
        sources: Further sources, searched before the library.
        rules: The rulebook.
        board: The board of random questions (default: the rulebook's).

    Raises:
        CrosscheckError: There is no such question.
    """
    seed, _, number = name.partition("/")
    if seed.lstrip("-").isdecimal() and number.isdecimal():
        return _questions_of(random_questions(int(seed), int(number) + 1, rules, board), int(number))
    named: dict[str, tuple[Source, int]] = {}
    for source in (*sources, case_questions(rules)):
        for place in range(len(source)):
            named.setdefault(source.ask(place)[0], (source, place))
    if name not in named and (case := library_case(name)):
        phases = [phase for phase in named if phase.partition(", phase ")[0] == case.id]
        return _fixed(f"{case.id} only", [source.ask(place) for source, place in map(named.__getitem__, phases)])
    if name not in named:
        near = difflib.get_close_matches(name, named, 3) or difflib.get_close_matches(f"datc-{name}", named, 3)
        nearest = f"; nearest known: {', '.join(near)}" if near else ""
        raise CrosscheckError(f"no question {name!r}; expected SEED/NUMBER, a case or a phase of a game{nearest}")
    return _questions_of(*named[name])


def _questions_of(source: Source, number: int) -> Source:
    name, question = source.ask(number)
    return _fixed(f"{name} only", [(name, question)], source.content)


def asked_in(case: Case, rules: Rulebook) -> Iterator[Turn]:
    """Yield the question of each phase of a case, as it occurs under a rulebook."""
    for _, result, _ in play_case(case, rules):
        yield _question_of(result, case.board.source)


# -- functions of sources; at module level, so that they can be pickled --------------------------------


def _random(seed: int, board: str, other_boards: bool, number: int) -> Named:
    number, question = demanding_question(seed, number, load_board(board), other_boards=other_boards)
    return f"{seed}/{number}", question


def _numbered(sources: tuple[Source, ...], number: int) -> tuple[Source, int]:
    """Return the source of a question, and the question's number there."""
    for source in sources:
        if number < len(source):
            return source, number
        number -= len(source)
    raise IndexError(number)


def _among(sources: tuple[Source, ...], number: int) -> Named:
    source, place = _numbered(sources, number)
    return source.ask(place)


def _first_phase(seed: int, board_name: str, number: int) -> Named:
    board = load_board(board_name)
    return f"game {seed}/{number}", next(
        random_game(starting_position(board), f"{seed}/{number}", board=board, profile=DEMANDING)
    )


def _seed(sources: tuple[Source, ...], number: int) -> str:
    source, place = _numbered(sources, number)
    return source.seed_of(place)


@lru_cache(maxsize=2)
def _of_library(rules: Rulebook) -> Sequence[Named]:
    questions: list[Named] = []
    for case in library():
        for number, (phase, result, _) in enumerate(play_case(case, rules), 1):
            name = case.id if len(case.phases) == 1 else f"{case.id}, phase {phase.phase or number}"
            questions.append((name, _question_of(result, case.board.source)))
    return questions


def _of_game(file: str, rules: Rulebook) -> Iterator[Named]:
    text = read_text(file)
    form = format_of(text)
    if form.name == "saved":
        with open_games(file) as games:
            for game in games_of(file, games):
                for phase in game.replay(rules):
                    yield f"{game.name}, {phase.name}", _question_of(phase.result, phase.turn.board.name)
        return
    with boards_of(SourceName(file)):
        cases = form.read(text, file, None)
    for case in cases:
        for number, (phase, result, _) in enumerate(play_case(case, rules), 1):
            yield f"{file}, {case.id} {phase.phase or number}".strip(), _question_of(result, case.board.source)


def _question_of(result: PhaseResult, board_name: str) -> Turn:
    """Return the question that a result answers."""
    board = result.assignment.board if isinstance(result, MovementResult) else load_board(board_name)
    return Turn(result.before, orders_for_lines(given_orders(result), result.before.phase_type), board=board)
