"""Comparing standoff with other adjudicators: random questions, and smallest ones that differ."""
