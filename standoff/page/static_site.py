"""The page as a folder of static files: Python runs in the visitor's browser, and nothing is loaded from other sites.

Its parts: the page, with empty boards to draw on before Python is loaded; the package and its dependencies as archives;
Pyodide (Python compiled for browsers) from its npm package; a snapshot of Python's memory with everything that a turn
needs, so that no visitor waits for Python to start; a service worker that caches all of it; the illustrated case book;
and the documentation as MkDocs builds it.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib
import importlib.metadata
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path

from ..map import LANGUAGES, StandoffError, json_object, load_board
from ..work import errors_as, write_whole
from .maps import empty_board
from .server import POLICY, files

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the npm package `pyodide` that a browser needs."""

SNAPSHOT = "snapshot.gz"
"""The memory of Python, made by snapshot.mjs."""

OWN = ("standoff", "standoff.map", "standoff.solver", "standoff.cases")
NEEDED = ("constraint", "lark", "lazy_loader")
"""The packages required for answers; only their pure Python modules are included."""

UNUSED = tuple(
    f"standoff/{package}/"
    for package in ("commands", "env", "lines", "page/site", "peers", "random_turns", "searches", "solver/arrays")
)
"""The packages of standoff that no answer requires."""

LATER = ("networkx",)
"""Packages that few answers require; each is an archive of its own, fetched on import."""

SITE_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").replace(
    "base-uri", "worker-src 'self'; base-uri"
)

ANSWER_SECONDS = 60
"""The time limit of an answer; Python in a browser is about three times slower than the server."""


class SiteError(StandoffError):
    """The site cannot be built; the message has what is missing."""


