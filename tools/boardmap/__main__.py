"""Make the drawing file of a board: ``python -m tools.boardmap ATLAS``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from standoff.map import load_board
from standoff.pictures.boards.drawings import drawn
from tools.shared import command_line

from .anchors import anchors_of
from .arcs import Arcs
from .checks import disagreements
from .coasts import land_of
from .description import Description, read_description
from .faces import faces_of
from .projection import Projection

HERE = Path(__file__).parent
OUT = HERE.parents[1] / "standoff" / "pictures" / "boards"


def drawing(description: Description, atlas: Path) -> dict[str, Any]:
    """Return the content of a drawing file."""
    board = load_board(description.board)
    projection = Projection(dict(description.projection))
    faces = faces_of(description, projection, land_of(description, projection, atlas), board)
    arcs = Arcs([*faces.provinces.values(), *faces.neutral, *faces.lakes])
    rings = dict(zip(faces.provinces, arcs.faces, strict=False))
    rest = arcs.faces[len(rings) :]
    return {
        "board": description.board,
        "source": description.source,
        "width": projection.width,
        "height": projection.height,
        "arcs": arcs.deltas(),
        "faces": {name: rings[name] for name in sorted(rings)},
        "neutral": rest[: len(faces.neutral)],
        "lakes": rest[len(faces.neutral) :],
        "passages": {
            name: [[round(float(x), 1), round(float(y), 1)] for x, y in projection.points(points)]
            for name, points in description.passages.items()
        },
        "anchors": anchors_of(faces, board, projection),
    }


def written(data: dict[str, Any]) -> str:
    """Return a drawing file's text: one line for each entry of its tables."""

    def compact(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    rows: list[str] = []
    for key, value in data.items():
        if isinstance(value, dict):
            inner = ",\n".join(f"{compact(name)}:{compact(entry)}" for name, entry in value.items())
            rows.append(f"{compact(key)}:{{\n{inner}\n}}")
        elif key == "arcs":
            inner = ",\n".join(map(compact, value))
            rows.append(f"{compact(key)}:[\n{inner}\n]")
        else:
            rows.append(f"{compact(key)}:{compact(value)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def main() -> None:
    """Write the drawing file of the standard board, and say where it disagrees with the board."""
    parser = command_line(__doc__)
    parser.add_argument("atlas", type=Path, help="land-50m.json of the npm package world-atlas")
    parser.add_argument("--out", type=Path, default=OUT, help="folder to write to (default: standoff/pictures/boards)")
    arguments = parser.parse_args()
    data = drawing(read_description(HERE / "standard.toml"), arguments.atlas)
    text = written(data)
    path: Path = arguments.out / f"{data['board']}.json"
    path.write_text(text, encoding="utf-8")
    points = sum(len(arc) // 2 for arc in data["arcs"])
    for fault in disagreements(drawn(data, load_board(data["board"])), load_board(data["board"])):
        print(fault)
    print(f"{path}: {len(text.encode()) / 1024:.1f} kB, {len(data['arcs'])} arcs, {points} points")


if __name__ == "__main__":
    main()
