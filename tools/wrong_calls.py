"""Call what `import standoff` offers, and the methods of its values, with wrong arguments.

    python -m tools.wrong_calls --calls 10000 --seed 1

Every call must return something that can be shown, or raise a `StandoffError`. What constructors return goes back among
the arguments, so that a value that was taken, wrong as it is, is used as well. What Python itself asks of collections
and of comparisons (indices, keys, ``<``) and enumerations by value raise what Python expects; methods that are handed
functions of the program, and those that write files, are left out. Needs the extra ``fast``.
"""

from __future__ import annotations

import contextlib
import inspect
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import standoff
from standoff import (
    ARMY,
    FLEET,
    Dislodged,
    Hold,
    Move,
    Outcome,
    Phase,
    PhaseType,
    Position,
    Reason,
    StandoffError,
    Support,
    Turn,
    Unit,
    UnitName,
    load_board,
    read,
    rulebook,
    starting_position,
)
from tools.shared import Compared, command_line, in_blocks_until

MADE = (
    *("Board", "Build", "Convoy", "Disband", "Dislodged", "Hold", "Move", "Phase", "Position", "Retreat", "Rulebook"),
    *("Support", "Turn", "Unclear", "Unit", "UnitName", "Waive"),
)
"""The classes whose values users make; the others are results, and made by the program only."""

ASKED = (
    *("adjudicate", "check", "draw", "find", "force", "legal_orders", "load_board", "read", "rulebook"),
    "starting_position",
)
"""The functions."""

SPECIAL = ("__str__", "__repr__", "__hash__", "__len__", "__eq__", "__contains__", "__getitem__")
PICTURES = ("_repr_pretty_", "_repr_svg_", "_repr_html_")
NOT_ASKED = {"save", "sentence"}
"""What is called besides public methods, and what is not."""

KEPT = 200
"""At most this many values that constructors returned are among the arguments."""

LONG = {"find": {"units", "jobs", "sample", "position"}, "force": {"position"}}
"""Arguments that are given only what means nothing there: with right values the search would take long."""


def subjects() -> list[Any]:
    """Return values that have methods, as the program makes them."""
    paradox, board = read("6.F.14"), load_board()
    winter = Turn(Position.parse("standard W1901A FRANCE:AMUN,AVEN FRANCE:SPA"))
    retreat = Turn(Position.parse("standard S1901R FRANCE:AGAS - FRANCE:ABUR<MUN"))
    plain = read("FRANCE: A PAR - BUR, F BRE - PAR\nGERMANY: A MUN - BUR")
    turns = plain, paradox, winter, retreat
    results = [turn.adjudicate() for turn in turns]
    checked, changes = plain.check(), plain.counterfactuals("PAR")
    return [
        *(board, board.province("STP"), board.power("FRANCE"), load_board("fleet-rome")),
        *turns,
        *(turn.position for turn in turns),
        *results,
        *(results[0]["PAR"], results[1].paradoxes[0], paradox.resolutions(), paradox.compare(), plain.equations()),
        *(changes, changes[0], plain.explain("PAR"), checked, *checked, standoff.draw(plain), *plain.orders),
        *(rulebook(), rulebook("1982"), Phase.parse("S1901M"), Unit(ARMY, "PAR", "FRANCE"), UnitName("PAR")),
        *retreat.position.dislodged,
    ]


def arguments() -> list[Any]:
    """Return values to be given as arguments: of all types, and nearly right ones."""
    units = Unit(ARMY, "PAR", "FRANCE"), Unit(FLEET, "XXX", "FRANCE"), Unit(ARMY, "BUR", "Germany")
    par, nowhere = UnitName("PAR", ARMY), UnitName("", None, "XXX")
    orders = Move("FRANCE", par, "BUR"), Move("FRANCE", par, ""), Support("XXX", par, nowhere), Hold("FRANCE", nowhere)
    return [
        *(None, True, False, 0, 5, -1, 10**30, 1.5, float("nan"), 1j, b"PAR", object(), len, int, ..., sys),
        *("FRANCE: A PAR - BUR\nA MAR H", "A PAR - BUR", "A PAR H,", "FRANCE", "Germany", "XXX", "PAR", "STP/SC", ""),
        *("S1901M", "standard S1901M FRANCE:APAR", "standard W1901A FRANCE:APAR FRANCE:PAR", "fleet-rome", "start"),
        *("M", "1982", "szykman", "cs", "daide", "{", "{}", "\ud800", "\0"),
        *([], (), {}, [None], (5,), ["PAR"], [["PAR"]], [[]], iter(())),
        *(set[str](), frozenset({"Germany"}), {"XXX"}, {"PAR", 5}),
        *({"FRANCE": 5}, {5: "A PAR"}, {"FRANCE": ["A PAR - BUR"]}, {"FRANCE": "A PAR"}, {"FRANCE": [5]}),
        *({"XXX": ["PAR"]}, {"FRANCE": ("PAR", 5)}, {"FRANCE": "PAR"}),
        *({"units": 5}, {"units": {"FRANCE": ["A PAR"]}}, {"map": []}, {"orders": {"FRANCE": [None]}}),
        *({"name": "x", "provinces": 5}, {"name": "x", "provinces": {}, "powers": {}}, {"rules": {}}, {"options": 5}),
        *(units, list(units), *units, units[:1], par, nowhere, orders, orders[:1], list(orders), *orders),
        *(Dislodged(units[0], "XXX"), (Dislodged(units[0]),), Phase.parse("W1901A"), Path("nothing-there"), Path()),
        *(starting_position(), Position(units[:1]), read("FRANCE: A PAR - BUR"), rulebook(), load_board("fleet-rome")),
        *(ARMY, PhaseType.MOVEMENT, Outcome.MOVES, Reason.MOVES_IN, StandoffError),
    ]


