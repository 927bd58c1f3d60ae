"""A turn and what becomes of it: `Turn`, `Result`, and the ways in from texts, files, cases and values.

No rule is stated here, and nothing is printed or drawn.
"""
