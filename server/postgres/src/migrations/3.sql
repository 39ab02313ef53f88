-- What each server reports to have spent of an account's credits in a month, before it is written as usage.
-- Lost in a crash of PostgreSQL: servers report again.
CREATE UNLOGGED TABLE reports (
    account TEXT COLLATE "C" NOT NULL,
    -- First day of the month, in days since 1970-01-01, UTC.
    month BIGINT NOT NULL,
    instance TEXT COLLATE "C" NOT NULL,
    millicredits BIGINT NOT NULL,
    PRIMARY KEY (account, month, instance)
) WITH (fillfactor = 70);

-- When the key was last used on the day: written with usage instead of as one more row in `key_use`. Null in
-- rows of earlier versions, which write `key_use`.
ALTER TABLE usage ADD COLUMN last_used_ms BIGINT;

-- Room for a new version of each row in its page, so that updates leave the indexes alone (HOT).
ALTER TABLE usage SET (fillfactor = 70);
ALTER TABLE spent SET (fillfactor = 70);

-- Tells ended servers from others.
ALTER TABLE batches ADD COLUMN written TIMESTAMPTZ NOT NULL DEFAULT now();
