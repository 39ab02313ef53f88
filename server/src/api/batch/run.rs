//! Reads rows, computes their results and sends them, each a little at a time and in order.

use super::out::{NotRead, Out};
use super::payer::{Paid, Payer};
use super::source::{Source, problem};
use super::table::{Table, pieces};
use super::work::RowWork;
use crate::api::long_responses::failed;
use crate::api::prelude::*;
use accounts::plan::Credits;
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use rows::{Format, Rows, Writer};
use std::collections::VecDeque;
use std::future::pending;
use tokio::sync::oneshot;
use tokio::task::{JoinError, JoinHandle, yield_now};

/// Units of work in progress, so that one call uses two cores.
const UNITS_AHEAD: usize = 2;
/// Number of rows of a call.
const MAX_ROWS: u64 = 10_000_000;
/// Number of bad rows in succession after which a call ends.
const MAX_BAD_ROWS: usize = 1000;

/// The work of one call.
pub(super) struct Job {
    source: Source,
    work: Arc<dyn RowWork>,
    payer: Payer,
    format: Format,
    generation: Arc<str>,
    /// The columns of the response, once the first rows have come.
    table: Option<Arc<Table>>,
    writer: Option<Writer>,
    /// Units in progress, in order.
    ahead: VecDeque<Unit>,
    bad: BadRows,
    /// The end of the rows, once they have ended: with a problem, if early.
    end: Option<Result<(), Problem>>,
}

/// Number of bad rows since the last good one.
struct BadRows(usize);

/// A unit of work, with what was paid for it.
struct Unit {
    results: Task,
    paid: Paid,
}

/// A task that ends with its call.
struct Task(JoinHandle<Result<RecordBatch, Problem>>);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Results, with what was paid for them.
type Answered = (RecordBatch, Paid);

/// Does the work of a call. `begun` gets the problem of a call without any result. A client that leaves pays
/// for the units in progress.
pub(super) async fn run(
    mut job: Job,
    mut begun: oneshot::Sender<Result<(), Problem>>,
    out: Out,
    _slots: Slots,
) {
    let first = tokio::select! {
        biased;
        first = job.next() => Some(first),
        () = begun.closed() => None,
    };
    let sent = match first {
        // The client may leave at any time.
        Some(Ok(first)) => {
            let _ = begun.send(Ok(()));
            job.send_all(first, out).await
        }
        Some(Err(problem)) => {
            let _ = begun.send(Err(problem));
            Ok(())
        }
        None => Err(NotRead),
    };
    // Of a response that ends early.
    job.source.discard();
    if sent.is_err() {
        job.ahead.into_iter().for_each(|unit| job.payer.keep(unit.paid));
    }
}

impl Job {
    /// Work that has not begun.
    pub(super) fn new(
        source: Source,
        work: Arc<dyn RowWork>,
        payer: Payer,
        format: Format,
        generation: Arc<str>,
    ) -> Self {
        let (table, writer, ahead, end) = (None, None, VecDeque::new(), None);
        Self { source, work, payer, format, generation, table, writer, ahead, bad: BadRows(0), end }
    }

    /// Sends all results and the end.
    async fn send_all(&mut self, first: Option<Answered>, mut out: Out) -> Result<(), NotRead> {
        let mut next: Result<_, Problem> = Ok(first);
        loop {
            match next {
                Ok(Some((results, paid))) => {
                    let sent = self.send(results, &mut out).await;
                    if let Ok(Err(problem)) = sent {
                        next = Err(problem);
                        continue;
                    }
                    self.payer.keep(paid);
                    let _ = sent?;
                }
                Ok(None) => return out.finish(self.finished(None)?, &mut self.source).await,
                Err(problem) => {
                    let last = self.finished(Some(&problem.detail))?;
                    return out.finish(last, &mut self.source).await;
                }
            }
            self.source.renew();
            yield_now().await;
            next = self.next().await;
        }
    }

    async fn send(&mut self, results: RecordBatch, out: &mut Out) -> Result<Result<(), Problem>, NotRead> {
        for piece in pieces(results, self.format) {
            match self.written(&piece) {
                Ok(bytes) => out.send(bytes, &mut self.source).await?,
                Err(problem) => return Ok(Err(problem)),
            }
        }
        Ok(Ok(()))
    }

    /// Returns the next results, none at the end of the rows. The error is the reason of an early end.
    async fn next(&mut self) -> Result<Option<Answered>, Problem> {
        loop {
            let may_read = self.end.is_none() && self.ahead.len() < UNITS_AHEAD;
            let Self { source, ahead, .. } = self;
            tokio::select! {
                biased;
                results = first_results(ahead), if !ahead.is_empty() => {
                    let Unit { paid, .. } = ahead.pop_front().expect("its results have come");
                    return Ok(Some((results.map_err(|_| failed())??, paid)));
                }
                rows = source.next(), if may_read => match rows {
                    Ok(Some(rows)) => self.begin(rows).await,
                    Ok(None) => self.end = Some(Ok(())),
                    Err(problem) => self.end = Some(Err(problem)),
                },
                else => return self.end.clone().unwrap_or(Ok(())).map(|()| None),
            }
        }
    }

