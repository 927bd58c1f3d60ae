"""The score card of an adjudicator: which cases of the library it passes, and which rulebook it follows."""
