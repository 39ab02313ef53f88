//! The address of the operator to which notices are posted.

use rustls::crypto::ring;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout for a notice in all.
pub(super) const TIMEOUT: Duration = Duration::from_secs(15);

/// An address of HTTP or HTTPS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookAddress(Uri);

impl FromStr for WebhookAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let address: Option<Uri> = text.parse().ok();
        let is_web = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some();
        address
            .filter(is_web)
            .map(Self)
            .ok_or_else(|| "it must be an address such as https://example.org/notices".into())
    }
}

/// Failure to post a notice.
#[derive(Debug, thiserror::Error)]
pub(super) enum WebhookError {
    #[error("the webhook does not answer: {0}")]
    Silence(#[source] Box<ureq::Error>),
    /// The status of the response is an error.
    #[error("the webhook answers with status {0}; a status from 200 to 299 accepts the notice")]
    Refusal(u16),
}

/// Posts notices.
pub(super) struct Webhook {
    agent: ureq::Agent,
    address: WebhookAddress,
}

impl Webhook {
    /// Creates a client with the certificates that the system trusts. It follows no redirects, because they
    /// would turn the POST into a GET.
    pub(super) fn new(address: WebhookAddress) -> Self {
        let found = rustls_native_certs::load_native_certs();
        if found.certs.is_empty() && address.0.scheme_str() == Some("https") {
            tracing::error!(
                errors = ?found.errors,
                "no webhook over https can be trusted, for the system has no certificates of authorities; \
                 install the package ca-certificates, or name a file of them in SSL_CERT_FILE"
            );
        }
        let certificates = found.certs.iter().map(|c| Certificate::from_der(c).to_owned());
        let tls = TlsConfig::builder()
            .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
            .root_certs(RootCerts::from(certificates))
            .build();
        let config = ureq::Agent::config_builder()
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_global(Some(TIMEOUT))
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .user_agent(concat!("umbra/", env!("CARGO_PKG_VERSION")))
            .tls_config(tls)
            .build();
        Self { agent: config.new_agent(), address }
    }

    pub(super) fn post(&self, json: &str) -> Result<(), WebhookError> {
        let request = self.agent.post(&self.address.0).header("content-type", "application/json");
        let answer = request.send(json).map_err(|e| WebhookError::Silence(Box::new(e)))?;
        match answer.status() {
            status if status.is_success() => Ok(()),
            status => Err(WebhookError::Refusal(status.as_u16())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_host_of_the_web() {
        for good in ["http://127.0.0.1:9/x?token=1", "https://example.org", "HTTPS://Example.org/notices"] {
            assert!(good.parse::<WebhookAddress>().is_ok(), "{good}");
        }
        for bad in ["", "a.org", "/notices", "ftp://a.org/", "https://", "https:///x", "http://a b/"] {
            let refused = bad.parse::<WebhookAddress>();
            assert!(refused.is_err_and(|e| e.contains("https://example.org/notices")), "{bad}");
        }
    }
}
