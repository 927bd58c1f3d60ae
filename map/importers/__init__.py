"""Boards and variants from the files of other programs: each as the data of a board file, and what was lost.

The diplomacy package's ``.map``, diplicity's JSON (its published schema, and what its database was filled from), jDip's
XML, godip's Go.
"""
