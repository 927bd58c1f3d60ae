"""The page as a folder of static files: Python runs in the visitor's browser, and nothing is loaded from other sites.

Its parts: the page, with empty boards to draw on before Python is loaded; the package and its dependencies as archives;
Pyodide (Python compiled for browsers) from its npm package; a snapshot of Python's memory with everything that a turn
needs, so that no visitor waits for Python to start; a service worker that caches all of it; the illustrated case book;
and the documentation with examples that open on the page.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib
import importlib.metadata
import io
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

from ..map import LANGUAGES, StandoffError, json_object, load_board
from ..text import html_filled
from ..work import errors_as, write_whole
from .maps import empty_board
from .server import POLICY, files
from .start import address_of

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
        docs: A folder of pages in Markdown (default: none).
        book: False to omit the case book.
        jobs: The number of processes for the case book (default: one per core).
        progress: Called with the number of pages of the case book that are written, and of all.

    Returns:
        The number of bytes of the page itself, without Python and the book.

    Raises:
        SiteError: Pyodide or Node is not available, or the folder is not writable.
    """
    to = Path(folder)
    with errors_as(SiteError, folder):
        to.mkdir(parents=True, exist_ok=True)
        _pyodide(to / "pyodide", pyodide)
        beside = ("book",) * book + ("docs",) * (docs is not None)
        size = _page(to, links=beside)
        _snapshot(to)
        if docs is not None:
            write_documents(to / "docs", Path(docs), book=book)
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


# -- documentation ----------------------------------------------------------------------------------------------------

_COMMANDS = "adjudicate|explain|resolutions|compare|draw|show|check|page"
_COMMAND_LINE = re.compile(
    rf"^(?:\$ )?(?:echo (?P<text>'[^']*'|\"[^\"]*\") \| )?standoff (?:{_COMMANDS})\b(?P<words>.*)$", re.MULTILINE
)


def write_documents(to: Path, docs: Path, *, book: bool) -> None:
    """Write the pages of the documentation, and copy the files that they link to."""
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token

    def fence(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        shown = RendererHTML.fence(renderer, tokens, at, options, env)
        return shown + _try(tokens[at].content, tokens[at].info, home.parent, env["root"])

    def write(name: str, **values: Any) -> None:
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(to / name, html_filled("document.html", root=_path_to_root(name), book=book, **values))

    home = docs.resolve()
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("fence", fence)
    folders: dict[str, dict[str, str]] = {}  # their pages, with the titles
    files = {*(home / "pictures").rglob("*.*")}
    for path in sorted(home.rglob("*.md")):
        name, text = _place(path, home), path.read_text(encoding="utf-8")
        title = next((line.lstrip("# ") for line in text.splitlines() if line.startswith("# ")), path.stem)
        folder, _, file = name.rpartition("/")
        folders.setdefault(folder, {})[file] = title
        tokens = reader.parse(text)
        _name_headings(tokens)
        for link in (part for token in tokens for part in token.children or () if part.type == "link_open"):
            href, sharp, anchor = str(link.attrs["href"]).partition("#")
            target = (path.parent / href).resolve()
            if href and not re.match("[a-z]+:", href) and target.exists():
                if target.is_file() and not (target.suffix == ".md" and target.is_relative_to(home)):
                    files.add(target)
                place = _place(target, home)
                link.attrs["href"] = _path_to_root(name)[3:] + place + (sharp + anchor) * place.endswith(".html")
        write(name, title=title, body=reader.renderer.render(tokens, reader.options, {"root": _path_to_root(name)}))
    for file in files:
        (to / _place(file, home)).parent.mkdir(parents=True, exist_ok=True)
        write_whole(to / _place(file, home), file.read_bytes())
    for folder, pages in folders.items():
        if "index.html" not in pages:
            write(f"{folder}/index.html".lstrip("/"), title=folder or "Documentation", pages=pages.items())


def _path_to_root(name: str) -> str:
    """Return the path from a page of the documentation to the folder of the site."""
    return "../" * (name.count("/") + 1)


def _place(path: Path, home: Path) -> str:
    """Return the site's address of a page, file or folder that a page links to; `home` is the folder of the pages."""
    if not path.is_relative_to(home):
        name = f"sources/{path.relative_to(home.parent).as_posix()}"
        return name + ".txt" * (path.suffix in (".md", ".py"))  # which browsers display
    name = path.relative_to(home).as_posix()
    if path.is_dir():
        return f"{name}/index.html"
    if path.suffix == ".md":
        return re.sub(r"\bREADME$", "index", name.removesuffix(".md")) + ".html"
    return name + ".txt" * (path.suffix == ".py")


def _name_headings(tokens: Sequence[Any]) -> None:
    """Give each heading an id made from its text, as code forges do."""
    times: Counter[str] = Counter()
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            words = "".join(part.content for part in token.children or () if part.type in ("text", "code_inline"))
            name = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
            before.attrs["id"] = f"{name}-{times[name]}" if times[name] else name
            times[name] += 1


def _try(example: str, info: str, base: Path, root: str) -> str:
    """Return links to the turns of an example in a language, empty if it has none.

    Args:
        example, info: The example and its language.
        base: The folder that the files in examples are relative to.
        root: The path from the document to the page, ``"../"``.
    """
    turns: list[tuple[str, str, str | None]] = []  # name, text and phase of each
    if info.strip() in ("", "text", "txt", "json") and not re.search(r"^\$ ", example, re.MULTILINE):
        turns.append(("these orders", example, None))
    for command in _COMMAND_LINE.finditer(example):
        if command["text"]:
            turns.append(("these orders", command["text"][1:-1].replace("\\n", "\n"), None))
        chosen = re.search(r"--phase[ =](\S+)", command["words"])
        for word in command["words"].split():
            file = base / word
            if not word.startswith("-") and (re.fullmatch(r"\d\.[A-J]\.\d+\w*", word) or file.is_file()):
                turns.append((word, str(file) if file.is_file() else word, chosen[1] if chosen else None))
                break
    links: dict[str, str] = {}
    for name, source, phase in turns:
        with suppress(StandoffError):
            address = address_of(source.strip("\n"), phase)
            links.setdefault(f"{root}index.html{address}", name)
    return html_filled("try.html", links=[(name, href) for href, name in links.items()]) if links else ""
