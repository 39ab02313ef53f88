//! The interface between connections and the handler of requests.

use crate::body::Answer;
use crate::problem::{Code, Problem};
use crate::traffic::Traffic;
use crate::upload::Upload;
use bytes::Bytes;
use hyper::Response;
use hyper::http::request::Parts;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A request from a connection.
pub struct Received {
    /// When its head was complete.
    pub begun: Instant,
    /// The other end of the connection.
    pub peer: Peer,
    /// Method, target and headers.
    pub head: Parts,
    /// Whether the limit of waiting bytes is reached, so that the handler should refuse the request.
    pub is_full: bool,
    /// The body, unless it could not be read.
    pub body: Result<Bytes, BodyProblem>,
    /// The body, if the handler reads it while it answers ([`Handler::reads_body`]).
    pub upload: Option<Upload>,
}

/// Why the body of a request could not be read.
#[derive(Debug, Clone, Copy)]
pub enum BodyProblem {
    /// It has more bytes than are allowed.
    TooLarge {
        /// Bytes that are allowed.
        most: usize,
    },
    /// It did not arrive in time.
    TooSlow {
        /// Time that is allowed.
        most: Duration,
    },
    /// It is malformed, or the client has disconnected.
    Malformed,
    /// It is compressed by more than is allowed.
    Inflated {
        /// Ratio that is allowed.
        most: u64,
    },
}

impl From<BodyProblem> for Problem {
    fn from(problem: BodyProblem) -> Self {
        match problem {
            BodyProblem::TooLarge { most } => Self::new(
                Code::BodyTooLarge,
                format!("the request body is larger than {most} bytes; this path needs no body"),
            ),
            BodyProblem::TooSlow { most } => Self::new(
                Code::BodyTooSlow,
                format!("the request body did not arrive, or not go on, within {} seconds", most.as_secs()),
            ),
            BodyProblem::Malformed => {
                Self::new(Code::BodyMalformed, "the request body is incomplete, wrongly chunked or not gzip")
            }
            BodyProblem::Inflated { most } => Self::new(
                Code::BodyTooLarge,
                format!("the request body becomes more than {most} times as large by gzip; send it as it is"),
            ),
        }
    }
}

/// The other end of a connection.
#[derive(Clone)]
pub struct Peer {
    /// Address of the peer.
    pub address: IpAddr,
    /// The address as text, for the log.
    pub text: Arc<str>,
}

/// Answers the requests of connections, and counts the connections.
pub trait Handler: Send + Sync + 'static {
    /// Whether the handler reads the body of a request while it answers. All others are read before, within
    /// the limits of a form.
    fn reads_body(&self, head: &Parts) -> bool;

    /// Answers a request.
    fn respond(self: Arc<Self>, request: Received) -> impl Future<Output = Response<Answer>> + Send;

    /// Counters of requests in progress and of bytes of bodies.
    fn traffic(&self) -> Traffic;

    /// Counts a connection that was opened and returns the number that were open before.
    fn connection_opened(&self) -> i64;

    /// Counts a connection that was closed.
    fn connection_closed(&self);

    /// Counts a connection that was refused because too many are open.
    fn connection_refused(&self);

    /// Whether an address has no limit of connections, such as a proxy with many clients.
    fn is_unlimited(&self, address: IpAddr) -> bool;

    /// Number of open connections.
    fn open_connections(&self) -> i64;
}
