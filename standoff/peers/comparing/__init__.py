"""Comparing standoff with other adjudicators: asking both, and reducing, explaining and reporting each difference."""
