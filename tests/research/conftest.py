"""The proofs in Coq, for the tests that ask the program that is extracted from them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from research.proof.compare import PROGRAM

PROOF = PROGRAM.parent


@pytest.fixture(scope="module")
def made() -> Path:
    """Return the folder in which `make` has made everything; it takes a minute or two, which `.ci/run` does before."""
    done = shutil.which("make") and subprocess.run(["make", "-q", "-C", str(PROOF)], check=False, capture_output=True)
    if not done or done.returncode:
        pytest.skip("the proofs are not made, or older than their sources: make -C research/proof (Debian: coq)")
    return PROOF
