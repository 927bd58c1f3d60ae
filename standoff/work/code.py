"""Digests of code, by which a run is told from one of other code."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path


def digest_of(files: Iterable[tuple[str, Path]]) -> str:
    """Return a digest of files, each with the name that it goes by on every machine.

    Raises:
        OSError: One of them cannot be read.
    """
    digest = hashlib.sha256()
    for name, file in sorted(files):
        content = file.read_bytes()
        digest.update(f"{name} {len(content)}\n".encode(errors="surrogateescape"))
        digest.update(content)
    return digest.hexdigest()[:16]


def digest_of_functions(names: Iterable[str]) -> str:
    """Return a digest of the modules of functions that are named ``module:function``; empty without any.

    What a module imports from the folder that it lies in belongs to it. Modules of Python itself do not count, nor do
    those that were not loaded from a file.

    >>> digest_of_functions([]), len(digest_of_functions(["operator:neg"]))
    ('', 16)
    """
    modules = sorted({name.partition(":")[0] for name in names})
    return digest_of((name, file) for module in modules for name, file in _files_of(module)) if modules else ""


def _files_of(module: str) -> list[tuple[str, Path]]:
    """Return the files of a module that is loaded, with their names."""
    given = getattr(sys.modules.get(module), "__file__", None)
    if given is None or module.partition(".")[0] in sys.stdlib_module_names:
        return []
    file = Path(given)
    folder = file.parents[module.count(".") + (file.name == "__init__.py")]
    installed = folder.name in ("site-packages", "dist-packages")
    home = folder / module.partition(".")[0] if installed else folder
    files, waiting = {file}, [file]
    while waiting:
        new = {one for one in _imported(waiting.pop(), folder) if one.is_relative_to(home)} - files
        files |= new
        waiting += new
    return [(each.relative_to(folder).as_posix(), each) for each in files]


def _imported(file: Path, folder: Path) -> Iterator[Path]:
    """Yield the files in a folder that a file there imports, at its beginning or later, without those of standoff."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        start, paths = folder, list[list[str]]()
        if isinstance(node, ast.Import):
            paths = [name.name.split(".") for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = file.parents[node.level - 1] if node.level else folder
            module = node.module.split(".") if node.module else []
            paths = [[*module, name.name] for name in node.names]
        for path in paths:
            if start == folder and path[0] == "standoff":
                continue
            for length in range(1, len(path) + 1):
                one = start.joinpath(*path[:length])
                yield from (each for each in (one.with_suffix(".py"), one / "__init__.py") if each.is_file())
