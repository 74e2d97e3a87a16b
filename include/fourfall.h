/* Fourfall: every rule of Connect Four, on every board, as one freestanding library.
 *
 * The library allocates nothing, reads no clock and does no I/O: memory and time come in as
 * arguments. A function that can fail returns ff_err (0 is FF_OK) and leaves its result untouched
 * on failure. Text goes out through ff_text, a buffer of the caller's with a fixed size.
 *
 * Its layers, each usable alone:
 *   board and rules   which cells and lines there are          ff_board, ff_rules
 *   position          discs on a board, a plain value          ff_position
 *   game              a position with its history              ff_game, notation
 *   state             a game between two players, as a         ff_state, ff_plugin, JSON
 *                     board-game service stores it
 *   variants          PopOut, Power Up and others, with        ff_variant_rules, ff_variant_game
 *                     moves that are more than a column
 *   engine            exact scores and good moves              ff_solver, ff_book
 */
#ifndef FOURFALL_H
#define FOURFALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FF_VERSION "0.1.0"

/* The version of the library itself, as FF_VERSION writes it: a program may run with a newer one than it was compiled with. */
const char *ff_version(void);

enum {
    FF_SIDE_MAX = 12, /* width, height and depth are 1..12 */
    FF_CONNECT_MIN = 3,
    FF_CONNECT_MAX = 8,
    FF_COLUMNS_MAX = 52,
    FF_CELLS_MAX = 256,
    FF_WORDS = FF_CELLS_MAX / 64,
    FF_DIRECTIONS_MAX = 13,
    FF_BOARD_TEXT_MAX = 12, /* "12x12x12c8" and its final zero fit */
    FF_ID_MAX = 64,         /* bytes of a player's or game's id */
    FF_NAME_MAX = 64,       /* bytes of a player's name, UTF-8 */
    FF_PLAYERS = 2,
    FF_MOVE_JSON_MAX = 256,
    FF_STATE_JSON_MAX =
        16384,          /* a longer text is refused; the library writes at most half of this */
    FF_SVG_MAX = 98304, /* enough for the picture of any legal board */
};

/* ---- errors: code, name and text from one table ---- */

#define FF_ERRORS(X)                                                                        \
    X(OK, "Ok")                                                                             \
    X(E_SPACE, "The text does not fit into its buffer")                                     \
    X(E_WIDTH, "Width must be between 1 and 12")                                            \
    X(E_HEIGHT, "Height must be between 1 and 12")                                          \
    X(E_DEPTH, "Depth must be between 1 and 12")                                            \
    X(E_CONNECT, "Connect length must be between 3 and 8")                                  \
    X(E_COLUMNS, "A board has at most 52 columns")                                          \
    X(E_CELLS, "A board has at most 256 cells")                                             \
    X(E_BOARD_TEXT, "A board reads like 7x6, 5x5x5, 9x7c5, classic or cube")                \
    X(E_LETTER, "This character names no column of the board")                              \
    X(E_COLUMN, "There is no such column")                                                  \
    X(E_FULL, "The column is full")                                                         \
    X(E_OVER, "The game is over")                                                           \
    X(E_NO_UNDO, "There is no move to take back")                                           \
    X(E_NO_REDO, "There is no move to play again")                                          \
    X(E_NO_HISTORY, "The first moves of this game are not known")                           \
    X(E_PLY, "The game has no such ply")                                                    \
    X(E_FLOATING, "A disc floats above an empty cell")                                      \
    X(E_COUNTS, "Red must have as many discs as Yellow, or one more")                       \
    X(E_TWO_WINNERS, "Both players have a winning line")                                    \
    X(E_WINNER_TURN, "The player with a winning line did not move last")                    \
    X(E_LATE_WIN, "No single last move completes all the winning lines")                    \
    X(E_ID, "An id has 1 to 64 bytes of UTF-8 without control characters")                  \
    X(E_NAME, "A name has 1 to 64 bytes of UTF-8 without control characters")               \
    X(E_PLAYERS, "The game is for two different players")                                   \
    X(E_SEATED, "The game has its two players already")                                     \
    X(E_TIME, "A time lies between 1970-01-01 and 9999-12-31 and does not run backwards")   \
    X(E_MOVE, "The move is not valid")                                                      \
    X(E_JSON_SIZE, "The JSON text is too long")                                             \
    X(E_JSON_SYNTAX, "The text is not valid JSON")                                          \
    X(E_JSON_TYPE, "A value has the wrong type")                                            \
    X(E_JSON_KEY, "A key is unknown")                                                       \
    X(E_JSON_TWICE, "A key appears twice")                                                  \
    X(E_JSON_MISSING, "A required key is missing")                                          \
    X(E_JSON_END, "Something follows the JSON value")                                       \
    X(E_ACTION, "The action must be \"drop\"")                                              \
    X(E_GAME_TYPE, "The game type must be \"connect-four\"")                                \
    X(E_BOARD_SHAPE, "The rows and columns of the board do not match its size")             \
    X(E_CELL, "A cell is empty, red or yellow, and nothing else")                           \
    X(E_MOVES, "The moves do not lead to this board")                                       \
    X(E_LAST_MOVE, "The last move does not fit the board")                                  \
    X(E_VERSION, "The version does not count the moves")                                    \
    X(E_TURN, "The current player does not fit the board")                                  \
    X(E_STATUS, "The status does not fit the players and the board")                        \
    X(E_WINNER, "The winner does not fit the board")                                        \
    X(E_SOLVER_BOARD, "The solver needs connect 4, depth 1 and width x (height + 1) <= 64") \
    X(E_SOLVER_MEMORY, "The solver needs at least 2 MiB of memory")                         \
    X(E_STOPPED, "Stopped before the answer was known")                                     \
    X(E_BOOK, "The book is damaged or not finished")                                        \
    X(E_BOOK_MEMORY, "The book needs more memory")                                          \
    X(E_LEVEL, "A level is easy, medium, hard or perfect; or random or greedy")             \
    X(E_STYLE, "A style is balanced, aggressive or defensive")                              \
    X(E_BOT_BOARD, "This player was opened for another board")                              \
    X(E_BOT_MEMORY, "A computer player needs at least 4 MiB of memory")                     \
    X(E_ESTIMATE, "Estimates need Medium, Hard or Perfect on a board without exact scores") \
    X(E_NETWORK, "The network is damaged or of another version")                            \
    X(E_NETWORK_MEMORY, "The network needs more memory")                                    \
    X(E_VARIANT, "There is no such variant")                                                \
    X(E_VARIANT_TEXT, "A game reads like 4453, popout:44-4 or 9x7-popout-pie:5~")           \
    X(E_FIVE_BOARD, "Five needs a flat board that connects 5 and has at least 3 columns")   \
    X(E_POPTEN_BOARD, "Pop Ten needs a board with at least 20 cells")                       \
    X(E_CYLINDER_BOARD, "A cylinder is at least as wide as the length to connect")          \
    X(E_TURN_BOARD, "The turned board has more than 52 columns")                            \
    X(E_NO_ACTION, "This variant has no such move")                                         \
    X(E_NOT_OWN, "The column has no disc of the right colour at its bottom")                \
    X(E_UNFINISHED, "The turn that has begun must be finished first")                       \
    X(E_SPENT, "This can be done no more in this game")                                     \
    X(E_NO_TARGET, "The opponent has no disc in the bottom row")                            \
    X(E_QUIET, "The second disc of a wall may not complete a line")                         \
    X(E_ROW, "The lowest row must be filled first")                                         \
    X(E_UNFILLED, "Discs are popped after the board has been filled")                       \
    X(E_POP_FIRST, "A disc must be popped first")                                           \
    X(E_SAME_COLUMN, "The disc goes back into another column")                              \
    X(E_SWAP, "Sides are swapped only in answer to the first turn")

