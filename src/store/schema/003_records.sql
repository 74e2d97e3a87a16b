-- Statistics of players, counted once, when a game ends.

ALTER TABLE player ADD COLUMN erased_ms INTEGER NOT NULL DEFAULT 0; -- when its data was deleted

-- A finished game from the side of one player; a game between people has two rows. It has the columns
-- that searches filter by, in the order of the list, so that a search reads no games.
-- against: the opponent, null for the computer. class: as in rating. result: 1 lost, 2 drawn, 3 won.
-- opening: the first column of a classic game. rating: the rating after a rated game.
CREATE TABLE played (
    player_id INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    against   INTEGER,
    class     INTEGER NOT NULL,
    result    INTEGER NOT NULL,
    plies     INTEGER NOT NULL,
    opening   INTEGER,
    rating    REAL,
    PRIMARY KEY (player_id, at_ms, seq)
) STRICT, WITHOUT ROWID;

CREATE VIEW half AS
SELECT player0 AS player_id, finished_ms AS at_ms, seq, 0 AS seat, player1 AS against,
       CASE board WHEN '7x6' THEN 0 WHEN '5x5x5' THEN 1 ELSE 2 END AS class,
       CASE winner WHEN 0 THEN 3 WHEN 1 THEN 1 ELSE 2 END AS result, ply AS plies,
       iif(board = '7x6' AND ply > 0, unicode(moves) - unicode('1'), NULL) AS opening
FROM game WHERE kind0 = 1 AND status BETWEEN 2 AND 3
UNION ALL
SELECT player1, finished_ms, seq, 1, player0,
       CASE board WHEN '7x6' THEN 0 WHEN '5x5x5' THEN 1 ELSE 2 END,
       CASE winner WHEN 1 THEN 3 WHEN 0 THEN 1 ELSE 2 END, ply,
       iif(board = '7x6' AND ply > 0, unicode(moves) - unicode('1'), NULL)
FROM game WHERE kind1 = 1 AND player0 IS NOT player1 AND status BETWEEN 2 AND 3;

-- Results by opponent (0 people, 1 the computer), seat and opening; opening -1: all of them.
CREATE TABLE record (
    player_id INTEGER NOT NULL,
    opponent  INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    opening   INTEGER NOT NULL,
    games     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    draws     INTEGER NOT NULL,
    losses    INTEGER NOT NULL,
    plies     INTEGER NOT NULL,
    PRIMARY KEY (player_id, opponent, seat, opening)
) STRICT, WITHOUT ROWID;

-- Games against people won in a row; games lost in a row are negative.
CREATE TABLE streak (
    player_id INTEGER PRIMARY KEY,
    current   INTEGER NOT NULL,
    best      INTEGER NOT NULL
) STRICT;

CREATE TRIGGER played_is_counted AFTER INSERT ON played BEGIN
    INSERT INTO record VALUES (new.player_id, new.against IS NULL, new.seat, -1, 1,
                               new.result = 3, new.result = 2, new.result = 1, new.plies)
    ON CONFLICT DO UPDATE SET games = games + 1, wins = wins + excluded.wins,
        draws = draws + excluded.draws, losses = losses + excluded.losses,
        plies = plies + excluded.plies;
    INSERT INTO record SELECT new.player_id, 0, new.seat, new.opening, 1,
                              new.result = 3, new.result = 2, new.result = 1, new.plies
    WHERE new.opening IS NOT NULL AND new.against IS NOT NULL
    ON CONFLICT DO UPDATE SET games = games + 1, wins = wins + excluded.wins,
        draws = draws + excluded.draws, losses = losses + excluded.losses,
        plies = plies + excluded.plies;
    INSERT INTO streak SELECT new.player_id, new.result - 2, new.result = 3
    WHERE new.against IS NOT NULL
    ON CONFLICT DO UPDATE SET
        current = CASE new.result WHEN 3 THEN max(current, 0) + 1
                                  WHEN 1 THEN min(current, 0) - 1 ELSE 0 END,
        best = max(best, iif(new.result = 3, max(current, 0) + 1, 0));
END;

