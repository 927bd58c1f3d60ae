"""Check the types of the package as installed: `python -m tools.check_types`.

A clone has `map`, `solver` and `cases` next to the folder `standoff`; an installed package has them inside. A type
checker reads files, so it gets a copy laid out like the installed package.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tools.shared import ROOT


def lay_out(folders: dict[str, str], to: Path) -> None:
    """Copy the packages to their installed places below `to`, and the checker's settings to `to`."""
    for name, folder in sorted(folders.items()):
        shutil.copytree(ROOT / folder, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", to)


def folders() -> dict[str, str]:
    """Return the folder in the clone of each installed package."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    laid: dict[str, str] = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["sources"]
    return {"standoff": "standoff"} | {there: folder for folder, there in laid.items()}


def main() -> None:
    """Run the type checker and exit with its status."""
    with tempfile.TemporaryDirectory() as folder:
        lay_out(folders(), Path(folder))
        command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        text = done.stdout.replace(f"{Path(folder).resolve()}/", "")
        for name, there in sorted(folders().items(), reverse=True):
            text = text.replace(f"{name}/", f"{there}/")
        sys.stdout.write(text)
        sys.stderr.write(done.stderr)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
