"""Many games side by side in arrays, and environments for learning built on them.

`Games` are games in arrays, `VectorEnv` plays them for those who train: both need the extra ``fast`` alone.
`DiplomacyEnv` is a PettingZoo `ParallelEnv` of one game; it needs the extra ``env``.

>>> from standoff.env import VectorEnv
>>> envs = VectorEnv(4, seed=1)
>>> orders = envs.sample()
>>> step = envs.step(orders)
>>> step.rewards.shape, step.terminations.any().item()
((4, 7), False)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..map.errors import install_command

if TYPE_CHECKING:
    from .games import Games
    from .parallel import DiplomacyEnv
    from .rewards import REWARDS
    from .vector import IllegalActionError, VectorEnv

_WHERE = {
    "DiplomacyEnv": "parallel",
    "Games": "games",
    "IllegalActionError": "vector",
    "REWARDS": "rewards",
    "VectorEnv": "vector",
}

__all__ = ["REWARDS", "DiplomacyEnv", "Games", "IllegalActionError", "VectorEnv"]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f".{_WHERE[name]}", __name__), name)
    except ModuleNotFoundError as fault:
        if (fault.name or "").startswith("standoff"):
            raise
        raise ImportError(f"standoff.env.{name} needs the extra: {install_command('env')} ({fault})") from None


def __dir__() -> list[str]:
    return __all__
