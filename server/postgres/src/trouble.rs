//! Errors of PostgreSQL, in messages that name the address and the fix.

use accounts::place::PostgresAddress;
use accounts::store::StoreError;
use std::error::Error;
use tokio_postgres::error::SqlState;

/// An error of the driver with its causes, which its own message leaves out.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
struct Said {
    text: String,
    #[source]
    error: tokio_postgres::Error,
}

/// An error of the driver, or of the accounts.
pub(crate) enum Failure {
    Driver(tokio_postgres::Error),
    Store(StoreError),
}

pub(crate) type Executed<T> = Result<T, Failure>;

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Driver(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Driver(error) => Self::Database(Box::new(Said { text: words(&error), error })),
            Failure::Store(error) => error,
        }
    }
}

/// The code that PostgreSQL gave an error.
pub(crate) fn code(error: &StoreError) -> Option<&SqlState> {
    said(error)?.error.code()
}

fn said(error: &StoreError) -> Option<&Said> {
    if let StoreError::Database(error) = error { error.downcast_ref() } else { None }
}

/// The cause of a failed connection. It distinguishes a refusal by PostgreSQL from a network failure.
pub(crate) fn not_connected(address: &PostgresAddress, error: &tokio_postgres::Error) -> StoreError {
    let (mut said, code) = (words(error), error.code());
    let remedy = match code {
        Some(&SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
            "give the right user and password in --accounts"
        }
        Some(&SqlState::INVALID_CATALOG_NAME) => "make the database with createdb, or give another one",
        // It starts, ends, or is full for the moment.
        Some(
            &SqlState::CANNOT_CONNECT_NOW
            | &SqlState::ADMIN_SHUTDOWN
            | &SqlState::CRASH_SHUTDOWN
            | &SqlState::TOO_MANY_CONNECTIONS,
        ) => return unreachable(address, said),
        Some(_) => "see its log",
        None if said.contains("server does not support TLS") => {
            "give it a certificate, or leave sslmode=require out of the address"
        }
        None if said.contains("TLS") => {
            "name a file with the certificate of its authority in SSL_CERT_FILE, or, in a private network, \
             add sslmode=disable to the address"
        }
        None if said.contains("password missing") => {
            said = "it asks for a password".into();
            "USER:WORD@ is missing in the address, as in postgres://umbra:word@db.example.org/umbra"
        }
        None if said.contains("lookup") => {
            said += " (in a user's name and password @ # / are written %40 %23 %2F)";
            return unreachable(address, said);
        }
        None => return unreachable(address, said),
    };
    StoreError::Refused { place: address.to_string(), said, remedy }
}

/// The cause of a failed migration of the schema.
pub(crate) fn not_migrated(address: &PostgresAddress, error: StoreError) -> StoreError {
    match said(&error) {
        Some(said) if said.error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => StoreError::Refused {
            place: address.to_string(),
            said: said.text.clone(),
            remedy: "its user must own the database or be allowed to create in schema public: \
                     ALTER DATABASE … OWNER TO …",
        },
        _ => error,
    }
}

/// A copy of the error, for queries during the pause before the next attempt to connect.
pub(crate) fn repeated(address: &PostgresAddress, error: &StoreError) -> StoreError {
    match error {
        StoreError::Refused { place, said, remedy } => {
            StoreError::Refused { place: place.clone(), said: said.clone(), remedy }
        }
        StoreError::Unreachable { said, .. } => unreachable(address, said),
        other => unreachable(address, other.to_string()),
    }
}

/// PostgreSQL does not answer.
pub(crate) fn unreachable(address: &PostgresAddress, said: impl Into<String>) -> StoreError {
    StoreError::Unreachable { place: address.to_string(), said: said.into() }
}

/// The message of PostgreSQL or the driver, with its causes.
pub(crate) fn words(error: &tokio_postgres::Error) -> String {
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
