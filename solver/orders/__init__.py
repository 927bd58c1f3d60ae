"""Orders: what is written, what of it is legal, and what else could be ordered."""
