//! The interface between connections and the handler of requests.

use crate::body::ResponseBody;
use crate::body_problem::BodyProblem;
use crate::traffic::Traffic;
use crate::upload::Upload;
use bytes::Bytes;
use hyper::Response;
use hyper::http::request::Parts;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::time::Instant;

/// A request from a connection.
pub struct WebRequest {
    /// The time at which its head was complete.
    pub begun: Instant,
    /// The other end of the connection.
    pub peer: Peer,
    /// Method, target and headers.
    pub head: Parts,
    /// `true` if the limit of waiting bytes is reached, so that the handler should refuse the request.
    pub is_full: bool,
    /// The body, unless it could not be read.
    pub body: Result<Bytes, BodyProblem>,
    /// The body, if the handler reads it while it answers ([`Handler::reads_body`]).
    pub upload: Option<Upload>,
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
    /// Returns whether the handler reads the body of a request while it answers. All others are read before,
    /// within the limits of a form.
    fn reads_body(&self, head: &Parts) -> bool;

    /// Answers a request.
    fn respond(self: Arc<Self>, request: WebRequest) -> impl Future<Output = Response<ResponseBody>> + Send;

    /// Counters of requests in progress and of bytes of bodies.
    fn traffic(&self) -> Traffic;

    /// Counts a connection that was opened and returns the number that were open before.
    fn connection_opened(&self) -> i64;

    /// Counts a connection that was closed.
    fn connection_closed(&self);

    /// Counts a connection that was refused because too many are open.
    fn connection_refused(&self);

    /// Returns whether an address has no limit of connections, such as a proxy with many clients.
    fn is_unlimited(&self, address: IpAddr) -> bool;

    /// Number of open connections.
    fn open_connections(&self) -> i64;
}
