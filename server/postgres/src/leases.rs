//! Leases of credits: the rows of all servers in PostgreSQL.

use super::connection::PostgresConnection;
use super::trouble::Executed;
use accounts::grant::{LeaseRequest, LeaseResponse, LeaseRow, grant};
use accounts::instance::Instance;
use accounts::place::PostgresAddress;
use accounts::plan::Credits;
use accounts::store::{LeaseStore, Stored};
use futures_util::future::{try_join, try_join4};
use std::collections::HashMap;
use std::time::Duration;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row};

/// Makes the rows to lock, in the order in which all servers lock them.
const MAKE_LOCKS: &str = r#"
    INSERT INTO reports (account, month, instance, millicredits)
    SELECT DISTINCT account COLLATE "C", month, '', 0
    FROM unnest($1::text[], $2::bigint[]) AS requested (account, month) ORDER BY 1, 2
    ON CONFLICT DO NOTHING"#;

/// Locks them, so that no other server reads or writes rows of these accounts before the commit.
const LOCK: &str = "
    SELECT 1 FROM reports
    WHERE (account, month) IN (SELECT * FROM unnest($1::text[], $2::bigint[])) AND instance = ''
    ORDER BY account, month FOR UPDATE";

/// Reads the rows of all servers. Of reported and written spending the greater figure counts.
const READ: &str = "
    SELECT requested.account, requested.month, instance, max(spent), max(granted), max(waiting), max(beat),
        max(until_next_ms)
    FROM unnest($1::text[], $2::bigint[]) AS requested (account, month) CROSS JOIN LATERAL (
        SELECT instance, millicredits AS spent, granted, waiting, beat, until_next_ms FROM reports
        WHERE reports.account = requested.account AND reports.month = requested.month AND instance <> ''
        UNION ALL
        SELECT instance, millicredits, 0, 0, 0, 0 FROM spent
        WHERE spent.account = requested.account AND spent.month = requested.month
    ) AS known
    GROUP BY 1, 2, 3";

/// Writes changed rows.
const WRITE: &str = "
    INSERT INTO reports (account, month, instance, millicredits, granted, waiting, beat, until_next_ms)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[],
        $7::bigint[], $8::bigint[])
    ON CONFLICT (account, month, instance) DO UPDATE SET millicredits = excluded.millicredits,
        granted = excluded.granted, waiting = excluded.waiting, beat = excluded.beat,
        until_next_ms = excluded.until_next_ms";

/// The leases of a server, on a connection that serves nothing else: writing usage does not delay them.
pub(crate) struct PostgresLeases {
    connection: PostgresConnection,
    instance: Instance,
}

impl PostgresLeases {
    /// Makes the leases of a server. It connects with the first exchange.
    pub(crate) fn new(address: &PostgresAddress, instance: Instance) -> Stored<Self> {
        Ok(Self { connection: PostgresConnection::new(address)?, instance })
    }
}

impl LeaseStore for PostgresLeases {
    fn exchange(&mut self, requests: &[LeaseRequest]) -> Stored<Vec<LeaseResponse>> {
        self.connection.ask(async |client| {
            if requests.is_empty() {
                client.batch_execute("").await?;
                return Ok(Vec::new());
            }
            let done = exchange(client, &self.instance, requests).await;
            if done.is_err() {
                // The connection may be used again. The first error is the one to report.
                let _ = client.batch_execute("ROLLBACK").await;
            }
            done
        })
    }
}

/// Rows by account and month.
type Rows = HashMap<(String, i64), Vec<LeaseRow>>;

/// Applies the rule in one transaction, which takes two round trips.
async fn exchange(
    client: &Client,
    instance: &Instance,
    requests: &[LeaseRequest],
) -> Executed<Vec<LeaseResponse>> {
    let accounts: Vec<&str> = requests.iter().map(|request| &*request.account).collect();
    let months: Vec<i64> = requests.iter().map(|request| request.month.first_day).collect();
    let requested: [(&(dyn ToSql + Sync), Type); 2] =
        [(&accounts, Type::TEXT_ARRAY), (&months, Type::INT8_ARRAY)];
    // Sent at once, and executed in this order.
    let (_, _, _, rows) = try_join4(
        client.batch_execute("BEGIN ISOLATION LEVEL READ COMMITTED"),
        client.query_typed(MAKE_LOCKS, &requested),
        client.query_typed(LOCK, &requested),
        client.query_typed(READ, &requested),
    )
    .await?;
    let mut known = Rows::new();
    for row in &rows {
        known.entry((row.try_get(0)?, row.try_get(1)?)).or_default().push(lease_row(row)?);
    }
    let mut changed = ChangedRows::default();
    let mut responses = Vec::with_capacity(requests.len());
    for request in requests {
        let rows = known.remove(&(request.account.to_string(), request.month.first_day));
        let granted = grant(instance, &rows.unwrap_or_default(), request);
        granted.rows.into_iter().for_each(|row| changed.add(request, row));
        responses.push(granted.response);
    }
    let columns = changed.columns();
    try_join(client.query_typed(WRITE, &columns), client.batch_execute("COMMIT")).await?;
    Ok(responses)
}

fn lease_row(row: &Row) -> Executed<LeaseRow> {
    let until_next_ms: i64 = row.try_get(7)?;
    Ok(LeaseRow {
        instance: row.try_get(2)?,
        spent: Credits(row.try_get(3)?),
        granted: Credits(row.try_get(4)?),
        waiting: Credits(row.try_get(5)?),
        beat: row.try_get(6)?,
        until_next: Duration::from_millis(until_next_ms.max(0).unsigned_abs()),
    })
}

/// Changed rows as columns, so that one statement suffices.
#[derive(Default)]
struct ChangedRows {
    accounts: Vec<String>,
    months: Vec<i64>,
    instances: Vec<String>,
    spent: Vec<i64>,
    granted: Vec<i64>,
    waiting: Vec<i64>,
    beats: Vec<i64>,
    until_next_ms: Vec<i64>,
}

impl ChangedRows {
    fn add(&mut self, request: &LeaseRequest, row: LeaseRow) {
        self.accounts.push(request.account.to_string());
        self.months.push(request.month.first_day);
        self.instances.push(row.instance);
        self.spent.push(row.spent.0);
        self.granted.push(row.granted.0);
        self.waiting.push(row.waiting.0);
        self.beats.push(row.beat);
        self.until_next_ms.push(row.until_next.as_millis() as i64);
    }

    fn columns(&self) -> [(&(dyn ToSql + Sync), Type); 8] {
        [
            (&self.accounts, Type::TEXT_ARRAY),
            (&self.months, Type::INT8_ARRAY),
            (&self.instances, Type::TEXT_ARRAY),
            (&self.spent, Type::INT8_ARRAY),
            (&self.granted, Type::INT8_ARRAY),
            (&self.waiting, Type::INT8_ARRAY),
            (&self.beats, Type::INT8_ARRAY),
            (&self.until_next_ms, Type::INT8_ARRAY),
        ]
    }
}
