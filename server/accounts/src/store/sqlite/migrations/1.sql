CREATE TABLE plans (
    name TEXT PRIMARY KEY,
    allowance_millicredits INTEGER NOT NULL CHECK (allowance_millicredits >= 0)
) STRICT;
INSERT INTO plans VALUES
    ('free', 5000000), ('starter', 100000000), ('pro', 1000000000), ('enterprise', 10000000000);

CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL COLLATE NOCASE UNIQUE,
    password_hash TEXT,
    plan TEXT NOT NULL REFERENCES plans (name),
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- HMAC-SHA256 of the secret; null when the key is deleted, whose row stays for its usage.
    digest BLOB,
    nickname TEXT NOT NULL,
    description TEXT NOT NULL,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    origins TEXT NOT NULL,
    ips TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    deleted_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX keys_by_nickname ON keys (account, nickname) WHERE deleted_ms IS NULL;

CREATE TABLE grants (
    key TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
    entitlement TEXT NOT NULL,
    PRIMARY KEY (key, entitlement)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage (
    key TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
    -- Days since 1970-01-01, UTC.
    day INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    calls INTEGER NOT NULL,
    millicredits INTEGER NOT NULL,
    PRIMARY KEY (key, day, endpoint)
) STRICT, WITHOUT ROWID;

-- The secret under which keys are hashed, and those that sign tokens.
CREATE TABLE secrets (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('keys', 'tokens')),
    bytes BLOB NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

-- Counts changes of everything that requests depend on; usage is not among them.
CREATE TABLE revision (number INTEGER NOT NULL) STRICT;
INSERT INTO revision VALUES (1);
CREATE TRIGGER plans_updated AFTER UPDATE ON plans BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER accounts_inserted AFTER INSERT ON accounts BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER accounts_updated AFTER UPDATE ON accounts BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER accounts_deleted AFTER DELETE ON accounts BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER keys_inserted AFTER INSERT ON keys BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER keys_updated AFTER UPDATE ON keys BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER keys_deleted AFTER DELETE ON keys BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER grants_inserted AFTER INSERT ON grants BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER grants_deleted AFTER DELETE ON grants BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER secrets_inserted AFTER INSERT ON secrets BEGIN UPDATE revision SET number = number + 1; END;
CREATE TRIGGER secrets_deleted AFTER DELETE ON secrets BEGIN UPDATE revision SET number = number + 1; END;
