"""What checks, generates and releases standoff; nothing that is installed imports it."""
