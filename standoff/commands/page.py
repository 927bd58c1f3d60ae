"""`standoff page`: the page, served to a browser on this machine."""

from __future__ import annotations

import click

from . import allow, folders_option, phase_option


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
            click.echo("standoff: anyone who can reach this address can use the page; it has no password", err=True)
        address = server.address("127.0.0.1" if server.everywhere else host) + fragment
        click.echo(address)
        click.echo("standoff: press Ctrl+C to stop", err=True)
        if not no_browser:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("standoff: stopped", err=True)
