"""Makes the page of the Python interface from the docstrings: `python -m tools.pages.api`.

What `standoff`, `standoff.map` and `standoff.solver` offer is public, and so is every function and class of the modules that these names
come from, unless its name begins with an underscore (in a module with `__all__`, only those that it names).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

import standoff
import standoff.map
import standoff.solver
from tools.shared import write_pages

HEAD = """# The Python interface

Made by `python -m tools.pages.api` from the docstrings; every example runs as a test. `import standoff` is enough for nearly everything; the modules
it is made of follow one by one.

"""

_SECTION = re.compile(r"^(Args|Returns|Raises|Attributes|Yields|Source):(.*)$")


def offered(package: ModuleType) -> list[tuple[str, Any]]:
    """Return the names that a package offers, with what they name."""
    return [(name, getattr(package, name)) for name in sorted(package.__all__)]


def modules() -> list[ModuleType]:
    """Return the modules that what is offered comes from, the front door's first."""
    by_name: dict[str, ModuleType] = {}
    for package in (standoff, standoff.map, standoff.solver):
        for _, value in offered(package):
            name = getattr(value, "__module__", "")
            if name.startswith("standoff."):
                by_name.setdefault(name, import_module(name))
    first = [
        "standoff.turn.turn",
        "standoff.turn.result",
        "standoff.turn.resolutions",
        "standoff.turn.comparison",
        "standoff.cases.origins",
    ]
    return [by_name[name] for name in (*first, *sorted(by_name.keys() - set(first)))]


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the public functions and classes of a module, in the order of the file."""
    chosen = getattr(module, "__all__", None)
    for name, value in vars(module).items():
        own = getattr(value, "__module__", None) == module.__name__
        if (
            own
            and (chosen is None or name in chosen)
            and not name.startswith("_")
            and (inspect.isclass(value) or inspect.isroutine(value))
        ):
            yield name, value


def methods(cls: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods of a class, properties left out."""
    for name, value in vars(cls).items():
        function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if not name.startswith("_") and inspect.isfunction(function):
            yield name, function


def listed(module: ModuleType) -> Iterator[tuple[str, Any, int]]:
    """Yield the public functions and classes of a module, and the methods of what is offered, with heading levels."""
    front = {id(value) for _, value in offered(standoff)}
    for name, value in public(module):
        yield name, value, 3
        if inspect.isclass(value) and id(value) in front:
            yield from ((f"{name}.{method}", function, 4) for method, function in methods(value))


def documented() -> Iterator[tuple[str, Any]]:
    """Yield everything that must have an example."""
    for module in modules():
        for name, value, _ in listed(module):
            yield f"{module.__name__}.{name}", value


# -- as Markdown ------------------------------------------------------------------------------------------------------


def signature(name: str, value: Any) -> str:
    """Return how something is called."""
    if inspect.isclass(value) and not (is_dataclass(value) or "__init__" in vars(value) or hasattr(value, "_fields")):
        return ""
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return ""
    text = re.sub(r"<factory>|<object object at 0x\w+>", "…", text).replace("'", "")
    return f"{name}{text}"


def text_of(value: Any) -> str:
    """Return a docstring as Markdown: paragraphs, lists of arguments, the example as code."""
    lines = inspect.cleandoc(value.__doc__ or "").splitlines()
    at = next((number for number, line in enumerate(lines) if line.startswith(">>>")), len(lines))
    shown: list[str] = []
    listed = False
    for line in lines[:at]:
        head = _SECTION.match(line)
        if head:
            listed = not head[2]
            shown.append(f"*{head[1]}*" + (f":{head[2]}" if head[2] else ""))
            if listed:
                shown.append("")
        elif listed and line.startswith("    ") and not line.startswith("     "):
            shown.append("- " + re.sub(r"^([\w, ]+):", r"`\1`:", line.strip()))
        elif listed and line.strip():
            shown[-1] += " " + line.strip()
        else:
            listed = False if line.strip() else listed
            shown.append(line)
    text = "\n".join(shown).strip()
    example = "\n".join(lines[at:]).strip()
    return text + (f"\n\n```python\n{example}\n```" if example else "")


def entry(name: str, value: Any, level: int) -> list[str]:
    """Return the entry of a name."""
    called = signature(name, value)
    parts = [f"{'#' * level} {name}", f"`{called}`" if called else "", text_of(value)]
    return [part for part in parts if part]


def page() -> str:
    """Return the page."""
    parts: list[str] = []
    for module in modules():
        parts.append(f"## {module.__name__}")
        parts.append((inspect.cleandoc(module.__doc__ or "")).partition("\n\n")[0])
        for name, value, level in listed(module):
            parts.extend(entry(name, value, level))
    names = ", ".join(f"`{name}`" for name in standoff.__all__)
    return HEAD + f"Offered by `standoff`: {names}.\n\n" + "\n\n".join(parts) + "\n"


def pages() -> dict[str, str]:
    """Return the text of every page that this makes by its file name."""
    return {"generated/api.md": page()}


if __name__ == "__main__":
    write_pages(__doc__, pages)
