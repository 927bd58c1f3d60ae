"""How many examples a property test draws."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def examples(count: int) -> settings:
    """Return settings for `count` examples, or for as many as the profile draws if these are more (`long`)."""
    long = settings.get_current_profile_name() == "long"
    return settings(
        max_examples=max(count, settings.default.max_examples) if long else count,
        suppress_health_check=list(HealthCheck),
    )