typedef enum ff_err {
#define FF_ERR_ENUM(name, text) FF_##name,
    FF_ERRORS(FF_ERR_ENUM)
#undef FF_ERR_ENUM
        FF_ERR_COUNT
} ff_err;

/* The name of an error ("E_FULL") and its text ("The column is full"); "?" for an unknown code. */
const char *ff_err_name(ff_err err);
const char *ff_err_text(ff_err err);

/* ---- text out ---- */

/* A bounded writer. `len` counts the bytes of the whole text, including those that did not fit:
 * call once with size 0 to learn the size. With size > 0 the data always ends with a zero byte.
 * Writers append, and return FF_E_SPACE if len reaches size. */
typedef struct ff_text {
    char *data;
    size_t size;
    size_t len;
} ff_text;

ff_text ff_text_on(char *data, size_t size);

/* ---- boards ---- */

typedef struct ff_board {
    int width, height, depth, connect;
} ff_board;

extern const ff_board ff_classic; /* 7x6, connect 4 */
extern const ff_board ff_cube;    /* 5x5x5, connect 4 */

bool ff_board_equal(ff_board a, ff_board b);

/* FF_OK, or the reason why the board is illegal. */
ff_err ff_board_check(ff_board board);

/* Reads and checks "7x6", "5x5x5", "9x7c5" (c: connect length, default 4), "classic" or "cube". */
ff_err ff_board_read(ff_board *out, const char *text, size_t len);

/* Writes the shortest such form, without depth 1 and connect 4. */
ff_err ff_board_write(ff_text *out, ff_board board);

/* One direction in which discs can line up, and the cells (bit c of word c/64 is cell c) where a
 * line of `connect` discs in this direction may begin. */
typedef struct ff_direction {
    uint64_t starts[FF_WORDS];
    uint16_t shift
        [3]; /* ANDing a bitboard with itself, shifted by each of these in order, leaves whole lines; the first is the distance from one cell of a line to the next */
    int8_t dx, dy, dz;
} ff_direction;

/* A board prepared for play. Read-only after ff_rules_init; it must outlive every position and game
 * that refers to it. The cell in column x + width*z at row y (0 is the bottom) has the number y +
 * height*column. */
typedef struct ff_rules {
    ff_board board;
    uint16_t columns, cells;
    uint8_t directions; /* those with at least one line */
    uint8_t kernel;     /* which of the layouts and line finders of core/runs.h is in use */
    uint8_t base[FF_COLUMNS_MAX]; /* the bit of a column's lowest cell; the cells above follow */
    ff_direction direction[FF_DIRECTIONS_MAX];
} ff_rules;

ff_err ff_rules_init(ff_rules *out, ff_board board);

/* The number of lines of exactly `connect` cells: 69 on 7x6, 302 in the cube. */
int ff_rules_lines(const ff_rules *rules);

/* The number of a cell, and its column and row. Arguments must be on the board. */
int ff_cell_at(const ff_rules *rules, int x, int y, int z);
int ff_cell_column(const ff_rules *rules, int cell);
int ff_cell_row(const ff_rules *rules, int cell);

/* The number of a cell as people and JSON count: row by row from the top, layer by layer. */
int ff_cell_from_top(const ff_rules *rules, int cell);

/* ---- positions ---- */

typedef enum ff_color { FF_RED, FF_YELLOW, FF_NONE } ff_color;
typedef enum ff_status { FF_PLAYING, FF_WON, FF_DRAWN } ff_status;

/* Discs on a board. A plain value: copy it to take a snapshot. It has one bitboard per colour (bit
 * rules->base[column] + row is a cell), the height of every column, and the status. Red moves at
 * even plies. */
typedef struct ff_position {
    const ff_rules *rules;
    uint64_t discs[2][FF_WORDS];
    uint16_t ply;
    uint8_t status; /* ff_status */
    uint8_t height[FF_COLUMNS_MAX];
} ff_position;

ff_position ff_position_start(const ff_rules *rules);

/* Drops a disc of the side to move. FF_E_COLUMN, FF_E_OVER and FF_E_FULL leave the position
 * unchanged. */
ff_err ff_position_drop(ff_position *position, int column);

/* The result that ff_position_drop would return; changes nothing. */
ff_err ff_position_can_drop(const ff_position *position, int column);

/* Removes the top disc of a column, which must be the disc dropped last. FF_E_NO_UNDO if it cannot
 * be (empty column, or a disc of the other colour). */
ff_err ff_position_lift(ff_position *position, int column);

/* Writes the columns that are not full, ascending, and returns how many; none when the game is
 * over. */
int ff_position_moves(const ff_position *position, uint8_t columns[FF_COLUMNS_MAX]);

ff_color ff_position_side_to_move(const ff_position *position); /* FF_NONE when the game is over */
ff_color ff_position_winner(const ff_position *position);       /* FF_NONE unless FF_WON */
ff_color ff_position_cell(const ff_position *position, int cell);

/* A position from the contents of its cells, ordered by cell number. Refuses invalid colours,
 * floating discs, wrong counts, and lines that no single last move can complete. */
ff_err ff_position_set(ff_position *out, const ff_rules *rules, const ff_color *cells);

/* The winning lines: every maximal run of at least `connect` discs, cells ascending. */
typedef struct ff_line {
    uint8_t count;
    uint8_t cells[FF_SIDE_MAX];
} ff_line;

typedef struct ff_lines {
    int count;
    ff_line line[FF_DIRECTIONS_MAX];
} ff_lines;