-- In the order in which the games ended, for the streaks.
INSERT OR IGNORE INTO played
SELECT half.player_id, half.at_ms, half.seq, half.seat, half.against, half.class, half.result,
       half.plies, half.opening, iif(half.seat = 0, rated.after0, rated.after1)
FROM half JOIN game USING (seq) LEFT JOIN rated ON rated.game_id = game.id
ORDER BY half.at_ms, half.seq;

CREATE TRIGGER game_ends AFTER UPDATE OF status ON game
WHEN old.status < 2 AND new.status BETWEEN 2 AND 3 BEGIN
    INSERT OR IGNORE INTO played SELECT *, NULL FROM half WHERE seq = new.seq;
END;
CREATE TRIGGER game_comes_ended AFTER INSERT ON game WHEN new.status BETWEEN 2 AND 3 BEGIN
    INSERT OR IGNORE INTO played SELECT *, NULL FROM half WHERE seq = new.seq;
END;
CREATE TRIGGER game_is_rated AFTER INSERT ON rated BEGIN
    UPDATE played SET rating = new.after0 WHERE (player_id, at_ms, seq) =
        (SELECT player0, finished_ms, seq FROM game WHERE id = new.game_id);
    UPDATE played SET rating = new.after1 WHERE (player_id, at_ms, seq) =
        (SELECT player1, finished_ms, seq FROM game WHERE id = new.game_id);
END;

-- For searches by the beginning of a name.
CREATE INDEX player_name ON player (name COLLATE NOCASE);

DROP INDEX game_done0; -- played has taken their place
DROP INDEX game_done1;

-- Leaderboards. Provisional ratings (see play/rating.c) are not ranked by rating; players without a win
-- are not ranked by wins.
DROP INDEX rating_leaders;
CREATE INDEX rating_by_rating ON rating (class, rating, player_id) WHERE deviation <= 110.0;
CREATE INDEX rating_by_wins   ON rating (class, wins, player_id);

-- How many players are in each place, so that a rank is a sum over a few hundred rows and a count within
-- one place. place: a quarter of the rating (board 0), the number of wins (board 1).
CREATE TABLE standing (
    board  INTEGER NOT NULL,
    class  INTEGER NOT NULL,
    place  INTEGER NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (board, class, place)
) STRICT, WITHOUT ROWID;

INSERT INTO standing SELECT 0, class, CAST(max(rating, 0) AS INTEGER) / 4 AS at, count(*)
FROM rating WHERE deviation <= 110.0 GROUP BY class, at;
INSERT INTO standing SELECT 1, class, wins, count(*) FROM rating WHERE wins > 0 GROUP BY class, wins;

CREATE TRIGGER rating_comes AFTER INSERT ON rating BEGIN
    INSERT INTO standing SELECT 0, new.class, CAST(max(new.rating, 0) AS INTEGER) / 4, 1
    WHERE new.deviation <= 110.0 ON CONFLICT DO UPDATE SET people = people + 1;
    INSERT INTO standing SELECT 1, new.class, new.wins, 1
    WHERE new.wins > 0 ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER rating_changes AFTER UPDATE ON rating BEGIN
    UPDATE standing SET people = people - 1 WHERE old.deviation <= 110.0 AND board = 0
        AND class = old.class AND place = CAST(max(old.rating, 0) AS INTEGER) / 4;
    UPDATE standing SET people = people - 1
    WHERE board = 1 AND class = old.class AND place = old.wins;
    INSERT INTO standing SELECT 0, new.class, CAST(max(new.rating, 0) AS INTEGER) / 4, 1
    WHERE new.deviation <= 110.0 ON CONFLICT DO UPDATE SET people = people + 1;
    INSERT INTO standing SELECT 1, new.class, new.wins, 1
    WHERE new.wins > 0 ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER rating_goes AFTER DELETE ON rating BEGIN
    UPDATE standing SET people = people - 1 WHERE old.deviation <= 110.0 AND board = 0
        AND class = old.class AND place = CAST(max(old.rating, 0) AS INTEGER) / 4;
    UPDATE standing SET people = people - 1
    WHERE board = 1 AND class = old.class AND place = old.wins;
END;

PRAGMA user_version = 3;
