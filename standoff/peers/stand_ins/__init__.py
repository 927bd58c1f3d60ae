"""standoff in place of another adjudicator, with its methods or its protocol."""