/* No lines unless the position is won. */
ff_lines ff_position_lines(const ff_position *position);

/* The number of sequences of exactly `depth` moves from here; 0 for a finished game. */
uint64_t ff_perft(const ff_position *position, int depth);

/* ---- games ---- */

/* A position and its moves. The moves of plies first..end-1 are known. Those from the position's
 * ply on have been undone and can be redone until another move is made. */
typedef struct ff_game {
    ff_position position;
    uint16_t first, end;
    uint8_t moves[FF_CELLS_MAX];
} ff_game;

ff_game ff_game_start(const ff_rules *rules);

/* A game that starts at this position. It cannot be undone beyond it. */
ff_game ff_game_from(const ff_position *position);

ff_err ff_game_drop(ff_game *game, int column);
ff_err ff_game_undo(ff_game *game);
ff_err ff_game_redo(ff_game *game);

/* Undoes or redoes moves until `ply` discs are on the board; FF_E_PLY outside first..end. */
ff_err ff_game_seek(ff_game *game, int ply);

/* ---- notation ---- */

/* The letter of a column: 1..9 on boards of up to nine columns, else a..z A..Z. */
char ff_column_letter(const ff_rules *rules, int column);

/* The column of a letter, or -1. */
int ff_column_read(const ff_rules *rules, char letter);

/* Plays a string of column letters from the starting position. On failure *at (may be null) is the
 * index of the offending move: FF_E_LETTER, FF_E_FULL, FF_E_OVER. */
ff_err ff_game_read(ff_game *out, const ff_rules *rules, const char *moves, size_t len, size_t *at);

/* Reads the board of a text like "5x5x5:mmgh" and the offset of its moves. Without a colon the
 * board is classic. */
ff_err ff_notation_board(ff_board *out, size_t *moves_at, const char *text, size_t len);

/* Reads board and moves, and initialises *rules. *at is the index of the offending move as above,
 * or SIZE_MAX if the board is wrong. */
ff_err ff_notation_read(ff_game *out, ff_rules *rules, const char *text, size_t len, size_t *at);

/* Writes the moves up to the game's position, with "5x5x5:" in front if with_board. */
ff_err ff_game_write(ff_text *out, const ff_game *game, bool with_board);

/* ---- status in words ---- */

/* "Ann's Turn", "Bob Wins!", "It's a Draw!". Null names read "Player 1" and "Player 2". */
ff_err ff_status_write(ff_text *out, const ff_position *position,
                       const char *const names[FF_PLAYERS]);

/* ---- pictures ---- */

/* An SVG picture: flat boards in layers (background, grid, discs, highlight), deep boards as
 * stacked levels seen at an angle. The title contains the names (null as above), escaped. */
ff_err ff_svg_write(ff_text *out, const ff_position *position, const char *const names[FF_PLAYERS]);

/* ---- a game between two players, as a board-game service keeps it ---- */

typedef struct ff_player {
    char id[FF_ID_MAX + 1];
    char name[FF_NAME_MAX + 1];
} ff_player;

typedef enum ff_phase { FF_WAITING, FF_IN_PROGRESS, FF_COMPLETED } ff_phase;

/* Stores only what cannot be derived. Status, current player, winner, version and last move follow
 * from the game, so a state cannot contradict itself. Times are milliseconds since 1970, UTC. */
typedef struct ff_state {
    char game_id[FF_ID_MAX + 1];
    ff_player players[FF_PLAYERS];
    int player_count;
    ff_game game;
    int64_t created_ms, updated_ms;
} ff_state;

typedef struct ff_setup {
    const char *game_id;
    const ff_player *players;
    int player_count;
    const ff_rules *rules;
    int64_t now_ms;
} ff_setup;

typedef struct ff_move {
    int column;
} ff_move;

typedef struct ff_validation {
    bool valid;
    char error[FF_ID_MAX + 64]; /* empty when valid */
} ff_validation;

ff_phase ff_state_phase(const ff_state *state);
int ff_state_current_player(const ff_state *state); /* index; once over, that of the last move */
int ff_state_version(const ff_state *state);        /* counts applied moves */
const ff_player *ff_state_winner(const ff_state *state); /* null if there is none */

/* Opens a game without players, and seats the next player: the first is red, and the second starts
 * the game. */
ff_err ff_state_open(ff_state *out, const char *game_id, const ff_rules *rules, int64_t now_ms);
ff_err ff_state_join(ff_state *state, const ff_player *player, int64_t now_ms);

/* The game as a table of functions for any host. */
typedef struct ff_plugin {
    const char *type, *name, *description;
    int players_min, players_max;
    ff_err (*initialise)(ff_state *out, const ff_setup *setup);
    ff_validation (*validate)(const ff_state *state, const char *player_id, ff_move move);
    /* Writes the state after the move to *out. *state is unchanged, unless both are the same
     * object. FF_E_MOVE if validate refuses the move. */
    ff_err (*apply)(ff_state *out, const ff_state *state, const char *player_id, ff_move move,
                    int64_t now_ms);
    bool (*is_over)(const ff_state *state);
    const char *(*winner)(const ff_state *state); /* the winner's id, or null */
    ff_err (*render)(ff_text *out, const ff_state *state);
} ff_plugin;

extern const ff_plugin ff_connect_four;

/* {"action":"drop","parameters":{"column":3}} */
ff_err ff_move_write_json(ff_text *out, ff_move move);
ff_err ff_move_read_json(ff_move *out, const char *json, size_t len, size_t *at);

/* Writes the whole state as one JSON object (docs/architecture.md describes it); reads it back
 * strictly and initialises *rules for its board. On failure *at (may be null) is the offset of the
 * error. */
ff_err ff_state_write_json(ff_text *out, const ff_state *state);
ff_err ff_state_read_json(ff_state *out, ff_rules *rules, const char *json, size_t len, size_t *at);

/* ---- variants: games with other rules; docs/variants.md has every rule ---- */

/* Other rules on the same boards. Standard is the game of the types above; it is here so that a host can
 * play everything, with or without the pie rule, through one type. */
typedef enum ff_variant {
    FF_STANDARD,
    FF_POPOUT,
    FF_POWERUP,
    FF_FIVE,
    FF_POPTEN,
    FF_MISERE,
    FF_CYLINDER,
    FF_TURN,
    FF_VARIANT_COUNT
} ff_variant;

enum {
    FF_PLIES_MAX = 512, /* a game of a variant that lasts so long is a draw */
    FF_VARIANT_TURNS = 2,
    FF_VARIANT_KEPT = 10,
    FF_VARIANT_TEXT_MAX = 32, /* "12x12x12c8-cylinder-pie" and its final zero fit */
    FF_ACTION_STEP = 64,
    FF_MOVES_MAX = 6 * FF_COLUMNS_MAX + 3, /* more than any position has */
};

