"""A rulebook that records which options are read: whatever is computed from it depends on no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar, cast

from .options import OPTIONS
from .rulebook import Rulebook

T = TypeVar("T")


class RecordingRulebook(Rulebook):
    """A rulebook without house rules that records the options that are read.

    Attributes:
        read: Their names; all of them once it is read as a whole, for example compared or hashed.

    >>> from standoff.solver import rulebook
    >>> rules = RecordingRulebook(rulebook("1982"))
    >>> rules["waiving"], str(rules.numbers.convoy_path), sorted(rules.read)
    ('allowed', 'nothing', ['convoy_path', 'waiving'])
    >>> hash(rules) == hash(rulebook("1982")), len(rules.read) == len(rules)
    (True, True)
    """

    read: set[str]

    def __init__(self, rules: Rulebook) -> None:
        read = set[str]()
        numbers = _RecordingNumbers(rules, read)
        self.__dict__.update(name=rules.name, functions=rules.functions, read=read, numbers=numbers, _rules=rules)

    @property
    def choices(self) -> Mapping[str, str]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """All choices."""
        self.read.update(OPTIONS)
        return self.__dict__["_rules"].choices

    def __getitem__(self, option: str) -> str:
        self.read.add(option)
        return self.__dict__["_rules"].choices[option]


class _RecordingNumbers:
    """The choices that the law asks about (`Rulebook.numbers`); each one read is recorded."""

    __slots__ = ("_numbers", "_read")

    def __init__(self, rules: Rulebook, read: set[str]) -> None:
        self._numbers, self._read = rules.numbers, read

    def __getattr__(self, option: str) -> object:
        self._read.add(option)
        return getattr(self._numbers, option)


class _Known(NamedTuple, Generic[T]):
    """Values by the choices of some options, and a function that returns these choices."""

    chosen: Callable[[Mapping[str, str]], object]
    values: dict[object, T]


class ByOptionsRead(Generic[T]):
    """The values of a function of rulebooks, computed once for all that agree in the options that it reads.

    Args:
        function: The function. It depends on nothing else that changes.

    >>> from standoff.solver import rulebook
    >>> computed = []
    >>> def waiving(rules):
    ...     computed.append(rules.name)
    ...     return rules["waiving"]
    >>> values = ByOptionsRead(waiving)
    >>> values.under(rulebook("2023")), values.under(rulebook("1982")), computed
    ('allowed', 'allowed', ['2023'])
    >>> values.under(rulebook("2023", waiving="not-allowed")), len(computed)
    ('not-allowed', 2)
    """

    def __init__(self, function: Callable[[Rulebook], T]) -> None:
        self._function = function
        self._known: dict[frozenset[str], _Known[T]] = {}

    def under(self, rules: Rulebook) -> T:
        """Return the value under a rulebook; with house rules it is computed each time."""
        if rules.functions:
            return self._function(rules)
        choices = rules.choices
        for chosen, values in self._known.values():
            choice = chosen(choices)
            if choice in values:
                return values[choice]
        recording = RecordingRulebook(rules)
        value = self._function(recording)
        read = frozenset(recording.read)
        if read not in self._known:
            self._known[read] = _Known(itemgetter(*sorted(read)) if read else cast("Callable[..., object]", len), {})
        chosen, values = self._known[read]
        values[chosen(choices)] = value
        return value
