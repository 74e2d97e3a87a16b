-- Row counts, kept up to date by triggers, because counting a million rows takes too long. Games are
-- counted by status.
CREATE TABLE tally (
    what  TEXT    NOT NULL,
    kind  INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (what, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO tally VALUES ('player', 0, (SELECT count(*) FROM player)),
                         ('session', 0, (SELECT count(*) FROM session)),
                         ('game', 0, (SELECT count(*) FROM game WHERE status = 0)),
                         ('game', 1, (SELECT count(*) FROM game WHERE status = 1)),
                         ('game', 2, (SELECT count(*) FROM game WHERE status = 2)),
                         ('game', 3, (SELECT count(*) FROM game WHERE status = 3)),
                         ('game', 4, (SELECT count(*) FROM game WHERE status = 4));

CREATE TRIGGER player_comes AFTER INSERT ON player BEGIN
    UPDATE tally SET count = count + 1 WHERE what = 'player' AND kind = 0;
END;
CREATE TRIGGER player_goes AFTER DELETE ON player BEGIN
    UPDATE tally SET count = count - 1 WHERE what = 'player' AND kind = 0;
END;
CREATE TRIGGER session_comes AFTER INSERT ON session BEGIN
    UPDATE tally SET count = count + 1 WHERE what = 'session' AND kind = 0;
END;
CREATE TRIGGER session_goes AFTER DELETE ON session BEGIN
    UPDATE tally SET count = count - 1 WHERE what = 'session' AND kind = 0;
END;
CREATE TRIGGER game_comes AFTER INSERT ON game BEGIN
    UPDATE tally SET count = count + 1 WHERE what = 'game' AND kind = new.status;
END;
CREATE TRIGGER game_goes AFTER DELETE ON game BEGIN
    UPDATE tally SET count = count - 1 WHERE what = 'game' AND kind = old.status;
END;
CREATE TRIGGER game_turns AFTER UPDATE OF status ON game WHEN old.status <> new.status BEGIN
    UPDATE tally SET count = count - 1 WHERE what = 'game' AND kind = old.status;
    UPDATE tally SET count = count + 1 WHERE what = 'game' AND kind = new.status;
END;

PRAGMA user_version = 2;
