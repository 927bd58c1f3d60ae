"""Tables for people: the result of a phase, the options, a rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..map import Board, Unit
from ..map.masks import bits
from ..solver import (
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
)
from ..solver.plain.adjustments import unused_builds
from ..solver.rulebook import DATC, OLDER_DATC
from .counting import counted
from .terminal import Cell, Terminal, kept_together

_GOOD, _BAD, _DIM = "green", "red", "dim"


def print_result(
    result: PhaseResult,
    board: Board,
    rules: Rulebook,
    language: str = "en",
    *,
    datc: bool = False,
    out: Terminal | None = None,
) -> None:
    """Print what became of each order and why, then what the phase left behind; names and words in `language`.

    With `datc` the outcomes are in the words of DATC 3.2, 4.E.2. It is printed on `out`, or on the terminal.
    """
    from .messages import wording_in

    out = Terminal(at_once=True) if out is None else out
    wording = wording_in(language, board)
    say, order_text, reason_text = wording.say, wording.order, wording.reason
    rows: list[list[Cell]] = [[(heading, "bold") for heading in ("", say("order"), say("outcome"), say("why"))]]
    by_power: dict[str, list[OrderResult]] = {}
    for found in result:
        by_power.setdefault(found.order.power, []).append(found)
    outcomes: dict[tuple[str, ...], str] = {}
    for power, results in by_power.items():
        shown = board.names.name(power, language)
        for found in results:
            words = tuple(datc_terms(found)) if datc else found.words
            outcome = outcomes.get(words)
            if outcome is None:
                outcome = outcomes[words] = ", ".join([say(word) for word in words])
            style = _GOOD if found.success else _BAD
            reason = reason_text(found).removeprefix(f"{outcome}: ")  # "illegal" need not be said twice
            rows.append([(shown, "bold"), (order_text(found.order), ""), (outcome, style), (reason, _DIM)])
            shown = ""
    if out.width is not None:
        for row in rows[1:]:
            for column in (1, 3):
                text, style = row[column]
                row[column] = kept_together(text, board, language), style
    out.table(rows)
    if isinstance(result, MovementResult):
        if language == "en":
            _print_aftermath(out, result, rules)
        else:
            _print_aftermath_in(out, result, rules, board, language)
    elif isinstance(result, AdjustmentResult) and (unused := unused_builds(board, result)):
        listed = ", ".join(f"{board.names.name(power, language)} {count}" for power, count in unused.items())
        out.print(f"\n{say('builds not used')}: {listed}")
    out.flush()


def _driven_out(result: MovementResult) -> Iterator[tuple[Unit, str, tuple[str, ...]]]:
    """Yield each dislodged unit, the province of its attacker, and where it may retreat to."""
    units = result.assignment.units
    for number in bits(result.record.dislodged):
        unit = units[number]
        yield unit, units[result.attacker(number)].province, result.retreats[unit.province]


def _print_aftermath_in(out: Terminal, result: MovementResult, rules: Rulebook, board: Board, language: str) -> None:
    """Print what `_print_aftermath` does in another language; its plain layout needs no grammar of numbers."""
    from .messages import message, order_text

    def say(text: str) -> str:
        return message(text, language)

    def name(place: str) -> str:
        return board.names.name(place, language)

    def orders(mask: int) -> str:
        return "; ".join(order_text(result.order_of(unit), board, language) for unit in bits(mask))

    if result.record.dislodged:
        out.print(f"\n{say('dislodged')}", style="bold")
    for unit, attacker_from, retreats in _driven_out(result):
        places = ", ".join(map(name, retreats))
        fate = f"{say('may retreat to')}: {places}" if places else say("has no retreat and disbands")
        origin = f" ({say('from')} {name(attacker_from)})"
        out.print(f"  {name(unit.power)}: {unit.type.value} {name(unit.location)}{origin}: {fate}")
    contested = result.record.contested(board)
    if contested:
        out.print(f"\n{say('contested')}: {', '.join(map(name, sorted(contested)))}")
    for doubt in result.doubts:
        out.print(f"\n{say('undecided')}: {doubt}", style="bold red")
    for paradox in result.solution.paradoxes:
        kind = say(str(paradox.kind))
        title = kind if paradox.kind == "circular movement" else f"{say('paradox')}: {kind}"
        found = f"{say('consistent resolutions')}: {len(paradox.resolutions) or say('none')}"
        out.print(f"\n{title}; {found}", style="bold yellow")
        out.print(f"  {say('core')}: {orders(paradox.core)}")
        for number, resolution in enumerate(paradox.resolutions, 1):
            succeed = orders(resolution & paradox.core) or say("none of them")
            out.print(f"  {say('resolution')} {number}: {say('succeeds')} {succeed}")
        out.print(f"  {say('settled by')}: {say(paradox.settled_by)} ({say('rulebook')} {rules.name})")


def _print_aftermath(out: Terminal, result: MovementResult, rules: Rulebook) -> None:
    if result.record.dislodged:
        out.print("\ndislodged", style="bold")
    for unit, attacker_from, retreats in _driven_out(result):
        places = ", ".join(retreats)
        out.print(
            f"  {unit.power.capitalize()} {unit} from {attacker_from}: "
            + (f"may retreat to {places}" if places else "has no retreat and disbands")
        )
    contested = result.record.contested(result.assignment.board)
    if contested:
        out.print(f"\ncontested: {', '.join(sorted(contested))}")
    for doubt in result.doubts:
        out.print(f"\nundecided: {doubt}", style="bold red")
    for paradox in result.solution.paradoxes:
        out.print(
            f"\n{'paradox: ' if paradox.kind != 'circular movement' else ''}{paradox.kind}, "
            + counted(len(paradox.resolutions), "consistent resolution", "no"),
            style="bold yellow",
        )
        out.print("  core: " + "; ".join(str(result.order_of(unit)) for unit in bits(paradox.core)))
        for number, resolution in enumerate(paradox.resolutions, 1):
            succeed = (
                "; ".join(str(result.order_of(unit)) for unit in bits(resolution & paradox.core)) or "none of them"
            )
            out.print(f"  resolution {number}: succeeds {succeed}")
        out.print(f"  settled by: {paradox.settled_by} (rulebook {rules.name})")


def print_options() -> None:
    """Print every option with its choices; the first choice is that of rulebook 2023."""
    out = Terminal()
    for option in OPTIONS:
        out.print(f"{option.name} ({option.issue}): {option.about}", style="bold")
        for choice, meaning in option.choices.items():
            out.print(f"    {choice}: {meaning}")
    out.print(f"\nrulebooks: {', '.join(PRESETS)}")


def print_rulebook(name: str, version: str = DATC) -> None:
    """Print what a rulebook chooses, and how it differs from rulebook 2023.

    Args:
        name: The rulebook.
        version: The version of the DATC whose numbers and preferences count.

    Raises:
        RulebookError: There is no such rulebook or version.
    """
    out = Terminal()
    rules = preferences(version, name)
    issues: Mapping[str, str | None] = OLDER_DATC[version].issues if version in OLDER_DATC else {}
    rows: list[list[Cell]] = [[(heading, "bold") for heading in ("issue", "option", "choice", "meaning")]]
    for option in OPTIONS:
        choice = rules[option.name]
        style = "" if choice == option.default else "bold yellow"
        issue = issues.get(option.name, option.issue) or "none"
        rows.append([(cell, style) for cell in (issue, option.name, choice, option.choices[choice])])
    out.table(rows)
    now = rulebook(name)
    changed = {option: choice for option, choice in rules.items() if choice != now[option]}
    if changed:
        out.print(f"\notherwise than in version {DATC}:")
        out.print(" ".join(f"--set {option}={choice}" for option, choice in changed.items()))
