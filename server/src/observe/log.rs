//! The log: one line a request, on standard error, for eyes or as JSON.
//!
//! A request only appends its line to a buffer; a thread writes the buffer out ten times a second. So a slow
//! terminal or pipe holds up no request, and a line costs half a microsecond.

use crate::api::instant::Instant;
use crate::command::options::{LogFormat, Options};
use std::cell::{Cell, RefCell};
use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber, level_filters::LevelFilter};

/// Bytes that may wait for a slow reader of the log; beyond them lines are dropped and their number is
/// written.
const MOST_WAITING_BYTES: usize = 16 << 20;
const INTERVAL: Duration = Duration::from_millis(100);

/// Writes out the rest of the log when it is dropped.
pub struct Guard(Buffer);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.flush();
    }
}

/// Sets the log up for the whole program.
pub fn begin(options: &Options) -> Guard {
    let buffer = Buffer::default();
    let log = Log { level: options.log_level, format: options.log_format, buffer: buffer.clone() };
    // A second log in one process is refused; the first one stays.
    let _ = tracing::subscriber::set_global_default(log);
    let writer = buffer.clone();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(INTERVAL);
            writer.flush();
        }
    });
    Guard(buffer)
}

#[derive(Default)]
struct Waiting {
    bytes: Vec<u8>,
    dropped: u64,
}

/// Where lines wait.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Waiting>>);

impl Buffer {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // A line that was cut by a panic is still a line.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, line: &str) {
        let mut waiting = self.waiting();
        if waiting.bytes.len() + line.len() > MOST_WAITING_BYTES {
            waiting.dropped += 1;
        } else {
            waiting.bytes.extend_from_slice(line.as_bytes());
        }
    }

    fn flush(&self) {
        let Waiting { bytes, dropped } = std::mem::take(&mut *self.waiting());
        let mut out = std::io::stderr().lock();
        // If standard error is gone there is nowhere to say so.
        let _ = out.write_all(&bytes);
        if dropped > 0 {
            let _ = writeln!(out, "{dropped} lines of the log were dropped: its reader is too slow");
        }
    }
}

/// The subscriber of the program's own events; those of libraries are left out.
struct Log {
    level: Level,
    format: LogFormat,
    buffer: Buffer,
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.level
            && metadata.is_event()
            && metadata.target().starts_with(env!("CARGO_PKG_NAME"))
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::from_level(self.level))
    }

    fn event(&self, event: &Event<'_>) {
        thread_local! {
            /// Memory for a line, used again and again.
            static TEXT: Cell<String> = const { Cell::new(String::new()) };
        }
        let level = event.metadata().level().as_str();
        let mut line = Line { text: TEXT.take(), format: self.format };
        line.text.clear();
        line.text.push_str(if self.format == LogFormat::Json { "{\"timestamp\":\"" } else { "" });
        push_now(&mut line.text);
        // Writing into memory does not fail.
        let _ = match self.format {
            LogFormat::Human => write!(line.text, " {level:<5}"),
            LogFormat::Json => write!(line.text, "\",\"level\":\"{level}\""),
        };
        event.record(&mut line);
        line.text.push_str(if self.format == LogFormat::Json { "}\n" } else { "\n" });
        self.buffer.push(&line.text);
        TEXT.set(line.text);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Appends the present time. Lines of one second share its text up to the milliseconds, for a line takes
/// hardly longer than that text.
fn push_now(text: &mut String) {
    thread_local! {
        static SECOND: RefCell<(u64, String)> = const { RefCell::new((u64::MAX, String::new())) };
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    SECOND.with_borrow_mut(|(second, shared)| {
        if *second != now.as_secs() {
            *second = now.as_secs();
            *shared = Instant { unix_ms: now.as_secs() as i64 * 1000 }.iso();
            shared.truncate("2026-11-21T08:36:41.".len());
        }
        text.push_str(shared);
    });
    let ms = now.subsec_millis();
    text.extend([ms / 100, ms / 10 % 10, ms % 10].map(|digit| char::from(b'0' + digit as u8)));
    text.push('Z');
}

/// A line in the making.
struct Line {
    text: String,
    format: LogFormat,
}

impl Line {
    fn name(&mut self, field: &Field) {
        match self.format {
            LogFormat::Human if field.name() == "message" => self.text.push(' '),
            LogFormat::Human => {
                self.text.push(' ');
                self.text.push_str(field.name());
                self.text.push('=');
            }
            LogFormat::Json => {
                self.text.push_str(",\"");
                self.text.push_str(field.name());
                self.text.push_str("\":");
            }
        }
    }
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.name(field);
        let is_plain = value.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'\\');
        match self.format {
            LogFormat::Human if is_plain || field.name() == "message" => self.text.push_str(value),
            LogFormat::Json if is_plain => {
                self.text.push('"');
                self.text.push_str(value);
                self.text.push('"');
            }
            _ => self.text.push_str(&serde_json::to_string(value).unwrap_or_default()),
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.name(field);
        self.text.push_str(itoa::Buffer::new().format(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.name(field);
        let _ = write!(self.text, "{value}");
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.name(field);
        self.text.push_str(if value { "true" } else { "false" });
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if self.format == LogFormat::Human && field.name() == "message" {
            self.name(field);
            let _ = write!(self.text, "{value:?}");
            return;
        }
        self.record_str(field, &format!("{value:?}"));
    }
}
