"""The rulebooks as data: each disputable issue of DATC 3.2, chapter 4, is an option (`options`).

Except one: 4.E.6 asks how a unit came about to which its power is not entitled. Here any position is accepted, and the
next adjustment phase removes such a unit.

A rulebook is a choice for each option; the presets below name only what differs from the default, the rulebook
``2023``, which takes the preferences of DATC 3.2 throughout. `OLDER_DATC` says what an older version of the DATC
numbered or preferred differently.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...map import StandoffError, Table, WrongTypeError, short_repr
from .options import OPTIONS, Choice, Choices
from .presets import ABOUT, DATC, DIFFERENCES, OLDER_DATC

if TYPE_CHECKING:
    from ..order import Convoy, Order
    from .house_rule_arguments import ConvoyedCut, Cut, DislodgedMove, OpenParadox, Strength


class RulebookError(StandoffError):
    """A rulebook, an option or a choice is unknown; the message names the nearest.

    >>> rulebook("1928")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.solver.rules.rulebook.RulebookError: no rulebook named '1928'; did you mean 1982?; known: ...
    """


def option(name: str, *others: str) -> type[Choice]:
    """Return the option `name`.

    Args:
        name: Its name.
        others: Other words that a misspelled name may stand for.

    Raises:
        RulebookError: There is no such option.

    >>> option("adjacent_convoy").issue
    '4.A.3'
    """
    known = OPTIONS.get(name)
    if known is None:
        raise RulebookError(f"no option named {name!r}{did_you_mean(str(name), [*OPTIONS, *others])}")
    return known


class Hook(NamedTuple):
    """A decision that a house rule can take.

    Attributes:
        option: The option that it takes the place of; None for none.
        beneath: The choice of this option that it comes on top of; only the plain engine knows house rules.
        equation: True if it changes an equation, and not only what goes into it or what settles it.
    """

    option: str | None = None
    beneath: str = ""
    equation: bool = False


HOOKS: Mapping[str, Hook] = MappingProxyType(
    {
        "support_exception": Hook("paradox_exception", "none"),
        "settlement": Hook("paradox_backup", "szykman"),
        "circular_movement": Hook(),
        "cut": Hook(equation=True),
        "attack_strength": Hook(equation=True),
        "hold_strength": Hook(equation=True),
        "prevent_strength": Hook(equation=True),
        "defend_strength": Hook(equation=True),
        "dislodged_effect": Hook("dislodged_effect", "beaten-head-to-head", equation=True),
    }
)
"""The decisions of house rules, by the arguments of `Rulebook.with_rule`."""


@dataclass(frozen=True, repr=False, eq=False)
class Rulebook(Mapping[str, str], Table):
    """A choice for every option. A mapping from option names to choices; `name` says where it started from.

    It never changes. Two are equal if they decide alike: by their choices and the functions of house rules, whatever
    they are called.

    Attributes:
        name: The preset, and what departs from it.
        choices: The choices, in the order of `OPTIONS`; for the options that a house rule takes the place of, its name.
        functions: The names of house rules and their functions, by what each decides (`HOOKS`; `with_rule`).

    Raises:
        RulebookError: An option has no choice, or an option or a choice is unknown.
        WrongTypeError: The name is not a text, or the choices are not a mapping.

    >>> rulebook("1982")["paradox_exception"]
    'any-action'
    >>> rulebook("2023-book", paradox_exception="none") == rulebook("2023")
    True
    """

    name: str
    choices: Mapping[str, str]
    functions: Mapping[str, tuple[str, Callable[..., Any]]] = field(
        default_factory=dict[str, tuple[str, Callable[..., Any]]]
    )

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected the name of a rulebook, not {self.name!r}")
        given = self.choices
        if not isinstance(given, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"rulebook {self.name!r}: expected a mapping of options to choices, not {given!r}")
        for name, choice in given.items():
            choices = option(name).choices
            known = isinstance(choice, str) and choice in choices  # pyright: ignore[reportUnnecessaryIsInstance]
            if not known and not any(HOOKS[hook].option == name for hook in self.functions):
                raise RulebookError(f"{name} cannot be {choice!r}; choices: {', '.join(choices)}")
        lacking = [name for name in OPTIONS if name not in given]
        if lacking:
            hint = 'start from a preset: rulebook("2023", option="choice")'
            raise RulebookError(f"rulebook {self.name!r} has no choice for {', '.join(lacking)}; {hint}")
        object.__setattr__(self, "choices", MappingProxyType({name: given[name] for name in OPTIONS}))
        functions = {hook: self.functions[hook] for hook in HOOKS if hook in self.functions}
        object.__setattr__(self, "functions", MappingProxyType(functions))

    def ask(self, hook: str, about: object) -> Any:
        """Return the answer of a house rule's function.

        Raises:
            RulebookError: It raises an exception, or there is none.

        >>> rulebook().with_rule("mine", cut=len).ask("cut", "abc")
        3
        """
        try:
            name, function = self.functions[hook]
        except (KeyError, TypeError):
            raise RulebookError(f"rulebook {self.name} has no function for {hook!r}") from None
        try:
            return function(about)
        except Exception as fault:
            raise RulebookError(f"the {hook} of rule {name!r}: {type(fault).__name__}: {fault}") from fault

    @property
    def house_equations(self) -> bool:
        """True if house rules change the equations themselves, not only their input or what settles them."""
        return any(HOOKS[hook].equation for hook in self.functions)

    @property
    def house_rules_settle(self) -> bool:
        """True if house rules are asked about paradoxes and circular movements only: other turns need none of them."""
        return {*self.functions} <= {"settlement", "circular_movement"}

    def __reduce__(self) -> tuple[object, ...]:
        return Rulebook, (self.name, dict(self.choices), dict(self.functions))

    def __getitem__(self, option: str) -> str:
        return self.choices[option]

    def __iter__(self) -> Iterator[str]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Rulebook):
            return NotImplemented
        return self._decides == other._decides

    def __hash__(self) -> int:
        return hash(self._decides)

    @cached_property
    def _decides(self) -> tuple[object, ...]:
        """The key for comparison: the choices in the order of `OPTIONS`, and the functions of house rules."""
        return (*self.choices.values(), *self.functions.items())

    @property
    def preset(self) -> str:
        """The preset that it started from, 2023 if that is none.

        >>> rulebook("1982", adjacent_convoy="explicit").preset
        '1982'
        """
        name = self.name.partition(" with ")[0]
        return name if name in PRESETS else "2023"

    @property
    def about(self) -> str:
        """The description of its preset, in one line.

        >>> rulebook("2023").about
        'the preferences of DATC 3.2; the rulebook of 2023 to the letter is 2023-book'
        """
        return ABOUT[self.preset]

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return its choices as notebooks show them, first those that differ from rulebook 2023.

        >>> rulebook("1971").table()[1][0]
        ['4.A.1', 'multi_route_disruption', 'any', 'when one route is broken']
        """
        rows = [
            [OPTIONS[name].issue, name, word, str(OPTIONS[name].choices.get(word, "a house rule"))]
            for name, word in sorted(self.items(), key=lambda item: OPTIONS[item[0]].default == item[1])
        ]
        return ["issue", "option", "choice", "meaning"], rows

    @property
    def differences(self) -> dict[str, str]:
        """The choices that differ from those of the preset.

        >>> rulebook("1982", adjacent_convoy="explicit").differences
        {'adjacent_convoy': 'explicit'}
        """
        start = PRESETS[self.preset]
        return {option: choice for option, choice in self.choices.items() if start.choices[option] != choice}

    @property
    def house_rules(self) -> dict[str, str]:
        """The names of house rules, by the option that each takes the place of, or by what it decides if it is none.

        Empty for a rulebook that is all data.
        """
        return {HOOKS[hook].option or hook: name for hook, (name, _) in self.functions.items()}

    def __repr__(self) -> str:
        own = self.house_rules
        options = "".join(f", {option}={c!r}" for option, c in self.differences.items() if option not in own)
        text = f"rulebook({self.preset!r}{options})"
        for name in dict.fromkeys(own.values()):
            parts = [
                f"{hook}={getattr(given, '__qualname__', given)}"
                for hook, (rule, given) in self.functions.items()
                if rule == name
            ]
            text += f".with_rule({', '.join((repr(name), *parts))})"
        return short_repr(text, f"rulebook {self.name[:150]}")

    @cached_property
    def numbers(self) -> Choices:
        """The choices that the law asks about."""
        beneath = {HOOKS[hook].option: HOOKS[hook].beneath for hook in self.functions}
        words = (beneath.get(name) or self.choices[name] for name in Choices._fields)
        return Choices._make(OPTIONS[name].choices[word] for name, word in zip(Choices._fields, words, strict=True))

    def with_options(self, /, **changes: str) -> Rulebook:
        """Return this rulebook with single options changed.

        Raises:
            RulebookError: An option or a choice is unknown.

        >>> rulebook("1982").with_options(adjacent_convoy="explicit").name
        '1982 with adjacent_convoy=explicit'
        """
        if not changes:
            return self
        for name in changes:
            option(name, "rules", "board", "position")  # other parameters of the functions that take options
        functions = {hook: given for hook, given in self.functions.items() if HOOKS[hook].option not in changes}
        return replace(self, choices={**self.choices, **changes}, functions=functions)._renamed()

    def _renamed(self) -> Rulebook:
        own = self.house_rules
        parts = [f"{option}={choice}" for option, choice in self.differences.items() if option not in own]
        label = ", ".join((*parts, *dict.fromkeys(own.values())))
        return replace(self, name=f"{self.preset} with {label}" if label else self.preset)

    def with_rule(
        self,
        name: str,
        /,
        *,
        support_exception: Callable[[ConvoyedCut], bool | Iterable[Convoy]] | None = None,
        settlement: Callable[[OpenParadox], Mapping[Order, bool] | None] | None = None,
        circular_movement: Callable[[OpenParadox], Mapping[Order, bool] | None] | None = None,
        cut: Callable[[Cut], bool] | None = None,
        attack_strength: Callable[[Strength], int] | None = None,
        hold_strength: Callable[[Strength], int] | None = None,
        prevent_strength: Callable[[Strength], int] | None = None,
        defend_strength: Callable[[Strength], int] | None = None,
        dislodged_effect: Callable[[DislodgedMove], bool] | None = None,
    ) -> Rulebook:
        """Return this rulebook with a house rule in place of what it says (`docs/house-rules.md`).

        Args:
            name: What the rule is called in results.
            support_exception: When does a convoyed army not cut a support? It is given a `ConvoyedCut`, and returns
                True if the army does not cut, False if it cuts as any move does, or the convoys that the army must do
                without to cut. It takes the place of option ``paradox_exception``.
            settlement: What settles a paradox? It is given an `OpenParadox`, and returns which open orders succeed and
                which fail, some of the paradox's at least; None leaves it to the Szykman rule. It takes the place of
                option ``paradox_backup``.
            circular_movement: The same for a circular movement; None lets it succeed.
            cut: Does a move into the province of a supporting unit cut the support? It is given a `Cut`.
            attack_strength, hold_strength, prevent_strength, defend_strength: How strong is it? Each is given a
                `Strength`, and returns a number that is not negative.
            dislodged_effect: Does a move keep others out of the province that its unit is dislodged from there? It is
                given a `DislodgedMove`. It takes the place of option ``dislodged_effect``.

        Raises:
            RulebookError: The name is taken, or no function is given.
            WrongTypeError: An argument is not a function.

        >>> def all_fail(paradox):
        ...     return {order: False for order in paradox.core}
        >>> own = rulebook("2023").with_rule("all fail alike", settlement=all_fail)
        >>> own.name, own["paradox_backup"]
        ('2023 with all fail alike', 'all fail alike')
        """
        given = dict(locals())
        functions = {hook: given[hook] for hook in HOOKS if given[hook] is not None}
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected the name of a rule, not {name!r}")
        replaced = {option: name for hook in functions if (option := HOOKS[hook].option)}
        taken = {"all succeed", "all fail", *(choice for option in replaced for choice in OPTIONS[option].choices)}
        if not name.strip() or name in taken or " with " in name:
            raise RulebookError(f"a house rule cannot be called {name!r}: that name already has a meaning")
        if not functions:
            raise RulebookError(f"rule {name!r} has no function: give one of {', '.join(HOOKS)}")
        for what, function in functions.items():
            if not callable(function):
                raise WrongTypeError(f"{what} of rule {name!r}: expected a function, not {function!r}")
        named = {hook: (name, function) for hook, function in functions.items()}
        return replace(self, choices={**self.choices, **replaced}, functions={**self.functions, **named})._renamed()

    def with_named(self, /, **changes: str) -> Rulebook:
        """Return this rulebook with single options changed, and with house rules that are named ``module:function``.

        This imports the module: use it only for trusted input.

        Raises:
            RulebookError: An option or a choice is unknown, or there is no such function.

        >>> rulebook().with_named(paradox_exception="any-action", settlement="operator:neg").house_rules
        {'paradox_backup': 'operator:neg'}
        """
        for option, choice in changes.items():
            if not isinstance(choice, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise WrongTypeError(f"{option}: expected a choice or module:function, not {choice!r}")
        functions = {hook: name for hook, name in changes.items() if hook in HOOKS and ":" in name}
        for hook in HOOKS:
            if hook in changes and hook not in functions and hook not in OPTIONS:
                raise RulebookError(f"{hook}={changes[hook]}: expected the function of a rule, module:function")
        changed = self.with_options(**{name: choice for name, choice in changes.items() if name not in functions})
        for hook, name in functions.items():
            changed = changed.with_rule(name, **{hook: function_named(name)})
        return changed


def function_named(name: str) -> Callable[..., Any]:
    """Return the function that ``"module:function"`` names; modules in the current folder are found, too.

    Raises:
        RulebookError: There is none.

    >>> function_named("operator:neg")(1)
    -1
    """
    module, colon, function = name.partition(":")
    words = (*module.split("."), function)
    if not (colon and all(map(str.isidentifier, words)) and not function.startswith("__")):
        raise RulebookError(f'expected "module:function", not {name!r}')
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        function_found = getattr(importlib.import_module(module), function, None)
    except ImportError as fault:
        raise RulebookError(f"{name}: {fault}") from None
    except Exception as fault:  # the module may raise anything
        raise RulebookError(f"{name}: {type(fault).__name__}: {fault}") from fault
    if not callable(function_found):
        names = [each for each in vars(importlib.import_module(module)) if not each.startswith("_")]
        raise RulebookError(f"{name}: module {module} has no function {function!r}{did_you_mean(function, names)}")
    return function_found


PRESETS: Mapping[str, Rulebook] = MappingProxyType(
    {
        name: Rulebook(name, {name: changes.get(name, option.default) for name, option in OPTIONS.items()})
        for name, changes in DIFFERENCES.items()
    }
)


def preferences(version: str = DATC, /, preset: str = "2023") -> Rulebook:
    """Return a preset as a version of the DATC has it: its preferences where the rulebook is silent.

    Raises:
        RulebookError: There is no such version or preset.

    >>> preferences("3.0")["multiple_orders"], preferences()["multiple_orders"]
    ('illegal', 'first')
    """
    now = rulebook(preset)
    if version == DATC:
        return now
    if version not in OLDER_DATC:
        versions = [DATC, *OLDER_DATC]
        raise RulebookError(
            f"no version {version!r} of the DATC{did_you_mean(version, versions)}; known: {', '.join(versions)}"
        )
    older = OLDER_DATC[version]
    own = DIFFERENCES[preset]
    changes = {name: choice for name, choice in older.preferences.items() if name not in own}
    choices = {**now.choices, **changes, **older.presets.get(preset, {})}
    return Rulebook(f"{preset} of DATC {version}", choices)


def rulebook(name: str | Rulebook | None = None, /, **options: str) -> Rulebook:
    """Return a rulebook, with single options overridden.

    Args:
        name: A preset, or a rulebook; 2023 if left out.
        options: Choices, by the names of the options.

    Raises:
        RulebookError: A name or a choice is unknown.
        WrongTypeError: `name` is neither a text nor a rulebook.

    >>> rulebook("webdiplomacy")["adjacent_convoy"]
    'explicit-with-fallback'
    """
    if name is None:
        name = "2023"
    if isinstance(name, Rulebook):
        return name.with_options(**options)
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected the name of a rulebook, or a rulebook, not {name!r}")
    if name not in PRESETS:
        raise RulebookError(f"no rulebook named {name!r}{did_you_mean(name, PRESETS)}; known: {', '.join(PRESETS)}")
    return PRESETS[name].with_options(**options)


def rulebooks() -> tuple[Rulebook, ...]:
    """Return all rulebooks that have a name; the first is the default.

    >>> [(one.name, one.about) for one in rulebooks()][-1]
    ('czech1962', 'the Czech edition of 1962, with simpler rules')
    """
    return tuple(PRESETS.values())


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: the nearest known one, if any is near."""
    import difflib

    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""
