"""Computer players."""
import ctypes
import time
from typing import Optional

from . import _abi
from ._game import Game, rules_of
from ._library import check, check_type, lib

LEVELS = ("easy", "medium", "hard", "perfect", "random", "greedy")
STYLES = ("balanced", "aggressive", "defensive")
_SHOULD_STOP = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)


def _index(names: "tuple[str, ...]", name: str) -> int:
    if name not in names:
        raise ValueError(f"'{name}' is none of {', '.join(names)}")
    return names.index(name)


class Bot:
    """A computer player for one board. `book`: the bytes of an opening book such as classic.book, without which "perfect" takes seconds
    for the first moves of a classic game. `network`: the bytes of a network such as cube.net. Use a bot in one thread at a time."""

    def __init__(self, board: str = "7x6", level: str = "perfect", style: str = "balanced", book: Optional[bytes] = None, network: Optional[bytes] = None) -> None:
        self._rules = rules_of(board)
        self._memory = ctypes.create_string_buffer(_abi.FF_BOT_GOOD)
        self._bot = ctypes.c_void_p()
        self._ends_at: Optional[float] = None
        check(lib.ff_bot_open(self._bot, self._rules, _index(LEVELS, level), _index(STYLES, style), self._memory, len(self._memory)))
        # The library keeps a pointer to what these hold.
        self._watch = _SHOULD_STOP(lambda _: self._ends_at is not None and time.monotonic() >= self._ends_at)
        self._helps = []
        lib.ff_bot_watch(self._bot, self._watch, None)
        if book is not None:
            self._use_book(book)
        if network is not None:
            self._use_network(network)

    def _use_book(self, data: bytes) -> None:
        check_type("a book", data, bytes)
        book, memory = ctypes.c_void_p(), ctypes.create_string_buffer(_abi.FF_BOOK_MEMORY)
        check(lib.ff_book_open(book, data, len(data), memory, len(memory)))
        lib.ff_bot_use_book(self._bot, book)
        self._helps.append(memory)

    def _use_network(self, data: bytes) -> None:
        check_type("a network", data, bytes)
        network, memory = ctypes.c_void_p(), ctypes.create_string_buffer(max(1, lib.ff_network_size(data, len(data))))
        check(lib.ff_network_open(network, data, len(data), memory, len(memory)))
        check(lib.ff_bot_use_network(self._bot, network))
        self._helps.append(memory)

    def choose(self, game: Game, seed: int = 0, limit_ms: Optional[float] = None) -> int:
        """The column it would play. The same seed gives the same column, unless the limit ends the search: then it is the best so far."""
        check_type("a game", game, Game)
        column = ctypes.c_int()
        self._ends_at = None if limit_ms is None else time.monotonic() + limit_ms / 1000
        check(lib.ff_bot_choose(self._bot, game._game.position, seed, column))
        return column.value
