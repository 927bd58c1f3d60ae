"""Adjudicate the board game Diplomacy: solve a turn, say why, and show its paradoxes."""

from importlib.metadata import version
from pkgutil import extend_path

# in a clone, with the package installed: this folder is found first, and map, solver and cases lie elsewhere
__path__ = extend_path(__path__, __name__)

__version__ = version("standoff")
