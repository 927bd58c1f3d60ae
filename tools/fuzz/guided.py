"""One target under Atheris, which changes inputs by what code they reach; started by `python -m tools.fuzz`."""

from __future__ import annotations

import sys

import atheris  # pyright: ignore[reportMissingImports]

with atheris.instrument_imports(include=["standoff.map", "standoff.cases"]):
    from tools.fuzz.targets import TARGETS, fault_of


def main() -> None:
    """Run the target that the first argument names; the others are those of libFuzzer."""
    name = sys.argv.pop(1)
    assert name in TARGETS

    def one_input(data: bytes) -> None:
        fault = fault_of(name, data)
        if fault:
            raise RuntimeError(fault)

    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
