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
