//! Accounts in PostgreSQL, with the program: the stage before a landing.

mod postgres;
mod postgres_migrate;
mod shared;

use super::operator::UNLIMITED;
use super::*;
use tests::postgres::Postgres;
use tests::served::Served;

/// A new PostgreSQL and its URL, for `--accounts`.
pub(super) fn shared() -> (Postgres, PathBuf) {
    let postgres = Postgres::start();
    let place = PathBuf::from(postgres.address());
    (postgres, place)
}

/// A server with the accounts of a PostgreSQL.
pub(super) fn serving(place: &Path, arguments: &[&str]) -> Served {
    let place = place.to_str().expect("an address");
    Served::start(PROGRAM, tests::built(), &[&["--accounts", place][..], &UNLIMITED, arguments].concat())
}
