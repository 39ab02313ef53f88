//! A validated and priced request, with the work that makes its response.

use crate::api::batch::Batch;
use bytes::Bytes;
use hyper::header::{HeaderName, HeaderValue};
use serde::Serialize;
use std::pin::Pin;
use std::sync::Arc;
use web::blocks::{Block, BodyPart};
use web::compute::Slots;
use web::header::ShortValue;
use web::json;
use web::problem::Problem;

/// The form of a response: media type, envelope and headers. The decimals of its numbers are set where they
/// are written: eight by [`json::append`], others by [`json::append_rounded`].
pub(crate) struct Form {
    /// Media type of the response.
    pub(crate) media_type: &'static str,
    /// `true` if the response has an envelope: `{"query":…,"response":…}`.
    pub(crate) has_envelope: bool,
    /// Headers in addition to those of every response.
    pub(crate) headers: &'static [(HeaderName, &'static str)],
}

/// JSON in the envelope: the form of most responses.
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

/// The caching of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// A day, only by the client: a fact about a date.
    Day,
    /// Seconds, only by the client: a response about a date relative to the present.
    Seconds(u32),
    /// An hour, only by the client: a page that contains the host of the request, which a shared cache might
    /// return for another host.
    Hour,
    /// An hour, by every cache: the description of the service.
    Public,
    /// Forever, by every cache: content with a hash or version in its address.
    Forever,
    /// Not at all (`no-store`).
    Never,
    /// Not at all, also not in shared caches: content for the holder of a key.
    NeverShared,
}

impl Freshness {
    /// The value of `Cache-Control`.
    pub(crate) fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Seconds(seconds) => {
                return ShortValue::default().text("private, max-age=").number(seconds.into()).value();
            }
            Self::Day => "private, max-age=86400",
            Self::Hour => "private, max-age=3600",
            Self::Public => "public, max-age=3600",
            Self::Forever => "public, max-age=31536000, immutable",
            Self::Never => "no-store",
            Self::NeverShared => "no-store, private",
        })
    }

    /// Limits the caching to a time, ms.
    fn at_most(self, ms: i64) -> Self {
        let most_s = match self {
            Self::Never | Self::NeverShared => return self,
            Self::Seconds(seconds) => seconds,
            Self::Hour | Self::Public => 3600,
            Self::Day | Self::Forever => 86_400,
        };
        Self::Seconds(u32::try_from(ms / 1000).unwrap_or(0).min(most_s))
    }
}

/// A validated request.
pub(crate) struct Prepared {
    /// The form of the response.
    pub(crate) form: &'static Form,
    /// `true` if the request named the form, so that `Accept` is ignored.
    pub(crate) is_form_named: bool,
    /// The beginning of the envelope, `{"query":{…}`, with all parameters; empty if the response depends on
    /// none. It identifies a response even if the form has no envelope.
    pub(crate) echo: Vec<u8>,
    /// Cost in credits.
    pub(crate) cost: f64,
    /// `true` if the call costs at most what is left of the allowance.
    pub(crate) is_for_what_is_left: bool,
    /// The caching of the response.
    pub(crate) freshness: Freshness,
    /// Headers of this response, in addition to those of its form.
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    /// The work that makes the response.
    pub(crate) work: Work,
}

/// Appends a response to a buffer.
pub(crate) type Compute = Box<dyn FnOnce(&mut Vec<u8>) -> Result<(), Problem> + Send>;

/// Returns a response when it is available.
pub(crate) type FutureResponse = Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;

/// The ways in which a response is made.
pub(crate) enum Work {
    /// Nothing: the echo alone is the response.
    Nothing,
    /// Computed at once, appended to a buffer.
    Compute(Compute),
    /// Computed like [`Work::Compute`], but in the pool for long responses.
    Long(Compute),
    /// Awaited without occupying a thread, then sent.
    Awaited(FutureResponse),
    /// Assembled from parts in memory, most of them encoded in advance.
    Parts(Vec<BodyPart>),
    /// Made piece by piece, and while it is sent if it is long or takes long; it cannot fail. A piece takes
    /// at most about a millisecond and may be empty.
    Stream {
        /// The pieces.
        pieces: Box<dyn Iterator<Item = Bytes> + Send + Sync>,
        /// `true` if a piece takes at most a tenth of a millisecond; otherwise the pool makes all.
        are_short: bool,
    },
    /// The whole response in memory.
    Ready(Bytes),
    /// Written as a whole after it is charged.
    Whole(Whole),
    /// Work in the pool on which the price depends; the cost so far is charged meanwhile.
    Pricing(Pricing),
    /// The whole response in memory, compressed by gzip; decoded for clients that do not accept gzip.
    Gzipped(Bytes),
    /// An empty response: 204.
    Absent,
    /// Results for the rows of the body, of which each is charged.
    Batch(Batch),
}

