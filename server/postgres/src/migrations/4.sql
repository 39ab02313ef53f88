-- Leases of credits. The row of a server has, besides its spending, its grant: the limit up to which it may
-- spend without asking. The row without an instance is locked while servers agree about the account.
-- Lost in a crash of PostgreSQL like the spending: servers report again.
ALTER TABLE reports ADD COLUMN granted BIGINT NOT NULL DEFAULT 0;
-- Cost of the calls that wait at the server for want of credits.
ALTER TABLE reports ADD COLUMN waiting BIGINT NOT NULL DEFAULT 0;
-- Number of the last report of the server. One that does not rise shows others that it has ended.
ALTER TABLE reports ADD COLUMN beat BIGINT NOT NULL DEFAULT 0;
-- Announced time until the next report.
ALTER TABLE reports ADD COLUMN until_next_ms BIGINT NOT NULL DEFAULT 0;
