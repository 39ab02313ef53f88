//! A request that has been understood and priced, and how its answer will be made.

use bytes::Bytes;
use hyper::header::{HeaderName, HeaderValue};
use serde::Serialize;
use std::pin::Pin;
use std::sync::Arc;
use web::blocks::{Block, Part};
use web::compute::Slot;
use web::json;
use web::problem::Problem;

/// The form of an answer: media type, envelope and headers. The decimals of its numbers are set where they
/// are written: eight by [`json::append`], others by [`json::append_rounded`].
pub(crate) struct Form {
    /// Media type of the answer.
    pub(crate) media_type: &'static str,
    /// Whether the answer stands in an envelope: `{"query":…,"response":…}`.
    pub(crate) has_envelope: bool,
    /// Headers beside those that every answer has.
    pub(crate) headers: &'static [(HeaderName, &'static str)],
}

/// JSON in the envelope: the form of most answers.
pub(crate) static JSON: Form = Form { media_type: "application/json", has_envelope: true, headers: &[] };
/// JSON without the envelope.
pub(crate) static BARE_JSON: Form =
    Form { media_type: "application/json", has_envelope: false, headers: &[] };
/// Plain text without an envelope.
pub(crate) static TEXT: Form =
    Form { media_type: "text/plain; charset=utf-8", has_envelope: false, headers: &[] };

/// A table as text, without an envelope.
pub(crate) static CSV: Form =
    Form { media_type: "text/csv; charset=utf-8", has_envelope: false, headers: &[] };
/// A calendar, without an envelope.
pub(crate) static CALENDAR: Form =
    Form { media_type: "text/calendar; charset=utf-8", has_envelope: false, headers: &[] };

/// How long an answer may be cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// A day, by the client alone: a fact about a date.
    Day,
    /// An hour, by the client alone: a page that names the host by which its reader came, which a cache
    /// between might show to readers of another.
    Hour,
    /// An hour, by every cache: the description of the service.
    Public,
    /// For ever, by every cache: what stands under an address that changes with it.
    Forever,
    /// Not at all (`no-store`).
    Never,
    /// Not at all, and by no cache between: what only the holder of a key may see.
    NeverShared,
}

impl Freshness {
    /// The value of `Cache-Control`.
    pub(crate) fn header(self) -> &'static str {
        match self {
            Self::Day => "private, max-age=86400",
            Self::Hour => "private, max-age=3600",
            Self::Public => "public, max-age=3600",
            Self::Forever => "public, max-age=31536000, immutable",
            Self::Never => "no-store",
            Self::NeverShared => "no-store, private",
        }
    }
}

/// A request that is understood and can be answered.
pub(crate) struct Prepared {
    /// The form of the answer.
    pub(crate) form: &'static Form,
    /// Whether the request has named the form, whatever `Accept` says.
    pub(crate) is_form_named: bool,
    /// The beginning of the envelope, `{"query":{…}`, with every parameter in force; empty where the answer
    /// depends on none. It tells answers apart also where the form has no envelope.
    pub(crate) echo: Vec<u8>,
    /// What the call costs, in credits.
    pub(crate) cost: f64,
    /// Whether the call is answered for what is left of the allowance, if that is less.
    pub(crate) is_for_what_is_left: bool,
    /// How long the answer may be cached.
    pub(crate) freshness: Freshness,
    /// Headers of this answer alone, beside those of its form.
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    /// How the response is made.
    pub(crate) work: Work,
}

/// Appends a response to a buffer.
pub(crate) type Compute = Box<dyn FnOnce(&mut Vec<u8>) -> Result<(), Problem> + Send>;

/// Gives a response when it is known.
pub(crate) type Awaited = Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;

/// The ways in which a response is made.
pub(crate) enum Work {
    /// No response: the echo alone is the answer.
    Nothing,
    /// Computed at once, appended to a buffer.
    Compute(Compute),
    /// Computed like [`Work::Compute`], in the pool for long answers, because it takes longer than a short
    /// answer may.
    Long(Compute),
    /// Computed like [`Work::Compute`] once something is known that takes a while and no work, and sent then.
    Awaited(Awaited),
    /// Put together from parts in memory, of which most were encoded ahead.
    Parts(Vec<Part>),
    /// Made while it is sent. Everything that can fail has been tried before.
    Stream(Box<dyn Iterator<Item = Bytes> + Send + Sync>),
    /// Made like [`Work::Stream`], in the pool for long answers from its first piece on: much work, and maybe
    /// few bytes.
    LongStream(Box<dyn Iterator<Item = Bytes> + Send + Sync>),
    /// The whole answer in memory, ready to be sent.
    Ready(Bytes),
    /// Written as a whole once it is paid for.
    Whole(Whole),
    /// The whole answer in memory, compressed by gzip; it is sent so to clients that take it.
    Gzipped(Bytes),
    /// There is nothing, and that is no mistake: 204.
    Absent,
}

