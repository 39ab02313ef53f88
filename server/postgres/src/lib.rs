//! Accounts in a database of PostgreSQL, which any number of servers share.
#![cfg(feature = "postgres")]

mod batch;
mod connection;
mod leases;
mod line;
mod listener;
mod notices;
mod prune;
mod schema;
mod sessions;
mod sql;
mod store;
mod tls;
mod transfer;
mod trouble;

use accounts::instance::Instance;
use accounts::place::PostgresAddress;
use accounts::store::shared::{self, OnChange, SharedDatabase, Transferred};
use accounts::store::sqlite::SqliteStore;
use accounts::store::{LeaseStore, SchemaNumbers, Store, Stored};
use leases::PostgresLeases;
use listener::Listener;
use prometheus_client::metrics::gauge::Gauge;
use std::error::Error;
use store::PostgresStore;
use tokio_postgres::Config;

/// Lets this program use PostgreSQL.
pub fn support() {
    shared::support(&PostgreSql, check);
}

/// Reads an address, or says why it is wrong, without repeating it.
fn check(address: &str) -> Result<(), String> {
    let config = address.parse::<Config>().map_err(|e| match e.source() {
        Some(source) => source.to_string(),
        None => e.to_string(),
    })?;
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        return Err("it names no host".into());
    }
    Ok(())
}

struct PostgreSql;

impl SharedDatabase for PostgreSql {
    fn store(&self, address: &PostgresAddress, instance: Instance) -> Stored<(Box<dyn Store>, Gauge)> {
        let store = PostgresStore::new(address, instance)?;
        let up = store.up();
        Ok((Box::new(store), up))
    }

    fn leases(&self, address: &PostgresAddress, instance: Instance) -> Stored<Box<dyn LeaseStore>> {
        Ok(Box::new(PostgresLeases::new(address, instance)?))
    }

    fn schema(&self, address: &PostgresAddress) -> Stored<SchemaNumbers> {
        let store = PostgresStore::new(address, Instance::unused())?;
        store.connection.ask(async |client| schema::numbers(client, &store.place()).await)
    }

    fn listen(&self, address: &PostgresAddress, call: OnChange) -> Stored<Box<dyn Send + Sync>> {
        Ok(Box::new(Listener::start(address, call)?))
    }

    fn transfer(&self, from: &SqliteStore, to: &PostgresAddress) -> Stored<Transferred> {
        let mut database = PostgresStore::new(to, Instance::unused())?;
        database.connect()?;
        transfer::transfer(from, &database)
    }
}

/// The address as configuration of the driver.
fn config(address: &PostgresAddress) -> Config {
    address.with_password().parse().expect("the address was checked when it was read")
}

#[cfg(test)]
mod tests {
    use super::*;
    use accounts::place::AccountsPlace;

    #[test]
    fn addresses_are_read_with_words_for_tls_of_other_programs_and_never_repeated() {
        support();
        for (text, read) in [
            ("postgres://u:p@h:1/d", "postgres://u@h:1/d"),
            ("postgresql://h/d?sslmode=require", "postgresql://h/d?sslmode=require"),
            ("postgres://h/d?sslmode=verify-full\n", "postgres://h/d?sslmode=require"),
            (" postgres://h/d?sslmode=verify-ca", "postgres://h/d?sslmode=require"),
        ] {
            let place: AccountsPlace = text.parse().expect(text);
            assert!(matches!(place, AccountsPlace::Postgres(_)), "{text}");
            assert_eq!(place.to_string(), read);
        }
        for (wrong, why) in [
            ("postgres:///secret", "it names no host"),
            ("postgres://u:secret@h:x/d", "invalid value for option `port`"),
            ("postgres://u:secret@h/d?sslmode=perhaps", "sslmode is disable, prefer or require"),
        ] {
            let said = wrong.parse::<AccountsPlace>().expect_err(wrong);
            assert!(said.contains("postgres://umbra:word@") && said.contains(why), "{said}");
            assert!(!said.contains("secret"), "{said}");
        }
    }
}
