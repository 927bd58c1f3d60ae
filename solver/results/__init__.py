"""The record of a phase, and what became of each order and why, in values and words.

No rule is stated here, and nothing is solved.
"""
