"""Many games at once in arrays: the public module for whole games. Needs the extra ``fast``.

>>> from standoff.games import Games, seeds
>>> games = Games.start(100)
>>> success = games.advance(games.random_orders(seeds(7, 100)))
>>> games.phase["season"].max().item()
1
"""

from .env import Games, LegalOrders, OrderBuffers, Vocabulary, seeds, vocabulary

__all__ = ["Games", "LegalOrders", "OrderBuffers", "Vocabulary", "seeds", "vocabulary"]
