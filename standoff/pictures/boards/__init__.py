"""The data of a drawn board: outlines of provinces, and the spots of units, names and centers in them."""
