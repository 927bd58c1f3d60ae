"""Options by the names that they had before 0.2.0: read with a notice. To be deleted in the next release."""

from __future__ import annotations

from . import print_notice

FORMER_OPTIONS = {
    "batch": {"--limit": "--line-timeout", "--maps": "--allow-boards"},
    "check": {"--form": "--notation"},
    "cluster": {"--maps": "--allow-boards"},
    "convert": {"--maps": "--allow-boards"},
    "crosscheck": {
        "--claims": "--claimed-rules",
        "--only": "--question",
        "--tries": "--max-questions",
        "--maps": "--allow-boards",
    },
    "explain": {"--change": "--what-if"},
    "find": {"--whole": "--complete-convoys", "--first": "--max-results"},
    "force": {"--at-best": "--cooperative"},
    "page": {"--public": "--share-url", "--maps": "--allow-boards"},
    "play": {"--idle": "--civil-disorder"},
    "score": {"--claims": "--claimed-rules", "--tries": "--max-questions", "--maps": "--allow-boards"},
}
"""By command, each former name of an option and its name now."""


def current_arguments(command: str | None, args: list[str]) -> list[str]:
    """Return the arguments of a command with the options by their names now; print a notice for each former name.

    Arguments after ``--`` are not options.

    >>> current_arguments("find", ["paradox()", "--units", "3"])
    ['paradox()', '--units', '3']
    """
    names = FORMER_OPTIONS.get(command or "", {})
    options = args[: args.index("--")] if "--" in args else args
    current: list[str] = []
    for argument in options:
        option, equals, value = argument.partition("=")
        if new := names.get(option):
            print_notice(f"{option} is now {new}; the next release does not read {option}")
        current.append(f"{new or option}{equals}{value}")
    return current + args[len(options) :]
