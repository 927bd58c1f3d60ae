"""Hooks of MkDocs for the documentation: the files outside ``docs/`` that it links to, and links to the page.

An example with orders, or a command with a turn, gets a link that opens it on the page.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from pathlib import Path
from posixpath import dirname, relpath
from typing import Any

from standoff.map import StandoffError, UnreadWarning
from standoff.page.start import address_of

HOME = Path(__file__).parents[2]
_LINK = re.compile(r"(?<=\]\()(?!\w+:)(?P<file>[^)#\s]+)(?P<anchor>#[^)\s]*)?")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_COMMANDS = "adjudicate|explain|resolutions|compare|draw|show|check|page"
_COMMAND_LINE = re.compile(
    rf"^(?:\$ )?(?:echo (?P<text>'[^']*'|\"[^\"]*\") \| )?standoff (?:{_COMMANDS})\b(?P<words>.*)$", re.MULTILINE
)


def on_files(files: Any, config: Any) -> Any:
    """Add the files outside the folder that the pages link to, and a list of the generated pages."""
    from mkdocs.structure.files import File

    pages = {file.src_uri: Path(file.abs_src_path) for file in files.documentation_pages()}
    outside = {name: path for page in pages.values() for name, path in _outside(page, Path(config.docs_dir))}
    for name, path in sorted(outside.items()):
        files.append(File.generated(config, name, abs_src_path=str(path)))
    generated = [(name, _title(path)) for name, path in sorted(pages.items()) if name.startswith("generated/")]
    listed = "\n".join(f"- [{title}]({name.removeprefix('generated/')})" for name, title in generated)
    files.append(File.generated(config, "generated/index.md", content=f"# Generated pages\n\n{listed}\n"))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_more: Any) -> str:
    """Return a page with links to where those files stand on the site, and with links that open its examples."""
    here = page.file.src_uri

    def placed(link: re.Match[str]) -> str:
        target = (Path(config.docs_dir, here).parent / link["file"]).resolve()
        if target.is_dir() and target.is_relative_to(config.docs_dir):
            return f"{link['file']}index.md"
        name = _place(target, Path(config.docs_dir))
        return relpath(name, dirname(here) or ".") if name else link[0]

    parts = _FENCE.split(markdown)
    parts[::2] = [_LINK.sub(placed, part) for part in parts[::2]]
    root = "../" * (here.count("/") + 1)
    parts[1::2] = [part + _openings(part, root) for part in parts[1::2]]
    return "".join(parts)


def _title(page: Path) -> str:
    lines = page.read_text(encoding="utf-8").splitlines()
    return next((line.lstrip("# ") for line in lines if line.startswith("# ")), page.stem)


def _outside(page: Path, docs: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files outside `docs` that a page links to, with their places on the site."""
    for part in _FENCE.split(page.read_text(encoding="utf-8"))[::2]:
        for link in _LINK.finditer(part):
            target = (page.parent / link["file"]).resolve()
            if name := _place(target, docs):
                yield name, target


def _place(target: Path, docs: Path) -> str:
    """Return where a file outside `docs` stands on the site, as text that browsers display; empty for others."""
    if not target.is_file() or target.is_relative_to(docs) or not target.is_relative_to(HOME):
        return ""
    return f"sources/{target.relative_to(HOME).as_posix()}" + ".txt" * (target.suffix in (".md", ".py"))


def _openings(fence: str, root: str) -> str:
    """Return links that open the turns of an example on the page; `root` is the path from the document to it."""
    info, _, example = fence.removeprefix("```").removesuffix("```").partition("\n")
    turns: list[tuple[str, str, str | None]] = []  # name, text and phase of each
    if info.strip() in ("", "text", "txt", "json") and not re.search(r"^\$ ", example, re.MULTILINE):
        turns.append(("these orders", example, None))
    for command in _COMMAND_LINE.finditer(example):
        if command["text"]:
            turns.append(("these orders", command["text"][1:-1].replace("\\n", "\n"), None))
        chosen = re.search(r"--phase[ =](\S+)", command["words"])
        for word in command["words"].split():
            file = HOME / word
            if not word.startswith("-") and (re.fullmatch(r"\d\.[A-J]\.\d+\w*", word) or file.is_file()):
                turns.append((word, str(file) if file.is_file() else word, chosen[1] if chosen else None))
                break
    links: dict[str, str] = {}
    for name, source, phase in turns:
        with suppress(StandoffError, UnreadWarning), warnings.catch_warnings():
            warnings.simplefilter("error", UnreadWarning)  # a board, say, is no turn
            links.setdefault(f"{root}index.html{address_of(source.strip(chr(10)), phase)}", name)
    shown = [
        f'<a href="{escape(href)}">Open on the page{f": {escape(name)}" * (len(links) > 1)}</a>'
        for href, name in links.items()
    ]
    return f"\n\n<p>{' · '.join(shown)}</p>" if shown else ""
