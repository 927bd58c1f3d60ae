"""The reference pages: options, causes, departures of rulebooks, and the Python API (`docs/generated/`)."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from importlib import import_module
from typing import Any

from standoff.solver import PRESETS, Illegal, Reason, Void
from standoff.solver.rules.departures import DEPARTURES
from standoff.text import all_rules_data
from standoff.text.markdown import markdown_table

_OPTIONS = """# Rule options

Made by `python -m tools.pages.generate` from the options of `solver/rules/options.py`. `--set option=choice` overrides
the choice of a rulebook; [the rulebooks](../rulebooks.md) describes each rulebook. The source is an issue of DATC
chapter 4, or a point (D) of [the Czech and Russian rulebooks](../sources.md#the-czech-and-russian-rulebooks). The
default is the choice of `2023`. The last column names the other rulebooks with a different choice from the default.
"""

_CAUSES = """# Causes

Made by `python -m tools.pages.generate` from `Reason`, `Illegal` and `Void` of `standoff.solver`. Answers, rows and
`to_dict()` have the name of the cause as `cause`, and of an illegal or void order as `fault`. These names are stable;
the sentences may change. The blanks `{attack}`, `{hold}` and `{prevent}` are strengths, `{by}` the deciding orders,
`{rule}` a choice of the rulebook, and `{why}` the reason of the deciding order.
"""

_DEPARTURES = """# Where a rulebook departs from its book

Made by `python -m tools.pages.generate` from `solver/rules/departures.py`. Each row is a point on which rulebooks of the
package do not follow the letter of their books. Where a choice of an option does, the row names it: `--set
option=choice` follows the letter. The English books are quoted from the DATC. Where a book is silent, the preference of
the DATC is no departure.

"""

_API = """# Python API

Made by `python -m tools.pages.generate` from the public stubs and docstrings. [Python](../python.md) is a tour, and lists
the stable names. `help(standoff.Turn.explain)` has all of a method. `standoff.batch` and `standoff.games` need the extra `fast`.
"""

MODULES = ("standoff", "standoff.batch", "standoff.games")
"""The public modules."""

_KINDS = ("function", "class", "enumeration", "exception", "value")

_SECTION = re.compile(r"^(Args|Attributes|Raises|Returns|Yields):$")


def options_page() -> str:
    """Return the page of options: a section for each, with its choices and their rulebooks."""
    data = all_rules_data()
    rulebooks = data["rulebooks"]
    default = rulebooks[0]["options"]
    parts = [_OPTIONS]
    for option in data["options"]:
        name, choices = option["name"], option["choices"]
        rows: list[tuple[str, str, str]] = []
        for choice, meaning in choices.items():
            others = [one["name"] for one in rulebooks if one["options"][name] == choice]
            mark = "default" if choice == default[name] else ", ".join(f"`{one}`" for one in others)
            rows.append((f"`{choice}`", meaning, mark))
        source = option["issue"] if option["issue"].startswith("D") else f"DATC {option['issue']}"
        parts.append(f"## {name}\n\n{option['about'][0].upper()}{option['about'][1:]} ({source}).\n")
        parts.append(markdown_table(("choice", "meaning", "rulebooks"), rows))
    return "\n".join(parts)


def causes_page() -> str:
    """Return the page of causes: every reason, and every fault of an illegal or void order."""
    reasons = [
        (
            f"`{one.name}`",
            str(one.outcome or ""),
            one.sentence,
            "; ".join(one.sources),
            f"`{one.option}`" * bool(one.option),
        )
        for one in Reason
    ]
    parts = [_CAUSES, "## Causes of outcomes\n"]
    parts.append(markdown_table(("cause", "outcome", "sentence", "source", "option"), reasons))
    for title, faults in (("Faults of illegal orders", Illegal), ("Faults of void orders", Void)):
        parts += [f"## {title}\n", markdown_table(("fault", "sentence"), [(f"`{one.name}`", one) for one in faults])]
    return "\n".join(parts)


def departures_page() -> str:
    """Return the page of departures of rulebooks from the letter of their books."""
    rows = [
        (
            ", ".join(f"`{name}`" for name in one.rulebooks),
            f"`{one.option}={one.letter}`" if one.option else "",
            one.paragraph,
            one.book,
            one.preset,
            one.why,
        )
        for one in DEPARTURES
    ]
    named = {name for one in DEPARTURES for name in one.rulebooks}
    rest = ", ".join(f"`{name}`" for name in PRESETS if name not in named)
    head = ("rulebooks", "to the letter", "paragraph", "the book", "the rulebook", "reason")
    return f"{_DEPARTURES}{markdown_table(head, rows)}\n{rest} has no book: it follows a site.\n"


def api_page() -> str:
    """Return the page of the Python API: a section for each public name, with its signature and docstring."""
    parts = [_API]
    for module, names in public_names().items():
        parts.append(f"## {module}\n")
        by_kind: dict[str, list[tuple[str, Any]]] = {kind: [] for kind in _KINDS}
        for name, value in names.items():
            by_kind[_kind(value)].append((name, value))
        for kind, described in by_kind.items():
            parts += [_described(kind, name, value) for name, value in described]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"


def public_names() -> dict[str, dict[str, Any]]:
    """Return the public names of each public module, in alphabetical order, with their values."""
    modules = {name: import_module(name) for name in MODULES}
    return {
        name: {each: getattr(module, each) for each in sorted(module.__all__) if not each.startswith("__")}
        for name, module in modules.items()
    }


def _kind(value: Any) -> str:
    if not isinstance(value, type):
        return "function" if inspect.isfunction(inspect.unwrap(value)) else "value"
    if issubclass(value, Exception):
        return "exception"
    return "enumeration" if issubclass(value, Enum) else "class"


def _described(kind: str, name: str, value: Any) -> str:
    """Return the section of a public name."""
    if kind == "value":
        return f"### value {name}\n\n`{value!r}`\n"
    lines = [f"### {kind} {name}\n"]
    if kind in ("function", "class"):
        lines.append(f"```python\n{_signature(name, value)}\n```\n")
    elif kind == "exception":
        lines.append(f"Bases: {', '.join(f'`{base.__name__}`' for base in value.__bases__)}.\n")
    else:
        lines.append(f"Members: {', '.join(f'`{member.name}`' for member in value)}.\n")
    lines.append(_prose(inspect.getdoc(value) or ""))
    if kind in ("class", "enumeration"):
        lines += [_member(*member) for member in public_members(value)] + [""]
    return "\n".join(lines)


def public_members(value: type) -> Iterator[tuple[str, str, Any]]:
    """Yield the public methods and properties that a class or its bases in this package define, each with its kind."""
    seen: set[str] = set()
    for base in value.__mro__:
        if not base.__module__.startswith("standoff"):
            continue
        for name, member in vars(base).items():
            if name.startswith("_") or name in seen:
                continue
            seen.add(name)
            if isinstance(member, property | cached_property):
                yield name, "property", member
            elif isinstance(member, classmethod | staticmethod):
                yield name, "class method", member.__func__
            elif inspect.isfunction(member):
                yield name, "method", member


def _member(name: str, kind: str, member: Any) -> str:
    """Return a method or property as an item of a list, with the first paragraph of its docstring."""
    text = " ".join((inspect.getdoc(member) or "").replace("``", "`").partition("\n\n")[0].split())
    shown = name if kind == "property" else _signature(name, member)
    return f"- `{shown}`" + f" ({kind})" * (kind == "class method") + f": {text}"


def _signature(name: str, value: Any) -> str:
    """Return a name with its arguments, as they would be written, without `self`."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parameters = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    text = str(signature.replace(parameters=parameters))
    return name + re.sub(r"""(: |-> )(?:'([^']*)'|"([^"]*)")""", lambda found: found[1] + (found[2] or found[3]), text)


def _prose(doc: str) -> str:
    """Return a docstring as Markdown: sections become lists, examples become blocks of code."""
    out: list[str] = []
    lines = iter([*doc.replace("``", "`").splitlines(), ""])
    for line in lines:
        if found := _SECTION.match(line):
            out += [f"*{found[1]}*", ""]
            out += [*_items(lines, plain=found[1] in ("Returns", "Yields")), ""]
        elif line.startswith(">>>"):
            out += ["```pycon", line]
            for more in lines:
                if not more:
                    break
                out.append(more)
            out += ["```", ""]
        else:
            out.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip("\n") + "\n" if out else ""


def _items(lines: Iterator[str], *, plain: bool) -> Iterator[str]:
    """Yield the entries of a section of a docstring as items of a list, up to the next blank line."""
    item = ""
    for line in lines:
        if not line:
            break
        if not plain and re.match(r"    \S", line):
            if item:
                yield item
            name, colon, text = line.strip().partition(": ")
            item = f"- `{name}`: {text}" if colon else f"- {name}"
        else:
            item = f"{item} {line.strip()}".strip()
    yield item
