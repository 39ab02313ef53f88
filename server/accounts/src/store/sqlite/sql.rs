//! Statements on SQLite.

use crate::store::sql::{Dialect, RowRecipient, SqlDatabase, SqlFuture, SqlParameter, SqlRow, SqlValue};
use crate::store::{StoreError, Stored};
use futures_util::FutureExt;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, Row, params_from_iter};
use std::future::ready;

const DIALECT: Dialect = Dialect {
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

/// The result of statements on SQLite, which never wait.
pub(super) fn at_once<T>(statements: impl Future<Output = T>) -> T {
    statements.now_or_never().expect("SQLite returns within the call")
}

impl SqlDatabase for Connection {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn execute<'a>(&'a self, sql: &'a str, parameters: &'a [&'a dyn SqlParameter]) -> SqlFuture<'a, u64> {
        Box::pin(ready(execute(self, sql, parameters)))
    }

    fn for_each<'a>(
        &'a self,
        sql: &'a str,
        parameters: &'a [&'a dyn SqlParameter],
        recipient: &'a mut RowRecipient<'a>,
    ) -> SqlFuture<'a, ()> {
        Box::pin(ready(for_each(self, sql, parameters, recipient)))
    }

    fn is_duplicate(&self, error: &StoreError) -> bool {
        let StoreError::Database(error) = error else { return false };
        let code = error.downcast_ref().and_then(rusqlite::Error::sqlite_error_code);
        code == Some(ErrorCode::ConstraintViolation)
    }
}

fn execute(connection: &Connection, sql: &str, parameters: &[&dyn SqlParameter]) -> Stored<u64> {
    let mut statement = connection.prepare_cached(&with_numbers(sql))?;
    Ok(statement.execute(params_from_iter(parameters.iter().map(|value| value.value())))? as u64)
}

fn for_each(
    connection: &Connection,
    sql: &str,
    parameters: &[&dyn SqlParameter],
    recipient: &mut RowRecipient,
) -> Stored<()> {
    let mut statement = connection.prepare_cached(&with_numbers(sql))?;
    let mut rows = statement.query(params_from_iter(parameters.iter().map(|value| value.value())))?;
    while let Some(row) = rows.next()? {
        recipient(row)?;
    }
    Ok(())
}

/// A statement with the numbered placeholders of SQLite: there `$1` is a name, and names are numbered in the
/// order in which they first occur.
fn with_numbers(sql: &str) -> String {
    // No statement contains a literal dollar sign.
    sql.replace('$', "?")
}

impl rusqlite::ToSql for SqlValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match *self {
            Self::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Self::Bool(is) => is.into(),
            Self::Integer(number) => number.into(),
            Self::Text(text) => text.into(),
            Self::Bytes(bytes) => bytes.into(),
            Self::Texts(texts) => serde_json::json!(texts).to_string().into(),
        })
    }
}

impl SqlRow for Row<'_> {
    fn value(&self, column: usize) -> Stored<SqlValue<'_>> {
        Ok(match self.get_ref(column)? {
            ValueRef::Null => SqlValue::Null,
            ValueRef::Integer(number) => SqlValue::Integer(number),
            ValueRef::Blob(bytes) => SqlValue::Bytes(bytes),
            text => SqlValue::Text(text.as_str().map_err(rusqlite::Error::from)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sql::Database;

    #[test]
    fn a_column_of_another_type_is_an_error() {
        let connection = Connection::open_in_memory().expect("a database");
        let db: Database = &connection;
        let truth = at_once(db.value::<bool>("SELECT 'x'", &[])).map(drop);
        let text = at_once(db.rows("SELECT 1", &[], |row| row.text(0).map(drop))).map(drop);
        for wrong in [truth, text] {
            let said = wrong.expect_err("another type").to_string();
            assert!(said.contains("column 0 of a result has another type"), "{said}");
        }
    }
}
