"""An agent for Kaggle's ConnectX: perfect on the boards that can be solved, an expert on the others.

    python3 examples/kaggle_connectx.py      plays a game against random moves

To submit it, pack this file as main.py with the folder fourfall, libfourfall.so.0 and classic.book beside it:
the competition runs it and calls its last function, `agent`, for every move.
"""
import os
import pathlib
import random
import sys
from typing import Any, Dict, List, Optional

# The competition gives no __file__.
HERE = pathlib.Path(sys._getframe().f_code.co_filename).resolve().parent
if (HERE / "libfourfall.so.0").exists():
    os.environ.setdefault("FOURFALL_LIBRARY", str(HERE / "libfourfall.so.0"))
sys.path[:0] = [str(HERE), str(HERE.parent)]
import fourfall  # noqa: E402

BOOKS = (HERE / "classic.book", HERE / "../../../data/classic.book", pathlib.Path("/usr/share/fourfall/classic.book"))
# The part of the time for a move that a search may use.
SHARE = 0.8
_bots: Dict[str, fourfall.Bot] = {}


def _field(source: Any, name: str, otherwise: Any = None) -> Any:
    """Kaggle hands over objects, tests and older versions dictionaries."""
    return source.get(name, otherwise) if isinstance(source, dict) else getattr(source, name, otherwise)


def _bot_for(board: str) -> fourfall.Bot:
    if board not in _bots:
        book = next((path.read_bytes() for path in BOOKS if path.exists()), None)
        _bots[board] = fourfall.Bot(board, "perfect", book=book)
    return _bots[board]


def _cells(grid: List[int], width: int, height: int) -> List[Optional[int]]:
    """Kaggle's rows begin at the top, our columns at the bottom. Its player 1 moves first."""
    marks = (grid[(height - 1 - y) * width + x] for x in range(width) for y in range(height))
    return [None if mark == 0 else mark - 1 for mark in marks]


def play(width: int = 7, height: int = 6, connect: int = 4, seconds: float = 0.5) -> fourfall.Game:
    """A game of the agent, who moves first, against random moves."""
    configuration = {"columns": width, "rows": height, "inarow": connect, "actTimeout": seconds}
    game = fourfall.Game(f"{width}x{height}c{connect}:")
    for step in range(width * height):
        if game.is_over:
            break
        marks = [0 if cell is None else cell + 1 for cell in game.cells]
        grid = [marks[x * height + height - 1 - row] for row in range(height) for x in range(width)]
        mine = {"board": grid, "mark": step % 2 + 1, "step": step}
        game.drop(agent(mine, configuration) if step % 2 == 0 else random.choice(game.columns))
    return game


def agent(observation: Any, configuration: Any) -> int:
    """The column for this position."""
    width, height = _field(configuration, "columns"), _field(configuration, "rows")
    board = f"{width}x{height}c{_field(configuration, 'inarow')}"
    seconds = _field(configuration, "actTimeout") or _field(configuration, "timeout") or 2
    grid = _field(observation, "board")
    try:
        bot = _bot_for(board)
    except fourfall.Error:  # a board that Fourfall does not play
        return next(column for column in range(width) if grid[column] == 0)
    game = fourfall.Game.from_cells(board, _cells(grid, width, height))
    return bot.choose(game, seed=_field(observation, "step", 0), limit_ms=1000 * SHARE * seconds)


if __name__ == "__main__":
    played = play()
    print(f"{played}: {played.winner or 'nobody'} wins")
