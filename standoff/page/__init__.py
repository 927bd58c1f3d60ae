"""The page: a turn set up, solved and sent as a link; the same messages from a local server or inside a browser."""