@dataclass(frozen=True)
class Fault:
    """A call that raised something else than a `StandoffError`."""

    call: str
    fault: Exception

    def __str__(self) -> str:
        where = traceback.extract_tb(self.fault.__traceback__)[-1]
        return f"{self.call}: {type(self.fault).__name__}: {self.fault} [{Path(where.filename).name}:{where.lineno}]"


class Caller:
    """Draws calls, carries them out, and keeps what constructors return.

    Args:
        seed: The seed of what is drawn.
    """

    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)
        self.values, self.arguments, self.kept = subjects(), arguments(), list[Any]()

    def calls(self, count: int) -> Iterator[StandoffError | Fault | None]:
        """Yield the error that each call raised, if any."""
        for _ in range(count):
            name, function = self._drawn()
            given, named = self._given(name, function)
            try:
                value = function(*given, **named)
                if name in MADE:
                    self.kept = [*self.kept[-KEPT:], value]
                _show(value)
                yield None
            except StandoffError as fault:
                yield fault
            except Exception as fault:
                parts = [*map(_shown, given), *(f"{key}={_shown(value)}" for key, value in named.items())]
                yield Fault(f"{name}({', '.join(parts)})", fault)

    def _drawn(self) -> tuple[str, Callable[..., Any]]:
        drawn = self.chance.random()
        if drawn < 0.5:
            name = self.chance.choice(MADE if drawn < 0.3 else ASKED)
            return name, getattr(standoff, name)
        value = self.chance.choice(self.kept if self.kept and drawn < 0.65 else self.values)
        name = self.chance.choice(methods_of(value))
        return f"{type(value).__name__}.{name}", getattr(value, name)

    def _given(self, name: str, function: Callable[..., Any]) -> tuple[list[Any], dict[str, Any]]:
        """Return arguments that fit a function in number and name; those with defaults are often left out."""
        given, named = list[Any](), dict[str, Any]()
        for place, parameter in enumerate(inspect.signature(function).parameters.values()):
            value = _Printer() if parameter.name == "printer" else self._value(parameter.name in LONG.get(name, ()))
            in_place = parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            by_name = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
            if parameter.kind is parameter.VAR_KEYWORD and self.chance.random() < 0.3:
                named[self.chance.choice(("paradox_backup", "hold_strength", "multiple_orders", "nonsense"))] = value
            elif in_place and len(given) == place and (
                parameter.default is parameter.empty or self.chance.random() < 0.4
            ):
                given.append(value)
            elif by_name and self.chance.random() < 0.3:
                named[parameter.name] = value
        return given, named

    def _value(self, meaningless: bool) -> Any:
        while True:
            drawn = self.chance.random()
            several = self.kept if self.kept and drawn < 0.15 else self.values if drawn < 0.25 else self.arguments
            value = self.chance.choice(several)
            if not meaningless or not isinstance(value, (int, str, Path, Position, Turn, Mapping)):
                return value


class _Printer:
    def text(self, text: str) -> None:
        """Take what a notebook would show."""


def methods_of(value: object) -> list[str]:
    """Return the names of the methods that are called of a value.

    >>> "check" in methods_of(Position()), "save" in methods_of(standoff.draw(Position()))
    (True, False)
    """
    own = type(value)
    borrowed = {
        name for base in own.__mro__ if base.__module__ in ("builtins", "collections.abc") for name in dir(base)
    }
    offered = {name for name in dir(own) if not name.startswith("_")} - borrowed - NOT_ASKED
    special = {name for name in (*SPECIAL, *PICTURES) if name in own.__dict__}
    if isinstance(value, (Sequence, Mapping)):
        special.discard("__getitem__")
    functions = (name for name in sorted(offered | special) if callable(getattr(own, name)))
    return [name for name in functions if not isinstance(getattr(own, name), Enum)]


def _show(value: object) -> None:
    if isinstance(value, Iterator):
        for one in islice(value, 100):
            _show(one)
    else:
        str(value)
        repr(value)


def _shown(value: object) -> str:
    try:
        return repr(value)[:70].replace("\n", " ")
    except Exception:
        return f"<{type(value).__name__}>"


def block(seed: int, number: int, calls: int = 1000) -> Compared:
    """Make so many calls; counted is how many returned, were refused, and failed.

    Files that are looked for or written are those of an empty folder.
    """
    found, ended = list[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for fault in Caller(f"{seed} {number}").calls(calls):
            ended["calls"] += 1
            ended["returned" if fault is None else "refused" if isinstance(fault, StandoffError) else "failed"] += 1
            if isinstance(fault, Fault):
                found.append(str(fault))
    return found, ended


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    return in_blocks_until(parser, lambda given: partial(block, given.seed), calls=10_000)


if __name__ == "__main__":
    sys.exit(main())
