"""Check the imports between packages: `python -m tools.check_imports`.

Packages import each other only through their public APIs, down the layers, and without circles. The contracts are in
`pyproject.toml`; import-linter reads the package laid out as it is installed (`tools.check_types`).
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tools.check_types import folders, lay_out


def main() -> None:
    """Run the linter and exit with its status."""
    lint = Path(sysconfig.get_path("scripts")) / "lint-imports"
    with tempfile.TemporaryDirectory() as folder:
        lay_out(folders(), Path(folder))
        sys.exit(subprocess.run([lint, "--no-cache"], cwd=folder, check=False).returncode)


if __name__ == "__main__":
    main()
