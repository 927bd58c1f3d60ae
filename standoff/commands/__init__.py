"""The commands of `standoff`, in modules by subject, and the options that they share.

A command reads its options, calls a function of another package and prints; nothing imports a command.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from functools import wraps
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from ..cases import Case
    from ..map import Board, Position
    from ..peers import Peer
    from ..pictures import Drawable
    from ..solver import Rulebook
    from ..turn import Comparison, Resolutions, Turn


class NamedTurn(NamedTuple):
    """A turn, or a case of several phases, as named on the command line.

    Attributes:
        name: A file, ``-`` for standard input, ``FILE#CASE``, a case of the library, or orders (see `turn_names`).
        rules: The rulebook; None for the first one of the case, otherwise 2023.
        options: Options of the rulebook, each ``OPTION=CHOICE``.
        map_name: The board; None for that of the rulebook.
        position: A position file or one-line position; None to infer the units from the orders.
        phase: The phase of several; None for all, or the only one.
    """

    name: str
    rules: str | None
    options: tuple[str, ...]
    map_name: str | None
    position: str | None
    phase: str | None

    def cases(self) -> list[Case]:
        """Return all cases of that name; with a phase, one case with only that phase.

        Raises:
            StandoffError: A file or a name cannot be read.
        """
        from ..cases import SourceName, one_phase, read_case, read_source
        from ..solver import rulebook

        board, start = board_and_position(self.rules or "2023", self.map_name, self.position)
        if self.phase is None and self.position is None:
            return read_source(SourceName(self.name), board=board)
        case = read_case(SourceName(self.name), board=board, position=start)
        rules = rulebook(case.rules[0], **case.options)
        return [case if self.phase is None else one_phase(case, self.phase, rules)]

    def turn(self, *, only: bool = True) -> Turn:
        """Return the turn, under the named rulebook or that of its source.

        Args:
            only: False to return the first of several phases if none is named.

        Raises:
            StandoffError: Something cannot be read, or there are several turns.
        """
        from dataclasses import replace

        from ..cases import SourceName, turn_from
        from ..map import load_board

        rules = None if self.rules is None else chosen_rules(self.rules, self.options)
        turn = turn_from(
            SourceName(self.name),
            phase=self.phase,
            position=None if self.position is None else SourceName(self.position),
            board=self.map_name and load_board(self.map_name),
            rules=rules,
            only=only,
        )
        if rules is None and self.options:
            return replace(turn, rules=turn.rules.with_named(**chosen_options(self.options)))
        return turn


# -- shared options ---------------------------------------------------------------------------------------------------

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def set_option(about: str = "Override one option of the rulebook.") -> Decorator:
    """Return the option ``--set``, for `chosen_options`."""
    return click.option("--set", "options", multiple=True, metavar="OPTION=CHOICE", help=about)


def json_option(about: str = "Print JSON.") -> Decorator:
    """Return the option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help=about)


def seed_option(of: str, default: int = 1) -> Decorator:
    """Return the option ``--seed``."""
    return click.option("--seed", type=int, default=default, show_default=True, help=f"Seed of {of}.")


def seconds_option(of: str) -> Decorator:
    """Return the option ``--seconds`` of a search, `of` which, in words."""
    kind = click.FloatRange(0)
    return click.option("--seconds", default=120.0, show_default=True, type=kind, help=f"Time{of}.")


def folder_option(name: str, about: str) -> Decorator:
    """Return an option for an output folder."""
    return click.option(name, type=_OutputPath(path_type=Path), metavar="FOLDER", help=about)


def out_option(what: str) -> Decorator:
    """Return the option ``--out`` of a command that prints by default, for `write_out`."""
    return click.option("--out", default="-", metavar="FILE", help=f"Write {what} to this file (default: print it).")


def datc_option(about: str) -> Decorator:
    """Return the option for an edition of the DATC."""
    choice = click.Choice(["3.0", "3.2", "3.3"])
    return click.option("--datc", metavar="EDITION", type=choice, help=f"{about}: 3.0, 3.2 or 3.3.")


def at_least_option(what: str) -> Decorator:
    """Return a decorator that adds ``--at-least``, as a share; `what` is compared."""

    def share(_: click.Context, __: click.Parameter, percent: float | None) -> float | None:
        return None if percent is None else percent / 100

    about = f"Percentage of the {what} that must be compared (default: every movement phase)."
    kind = click.FloatRange(0, 100)
    return click.option("--at-least", "least", type=kind, metavar="PERCENT", callback=share, help=about)


