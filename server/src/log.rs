//! The log: one line a request, on standard error, written by a thread of its own.

use crate::options::{LogFormat, Options};
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};

/// Lines that may wait for a slow terminal or pipe; beyond them lines are dropped and counted rather than requests held up.
const WAITING_LINES: usize = 65_536;

/// Sets the log up for the whole program; the log ends when the guard is dropped.
pub fn begin(options: &Options) -> WorkerGuard {
    let (writer, guard) = NonBlockingBuilder::default().buffered_lines_limit(WAITING_LINES).finish(std::io::BufWriter::new(std::io::stderr()));
    let log = tracing_subscriber::fmt().with_max_level(options.log_level).with_target(false).with_ansi(false).with_writer(writer);
    // A second log in one process, as in tests, is refused; the first one stays.
    let _ = match options.log_format {
        LogFormat::Human => tracing::subscriber::set_global_default(log.finish()),
        LogFormat::Json => tracing::subscriber::set_global_default(log.json().flatten_event(true).finish()),
    };
    guard
}
