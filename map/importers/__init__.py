"""Imports boards and variants of other programs: returns the data of a board file, and reports unsupported content.

Formats: the diplomacy package's ``.map``, diplicity's JSON, jDip's XML.
"""
