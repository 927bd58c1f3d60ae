"""`standoff board`: the page, served to this machine's browser."""

from __future__ import annotations

import click


@click.command()
@click.argument("source", default="start")
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="The port; a free one if left out.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--phase", default=None, metavar="PHASE", help="Which phase of a saved game or case.")
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
def board(source: str, port: int, host: str, phase: str | None, no_browser: bool) -> None:
    """Open the page: set up a turn, see it solved, send the link.

    SOURCE is what it starts from: a file, a case of the library, or "start". The server answers this machine only,
    until it is interrupted.

    \b
    Examples:
      standoff board
      standoff board 6.F.14
      standoff board game.json --phase F1904M
    """
    import webbrowser

    from ..page.start import address_of, served

    fragment = address_of(source, phase)
    with served(host, port) as server:
        shown = server.address(host) + fragment
        click.echo(shown)
        click.echo("standoff: Ctrl+C ends it", err=True)
        if not no_browser:
            webbrowser.open(shown)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("standoff: ended", err=True)
