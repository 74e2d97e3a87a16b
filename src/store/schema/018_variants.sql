-- Games with other rules (docs/variants.md): board is "7x6-popout-pie", a move in `moves` may have a sign in front of its
-- letter, a game may have 512 plies, and who is to move no longer follows from their number.

-- to_move: as `offer`, what the game's row has if there is no live row. It is 0 where the game is not played.
ALTER TABLE game ADD COLUMN to_move INTEGER NOT NULL DEFAULT 0;
UPDATE game SET to_move = ply % 2 WHERE status = 1;

-- Constraints that every stored row fulfils become weaker. SQLite has no statement for that and names this way, which
-- rewrites no row (https://sqlite.org/lang_altertable.html, section 8). The view makes other connections read the schema anew.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(sql,
    'CHECK (ply BETWEEN 0 AND 256)', 'CHECK (ply BETWEEN 0 AND 512)'),
    'CHECK (length(moves) = ply)', 'CHECK (length(moves) BETWEEN ply AND 2 * ply)')
WHERE type = 'table' AND name = 'game';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (class BETWEEN 0 AND 2)', 'CHECK (class BETWEEN 0 AND 5)')
WHERE type = 'table' AND name IN ('rating', 'rated');
PRAGMA writable_schema = RESET;
CREATE VIEW schema_is_new AS SELECT 1;
DROP VIEW schema_is_new;

PRAGMA user_version = 18;