/* "popout", and a sentence on its rule; "?" for an unknown value. */
const char *ff_variant_name(ff_variant variant);
const char *ff_variant_sentence(ff_variant variant);

/* The board on which the variant is usually played: classic for an unknown value. */
ff_board ff_variant_board(ff_variant variant);

ff_err ff_variant_read(ff_variant *out, const char *text, size_t len);

/* A board and a variant prepared for play; read-only, and it must outlive positions and games. */
typedef struct ff_variant_rules {
    ff_rules upright, turned; /* turned: width and height exchanged */
    uint8_t variant;          /* ff_variant */
    bool has_pie;             /* the second player may answer the first turn by swapping sides */
} ff_variant_rules;

/* FF_E_VARIANT, why the board is illegal, or why this variant cannot be played on it. */
ff_err ff_variant_rules_init(ff_variant_rules *out, ff_variant variant, ff_board board,
                             bool has_pie);

/* What a move does. A move is a number: its action times FF_ACTION_STEP, plus its column (0 where
 * it has none). So a drop is the number of its column. */
typedef enum ff_action {
    FF_DROP,
    FF_POP,
    FF_ANVIL,
    FF_BOMB,
    FF_WALL,
    FF_DOUBLE,
    FF_TURN_LEFT,
    FF_TURN_RIGHT,
    FF_SWAP,
    FF_ACTION_COUNT
} ff_action;

int ff_move_of(ff_action action, int column);
ff_action ff_move_action(int move); /* FF_ACTION_COUNT if the number is no move */
int ff_move_column(int move);
const char *ff_action_name(ff_action action); /* "turn-left"; "?" for an unknown value */
bool ff_action_has_column(ff_action action);

/* What the side to move must do to finish its turn. */
typedef enum ff_task {
    FF_TASK_NONE,   /* nothing: the turn begins */
    FF_TASK_SECOND, /* drop the second disc of a double */
    FF_TASK_QUIET,  /* drop the second disc of a wall, which may not complete a line */
    FF_TASK_TARGET, /* pop a disc of the opponent: a bomb was dropped */
    FF_TASK_PUT,    /* put a popped disc back */
} ff_task;

enum { FF_POWERS = 4 }; /* anvil, bomb, wall, double */

/* A position of any variant, a plain value. `board` has the discs, the heights of the columns, ply and
 * status; its rules are those of the present orientation. The calls above that read discs may be used
 * on it; those that ask for the side to move, the winner, moves or lines may not. */
typedef struct ff_variant_position {
    const ff_variant_rules *rules;
    ff_position board;
    uint16_t special[2][FF_POWERS]; /* cell + 1 of a special disc by owner; 0: not on the board */
    uint8_t powers[2];              /* a bit a power that is left, anvil lowest */
    uint8_t turns[2];               /* turns of the board left */
    uint8_t kept[2];                /* discs kept in Pop Ten */
    uint8_t side;                   /* ff_color to move; after the end the side that moved last */
    uint8_t mover;                  /* ff_color that made the last move */
    uint8_t winner;                 /* ff_color */
    uint8_t task;                   /* ff_task */
    uint8_t from;                   /* FF_TASK_PUT: the column the disc came from */
    bool is_filled;                 /* Pop Ten: the board has been full */
    bool has_answered;              /* Yellow has made a move */
    bool is_swapped;                /* the first player plays Yellow */
} ff_variant_position;

/* FF_OK if the side to move may make this move, else the reason. */
ff_err ff_variant_can_play(const ff_variant_position *position, int move);

/* Writes the legal moves, ascending, and returns how many; none when the game is over. */
int ff_variant_moves(const ff_variant_position *position, uint16_t moves[FF_MOVES_MAX]);

ff_color ff_variant_side_to_move(const ff_variant_position *position); /* FF_NONE: it is over */

/* The player (0 moved first) behind a side, which changes when sides are swapped. */
int ff_variant_player(const ff_variant_position *position, ff_color side);

/* Walks over the lines that decided the game, of both sides: set *cursor to 0 and call until it returns
 * false. The cells of a line are in order; on a cylinder a line may continue at the other edge. */
bool ff_variant_line(const ff_variant_position *position, int *cursor, ff_line *out);

/* The special disc on a cell: FF_ANVIL to FF_DOUBLE, or FF_DROP for a plain disc or none. */
ff_action ff_variant_special(const ff_variant_position *position, int cell);

/* A position and its moves, a plain value. Moves from the position's ply on have been undone. Undo and
 * seek play the game again from its start, because some moves cannot be turned back. */
typedef struct ff_variant_game {
    ff_variant_position position;
    uint16_t end;
    uint16_t moves[FF_PLIES_MAX];
} ff_variant_game;

ff_variant_game ff_variant_game_start(const ff_variant_rules *rules);
ff_err ff_variant_game_play(ff_variant_game *game, int move);
ff_err ff_variant_game_undo(ff_variant_game *game);
ff_err ff_variant_game_redo(ff_variant_game *game);
ff_err ff_variant_game_seek(ff_variant_game *game, int ply);

/* The number of sequences of exactly `depth` moves from here; 0 for a finished game. */
uint64_t ff_variant_perft(const ff_variant_game *game, int depth);

/* Reads "popout:44-4" or "5x5x5-popout-pie:mm~": board, variant and pie may each be missing, and so may
 * all of them with the colon. Initialises *rules. On failure *at (may be null) is the offset of the
 * offending move in the moves, or SIZE_MAX if what is in front of them is wrong. */
ff_err ff_variant_game_read(ff_variant_game *out, ff_variant_rules *rules, const char *text,
                            size_t len, size_t *at);

/* What is in front of the moves, and their offset. *has_board: a board was named, else it is the
 * variant's own. */
typedef struct ff_variant_head {
    ff_board board;
    ff_variant variant;
    bool has_board, has_pie;
    size_t moves_at;
} ff_variant_head;

ff_err ff_variant_head_read(ff_variant_head *out, const char *text, size_t len);

/* Plays moves in notation. *at as above. */
ff_err ff_variant_moves_read(ff_variant_game *out, const ff_variant_rules *rules, const char *moves,
                             size_t len, size_t *at);

/* Writes "7x6-popout-pie"; a standard game without pie is named by its board alone. */
ff_err ff_variant_rules_write(ff_text *out, const ff_variant_rules *rules);

