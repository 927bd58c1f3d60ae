"""The page in a browser, the case book and the site."""

from __future__ import annotations

from pathlib import Path

import click

from . import allow, claim, folders_option, jobs_option, phase_option, print_notice, progress_bar


@click.command()
@click.argument("source", default="start")
@click.option("--map", "map_name", metavar="NAME", help="Start a game on this board: a variant, or a file.")
@folders_option
@click.option("--port", default=None, type=click.IntRange(0, 65535), help="Port (default: 8467 if free).")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@phase_option
@click.option("--share-url", default="", metavar="ADDRESS", help="Public page for shared links; remembered.")
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
def page(
    source: str,
    map_name: str | None,
    folders: tuple[str, ...],
    port: int | None,
    host: str,
    phase: str | None,
    share_url: str,
    no_browser: bool,
) -> None:
    """Open the page in a browser: set up a turn, see it solved, share a link.

    SOURCE is the first turn: a file, a case of the library, or "start". Only this machine can reach the server, unless
    --host is another of its addresses; it runs until interrupted (Ctrl+C). 'standoff site' writes the same page as
    files for a web server; with --share-url, shared links lead there. A link can name a board of standoff, that of
    SOURCE or --map, or a file in a folder of --allow-boards.

    \b
    Examples:
      standoff page
      standoff page 6.F.14
      standoff page game.json --phase F1904M
      standoff page --map ancmed.map
      standoff page --share-url https://example.org/standoff/
    """
    import webbrowser

    from ..page import address_of, is_loopback, served

    if map_name and source != "start":
        raise click.UsageError("--map requires SOURCE start")
    allow([map_name], folders)
    fragment = address_of(source, phase, map_name)
    with served(host, port, share_url) as server:
        if server.everywhere or not is_loopback(host):
            print_notice("anyone who can reach this address can use the page; it has no password")
        address = server.address("127.0.0.1" if server.everywhere else host) + fragment
        click.echo(address)
        print_notice("press Ctrl+C to stop")
        if not no_browser:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print_notice("stopped")


@click.command()
@click.argument("folder")
@click.argument("pattern", required=False)
@jobs_option
def book(folder: str, pattern: str | None, jobs: int | None) -> None:
    """Write the case library into FOLDER as pages with pictures, or only the cases whose id or title contains PATTERN.

    Each case has pictures, its orders with results and reasons, and the results under every rulebook; the complete
    library has the atlas of paradoxes, too. The pages need no server and load nothing from other sites; start at
    index.html. 'standoff site' writes them together with the page and the documentation.

    \b
    Examples:
      standoff book site
      standoff book site 6.F
    """
    from ..page import write_book

    claim(folder, folder=True)
    with progress_bar("drawing and writing pages", None) as move:
        count = write_book(folder, pattern, jobs=jobs, progress=lambda done, total: move(done, total=total))
    click.echo(f"{count} cases written; start at {folder}/index.html")


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
