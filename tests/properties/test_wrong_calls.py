"""Wrong arguments for the public API: each call returns a value that can be shown, or raises a `StandoffError`.

Constructors get wrong arguments, too, and the values that they accept are used as arguments in turn. Excluded are:
indices, keys and comparisons, which raise what Python expects; methods that take functions or write files. The long
run is `python -m pytest tests/properties --hypothesis-profile long`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, note, strategies as st

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
from tests.helpers.examples import examples

pytest.importorskip("numba")
pytestmark = pytest.mark.slow

CLASSES = (
    *("Board", "Build", "Convoy", "Disband", "Dislodged", "Hold", "Move", "Phase", "Position", "Retreat", "Rulebook"),
    *("Support", "Turn", "Unclear", "Unit", "UnitName", "Waive"),
)
"""Classes with public constructors; only the program makes results."""

FUNCTIONS = (
    *("adjudicate", "check", "draw", "find", "force", "legal_orders", "load_board", "read", "rulebook"),
    "starting_position",
)
SPECIAL = ("__str__", "__repr__", "__hash__", "__len__", "__eq__", "__contains__", "__getitem__")
SPECIAL += ("_repr_pretty_", "_repr_svg_", "_repr_html_")
EXCLUDED = {"save", "sentence"}

LONG_SEARCHES = {"find": {"units", "jobs", "sample", "position"}, "force": {"position"}}
"""Parameters with which valid values start a long search; they get invalid ones only."""


@cache
def subjects() -> tuple[Any, ...]:
    """Return values with methods, as the program makes them."""
    paradox, board = read("6.F.14"), load_board()
    winter = Turn(Position.parse("standard W1901A FRANCE:AMUN,AVEN FRANCE:SPA"))
    retreat = Turn(Position.parse("standard S1901R FRANCE:AGAS - FRANCE:ABUR<MUN"))
    plain = read("FRANCE: A PAR - BUR, F BRE - PAR\nGERMANY: A MUN - BUR")
    turns = plain, paradox, winter, retreat
    results = [turn.adjudicate() for turn in turns]
    checked, changes = plain.check(), plain.counterfactuals("PAR")
    return (
        *(board, board.province("STP"), board.power("FRANCE"), load_board("fleet-rome")),
        *turns,
        *(turn.position for turn in turns),
        *results,
        *(results[0]["PAR"], results[1].paradoxes[0], paradox.resolutions(), paradox.compare(), plain.equations()),
        *(changes, changes[0], plain.explain("PAR"), checked, *checked, standoff.draw(plain), *plain.orders),
        *(rulebook(), rulebook("1982"), Phase.parse("S1901M"), Unit(ARMY, "PAR", "FRANCE"), UnitName("PAR")),
        *retreat.position.dislodged,
    )


@cache
def arguments() -> tuple[Any, ...]:
    """Return arguments of all types, some of them nearly right."""
    units = Unit(ARMY, "PAR", "FRANCE"), Unit(FLEET, "XXX", "FRANCE"), Unit(ARMY, "BUR", "Germany")
    par, nowhere = UnitName("PAR", ARMY), UnitName("", None, "XXX")
    orders = Move("FRANCE", par, "BUR"), Move("FRANCE", par, ""), Support("XXX", par, nowhere), Hold("FRANCE", nowhere)
    return (
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
    )


@cache
def valid() -> tuple[Any, ...]:
    """Return arguments that are right for some parameter; calls with them get farther."""
    orders = "FRANCE: A PAR - BUR\nA MAR H"
    return (
        orders,
        "A PAR - BUR",
        {"FRANCE": ["A PAR - BUR"]},
        "PAR",
        "FRANCE",
        starting_position(),
        read(orders),
        "1982",
    )


def methods_of(value: object) -> list[str]:
    """Return the names of the methods to call on a value."""
    own = type(value)
    inherited = {
        name for base in own.__mro__ if base.__module__ in ("builtins", "collections.abc") for name in dir(base)
    }
    public = {name for name in dir(own) if not name.startswith("_")} - inherited - EXCLUDED
    special = {name for name in SPECIAL if name in own.__dict__}
    if isinstance(value, (Sequence, Mapping)):
        special.discard("__getitem__")
    functions = (name for name in sorted(public | special) if callable(getattr(own, name)))
    return [name for name in functions if not isinstance(getattr(own, name), Enum)]


class Printer:
    def text(self, text: str) -> None:
        """Take the text that a notebook would show."""


class Calls:
    """Calls with arguments that Hypothesis draws."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def one_in(self, count: int) -> bool:
        return self.data.draw(st.integers(1, count)) == count

    def drawn(self, values: Sequence[Any]) -> Any:
        return values[self.data.draw(st.integers(0, len(values) - 1))]  # sampled_from would show each

    def made(self, depth: int) -> Any:
        """Draw a value of a class with a public constructor, from wrong arguments if it accepts them."""
        with suppress(StandoffError):
            return self.call(name := self.drawn(CLASSES), getattr(standoff, name), depth + 1)
        return self.drawn(subjects())

    def value(self, depth: int) -> Any:
        """Draw an argument."""
        if depth < 2 and self.one_in(7):
            return self.made(depth)
        return self.drawn(valid() if self.one_in(4) else subjects() if self.one_in(10) else arguments())

    def call(self, name: str, function: Callable[..., Any], depth: int = 0) -> Any:
        """Call a function with as many arguments as its signature allows; those with defaults are often omitted."""
        listed, named = list[Any](), dict[str, Any]()
        for place, parameter in enumerate(inspect.signature(function).parameters.values()):
            value = Printer() if parameter.name == "printer" else self.value(depth)
            if parameter.name in LONG_SEARCHES.get(name, ()) and isinstance(
                value, (int, str, Path, Position, Turn, Mapping)
            ):
                value = None if parameter.default is parameter.empty else 1.5
            positional = parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            by_name = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
            if parameter.kind is parameter.VAR_KEYWORD and self.one_in(3):
                options = ("paradox_backup", "hold_strength", "multiple_orders", "nonsense")
                named[self.data.draw(st.sampled_from(options))] = value
            elif positional and len(listed) == place and (parameter.default is parameter.empty or self.one_in(3)):
                listed.append(value)
            elif by_name and self.one_in(3):
                named[parameter.name] = value
        note(f"{name}(*{_shown(listed)}, **{_shown(named)})")
        return function(*listed, **named)


