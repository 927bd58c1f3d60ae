"""Studies of a turn: all its resolutions, every rulebook, what would change an outcome."""
