from .games import Games as Games, Legal as Legal, Listed as Listed, seeds as seeds
from .order_vocabulary import Vocabulary as Vocabulary, vocabulary as vocabulary
from .parallel import DiplomacyEnv as DiplomacyEnv
from .rewards import REWARDS as REWARDS
from .vector import IllegalActionError as IllegalActionError, VectorEnv as VectorEnv
