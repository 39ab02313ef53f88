//! Addresses to listen on, as people write them.

use std::net::{Ipv6Addr, SocketAddr, ToSocketAddrs};

/// What is right where an address is not.
const EXAMPLES: &str = "write 127.0.0.1:8080, [::1]:8080, localhost:8080, or :8080 for every address of \
    the machine; port 0 takes any free one";

/// Reads an address with its port, a name with its port, or a port after a colon, which stands for every
/// address of the machine. Of the addresses of a name the first counts that is IPv4, else the first.
pub(crate) fn parse(text: &str) -> Result<SocketAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let (host, port) = text.rsplit_once(':').ok_or_else(|| format!("there is no port; {EXAMPLES}"))?;
    let port: u16 = port.parse().map_err(|_| format!("\"{port}\" is no port, 0 to 65535; {EXAMPLES}"))?;
    if host.is_empty() {
        return Ok((Ipv6Addr::UNSPECIFIED, port).into());
    }
    let known: Vec<_> = (host, port)
        .to_socket_addrs()
        .map_err(|e| format!("\"{host}\" is no address and no name that is known: {e}; {EXAMPLES}"))?
        .collect();
    let first = known.iter().find(|address| address.is_ipv4()).or(known.first());
    first.copied().ok_or_else(|| format!("\"{host}\" has no address; {EXAMPLES}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_as_people_write_them() {
        for (text, address) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("[::1]:80", "[::1]:80"),
            ("localhost:0", "127.0.0.1:0"),
            (":8080", "[::]:8080"),
        ] {
            assert_eq!(parse(text).expect(text).to_string(), address);
        }
    }

    #[test]
    fn what_is_no_address_is_told_what_would_be() {
        for (text, problem) in [
            ("8080", "there is no port"),
            ("localhost", "there is no port"),
            ("localhost:http", "\"http\" is no port"),
            (":65536", "\"65536\" is no port"),
            ("no such host:80", "\"no such host\" is no address"),
        ] {
            let refused = parse(text).expect_err(text);
            assert!(refused.contains(problem) && refused.contains("localhost:8080"), "{refused}");
        }
    }
}
