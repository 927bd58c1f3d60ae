"""The law in Coq."""
