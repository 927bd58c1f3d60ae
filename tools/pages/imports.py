"""Draws which package imports which: `python -m tools.pages.imports` writes `docs/generated/imports.md`.

A node is a package, that is a folder of Python files; the modules that stand right in `cases` are nodes of their own,
but those that know each other are one. Imports inside functions count like any other. Two kinds do not count: imports
for the type checker alone, which are never carried out (but in the front door, which loads those names when they are
asked for), and those by which a value draws itself (`PICTURES`): whoever looks at no picture loads no drawing code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).parents[2]
ROOMS = ("standoff", "cases", "solver", "map")
PICTURES = ("_repr_svg_", "graph")
"""The methods of values that give a picture of themselves."""

BY_NAME = (("cases.cli", "cases.commands"),)
"""Imports whose module is named in a text."""

PAGE = """# Which package imports which

Made by `python -m tools.pages.imports` from the code. An arrow goes from a package to one that it imports; an arrow is left out
where others lead there, too. There are no circles: whoever changes a package needs to think only of those above it. Imports inside
functions count; those for the type checker alone do not, nor does the drawing code that a value loads when a notebook shows it.

```mermaid
flowchart TD
{arrows}
```

| package | imports |
| --- | --- |
{rows}
"""


def node_of(file: Path) -> str:
    """Return the node that a file belongs to: ``"cases.text"``, ``"cases.turn"``."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    alone = len(parts) == 2 and parts[0] == "cases" and parts[1] != "__init__"
    return ".".join(parts if alone else parts[:-1])


def imported(file: Path) -> Iterator[str]:
    """Yield the modules of the project that a file imports, each with the name taken from it: ``"map.masks.bits"``."""
    folder = file.relative_to(ROOT).parent.parts
    todo: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test) and folder[0] != "standoff":
            todo.extend(node.orelse)
        elif isinstance(node, ast.FunctionDef) and node.name in PICTURES:
            continue
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".") if node.module else []
            if node.level:
                module = [*folder[: len(folder) - node.level + 1], *module]
            yield from (".".join((*module, name.name)).removeprefix("standoff.") for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name.removeprefix("standoff.") for name in node.names)
        else:
            todo.extend(ast.iter_child_nodes(node))


def imports() -> nx.DiGraph[str]:
    """Return the nodes, each with an edge to those that it imports."""
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    nodes = {node_of(file) for file in files} - {"cases"}
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(sorted(nodes))
    graph.add_edges_from(BY_NAME)
    for file in files:
        for found in imported(file):
            while found and found not in nodes:
                found = found.rpartition(".")[0]
            if found and found != node_of(file):
                graph.add_edge(node_of(file), found)
    modules = graph.subgraph([node for node in graph if (ROOT / f"{node.replace('.', '/')}.py").exists()])
    names = {
        node: ", ".join(["cases", *sorted(one.rpartition(".")[2] for one in known)]).replace(", ", ": ", 1)
        for known in nx.strongly_connected_components(modules)
        for node in known
    }
    joined: nx.DiGraph[str] = nx.relabel_nodes(graph, names)
    joined.remove_edges_from(list(nx.selfloop_edges(joined)))
    return joined


def pages() -> dict[str, str]:
    """Return the page by its file name.

    Raises:
        networkx.NetworkXError: There are circles.
    """
    graph = imports()
    number = {node: f"n{place}" for place, node in enumerate(sorted(graph))}
    drawn = nx.transitive_reduction(graph)
    arrows = [f'    {number[node]}["{node}"]' for node in number]
    arrows += [f"    {number[one]} --> {number[two]}" for one, two in sorted(drawn.edges)]
    rows = [f"| `{node}` | {', '.join(f'`{other}`' for other in sorted(graph[node]))} |" for node in number]
    return {"generated/imports.md": PAGE.format(arrows="\n".join(arrows), rows="\n".join(rows))}


if __name__ == "__main__":
    for name, text in pages().items():
        (ROOT / "docs" / name).write_text(text, encoding="utf-8")
