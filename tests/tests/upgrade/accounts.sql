PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL COLLATE NOCASE UNIQUE,
    password_hash TEXT,
    plan TEXT NOT NULL REFERENCES plans (name),
    created_ms INTEGER NOT NULL
, suspended_ms INTEGER) STRICT;
INSERT INTO "accounts" VALUES('acch23l3ZO0IGvF7','Ada Lovelace','ada@example.org','$argon2id$v=19$m=19456,t=2,p=1$o8pNKUsaZ5d9MTQiElROcw$omSd28q+huI+K6hBssy33KE3EckGelduhDMcvZUHUjc','pro',1788253200000,NULL);
INSERT INTO "accounts" VALUES('accdIZoXpsjTwRGO','Grace Hopper','grace@example.org',NULL,'free',1788253200000,NULL);
INSERT INTO "accounts" VALUES('acceF1RP4vFWaX8g','Mary Somerville','mary@example.org',NULL,'starter',1788253200000,1792490400000);
INSERT INTO "accounts" VALUES('acc4AD901mbI2XyT','Example Observatory','observatory@example.org',NULL,'enterprise',1788253200000,NULL);
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
INSERT INTO "audit" VALUES(1,1788253200000,'operator','root','command line','account.create','acch23l3ZO0IGvF7',NULL,'Ada Lovelace, ada@example.org, plan pro');
INSERT INTO "audit" VALUES(2,1788253200000,'operator','root','command line','account.create','accdIZoXpsjTwRGO',NULL,'Grace Hopper, grace@example.org, plan free');
INSERT INTO "audit" VALUES(3,1788253200000,'operator','root','command line','account.create','acceF1RP4vFWaX8g',NULL,'Mary Somerville, mary@example.org, plan starter');
INSERT INTO "audit" VALUES(4,1788253200000,'operator','root','command line','account.create','acc4AD901mbI2XyT',NULL,'Example Observatory, observatory@example.org, plan enterprise');
INSERT INTO "audit" VALUES(5,1788339600000,'operator','root','command line','key.create','acch23l3ZO0IGvF7','WG681utl8MaO','main');
INSERT INTO "audit" VALUES(6,1788339600000,'operator','root','command line','key.create','acch23l3ZO0IGvF7','cmzdk0BWEoBa','web');
INSERT INTO "audit" VALUES(7,1788339600000,'operator','root','command line','key.create','acch23l3ZO0IGvF7','3p5h07dxJdwL','office');
INSERT INTO "audit" VALUES(8,1788339600000,'operator','root','command line','key.create','acch23l3ZO0IGvF7','yzpXX57KUV7n','gone');
INSERT INTO "audit" VALUES(9,1788339600000,'operator','root','command line','key.create','accdIZoXpsjTwRGO','THyP9W2fRVYY','main');
INSERT INTO "audit" VALUES(10,1788339600000,'operator','root','command line','key.create','acceF1RP4vFWaX8g','MSq7aluxYI34','main');
INSERT INTO "audit" VALUES(11,1788339600000,'operator','root','command line','key.create','acc4AD901mbI2XyT','BGi6MUxg8CGS','main');
INSERT INTO "audit" VALUES(12,1788343200000,'operator','root','command line','key.change','acch23l3ZO0IGvF7','cmzdk0BWEoBa','origins: any → *.example.org; example.org');
INSERT INTO "audit" VALUES(13,1788343200000,'operator','root','command line','key.change','acch23l3ZO0IGvF7','3p5h07dxJdwL','addresses: any → 198.51.100.0/24');
INSERT INTO "audit" VALUES(14,1788343200000,'operator','root','command line','key.grant','accdIZoXpsjTwRGO','THyP9W2fRVYY','research');
INSERT INTO "audit" VALUES(15,1788343200000,'operator','root','command line','plan.allowance',NULL,NULL,'free: 5000 → 6000');
INSERT INTO "audit" VALUES(16,1792490400000,'operator','root','command line','key.delete','acch23l3ZO0IGvF7','yzpXX57KUV7n','gone');
INSERT INTO "audit" VALUES(17,1792490400000,'operator','root','command line','account.suspend','acceF1RP4vFWaX8g',NULL,'');
INSERT INTO "audit" VALUES(18,1792490400000,'operator','root','command line','tokens.rotate-secret',NULL,NULL,'1fS66OhH');
CREATE TABLE changed (revision INTEGER PRIMARY KEY, account TEXT) STRICT;
INSERT INTO "changed" VALUES(2,NULL);
INSERT INTO "changed" VALUES(3,NULL);
INSERT INTO "changed" VALUES(4,'acch23l3ZO0IGvF7');
INSERT INTO "changed" VALUES(5,'accdIZoXpsjTwRGO');
INSERT INTO "changed" VALUES(6,'acceF1RP4vFWaX8g');
INSERT INTO "changed" VALUES(7,'acc4AD901mbI2XyT');
INSERT INTO "changed" VALUES(8,'acch23l3ZO0IGvF7');
INSERT INTO "changed" VALUES(9,'acch23l3ZO0IGvF7');
INSERT INTO "changed" VALUES(10,'acch23l3ZO0IGvF7');
INSERT INTO "changed" VALUES(11,'acch23l3ZO0IGvF7');
INSERT INTO "changed" VALUES(12,'accdIZoXpsjTwRGO');
INSERT INTO "changed" VALUES(13,'acceF1RP4vFWaX8g');
INSERT INTO "changed" VALUES(14,'acc4AD901mbI2XyT');
INSERT INTO "changed" VALUES(15,'acch23l3ZO0IGvF7');
INSERT INTO "changed" VALUES(16,'acch23l3ZO0IGvF7');
INSERT INTO "changed" VALUES(17,'accdIZoXpsjTwRGO');
INSERT INTO "changed" VALUES(18,NULL);
INSERT INTO "changed" VALUES(19,'acch23l3ZO0IGvF7');
INSERT INTO "changed" VALUES(20,'acceF1RP4vFWaX8g');
INSERT INTO "changed" VALUES(21,NULL);
CREATE TABLE grants (
    key TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
    entitlement TEXT NOT NULL,
    PRIMARY KEY (key, entitlement)
) STRICT, WITHOUT ROWID;
INSERT INTO "grants" VALUES('THyP9W2fRVYY','research');
CREATE TABLE key_use (
    key TEXT PRIMARY KEY REFERENCES keys (id) ON DELETE CASCADE,
    last_used_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "key_use" VALUES('BGi6MUxg8CGS',1789034400600);
INSERT INTO "key_use" VALUES('MSq7aluxYI34',1792058400383);
INSERT INTO "key_use" VALUES('THyP9W2fRVYY',1789034400481);
INSERT INTO "key_use" VALUES('WG681utl8MaO',1792058400373);
INSERT INTO "key_use" VALUES('cmzdk0BWEoBa',1789034400448);
INSERT INTO "key_use" VALUES('yzpXX57KUV7n',1789034400553);
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
, secret_ms INTEGER NOT NULL DEFAULT 0, old_digest BLOB, old_secret_ms INTEGER, old_until_ms INTEGER) STRICT;
INSERT INTO "keys" VALUES('WG681utl8MaO','acch23l3ZO0IGvF7',X'8B1CAFB50B5DE5169F192D5E792851E42B6EC4E02AAAAE80DDBE4B55077C3ADA','main','of the website',1,'','',1788339600000,NULL,1788339600000,NULL,NULL,NULL);
INSERT INTO "keys" VALUES('cmzdk0BWEoBa','acch23l3ZO0IGvF7',X'AAE86D62E7A1A49F783481446589C17ED03C9587A89C507FFEF5CA93F6807749','web','',1,'*.example.org; example.org','',1788339600000,NULL,1788339600000,NULL,NULL,NULL);
INSERT INTO "keys" VALUES('3p5h07dxJdwL','acch23l3ZO0IGvF7',X'911C26A938053E34DD480E7373D391E618E54576BA70E3B3AA19F90BE0298154','office','',1,'','198.51.100.0/24',1788339600000,NULL,1788339600000,NULL,NULL,NULL);
INSERT INTO "keys" VALUES('yzpXX57KUV7n','acch23l3ZO0IGvF7',NULL,'gone','',0,'','',1788339600000,1792490400000,1788339600000,NULL,NULL,NULL);
INSERT INTO "keys" VALUES('THyP9W2fRVYY','accdIZoXpsjTwRGO',X'D4280CCFE88273E0430A0565035757EAAAEE9207484895225DC7F6B4F0D567CF','main','',1,'','',1788339600000,NULL,1788339600000,NULL,NULL,NULL);
INSERT INTO "keys" VALUES('MSq7aluxYI34','acceF1RP4vFWaX8g',X'ECA7B4ECA504ACD5212027F2863038C73B35883824AAD3BE4A3C62E8DB64FA88','main','',1,'','',1788339600000,NULL,1788339600000,NULL,NULL,NULL);
INSERT INTO "keys" VALUES('BGi6MUxg8CGS','acc4AD901mbI2XyT',X'C0002D520766FFB9665A9157F151FC0E139AF3256E294796B0BC5D8685F1D513','main','',1,'','',1788339600000,NULL,1788339600000,NULL,NULL,NULL);
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
CREATE TABLE plans (
    name TEXT PRIMARY KEY,
    allowance_millicredits INTEGER NOT NULL CHECK (allowance_millicredits >= 0)
) STRICT;
INSERT INTO "plans" VALUES('free',6000000);
INSERT INTO "plans" VALUES('starter',100000000);
INSERT INTO "plans" VALUES('pro',1000000000);
INSERT INTO "plans" VALUES('enterprise',10000000000);
CREATE TABLE revision (number INTEGER NOT NULL) STRICT;
INSERT INTO "revision" VALUES(21);
CREATE TABLE secrets (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('keys', 'tokens')),
    bytes BLOB NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "secrets" VALUES('5rkWm20t','keys',X'CB886B7DBCCF89142A14EEBC9537265F430A39ACA4EE5F8039AC32DCB5B660A0',0);
