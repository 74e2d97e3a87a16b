"""The C interface of Fourfall for ctypes. Written by `make abi` from include/fourfall.h; docs/library.md explains it."""

# pylint: skip-file
import ctypes
import enum
from typing import Any

FF_SIDE_MAX = 12
FF_CONNECT_MIN = 3
FF_CONNECT_MAX = 8
FF_COLUMNS_MAX = 52
FF_CELLS_MAX = 256
FF_WORDS = 4
FF_DIRECTIONS_MAX = 13
FF_BOARD_TEXT_MAX = 12
FF_ID_MAX = 64
FF_NAME_MAX = 64
FF_PLAYERS = 2
FF_MOVE_JSON_MAX = 256
FF_STATE_JSON_MAX = 16384
FF_SVG_MAX = 98304
FF_PLIES_MAX = 512
FF_VARIANT_TURNS = 2
FF_VARIANT_KEPT = 10
FF_VARIANT_TEXT_MAX = 32
FF_ACTION_STEP = 64
FF_MOVES_MAX = 315
FF_POWERS = 4
FF_SOLVER_MIN = 2097152
FF_SOLVER_GOOD = 16777216
FF_BOOK_MEMORY = 8388608
FF_SOLVER_COLUMNS = 12
FF_SOLVER_CELLS = 56
FF_COLUMN_CLOSED = -128
FF_EXPLAIN_MAX = 768
FF_BOT_MIN = 4194304
FF_BOT_GOOD = 25165824
FF_BOT_MAX = 50331648
FF_VARIANT_BOT_MIN = 4194304
FF_VARIANT_BOT_GOOD = 16777216
FF_VARIANT_BOT_MAX = 41943040
FF_VARIANT_LINE_MAX = 64


class ff_err(enum.IntEnum):
    FF_OK = 0
    FF_E_SPACE = 1
    FF_E_WIDTH = 2
    FF_E_HEIGHT = 3
    FF_E_DEPTH = 4
    FF_E_CONNECT = 5
    FF_E_COLUMNS = 6
    FF_E_CELLS = 7
    FF_E_BOARD_TEXT = 8
    FF_E_LETTER = 9
    FF_E_COLUMN = 10
    FF_E_FULL = 11
    FF_E_OVER = 12
    FF_E_NO_UNDO = 13
    FF_E_NO_REDO = 14
    FF_E_NO_HISTORY = 15
    FF_E_PLY = 16
    FF_E_FLOATING = 17
    FF_E_COUNTS = 18
    FF_E_TWO_WINNERS = 19
    FF_E_WINNER_TURN = 20
    FF_E_LATE_WIN = 21
    FF_E_ID = 22
    FF_E_NAME = 23
    FF_E_PLAYERS = 24
    FF_E_SEATED = 25
    FF_E_TIME = 26
    FF_E_MOVE = 27
    FF_E_JSON_SIZE = 28
    FF_E_JSON_SYNTAX = 29
    FF_E_JSON_TYPE = 30
    FF_E_JSON_KEY = 31
    FF_E_JSON_TWICE = 32
    FF_E_JSON_MISSING = 33
    FF_E_JSON_END = 34
    FF_E_ACTION = 35
    FF_E_GAME_TYPE = 36
    FF_E_BOARD_SHAPE = 37
    FF_E_CELL = 38
    FF_E_MOVES = 39
    FF_E_LAST_MOVE = 40
    FF_E_VERSION = 41
    FF_E_TURN = 42
    FF_E_STATUS = 43
    FF_E_WINNER = 44
    FF_E_SOLVER_BOARD = 45
    FF_E_SOLVER_MEMORY = 46
    FF_E_STOPPED = 47
    FF_E_BOOK = 48
    FF_E_BOOK_MEMORY = 49
    FF_E_LEVEL = 50
    FF_E_STYLE = 51
    FF_E_BOT_BOARD = 52
    FF_E_BOT_MEMORY = 53
    FF_E_ESTIMATE = 54
    FF_E_NETWORK = 55
    FF_E_NETWORK_MEMORY = 56
    FF_E_VARIANT = 57
    FF_E_VARIANT_TEXT = 58
    FF_E_FIVE_BOARD = 59
    FF_E_POPTEN_BOARD = 60
    FF_E_CYLINDER_BOARD = 61
    FF_E_TURN_BOARD = 62
    FF_E_NO_ACTION = 63
    FF_E_NOT_OWN = 64
    FF_E_UNFINISHED = 65
    FF_E_SPENT = 66
    FF_E_NO_TARGET = 67
    FF_E_QUIET = 68
    FF_E_ROW = 69
    FF_E_UNFILLED = 70
    FF_E_POP_FIRST = 71
    FF_E_SAME_COLUMN = 72
    FF_E_SWAP = 73
    FF_ERR_COUNT = 74


class ff_color(enum.IntEnum):
    FF_RED = 0
    FF_YELLOW = 1
    FF_NONE = 2


class ff_status(enum.IntEnum):
    FF_PLAYING = 0
    FF_WON = 1
    FF_DRAWN = 2


class ff_phase(enum.IntEnum):
    FF_WAITING = 0
    FF_IN_PROGRESS = 1
    FF_COMPLETED = 2


class ff_variant(enum.IntEnum):
    FF_STANDARD = 0
    FF_POPOUT = 1
    FF_POWERUP = 2
    FF_FIVE = 3
    FF_POPTEN = 4
    FF_MISERE = 5
    FF_CYLINDER = 6
    FF_TURN = 7
    FF_VARIANT_COUNT = 8


class ff_action(enum.IntEnum):
    FF_DROP = 0
    FF_POP = 1
    FF_ANVIL = 2
    FF_BOMB = 3
    FF_WALL = 4
    FF_DOUBLE = 5
    FF_TURN_LEFT = 6
    FF_TURN_RIGHT = 7
    FF_SWAP = 8
    FF_ACTION_COUNT = 9


class ff_task(enum.IntEnum):
    FF_TASK_NONE = 0
    FF_TASK_SECOND = 1
    FF_TASK_QUIET = 2
    FF_TASK_TARGET = 3
    FF_TASK_PUT = 4