def max_questions_option(default: int, what: str) -> Decorator:
    """Return the option ``--max-questions`` of a command that reduces differences."""
    about = f"Questions that may be asked to reduce a {what}."
    return click.option("--max-questions", default=default, show_default=True, type=click.IntRange(0), help=about)


resume_option = click.option(
    "--resume",
    "state",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Save progress in this file, and resume from it.",
)
jobs_option = click.option("--jobs", "-j", type=click.IntRange(1, 1024), help="Number of cores (default: all).")
phase_option = click.option("--phase", metavar="PHASE", help="Phase of several: F1904M, retreat, or its number.")


def turn_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument TURN and its options; it is called with a `NamedTurn`."""

    @wraps(command)
    def with_turn(turn: str, **arguments: Any) -> Any:
        if turn == "-":
            announce_waiting()
        from ..cases import collected_faults

        names = ("rules", "options", "map_name", "position", "phase")
        with collected_faults() as errors:
            command(NamedTurn(turn, *(arguments.pop(name) for name in names)), **arguments)
        for error in errors:
            raise error

    wrapped: Callable[..., Any] = with_turn
    for option in (
        phase_option,
        click.option("--position", metavar="POSITION", help="Position: a file, or one line."),
        click.option("--map", "map_name", metavar="NAME", help="Board (default: the rulebook's)."),
        set_option(),
        click.option("--rules", metavar="NAME", help="Rulebook (default: the case's first, otherwise 2023)."),
        click.argument("turn", default="-"),
    ):
        wrapped = option(wrapped)
    text, examples, closing = (command.__doc__ or "").rpartition("\b\n    Examples:")
    wrapped.__doc__ = f"{text}{_WHAT_A_TURN_IS}\n\n    {examples}{closing}"
    return wrapped


def announce_waiting() -> None:
    """On a terminal, say that orders are expected, and how to end them."""
    if sys.stdin is not None and sys.stdin.isatty():  # pyright: ignore[reportUnnecessaryComparison]
        end = "Ctrl-Z, Enter" if os.name == "nt" else "Ctrl-D"
        print_notice(f"waiting for orders, as in 'FRANCE: A PAR - BUR'; {end} ends them")


_WHAT_A_TURN_IS = """TURN is a file (- for standard input), FILE#CASE, a case of the library such as 6.F.14, or the
    orders themselves ("FRANCE: A PAR - BUR")."""


def boards_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command that reads untrusted text ``--map`` and ``--allow-boards``, which allow board files."""

    @wraps(command)
    def with_boards(maps: tuple[str, ...], folders: tuple[str, ...], **arguments: Any) -> Any:
        allow(maps, folders)
        return command(**arguments)

    option = click.option("--map", "maps", multiple=True, metavar="FILE", help="Allow input to name this board file.")
    return option(folders_option(with_boards))


def folders_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option ``--allow-boards``, for `allow`."""
    option = click.option(
        "--allow-boards",
        "folders",
        multiple=True,
        metavar="FOLDER",
        help="Allow input to name board files in this folder.",
    )
    return option(command)


def allow(maps: Iterable[str | None], folders: Iterable[str]) -> None:
    """Allow untrusted text to name boards of the user's choice.

    Raises:
        BoardError: A board does not exist or has faults.
    """
    from ..map import BoardError, allow_boards, load_board

    for name in maps:
        load_board(name or "standard")
    for folder in folders:
        if not os.path.isdir(folder):
            raise BoardError(f"--allow-boards {folder}: not a folder")
    allow_boards(folders)


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options ``--rules`` and ``--set``; it is called with the chosen `Rulebook`."""

    @wraps(command)
    def with_rules(rules: str, options: tuple[str, ...], **arguments: Any) -> Any:
        return command(rules=chosen_rules(rules, options), **arguments)

    rules = click.option("--rules", default="2023", show_default=True, metavar="NAME", help="Rulebook.")
    return rules(set_option()(with_rules))


LANGUAGE = "standoff.language"
"""The key of a command's context for its language; errors are translated, too."""


