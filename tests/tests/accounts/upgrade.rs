//! Databases of the first schema and of version 0.1.0, with data, and its tables, under the present programs.

use super::console::sign_in;
use super::operator::{UNLIMITED, failure, json, made, text};
use super::*;
use rusqlite::Connection;
use tests::postgres::Postgres;
use tests::served::{Served, operate};
use tests::{of_0_1_0, until_true};

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

/// Secrets of the keys in `tests/tests/upgrade`: without rules, with rules for origins and for addresses, of
/// the plan Free, deleted, of a suspended account.
const KEYS: [&str; 6] = [
    "umbra_WG681utl8MaO2DM5qRsk4GL70MhN2OM9DveLXJD6QETr1HrD6H",
    "umbra_cmzdk0BWEoBadEj2HHaO8gxJaU6VAgqyctbnd6vzm3WK21YQOJ",
    "umbra_3p5h07dxJdwLWL0RaNiodEexlOrsBrKDjALY6ieE2lVn2UmzdN",
    "umbra_THyP9W2fRVYYNKH0BH5f9SpwubNG0vDB2nD9YCLUxhfQ0eCO9X",
    "umbra_yzpXX57KUV7ndmNx7ROexkpiEnpffPN1s3Qn1XmmFZnI0crY4S",
    "umbra_MSq7aluxYI34r0baYIf3BOCs9HDPCpVIS6HQTWCejnQl0hdZpl",
];

/// The cookie of the console session in `postgres.sql`.
const SESSION: &str = "umbra_session=UkNifEkRYm2r62jJ8xUgkXvrutHrUfVYP5Eqb2TpA9He336a394cbb803fa167a7e57";

/// Checks that a server serves the accounts of 0.1.0 and charges them.
fn serves_0_1_0(server: &Served, db: &Path) {
    let status =
        |secret: &str, headers: Headers| server.get_with(&format!("{FREE}?apiKey={secret}"), headers).status;
    assert_eq!(KEYS.map(|secret| status(secret, &[])), [200, 401, 403, 200, 401, 403]);
    assert_eq!(status(KEYS[1], &[("Origin", "https://example.org")]), 200);
    let calls = |month: &[&str]| -> Option<i64> {
        let usage = json(db, &[&["usage"], month].concat());
        let rows = usage["rows"].as_array().expect("rows").clone();
        rows.iter().filter(|row| row["key"] == KEYS[0][6..18]).map(|row| row["calls"].as_i64()).sum()
    };
    assert_eq!([calls(&["--month", "2026-09"]), calls(&["--month", "2026-10"])], [Some(3), Some(2)]);
    until_true("the usage of the call", || calls(&[]) > Some(0));
    let audit = json(db, &["audit"]);
    assert_eq!(
        (&audit[0]["action"], &audit[0]["at"]),
        (&"account.create".into(), &"2026-09-01T09:00:00.000Z".into())
    );
    assert_eq!(json(db, &["accounts", "list"]).as_array().map(Vec::len), Some(4));
    assert_eq!(sign_in(server, console::EMAIL, console::PASSWORD).status, 303);
}

/// Runs `umbra check`; returns the exit code and the output.
fn check(db: &Path, artifacts: &Path, more: &[&str]) -> (i32, String) {
    let artifacts = artifacts.to_str().expect("a path");
    operate(PROGRAM, db, &[&["check", "--artifacts", artifacts], more].concat(), "")
}

