"""Builds wheels and source archives with setuptools, and leaves nothing in the checkout.

Setuptools writes `build/` and `standoff.egg-info` beside `pyproject.toml`: `pip install .` would leave both behind, and
a later build would take files from them that no longer exist. Here both go to a temporary folder. The names are those
of PEP 517 and PEP 660.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar
from unittest.mock import patch

from setuptools import build_meta

_SETTINGS = """
[egg_info]
egg_base = {folder}
[build]
build_base = {folder}/build
[bdist]
bdist_base = {folder}/bdist
"""
_VARIABLE = "DIST_EXTRA_CONFIG"
"""Names one more file of settings that setuptools reads."""

P = ParamSpec("P")
R = TypeVar("R")


def _elsewhere(hook: Callable[P, R]) -> Callable[P, R]:
    @wraps(hook)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with tempfile.TemporaryDirectory() as folder:
            settings = Path(folder, "settings.cfg")
            settings.write_text(_SETTINGS.format(folder=Path(folder).as_posix().replace("%", "%%")), encoding="utf-8")
            with patch.dict(os.environ, {_VARIABLE: str(settings)}):
                return hook(*args, **kwargs)

    return run


get_requires_for_build_wheel = _elsewhere(build_meta.get_requires_for_build_wheel)
get_requires_for_build_editable = _elsewhere(build_meta.get_requires_for_build_editable)
get_requires_for_build_sdist = _elsewhere(build_meta.get_requires_for_build_sdist)
prepare_metadata_for_build_wheel = _elsewhere(build_meta.prepare_metadata_for_build_wheel)
prepare_metadata_for_build_editable = _elsewhere(build_meta.prepare_metadata_for_build_editable)
build_wheel = _elsewhere(build_meta.build_wheel)
build_editable = _elsewhere(build_meta.build_editable)
build_sdist = _elsewhere(build_meta.build_sdist)
