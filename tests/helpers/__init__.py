"""What several test modules share: `paths`, `command`, random `turns`."""
