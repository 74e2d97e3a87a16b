-- Games with other rules (docs/variants.md): board is "7x6-popout-pie", a move in `moves` may have a sign in front of its
-- letter, a game may have 512 plies, and who is to move no longer follows from their number.

-- to_move: the seat; it means something while the game is played. Read like `offer`, from `live` where there is a row.
ALTER TABLE game ADD COLUMN to_move smallint NOT NULL DEFAULT 0;
ALTER TABLE live ADD COLUMN to_move smallint NOT NULL DEFAULT 0;
UPDATE live SET to_move = ply % 2;

-- Constraints that every stored row fulfils become weaker, so no row has to be checked.
DO $$
DECLARE
    old record;
BEGIN
    FOR old IN SELECT conrelid::regclass AS relation, conname FROM pg_constraint
        WHERE contype = 'c' AND conrelid IN ('game'::regclass, 'live'::regclass, 'rating'::regclass, 'rated'::regclass)
            AND pg_get_constraintdef(oid) ~ '\m(ply|class)\M'
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', old.relation, old.conname);
    END LOOP;
END $$;
ALTER TABLE game
    ADD CHECK (ply BETWEEN 0 AND 512) NOT VALID,
    ADD CHECK (length(moves) BETWEEN ply AND 2 * ply) NOT VALID;
ALTER TABLE live ADD CHECK (ply BETWEEN 0 AND 512) NOT VALID;
ALTER TABLE rating ADD CHECK (class BETWEEN 0 AND 5) NOT VALID;
ALTER TABLE rated ADD CHECK (class BETWEEN 0 AND 5) NOT VALID;

UPDATE fourfall_schema SET version = 2;
