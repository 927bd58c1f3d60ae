"""What makes the generated pages of the documentation."""
