//! Trusted proxies in front of the server, and their headers about clients.

use super::rules::IpRules;
use hyper::header::HeaderMap;
use std::net::{IpAddr, SocketAddr};

/// The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
pub(super) struct TrustedProxies(pub(super) IpRules);

impl TrustedProxies {
    /// Whether an address is that of a trusted proxy.
    pub(super) fn trusts(&self, address: IpAddr) -> bool {
        self.0.contain(address)
    }

    /// The client behind a peer: the last address in `X-Forwarded-For` that is no trusted proxy, if the peer
    /// is one.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer.to_canonical();
        }
        let mut client = peer;
        // From the last entry, which the nearest proxy has added. Clients can forge earlier ones.
        for value in headers.get_all("x-forwarded-for").iter().rev() {
            for part in value.to_str().unwrap_or("").rsplit(',') {
                // An entry that is no address ends the search: the entries before it cannot be trusted.
                let Some(address) = address(part.trim()) else { return client.to_canonical() };
                client = address;
                if !self.trusts(client) {
                    return client.to_canonical();
                }
            }
        }
        client.to_canonical()
    }

    /// Whether the client connected to the outermost proxy over TLS.
    pub(super) fn is_over_tls(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.trusts(peer)
            && headers.get("x-forwarded-proto").is_some_and(|p| p.as_bytes().eq_ignore_ascii_case(b"https"))
    }
}

/// Reads an address as proxies write it: alone, in brackets, or with a port, which is left out.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|with_port| with_port.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_come_alone_in_brackets_and_with_a_port() {
        for (text, expected) in [
            ("198.51.100.1", Some("198.51.100.1")),
            ("198.51.100.1:4711", Some("198.51.100.1")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("[2001:db8::1]", Some("2001:db8::1")),
            ("[2001:db8::1]:80", Some("2001:db8::1")),
            ("198.51.100.1:x", None),
            ("[2001:db8::1", None),
            ("unknown", None),
            ("", None),
        ] {
            assert_eq!(address(text), expected.map(|e| e.parse().expect("an address")), "{text}");
        }
    }
}