/// An answer that is written as a whole once it is paid for: what it takes to price it is done already.
pub(crate) struct Whole {
    /// The slots in which it was priced; none if that was short.
    pub(crate) slots: Vec<Slot>,
    /// Bytes that it has at most, as far as can be told before.
    pub(crate) most_bytes: usize,
    /// Writes it, without an envelope.
    pub(crate) write: Write,
}

/// Writes a response.
pub(crate) type Write = Box<dyn FnOnce() -> Result<Bytes, Problem> + Send>;

impl Prepared {
    /// Makes an answer that must be paid in full.
    pub(crate) fn new(
        form: &'static Form,
        echo: Vec<u8>,
        cost: f64,
        freshness: Freshness,
        work: Work,
    ) -> Self {
        Self {
            form,
            is_form_named: false,
            echo,
            cost,
            is_for_what_is_left: false,
            freshness,
            headers: Vec::new(),
            work,
        }
    }

    /// The beginning of an envelope: the echo of the parameters in force.
    pub(crate) fn echo(query: &impl Serialize) -> Vec<u8> {
        let mut echo = Vec::with_capacity(512);
        echo.extend_from_slice(b"{\"query\":");
        json::append(&mut echo, query);
        echo
    }

    /// Makes a JSON answer that is computed when it is needed.
    pub(crate) fn json<R: Serialize>(
        query: &impl Serialize,
        cost: f64,
        answer: impl FnOnce() -> Result<R, Problem> + Send + 'static,
    ) -> Self {
        let work = Work::Compute(Box::new(move |buffer| {
            json::append(buffer, &answer()?);
            Ok(())
        }));
        Self::new(&JSON, Self::echo(query), cost, Freshness::Day, work)
    }

    /// Makes a JSON answer that is not known at once, and cannot fail; no thread waits for it.
    pub(crate) fn awaited<R: Serialize>(
        query: &impl Serialize,
        cost: f64,
        answer: impl Future<Output = R> + Send + 'static,
    ) -> Self {
        let written = async move {
            let mut buffer = Vec::new();
            json::append(&mut buffer, &answer.await);
            buffer
        };
        Self::new(&JSON, Self::echo(query), cost, Freshness::Day, Work::Awaited(Box::pin(written)))
    }

    /// Makes a JSON answer that is computed while it is sent.
    pub(crate) fn stream(
        query: &impl Serialize,
        cost: f64,
        pieces: impl Iterator<Item = Bytes> + Send + Sync + 'static,
    ) -> Self {
        let work = Work::Stream(Box::new(pieces));
        Self::new(&JSON, Self::echo(query), cost, Freshness::Day, work)
    }

    /// Makes a JSON answer that is computed while it is sent, in the pool for long answers: one that takes
    /// many milliseconds, however short it is.
    pub(crate) fn long_stream(
        query: &impl Serialize,
        cost: f64,
        pieces: impl Iterator<Item = Bytes> + Send + Sync + 'static,
    ) -> Self {
        let work = Work::LongStream(Box::new(pieces));
        Self::new(&JSON, Self::echo(query), cost, Freshness::Day, work)
    }

    /// Makes an answer from bytes in memory, in a form without an envelope; it costs nothing.
    pub(crate) fn ready(form: &'static Form, bytes: Bytes, freshness: Freshness) -> Self {
        Self::new(form, Vec::new(), 0.0, freshness, Work::Ready(bytes))
    }

    /// Makes an answer from a body that is the same for everybody, in a form without an envelope; it costs
    /// nothing.
    pub(crate) fn same_for_all(form: &'static Form, body: Arc<Block>, freshness: Freshness) -> Self {
        Self { work: Work::Parts(vec![Part::Block(body)]), ..Self::ready(form, Bytes::new(), freshness) }
    }

    /// Reserves memory for an answer of about so many bytes.
    pub(crate) fn sized(mut self, bytes: usize) -> Self {
        self.echo.reserve(bytes);
        self
    }

    /// Lets the call be answered for what is left of the allowance, if that is less than it costs.
    pub(crate) fn for_what_is_left(self) -> Self {
        Self { is_for_what_is_left: true, ..self }
    }

    /// Says that a parameter names the form, so that `Accept` is not asked.
    pub(crate) fn with_form_named(self) -> Self {
        Self { is_form_named: true, ..self }
    }

    /// Adds a header to this answer.
    pub(crate) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Sets how long the answer may be cached.
    pub(crate) fn with_freshness(self, freshness: Freshness) -> Self {
        Self { freshness, ..self }
    }
}
