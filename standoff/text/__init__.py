"""Text in and out: reading and writing orders, tables for the terminal, what is printed in each language.

Nothing here knows files, cases or commands.
"""
