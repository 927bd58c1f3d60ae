from .ask import find as find
from .atlas_book import (
    Atlas as Atlas,
    AtlasParadox as AtlasParadox,
    atlas as atlas,
    orders_text as orders_text,
    shared_reasons as shared_reasons,
)
from .forcing import Forced as Forced, force as force
from .found import Found as Found, FoundTurn as FoundTurn, write as write
from .line_program import LineError as LineError
from .stalemates import Line as Line, line as line
