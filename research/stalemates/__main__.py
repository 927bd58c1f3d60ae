"""Ask the table of stalemate lines again, and write its page, pictures and cases; `--check` compares instead."""

from __future__ import annotations

import sys

from research.stalemates import ROOT, entries, pages
from tools.shared import command_line


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; the status is 1 if a file would change")
    options, changed = parser.parse_args(), 0
    for name, text in pages(entries()).items():
        file = ROOT / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            changed += 1
            print(f"{name}: changed")
            if not options.check:
                file.write_text(text, encoding="utf-8")
    return int(changed > 0 and options.check)


if __name__ == "__main__":
    sys.exit(main())
