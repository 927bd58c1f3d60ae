"""Tables for the terminal: the result of a phase, the options, a rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..map import Board, bits
from ..solver import (
    DATC,
    OLDER_DATC,
    OPTIONS,
    PRESETS,
    AdjustmentResult,
    MovementResult,
    OrderResult,
    PhaseResult,
    Rulebook,
    datc_terms,
    preferences,
    rulebook,
    unused_builds,
)
from .messages import Translator, message, translator_for
from .notation.quoting import counted
from .paradoxes import named_paradoxes, paradox_title
from .terminal import Terminal, kept_together

_SUCCEEDS, _FAILS = ("bold", "", "green", "dim"), ("bold", "", "red", "dim")
"""The styles of a row: power, order, outcome, reason."""


def print_result(
    result: PhaseResult,
    board: Board,
    rules: Rulebook,
    language: str = "en",
    *,
    datc: bool = False,
    out: Terminal | None = None,
) -> None:
    """Print the outcome of each order with its reason, then the effects of the phase, in `language`.

    With `datc`, outcomes are in the terms of DATC 3.2, 4.E.2. The table goes to `out` (default: the terminal).
    """
    out = Terminal(at_once=True) if out is None else out
    translator = translator_for(language, board)
    say = translator.say
    rows = [("", say("order"), say("outcome"), say("why"))]
    styles = [("bold",) * 4]
    by_power: dict[str, list[OrderResult]] = {}
    for order_result in result:
        by_power.setdefault(order_result.order.power, []).append(order_result)
    outcomes: dict[tuple[str, ...], str] = {}
    for power, results in by_power.items():
        heading = board.names.name(power, language)
        for order_result in results:
            order, success = order_result.order, order_result.success
            words = tuple(datc_terms(order_result)) if datc else order_result.words
            outcome = outcomes.get(words)
            if outcome is None:
                outcome = outcomes[words] = ", ".join([say(word) for word in words])
            reason = translator.reason(order_result)
            if not success:
                reason = reason.removeprefix(f"{say(words[0])}: ")  # avoid repeating "illegal"
            rows.append((heading, translator.order(order), outcome, reason))
            styles.append(_SUCCEEDS if success else _FAILS)
            heading = ""
    if out.width is not None:
        rows[1:] = [
            (of, kept_together(order, board, language), outcome, kept_together(reason, board, language))
            for of, order, outcome, reason in rows[1:]
        ]
    out.table(rows, styles)
    if isinstance(result, MovementResult):
        _print_aftermath(out, result, rules, board, language, translator)
    elif isinstance(result, AdjustmentResult) and (unused := unused_builds(board, result)):
        listed = ", ".join(f"{board.names.name(power, language)} {count}" for power, count in unused.items())
        out.print(f"\n{say('builds not used')}: {listed}")
    out.flush()


def _print_aftermath(
    out: Terminal, result: MovementResult, rules: Rulebook, board: Board, language: str, translator: Translator
) -> None:
    """Print the effects of a movement phase; the layout of other languages avoids plurals."""
    english, say, units = language == "en", translator.say, result.assignment.units
    name = str if english else partial(board.names.name, language=language)

    def orders(mask: int) -> str:
        return "; ".join(map(translator.order, result.assignment.orders_in(mask)))

    if result.record.dislodged:
        out.print(f"\n{say('dislodged' if english else 'dislodged units')}", style="bold")
    for number in bits(result.record.dislodged):
        unit = units[number]
        places = ", ".join(map(name, result.retreats[unit.province]))
        retreat = f"{say('may retreat to')}{'' if english else ':'} {places}"
        fate = retreat if places else say("has no retreat and disbands")
        origin = f"{say('from')} {name(units[result.attacker(number)].province)}"
        if english:
            out.print(f"  {board.names.name(unit.power)} {unit} {origin}: {fate}")
        else:
            out.print(f"  {name(unit.power)}: {unit.type.value} {name(unit.location)} ({origin}): {fate}")
    contested = result.after.contested
    if contested:
        out.print(f"\n{say('contested')}: {', '.join(map(name, sorted(contested)))}")
    for doubt in result.undecided_convoys:
        out.print(f"\n{say('undecided')}: {doubt}", style="bold red")
    for paradox in named_paradoxes(result):
        number, title = len(paradox.resolutions), paradox_title(paradox, say)
        resolutions = f"; {say('consistent resolutions')}: {number or say('none')}"
        if english:
            resolutions = f", {counted(number, 'consistent resolution', 'no')}"
        out.print(f"\n{title}{resolutions}", style="bold yellow")
        out.print(f"  {say('core')}: {orders(paradox.core)}")
        for number, resolution in enumerate(paradox.resolutions, 1):
            succeed = orders(resolution & paradox.core) or say("none of them")
            out.print(f"  {say('resolution')} {number}: {say('succeeds')} {succeed}")
        out.print(f"  {say('settled by')}: {say(paradox.settled_by)} ({rules.name}: {say(rules.about)})")


def print_options(language: str = "en") -> None:
    """Print every option with its choices, that of rulebook 2023 first, and a description of each rulebook."""
    out = Terminal()
    for name, option in OPTIONS.items():
        out.print(f"{name} ({option.issue}): {message(option.about, language)}", style="bold")
        for word, choice in option.choices.items():
            out.print(f"    {word}: {message(choice, language)}")
    out.print(f"\n{message('rulebooks', language)}", style="bold")
    for name, preset in PRESETS.items():
        out.print(f"    {name}: {message(preset.about, language)}")


def rulebook_data(name: str, version: str = DATC, language: str = "en") -> dict[str, Any]:
    """Return a rulebook for JSON: its name, its description, its choices, and the numbers of their issues.

    Args:
        name: The rulebook.
        version: The version of the DATC whose numbers and preferences apply.
        language: The language of the words.

    Raises:
        RulebookError: There is no such rulebook or version.

    >>> rulebook_data("1971")["options"]["multi_route_disruption"]
    'any'
    """
    rules = preferences(version, name)
    issues: Mapping[str, str | None] = OLDER_DATC[version].issues if version in OLDER_DATC else {}
    return {
        "name": name,
        "about": message(rulebook(name).about, language),
        "datc": version,
        "options": dict(rules),
        "issues": {option: issues.get(option, kind.issue) for option, kind in OPTIONS.items()},
    }


def all_rules_data(language: str = "en") -> dict[str, Any]:
    """Return all rulebooks, and the meaning of each choice of each option, for JSON.

    >>> [one["name"] for one in all_rules_data()["rulebooks"]][:3]
    ['2023', '2023-book', '2025EE']
    """
    options = [
        {
            "name": name,
            "issue": option.issue,
            "about": message(option.about, language),
            "choices": {word: message(choice, language) for word, choice in option.choices.items()},
        }
        for name, option in OPTIONS.items()
    ]
    return {"rulebooks": [rulebook_data(name, DATC, language) for name in PRESETS], "options": options}


def print_rulebook(name: str, version: str = DATC, language: str = "en") -> None:
    """Print the description of a rulebook, its choices, and its differences from rulebook 2023.

    Args:
        name: The rulebook.
        version: The version of the DATC whose numbers and preferences apply.
        language: The language to print in.

    Raises:
        RulebookError: There is no such rulebook or version.
    """
    out = Terminal()
    rules = preferences(version, name)
    issues: Mapping[str, str | None] = OLDER_DATC[version].issues if version in OLDER_DATC else {}
    rows = [tuple(message(heading, language) for heading in ("issue", "option", "choice", "meaning"))]
    styles = [("bold",) * 4]
    for option, kind in OPTIONS.items():
        choice = kind.choices[rules[option]]
        issue = issues.get(option, kind.issue) or message("none", language)
        rows.append((issue, option, choice.word, message(choice, language)))
        styles.append(("" if choice.word == kind.default else "bold yellow",) * 4)
    if version == DATC:
        out.print(f"{name}: {message(rules.about, language)}\n", style="bold")
    out.table(rows, styles)
    current = rulebook(name)
    changed = {option: choice for option, choice in rules.items() if choice != current[option]}
    if changed:
        out.print(f"\n{message('otherwise than in version {version}', language).format(version=DATC)}:")
        out.print(" ".join(f"--set {option}={choice}" for option, choice in changed.items()))
