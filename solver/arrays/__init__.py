"""Many phases and whole games in arrays, by compiled code.

Nothing else in the solver imports this room; without it everything else works.
"""
