"""Makes a release, or refuses: `python -m tools.release 0.2.0`.

Refused are a dirty tree, a version that is not raised or not the same everywhere, a changelog whose newest entry is not
of that version and of today or has nothing in it, and examples, linters or types that fail. Then the version is tagged;
pushing the tag publishes it (`.github/workflows/release.yml`, which asks the same of the tag by `--tag`).
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

from tools.shared import ROOT, command_line

EXAMPLES = (
    "tests/docs/test_readme.py",
    "tests/docs/test_docs.py",
    "tests/docs/test_pages.py",
    "tests/cases/test_library.py",
    "tests/tools/test_fuzz.py",
)
"""The tests of what is promised; the whole suite runs on every push."""


def _output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout.rstrip()


def numbers(version: str) -> tuple[int, ...] | None:
    """Return the numbers of a version, None if it is not three of them.

    >>> numbers("0.10.2"), numbers("v1.0")
    ((0, 10, 2), None)
    """
    return tuple(map(int, version.split("."))) if re.fullmatch(r"\d+\.\d+\.\d+", version) else None


def changelog_faults(text: str, version: str, today: datetime.date) -> Iterator[str]:
    """Yield what is the matter with the newest entry of a changelog.

    >>> list(changelog_faults("# Changelog\\n\\n## Unreleased\\n\\n- x\\n", "0.2.0", datetime.date(2030, 1, 2)))
    ["CHANGELOG.md: expected '## 0.2.0 - 2030-01-02' as the newest entry, not '## Unreleased'"]
    """
    entries = re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]
    wanted = f"## {version} - {today.isoformat()}"
    heading, _, body = (entries[0] if entries else "").partition("\n")
    if heading.strip() != wanted:
        yield f"CHANGELOG.md: expected {wanted!r} as the newest entry, not {heading.strip()!r}"
    elif not re.search(r"^- \S", body, re.MULTILINE):
        yield f"CHANGELOG.md: nothing stands under {wanted!r}"


def version_faults(version: str, stated: str, cited: str, released: list[str]) -> Iterator[str]:
    """Yield what is the matter with a version, beside what `pyproject.toml`, `CITATION.cff` and the tags state.

    >>> list(version_faults("0.2.0", "0.2.0", "0.2.0", ["v0.1.0"]))
    []
    >>> list(version_faults("0.2.0", "0.2.0", "0.1.0", ["v0.10.0"]))
    ['CITATION.cff states 0.1.0, not 0.2.0', '0.2.0 does not come after 0.10.0, which is released']
    """
    number = numbers(version)
    if number is None:
        yield f"{version!r} is not a version; expected three numbers, as in 0.2.0"
        return
    if stated != version:
        yield f"pyproject.toml states {stated}, not {version}"
    if cited != version:
        yield f"CITATION.cff states {cited}, not {version}"
    for tag in released:
        before = numbers(tag.removeprefix("v"))
        if before is not None and number <= before:
            yield f"{version} does not come after {tag.removeprefix('v')}, which is released"


def faults(version: str, *, tagged: bool) -> Iterator[str]:
    """Yield every reason not to release; `tagged` says that the tag of this version is there."""
    if dirty := _output("git", "status", "--porcelain"):
        yield f"the tree is dirty: {', '.join(line[3:] for line in dirty.splitlines()[:10])}"
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    cited = re.search(r"^version: *(\S+)", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    released = [tag for tag in _output("git", "tag", "--list", "v*").split() if not (tagged and tag == f"v{version}")]
    yield from version_faults(version, stated, cited[1] if cited else "nothing", released)
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    day = datetime.date.today()
    if tagged:  # it was of the day when it was tagged
        day = datetime.date.fromisoformat(_output("git", "log", "-1", "--format=%cs"))
    yield from changelog_faults(text, version, day)


def main() -> None:
    """Say every reason to refuse and end with status 1, or make the tag."""
    parser = command_line(__doc__)
    parser.add_argument("version", nargs="?", help="as pyproject.toml, CITATION.cff and the changelog state it")
    parser.add_argument("--tag", help="a tag that is there: check it, and change nothing")
    chosen = parser.parse_args()
    if (chosen.version is None) == (chosen.tag is None):
        parser.error("expected a version, or --tag")
    version = chosen.version or chosen.tag.removeprefix("v")
    reasons = list(faults(version, tagged=chosen.tag is not None))
    checks = (["pytest", "-q", *EXAMPLES], ["ruff", "check", "."], ["tools.check_types"])
    for check in () if reasons else checks:  # these take minutes
        if subprocess.run([sys.executable, "-m", *check], cwd=ROOT, check=False).returncode:
            reasons.append(f"{' '.join(check)} fails")
            break
    for fault in reasons:
        print(f"refused: {fault}", file=sys.stderr)
    if reasons:
        sys.exit(1)
    if chosen.tag is None:
        _output("git", "tag", "-a", f"v{version}", "-m", f"standoff {version}")
        print(f"tagged v{version}; publish it with: git push origin v{version}")


if __name__ == "__main__":
    main()