INSERT INTO "secrets" VALUES('f3v6ZLfY','tokens',X'E05966E7DD4403B978531DBB013CEE954250224C3DDF67B93E0A48650A3C7E51',0);
INSERT INTO "secrets" VALUES('1fS66OhH','tokens',X'6BFB1C0EF7F2620E07CDA2CE6D58B26DA40BD191FD7CB6241D112C4198BB2FA1',1792490400000);
CREATE TABLE usage (
    key TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
    -- Days since 1970-01-01, UTC.
    day INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    calls INTEGER NOT NULL,
    millicredits INTEGER NOT NULL,
    PRIMARY KEY (key, day, endpoint)
) STRICT, WITHOUT ROWID;
INSERT INTO "usage" VALUES('BGi6MUxg8CGS',20706,'julian-day',1,500);
INSERT INTO "usage" VALUES('BGi6MUxg8CGS',20706,'solar-eclipse/local-circumstances/details',1,20000);
INSERT INTO "usage" VALUES('MSq7aluxYI34',20706,'julian-day',1,500);
INSERT INTO "usage" VALUES('MSq7aluxYI34',20741,'julian-day',1,500);
INSERT INTO "usage" VALUES('THyP9W2fRVYY',20706,'julian-day',1,500);
INSERT INTO "usage" VALUES('WG681utl8MaO',20706,'julian-day',2,1000);
INSERT INTO "usage" VALUES('WG681utl8MaO',20706,'solar-eclipse/local-circumstances/details',1,20000);
INSERT INTO "usage" VALUES('WG681utl8MaO',20741,'julian-day',1,500);
INSERT INTO "usage" VALUES('WG681utl8MaO',20741,'solar-eclipse/local-circumstances/details',1,20000);
INSERT INTO "usage" VALUES('cmzdk0BWEoBa',20706,'julian-day',1,500);
INSERT INTO "usage" VALUES('yzpXX57KUV7n',20706,'julian-day',1,500);
CREATE UNIQUE INDEX keys_by_nickname ON keys (account, nickname) WHERE deleted_ms IS NULL;
CREATE INDEX audit_by_account ON audit (account);
CREATE INDEX audit_by_time ON audit (at_ms);
CREATE INDEX notices_to_do ON notices (id) WHERE done_ms IS NULL;
CREATE TRIGGER plans_updated AFTER UPDATE ON plans BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, NULL FROM revision;
END;
CREATE TRIGGER secrets_inserted AFTER INSERT ON secrets BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, NULL FROM revision;
END;
CREATE TRIGGER secrets_deleted AFTER DELETE ON secrets BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, NULL FROM revision;
END;
CREATE TRIGGER accounts_inserted AFTER INSERT ON accounts BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, NEW.id FROM revision;
END;
CREATE TRIGGER accounts_updated AFTER UPDATE ON accounts BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, NEW.id FROM revision;
END;
CREATE TRIGGER accounts_deleted AFTER DELETE ON accounts BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, OLD.id FROM revision;
END;
CREATE TRIGGER keys_inserted AFTER INSERT ON keys BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, NEW.account FROM revision;
END;
CREATE TRIGGER keys_updated AFTER UPDATE ON keys BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, NEW.account FROM revision;
END;
CREATE TRIGGER keys_deleted AFTER DELETE ON keys BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, OLD.account FROM revision;
END;
CREATE TRIGGER grants_inserted AFTER INSERT ON grants BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, (SELECT account FROM keys WHERE id = NEW.key) FROM revision;
END;
CREATE TRIGGER grants_deleted AFTER DELETE ON grants
    WHEN EXISTS (SELECT 1 FROM keys WHERE id = OLD.key) BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, (SELECT account FROM keys WHERE id = OLD.key) FROM revision;
END;
CREATE TRIGGER changed_inserted AFTER INSERT ON changed BEGIN
    DELETE FROM changed WHERE revision <= NEW.revision - 10000;
END;
CREATE INDEX keys_by_account ON keys (account);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('audit',18);
COMMIT;
PRAGMA user_version = 3;