class ff_reason_code(enum.IntEnum):
    FF_REASON_WIN_NOW = 0
    FF_REASON_FORK_NOW = 1
    FF_REASON_BLOCK = 2
    FF_REASON_SQUEEZE_NOW = 3
    FF_REASON_WIN_NEXT = 4
    FF_REASON_WIN = 5
    FF_REASON_LOSS = 6
    FF_REASON_DRAW = 7
    FF_REASON_THREAT = 8
    FF_REASON_ONLY = 9
    FF_REASON_ESTIMATE = 10
    FF_REASON_COUNT = 11


class ff_ending(enum.IntEnum):
    FF_ENDING_NONE = 0
    FF_ENDING_FORK = 1
    FF_ENDING_STACK = 2
    FF_ENDING_SQUEEZE = 3
    FF_ENDING_COUNT = 4


class ff_verdict(enum.IntEnum):
    FF_BEST = 0
    FF_FINE = 1
    FF_SLOWER_WIN = 2
    FF_MISTAKE = 3
    FF_BLUNDER = 4
    FF_MISSED_BLOCK = 5
    FF_MISSED_WIN = 6
    FF_INACCURACY = 7
    FF_VERDICT_COUNT = 8


class ff_level(enum.IntEnum):
    FF_EASY = 0
    FF_MEDIUM = 1
    FF_HARD = 2
    FF_PERFECT = 3
    FF_RANDOM = 4
    FF_GREEDY = 5
    FF_LEVEL_COUNT = 6


class ff_style(enum.IntEnum):
    FF_BALANCED = 0
    FF_AGGRESSIVE = 1
    FF_DEFENSIVE = 2
    FF_STYLE_COUNT = 3


class ff_certainty(enum.IntEnum):
    FF_CLOSED = 0
    FF_ESTIMATED = 1
    FF_PROVEN_WIN = 2
    FF_PROVEN_LOSS = 3
    FF_PROVEN_DRAW = 4
    FF_CERTAINTY_COUNT = 5


class ff_turning(enum.IntEnum):
    FF_NO_TURN = 0
    FF_ESTIMATED_TURN = 1
    FF_PROVEN_TURN = 2


class ff_text(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.POINTER(ctypes.c_char)),
        ("size", ctypes.c_size_t),
        ("len", ctypes.c_size_t),
    ]


class ff_board(ctypes.Structure):
    _fields_ = [
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("depth", ctypes.c_int),
        ("connect", ctypes.c_int),
    ]


class ff_direction(ctypes.Structure):
    _fields_ = [
        ("starts", ctypes.c_uint64 * 4),
        ("shift", ctypes.c_uint16 * 3),
        ("dx", ctypes.c_int8),
        ("dy", ctypes.c_int8),
        ("dz", ctypes.c_int8),
    ]


class ff_rules(ctypes.Structure):
    _fields_ = [
        ("board", ff_board),
        ("columns", ctypes.c_uint16),
        ("cells", ctypes.c_uint16),
        ("directions", ctypes.c_uint8),
        ("kernel", ctypes.c_uint8),
        ("base", ctypes.c_uint8 * 52),
        ("direction", ff_direction * 13),
    ]


class ff_position(ctypes.Structure):
    _fields_ = [
        ("rules", ctypes.POINTER(ff_rules)),
        ("discs", ctypes.c_uint64 * 4 * 2),
        ("ply", ctypes.c_uint16),
        ("status", ctypes.c_uint8),
        ("height", ctypes.c_uint8 * 52),
    ]


class ff_line(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_uint8),
        ("cells", ctypes.c_uint8 * 12),
    ]


class ff_lines(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_int),
        ("line", ff_line * 13),
    ]


class ff_game(ctypes.Structure):
    _fields_ = [
        ("position", ff_position),
        ("first", ctypes.c_uint16),
        ("end", ctypes.c_uint16),
        ("moves", ctypes.c_uint8 * 256),
    ]


class ff_player(ctypes.Structure):
    _fields_ = [
        ("id", ctypes.c_char * 65),
        ("name", ctypes.c_char * 65),
    ]


class ff_state(ctypes.Structure):
    _fields_ = [
        ("game_id", ctypes.c_char * 65),
        ("players", ff_player * 2),
        ("player_count", ctypes.c_int),
        ("game", ff_game),
        ("created_ms", ctypes.c_int64),
        ("updated_ms", ctypes.c_int64),
    ]


class ff_setup(ctypes.Structure):
    _fields_ = [
        ("game_id", ctypes.c_char_p),
        ("players", ctypes.POINTER(ff_player)),
        ("player_count", ctypes.c_int),
        ("rules", ctypes.POINTER(ff_rules)),
        ("now_ms", ctypes.c_int64),
    ]


class ff_move(ctypes.Structure):
    _fields_ = [
        ("column", ctypes.c_int),
    ]


class ff_validation(ctypes.Structure):
    _fields_ = [
        ("valid", ctypes.c_bool),
        ("error", ctypes.c_char * 128),
    ]


class ff_plugin(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("description", ctypes.c_char_p),
        ("players_min", ctypes.c_int),
        ("players_max", ctypes.c_int),
        ("initialise", ctypes.c_void_p),
        ("validate", ctypes.c_void_p),
        ("apply", ctypes.c_void_p),
        ("is_over", ctypes.c_void_p),
        ("winner", ctypes.c_void_p),
        ("render", ctypes.c_void_p),
    ]


class ff_variant_rules(ctypes.Structure):
    _fields_ = [
        ("upright", ff_rules),
        ("turned", ff_rules),
        ("variant", ctypes.c_uint8),
        ("has_pie", ctypes.c_bool),
    ]


class ff_variant_position(ctypes.Structure):
    _fields_ = [
        ("rules", ctypes.POINTER(ff_variant_rules)),
        ("board", ff_position),
        ("special", ctypes.c_uint16 * 4 * 2),
        ("powers", ctypes.c_uint8 * 2),
        ("turns", ctypes.c_uint8 * 2),
        ("kept", ctypes.c_uint8 * 2),
        ("side", ctypes.c_uint8),
        ("mover", ctypes.c_uint8),
        ("winner", ctypes.c_uint8),
        ("task", ctypes.c_uint8),
        ("from", ctypes.c_uint8),
        ("is_filled", ctypes.c_bool),
        ("has_answered", ctypes.c_bool),
        ("is_swapped", ctypes.c_bool),
    ]


