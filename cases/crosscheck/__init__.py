"""Comparing standoff with other adjudicators: random questions, and the reduction of those that are answered differently."""
