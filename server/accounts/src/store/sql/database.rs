//! A connection to either database, with the same parameters and rows.

use super::dialect::{Dialect, POSTGRES, SQLITE};
use crate::plan::Plan;
use crate::store::{StoreError, Stored};
use bytes::BytesMut;
use futures_util::{FutureExt, TryStreamExt};
use rusqlite::types::ToSqlOutput;
use std::error::Error;
use std::pin::pin;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{IsNull, Type, to_sql_checked};

/// A connection, or the transaction that is open on it.
#[derive(Clone, Copy)]
pub(crate) enum Database<'a> {
    Sqlite(&'a rusqlite::Connection),
    Postgres(&'a Client),
}

/// A row of a result.
pub(crate) enum SqlRow<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

/// A value that both databases accept in a statement.
pub(crate) trait SqlParameter: rusqlite::ToSql + tokio_postgres::types::ToSql {}
impl<T: rusqlite::ToSql + tokio_postgres::types::ToSql> SqlParameter for T {}

/// A value that a column of both databases can have.
pub(crate) trait SqlColumn:
    rusqlite::types::FromSql + for<'a> tokio_postgres::types::FromSql<'a>
{
}
impl<T: rusqlite::types::FromSql + for<'a> tokio_postgres::types::FromSql<'a>> SqlColumn for T {}

impl SqlRow<'_> {
    /// The value in a column, counted from 0.
    pub(crate) fn get<T: SqlColumn>(&self, column: usize) -> Stored<T> {
        match self {
            Self::Sqlite(row) => Ok(row.get(column)?),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    /// The text in a column, without a copy.
    pub(crate) fn text(&self, column: usize) -> Stored<&str> {
        match self {
            Self::Sqlite(row) => Ok(row.get_ref(column)?.as_str().map_err(rusqlite::Error::from)?),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    /// The plan that a column names.
    pub(crate) fn plan(&self, column: usize) -> Stored<Plan> {
        self.text(column)?.parse().map_err(|e: String| StoreError::Database(e.into()))
    }
}

impl Database<'_> {
    /// Expressions that differ between the databases.
    pub(super) fn dialect(self) -> &'static Dialect {
        match self {
            Self::Sqlite(_) => &SQLITE,
            Self::Postgres(_) => &POSTGRES,
        }
    }

    /// Executes a statement and returns the number of rows that it changed.
    pub(crate) async fn execute(self, sql: &str, parameters: &[&dyn SqlParameter]) -> Stored<u64> {
        match self {
            Self::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(&of_sqlite(sql))?;
                Ok(statement.execute(rusqlite::params_from_iter(parameters.iter().map(sqlite_value)))? as u64)
            }
            Self::Postgres(client) => {
                Ok(client.execute_raw(sql, parameters.iter().map(postgres_value)).await?)
            }
        }
    }

    /// Executes a statement like [`Self::execute`]; if it violates a unique constraint, the error is
    /// `on_duplicate`.
    pub(crate) async fn execute_unless_taken(
        self,
        sql: &str,
        parameters: &[&dyn SqlParameter],
        on_duplicate: impl FnOnce() -> StoreError,
    ) -> Stored<u64> {
        let changed = self.execute(sql, parameters).await;
        changed.map_err(|error| if is_violation(&error) { on_duplicate() } else { error })
    }

    /// Passes the rows of a query on as they arrive, until one is refused.
    pub(crate) async fn for_each(
        self,
        sql: &str,
        parameters: &[&dyn SqlParameter],
        recipient: &mut dyn FnMut(&SqlRow) -> Stored<()>,
    ) -> Stored<()> {
        match self {
            Self::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(&of_sqlite(sql))?;
                let values = rusqlite::params_from_iter(parameters.iter().map(sqlite_value));
                let mut rows = statement.query(values)?;
                while let Some(row) = rows.next()? {
                    recipient(&SqlRow::Sqlite(row))?;
                }
            }
            Self::Postgres(client) => {
                // A stream, so that a large result is never in memory as a whole.
                let rows = client.query_raw(sql, parameters.iter().map(postgres_value)).await?;
                let mut rows = pin!(rows);
                while let Some(row) = rows.try_next().await? {
                    recipient(&SqlRow::Postgres(&row))?;
                }
            }
        }
        Ok(())
    }

    /// All rows of a query.
    pub(crate) async fn rows<T>(
        self,
        sql: &str,
        parameters: &[&dyn SqlParameter],
        mapping: impl Fn(&SqlRow) -> Stored<T>,
    ) -> Stored<Vec<T>> {
        let mut rows = Vec::new();
        let mut push = |row: &SqlRow| {
            rows.push(mapping(row)?);
            Ok(())
        };
        self.for_each(sql, parameters, &mut push).await?;
        Ok(rows)
    }

    /// The value of a query that returns one row of one column.
    pub(crate) async fn value<T: SqlColumn>(self, sql: &str, parameters: &[&dyn SqlParameter]) -> Stored<T> {
        let values = self.rows(sql, parameters, |row| row.get(0)).await?;
        values.into_iter().next().ok_or_else(|| StoreError::Database(format!("no row from {sql}").into()))
    }
}

/// The result of statements on SQLite, which never wait.
pub(crate) fn ready<T>(statements: impl Future<Output = T>) -> T {
    statements.now_or_never().expect("SQLite returns within the call")
}

/// A statement with the numbered placeholders of SQLite: there `$1` is a name, and names are numbered in the
/// order in which they first occur.
fn of_sqlite(sql: &str) -> String {
    // No statement contains a literal dollar sign.
    sql.replace('$', "?")
}

fn sqlite_value<'a>(parameter: &&'a dyn SqlParameter) -> &'a dyn rusqlite::ToSql {
    *parameter
}

fn postgres_value<'a>(parameter: &&'a dyn SqlParameter) -> &'a dyn tokio_postgres::types::ToSql {
    *parameter
}

/// Whether a statement failed because of a constraint; of PostgreSQL, because of a unique one.
fn is_violation(error: &StoreError) -> bool {
    let StoreError::Database(error) = error else { return false };
    let of_sqlite = error.downcast_ref().and_then(rusqlite::Error::sqlite_error_code);
    let of_postgres = error.source().and_then(|e| e.downcast_ref()).and_then(tokio_postgres::Error::code);
    of_sqlite == Some(rusqlite::ErrorCode::ConstraintViolation)
        || of_postgres == Some(&SqlState::UNIQUE_VIOLATION)
}

/// A list of texts for [`Dialect::in_list`].
#[derive(Debug)]
pub(super) struct TextList<'a>(pub(super) &'a [String]);

impl rusqlite::ToSql for TextList<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(serde_json::json!(self.0).to_string().into())
    }
}

impl tokio_postgres::types::ToSql for TextList<'_> {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        self.0.to_sql(of, out)
    }

    fn accepts(of: &Type) -> bool {
        <&[String]>::accepts(of)
    }

    to_sql_checked!();
}