class ff_variant_game(ctypes.Structure):
    _fields_ = [
        ("position", ff_variant_position),
        ("end", ctypes.c_uint16),
        ("moves", ctypes.c_uint16 * 512),
    ]


class ff_variant_head(ctypes.Structure):
    _fields_ = [
        ("board", ff_board),
        ("variant", ctypes.c_int),
        ("has_board", ctypes.c_bool),
        ("has_pie", ctypes.c_bool),
        ("moves_at", ctypes.c_size_t),
    ]


class ff_variant_state(ctypes.Structure):
    _fields_ = [
        ("seats", ff_state),
        ("game", ff_variant_game),
    ]


class ff_solution(ctypes.Structure):
    _fields_ = [
        ("low", ctypes.c_int),
        ("high", ctypes.c_int),
        ("nodes", ctypes.c_uint64),
    ]


class ff_threat(ctypes.Structure):
    _fields_ = [
        ("cell", ctypes.c_uint8),
        ("color", ctypes.c_uint8),
        ("is_odd", ctypes.c_bool),
        ("is_playable", ctypes.c_bool),
    ]


class ff_threats(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_int),
        ("threat", ff_threat * 512),
    ]


class ff_outlook(ctypes.Structure):
    _fields_ = [
        ("winner", ctypes.c_int),
        ("moves", ctypes.c_int),
        ("plies", ctypes.c_int),
    ]


class ff_analysis(ctypes.Structure):
    _fields_ = [
        ("score", ctypes.c_int8 * 12),
        ("best", ctypes.c_int8),
        ("best_columns", ctypes.c_uint16),
        ("outlook", ff_outlook),
        ("line_len", ctypes.c_uint8),
        ("line", ctypes.c_uint8 * 56),
        ("nodes", ctypes.c_uint64),
    ]


class ff_reason(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_int),
        ("ending", ctypes.c_int),
        ("mover", ctypes.c_int),
        ("winner", ctypes.c_int),
        ("moves", ctypes.c_int),
        ("columns", ctypes.c_uint64),
        ("is_any", ctypes.c_bool),
        ("is_forcing", ctypes.c_bool),
        ("end_columns", ctypes.c_uint64),
        ("end_column", ctypes.c_int),
        ("end_is_odd", ctypes.c_bool),
        ("end_is_old", ctypes.c_bool),
    ]


class ff_judgement(ctypes.Structure):
    _fields_ = [
        ("column", ctypes.c_uint8),
        ("better", ctypes.c_uint8),
        ("best", ctypes.c_int8),
        ("score", ctypes.c_int8),
        ("verdict", ctypes.c_uint8),
        ("quality", ctypes.c_uint8),
        ("is_turning", ctypes.c_bool),
    ]


class ff_review(ctypes.Structure):
    _fields_ = [
        ("first", ctypes.c_int),
        ("count", ctypes.c_int),
        ("open", ctypes.c_int),
        ("move", ff_judgement * 56),
        ("accuracy", ctypes.c_int * 2),
        ("nodes", ctypes.c_uint64),
    ]


class ff_thought(ctypes.Structure):
    _fields_ = [
        ("depth", ctypes.c_int),
        ("nodes", ctypes.c_uint64),
        ("column", ctypes.c_int),
        ("ends_in", ctypes.c_int),
        ("is_exact", ctypes.c_bool),
        ("was_stopped", ctypes.c_bool),
    ]


class ff_column_estimate(ctypes.Structure):
    _fields_ = [
        ("visits", ctypes.c_uint32),
        ("chance", ctypes.c_int16),
        ("plies", ctypes.c_uint16),
        ("certainty", ctypes.c_uint8),
        ("zero", ctypes.c_uint8 * 3),
    ]


class ff_estimate(ctypes.Structure):
    _fields_ = [
        ("nodes", ctypes.c_uint64),
        ("chance", ctypes.c_int16),
        ("plies", ctypes.c_uint16),
        ("line_len", ctypes.c_uint16),
        ("threat_plies", ctypes.c_uint16),
        ("certainty", ctypes.c_uint8),
        ("best", ctypes.c_int8),
        ("threat", ctypes.c_int8),
        ("line_is_proven", ctypes.c_bool),
        ("was_stopped", ctypes.c_bool),
        ("columns", ctypes.c_uint8),
        ("zero", ctypes.c_uint8 * 2),
        ("column", ff_column_estimate * 52),
        ("line", ctypes.c_uint8 * 256),
    ]


class ff_estimated_move(ctypes.Structure):
    _fields_ = [
        ("best_chance", ctypes.c_int16),
        ("chance", ctypes.c_int16),
        ("best_plies", ctypes.c_uint16),
        ("plies", ctypes.c_uint16),
        ("best_certainty", ctypes.c_uint8),
        ("certainty", ctypes.c_uint8),
        ("column", ctypes.c_uint8),
        ("better", ctypes.c_uint8),
        ("verdict", ctypes.c_uint8),
        ("quality", ctypes.c_uint8),
        ("turning", ctypes.c_uint8),
        ("zero", ctypes.c_uint8),
    ]


class ff_estimated_point(ctypes.Structure):
    _fields_ = [
        ("chance", ctypes.c_int16),
        ("plies", ctypes.c_uint16),
        ("certainty", ctypes.c_uint8),
        ("best", ctypes.c_uint8),
    ]


class ff_estimate_review(ctypes.Structure):
    _fields_ = [
        ("nodes", ctypes.c_uint64),
        ("first", ctypes.c_uint16),
        ("count", ctypes.c_uint16),
        ("known", ctypes.c_uint16),
        ("zero", ctypes.c_uint16),
        ("accuracy", ctypes.c_int16 * 2),
        ("zeros", ctypes.c_uint8 * 4),
        ("move", ff_estimated_move * 256),
        ("point", ff_estimated_point * 257),
    ]


class ff_variant_option(ctypes.Structure):
    _fields_ = [
        ("move", ctypes.c_uint16),
        ("chance", ctypes.c_int16),
        ("plies", ctypes.c_uint16),
        ("certainty", ctypes.c_uint8),
        ("zero", ctypes.c_uint8),
    ]


