-- When an account was suspended; null if it is not.
ALTER TABLE accounts ADD COLUMN suspended_ms INTEGER;

-- When the current secret was made, and its predecessor: digest, time of creation and end of validity. It
-- stays after that end, so that a request with it gets a specific error.
ALTER TABLE keys ADD COLUMN secret_ms INTEGER NOT NULL DEFAULT 0;
UPDATE keys SET secret_ms = created_ms;
ALTER TABLE keys ADD COLUMN old_digest BLOB;
ALTER TABLE keys ADD COLUMN old_secret_ms INTEGER;
ALTER TABLE keys ADD COLUMN old_until_ms INTEGER;

-- When a key was used last. A table of its own: writing it is no change that requests depend on.
CREATE TABLE key_use (
    key TEXT PRIMARY KEY REFERENCES keys (id) ON DELETE CASCADE,
    last_used_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Of earlier use only the day is known: its beginning.
INSERT INTO key_use SELECT key, MAX(day) * 86400000 FROM usage GROUP BY key;

-- Who has changed what, from where and when. Rows outlast the accounts and keys that they name.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    -- operator, holder or server; the name of the operator's user or the id of the holder's account.
    who TEXT NOT NULL CHECK (who IN ('operator', 'holder', 'server')),
    name TEXT NOT NULL,
    -- `command line`, or the address of a client.
    place TEXT NOT NULL,
    action TEXT NOT NULL,
    account TEXT,
    key TEXT,
    detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_account ON audit (account);
CREATE INDEX audit_by_time ON audit (at_ms);

-- Notices that a share of an allowance is used. One row for an account, a month and a level, even if the plan
-- changes meanwhile.
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- First day of the month, in days since 1970-01-01, UTC.
    month INTEGER NOT NULL,
    -- Share of the allowance, %.
    level INTEGER NOT NULL CHECK (level IN (80, 100)),
    plan TEXT NOT NULL,
    used_millicredits INTEGER NOT NULL,
    allowance_millicredits INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    -- When it was passed on, and by whom: an operator, or the webhook.
    done_ms INTEGER,
    done_by TEXT,
    UNIQUE (account, month, level)
) STRICT;
CREATE INDEX notices_to_do ON notices (id) WHERE done_ms IS NULL;
