"""A whole phase adjudicated: movement, retreats, adjustments, and what follows it.

It stands on `plain`, which solves, and on `results`, which say what came of it.
"""
