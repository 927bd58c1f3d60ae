"""The signal of a source of blocks that it has no more for now."""

from __future__ import annotations

from enum import Enum


class Pause(Enum):
    """Stands between blocks: the next one may be long in coming, so all blocks so far are to be answered first."""

    NOTHING_YET = "nothing yet"


NOTHING_YET = Pause.NOTHING_YET
