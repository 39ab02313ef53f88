//! Expressions that SQLite and PostgreSQL spell differently.

/// The spelling of one database.
pub(super) struct Dialect {
    /// Condition after a column: it equals one of the texts in the list `$1`.
    pub(super) in_list: &'static str,
    /// Condition: the email address of an account is `$1`, whatever the case of the letters A to Z.
    pub(super) has_email: &'static str,
    /// Ends a `SELECT` whose rows must not be deleted before the transaction ends.
    pub(super) key_share: &'static str,
    /// Column of `secrets` that rises with each new row.
    pub(super) secret_number: &'static str,
    /// Last use of a row of `keys`, joined with `key_use`, milliseconds since 1970.
    pub(super) last_used_ms: &'static str,
    /// Selects account, key, operation, calls and millicredits of all usage from the day `$1` to the day
    /// before `$2`.
    pub(super) usage_by_key: &'static str,
}

pub(super) const SQLITE: Dialect = Dialect {
    in_list: "IN (SELECT value FROM json_each($1))",
    has_email: "email = $1",
    // A transaction that writes locks the whole file.
    key_share: "",
    secret_number: "rowid",
    last_used_ms: "last_used_ms",
    // Sums would need a sort of the whole month; CROSS JOIN keeps the order of the tables.
    usage_by_key: "SELECT keys.account, usage.key, usage.endpoint, usage.calls, usage.millicredits
         FROM usage CROSS JOIN keys ON keys.id = usage.key WHERE usage.day >= $1 AND usage.day < $2",
};

pub(super) const POSTGRES: Dialect = Dialect {
    in_list: "= ANY($1)",
    // The column has the collation "C", whose lower() changes A to Z alone.
    has_email: "lower(email) = lower($1 COLLATE \"C\")",
    key_share: "FOR KEY SHARE",
    secret_number: "number",
    // Servers write it with usage. `key_use` has that of earlier versions, of SQLite and of pruned usage.
    last_used_ms: "GREATEST(last_used_ms, (SELECT max(last_used_ms) FROM usage WHERE key = keys.id
         AND day = (SELECT max(day) FROM usage WHERE key = keys.id)))",
    // SUM of BIGINT is NUMERIC.
    usage_by_key: "SELECT account, key, endpoint, calls, millicredits
         FROM (SELECT key, endpoint, SUM(calls)::bigint AS calls, SUM(millicredits)::bigint AS millicredits
               FROM usage WHERE day >= $1 AND day < $2 GROUP BY key, endpoint) AS sums
         JOIN keys ON keys.id = key",
};
