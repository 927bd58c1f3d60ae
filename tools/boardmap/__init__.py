"""The generator of the drawing files in `map/drawing`."""
