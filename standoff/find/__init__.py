"""Asking the solver the other way round: turns with a property, all of them up to a size, and rules compared."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .finding import Found


class _Room(ModuleType):
    """This package: the import system puts it where the front door has the function `find`, so it is called alike."""

    def __call__(self, *given: Any, **options: Any) -> Found:
        """Find turns with a property (`ask.find`)."""
        from .ask import find

        return find(*given, **options)


sys.modules[__name__].__class__ = _Room