def _shown(value: object) -> str:
    try:
        return repr(value)[:300]
    except Exception:
        return f"<{type(value).__name__}>"


def show(value: object) -> None:
    if isinstance(value, Iterator):
        for item in islice(value, 100):
            show(item)
    else:
        str(value)
        repr(value)


@pytest.fixture(scope="module", autouse=True)
def empty_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Look for files, and write them, in an empty folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("empty"))
        yield


ENDS = {"returned": 0, "refused": 0}


def checked_call(data: st.DataObject, name: str, function: Callable[..., Any]) -> None:
    try:
        show(Calls(data).call(name, function))
        ENDS["returned"] += 1
    except StandoffError:
        ENDS["refused"] += 1


def takes_one(name: str) -> bool:
    """Return whether one argument is enough, and starts no search."""
    parameters = inspect.signature(getattr(standoff, name)).parameters.values()
    required = [one for one in parameters if one.default is one.empty and one.kind is not one.VAR_KEYWORD]
    return len(required) <= 1 and name not in LONG_SEARCHES


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [name for name in CLASSES + FUNCTIONS if takes_one(name)])
def test_one_argument_that_is_right_elsewhere_is_taken_or_refused(name: str) -> None:
    function = getattr(standoff, name)
    for value in valid():
        with suppress(StandoffError):
            show(function(value))


@pytest.mark.filterwarnings("ignore")
@examples(400)
@given(st.data(), st.sampled_from(CLASSES + FUNCTIONS))
def test_a_function_or_constructor_with_wrong_arguments_returns_or_raises_a_standoff_error(
    data: st.DataObject, name: str
) -> None:
    checked_call(data, name, getattr(standoff, name))


@pytest.mark.filterwarnings("ignore")
@examples(400)
@given(st.data())
def test_a_method_with_wrong_arguments_returns_or_raises_a_standoff_error(data: st.DataObject) -> None:
    value = Calls(data).made(0) if data.draw(st.booleans()) else Calls(data).drawn(subjects())
    if names := methods_of(value):
        name = data.draw(st.sampled_from(names))
        checked_call(data, f"{type(value).__name__}.{name}", getattr(value, name))


def test_calls_are_both_accepted_and_refused() -> None:
    """Of the calls above, in this process."""
    if sum(ENDS.values()):
        assert min(ENDS.values()) > sum(ENDS.values()) / 5
