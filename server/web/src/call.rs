//! A request without its body, as every part of the server sees it.

use hyper::header::{HOST, HeaderMap, HeaderName};
use hyper::{Method, Uri};
use std::net::IpAddr;

/// A request without its body.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// Method of the request.
    pub method: &'a Method,
    /// Target of the request: path and query, with HTTP/2 also the host.
    pub uri: &'a Uri,
    /// Headers of the request.
    pub headers: &'a HeaderMap,
    /// Address of the client, behind trusted proxies.
    pub client: IpAddr,
    /// `true` if the client uses TLS, according to a trusted proxy or the operator.
    pub is_over_tls: bool,
    /// The time of the request, milliseconds since 1970.
    pub now_ms: i64,
    /// Id of the request, which the response and the log have, too.
    pub request_id: &'a str,
}

impl Call<'_> {
    /// A header as text.
    pub fn header(&self, name: HeaderName) -> Option<&str> {
        self.headers.get(name).and_then(|v| v.to_str().ok())
    }

    /// The host that the request names, with its port if it has one; empty without one.
    pub fn host(&self) -> &str {
        // HTTP/2 has the host in the address.
        self.uri.authority().map(|a| a.as_str()).or_else(|| self.header(HOST)).unwrap_or("")
    }

    /// Returns whether the request names this host, whatever the port.
    pub fn is_to_host(&self, name: &str) -> bool {
        let host = self.host();
        let own = if host.starts_with('[') { host } else { host.split(':').next().unwrap_or("") };
        // A fully qualified name may end in a dot.
        own.trim_end_matches('.').eq_ignore_ascii_case(name)
    }

    /// Scheme and host by which the client has come, without a slash at the end; nothing if it named no host.
    pub fn site(&self) -> String {
        let scheme = if self.is_over_tls { "https" } else { "http" };
        let host = self.host();
        if host.is_empty() { String::new() } else { format!("{scheme}://{host}") }
    }

    /// The path without a slash at its end.
    pub fn path(&self) -> &str {
        without_slash(self.uri.path())
    }
}

/// A path without a slash at its end.
pub fn without_slash(path: &str) -> &str {
    if path.len() > 1 { path.strip_suffix('/').unwrap_or(path) } else { path }
}
