"""The page's scripts: each module alone in node, and their types."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from standoff.map import starting_position
from standoff.page.messages import answer
from standoff.page.server import files
from tests.helpers.paths import GAMES

SCRIPTS = Path(__file__).parent / "scripts"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the scripts as they are served, and their tests."""
    scripts = tmp_path_factory.mktemp("scripts")
    for path, (content, _) in files("policy").items():
        (scripts / path[1:]).write_bytes(content)
    (scripts / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    for test in SCRIPTS.glob("*.mjs"):
        shutil.copy(test, scripts)
    return scripts


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.name for path in SCRIPTS.glob("*.test.mjs")))
def test_a_script_passes_its_tests(folder: Path, name: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    environment = dict(os.environ)
    game = GAMES / "433967.json"
    if name == "link.test.mjs" and game.is_file():
        nodes = answer({"do": "open", "source": game.read_text(encoding="utf-8")})["nodes"]
        decade = [one for one in nodes if int(one["position"].split()[1][1:5]) <= 1910]
        (folder / "decade.json").write_text(json.dumps({"nodes": decade}), encoding="utf-8")
        environment["STANDOFF_TEN_YEARS"] = str(folder / "decade.json")
    done = subprocess.run(
        [node, "--test", name], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


@pytest.mark.slow
def test_the_scripts_are_rightly_typed(folder: Path) -> None:
    """By the TypeScript compiler, if available: its npm package, or the command `tsc`."""
    command = os.environ.get("STANDOFF_TSC") or shutil.which("tsc")
    if command is None:
        pytest.skip("needs tsc of the npm package typescript")
    (folder / "pyodide").mkdir(exist_ok=True)
    stub = "export function loadPyodide(options: { indexURL: string }): Promise<any>;\n"
    (folder / "pyodide" / "pyodide.d.mts").write_text(stub, encoding="utf-8")
    options = "--noEmit --allowJs --checkJs --strict --target es2024 --module esnext --moduleResolution bundler"
    done = subprocess.run(
        [command, *options.split(), "--lib", "es2024,dom,dom.iterable", "page.js"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout


def test_no_script_imports_in_a_circle(folder: Path) -> None:
    imports = {
        path.name: set(re.findall(r'^import .*? from "\./([\w.]+)"', path.read_text(encoding="utf-8"), re.MULTILINE))
        for path in folder.glob("*.js")
    }
    while imports:
        free = [name for name, needs in imports.items() if not needs & imports.keys()]
        assert free, f"a circle among {sorted(imports)}"
        for name in free:
            del imports[name]


def test_the_start_of_a_link_is_the_opening(folder: Path) -> None:
    assert f'"{starting_position()}";' in (folder / "link.js").read_text(encoding="utf-8")
