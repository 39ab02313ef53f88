//! Tokens: their issue and their lifetime.

use super::*;

#[test]
fn tokens_are_given_for_the_accounts_own_key_in_the_header() {
    let site = Site::open();
    let (account, id, secret) = site.account(Plan::Free);
    let (other, _, other_secret) = site.account(Plan::Free);
    let mixed = format!("{}{}", &secret[..18], &other_secret[18..]);
    for (wrong_account, wrong_secret) in
        [(&other, &secret), (&account, &other_secret), (&account, &mixed), (&id, &secret)]
    {
        assert_eq!(site.token(wrong_account, wrong_secret).code(), "credentials-invalid");
    }
    assert_eq!(site.with_key("/auth/access-token", &secret, &[]).code(), "credentials-required");
    assert_eq!(site.get("/auth/access-token").code(), "credentials-required");
}

#[test]
fn a_key_that_is_disabled_or_deleted_is_refused_and_so_are_its_tokens() {
    let site = Site::open();
    let (account, id, secret) = site.account(Plan::Free);
    let (other, _, other_secret) = site.account(Plan::Free);
    let token = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    let key = id.clone();
    site.store(move |s| s.set_enabled(&key, false, &by()));
    let given = site.token(&account, &secret);
    for refused in [site.with_key(FREE, &secret, &[]), site.with_token(FREE, &token), given] {
        assert_eq!(refused.code(), "credentials-invalid");
    }
    let key = id.clone();
    site.store(move |s| s.set_enabled(&key, true, &by()));
    assert_eq!((site.with_key(FREE, &secret, &[]).status, site.with_token(FREE, &token).status), (200, 200));
    site.store(move |s| s.delete_key(&id, &by()));
    for refused in [site.with_key(FREE, &secret, &[]), site.with_token(FREE, &token)] {
        assert_eq!(refused.code(), "credentials-invalid");
    }
    // The whole account.
    let token = site.token(&other, &other_secret).json["token"].as_str().expect("a token").to_owned();
    site.store(move |s| s.delete_account(&other, &by()));
    let answers = [site.with_key(FREE, &other_secret, &[]), site.with_token(FREE, &token)];
    assert_eq!(answers.map(|answer| answer.status), [401; 2]);
}

#[test]
fn a_token_lives_fifteen_minutes_to_the_millisecond() {
    let site = Site::open();
    let (account, _, secret) = site.account(Plan::Free);
    let given = site.token(&account, &secret);
    let token = given.json["token"].as_str().expect("a token").to_owned();
    assert_eq!((given.status, given.header("cache-control")), (200, "no-store"));
    assert_eq!(given.json, serde_json::json!({ "success": true, "token": token }));
    assert_eq!(site.with_token(FREE, &token).status, 200);
    site.pass_ms(15 * 60_000 - 1);
    assert_eq!(site.with_token(FREE, &token).status, 200);
    site.pass_ms(1);
    let refused = site.with_token(FREE, &token);
    assert_eq!((refused.status, refused.code()), (401, "token-expired"));
    // After one new secret the old tokens still count, after two they do not.
    let old = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    site.store(|s| s.rotate_secret(&by()));
    assert_eq!(site.with_token(FREE, &old).status, 200);
    let new = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    site.store(|s| s.rotate_secret(&by()));
    assert_eq!((site.with_token(FREE, &old).status, site.with_token(FREE, &new).status), (401, 200));
}
