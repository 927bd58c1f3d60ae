"""Makes the tables of this folder again, each into a file of `research/made/`: `python -m research [NAME …]`.

What takes hours (the search of the atlas, the certificate) has commands of its own: `research/README.md`.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

from tools.shared import ROOT, command_line, say

MADE = ROOT / "research" / "made"

TABLES = {
    "perft": ("perft", "--phases", "2"),
    "arrows": ("check_arrows", "--turns", "10000"),
    "options": ("check_arrows", "--turns", "500", "--options"),
    "reduction": ("reduction", "--most", "9"),
    "law": ("law",),
    "atlas": ("atlas",),
}
"""By name, the module that makes a table, and what it is called with."""


def lines_by_kind() -> str:
    """Return how many lines of each kind this folder has: what is kept, not what is made."""
    kept = subprocess.run(["git", "ls-files", "research"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    counts: Counter[str] = Counter()
    for path in map(ROOT.joinpath, kept.splitlines()):
        counts[path.suffix] += path.read_bytes().count(b"\n")
    return "".join(f"{count:7,} {suffix}\n" for suffix, count in sorted(counts.items()))


def main() -> int:
    """Make the tables that are named, all if none is; return 1 if one of them does not hold."""
    parser = command_line(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(TABLES)}; all if left out")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in TABLES]:
        parser.error(f"no table {unknown[0]!r}; known: {', '.join(TABLES)}")
    MADE.mkdir(exist_ok=True)
    wrong = 0
    for name in given.names or TABLES:
        module, *arguments = TABLES[name]
        with (MADE / f"{name}.txt").open("wb") as file:
            command = [sys.executable, "-m", f"research.{module}", *arguments]
            status = subprocess.run(command, cwd=ROOT, stdout=file, check=False).returncode
        wrong += status != 0
        say(f"{name}: {'made' if status == 0 else f'status {status}'}")
    (MADE / "lines.txt").write_text(lines_by_kind(), encoding="utf-8")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
