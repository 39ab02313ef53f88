//! The log: one line a request, on standard error, for people or as JSON.
//!
//! A request only puts its line into a queue; a thread of its own writes the queue out. So a slow terminal
//! or pipe holds up no request. It does not hold up the end of the process either: what cannot be written
//! within a second is left out.

mod line;
mod request;

use clap::ValueEnum;
use line::Lines;
pub(crate) use request::log as request;
use std::io::{self, BufWriter, Stderr, Write};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;
use tracing::Level;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::Registry;

/// Lines that may wait for a slow reader of the log; beyond them lines are dropped and their number is
/// written.
const QUEUE_LINES: usize = 1 << 16;
/// Bytes of lines that are written at once.
const BUFFER_BYTES: usize = 1 << 16;
/// How long lines gather before they are written. A line that finds the thread asleep has to wake it, which
/// costs a request more than the line itself.
const INTERVAL: Duration = Duration::from_millis(50);

/// Counts the lines that found the queue full.
static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();

/// Form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For eyes.
    Human,
    /// For programs: one JSON object a line.
    Json,
}

/// Sets the log up for the whole program; the rest of it is written when the guard is dropped.
pub(crate) fn begin(level: Level, format: LogFormat) -> WorkerGuard {
    let lines = BufWriter::with_capacity(BUFFER_BYTES, io::stderr());
    let output = Output { lines, reported: 0 };
    let queue = NonBlockingBuilder::default().buffered_lines_limit(QUEUE_LINES).thread_name("log");
    let (queue, guard) = queue.finish(output);
    DROPPED.set(queue.error_counter()).expect("the log of a process is begun once");
    // Events of these crates only: other libraries log too much.
    let crates = [env!("CARGO_PKG_NAME"), "accounts", "web"];
    let filter = Targets::new().with_targets(crates.map(|name| (name, level)));
    let lines = Lines { queue, is_json: format == LogFormat::Json };
    let registry = Registry::default().with(filter).with(lines);
    tracing::subscriber::set_global_default(registry).expect("the log of a process is begun once");
    guard
}

/// Lines that were dropped since the program began, because the queue was full.
pub(crate) fn dropped_lines() -> usize {
    DROPPED.get().map_or(0, ErrorCounter::dropped_lines)
}

/// Standard error, and how many lines never got there.
struct Output {
    lines: BufWriter<Stderr>,
    /// How many of the lines that were dropped the log has reported.
    reported: usize,
}

impl Write for Output {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.lines.write(line)
    }

    /// Called whenever the queue is empty.
    fn flush(&mut self) -> io::Result<()> {
        let dropped = dropped_lines();
        if dropped > self.reported {
            let lines = dropped - self.reported;
            writeln!(self.lines, "{lines} lines of the log were dropped: its reader is too slow")?;
            self.reported = dropped;
        }
        self.lines.flush()?;
        sleep(INTERVAL);
        Ok(())
    }
}
