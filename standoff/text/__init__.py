"""Text in and out: orders, positions, files of other programs, tables, languages."""
