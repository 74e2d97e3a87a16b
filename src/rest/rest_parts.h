/* Shared by the files of src/rest only. */
#ifndef REST_REST_PARTS_H
#define REST_REST_PARTS_H

#include "api/body_read.h"
#include "api/preview.h"
#include "api/token.h"
#include "rest/account.h"
#include "rest/attempts.h"
#include "rest/hash_queue.h"
#include "rest/rest.h"
#include "rest/rest_facts.h"
#include "rest/ticket.h"
#include "json/read.h"
#include "json/write.h"

enum {
    REST_WAIT_MAX_S = 60,
    REST_BODY_MAX = 4096,
    REST_ANSWER_MAX = 512 * 1024,
    REST_CODE_SIZE = 16,
    REST_POLL_LISTS = 256, /* lists of waiting requests, by game */
    REST_LINES_MAX = 64,
};

enum rest_action {
    REST_CREATE,
    REST_LIST,
    REST_STATE,
    REST_MOVE,
    REST_VALIDATE,
    REST_SVG,
    REST_HISTORY,
    REST_RESIGN,
    REST_JOIN,
    REST_ME,
    REST_GAME_JSON, /* a game as a file: its state, its notation */
    REST_GAME_TEXT,
    REST_PROFILE,
    REST_POINTS,
    REST_LEADERS,
    REST_LOBBY,
    REST_DISCOUNTS,
    REST_OPENAPI,
    REST_QUICKS,
    REST_PICTURE,
    REST_PAGE_PICTURE,
    REST_ANALYSIS,
    REST_REVIEW,
    REST_PUSH_KEY,
    REST_PUSH_ADD,
    REST_PUSH_DELETE,
    REST_REPORT,
    REST_REPORTS,
    REST_REPORT_CLOSE,
    REST_MODERATE,
    REST_MODERATED,
    REST_MODERATIONS,
    REST_MODERATED_CHAT,
    REST_SESSIONS,
    REST_ACCOUNT_LOG,
    REST_ALL_LOGS,
    REST_ACCOUNT, /* from here on: requests about accounts */
    REST_RECOVERY,
    REST_PASSWORD,
    REST_LOGIN,
    REST_LOGOUT,
    REST_LOGOUT_ALL,
    REST_PROOF,
    REST_TOTP,
    REST_TOTP_CONFIRM,
    REST_TOTP_DELETE,
    REST_SECOND,
    REST_CHALLENGE,
    REST_PASSKEY_LOGIN,
    REST_PASSKEYS,
    REST_PASSKEY_BEGIN,
    REST_PASSKEY_ADD,
    REST_PASSKEY_DELETE,
    REST_SESSION_DELETE,
    REST_DELETE,
    REST_EXPORT
};

/* What a request about an account keeps while it waits for the store or for a hash; wiped with the job. */
struct rest_secret {
    struct account_body body;   /* its texts are job->body's */
    struct rest_facts facts;    /* what the store says, in the step that runs */
    struct account_row account; /* before the change, then after it */
    bool is_right;              /* what the hasher says: the password or the passkey */
    uint32_t passkey_counter;
    char hash[ROW_PASSWORD_SIZE]; /* of the new password; empty if it could not be made */
    char login[ROW_LOGIN_SIZE];
    char code[RECOVERY_SIZE];           /* a new recovery code; empty: none */
    char shown_code[REST_CODE_SIZE];    /* of an authenticator app; empty: none */
    uint8_t ended_hash[ROW_HASH_BYTES]; /* the session that ends */
    struct passkey_row passkey;         /* the one that is checked */
    struct token device;                /* logging in and signing up */
    struct attempt_key attempt;
    bool has_device;   /* it has logged in to this account before */
    int64_t target_id; /* the player whose secret is checked; 0: none */
    char network[ROW_NETWORK_SIZE];
};

struct rest_export;

/* One request that is not answered yet. It is in one of these lists: its command was submitted or the store was asked
 * (asked), it waits for its game to change (parked), it goes on at the end of this turn (due), its file
 * is being written (exporting), its picture is being drawn (drawing), its game is being analysed (analysing), it waits for the lobby's answer (for_lobby), for
 * the log to be written (for_log), or for another request of the same player (for_gate).
 *
 * While the store is asked, `run` may be on another thread. It reads and writes the job's own memory only: neither
 * `rest` nor `request`, nor the body. */
