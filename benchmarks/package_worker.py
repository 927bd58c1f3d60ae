"""Times the `diplomacy` package in a process of its own: a JSON object in, one out, line by line.

It is run by its path, in the Python that has the package, and imports nothing of standoff. It measures with its own
clock, so that the times include neither the pipe nor the JSON.
"""

import json
import logging
import os
import random
import sys
import time

LAST_YEAR = 1930


def turns(question):
    """Return the seconds of setting all orders as text, and of processing all turns."""
    from diplomacy import Game

    game = Game()
    reading = processing = 0.0
    for units, orders in question["turns"]:
        game.set_current_phase("S1901M")
        game.clear_units()
        game.clear_orders()
        for power, texts in units.items():
            game.set_units(power, texts)
        began = time.perf_counter()
        for power, texts in orders.items():
            game.set_orders(power, texts)
        orders_read = time.perf_counter()
        game.process()
        processing += time.perf_counter() - orders_read
        reading += orders_read - began
    return {"reading": reading, "processing": processing}


def legal(question):
    """Return the seconds of listing the possible orders of all positions, units set included."""
    from diplomacy import Game

    game, began = Game(), time.perf_counter()
    for units, _ in question["turns"]:
        game.clear_units()
        for power, texts in units.items():
            game.set_units(power, texts)
        game.get_all_possible_orders()
    return {"seconds": time.perf_counter() - began}


def games(question):
    """Return the seconds of so many phases of random play."""
    from diplomacy import Game

    began, game, chance = time.perf_counter(), Game(), random.Random(1)
    for _ in range(question["phases"]):
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            game.set_orders(power, [chance.choice(possible[place]) for place in places if possible[place]])
        game.process()
        if game.is_game_done or int(game.get_current_phase()[1:5]) > LAST_YEAR:
            game = Game()
    return {"seconds": time.perf_counter() - began}


def main():
    """Answer line by line until the input ends."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # output of the package
    logging.disable(logging.CRITICAL)
    for line in sys.stdin:
        question = json.loads(line)
        out.write(json.dumps({"turns": turns, "legal": legal, "games": games}[question["task"]](question)) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
