//! The tables of both databases, and how one is copied.

use crate::trouble::Executed;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::pin::pin;
use tokio_postgres::Transaction;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::{ToSql, Type};

/// A table with the columns that both databases have.
pub(super) struct TransferTable {
    pub(super) name: &'static str,
    columns: &'static str,
    /// The order in which rows are copied; PostgreSQL numbers the rows of some tables itself.
    order: &'static str,
}

const fn table(name: &'static str, columns: &'static str) -> TransferTable {
    TransferTable { name, columns, order: "1" }
}

/// All tables, each after those that its rows name.
pub(super) const TABLES: [TransferTable; 9] = [
    table("plans", "name, allowance_millicredits"),
    table("accounts", "id, name, email, password_hash, plan, created_ms, suspended_ms"),
    table(
        "keys",
        "id, account, digest, nickname, description, enabled, origins, ips, created_ms, deleted_ms, \
         secret_ms, old_digest, old_secret_ms, old_until_ms",
    ),
    table("grants", "key, entitlement"),
    table("usage", "key, day, endpoint, calls, millicredits"),
    table("key_use", "key, last_used_ms"),
    TransferTable { order: "rowid", ..table("secrets", "id, purpose, bytes, created_ms") },
    table("audit", "id, at_ms, who, name, place, action, account, key, detail"),
    table(
        "notices",
        "id, account, month, level, plan, used_millicredits, allowance_millicredits, created_ms, \
         done_ms, done_by",
    ),
];

impl TransferTable {
    /// Copies all rows.
    pub(super) async fn copy(&self, file: &Connection, transaction: &Transaction<'_>) -> Executed<()> {
        let Self { name, columns, order } = self;
        let known = transaction.prepare(&format!("SELECT {columns} FROM {name}")).await?;
        let types: Vec<Type> = known.columns().iter().map(|column| column.type_().clone()).collect();
        let sink =
            transaction.copy_in(&format!("COPY {name} ({columns}) FROM STDIN (FORMAT binary)")).await?;
        let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
        let mut statement = file.prepare(&format!("SELECT {columns} FROM {name} ORDER BY {order}"))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let mut cells = Vec::with_capacity(types.len());
            for (column, of) in types.iter().enumerate() {
                cells.push(cell(row.get_ref(column)?, of)?);
            }
            writer.as_mut().write_raw(cells).await?;
        }
        writer.finish().await?;
        Ok(())
    }
}

/// A cell in the form that PostgreSQL accepts.
fn cell(value: ValueRef, of: &Type) -> Executed<Box<dyn ToSql + Sync>> {
    Ok(match *of {
        Type::TEXT => Box::new(read::<Option<String>>(value)?),
        Type::BYTEA => Box::new(read::<Option<Vec<u8>>>(value)?),
        Type::BOOL => Box::new(read::<bool>(value)?),
        _ => Box::new(read::<Option<i64>>(value)?),
    })
}

fn read<T: rusqlite::types::FromSql>(value: ValueRef) -> Executed<T> {
    Ok(T::column_result(value).map_err(rusqlite::Error::from)?)
}
