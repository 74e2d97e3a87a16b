"""Connect Four on every board, over the shared library of Fourfall. No compiler is needed.

The library is found by the variable FOURFALL_LIBRARY, in the system, or in build/ of a checkout.
"""
import ctypes
import operator
import os
import pathlib
from typing import List, Optional

from . import _abi

__all__ = ["Error", "Game", "version"]


def _load() -> ctypes.CDLL:
    built = pathlib.Path(__file__).resolve().parents[3] / "build" / "libfourfall.so.0"
    named = os.environ.get("FOURFALL_LIBRARY")
    names = [named] if named else [str(built)] if built.exists() else ["libfourfall.so.0"]
    try:
        library = ctypes.CDLL(names[0])
    except OSError as error:
        raise ImportError(
            f"{error}. Build the library (make release), install it (make install, then ldconfig), or name its file in FOURFALL_LIBRARY"
        ) from error
    for name, (result, parameters) in _abi.FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, parameters
    return library


_lib = _load()
_INT_MAX = 2**31 - 1


class Error(Exception):
    """A refusal of the core. `name` is its name in the header, such as "E_FULL"."""

    def __init__(self, code: int) -> None:
        self.name: str = _lib.ff_err_name(code).decode()
        super().__init__(_lib.ff_err_text(code).decode())


def _check(code: int) -> None:
    if code:
        raise Error(code)


def version() -> str:
    """The version of the library that is loaded."""
    return str(_lib.ff_version().decode())


class Game:
    """A game with its history. Columns count from 0; `text` is "4453" or "5x5x5:mmgh"."""

    def __init__(self, text: str = "") -> None:
        self._rules = _abi.ff_rules()
        self._game = _abi.ff_game()
        data = text.encode()
        _check(_lib.ff_notation_read(self._game, self._rules, data, len(data), None))

    def drop(self, column: int) -> None:
        """Drops a disc of the side to move."""
        # C would cut a larger number down to another column.
        _check(_lib.ff_game_drop(self._game, max(-1, min(operator.index(column), _INT_MAX))))

    def undo(self) -> None:
        """Takes the last move back."""
        _check(_lib.ff_game_undo(self._game))

    @property
    def columns(self) -> List[int]:
        """The columns that take a disc; none when the game is over."""
        found = (ctypes.c_uint8 * _abi.FF_COLUMNS_MAX)()
        return list(found[: _lib.ff_position_moves(self._game.position, found)])

    @property
    def winner(self) -> Optional[str]:
        """"red", "yellow" or None."""
        color: int = _lib.ff_position_winner(self._game.position)
        return ["red", "yellow", None][color]

    @property
    def is_over(self) -> bool:
        """Somebody has won, or the board is full."""
        return bool(self._game.position.status != _abi.ff_status.FF_PLAYING)

    def svg(self) -> str:
        """A picture of the position."""
        return self._text(_abi.FF_SVG_MAX, lambda out: _lib.ff_svg_write(out, self._game.position, None))

    def __str__(self) -> str:
        return self._text(512, lambda out: _lib.ff_game_write(out, self._game, True))

    @staticmethod
    def _text(size: int, write) -> str:  # type: ignore[no-untyped-def]
        memory = ctypes.create_string_buffer(size)
        out = _lib.ff_text_on(memory, size)
        _check(write(out))
        return memory.value.decode()

    def solve(self, hash_mb: int = 16) -> int:
        """The exact score for the side to move, on the boards of the solver: positive wins."""
        size = hash_mb << 20
        memory = ctypes.create_string_buffer(size)
        solver, solution = ctypes.c_void_p(), _abi.ff_solution()
        _check(_lib.ff_solver_open(solver, self._rules, memory, size))
        _check(_lib.ff_solver_solve(solver, self._game.position, solution))
        return int(solution.low)
