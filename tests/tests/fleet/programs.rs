//! The PostgreSQL and the Valkey of the tests, which are killed and started again.

use tests::postgres::Postgres;
use tests::valkey::Valkey;

#[test]
#[cfg_attr(not(has_postgres), ignore = "needs PostgreSQL: see the head of tests/src/lib.rs")]
fn a_killed_postgresql_starts_again_in_its_place_with_what_was_written() {
    let mut postgres = Postgres::start();
    let address = postgres.address();
    postgres.sql("CREATE TABLE numbers (n int)");
    for n in 1..=5 {
        postgres.sql(&format!("INSERT INTO numbers VALUES ({n})"));
        postgres.kill();
        postgres.run();
        assert_eq!(postgres.address(), address);
        assert_eq!(postgres.sql("SELECT max(n) FROM numbers"), n.to_string());
    }
}

#[test]
#[cfg_attr(not(has_valkey), ignore = "needs Valkey: see the head of tests/src/lib.rs")]
fn a_killed_valkey_starts_again_in_its_place() {
    let mut valkey = Valkey::start();
    let address = valkey.address();
    for _ in 0..5 {
        valkey.kill();
        valkey.run();
        assert_eq!(valkey.address(), address);
    }
}
