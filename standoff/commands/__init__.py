"""The commands of `standoff`, one module each, and the options that they share.

A command reads its options, calls a function of another room and prints; nothing imports a command.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
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
    from ..turn import Turn, TurnComparison, TurnResolutions


class NamedTurn(NamedTuple):
    """A turn, or a case of several phases, as the command line names it.

    Attributes:
        name: A file, ``-`` for standard input, ``FILE#CASE``, a case of the library, or orders (see `turn_names`).
        rules: The rulebook; None for the first that the case names, 2023 if it names none.
        options: Single options of the rulebook, ``OPTION=CHOICE`` each.
        map_name: The board; None for that of the rulebook.
        position: A position file or one-line position; None if the units follow from the orders.
        phase: Which phase of several; None for all, or the only one.
    """

    name: str
    rules: str | None
    options: tuple[str, ...]
    map_name: str | None
    position: str | None
    phase: str | None

    def cases(self) -> list[Case]:
        """Return all cases that the name stands for; with a phase named, one case of that phase alone.

        Raises:
            StandoffError: Something cannot be read.
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
        """Return the turn, under the rulebook that is named or that its source names.

        Args:
            only: False for the first of several phases, if none is named.

        Raises:
            StandoffError: Something cannot be read, or the name stands for several turns.
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


# -- options that several commands have -------------------------------------------------------------------------------

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def set_option(about: str = "Override one option of the rulebook.") -> Decorator:
    """Return the option ``--set``; `chosen_options` reads it."""
    return click.option("--set", "options", multiple=True, metavar="OPTION=CHOICE", help=about)


def json_option(about: str = "Print JSON.") -> Decorator:
    """Return the option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help=about)


def seed_option(of: str, default: int = 1) -> Decorator:
    """Return the option ``--seed``."""
    return click.option("--seed", type=int, default=default, show_default=True, help=f"The seed of {of}.")


def folder_option(name: str, about: str) -> Decorator:
    """Return an option that names a folder to write to."""
    return click.option(name, type=_OutputPath(path_type=Path), metavar="FOLDER", help=about)


def out_option(what: str) -> Decorator:
    """Return the option ``--out`` of a command that prints what it writes otherwise; `write_out` takes it."""
    return click.option("--out", default="-", metavar="FILE", help=f"Write {what} there; printed if left out or -.")


def datc_option(about: str) -> Decorator:
    """Return the option that names an edition of the DATC."""
    choice = click.Choice(["3.0", "3.2", "3.3"])
    return click.option("--datc", metavar="EDITION", type=choice, help=f"{about}: 3.0, 3.2 or 3.3.")


def max_questions_option(default: int, what: str) -> Decorator:
    """Return the option ``--max-questions`` of a command that reduces its finds."""
    about = f"Questions that may be asked to reduce a {what}."
    return click.option("--max-questions", default=default, show_default=True, type=click.IntRange(0), help=about)


resume_option = click.option(
    "--resume",
    "state",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep what is done here, and resume from it.",
)
jobs_option = click.option("--jobs", "-j", type=click.IntRange(1, 1024), help="How many cores to use; all if left out.")
phase_option = click.option("--phase", metavar="PHASE", help="One of several phases: F1904M, retreat, or its number.")


def turn_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument TURN and its options; the command is called with a `NamedTurn`."""

    @wraps(command)
    def with_turn(turn: str, **arguments: Any) -> Any:
        if turn == "-":
            say_that_it_waits()
        names = ("rules", "options", "map_name", "position", "phase")
        return command(NamedTurn(turn, *(arguments.pop(name) for name in names)), **arguments)

    wrapped: Callable[..., Any] = with_turn
    for option in (
        phase_option,
        click.option("--position", metavar="POSITION", help="Where units stand: a file, or one line."),
        click.option("--map", "map_name", metavar="NAME", help="The board; that of the rulebook if left out."),
        set_option(),
        click.option(
            "--rules", metavar="NAME", help="The rulebook; if left out, the first that the case names, or 2023."
        ),
        click.argument("turn", default="-"),
    ):
        wrapped = option(wrapped)
    text, examples, closing = (command.__doc__ or "").rpartition("\b\n    Examples:")
    wrapped.__doc__ = f"{text}{_WHAT_A_TURN_IS}\n\n    {examples}{closing}"
    return wrapped


def say_that_it_waits() -> None:
    """On a terminal, say that orders are expected there, and how they end."""
    if sys.stdin is not None and sys.stdin.isatty():  # pyright: ignore[reportUnnecessaryComparison]
        end = "Ctrl-Z, Enter" if os.name == "nt" else "Ctrl-D"
        click.echo(f"standoff: waiting for orders, as in 'FRANCE: A PAR - BUR'; {end} ends them", err=True)


_WHAT_A_TURN_IS = """TURN is a file (- for standard input), FILE#CASE, a case of the library such as 6.F.14, or the
    orders themselves ("FRANCE: A PAR - BUR")."""


def boards_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command that reads untrusted text ``--map`` and ``--allow-boards``, which allow board files."""

    @wraps(command)
    def with_boards(maps: tuple[str, ...], folders: tuple[str, ...], **arguments: Any) -> Any:
        allow(maps, folders)
        return command(**arguments)

    option = click.option("--map", "maps", multiple=True, metavar="FILE", help="A board file that may be named.")
    return option(folders_option(with_boards))


