"""Calls what `import standoff` offers, and the methods of its values, with wrong arguments: `python -m tools.wrong_calls`.

Every call must return something that can be shown, or raise a `StandoffError`. What constructors return goes back among
the arguments, so that a value that was taken, wrong as it is, is used as well.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import os
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

import standoff
from standoff import ARMY, FLEET, Phase, PhaseType, Position, StandoffError, Turn, Unit, UnitName, load_board, rulebook
from standoff.map import Dislodged, starting_position
from standoff.solver import Hold, Move, Support

MADE = "Board Build Convoy Disband Dislodged Hold Move Phase Position Retreat Rulebook Support Turn Unclear Unit UnitName Waive"
"""The classes whose values users make; the others are results, and made by the program only."""
ASKED = "adjudicate check draw find force legal_orders load_board read rulebook starting_position"
SHOWN = ("__str__", "__repr__", "__hash__", "__len__", "__iter__", "_repr_pretty_", "_repr_svg_", "_repr_html_")
USED = ("__getitem__", "__contains__", "__eq__", "__lt__", "__gt__")
KEPT = 200
"""At most this many values that constructors returned are among the arguments."""
LONG = {"find": ("units", "jobs", "state", "sample", "position"), "force": ("position", "check")}
"""Arguments that are only given values which mean nothing there: right ones would be searched for long."""


def subjects() -> list[Any]:
    """Return values of the classes that have methods, as the program makes them."""
    paradox, winter = standoff.read("6.F.14"), Turn(Position.parse("standard W1901A FRANCE:AMUN,AVEN FRANCE:SPA"))
    retreat = Turn(Position.parse("standard S1901R FRANCE:AGAS - FRANCE:ABUR<MUN"))
    plain = standoff.read("FRANCE: A PAR - BUR, F BRE - PAR\nGERMANY: A MUN - BUR")
    result, board = plain.adjudicate(), load_board()
    checked = plain.check()
    return [
        *(board, board.province("STP"), board.power("FRANCE"), board.names, load_board("fleet-rome")),
        *(plain, paradox, winter, retreat, plain.position, winter.position, retreat.position),
        *(result, paradox.adjudicate(), winter.adjudicate(), retreat.adjudicate(), result["PAR"]),
        *(paradox.adjudicate().paradoxes[0], paradox.resolutions(), plain.compare(), plain.counterfactuals("PAR")),
        *(plain.counterfactuals("PAR")[0], plain.explain("PAR"), plain.equations(), checked, checked[0], checked[1]),
        *(rulebook(), rulebook("1982"), Phase.parse("S1901M"), standoff.draw(plain), *plain.orders),
        *(Unit(ARMY, "PAR", "FRANCE"), UnitName("PAR"), retreat.position.dislodged[0]),
    ]


def arguments() -> list[Any]:
    """Return values to be given as arguments: of all types, and nearly right ones."""
    units = Unit(ARMY, "PAR", "FRANCE"), Unit(FLEET, "XXX", "FRANCE"), Unit(ARMY, "BUR", "Germany")
    par, nowhere = UnitName("PAR", ARMY), UnitName("", None, "XXX")
    orders = Move("FRANCE", par, "BUR"), Move("FRANCE", par, ""), Support("XXX", par, nowhere), Hold("FRANCE", nowhere)
    texts = "FRANCE: A PAR - BUR\nA MAR H", "A PAR - BUR", "FRANCE", "Germany", "XXX", "PAR", "STP/SC", "", "start", "M", "fleet-rome"
    more = "S1901M", "standard S1901M FRANCE:APAR", "standard W1901A FRANCE:APAR FRANCE:PAR", "1982", "{", "{}", "szykman", "cs", "\ud800", "\0"
    return [
        *(None, True, False, 0, 5, -1, 10**30, 1.5, float("nan"), 1j, b"PAR", object(), len, int, ..., ARMY, PhaseType.MOVEMENT),
        *texts,
        *more,
        *([], (), {}, set[Any](), frozenset({"Germany"}), {"XXX"}, {"PAR", 5}, [None], (5,), ["PAR"], [["PAR"]], [[]], "A PAR H,"),
        *({"FRANCE": 5}, {5: "A PAR"}, {"FRANCE": ["A PAR - BUR"]}, {"FRANCE": "A PAR"}, {"FRANCE": [5]}, {"XXX": ["PAR"]}),
        *({"units": 5}, {"units": {"FRANCE": ["A PAR"]}}, {"map": []}, {"orders": {"FRANCE": [None]}}, {"FRANCE": ("PAR", 5)}),
        *({"name": "x", "provinces": 5}, {"name": "x", "provinces": {}, "powers": {}}, {"rules": {}}, {"options": 5}),
        *(units, list(units), units[0], units[:1], par, nowhere, orders, orders[:1], list(orders), *orders),
        *(Dislodged(units[0], "XXX"), (Dislodged(units[0]),), Phase.parse("W1901A"), Path("nothing-there"), Path()),
        *(starting_position(), Position(units[:1]), standoff.read("FRANCE: A PAR - BUR"), rulebook(), load_board("fleet-rome")),
        *(standoff.Outcome.MOVES, standoff.Reason.MOVES_IN, iter(()), StandoffError, sys),
    ]  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """A call that raised something else than a `StandoffError`."""

    call: str
    fault: BaseException

    def __str__(self) -> str:
        where = traceback.extract_tb(self.fault.__traceback__)[-1]
        return f"{self.call}: {type(self.fault).__name__}: {self.fault} [{Path(where.filename).name}:{where.lineno}]"


def shown(value: object) -> str:
    """Return a short text of an argument."""
    try:
        return repr(value)[:70].replace("\n", " ")
    except Exception:  # noqa: BLE001
        return f"<{type(value).__name__}>"


class Caller:
    """Draws calls, carries them out, and keeps what they return."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.values = subjects()
        self.arguments = arguments()
        self.kept: list[Any] = []

    def calls(self, count: int) -> Iterator[tuple[str, StandoffError | Fault | None]]:
        """Yield each call, with the error that it raised, if any."""
        for _ in range(count):
            name, function = self._drawn()
            given, named = self._given(name.rpartition(".")[2], function)
            call = f"{name}({', '.join([*map(shown, given), *(f'{key}={shown(one)}' for key, one in named.items())])})"
            try:
                self._use(function(*given, **named), keep=name in MADE.split())
            except StandoffError as fault:
                yield call, fault
            except Exception as fault:  # noqa: BLE001
                yield call, Fault(call, fault)
            else:
                yield call, None

    def _drawn(self) -> tuple[str, Callable[..., Any]]:
        draw = self.chance.random()
        if draw < 0.3:
            name = self.chance.choice(MADE.split())
            return name, getattr(standoff, name)
        if draw < 0.5:
            name = self.chance.choice(ASKED.split())
            return name, getattr(standoff, name)
        value = self.chance.choice(self.kept if self.kept and draw < 0.65 else self.values)
        name = self.chance.choice(methods_of(value))
        return f"{type(value).__name__}.{name}", getattr(value, name)

    def _given(self, name: str, function: Callable[..., Any]) -> tuple[list[Any], dict[str, Any]]:
        given: list[Any] = []
        named: dict[str, Any] = {}
        for parameter in inspect.signature(function).parameters.values():
            if parameter.name == "printer":
                given.append(_Printer())
            elif parameter.kind is parameter.VAR_KEYWORD:
                if self.chance.random() < 0.3:
                    key = self.chance.choice(["paradox_backup", "hold_strength", "nonsense", "multiple_orders"])
                    named[key] = self._value()
            elif parameter.kind is not parameter.VAR_POSITIONAL:
                value = self._value()
                while parameter.name in LONG.get(name, ()) and isinstance(value, (int, str, Path, Position, Turn, dict)):
                    value = self._value()
                if parameter.kind is not parameter.KEYWORD_ONLY and (
                    parameter.default is parameter.empty or (len(given) == _position(function, parameter.name) and self.chance.random() < 0.4)
                ):
                    given.append(value)
                elif self.chance.random() < 0.3:
                    named[parameter.name] = value
        return given, named

    def _value(self) -> Any:
        draw = self.chance.random()
        if self.kept and draw < 0.15:
            return self.chance.choice(self.kept)
        return self.chance.choice(self.values if draw < 0.25 else self.arguments)

    def _use(self, value: Any, *, keep: bool) -> None:
        if keep:
            self.kept.append(value)
            del self.kept[:-KEPT]
        if not isinstance(value, Iterator):
            str(value), repr(value)
        elif type(value).__module__ == "builtins":
            for _, one in zip(range(100), value, strict=False):
                str(one)


