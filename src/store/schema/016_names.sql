-- What the name and the login of an account look like (src/base/skeleton.h), so that nobody else has one that looks
-- the same; null for accounts without a login. Accounts of older databases that look alike keep their names; none of
-- them can be taken anew.
ALTER TABLE account ADD COLUMN skeleton INTEGER;
ALTER TABLE account ADD COLUMN login_skeleton INTEGER;

UPDATE account SET login_skeleton = skeleton(login),
    skeleton = skeleton((SELECT name FROM player WHERE player.id = account.player_id))
WHERE login IS NOT NULL;

CREATE INDEX account_skeleton ON account (skeleton);
CREATE INDEX account_login_skeleton ON account (login_skeleton);

PRAGMA user_version = 16;
