"""Tables for people: the result of a phase, the options, a rulebook."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..map import Board
from ..solver import OPTIONS, PRESETS, MovementResult, OrderResult, PhaseResult, Rulebook, rulebook
from ..solver.turn import bits

_GOOD, _BAD, _DIM = "green", "red", "dim"


def console() -> Console:
    """Return a console as wide as the terminal; 120 columns where there is none."""
    plain = Console(highlight=False)
    return plain if plain.is_terminal else Console(highlight=False, width=120)


def print_result(result: PhaseResult, board: Board, rules: Rulebook) -> None:
    """Print what became of each order and why, then what the phase left behind."""
    out = console()
    table = Table(box=None, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    table.add_column("", no_wrap=True)
    table.add_column("order", no_wrap=True)
    table.add_column("outcome", no_wrap=True)
    table.add_column("why", ratio=1)
    by_power: dict[str, list[OrderResult]] = {}
    for found in result:
        by_power.setdefault(found.order.power, []).append(found)
    for power, results in by_power.items():
        shown = board.powers[power].name if power in board.powers else power
        for found in results:
            outcome = Text(str(found.outcome), style=_GOOD if found.success else _BAD)
            if found.dislodged and found.outcome != "dislodged":
                outcome.append(", dislodged", style=_BAD)
            table.add_row(Text(shown, style="bold"), Text(str(found.order)), outcome, Text(found.text, style=_DIM))
            shown = ""
    out.print(table)
    if isinstance(result, MovementResult):
        _print_aftermath(out, result, rules)


def _print_aftermath(out: Console, result: MovementResult, rules: Rulebook) -> None:
    after = result.after
    if after.dislodged:
        out.print("\ndislodged", style="bold")
        for d in after.dislodged:
            places = ", ".join(result.retreats[d.unit.province])
            out.print(
                f"  {d.unit.power.capitalize()} {d.unit} from {d.attacker_from}: "
                + (f"may retreat to {places}" if places else "has no retreat and disbands")
            )
    if after.contested:
        out.print(f"\ncontested: {', '.join(sorted(after.contested))}")
    for paradox in result.solution.paradoxes:
        count = len(paradox.resolutions)
        out.print(
            f"\n{'paradox: ' if paradox.kind != 'circular movement' else ''}{paradox.kind}, "
            f"{count or 'no'} consistent resolution{'s' if count != 1 else ''}",
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
    out = console()
    for option in OPTIONS:
        out.print(f"[bold]{option.name}[/] ({option.issue}): {option.about}")
        for choice, meaning in option.choices.items():
            out.print(f"    {choice}: {meaning}")
    out.print(f"\nrulebooks: {', '.join(PRESETS)}")


def print_rulebook(name: str) -> None:
    """Print what a rulebook chooses, and how it differs from rulebook 2023."""
    out = console()
    rules = rulebook(name)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("issue", "option", "choice", "meaning"):
        table.add_column(heading, no_wrap=heading != "meaning")
    for option in OPTIONS:
        choice = rules[option.name]
        style = "" if choice == option.default else "bold yellow"
        table.add_row(option.issue, option.name, choice, option.choices[choice], style=style)
    out.print(table)
