"""How many examples a property test draws."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

WHOLE = settings.default is not None and settings.default.max_examples > 1_000
"""True for all members of a table (``--hypothesis-profile long``), which take minutes; otherwise a sample is tried."""


def examples(count: int) -> settings:
    """Return settings for `count` examples, or for as many as the profile draws if these are more (`long`)."""
    return settings(
        max_examples=max(count, settings.default.max_examples) if WHOLE else count,
        suppress_health_check=list(HealthCheck),
    )
