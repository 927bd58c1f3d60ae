"""One phase in plain Python: its table, the search with python-constraint, paradoxes, retreats and adjustments."""