def language_option(about: str) -> Decorator:
    """Return a decorator that adds the option ``--language``."""

    def store_language(ctx: click.Context, _: click.Parameter, language: str) -> str:
        ctx.meta[LANGUAGE] = language
        return language

    choice = click.Choice(["en", "cs", "ru"])
    return click.option("--language", default="en", type=choice, callback=store_language, is_eager=True, help=about)


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of pictures, named like the arguments of `pictures.draw`."""
    for option in reversed(
        (
            click.option(
                "--theme", default="light", show_default=True, metavar="NAME", help="Theme: light, dark or print."
            ),
            language_option("Language of all text."),
            click.option(
                "--names", default="short", type=click.Choice(["short", "long", "none"]), help="Names of provinces."
            ),
            click.option("--width", "width_px", default=None, type=click.IntRange(1, 20000), help="Width in px."),
            click.option(
                "--crop/--whole", "crop", default=None, help="Show only the relevant part, or the whole board."
            ),
            click.option("--title", default="", help="Title."),
        )
    ):
        command = option(command)
    return command


def picture_option(subject: str) -> Decorator:
    """Return the option ``--picture`` of a command that can draw its result."""
    return click.option("--picture", metavar="FILE", help=f"Draw {subject}: .svg, .png or .pdf.")


def answer_options(subject: str, about_json: str = "Print JSON.") -> Decorator:
    """Return a decorator that adds ``--language``, ``--json`` and ``--picture``."""

    def added(command: Callable[..., Any]) -> Callable[..., Any]:
        return language_option("Language of the output.")(json_option(about_json)(picture_option(subject)(command)))

    return added


def print_answer(answer: Comparison | Resolutions, as_json: bool, language: str) -> None:
    """Print an answer as text or as JSON."""
    if as_json:
        print_json(answer.to_dict())
    else:
        from ..text import Terminal

        Terminal().print(answer.text(language))


def print_json(data: object, indent: int | None = None) -> None:
    """Print a JSON value."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=indent))


def claim(target: str | Path | None, *sources: str | None, folder: bool = False) -> None:
    """Lock an output file or folder against other runs until this command ends; ``-`` and None need no lock.

    Args:
        target: The file or folder.
        sources: The files that the command reads, as named by the user.
        folder: True for a folder.

    Raises:
        StandoffError: The name is empty, or that of a source.
        BusyError: Another run writes there.
        OSError: It is not writable.
    """
    from ..map import StandoffError
    from ..work import output_lock

    if target in (None, "-"):
        return
    if target == "":
        raise StandoffError(_NO_NAME)
    for source in sources:
        if source and any(_same_file(target, name) for name in (source, source.rpartition("#")[0])):
            raise StandoffError(f"{target}: this file is an input and would be replaced; name another one")
    click.get_current_context().with_resource(output_lock(Path(target), folder=folder))


_NO_NAME = "the output name is empty"


def _same_file(one: str | Path, other: str) -> bool:
    try:
        return os.path.isfile(one) and os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


class _OutputPath(click.Path):
    """An output path; an empty name, as of an unset shell variable, is an error, not the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self.fail(_NO_NAME, param, ctx) if value == "" else super().convert(value, param, ctx)


class _Seconds(click.FloatRange):
    """A number of seconds; ``nan`` passes every range check, and is refused here."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        return self.fail(f"{value} is not a number", param, ctx) if isnan(seconds) else seconds


MOST_TURNS = 10**9
"""The most turns that a command accepts."""


def print_notice(message: str) -> None:
    """Print a message on standard error, if it is open."""
    with suppress(OSError):
        click.echo(f"standoff: {message}", err=True)


def write_out(text: str, target: str) -> bool:
    """Print a text if `target` is ``-``, otherwise write it to that file; return whether it went to a file.

    Raises:
        CaseError: The file cannot be written.
    """
    if target == "-":
        click.echo(text, nl=False)
        return False
    from ..cases import CaseError
    from ..work import errors_as, write_whole

    with errors_as(CaseError, target):
        write_whole(Path(target), text, synced=True)
    return True


def draw_to(file: str | None, subject: Drawable, **looks: Any) -> None:
    """Draw something to the file of the option ``--picture``, if given; `looks` are arguments of `draw`.

    Raises:
        PictureError: The picture cannot be drawn or written.
    """
    if file is not None:
        from ..pictures import draw

        draw(subject, **looks).save(file)


def phase_file(file: str, name: str) -> str:
    """Return the file of one picture among several: ``turn.svg`` and "F1901R" give ``turn-F1901R.svg``."""
    path = Path(file)
    return str(path.with_name(f"{path.stem}-{name}{path.suffix}"))


