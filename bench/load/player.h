/* A client that joins the queue, confirms the match and plays random legal moves, again and again. It
 * also judges the server: discs must come one by one, the opponent of the mover must be told that it
 * is the side to move, and a winning line must be there exactly when four are in line. */
#ifndef BENCH_LOAD_PLAYER_H
#define BENCH_LOAD_PLAYER_H

struct load;
struct client;

/* Looks for a game: in the queue, or with --friends together with its neighbour. */
void player_begin(struct load *load, struct client *client);

/* With --rate: sends the moves whose time has come. */
void player_move_due(struct load *load);

/* The JSON array of an acknowledgement, with its number before it. Only create-game asks for one. */
void player_hear_ack(struct load *load, struct client *client, const char *from, const char *end);

/* An event of the server: the JSON array behind "42". */
void player_hear(struct load *load, struct client *client, const char *from, const char *end);

#endif
