//! What servers spend, exchanged in PostgreSQL while Valkey does not answer, and read to rebuild its table.

use super::connection::PostgresConnection;
use crate::clock::Month;
use crate::instance::Instance;
use crate::place::PostgresAddress;
use crate::plan::Credits;
use crate::store::{Spent, Stored};
use std::sync::Arc;
use tokio_postgres::Row;
use tokio_postgres::types::{ToSql, Type};

/// Reports of a server, on a connection that serves nothing else: writing usage does not delay them.
pub(crate) struct PostgresReports {
    connection: PostgresConnection,
    instance: Instance,
}

impl PostgresReports {
    /// Makes the reports of a server. It connects with the first one.
    pub(crate) fn new(address: &PostgresAddress, instance: Instance) -> Stored<Self> {
        Ok(Self { connection: PostgresConnection::new(address)?, instance })
    }

    /// Reports what this server has spent on accounts in a month, and returns what each other server has
    /// reported or written. It takes one round trip.
    pub(crate) fn exchange(&self, month: Month, own: &[(Arc<str>, Credits)]) -> Stored<Vec<Spent>> {
        let sql = "WITH own AS (
                       INSERT INTO reports
                       SELECT account, $3, $4, millicredits
                       FROM unnest($1::text[], $2::bigint[]) AS own (account, millicredits) ORDER BY account
                       ON CONFLICT (account, month, instance)
                           DO UPDATE SET millicredits = excluded.millicredits
                   )
                   SELECT account, instance, max(millicredits)
                   FROM (SELECT account, month, instance, millicredits FROM reports UNION ALL
                         SELECT account, month, instance, millicredits FROM spent) AS known
                   WHERE account = ANY($1) AND month = $3 AND instance <> $4
                   GROUP BY account, instance";
        let accounts: Vec<&str> = own.iter().map(|(account, _)| &**account).collect();
        let millicredits: Vec<i64> = own.iter().map(|(_, spent)| spent.0).collect();
        self.connection.ask(async |client| {
            let instance = self.instance.as_str();
            let parameters: [(&(dyn ToSql + Sync), Type); 4] = [
                (&accounts, Type::TEXT_ARRAY),
                (&millicredits, Type::INT8_ARRAY),
                (&month.first_day, Type::INT8),
                (&instance, Type::TEXT),
            ];
            let rows = client.query_typed(sql, &parameters).await?;
            let spent = |row: &Row| -> Stored<Spent> {
                let credits = Credits(row.try_get(2)?);
                Ok(Spent { account: row.try_get(0)?, instance: row.try_get(1)?, credits })
            };
            rows.iter().map(spent).collect()
        })
    }
}
