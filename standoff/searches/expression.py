"""Properties written as expressions: ``differ(1971, 1982)``, ``paradox("convoy") and not resolutions(2)``.

The syntax is a subset of Python's: calls of the properties below with constants, ``and``, ``or``, ``not`` and
parentheses. Only a function named by `predicate` is executed.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from functools import partial
from inspect import Parameter, signature
from typing import Any

from ..map import StandoffError
from ..solver import Rulebook, function_named, rulebook
from .properties import (
    COMPONENTS,
    POSITION,
    RESOLUTIONS,
    Both,
    Counted,
    Described,
    Differ,
    HasOrder,
    Not,
    Paradoxical,
    Predicate,
    Property,
    PropertyError,
    nearest,
)

MOST_CHARACTERS = 10_000
"""The most characters of an expression."""

MOST_NESTED = 100
"""The greatest depth of an expression; a deeper one could not be written again."""

_TOO_DEEP = f"this is nested too deeply; at most {MOST_NESTED} levels are read"

MOST_NUMBER = 10**9
"""The greatest number of resolutions or components in an expression."""


def property_of(text: str, rules: Rulebook | None = None) -> Property:
    """Return the property of an expression.

    Args:
        text: The expression.
        rules: The rulebook of the properties that name none; 2023 if left out.

    Raises:
        PropertyError: It cannot be read; the message has the place and the nearest known word.
        RulebookError: There is no such rulebook, option or choice.

    >>> str(property_of("differ(1971, 1982) and not paradox('convoy', rules=1971)"))
    "differ(1971, 1982) and not paradox('convoy', rules=1971)"
    """
    text = text.strip()
    if len(text) > MOST_CHARACTERS:
        raise PropertyError(f"{text[:60]!r}…: {len(text)} characters; at most {MOST_CHARACTERS} are read")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # an invalid escape sequence
            tree = ast.parse(text, mode="eval")
        _check_depth(tree)
        return _Reader(text, rules or rulebook()).property(tree.body)
    except SyntaxError as fault:
        raise PropertyError(f"{_shortened(text)}, character {fault.offset or 1}: {fault.msg}") from None
    except UnicodeEncodeError as fault:
        raise PropertyError(f"{_shortened(text)}, character {fault.start + 1}: this is half of a character") from None
    except (RecursionError, MemoryError):
        raise PropertyError(f"{_shortened(text)}: {_TOO_DEEP}") from None


def _check_depth(tree: ast.AST) -> None:
    level: list[ast.AST] = [tree]
    for _ in range(MOST_NESTED):
        level = [inner for node in level for inner in ast.iter_child_nodes(node)]
        if not level:
            return
    raise RecursionError


def _shortened(text: str) -> str:
    return repr(text) if len(text) <= 200 else f"{text[:200]!r}…"


class _Reader:
    """Turns the syntax tree of an expression into a property; `rules` is the default rulebook."""

    def __init__(self, text: str, rules: Rulebook) -> None:
        self.text, self.rules = text, rules

    def property(self, node: ast.expr) -> Property:
        if isinstance(node, ast.BoolOp):
            return Both(tuple(map(self.property, node.values)), isinstance(node.op, ast.And))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Not(self.property(node.operand))
        made = self.called(node)
        if isinstance(made, Rulebook):
            raise self.fault(node, "a rulebook is not a property")
        return self.construct(node, HasOrder, made, self.rules) if isinstance(made, Described) else made

    def called(self, node: ast.expr) -> Any:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            what = f"expected {', '.join(_PROPERTIES)}, joined by and, or, not"
            if isinstance(node, ast.Name) and node.id in _PROPERTIES:
                raise self.fault(
                    node, f"{node.id!r} stands alone; write {node.id}(…), or {node.id}() without arguments"
                )
            if isinstance(node, ast.Name):
                raise self.fault(node, f"{node.id!r} stands alone{nearest(node.id, _PROPERTIES)}; {what}")
            raise self.fault(node, what)
        name = node.func.id
        if name not in _PROPERTIES:
            raise self.fault(node, f"no property {name!r}{nearest(name, _PROPERTIES)}; known: {', '.join(_PROPERTIES)}")
        arguments = [self.value(argument) for argument in node.args]
        options: dict[str, Any] = {}
        for option in node.keywords:
            if option.arg is None:
                raise self.fault(option.value, "** cannot be used here")
            options[option.arg] = self.value(option.value)
        make = _PROPERTIES[name]
        rules = options.pop("rules", None) if make is Described else None
        parameters = signature(make).parameters.values()
        named = [one for one in parameters if one.kind is not Parameter.VAR_KEYWORD]
        by_place = [one.name for one in named if one.kind is not Parameter.KEYWORD_ONLY]
        least = sum(one.default is Parameter.empty for one in named[: len(by_place)])
        takes = [one.name for one in named[least:]] + ["rules"] * (make is Described)
        unknown = [option for option in options if option not in takes] if len(named) == len(parameters) else []
        if unknown:
            raise self.fault(
                node, f"{name} takes no {unknown[0]!r}{nearest(unknown[0], takes)}; it takes {', '.join(takes)}"
            )
        twice = [option for option in by_place[: len(arguments)] if option in options]
        if twice:
            raise self.fault(node, f"{name}: its {twice[0]} is given twice")
        if not least <= len(arguments) <= len(by_place):
            wanted = str(least) if least == len(by_place) else f"{least} to {len(by_place)}"
            raise self.fault(node, f"{name} takes {wanted} arguments, not {len(arguments)}")
        if "rules" in takes and make is not Described:
            options.setdefault("rules", self.rules)
        made = self.construct(node, make, *arguments, **options)
        return made if rules is None else self.construct(node, HasOrder, made, self.construct(node, rules_of, rules))

    def value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str | int | bool)):
            return node.value
        if isinstance(node, ast.Call):
            return self.called(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            number = node.operand.value
            if isinstance(number, int) and not isinstance(number, bool):
                return -number
        raise self.fault(node, "expected a whole number, a text in quotes, True, False, or a call")

    def construct(self, node: ast.expr, make: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        try:
            return make(*arguments, **options)
        except PropertyError as fault:
            raise self.fault(node, str(fault)) from None

    def fault(self, node: ast.expr, what: str) -> PropertyError:
        segment = ast.get_source_segment(self.text, node) or self.text
        if len(what) > 600:
            what = f"{what[:600]}…"
        return PropertyError(f"{_shortened(segment)}, character {node.col_offset + 1}: {what}")


# -- the properties --------------------------------------------------------------------------------------------------


def rules_of(value: object) -> Rulebook:
    """Return the rulebook for a value in an expression: the name of one, or a rulebook.

    Raises:
        PropertyError: It is neither.
        RulebookError: There is none of that name.
    """
    if isinstance(value, Rulebook):
        return value
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise PropertyError(f"expected a rulebook, not {value!r}")
    return rulebook(str(value))


def _differ(one: object, two: object, what: str = POSITION) -> Differ:
    return Differ(rules_of(one), rules_of(two), what)


def _paradox(kind: str = "any", *, rules: object) -> Paradoxical:
    return Paradoxical(kind, rules_of(rules))


def _counted(what: str, number: object, *, more: object, rules: object) -> Counted:
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise PropertyError(f"{what}: expected a whole number, 0 or more, not {number!r}")
    if number > MOST_NUMBER:
        raise PropertyError(f"{what}: expected a number of at most {MOST_NUMBER}")
    if not isinstance(more, bool):
        raise PropertyError(f"{what}: more is True or False, not {more!r}")
    return Counted(what, number, None if more else number, rules_of(rules))


def _predicate(name: object, *, rules: object) -> Predicate:
    """Return the property decided by the function ``"module:function"``; the current folder is searched for modules."""
    if not isinstance(name, str):
        raise PropertyError(f'predicate: expected "module:function", not {name!r}')
    try:
        function = function_named(name)
    except StandoffError as fault:
        raise PropertyError(str(fault)) from fault.__cause__
    return Predicate(function, name, rules_of(rules))


def _rules(start: object = "2023", /, **options: object) -> Rulebook:
    wrong = [option for option, choice in options.items() if not isinstance(choice, str)]
    if wrong:
        raise PropertyError(f"rules: {wrong[0]} is a text, not {options[wrong[0]]!r}")
    try:
        return rules_of(start).with_named(**{option: str(choice) for option, choice in options.items()})
    except StandoffError as fault:
        raise PropertyError(str(fault)) from None


_PROPERTIES: dict[str, Callable[..., Any]] = {
    "differ": _differ,
    "paradox": _paradox,
    RESOLUTIONS: partial(_counted, RESOLUTIONS, more=False),
    COMPONENTS: partial(_counted, COMPONENTS, more=True),
    "order": Described,
    "predicate": _predicate,
    "rules": _rules,
}
"""By name in expressions: the function that makes the value; its signature says which arguments it takes."""
