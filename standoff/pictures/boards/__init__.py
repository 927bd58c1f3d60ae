"""The data of a drawn board: where provinces lie, and where units, names and centers stand in them."""