struct rest_job {
    struct store_question question; /* the first member: a question of ours is a job */
    void (*run)(struct rest_job *job, struct store *store);
    void (*then)(struct rest_job *job);
    bool is_asking;
    bool is_counted; /* … and counted in BUDGET_READS */
    bool must_end;   /* goes on if the client is gone: what was begun is completed */
    int64_t wall_ms; /* when the store was asked */
    void *own;       /* memory of the action: parameters and rows; otherwise null */
    int status;      /* the answer, written by `run`; 0: none */
    struct buffer out;
    struct rest_written *written; /* a row on its way; otherwise null */
    json_t *body;                 /* of the request; null: none */
    struct rest *rest;
    struct rest_job *next, **link;
    struct net_request *request; /* null: the client is gone, but the reply is still to come */
    uint8_t action;              /* enum rest_action */
    uint8_t fresh;               /* bit i: seat i is a new guest with fresh_token[i] */
    bool is_parked;
    bool has_looked;     /* the game was read before, with seen_status */
    uint8_t seen_status; /* enum game_status */
    uint16_t agent;      /* the sender's */
    uint64_t address;
    int64_t game_id;
    int64_t wait_ms, until_ms; /* how long it may wait, and until when; 0: it does not wait */
    int32_t version;           /* the last one the client has seen */
    struct token fresh_token[ROW_SEATS];
    bool has_token; /* requests about accounts: the sender's token */
    struct token token;
    uint8_t token_hash[ROW_HASH_BYTES];
    int64_t player_id;
    uint64_t log_number;                     /* which write of the log it waits for */
    void (*next_step)(struct rest_job *job); /* these three: rest_facts.c */
    uint64_t asked_number;
    bool has_gate;
    struct rest_secret *secret; /* requests about accounts; otherwise null */
    struct rest_export *file;   /* exports; otherwise null */
    char tag[PREVIEW_TAG_SIZE]; /* pictures: which one */
    bool is_final;              /* pictures: the game is over */
};

struct rest {
    struct rest_setup setup;
    struct net *net;
    struct buffer out;
    struct rest_job *asked, *due, *exporting, *drawing, *analysing, *for_lobby, *for_log, *for_gate;
    struct rest_job *parked[REST_POLL_LISTS];
    int polls;
    uint64_t requests;
    int64_t next_due_ms; /* when the time of the first parked request is over; 0: none */
    bool is_draining, is_closing;
    struct limits limits; /* of requests that the service does not count */
    void *limits_memory;
    struct attempts *attempts;
    struct rest_log *log;
    struct rest_gates *gates;
    struct hash_queue hashes; /* wait for the hasher */
    int hashing;              /* tasks that it has */
    struct tickets *tickets;
    struct buffer lobby; /* the answer to /api/lobby, and when it was made; 0: never */
    int64_t lobby_ms;
    bool is_lobby_asked; /* a newer one is being made */
    struct rest_pictures *pictures;
    struct limits analyses; /* of addresses */
    void *analyses_memory;
};

/* The sender of a request. */
struct rest_caller {
    uint64_t address;
    bool has_token;
    struct token token;
    uint8_t token_hash[ROW_HASH_BYTES];
};

/* Requests that only read: `prepare` copies the parameters of the request to `own`, `run` writes the answer. */
struct rest_reader {
    size_t own_bytes;
    void (*prepare)(struct rest_job *job); /* null: no parameters */
    void (*run)(struct rest_job *job, struct store *store);
};

extern const struct rest_reader rest_list_reader, rest_leaders_reader, rest_profile_reader,
    rest_points_reader, rest_sessions_reader, rest_account_log_reader, rest_all_logs_reader,
    rest_discounts_reader, rest_reports_reader, rest_moderations_reader, rest_moderated_reader,
    rest_moderated_chat_reader;

/* rest_ask.c: asks the store. `then` comes on the loop's thread, unless the client is gone and the job need not end.
 * If too much is asked already, or memory is short, the request is refused. The job may be freed afterwards. */
void rest_ask(struct rest_job *job, void (*run)(struct rest_job *job, struct store *store),
              void (*then)(struct rest_job *job));

/* Asks with `run`, then answers with what it has said. */
void rest_ask_answer(struct rest_job *job, void (*run)(struct rest_job *job, struct store *store));

/* Answers with what `run` has said, and ends the job. */
void rest_answer_said(struct rest_job *job);

