"""The generator of the drawing files in `standoff/pictures/boards`."""
