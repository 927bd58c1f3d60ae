"""Log which cases of the library were added, changed or dropped: `python -m tools.suite "WHY"`.

Each line of `cases/suite.tsv` is a change of one case: the version of the suite, the id, the kind of change, the digest
of the new question and expectation, and the reason. Differences from the last lines start a new version; existing lines
never change. Without WHY the tool only prints the differences, with status 1 if there are any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from standoff.cases import SUITE_LOG, SuiteChange, digest, library, suite_changes
from tools.shared import ROOT, command_line, say

LOG: Path = ROOT / "cases" / SUITE_LOG


def changes(why: str = "") -> Iterator[SuiteChange]:
    """Yield the changes since the last version."""
    log = list(suite_changes()) if LOG.exists() else []
    version = max((change.version for change in log), default=0) + 1
    known = {change.id: change.digest for change in log}
    now = {case.id: digest(case) for case in library()}
    for name, found in sorted(now.items()):
        if known.get(name, "") != found:
            yield SuiteChange(version, name, "changed" if known.get(name) else "added", found, why)
    for name in sorted(known.keys() - now.keys()):
        if known[name]:
            yield SuiteChange(version, name, "dropped", "", why)


def main() -> None:
    """Log or print the changes."""
    parser = command_line(__doc__)
    parser.add_argument("why", nargs="?", default="", help="the reason for the changes, in a few words")
    why = parser.parse_args().why
    found = list(changes(why))
    for change in found[:20]:
        say(f"{change.change}: {change.id}")
    if found and why:
        with LOG.open("a", encoding="utf-8") as file:
            file.writelines("\t".join(map(str, change)) + "\n" for change in found)
    say(f"{len(found)} cases differ" + (f"; written as version {found[0].version}" if found and why else ""))
    sys.exit(1 if found and not why else 0)


if __name__ == "__main__":
    main()
