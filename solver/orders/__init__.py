"""Orders: what is written, which orders are legal, and what else could be ordered.

What becomes of an order is not decided here.
"""