/* Writes a row in a transaction of its own, unless the store fails already; then calls `then` with the outcome, even if the
 * client is gone. */
void rest_put(struct rest_job *job, const struct row *row,
              void (*then)(struct rest_job *job, enum store_err err));

/* For `run`, on any thread: each says the answer. */
struct json_write rest_say_begin(struct rest_job *job);
void rest_say(struct rest_job *job, int status, struct json_write *w);
void rest_say_refusal(struct rest_job *job, enum refusal refusal);
void rest_say_text(struct rest_job *job, int status, const char *code, const char *text);
void rest_say_player(struct rest_job *job, enum store_err err); /* … or there is no such player */

/* rest_answer.c: each ends the request; null is allowed: the client is gone. */
void rest_answer_bytes(struct net_request *request, int status, const char *type,
                       const struct buffer *body);
void rest_answer_json(struct net_request *request, int status, struct json_write *w);
void rest_refuse(struct rest *rest, struct net_request *request, enum refusal refusal,
                 const struct refusal_detail *detail, const struct snapshot *snapshot);
void rest_refuse_text(struct rest *rest, struct net_request *request, int status, const char *code,
                      const char *text);
void rest_answer_ok(struct rest *rest, struct net_request *request);
void rest_refuse_wait(struct rest *rest, struct net_request *request, int seconds);
void rest_refuse_method(struct rest *rest, struct net_request *request, const char *allow);
void rest_answer_preflight(struct net_request *request, const char *allow);

/* The same as a download. */
void rest_answer_file(struct net_request *request, const char *type, const char *name,
                      const struct buffer *body);

/* rest_reply.c: answers the request; false if the job goes on. */
bool rest_job_answer(struct rest_job *job, const struct message *reply,
                     const struct outbox *outbox);

/* A refusal's body, and its status. */
int rest_refusal_write(struct json_write *w, enum refusal refusal,
                       const struct refusal_detail *detail, const struct snapshot *snapshot);

/* rest_list.c */
/* The player of the job's token; *out is 0 without a token, or with an unknown one. */
enum store_err rest_find_sender(struct store *store, const struct rest_job *job, int64_t *out);

/* A number from 1 to `most`; `normal` if text is null. False for anything else. */
bool rest_limit_read(size_t *out, const char *text, size_t normal, size_t most);

/* rest_account_step.c: the first three end the job. */
void rest_account_end(struct rest_job *job, int status, const char *code, const char *text);
void rest_account_refuse(struct rest_job *job, enum refusal refusal);
void rest_account_refuse_secret(struct rest_job *job);

/* Submits a command and ends the turn. The job may be freed afterwards. */
void rest_account_submit(struct rest_job *job, struct service_command *command);

/* Gives the player a new token, after their secret was verified, and writes the account unless it is null. The job may
 * be freed afterwards. */
void rest_account_log_in(struct rest_job *job, int64_t player_id,
                         const struct account_row *account);

/* Writes job->secret->account. The job may be freed afterwards. */
void rest_account_put(struct rest_job *job);

/* Checks `shown` against `stored`, hashes `fresh`; the job goes on in rest_collect. */
struct hash_task;
void rest_account_hash(struct rest_job *job, struct hash_task *task);
void rest_account_feed(struct rest *rest); /* gives the hasher what waits */

/* Each goes on with the job when the store has been asked, after the hash. */
void rest_login_continue(struct rest_job *job);
void rest_account_continue(struct rest_job *job);

/* rest_proof.c: who may change an account. */
void rest_proof_ask(struct rest_job *job);
void rest_proof_continue(struct rest_job *job);
void rest_proof_answer(struct rest_job *job);

/* Has the sender shown a secret of the account? Spends the proof. False if the job has been answered. A player without
 * an account has no secret but the token. */
bool rest_proof_use(struct rest_job *job);

/* A proof for the holder of a new token. */
void rest_proof_write(struct json_write *w, const struct rest_job *job, int64_t player_id,
                      const uint8_t holder[ROW_HASH_BYTES]);

/* rest_second.c: the second factor. */
void rest_totp_ask(struct rest_job *job);
void rest_second_need(struct rest_job *job, int64_t player_id);
void rest_second_ask(struct rest_job *job);

/* Is this a code of the account's authenticator app? Notes in the account, in memory, that it was used. */
bool rest_totp_take(const struct rest *rest, struct account_row *account, const char *code,
                    size_t len);

