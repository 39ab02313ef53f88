//! Requests by operation or page: count by status, and duration.

use super::histogram::Histogram;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Statuses of HTTP: 100 … 599.
const STATUSES: usize = 500;
/// The status whose count is exported for every operation, even if it is 0.
const OK: u16 = 200;
/// The name of all paths that do not exist.
const NOTHING: &str = "unknown";

/// Requests by operation or page.
#[derive(Debug)]
pub(super) struct Requests {
    rows: Vec<Row>,
    /// The row of each operation; those of the same name share one.
    operations: Vec<usize>,
    /// The row of each page.
    pages: Vec<usize>,
    nothing: usize,
}

/// Requests for one operation or page.
#[derive(Debug)]
struct Row {
    name: &'static str,
    /// By status, from 100 on.
    statuses: Box<[AtomicU64]>,
    took: Histogram,
}

impl Requests {
    /// Creates the counters of operations and pages with these names.
    pub(super) fn new(
        operations: impl Iterator<Item = &'static str>,
        pages: impl Iterator<Item = &'static str>,
    ) -> Self {
        let mut rows: Vec<Row> = Vec::new();
        let mut row = |name| {
            rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
                rows.push(Row::new(name));
                rows.len() - 1
            })
        };
        let operations = operations.map(&mut row).collect();
        let pages = pages.map(&mut row).collect();
        let nothing = row(NOTHING);
        Self { rows, operations, pages, nothing }
    }

    /// The number of the row of an operation.
    pub(super) fn of_operation(&self, index: usize) -> usize {
        self.operations[index]
    }

    /// The number of the row of a page.
    pub(super) fn of_page(&self, index: usize) -> usize {
        self.pages[index]
    }

    /// The number of the row of paths that do not exist.
    pub(super) fn of_nothing(&self) -> usize {
        self.nothing
    }

    pub(super) fn name(&self, of: usize) -> &'static str {
        self.rows[of].name
    }

    /// Counts a response.
    pub(super) fn answered(&self, of: usize, status: u16, took: Duration) {
        let row = &self.rows[of];
        if let Some(count) = row.statuses.get(usize::from(status.wrapping_sub(100))) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        row.took.observe(took);
    }
}

impl Row {
    fn new(name: &'static str) -> Self {
        let statuses = (0..STATUSES).map(|_| AtomicU64::new(0)).collect();
        Self { name, statuses, took: Histogram::default() }
    }

    /// The statuses that occurred, with their counts.
    fn answered(&self) -> impl Iterator<Item = (u16, u64)> {
        let counts =
            (100..).zip(&self.statuses).map(|(status, count)| (status, count.load(Ordering::Relaxed)));
        counts.filter(|(status, count)| *count > 0 || (*status == OK && self.name != NOTHING))
    }
}

impl Collector for Requests {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let help = "Answered requests.";
        let mut requests = encoder.encode_descriptor("http_requests", help, None, MetricType::Counter)?;
        for row in &self.rows {
            for (status, count) in row.answered() {
                let labels = ([("operation", row.name)], [("status", status)]);
                requests.encode_family(&labels)?.encode_counter::<NoLabelSet, _, u64>(&count, None)?;
            }
        }
        let help = "Time until the response was ready to be sent.";
        let name = "http_request_duration_seconds";
        let mut took = encoder.encode_descriptor(name, help, None, MetricType::Histogram)?;
        for row in &self.rows {
            row.took.encode(&mut took.encode_family(&[("operation", row.name)])?)?;
        }
        Ok(())
    }
}
