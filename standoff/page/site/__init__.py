"""The case book as a site of static pages, with pictures."""