class _Printer:
    def text(self, text: str) -> None:
        """Take what a notebook would show."""


def _position(function: Callable[..., Any], name: str) -> int:
    return list(inspect.signature(function).parameters).index(name)


def methods_of(value: object) -> list[str]:
    """Return the names of a value's public methods, of those of its class that are its own, and of what shows it."""
    own = type(value)
    built_in = set(dir(next(base for base in own.__mro__ if base.__module__ == "builtins")))
    names = [name for name in dir(own) if (not name.startswith("_") and name not in built_in) or name in own.__dict__]
    names = [name for name in names if not name.startswith("_") or name in (*SHOWN, *USED)]
    functions = [name for name in names if callable(getattr(own, name, None)) and not isinstance(getattr(own, name), Enum)]
    return [name for name in functions if name not in ("__iter__", "save")] or ["__str__"]


def faults(seed: int, count: int) -> tuple[list[Fault], Counter[str]]:
    """Return the faults among so many calls, and how the calls ended; files that are written go to a folder of their own."""
    before, ended = Path.cwd(), Counter[str]()
    found: list[Fault] = []
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(), contextlib.chdir(folder):
        warnings.simplefilter("ignore")
        for _, fault in Caller(seed).calls(count):
            ended["returned" if fault is None else "refused" if isinstance(fault, StandoffError) else "faults"] += 1
            if isinstance(fault, Fault):
                found.append(fault)
    assert Path.cwd() == before
    return found, ended


def main() -> None:
    """Run the calls, and print each fault once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found, ended = faults(chosen.seed, chosen.calls)
    for text in sorted(map(str, found)):
        print(text)
    print(", ".join(f"{count:,} {how}" for how, count in ended.items()))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
