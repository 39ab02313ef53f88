//! What an operation is: its paths, its parameters, how it is prepared, and what its answer looks like.

use crate::accounts::gate::Caller;
use crate::accounts::plan::Plan;
use crate::accounts::snapshot::Snapshot;
use crate::api::input::{Input, Instant};
use crate::api::openapi::Described;
use crate::api::parameter::Parameter;
use crate::generation::Data;
use crate::http::json;
use crate::http::problem::{Code, Problem};
use arc_swap::Guard;
use astro::time::Ut1;
use bytes::Bytes;
use serde::Serialize;
use std::sync::Arc;

/// Who may use an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Everybody, as often as they like.
    Probe,
    /// Everybody, without credentials.
    Open,
    /// The holder of an account with one of its keys, in the form in which tokens are given.
    Account,
    /// Every key.
    Free,
    /// Keys of the Starter plan and higher.
    Starter,
}

impl Access {
    /// The plan that opens the operation, if there is more to it than a key.
    pub fn gate(self) -> Option<Plan> {
        (self == Self::Starter).then_some(Plan::Starter)
    }
}

/// How long an answer may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// A dated fact: a day, by the client alone.
    Day,
    /// The documentation: an hour, by anybody.
    Public,
    /// Not at all.
    Never,
}

impl Freshness {
    /// `Cache-Control`.
    pub fn header(self) -> &'static str {
        match self {
            Self::Day => "private, max-age=86400",
            Self::Public => "public, max-age=3600",
            Self::Never => "no-store",
        }
    }
}

/// An operation.
pub struct Endpoint {
    /// Name in `query.name` and in logs.
    pub name: &'static str,
    /// Paths with `{parameters}`; the first is the documented one.
    pub paths: &'static [&'static str],
    /// One line.
    pub summary: &'static str,
    /// Everything that a user must know, in Markdown.
    pub description: &'static str,
    /// All parameters but `apiKey` and `cost`.
    pub parameters: &'static [Parameter],
    /// Who may use it.
    pub access: Access,
    /// Credits of the least call, which is also charged when there are no data for what was asked.
    pub cost: f64,
    /// Statuses besides 200, 304 and those that every operation has.
    pub refusals: &'static [Code],
    /// Media type of the answer.
    pub media_type: &'static str,
    /// Schema of `query` and `response`, or of the whole answer where there is no envelope.
    pub describe: fn() -> Shape,
    /// Reads the parameters.
    pub prepare: fn(&mut Input, &Context) -> Result<Prepared, Problem>,
}

/// The shape of an answer.
pub enum Shape {
    /// `{query, response}`.
    Envelope {
        /// The echo.
        query: Described,
        /// The answer.
        response: Described,
    },
    /// Something else.
    Plain(Described),
}

/// What a request is answered from.
pub struct Context {
    /// The generation in force when the request came.
    pub data: Guard<Arc<Data>>,
    /// Whether the service wants requests.
    pub is_ready: bool,
    /// Who asks.
    pub caller: Caller,
    /// The accounts when the request came.
    pub accounts: Guard<Arc<Snapshot>>,
    /// When the request came, milliseconds since 1970.
    pub now_ms: i64,
}

impl Context {
    /// The generation, to be kept for the work.
    pub fn kept(&self) -> Arc<Data> {
        Arc::clone(&self.data)
    }

    /// The given ΔT, or that of the table, s. The years of the table are also those for which the theories
    /// hold.
    pub fn delta_t_s(&self, at: Ut1, given_s: Option<f64>, parameter: &'static str) -> Result<f64, Problem> {
        let table = self.delta_t(at, parameter)?;
        Ok(given_s.unwrap_or(table.delta_t_s))
    }

    /// ΔT with its error and source; outside the table the parameter is wrong.
    pub fn delta_t(&self, at: Ut1, parameter: &'static str) -> Result<astro::time::delta_t::Node, Problem> {
        self.data.delta_t.at_year(at.decimal_year()).map_err(|_| {
            let nodes = self.data.delta_t.nodes();
            let (from, to) = (nodes.first().map_or(0.0, |n| n.year), nodes.last().map_or(0.0, |n| n.year));
            Problem::parameter(
                parameter,
                format!(
                    "{} lies outside the years {from} to {to}, for which ΔT and the theories hold",
                    Instant::from_ut1(at).iso()
                ),
            )
        })
    }
}

/// A request that is understood and can be answered.
pub struct Prepared {
    /// The beginning of the envelope, `{"query":{…}`; empty where there is none.
    pub head: Vec<u8>,
    /// Credits.
    pub cost: f64,
    /// How long the answer may be kept.
    pub freshness: Freshness,
    /// The work that is left.
    pub work: Work,
}

/// Appends a `response` to a buffer.
pub type Compute = Box<dyn FnOnce(&mut Vec<u8>) -> Result<(), Problem> + Send>;

/// How the `response` is made.
pub enum Work {
    /// At once, appended to a buffer.
    Json(Compute),
    /// From pieces that lie ready; `whole` says that it is the entire catalog.
    Pieces {
        /// Bytes of the response, one after the other.
        pieces: Vec<Bytes>,
        /// Whether the encoded answer may be kept.
        whole: bool,
    },
    /// While it is sent. Everything that can fail has been tried before.
    Stream(Box<dyn Iterator<Item = Bytes> + Send + Sync>),
    /// No envelope: the bytes of the answer.
    Plain(Bytes),
}

impl Prepared {
    /// The beginning of an envelope.
    pub fn head(query: &impl Serialize) -> Vec<u8> {
        let mut head = Vec::with_capacity(512);
        head.extend_from_slice(b"{\"query\":");
        json::append(&mut head, query);
        head
    }

    /// A JSON answer that is computed when it is needed.
    pub fn json<R: Serialize>(
        query: &impl Serialize,
        cost: f64,
        answer: impl FnOnce() -> Result<R, Problem> + Send + 'static,
    ) -> Self {
        let work = Work::Json(Box::new(move |buffer| {
            json::append(buffer, &answer()?);
            Ok(())
        }));
        Self { head: Self::head(query), cost, freshness: Freshness::Day, work }
    }

    /// An answer made while it is sent.
    pub fn stream(
        query: &impl Serialize,
        cost: f64,
        pieces: impl Iterator<Item = Bytes> + Send + Sync + 'static,
    ) -> Self {
        Self {
            head: Self::head(query),
            cost,
            freshness: Freshness::Day,
            work: Work::Stream(Box::new(pieces)),
        }
    }

    /// Bytes without an envelope.
    pub fn plain(bytes: Bytes, freshness: Freshness) -> Self {
        Self { head: Vec::new(), cost: 0.0, freshness, work: Work::Plain(bytes) }
    }

    /// An answer of about so many bytes.
    pub fn sized(mut self, bytes: usize) -> Self {
        self.head.reserve(bytes);
        self
    }

    /// Another freshness.
    pub fn kept(self, freshness: Freshness) -> Self {
        Self { freshness, ..self }
    }
}
