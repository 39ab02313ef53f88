//! The address of a Valkey or a Redis.

use crate::without_password::without_password;
use redis::{ConnectionAddr, IntoConnectionInfo};
use rustls::crypto::ring;
use std::fmt;
use std::str::FromStr;

/// The address of a Valkey or a Redis, such as `valkey://:word@cache.example.org:6379/0`. `valkeys` and
/// `rediss` are with TLS.
///
/// ```
/// use accounts::valkey::ValkeyAddress;
///
/// let address: ValkeyAddress = "valkeys://:word@cache.example.org/0".parse().unwrap();
/// assert_eq!(address.to_string(), "valkeys://@cache.example.org/0", "no password");
/// assert!("http://cache.example.org".parse::<ValkeyAddress>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ValkeyAddress(String);

impl ValkeyAddress {
    /// A client for the address. With TLS it believes the authorities that the system trusts.
    pub(super) fn client(&self) -> redis::Client {
        let client = redis::Client::open(self.0.as_str()).expect("the address was read before");
        if self.is_with_tls() {
            // The driver takes the provider of the process. It is there already if another client was made.
            let _ = ring::default_provider().install_default();
        }
        client
    }

    /// Whether the connection is encrypted.
    pub(super) fn is_with_tls(&self) -> bool {
        ["valkeys://", "rediss://"].iter().any(|scheme| self.0.starts_with(scheme))
    }
}

impl FromStr for ValkeyAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let example = "an address such as valkey://:word@cache.example.org:6379/0";
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        if !matches!(scheme, Some("valkey" | "valkeys" | "redis" | "rediss")) {
            return Err(format!("it must be {example}; valkeys:// is with TLS, and redis:// is the same"));
        }
        let info = text.into_connection_info().map_err(|e| format!("it must be {example}: {e}"))?;
        if matches!(info.addr(), ConnectionAddr::TcpTls { insecure: true, .. }) {
            return Err(
                "connections without a certificate check are not supported: leave out #insecure, and \
                        name a file with the certificate of the authority in SSL_CERT_FILE"
                    .into(),
            );
        }
        redis::Client::open(info).map_err(|e| format!("it must be {example}: {e}"))?;
        Ok(Self(text.to_owned()))
    }
}

/// Without the password.
impl fmt::Display for ValkeyAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&without_password(&self.0))
    }
}

impl fmt::Debug for ValkeyAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_both_names_are_read() {
        for text in ["valkey://h", "valkeys://:p@h:7000/3", "redis://u:p@h", "rediss://h/0"] {
            assert!(text.parse::<ValkeyAddress>().is_ok(), "{text}");
        }
        for wrong in ["h:6379", "http://h", "valkey://h:port", ""] {
            assert!(wrong.parse::<ValkeyAddress>().is_err_and(|e| e.contains("valkey://")), "{wrong}");
        }
        let unchecked = "valkeys://:secret@h#insecure".parse::<ValkeyAddress>();
        assert!(unchecked.is_err_and(|e| e.contains("SSL_CERT_FILE") && !e.contains("secret")));
        let address: ValkeyAddress = "valkey://:secret@h/1".parse().expect("an address");
        assert_eq!(format!("{address} {address:?}"), "valkey://@h/1 valkey://@h/1");
    }
}
