"""A turn and what becomes of it: `Turn`, `Result`, and the ways in from texts, files, cases and values."""
