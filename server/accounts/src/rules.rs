//! Rules for the origins and addresses of requests.

use ipnet::{IpNet, Ipv4Net};
use std::net::IpAddr;

/// Allowed hosts of the `Origin` header; an empty list allows all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OriginRules(Box<[String]>);

/// Decision of the origin rules of a key on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The request may come from there.
    Allowed,
    /// There are rules, and the request has no `Origin` header.
    Missing,
    /// No rule allows the origin.
    Refused,
}

impl OriginRules {
    /// Reads rules separated by semicolons, each a host or an address with at most one `*`, which matches
    /// for one or more characters.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rules: Box<[String]> =
            text.split(';').map(|r| r.trim().to_ascii_lowercase()).filter(|r| !r.is_empty()).collect();
        for rule in &rules {
            if rule.matches('*').count() > 1 {
                return Err(format!("the origin rule \"{rule}\" has more than one *; write *.example.org"));
            }
            let is_host =
                rule.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'*' | b'_'));
            let is_address = rule.matches(':').count() > 1
                && rule
                    .trim_matches(['[', ']'])
                    .bytes()
                    .all(|b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.' | b'*'));
            if !is_host && !is_address {
                return Err(format!(
                    "the origin rule \"{rule}\" must be a host such as app.example.org or *.example.org, \
                     without scheme, port or path"
                ));
            }
        }
        Ok(Self(rules))
    }

    /// The rules in the form in which they are stored.
    pub fn text(&self) -> String {
        self.0.join("; ")
    }

    /// Returns whether requests may come from anywhere.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Judges the `Origin` header of a request, or another header that begins with an origin.
    pub(crate) fn judge(&self, origin: Option<&str>) -> Origin {
        match origin {
            _ if self.0.is_empty() => Origin::Allowed,
            None => Origin::Missing,
            Some(origin) => {
                let host = origin_of(origin).map_or("", host_of).to_ascii_lowercase();
                if self.0.iter().any(|rule| matches(rule, &host)) { Origin::Allowed } else { Origin::Refused }
            }
        }
    }
}

/// The origin at the start of an address, `scheme://host:port`, if there is one.
pub fn origin_of(address: &str) -> Option<&str> {
    let host = Some(host_of(address)).filter(|host| !host.is_empty())?;
    let (scheme, rest) = address.split_once("://")?;
    let is_scheme = ["http", "https"].iter().any(|s| scheme.eq_ignore_ascii_case(s));
    let authority = rest.split('/').next()?;
    // After the host only a port may follow: `https://example.org@evil.net` has another host than it seems.
    let port = authority.trim_start_matches('[').strip_prefix(host)?.trim_start_matches(']');
    let is_port = port.is_empty()
        || port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    (is_scheme && is_port).then(|| &address[..scheme.len() + "://".len() + authority.len()])
}

