"""The command `standoff`: finds the subcommand, and loads only it."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from ..map import BoardWarning, FormerNameWarning, StandoffError, UnreadWarning, install_command
from ..text import visible_output
from . import LANGUAGE, print_notice
from .former_options import current_arguments

GROUPS = {
    "Adjudicate": {
        "adjudicate": "Adjudicate a turn: what became of each order, and why.",
        "check": "Find orders that are unreadable, illegal or void.",
        "show": "Show a turn: where units stand, and the orders.",
        "draw": "Draw a turn as SVG, PNG or PDF.",
        "convert": "Convert between the formats of turns, cases and games.",
        "batch": "Answer interchange lines, one JSON object a line.",
        "cluster": "Answer files of interchange lines on many machines.",
        "mcp": "Serve language models (Model Context Protocol).",
    },
    "Ask why": {
        "explain": "Explain an order: strengths, causes, what would change it.",
        "resolutions": "List all consistent resolutions of a turn, with the cores.",
        "compare": "Compare what all rulebooks make of a turn.",
        "rules": "List the rulebooks and their options.",
    },
    "Search": {
        "find": "Find the smallest turns that have a property.",
        "force": "Find orders that make an outcome certain.",
        "line": "Say whether a stalemate line holds.",
    },
    "Compare programs": {
        "cases": "Run the case library against its expectations.",
        "replay": "Check the record of saved games.",
        "crosscheck": "Find where another program differs, and why.",
        "score": "Print the score card of another program.",
        "peers": "List how other programs are named.",
        "peers new": "Begin a program that connects your adjudicator.",
    },
    "Boards": {
        "map": "Work with boards and variants.",
        "map check": "Find what looks wrong with a board.",
        "map diff": "Compare two boards.",
        "map review": "List the borders of a board, to be ticked off.",
        "map show": "Show a board as tables, or as a picture.",
        "map import": "Read a board of another program.",
    },
    "Play": {
        "play": "Play one phase of a game.",
        "play powers": "Give each player a power, by lot or by preference.",
        "play standings": "Show who is ahead, who has won, who shares a draw.",
        "play variants": "List the variants, for two to seven players.",
    },
    "Write pages": {
        "page": "Open the page in a browser: set up a turn, see it solved.",
        "book": "Write the case library as pages with pictures.",
        "site": "Write the page, the case book and the documentation.",
    },
}
"""The commands in `standoff --help`; each is the function of its last word."""

MODULES = {
    "turns": ("adjudicate", "check", "show", "draw"),
    "studies": ("explain", "resolutions", "compare", "rules"),
    "searches": ("find", "force", "line"),
    "lines": ("batch", "cluster"),
    "peers": ("crosscheck", "score"),
    "pages": ("page", "book", "site"),
}
"""The modules of several commands; that of any other command is named after its first word."""

LONG_COMMANDS = (
    *("batch", "book", "cases", "cluster", "convert", "crosscheck", "find", "force", "line", "map", "play", "replay"),
    *("score", "site"),
)
"""The first words of the commands that may take minutes, or write: signals end them like an interrupt.

