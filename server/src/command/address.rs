//! Addresses to listen on.

use std::net::{Ipv6Addr, SocketAddr, ToSocketAddrs};

/// The remedy in error messages.
const EXAMPLES: &str = "use 127.0.0.1:8080, [::1]:8080, localhost:8080, or :8080 for all addresses of the \
    machine; port 0 selects a free port";

/// Parses `ADDRESS:PORT`, `NAME:PORT`, or `:PORT` for all addresses of the machine. If a name has several
/// addresses, IPv4 takes precedence.
pub(crate) fn parse(text: &str) -> Result<SocketAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let (host, port) = text.rsplit_once(':').ok_or_else(|| format!("the port is missing; {EXAMPLES}"))?;
    let port: u16 =
        port.parse().map_err(|_| format!("\"{port}\" is not a port from 0 to 65535; {EXAMPLES}"))?;
    if host.is_empty() {
        return Ok((Ipv6Addr::UNSPECIFIED, port).into());
    }
    let found: Vec<_> = (host, port)
        .to_socket_addrs()
        .map_err(|e| format!("\"{host}\" is neither an address nor a known host name: {e}; {EXAMPLES}"))?
        .collect();
    let first = found.iter().find(|address| address.is_ipv4()).or(found.first());
    first.copied().ok_or_else(|| format!("\"{host}\" has no address; {EXAMPLES}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_names_and_ports_are_accepted_and_errors_name_the_remedy() {
        for (text, address) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("[::1]:80", "[::1]:80"),
            ("localhost:0", "127.0.0.1:0"),
            (":8080", "[::]:8080"),
        ] {
            assert_eq!(parse(text).expect(text).to_string(), address);
        }
        for (text, problem) in [
            ("8080", "the port is missing"),
            ("localhost", "the port is missing"),
            ("localhost:http", "\"http\" is not a port"),
            (":65536", "\"65536\" is not a port"),
            ("no such host:80", "\"no such host\" is neither an address"),
        ] {
            let refused = parse(text).expect_err(text);
            assert!(refused.contains(problem) && refused.contains("localhost:8080"), "{refused}");
        }
    }
}
