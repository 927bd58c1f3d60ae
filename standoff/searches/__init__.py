"""Asking the solver the other way round: turns with a property, all of them up to a size, and rules compared."""