/* Writes a move, and the moves up to the game's position, with "7x6-popout:" in front if with_rules. */
ff_err ff_variant_move_write(ff_text *out, const ff_variant_position *position, int move);
ff_err ff_variant_game_write(ff_text *out, const ff_variant_game *game, bool with_rules);

/* Like ff_status_write and ff_svg_write. Names are those of the players, not of the sides. */
ff_err ff_variant_status_write(ff_text *out, const ff_variant_position *position,
                               const char *const names[FF_PLAYERS]);
ff_err ff_variant_svg_write(ff_text *out, const ff_variant_position *position,
                            const char *const names[FF_PLAYERS]);

/* A game of any variant between two players. `seats` has its ids, players and times, and ff_state_join
 * seats a player in it; the game in it is not used. The player who was seated first moves first, with
 * Red; a swap changes the side, not the seat. */
typedef struct ff_variant_state {
    ff_state seats;
    ff_variant_game game;
} ff_variant_state;

ff_err ff_variant_state_open(ff_variant_state *out, const char *game_id,
                             const ff_variant_rules *rules, int64_t now_ms);

ff_phase ff_variant_state_phase(const ff_variant_state *state);
int ff_variant_state_current_player(const ff_variant_state *state); /* as ff_state_current_player */
const ff_player *ff_variant_state_winner(const ff_variant_state *state);

/* As validate and apply of ff_plugin. */
ff_validation ff_variant_state_validate(const ff_variant_state *state, const char *player_id,
                                        int move);
ff_err ff_variant_state_apply(ff_variant_state *out, const ff_variant_state *state,
                              const char *player_id, int move, int64_t now_ms);

/* {"action":"pop","parameters":{"column":3}}; {"action":"swap","parameters":{}} without a column.
 * FF_E_NO_ACTION, FF_E_COLUMN. */
ff_err ff_variant_move_write_json(ff_text *out, int move);
ff_err ff_variant_move_read_json(int *out, const char *json, size_t len, size_t *at);

/* Writes and strictly reads the state like ff_state_write_json and ff_state_read_json, and initialises
 * *rules. A standard game without pie has the same text as a plain one; such a text is read if it has
 * the moves. */
ff_err ff_variant_state_write_json(ff_text *out, const ff_variant_state *state);
ff_err ff_variant_state_read_json(ff_variant_state *out, ff_variant_rules *rules, const char *json,
                                  size_t len, size_t *at);

/* ---- exact play on flat connect-4 boards with width * (height + 1) <= 64 ---- */

/* A solver lives in the caller's memory: at least FF_SOLVER_MIN bytes. It uses all of it, but more
 * than FF_SOLVER_GOOD gains little. It keeps its tables from one position to the next. */
typedef struct ff_solver ff_solver;

enum { FF_SOLVER_MIN = 2 << 20, FF_SOLVER_GOOD = 16 << 20 };

/* Bounds of a score, for the side to move. Positive scores win: 1 with the last disc, 2 one disc
 * earlier, and so on. 0 is a draw. The score is exact if both bounds are equal. */
typedef struct ff_solution {
    int low, high;
    uint64_t nodes;
} ff_solution;

ff_err ff_solver_open(ff_solver **out, const ff_rules *rules, void *memory, size_t size);

/* Clears the tables, so that the next position takes as many nodes as in a new solver. */
void ff_solver_reset(ff_solver *solver);

/* Calls should_stop every few thousand nodes (well below a millisecond). */
void ff_solver_watch(ff_solver *solver, bool (*should_stop)(void *host), void *host);

/* The exact score of a position that is not over (FF_E_OVER). If stopped: FF_E_STOPPED with the
 * bounds known so far; another call continues from there. */
ff_err ff_solver_solve(ff_solver *solver, const ff_position *position, ff_solution *out);

/* An opening book of the classic board: the exact score of every position up to some ply. It is
 * opened from the bytes of a book file, which may be freed afterwards, in the caller's memory:
 * FF_BOOK_MEMORY bytes for ply 8, ten times as much for ply 10. */
typedef struct ff_book ff_book;

enum { FF_BOOK_MEMORY = 8 << 20 };

ff_err ff_book_open(ff_book **out, const void *data, size_t len, void *memory, size_t size);
int ff_book_ply(const ff_book *book);

/* Returns false if the position is not in the book: another board, too many discs, or game over. */
bool ff_book_score(const ff_book *book, const ff_position *position, int *score);

/* The solver takes scores from this book where it can; null removes the book. */
void ff_solver_use_book(ff_solver *solver, const ff_book *book);

/* The checksum of the scores in a book file. */
uint32_t ff_book_checksum(const uint8_t *bytes, size_t len);

/* Only win, draw or loss: the bounds are both positive, both zero or both negative. */
ff_err ff_solver_outcome(ff_solver *solver, const ff_position *position, ff_solution *out);

/* ---- threats, analysis and review ---- */

/* An empty cell that completes a line of `color`. Odd threats favour Red, who moves first; even
 * ones favour Yellow. */
typedef struct ff_threat {
    uint8_t cell;
    uint8_t color;    /* ff_color */
    bool is_odd;      /* its row, counted from 1 at the bottom */
    bool is_playable; /* the next disc in its column lands there */
} ff_threat;

typedef struct ff_threats {
    int count;
    ff_threat threat[FF_PLAYERS * FF_CELLS_MAX];
} ff_threats;

/* All threats on any board, Red's first, each side's cells ascending; none when the game is over.
 */
ff_threats ff_position_threats(const ff_position *position);

/* The meaning of a score after `ply` discs: who wins if both sides play perfectly, and with how
 * many more of their own discs, including the last one. */
typedef struct ff_outlook {
    ff_color winner; /* FF_NONE: a draw */
    int moves;       /* 1: the winner's next disc wins; 0 in a draw */
    int plies;       /* discs of both sides until the game ends */
} ff_outlook;

ff_outlook ff_score_outlook(const ff_rules *rules, int ply, int score);

enum {
    FF_SOLVER_COLUMNS = 12, /* the most columns of a solvable board */
    FF_SOLVER_CELLS = 56,   /* the most cells */
    FF_COLUMN_CLOSED = -128,
    FF_EXPLAIN_MAX = 768, /* enough for every explanation */
};

/* Scores are for the side to move. */
typedef struct ff_analysis {
    int8_t score[FF_SOLVER_COLUMNS]; /* by column; FF_COLUMN_CLOSED if the column is full */
    int8_t best;
    uint16_t best_columns; /* a bit a column */
    ff_outlook outlook;
    uint8_t line_len;
    uint8_t line[FF_SOLVER_CELLS]; /* the principal variation: columns of perfect play to the end */
    uint64_t nodes;
} ff_analysis;

