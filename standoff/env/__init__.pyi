from .games import Games as Games, Legal as Legal, Listed as Listed, seeds as seeds
from .order_vocabulary import Vocabulary as Vocabulary, vocabulary as vocabulary
from .parallel import DiplomacyEnv as DiplomacyEnv
from .vector import REWARDS as REWARDS, IllegalActionError as IllegalActionError, VectorEnv as VectorEnv
