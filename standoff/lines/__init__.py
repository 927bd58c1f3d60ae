"""The interchange lines: one JSON object in, one out; in blocks, on all cores, on many machines."""
