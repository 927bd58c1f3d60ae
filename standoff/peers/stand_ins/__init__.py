"""standoff in place of another adjudicator, behind its methods or its protocol."""