/* The exact score of every column of a position that is not over (FF_E_OVER) and on the solver's
 * board (FF_E_SOLVER_BOARD); line_len stays 0. If stopped: FF_E_STOPPED; another call continues
 * from the tables. */
ff_err ff_score_columns(ff_solver *solver, const ff_position *position, ff_analysis *out);

/* Like ff_score_columns, with the principal variation. No book contains it, so it may take longer
 * than the scores. */
ff_err ff_analyse(ff_solver *solver, const ff_position *position, ff_analysis *out);

/* What is to be said of an analysed position, the most urgent first. "Mover" is the side to move,
 * "other" its opponent. */
typedef enum ff_reason_code {
    FF_REASON_WIN_NOW,     /* the mover wins with any of `columns` */
    FF_REASON_FORK_NOW,    /* the other threatens all `columns` at once; only one can be blocked */
    FF_REASON_BLOCK,       /* the mover must answer in the one of `columns`, whoever wins then */
    FF_REASON_SQUEEZE_NOW, /* zugzwang: wherever the mover drops, the other wins on top of it */
    FF_REASON_WIN_NEXT, /* the mover wins with a second disc, after one in the one of `columns` */
    FF_REASON_WIN,      /* the mover wins with any of `columns` */
    FF_REASON_LOSS,     /* the other wins; `columns` hold out longest */
    FF_REASON_DRAW,     /* `columns` hold the draw */
    /* Of estimated positions (ff_explain_estimate), where nothing above is proven: */
    FF_REASON_THREAT, /* the other would win by force, beginning in `end_column`, if it were to move */
    FF_REASON_ONLY,     /* every other column is proven to lose; `columns` are not */
    FF_REASON_ESTIMATE, /* only an estimated chance; `columns` has the best column */
    FF_REASON_COUNT
} ff_reason_code;

/* How the best line ends: what makes the winner's last disc possible. */
typedef enum ff_ending {
    FF_ENDING_NONE,    /* a draw, or the winner needs only one disc */
    FF_ENDING_FORK,    /* threats in all `end_columns` at once */
    FF_ENDING_STACK,   /* a forced answer in `end_column`, and the winner wins on top of it */
    FF_ENDING_SQUEEZE, /* zugzwang: a threat in `end_column` decides the board */
    FF_ENDING_COUNT
} ff_ending;

/* Why a position is won, lost or drawn: what a sentence in any language needs. Every field is
 * proved by the analysis. Sets of columns have a bit a column. */
typedef struct ff_reason {
    ff_reason_code code;
    ff_ending ending;
    ff_color mover, winner; /* winner: FF_NONE in a draw */
    int moves;              /* as in ff_outlook; an upper bound in an estimate, 0 if not proven */
    uint64_t columns;       /* see ff_reason_code; none for FF_REASON_SQUEEZE_NOW */
    bool is_any;            /* `columns` are all columns that take a disc */
    bool is_forcing;        /* of an estimate: each move of the winner threatens to win at once */
    uint64_t end_columns;   /* for FF_ENDING_FORK */
    int end_column;         /* where the winner's last disc falls */
    bool end_is_odd;        /* its row, counted from 1 at the bottom */
    bool end_is_old;        /* the winner threatens that cell already */
} ff_reason;

ff_reason ff_explain(const ff_position *position, const ff_analysis *analysis);

/* One or two sentences on an analysed position, made from its reason: who wins and why, or which
 * move is forced. Null names read "Red" and "Yellow". */
ff_err ff_explain_write(ff_text *out, const ff_position *position, const ff_analysis *analysis,
                        const char *const names[FF_PLAYERS]);

/* A move compared with perfect play. BEST if it applies, else the last one that applies. */
#define FF_VERDICTS(X)                                                                        \
    X(BEST, "best")                 /* no other move has a higher score */                    \
    X(FINE, "fine")                 /* lost as before, only sooner */                         \
    X(SLOWER_WIN, "slower win")     /* still won, later */                                    \
    X(MISTAKE, "mistake")           /* from a win to a draw, or from a draw to a loss */      \
    X(BLUNDER, "blunder")           /* from a win to a loss */                                \
    X(MISSED_BLOCK, "missed block") /* did not block the opponent's win with the next disc */ \
    X(MISSED_WIN, "missed win")     /* did not win at once */                                 \
    X(INACCURACY, "inaccuracy")     /* by estimates only: less than a mistake */

typedef enum ff_verdict {
#define FF_VERDICT_ENUM(name, text) FF_##name,
    FF_VERDICTS(FF_VERDICT_ENUM)
#undef FF_VERDICT_ENUM
        FF_VERDICT_COUNT
} ff_verdict;

/* "slower win"; "?" for an unknown verdict. */
const char *ff_verdict_text(ff_verdict verdict);

/* One judged move. Scores are for the player who made it. */
typedef struct ff_judgement {
    uint8_t column, better; /* better: a best column; the one played if it is among the best */
    int8_t best, score;     /* of a best move, and of this one */
    uint8_t verdict;        /* ff_verdict */
    uint8_t quality;        /* 0..100; docs/analysis.md has the formula */
    bool is_turning;        /* it changed who wins */
} ff_judgement;

typedef struct ff_review {
    int first, count; /* the first ply judged, and how many */
    int open;         /* the first `open` moves are not judged yet */
    ff_judgement move[FF_SOLVER_CELLS];
    int accuracy[FF_PLAYERS]; /* mean quality in percent, -1 for a player without a move */
    uint64_t nodes;
} ff_review;

/* Judges all known moves up to the game's position, finished or not. Fails like ff_analyse, but
 * never with FF_E_OVER. */
ff_err ff_review_game(ff_solver *solver, const ff_game *game, ff_review *out);

/* The same in steps, for hosts that show progress: begin, then step until open is 0. Each step
 * judges the last open move, and a stopped step can be repeated. Accuracies are set by the last
 * step. The game must be at the same position as at the beginning, else FF_E_PLY. */
ff_review ff_review_begin(const ff_game *game);
ff_err ff_review_step(ff_solver *solver, const ff_game *game, ff_review *review);

/* ---- opponents ---- */

/* The strength of a computer player: four levels for people and two reference players. Easy plays
 * most moves at random; Medium sees wins, blocks and a few moves ahead; Hard searches as far as its
 * node budget allows; Perfect solves the boards that ff_solver_open accepts and is an expert on
 * others, where it searches deeper than Hard. Random takes any column; Greedy wins, blocks, or
 * takes any column. All play every legal board. docs/levels.md has the table and the measured
 * ladder. */
