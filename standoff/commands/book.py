"""`standoff book`: the case library as pages with pictures."""

from __future__ import annotations

import click

from . import claim, jobs_option, progress_bar


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
