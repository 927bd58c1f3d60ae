"""Keys of other programs' JSON by the names that they had before 0.2.0: read with a warning.

To be deleted in the next release.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from .json_text import JsonError

FORMER_KEYS = {
    "cannot": "unsupported",
    "follows": "rulebook",
    "idle": "civil_disorder",
    "was": "former_ids",
    "without": "unreported",
}
"""Each former key and its name now."""

Entry = TypeVar("Entry", bound=Mapping[str, Any])


class FormerNameWarning(UserWarning):
    """A key is written by a name that the next release does not read; the message has its name now.

    >>> issubclass(FormerNameWarning, UserWarning)
    True
    """


def current_keys(data: Entry, *former: str) -> Entry:
    """Return an object with former keys replaced by the current ones, and warn of each.

    Args:
        data: The object; it is returned as it is if it has no former key.
        former: The keys of `FORMER_KEYS` that such an object may have.

    Raises:
        JsonError: It has a key under both names.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as found:
    ...     current_keys({"units": {}, "idle": ["ITALY"]}, "idle")
    {'units': {}, 'civil_disorder': ['ITALY']}
    """
    for key in former:
        if key in data:
            new = FORMER_KEYS[key]
            if new in data:
                raise JsonError(f"{key!r} and {new!r} are the same key")
            warnings.warn(
                f"key {key!r} is now {new!r}; the next release does not read {key!r}", FormerNameWarning, stacklevel=2
            )
            renamed = {new if name == key else name: value for name, value in data.items()}
            data = cast(Entry, renamed)
    return data


__all__ = ["FORMER_KEYS", "FormerNameWarning", "current_keys"]
