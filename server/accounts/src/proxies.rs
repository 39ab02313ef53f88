//! Trusted proxies in front of the server, and their headers about clients.

use super::refusal::Refusal;
use super::rules::IpRules;
use hyper::header::HeaderMap;
use std::net::{IpAddr, SocketAddr};

/// The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
pub(super) struct TrustedProxies(pub(super) IpRules);

impl TrustedProxies {
    pub(super) fn trusts(&self, address: IpAddr) -> bool {
        self.0.contain(address)
    }

    /// The client behind a peer: the last address in `X-Forwarded-For` that is no trusted proxy, if the peer
    /// is one. Fails if a trusted proxy has written an entry that is no address.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Result<IpAddr, Refusal> {
        if !self.trusts(peer) {
            // Most requests come directly; the header is not looked up.
            return Ok(peer.to_canonical());
        }
        let lines = headers.get_all("x-forwarded-for").iter().rev();
        // From the last entry, which the nearest proxy has added. Clients can forge earlier ones: these are
        // not even decoded.
        let mut entries = lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
        let mut client = peer;
        while self.trusts(client)
            && let Some(entry) = entries.next()
        {
            client = address(entry).ok_or(Refusal::ForwardedForMalformed)?;
        }
        Ok(client.to_canonical())
    }

    /// Returns whether the client connected to the outermost proxy over TLS.
    pub(super) fn is_over_tls(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.trusts(peer)
            && headers.get("x-forwarded-proto").is_some_and(|p| p.as_bytes().eq_ignore_ascii_case(b"https"))
    }
}

/// Reads an address as proxies write it: alone, in brackets, or with a port, which is left out.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(entry.trim_ascii()).ok()?;
    let bare = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|with_port| with_port.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    const NAME: &str = "x-forwarded-for";
    const PROXY: &str = "10.1.2.3";
    const CLIENT: &str = "203.0.113.9";

    /// The client of a proxy that sends these lines.
    fn client(lines: &[Vec<u8>]) -> Result<IpAddr, Refusal> {
        let proxies = TrustedProxies(IpRules::parse("10.0.0.0/8, 2001:db8:1::/48").expect("networks"));
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(NAME, HeaderValue::from_bytes(line).expect("bytes of a header"));
        }
        proxies.client(PROXY.parse().expect("an address"), &headers)
    }

    /// Lines of a header with any bytes, many of them commas or parts of addresses.
    fn lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let any = (0u8..=255).prop_filter("a byte of a header", |byte| !byte.is_ascii_control());
        let byte = prop_oneof![any, 0x80u8..=0xff, Just(b'\t'), select(b", .:[]1f".to_vec())];
        let piece = prop_oneof![
            vec(byte, 0..12),
            select(vec![PROXY, "198.51.100.1", "[2001:db8:1::1]:80", "unknown"])
                .prop_map(|text| text.as_bytes().to_vec()),
        ];
        vec(vec(piece, 0..5).prop_map(|pieces| pieces.join(&b',')), 0..4)
    }

    proptest! {
        #[test]
        fn nothing_before_the_last_entry_of_no_proxy_changes_the_client(
            mut lines in lines(),
            is_appended in any::<bool>(),
            last in select(vec![CLIENT, "203.0.113.9:4711", "::ffff:203.0.113.9", "x", "", "\u{ff}"]),
            trusted in select(vec!["", ",10.0.0.7", " , [2001:db8:1::7]:80,10.0.0.7 "]),
        ) {
            let written = format!("{last}{trusted}").into_bytes();
            match lines.last_mut().filter(|_| is_appended) {
                Some(line) => line.extend([b", ", &written[..]].concat()),
                None => lines.push(written),
            }
            let expected = match last.contains(CLIENT) {
                true => Ok(CLIENT.parse().expect("an address")),
                false => Err(Refusal::ForwardedForMalformed),
            };
            prop_assert_eq!(client(&lines), expected);
        }
    }

    #[test]
    fn a_proxy_that_names_no_client_is_one() {
        for (lines, expected) in [(&[][..], PROXY), (&["10.0.0.8, 10.0.0.7".into()][..], "10.0.0.8")] {
            assert_eq!(client(lines), Ok(expected.parse().expect("an address")));
        }
    }

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
            assert_eq!(address(text.as_bytes()), expected.map(|e| e.parse().expect("an address")), "{text}");
        }
    }
}