/* After rest_totp_take of the secret's account: stores that the code was used, then answers with a proof or logs in. A
 * code that was used meanwhile, on any node, is refused as a wrong one. */
void rest_totp_spend(struct rest_job *job);

/* rest_passkey.c. Each but the first ends or continues the job. */
bool rest_passkey_client(struct passkey_client *out, const struct rest_job *job, const char *text,
                         size_t len, bool is_new);

/* The name of the host, null if it has none, and the ids of the passkeys that were read; into an open object. */
void rest_passkey_write(struct json_write *w, const struct rest_job *job);
void rest_passkey_challenge(struct rest_job *job, enum ticket_kind kind,
                            const uint8_t holder[ROW_HASH_BYTES]);

/* Before the store is asked: the facts want the passkey that the body shows. */
void rest_passkey_want(struct rest_job *job);

/* Checks what a passkey signed: a ticket of this kind and holder. */
void rest_passkey_check(struct rest_job *job, enum ticket_kind kind,
                        const uint8_t holder[ROW_HASH_BYTES]);
void rest_passkey_continue(struct rest_job *job);

/* rest_passkeys.c */
/* Before the store is asked: the facts want the passkey that is added or deleted. */
void rest_passkeys_want(struct rest_job *job);
void rest_passkeys_ask(struct rest_job *job);
enum store_err rest_write_passkeys(struct json_write *w, struct store *store, int64_t player_id);

/* rest_sessions.c */
void rest_session_end(struct rest_job *job);

/* If the player has as many sessions as are kept, the command also ends the one that was not used for longest. */
void rest_session_make_room(struct rest_job *job, struct service_command *command);

/* That session; *is_found is false if there is room. */
enum store_err rest_session_oldest(struct store *store, int64_t player_id,
                                   uint8_t hash[ROW_HASH_BYTES], bool *is_found);

/* The token's hash of the session with this id; *is_found is false if the player has none. */
enum store_err rest_session_find(struct store *store, int64_t player_id, int64_t id,
                                 uint8_t hash[ROW_HASH_BYTES], bool *is_found);

/* rest_facts.c: *out is all zero if there is no account. */
enum store_err rest_account_of(struct store *store, int64_t player_id, struct account_row *out);

/* Reads what secret->facts wants, then goes on. The player whom the facts are about is the job's until it ends or waits
 * for a hash: no other request changes the account meanwhile. */
void rest_facts_ask(struct rest_job *job, void (*then)(struct rest_job *job));

struct rest_gates *rest_gates_open(void); /* null if there is no memory */
void rest_gate_leave(struct rest_job *job);

/* Is the login free, or the sender's own? False if the job has been answered. */
bool rest_account_is_free(struct rest_job *job, const char *login);

/* rest_audit.c: notes what happened to an account, to be written by rest_write_log. Not before the answer, because the
 * time of a write would tell which logins exist. */
void rest_audit(struct rest_job *job, int64_t player_id, enum audit_kind kind);
void rest_audit_reply(struct rest_job *job, const struct message *reply);
struct rest_log *rest_log_open(void); /* null if there is no memory */

/* Asks with `run` when all lines noted so far are written, then answers. */
void rest_log_ask(struct rest_job *job, void (*run)(struct rest_job *job, struct store *store));
enum store_err rest_write_account_log(struct json_write *w, struct store *store, int64_t player_id);

/* rest_attempt.c */
/* Reads the token of the device; a device without one gets a new one. */
void rest_attempt_device(struct rest_job *job);

/* Each counts an attempt; false if the job has been answered: to log in to a player's account (login null and
 * player_id 0 if it is unknown; the devices are those of the facts), to confirm a request with the password of the
 * sender's own account, and to sign up, which must come before the answer tells whether a login is taken. */
bool rest_attempt_log_in(struct rest_job *job, const char *login, int64_t player_id);
bool rest_attempt_confirm(struct rest_job *job);
bool rest_attempt_sign_up(struct rest_job *job);

/* The password was right: the attempt no longer counts. */
void rest_attempt_right(struct rest_job *job);

/* The same for a code of an authenticator app, after the right password; devices that have logged in before are free. */
bool rest_attempt_code(struct rest_job *job, const struct account_row *account);
void rest_attempt_right_code(struct rest_job *job, const struct account_row *account);