def chosen_rules(name: str, options: tuple[str, ...]) -> Rulebook:
    """Return the rulebook of the options ``--rules`` and ``--set``.

    Raises:
        RulebookError: A rulebook, an option or a choice is unknown.
    """
    from ..solver import rulebook

    return rulebook(name).with_named(**chosen_options(options))


def rulebooks_named(names: str | None) -> tuple[str, ...]:
    """Return the names of rulebooks in a list with commas; none if there is no list.

    Raises:
        RulebookError: A rulebook is unknown, or named twice.
    """
    from ..solver import RulebookError, rulebook

    if names is None:
        return ()
    chosen = tuple([rulebook(name.strip()).preset for name in names.split(",")])
    if twice := next((name for name in chosen if chosen.count(name) > 1), None):
        raise RulebookError(f"--rules {names}: {twice} is listed twice")
    return chosen


class NamedPeer(NamedTuple):
    """Another program as named on the command line: its spec, name, version and time limit."""

    spec: str
    name: str | None
    version: str | None
    timeout: float

    def open(self) -> Peer:
        """Return the connection to the program."""
        from ..peers import open_peer

        return open_peer(self.spec, timeout_seconds=self.timeout, name=self.name, version=self.version)


def peer_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command with the argument PEER its options, and those for boards; it is called with a `NamedPeer`."""

    @wraps(command)
    def with_peer(
        peer: str, name: str | None, version: str | None, timeout: float, folders: tuple[str, ...], **arguments: Any
    ) -> Any:
        allow((), folders)
        return command(NamedPeer(peer, name, version, timeout), **arguments)

    name_option = click.option("--name", metavar="NAME", help="Name of PEER in reports and in the catalog of faults.")
    version_option = click.option("--version", metavar="VERSION", help="Version of PEER, if it does not report one.")
    seconds = _Seconds(0.1, 86_400)
    timeout = click.option(
        "--timeout", default=20.0, show_default=True, type=seconds, help="Time limit for an answer, in seconds."
    )
    return name_option(version_option(timeout(folders_option(with_peer))))


def chosen_options(options: tuple[str, ...]) -> dict[str, str]:
    """Return the choices of the options ``--set``, by option.

    Raises:
        RulebookError: One is not ``OPTION=CHOICE``, or two choose differently for one option.
    """
    from ..solver import RulebookError

    pairs: dict[str, str] = {}
    for entry in options:
        option, equals, choice = entry.partition("=")
        if not equals:
            raise RulebookError(f"--set {entry}: expected OPTION=CHOICE")
        option, choice = option.strip(), choice.strip()
        if pairs.setdefault(option, choice) != choice:
            raise RulebookError(f"--set {option}: both {pairs[option]} and {choice}")
    return pairs


def board_and_position(rules: str, map_name: str | None, position: str | None) -> tuple[Board, Position | None]:
    """Return the board (named, that of the rulebook or of `position`) and the position, None if none is named.

    Raises:
        StandoffError: There is no such board, or the position cannot be read.
    """
    from ..cases import SourceName, read_position
    from ..map import load_board
    from ..solver import board_of

    board = load_board(map_name or board_of(rules))
    if position is None:
        return board, None
    start, board, _ = read_position(SourceName(position), board)
    return board, start


# -- progress ---------------------------------------------------------------------------------------------------------


def is_watched() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()  # pyright: ignore[reportUnnecessaryComparison]


@contextmanager
def progress_bar(
    title: str, total: float | None, text: str = "", *, quiet: bool = False
) -> Generator[Callable[..., None]]:
    """Show a bar; yield a function that moves it, called with the progress, `total` or fields of `text`.

    Args:
        title: A description.
        total: The progress at the end; None if unknown.
        text: A template of further text: ``"{task.fields[lines]} lines"``; its fields start at 0.
        quiet: True to show nothing.
    """
    if quiet or not is_watched():
        yield lambda *_, **__: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from ..text import unfiltered, visible

    names = [part.partition("]")[0] for part in text.split("fields[")[1:]]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn(text),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=unfiltered(sys.stderr)), transient=True) as bar:
        fields: dict[str, Any] = dict.fromkeys(names, 0)
        task = bar.add_task(escape(visible(title)), total=total, **fields)

        def move(done: float, **fields: Any) -> None:
            bar.update(task, completed=done, **fields)

        yield move
