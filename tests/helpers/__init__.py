"""What several test modules share: `paths`, `command`, random `turns`, and `deadly` work for other processes."""
