-- What a game adds to statistics, histories and counts is written by plain statements now, in
-- src/store/sqlite_ending.c. A trigger cost several times as much as its statements.
DROP TRIGGER IF EXISTS game_comes;
DROP TRIGGER IF EXISTS game_goes;
DROP TRIGGER IF EXISTS game_turns;
DROP TRIGGER game_ends;
DROP TRIGGER game_comes_ended;
DROP TRIGGER game_is_rated;
DROP TRIGGER played_is_counted;

-- A game is counted in one row of `record`: that of its opening, or that of the games without one (-1).
UPDATE record SET games = record.games - part.games, wins = record.wins - part.wins,
    draws = record.draws - part.draws, losses = record.losses - part.losses,
    plies = record.plies - part.plies
FROM (SELECT player_id, seat, sum(games) AS games, sum(wins) AS wins, sum(draws) AS draws,
             sum(losses) AS losses, sum(plies) AS plies
      FROM record WHERE opening >= 0 GROUP BY player_id, seat) AS part
WHERE record.player_id = part.player_id AND record.seat = part.seat
    AND record.opponent = 0 AND record.opening = -1;
DELETE FROM record WHERE games = 0;

PRAGMA user_version = 9;
