//! A database of the first schema, with data, under the present server.

use super::operator::{json, made, text};
use super::*;
use rusqlite::Connection;
use tests::postgres::Postgres;

const FIRST: &str = include_str!("../../../server/accounts/src/store/sqlite/migrations/1.sql");

/// Makes a database of the first schema at `path` from a present one: every column that there was.
fn in_first_schema(present: &Path, path: &Path) {
    let connection = Connection::open(path).expect("a database");
    connection.execute_batch(FIRST).expect("the first schema");
    connection.execute("ATTACH ? AS present", [present.to_str()]).expect("the present one");
    connection
        .execute_batch(
            "DELETE FROM plans; INSERT INTO plans SELECT * FROM present.plans;
             INSERT INTO secrets SELECT * FROM present.secrets;
             INSERT INTO accounts SELECT id, name, email, password_hash, plan, created_ms
                 FROM present.accounts;
             INSERT INTO keys SELECT id, account, digest, nickname, description, enabled, origins, ips,
                 created_ms, deleted_ms FROM present.keys;
             INSERT INTO grants SELECT * FROM present.grants;
             PRAGMA user_version = 1;",
        )
        .expect("the rows");
}

#[test]
fn a_database_of_the_first_schema_is_brought_up_to_date_with_all_that_is_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let present = folder.path().join("present.sqlite");
    let (account, key, secret) = made(&present, "pro");
    text(&present, &["keys", "set-ips", &key, "127.0.0.0/8"]);
    text(&present, &["keys", "grant", &key, "research"]);
    let gone = json(&present, &["keys", "create", "--account", &account, "--nickname", "gone"]);
    text(&present, &["keys", "delete", "gone", "--yes"]);
    let db = folder.path().join("accounts.sqlite");
    in_first_schema(&present, &db);
    // 2024-02-29, so that calls of the test are in another month.
    let day = 19_782;
    Connection::open(&db)
        .and_then(|c| c.execute("INSERT INTO usage VALUES (?, ?, 'julian-day', 3, 1500)", (&key, day)))
        .expect("usage");
    let before = json(&present, &["keys", "show", &key]);
    // The commands and the service read the same clock.
    let site = Site::begin(Clock::System, Arc::default(), rules(), folder);
    let status = |secret: &str| {
        site.tick();
        let path = format!("{FREE}?apiKey={secret}");
        site.ask(Method::GET, &path, &[], "127.0.0.1").status
    };
    assert_eq!(status(&secret), 200);
    assert_eq!(status(gone["secret"].as_str().expect("a secret")), 401);
    let after = json(&db, &["keys", "show", &key]);
    for field in ["id", "account", "nickname", "description", "enabled", "entitlements", "ips", "createdAt"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(after["secretMadeAt"], after["createdAt"]);
    assert_eq!(json(&db, &["usage", "--month", "2024-02"])["rows"][0]["calls"], 3);
    assert_eq!(json(&db, &["audit"]).as_array().map(Vec::len), Some(0));
    // New features work on it.
    let new = json(&db, &["keys", "rotate", "main"])["secret"].as_str().expect("a secret").to_owned();
    assert_eq!((status(&new), status(&secret)), (200, 200));
    text(&db, &["accounts", "suspend", &account]);
    assert_eq!(status(&new), 403);
    let version: i64 = Connection::open(&db)
        .and_then(|c| c.pragma_query_value(None, "user_version", |r| r.get(0)))
        .expect("a number");
    assert_eq!(version, 3);
}

/// The second schema of PostgreSQL.
const SECOND: &str = concat!(
    include_str!("../../../server/postgres/src/migrations/1.sql"),
    include_str!("../../../server/postgres/src/migrations/2.sql"),
    "CREATE TABLE schema_version (number BIGINT NOT NULL); INSERT INTO schema_version VALUES (2)"
);

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn servers_of_the_version_before_go_on_with_the_present_schema() {
    let postgres = Postgres::start();
    postgres.sql(SECOND);
    let address = postgres.address();
    let db = Path::new(&address);
    let (account, key, _) = made(db, "pro");
    assert_eq!(postgres.sql("SELECT number, least FROM schema_version"), "4|2");
    // The statements of the version before.
    postgres.sql(&format!(
        "INSERT INTO usage SELECT '{key}', 19782, 'julian-day', 3, 1500;
         INSERT INTO spent SELECT '{account}', 19754, 'before', 1500;
         INSERT INTO key_use SELECT '{key}', 1709164800000;
         INSERT INTO reports SELECT '{account}', 19754, 'before', 1500;
         INSERT INTO batches VALUES ('before', 1)"
    ));
    assert_eq!(json(db, &["usage", "--month", "2024-02"])["rows"][0]["calls"], 3);
    assert_eq!(json(db, &["keys", "show", &key])["lastUsedAt"], "2024-02-29T00:00:00.000Z");
}