typedef enum ff_level {
    FF_EASY,
    FF_MEDIUM,
    FF_HARD,
    FF_PERFECT,
    FF_RANDOM,
    FF_GREEDY,
    FF_LEVEL_COUNT
} ff_level;

/* Preference between good moves: for building one's own lines, or for blocking the opponent's. */
typedef enum ff_style { FF_BALANCED, FF_AGGRESSIVE, FF_DEFENSIVE, FF_STYLE_COUNT } ff_style;

/* "easy", "aggressive"; "?" for an unknown value. Reading needs the whole name: FF_E_LEVEL,
 * FF_E_STYLE. */
const char *ff_level_name(ff_level level);
const char *ff_style_name(ff_style style);
ff_err ff_level_read(ff_level *out, const char *text, size_t len);
ff_err ff_style_read(ff_style *out, const char *text, size_t len);

/* A bot lives in the caller's memory: at least FF_BOT_MIN bytes, of which it uses at most
 * FF_BOT_MAX. The rules must outlive it. */
typedef struct ff_bot ff_bot;

enum { FF_BOT_MIN = 4 << 20, FF_BOT_GOOD = 24 << 20, FF_BOT_MAX = 48 << 20 };

ff_err ff_bot_open(ff_bot **out, const ff_rules *rules, ff_level level, ff_style style,
                   void *memory, size_t size);

/* Calls should_stop every few hundred nodes (well below a millisecond). */
void ff_bot_watch(ff_bot *bot, bool (*should_stop)(void *host), void *host);

/* Perfect uses this book where it can; null removes it. */
void ff_bot_use_book(ff_bot *bot, const ff_book *book);

/* A network that judges positions of one board, as docs/cube.md describes its file. It is opened
 * from the bytes of the file, which may be freed afterwards, in the caller's memory:
 * ff_network_size bytes, 0 if these bytes are no network. Any number of bots may share it. */
typedef struct ff_network ff_network;

size_t ff_network_size(const void *data, size_t len);
ff_err ff_network_open(ff_network **out, const void *data, size_t len, void *memory, size_t size);

/* Levels that use the tree search let this network judge, null: the line potential. FF_E_BOT_BOARD
 * if it is for another board. */
ff_err ff_bot_use_network(ff_bot *bot, const ff_network *network);

/* A legal column for the side to move. The same seed and position give the same column, whatever
 * the bot did before; another seed may choose another of several equal columns. A search that is
 * not stopped ends by itself, after the same number of nodes on every machine; a stopped one gives
 * the best column so far. FF_E_OVER, and FF_E_BOT_BOARD for a position of another board. */
ff_err ff_bot_choose(ff_bot *bot, const ff_position *position, uint64_t seed, int *column);

/* The bot's current result, during the search (in should_stop) and afterwards. */
typedef struct ff_thought {
    int depth;      /* search depth in plies */
    uint64_t nodes; /* nodes searched; the solver's are added after each of its answers */
    int column;     /* the best so far */
    int ends_in;    /* plies to a proven end: > 0 the side to move wins, < 0 it loses; 0: unknown.
                       On boards that cannot be solved the game ends within so many plies. */
    bool is_exact;  /* the solver's result: ends_in 0 is a proven draw */
    bool was_stopped;
} ff_thought;

ff_thought ff_bot_thought(const ff_bot *bot);

/* ---- estimates: boards that cannot be solved ---- */

/* What is known of a move or a position, for the side to move. */
typedef enum ff_certainty {
    FF_CLOSED,      /* the column is full */
    FF_ESTIMATED,   /* only a chance */
    FF_PROVEN_WIN,  /* the side to move wins within `plies` plies, whatever the opponent does */
    FF_PROVEN_LOSS, /* the opponent wins within `plies` plies */
    FF_PROVEN_DRAW,
    FF_CERTAINTY_COUNT
} ff_certainty;

/* One column. Chances are those of the side to move, in thousandths, a draw counting half; 1000, 0
 * or 500 where the result is proven. Bounds count the plies to the end of the game, this move
 * included; a shorter win may exist. These structs have the same layout everywhere. */
typedef struct ff_column_estimate {
    uint32_t visits; /* simulations that began here: few of them make a poor estimate */
    int16_t chance;
    uint16_t plies;
    uint8_t certainty; /* ff_certainty */
    uint8_t zero[3];
} ff_column_estimate;

typedef struct ff_estimate {
    uint64_t nodes;
    int16_t chance; /* of the position: chance, plies and certainty are those of the best column */
    uint16_t plies;
    uint16_t line_len, threat_plies;
    uint8_t certainty;
    int8_t best;   /* the best column */
    int8_t threat; /* where the opponent would begin to win by force if it were to move, or -1 */
    bool line_is_proven; /* the line goes to the end of the game */
    bool was_stopped;
    uint8_t columns, zero[2];
    ff_column_estimate column[FF_COLUMNS_MAX];
    uint8_t
        line[FF_CELLS_MAX]; /* columns: the proof's moves, or the best ones as far as searched */
} ff_estimate;

/* Estimates every column of a position with the tree search, with as many simulations as the bot's
 * level has and no random choice: the same position gives the same estimate. A stop by the host
 * leaves the result so far (was_stopped). FF_E_OVER; FF_E_BOT_BOARD; FF_E_ESTIMATE for a bot
 * without tree search. */
ff_err ff_bot_estimate(ff_bot *bot, const ff_position *position, ff_estimate *out);

/* Why, from facts that are true on the board or proven; and in words, where chances are called
 * estimates. Null names read "Red" and "Yellow". */
ff_reason ff_explain_estimate(const ff_position *position, const ff_estimate *estimate);
ff_err ff_explain_estimate_write(ff_text *out, const ff_position *position,
                                 const ff_estimate *estimate, const char *const names[FF_PLAYERS]);

typedef enum ff_turning {
    FF_NO_TURN,
    FF_ESTIMATED_TURN, /* the favourite changed, by estimates */
    FF_PROVEN_TURN,    /* from a proven win or draw to a proven lesser result */
} ff_turning;

/* One move judged by estimates, all for the player who made it: the best move's result and this
 * one's. */
typedef struct ff_estimated_move {
    int16_t best_chance, chance;
    uint16_t best_plies, plies;
    uint8_t best_certainty, certainty;
    uint8_t column, better; /* better: the best column; the one played if it is as good */
    uint8_t verdict;        /* ff_verdict */
    uint8_t quality;        /* 0..100: 100 less a fifth of the lost chance */
    uint8_t turning;        /* ff_turning */
    uint8_t zero;
} ff_estimated_move;

