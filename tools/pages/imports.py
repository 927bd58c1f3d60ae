"""Draws which file imports which: `python -m tools.pages.imports` writes `docs/generated/imports.md`.

Every file is a node, as it is: none is merged with another, none is left out. Imports inside functions count like any
other. Those for the type checker alone do not, since they are never carried out, but for the front door's: it loads
those names when they are asked for. The command loads the commands by their names, so these count, too.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx

from tools.shared import ROOT, write_pages

FRONT_DOOR = "standoff"
CORE = ("map", "solver", "cases")
"""The folders that stand at the top of a clone and below `standoff/` where it is installed."""

LEVELS = (
    ("hooks",),
    ("map",),
    ("solver",),
    ("text",),
    ("turn", "work"),
    ("lines",),
    ("cases",),
    ("random_turns", "pictures"),
    ("peers",),
    ("searches", "env"),
    ("page",),
    ("commands",),
    (FRONT_DOOR,),
)
"""The rooms in the order in which they may import: a file may import from its own level and from those before it.

`hooks` imports nothing: values ask there for their picture.
"""

SOLVER_LEVELS = (("law",), ("orders",), ("results", "plain"), ("studies",), ("arrays",))
"""The same for the rooms of the solver. `arrays` stands last: nothing else in the solver imports it."""

PAGE = """# Which file imports which

Made by `python -m tools.pages.imports` from the code: every file as it is, imports inside functions included, those for the type checker alone left out. A room may import from the
rooms before it, never from those after it, and there are no circles among files.

## The house

The rooms, each with the number of its files. An arrow goes from a room to one that it imports; it is left out where others lead there, too.

{house}

{rooms}
"""


def name_of(file: Path) -> str:
    """Return the name of a file without its ending: ``"map.board"``, ``"lines.codec"``; a folder's is `__init__`'s."""
    parts = list(file.relative_to(ROOT).with_suffix("").parts)
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts[1:] if parts[0] == FRONT_DOOR and len(parts) > 1 else parts)


def files() -> dict[str, Path]:
    """Return every file of the package by its name."""
    every = [file for room in (FRONT_DOOR, *CORE) for file in sorted((ROOT / room).rglob("*.py"))]
    return {name_of(file): file for file in every}


def room_of(name: str) -> str:
    """Return the room that a file is in: ``"text"``, ``"solver.law"``, the front door's for what stands beside it."""
    top, *rest = name.split(".")
    if top == "solver" and any(rest[:1] == [room] for rooms in SOLVER_LEVELS for room in rooms):
        return f"{top}.{rest[0]}"
    return top if any(top in level for level in LEVELS) else FRONT_DOOR


def top_of(name: str) -> str:
    """Return the room that a file is in, those of the solver being one."""
    return room_of(name).partition(".")[0]


def place_of(room: str) -> tuple[int, int]:
    """Return the number of a room's level, and of its level within the solver; that is -1 for what is in no room there."""
    top, _, inner = room.partition(".")
    return level(LEVELS, top), level(SOLVER_LEVELS, inner) if inner else -1


def level(levels: tuple[tuple[str, ...], ...], room: str) -> int:
    return next(number for number, rooms in enumerate(levels) if room in rooms)


def goes_up(importer: str, imported: str) -> bool:
    """Tell whether a file imports from a room that comes after its own.

    The files that stand right in the solver (`rulebook`, `variants`) are for all its rooms.
    """
    one, two = place_of(room_of(importer)), place_of(room_of(imported))
    return one < two and (one[0] < two[0] or one[1] >= 0)


def named(file: Path) -> Iterator[str]:
    """Yield what a file imports, in full, each with the name taken from it: ``"standoff.map.masks.bits"``."""
    where = file.relative_to(ROOT).parent.parts
    folder = where if where[0] == FRONT_DOOR else (FRONT_DOOR, *where)
    todo: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test) and name_of(file) != FRONT_DOOR:
            todo.extend(node.orelse)
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else ()
            yield from (".".join((*base, *filter(None, [node.module]), alias.name)) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            todo.extend(ast.iter_child_nodes(node))


@cache
def imports() -> nx.DiGraph[str]:
    """Return the files, each with an edge to those that it imports."""
    every = files()
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(sorted(every))
    graph.add_edges_from(("commands.cli", name) for name in every if name.startswith("commands.") and "cli" not in name)
    for name, file in every.items():
        for imported in named(file):
            if imported.partition(".")[0] == FRONT_DOOR:
                inner = imported.removeprefix(f"{FRONT_DOOR}.")
                # a name taken from a file is not a file itself
                target = next(t for t in (inner, inner.rpartition(".")[0], FRONT_DOOR) if t in every)
                if target != name:
                    graph.add_edge(name, target)
    return graph


def flowchart(graph: nx.DiGraph[str], labels: dict[str, str]) -> str:
    number = {node: f"n{place}" for place, node in enumerate(sorted(graph))}
    lines = [f'    {number[node]}["{labels[node]}"]' for node in number]
    lines += [f"    {number[one]} --> {number[two]}" for one, two in sorted(graph.edges)]
    return "\n".join(("```mermaid", "flowchart TD", *lines, "```"))


def house(graph: nx.DiGraph[str], inside: str = "") -> str:
    """Return a drawing of the rooms, or of those inside one; without the arrows to which others lead."""
    files = {name: room_of(name) if inside else top_of(name) for name in graph}
    files = {name: room for name, room in files.items() if room.startswith(f"{inside}.") or not inside}
    rooms: nx.DiGraph[str] = nx.DiGraph()
    rooms.add_nodes_from(files.values())
    kept = ((one, two) for one, two in graph.edges if one in files and two in files and not goes_up(one, two))
    rooms.add_edges_from((files[one], files[two]) for one, two in kept if files[one] != files[two])
    if nx.is_directed_acyclic_graph(rooms):
        rooms = nx.transitive_reduction(rooms)
    number = Counter(files.values())
    return flowchart(rooms, {room: f"{room.removeprefix(f'{inside}.')}: {number[room]}" for room in rooms})


def part(graph: nx.DiGraph[str], room: str, names: list[str]) -> str:
    """Return what the page says of a room: its files, with arrows among them, and all that each imports."""
    short = {name: name.removeprefix(f"{room}.") for name in names}
    rows = [
        f"| `{short[name]}` | {', '.join(f'`{short.get(other, other)}`' for other in sorted(graph[name]))} |"
        for name in names
    ]
    inner = [house(graph, room), ""] if room == "solver" else []
    drawn = flowchart(graph.subgraph(names), short)
    return "\n".join((f"## {room}", "", *inner, drawn, "", "| file | imports |", "| --- | --- |", *rows))


def pages() -> dict[str, str]:
    """Return the page by its file name."""
    graph = imports()
    rooms: dict[str, list[str]] = defaultdict(list)
    for name in sorted(graph):
        rooms[room_of(name)].append(name)
    parts = [part(graph, room, rooms[room]) for room in sorted(rooms, key=place_of)]
    return {"generated/imports.md": PAGE.format(house=house(graph), rooms="\n\n".join(parts))}


if __name__ == "__main__":
    write_pages(__doc__, pages)
