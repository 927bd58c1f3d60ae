"""Where the compiled code of a module is kept; found without Numba, which takes long to load.

A folder is named after the content of everything that the code was compiled from: the module, whatever it imports of
this package, and so on; the versions and settings of Numba; and the processor. None of these lists is kept by hand.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import time

from ...hooks import STARTED

SUFFIX = ".code"
"""The end of the name of a file that holds a compiled function: see `compiled_cache`."""

_PACKAGE = Path(__file__).parents[2]


def _module(folder: Path, names: list[str], package: Path) -> Path | None:
    """Return the file of a module, None if there is none of that name.

    In a clone `map`, `solver` and `cases` lie beside the folder of the package, when it is installed in it.
    """
    if not names:
        return None
    for base in (folder, package, package / "standoff") if folder in (package, package / "standoff") else (folder,):
        path = base.joinpath(*names)
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


def _run_when_imported(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports that a module itself does: not those of its functions, nor those for type checkers alone."""
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        elif isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            yield from _run_when_imported(node.orelse)
        else:
            for part in ("body", "orelse", "finalbody", "handlers", "cases"):
                yield from _run_when_imported(getattr(node, part, None) or [])


_TOP_LEVEL = re.compile(r"^(?=[^\s#)\]}])", re.MULTILINE)


def _import_statements(content: bytes) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports that a module itself does.

    Only top-level statements with the word in them are parsed, and no function: parsing everything takes ten times as
    long. What cannot be read in this way is parsed as a whole.
    """
    parts = _TOP_LEVEL.split(content.decode())
    some = "".join(part for part in parts if "import" in part and not part.startswith(("def ", "async ")))
    try:
        return list(_run_when_imported(ast.parse(some).body))
    except SyntaxError:
        return list(_run_when_imported(ast.parse(content).body))


@cache
def _imports(file: Path, package: Path) -> frozenset[Path]:
    """Return the files of the package that a file imports when it is imported itself.

    For ``from folder import name`` it is that of the module `name`, if there is one; what the folder's own
    ``__init__`` does then does not matter.
    """
    files: set[Path | None] = set()
    for node in _import_statements(file.read_bytes()):
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name.startswith("standoff."):
                    files.add(_module(package, name.name.split(".")[1:], package))
            continue
        names = node.module.split(".") if node.module else []
        folder = package
        if node.level:
            folder = file.parents[node.level - 1]
        elif names and names[0] == "standoff":
            names = names[1:]
        else:
            continue
        if folder.is_relative_to(package):
            whole = _module(folder, names, package) or _module(folder, [*names, "__init__"], package)
            files.update(_module(folder, [*names, name.name], package) or whole for name in node.names)
    return frozenset(file for file in files if file)


def sources(module: Path, package: Path = _PACKAGE) -> list[Path]:
    """Return the files that the compiled code of a module depends on: its own, and all that it and they import.

    Args:
        module: The file of the module.
        package: The folder in which `map`, `solver` and `cases` lie.

    Raises:
        OSError: One of them cannot be read.
        SyntaxError: One of them is not Python.

    >>> [file.name for file in sources(_PACKAGE / "solver" / "law" / "faults.py")]
    ['faults.py']
    """
    modules, waiting = {module}, [module]
    while waiting:
        new = _imports(waiting.pop(), package) - modules
        modules |= new
        waiting.extend(new)
    return sorted(modules)


def changed_sources(module: Path, package: Path = _PACKAGE) -> list[Path]:
    """Return those sources of a module that were changed or removed since this process began.

    What is in memory may be older or newer than they are. A date in the future is no sign of that.
    """
    folders: list[Path] = []
    for file in sources(module, package):
        try:
            state = file.stat()
        except OSError:
            folders.append(file)
            continue
        if any(STARTED < stamp <= time() for stamp in (state.st_mtime, state.st_ctime)):
            folders.append(file)
    return folders


def content_digest(module: Path, package: Path = _PACKAGE) -> str:
    """Return a digest of the sources of a module, and of the settings that Numba compiles by.

    Raises:
        OSError: A source cannot be read.
        SyntaxError: A source is not Python.
        PackageNotFoundError: Numba is not installed.
    """
    import hashlib
    from importlib.metadata import version

    digest = hashlib.sha256(sys.version.encode())
    for name in ("numba", "llvmlite", "numpy"):
        digest.update(f"{name} {version(name)}\n".encode())
    for name, value in sorted(os.environ.items()):
        if name.startswith("NUMBA_"):
            digest.update(f"{name}={value}\n".encode(errors="surrogateescape"))
    for file in sources(module, package):
        content = file.read_bytes()
        name = file.relative_to(package).as_posix() if file.is_relative_to(package) else file.name
        digest.update(f"{name} {len(content)}\n".encode(errors="surrogateescape"))
        digest.update(content)
    return digest.hexdigest()[:16]


@cache
def machine() -> str:
    """Return the name of the processor, and a digest of all that it can do: several may share a home folder."""
    import hashlib

    from llvmlite import binding  # as Numba does it

    name = binding.get_host_cpu_name()
    able = f"{name} {binding.get_process_triple()} {binding.get_host_cpu_features().flatten()}"
    return f"{''.join(filter(str.isalnum, name))}-{hashlib.sha256(able.encode()).hexdigest()[:16]}"


def _base() -> Path:
    given = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(given) if os.path.isabs(given) else Path.home() / ".cache") / "standoff"


@cache
def _names(module: Path) -> tuple[str, str]:
    return f"{module.stem}-{content_digest(module)}", machine()


def compiled_folder(module: Path) -> Path:
    """Return where the compiled code of a module is kept; the folder need not exist.

    Args:
        module: The file of the module.

    Raises:
        RuntimeError: There is nowhere to keep it; the message says why.
    """
    try:
        return _base().joinpath(*_names(module))
    except (ImportError, OSError, SyntaxError, RuntimeError, ValueError) as why:
        raise RuntimeError(str(why)) from why


def is_kept(module: Path, function: str) -> bool:
    """Tell whether compiled code of a function of a module is kept here for this machine; it may be damaged."""
    try:
        return any(_files(compiled_folder(module), function))
    except (RuntimeError, OSError):
        return False


def _files(folder: Path, function: str) -> Iterator[Path]:
    return folder.glob(f"{function}-*{SUFFIX}")
