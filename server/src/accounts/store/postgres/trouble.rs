//! What is wrong with a PostgreSQL, in words that name the address and the remedy.

use crate::accounts::place::PostgresAddress;
use crate::accounts::store::StoreError;
use std::error::Error;
use tokio_postgres::error::SqlState;

/// An error of the driver with all that it has to say: its own words leave out the cause.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
struct Said {
    text: String,
    #[source]
    error: tokio_postgres::Error,
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Database(Box::new(Said { text: words(&error), error }))
    }
}

/// Why a connection was not made. What PostgreSQL refuses itself is told from what is in between.
pub(super) fn not_connected(address: &PostgresAddress, error: &tokio_postgres::Error) -> StoreError {
    let (said, code) = (words(error), error.code());
    let remedy = match code {
        Some(&SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
            "give the right user and password in --accounts"
        }
        Some(&SqlState::INVALID_CATALOG_NAME) => "make the database with createdb, or give another one",
        Some(_) => "see its log",
        None if said.contains("TLS") => {
            "see that it has TLS and a certificate that this machine trusts, or leave sslmode=require out"
        }
        None => return unreachable(address, said),
    };
    StoreError::Refused { place: address.to_string(), said, remedy }
}

/// PostgreSQL does not answer.
pub(super) fn unreachable(address: &PostgresAddress, said: impl Into<String>) -> StoreError {
    StoreError::Unreachable { place: address.to_string(), said: said.into() }
}

/// What PostgreSQL or the driver says, with the causes.
pub(super) fn words(error: &tokio_postgres::Error) -> String {
    if let Some(db) = error.as_db_error() {
        let detail = db.detail().map(|detail| format!(": {detail}")).unwrap_or_default();
        return format!("{}{detail} ({})", db.message(), db.code().code());
    }
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}
