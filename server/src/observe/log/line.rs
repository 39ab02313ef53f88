//! A line of the log. It is written without the formatting of `tracing-subscriber`, which takes two
//! microseconds per request instead of one.

use crate::api::instant::Instant;
use accounts::text::acts_unseen;
use std::cell::{Cell, RefCell};
use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use std::time::SystemTime;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_appender::non_blocking::NonBlocking;
use tracing_subscriber::layer::{Context, Layer};

/// Writes each event as one line: time, level, message, and the fields in their order.
pub(super) struct Lines {
    pub(super) queue: NonBlocking,
    /// `true` to write JSON instead of `name=value`.
    pub(super) is_json: bool,
}

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        thread_local! {
            /// Reused memory for a line.
            static TEXT: Cell<String> = const { Cell::new(String::new()) };
        }
        let level = event.metadata().level().as_str();
        let mut line = LogLine { text: TEXT.take(), is_json: self.is_json };
        line.text.clear();
        line.push(if self.is_json { "{\"timestamp\":\"" } else { "" });
        line.push_now();
        // Writing to memory does not fail.
        let _ = match self.is_json {
            true => write!(line.text, "\",\"level\":\"{level}\""),
            false => write!(line.text, " {level:<5}"),
        };
        event.record(&mut line);
        line.push(if self.is_json { "}\n" } else { "\n" });
        // If the queue is full, the line is dropped and counted.
        let _ = self.queue.clone().write(line.text.as_bytes());
        TEXT.set(line.text);
    }
}

/// A line under construction.
struct LogLine {
    text: String,
    is_json: bool,
}

impl LogLine {
    fn push(&mut self, part: &str) {
        self.text.push_str(part);
    }

    /// Appends the current time. The text up to the second is cached, because formatting it takes as long as
    /// the rest of the line.
    fn push_now(&mut self) {
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
            self.push(shared);
        });
        let ms = now.subsec_millis();
        // 1000 + ms has leading zeros after its first digit, which is cut off.
        self.push(&itoa::Buffer::new().format(1000 + ms)[1..]);
        self.push("Z");
    }

    /// Appends a character, escaped as in JSON if it could break the line, move the cursor of a terminal or
    /// reverse the direction of text.
    fn push_escaped(&mut self, c: char) {
        // Writing to memory does not fail.
        let _ = match c {
            '"' | '\\' => write!(self.text, "\\{c}"),
            c if acts_unseen(c) => c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| {
                // JSON escapes a character beyond 16 bits as two units.
                write!(self.text, "\\u{unit:04x}")
            }),
            c => self.text.write_char(c),
        };
    }

    fn push_name(&mut self, field: &Field) {
        let is_message = field.name() == "message";
        self.push(if self.is_json { ",\"" } else { " " });
        if self.is_json || !is_message {
            self.push(field.name());
            self.push(if self.is_json { "\":" } else { "=" });
        }
    }
}

impl Visit for LogLine {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.push_name(field);
        // All bytes are looked at, because several at a time take less than one after the other.
        let is_simple = |b: u8| (b' '..=b'~').contains(&b) & (b != b'"') & (b != b'\\');
        let all_are_simple = value.bytes().fold(true, |all, b| all & is_simple(b));
        let is_bare = field.name() == "message" || all_are_simple && !value.contains(' ');
        if is_bare && !self.is_json {
            return self.push(value);
        }
        self.push("\"");
        match all_are_simple {
            true => self.push(value),
            false => value.chars().for_each(|c| self.push_escaped(c)),
        }
        self.push("\"");
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.push_name(field);
        self.push(itoa::Buffer::new().format(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.push_name(field);
        self.push(itoa::Buffer::new().format(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.push_name(field);
        self.push(if value { "true" } else { "false" });
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}
