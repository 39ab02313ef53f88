//! Rotation of secrets: which secret is valid for how long, and its effect on tokens.

use super::console::{self, EMAIL, PASSWORD};
use super::operator::{failure, json, made, text};
use super::*;

const HOUR_MS: i64 = 3_600_000;

impl Site {
    fn rotate(&self, key: &str, overlap_ms: i64) -> String {
        let (key, by) = (key.to_owned(), self.operator());
        self.store(move |s| s.rotate_key(&key, overlap_ms, &by)).text
    }

    fn is_open(&self, secret: &str) -> bool {
        self.with_key(FREE, secret, &[]).status == 200
    }
}

#[test]
fn the_old_secret_opens_for_as_long_as_was_said_and_not_a_millisecond_more() {
    let site = Site::open();
    let (account, key, old) = site.account(Plan::Pro);
    let id = key.clone();
    site.store(move |s| s.update_key(&id, &address_rules("192.0.2.0/24"), &by()));
    let new = site.rotate(&key, 24 * HOUR_MS);
    assert_eq!(new[..18], old[..18], "the name of the key stays");
    assert_ne!(new, old);
    assert!(site.is_open(&new) && site.is_open(&old));
    // Both secrets share the rules and the usage of the key.
    for secret in [&new, &old] {
        let elsewhere = site.ask(Method::GET, &format!("{FREE}?apiKey={secret}"), &[], "198.51.100.1");
        assert_eq!(elsewhere.code(), "address-refused");
        assert_eq!(site.token(&account, secret).status, 200);
    }
    site.pass_ms(24 * HOUR_MS - 1);
    assert!(site.is_open(&new) && site.is_open(&old));
    site.pass_ms(1);
    assert!(site.is_open(&new));
    let refused = site.with_key(FREE, &old, &[]);
    assert_eq!((refused.status, refused.code()), (401, "credentials-invalid"));
    assert!(refused.json["detail"].as_str().is_some_and(|d| d.contains("replaced")), "{}", refused.json);
    assert_eq!(site.token(&account, &old).status, 401);
}

#[test]
fn a_secret_that_ends_at_once_takes_its_tokens_along() {
    let site = Site::open();
    let (account, key, old) = site.account(Plan::Free);
    let token =
        |secret: &str| site.token(&account, secret).json["token"].as_str().expect("a token").to_owned();
    let before = token(&old);
    let new = site.rotate(&key, 0);
    assert!(site.is_open(&new) && !site.is_open(&old));
    let refused = site.with_token(FREE, &before);
    assert_eq!((refused.status, refused.code()), (401, "credentials-invalid"));
    assert!(refused.json["detail"].as_str().is_some_and(|d| d.contains("new secret")), "{}", refused.json);
    let after = token(&new);
    assert_eq!(site.with_token(FREE, &after).status, 200, "one of the same second");
    // With time for the change, tokens go on like the secret.
    let newer = site.rotate(&key, HOUR_MS);
    assert_eq!(site.with_token(FREE, &after).status, 200);
    assert!(site.is_open(&newer) && site.is_open(&new));
    assert_eq!(site.with_token(FREE, &before).status, 401, "what has ended does not come back");
    // Another rotation invalidates the first secret.
    let of_newer = token(&newer);
    let newest = site.rotate(&key, 60_000);
    assert!(site.is_open(&newest) && site.is_open(&newer) && !site.is_open(&new));
    assert_eq!(site.with_token(FREE, &after).status, 401);
    assert_eq!(site.with_token(FREE, &of_newer).status, 200);
    site.pass_ms(60_000);
    assert_eq!(site.with_token(FREE, &of_newer).status, 401, "its minute is over");
}

#[test]
fn the_operator_rotates_a_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("accounts.sqlite");
    let (_, key, old) = made(&db, "pro");
    let rotated = json(&db, &["keys", "rotate", "main", "--old-valid-hours", "2"]);
    let shown = json(&db, &["keys", "show", &key]);
    assert_eq!(shown["oldSecretUntil"], rotated["oldSecretUntil"]);
    assert!(text(&db, &["keys", "show", &key]).contains("valid until 20"));
    let said = text(&db, &["keys", "rotate", &key, "--old-valid-hours", "0"]);
    assert!(said.contains("the old secret is no longer valid"), "{said}");
    assert!(text(&db, &["keys", "show", &key]).contains("old secret   none"));
    assert!(failure(&db, &["keys", "rotate", &key, "--old-valid-hours", "25"]).contains("0..=24"));
    // Neither secret is anywhere in the database.
    let mut bytes = std::fs::read(&db).expect("the database");
    bytes.extend(std::fs::read(db.with_extension("sqlite-wal")).unwrap_or_default());
    for secret in [old.as_str(), rotated["secret"].as_str().expect("a secret")] {
        assert!(!bytes.windows(32).any(|part| *part == secret.as_bytes()[18..50]));
    }
}

#[test]
fn a_suspended_account_is_refused_until_it_is_resumed() {
    let server = console::start(Plan::Pro);
    let db = server.accounts();
    let key = json(&db, &["keys", "create", "--account", EMAIL, "--nickname", "main"]);
    let path = format!("{FREE}?apiKey={}", key["secret"].as_str().expect("a secret"));
    assert_eq!(server.get(&path).status, 200);
    let (cookie, _) = console::signed_in(&server);
    text(&db, &["accounts", "suspend", EMAIL]);
    let refused = server.get(&path);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (403, Some("account-suspended")));
    assert!(refused.text().contains("operator"), "{}", refused.text());
    // The session ends, and the sign-in page gives the reason, but not after a wrong password.
    let page = server.get_with("/console", &[("Cookie", &cookie)]).text();
    assert!(page.contains("name=\"password\"") && !page.contains("/console/keys"), "{page}");
    let sign_in = console::sign_in(&server, EMAIL, PASSWORD);
    assert!(sign_in.status == 403 && sign_in.text().contains("suspended"), "{}", sign_in.text());
    let wrong = console::sign_in(&server, EMAIL, "wrong password");
    assert!(wrong.status == 401 && !wrong.text().contains("suspended"));
    let shown = json(&db, &["accounts", "show", EMAIL]);
    assert!(shown["account"]["suspendedAt"].as_str().is_some_and(|at| at.ends_with('Z')), "{shown}");
    text(&db, &["accounts", "resume", EMAIL]);
    assert_eq!(server.get(&path).status, 200);
    console::signed_in(&server);
}
