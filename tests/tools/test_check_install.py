"""What `python -m tools.check_install` goes by; the run itself takes many minutes."""

from __future__ import annotations

from tests.helpers.paths import ROOT
from tools.check_install import EXTRAS, TESTS, VERSIONS, lowest


def test_the_tests_named_for_the_source_archive_are_there() -> None:
    assert [name for name in TESTS if not (ROOT / "tests" / name).is_file()] == []


def test_the_lowest_versions_are_exact_and_of_packages_elsewhere() -> None:
    for version in VERSIONS:
        pins = lowest(version, EXTRAS)
        assert all(pin.count("==") == 1 and "[" not in pin for pin in pins), pins
        assert {"numpy", "numba", "pyarrow", "gymnasium", "pettingzoo"} <= {pin.partition("==")[0] for pin in pins}
    assert "numpy==1.26" in lowest("3.11", EXTRAS)
    assert "numpy==2.3.2" in lowest("3.14", EXTRAS)
