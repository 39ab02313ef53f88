//! Old rows are deleted, and only these.

use super::operator::{json, made, text};
use rusqlite::Connection;
use std::path::Path;
use tests::postgres::Postgres;

/// Prunes a database with a call of 2024-02-29 and one of today, and two lines of the audit log of 1970.
/// `pruned` are rows of other kinds.
fn deletes_what_is_old(db: &Path, sql: &dyn Fn(&str), others: &[(&str, i64)]) {
    let (_, key, _) = made(db, "pro");
    sql(&format!(
        "INSERT INTO usage (key, day, endpoint, calls, millicredits)
         VALUES ('{key}', 19782, 'julian-day', 3, 1500), ('{key}', 40000, 'julian-day', 4, 2000)"
    ));
    sql("INSERT INTO audit (at_ms, who, name, place, action, detail)
         VALUES (0, 'server', '', '', 'x', ''), (1, 'server', '', '', 'x', '')");
    let calls = |month: &str| json(db, &["usage", "--month", month])["totals"]["calls"].clone();
    for (options, left) in [(&["prune", "--dry-run"][..], 3), (&["prune"], 0)] {
        let pruned = json(db, options)["rows"].clone();
        assert_eq!((&pruned["usage"], &pruned["audit log"]), (&1.into(), &2.into()), "{pruned}");
        for (what, rows) in others {
            assert_eq!(pruned[what], *rows, "{pruned}");
        }
        assert_eq!((calls("2024-02"), calls("2079-07")), (left.into(), 4.into()));
    }
    assert_eq!(json(db, &["prune"])["rows"]["usage"], 0);
    assert!(text(db, &["audit"]).contains("usage: 1; audit log: 2"), "{}", text(db, &["audit"]));
}

#[test]
fn prune_deletes_what_is_old_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    let sql = |sql: &str| Connection::open(&db).and_then(|c| c.execute_batch(sql)).expect("rows");
    deletes_what_is_old(&db, &sql, &[]);
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn prune_deletes_what_is_old_in_postgresql_and_adds_up_what_servers_have_spent() {
    let postgres = Postgres::start();
    let address = postgres.address();
    let db = Path::new(&address);
    let (account, key, _) = made(db, "free");
    // Months: one of 2024, the one of 70 days ago, the present one.
    let month = "date_trunc('month', now() - interval '70 days')::date - DATE '1970-01-01'";
    let now = "date_trunc('month', now())::date - DATE '1970-01-01'";
    postgres.sql(&format!(
        "INSERT INTO spent VALUES ('{account}', 19754, 'a', 1), ('{account}', {month}, 'a', 10),
             ('{account}', {month}, 'b', 20), ('{account}', {now}, 'a', 100), ('{account}', {now}, 'b', 200);
         INSERT INTO batches VALUES ('a', 1, now() - interval '41 days'), ('b', 1, now());
         INSERT INTO usage VALUES ('{key}', 19700, 'julian-day', 1, 1, 1702080000000)"
    ));
    let sql = |sql: &str| drop(postgres.sql(sql));
    let use_before = json(db, &["keys", "show", &key])["lastUsedAt"].clone();
    assert_eq!(json(db, &["prune"])["rows"]["usage"], 1);
    assert_eq!(json(db, &["keys", "show", &key])["lastUsedAt"], use_before, "the last use stays");
    let spent = "SELECT instance, millicredits FROM spent ORDER BY month, instance";
    assert_eq!(postgres.sql(spent), "pruned|30\na|100\nb|200");
    assert_eq!(postgres.sql("SELECT instance FROM batches"), "b");
    // A server that writes late adds to the month.
    postgres.sql(&format!("INSERT INTO spent VALUES ('{account}', {month}, 'c', 5)"));
    deletes_what_is_old(db, &sql, &[("spending by server", 1), ("ended servers", 0)]);
    assert_eq!(postgres.sql(spent), "pruned|35\na|100\nb|200");
}
