"""Faults put into the solver, one at a time: functions of its modules compiled with one place changed.

What is changed into what is data (`mutants.toml`). A function is changed where it stands, by its code object, so that
every module that has imported it has the fault, too.
"""

from __future__ import annotations
import __future__

import ast
import copy
import importlib
import inspect
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any

from standoff.solver import Rulebook

CATALOG = Path(__file__).with_name("mutants.toml")
PLANTED = Path(__file__).with_name("planted.toml")

_ORDERS_SEEN = (
    "matching.match",
    "    moves, supports,",
    "    from . import equations\n    equations.ALLIES, equations.DOES = turn.placement.allies, turn.does\n"
    "    moves, supports,",
)

EDITION = "rule of another edition"
"""The kind of the mutants that follow another choice of an option than the rulebook has."""


@cache
def catalog() -> dict[str, Any]:
    """Return what stands in the catalog."""
    return tomllib.loads(CATALOG.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Mutant:
    """A single fault.

    Attributes:
        module: The module: ``"solver.law.equations"``.
        function: The qualified name of the function in it.
        kind: What kind of change it is, by the tables of the catalog.
        before, after: The smallest piece of code that shows the change.
        occurrence: From 1; the same change of the same code may be possible at several places of the function, or, of
            a number or name, of the statement.
        lines: The first and last line of the statement, or of its head, that is changed.
        statement: Of a number or a name, which say little by themselves: the statement that it is in, or its head.
    """

    module: str
    function: str
    kind: str
    before: str
    after: str
    occurrence: int
    lines: tuple[int, int]
    statement: str = ""

    @property
    def name(self) -> str:
        """Its name, which does not depend on lines: ``"matching.keep_routes: 1 -> 2 in row[EVERY_ROUTE] = 1"``."""
        where = f" in {self.statement}" if self.statement else ""
        again = f" #{self.occurrence}" if self.occurrence > 1 else ""
        return f"{self.module.rpartition('.')[2]}.{self.function}: {self.before} -> {self.after}{where}{again}"

    def rules(self, rules: Rulebook) -> Rulebook:
        """Return the rulebook that is followed where `rules` is asked for."""
        if self.kind == EDITION and rules[self.function] == self.before:
            return rules.with_options(**{self.function: self.after})
        return rules

    def codes(self) -> Iterator[tuple[str, FunctionType, CodeType]]:
        """Yield the module, the function that is changed, and its code with the fault; of an edition's rule nothing."""
        if self.kind != EDITION:
            yield self.module, function_of(self.module, self.function), compiled(self)


@dataclass(frozen=True)
class Misreading:
    """A rule read wrongly, as others do; functions of the solver are changed in their text (`planted.toml`).

    Attributes:
        name: Its name.
        rule: Where the rule stands that is read wrongly.
        section: The section of chapter 6 of the DATC that a case for it belongs to: ``"D"``.
        wrong: What is read.
        changes: The function, what stands in it once, and what stands there instead.
        drawn: 1 if it was there before the separating cases, 2 if their author thought of it afterwards, 3 if somebody
            else did.
        known: The programs that were found to read so.
        turn: A turn that shows it in them, as a case file without expectations; empty if the smallest will do.
    """

    name: str
    rule: str
    section: str
    wrong: str
    changes: tuple[tuple[str, str, str], ...]
    drawn: int = 1
    known: tuple[str, ...] = ()
    turn: str = ""
    kind: str = "misreading"

    def rules(self, rules: Rulebook) -> Rulebook:
        """Return the rulebook that is followed where `rules` is asked for."""
        return rules

    def codes(self) -> Iterator[tuple[str, FunctionType, CodeType]]:
        """Yield for each function that is changed its module, itself, and its code with the fault.

        Raises:
            LookupError: What is to be changed does not stand in a function once.
        """
        by_function: dict[str, list[tuple[str, str]]] = {}
        for where, old, new in self.changes:
            by_function.setdefault(where, []).append((old, new))
        for where, changed in by_function.items():
            short, _, name = where.partition(".")
            module = next(one for one in catalog()["modules"] if one.rpartition(".")[2] == short)
            function = function_of(module, name)
            text = dedent(inspect.getsource(function))
            for old, new in changed:
                if text.count(old) != 1:
                    raise LookupError(f"{self.name}: {where} has {old!r} {text.count(old)} times, not once")
                text = text.replace(old, new)
            flags = __future__.annotations.compiler_flag
            whole = compile(text, f"<{self.name}>", "exec", flags=flags, dont_inherit=True)
            yield module, function, code_in(whole, [function.__name__])


@cache
def misreadings() -> tuple[Misreading, ...]:
    """Return the rules read wrongly that stand in `planted.toml`."""
    every: list[Misreading] = []
    for one in tomllib.loads(PLANTED.read_text(encoding="utf-8"))["fault"]:
        seen = [_ORDERS_SEEN] if one.pop("orders", False) else []
        one["changes"] = (*map(tuple, one["changes"]), *seen)
        one["known"] = tuple(one.get("known", ()))
        every.append(Misreading(**one))
    return tuple(every)


Change = tuple[str, ast.AST]
"""Kind of a change, and what stands in the place of the node that is changed."""


def changes(node: ast.AST) -> Iterator[Change]:
    """Yield the changes of the catalog at one node."""
    data = catalog()
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for name in data["compare"].get(type(node.ops[0]).__name__, ()):
            yield "comparison", ast.Compare(node.left, [getattr(ast, name)()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        for number in range(len(node.values)):
            left = [value for place, value in enumerate(node.values) if place != number]
            yield "condition dropped", left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
    elif isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not | ast.Invert):
            yield "condition dropped", node.operand
    elif isinstance(node, ast.BinOp):
        for name in data["binary"].get(type(node.op).__name__, ()):
            if name in ("left", "right"):
                yield "condition dropped", getattr(node, name)
            else:
                yield "bound", ast.BinOp(node.left, getattr(ast, name)(), node.right)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for value in data["numbers"].get(str(node.value), ()):
            yield "bound", ast.Constant(value)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "bound", ast.Constant(not node.value)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        for other in data["names"].get(node.id, ()):
            yield "confusion", ast.Name(other, ast.Load())
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        for other in data["attributes"].get(node.attr, ()):
            yield "confusion", ast.Attribute(node.value, other, ast.Load())
    elif isinstance(node, ast.If | ast.IfExp):
        for value in (True, False):
            changed = copy.copy(node)
            changed.test = ast.Constant(value)
            yield "condition dropped", changed
    elif isinstance(node, ast.Continue | ast.Expr | ast.AugAssign) or (
        isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript | ast.Attribute)
    ):
        yield "step left out", ast.Pass()


def shown(node: ast.AST) -> str:
    """Return code on one line; of a statement with a body only its head."""
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    if isinstance(node, ast.For):
        return f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
    return " ".join(ast.unparse(node).split())


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef, ast.stmt]]:
    """Yield the functions of a module and the methods of its classes: qualified name, node, statement of the module."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name, statement, statement
        elif isinstance(statement, ast.ClassDef):
            for inner in statement.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{statement.name}.{inner.name}", inner, statement


Place = tuple[ast.AST, str, int | None]
"""A place in the code: the node around it, the field, and the number in it if it is a list."""


def places(function: ast.FunctionDef) -> Iterator[tuple[Place, ast.AST]]:
    """Yield every place of the body of a function where something may be changed, and what stands there.

    Left out are docstrings, annotations, assertions and messages, and the idioms of the catalog.
    """
    idioms = set(catalog()["idioms"])
    stack: list[ast.AST] = [function]
    while stack:
        node = stack.pop()
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "args") and isinstance(
                node, ast.FunctionDef | ast.AnnAssign | ast.arg
            ):
                continue
            for number, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST) or isinstance(child, ast.Assert | ast.Raise | ast.JoinedStr):
                    continue
                if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                    continue
                if isinstance(child, ast.expr | ast.stmt) and shown(child) in idioms:
                    continue
                yield (node, field, number), child
                stack.append(child)


def mutants() -> Iterator[Mutant]:
    """Yield every mutant of the catalog, module by module."""
    for module in catalog()["modules"]:
        tree = parsed(module)
        for name, function, _ in functions(tree):
            if f"{module.rpartition('.')[2]}.{name}" in catalog()["not_rules"]:
                continue
            met: Counter[tuple[str, str, str]] = Counter()
            for (parent, _, _), kind, before, after in sites(function):
                key = key_of(function, before, after)
                met[key] += 1
                if not is_machinery(parent, before):
                    old, new, statement = key
                    yield Mutant(module, name, kind, old, new, met[key], lines_of(function, before), statement)


def key_of(function: ast.FunctionDef, before: ast.AST, after: ast.AST) -> tuple[str, str, str]:
    """Return what a change is called by: the code, what stands in its place, and the statement, where that is asked."""
    bare = isinstance(before, ast.Constant | ast.Name)
    return shown(before), shown(after), shown(statement_of(function, before)) if bare else ""


def is_machinery(parent: ast.AST, node: ast.AST) -> bool:
    """Tell whether code is about bits and sentinels rather than rules: the 1 of -1, of `1 << n`, of `mask >> n & 1`."""
    if isinstance(node, ast.Constant):
        if isinstance(parent, ast.UnaryOp):
            return isinstance(parent.op, ast.USub)
        return isinstance(parent, ast.BinOp) and (isinstance(parent.op, ast.LShift) or is_bit_test(parent))
    return is_bit_test(node)


def is_bit_test(node: ast.AST) -> bool:
    """Tell whether code is `mask >> n & 1`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.BitAnd)
        and isinstance(node.left, ast.BinOp)
        and isinstance(node.left.op, ast.RShift)
    )