`page` and `mcp` serve until they are ended, and write nothing.
"""

COMMANDS = tuple(name for group in GROUPS.values() for name in group)

SYNONYMS = {
    "help": "--help",
    "version": "--version",
    **dict.fromkeys(("validate", "verify", "lint"), "check"),
    **dict.fromkeys(("paradox", "paradoxes", "solve"), "resolutions"),
    **dict.fromkeys(("judge", "run", "resolve", "process"), "adjudicate"),
    **dict.fromkeys(("why", "reasons"), "explain"),
    **dict.fromkeys(("options", "rulebooks"), "rules"),
    **dict.fromkeys(("test", "datc"), "cases"),
    **dict.fromkeys(("search",), "find"),
    "stalemate": "line",
    **dict.fromkeys(("serve", "web", "gui", "board"), "page"),
    **{name: f"play {name}" for name in ("powers", "standings", "variants")},
}
"""Synonyms of commands."""


class _Commands(click.Group):
    """Loads a subcommand when it is called; a fault in the input ends it with a message and status 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if " " not in name]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        word, _, name = cmd_name.partition(" ")
        module = next((module for module, words in MODULES.items() if word in words), word)
        function = "import_" if name == "import" else name or word
        command: click.Command = getattr(import_module(f".{module}", __package__), function)
        if "_STANDOFF_COMPLETE" in os.environ:
            from .completion import prepare

            prepare(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = self._found_command(ctx, args)
        return name, command, rest if ctx.resilient_parsing else current_arguments(name, rest)

    def _found_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        two = " ".join(args[:2])
        if args[0] in LONG_COMMANDS and not ctx.resilient_parsing:
            from ..work import signals_interrupt

            ctx.with_resource(signals_interrupt())
        if len(args) > 1 and two in COMMANDS:
            return two, self.get_command(ctx, two), args[2:]
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            import difflib

            meant = SYNONYMS.get(args[0].lower())
            near = [f"'standoff {meant}'"] if meant else difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            ctx.fail(f"no command {args[0][:200]!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading, commands in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), about) for name, about in commands.items()])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by the caller
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        with visible_output():
            if "complete" in os.environ.get("_STANDOFF_COMPLETE", "") and "COMP_WORDS" not in os.environ:
                _give_up("_STANDOFF_COMPLETE is set, but COMP_WORDS is not; see 'The terminal' in docs/commands.md")
            try:
                return super().main(*args, **kwargs)
            except UnicodeEncodeError as fault:
                letter = fault.object[fault.start]
                if "\ud800" <= letter <= "\udfff":  # Python's placeholder for a byte that the locale cannot decode
                    _give_up("a path has characters outside this locale; set LC_ALL=C.UTF-8")
                lacks = f"which lacks {letter!r}"
                _give_up(f"the output is written in {fault.encoding}, {lacks}; set PYTHONIOENCODING=utf-8")
            except OSError as fault:
                if fault.errno in _NO_ROOM:
                    _give_up(f"{fault.filename or 'the output'} cannot be written: {fault.strerror}")
                _give_up(f"{fault.filename}: {fault.strerror}" if fault.filename else f"{_REFUSED}: {fault.strerror}")
            except MemoryError:
                _give_up("there is not enough memory")

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _warning_printer(warnings.showwarning)
                for category in (BoardWarning, UnreadWarning):
                    warnings.simplefilter("always", category)
                warnings.simplefilter("default", FormerNameWarning)  # once each, not for every line of a file
                return super().invoke(ctx)
        except StandoffError as fault:
            print_notice(_in_words(fault, ctx))
            sys.exit(2)
        except ModuleNotFoundError as fault:
            if fault.name not in ("numpy", "numba"):
                raise
            extra = "search" if ctx.invoked_subcommand in ("find", "force", "line") else "fast"
            print_notice(f"this needs the extra: {install_command(extra)} ({fault})")
            sys.exit(2)
        except ImportError as fault:  # an unreadable module of standoff or of a library
            if not isinstance(fault.__context__, (OSError, MemoryError)):
                raise
            _give_up(f"{fault}: {fault.__context__}")
        except KeyboardInterrupt:
            from ..work import ending_words, exit_status

            print_notice(ending_words())
            sys.exit(exit_status())
        except BrokenPipeError:  # the reader of the output has ended
            _discard_output()
            sys.exit(1)


def _in_words(fault: StandoffError, ctx: click.Context) -> str:
    """Return the message of a fault in the language of the command."""
    language = ctx.meta.get(LANGUAGE, "en")
    if language == "en":
        return str(fault)
    from ..text import faults_text

    return faults_text(str(fault), language)


def _warning_printer(others: Callable[..., None]) -> Callable[..., None]:
    """Return a function that prints our own warnings in one line each, and others as before."""

    def show(message: Warning | str, category: type[Warning], filename: str, *rest: Any) -> None:
        if issubclass(category, (BoardWarning, UnreadWarning)):
            print_notice(f"{filename}: {message}")
        elif issubclass(category, FormerNameWarning):
            print_notice(str(message))
        else:
            others(message, category, filename, *rest)

    return show


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""The errors of output that cannot be written."""

_REFUSED = "the system refuses a required resource"


def _discard_output() -> None:
    """Discard unwritten output."""
    with suppress(OSError, ValueError):  # an output without a file has none
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _give_up(message: str) -> NoReturn:
    _discard_output()
    with suppress(OSError, MemoryError):  # the exit status still reports it
        click.echo(f"standoff: {message}", err=True)
    sys.exit(2)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="standoff")
def main() -> None:
    """Adjudicate the board game Diplomacy: solve a turn, say why, and show its paradoxes.

    \b
    Examples:
      standoff adjudicate turn.txt
      standoff adjudicate --rules 1982 --json turn.txt
      echo "ENGLAND: F LON - ENG" | standoff adjudicate -
      standoff explain 6.F.14
      standoff cases '6.F.*'
      standoff rules 1982
    """


if __name__ == "__main__":
    main()
