//! Statements on PostgreSQL.

use super::trouble::{Executed, Failure, code};
use accounts::store::sql::{Dialect, RowRecipient, SqlDatabase, SqlFuture, SqlParameter, SqlRow, SqlValue};
use accounts::store::{StoreError, Stored};
use bytes::BytesMut;
use futures_util::TryStreamExt;
use std::error::Error;
use std::pin::pin;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, Row};

const DIALECT: Dialect = Dialect {
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

/// A connection, or the transaction that is open on it.
pub(crate) struct Sql<'a>(pub(crate) &'a Client);

impl SqlDatabase for Sql<'_> {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn execute<'a>(&'a self, sql: &'a str, parameters: &'a [&'a dyn SqlParameter]) -> SqlFuture<'a, u64> {
        Box::pin(async move {
            let executed = self.0.execute_raw(sql, parameters.iter().map(|value| Value(value.value())));
            Ok(executed.await.map_err(Failure::from)?)
        })
    }

    fn for_each<'a>(
        &'a self,
        sql: &'a str,
        parameters: &'a [&'a dyn SqlParameter],
        recipient: &'a mut RowRecipient<'a>,
    ) -> SqlFuture<'a, ()> {
        Box::pin(async move { Ok(for_each(self.0, sql, parameters, recipient).await?) })
    }

    fn is_duplicate(&self, error: &StoreError) -> bool {
        code(error) == Some(&SqlState::UNIQUE_VIOLATION)
    }
}

async fn for_each(
    client: &Client,
    sql: &str,
    parameters: &[&dyn SqlParameter],
    recipient: &mut RowRecipient<'_>,
) -> Executed<()> {
    // A stream, so that a large result is never in memory as a whole.
    let rows = client.query_raw(sql, parameters.iter().map(|value| Value(value.value()))).await?;
    let mut rows = pin!(rows);
    while let Some(row) = rows.try_next().await? {
        recipient(&SharedRow(row))?;
    }
    Ok(())
}

/// A parameter of a statement.
#[derive(Debug)]
struct Value<'a>(SqlValue<'a>);

impl ToSql for Value<'_> {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self.0 {
            SqlValue::Null => Ok(IsNull::Yes),
            SqlValue::Bool(is) => is.to_sql_checked(of, out),
            SqlValue::Integer(number) => number.to_sql_checked(of, out),
            SqlValue::Text(text) => text.to_sql_checked(of, out),
            SqlValue::Bytes(bytes) => bytes.to_sql_checked(of, out),
            SqlValue::Texts(texts) => texts.to_sql_checked(of, out),
        }
    }

    fn accepts(_of: &Type) -> bool {
        // The value checks the type.
        true
    }

    to_sql_checked!();
}

struct SharedRow(Row);

impl SqlRow for SharedRow {
    fn value(&self, column: usize) -> Stored<SqlValue<'_>> {
        Ok(value(&self.0, column)?)
    }
}

fn value(row: &Row, column: usize) -> Executed<SqlValue<'_>> {
    let value = match *row.columns()[column].type_() {
        Type::BOOL => row.try_get::<_, Option<bool>>(column)?.map(SqlValue::Bool),
        Type::INT8 => row.try_get::<_, Option<i64>>(column)?.map(SqlValue::Integer),
        Type::BYTEA => row.try_get::<_, Option<&[u8]>>(column)?.map(SqlValue::Bytes),
        _ => row.try_get::<_, Option<&str>>(column)?.map(SqlValue::Text),
    };
    Ok(value.unwrap_or(SqlValue::Null))
}
