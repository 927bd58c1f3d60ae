"""Many games in arrays, and environments for reinforcement learning built on them.

`Games` are games in arrays, `VectorEnv` plays them for training; both need only the extra ``fast``.
`DiplomacyEnv` is a PettingZoo `ParallelEnv` of one game; it needs the extra ``env``.

>>> from standoff.env import VectorEnv
>>> envs = VectorEnv(4, seed=1)
>>> orders = envs.sample()
>>> step = envs.step(orders)
>>> step.rewards.shape, step.terminations.any().item()
((4, 7), False)
"""

from ..map import attach_stub, install_command

_offered, __dir__, __all__ = attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    try:
        return _offered(name)
    except ModuleNotFoundError as fault:
        if (fault.name or "").startswith("standoff"):
            raise
        raise ImportError(f"standoff.env.{name} needs the extra: {install_command('env')} ({fault})") from None