class ff_variant_analysis(ctypes.Structure):
    _fields_ = [
        ("nodes", ctypes.c_uint64),
        ("chance", ctypes.c_int16),
        ("plies", ctypes.c_uint16),
        ("certainty", ctypes.c_uint8),
        ("depth", ctypes.c_uint8),
        ("was_stopped", ctypes.c_bool),
        ("zero", ctypes.c_uint8 * 5),
        ("count", ctypes.c_uint16),
        ("line_len", ctypes.c_uint16),
        ("options", ff_variant_option * 315),
        ("line", ctypes.c_uint16 * 64),
    ]


class ff_variant_judgement(ctypes.Structure):
    _fields_ = [
        ("move", ctypes.c_uint16),
        ("better", ctypes.c_uint16),
        ("best_chance", ctypes.c_int16),
        ("chance", ctypes.c_int16),
        ("best_plies", ctypes.c_uint16),
        ("plies", ctypes.c_uint16),
        ("best_certainty", ctypes.c_uint8),
        ("certainty", ctypes.c_uint8),
        ("verdict", ctypes.c_uint8),
        ("quality", ctypes.c_uint8),
        ("turning", ctypes.c_uint8),
        ("player", ctypes.c_uint8),
    ]


class ff_variant_point(ctypes.Structure):
    _fields_ = [
        ("chance", ctypes.c_int16),
        ("plies", ctypes.c_uint16),
        ("best", ctypes.c_uint16),
        ("certainty", ctypes.c_uint8),
        ("zero", ctypes.c_uint8),
    ]


class ff_variant_review(ctypes.Structure):
    _fields_ = [
        ("nodes", ctypes.c_uint64),
        ("count", ctypes.c_uint16),
        ("known", ctypes.c_uint16),
        ("accuracy", ctypes.c_int16 * 2),
        ("move", ff_variant_judgement * 512),
        ("point", ff_variant_point * 513),
    ]


