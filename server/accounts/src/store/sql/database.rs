//! A database that executes statements, with its values, parameters and rows.

use super::dialect::Dialect;
use crate::plan::Plan;
use crate::store::{StoreError, Stored};
use std::pin::Pin;

/// The database of a statement, or the transaction that is open on it.
pub type Database<'a> = &'a dyn SqlDatabase;

/// The result of a statement.
pub type SqlFuture<'a, T> = Pin<Box<dyn Future<Output = Stored<T>> + 'a>>;

/// A function that is called with each row of a result.
pub type RowRecipient<'a> = dyn FnMut(&dyn SqlRow) -> Stored<()> + 'a;

/// A database that executes statements with numbered placeholders, such as `$1`.
pub trait SqlDatabase {
    /// Expressions that differ between databases.
    fn dialect(&self) -> &'static Dialect;

    /// Executes a statement and returns the number of rows that it changed.
    fn execute<'a>(&'a self, sql: &'a str, parameters: &'a [&'a dyn SqlParameter]) -> SqlFuture<'a, u64>;

    /// Passes the rows of a query on as they arrive, until one is refused.
    fn for_each<'a>(
        &'a self,
        sql: &'a str,
        parameters: &'a [&'a dyn SqlParameter],
        recipient: &'a mut RowRecipient<'a>,
    ) -> SqlFuture<'a, ()>;

    /// Returns whether a statement failed because a row with the same unique value exists.
    fn is_duplicate(&self, error: &StoreError) -> bool;
}

/// A value in a statement or in a row.
#[derive(Debug, Clone, Copy)]
pub enum SqlValue<'a> {
    /// No value.
    Null,
    /// A truth value. SQLite returns 0 or 1 instead.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A text.
    Text(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A list of texts for [`Dialect::in_list`].
    Texts(&'a [String]),
}

/// A value that a statement accepts.
pub trait SqlParameter {
    /// The value.
    fn value(&self) -> SqlValue<'_>;
}

/// A value that a column can have.
pub trait SqlColumn: Sized {
    /// The value, or `None` if it has another type.
    fn read(value: SqlValue) -> Option<Self>;
}

/// A row of a result.
pub trait SqlRow {
    /// The value in a column, counted from 0.
    fn value(&self, column: usize) -> Stored<SqlValue<'_>>;
}

impl dyn SqlRow + '_ {
    /// The value in a column, counted from 0.
    pub fn get<T: SqlColumn>(&self, column: usize) -> Stored<T> {
        T::read(self.value(column)?).ok_or_else(|| wrong_type(column))
    }

    /// The text in a column, without a copy.
    pub fn text(&self, column: usize) -> Stored<&str> {
        match self.value(column)? {
            SqlValue::Text(text) => Ok(text),
            _ => Err(wrong_type(column)),
        }
    }

    /// The plan that a column names.
    pub fn plan(&self, column: usize) -> Stored<Plan> {
        self.text(column)?.parse().map_err(|e: String| StoreError::Database(e.into()))
    }
}

fn wrong_type(column: usize) -> StoreError {
    StoreError::Database(format!("column {column} of a result has another type").into())
}

impl dyn SqlDatabase + '_ {
    /// Executes a statement like [`SqlDatabase::execute`]; if a row with the same unique value exists, the
    /// error is `on_duplicate`.
    pub(super) async fn execute_unless_duplicate(
        &self,
        sql: &str,
        parameters: &[&dyn SqlParameter],
        on_duplicate: impl FnOnce() -> StoreError,
    ) -> Stored<u64> {
        let changed = self.execute(sql, parameters).await;
        changed.map_err(|error| if self.is_duplicate(&error) { on_duplicate() } else { error })
    }

    /// All rows of a query.
    pub async fn rows<T>(
        &self,
        sql: &str,
        parameters: &[&dyn SqlParameter],
        mapping: impl Fn(&dyn SqlRow) -> Stored<T>,
    ) -> Stored<Vec<T>> {
        let mut rows = Vec::new();
        let mut push = |row: &dyn SqlRow| {
            rows.push(mapping(row)?);
            Ok(())
        };
        self.for_each(sql, parameters, &mut push).await?;
        Ok(rows)
    }

    /// The value of a query that returns one row of one column.
    pub async fn value<T: SqlColumn>(&self, sql: &str, parameters: &[&dyn SqlParameter]) -> Stored<T> {
        let values = self.rows(sql, parameters, |row| row.get(0)).await?;
        values.into_iter().next().ok_or_else(|| StoreError::Database(format!("no row from {sql}").into()))
    }
}

impl SqlParameter for bool {
    fn value(&self) -> SqlValue<'_> {
        SqlValue::Bool(*self)
    }
}

impl SqlParameter for i64 {
    fn value(&self) -> SqlValue<'_> {
        SqlValue::Integer(*self)
    }
}

impl SqlParameter for str {
    fn value(&self) -> SqlValue<'_> {
        SqlValue::Text(self)
    }
}

impl SqlParameter for String {
    fn value(&self) -> SqlValue<'_> {
        SqlValue::Text(self)
    }
}

impl SqlParameter for [u8] {
    fn value(&self) -> SqlValue<'_> {
        SqlValue::Bytes(self)
    }
}

impl SqlParameter for [String] {
    fn value(&self) -> SqlValue<'_> {
        SqlValue::Texts(self)
    }
}

impl<T: SqlParameter + ?Sized> SqlParameter for &T {
    fn value(&self) -> SqlValue<'_> {
        T::value(self)
    }
}

impl<T: SqlParameter> SqlParameter for Option<T> {
    fn value(&self) -> SqlValue<'_> {
        self.as_ref().map_or(SqlValue::Null, T::value)
    }
}

impl SqlColumn for bool {
    fn read(value: SqlValue) -> Option<Self> {
        match value {
            SqlValue::Bool(is) => Some(is),
            SqlValue::Integer(number) => Some(number != 0),
            _ => None,
        }
    }
}

impl SqlColumn for i64 {
    fn read(value: SqlValue) -> Option<Self> {
        if let SqlValue::Integer(number) = value { Some(number) } else { None }
    }
}

impl SqlColumn for String {
    fn read(value: SqlValue) -> Option<Self> {
        if let SqlValue::Text(text) = value { Some(text.into()) } else { None }
    }
}

impl SqlColumn for Vec<u8> {
    fn read(value: SqlValue) -> Option<Self> {
        if let SqlValue::Bytes(bytes) = value { Some(bytes.into()) } else { None }
    }
}

impl<T: SqlColumn> SqlColumn for Option<T> {
    fn read(value: SqlValue) -> Option<Self> {
        if let SqlValue::Null = value { Some(None) } else { T::read(value).map(Some) }
    }
}
