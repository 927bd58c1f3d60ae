"""The case book as static pages with pictures."""
