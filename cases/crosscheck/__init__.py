"""Holding standoff against other adjudicators: random questions, and reducing what comes out differently."""