    /// Charges rows and begins to compute their results. Bad rows cost the lowest price.
    async fn begin(&mut self, rows: Rows) {
        let (allowed, too_many) = self.bad.allowed(&rows);
        let Payer { price, least, .. } = self.payer;
        let cost = |first: usize| {
            let bad = rows.errors.partition_point(|(row, _)| *row < first);
            Credits(price.0 * (first - bad) as i64 + least.0 * bad as i64)
        };
        let (paid, problem) = self.payer.pay(allowed, cost).await;
        self.end = problem.or(too_many).map(Err);
        let rows = if paid.rows < rows.count() { first(rows, paid.rows) } else { rows };
        if rows.count() == 0 {
            return;
        }
        let table = Arc::clone(self.table(rows.id.as_ref().map(|id| id.data_type().clone())));
        let work = Arc::clone(&self.work);
        let results = Task(tokio::spawn(async move { table.answered(&*work, &rows).await }));
        self.ahead.push_back(Unit { results, paid });
    }

    /// The columns of the response; the first rows decide the type of their ids.
    fn table(&mut self, id: Option<DataType>) -> &Arc<Table> {
        let (schema, generation) = (self.work.schema(), &self.generation);
        self.table.get_or_insert_with(|| Arc::new(Table::new(schema, id.as_ref(), generation)))
    }

    fn writer(&mut self) -> Result<&mut Writer, Problem> {
        if self.writer.is_none() {
            let schema = Arc::clone(&self.table(None).schema);
            self.writer = Some(Writer::new(self.format, schema).map_err(problem)?);
        }
        self.writer.as_mut().ok_or_else(failed)
    }

    fn written(&mut self, results: &RecordBatch) -> Result<Vec<u8>, Problem> {
        self.writer()?.write(results).map_err(problem)
    }

    /// Returns the last bytes, with the reason of an early end.
    fn finished(&mut self, reason: Option<&str>) -> Result<Vec<u8>, NotRead> {
        self.writer().map_err(|_| NotRead)?;
        let writer = self.writer.take().ok_or(NotRead)?;
        writer.finish(reason).map_err(|error| {
            problem(error);
            NotRead
        })
    }
}

impl BadRows {
    /// Returns how many of the next rows are answered, and why not all of them.
    fn allowed(&mut self, rows: &Rows) -> (usize, Option<Problem>) {
        let mut after = 0;
        for (row, _) in &rows.errors {
            self.0 = if *row == after { self.0 + 1 } else { 1 };
            after = row + 1;
            if self.0 > MAX_BAD_ROWS {
                let detail = format!("more than {MAX_BAD_ROWS} rows in succession are bad; see their errors");
                return (*row, Some(Problem::new(Code::BodyMalformed, detail)));
            }
        }
        if after < rows.count() {
            self.0 = 0;
        }
        let left = usize::try_from(MAX_ROWS.saturating_sub(rows.first)).unwrap_or(usize::MAX);
        if rows.count() <= left {
            return (rows.count(), None);
        }
        let detail = format!("the body has more than {MAX_ROWS} rows; send the rest in another call");
        (left, Some(Problem::new(Code::BodyTooLarge, detail)))
    }
}

async fn first_results(units: &mut VecDeque<Unit>) -> Result<Result<RecordBatch, Problem>, JoinError> {
    match units.front_mut() {
        Some(unit) => (&mut unit.results.0).await,
        None => pending().await,
    }
}

fn first(rows: Rows, count: usize) -> Rows {
    let Rows { first, id, mut lat_deg, mut lng_deg, mut height_m, mut time_ms, mut errors } = rows;
    for column in [&mut lat_deg, &mut lng_deg, &mut height_m] {
        column.truncate(count);
    }
    time_ms.iter_mut().for_each(|times| times.truncate(count));
    errors.retain(|(row, _)| *row < count);
    Rows { first, id: id.map(|id| id.slice(0, count)), lat_deg, lng_deg, height_m, time_ms, errors }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(first: u64, count: usize, bad: impl Iterator<Item = usize>) -> Rows {
        let errors = bad.map(|row| (row, "bad".to_owned())).collect();
        Rows { first, height_m: vec![0.0; count], errors, ..Rows::default() }
    }

    #[test]
    fn too_many_bad_rows_in_succession_or_rows_in_all_end_a_call() {
        let mut bad = BadRows(0);
        let mut allowed = |rows| {
            let (count, problem) = bad.allowed(&rows);
            (count, problem.map(|problem| problem.code))
        };
        assert_eq!(allowed(rows(0, 600, 0..600)), (600, None));
        // A good row between.
        assert_eq!(allowed(rows(600, 600, (0..600).filter(|row| *row != 300))), (600, None));
        assert_eq!(allowed(rows(1200, 701, 0..701)), (701, None));
        assert_eq!(allowed(rows(1901, 9, 0..9)), (0, Some(Code::BodyMalformed)));
        assert_eq!(allowed(rows(MAX_ROWS - 5, 5, 0..0)), (5, None));
        assert_eq!(allowed(rows(MAX_ROWS - 5, 6, 0..0)), (5, Some(Code::BodyTooLarge)));
    }
}