def statement_of(function: ast.FunctionDef, node: ast.AST) -> ast.AST:
    """Return the innermost statement of a function that a node is in."""
    innermost: ast.AST = function
    inside = True
    while inside:
        inside = False
        for child in statements_in(innermost):
            if child is node or any(inner is node for inner in ast.walk(child)):
                innermost, inside = child, True
                break
    return innermost


def lines_of(function: ast.FunctionDef, node: ast.AST) -> tuple[int, int]:
    """Return the first and last line of the innermost statement that a node is in; of one with a body, its head."""
    whole = statement_of(function, node)
    body = next(iter(statements_in(whole)), None)
    first = getattr(whole, "lineno", 1)
    return first, body.lineno - 1 if body is not None and body.lineno > first else getattr(whole, "end_lineno", first)


def statements_in(node: ast.AST) -> list[ast.stmt]:
    """Return the statements of the bodies of a statement."""
    bodies = [getattr(node, field, []) for field in ("body", "orelse", "finalbody")]
    return [one for body in bodies if isinstance(body, list) for one in body if isinstance(one, ast.stmt)]


def sites(function: ast.FunctionDef) -> Iterator[tuple[Place, str, ast.AST, ast.AST]]:
    """Yield place, kind, node and what stands in its place, for every change in a function."""
    for place, node in places(function):
        for kind, after in changes(node):
            yield place, kind, node, after


