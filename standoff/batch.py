"""Many turns at once in arrays: the public module for batches. Needs the extra ``fast``.

>>> from standoff import read
>>> from standoff.batch import adjudicate_batch, encode
>>> turn = read("FRANCE: A PAR - BUR")
>>> batch, left_out = encode([(turn.position, turn.orders)] * 1000)
>>> adjudicate_batch(batch).answers.shape, left_out
((1000,), [])
"""

from .solver import Batch, Outcomes, adjudicate_batch, encode, results_of

__all__ = ["Batch", "Outcomes", "adjudicate_batch", "encode", "results_of"]
