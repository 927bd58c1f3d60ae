"""Studies of a turn: all of its resolutions, every rulebook, what would change an outcome.

A study adjudicates and compares; adjudication must not need it.
"""
