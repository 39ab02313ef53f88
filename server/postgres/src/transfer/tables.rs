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
    columns: &'static [(&'static str, Type)],
    /// The order in which rows are copied; PostgreSQL numbers the rows of some tables itself.
    order: &'static str,
}

const fn table(name: &'static str, columns: &'static [(&'static str, Type)]) -> TransferTable {
    TransferTable { name, columns, order: "1" }
}

/// All tables, each after those that its rows name.
pub(super) const TABLES: [TransferTable; 9] = [
    table("plans", &[("name", Type::TEXT), ("allowance_millicredits", Type::INT8)]),
    table(
        "accounts",
        &[
            ("id", Type::TEXT),
            ("name", Type::TEXT),
            ("email", Type::TEXT),
            ("password_hash", Type::TEXT),
            ("plan", Type::TEXT),
            ("created_ms", Type::INT8),
            ("suspended_ms", Type::INT8),
        ],
    ),
    table(
        "keys",
        &[
            ("id", Type::TEXT),
            ("account", Type::TEXT),
            ("digest", Type::BYTEA),
            ("nickname", Type::TEXT),
            ("description", Type::TEXT),
            ("enabled", Type::BOOL),
            ("origins", Type::TEXT),
            ("ips", Type::TEXT),
            ("created_ms", Type::INT8),
            ("deleted_ms", Type::INT8),
            ("secret_ms", Type::INT8),
            ("old_digest", Type::BYTEA),
            ("old_secret_ms", Type::INT8),
            ("old_until_ms", Type::INT8),
        ],
    ),
    table("grants", &[("key", Type::TEXT), ("entitlement", Type::TEXT)]),
    table(
        "usage",
        &[
            ("key", Type::TEXT),
            ("day", Type::INT8),
            ("endpoint", Type::TEXT),
            ("calls", Type::INT8),
            ("millicredits", Type::INT8),
        ],
    ),
    table("key_use", &[("key", Type::TEXT), ("last_used_ms", Type::INT8)]),
    TransferTable {
        order: "rowid",
        ..table(
            "secrets",
            &[
                ("id", Type::TEXT),
                ("purpose", Type::TEXT),
                ("bytes", Type::BYTEA),
                ("created_ms", Type::INT8),
            ],
        )
    },
    table(
        "audit",
        &[
            ("id", Type::INT8),
            ("at_ms", Type::INT8),
            ("who", Type::TEXT),
            ("name", Type::TEXT),
            ("place", Type::TEXT),
            ("action", Type::TEXT),
            ("account", Type::TEXT),
            ("key", Type::TEXT),
            ("detail", Type::TEXT),
        ],
    ),
    table(
        "notices",
        &[
            ("id", Type::INT8),
            ("account", Type::TEXT),
            ("month", Type::INT8),
            ("level", Type::INT8),
            ("plan", Type::TEXT),
            ("used_millicredits", Type::INT8),
            ("allowance_millicredits", Type::INT8),
            ("created_ms", Type::INT8),
            ("done_ms", Type::INT8),
            ("done_by", Type::TEXT),
        ],
    ),
];

impl TransferTable {
    /// Copies all rows.
    pub(super) async fn copy(&self, file: &Connection, transaction: &Transaction<'_>) -> Executed<()> {
        let Self { name, columns, order } = self;
        let names = columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let types: Vec<Type> = columns.iter().map(|(_, of)| of.clone()).collect();
        let sink = transaction.copy_in(&format!("COPY {name} ({names}) FROM STDIN (FORMAT binary)")).await?;
        let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
        let mut statement = file.prepare(&format!("SELECT {names} FROM {name} ORDER BY {order}"))?;
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
