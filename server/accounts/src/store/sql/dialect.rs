//! Expressions that databases spell differently.

/// The spelling of one database.
pub struct Dialect {
    /// Condition after a column: it equals one of the texts in the list `$1`.
    pub in_list: &'static str,
    /// Condition: the email address of an account is `$1`, whatever the case of the letters A to Z.
    pub has_email: &'static str,
    /// Ends a `SELECT` whose rows must not be deleted before the transaction ends.
    pub key_share: &'static str,
    /// Column of `secrets` that rises with each new row.
    pub secret_number: &'static str,
    /// Last use of a row of `keys`, joined with `key_use`, milliseconds since 1970.
    pub last_used_ms: &'static str,
    /// Selects account, key, operation, calls and millicredits of all usage from the day `$1` to the day
    /// before `$2`.
    pub usage_by_key: &'static str,
}
