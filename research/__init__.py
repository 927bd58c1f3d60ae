"""What is known of the rules, and the programs that make it again (see README.md)."""
