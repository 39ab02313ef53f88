//! Accounts in PostgreSQL: the same guarantees as in a file, and those for several servers.

use super::*;
use crate::accounts::history::every_change_leaves_one_line;
use crate::accounts::operator::{
    failure, json, made, says_what_would_be_right, sees_what_the_operator_does,
    speak_to_people_and_to_programs, text, until_status, written,
};
use tests::served::operate;
use tests::until_true;

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn commands_do_in_postgresql_what_they_do_in_a_file() {
    let works = [every_change_leaves_one_line, speak_to_people_and_to_programs, says_what_would_be_right];
    for work in works {
        let (_postgres, place) = shared();
        work(&place);
    }
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn a_running_server_sees_what_the_operator_does_in_postgresql() {
    let (_postgres, place) = shared();
    let server = serving(&place, &[]);
    sees_what_the_operator_does(&server, &place);
    assert_eq!(server.metric("umbra_postgres_up "), 1.0);
    assert!(server.metric("umbra_clock_difference_seconds ").is_finite());
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn commands_that_start_at_once_make_one_schema_and_one_secret() {
    let (postgres, db) = shared();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| text(&db, &["accounts", "list"]));
        }
    });
    assert_eq!(postgres.sql("SELECT count(*) FROM schema_version"), "1");
    assert_eq!(postgres.sql("SELECT count(*) FROM secrets"), "2");
    postgres.sql("UPDATE schema_version SET number = 99");
    text(&db, &["accounts", "list"]);
    assert_eq!(postgres.sql("SELECT number FROM schema_version"), "99", "newer, and for this version too");
    postgres.sql("UPDATE schema_version SET least = 99");
    assert!(failure(&db, &["accounts", "list"]).contains("newer server"));
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn usage_is_written_once_and_a_server_outlives_a_killed_postgresql() {
    let (mut postgres, db) = shared();
    let server = serving(&db, &[]);
    let (_, key, secret) = made(&db, "pro");
    let path = format!("{FREE}?apiKey={secret}");
    until_status(&server, &path, 200);
    for kills in 1..=3 {
        (0..20).for_each(|_| assert_eq!(server.get(&path).status, 200));
        postgres.kill();
        until_true("that it is noticed", || server.metric("umbra_postgres_up ") == 0.0);
        assert_eq!(server.get(&path).status, 200, "a key that is known");
        postgres.run();
        until_true("that it is there again", || server.metric("umbra_postgres_up ") == 1.0);
        until_true("the usage", || written(&db) == 1 + 21 * kills);
    }
    let sums = "SELECT (SELECT sum(millicredits) FROM spent) = (SELECT sum(millicredits) FROM usage)";
    assert_eq!(postgres.sql(sums), "t");
    assert!(json(&db, &["keys", "show", &key])["lastUsedAt"].is_string());
    assert_eq!(postgres.sql("SELECT count(*) FROM key_use"), "0", "the last use is in the rows of usage");
    // Later changes still arrive.
    text(&db, &["keys", "disable", &key]);
    until_status(&server, &path, 401);
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn what_keeps_a_server_from_its_accounts_is_named_without_the_password() {
    let (postgres, place) = shared();
    let port = postgres.port();
    let says = |address: &str, what: &str| {
        let (code, said) = operate(PROGRAM, Path::new(address), &["accounts", "list"], "");
        assert!(code != 0 && said.contains(what) && !said.contains("hidden"), "{address}: {said}");
    };
    says("postgres://umbra:hidden@127.0.0.1:1/umbra", "does not answer");
    says(&format!("postgres://umbra:hidden@127.0.0.1:{port}/nothing"), "createdb");
    says(&format!("postgres://umbra:hidden@127.0.0.1:{port}/umbra?sslmode=require"), "TLS");
    says("postgres://umbra:hidden@127.0.0.1:port/umbra", "postgres://umbra:word@");
    says("postgres://umbra:hidden@/umbra", "host");
    let (_, said) = operate(PROGRAM, &place, &["--demo"], "");
    assert!(said.contains("--demo creates an account for this server only"), "{said}");
    let backup = failure(&place, &["backup", "copy"]);
    assert!(backup.contains("pg_dump --format=custom --file=copy"), "{backup}");
    let rules = "host all all 127.0.0.1/32 scram-sha-256";
    let file = postgres.sql("SHOW hba_file");
    postgres.sql(&format!("COPY (SELECT '{rules}') TO '{file}'"));
    postgres.sql("SELECT pg_reload_conf()");
    let address = format!("postgres://umbra:hidden@127.0.0.1:{port}/umbra");
    let list = || operate(PROGRAM, Path::new(&address), &["accounts", "list"], "").0;
    until_true("the password prompt", || list() != 0);
    says(&address, "the right user and password");
}
