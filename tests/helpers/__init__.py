"""What several test modules share: `paths`, `command`, random `turns`, and work for processes (`works`, `deadly`)."""