def folders_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option ``--allow-boards``; `allow` takes it."""
    option = click.option(
        "--allow-boards", "folders", multiple=True, metavar="FOLDER", help="A folder of board files that may be named."
    )
    return option(command)


def allow(maps: Iterable[str | None], folders: Iterable[str]) -> None:
    """Allow strangers' texts to name boards, as the user says.

    Raises:
        BoardError: One is not there, or has faults.
    """
    from ..map import BoardError, allow_boards, load_board

    for name in maps:
        load_board(name or "standard")
    for folder in folders:
        if not os.path.isdir(folder):
            raise BoardError(f"--allow-boards {folder}: not a folder")
    allow_boards(folders)


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options ``--rules`` and ``--set``; it is called with the `Rulebook` that they choose."""

    @wraps(command)
    def with_rules(rules: str, options: tuple[str, ...], **arguments: Any) -> Any:
        return command(rules=chosen_rules(rules, options), **arguments)

    rules = click.option("--rules", default="2023", show_default=True, metavar="NAME", help="The rulebook.")
    return rules(set_option()(with_rules))


LANGUAGE = "standoff.language"
"""Where the context of a command keeps the language that it was asked to speak: faults are told in it, too."""


def language_option(about: str) -> Decorator:
    """Return a decorator that adds the option ``--language`` to a command."""

    def store_language(ctx: click.Context, _: click.Parameter, language: str) -> str:
        ctx.meta[LANGUAGE] = language
        return language

    choice = click.Choice(["en", "cs", "ru"])
    return click.option("--language", default="en", type=choice, callback=store_language, is_eager=True, help=about)


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of pictures, named like the arguments of `pictures.draw`."""
    for option in reversed(
        (
            click.option("--theme", default="light", show_default=True, metavar="NAME", help="light, dark or print."),
            language_option("The language of all words."),
            click.option(
                "--names", default="short", type=click.Choice(["short", "long", "none"]), help="Names of provinces."
            ),
            click.option("--width", "width_px", default=None, type=click.IntRange(1, 20000), help="The width in px."),
            click.option(
                "--crop/--whole", "crop", default=None, help="Show only the part that matters, or the whole board."
            ),
            click.option("--title", default="", help="The title."),
        )
    ):
        command = option(command)
    return command


def picture_option(subject: str) -> Decorator:
    """Return the option ``--picture`` of a command that can draw its result."""
    return click.option("--picture", metavar="FILE", help=f"Draw {subject}: .svg, .png or .pdf.")


def answer_options(subject: str, about_json: str = "Print JSON.") -> Decorator:
    """Return a decorator that adds ``--language``, ``--json`` and ``--picture``: in what form an answer is given."""

    def added(command: Callable[..., Any]) -> Callable[..., Any]:
        return language_option("The language to print in.")(json_option(about_json)(picture_option(subject)(command)))

    return added


def print_answer(answer: TurnComparison | TurnResolutions, as_json: bool, language: str) -> None:
    """Print what was found in words, or as JSON."""
    if as_json:
        print_json(answer.to_dict())
    else:
        from ..text import Terminal

        Terminal().print(answer.text(language))


def print_json(data: object, indent: int | None = None) -> None:
    """Print what JSON can hold."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=indent))


