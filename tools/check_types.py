"""Checks the types of the package as it is installed: `python -m tools.check_types`.

In a clone `map`, `solver` and `cases` lie beside the folder `standoff`, in which they are installed. A checker that
reads files would look for them inside; so it is shown a copy that is laid out as the installed package is.
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
    """Copy each package from its folder to where it is installed below `to`, with the checker's settings beside it."""
    for name, folder in sorted(folders.items()):
        shutil.copytree(ROOT / folder, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", to)


def folders() -> dict[str, str]:
    """Return the folder of each package in the clone, by where it is installed."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    laid: dict[str, str] = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["sources"]
    return {"standoff": "standoff"} | {there: folder for folder, there in laid.items()}


def main() -> None:
    """Run the checker; its exit status is that of this command."""
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
