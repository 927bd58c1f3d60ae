"""`standoff site`: the page, the case book and the documentation, as static files for any web server."""

from __future__ import annotations

from pathlib import Path

import click

from . import claim, jobs_option, progress_bar


@click.command()
@click.argument("folder")
@click.option("--pyodide", default=None, metavar="PATH", help="npm package pyodide (default: fetched by npm).")
@click.option("--docs", default=None, metavar="FOLDER", help="Pages in Markdown (default: ./docs).")
@click.option("--book/--no-book", default=True, help="Include the illustrated case book.")
@jobs_option
def site(folder: str, pyodide: str | None, docs: str | None, book: bool, jobs: int | None) -> None:
    """Write the page, the case book and the documentation into FOLDER, as files for any web server.

    Python runs in the visitor's browser; nothing is loaded from other sites. Node is required: it starts Python once
    and saves its state for browsers. 'standoff book' writes only the case book, which needs no web server; 'standoff
    page' opens the page on this machine.

    \b
    Examples:
      standoff site public
      standoff site public --pyodide pyodide.tgz --no-book
    """
    from ..page import write_site

    if docs is None and Path("docs").is_dir():
        docs = "docs"
    claim(folder, folder=True)
    with progress_bar("the page, Python and the documentation", None) as move:

        def of_book(done: int, total: int) -> None:
            move(done, total=total, description="the case book")

        size = write_site(folder, pyodide=pyodide, docs=docs, book=book, jobs=jobs, progress=of_book)
    click.echo(f"{folder}: the page takes {size / 1000:.0f} kB, not counting Python")
    click.echo(f"any web server can serve it, for example: python3 -m http.server -d {folder}")
