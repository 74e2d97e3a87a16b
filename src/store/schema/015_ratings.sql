-- Which rated games count for leaderboards: docs/ratings.md. The numbers of `discount` are those of src/play/rows.h.

-- The rating by counted games alone, which leaderboards show, and the last rated games (src/store/sqlite_rating.c).
-- Games of earlier versions count.
DROP TRIGGER rating_comes;
DROP TRIGGER rating_changes;
DROP TRIGGER rating_goes;
DROP INDEX rating_by_rating;
DROP INDEX rating_by_wins;
DROP INDEX rating_provisional;

ALTER TABLE rating ADD COLUMN counted_rating REAL NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN counted_deviation REAL NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN counted_volatility REAL NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN counted_games INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN counted_wins INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN counted_draws INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN counted_losses INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN counted_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN recent BLOB NOT NULL DEFAULT x'';
UPDATE rating SET counted_rating = rating, counted_deviation = deviation,
    counted_volatility = volatility, counted_games = games, counted_wins = wins,
    counted_draws = draws, counted_losses = losses, counted_ms = updated_ms;

CREATE INDEX rating_by_rating ON rating (class, counted_rating, player_id)
    WHERE counted_games > 0 AND counted_deviation <= 110.0;
CREATE INDEX rating_provisional ON rating (class, counted_rating, player_id)
    WHERE counted_games > 0 AND counted_deviation > 110.0;
CREATE INDEX rating_by_wins ON rating (class, counted_wins, player_id);

CREATE TRIGGER rating_comes AFTER INSERT ON rating BEGIN
    INSERT INTO standing SELECT 0, new.class, CAST(max(new.counted_rating, 0) AS INTEGER) / 4, 1
    WHERE new.counted_games > 0 AND new.counted_deviation <= 110.0
    ON CONFLICT DO UPDATE SET people = people + 1;
    INSERT INTO standing SELECT 1, new.class, new.counted_wins, 1
    WHERE new.counted_wins > 0 ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER rating_changes AFTER UPDATE ON rating BEGIN
    UPDATE standing SET people = people - 1
    WHERE old.counted_games > 0 AND old.counted_deviation <= 110.0 AND board = 0
        AND class = old.class AND place = CAST(max(old.counted_rating, 0) AS INTEGER) / 4;
    UPDATE standing SET people = people - 1
    WHERE board = 1 AND class = old.class AND place = old.counted_wins;
    INSERT INTO standing SELECT 0, new.class, CAST(max(new.counted_rating, 0) AS INTEGER) / 4, 1
    WHERE new.counted_games > 0 AND new.counted_deviation <= 110.0
    ON CONFLICT DO UPDATE SET people = people + 1;
    INSERT INTO standing SELECT 1, new.class, new.counted_wins, 1
    WHERE new.counted_wins > 0 ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER rating_goes AFTER DELETE ON rating BEGIN
    UPDATE standing SET people = people - 1
    WHERE old.counted_games > 0 AND old.counted_deviation <= 110.0 AND board = 0
        AND class = old.class AND place = CAST(max(old.counted_rating, 0) AS INTEGER) / 4;
    UPDATE standing SET people = people - 1
    WHERE board = 1 AND class = old.class AND place = old.counted_wins;
END;

-- The verdict about each rated game; counts: bit 0 for red, bit 1 for yellow.
ALTER TABLE rated ADD COLUMN at_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rated ADD COLUMN discount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rated ADD COLUMN counts INTEGER NOT NULL DEFAULT 3;
CREATE INDEX rated_discounted ON rated (at_ms, game_id) WHERE discount > 0;

-- Where the players of a running rated game are: a hash of 24 bits of the address; 0: unknown.
ALTER TABLE game ADD COLUMN network0 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN network1 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE queue ADD COLUMN network INTEGER NOT NULL DEFAULT 0;

-- Matches that the player did not confirm, and when the last one was.
ALTER TABLE player ADD COLUMN misses INTEGER NOT NULL DEFAULT 0;
ALTER TABLE player ADD COLUMN missed_ms INTEGER NOT NULL DEFAULT 0;

-- Keys that all servers of this database share. address: of the hash of addresses.
CREATE TABLE secret (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL CHECK (length(value) = 32)
) STRICT, WITHOUT ROWID;
INSERT INTO secret VALUES ('address', randomblob(32));

PRAGMA user_version = 15;
