"""Games on every board."""
import ctypes
import operator
from typing import List, Optional, Sequence

from . import _abi
from ._library import Error, check, check_type, lib, text_of

_INT_MAX = 2**31 - 1
COLORS = ("red", "yellow", None)


def rules_of(board: str) -> _abi.ff_rules:
    """The rules of a board by its name: "7x6", "9x7c5", "5x5x5"."""
    check_type("a board", board, str)
    found, rules, name = _abi.ff_board(), _abi.ff_rules(), board.encode()
    check(lib.ff_board_read(found, name, len(name)))
    check(lib.ff_rules_init(rules, found))
    return rules


def _color(cell: Optional[int]) -> int:
    """As C has it. What is no colour becomes one that C refuses, whatever its size."""
    if cell is None:
        return int(_abi.ff_color.FF_NONE)
    return operator.index(cell) if cell in (0, 1) else -1


class Game:
    """A game with its history. Columns count from 0; `text` is "4453", "5x5x5:mmgh", or "5x5x5:" for an empty board."""

    def __init__(self, text: str = "") -> None:
        check_type("a game", text, str)
        self._rules, self._game, at = _abi.ff_rules(), _abi.ff_game(), ctypes.c_size_t()
        data = text.encode()
        code = lib.ff_notation_read(self._game, self._rules, data, len(data), at)
        if code:
            raise Error(code, f": index {at.value} of {text[:100]!r}" if at.value < len(data) else "")

    @classmethod
    def from_cells(cls, board: str, cells: Sequence[Optional[int]]) -> "Game":
        """A position whose moves are not known. `cells` as `Game.cells` has them: 0 for red, who moves first, 1 for yellow, None for
        an empty cell. It is refused unless a game could lead to it."""
        self = cls.__new__(cls)
        self._rules, self._game = rules_of(board), _abi.ff_game()
        if len(cells) != self._rules.cells:
            raise ValueError(f"{board} has {self._rules.cells} cells, not {len(cells)}")
        position = _abi.ff_position()
        colors = (ctypes.c_int * len(cells))(*(_color(cell) for cell in cells))
        check(lib.ff_position_set(position, self._rules, colors))
        self._game = lib.ff_game_from(position)
        return self

    def copy(self) -> "Game":
        """Another game with the same moves, which goes on by itself."""
        other = Game.__new__(Game)
        other._rules, other._game = self._rules, _abi.ff_game.from_buffer_copy(self._game)
        return other

    def drop(self, column: int) -> None:
        """Drops a disc of the side to move."""
        # C would cut a larger number down to another column.
        check(lib.ff_game_drop(self._game, max(-1, min(operator.index(column), _INT_MAX))))

    def undo(self) -> None:
        """Takes the last move back."""
        check(lib.ff_game_undo(self._game))

    @property
    def board(self) -> str:
        """The name of the board."""
        return text_of(64, lambda out: lib.ff_board_write(out, self._rules.board))

    @property
    def columns(self) -> List[int]:
        """The columns that take a disc; none when the game is over."""
        found = (ctypes.c_uint8 * _abi.FF_COLUMNS_MAX)()
        return list(found[: lib.ff_position_moves(self._game.position, found)])

    @property
    def cells(self) -> List[Optional[int]]:
        """Every cell: column by column, each from the bottom. 0 is red, 1 yellow, None empty."""
        found = (lib.ff_position_cell(self._game.position, cell) for cell in range(self._rules.cells))
        return [None if color == _abi.ff_color.FF_NONE else int(color) for color in found]

    @property
    def turn(self) -> Optional[str]:
        """"red", "yellow" or None when the game is over."""
        return COLORS[lib.ff_position_side_to_move(self._game.position)]

    @property
    def winner(self) -> Optional[str]:
        """"red", "yellow" or None."""
        return COLORS[lib.ff_position_winner(self._game.position)]

    @property
    def is_over(self) -> bool:
        """Somebody has won, or the board is full."""
        return bool(self._game.position.status != _abi.ff_status.FF_PLAYING)

    def svg(self) -> str:
        """A picture of the position."""
        return text_of(_abi.FF_SVG_MAX, lambda out: lib.ff_svg_write(out, self._game.position, None))

    def __str__(self) -> str:
        return text_of(512, lambda out: lib.ff_game_write(out, self._game, True))

    def solve(self, hash_mb: int = 16) -> int:
        """The exact score for the side to move, on the boards of the solver: positive wins."""
        size = hash_mb << 20
        memory = ctypes.create_string_buffer(size)
        solver, solution = ctypes.c_void_p(), _abi.ff_solution()
        check(lib.ff_solver_open(solver, self._rules, memory, size))
        check(lib.ff_solver_solve(solver, self._game.position, solution))
        return int(solution.low)