#[test]
fn accounts_of_0_1_0_are_served_and_the_way_back_is_a_backup() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    Connection::open(&db).and_then(|c| c.execute_batch(&of_0_1_0("accounts.sql"))).expect("a database");
    let before = std::fs::read(&db).expect("a file");
    let (code, said) = check(&db, tests::built(), &["--limb", tests::limb().to_str().expect("a path")]);
    assert_eq!(code, 0, "{said}");
    let fit = [": fits: dataset ", ".sqlite: fits: schema 3\n", "terrain    absent\n"]
        .map(|t| said.matches(t).count());
    assert_eq!(fit, [2, 1, 1], "{said}");
    let files = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert!(files == 1 && std::fs::read(&db).expect("a file") == before, "a check changes nothing");

    let server = Served::start_in(folder, PROGRAM, tests::built(), &UNLIMITED);
    serves_0_1_0(&server, &db);
    assert_eq!(check(&db, tests::built(), &[]).0, 0, "beside a server, too");
    let copy = db.with_file_name("before.sqlite");
    text(&db, &["backup", copy.to_str().expect("a path")]);
    let folder = server.kill();
    let connection = Connection::open(&db).expect("a database");
    let schema: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).expect("a number");
    assert_eq!(schema, 3, "the schema of 0.1.0");

    // A later version changes the schema; then the operator goes back.
    connection.pragma_update(None, "user_version", 4).expect("a newer schema");
    drop(connection);
    let fix = "restore the backup from before the upgrade";
    let said = failure(&db, &["accounts", "list"]);
    assert!(said.contains("has schema 4") && said.contains(fix), "{said}");
    let (code, said) = check(&db, tests::built(), &[]);
    assert!(code == 1 && said.contains("does not fit: accounts ") && said.contains(fix), "{said}");
    // The commands of "Restore" in deploy/README.md.
    let _ = ["wal", "shm"].map(|companion| std::fs::remove_file(format!("{}-{companion}", db.display())));
    std::fs::copy(copy, &db).expect("restored");
    serves_0_1_0(&Served::start_in(folder, PROGRAM, tests::built(), &UNLIMITED), &db);
}

#[test]
fn tables_of_0_1_0_are_refused_with_the_fix_and_the_builder_lists_what_has_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    tests::publish_0_1_0(folder.path());
    let (db, empty) = (folder.path().join("none.sqlite"), tempfile::tempdir().expect("a folder"));
    let (code, said) = check(&db, folder.path(), &["--terrain", empty.path().to_str().expect("a path")]);
    let fix = "format 4 is older than 5, the oldest that is read here; run the builder";
    for text in
        [fix, "none.sqlite: absent", "no terrain is published here; umbra terrain", "cannot use all of"]
    {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(code == 1 && !db.exists(), "{said}");
    let serve = ["--artifacts", folder.path().to_str().expect("a path"), "--demo", "--listen", "127.0.0.1:0"];
    let (code, said) = operate(PROGRAM, &db, &serve, "");
    assert!(code == 1 && said.contains(fix) && !said.contains("panicked"), "{said}");

    let summary = std::fs::read_to_string(tests::another().join("summary.json")).expect("a summary");
    let summary: builder::Summary = serde_json::from_str(&summary).expect("a summary");
    let said = summary.changes.expect("changes").to_string();
    for text in
        ["of version 0.1.0, format 4", "format 5\n", "catalog_blocks: added, ", "towns: added feature_code"]
    {
        assert!(said.contains(text), "{text}: {said}");
    }
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn shared_accounts_of_0_1_0_are_migrated_and_its_sessions_go_on() {
    let (postgres, place) = super::landing::shared();
    postgres.sql(&of_0_1_0("postgres.sql"));
    postgres.sql("UPDATE public.sessions SET ends_ms = 4102444800000");
    let checked = |code, what: &str| {
        let found = check(&place, tests::built(), &[]);
        assert!(found.0 == code && found.1.contains(what), "{found:?}");
    };
    checked(0, "fits: schema 3; a server migrates it to schema 4 when it starts\n");
    assert_eq!(postgres.sql("SELECT number FROM schema_version"), "3", "a check changes nothing");
    let server = super::landing::serving(&place, &[]);
    let page = server.get_with("/console", &[("Cookie", SESSION)]).text();
    assert!(page.contains("Sign out"), "{page}");
    serves_0_1_0(&server, &place);
    checked(0, "fits: schema 4\n");
    postgres.sql("UPDATE schema_version SET number = 5");
    checked(0, "fits: schema 5; this program has schema 4 and can use it\n");
    postgres.sql("UPDATE schema_version SET least = 5");
    checked(1, "restore the backup from before the upgrade");
    postgres.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    checked(0, "fits: schema 0; a server migrates it to schema 4 when it starts\n");
}
