"""The record of a phase, and what became of each order and why, in words and values. No rule is stated here."""
