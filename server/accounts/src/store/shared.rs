//! Databases that several servers share. A program that supports one hands it over when it starts; the
//! program `server` has none.

use super::sqlite::SqliteStore;
use super::{LeaseStore, SchemaNumbers, Store, Stored};
use crate::instance::Instance;
use crate::place::{AddressCheck, PostgresAddress, accept_postgres};
use prometheus_client::metrics::gauge::Gauge;
use std::sync::OnceLock;

/// A database that several servers share.
pub trait SharedDatabase: Sync {
    /// Makes a store that [`Store::connect`] connects, with a metric that is 1 while the database answers.
    /// Written usage carries the name of this server.
    fn store(&self, address: &PostgresAddress, instance: Instance) -> Stored<(Box<dyn Store>, Gauge)>;

    /// Makes the leases of a server, on a connection of their own.
    fn leases(&self, address: &PostgresAddress, instance: Instance) -> Stored<Box<dyn LeaseStore>>;

    /// Reads the number of the schema, without writing. Fails if this program cannot use it.
    fn schema(&self, address: &PostgresAddress) -> Stored<SchemaNumbers>;

    /// Calls a function at each change of the accounts, until the result is dropped.
    fn listen(&self, address: &PostgresAddress, call: OnChange) -> Stored<Box<dyn Send + Sync>>;

    /// Copies the accounts of a file, which no server may use meanwhile, and compares both.
    fn transfer(&self, from: &SqliteStore, to: &PostgresAddress) -> Stored<Transferred>;
}

/// A function that is called at each change of the accounts.
pub type OnChange = Box<dyn Fn() + Send + Sync>;

/// The result of a copy.
pub struct Transferred {
    /// `true` if the accounts of the file were in the database already, so that nothing was copied.
    pub is_old: bool,
    /// Rows and sums in the file and in the database.
    pub counts: Vec<TransferCount>,
}

/// A number of the same thing in the file and in the database.
pub struct TransferCount {
    /// The kind of the rows.
    pub what: String,
    /// The number in the file.
    pub file: i64,
    /// The number in the database.
    pub database: i64,
}

impl TransferCount {
    /// Returns whether both are the same.
    pub fn is_equal(&self) -> bool {
        self.file == self.database
    }
}

static SUPPORTED: OnceLock<&'static dyn SharedDatabase> = OnceLock::new();

/// Hands over the database that this program supports, and the check of its addresses. The first one counts.
pub fn support(database: &'static dyn SharedDatabase, check: AddressCheck) {
    SUPPORTED.get_or_init(|| database);
    accept_postgres(check);
}

/// The database to which addresses of this program lead.
pub fn database() -> &'static dyn SharedDatabase {
    *SUPPORTED.get().expect("a program without one reads no address")
}
