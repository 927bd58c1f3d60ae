from .ask import find as find
from .atlas_book import (
    Atlas as Atlas,
    AtlasParadox as AtlasParadox,
    atlas as atlas,
    orders_text as orders_text,
    shared_reasons as shared_reasons,
)
from .entries import FoundTurn as FoundTurn
from .forcing import Forced as Forced, force as force
from .found import Found as Found
from .report import write as write
