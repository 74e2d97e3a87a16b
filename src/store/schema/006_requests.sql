-- Which game a client's create request made. A client that did not get the answer sends the same request
-- again and is answered with the same game.
CREATE TABLE game_request (
    player_id INTEGER NOT NULL REFERENCES player (id),
    request   TEXT    NOT NULL,
    game_id   INTEGER NOT NULL,
    PRIMARY KEY (player_id, request)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 6;