/// The host in `scheme://host:port`; empty for `null`, without a scheme, and for a host with invalid
/// characters.
fn host_of(origin: &str) -> &str {
    let Some((_, rest)) = origin.split_once("://") else { return "" };
    let (host, is_of_host): (_, fn(u8) -> bool) = match rest.strip_prefix('[') {
        // Brackets belong to IPv6, whose colons do not begin a port.
        Some(v6) => {
            (v6.split(']').next().unwrap_or(""), |b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.'))
        }
        None => (rest.split([':', '/']).next().unwrap_or(""), |b| {
            b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_')
        }),
    };
    if host.bytes().all(is_of_host) { host } else { "" }
}

fn matches(rule: &str, host: &str) -> bool {
    match rule.trim_matches(['[', ']']).split_once('*') {
        None => rule.trim_matches(['[', ']']) == host && !host.is_empty(),
        Some((before, after)) => {
            // Longer than both parts: the wildcard matches at least one character, and they cannot overlap.
            host.len() > before.len() + after.len() && host.starts_with(before) && host.ends_with(after)
        }
    }
}

/// Addresses from which a key may be used; an empty list allows all. IPv4 and IPv6 are distinct.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IpRules(Box<[IpNet]>);

impl IpRules {
    /// Reads addresses and CIDR blocks separated by commas, semicolons or spaces.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split([',', ';', ' ', '\n', '\r']).map(str::trim).filter(|r| !r.is_empty());
        parts.map(net).collect::<Result<_, _>>().map(Self)
    }

    /// The rules in the form in which they are stored.
    pub fn text(&self) -> String {
        let one = |n: &IpNet| {
            if n.prefix_len() == n.max_prefix_len() { n.addr().to_string() } else { n.to_string() }
        };
        self.0.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Returns whether a request may come from this address.
    pub fn allow(&self, address: IpAddr) -> bool {
        self.0.is_empty() || self.contain(address)
    }

    pub(crate) fn contain(&self, address: IpAddr) -> bool {
        // An IPv4 client of a socket for both families is an IPv4 client.
        let address = address.to_canonical();
        self.0.iter().any(|n| n.contains(&address))
    }
}

fn net(text: &str) -> Result<IpNet, String> {
    let net = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    net.map(|n| canonical(n.trunc())).map_err(|_| {
        format!(
            "\"{text}\" must be an address or a CIDR block, such as 203.0.113.7, 203.0.113.0/24 or \
             2001:db8::/32"
        )
    })
}

/// Converts IPv4-mapped addresses (`::ffff:203.0.113.7`) to IPv4, because addresses of clients are converted
/// too.
fn canonical(net: IpNet) -> IpNet {
    const MAPPED_BITS: u8 = 96;
    let IpNet::V6(v6) = net else { return net };
    let length = v6.prefix_len().checked_sub(MAPPED_BITS);
    let v4 = v6.addr().to_ipv4_mapped().zip(length).and_then(|(addr, n)| Ipv4Net::new(addr, n).ok());
    v4.map_or(net, IpNet::V4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn judged(rules: &str, origin: &str) -> Origin {
        OriginRules::parse(rules).expect("rules").judge(Some(origin))
    }

    #[test]
    fn one_wildcard_anywhere_in_the_host() {
        let cases = [
            ("*.example.org", "https://a.example.org", true),
            ("*.example.org", "https://a.b.example.org:8443", true),
            ("*.example.org", "https://example.org", false),
            ("*.example.org", "https://badexample.org", false),
            ("*.example.org", "https://a.example.org.evil.net", false),
            ("a.*.example.org", "https://a.x.example.org", true),
            ("a.*.example.org", "https://a.example.org", false),
            ("app.*", "http://app.localhost:3000", true),
            ("app.*", "http://app.", false),
            ("*", "https://any.host", true),
            ("*", "null", false),
            ("EXAMPLE.org", "https://Example.ORG", true),
            ("example.org", "https://evil.net/example.org", false),
            ("example.org", "https://example.org@evil.net", false),
            ("10.0.0.1", "http://10.0.0.1:8080", true),
            ("2001:db8::1", "http://[2001:db8::1]:8080", true),
            ("one.org; two.org", "https://two.org", true),
            ("*.example.org", "https://evil.net?.example.org", false),
            ("*.example.org", "https://evil.net#.example.org", false),
            ("*.example.org", "https://evil.net\\.example.org", false),
            ("*.example.org", "https://evil@.example.org", false),
            ("*.example.org", "https://[::1].example.org", false),
            ("example.org", "https://example.org:1@evil.net/", false),
            ("example.org", "javascript://example.org", false),
        ];
        for (rules, origin, allowed) in cases {
            assert_eq!(judged(rules, origin) == Origin::Allowed, allowed, "{rules} and {origin}");
        }
        assert_eq!(OriginRules::parse("a.org").map(|r| r.judge(None)), Ok(Origin::Missing));
        assert_eq!(judged("a.org", "https://a.org:8443/page?of=b.org"), Origin::Allowed, "a Referer");
        assert_eq!(OriginRules::parse(" ; ").map(|r| r.judge(None)), Ok(Origin::Allowed));
        for wrong in ["*.*.org", "https://a.org", "a.org/x", "a.org:80", "10.0.0.1:80", "ä.org"] {
            assert!(OriginRules::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_address_begins_with_its_origin() {
        for (address, origin) in [
            ("https://a.org/page?x=https://b.org", Some("https://a.org")),
            ("http://localhost:3000", Some("http://localhost:3000")),
            ("http://[::1]:8080/", Some("http://[::1]:8080")),
            ("https://a.org:80;b/", None),
            ("https://user:word@a.org/", None),
            ("ftp://a.org/", None),
            ("null", None),
            ("https://a.org;script-src *", None),
        ] {
            assert_eq!(origin_of(address), origin, "{address}");
        }
    }

    #[test]
    fn addresses_blocks_and_families() {
        let rules = IpRules::parse("203.0.113.7, 198.51.100.0/24;2001:db8::/32").expect("rules");
        for (address, allowed) in [
            ("203.0.113.7", true),
            ("203.0.113.8", false),
            ("198.51.100.255", true),
            ("2001:db8:1::1", true),
            ("2001:db9::1", false),
            ("::ffff:203.0.113.7", true),
        ] {
            assert_eq!(rules.allow(address.parse().expect("an address")), allowed, "{address}");
        }
        let six = "::1".parse().expect("an address");
        assert!(!IpRules::parse("0.0.0.0/0").expect("a block").allow(six), "families are distinct");
        assert!(IpRules::default().allow(six));
        assert_eq!(rules.text(), "203.0.113.7, 198.51.100.0/24, 2001:db8::/32");
        let mapped = IpRules::parse("::ffff:203.0.113.7, ::ffff:198.51.100.0/120, ::ffff:0:0/95");
        assert_eq!(mapped.expect("rules").text(), "203.0.113.7, 198.51.100.0/24, ::fffe:0:0/95");
        for wrong in ["203.0.113", "203.0.113.0/33", "example.org"] {
            assert!(IpRules::parse(wrong).is_err_and(|e| e.contains(wrong)), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn rules_survive_being_written(text in "[a-z0-9.;* ]{0,40}") {
            if let Ok(rules) = OriginRules::parse(&text) {
                prop_assert_eq!(OriginRules::parse(&rules.text()), Ok(rules));
            }
        }

        #[test]
        fn an_origin_without_its_suffix_never_passes(host in "[a-z]{1,8}(\\.[a-z]{1,8}){0,3}") {
            let ends = host.ends_with(".example.org");
            let origin = format!("https://{host}");
            prop_assert_eq!(judged("*.example.org", &origin) == Origin::Allowed, ends);
        }
    }
}
