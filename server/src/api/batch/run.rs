//! Reads rows, computes their results and sends them, each a little at a time and in order.

use super::out::{NotRead, Out};
use super::payer::{Paid, Payer};
use super::source::{Source, problem};
use super::table::Table;
use super::work::RowWork;
use crate::api::long_answers::failed;
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use rows::{Format, Rows, Writer};
use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::task::{JoinError, JoinHandle, yield_now};
use web::compute::Slots;
use web::problem::Problem;

/// Units of work in progress, so that one call uses two cores.
const UNITS_AHEAD: usize = 2;

/// The work of one call.
pub(super) struct Job {
    source: Source,
    work: Arc<dyn RowWork>,
    payer: Payer,
    format: Format,
    /// Name of the generation.
    generation: String,
    /// The columns of the response, once the first rows have come.
    table: Option<Arc<Table>>,
    writer: Option<Writer>,
    /// Units in progress, in order.
    ahead: VecDeque<Unit>,
    /// How the rows ended, once they have: with a problem, if early.
    end: Option<Result<(), Problem>>,
}

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

/// Results in the format of the response, with what was paid for them.
type Answered = (Vec<u8>, Paid);

/// Does the work of a call. `begun` gets the problem of a call without any result.
pub(super) async fn run(mut job: Job, begun: oneshot::Sender<Result<(), Problem>>, out: Out, _slots: Slots) {
    let first = match job.next().await {
        Err(problem) => {
            job.source.discard();
            // The client may have gone.
            return drop(begun.send(Err(problem)));
        }
        Ok(first) => first,
    };
    if begun.send(Ok(())).is_ok() {
        // The log has the reason.
        let _ = job.send_all(first, out).await;
    }
    // Of a response that ends early.
    job.source.discard();
}

impl Job {
    /// Work that has not begun.
    pub(super) fn new(
        source: Source,
        work: Arc<dyn RowWork>,
        payer: Payer,
        format: Format,
        generation: String,
    ) -> Self {
        let (table, writer, ahead, end) = (None, None, VecDeque::new(), None);
        Self { source, work, payer, format, generation, table, writer, ahead, end }
    }

    /// Sends all results and the end.
    async fn send_all(&mut self, first: Option<Answered>, mut out: Out) -> Result<(), NotRead> {
        let mut next: Result<_, Problem> = Ok(first);
        loop {
            match next {
                Ok(Some((bytes, paid))) => {
                    out.send(bytes, &mut self.source).await?;
                    self.payer.keep(paid);
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

    /// Returns the next results as bytes, none at the end of the rows. The error is the reason of an early
    /// end.
    async fn next(&mut self) -> Result<Option<Answered>, Problem> {
        loop {
            let may_read = self.end.is_none() && self.ahead.len() < UNITS_AHEAD;
            let Self { source, ahead, .. } = self;
            tokio::select! {
                biased;
                results = first(ahead), if !ahead.is_empty() => {
                    let Unit { paid, .. } = ahead.pop_front().expect("its results have come");
                    let bytes = self.written(&results.map_err(|_| failed())??)?;
                    return Ok(Some((bytes, paid)));
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

    /// Charges rows and begins to compute their results. Bad rows are free.
    async fn begin(&mut self, rows: Rows) {
        let good = rows.count() - rows.errors.len();
        let (paid, problem) = self.payer.pay(good).await;
        let rows = if paid.rows < good { first_good(rows, paid.rows) } else { rows };
        self.end = problem.map(Err);
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

/// The results of the first unit.
async fn first(units: &mut VecDeque<Unit>) -> Result<Result<RecordBatch, Problem>, JoinError> {
    match units.front_mut() {
        Some(unit) => (&mut unit.results.0).await,
        None => pending().await,
    }
}

/// Returns the rows before the good one with a number.
fn first_good(rows: Rows, number: usize) -> Rows {
    let is_bad = |row: &usize| rows.errors.iter().any(|(bad, _)| bad == row);
    let end = (0..rows.count()).filter(|row| !is_bad(row)).nth(number).unwrap_or(rows.count());
    let Rows { first, id, mut lat_deg, mut lng_deg, mut height_m, mut time_ms, mut errors } = rows;
    for column in [&mut lat_deg, &mut lng_deg, &mut height_m] {
        column.truncate(end);
    }
    time_ms.iter_mut().for_each(|times| times.truncate(end));
    errors.retain(|(row, _)| *row < end);
    Rows { first, id: id.map(|id| id.slice(0, end)), lat_deg, lng_deg, height_m, time_ms, errors }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_answered_up_to_the_first_that_is_not_paid() {
        let bad = [0, 2].map(|row| (row, "bad".to_owned()));
        let rows = Rows { height_m: vec![0.0, 1.0, 2.0, 3.0, 4.0], errors: bad.into(), ..Rows::default() };
        let first = |number| first_good(rows.clone(), number).height_m.len();
        // The bad rows before the next good one are free.
        assert_eq!([0, 1, 2, 3].map(first), [1, 3, 4, 5]);
    }
}
