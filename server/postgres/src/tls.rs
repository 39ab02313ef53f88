//! TLS on the way to PostgreSQL, as `sslmode` in the address asks for it.

use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// TLS that trusts whom the system trusts: with it, PostgreSQL must have a certificate for its host name.
pub(crate) fn client(mode: SslMode) -> MakeRustlsConnect {
    let mut roots = RootCertStore::empty();
    if mode != SslMode::Disable {
        let found = rustls_native_certs::load_native_certs();
        if found.certs.is_empty() && mode == SslMode::Require {
            tracing::error!(
                errors = ?found.errors,
                "no PostgreSQL can be trusted, for the system has no certificates of authorities; install \
                    the package ca-certificates, or name a file of them in SSL_CERT_FILE"
            );
        }
        roots.add_parsable_certificates(found.certs);
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the library has these versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    MakeRustlsConnect::new(config)
}
