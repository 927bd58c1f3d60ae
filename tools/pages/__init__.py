"""Generators of the documentation pages (`docs/generated/`)."""
