"""Digests of code, which distinguish runs of different code."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from modulefinder import ModuleFinder
from pathlib import Path


def digest_of(files: Iterable[tuple[str, Path]]) -> str:
    """Return a digest of files, each with a name that is the same on every machine.

    Raises:
        OSError: One of them cannot be read.
    """
    digest = hashlib.sha256()
    for name, file in sorted(files):
        content = file.read_bytes()
        digest.update(f"{name} {len(content)}\n".encode(errors="surrogateescape"))
        digest.update(content)
    return digest.hexdigest()[:16]


_READ = (".py", ".pyi", ".json", ".lark")


@cache
def digest_of_rooms(*rooms: str) -> str:
    """Return a digest of the code and data of packages of standoff, taken at the first call in a process.

    >>> len(digest_of_rooms("map", "solver"))
    16
    """
    folders = {room: Path(str(import_module(f"..{room}", __package__).__file__)).parent for room in rooms}
    return digest_of(
        (f"{room}/{file.relative_to(folder).as_posix()}", file)
        for room, folder in folders.items()
        for file in folder.rglob("*")
        if file.suffix in _READ
    )


def digest_of_functions(names: Iterable[str]) -> str:
    """Return a digest of the modules of functions that are named ``module:function``; empty without any.

    It includes the modules that a module imports from its own folder, but not those of Python itself or without a file.

    >>> digest_of_functions([]), len(digest_of_functions(["operator:neg"]))
    ('', 16)
    """
    modules = sorted({name.partition(":")[0] for name in names})
    return digest_of((name, file) for module in modules for name, file in _files_of(module)) if modules else ""


def _files_of(module: str) -> list[tuple[str, Path]]:
    """Return the files of a loaded module, with their names."""
    given = getattr(sys.modules.get(module), "__file__", None)
    if given is None or module.partition(".")[0] in sys.stdlib_module_names:
        return []
    file = Path(given)
    folder = file.parents[module.count(".") + (file.name == "__init__.py")]
    installed = folder.name in ("site-packages", "dist-packages")
    home = folder / module.partition(".")[0] if installed else folder
    finder = ModuleFinder([str(folder)], excludes=["standoff"])
    try:
        finder.import_hook(module)
    except ImportError:  # loaded under another name, such as a script
        finder.run_script(str(file))
    found: list[str | None] = [getattr(each, "__file__", None) for each in finder.modules.values()]
    files = {Path(each) for each in found if each}
    return [(each.relative_to(folder).as_posix(), each) for each in files if each.is_relative_to(home)]