impl Work {
    /// Computes a JSON value at once if that is short, otherwise in the pool for long responses.
    pub(crate) fn json<R: Serialize>(is_short: bool, answer: impl FnOnce() -> R + Send + 'static) -> Self {
        let write = Box::new(move |buffer: &mut Vec<u8>| {
            json::append(buffer, &answer());
            Ok(())
        });
        if is_short { Self::Compute(write) } else { Self::Long(write) }
    }

    /// Sends pieces as they are made. A serving thread begins if they are `short`, a tenth of a millisecond
    /// at most.
    pub(crate) fn pieces(
        are_short: bool,
        pieces: impl Iterator<Item = Bytes> + Send + Sync + 'static,
    ) -> Self {
        Self::Stream { pieces: Box::new(pieces), are_short }
    }
}

/// A response that is written as a whole after it is charged; the work to price it is done.
pub(crate) struct Whole {
    /// The slots in which it was priced; none if pricing was short.
    pub(crate) slots: Vec<Slots>,
    /// Estimate of the maximum length.
    pub(crate) max_bytes: usize,
    /// Writes it, without an envelope.
    pub(crate) write: Write,
}

/// Work that ends with the price of a response.
pub(crate) struct Pricing {
    /// Estimate of the maximum length of the response, which decides how many slots the work needs.
    pub(crate) about_bytes: usize,
    /// Does the work.
    pub(crate) prepare: Box<dyn FnOnce() -> Result<Prepared, Problem> + Send>,
}

/// Writes a response.
pub(crate) type Write = Box<dyn FnOnce() -> Result<Bytes, Problem> + Send>;

impl Prepared {
    /// Makes a response that is charged in full.
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

    /// Adds a note about the request to its echo, if there is an echo.
    pub(crate) fn note(&mut self, note: &str) {
        if self.echo.pop().is_some() {
            self.echo.extend_from_slice(b",\"note\":");
            json::append(&mut self.echo, &note);
            self.echo.push(b'}');
        }
    }

    /// Returns the beginning of an envelope: the echo of the parameters.
    pub(crate) fn echo(query: &impl Serialize) -> Vec<u8> {
        let mut echo = Vec::with_capacity(512);
        echo.extend_from_slice(b"{\"query\":");
        json::append(&mut echo, query);
        echo
    }

    /// Makes a JSON response that is computed on demand.
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

    /// Makes a JSON response that is awaited and cannot fail; no thread waits for it.
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

    /// Makes a JSON response from [`Work::pieces`].
    pub(crate) fn stream(
        query: &impl Serialize,
        cost: f64,
        are_short: bool,
        pieces: impl Iterator<Item = Bytes> + Send + Sync + 'static,
    ) -> Self {
        Self::new(&JSON, Self::echo(query), cost, Freshness::Day, Work::pieces(are_short, pieces))
    }

    /// Makes a response to `POST`; `cost` is the price of a row.
    pub(crate) fn batch(query: &impl Serialize, cost: f64, batch: Batch) -> Self {
        // The price alone is JSON, whatever the rows are.
        Self::new(&JSON, Self::echo(query), cost, Freshness::Never, Work::Batch(batch)).with_form_named()
    }

    /// Makes a free response from bytes in memory, without an envelope.
    pub(crate) fn ready(form: &'static Form, bytes: Bytes, freshness: Freshness) -> Self {
        Self::new(form, Vec::new(), 0.0, freshness, Work::Ready(bytes))
    }

    /// Makes a free response from a shared body, without an envelope.
    pub(crate) fn same_for_all(form: &'static Form, body: Arc<Block>, freshness: Freshness) -> Self {
        Self { work: Work::Parts(vec![BodyPart::Block(body)]), ..Self::ready(form, Bytes::new(), freshness) }
    }

    /// Uses the slots in which the work for the price was done.
    pub(crate) fn with_slots(mut self, slots: Vec<Slots>) -> Self {
        if let Work::Whole(whole) = &mut self.work {
            whole.slots = slots;
        }
        self
    }

    /// Reserves memory for a response of about this length.
    pub(crate) fn sized(mut self, bytes: usize) -> Self {
        self.echo.reserve(bytes);
        self
    }

    /// Limits the cost to what is left of the allowance.
    pub(crate) fn for_what_is_left(self) -> Self {
        Self { is_for_what_is_left: true, ..self }
    }

    /// Ignores `Accept`, because a parameter names the form.
    pub(crate) fn with_form_named(self) -> Self {
        Self { is_form_named: true, ..self }
    }

    /// Adds a header to this response.
    pub(crate) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Limits the caching of the response to a time, ms.
    pub(crate) fn fresh_for(self, ms: i64) -> Self {
        let work = match self.work {
            Work::Pricing(unpriced) => Work::Pricing(Pricing {
                prepare: Box::new(move || Ok((unpriced.prepare)()?.fresh_for(ms))),
                ..unpriced
            }),
            work => work,
        };
        Self { freshness: self.freshness.at_most(ms), work, ..self }
    }

    /// Sets the caching of the response.
    pub(crate) fn with_freshness(self, freshness: Freshness) -> Self {
        Self { freshness, ..self }
    }
}
