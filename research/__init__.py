"""Results about the rules, and the programs that reproduce them (see README.md)."""
