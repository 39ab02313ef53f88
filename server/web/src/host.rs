//! The header `Host`, which every HTTP/1.1 request must have once.

use hyper::Version;
use hyper::header::HOST;
use hyper::http::request::Parts;
use hyper::http::uri::Authority;

/// Bytes of the longest name of a host (RFC 1035, section 2.3.4) with a port.
const MAX_BYTES: usize = 255 + ":65535".len();

/// The error in the `Host` of a request, or `None`. Reference: RFC 9112, section 3.2, for the
/// number of headers; RFC 3986, sections 3.2.2 and 3.2.3, for its form.
pub fn fault(head: &Parts) -> Option<&'static str> {
    if let Some(authority) = head.uri.authority() {
        if authority.as_str().contains('@') {
            return Some("the address has a user before its host");
        }
        if !is_good(authority.as_str()) {
            return Some("the host of the address is not a name or an address, with or without a port");
        }
    }
    let mut hosts = head.headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) if head.version == Version::HTTP_11 => Some("the request has no Host"),
        (None, _) => None,
        (Some(_), Some(_)) => Some("the request has more than one Host"),
        (Some(host), None) => {
            let is_good = host.is_empty() || host.to_str().is_ok_and(is_good);
            (!is_good).then_some("Host is not a name or an address, with or without a port")
        }
    }
}

/// Returns whether a host is well-formed, with or without a port.
fn is_good(host: &str) -> bool {
    host.len() <= MAX_BYTES
        && host.bytes().all(is_of_host)
        && match host.split_once(':') {
            _ if host.contains(['[', ']']) => has_good_port(host.as_bytes()),
            // Most names and addresses need no parser.
            Some((_, port)) => port.parse::<u16>().is_ok(),
            None => true,
        }
}

/// Returns whether a host or port may contain a byte. RFC 3986 allows more, but no real host has such
/// characters, and the host appears in examples of shell commands.
fn is_of_host(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b':' | b'[' | b']')
}

/// Returns whether a host parses as an authority, with a port up to 65,535 if it has one.
fn has_good_port(host: &[u8]) -> bool {
    let authority = Authority::try_from(host).ok();
    authority
        .is_some_and(|a| a.port().is_none() == (a.as_str().len() == a.host().len()) || a.port_u16().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::Request;

    fn fault_of(version: Version, hosts: &[&str]) -> Option<&'static str> {
        let request = hosts.iter().fold(Request::get("/").version(version), |r, h| r.header(HOST, *h));
        fault(&request.body(()).expect("a request").into_parts().0)
    }

    #[test]
    fn a_request_has_one_good_host() {
        for good in ["example.org", "example.org:8080", "127.0.0.1", "[::1]", "[::1]:80", ""] {
            assert_eq!(fault_of(Version::HTTP_11, &[good]), None, "{good}");
        }
        let long = "a".repeat(262);
        for bad in [
            "a b", "a/b", "a@b", "a?b", "a#b", "a\\b", "ä", "[[[:::", "a:99999", "a:", "a:1:2", "[::1]:",
            "a'b", "$(id)", "a;b", &long,
        ] {
            assert!(fault_of(Version::HTTP_11, &[bad]).is_some(), "{bad}");
        }
        assert!(fault_of(Version::HTTP_11, &[]).is_some_and(|f| f.contains("no Host")));
        assert!(fault_of(Version::HTTP_11, &["a", "b"]).is_some_and(|f| f.contains("more than one")));
        assert_eq!(fault_of(Version::HTTP_10, &[]), None);
        assert_eq!(fault_of(Version::HTTP_2, &[]), None);
    }
}
