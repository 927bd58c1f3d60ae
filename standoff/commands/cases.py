"""`standoff cases`: the case library."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from . import claim, datc_option, language_option, write_out

if TYPE_CHECKING:
    from ..cases import Case


@click.command()
@click.argument("pattern", required=False)
@click.option("--rules", default=None, metavar="NAME", help="Run only under this rulebook; 'all': every one named.")
@datc_option("Only the cases of this edition of the DATC")
@click.option("--file", "files", multiple=True, metavar="FILE", help="Run the cases of this file, not the library's.")
@click.option("--table", is_flag=True, help="Print a Markdown table of outcomes by rulebook.")
@click.option("--export", default=None, metavar="FILE", help="Write the cases as JSON, for other programs.")
@click.option("--verbose", "-v", is_flag=True, help="Also list the cases that pass.")
@language_option("Language of titles, printed or matched by PATTERN.")
def cases(
    pattern: str | None,
    rules: str | None,
    datc: str | None,
    files: tuple[str, ...],
    table: bool,
    export: str | None,
    verbose: bool,
    language: str,
) -> None:
    """Run the case library, or only cases that match PATTERN: an id (6.F.14), or ids and titles with wildcards (6.F.*).

    Each case runs under the rulebooks that it names. The exit status is 1 if any case fails. 6.H.16 is the case of that
    number in the newest DATC, datc32-6.H.16 in version 3.2. With --datc, numbers are those of that edition, and
    --export writes positions, orders, results and the choices that explain others, under --rules (default: 2023).

    \b
    Examples:
      standoff cases
      standoff cases 6.F.14
      standoff cases 'datc-6.A.*' --rules 2023
      standoff cases --datc 3.0
      standoff cases -v '*Pandinův*' --language cs
      standoff cases --file my-cases.txt
      standoff cases --table 'datc-6.F.*'
      standoff cases --table --file my-cases.txt
      standoff cases --export cases.json
      standoff cases --export datc.json --datc 3.3 --rules 2023
    """
    from ..cases import LibraryCount, library_runs, outcome_table

    if table and export is not None:
        raise click.UsageError("--table and --export are mutually exclusive")
    if datc is not None and export is None:
        pattern = f"datc{datc.replace('.', '')}-{(pattern or '*').removeprefix('datc-')}"
    if table:
        click.echo(outcome_table(pattern, rules, files, language), nl=False)
        return
    if export is not None:
        from ..cases import chosen_cases

        claim(export, *files)
        _export(export, chosen_cases(pattern, files, language), None if rules == "all" else rules, datc)
        return
    count = LibraryCount()
    for report in library_runs(pattern, rules, files, language):
        count.add(report)
        if verbose or not report.passed:
            click.echo(report.text(language))
    click.echo(count.text(language))
    if count.failed:
        sys.exit(1)


def _export(target: str, chosen: list[Case], rules: str | None, datc: str | None) -> None:
    from ..cases import as_text, exported, of_datc
    from ..solver import rulebook

    if rules is not None:
        rulebook(rules)
    data = of_datc(chosen, datc, rules or "2023") if datc else exported(chosen, rules)
    if not write_out(as_text(data), target):
        return
    omitted = "".join(f"; left out: {entry['id']}, lines cannot express {entry['why']}" for entry in data["left_out"])
    click.echo(f"{target}: {len(data['cases']):,} phases{omitted}")
