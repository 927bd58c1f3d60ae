"""What checks, makes and releases standoff."""