def claim(target: str | Path | None, *sources: str | None, folder: bool = False) -> None:
    """Let no other run write to a file or folder until this command ends; ``-`` and None are nobody's.

    Args:
        target: The file or folder.
        sources: The files that the command reads, as the user names them.
        folder: True for a folder.

    Raises:
        StandoffError: It has no name, or is one of the sources.
        BusyError: Another run writes there.
        OSError: Nothing can be written there.
    """
    from ..map import StandoffError
    from ..work import only_run

    if target in (None, "-"):
        return
    if target == "":
        raise StandoffError(_NO_NAME)
    for source in sources:
        if source and any(_same_file(target, name) for name in (source, source.rpartition("#")[0])):
            raise StandoffError(f"{target}: this file is read and would be replaced; name another one")
    click.get_current_context().with_resource(only_run(Path(target), folder=folder))


_NO_NAME = "the name of what is to be written is empty"


def _same_file(one: str | Path, other: str) -> bool:
    try:
        return os.path.isfile(one) and os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


class _OutputPath(click.Path):
    """A path to write to; an empty name, as of a shell variable that is not set, is not the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self.fail(_NO_NAME, param, ctx) if value == "" else super().convert(value, param, ctx)


class _Seconds(click.FloatRange):
    """A number of seconds; ``nan`` is none, although it is in no range and out of none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        return self.fail(f"{value} is not a number", param, ctx) if isnan(seconds) else seconds


MOST = 10**9
"""The most turns that a command can be asked for."""


def print_notice(message: str) -> None:
    """Say something on standard error, if anybody hears it."""
    with suppress(OSError):
        click.echo(f"standoff: {message}", err=True)


def write_out(text: str, target: str) -> bool:
    """Print a text if `target` is ``-``, else write it to that file; return whether it went to a file.

    Raises:
        CaseError: It cannot be written.
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
    """Draw something to the file of the option ``--picture``, if one is named; `looks` are arguments of `draw`.

    Raises:
        PictureError: It cannot be drawn or written.
    """
    if file is not None:
        from ..pictures import draw

        draw(subject, **looks).save(file)


def phase_file(file: str, name: str) -> str:
    """Return the file of one picture among several: ``turn.svg`` and "F1901R" give ``turn-F1901R.svg``."""
    path = Path(file)
    return str(path.with_name(f"{path.stem}-{name}{path.suffix}"))


def chosen_rules(name: str, options: tuple[str, ...]) -> Rulebook:
    """Return the rulebook that the options ``--rules`` and ``--set`` choose.

    Raises:
        RulebookError: A rulebook, an option or a choice is unknown.
    """
    from ..solver import rulebook

    return rulebook(name).with_named(**chosen_options(options))


def rulebooks_named(names: str | None) -> tuple[str, ...]:
    """Return the names of rulebooks that a list with commas holds; none if nothing is given.

    Raises:
        RulebookError: One is unknown, or named twice.
    """
    from ..solver import RulebookError, rulebook

    if names is None:
        return ()
    chosen = tuple([rulebook(name.strip()).preset for name in names.split(",")])
    if twice := next((name for name in chosen if chosen.count(name) > 1), None):
        raise RulebookError(f"--rules {names}: {twice} is listed twice")
    return chosen


class NamedPeer(NamedTuple):
    """Another program, as the command line names it: by what connects it, its name, its version, a time limit."""

    spec: str
    name: str | None
    version: str | None
    timeout: float

    def open(self) -> Peer:
        """Return the connection to it."""
        from ..peers import open_peer

        return open_peer(self.spec, timeout_seconds=self.timeout, name=self.name, version=self.version)


def of_a_peer(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command with the argument PEER its options, and those for boards; it is called with a `NamedPeer`."""

    @wraps(command)
    def with_peer(
        peer: str, name: str | None, version: str | None, timeout: float, folders: tuple[str, ...], **arguments: Any
    ) -> Any:
        allow((), folders)
        return command(NamedPeer(peer, name, version, timeout), **arguments)

    name_option = click.option("--name", metavar="NAME", help="The name of PEER in reports and the catalog of faults.")
    version_option = click.option("--version", metavar="VERSION", help="Its version, if it does not report it.")
    seconds = _Seconds(0.1, 86_400)
    timeout = click.option(
        "--timeout", default=20.0, show_default=True, type=seconds, help="Seconds allowed for an answer."
    )
    return name_option(version_option(timeout(folders_option(with_peer))))


def chosen_options(options: tuple[str, ...]) -> dict[str, str]:
    """Return the choices made by the options ``--set``, by the names of the options.

    Raises:
        RulebookError: One is not written as ``OPTION=CHOICE``, or two make different choices of one option.
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
    """Return the board (named, or that of the rulebook or of `position`) and the position, None if none is named.

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