/* The command also stores that this device has logged in. */
void rest_attempt_remember(const struct rest_job *job, struct service_command *command,
                           int64_t player_id);

/* rest_account.c, rest_account_reply.c */
void rest_account_ask(struct rest_job *job);

/* After the commit, even if the client is gone: ends sessions and tickets. */
void rest_account_settle(struct rest_job *job, const struct message *reply);
void rest_account_answer(struct rest_job *job, const struct message *reply); /* the job goes on */

/* rest_delete.c: ends the games of the player, then submits the command that deletes them. */
void rest_delete(struct rest_job *job);
void rest_delete_reply(struct rest_job *job, const struct message *reply);
bool rest_delete_is_ending(const struct rest_job *job); /* does it wait for the ends of games? */

/* rest_export.c */
void rest_export_begin(struct rest_job *job);
void rest_export_turn(struct rest *rest);
void rest_export_free(struct rest_export *file); /* null is allowed */

/* rest_picture.c; game_id 0: the picture of the page itself. */
struct rest_pictures *rest_pictures_open(void); /* null if there is no memory */
void rest_pictures_attach(struct rest_pictures *pictures, bool is_unlimited);
void rest_pictures_close(struct rest_pictures *pictures); /* null is allowed */
void rest_picture(struct rest_job *job);
void rest_pictures_collect(struct rest *rest);

/* A game with its players' names, as stored. */
enum store_err rest_find_game(struct store *store, int64_t id, struct store_listed *out);

/* rest_analysis.c: analysis and review. */
bool rest_analyses_open(struct rest *rest); /* false if there is no memory */
void rest_analysis(struct rest_job *job);

/* rest_lobby.c */
void rest_lobby(struct rest_job *job);

/* rest_push.c */
void rest_push_key(struct rest *rest, struct net_request *request);
void rest_push_change(struct rest_job *job);
enum store_err rest_write_pushes(struct json_write *w, struct store *store, int64_t player_id);

/* rest_moderated.c, for `run`: false if the sender is no moderator, and the refusal has been said. */
bool rest_check_moderator(struct rest_job *job, struct store *store);

/* Says what moderators may know of the player, who is job->game_id. */
void rest_moderated_say(struct rest_job *job, struct store *store, struct player_rows *player);

/* rest_report.c, rest_moderate.c: the job goes on. */
void rest_report(struct rest_job *job);
void rest_report_close(struct rest_job *job);
void rest_moderate(struct rest_job *job);
void rest_moderate_answer(struct rest_job *job);

/* rest_player.c */
void rest_write_record(struct json_write *w, const struct store_record *record);
void rest_write_points(struct json_write *w, const struct store_point *points, size_t count);
/* The fields of /api/me, into an open object; an account without a player is none. */
void rest_write_me(struct json_write *w, const struct player_rows *player,
                   const struct account_row *account, int64_t wall_ms);
enum store_err rest_me_write(struct json_write *w, struct store *store, int64_t player_id,
                             int64_t wall_ms);
void rest_me_run(struct rest_job *job, struct store *store); /* says it of job->player_id */

/* rest_poll.c */
bool rest_read_wait(struct rest_job *job, const struct net_request *request, char *fault,
                    size_t size);
bool rest_park(struct rest_job *job, int64_t now_ms); /* false: too many wait already */
void rest_unpark(struct rest_job *job);

/* Goes on with `then` at the end of this turn. A reply must not submit a command itself: its turn is just ending. */
void rest_due(struct rest_job *job, void (*then)(struct rest_job *job));
void rest_ask_state(struct rest_job *job); /* submits the command for job->game_id */

/* rest.c */
void rest_submit(struct rest *rest, struct service_command *command); /* see rest_host */
void rest_commit(struct rest *rest);
/* Also becomes the user of the request. Null if there is no memory. */
struct rest_job *rest_job_new(struct rest *rest, struct net_request *request,
                              enum rest_action action);
bool rest_job_own(struct rest_job *job, size_t bytes); /* false: no memory, and the job has ended */
void rest_job_move(struct rest_job *job, struct rest_job **list);
void rest_job_free(struct rest_job *job);
uint64_t rest_job_ack(struct rest_job *job);
struct rest_job *rest_job_of(uint64_t ack);

/* Generated from docs/api/openapi.json. */
extern const char openapi_json[];

#endif
