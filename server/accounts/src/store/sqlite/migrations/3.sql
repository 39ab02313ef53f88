-- Which account each revision is about; null where it is about all. The last 10,000 are kept.
CREATE TABLE changed (revision INTEGER PRIMARY KEY, account TEXT) STRICT;
DROP TRIGGER plans_updated;
DROP TRIGGER secrets_inserted;
DROP TRIGGER secrets_deleted;
DROP TRIGGER accounts_inserted;
DROP TRIGGER accounts_updated;
DROP TRIGGER accounts_deleted;
DROP TRIGGER keys_inserted;
DROP TRIGGER keys_updated;
DROP TRIGGER keys_deleted;
DROP TRIGGER grants_inserted;
DROP TRIGGER grants_deleted;
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
-- The grants of a key that is deleted go with it, and the key itself is noted.
CREATE TRIGGER grants_deleted AFTER DELETE ON grants
    WHEN EXISTS (SELECT 1 FROM keys WHERE id = OLD.key) BEGIN
    UPDATE revision SET number = number + 1;
    INSERT INTO changed SELECT number, (SELECT account FROM keys WHERE id = OLD.key) FROM revision;
END;
CREATE TRIGGER changed_inserted AFTER INSERT ON changed BEGIN
    DELETE FROM changed WHERE revision <= NEW.revision - 10000;
END;
-- For the keys of an account, those that are deleted included.
CREATE INDEX keys_by_account ON keys (account);
