"""The case book: cases as data, reading them, running them, replaying games."""
