-- Provisional ratings stand on the leaderboard too, after the ranked ones.
CREATE INDEX rating_provisional ON rating (class, rating, player_id) WHERE deviation > 110.0;

PRAGMA user_version = 7;
