"""The score card of an adjudicator: which cases of the library it passes, and by which rulebook it goes."""