/* A position of the game: Red's chance, and what is proven for Red. */
typedef struct ff_estimated_point {
    int16_t chance;
    uint16_t plies;
    uint8_t certainty;
    uint8_t best; /* the best column for the side to move */
} ff_estimated_point;

/* A game judged by estimates. `known` positions are known, from the first on; it is complete when
 * all count + 1 are. All moves up to the last known position but one are judged; a later position
 * may still prove more about the move before it. */
typedef struct ff_estimate_review {
    uint64_t nodes;
    uint16_t first, count, known, zero;
    int16_t accuracy[FF_PLAYERS]; /* mean quality of the judged moves, -1 without one */
    uint8_t zeros[4];
    ff_estimated_move move[FF_CELLS_MAX];
    ff_estimated_point point[FF_CELLS_MAX + 1];
} ff_estimate_review;

/* Judges all known moves up to the game's position: begin, then step until known is count + 1. A
 * step estimates one position with a tenth of the level's simulations. FF_E_STOPPED if the host
 * stops it: the step can be repeated. FF_E_PLY if the game is not where it was at the beginning;
 * else as ff_bot_estimate, but never FF_E_OVER. */
ff_estimate_review ff_estimate_review_begin(const ff_game *game);
ff_err ff_estimate_review_step(ff_bot *bot, const ff_game *game, ff_estimate_review *review);

/* ---- opponents for variants ---- */

/* A computer player for one variant on one board: it knows pops, powers, second moves of a turn, turns of
 * the board and the swap. It lives in the caller's memory: at least FF_VARIANT_BOT_MIN bytes, of which it
 * uses at most FF_VARIANT_BOT_MAX. The rules must outlive it. */
typedef struct ff_variant_bot ff_variant_bot;

enum {
    FF_VARIANT_BOT_MIN = 4 << 20,
    FF_VARIANT_BOT_GOOD = 16 << 20,
    FF_VARIANT_BOT_MAX = 40 << 20,
    FF_VARIANT_LINE_MAX = 64,
};

ff_err ff_variant_bot_open(ff_variant_bot **out, const ff_variant_rules *rules, ff_level level,
                           ff_style style, void *memory, size_t size);

/* Calls should_stop every few hundred nodes. */
void ff_variant_bot_watch(ff_variant_bot *bot, bool (*should_stop)(void *host), void *host);

/* A legal move for the side to move. It takes the game, not the position, because a repetition needs
 * the history. As ff_bot_choose: the same seed and game give the same move on every machine, and a
 * stopped search gives the best move so far. FF_E_OVER; FF_E_BOT_BOARD for a game of other rules. */
ff_err ff_variant_bot_choose(ff_variant_bot *bot, const ff_variant_game *game, uint64_t seed,
                             int *move);

/* Like ff_bot_thought; `column` is the move. */
ff_thought ff_variant_bot_thought(const ff_variant_bot *bot);

/* What is known of one move, for the player to move: as ff_column_estimate, whose `certainty` it shares.
 * A chance is a rough guess from the search's score unless the result is proven. */
typedef struct ff_variant_option {
    uint16_t move;
    int16_t chance;
    uint16_t plies;
    uint8_t certainty, zero;
} ff_variant_option;

/* The options are the legal moves, the best first; chance, plies and certainty of the position are
 * those of options[0]. Only results that hold against every answer are called proven. */
typedef struct ff_variant_analysis {
    uint64_t nodes;
    int16_t chance;
    uint16_t plies;
    uint8_t certainty;
    uint8_t depth; /* plies that were searched */
    bool was_stopped;
    uint8_t zero[5];
    uint16_t count, line_len;
    ff_variant_option options[FF_MOVES_MAX];
    uint16_t line[FF_VARIANT_LINE_MAX]; /* the best moves for both sides, as far as searched */
} ff_variant_analysis;

/* Analyses a game that is not over (FF_E_OVER). It makes no random choice. A stop by the host leaves the
 * result so far (was_stopped). FF_E_BOT_BOARD as above; FF_E_ESTIMATE for Easy, Random and Greedy. */
ff_err ff_variant_bot_analyse(ff_variant_bot *bot, const ff_variant_game *game,
                              ff_variant_analysis *out);

/* One or two sentences on an analysed position: what is proven, or that nothing is. Null names read "Red"
 * and "Yellow"; names are those of the players, not of the sides. */
ff_err ff_variant_explain_write(ff_text *out, const ff_variant_position *position,
                                const ff_variant_analysis *analysis,
                                const char *const names[FF_PLAYERS]);

/* The moves with which this side, if it were to move, would end the game at once so that `winner` (a side)
 * wins, ascending; returns how many. Of the side to move: its winning moves, or those that lose at once.
 * Of the other side, which begins a new turn then: what it threatens. None when the game is over. */
int ff_variant_endings(const ff_variant_position *position, ff_color side, ff_color winner,
                       uint16_t moves[FF_MOVES_MAX]);

/* As ff_position_threats: the empty cells where a disc would complete a line of its colour. In misere
 * such a disc loses. None in Pop Ten, where lines do not decide. */
ff_threats ff_variant_threats(const ff_variant_position *position);

/* One move judged by search, for the player who made it; as ff_estimated_move, with moves. */
typedef struct ff_variant_judgement {
    uint16_t move, better; /* better: the best move; the one played if it is as good */
    int16_t best_chance, chance;
    uint16_t best_plies, plies;
    uint8_t best_certainty, certainty;
    uint8_t verdict; /* ff_verdict */
    uint8_t quality; /* 0..100 */
    uint8_t turning; /* ff_turning */
    uint8_t player;  /* who made it: 0 moved first */
} ff_variant_judgement;

/* A position of the game, for the player who moved first. */
typedef struct ff_variant_point {
    int16_t chance;
    uint16_t plies;
    uint16_t best; /* the best move for the side to move */
    uint8_t certainty, zero;
} ff_variant_point;

/* As ff_estimate_review: complete when known is count + 1. The search is not exact, so that a verdict
 * rests on a chance unless certainties are proven. Accuracies are those of the players. */
typedef struct ff_variant_review {
    uint64_t nodes;
    uint16_t count, known;
    int16_t accuracy[FF_PLAYERS];
    ff_variant_judgement move[FF_PLIES_MAX];
    ff_variant_point point[FF_PLIES_MAX + 1];
} ff_variant_review;

/* As ff_estimate_review_begin and ff_estimate_review_step; fails like ff_variant_bot_analyse, but never
 * with FF_E_OVER. */
ff_variant_review ff_variant_review_begin(const ff_variant_game *game);
ff_err ff_variant_review_step(ff_variant_bot *bot, const ff_variant_game *game,
                              ff_variant_review *review);

#ifdef __cplusplus
}
#endif

#endif
