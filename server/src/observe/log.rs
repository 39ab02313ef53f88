//! The log: one line a request, on standard error, for people or as JSON.
//!
//! A request only puts its line into a queue; a thread of its own writes the queue out. So a slow terminal or
//! pipe holds up no request. It does not hold up the end of the process either: what cannot be written within a
//! second is left out.

use clap::ValueEnum;
use std::io::{self, BufWriter, Stderr, Write};
use std::sync::{Arc, OnceLock};
use std::thread::sleep;
use std::time::Duration;
use tracing::Level;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::{Registry, fmt};

/// Lines that may wait for a slow reader of the log; beyond them lines are dropped and their number is written.
const QUEUE_LINES: usize = 1 << 16;
/// Bytes of lines that are written at once.
const BUFFER_BYTES: usize = 1 << 16;
/// How long lines gather before they are written. A line that finds the thread asleep has to wake it, which costs
/// a request more than the line itself.
const INTERVAL: Duration = Duration::from_millis(50);

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
    let dropped = Arc::new(OnceLock::new());
    let output = Output {
        lines: BufWriter::with_capacity(BUFFER_BYTES, io::stderr()),
        dropped: dropped.clone(),
        told: 0,
    };
    let queue = NonBlockingBuilder::default().buffered_lines_limit(QUEUE_LINES).thread_name("log");
    let (queue, guard) = queue.finish(output);
    dropped.set(queue.error_counter()).expect("nothing else sets it");
    let lines = fmt::layer().with_writer(queue).with_ansi(false).with_target(false);
    let lines = match format {
        LogFormat::Human => lines.boxed(),
        LogFormat::Json => {
            lines.json().flatten_event(true).with_current_span(false).with_span_list(false).boxed()
        }
    };
    // Events of the program only; those of libraries are left out.
    let ours = Targets::new().with_target(env!("CARGO_PKG_NAME"), level);
    // A second log in one process is refused; the first one stays.
    let _ = tracing::subscriber::set_global_default(Registry::default().with(lines.with_filter(ours)));
    guard
}

/// Standard error, and how many lines never got there.
struct Output {
    lines: BufWriter<Stderr>,
    /// Counts lines that found the queue full.
    dropped: Arc<OnceLock<ErrorCounter>>,
    /// Those that the log has told of.
    told: usize,
}

impl Write for Output {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.lines.write(line)
    }

    /// Called whenever the queue is empty.
    fn flush(&mut self) -> io::Result<()> {
        let dropped = self.dropped.get().map_or(0, ErrorCounter::dropped_lines);
        if dropped > self.told {
            let lines = dropped - self.told;
            writeln!(self.lines, "{lines} lines of the log were dropped: its reader is too slow")?;
            self.told = dropped;
        }
        self.lines.flush()?;
        sleep(INTERVAL);
        Ok(())
    }
}