# name: (result, parameters)
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "ff_version": (ctypes.c_char_p, []),
    "ff_err_name": (ctypes.c_char_p, [ctypes.c_int]),
    "ff_err_text": (ctypes.c_char_p, [ctypes.c_int]),
    "ff_text_on": (ff_text, [ctypes.POINTER(ctypes.c_char), ctypes.c_size_t]),
    "ff_board_equal": (ctypes.c_bool, [ff_board, ff_board]),
    "ff_board_check": (ctypes.c_int, [ff_board]),
    "ff_board_read": (ctypes.c_int, [ctypes.POINTER(ff_board), ctypes.c_char_p, ctypes.c_size_t]),
    "ff_board_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ff_board]),
    "ff_rules_init": (ctypes.c_int, [ctypes.POINTER(ff_rules), ff_board]),
    "ff_rules_lines": (ctypes.c_int, [ctypes.POINTER(ff_rules)]),
    "ff_cell_at": (ctypes.c_int, [ctypes.POINTER(ff_rules), ctypes.c_int, ctypes.c_int, ctypes.c_int]),
    "ff_cell_column": (ctypes.c_int, [ctypes.POINTER(ff_rules), ctypes.c_int]),
    "ff_cell_row": (ctypes.c_int, [ctypes.POINTER(ff_rules), ctypes.c_int]),
    "ff_cell_from_top": (ctypes.c_int, [ctypes.POINTER(ff_rules), ctypes.c_int]),
    "ff_position_start": (ff_position, [ctypes.POINTER(ff_rules)]),
    "ff_position_drop": (ctypes.c_int, [ctypes.POINTER(ff_position), ctypes.c_int]),
    "ff_position_can_drop": (ctypes.c_int, [ctypes.POINTER(ff_position), ctypes.c_int]),
    "ff_position_lift": (ctypes.c_int, [ctypes.POINTER(ff_position), ctypes.c_int]),
    "ff_position_moves": (ctypes.c_int, [ctypes.POINTER(ff_position), ctypes.POINTER(ctypes.c_uint8)]),
    "ff_position_side_to_move": (ctypes.c_int, [ctypes.POINTER(ff_position)]),
    "ff_position_winner": (ctypes.c_int, [ctypes.POINTER(ff_position)]),
    "ff_position_cell": (ctypes.c_int, [ctypes.POINTER(ff_position), ctypes.c_int]),
    "ff_position_set": (ctypes.c_int, [ctypes.POINTER(ff_position), ctypes.POINTER(ff_rules), ctypes.POINTER(ctypes.c_int)]),
    "ff_position_lines": (ff_lines, [ctypes.POINTER(ff_position)]),
    "ff_perft": (ctypes.c_uint64, [ctypes.POINTER(ff_position), ctypes.c_int]),
    "ff_game_start": (ff_game, [ctypes.POINTER(ff_rules)]),
    "ff_game_from": (ff_game, [ctypes.POINTER(ff_position)]),
    "ff_game_drop": (ctypes.c_int, [ctypes.POINTER(ff_game), ctypes.c_int]),
    "ff_game_undo": (ctypes.c_int, [ctypes.POINTER(ff_game)]),
    "ff_game_redo": (ctypes.c_int, [ctypes.POINTER(ff_game)]),
    "ff_game_seek": (ctypes.c_int, [ctypes.POINTER(ff_game), ctypes.c_int]),
    "ff_column_letter": (ctypes.c_char, [ctypes.POINTER(ff_rules), ctypes.c_int]),
    "ff_column_read": (ctypes.c_int, [ctypes.POINTER(ff_rules), ctypes.c_char]),
    "ff_game_read": (ctypes.c_int, [ctypes.POINTER(ff_game), ctypes.POINTER(ff_rules), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]),
    "ff_notation_board": (ctypes.c_int, [ctypes.POINTER(ff_board), ctypes.POINTER(ctypes.c_size_t), ctypes.c_char_p, ctypes.c_size_t]),
    "ff_notation_read": (ctypes.c_int, [ctypes.POINTER(ff_game), ctypes.POINTER(ff_rules), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]),
    "ff_game_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_game), ctypes.c_bool]),
    "ff_status_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_position), ctypes.POINTER(ctypes.c_char_p)]),
    "ff_svg_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_position), ctypes.POINTER(ctypes.c_char_p)]),
    "ff_state_phase": (ctypes.c_int, [ctypes.POINTER(ff_state)]),
    "ff_state_current_player": (ctypes.c_int, [ctypes.POINTER(ff_state)]),
    "ff_state_version": (ctypes.c_int, [ctypes.POINTER(ff_state)]),
    "ff_state_winner": (ctypes.POINTER(ff_player), [ctypes.POINTER(ff_state)]),
    "ff_state_open": (ctypes.c_int, [ctypes.POINTER(ff_state), ctypes.c_char_p, ctypes.POINTER(ff_rules), ctypes.c_int64]),
    "ff_state_join": (ctypes.c_int, [ctypes.POINTER(ff_state), ctypes.POINTER(ff_player), ctypes.c_int64]),
    "ff_move_write_json": (ctypes.c_int, [ctypes.POINTER(ff_text), ff_move]),
    "ff_move_read_json": (ctypes.c_int, [ctypes.POINTER(ff_move), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]),
    "ff_state_write_json": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_state)]),
    "ff_state_read_json": (ctypes.c_int, [ctypes.POINTER(ff_state), ctypes.POINTER(ff_rules), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]),
    "ff_variant_name": (ctypes.c_char_p, [ctypes.c_int]),
    "ff_variant_sentence": (ctypes.c_char_p, [ctypes.c_int]),
    "ff_variant_board": (ff_board, [ctypes.c_int]),
    "ff_variant_read": (ctypes.c_int, [ctypes.POINTER(ctypes.c_int), ctypes.c_char_p, ctypes.c_size_t]),
    "ff_variant_rules_init": (ctypes.c_int, [ctypes.POINTER(ff_variant_rules), ctypes.c_int, ff_board, ctypes.c_bool]),
    "ff_move_of": (ctypes.c_int, [ctypes.c_int, ctypes.c_int]),
    "ff_move_action": (ctypes.c_int, [ctypes.c_int]),
    "ff_move_column": (ctypes.c_int, [ctypes.c_int]),
    "ff_action_name": (ctypes.c_char_p, [ctypes.c_int]),
    "ff_action_has_column": (ctypes.c_bool, [ctypes.c_int]),
    "ff_variant_can_play": (ctypes.c_int, [ctypes.POINTER(ff_variant_position), ctypes.c_int]),
    "ff_variant_moves": (ctypes.c_int, [ctypes.POINTER(ff_variant_position), ctypes.POINTER(ctypes.c_uint16)]),
    "ff_variant_side_to_move": (ctypes.c_int, [ctypes.POINTER(ff_variant_position)]),
    "ff_variant_player": (ctypes.c_int, [ctypes.POINTER(ff_variant_position), ctypes.c_int]),
    "ff_variant_line": (ctypes.c_bool, [ctypes.POINTER(ff_variant_position), ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ff_line)]),
    "ff_variant_special": (ctypes.c_int, [ctypes.POINTER(ff_variant_position), ctypes.c_int]),
    "ff_variant_game_start": (ff_variant_game, [ctypes.POINTER(ff_variant_rules)]),
    "ff_variant_game_play": (ctypes.c_int, [ctypes.POINTER(ff_variant_game), ctypes.c_int]),
    "ff_variant_game_undo": (ctypes.c_int, [ctypes.POINTER(ff_variant_game)]),
    "ff_variant_game_redo": (ctypes.c_int, [ctypes.POINTER(ff_variant_game)]),
    "ff_variant_game_seek": (ctypes.c_int, [ctypes.POINTER(ff_variant_game), ctypes.c_int]),
    "ff_variant_perft": (ctypes.c_uint64, [ctypes.POINTER(ff_variant_game), ctypes.c_int]),
    "ff_variant_game_read": (ctypes.c_int, [ctypes.POINTER(ff_variant_game), ctypes.POINTER(ff_variant_rules), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]),
    "ff_variant_head_read": (ctypes.c_int, [ctypes.POINTER(ff_variant_head), ctypes.c_char_p, ctypes.c_size_t]),
    "ff_variant_moves_read": (ctypes.c_int, [ctypes.POINTER(ff_variant_game), ctypes.POINTER(ff_variant_rules), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]),
    "ff_variant_rules_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_variant_rules)]),
    "ff_variant_move_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_variant_position), ctypes.c_int]),
    "ff_variant_game_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_variant_game), ctypes.c_bool]),
    "ff_variant_status_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_variant_position), ctypes.POINTER(ctypes.c_char_p)]),
    "ff_variant_svg_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_variant_position), ctypes.POINTER(ctypes.c_char_p)]),
    "ff_variant_state_open": (ctypes.c_int, [ctypes.POINTER(ff_variant_state), ctypes.c_char_p, ctypes.POINTER(ff_variant_rules), ctypes.c_int64]),
    "ff_variant_state_phase": (ctypes.c_int, [ctypes.POINTER(ff_variant_state)]),
    "ff_variant_state_current_player": (ctypes.c_int, [ctypes.POINTER(ff_variant_state)]),
    "ff_variant_state_winner": (ctypes.POINTER(ff_player), [ctypes.POINTER(ff_variant_state)]),
    "ff_variant_state_validate": (ff_validation, [ctypes.POINTER(ff_variant_state), ctypes.c_char_p, ctypes.c_int]),
    "ff_variant_state_apply": (ctypes.c_int, [ctypes.POINTER(ff_variant_state), ctypes.POINTER(ff_variant_state), ctypes.c_char_p, ctypes.c_int, ctypes.c_int64]),
    "ff_variant_move_write_json": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.c_int]),
    "ff_variant_move_read_json": (ctypes.c_int, [ctypes.POINTER(ctypes.c_int), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]),
    "ff_variant_state_write_json": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_variant_state)]),
    "ff_variant_state_read_json": (ctypes.c_int, [ctypes.POINTER(ff_variant_state), ctypes.POINTER(ff_variant_rules), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]),
    "ff_solver_open": (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ff_rules), ctypes.c_void_p, ctypes.c_size_t]),
    "ff_solver_reset": (None, [ctypes.c_void_p]),
    "ff_solver_watch": (None, [ctypes.c_void_p, ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p), ctypes.c_void_p]),
    "ff_solver_solve": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_position), ctypes.POINTER(ff_solution)]),
    "ff_book_open": (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t]),
    "ff_book_ply": (ctypes.c_int, [ctypes.c_void_p]),
    "ff_book_score": (ctypes.c_bool, [ctypes.c_void_p, ctypes.POINTER(ff_position), ctypes.POINTER(ctypes.c_int)]),
    "ff_solver_use_book": (None, [ctypes.c_void_p, ctypes.c_void_p]),
    "ff_book_checksum": (ctypes.c_uint32, [ctypes.POINTER(ctypes.c_uint8), ctypes.c_size_t]),
    "ff_solver_outcome": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_position), ctypes.POINTER(ff_solution)]),
    "ff_position_threats": (ff_threats, [ctypes.POINTER(ff_position)]),
    "ff_score_outlook": (ff_outlook, [ctypes.POINTER(ff_rules), ctypes.c_int, ctypes.c_int]),
    "ff_score_columns": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_position), ctypes.POINTER(ff_analysis)]),
    "ff_analyse": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_position), ctypes.POINTER(ff_analysis)]),
    "ff_explain": (ff_reason, [ctypes.POINTER(ff_position), ctypes.POINTER(ff_analysis)]),
    "ff_explain_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_position), ctypes.POINTER(ff_analysis), ctypes.POINTER(ctypes.c_char_p)]),
    "ff_verdict_text": (ctypes.c_char_p, [ctypes.c_int]),
    "ff_review_game": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_game), ctypes.POINTER(ff_review)]),
    "ff_review_begin": (ff_review, [ctypes.POINTER(ff_game)]),
    "ff_review_step": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_game), ctypes.POINTER(ff_review)]),
    "ff_level_name": (ctypes.c_char_p, [ctypes.c_int]),
    "ff_style_name": (ctypes.c_char_p, [ctypes.c_int]),
    "ff_level_read": (ctypes.c_int, [ctypes.POINTER(ctypes.c_int), ctypes.c_char_p, ctypes.c_size_t]),
    "ff_style_read": (ctypes.c_int, [ctypes.POINTER(ctypes.c_int), ctypes.c_char_p, ctypes.c_size_t]),
    "ff_bot_open": (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ff_rules), ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t]),
    "ff_bot_watch": (None, [ctypes.c_void_p, ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p), ctypes.c_void_p]),
    "ff_bot_use_book": (None, [ctypes.c_void_p, ctypes.c_void_p]),
    "ff_network_size": (ctypes.c_size_t, [ctypes.c_void_p, ctypes.c_size_t]),
    "ff_network_open": (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t]),
    "ff_bot_use_network": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p]),
    "ff_bot_choose": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_position), ctypes.c_uint64, ctypes.POINTER(ctypes.c_int)]),
    "ff_bot_thought": (ff_thought, [ctypes.c_void_p]),
    "ff_bot_estimate": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_position), ctypes.POINTER(ff_estimate)]),
    "ff_explain_estimate": (ff_reason, [ctypes.POINTER(ff_position), ctypes.POINTER(ff_estimate)]),
    "ff_explain_estimate_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_position), ctypes.POINTER(ff_estimate), ctypes.POINTER(ctypes.c_char_p)]),
    "ff_estimate_review_begin": (ff_estimate_review, [ctypes.POINTER(ff_game)]),
    "ff_estimate_review_step": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_game), ctypes.POINTER(ff_estimate_review)]),
    "ff_variant_bot_open": (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ff_variant_rules), ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t]),
    "ff_variant_bot_watch": (None, [ctypes.c_void_p, ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p), ctypes.c_void_p]),
    "ff_variant_bot_choose": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_variant_game), ctypes.c_uint64, ctypes.POINTER(ctypes.c_int)]),
    "ff_variant_bot_thought": (ff_thought, [ctypes.c_void_p]),
    "ff_variant_bot_analyse": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_variant_game), ctypes.POINTER(ff_variant_analysis)]),
    "ff_variant_explain_write": (ctypes.c_int, [ctypes.POINTER(ff_text), ctypes.POINTER(ff_variant_position), ctypes.POINTER(ff_variant_analysis), ctypes.POINTER(ctypes.c_char_p)]),
    "ff_variant_endings": (ctypes.c_int, [ctypes.POINTER(ff_variant_position), ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_uint16)]),
    "ff_variant_threats": (ff_threats, [ctypes.POINTER(ff_variant_position)]),
    "ff_variant_review_begin": (ff_variant_review, [ctypes.POINTER(ff_variant_game)]),
    "ff_variant_review_step": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ff_variant_game), ctypes.POINTER(ff_variant_review)]),
}

