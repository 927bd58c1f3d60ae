"""Reading a turn against adjudicating it in the `diplomacy` package: `python -m benchmarks.reading_speed`.

Both run in one process on the same 34-order turn, alternating; the median of several rounds counts. The package is
optional; without it only standoff's time is printed. Orders are read from texts that were not read before: each
round adds another run of blanks to them, so that no cache of whole orders helps.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.compare import installed_package, units_of
from standoff.cases.read import read_cases
from standoff.map import load_board
from standoff.text.notation import write_order
from standoff.text.reading import read_order

TURN = Path(__file__).parents[1] / "cases" / "turns" / "fall-1906.txt"
ROUNDS = 15


def main() -> None:
    """Print both times in microseconds a turn, and their ratio."""
    board = load_board()
    (case,) = read_cases(TURN.read_text(encoding="utf-8"), TURN.name)
    orders = case.phases[0].orders
    short = [(str(w.order), w.order.power) for w in orders]
    long = [(write_order(w.order, board, "datc"), w.order.power) for w in orders]
    times: dict[str, list[float]] = {"standoff reads, short": [], "standoff reads, DATC long form": []}
    diplomacy = installed_package()
    if diplomacy:
        times["diplomacy adjudicates"] = []
    units = units_of(case.phases[0].recorded(board))
    for number in range(ROUNDS):
        for name, texts in (("standoff reads, short", short), ("standoff reads, DATC long form", long)):
            fresh = [(text.replace(" ", " " * (number + 2)), power) for text, power in texts]
            start = perf_counter()
            for text, power in fresh:
                read_order(text, power, board)
            times[name].append(perf_counter() - start)
        if diplomacy:
            game = diplomacy.Game()
            game.clear_units()
            for power, texts_of_power in units.items():
                game.set_units(power, texts_of_power, reset=True)
            for power in units:
                game.set_orders(power, [text for text, of in short if of == power])
            start = perf_counter()
            game.process()
            times["diplomacy adjudicates"].append(perf_counter() - start)
    for name, seconds in times.items():
        print(f"{name}: {median(seconds) * 1e6:.0f} us for {len(orders)} orders (median of {ROUNDS})")
    if diplomacy:
        for name in ("standoff reads, short", "standoff reads, DATC long form"):
            print(f"ratio {name}: {median(times[name]) / median(times['diplomacy adjudicates']):.2f}")


if __name__ == "__main__":
    main()
