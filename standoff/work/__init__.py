"""Long runs: processes side by side, files that are written whole, and files from which a run resumes.

Nothing here knows what the work is about.
"""
