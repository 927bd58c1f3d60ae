"""What a source of blocks says when it has no more of them for now."""

from __future__ import annotations

from enum import Enum


class Pause(Enum):
    """Stands between blocks: the next one may be long in coming, so what is worked on is to be answered first."""

    NOTHING_YET = "nothing yet"


NOTHING_YET = Pause.NOTHING_YET