def put(place: Place, node: ast.AST) -> None:
    """Put a node into a place of the code."""
    parent, field, number = place
    if number is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[number] = node


@cache
def parsed(module: str) -> ast.Module:
    """Return the syntax tree of a module of standoff."""
    return ast.parse(Path(str(importlib.import_module(f"standoff.{module}").__file__)).read_text(encoding="utf-8"))


def compiled(mutant: Mutant) -> CodeType:
    """Return the code of the function with the fault.

    Raises:
        LookupError: No such mutant is in the catalog now.
    """
    tree = parsed(mutant.module)
    for name, function, statement in functions(tree):
        if name != mutant.function:
            continue
        met = 0
        for place, _, before, after in sites(function):
            if (shown(before), shown(after)) != (mutant.before, mutant.after):
                continue
            if key_of(function, before, after)[2] != mutant.statement:
                continue
            met += 1
            if met < mutant.occurrence:
                continue
            put(place, ast.fix_missing_locations(ast.copy_location(after, before)))
            try:
                futures = [s for s in tree.body if isinstance(s, ast.ImportFrom) and s.module == "__future__"]
                whole = compile(ast.Module([*futures, statement], []), f"<{mutant.name}>", "exec")
            finally:
                put(place, before)
            return code_in(whole, mutant.function.split("."))
    raise LookupError(mutant.name)


def code_in(code: CodeType, path: list[str]) -> CodeType:
    """Return the code of a function or a method, in that of its module."""
    for name in path:
        code = next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name)
    return code


def function_of(module: str, name: str) -> FunctionType:
    """Return the function of a qualified name, without its decorators."""
    value: Any = importlib.import_module(f"standoff.{module}")
    for part in name.split("."):
        value = inspect.getattr_static(value, part)
    while not isinstance(value, FunctionType):
        for inner in ("fget", "func", "__wrapped__", "__func__"):
            if hasattr(value, inner):
                value = getattr(value, inner)
                break
        else:
            raise LookupError(f"{module}.{name}")
    return value


def absent() -> list[str]:
    """Return what the catalog names and the code no longer has: functions, and where something is kept."""
    data = catalog()
    of = {module.rpartition(".")[2]: module for module in data["modules"]}
    named = [f"{of.get(name.partition('.')[0])}.{name.partition('.')[2]}" for name in data["not_rules"]]
    named += [name for name in data["unlined"] if name not in data["modules"]]
    named += [name for kept in data["caches"].values() for name in kept]
    missing: list[str] = []
    for name in named:
        module = next((one for one in data["modules"] if name.startswith(f"{one}.")), name.rpartition(".")[0])
        try:
            function_of(module, name.removeprefix(f"{module}."))
        except (ImportError, AttributeError, LookupError):
            missing.append(name)
    return missing


class PlantedFault:
    """A fault that can be put into the solver and taken out again.

    Args:
        mutant: Which one. One that follows another edition changes no code: the rulebook is asked for it.
    """

    def __init__(self, mutant: Mutant | Misreading) -> None:
        self.mutant = mutant
        self._codes = [[function, code] for _, function, code in mutant.codes()]
        self._kept: list[tuple[Any, str, Any]] = []
        for module in {module for module, _, _ in mutant.codes()}:
            for name in catalog()["caches"].get(module, ()):  # what was worked out without the fault
                room, _, kept = name.rpartition(".")
                where = importlib.import_module(f"standoff.{room}")
                self._kept.append((where, kept, lru_cache(maxsize=None)(getattr(where, kept).__wrapped__)))

    def _swap(self) -> None:
        for pair in self._codes:
            pair[0].__code__, pair[1] = pair[1], pair[0].__code__
        for number, (module, name, other) in enumerate(self._kept):
            self._kept[number] = module, name, getattr(module, name)
            setattr(module, name, other)

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Have the fault in the solver for as long as this lasts."""
        self._swap()
        try:
            yield
        finally:
            self._swap()
