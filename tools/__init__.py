"""Programs that check, generate and release standoff; the installed package does not import them."""