VARIABLES: dict[str, Any] = {
    "ff_classic": ff_board,
    "ff_cube": ff_board,
    "ff_connect_four": ff_plugin,
}

# (struct, field): (offset, bytes), as the C compiler places them
LAYOUT: dict[tuple[str, str], tuple[int, int]] = {
    ("ff_text", ""): (0, 24),
    ("ff_text", "data"): (0, 8),
    ("ff_text", "size"): (8, 8),
    ("ff_text", "len"): (16, 8),
    ("ff_board", ""): (0, 16),
    ("ff_board", "width"): (0, 4),
    ("ff_board", "height"): (4, 4),
    ("ff_board", "depth"): (8, 4),
    ("ff_board", "connect"): (12, 4),
    ("ff_direction", ""): (0, 48),
    ("ff_direction", "starts"): (0, 32),
    ("ff_direction", "shift"): (32, 6),
    ("ff_direction", "dx"): (38, 1),
    ("ff_direction", "dy"): (39, 1),
    ("ff_direction", "dz"): (40, 1),
    ("ff_rules", ""): (0, 704),
    ("ff_rules", "board"): (0, 16),
    ("ff_rules", "columns"): (16, 2),
    ("ff_rules", "cells"): (18, 2),
    ("ff_rules", "directions"): (20, 1),
    ("ff_rules", "kernel"): (21, 1),
    ("ff_rules", "base"): (22, 52),
    ("ff_rules", "direction"): (80, 624),
    ("ff_position", ""): (0, 128),
    ("ff_position", "rules"): (0, 8),
    ("ff_position", "discs"): (8, 64),
    ("ff_position", "ply"): (72, 2),
    ("ff_position", "status"): (74, 1),
    ("ff_position", "height"): (75, 52),
    ("ff_line", ""): (0, 13),
    ("ff_line", "count"): (0, 1),
    ("ff_line", "cells"): (1, 12),
    ("ff_lines", ""): (0, 176),
    ("ff_lines", "count"): (0, 4),
    ("ff_lines", "line"): (4, 169),
    ("ff_game", ""): (0, 392),
    ("ff_game", "position"): (0, 128),
    ("ff_game", "first"): (128, 2),
    ("ff_game", "end"): (130, 2),
    ("ff_game", "moves"): (132, 256),
    ("ff_player", ""): (0, 130),
    ("ff_player", "id"): (0, 65),
    ("ff_player", "name"): (65, 65),
    ("ff_state", ""): (0, 744),
    ("ff_state", "game_id"): (0, 65),
    ("ff_state", "players"): (65, 260),
    ("ff_state", "player_count"): (328, 4),
    ("ff_state", "game"): (336, 392),
    ("ff_state", "created_ms"): (728, 8),
    ("ff_state", "updated_ms"): (736, 8),
    ("ff_setup", ""): (0, 40),
    ("ff_setup", "game_id"): (0, 8),
    ("ff_setup", "players"): (8, 8),
    ("ff_setup", "player_count"): (16, 4),
    ("ff_setup", "rules"): (24, 8),
    ("ff_setup", "now_ms"): (32, 8),
    ("ff_move", ""): (0, 4),
    ("ff_move", "column"): (0, 4),
    ("ff_validation", ""): (0, 129),
    ("ff_validation", "valid"): (0, 1),
    ("ff_validation", "error"): (1, 128),
    ("ff_plugin", ""): (0, 80),
    ("ff_plugin", "type"): (0, 8),
    ("ff_plugin", "name"): (8, 8),
    ("ff_plugin", "description"): (16, 8),
    ("ff_plugin", "players_min"): (24, 4),
    ("ff_plugin", "players_max"): (28, 4),
    ("ff_plugin", "initialise"): (32, 8),
    ("ff_plugin", "validate"): (40, 8),
    ("ff_plugin", "apply"): (48, 8),
    ("ff_plugin", "is_over"): (56, 8),
    ("ff_plugin", "winner"): (64, 8),
    ("ff_plugin", "render"): (72, 8),
    ("ff_variant_rules", ""): (0, 1416),
    ("ff_variant_rules", "upright"): (0, 704),
    ("ff_variant_rules", "turned"): (704, 704),
    ("ff_variant_rules", "variant"): (1408, 1),
    ("ff_variant_rules", "has_pie"): (1409, 1),
    ("ff_variant_position", ""): (0, 168),
    ("ff_variant_position", "rules"): (0, 8),
    ("ff_variant_position", "board"): (8, 128),
    ("ff_variant_position", "special"): (136, 16),
    ("ff_variant_position", "powers"): (152, 2),
    ("ff_variant_position", "turns"): (154, 2),
    ("ff_variant_position", "kept"): (156, 2),
    ("ff_variant_position", "side"): (158, 1),
    ("ff_variant_position", "mover"): (159, 1),
    ("ff_variant_position", "winner"): (160, 1),
    ("ff_variant_position", "task"): (161, 1),
    ("ff_variant_position", "from"): (162, 1),
    ("ff_variant_position", "is_filled"): (163, 1),
    ("ff_variant_position", "has_answered"): (164, 1),
    ("ff_variant_position", "is_swapped"): (165, 1),
    ("ff_variant_game", ""): (0, 1200),
    ("ff_variant_game", "position"): (0, 168),
    ("ff_variant_game", "end"): (168, 2),
    ("ff_variant_game", "moves"): (170, 1024),
    ("ff_variant_head", ""): (0, 32),
    ("ff_variant_head", "board"): (0, 16),
    ("ff_variant_head", "variant"): (16, 4),
    ("ff_variant_head", "has_board"): (20, 1),
    ("ff_variant_head", "has_pie"): (21, 1),
    ("ff_variant_head", "moves_at"): (24, 8),
    ("ff_variant_state", ""): (0, 1944),
    ("ff_variant_state", "seats"): (0, 744),
    ("ff_variant_state", "game"): (744, 1200),
    ("ff_solution", ""): (0, 16),
    ("ff_solution", "low"): (0, 4),
    ("ff_solution", "high"): (4, 4),
    ("ff_solution", "nodes"): (8, 8),
    ("ff_threat", ""): (0, 4),
    ("ff_threat", "cell"): (0, 1),
    ("ff_threat", "color"): (1, 1),
    ("ff_threat", "is_odd"): (2, 1),
    ("ff_threat", "is_playable"): (3, 1),
    ("ff_threats", ""): (0, 2052),
    ("ff_threats", "count"): (0, 4),
    ("ff_threats", "threat"): (4, 2048),
    ("ff_outlook", ""): (0, 12),
    ("ff_outlook", "winner"): (0, 4),
    ("ff_outlook", "moves"): (4, 4),
    ("ff_outlook", "plies"): (8, 4),
    ("ff_analysis", ""): (0, 96),
    ("ff_analysis", "score"): (0, 12),
    ("ff_analysis", "best"): (12, 1),
    ("ff_analysis", "best_columns"): (14, 2),
    ("ff_analysis", "outlook"): (16, 12),
    ("ff_analysis", "line_len"): (28, 1),
    ("ff_analysis", "line"): (29, 56),
    ("ff_analysis", "nodes"): (88, 8),
    ("ff_reason", ""): (0, 56),
    ("ff_reason", "code"): (0, 4),
    ("ff_reason", "ending"): (4, 4),
    ("ff_reason", "mover"): (8, 4),
    ("ff_reason", "winner"): (12, 4),
    ("ff_reason", "moves"): (16, 4),
    ("ff_reason", "columns"): (24, 8),
    ("ff_reason", "is_any"): (32, 1),
    ("ff_reason", "is_forcing"): (33, 1),
    ("ff_reason", "end_columns"): (40, 8),
    ("ff_reason", "end_column"): (48, 4),
    ("ff_reason", "end_is_odd"): (52, 1),
    ("ff_reason", "end_is_old"): (53, 1),
    ("ff_judgement", ""): (0, 7),
    ("ff_judgement", "column"): (0, 1),
    ("ff_judgement", "better"): (1, 1),
    ("ff_judgement", "best"): (2, 1),
    ("ff_judgement", "score"): (3, 1),
    ("ff_judgement", "verdict"): (4, 1),
    ("ff_judgement", "quality"): (5, 1),
    ("ff_judgement", "is_turning"): (6, 1),
    ("ff_review", ""): (0, 424),
    ("ff_review", "first"): (0, 4),
    ("ff_review", "count"): (4, 4),
    ("ff_review", "open"): (8, 4),
    ("ff_review", "move"): (12, 392),
    ("ff_review", "accuracy"): (404, 8),
    ("ff_review", "nodes"): (416, 8),
    ("ff_thought", ""): (0, 32),
    ("ff_thought", "depth"): (0, 4),
    ("ff_thought", "nodes"): (8, 8),
    ("ff_thought", "column"): (16, 4),
    ("ff_thought", "ends_in"): (20, 4),
    ("ff_thought", "is_exact"): (24, 1),
    ("ff_thought", "was_stopped"): (25, 1),
    ("ff_column_estimate", ""): (0, 12),
    ("ff_column_estimate", "visits"): (0, 4),
    ("ff_column_estimate", "chance"): (4, 2),
    ("ff_column_estimate", "plies"): (6, 2),
    ("ff_column_estimate", "certainty"): (8, 1),
    ("ff_column_estimate", "zero"): (9, 3),
    ("ff_estimate", ""): (0, 904),
    ("ff_estimate", "nodes"): (0, 8),
    ("ff_estimate", "chance"): (8, 2),
    ("ff_estimate", "plies"): (10, 2),
    ("ff_estimate", "line_len"): (12, 2),
    ("ff_estimate", "threat_plies"): (14, 2),
    ("ff_estimate", "certainty"): (16, 1),
    ("ff_estimate", "best"): (17, 1),
    ("ff_estimate", "threat"): (18, 1),
    ("ff_estimate", "line_is_proven"): (19, 1),
    ("ff_estimate", "was_stopped"): (20, 1),
    ("ff_estimate", "columns"): (21, 1),
    ("ff_estimate", "zero"): (22, 2),
    ("ff_estimate", "column"): (24, 624),
    ("ff_estimate", "line"): (648, 256),
    ("ff_estimated_move", ""): (0, 16),
    ("ff_estimated_move", "best_chance"): (0, 2),
    ("ff_estimated_move", "chance"): (2, 2),
    ("ff_estimated_move", "best_plies"): (4, 2),
    ("ff_estimated_move", "plies"): (6, 2),
    ("ff_estimated_move", "best_certainty"): (8, 1),
    ("ff_estimated_move", "certainty"): (9, 1),
    ("ff_estimated_move", "column"): (10, 1),
    ("ff_estimated_move", "better"): (11, 1),
    ("ff_estimated_move", "verdict"): (12, 1),
    ("ff_estimated_move", "quality"): (13, 1),
    ("ff_estimated_move", "turning"): (14, 1),
    ("ff_estimated_move", "zero"): (15, 1),
    ("ff_estimated_point", ""): (0, 6),
    ("ff_estimated_point", "chance"): (0, 2),
    ("ff_estimated_point", "plies"): (2, 2),
    ("ff_estimated_point", "certainty"): (4, 1),
    ("ff_estimated_point", "best"): (5, 1),
    ("ff_estimate_review", ""): (0, 5664),
    ("ff_estimate_review", "nodes"): (0, 8),
    ("ff_estimate_review", "first"): (8, 2),
    ("ff_estimate_review", "count"): (10, 2),
    ("ff_estimate_review", "known"): (12, 2),
    ("ff_estimate_review", "zero"): (14, 2),
    ("ff_estimate_review", "accuracy"): (16, 4),
    ("ff_estimate_review", "zeros"): (20, 4),
    ("ff_estimate_review", "move"): (24, 4096),
    ("ff_estimate_review", "point"): (4120, 1542),
    ("ff_variant_option", ""): (0, 8),
    ("ff_variant_option", "move"): (0, 2),
    ("ff_variant_option", "chance"): (2, 2),
    ("ff_variant_option", "plies"): (4, 2),
    ("ff_variant_option", "certainty"): (6, 1),
    ("ff_variant_option", "zero"): (7, 1),
    ("ff_variant_analysis", ""): (0, 2672),
    ("ff_variant_analysis", "nodes"): (0, 8),
    ("ff_variant_analysis", "chance"): (8, 2),
    ("ff_variant_analysis", "plies"): (10, 2),
    ("ff_variant_analysis", "certainty"): (12, 1),
    ("ff_variant_analysis", "depth"): (13, 1),
    ("ff_variant_analysis", "was_stopped"): (14, 1),
    ("ff_variant_analysis", "zero"): (15, 5),
    ("ff_variant_analysis", "count"): (20, 2),
    ("ff_variant_analysis", "line_len"): (22, 2),
    ("ff_variant_analysis", "options"): (24, 2520),
    ("ff_variant_analysis", "line"): (2544, 128),
    ("ff_variant_judgement", ""): (0, 18),
    ("ff_variant_judgement", "move"): (0, 2),
    ("ff_variant_judgement", "better"): (2, 2),
    ("ff_variant_judgement", "best_chance"): (4, 2),
    ("ff_variant_judgement", "chance"): (6, 2),
    ("ff_variant_judgement", "best_plies"): (8, 2),
    ("ff_variant_judgement", "plies"): (10, 2),
    ("ff_variant_judgement", "best_certainty"): (12, 1),
    ("ff_variant_judgement", "certainty"): (13, 1),
    ("ff_variant_judgement", "verdict"): (14, 1),
    ("ff_variant_judgement", "quality"): (15, 1),
    ("ff_variant_judgement", "turning"): (16, 1),
    ("ff_variant_judgement", "player"): (17, 1),
    ("ff_variant_point", ""): (0, 8),
    ("ff_variant_point", "chance"): (0, 2),
    ("ff_variant_point", "plies"): (2, 2),
    ("ff_variant_point", "best"): (4, 2),
    ("ff_variant_point", "certainty"): (6, 1),
    ("ff_variant_point", "zero"): (7, 1),
    ("ff_variant_review", ""): (0, 13336),
    ("ff_variant_review", "nodes"): (0, 8),
    ("ff_variant_review", "count"): (8, 2),
    ("ff_variant_review", "known"): (10, 2),
    ("ff_variant_review", "accuracy"): (12, 4),
    ("ff_variant_review", "move"): (16, 9216),
    ("ff_variant_review", "point"): (9232, 4104),
}
