from .games import Games as Games, LegalOrders as LegalOrders, OrderBuffers as OrderBuffers, seeds as seeds
from .order_vocabulary import Vocabulary as Vocabulary, vocabulary as vocabulary
from .parallel import DiplomacyEnv as DiplomacyEnv
from .vector import REWARDS as REWARDS, IllegalActionError as IllegalActionError, VectorEnv as VectorEnv
