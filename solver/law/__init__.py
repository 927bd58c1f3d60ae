"""The law: the rules of all rulebooks, each stated once, as functions of integers and masks, run plain or compiled.

No order objects and no text may be in here.
"""

from __future__ import annotations

from types import FunctionType


def functions_in(module: object) -> dict[str, FunctionType]:
    """Return the functions that a module defines, by their names."""
    found = {name: one for name, one in vars(module).items() if isinstance(one, FunctionType)}
    return {name: one for name, one in found.items() if one.__module__ == vars(module)["__name__"]}
