//! What an operator can do where Valkey does not answer.

use redis::{ErrorKind, RedisError, ServerErrorKind};

/// What is to be looked at, by the error, by whether the connection is with TLS, and by whether there was
/// ever an answer.
pub(super) fn advice(error: &RedisError, is_with_tls: bool, has_answered: bool) -> &'static str {
    let text = error.to_string();
    let is_of_tls = |words: &[&str]| is_with_tls && words.iter().any(|word| text.contains(word));
    match error.kind() {
        ErrorKind::AuthenticationFailed => "look at the user name and the password of --limits",
        ErrorKind::Server(ServerErrorKind::NoPerm) => {
            "its user must be allowed scripts and all commands on keys that begin with umbra:"
        }
        ErrorKind::Server(ServerErrorKind::ReadOnly) => "--limits must name a primary, not a replica",
        _ if text.contains("NOAUTH") => "it asks for a password: --limits valkey://:WORD@HOST",
        _ if is_of_tls(&["UnknownIssuer", "CaUsedAsEndEntity"]) => {
            "no authority that the system trusts has signed its certificate; name a file with \
             the certificate of its authority in SSL_CERT_FILE"
        }
        _ if is_of_tls(&["NotValidForName"]) => "its certificate is for another host than --limits names",
        _ if is_of_tls(&["InvalidContentType", "corrupt message"]) => {
            "it speaks no TLS at this port; valkey:// is without"
        }
        ErrorKind::Io
            if !is_with_tls
                && !has_answered
                && error.is_connection_dropped()
                && !error.is_connection_refusal() =>
        {
            "it has closed the connection; if it speaks TLS, --limits begins with valkeys://"
        }
        ErrorKind::Io => "look whether it runs, and at the host and the port of --limits",
        _ => "its own log may tell more",
    }
}
