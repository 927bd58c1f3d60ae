"""The notebook runs from top to bottom, and the last value of each cell has a picture or a table."""

from __future__ import annotations

import ast
import json
from typing import Any

from tests.helpers.paths import DOCS

CELLS = json.loads((DOCS / "tutorial.ipynb").read_text(encoding="utf-8"))["cells"]


def run_cell(source: str, names: dict[str, Any]) -> object:
    """Run a cell as IPython does: return the value of its last line, None if that is a statement."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_notebook_runs_and_shows_pictures_and_tables() -> None:
    names: dict[str, Any] = {}
    shown: dict[str, str] = {}
    for cell in CELLS:
        if cell["cell_type"] == "code":
            value = run_cell("".join(cell["source"]), names)
            for form in ("_repr_html_", "_repr_svg_"):
                if value is not None and hasattr(value, form):
                    shown.setdefault(type(value).__name__, getattr(value, form)())
    assert {"Turn", "Result", "Comparison", "Board"} <= {name for name, text in shown.items() if "<svg" in text}
    tables = {name for name, text in shown.items() if text.startswith("<table>")}
    assert tables == {"CheckedOrders", "Rulebook", "Counterfactuals"}
    assert names["comparison"].outcomes[1].rulebooks == ("1982",)


def test_the_notebook_is_kept_without_outputs() -> None:
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in CELLS if "outputs" in cell)
