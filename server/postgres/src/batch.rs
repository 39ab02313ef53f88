//! Adds each batch of usage completely and exactly once, even if the response to its commit is lost.

use super::trouble::Executed;
use accounts::clock::{DAY_MS, Month};
use accounts::credits::Tally;
use accounts::instance::Instance;
use accounts::plan::Credits;
use accounts::store::UsageToAdd;
use tokio_postgres::{Client, Transaction};

/// Rows of usage as columns, so that few statements suffice.
#[derive(Default)]
struct UsageColumns<'a> {
    keys: Vec<&'a str>,
    days: Vec<i64>,
    months: Vec<i64>,
    endpoints: Vec<&'a str>,
    calls: Vec<i64>,
    millicredits: Vec<i64>,
    last_used_ms: Vec<i64>,
}

impl<'a> UsageColumns<'a> {
    fn new(usage: &'a [UsageToAdd]) -> Self {
        let mut columns = Self::default();
        for row in usage {
            columns.keys.push(row.key.as_str());
            columns.days.push(row.day);
            columns.months.push(Month::of(row.day * DAY_MS).first_day);
            columns.endpoints.push(row.endpoint);
            columns.calls.push(row.tally.calls);
            columns.millicredits.push(row.tally.credits.0);
            columns.last_used_ms.push(row.last_used_ms);
        }
        columns
    }
}

/// Adds batches of usage for one server.
pub(crate) struct Batches {
    instance: Instance,
    /// Number of the last batch.
    number: i64,
    /// A batch with its number whose outcome is unknown, because the response to its commit was lost.
    doubtful: Option<(i64, Vec<UsageToAdd>)>,
    /// Rows that such batches did add. The ledger got an error for them and writes the same rows again.
    already_added: Vec<UsageToAdd>,
}

impl Batches {
    /// Begins to count the batches of a server.
    pub(crate) fn new(instance: Instance) -> Self {
        Self { instance, number: 0, doubtful: None, already_added: Vec::new() }
    }

    /// Adds a batch, minus the rows that a batch with a lost response has added before.
    pub(crate) async fn add(&mut self, client: &mut Client, usage: &[UsageToAdd]) -> Executed<()> {
        let transaction = client.transaction().await?;
        self.settle(&transaction).await?;
        let mut rows = usage.to_vec();
        // Negative rows cancel the usage that the ledger writes for a second time.
        rows.extend(self.already_added.iter().map(opposite));
        self.number += 1;
        let columns = UsageColumns::new(&rows);
        // All servers lock keys in this order, and rows in the order of their keys, so they cannot deadlock.
        // Keys that were deleted with their account are left out.
        let sql = "SELECT 1 FROM keys WHERE id = ANY($1) ORDER BY id FOR KEY SHARE";
        transaction.execute(sql, &[&columns.keys]).await?;
        add_usage(&transaction, &columns).await?;
        add_spent(&transaction, &columns, &self.instance).await?;
        let sql = "INSERT INTO batches VALUES ($1, $2)
                   ON CONFLICT (instance) DO UPDATE SET number = excluded.number, written = now()";
        transaction.execute(sql, &[&self.instance.as_str(), &self.number]).await?;
        // Set before the commit, whose response may be lost.
        self.doubtful = Some((self.number, rows));
        transaction.commit().await?;
        self.doubtful = None;
        self.already_added.clear();
        Ok(())
    }

    /// Finds out whether the doubtful batch was added. Its transaction has ended: it held the same lock.
    async fn settle(&mut self, transaction: &Transaction<'_>) -> Executed<()> {
        let instance = self.instance.as_str();
        transaction.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", &[&instance]).await?;
        if let Some((number, rows)) = &self.doubtful {
            let sql = "SELECT 1 FROM batches WHERE instance = $1 AND number >= $2";
            if transaction.query_opt(sql, &[&instance, number]).await?.is_some() {
                self.already_added.extend(rows);
            }
            self.doubtful = None;
        }
        Ok(())
    }
}

/// The row that cancels another.
fn opposite(row: &UsageToAdd) -> UsageToAdd {
    let Tally { calls, credits: Credits(millicredits) } = row.tally;
    UsageToAdd { tally: Tally { calls: -calls, credits: Credits(-millicredits) }, ..*row }
}

async fn add_usage(transaction: &Transaction<'_>, columns: &UsageColumns<'_>) -> Executed<()> {
    let sql = "INSERT INTO usage (key, day, endpoint, calls, millicredits, last_used_ms)
               SELECT key, day, endpoint, sum(calls)::bigint, sum(millicredits)::bigint, max(last_used_ms)
               FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
                   AS batch (key, day, endpoint, calls, millicredits, last_used_ms)
               WHERE EXISTS (SELECT 1 FROM keys WHERE id = key)
               GROUP BY key, day, endpoint HAVING sum(calls) <> 0 OR sum(millicredits) <> 0
               ORDER BY key COLLATE \"C\", day, endpoint COLLATE \"C\"
               ON CONFLICT (key, day, endpoint) DO UPDATE SET calls = usage.calls + excluded.calls,
                   millicredits = usage.millicredits + excluded.millicredits,
                   last_used_ms = GREATEST(usage.last_used_ms, excluded.last_used_ms)";
    let UsageColumns { keys, days, endpoints, calls, millicredits, last_used_ms, .. } = columns;
    transaction.execute(sql, &[keys, days, endpoints, calls, millicredits, last_used_ms]).await?;
    Ok(())
}

async fn add_spent(
    transaction: &Transaction<'_>,
    columns: &UsageColumns<'_>,
    instance: &Instance,
) -> Executed<()> {
    let sql = "INSERT INTO spent
               SELECT account, month, $4, sum(millicredits)::bigint
               FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS batch (key, month, millicredits)
                   JOIN keys ON keys.id = key
               GROUP BY account, month HAVING sum(millicredits) <> 0
               ORDER BY account, month
               ON CONFLICT (account, month, instance)
                   DO UPDATE SET millicredits = spent.millicredits + excluded.millicredits";
    let UsageColumns { keys, months, millicredits, .. } = columns;
    transaction.execute(sql, &[keys, months, millicredits, &instance.as_str()]).await?;
    Ok(())
}
