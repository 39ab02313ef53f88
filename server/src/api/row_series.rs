//! Rows as the response to `GET`, with the columns of `POST`.

use crate::api::batch::{RowWork, Table, pieces, problem};
use crate::api::context::Context;
use crate::api::long_responses::Later;
use crate::api::place::Site;
use crate::api::prelude::*;
use crate::api::prepared::{Form, Freshness, Prepared, Work};
use arrow_array::RecordBatch;
use rows::{Format, Rows, Writer};
use std::sync::Mutex;
use std::task::{Poll, Waker};
use web::accept;

/// A form of a response with rows.
const fn form(media_type: &'static str) -> Form {
    Form { media_type, has_envelope: false, headers: &[] }
}

static NDJSON: Form = form("application/x-ndjson");
static CSV: Form = form("text/csv");
static ARROW: Form = form("application/vnd.apache.arrow.stream");

/// The formats of rows of a series, with their forms.
pub(crate) const FORMATS: [(Format, &Form); 3] =
    [(Format::Ndjson, &NDJSON), (Format::Csv, &CSV), (Format::Arrow, &ARROW)];

/// A format of rows that `Accept` prefers to the media types that an operation has besides.
#[derive(Clone, Copy)]
pub(crate) struct RowsFormat {
    format: Format,
    form: &'static Form,
    /// `true` if a parameter named it: `Accept` is ignored then.
    is_named: bool,
}

impl RowsFormat {
    /// Comma-separated values, named by a parameter.
    pub(crate) const CSV: Self = Self { format: Format::Csv, form: &CSV, is_named: true };

    /// Returns the preferred format, or none if the client prefers another media type or none of them.
    pub(crate) fn preferred(context: &Context, others: &[&'static str]) -> Option<Self> {
        let media_types: Vec<_> =
            others.iter().copied().chain(FORMATS.map(|(_, form)| form.media_type)).collect();
        let number = accept::preferred(context.call.headers, &media_types)?.checked_sub(others.len())?;
        let (format, form) = FORMATS[number];
        Some(Self { format, form, is_named: false })
    }

    /// Makes a response with the results of rows.
    pub(crate) fn prepared(
        self,
        context: &Context,
        echo: Vec<u8>,
        cost: f64,
        work: impl RowWork + 'static,
        rows: impl Iterator<Item = Rows> + Send + 'static,
    ) -> Result<Prepared, Problem> {
        let table = Arc::new(Table::new(work.schema(), None, &context.data.responses_id));
        let writer = Some(Writer::new(self.format, Arc::clone(&table.schema)).map_err(problem)?);
        let series = Series {
            table,
            work: Arc::new(work),
            rows: Box::new(rows),
            unit: None,
            results: Box::new(std::iter::empty()),
            format: self.format,
            writer,
        };
        let work = Work::pieces(false, Pieces(Mutex::new(series)));
        let prepared = Prepared::new(self.form, echo, cost, Freshness::Day, work);
        Ok(if self.is_named { prepared.with_form_named() } else { prepared })
    }
}

/// Results that are made one unit after the other.
struct Series {
    table: Arc<Table>,
    work: Arc<dyn RowWork>,
    rows: Box<dyn Iterator<Item = Rows> + Send>,
    /// The unit in progress.
    unit: Option<Later<'static, RecordBatch>>,
    /// Results of the last unit that are still to be written.
    results: Box<dyn Iterator<Item = RecordBatch> + Send>,
    format: Format,
    /// None at the end.
    writer: Option<Writer>,
}

impl Series {
    /// Works for about a millisecond and returns the bytes that are ready.
    fn piece(&mut self) -> Option<Bytes> {
        let writer = self.writer.as_mut()?;
        if let Some(results) = self.results.next() {
            return match writer.write(&results).map_err(problem) {
                Ok(bytes) => Some(bytes.into()),
                Err(problem) => self.end(Some(&problem.detail)),
            };
        }
        if self.unit.is_none() {
            self.unit = self.rows.next().map(|rows| {
                let (table, work) = (Arc::clone(&self.table), Arc::clone(&self.work));
                let unit = async move { table.answered(&*work, &rows).await };
                Box::pin(unit) as Later<'static, RecordBatch>
            });
        }
        let Some(unit) = &mut self.unit else { return self.end(None) };
        // A unit waits for nothing but its turn.
        match unit.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop())) {
            Poll::Pending => Some(Bytes::new()),
            Poll::Ready(Ok(results)) => {
                self.unit = None;
                self.results = Box::new(pieces(results, self.format));
                Some(Bytes::new())
            }
            Poll::Ready(Err(problem)) => self.end(Some(&problem.detail)),
        }
    }

    fn end(&mut self, reason: Option<&str>) -> Option<Bytes> {
        let last = self.writer.take()?.finish(reason);
        // A stream cannot fail: the reason is in the log.
        Some(last.map_err(problem).unwrap_or_default().into())
    }
}

/// The pieces of a series, which one thread has at a time.
struct Pieces(Mutex<Series>);

impl Iterator for Pieces {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        self.0.get_mut().ok()?.piece()
    }
}

pub(crate) fn rows_of(sites: impl Iterator<Item = Site>) -> Rows {
    let mut rows = Rows::default();
    for site in sites {
        rows.lat_deg.push(site.lat);
        rows.lng_deg.push(site.lng);
        rows.height_m.push(site.height);
    }
    rows
}
