"""Connect Four on every board, over the shared library of Fourfall. No compiler is needed.

The library is found by the variable FOURFALL_LIBRARY, in build/ of a checkout, or in the system.
"""
from ._bot import LEVELS, STYLES, Bot
from ._game import Game
from ._library import Error, version

__all__ = ["Bot", "Error", "Game", "LEVELS", "STYLES", "version"]
