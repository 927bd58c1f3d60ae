"""One phase in plain Python: its table, the search with python-constraint, paradoxes, retreats and adjustments.

The rules themselves are in `law`; NumPy and Numba may not be imported.
"""