def write_site(
    folder: str,
    *,
    pyodide: str | None = None,
    docs: str | None = None,
    book: bool = True,
    jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> int:
    """Write the site into a folder.

    Args:
        folder: The output folder; created if it does not exist. Files of the same names are replaced, others stay.
        pyodide: The npm package `pyodide`, a folder or archive (default: fetched with npm). Node takes the snapshot.
        docs: The documentation, a folder that MkDocs has built (default: none).
        book: False to omit the case book.
        jobs: The number of processes for the case book (default: one per core).
        progress: Called with the number of pages of the case book that are written, and of all.

    Returns:
        The number of bytes of the page itself, without Python and the book.

    Raises:
        SiteError: Pyodide or Node is not available, the documentation is not built, or the folder is not writable.
    """
    to = Path(folder)
    if docs is not None and not Path(docs, "index.html").is_file():
        raise SiteError(f"{docs}: no index.html in it; expected the documentation, as mkdocs build writes it")
    with errors_as(SiteError, folder):
        to.mkdir(parents=True, exist_ok=True)
        _pyodide(to / "pyodide", pyodide)
        beside = ("book",) * book + ("docs",) * (docs is not None)
        size = _page(to, links=beside)
        _snapshot(to)
        if docs is not None:
            shutil.copytree(docs, to / "docs", dirs_exist_ok=True)
    if book:
        from .site.book_files import write_book

        write_book(str(to / "book"), jobs=jobs, site=("page", *beside), progress=progress)
    return size


def _page(to: Path, *, links: tuple[str, ...]) -> int:
    policy = SITE_POLICY.replace("frame-ancestors 'none'", "").rstrip("; ")  # not allowed in a meta element
    written = {
        path.removeprefix("/"): content for path, (content, _) in files(policy, ANSWER_SECONDS, links=links).items()
    }
    written |= dict(_empty_boards())
    written["packages.tar.gz"] = make_tar((*OWN, *NEEDED))
    for package in LATER:
        written[f"{package}.tar.gz"] = make_tar((package,))
    written |= _of_version(written, to / "pyodide")
    (to / "grounds").mkdir(exist_ok=True)
    for path, content in written.items():
        write_whole(to / path, content)
    return sum(len(content) for path, content in written.items() if not path.endswith((".gz", ".json")))


def _empty_boards() -> Iterator[tuple[str, bytes]]:
    """Yield the empty boards on which the page draws the turn of a link before Python is loaded."""
    board = load_board()
    for theme in ("light", "dark"):
        for language in LANGUAGES:
            text = json.dumps(empty_board(board, theme, language), ensure_ascii=False, separators=(",", ":"))
            yield f"grounds/{board.name}.{theme}.{language}.json", text.encode()


def _of_version(written: dict[str, bytes], pyodide: Path) -> dict[str, bytes]:
    """Return the workers: the service worker caches these files until one of them changes."""
    python = {f"pyodide/{name}": (pyodide / name).read_bytes() for name in PYODIDE_FILES}
    version = hashlib.sha256(b"".join(name.encode() + content for name, content in sorted((written | python).items())))
    cached_names = [*(name for name in sorted(written) if name != "service.js"), *python, SNAPSHOT]
    texts = {
        name: written[name].decode().replace("{version}", version.hexdigest()[:12])
        for name in ("service.js", "worker.js")
    }
    texts["service.js"] = texts["service.js"].replace("[/* files */]", json.dumps(["./", *cached_names]))
    return {name: text.encode() for name, text in texts.items()}


# -- the package ----------------------------------------------------------------------------------------------------


def make_tar(names: Sequence[str]) -> bytes:
    """Return packages, and the version of standoff, as a tar archive, which the page unpacks itself.

    >>> import io, tarfile
    >>> archive = tarfile.open(fileobj=io.BytesIO(make_tar(("standoff", "standoff.solver"))))
    >>> "standoff/solver/law/equations.py" in archive.getnames(), any(".so" in name for name in archive.getnames())
    (True, False)
    """
    version = importlib.metadata.version("standoff")
    about = f"Metadata-Version: 2.1\nName: standoff\nVersion: {version}\n"
    content = {**dict(_modules(names)), f"standoff-{version}.dist-info/METADATA": about.encode()}
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, text in sorted(content.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    return gzip.compress(out.getvalue(), mtime=0)


_KINDS = {".py", ".pyi", ".json", ".txt", ".lark", ".toml"}


def _modules(packages: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    for package in packages:
        (folder, *_) = importlib.import_module(package).__path__
        for path in Path(folder).rglob("*"):
            inside = path.relative_to(folder)
            name = f"{package.replace('.', '/')}/{inside.as_posix()}"
            unused = {"__pycache__", "tests"} & set(inside.parts) or name.startswith(UNUSED)
            if path.suffix in _KINDS and not unused:
                yield name, path.read_bytes()


# -- Python for browsers ----------------------------------------------------------------------------------------------


def _pyodide(to: Path, source: str | None) -> None:
    """Copy the files that a browser needs from the npm package, a folder or an archive (default: fetched by npm)."""
    to.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        package = _fetched(folder) if source is None else Path(source)
        if not package.is_dir():
            try:
                with tarfile.open(package) as archive:
                    archive.extractall(folder, filter="data")
            except tarfile.TarError as fault:
                raise SiteError(f"{package}: {fault}; expected the npm package pyodide") from None
            package = Path(folder) / "package"
        for name in PYODIDE_FILES:
            if not (package / name).is_file():
                raise SiteError(f"{source}: no file {name} in it; expected the npm package pyodide")
            write_whole(to / name, (package / name).read_bytes())
    lock = to / "pyodide-lock.json"  # only its version is used: no package of Pyodide is loaded
    info = json_object(lock.read_bytes())["info"]
    write_whole(lock, json.dumps({"info": info, "packages": {}}).encode())


def _snapshot(site: Path) -> None:
    """Write the memory of Python after it has loaded everything that a turn needs; Node runs it as a browser does."""
    node = shutil.which("node")
    if node is None:
        raise SiteError("building the site requires node")
    with resources.as_file(resources.files("standoff.page") / "snapshot.mjs") as script:
        done = subprocess.run([node, str(script), str(site)], capture_output=True, check=False)
    if done.returncode:
        raise SiteError(f"no snapshot of Python: {done.stderr.decode()[-300:].strip()}")


def _fetched(folder: str) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError("fetching pyodide requires npm; or name the package with --pyodide")
    done = subprocess.run([npm, "pack", "--silent", "pyodide"], cwd=folder, capture_output=True, check=False)
    archives = list(Path(folder).glob("*.tgz"))
    if done.returncode or not archives:
        raise SiteError(f"npm could not fetch the package pyodide: {done.stderr.decode()[-300:].strip()}")
    return archives[0]
