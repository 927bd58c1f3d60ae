"""Public APIs of the packages: names of a stub are loaded on first use."""

from __future__ import annotations

import re
from typing import Any

import lazy_loader

_IMPORT = re.compile(r"from \.([\w.]+) import (\([^)]*\)|.*)")


def attach_stub(package: str, file: str) -> tuple[Any, Any, list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package whose stub lists its names and their modules.

    `lazy_loader.attach_stub` returns the same, but parses the stub as Python. Our stubs hold only imports, so a regular
    expression is enough, and every command starts 3 ms faster.

    Args:
        package: The name of the package.
        file: Its ``__init__.py``; the stub lies beside it.
    """
    with open(f"{file.rpartition('.')[0]}.pyi", encoding="utf-8") as stub:
        imports = _IMPORT.findall(stub.read())
    return lazy_loader.attach(  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        package, submod_attrs={module: re.findall(r"(\w+) as ", names) for module, names in imports}
    )
