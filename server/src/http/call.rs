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
    /// Whether the client has come over TLS, as far as a trusted proxy or the operator says.
    pub is_over_tls: bool,
    /// When the request came, milliseconds since 1970.
    pub now_ms: i64,
}

impl Call<'_> {
    /// A header as text.
    pub(crate) fn header(&self, name: HeaderName) -> Option<&str> {
        self.headers.get(name).and_then(|v| v.to_str().ok())
    }

    /// Scheme and host by which the client has come, without a slash at the end; nothing if it named no host.
    pub(crate) fn site(&self) -> String {
        let named = self.uri.authority().map(|a| a.as_str()).or_else(|| self.header(HOST));
        let scheme = if self.is_over_tls { "https" } else { "http" };
        named.filter(|host| !host.is_empty()).map_or_else(String::new, |host| format!("{scheme}://{host}"))
    }

    /// The path without a slash at its end.
    pub(crate) fn path(&self) -> &str {
        let path = self.uri.path();
        if path.len() > 1 { path.strip_suffix('/').unwrap_or(path) } else { path }
    }
}
