from .games import Games as Games
from .parallel import DiplomacyEnv as DiplomacyEnv
from .rewards import REWARDS as REWARDS
from .vector import IllegalActionError as IllegalActionError, VectorEnv as VectorEnv
