//! The log on standard error, for people or as JSON, with one line per request.
//!
//! Requests put their lines into a queue, which a thread writes out. A slow terminal or pipe therefore delays
//! neither requests nor the end of the process: lines that cannot be written within a second are dropped.

mod line;
mod request;

use clap::ValueEnum;
use line::Lines;
pub(crate) use request::log as request;
use std::io::{self, BufWriter, Stderr, Write};
use std::panic::PanicHookInfo;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;
use tracing::Level;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::Registry;

/// Maximum number of waiting lines. Further lines are dropped, and the log reports their number.
const QUEUE_LINES: usize = 1 << 16;
/// Maximum number of bytes written at once.
const BUFFER_BYTES: usize = 1 << 16;
/// Interval between writes. Waking the thread for each line would cost a request more than the line itself.
const INTERVAL: Duration = Duration::from_millis(50);

/// Number of lines dropped because the queue was full.
static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();
/// Number of lines that could not be written, for example to a full disk.
static FAILED: AtomicUsize = AtomicUsize::new(0);

/// Format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people: `name=value`.
    Human,
    /// For programs: one JSON object per line.
    Json,
}

/// Sets up the log of the process. Dropping the guard writes the remaining lines.
pub(crate) fn begin(level: Level, format: LogFormat) -> WorkerGuard {
    let lines = BufWriter::with_capacity(BUFFER_BYTES, io::stderr());
    let output = LogOutput { lines, reported: 0 };
    let queue = NonBlockingBuilder::default().buffered_lines_limit(QUEUE_LINES).thread_name("log");
    let (queue, guard) = queue.finish(output);
    DROPPED.set(queue.error_counter()).expect("the log is set up once per process");
    // Only events of these crates: other libraries log too much.
    let crates = [env!("CARGO_PKG_NAME"), "server_postgres", "accounts", "web"];
    let filter = Targets::new().with_targets(crates.map(|name| (name, level)));
    let lines = Lines { queue, is_json: format == LogFormat::Json };
    let registry = Registry::default().with(filter).with(lines);
    tracing::subscriber::set_global_default(registry).expect("the log is set up once per process");
    std::panic::set_hook(Box::new(log_panic));
    guard
}

/// Logs a panic as one line, except one in a library that reads damaged rows.
fn log_panic(panic: &PanicHookInfo) {
    if rows::is_reading() {
        return;
    }
    let message = panic.payload_as_str().unwrap_or("without a message");
    let at = panic.location().map(|at| at.to_string());
    let thread = std::thread::current().name().map(str::to_owned);
    tracing::error!(at, thread, message, "a part of the program panicked");
}

/// Number of lines dropped since the program started.
pub(crate) fn dropped_lines() -> usize {
    DROPPED.get().map_or(0, ErrorCounter::dropped_lines) + FAILED.load(Ordering::Relaxed)
}

/// Standard error with a count of dropped lines.
struct LogOutput {
    lines: BufWriter<Stderr>,
    /// Number of dropped lines reported so far.
    reported: usize,
}

impl Write for LogOutput {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.lines.write(line).inspect_err(|_| {
            FAILED.fetch_add(1, Ordering::Relaxed);
        })
    }

    /// Called when the queue is empty.
    fn flush(&mut self) -> io::Result<()> {
        let dropped = dropped_lines();
        if dropped > self.reported {
            let lines = dropped - self.reported;
            writeln!(
                self.lines,
                "{lines} log lines were dropped: the reader is too slow, or its disk is full"
            )?;
            self.reported = dropped;
        }
        self.lines.flush()?;
        sleep(INTERVAL);
        Ok(())
    }
}
