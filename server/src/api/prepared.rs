//! A validated and priced request, with the work that makes its response.

use crate::api::batch::Batch;
use crate::api::filter::Filter;
use crate::api::long_responses::{Later, LongResponses};
use crate::api::prelude::*;
use crate::api::price::Bill;
use hyper::header::{HeaderName, HeaderValue};
use web::blocks::{Block, BodyPart};
use web::header::ShortValue;
use web::json;

/// The form of a response: media type, envelope and headers. The decimals of its numbers are set where they
/// are written: eight by [`json::append`], others by [`json::append_rounded`].
pub(crate) struct Form {
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
    /// `true` if the only part is compressed by gzip; it is decoded for clients that do not accept gzip.
    pub(crate) is_gzipped: bool,
    /// Selects and rounds the fields of a response in the envelope.
    pub(crate) filter: Option<Box<Filter>>,
    /// Slots that are held until the response is sent.
    pub(crate) slots: Vec<Slots>,
    /// The work that makes the response.
    pub(crate) work: Work,
}

/// Appends a response to a buffer.
pub(crate) type Compute = Box<dyn FnOnce(&mut Vec<u8>) -> Result<(), Problem> + Send>;

/// Work in stages, which pays for itself beyond the cost so far: each stage before it begins, and at last the
/// price of the response of another kind that it returns.
pub(crate) type Stages =
    Box<dyn for<'a> FnOnce(LongResponses<'a>, &'a mut Bill<'_>) -> Later<'a, Prepared> + Send>;

/// The ways in which a response is made.
pub(crate) enum Work {
    /// Assembled from parts in memory, many of them encoded in advance. Without parts, an envelope contains
    /// the echo alone, and a response without an envelope is 204.
    Parts(Vec<BodyPart>),
    /// Computed as a whole.
    Compute {
        /// Estimate of the maximum length of a response that the pool computes; none for one that a serving
        /// thread computes at once.
        in_pool: Option<usize>,
        write: Compute,
    },
    /// Made piece by piece, and while it is sent if it is long or takes long; it cannot fail. A piece takes
    /// at most about a millisecond and may be empty.
    Stream {
        pieces: Box<dyn Iterator<Item = Bytes> + Send + Sync>,
        /// `true` if a piece takes at most a tenth of a millisecond; otherwise the pool makes all.
        are_short: bool,
    },
    /// Made in stages.
    Stages(Stages),
    /// Results for the rows of the body, of which each is charged.
    Batch(Batch),
}

/// Nothing to make.
impl Default for Work {
    fn default() -> Self {
        Self::Parts(Vec::new())
    }
}

impl Work {
    /// Sends bytes in memory.
    pub(crate) fn ready(bytes: impl Into<Bytes>) -> Self {
        Self::Parts(vec![BodyPart::Own(bytes.into())])
    }

    /// Returns whether there is nothing to make.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Parts(parts) if parts.is_empty())
    }

    /// Computes a response at once if that is short, otherwise in the pool.
    pub(crate) fn compute(
        is_short: bool,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), Problem> + Send + 'static,
    ) -> Self {
        // A response that is computed as a whole in the pool is short as well, unless its writer says more.
        Self::Compute { in_pool: (!is_short).then_some(0), write: Box::new(write) }
    }

    /// Computes a JSON value like [`Work::compute`].
    pub(crate) fn json<R: Serialize>(is_short: bool, answer: impl FnOnce() -> R + Send + 'static) -> Self {
        Self::compute(is_short, move |buffer| {
            json::append(buffer, &answer());
            Ok(())
        })
    }

    /// Sends pieces as they are made. A serving thread begins if they are `short`, a tenth of a millisecond
    /// at most.
    pub(crate) fn pieces(
        are_short: bool,
        pieces: impl Iterator<Item = Bytes> + Send + Sync + 'static,
    ) -> Self {
        Self::Stream { pieces: Box::new(pieces), are_short }
    }

    /// Works in stages, see [`Stages`].
    pub(crate) fn stages<S>(stages: S) -> Self
    where
        S: for<'a> FnOnce(LongResponses<'a>, &'a mut Bill<'_>) -> Later<'a, Prepared> + Send + 'static,
    {
        Self::Stages(Box::new(stages))
    }
}

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
            is_gzipped: false,
            filter: None,
            slots: Vec::new(),
            work,
        }
    }

    /// Adds a member to the echo, if there is an echo.
    pub(crate) fn add_to_echo(&mut self, name: &str, value: &impl Serialize) {
        if self.echo.pop().is_some() {
            self.echo.push(b',');
            json::append(&mut self.echo, &name);
            self.echo.push(b':');
            json::append(&mut self.echo, value);
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
        let work = Work::compute(true, move |buffer| {
            json::append(buffer, &answer()?);
            Ok(())
        });
        Self::new(&JSON, Self::echo(query), cost, Freshness::Day, work)
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
        Self::new(form, Vec::new(), 0.0, freshness, Work::ready(bytes))
    }

    /// Makes a free response from a shared body, without an envelope.
    pub(crate) fn same_for_all(form: &'static Form, body: Arc<Block>, freshness: Freshness) -> Self {
        Self { work: Work::Parts(vec![BodyPart::Block(body)]), ..Self::ready(form, Bytes::new(), freshness) }
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

    /// Returns the response to `cost=1`: the echo alone, which contains the cost.
    pub(crate) fn cost_alone(self, operation: &'static str) -> Self {
        let cost = Cost { name: operation, cost: self.cost };
        let echo = if self.echo.is_empty() { Self::echo(&cost) } else { self.echo };
        // Clients that accept only another format still get the cost.
        let is_form_named = self.is_form_named || self.form.media_type != JSON.media_type;
        // Shared caches that ignore the query would return it as the response itself.
        let freshness = match self.freshness {
            Freshness::Public | Freshness::Forever => Freshness::Never,
            own => own,
        };
        let alone = Self::new(&JSON, echo, self.cost, freshness, Work::default());
        Self { is_form_named, ..alone }
    }

    /// Adds the note on how the request was read, and limits the caching to the time until it is read
    /// otherwise, ms.
    pub(crate) fn complete(&mut self, fresh_ms: Option<i64>, note: Option<&str>) {
        if let Some(note) = note {
            self.add_to_echo("note", &note);
        }
        if let Some(ms) = fresh_ms {
            self.freshness = self.freshness.at_most(ms);
        }
    }

    /// Sets the caching of the response.
    pub(crate) fn with_freshness(self, freshness: Freshness) -> Self {
        Self { freshness, ..self }
    }
}

/// The echo of an operation without an envelope.
#[derive(Serialize)]
struct Cost {
    name: &'static str,
    cost: f64,
}
